import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Header } from '../../src/panels/Header.tsx'
import Question from '../../src/panels/Question.tsx'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import { setSeed } from '../../src/scenario/edit.ts'
import { ownTitle } from '../../src/scenario/ownStart.ts'
import { parse } from '../../src/scenario/parse.ts'
import { presets } from '../../src/scenario/presets.ts'
import { edit } from '../../src/store/edits.ts'
import { undo } from '../../src/store/history.ts'
import { drawn } from '../../src/store/running.ts'
import { asked, openLab, shown } from '../support/lab.ts'

// As on a page whose first picture stands: what goes to another lab is here.
await import('../../src/store/porch.ts')

beforeEach(() => {
  openLab()
  act(() => drawn(shown()))
})

const header = () => render(<Header onHelp={() => undefined} />)
const labOf = (name: RegExp) => within(screen.getByRole('navigation', { name: 'Labs' })).getByRole('button', { name })

test('the header names both labs, and which one is on the screen', () => {
  header()
  expect(labOf(/^Client: connections$/)).toHaveAttribute('aria-current', 'page')
  expect(labOf(/^Requests: records$/)).not.toHaveAttribute('aria-current')
})

test('each lab keeps the question that was asked in it last', async () => {
  const user = userEvent.setup()
  header()
  act(() => edit((scenario) => setSeed(scenario, 77)))
  await user.click(labOf(/^Requests/))
  await waitFor(() => expect(asked().lab).toBe('requests'))
  expect(labOf(/^Requests/)).toHaveAttribute('aria-current', 'page')
  expect(shown().scenario).toBe(asked())
  act(() => edit((scenario) => setSeed(scenario, 78)))
  await user.click(labOf(/^Client/))
  await waitFor(() => expect(asked().lab).toBe('client'))
  expect(asked().seed).toBe(77)
  await user.click(labOf(/^Requests/))
  await waitFor(() => expect(asked().seed).toBe(78))
})

test('going to the other lab can be undone', async () => {
  const user = userEvent.setup()
  header()
  await user.click(labOf(/^Requests/))
  await waitFor(() => expect(asked().lab).toBe('requests'))
  act(() => undo())
  expect(asked()).toEqual(defaultPreset.scenario)
})

test('questions to begin with stand by lab, those of the present one first', async () => {
  header()
  await waitFor(() => expect(document.querySelectorAll('.presets li').length).toBe(presets.length))
  const labs = [...document.querySelectorAll('.presets section')].map((section) => section.getAttribute('aria-label'))
  expect(labs[0]).toBe('Questions about connections')
  expect(labs).toHaveLength(new Set(presets.map(({ scenario }) => scenario.lab)).size)
})

test('the questions can be searched, and the present one is marked', async () => {
  const user = userEvent.setup()
  header()
  // The menu opens as a popover, which jsdom has none of.
  const sought = await screen.findByRole('searchbox', { name: 'Search the questions', hidden: true })
  const offered = () => [...document.querySelectorAll('.presets li strong')].map((title) => title.textContent)
  expect(document.querySelector('.presets [aria-current]')).toHaveTextContent(defaultPreset.title)
  await user.type(sought, 'dead THREE')
  expect(offered()).toContain(defaultPreset.title)
  expect(offered().length).toBeLessThan(presets.length / 3)
  await user.type(sought, ' zebra')
  expect(offered()).toEqual([])
  expect(screen.getByText('No question says all of these words.')).toBeInTheDocument()
})

test('Enter opens the first question found, and arrows lead to the others and back', async () => {
  const user = userEvent.setup()
  header()
  const sought = await screen.findByRole('searchbox', { name: 'Search the questions', hidden: true })
  const before = asked()
  await user.type(sought, '{Enter}')
  expect(asked()).toBe(before)
  await user.type(sought, 'acks')
  const [first, second] = document.querySelectorAll<HTMLElement>('.presets li > button')
  await user.keyboard('{ArrowDown}')
  expect(first).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(second).toHaveFocus()
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(sought).toHaveFocus()
  const title = first?.querySelector('strong')?.textContent
  await user.keyboard('{Enter}')
  await waitFor(() => expect(asked().title).toBe(title))
})

test.each(['client', 'requests', 'quorum', 'replication'] as const)('%s has a start of one’s own', async (lab) => {
  const user = userEvent.setup()
  header()
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${ownTitle(lab)}: `), hidden: true }))
  await waitFor(() => expect(asked().title).toBe(ownTitle(lab)))
  expect(asked()).toMatchObject({ lab, variants: [{ config: {} }], world: { faults: [] } })
  // It parses as what a link carries, and is no preset's question.
  expect(parse(asked())).toEqual({ scenario: asked() })
  render(<Question />)
  expect(document.querySelector('.short-answer')).toBeNull()
})

test('a question is asked of the other lab with the same brokers, faults and variants, and undo brings it back', async () => {
  const user = userEvent.setup()
  render(<Question />)
  await user.click(screen.getByRole('button', { name: 'Ask the same about records' }))
  expect(asked()).toMatchObject({ lab: 'requests', variants: defaultPreset.scenario.variants })
  expect(asked().world.faults).toEqual(defaultPreset.scenario.world.faults)
  expect(await screen.findByRole('heading', { name: /^The application/ }, { timeout: 10_000 })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Caller' })).toBeNull()
  act(() => undo())
  expect(asked()).toEqual(defaultPreset.scenario)
  expect(screen.queryByRole('heading', { name: /^The application/ })).toBeNull()
})

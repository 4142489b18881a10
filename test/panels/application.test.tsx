// Who the application is: the selector under "The application", and what a consumer's or an admin client's call brings along.

import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import Application from '../../src/panels/Application.tsx'
import { Settings } from '../../src/panels/Settings.tsx'
import { World } from '../../src/panels/World.tsx'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { undo } from '../../src/store/history.ts'
import { asked, openLab, shown } from '../support/lab.ts'
import { requests } from '../support/requests.ts'
import { presetScenario } from '../support/runs.ts'

const records = requests([{ at: 0, what: 'send' }])

function open(scenario: Scenario = records) {
  openLab(scenario)
  render(
    <>
      <Application />
      <World />
    </>,
  )
}

const selector = () => screen.getByRole('combobox', { name: 'Application' })
const heading = () => screen.getByRole('heading', { name: /^The application/ })

test('who the application is stands under its heading, and nowhere else', () => {
  open()
  expect(heading().closest('section')).toContainElement(selector())
  expect(screen.getAllByRole('combobox', { name: 'Application' })).toHaveLength(1)
})

test.each([
  ['consumer', 'is a consumer, and calls partitionsFor()', 'partitionsFor()'],
  ['admin', 'is an admin client, and calls listTopics()', 'listTopics()'],
] as const)('another client, %s, runs at once, and the focus stays on the selector', async (kind, choice, call) => {
  const user = userEvent.setup()
  open()
  await user.selectOptions(selector(), choice)
  expect(asked().world.workload).toEqual({ kind, known: false })
  expect(shown().scenario.world.workload.kind).toBe(kind)
  expect(selector()).toHaveValue(kind)
  expect(selector()).toHaveFocus()
  expect(heading().closest('section')).toContainElement(selector())
  expect(heading().closest('section')).toHaveTextContent(call)
  act(undo)
  expect(asked().world).toEqual(records.world)
})

test('and back to a producer, which sends a record', async () => {
  const user = userEvent.setup()
  open(presetScenario('mute-call'))
  await user.selectOptions(selector(), 'sends records')
  expect(asked().world.workload).toMatchObject({ kind: 'produce', calls: [{ at: 0, what: 'send' }] })
  expect(selector()).toHaveFocus()
})

test('a client that has long known its brokers is told by a tick', async () => {
  const user = userEvent.setup()
  open(presetScenario('mute-call'))
  const known = screen.getByRole('checkbox', { name: 'The client has long known its brokers' })
  expect(known).not.toBeChecked()
  await user.click(known)
  expect(asked().world.workload).toEqual({ kind: 'consumer', known: true })
  expect(known).toBeChecked()
})

test('a timeout that the call brings along bounds it, and is taken out again with its text', async () => {
  const user = userEvent.setup()
  open(presetScenario('mute-call'))
  const timeout = screen.getByRole('textbox', { name: 'Timeout of the call itself' })
  expect(timeout).toHaveAttribute('placeholder', 'as settings say')
  await user.type(timeout, '5000')
  expect(asked().world.workload).toEqual({ kind: 'consumer', known: false, timeout: 5000 })
  await user.clear(timeout)
  expect(asked().world.workload).toEqual({ kind: 'consumer', known: false })
})

test('what is no length is said at the field, and the last good question stays', async () => {
  const user = userEvent.setup()
  open(presetScenario('mute-call'))
  const timeout = screen.getByRole('textbox', { name: 'Timeout of the call itself' })
  await user.type(timeout, 'soon')
  expect(timeout).toBeInvalid()
  expect(asked().world.workload).toEqual({ kind: 'consumer', known: false })
})

test('settings of memory say that they do nothing while records have no size, and lead to that field', async () => {
  const user = userEvent.setup()
  openLab(records)
  render(
    <>
      <Application />
      <Settings />
    </>,
  )
  const links = () => screen.queryAllByRole('button', { name: /has no effect: records have no size/, hidden: true })
  const named = links().map((link) => link.getAttribute('aria-label')?.split(' ')[0])
  expect(named).toEqual(expect.arrayContaining(['batch.size', 'buffer.memory']))
  const size = screen.getByRole('textbox', { name: 'Size of a record', hidden: true })
  expect(size.closest('details')).not.toHaveAttribute('open')
  await user.click(links()[0] as HTMLElement)
  expect(size.closest('details')).toHaveAttribute('open')
  expect(size).toHaveFocus()
  await user.type(size, '900')
  expect(asked().world.workload).toMatchObject({ recordSize: 900 })
  expect(links()).toEqual([])
})

// A lane that stands for many batches: opened, turned over, closed.

import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Lane } from '../../src/lanes/lane.ts'
import Opener from '../../src/panels/Opener.tsx'
import { asShown, linkOf, openAddress, visit } from '../../src/store/address.ts'
import { blank, lab, setLab } from '../../src/store/lab.ts'
import { look } from '../../src/store/looking.ts'
import { groupsIn } from '../../src/store/shownLanes.ts'
import { openLab, shown } from '../support/lab.ts'
import { requests } from '../support/requests.ts'

/** A hundred and twenty batches, one each 100 ms, to one partition. */
const many = requests([{ at: 0, what: 'send', count: 120, every: 100 }], { until: 13_000 })

const ids = () => groupsIn(lab())[0]?.lanes.map(({ id }) => id) ?? []
const batches = () => ids().filter((id) => id.startsWith('batch'))
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const opener = () => screen.getByRole('button', { name: 'The batches of partition 0, one by one' })

beforeEach(() => {
  openLab(many)
  const lane = shown().answers[0]?.group.lanes.find(({ inside }) => inside)
  render(<Opener lane={lane as Lane} />)
})

test('closed, a partition is one lane', () => {
  expect(opener()).toHaveAttribute('aria-expanded', 'false')
  expect(batches()).toEqual([])
})

test('opened, its first fifty batches follow it', async () => {
  await press(/one by one/)
  expect(opener()).toHaveAttribute('aria-expanded', 'true')
  expect(ids().slice(0, 3)).toEqual(['caller', 'partition 0', 'batch 0'])
  expect(batches()).toHaveLength(50)
  expect(screen.getByText('1–50')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Earlier batches' })).toBeDisabled()
})

test('the later ones are a press away, to the last, and back', async () => {
  await press(/one by one/)
  await press('Later batches')
  await press('Later batches')
  expect(batches()).toHaveLength(20)
  expect(batches().at(-1)).toBe('batch 119')
  expect(screen.getByRole('button', { name: 'Later batches' })).toBeDisabled()
  await press('Earlier batches')
  expect(batches()[0]).toBe('batch 50')
})

test('open, and turned over, it travels in the link; a visitor of another run sees the last ones', async () => {
  await press(/one by one/)
  await press('Later batches')
  expect(asShown(lab()).view).toEqual({ opened: ['partition 0', 50] })
  const link = await linkOf(lab())
  expect(link).toContain('opened=partition+0,51')
  history.replaceState(null, '', `#${link}`)
  act(() => setLab({ ...blank, run: lab().run }, true))
  expect(batches()).toEqual([])
  await act(openAddress)
  // The script that opens lanes came with the lane.
  expect(batches()[0]).toBe('batch 50')
  expect(screen.getByText('51–100')).toBeVisible()
  act(() => setLab({ opened: { lane: 'partition 0', first: 9_000 } }))
  expect(batches()[0]).toBe('batch 70')
  await press('Earlier batches')
  expect(batches()[0]).toBe('batch 20')
})

test('another question begins with its lanes closed', async () => {
  await press(/one by one/)
  await act(() => visit(many))
  expect(batches()).toEqual([])
})

test('it opens where one looks, and closes again', async () => {
  look({ from: 6_050, to: 7_000 })
  await press(/one by one/)
  expect(batches()[0]).toBe('batch 61')
  await press(/one by one/)
  expect(batches()).toEqual([])
})

// After an edit the page says what it did.

import { act, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { changesOf } from '../../src/panels/changes.ts'
import { Faults } from '../../src/panels/Faults.tsx'
import Spoken from '../../src/panels/Spoken.tsx'
import { turnedInto } from '../../src/panels/undone.ts'
import { Verdicts } from '../../src/panels/Verdicts.tsx'
import {
  addFault,
  addVariant,
  removeVariant,
  setSetting,
  setUntil,
  setWorld,
  updateFault,
} from '../../src/scenario/edit.ts'
import { verdictsOf } from '../../src/store/derived.ts'
import { type Change, edit, settle } from '../../src/store/edits.ts'
import { redo, undo } from '../../src/store/history.ts'
import { lab } from '../../src/store/lab.ts'
import { drawn } from '../../src/store/running.ts'
import { openLab, shown } from '../support/lab.ts'
import { fault, presetScenario } from '../support/runs.ts'

beforeEach(() => {
  openLab()
})

const changes = () => {
  const { before } = lab()
  return before && changesOf(before, shown())
}

test('before any edit there is nothing to say', () => expect(changes()).toBeUndefined())

test('each card tells its number before, or that nothing changed', () => {
  edit((scenario) => updateFault(scenario, 1, { until: 12_000 }))
  expect(changes()?.verdicts).toEqual(['before: 131.11 s', 'before: 20.30 s'])
  expect(changes()?.gaps).toEqual(['before: 110.81 s sooner'])
})

describe('of a quorum', () => {
  const FETCH = 'controller.quorum.fetch.timeout.ms'

  beforeEach(async () => {
    openLab(presetScenario('thousand-at-200'))
    drawn(shown())
    await vi.waitFor(() => expect(verdictsOf(shown())).toHaveLength(4))
  })

  test('a number of another kind comes with its kind, and no gap of another kind is told', () => {
    edit((scenario) => setSetting(scenario, 0, FETCH, 800))
    expect(changes()?.verdicts).toEqual(['before: tightest margin, 100 ms', 'no change', 'no change', 'no change'])
    edit((scenario) => setSetting(scenario, 0, FETCH, 1200))
    expect(changes()?.verdicts[0]).toMatch(/^before: without a working leader, \d+ ms$/)
    edit((scenario) => setSetting(scenario, 0, FETCH, 1300))
    expect(changes()?.verdicts[0]).toBe('before: 300 ms')
  })

  test('a number that is as it was though the run is not is told as the same', () => {
    edit((scenario) => setSetting(scenario, 3, FETCH, 1100))
    expect(changes()?.verdicts[3]).toBe('before: the same')
  })
})

test('of a drag, what is told is the number before the drag', () => {
  for (const latency of [5, 10, 20]) edit((scenario) => setWorld(scenario, { latency }), 'drag')
  const first = changes()?.verdicts
  settle()
  edit((scenario) => setWorld(scenario, { latency: 21 }))
  expect(first?.[1]).toBe('before: 20.30 s')
  expect(changes()?.verdicts[1]).not.toBe(first?.[1])
})

test('undo is told like an edit', () => {
  edit((scenario) => setWorld(scenario, { latency: 5 }))
  edit((scenario) => updateFault(scenario, 1, { on: false }))
  const was = shown()
  undo()
  expect(lab().before).toBe(was)
})

test('once all is undone there is nothing to say, and once it is done again there is', () => {
  edit((scenario) => updateFault(scenario, 1, { on: false }))
  undo()
  expect(changes()).toBeUndefined()
  redo()
  expect(changes()?.verdicts[1]).toMatch(/^before/)
})

test('a fault that nothing met is told as no change, with its name', () => {
  edit((scenario) => addFault(scenario, fault(3, 'black hole', 140_000, 141_000)))
  expect(changes()).toEqual({
    verdicts: ['no change', 'no change'],
    gaps: ['no change'],
    unmet: [2],
    spoken: 'No change. Nothing met it: black hole on broker 3, 140 s to 141 s.',
  })
})

test('a fault that was moved to where nothing meets it, too, though the run has changed', () => {
  edit((scenario) => updateFault(scenario, 0, { at: 145_000 }))
  expect(changes()?.unmet).toEqual([0])
  expect(changes()?.verdicts[1]).toMatch(/^before/)
})

test('where a variant comes or goes, the others are compared with themselves', () => {
  edit((scenario) => addVariant(scenario, '3.9'))
  expect(changes()?.verdicts).toEqual(['no change', 'no change', undefined])
  expect(changes()?.gaps).toEqual(['no change', undefined])
  edit((scenario) => removeVariant(scenario, 0))
  expect(changes()?.verdicts).toEqual(['no change', 'no change'])
})

test('the page shows it at the cards and at the fault, and speaks it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(
    <>
      <Verdicts />
      <Faults />
      <Spoken />
    </>,
  )
  drawn(shown())
  act(() => edit((scenario) => addFault(scenario, fault(3, 'black hole', 140_000, 141_000))))
  const cards = await screen.findAllByText('no change')
  expect(cards).toHaveLength(3)
  const line = screen.getByRole('button', { name: 'broker 3 black hole, 140 s to 141 s' }).closest('li')
  expect(within(line as HTMLElement).getByText(/Nothing met it/)).toBeVisible()
  act(() => vi.advanceTimersByTime(1_000))
  expect(screen.getByText(/^No change\. Nothing met it: black hole on broker 3/)).toHaveAttribute('role', 'status')
  vi.useRealTimers()
})

test('undo and redo are spoken, until the next edit', () => {
  render(<Spoken />)
  const said = () => screen.getAllByRole('status')[0]?.textContent
  act(() => edit((scenario) => addFault(scenario, fault(3, 'black hole'))))
  expect(said()).toBe('')
  act(undo)
  expect(said()).toBe('undone: black hole on broker 3, from 0 removed')
  act(redo)
  expect(said()).toBe('redone: black hole on broker 3, from 0 added')
  act(() => edit((scenario) => updateFault(scenario, 2, { until: 9_000 })))
  expect(said()).toBe('')
})

test.each<readonly [name: string, change: Change, words: string]>([
  ['a fault that was moved', (scenario) => updateFault(scenario, 0, { at: 3_000 }), 'black hole on broker 1, from 3 s'],
  [
    'a setting, by its key and variant',
    (scenario) => setSetting(scenario, 1, 'retry.backoff.ms', 500),
    'Kafka 2.7, KIP-601: retry.backoff.ms',
  ],
  ['a number of the world', (scenario) => setWorld(scenario, { latency: 20 }), 'latency'],
  ['a variant that came', (scenario) => addVariant(scenario, '3.9'), 'Kafka 3.9 added'],
  ['the length of the run', (scenario) => setUntil(scenario, 90_000), 'length of the run'],
])('what was done again is named: %s', (_, change, words) => {
  const { scenario } = lab().draft
  expect(turnedInto(scenario, change(scenario))).toBe(words)
})

import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import WhereTimeWent from '../../src/panels/Lives.tsx'
import { defaultPreset, variant } from '../../src/scenario/defaultPreset.ts'
import { setSetting, setWorld } from '../../src/scenario/edit.ts'
import type { Fault, Scenario } from '../../src/scenario/scenario.ts'
import { edit } from '../../src/store/edits.ts'
import { lab } from '../../src/store/lab.ts'
import { CLOSE, UNBLOCKED } from '../../src/trace/kinds.ts'
import { CALLBACK } from '../../src/trace/producerKinds.ts'
import { atOf, kindOf } from '../../src/trace/trace.ts'
import { openLab, shown } from '../support/lab.ts'
import { mute, requests } from '../support/requests.ts'
import { presetScenario } from '../support/runs.ts'

/** A record of a broker that falls mute, and one after that, in 2.0 and 3.9. */
const both = requests(
  [
    { at: 0, what: 'send' },
    { at: 100, what: 'send' },
  ],
  {
    faults: [mute],
    variants: [variant('Kafka 2.0', '2.0'), variant('Kafka 3.9', '3.9')],
  },
)

function open(scenario: Scenario) {
  openLab(scenario)
  render(<WhereTimeWent />)
}

const of = (name: string) => within(screen.getByRole('region', { name: `Where the time went, ${name}` }))
const bar = (name: string, record = 'record 1') =>
  within(of(name).getByRole('group', { name: `What the time of ${record} was spent on` })).getAllByRole('button')
const selectedRow = () => {
  const { selected } = lab()
  const trace = shown().answers[selected?.variant ?? 0]?.trace
  if (selected === undefined || trace === undefined) throw new Error('nothing is selected')
  return { variant: selected.variant, kind: kindOf(trace, selected.row), at: atOf(trace, selected.row) }
}
const number = (text: string | null) => Number(text?.replace(/\D/g, ''))

test('each variant has a bar for its record, with its end and how long that took', () => {
  open(both)
  expect(of('Kafka 3.9').getByRole('button', { name: /^120.001 ms$/ })).toBeVisible()
  expect(of('Kafka 3.9').getByText('TimeoutException')).toBeVisible()
  expect(bar('Kafka 3.9').length).toBeGreaterThan(2)
  expect(bar('Kafka 2.0').length).toBeGreaterThan(0)
})

test('the shares of the opened record add up to its life', () => {
  open(both)
  for (const name of ['Kafka 2.0', 'Kafka 3.9']) {
    const sum = of(name).getByRole('list', { name: 'It adds up' })
    const shares = within(sum)
      .getAllByRole('button')
      .map((share) => number(share.querySelector('.mono')?.textContent ?? ''))
    const total = number(sum.querySelector('strong')?.textContent ?? '')
    expect(shares.length).toBeGreaterThan(0)
    expect(shares.reduce((a, b) => a + b)).toBe(total)
  }
})

test('a stretch says its length, its owner and what it was, and leads to its row', async () => {
  const user = userEvent.setup()
  open(both)
  const inFlight = bar('Kafka 3.9').find((each) => each.getAttribute('aria-label')?.includes('in flight'))
  expect(inFlight).toHaveAccessibleName(/ms of request\.timeout\.ms: in flight/)
  await user.hover(inFlight as HTMLElement)
  expect(screen.getByText('(default of Kafka 3.9)')).toBeVisible()
  await user.click(inFlight as HTMLElement)
  expect(selectedRow().variant).toBe(1)
  expect(inFlight).toHaveAttribute('aria-current', 'true')
})

test('a bar is one stop of the tab key; arrows go from stretch to stretch', () => {
  open(both)
  const stretches = bar('Kafka 3.9')
  const [first, second] = stretches
  expect(stretches.filter(({ tabIndex }) => tabIndex === 0)).toEqual([first])
  act(() => first?.focus())
  fireEvent.keyDown(first as HTMLElement, { key: 'ArrowRight' })
  expect(second).toHaveFocus()
  expect(second?.tabIndex).toBe(0)
  fireEvent.keyDown(second as HTMLElement, { key: 'End' })
  expect(stretches.at(-1)).toHaveFocus()
  fireEvent.keyDown(stretches.at(-1) as HTMLElement, { key: 'ArrowRight' })
  expect(stretches.at(-1)).toHaveFocus()
})

test('how long it lived leads to the callback', async () => {
  const user = userEvent.setup()
  open(both)
  await user.click(of('Kafka 3.9').getByRole('button', { name: /^120.001 ms$/ }))
  expect(selectedRow()).toEqual({ variant: 1, kind: CALLBACK, at: 120_101 })
})

test('the worst case by settings stands above, and its numbers lead to what they owned', async () => {
  const user = userEvent.setup()
  open(both)
  expect(of('Kafka 2.0').getByText(/^By its settings at most/)).toHaveTextContent(
    'By its settings at most 2 × 30 000 request.timeout.ms, for a record that waits behind no other; a timeout that is seen late takes so much longer.',
  )
  await user.click(of('Kafka 2.0').getByRole('button', { name: /^30.000 ms, request\.timeout\.ms/ }))
  expect(selectedRow()).toMatchObject({ at: 30_101, kind: CLOSE })
})

test('a setting that is turned moves the worst case and the bars', () => {
  open(both)
  act(() => edit((scenario) => setSetting(scenario, 1, 'delivery.timeout.ms', 40_000)))
  expect(of('Kafka 3.9').getByText(/^By its settings at most/)).toHaveTextContent(
    'At most 40 000 delivery.timeout.ms'.replace('At', 'at'),
  )
  expect(of('Kafka 3.9').getByRole('button', { name: /^40.001 ms$/ })).toBeVisible()
})

test('as a table there are the same numbers', async () => {
  const user = userEvent.setup()
  open(both)
  await user.click(screen.getByRole('button', { name: 'as a table' }))
  const table = of('Kafka 3.9').getByRole('table', { name: /Where the time of each record went, Kafka 3\.9/ })
  const cells = within(table)
    .getAllByRole('button')
    .map((cell) => number(cell.textContent))
  expect(cells.reduce((a, b) => a + b)).toBe(120_001 + 6)
  expect(within(table).getByRole('cell', { name: 'TimeoutException' })).toBeVisible()
  await user.click(within(table).getAllByRole('button')[0] as HTMLElement)
  expect(selectedRow().variant).toBe(1)
})

test('what nothing ends is still open, and so is said', () => {
  open(requests([{ at: 100, what: 'send' }], { faults: [mute], variants: [variant('Kafka 0.8.2', '0.8.2')] }))
  expect(of('Kafka 0.8.2').getByText('still open')).toBeVisible()
  expect(of('Kafka 0.8.2').getByText('No setting bounds how long a record may take.')).toBeVisible()
})

test('many records are told by what they have in common', async () => {
  const user = userEvent.setup()
  const calls = [{ at: 0, what: 'send', count: 300, every: 1 }] as const
  // Those that come while the broker turns PRODUCE away try again.
  const faults: Fault[] = [{ at: 100, until: 200, kind: 'answer error', node: 0, on: true }]
  open(requests(calls, { faults, until: 3000 }))
  const named = () => of('Kafka 3.9').getAllByRole('button', { name: /^(\d+ records,|records? \d)/ })
  await waitFor(() => expect(screen.queryByText('Still adding up …')).toBeNull())
  expect(named().length).toBeGreaterThan(1)
  expect(named().length).toBeLessThan(20)
  await user.click(named()[1] as HTMLElement)
  expect(of('Kafka 3.9').getByText(/^record \d+, the longest:$/)).toBeVisible()
})

test('the client lab has none of it', () => {
  open(defaultPreset.scenario)
  expect(screen.queryByRole('region')).toBeNull()
})

const calls = presetScenario('mute-call')

test('a call has a bar as a record has: its own attempts and backoffs add up to it', async () => {
  const user = userEvent.setup()
  open(calls)
  expect(bar('Kafka 3.9', 'partitionsFor()').map((each) => each.getAttribute('aria-label')?.split(',')[0])).toEqual([
    '4 ms of latency: waits for the connection',
    expect.stringMatching(/^30.000 ms of request\.timeout\.ms: in flight$/),
    '10 ms of heartbeat.interval.ms: over',
    '100 ms of retry.backoff.ms: backs off before the next attempt',
    '4 ms of latency: waits for the connection',
    expect.stringMatching(/^29.883 ms of default\.api\.timeout\.ms: in flight$/),
  ])
  const sum = of('Kafka 3.9').getByRole('list', { name: 'It adds up' })
  const shares = within(sum).getAllByRole('button')
  const lengths = shares.map((share) => number(share.querySelector('.mono')?.textContent ?? ''))
  expect(lengths.reduce((a, b) => a + b)).toBe(60_001)
  await user.click(of('Kafka 3.9').getByRole('button', { name: /^60.001 ms$/ }))
  expect(selectedRow()).toEqual({ variant: 3, kind: UNBLOCKED, at: 60_001 })
})

test('above a call stands what its settings allow it, and a number that decided nothing leads to its field', async () => {
  const user = userEvent.setup()
  open(calls)
  expect(of('Kafka 3.9').getByText(/^By its settings at most/)).toHaveTextContent(
    /at most 60.000 default\.api\.timeout\.ms, each attempt 30.000 request\.timeout\.ms; a timeout that is seen late/,
  )
  expect(of('Kafka 1.1').getByText(/^By its settings at most/)).toHaveTextContent(
    /at most 305.000 request\.timeout\.ms;/,
  )
  await user.click(of('Kafka 3.9').getByRole('button', { name: /^60.000 ms, default\.api/ }))
  expect(selectedRow()).toMatchObject({ variant: 3, kind: UNBLOCKED })
})

test('a call that is answered returns, and its table says so', async () => {
  const user = userEvent.setup()
  open(setWorld(calls, { faults: [] }))
  expect(of('Kafka 3.9').getByText('returns')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'as a table' }))
  const table = of('Kafka 3.9').getByRole('table', { name: 'Where the time of the call went, Kafka 3.9, in ms' })
  expect(within(table).getByRole('cell', { name: 'returns' })).toBeVisible()
})

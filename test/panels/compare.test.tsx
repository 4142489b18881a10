// What neighbours differ in: the list's filter and marks, the way to their first difference, and two in one group of lanes.

import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import Compare from '../../src/panels/Compare.tsx'
import { differingRows } from '../../src/panels/comparing.ts'
import { startKeys } from '../../src/panels/keys.ts'
import { Reasons } from '../../src/panels/Reasons.tsx'
import { ribbonsOf } from '../../src/panels/ribbons.ts'
import { Transcript } from '../../src/panels/Transcript.tsx'
import { presetOf } from '../../src/scenario/presets.ts'
import { comparisonsOf } from '../../src/store/differences.ts'
import { lab, setLab } from '../../src/store/lab.ts'
import { overlayIn, select } from '../../src/store/looking.ts'
import { METADATA } from '../../src/trace/kinds.ts'
import { NO_RULE } from '../../src/trace/rules.ts'
import type { Trace } from '../../src/trace/trace.ts'
import { type Word, word } from '../../src/trace/vocabulary.ts'
import { TraceWriter } from '../../src/trace/writer.ts'
import { openLab, shown } from '../support/lab.ts'
import { fault, question } from '../support/runs.ts'

const dark = { faults: [fault(1, 'black hole')] }

beforeEach(() => {
  openLab(question(1, 20_000, [['2.6'], ['2.7']], dark))
})

const options = () => screen.getAllByRole('option').filter((option) => option.id.startsWith('line-'))
const list = () => screen.getByRole('listbox', { name: 'Events' })
const toggle = () => screen.getByRole('button', { name: 'Only differences' })
const ordinary = (text: string | null): string => (text ?? '').replace(/\u202f/g, ' ')

test('the list can show only where neighbours differ, and says that it does', async () => {
  const user = userEvent.setup()
  render(<Transcript />)
  act(() => select(0, 0))
  expect(list()).toHaveTextContent(/The run begins/)
  await user.click(toggle())
  expect(toggle()).toHaveAttribute('aria-pressed', 'true')
  expect(lab().only).toBe('differences')
  expect(list()).not.toHaveTextContent(/The run begins/)
  expect(options()[0]).toHaveTextContent(/2\.7, differs:.*closes its connection/)
  await user.click(screen.getByRole('button', { name: 'Show more than differences' }))
  expect(lab().only).toBeUndefined()
  expect(list()).toHaveTextContent(/The run begins/)
})

test('the filter is the store’s, so that a link can bring it along, and goes with the other filters', async () => {
  const user = userEvent.setup()
  setLab({ only: 'differences' })
  render(<Transcript />)
  const all = options().length
  await user.selectOptions(screen.getByRole('combobox', { name: 'Which variant' }), '2.6')
  expect(options().length).toBeGreaterThan(0)
  expect(options().length).toBeLessThan(all)
  for (const option of options()) expect(option).toHaveTextContent(/2\.6, differs:/)
})

test('without the filter, lines that differ are marked, and others are not', () => {
  render(<Transcript />)
  act(() => select(1, 0))
  expect(options()[0]).not.toHaveTextContent(/differs/)
  act(() => select(1, comparisonsOf(shown())[0]?.parting?.rows[1] ?? -1))
  expect(within(list()).getByRole('option', { selected: true })).toHaveTextContent(/2\.7, differs:/)
})

test('a search that finds only what both have can show everything', async () => {
  const user = userEvent.setup()
  setLab({ only: 'differences' })
  render(<Transcript />)
  await user.type(screen.getByRole('searchbox'), 'the run begins')
  await user.click(screen.getByRole('button', { name: 'Show everything' }))
  expect(lab().only).toBeUndefined()
})

test('a single variant has no neighbour to differ from', () => {
  openLab(question(1, 20_000, [['2.7']], dark))
  setLab({ only: 'differences' })
  render(<Transcript />)
  act(() => select(0, 0))
  expect(screen.queryByRole('button', { name: 'Only differences' })).toBeNull()
  expect(list()).toHaveTextContent(/The run begins/)
})

test('runs that are equal have no difference to show', () => {
  openLab(question(1, 20_000, [['2.7'], ['2.7']], dark))
  setLab({ only: 'differences' })
  render(<Transcript />)
  expect(screen.getByText('Nothing passes the filter.')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Only differences' })).toHaveTextContent(/The first: none/)
})

const tools = () => render(<Compare run={shown()} picture={undefined} onParted={() => undefined} />)

test('X goes to the first difference, which is told there', () => {
  const end = startKeys(() => undefined)
  tools()
  render(<Reasons />)
  act(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))
  })
  end()
  expect(lab().selected).toEqual({ variant: 1, row: comparisonsOf(shown())[0]?.parting?.rows[1] })
  expect(ordinary(screen.getByRole('status').textContent)).toMatch(/^They part at 10 047 ms\. 2\.7: /)
  expect(screen.getByText(/^First difference of A and B/)).toBeVisible()
})

test('again it goes to the first difference of the next pair, and past pairs that do not differ', async () => {
  const user = userEvent.setup()
  openLab(
    question(1, 20_000, [['2.7'], ['2.7'], ['2.6'], ['2.7', { 'socket.connection.setup.timeout.ms': 3000 }]], dark),
  )
  tools()
  const button = screen.getByRole('button', { name: 'First difference' })
  const visited: (number | undefined)[] = []
  for (let i = 0; i < 3; i++) {
    await user.click(button)
    visited.push(lab().selected?.variant)
  }
  expect(visited).toEqual([1, 3, 1])
})

/** A run of so many instants at which metadata is wanted; at the last of them two of them differ. */
function longRun(instants: number, last: Word): Trace {
  const writer = new TraceWriter([{ kind: 'client', name: 'client' }])
  for (let at = 0; at < instants; at++) {
    writer.row(at, 0, METADATA, NO_RULE, -1, -1)
    writer.field(word(at === instants - 1 ? last : 'requested'))
    writer.field(Number.POSITIVE_INFINITY)
  }
  return writer.finish(instants, 'until')
}

test('long runs are compared in pieces, and every panel is told when that is done', async () => {
  const answers = [longRun(40_000, 'failed'), longRun(40_000, 'updated')].map((trace) => ({
    trace,
    group: { lanes: [] },
  }))
  setLab({ run: { ...shown(), answers } })
  setLab({ only: 'differences' })
  tools()
  render(<Transcript />)
  expect(screen.getByRole('button', { name: 'First difference' })).toBeDisabled()
  expect(screen.getByRole('region', { name: 'Only differences' })).toHaveTextContent(/still being looked for/)
  await waitFor(() => expect(screen.getByRole('button', { name: 'First difference' })).toBeEnabled())
  await waitFor(() => expect(options()).toHaveLength(2))
  expect(screen.getByRole('region', { name: 'Only differences' })).not.toHaveTextContent(/still being looked for/)
})

test('where nothing differs there is nowhere to go', () => {
  openLab(question(1, 20_000, [['2.7'], ['2.7']], dark))
  tools()
  expect(screen.getByRole('button', { name: 'First difference' })).toBeDisabled()
})

test('two variants can be overlaid and taken apart by one switch', async () => {
  const user = userEvent.setup()
  tools()
  await user.click(screen.getByRole('button', { name: 'Overlay A and B', pressed: false }))
  expect(lab().overlay).toEqual([0, 1])
  await user.click(screen.getByRole('button', { name: 'Overlay A and B', pressed: true }))
  expect(lab().overlay).toBeUndefined()
})

test('of more variants, one pair of neighbours at a time can be overlaid; what a link overlaid stands beside them', async () => {
  const user = userEvent.setup()
  openLab(question(1, 20_000, [['2.6'], ['2.7'], ['3.9']], dark))
  setLab({ overlay: [0, 2] })
  tools()
  const choice = screen.getByRole('combobox', { name: 'Overlay two variants' })
  expect(within(choice).getByRole('option', { selected: true })).toHaveTextContent('A + C')
  await user.selectOptions(choice, 'B + C')
  expect(lab().overlay).toEqual([1, 2])
  await user.selectOptions(choice, 'overlay')
  expect(lab().overlay).toBeUndefined()
})

test.each<readonly [name: string, overlay: readonly [number, number], held: boolean]>([
  ['of two that there are', [0, 1], true],
  ['of one that is gone', [1, 2], false],
  ['of one with itself', [1, 1], false],
  ['in the other order', [1, 0], true],
])('an overlay %s', (_, overlay, held) => {
  setLab({ overlay })
  expect(overlayIn(lab()) !== undefined).toBe(held)
})

test('of three variants the middle one differs where either neighbour does', () => {
  openLab(question(1, 20_000, [['2.6'], ['2.7'], ['2.7', { 'socket.connection.setup.timeout.ms': 3000 }]], dark))
  const comparisons = comparisonsOf(shown())
  const middle = differingRows(comparisons)?.[1] ?? new Uint8Array(0)
  const [before, after] = [comparisons[0]?.differs[1], comparisons[1]?.differs[0]]
  expect(middle).toHaveLength(shown().answers[1]?.trace.rows ?? -1)
  expect([...middle]).toEqual([...middle.keys()].map((row) => (before?.[row] || after?.[row] ? 1 : 0)))
  expect(middle).toContain(0)
})

test.each<readonly [name: string, until: number, variants: readonly string[], texts: readonly string[]]>([
  ['by how much the second is sooner', 200_000, ['2.6', '2.7'], ['110.81 s sooner']],
  ['that one never came', 100_000, ['2.6', '2.7'], ['at least 79.7 s sooner']],
  ['that neither came', 9_000, ['2.6', '2.7'], ['neither within 9 s']],
  ['that both came at once', 200_000, ['2.7', '2.7'], ['equal']],
  [
    'whom they stand between, where there are more',
    200_000,
    ['2.7', '2.7', '2.6'],
    ['equal · A → B', '110.81 s later · B → C'],
  ],
])('a ribbon says %s', (_, until, variants, texts) => {
  const preset = presetOf('two-dead-of-three')
  if (preset === undefined) throw new Error('no such preset')
  openLab({ ...preset.scenario, until, variants: variants.map((kafka) => ({ name: kafka, kafka, config: {} })) })
  expect(ribbonsOf(shown()).map(({ text }) => ordinary(text))).toEqual(texts)
})

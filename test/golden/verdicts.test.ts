// State counts, level sizes, digests and verdicts of other checkers: the small ones; the whole document is for `npm run replay`.

import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { verdictOf } from '../../cli/replay/layers.ts'
import { readRecordings } from '../../cli/replay/read.ts'
import type { Recording } from '../../cli/replay/recording.ts'

const recordings = readRecordings(fileURLToPath(new URL('replication.verdicts.json.gz', import.meta.url)))
if (typeof recordings === 'string') throw new Error(recordings)

const SMALL = 20_000

type End = { readonly states?: number; readonly statesAny?: number; readonly digest?: string }
const endOf = ({ end }: Recording): End => end as End

const counts = recordings.filter(({ layer }) => layer === 'partition-count')
const smallCounts = counts.filter((count) => (endOf(count).states ?? SMALL) < SMALL)
const cells = recordings.filter(({ layer }) => layer === 'partition-cell')
// Of those that broke no count is recorded; without restarts they are small too.
const smallCells = cells.filter((cell) => (endOf(cell).statesAny ?? SMALL) < SMALL || cell.id.endsWith('/H1'))

const linesOf = (cases: readonly Recording[]): string[] =>
  cases.map(verdictOf).flatMap((verdict) => (verdict.passed ? [] : [verdict.line]))

test('there are counts of all rows, and verdicts of every row and class of histories', () => {
  expect(counts).toHaveLength(318)
  expect(smallCounts).toHaveLength(169)
  expect(cells).toHaveLength(240)
})

test('each small space has the recorded states, transitions, levels, digest and shortest breaks', () => {
  expect(linesOf(smallCounts)).toEqual([])
}, 600_000)

test('each small verdict holds, in every order and in any', () => {
  expect(smallCells.length).toBeGreaterThan(80)
  expect(linesOf(smallCells)).toEqual([])
}, 600_000)

const changed = (recording: Recording, change: object): Recording => ({
  ...recording,
  end: { ...endOf(recording), ...change },
})

test.each<[string, object]>([
  ['one state more', { states: 331 }],
  ['another digest', { digest: '00000000' }],
  ['a shortest break that there is not', { shortest: { ackedLoss: { length: 3, schedule: ['p', 'c A', 'd A'] } } }],
])('a count with %s is not met', (_, change) => {
  const count = counts.find(({ id }) => id === 'gold/0.8.1/K1F1')
  if (!count) throw new Error('no such count')
  expect(verdictOf(count).passed).toBe(true)
  expect(verdictOf(changed(count, change)).passed).toBe(false)
})

test('a verdict turned round is not met', () => {
  const [cell] = smallCells
  if (!cell) throw new Error('no cell')
  const { verdict } = cell.end as { readonly verdict: { readonly ackedLoss: object } }
  const turned = { verdict: { ...verdict, ackedLoss: { ...verdict.ackedLoss, holds: true } } }
  expect(verdictOf(changed(cell, turned)).passed).toBe(false)
})

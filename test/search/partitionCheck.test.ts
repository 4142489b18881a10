// Every history of a partition: in slices, within its room, and with the shortest break. Counts and verdicts are held by recordings.

import { expect, test } from 'vitest'
import { historyClasses, type PartitionQuestion } from '../../src/scenario/partitionWorld.ts'
import { type CheckOrder, memoryOf, PartitionCheck } from '../../src/search/partitionCheck.ts'
import { StateTable } from '../../src/search/stateTable.ts'
import { play } from '../../src/sim/replication/play.ts'
import { asked } from '../support/partitions.ts'

const classNamed = (name: string) => historyClasses.find((known) => known.name === name)?.bounds

const orderOf = (question: PartitionQuestion, changes: Partial<CheckOrder> = {}): CheckOrder => ({
  question,
  properties: ['ackedLoss', 'blocked'],
  tracksSeen: false,
  until: 'first break',
  statesMax: 100_000,
  ...changes,
})

const recipe = asked('kafka-2.1', { 'min.insync.replicas': 2 }, classNamed('H1R'))
const slow = asked('kafka-2.1', { 'min.insync.replicas': 2 }, { ...classNamed('H1'), slowDrops: 2 })

function finished(order: CheckOrder, slice = 10_000): { check: PartitionCheck; slices: number } {
  const check = new PartitionCheck(order)
  let slices = 1
  while (!check.advance(slice)) slices++
  return { check, slices }
}

test('slices make no difference, nor does looking between them', () => {
  const whole = finished(orderOf(recipe))
  const check = new PartitionCheck(orderOf(recipe))
  while (!check.advance(7)) expect(check.result().verdict).toBe('undecided')
  expect(check.result()).toEqual(whole.check.result())
  expect(check.digest()).toBe(whole.check.digest())
})

test('what holds is told with its bounds explored to the end', () => {
  const { check } = finished(orderOf(recipe))
  const { verdict, frontier, breaks, levels, states } = check.result()
  expect({ verdict, frontier, breaks }).toEqual({ verdict: 'holds', frontier: 0, breaks: [] })
  expect(levels.reduce((sum, level) => sum + level, 0)).toBe(states)
})

test('a break comes with a history that leads to it', () => {
  const { check } = finished(orderOf(slow))
  const { verdict, breaks } = check.result()
  expect(verdict).toBe('broken')
  const [found] = breaks
  const { played, refused } = play(check.partition, found?.steps ?? [])
  expect(refused).toBeUndefined()
  expect(played.map(({ verdict }) => verdict.blocked)).toEqual([false, false, false, false, true])
})

test('a break that is known ends a check that only asks for the first', () => {
  const first = finished(orderOf(slow)).check.result()
  const all = finished(orderOf(slow, { until: 'end' })).check.result()
  expect(first.states).toBeLessThan(all.states)
  expect(all.breaks).toEqual(first.breaks)
})

test('the start is judged too', () => {
  const question = asked('kafka-0.9', { 'min.insync.replicas': 3 }, classNamed('H1'))
  const { check } = finished(orderOf({ ...question, config: { ...question.config, acks: 4 } }))
  expect(check.result()).toMatchObject({ verdict: 'broken', states: 1, breaks: [{ property: 'blocked', steps: [] }] })
})

test('a check that would keep too many states stays undecided, and keeps not many more', () => {
  const { check } = finished(orderOf(recipe, { statesMax: 100 }))
  const { verdict, states, frontier } = check.result()
  expect(verdict).toBe('undecided')
  expect(frontier).toBeGreaterThan(0)
  expect(states).toBeLessThan(200)
})

type Config = Parameters<typeof asked>[1]
const unclean: Config = { 'unclean.leader.election.enable': true }

// Counted by another program, breadth first and with states as texts.
test.each<[variant: PartitionQuestion['variant'], config: Config, bounds: object, states: number, transitions: number]>(
  [
    ['kafka-2.1', { 'min.insync.replicas': 2 }, { ...classNamed('H1') }, 870, 1892],
    ['kafka-0.9', unclean, { ...classNamed('H2'), records: 1 }, 504, 956],
    ['kafka-0.9', unclean, { ...classNamed('H2') }, 3484, 7346],
    ['kafka-0.8.1', {}, { ...classNamed('H2') }, 3142, 7235],
    [
      'kafka-0.8.2',
      { 'min.insync.replicas': 2, 'replica.lag.max.messages': 1 },
      { ...classNamed('H2R'), records: 1 },
      4607,
      13_367,
    ],
    ['kafka-4.0-elr', { ...unclean, 'min.insync.replicas': 2 }, { ...classNamed('H2') }, 3457, 6441],
  ],
)(
  '%s under %o: each election takes each candidate once, whatever is judged',
  (variant, config, bounds, states, transitions) => {
    const question = asked(variant, config, bounds, 'any')
    for (const properties of [['ackedLoss'], ['ackedLoss', 'blocked']] as const) {
      const { check } = finished(orderOf(question, { properties, until: 'end' }))
      expect(check.result()).toMatchObject({ states, transitions })
    }
  },
)

test('progress tells how far it is', () => {
  const check = new PartitionCheck(orderOf(recipe))
  expect(check.progress()).toEqual({ states: 1, transitions: 0, depth: 0, frontier: 1 })
  check.advance(50)
  const { states, depth, frontier } = check.progress()
  expect(states - frontier).toBe(50)
  expect(depth).toBeGreaterThan(2)
})

test('what a check may take is never less than what it takes', () => {
  const table = new StateTable()
  const words = new Int32Array(5)
  for (let n = 0; n < 70_000; n++) {
    words.set([n, n * 31, -n, n << 7, n ^ 0x5555])
    expect(table.add(words, n - 1, 0)).toBe(true)
    if (n % 9_973 === 0) expect(memoryOf(n)).toBeGreaterThanOrEqual(table.bytes)
  }
  words.set([42, 42 * 31, -42, 42 << 7, 42 ^ 0x5555])
  expect(table.add(words, 0, 0)).toBe(false)
  expect(table.size).toBe(70_000)
})

// Records that lived alike, told as one.

import { expect, test } from 'vitest'
import { lifeOf } from '../../src/findings/life.ts'
import { LivesOfRun, piecesOf, sharesIn, TOLD_EXACTLY } from '../../src/findings/lives.ts'
import { orderOf } from '../../src/scenario/compile.ts'
import { variant } from '../../src/scenario/defaultPreset.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { run } from '../../src/sim/run.ts'
import { HELD_BY_ORDER } from '../../src/trace/producerRules.ts'
import { type Rule, rules } from '../../src/trace/rules.ts'
import { mute, requests } from '../support/requests.ts'

const traceOf = (scenario: Scenario) => run(orderOf(scenario, 0)).trace

function livesOf(scenario: Scenario): LivesOfRun {
  const lives = new LivesOfRun(traceOf(scenario))
  lives.advance(Number.POSITIVE_INFINITY)
  return lives
}

test('of few records those that lived alike to the millisecond are one, and no others', () => {
  const { groups, isDone } = livesOf(
    requests([
      { at: 0, what: 'send', count: 3 },
      { at: 50, what: 'send' },
      { at: 99, what: 'send' },
    ]),
  )
  expect(isDone).toBe(true)
  expect(groups.map(({ records, total, least }) => [records, total, least])).toEqual([
    [[0, 1, 2], 6, 6],
    [[3, 4], 2, 2],
  ])
})

test('of many records those that lived alike are one, which tells of the longest', () => {
  const { groups, count } = livesOf(
    requests([{ at: 0, what: 'send', count: 2 * TOLD_EXACTLY, every: 1 }], { recordsPerBatch: 4 }),
  )
  expect(count).toBe(2 * TOLD_EXACTLY)
  expect(groups.flatMap(({ records }) => records).sort((a, b) => a - b)).toEqual(
    Array.from({ length: count }, (_, i) => i),
  )
  expect(groups.length).toBeLessThan(20)
  for (const { total, least } of groups) expect(total).toBeGreaterThanOrEqual(least)
})

test('records that ended otherwise are never one', () => {
  const { groups } = livesOf(
    requests([{ at: 0, what: 'send', count: 80, every: 10 }], { faults: [{ ...mute, at: 400 }] }),
  )
  expect(new Set(groups.map(({ outcome }) => outcome))).toEqual(new Set(['ok', 'TimeoutException']))
})

test('the shares of each life add up to it, to the millisecond', () => {
  const { groups } = livesOf(
    requests([{ at: 0, what: 'send', count: 20, every: 7 }], { faults: [mute], topicKnown: false }),
  )
  for (const lives of groups) {
    expect(sharesIn(lives).reduce((sum, { total }) => sum + total, 0)).toBe(lives.total)
    expect(lives.stretches.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(lives.total)
  }
})

test('each record that is told by itself lived as it did by itself, whichever batch it shares', () => {
  const calls = [{ at: 0, what: 'send', count: 45, every: 7 }] as const
  const asking = { partitions: 3, recordsPerBatch: 4, faults: [{ ...mute, at: 100 }] }
  const slow = variant('', '3.9', { 'linger.ms': 30, 'delivery.timeout.ms': 40_000 })
  for (const topicKnown of [true, false]) {
    const scenario = requests(calls, { ...asking, topicKnown, variants: [slow] })
    const trace = traceOf(scenario)
    for (const { record, stretches } of livesOf(scenario).groups) expect(stretches).toEqual(lifeOf(trace, record))
  }
})

test('a life of very many stretches is drawn in few pieces, which are as long as it', () => {
  const stretches = Array.from({ length: 500 }, (_, i) => ({ from: i * 10, to: i * 10 + 10, ...rest }))
  const long = [...stretches, { from: 5_000, to: 9_000, ...rest }]
  const pieces = piecesOf({
    records: [0],
    outcome: undefined,
    record: 0,
    total: 9_000,
    least: 9_000,
    stretches: long,
    row: -1,
  })
  expect(pieces.length).toBeLessThan(100)
  expect(pieces.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(9_000)
  expect(pieces.reduce((sum, { parts }) => sum + parts, 0)).toBe(501)
  expect(pieces.at(-1)).toMatchObject({ from: 5_000, parts: 1 })
})

const rest = { what: 'queued', rule: rules[HELD_BY_ORDER] as Rule, row: 1, batch: 0, attempt: 1 } as const

test('a run is read in pieces, to the same end', () => {
  const scenario = requests([{ at: 0, what: 'send', count: 120, every: 3 }], { faults: [mute] })
  const trace = traceOf(scenario)
  const pieces = new LivesOfRun(trace)
  for (let i = 0; i < 12; i++) {
    expect(pieces.isDone).toBe(false)
    pieces.advance(10)
  }
  expect(pieces.isDone).toBe(true)
  expect(pieces.groups).toEqual(livesOf(scenario).groups)
  expect(pieces.groups[0]?.stretches).toEqual(lifeOf(trace, pieces.groups[0]?.record ?? -1))
})

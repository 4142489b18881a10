// What is said of a stretch of a run.

import { expect, test } from 'vitest'
import { isQuiet, tellingRows } from '../../src/findings/telling.ts'
import { saidWithin } from '../../src/findings/within.ts'
import { atOf, kindOf } from '../../src/trace/trace.ts'
import { fault, presetScenario, question, traceOf } from '../support/runs.ts'

const dead = presetScenario('two-dead-of-three')
const kernelBound = traceOf(dead, 0)
const setupBound = traceOf(dead, 1)

test.each([
  ['SYNs that were lost', setupBound, 900, 2100, '2 events · 2 SYNs lost'],
  ['a silence between two of them', setupBound, 8000, 9000, 'no events'],
  [
    'a setup timeout, in the millisecond in which it was seen',
    setupBound,
    10_047,
    10_047,
    /^\d+ events · 1 setup timeout$/,
  ],
  ['the kernel, where it gave up', kernelBound, 130_000, 131_099, /1 time the kernel gave up/],
  ['what the caller got', kernelBound, 60_000, 60_000, /TimeoutException/],
  ['a connection that came to be ready', kernelBound, 131_100, 131_200, /1 connection ready/],
])('it names %s', (_, trace, from, to, said) => {
  expect(saidWithin(trace, { from, to })).toMatch(said)
})

test('it says three kinds of things at most', () => {
  const all = saidWithin(setupBound, { from: 0, to: dead.until })
  expect(all.split(' · ')).toHaveLength(4)
  expect(all).toMatch(/^\d+ events · 2 faults begin · 14 SYNs lost · 2 setup timeouts$/)
})

test('refused connections are counted', () => {
  const refused = traceOf(question(1, 300, [['2.7']], { faults: [fault(1, 'refuse')] }))
  expect(saidWithin(refused, { from: 0, to: 300 })).toMatch(/ · \d+ refused/)
})

test('both ends of the stretch count', () => {
  const first = tellingRows(setupBound).find((row) => atOf(setupBound, row) > 100) ?? 0
  const at = atOf(setupBound, first)
  expect(saidWithin(setupBound, { from: at - 1, to: at })).toBe(saidWithin(setupBound, { from: at, to: at + 1 }))
})

test('polls and draws are no events', () => {
  const rows = [...tellingRows(setupBound)]
  expect(rows.some((row) => isQuiet(kindOf(setupBound, row)))).toBe(false)
  const quiet = Array.from({ length: setupBound.rows }, (_, row) => row).filter((row) =>
    isQuiet(kindOf(setupBound, row)),
  )
  expect(rows.length + quiet.length).toBe(setupBound.rows)
})

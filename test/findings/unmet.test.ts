// Whether an edit of a fault came to anything.

import { describe, expect, test } from 'vitest'
import { isMet, sameEvents } from '../../src/findings/unmet.ts'
import type { Fault } from '../../src/scenario/scenario.ts'
import { fault, question, traceOf } from '../support/runs.ts'

/** A producer that gets its metadata within milliseconds, and then wants nothing. */
const runWith = (...faults: readonly Fault[]) => traceOf(question(1, 60_000, [['2.7']], { faults }))

describe('a fault is', () => {
  test.each<readonly [name: string, asked: Fault, met: boolean]>([
    ['met where a SYN is lost to it', fault(1, 'black hole'), true],
    ['met where a RST answers the SYN', fault(1, 'refuse'), true],
    ['met where it only makes all slower', fault(1, 'slow link', 0, 5_000), true],
    ['not met where nobody asks the broker any more', fault(1, 'black hole', 20_000, 30_000), false],
  ])('%s', (_, asked, met) => {
    expect(isMet(runWith(asked), 0)).toBe(met)
  })

  test('neither where it does not begin within the run', () => {
    expect(isMet(runWith(fault(1, 'black hole', 70_000)), 0)).toBeUndefined()
    expect(isMet(runWith({ ...fault(1, 'black hole'), on: false }), 0)).toBeUndefined()
  })
})

describe('two runs are', () => {
  test('the same where only an unmet fault has come', () => {
    expect(sameEvents(runWith(), runWith(fault(1, 'black hole', 20_000, 30_000)))).toBe(true)
  })

  test('the same as themselves', () => expect(sameEvents(runWith(), runWith())).toBe(true))

  test.each<readonly [name: string, asked: Fault]>([
    ['a SYN is lost', fault(1, 'black hole', 0, 500)],
    ['an answer comes later', { ...fault(1, 'slow link', 0, 500), slower: 1 }],
  ])('not the same where %s', (_, asked) => {
    expect(sameEvents(runWith(), runWith(asked))).toBe(false)
  })
})

// What holds for every quorum and every seed.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuorumWorld } from '../src/scenario/quorumWorld.ts'
import { seededChance } from '../src/sim/chance.ts'
import { simulateQuorum } from '../src/sim/quorum/quorum.ts'
import { run } from '../src/sim/run.ts'
import { kinds } from '../src/trace/kinds.ts'
import * as kind from '../src/trace/quorumKinds.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, restOf, ruleOf, subjectOf, type Trace } from '../src/trace/trace.ts'
import { word } from '../src/trace/vocabulary.ts'
import { configOf, cut, quorum, worlds } from './support/quorumWorlds.ts'

const RUNS = { numRuns: 100 }

const traceOf = (quorum: QuorumWorld, seed = 1): Trace => run({ quorum, seed }).trace

/** Holds a law against every row of every run; a law gives what is wrong with a row, if anything is. */
const everyRow = (law: (trace: Trace, row: number) => string | undefined): void =>
  fc.assert(
    fc.property(worlds, fc.integer({ min: 1, max: 1_000 }), (world, seed) => {
      const trace = traceOf(world, seed)
      for (let row = 0; row < trace.rows; row++) {
        const wrong = law(trace, row)
        if (wrong !== undefined) throw new Error(`row ${row}, ${kinds[kindOf(trace, row)]?.name}: ${wrong}`)
      }
    }),
    RUNS,
  )

test('the same question gives the same bytes twice', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const { digest } = traceOf(world)
      expect(traceOf(world).digest).toBe(digest)
    }),
    { numRuns: 50 },
  )
})

test('nothing comes before its cause, or before what armed it', () => {
  everyRow((trace, row) => {
    const later = [causeOf(trace, row), armedByOf(trace, row)].filter(
      (other) => other >= row || (other >= 0 && atOf(trace, other) > atOf(trace, row)),
    )
    return later.length > 0 ? `comes before row ${later}` : undefined
  })
})

test('every row of a node has a cause and a rule', () => {
  everyRow((trace, row) => {
    if (subjectOf(trace, row) === 0) return undefined
    if (causeOf(trace, row) < 0) return 'has no cause'
    return ruleOf(trace, row).id === 'none' ? 'has no rule' : undefined
  })
})

test('an epoch has one leader at most', () => {
  fc.assert(
    fc.property(worlds, fc.integer({ min: 1, max: 1_000 }), (world, seed) => {
      const trace = traceOf(world, seed)
      const leaders = new Map<number, number>()
      for (let row = 0; row < trace.rows; row++) {
        if (kindOf(trace, row) !== kind.ROLE || fieldOf(trace, row, 1) !== word('Leader')) continue
        const epoch = fieldOf(trace, row, 2)
        expect(leaders.get(epoch) ?? subjectOf(trace, row)).toBe(subjectOf(trace, row))
        leaders.set(epoch, subjectOf(trace, row))
      }
    }),
    RUNS,
  )
})

test('an epoch never falls, whatever a node lives through', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const trace = traceOf(world)
      const epochs = new Map<number, number>()
      for (let row = 0; row < trace.rows; row++) {
        if (kindOf(trace, row) !== kind.ROLE) continue
        const epoch = fieldOf(trace, row, 2)
        expect(epoch).toBeGreaterThanOrEqual(epochs.get(subjectOf(trace, row)) ?? 0)
        epochs.set(subjectOf(trace, row), epoch)
      }
    }),
    RUNS,
  )
})

test('what arrives was sent, and arrives when it was said to', () => {
  everyRow((trace, row) => {
    if (kindOf(trace, row) !== kind.ARRIVED) return undefined
    const sent = causeOf(trace, row)
    if (kindOf(trace, sent) !== kind.SENT) return 'was not sent'
    if (fieldOf(trace, sent, 0) !== fieldOf(trace, row, 0)) return 'was sent as something else'
    if (fieldOf(trace, sent, 2) !== fieldOf(trace, row, 2)) return 'has another number'
    return fieldOf(trace, sent, 5) === atOf(trace, row) ? undefined : 'should arrive at another instant'
  })
})

test('a margin is the deadline before less the instant of the good answer', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const trace = traceOf(world)
      const deadlines = new Map<number, number>()
      for (let row = 0; row < trace.rows; row++) {
        const node = subjectOf(trace, row)
        if (kindOf(trace, row) === kind.ROLE) deadlines.delete(node)
        if (kindOf(trace, row) !== kind.FETCH_TIMER) continue
        const before = deadlines.get(node)
        const left = before === undefined ? Number.NEGATIVE_INFINITY : Math.max(0, before - atOf(trace, row))
        expect(fieldOf(trace, row, 1)).toBe(left)
        deadlines.set(node, fieldOf(trace, row, 0))
      }
    }),
    RUNS,
  )
})

test('a timer that fires was armed by a row whose deadline has come', () => {
  const timers = [kind.FETCH_TIMER, kind.ELECTION_TIMER, kind.BACKOFF, kind.QUORUM_TIMER, kind.TICK]
  everyRow((trace, row) => {
    const armedBy = armedByOf(trace, row)
    // A wait names what it waits for.
    if (armedBy < 0 || !timers.includes(kindOf(trace, armedBy)) || kindOf(trace, row) === kind.WAIT) return undefined
    if (subjectOf(trace, armedBy) !== subjectOf(trace, row)) return 'was armed elsewhere'
    return fieldOf(trace, armedBy, 0) > atOf(trace, row) ? `comes before the deadline of row ${armedBy}` : undefined
  })
})

test('a parked Fetch is answered as parked, and no later than it may', () => {
  everyRow((trace, row) => {
    if (kindOf(trace, row) !== kind.UNPARKED) return undefined
    const parked = armedByOf(trace, row)
    if (kindOf(trace, parked) !== kind.PARKED) return 'was not parked'
    if (fieldOf(trace, parked, 0) !== fieldOf(trace, row, 0)) return 'was parked by another'
    return fieldOf(trace, parked, 1) === fieldOf(trace, row, 1) ? undefined : 'was parked as another'
  })
})

test('a tick tells voters other than the leader itself', () => {
  everyRow((trace, row) => {
    if (kindOf(trace, row) !== kind.TICK) return undefined
    const { node } = trace.subjects[subjectOf(trace, row)] ?? {}
    return restOf(trace, row).includes(node as number) ? 'tells the leader' : undefined
  })
})

test('a thread that spins for a day does not look each millisecond of it', () => {
  const { advance, finish } = simulateQuorum(
    quorum('kraft-4.2', 86_400_000, {
      voters: [1],
      observers: [2],
      start: 'elected',
      config: configOf({ Q: 2_147_483_647 }),
      cuts: [cut(2, 1, 0)],
    }),
    seededChance(1, true),
  )
  expect(advance(1_000)).toBe(true)
  const { trace } = finish()
  expect([trace.ended, trace.until]).toEqual(['until', 86_400_000])
  const rows = Array.from({ length: trace.rows }, (_, row) => kindOf(trace, row))
  expect(rows.filter((what) => what === kind.SPIN)).toHaveLength(1)
})

// What holds for every scenario and every seed.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ordersOf } from '../src/scenario/compile.ts'
import { begin, run } from '../src/sim/run.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, subjectOf, type Trace } from '../src/trace/trace.ts'
import { scenarios } from './scenario/arbitrary.ts'
import { CLOSE, CONNECT, DISCONNECTS, POLL, STATE } from './support/rows.ts'

/** Enough rows for a law, few enough for hundreds of runs. */
const ROWS = 3_000

/** Checks a law on the trace of every variant of many scenarios. */
function always(law: (trace: Trace) => void): void {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      for (const order of ordersOf(scenario, ROWS)) law(run(order).trace)
    }),
    { numRuns: 60 },
  )
}

function rowsOf(trace: Trace): number[] {
  return Array.from({ length: trace.rows }, (_, row) => row)
}

test('the same question twice gives the same bytes', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      for (const order of ordersOf(scenario, ROWS)) expect(run(order).trace.digest).toBe(run(order).trace.digest)
    }),
    { numRuns: 40 },
  )
})

test('a run done in slices is the run done at once', () => {
  fc.assert(
    fc.property(scenarios, fc.integer({ min: 1, max: 700 }), (scenario, slice) => {
      for (const order of ordersOf(scenario, ROWS)) {
        const sliced = begin(order)
        while (!sliced.advance(slice));
        expect(sliced.finish().trace.digest).toBe(run(order).trace.digest)
      }
    }),
    { numRuns: 20 },
  )
})

test('time never runs backwards, and no effect comes before its cause', () => {
  always((trace) => {
    for (const row of rowsOf(trace)) {
      if (row > 0) expect(atOf(trace, row)).toBeGreaterThanOrEqual(atOf(trace, row - 1))
      expect(causeOf(trace, row)).toBeLessThan(row)
      expect(armedByOf(trace, row)).toBeLessThan(row)
      if (row > 0 && kindOf(trace, row) !== POLL) expect(causeOf(trace, row)).toBeGreaterThanOrEqual(-1)
    }
  })
})

test('the states of a connection follow one another without a gap', () => {
  always((trace) => {
    const state = new Map<number, number>()
    for (const row of rowsOf(trace)) {
      if (kindOf(trace, row) !== STATE) continue
      const connection = subjectOf(trace, row)
      const before = state.get(connection)
      if (before !== undefined) expect(fieldOf(trace, row, 0)).toBe(before)
      state.set(connection, fieldOf(trace, row, 1))
    }
  })
})

test('a client has one socket to a node at a time', () => {
  always((trace) => {
    const open = new Set<number>()
    for (const row of rowsOf(trace)) {
      const connection = subjectOf(trace, row)
      if (kindOf(trace, row) === CONNECT) {
        expect(open.has(connection)).toBe(false)
        open.add(connection)
      } else if (kindOf(trace, row) === CLOSE || DISCONNECTS.includes(kindOf(trace, row))) {
        open.delete(connection)
      }
    }
  })
})

test('a select returns when it said, or earlier', () => {
  always((trace) => {
    let wakesAt = 0
    for (const row of rowsOf(trace)) {
      if (kindOf(trace, row) !== POLL) continue
      expect(atOf(trace, row)).toBeLessThanOrEqual(wakesAt)
      wakesAt = fieldOf(trace, row, 2)
    }
  })
})

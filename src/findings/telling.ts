// Which rows tell of an event. Polls, waits and draws are most of a run and tell only of the habits of a loop.

import { DRAW, POLL } from '../trace/kinds.ts'
import { WAIT } from '../trace/quorumKinds.ts'
import { atOf, kindOf, type Trace } from '../trace/trace.ts'

/** Rows that tell of the habits of a loop and not of an event. */
export const isQuiet = (kind: number): boolean => kind === POLL || kind === DRAW || kind === WAIT

const known = new WeakMap<Trace, Int32Array>()

/** The rows of a run that tell of an event, in order; gathered once a run, so that a playhead that moves each frame finds its row by halving. */
export function tellingRows(trace: Trace): Int32Array {
  const found = known.get(trace)
  if (found) return found
  const rows = new Int32Array(trace.rows)
  let count = 0
  for (let row = 0; row < trace.rows; row++) if (!isQuiet(kindOf(trace, row))) rows[count++] = row
  const telling = rows.slice(0, count)
  known.set(trace, telling)
  return telling
}

/** How many of some rows, which ascend, lie before an instant. */
export function countBefore(trace: Trace, rows: Int32Array, at: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (atOf(trace, rows[middle] as number) < at) low = middle + 1
    else high = middle
  }
  return low
}

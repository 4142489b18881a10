import { POLL } from '../trace/kinds.ts'
import { kindOf, type Trace } from '../trace/trace.ts'

/** The poll whose select returned before a row: what the loop found at that row, it found then. -1 for none. */
export function lookedBy(trace: Trace, row: number): number {
  for (let r = row - 1; r >= 0; r--) if (kindOf(trace, r) === POLL) return r
  return -1
}

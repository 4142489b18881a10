// Where neighbouring variants differ: worked out when somebody asks, at once for runs of a usual length, else in pieces between which
// the page goes on.

import { Comparison } from '../findings/difference.ts'
import type { Run } from './lab.ts'

/** Events that are compared while the page waits: a few milliseconds. */
const AT_ONCE = 20_000

const known = new WeakMap<Run, readonly Comparison[]>()

/** Each variant compared with the next. In a long run they may not be done yet. */
export function comparisonsOf(run: Run): readonly Comparison[] {
  const found = known.get(run)
  if (found) return found
  const traces = run.answers.map(({ trace }) => trace)
  const comparisons = traces.slice(1).map((trace, i) => new Comparison(traces[i] as typeof trace, trace))
  for (const comparison of comparisons) comparison.advance(AT_ONCE)
  known.set(run, comparisons)
  return comparisons
}

// What follows from a run, worked out when it is first asked for and remembered with the run.

import type { Trace } from '../trace/trace.ts'
import type { Run } from './lab.ts'

/** A function of a run that is worked out once a run. */
export function perRun<T>(work: (run: Run) => T): (run: Run) => T {
  const known = new WeakMap<Run, { readonly result: T }>()
  return (run) => {
    const found = known.get(run) ?? { result: work(run) }
    known.set(run, found)
    return found.result
  }
}

/** Something for each pair of neighbouring variants. */
export function between<T>(
  answers: Run['answers'],
  gap: (traces: readonly Trace[], first: number) => T | undefined,
): T[] {
  const traces = answers.map(({ trace }) => trace)
  return traces.slice(1).flatMap((_, first) => gap(traces, first) ?? [])
}

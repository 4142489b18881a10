// What follows from a run, worked out when it is first asked for and remembered with the run.

import type { Gap, Verdict } from '../findings/findings.ts'
import { gapOf } from '../findings/gap.ts'
import { verdictOf } from '../findings/verdict.ts'
import type { Run, Spread } from './lab.ts'

/** A function of a run that is worked out once a run. */
function perRun<T>(work: (run: Run) => T): (run: Run) => T {
  const known = new WeakMap<Run, { readonly result: T }>()
  return (run) => {
    const found = known.get(run) ?? { result: work(run) }
    known.set(run, found)
    return found.result
  }
}

/** The verdict on each variant. */
export const verdictsOf: (run: Run) => readonly Verdict[] = perRun(({ answers, scenario }) =>
  answers.map(({ trace }) => verdictOf(trace, scenario)),
)

/** The gap between each variant and the next. */
export const gapsOf: (run: Run) => readonly Gap[] = perRun(({ answers, scenario }) => {
  const traces = answers.map(({ trace }) => trace)
  return traces.slice(1).map((_, index) => gapOf(scenario, traces, index, index + 1))
})

/** Headlines under many seeds, from least to greatest; `never`: how often it did not come within the run. */
export type SeedRange = {
  readonly least: number
  readonly most: number
  readonly never: number
  readonly seeds: number
  readonly until: number
}

/** The range of one variant's headlines, undefined where no seed has one. */
export function rangeOver(spread: Spread, variant: number): SeedRange | undefined {
  const all = spread.headlines[variant] ?? []
  const came = all.filter((headline) => headline !== undefined)
  if (came.length === 0) return undefined
  const least = came.reduce((a, b) => Math.min(a, b))
  const most = came.reduce((a, b) => Math.max(a, b))
  return { least, most, never: all.length - came.length, seeds: all.length, until: spread.scenario.until }
}

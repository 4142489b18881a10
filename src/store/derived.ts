// What follows from a run, worked out when it is first asked for and remembered with the run.

import type { Gap, Verdict } from '../findings/findings.ts'
import { gapOf } from '../findings/gap.ts'
import { recordsRow } from '../findings/headline.ts'
import { verdictOf } from '../findings/verdict.ts'
import { atOf, type Trace } from '../trace/trace.ts'
import { behindPicture } from './behind.ts'
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

/** What is said of records: not before the first picture, as few questions ask for it. */
const ofRecords = behindPicture(() => import('../findings/recordVerdict.ts'))

/** For panels that follow the lab: it is another value once there are words for records, so that they say them then. */
export const wordsOfRecords = (): unknown => ofRecords()

const isOfRecords = ({ scenario }: Run): boolean => scenario.world.workload.kind === 'produce'

/** The verdict on each variant; on records, only when they were done until the words for it are there. */
export function verdictsOf(run: Run): readonly Verdict[] {
  if (!isOfRecords(run)) return clientVerdicts(run)
  return ofRecords() ? recordVerdicts(run) : run.answers.map(({ trace }) => wordless(trace))
}

const clientVerdicts = perRun(({ answers, scenario }) => answers.map(({ trace }) => verdictOf(trace, scenario)))

const recordVerdicts = perRun(({ answers }) =>
  answers.map(({ trace }) => ofRecords()?.recordVerdict(trace) ?? wordless(trace)),
)

function wordless(trace: Trace): Verdict {
  const row = recordsRow(trace)
  const headline = row < 0 ? undefined : atOf(trace, row)
  return { headline, row, sentence: [], caller: [], tone: row < 0 ? 'bad' : 'good' }
}

/** The gap between each variant and the next; none between records until the words for it are there. */
export function gapsOf(run: Run): readonly Gap[] {
  if (!isOfRecords(run)) return clientGaps(run)
  return ofRecords() ? recordGaps(run) : []
}

const clientGaps = perRun(({ answers, scenario }) => between(answers, (traces, i) => gapOf(scenario, traces, i, i + 1)))

const recordGaps = perRun(({ answers, scenario }) =>
  between(answers, (traces, i) => ofRecords()?.recordGap(scenario, traces, i, i + 1)),
)

/** Something for each pair of neighbouring variants. */
function between<T>(answers: Run['answers'], gap: (traces: readonly Trace[], first: number) => T | undefined): T[] {
  const traces = answers.map(({ trace }) => trace)
  return traces.slice(1).flatMap((_, first) => gap(traces, first) ?? [])
}

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

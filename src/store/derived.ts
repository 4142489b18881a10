// What follows from a run, worked out when it is first asked for and remembered with the run.

import type { Gap, Verdict } from '../findings/findings.ts'
import { gapOf } from '../findings/gap.ts'
import { recordsRow } from '../findings/headline.ts'
import { verdictOf } from '../findings/verdict.ts'
import { atOf, type Trace } from '../trace/trace.ts'
import { behindPicture } from './behind.ts'
import type { Run, Spread } from './lab.ts'
import { between, perRun } from './perRun.ts'

/** What is said of records and of quorums: not before the first picture, as few questions ask for it. */
const ofRecords = behindPicture(() => import('../findings/recordVerdict.ts'))
const ofQuorums = behindPicture(() => import('./quorum.ts'))

/** For panels that follow the lab: how many of these words are there, so that they say them when they come. */
export const wordsBehind = (): unknown => [ofRecords(), ofQuorums()].filter(Boolean).length

const isOfRecords = ({ scenario }: Run): boolean => scenario.world.workload.kind === 'produce'

/** The verdict on each variant; until the words for it are there, on records only when they were done, and on quorums none. */
export function verdictsOf(run: Run): readonly Verdict[] {
  if (run.scenario.lab === 'quorum') return ofQuorums()?.quorumVerdicts(run) ?? []
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

/** When each variant had its headline; of a quorum, whose headline is no instant, the moment that it leads to. undefined: never. */
export const headlinesAt = (run: Run): (number | undefined)[] =>
  verdictsOf(run).map(({ headline, of, row }, variant) => {
    const trace = run.answers[variant]?.trace
    return of === undefined || trace === undefined ? headline : row < 0 ? undefined : atOf(trace, row)
  })

/** The gap between each variant and the next; none between records and quorums until the words for it are there. */
export function gapsOf(run: Run): readonly Gap[] {
  if (run.scenario.lab === 'quorum') return ofQuorums()?.quorumGaps(run) ?? []
  if (!isOfRecords(run)) return clientGaps(run)
  return ofRecords() ? recordGaps(run) : []
}

const clientGaps = perRun(({ answers, scenario }) => between(answers, (traces, i) => gapOf(scenario, traces, i, i + 1)))

const recordGaps = perRun(({ answers, scenario }) =>
  between(answers, (traces, i) => ofRecords()?.recordGap(scenario, traces, i, i + 1)),
)

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

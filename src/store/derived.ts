// What follows from a run, worked out when it is first asked for and remembered with the run.

import type { Gap, Verdict } from '../findings/findings.ts'
import { gapOf } from '../findings/gap.ts'
import { headlineRow, sendHeadline } from '../findings/headline.ts'
import { verdictOf } from '../findings/verdict.ts'
import { asksOfSends } from '../scenario/sends.ts'
import { atOf, type Trace } from '../trace/trace.ts'
import { behindPicture } from './behind.ts'
import type { Run, Spread } from './lab.ts'
import { between, perRun } from './perRun.ts'
import { findInForce } from './running.ts'

/** What is said in the other labs: not before the first picture, as few questions ask for it. */
const others = behindPicture(() => import('../findings/byLab.ts'))

/** For panels that follow the lab: whether these words are there, so that they say them when they come. */
export const wordsBehind = (): boolean => others() !== undefined

const isClients = ({ scenario }: Run): boolean => scenario.lab === 'client'

/** The verdict on each variant; until the words for it are there, on requests only when they were done, and in the others none. */
export function verdictsOf(run: Run): readonly Verdict[] {
  if (isClients(run)) return clientVerdicts(run)
  if (others()) return otherVerdicts(run)
  return run.scenario.lab === 'requests' ? run.answers.map(({ trace }) => wordless(trace, run)) : []
}

const clientVerdicts = perRun(({ answers, scenario }) => answers.map(({ trace }) => verdictOf(trace, scenario)))

const otherVerdicts = perRun(({ answers, scenario }) =>
  answers.flatMap(({ trace }, variant) => others()?.verdictIn(trace, scenario, variant) ?? []),
)

function wordless(trace: Trace, { scenario }: Run): Verdict {
  if (asksOfSends(scenario)) return { ...sendHeadline(trace), sentence: [], caller: [], tone: 'bad' }
  const row = headlineRow(trace, undefined)
  const headline = row < 0 ? undefined : atOf(trace, row)
  return { headline, row, sentence: [], caller: [], tone: row < 0 ? 'bad' : 'good' }
}

/** When each variant had its headline; of a quorum, whose headline is no instant, the moment that it leads to. undefined: never. */
export const headlinesAt = (run: Run): (number | undefined)[] =>
  verdictsOf(run).map(({ headline, of, row }, variant) => {
    const trace = run.answers[variant]?.trace
    return of === undefined || trace === undefined ? headline : row < 0 ? undefined : atOf(trace, row)
  })

/** The gap between each variant and the next; in the other labs none until the words for it are there. */
export function gapsOf(run: Run): readonly Gap[] {
  if (isClients(run)) return clientGaps(run)
  return others() ? otherGaps(run) : []
}

const clientGaps = perRun(({ answers, scenario }) =>
  between(answers, (traces, i) => gapOf(scenario, traces, i, i + 1, findInForce())),
)

const otherGaps = perRun(({ answers, scenario }) =>
  between(answers, (traces, i) => others()?.gapIn(scenario, traces, i, i + 1)),
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

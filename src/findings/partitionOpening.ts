// Where a partition's run tells most, for whoever comes to it first.

import { STEP } from '../scenario/partitionWorld.ts'
import * as kind from '../trace/partitionKinds.ts'
import { firstRowFrom, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import { partitionFates, type RecordFate, stepAt } from './partitionRun.ts'

/** Rows of a run that tell of one thing, in order. */
type Telling = (trace: Trace) => readonly number[]

const ofRecords =
  (mark: Exclude<keyof RecordFate, 'id'>): Telling =>
  (trace) =>
    partitionFates(trace)
      .records.flatMap((record) => record[mark] ?? [])
      .sort((a, b) => a - b)

const refused: Telling = (trace) => partitionFates(trace).refused
const leaderless: Telling = (trace) => partitionFates(trace).leaderless

function blockedFrom(trace: Trace): number[] {
  const { blocked } = partitionFates(trace)
  return blocked === undefined ? [] : [blocked]
}

/** A promise that held is told by the last election that put it to the test. */
function lastElection(trace: Trace): number[] {
  for (let row = trace.rows - 1; row >= 0; row--) if (kindOf(trace, row) === kind.ELECTED) return [row]
  return []
}

const ofKind =
  (what: number, rule?: string): Telling =>
  (trace) =>
    Array.from({ length: trace.rows }, (_, row) => row).filter(
      (row) => kindOf(trace, row) === what && (rule === undefined || ruleOf(trace, row).id === rule),
    )

/** What may be told, what weighs most first. */
const tellings: readonly Telling[] = [
  ofRecords('lost'),
  ofRecords('unseen'),
  // Who leads where others stand still says more than that they do.
  ofKind(kind.ELECTED, 'elected-eligible'),
  blockedFrom,
  refused,
  leaderless,
  ofRecords('failed'),
  ofKind(kind.STAYS_OUT),
  lastElection,
  ofRecords('acked'),
]

/**
 * Variant and row of what weighs most: at the first step by which the variants part in it; where they do not, at the first one of all.
 * Undefined where nothing is told.
 */
export function tellingRow(traces: readonly Trace[]): { readonly variant: number; readonly row: number } | undefined {
  for (const telling of tellings) {
    const rows = traces.map(telling)
    const steps = traces.flatMap((trace, variant) => rows[variant]?.map((row) => stepAt(trace, row)) ?? [])
    if (steps.length === 0) continue
    const by = (step: number, variant: number): number =>
      rows[variant]?.filter((row) => stepAt(traces[variant] as Trace, row) <= step).length ?? 0
    const parts = (step: number): boolean => traces.some((_, variant) => by(step, variant) !== by(step, 0))
    steps.sort((a, b) => a - b)
    const at = steps.find(parts) ?? steps[0]
    for (const [variant, trace] of traces.entries()) {
      const row = rows[variant]?.find((row) => stepAt(trace, row) === at)
      if (row !== undefined) return { variant, row }
    }
  }
  return undefined
}

/** How much a kind of row tells of its step; those that are not here tell little. */
const weights = new Map<number, number>([
  [kind.ACKED_LOST, 9],
  [kind.VISIBLE_LOST, 8],
  [kind.WRITE_REFUSED, 7],
  [kind.WRITES_BLOCKED, 7],
  [kind.FAILED_AFTER_APPEND, 6],
  [kind.LOG_CUT, 6],
  [kind.LOG_LOST, 6],
  [kind.LOST_NO_MORE, 6],
  [kind.STAYS_OUT, 5],
  [kind.ELECTED, 5],
  [kind.OFFLINE, 5],
  [kind.ACKNOWLEDGED, 4],
  [kind.UNANSWERED, 4],
  [kind.WRITES_GO_ON, 4],
  [kind.IN_SYNC, 3],
  [kind.ELIGIBLE, 3],
  [kind.STEP, 0],
  [kind.SKIPPED, 0],
])

const weightOf = (trace: Trace, row: number): number => weights.get(kindOf(trace, row)) ?? 1

/** The row of a step that tells most of it, the first of several; undefined where the run has no such step. */
function heaviestAt(trace: Trace, step: number): number | undefined {
  let best: number | undefined
  for (let row = firstRowFrom(trace, step * STEP); row < trace.rows && stepAt(trace, row) === step; row++)
    if (best === undefined || weightOf(trace, row) > weightOf(trace, best)) best = row
  return best
}

/** Variant and row that tell of a step: the variant that is looked at where anything happens there, else the one where most does. */
export function tellingOf(
  traces: readonly Trace[],
  step: number,
  variant: number,
): { readonly variant: number; readonly row: number } | undefined {
  const found = traces.map((trace) => heaviestAt(trace, step))
  const weigh = (which: number): number => {
    const [trace, row] = [traces[which], found[which]]
    return trace === undefined || row === undefined ? -1 : weightOf(trace, row)
  }
  const most = traces.reduce((best, _, which) => (weigh(which) > weigh(best) ? which : best), variant)
  const chosen = weigh(variant) > 0 ? variant : most
  const row = found[chosen]
  return row === undefined ? undefined : { variant: chosen, row }
}

// Where a partition's run tells most, for whoever comes to it first.

import { ELECTED } from '../trace/partitionKinds.ts'
import { kindOf, type Trace } from '../trace/trace.ts'
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
  for (let row = trace.rows - 1; row >= 0; row--) if (kindOf(trace, row) === ELECTED) return [row]
  return []
}

/** What may be told, what weighs most first. */
const tellings: readonly Telling[] = [
  ofRecords('lost'),
  ofRecords('unseen'),
  blockedFrom,
  refused,
  leaderless,
  ofRecords('failed'),
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

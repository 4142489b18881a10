// What a partition's run came to: what became of each record, by which steps, and whether writes go on.

import { STEP } from '../scenario/partitionWorld.ts'
import * as kind from '../trace/partitionKinds.ts'
import { atOf, fieldOf, kindOf, restOf, ruleOf, type Trace } from '../trace/trace.ts'

/** A run of a replicated partition, whose instants are steps. */
export const isPartitions = ({ subjects }: Trace): boolean => subjects.some((subject) => subject.kind === 'controller')

/** What a producer and its consumers know of a record, each with its row; absent: it did not come to that. */
export type RecordFate = {
  readonly id: number
  readonly sent: number
  readonly acked?: number
  readonly failed?: number
  readonly unknown?: number
  /** It was acknowledged, and a leader serves without it; of those that only were visible, `unseen`. */
  readonly lost?: number
  readonly unseen?: number
}

type Fate = { -readonly [key in keyof RecordFate]: RecordFate[key] }

/** A stretch in which writes were blocked, by its rows; one that lasts to the end has no other. */
export type Standstill = { readonly from: number; readonly to?: number }

export type PartitionFates = {
  readonly records: readonly RecordFate[]
  /** The row from which writes stay blocked to the end, undefined where they go on. */
  readonly blocked: number | undefined
  readonly standstills: readonly Standstill[]
  /** Steps that were impossible, by row. */
  readonly skipped: readonly number[]
  /** Writes that were refused for want of replicas in sync, and those that found no leader, by row. */
  readonly refused: readonly number[]
  readonly leaderless: readonly number[]
}

const known = new WeakMap<Trace, PartitionFates>()

/** The fates of a run's records, worked out once. */
export function partitionFates(trace: Trace): PartitionFates {
  const found = known.get(trace)
  if (found) return found
  const fates = readFates(trace)
  known.set(trace, fates)
  return fates
}

const marks = new Map<number, Exclude<keyof RecordFate, 'id' | 'sent'>>([
  [kind.ACKNOWLEDGED, 'acked'],
  [kind.FAILED_AFTER_APPEND, 'failed'],
  [kind.UNANSWERED, 'unknown'],
  [kind.ACKED_LOST, 'lost'],
  [kind.VISIBLE_LOST, 'unseen'],
])

/** The same as it stood after a step. */
export const fatesAt = (trace: Trace, step: number): PartitionFates => readFates(trace, step * STEP)

function readFates(trace: Trace, until = Number.POSITIVE_INFINITY): PartitionFates {
  const records: Fate[] = []
  const skipped: number[] = []
  const refused: number[] = []
  const leaderless: number[] = []
  const standstills: { from: number; to?: number }[] = []
  for (let row = 0; row < trace.rows && atOf(trace, row) <= until; row++) {
    const what = kindOf(trace, row)
    const mark = marks.get(what)
    if (mark) for (const id of restOf(trace, row)) if (records[id]) (records[id] as Fate)[mark] ??= row
    if (what === kind.SENT_TO_NOBODY || what === kind.RECORD_APPENDED) {
      const id = fieldOf(trace, row, 0)
      records[id] = { id, sent: row }
    }
    if (what === kind.SKIPPED) (ruleOf(trace, row).id === 'no-leader-found' ? leaderless : skipped).push(row)
    if (what === kind.WRITE_REFUSED) refused.push(row)
    if (what === kind.WRITES_BLOCKED) standstills.push({ from: row })
    if (what === kind.WRITES_GO_ON) Object.assign(standstills.at(-1) ?? {}, { to: row })
    if (what === kind.LOST_NO_MORE) for (const id of restOf(trace, row)) found(records[id])
  }
  const last = standstills.at(-1)
  const blocked = last?.to === undefined ? last?.from : undefined
  return { records, blocked, standstills, skipped, refused, leaderless }
}

/** Whether a producer asks for no answer, acks=0: what it counts as sent was acknowledged by nobody. */
export const asksNobody = (trace: Trace, { acked }: RecordFate): boolean =>
  acked !== undefined && ruleOf(trace, acked).id === 'sent-blindly'

/** A record that a later leader has again is not lost in the end. */
function found(record: Fate | undefined): void {
  delete record?.lost
  delete record?.unseen
}

/** The step of a row, from 1; 0 before the first. */
export const stepAt = (trace: Trace, row: number): number => stepOfInstant(atOf(trace, row))

/** The last step at an instant. */
export const stepOfInstant = (at: number): number => Math.floor(at / STEP)

/** `step 4`, or `the start`. */
export const stepName = (step: number): string => (step === 0 ? 'the start' : `step ${step}`)

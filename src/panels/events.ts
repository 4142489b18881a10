// The events of a run as one list over all variants, in order of time: which rows it shows, and which of them a text is found in.

import type { Range } from '../base/range.ts'
import { sentence } from '../findings/sentence.ts'
import { isQuiet } from '../findings/telling.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Run } from '../store/lab.ts'
import { ATTEMPT, ATTEMPTED } from '../trace/callKinds.ts'
import {
  BLOCKED,
  CALL,
  CHOSEN,
  COMPLETED,
  DRAW,
  EXPIRED,
  FAULT,
  HEALED,
  LIMIT,
  LOST,
  METADATA,
  POLL,
  REACHED,
  RECEIVE,
  RUN,
  SEND,
  THROWN,
  UNBLOCKED,
} from '../trace/kinds.ts'
import * as partitionKind from '../trace/partitionKinds.ts'
import {
  APPEND,
  APPENDED,
  ASKED,
  AWAITS,
  AWAITS_MEMORY,
  BATCH,
  CALLBACK,
  CLOSED,
  FLUSHED,
  FORCE,
  FREED,
  HELD,
  KNOWN_AGAIN,
  PARTITIONS,
  THREW,
} from '../trace/producerKinds.ts'
import * as quorumKind from '../trace/quorumKinds.ts'
import { atOf, firstRowFrom, kindOf, subjectOf, type Trace } from '../trace/trace.ts'

/** What a visitor may ask for. `events` leaves polls and draws out, which are most of a run and tell little. */
export const topics = [
  'events',
  'faults',
  'caller',
  'batches',
  'metadata',
  'connections',
  'requests',
  'roles',
  'messages',
  'timers',
  'logs',
  'steps',
  'records',
  'leader',
  'ISR',
  'crashes',
  'poll loop',
  'draws',
  'everything',
] as const
export type Topic = (typeof topics)[number]

export type Filter = {
  readonly topic: Topic
  /** A subject by name; undefined: all. */
  readonly subject: string | undefined
  readonly variant: number | undefined
  /** Only what happens from its first instant to its last; undefined: all of the run. */
  readonly within: Range | undefined
}

export const noFilter: Filter = { topic: 'events', subject: undefined, variant: undefined, within: undefined }

const topicsByKind = new Map<number, Topic>([
  [RUN, 'faults'],
  [FAULT, 'faults'],
  [HEALED, 'faults'],
  [LIMIT, 'faults'],
  [CALL, 'caller'],
  [BLOCKED, 'caller'],
  [UNBLOCKED, 'caller'],
  [ATTEMPT, 'caller'],
  [ATTEMPTED, 'caller'],
  [COMPLETED, 'caller'],
  [ASKED, 'caller'],
  [AWAITS, 'caller'],
  [AWAITS_MEMORY, 'caller'],
  [PARTITIONS, 'caller'],
  [CALLBACK, 'caller'],
  [THREW, 'caller'],
  [FLUSHED, 'caller'],
  [FORCE, 'caller'],
  [CLOSED, 'caller'],
  [APPEND, 'batches'],
  [BATCH, 'batches'],
  [HELD, 'batches'],
  [FREED, 'batches'],
  [APPENDED, 'batches'],
  [KNOWN_AGAIN, 'batches'],
  [POLL, 'poll loop'],
  [THROWN, 'poll loop'],
  [METADATA, 'metadata'],
  [CHOSEN, 'metadata'],
  [DRAW, 'draws'],
  [SEND, 'requests'],
  [REACHED, 'requests'],
  [LOST, 'requests'],
  [RECEIVE, 'requests'],
  [EXPIRED, 'requests'],
  [quorumKind.HAPPENED, 'faults'],
  [quorumKind.ROLE, 'roles'],
  [quorumKind.VOTES, 'roles'],
  [quorumKind.SENT, 'messages'],
  [quorumKind.ARRIVED, 'messages'],
  [quorumKind.HANDLED, 'messages'],
  [quorumKind.MISSED, 'messages'],
  [quorumKind.IGNORED, 'messages'],
  [quorumKind.DISCONNECTED, 'messages'],
  [quorumKind.PARKED, 'messages'],
  [quorumKind.UNPARKED, 'messages'],
  [quorumKind.TICK, 'timers'],
  [quorumKind.FETCH_TIMER, 'timers'],
  [quorumKind.ELECTION_TIMER, 'timers'],
  [quorumKind.BACKOFF, 'timers'],
  [quorumKind.QUORUM_TIMER, 'timers'],
  [quorumKind.REQUEST_TIMEOUT, 'timers'],
  [quorumKind.LOG, 'logs'],
  [quorumKind.HIGH_WATERMARK, 'logs'],
  [quorumKind.WAIT, 'poll loop'],
  [quorumKind.SPIN, 'poll loop'],
  [partitionKind.STEP, 'steps'],
  [partitionKind.SKIPPED, 'steps'],
  [partitionKind.SENT_TO_NOBODY, 'records'],
  [partitionKind.RECORD_APPENDED, 'records'],
  [partitionKind.ACKNOWLEDGED, 'records'],
  [partitionKind.FAILED_AFTER_APPEND, 'records'],
  [partitionKind.UNANSWERED, 'records'],
  [partitionKind.ACKED_LOST, 'records'],
  [partitionKind.VISIBLE_LOST, 'records'],
  [partitionKind.LOST_NO_MORE, 'records'],
  [partitionKind.WRITES_BLOCKED, 'records'],
  [partitionKind.WRITES_GO_ON, 'records'],
  [partitionKind.WRITE_REFUSED, 'records'],
  [partitionKind.REPLICA_FETCH, 'logs'],
  [partitionKind.FOLLOWER_MARK, 'logs'],
  [partitionKind.LEADER_MARK, 'logs'],
  [partitionKind.LOG_CUT, 'logs'],
  [partitionKind.LOG_LOST, 'logs'],
  [partitionKind.POSITIONS_FORGOTTEN, 'logs'],
  [partitionKind.ELECTED, 'leader'],
  [partitionKind.OFFLINE, 'leader'],
  [partitionKind.TOO_FAR_BEHIND, 'ISR'],
  [partitionKind.TOO_SLOW, 'ISR'],
  [partitionKind.IN_SYNC, 'ISR'],
  [partitionKind.LAST_STAYS, 'ISR'],
  [partitionKind.ELIGIBLE, 'ISR'],
  [partitionKind.STAYS_OUT, 'ISR'],
  [partitionKind.CRASHED, 'crashes'],
  [partitionKind.RESTARTED, 'crashes'],
  [partitionKind.DETECTED, 'crashes'],
])

const topicOf = (kind: number): Topic => topicsByKind.get(kind) ?? 'connections'

const ofQuorums: readonly Topic[] = ['roles', 'messages', 'timers', 'logs']
const ofPartitions: readonly Topic[] = ['events', 'steps', 'records', 'leader', 'ISR', 'logs', 'crashes']
/** What nobody else has. */
const ofPartitionsAlone: readonly Topic[] = ['steps', 'records', 'leader', 'ISR', 'crashes']
const ofClients: readonly Topic[] = ['caller', 'batches', 'metadata', 'connections', 'requests']

/** The topics that a lab's runs have: nobody has batches where no record is sent, or roles where there is no quorum. */
export function topicsOf(lab: Scenario['lab']): readonly Topic[] {
  if (lab === 'replication') return ofPartitions
  const others = topics.filter((topic) => !ofPartitionsAlone.includes(topic))
  if (lab === 'quorum') return others.filter((topic) => !ofClients.includes(topic))
  return others.filter((topic) => !ofQuorums.includes(topic) && (lab === 'requests' || topic !== 'batches'))
}

/** The rows that are shown, as columns. `more`: how many others were left out at the end. */
export type Events = {
  readonly variant: Uint8Array
  readonly row: Int32Array
  readonly length: number
  readonly more: number
}

/** Browsers cannot scroll over more lines than about these. */
const MOST_LINES = 400_000

/** Lists the events that pass a filter. `only`: for each variant its rows that may be shown at all, 1 each. */
export function eventsOf(run: Run, filter: Filter, only?: readonly Uint8Array[]): Events {
  const traces = run.answers.map(({ trace }) => trace)
  const passing = traces.map((trace, variant) =>
    (filter.variant ?? variant) === variant ? rowsPassing(trace, filter, only?.[variant]) : new Int32Array(0),
  )
  const total = passing.reduce((sum, rows) => sum + rows.length, 0)
  const length = Math.min(total, MOST_LINES)
  return { ...merged(traces, passing, length), length, more: total - length }
}

/** Some lines of a list, as a list. */
export const onlyLines = ({ variant, row, more }: Events, lines: readonly number[]): Events => ({
  variant: Uint8Array.from(lines, (line) => variant[line] ?? 0),
  row: Int32Array.from(lines, (line) => row[line] ?? 0),
  length: lines.length,
  more,
})

function passes(kind: number, topic: Topic): boolean {
  if (topic === 'everything') return true
  return topic === 'events' ? !isQuiet(kind) : topicOf(kind) === topic
}

function rowsPassing(trace: Trace, { topic, subject, within }: Filter, only: Uint8Array | undefined): Int32Array {
  const first = within ? firstRowFrom(trace, within.from) : 0
  const end = within ? firstRowFrom(trace, within.to + 1) : trace.rows
  const rows = new Int32Array(end - first)
  let count = 0
  for (let row = first; row < end; row++) {
    if (only?.[row] === 0 || !passes(kindOf(trace, row), topic)) continue
    if (subject !== undefined && trace.subjects[subjectOf(trace, row)]?.name !== subject) continue
    rows[count++] = row
  }
  return rows.subarray(0, count)
}

/** By instant; at one instant, variant by variant. */
function merged(
  traces: readonly Trace[],
  passing: readonly Int32Array[],
  length: number,
): Pick<Events, 'variant' | 'row'> {
  const variant = new Uint8Array(length)
  const row = new Int32Array(length)
  const next = passing.map(() => 0)
  for (let line = 0; line < length; line++) {
    const from = earliest(traces, passing, next)
    variant[line] = from
    row[line] = passing[from]?.[next[from] ?? 0] ?? 0
    next[from] = (next[from] ?? 0) + 1
  }
  return { variant, row }
}

function earliest(traces: readonly Trace[], passing: readonly Int32Array[], next: readonly number[]): number {
  let best = 0
  let bestAt = Number.POSITIVE_INFINITY
  for (let variant = 0; variant < traces.length; variant++) {
    const row = passing[variant]?.[next[variant] ?? 0]
    const trace = traces[variant]
    if (row === undefined || trace === undefined) continue
    const at = atOf(trace, row)
    if (at >= bestAt) continue
    best = variant
    bestAt = at
  }
  return best
}

/** A line of the list: its variant, its row, and what it says. */
export function lineOf(
  run: Run,
  events: Events,
  line: number,
): { variant: number; row: number; at: number; says: string } {
  const variant = events.variant[line] ?? 0
  const row = events.row[line] ?? 0
  const trace = run.answers[variant]?.trace
  return { variant, row, at: trace ? atOf(trace, row) : 0, says: trace ? sentence(trace, row) : '' }
}

/** The line of a row, else the last line at or before its instant, -1 before the first. */
export function lineAt(run: Run, events: Events, variant: number, row: number): number {
  const trace = run.answers[variant]?.trace
  if (trace === undefined) return -1
  const at = row < trace.rows ? atOf(trace, row) : 0
  const end = firstLineAfter(run, events, at)
  for (let line = end - 1; line >= 0; line--) {
    if (events.variant[line] === variant && events.row[line] === row) return line
    if (lineOf(run, events, line).at < at) break
  }
  return end - 1
}

function firstLineAfter(run: Run, events: Events, at: number): number {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const trace = run.answers[events.variant[middle] ?? 0]?.trace
    if (trace !== undefined && atOf(trace, events.row[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** More lines than these are not searched: each has to be told first. */
const SEARCHED = 100_000

/** The lines in which a text is found, whatever its case. */
export function linesWith(run: Run, events: Events, text: string): readonly number[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const found: number[] = []
  for (let line = 0; line < Math.min(events.length, SEARCHED); line++) {
    if (lineOf(run, events, line).says.toLowerCase().includes(wanted)) found.push(line)
  }
  return found
}

/** The names of all subjects of a run, each once. */
export const subjectNames = (run: Run): readonly string[] => [
  ...new Set(run.answers.flatMap(({ trace }) => trace.subjects.map(({ name }) => name))),
]

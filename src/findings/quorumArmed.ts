// Which timers of a quorum are armed at an instant, and in which state each node is then. A run is read once; the cursor then asks as
// often as it moves.

import { countUpTo } from '../base/search.ts'
import { NONE } from '../trace/kinds.ts'
import * as kind from '../trace/quorumKinds.ts'
import { atOf, fieldOf, kindOf, subjectOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import type { ArmedTimer } from './findings.ts'
import { subjectAt, wordAt } from './names.ts'
import { outAt, quorumRun } from './quorum.ts'
import { named } from './quorumMessages.ts'

/** A timer of the run: armed by a row, until it fired, was set anew, or lost its reason. */
type Timer = Pick<ArmedTimer, 'row' | 'armedAt' | 'deadline'> & { readonly until: number }

/** The timers that are armed at an instant, the first to fire first. `requestTimeout`: Q of the run's nodes, always the same for one run. */
export function quorumArmedAt(trace: Trace, at: number, requestTimeout: number): ArmedTimer[] {
  const pass = known.get(trace) ?? new Pass(trace, requestTimeout)
  known.set(trace, pass)
  pass.readUpTo(at)
  return pass
    .armedAt(at)
    .map(
      ({ row, armedAt, deadline }): ArmedTimer => ({
        name: nameOf(trace, row),
        row,
        armedAt,
        deadline,
        owner: kindOf(trace, row) === kind.PARKED ? 'client' : 'setting',
      }),
    )
    .sort((a, b) => a.deadline - b.deadline || a.row - b.row)
}

const known = new WeakMap<Trace, Pass>()

type Open = { -readonly [key in keyof Timer]: Timer[key] }

/** What a timer is of, as a number: its sort, whose it is, and who else it is about. */
const FETCH = 0
const ELECTION = 1
const BACKOFF = 2
const QUORUM = 3
const TICK = 4
const REQUEST = 5
const PARKED = 6
const SORTS = 7

/** A number for all timers of one sort, of which only the last runs; `other`: a node's number, 0 where it is about nobody else. */
const keyOf = (sort: number, subject: number, other = 0): number => (subject * SORTS + sort) * 0x10000 + other

/** A run is read as far as it was asked for: nobody waits for the end of a long one to hear of its beginning. */
class Pass {
  private next = 0
  /** Of each key, by the rows that armed them. */
  private readonly timers = new Map<number, Open[]>()
  /** The keys of each subject that go with its state; and all of its keys. */
  private readonly keys = new Map<number, number[]>()

  constructor(
    private readonly trace: Trace,
    private readonly requestTimeout: number,
  ) {}

  /** Reads on to the last row of an instant. */
  readUpTo(at: number): void {
    const { trace } = this
    for (; this.next < trace.rows && atOf(trace, this.next) <= at; this.next++) this.row(this.next)
  }

  /** Those armed at an instant; what fired at it is seen at it. */
  armedAt(at: number): Timer[] {
    const armed: Timer[] = []
    for (const timers of this.timers.values()) {
      for (let i = countUpTo(timers, at, ({ armedAt }) => armedAt) - 1; i >= 0; i--) {
        const timer = timers[i] as Timer
        if (timer.until < at) break
        if (at < timer.until || timer.deadline <= at) armed.push(timer)
      }
    }
    return armed
  }

  private row(row: number): void {
    const { trace } = this
    const node = subjectOf(trace, row)
    switch (kindOf(trace, row)) {
      case kind.FETCH_TIMER:
        this.arm(keyOf(FETCH, node), row, fieldOf(trace, row, 0))
        break
      case kind.ELECTION_TIMER:
        this.arm(keyOf(ELECTION, node), row, fieldOf(trace, row, 0))
        break
      case kind.BACKOFF:
        this.arm(keyOf(BACKOFF, node), row, fieldOf(trace, row, 0))
        break
      case kind.QUORUM_TIMER:
        this.arm(keyOf(QUORUM, node), row, fieldOf(trace, row, 0))
        break
      case kind.TICK:
        this.arm(keyOf(TICK, node), row, fieldOf(trace, row, 0))
        break
      case kind.PARKED:
        this.arm(keyOf(PARKED, node, fieldOf(trace, row, 0)), row, fieldOf(trace, row, 2))
        break
      case kind.UNPARKED:
        this.end(keyOf(PARKED, node, fieldOf(trace, row, 0)), row)
        break
      case kind.SENT:
        if (!isAnswer(trace, row))
          this.arm(keyOf(REQUEST, node, fieldOf(trace, row, 1)), row, atOf(trace, row) + this.requestTimeout)
        break
      case kind.ARRIVED:
      case kind.HANDLED:
        if (isAnswer(trace, row)) this.end(keyOf(REQUEST, node, fieldOf(trace, row, 1)), row)
        break
      case kind.REQUEST_TIMEOUT:
      case kind.DISCONNECTED:
        this.end(keyOf(REQUEST, node, fieldOf(trace, row, 1)), row)
        break
      case kind.ROLE:
        // What starts with the new state comes after its row. A vote stored in a state of its like lets requests go on; a parked Fetch
        // goes with no state.
        this.endUpTo(fieldOf(trace, row, 0) === fieldOf(trace, row, 1) ? TICK : REQUEST, row, node)
        break
      case kind.HAPPENED:
        if (['stop', 'left'].includes(wordAt(trace, row, 0))) this.endUpTo(PARKED, row, node)
        break
    }
  }

  /** A timer under a key, in place of an older one. */
  private arm(key: number, row: number, deadline: number): void {
    this.end(key, row)
    if (!Number.isFinite(deadline)) return
    this.timersOf(key, subjectOf(this.trace, row)).push({
      row,
      armedAt: atOf(this.trace, row),
      deadline,
      until: Number.POSITIVE_INFINITY,
    })
  }

  private timersOf(key: number, subject: number): Open[] {
    const known = this.timers.get(key)
    if (known) return known
    const made: Open[] = []
    this.timers.set(key, made)
    const keys = this.keys.get(subject)
    if (keys) keys.push(key)
    else this.keys.set(subject, [key])
    return made
  }

  private end(key: number, row: number): void {
    const timer = this.timers.get(key)?.at(-1)
    if (timer?.until === Number.POSITIVE_INFINITY) timer.until = atOf(this.trace, row)
  }

  /** All timers of a node end, up to a sort. */
  private endUpTo(sort: number, row: number, subject: number): void {
    for (const key of this.keys.get(subject) ?? []) if (Math.floor(key / 0x10000) % SORTS <= sort) this.end(key, row)
  }
}

const isAnswer = (trace: Trace, row: number): boolean => wordAt(trace, row, 0).endsWith(' answer')

/** Whose and what a timer is, by the row that armed it. */
function nameOf(trace: Trace, row: number): string {
  const { name } = subjectAt(trace, row)
  switch (kindOf(trace, row)) {
    case kind.FETCH_TIMER:
      return `${name}'s fetch timer`
    case kind.ELECTION_TIMER:
      return `${name}'s election timer`
    case kind.BACKOFF:
      return `${name}'s election backoff`
    case kind.QUORUM_TIMER:
      return `${name}'s check-quorum`
    case kind.TICK:
      return `${name}'s BeginQuorumEpoch tick`
    case kind.PARKED:
      return `${named(trace, fieldOf(trace, row, 0))}'s Fetch, parked at ${name}`
    default:
      return `request timeout, ${name}'s ${wordAt(trace, row, 0)} to ${named(trace, fieldOf(trace, row, 1))}`
  }
}

/** A node as it is at an instant. `role`: ABSENT where it does not run. `left`: on its fetch timer, undefined: none runs. */
export type NodeState = {
  readonly node: number
  readonly name: string
  readonly role: Word
  readonly epoch: number | undefined
  readonly leader: number | undefined
  readonly logEnd: number | undefined
  readonly highWatermark: number | undefined
  readonly left: number | undefined
  readonly paused: boolean
  /** The row that its state began with, -1: it has none. */
  readonly row: number
}

/** In which state every node is at an instant. */
export function statesAt(trace: Trace, at: number): NodeState[] {
  const run = quorumRun(trace)
  return trace.subjects.flatMap(({ kind: what, node, name }, subject) => {
    if (what !== 'node' || node === undefined) return []
    const { stays } = run.of(node)
    const stay = stays[countUpTo(stays, at, (each) => each.at) - 1]
    const isGone = stay === undefined || (stay.endRow >= 0 && stay.to <= at)
    const last = (kindWanted: number): number | undefined => lastField(trace, subject, kindWanted, at)
    const deadline = stay?.role === 'Follower' ? last(kind.FETCH_TIMER) : undefined
    const isLive = !isGone
    return {
      node,
      name,
      role: isGone ? 'ABSENT' : stay.role,
      epoch: isLive ? stay.epoch : undefined,
      leader: isLive && stay.leader !== NONE ? stay.leader : undefined,
      logEnd: last(kind.LOG),
      highWatermark: isLive ? last(kind.HIGH_WATERMARK) : undefined,
      left: isLive && deadline !== undefined && Number.isFinite(deadline) ? Math.max(deadline - at, 0) : undefined,
      paused: outAt(run, node, at) === 'paused',
      row: stay?.row ?? -1,
    }
  })
}

const columns = new WeakMap<Trace, ReadonlyMap<number, readonly number[]>>()

/** The first field of the last row of a kind about a subject up to an instant, undefined: there is none. */
function lastField(trace: Trace, subject: number, what: number, at: number): number | undefined {
  const rows = columnsOf(trace).get(columnOf(what, subject)) ?? []
  const row = rows[countUpTo(rows, at, (each) => atOf(trace, each)) - 1]
  const value = row === undefined ? undefined : fieldOf(trace, row, 0)
  return value === NONE ? undefined : value
}

const shown = new Set([kind.FETCH_TIMER, kind.LOG, kind.HIGH_WATERMARK])

const columnOf = (what: number, subject: number): number => subject * 0x100 + what

function columnsOf(trace: Trace): ReadonlyMap<number, readonly number[]> {
  const found = columns.get(trace)
  if (found) return found
  const all = new Map<number, number[]>()
  for (let row = 0; row < trace.rows; row++) {
    const what = kindOf(trace, row)
    if (!shown.has(what)) continue
    const column = columnOf(what, subjectOf(trace, row))
    const rows = all.get(column)
    if (rows) rows.push(row)
    else all.set(column, [row])
  }
  columns.set(trace, all)
  return all
}

// Which timers of a quorum are armed at an instant, and in which state each node is then. A run is read once; the cursor then asks as
// often as it moves.

import { NONE } from '../trace/kinds.ts'
import * as kind from '../trace/quorumKinds.ts'
import type { Owner } from '../trace/rules.ts'
import { atOf, fieldOf, kindOf, subjectOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import type { ArmedTimer } from './findings.ts'
import { subjectAt, wordAt } from './names.ts'
import { quorumRun } from './quorum.ts'
import { named } from './quorumMessages.ts'

/** A timer of the run: armed by a row, until it fired, was set anew, or lost its reason. */
type Timer = ArmedTimer & { readonly until: number }

/** The timers that are armed at an instant, the first to fire first. `requestTimeout`: Q of the run's nodes, always the same for one run. */
export function quorumArmedAt(trace: Trace, at: number, requestTimeout: number): ArmedTimer[] {
  return timersOf(trace, requestTimeout)
    .filter(({ armedAt, until, deadline }) => armedAt <= at && (at < until || (at === until && deadline <= at)))
    .map(({ until: _, ...timer }) => timer)
    .sort((a, b) => a.deadline - b.deadline || a.row - b.row)
}

const known = new WeakMap<Trace, readonly Timer[]>()

function timersOf(trace: Trace, requestTimeout: number): readonly Timer[] {
  const found = known.get(trace)
  if (found) return found
  const pass = new Pass(trace, requestTimeout)
  for (let row = 0; row < trace.rows; row++) pass.row(row)
  known.set(trace, pass.timers)
  return pass.timers
}

type Open = { -readonly [key in keyof Timer]: Timer[key] }

/** What a state holds goes with it; a request's slot goes with every state that is replaced, a parked Fetch does not. */
const ofState = ['fetch', 'election', 'backoff', 'quorum', 'tick', 'request']

class Pass {
  readonly timers: Open[] = []
  private readonly open = new Map<string, Open>()

  constructor(
    private readonly trace: Trace,
    private readonly requestTimeout: number,
  ) {}

  row(row: number): void {
    const { trace } = this
    const node = subjectOf(trace, row)
    const name = subjectAt(trace, row).name
    switch (kindOf(trace, row)) {
      case kind.FETCH_TIMER:
        this.arm(`fetch ${node}`, `${name}'s fetch timer`, row, fieldOf(trace, row, 0))
        break
      case kind.ELECTION_TIMER:
        this.arm(`election ${node}`, `${name}'s election timer`, row, fieldOf(trace, row, 0))
        break
      case kind.BACKOFF:
        this.arm(`backoff ${node}`, `${name}'s election backoff`, row, fieldOf(trace, row, 0))
        break
      case kind.QUORUM_TIMER:
        this.arm(`quorum ${node}`, `${name}'s check-quorum`, row, fieldOf(trace, row, 0))
        break
      case kind.TICK:
        this.arm(`tick ${node}`, `${name}'s BeginQuorumEpoch tick`, row, fieldOf(trace, row, 0))
        break
      case kind.PARKED: {
        const whose = named(trace, fieldOf(trace, row, 0))
        this.arm(
          `parked ${node} ${whose}`,
          `${whose}'s Fetch, parked at ${name}`,
          row,
          fieldOf(trace, row, 2),
          'client',
        )
        break
      }
      case kind.UNPARKED:
        this.end(`parked ${node} ${named(trace, fieldOf(trace, row, 0))}`, row)
        break
      case kind.SENT:
        this.sent(row, node, name)
        break
      case kind.ARRIVED:
      case kind.HANDLED:
        if (wordAt(trace, row, 0).endsWith(' answer')) this.end(`request ${node} ${fieldOf(trace, row, 1)}`, row)
        break
      case kind.REQUEST_TIMEOUT:
      case kind.DISCONNECTED:
        this.end(`request ${node} ${fieldOf(trace, row, 1)}`, row)
        break
      case kind.ROLE:
        this.role(row, node)
        break
      case kind.HAPPENED:
        if (['stop', 'left'].includes(wordAt(trace, row, 0))) this.endAll(row, node, [...ofState, 'parked'])
        break
    }
  }

  private sent(row: number, node: number, name: string): void {
    const { trace } = this
    const message = wordAt(trace, row, 0)
    if (message.endsWith(' answer')) return
    const to = fieldOf(trace, row, 1)
    const deadline = atOf(trace, row) + this.requestTimeout
    this.arm(`request ${node} ${to}`, `request timeout, ${name}'s ${message} to ${named(trace, to)}`, row, deadline)
  }

  /** What starts with the new state comes after its row. A vote stored in a state of its like lets requests go on. */
  private role(row: number, node: number): void {
    const isLike = fieldOf(this.trace, row, 0) === fieldOf(this.trace, row, 1)
    this.endAll(row, node, isLike ? ofState.filter((each) => each !== 'request') : ofState)
  }

  /** A timer under a key, in place of an older one. */
  private arm(key: string, name: string, row: number, deadline: number, owner: Owner = 'setting'): void {
    this.end(key, row)
    if (!Number.isFinite(deadline)) return
    const armedAt = atOf(this.trace, row)
    const timer = { name, row, armedAt, deadline, owner, until: Number.POSITIVE_INFINITY }
    this.timers.push(timer)
    this.open.set(key, timer)
  }

  private end(key: string, row: number): void {
    const timer = this.open.get(key)
    if (!timer) return
    timer.until = atOf(this.trace, row)
    this.open.delete(key)
  }

  private endAll(row: number, node: number, keys: readonly string[]): void {
    for (const key of [...this.open.keys()])
      if (keys.some((each) => key === `${each} ${node}` || key.startsWith(`${each} ${node} `))) this.end(key, row)
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
    const stay = run.stays.findLast((each) => each.node === node && each.at <= at)
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
      paused: run.outs.some((out) => out.node === node && out.what === 'paused' && out.at <= at && at < out.to),
      row: stay?.row ?? -1,
    }
  })
}

const columns = new WeakMap<Trace, ReadonlyMap<string, readonly number[]>>()

/** The first field of the last row of a kind about a subject up to an instant, undefined: there is none. */
function lastField(trace: Trace, subject: number, what: number, at: number): number | undefined {
  const rows = columnsOf(trace).get(`${what} ${subject}`)
  const row = rows?.findLast((each) => atOf(trace, each) <= at)
  const value = row === undefined ? undefined : fieldOf(trace, row, 0)
  return value === NONE ? undefined : value
}

const shown = new Set([kind.FETCH_TIMER, kind.LOG, kind.HIGH_WATERMARK])

function columnsOf(trace: Trace): ReadonlyMap<string, readonly number[]> {
  const found = columns.get(trace)
  if (found) return found
  const all = new Map<string, number[]>()
  for (let row = 0; row < trace.rows; row++) {
    const what = kindOf(trace, row)
    if (!shown.has(what)) continue
    const key = `${what} ${subjectOf(trace, row)}`
    const rows = all.get(key)
    if (rows) rows.push(row)
    else all.set(key, [row])
  }
  columns.set(trace, all)
  return all
}

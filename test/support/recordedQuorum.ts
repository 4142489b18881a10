// A recording of the real raft classes as a trace, for whoever reads traces: all that happened, without causes but for messages, timers and
// what answered a parked Fetch. Times, roles and messages are the real ones.

import { readFileSync } from 'node:fs'
import type { PicturedWorld } from '../../src/lanes/quorum.ts'
import { NONE, RUN } from '../../src/trace/kinds.ts'
import * as kind from '../../src/trace/quorumKinds.ts'
import { NO_RULE } from '../../src/trace/rules.ts'
import type { Trace } from '../../src/trace/trace.ts'
import { type Word, word } from '../../src/trace/vocabulary.ts'
import { TraceWriter } from '../../src/trace/writer.ts'

type Plain = string | number | null
type Event = readonly [at: number, what: string, ...rest: (Plain | readonly number[])[]]
type StartNode = { readonly role: string | null; readonly [name: string]: unknown }

export type Recording = {
  readonly id: string
  readonly input: {
    readonly voters: readonly number[]
    readonly observers: readonly number[]
    readonly config: Readonly<Record<'F' | 'E' | 'X' | 'Q' | 'B' | 'linger' | 'W', number>>
    readonly latency: { readonly default: number; readonly links: readonly (readonly [number, number, number])[] }
    readonly start: {
      readonly nodes: Readonly<Record<string, StartNode>>
      readonly wire: readonly (readonly Plain[])[]
    }
    readonly until: number
  }
  readonly events: readonly Event[]
}

const FILE = new URL('../golden/quorum.spec.jsonl', import.meta.url)

/** A recording by its id, such as `quorum-spec/kraft-3.9/G11`. */
export function recordingOf(id: string, file: URL | string = FILE): Recording {
  for (const line of readFileSync(file, 'utf8').split('\n'))
    if (line.startsWith(`{"id":"${id}",`)) return JSON.parse(line) as Recording
  throw new Error(`no recording ${id}`)
}

const messages: Readonly<Record<string, string>> = {
  BQE: 'BeginQuorumEpoch',
  EQE: 'EndQuorumEpoch',
  UpdateVoter: 'UpdateRaftVoter',
}

const messageOf = (name: string): Word =>
  (name.endsWith('.r')
    ? `${messages[name.slice(0, -2)] ?? name.slice(0, -2)} answer`
    : (messages[name] ?? name)) as Word

export function worldOf({ input }: Recording): PicturedWorld {
  const { F, E, X, Q, B, linger, W } = input.config
  return {
    observers: input.observers,
    config: {
      fetchTimeout: F,
      electionTimeout: E,
      electionBackoffMax: X,
      requestTimeout: Q,
      retryBackoff: B,
      appendLinger: linger,
      maxFetchWait: W,
    } as PicturedWorld['config'],
    latency: input.latency.default as PicturedWorld['latency'],
    latencies: input.latency.links.map(([from, to, latency]) => ({ from, to, at: 0, latency }) as never),
    cuts: [],
    losses: [],
    faults: [],
  }
}

/** What a timer is called in the start of a recording, and the kind of its row. */
const startTimers = [
  ['fetchTimer', kind.FETCH_TIMER],
  ['electionTimer', kind.ELECTION_TIMER],
  ['quorumTimer', kind.QUORUM_TIMER],
] as const

export function traceOf(recording: Recording): Trace {
  return new Recorded(recording).finish()
}

class Recorded {
  private readonly writer: TraceWriter
  private readonly nodes: readonly number[]
  /** By what it is about: the row that a later one names. */
  private readonly rows = new Map<string, number>()
  private readonly deadlines = new Map<number, number>()
  private begun: readonly [at: number, row: number] = [-1, -1]

  constructor(private readonly recording: Recording) {
    const { voters, observers } = recording.input
    this.nodes = [...voters, ...observers].sort((a, b) => a - b)
    this.writer = new TraceWriter([
      { kind: 'run', name: 'run' },
      ...this.nodes.map((node, host) => ({ kind: 'node', name: `n${node}`, node, host }) as const),
    ])
    this.writer.row(0, 0, RUN, NO_RULE, -1, -1)
  }

  finish(): Trace {
    const { input, events } = this.recording
    for (const node of this.nodes) this.starts(node, input.start.nodes[node])
    for (const [, from, to, message, nth, epoch] of input.start.wire)
      this.sent(0, from as number, to as number, message as string, nth as number, [epoch as Plain])
    for (const [i, event] of events.entries()) this.event(event, events[i + 1])
    return this.writer.finish(input.until, 'until')
  }

  private starts(node: number, start: StartNode | undefined): void {
    if (!start?.role) return
    const [epoch, leader] = [start['epoch'] as number, start['leader'] as number | null]
    this.row(0, node, kind.ROLE, [word('ABSENT'), word(start.role as Word), epoch, leader ?? NONE])
    for (const [name, what] of startTimers) {
      const deadline = start[name]
      if (typeof deadline === 'number') this.timer(0, node, what, deadline, NONE)
    }
  }

  private event([at, what, ...rest]: Event, next: Event | undefined): void {
    const [a, b, c, d, e] = rest as [number, number, number, number, number]
    switch (what) {
      case 'SEND': {
        const [from, to, message, nth, ...more] = rest as [number, number, string, number, ...Plain[]]
        const isLost =
          next?.[1] === 'LOST' && next[2] === from && next[3] === to && next[4] === message && next[5] === nth
        this.sent(at, from, to, message, nth, more, isLost)
        break
      }
      case 'LOST':
      case 'RESET':
        this.message(at, a, b, what === 'LOST' ? kind.MISSED : kind.DISCONNECTED, c as never, d)
        break
      case 'ARRIVE':
      case 'HANDLE':
      case 'IGNORE':
        this.arrived(at, a, b, what, c as never, d)
        break
      case 'ROLE':
        this.role(at, a, rest)
        break
      case 'PARK':
        this.rows.set(`park ${a} ${b} ${c}`, this.row(at, a, kind.PARKED, [b, c, d]))
        break
      case 'ANSWER': {
        const cause = this.rows.get(`${{ append: 'log', hw: 'mark', failed: 'role' }[d as never] ?? 'none'} ${a}`) ?? -1
        this.row(at, a, kind.UNPARKED, [b, c], cause, this.rows.get(`park ${a} ${b} ${c}`))
        break
      }
      case 'FETCH_TIMER':
        this.timer(at, a, kind.FETCH_TIMER, b, (this.deadlines.get(a) ?? NONE) - at)
        break
      case 'ELECTION_TIMER':
        this.timer(at, a, kind.ELECTION_TIMER, b, NONE)
        break
      case 'BACKOFF':
        this.timer(at, a, kind.BACKOFF, b, NONE)
        break
      case 'QUORUM_TIMER':
        this.timer(at, a, kind.QUORUM_TIMER, b, NONE)
        break
      case 'LOG':
        this.rows.set(`log ${a}`, this.row(at, a, kind.LOG, [b, c]))
        break
      case 'HW':
        this.rows.set(`mark ${a}`, this.row(at, a, kind.HIGH_WATERMARK, [b ?? NONE]))
        break
      case 'VOTES':
        this.row(at, a, kind.VOTES, [b, c])
        break
      case 'TICK':
        this.row(at, a, kind.TICK, [b, ...(rest[2] as readonly number[])])
        break
      case 'SPIN':
        this.row(at, a, kind.SPIN, [])
        break
      case 'FAULT':
        this.row(at, b, kind.HAPPENED, [word(a as never), NONE])
        break
      default:
        throw new Error(`no ${what} ${e}`)
    }
  }

  private sent(
    at: number,
    from: number,
    to: number,
    name: string,
    nth: number,
    more: readonly Plain[],
    isLost = false,
  ): void {
    const { latency } = this.recording.input
    const link = latency.links.find((each) => each[0] === from && each[1] === to)
    const arrivesAt = isLost ? Number.POSITIVE_INFINITY : at + (link?.[2] ?? latency.default)
    const [epoch, ...others] = more
    const isAnswer = name.endsWith('.r')
    const error = isAnswer ? ((others.shift() ?? 'NONE') as Word) : 'NONE'
    const rest = others.flat().map((value) => (typeof value === 'boolean' ? Number(value) : (value ?? NONE)) as number)
    const fields = [word(messageOf(name)), to, nth, (epoch ?? NONE) as number, word(error), arrivesAt, ...rest]
    this.rows.set(`${from} ${to} ${name} ${nth}`, this.row(at, from, kind.SENT, fields))
  }

  private message(at: number, from: number, to: number, what: number, name: string, nth: number): void {
    this.row(at, from, what, [word(messageOf(name)), to, nth], this.rows.get(`${from} ${to} ${name} ${nth}`))
  }

  private arrived(
    at: number,
    from: number,
    to: number,
    what: 'ARRIVE' | 'HANDLE' | 'IGNORE',
    name: string,
    nth: number,
  ): void {
    const kinds = { ARRIVE: kind.ARRIVED, HANDLE: kind.HANDLED, IGNORE: kind.IGNORED }
    const cause = this.rows.get(`${from} ${to} ${name} ${nth}`)
    const row = this.row(at, to, kinds[what], [word(messageOf(name)), from, nth], cause)
    if (what !== 'IGNORE') this.begun = [at, row]
  }

  /** A timer that is due brought it about, else the message handled then. */
  private role(at: number, node: number, [, from, to, epoch, leader]: readonly unknown[]): void {
    const armedBy = ['FETCH_TIMER', 'ELECTION_TIMER', 'BACKOFF', 'QUORUM_TIMER']
      .map((name) => this.rows.get(`${name} ${node} ${at}`))
      .find((row) => row !== undefined)
    const words = [word((from ?? 'ABSENT') as Word), word(to as Word)]
    const cause = this.begun[0] === at && armedBy === undefined ? this.begun[1] : -1
    this.rows.set(
      `role ${node}`,
      this.row(at, node, kind.ROLE, [...words, epoch as number, (leader ?? NONE) as number], cause, armedBy),
    )
    this.deadlines.delete(node)
  }

  private timer(at: number, node: number, what: number, deadline: number | null, left: number): void {
    const fields = [deadline ?? Number.POSITIVE_INFINITY, ...(what === kind.FETCH_TIMER ? [left] : [])]
    const row = this.row(at, node, what, fields)
    const name = {
      [kind.FETCH_TIMER]: 'FETCH_TIMER',
      [kind.ELECTION_TIMER]: 'ELECTION_TIMER',
      [kind.BACKOFF]: 'BACKOFF',
      [kind.QUORUM_TIMER]: 'QUORUM_TIMER',
    }[what]
    this.rows.set(`${name} ${node} ${deadline}`, row)
    if (what === kind.FETCH_TIMER) this.deadlines.set(node, deadline ?? Number.POSITIVE_INFINITY)
  }

  private row(at: number, node: number, what: number, fields: readonly number[], cause = -1, armedBy = -1): number {
    const row = this.writer.row(at, this.nodes.indexOf(node) + 1, what, NO_RULE, cause, armedBy)
    for (const field of fields) this.writer.field(field)
    return row
  }
}

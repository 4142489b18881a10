// Traces of raft nodes written by hand, a call a row: for what can be said of a run before, and besides, what an engine makes of it.

import { type Instant, instant, ms, NEVER } from '../../src/base/time.ts'
import { quorumRun, reignsOf, stretchesOf } from '../../src/findings/quorum.ts'
import type { QuorumBehaviour } from '../../src/scenario/quorumBehaviours.ts'
import type { Cut, QuorumWorld } from '../../src/scenario/quorumWorld.ts'
import { FAULT, HEALED, NONE, RUN } from '../../src/trace/kinds.ts'
import * as kind from '../../src/trace/quorumKinds.ts'
import { NO_RULE } from '../../src/trace/rules.ts'
import type { Subject, Trace } from '../../src/trace/trace.ts'
import { type Word, word } from '../../src/trace/vocabulary.ts'
import { TraceWriter } from '../../src/trace/writer.ts'

/** What brought a row about: a cause, what armed the timer that fired, and its rule. */
type Because = { readonly cause?: number; readonly armedBy?: number; readonly rule?: number }

/** When no node was Leader, and when several were at once. A leader that is paused or cut off is one until it knows better. */
export const leadershipOf = (trace: Trace) => stretchesOf(trace, reignsOf(quorumRun(trace)))

/** A world of so many voters, 10 ms apart, with F = 2000 and Kafka's other defaults. */
export const quorumWorld = (voters: number, change: Partial<QuorumWorld> = {}): QuorumWorld => ({
  lab: 'quorum',
  until: instant(5000),
  behaviour: { beginQuorumEpoch: 'every voter' } as QuorumBehaviour,
  config: {
    fetchTimeout: ms(2000),
    electionTimeout: ms(1000),
    electionBackoffMax: ms(1000),
    requestTimeout: ms(2000),
    retryBackoff: ms(20),
    appendLinger: ms(25),
    maxFetchWait: ms(500),
  },
  voters: Array.from({ length: voters }, (_, i) => i + 1),
  observers: [],
  latency: ms(10),
  latencies: [],
  cuts: [],
  losses: [],
  events: [],
  faults: [],
  start: 'steady',
  rowLimit: 1_000_000,
  ...change,
})

/** What `from` sends to `to` is lost, in a stretch. */
export const cut = (from: number, to: number, at = 0, until: Instant = NEVER): Cut => ({
  from,
  to,
  at: instant(at),
  until,
  fault: 0,
})

/** A run that is told row by row. Nodes are numbered from 1; `at` is the instant of the rows that follow. */
export class QuorumStory {
  at = 0
  private readonly writer: TraceWriter

  constructor(nodes: number) {
    const subjects: Subject[] = Array.from({ length: nodes }, (_, i) => ({
      kind: 'node',
      name: `n${i + 1}`,
      node: i + 1,
      host: i,
    }))
    this.writer = new TraceWriter([{ kind: 'run', name: 'run' }, ...subjects])
    this.row(0, RUN, [])
  }

  row(node: number, what: number, fields: readonly number[], because: Because = {}): number {
    const { cause = -1, armedBy = -1, rule = NO_RULE } = because
    const row = this.writer.row(this.at, node, what, rule, cause, armedBy)
    for (const field of fields) this.writer.field(field)
    return row
  }

  role(node: number, from: Word, to: Word, epoch: number, leader = NONE, because: Because = {}): number {
    return this.row(node, kind.ROLE, [word(from), word(to), epoch, leader], because)
  }

  sent(
    node: number,
    message: Word,
    to: number,
    rest: readonly number[] = [],
    latency = 10,
    because: Because = {},
  ): number {
    const arrives = Number.isFinite(latency) ? this.at + latency : NEVER
    return this.row(node, kind.SENT, [word(message), to, 1, 1, NONE, arrives, ...rest], because)
  }

  arrived(node: number, message: Word, from: number, cause = -1): number {
    return this.row(node, kind.ARRIVED, [word(message), from, 1], { cause })
  }

  missed(node: number, message: Word, to: number, cause: number, armedBy = -1): number {
    return this.row(node, kind.MISSED, [word(message), to, 1], { cause, armedBy })
  }

  fetchTimer(node: number, length: number, left = NONE, cause = -1): number {
    return this.row(node, kind.FETCH_TIMER, [this.at + length, left], { cause })
  }

  happened(node: number, what: Word, fault = NONE): number {
    return this.row(node, kind.HAPPENED, [word(what), fault])
  }

  /** `hits`: the other end of the link, which way of it, the message that is lost and its number. */
  fault(node: number, what: Word, until: number = NEVER, ...hits: readonly (number | Word)[]): number {
    const numbers = hits.map((value) => (typeof value === 'number' ? value : word(value)))
    return this.row(node, FAULT, [0, word(what), until, ...numbers])
  }

  healed(node: number, what: Word, fault: number): number {
    return this.row(node, HEALED, [0, word(what)], { cause: fault, armedBy: fault })
  }

  finish(until = 5000): Trace {
    return this.writer.finish(until, 'until')
  }
}

/** n1 leads epoch 1 of so many voters, and the others follow it with a fresh fetch timer; gives the row of each one's timer. */
export function steady(story: QuorumStory, voters: number, length = 2000): number[] {
  story.role(1, 'ABSENT', 'Leader', 1, 1)
  const timers: number[] = [-1, -1]
  for (let node = 2; node <= voters; node++) {
    story.role(node, 'ABSENT', 'Follower', 1, 1)
    timers[node] = story.fetchTimer(node, length)
  }
  return timers
}

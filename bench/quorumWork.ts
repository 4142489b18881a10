// A workload of the steady quorum as a world of the engine's. Its dice fall in an order of the workload's own (one roll a message, as they
// are sent; at equal instants as they were asked for), which is not that of a quorum's instants: so they are rolled here, once, and the
// world is told which message of each kind is lost on each way.

import { instant, ms, NEVER } from '../src/base/time.ts'
import { quorumBehaviours } from '../src/scenario/quorumBehaviours.ts'
import type { MessageKind, MessageLoss, QuorumWorld } from '../src/scenario/quorumWorld.ts'
import type { Chance } from '../src/sim/chance.ts'
import { EventQueue } from '../src/sim/engine/queue.ts'
import { ARRIVED, REQUEST_TIMEOUT, TICK, UNPARKED } from '../src/trace/quorumKinds.ts'
import { fieldOf, kindOf, type Trace } from '../src/trace/trace.ts'
import { word } from '../src/trace/vocabulary.ts'

/** Times in ms. Each follower has its one-way latencies to (`up`) and from (`down`) the leader; `loss`: the chance of a message. */
export type Workload = {
  readonly nodes: number
  /** Fetch timeout, longest wait of a Fetch, request timeout. */
  readonly F: number
  readonly W: number
  readonly Q: number
  readonly until: number
  readonly loss: number
  readonly seed: number
  readonly up: readonly number[]
  readonly down: readonly number[]
}

const LEADER = 1
const idOf = (follower: number): number => follower + 2

export function worldOf(workload: Workload): QuorumWorld {
  const { nodes, F, W, Q, until, up, down } = workload
  const at = instant(0)
  return {
    lab: 'quorum',
    until: instant(until),
    behaviour: quorumBehaviours['kraft-3.9'],
    config: {
      fetchTimeout: ms(F),
      electionTimeout: ms(1000),
      electionBackoffMax: ms(1000),
      requestTimeout: ms(Q),
      retryBackoff: ms(20),
      appendLinger: ms(25),
      maxFetchWait: ms(W),
    },
    voters: Array.from({ length: nodes }, (_, n) => n + 1),
    observers: [],
    latency: ms(0),
    latencies: [
      ...up.map((latency, n) => ({ from: idOf(n), to: LEADER, at, latency: ms(latency) })),
      ...down.map((latency, n) => ({ from: LEADER, to: idOf(n), at, latency: ms(latency) })),
    ],
    cuts: [],
    losses: lossesOf(workload),
    events: [],
    faults: [],
    start: 'steady',
    rowLimit: NEVER,
  }
}

/** Whose Fetch went unanswered asks a voter by chance (3.9.1); in the workload it asks the leader again, who is the first. */
export const firstVoter: Chance = { draw: () => 0, order: (_at, _name, keys) => [...keys] }

// What comes off the workload's queue, as far as it sends anything.
const [FETCH, PARK, ANSWER, TICKS, BEGIN, ACK, TIMER] = [0, 1, 2, 3, 4, 5, 6] as const
const sentAs: { readonly [kind: number]: MessageKind } = {
  [FETCH]: 'Fetch',
  [ANSWER]: 'Fetch answer',
  [BEGIN]: 'BeginQuorumEpoch',
  [ACK]: 'BeginQuorumEpoch answer',
}

/** Rolls the dice of a workload in its own order. */
function lossesOf({ F, W, Q, until, loss, seed, up, down }: Workload): MessageLoss[] {
  const lost: MessageLoss[] = []
  const limit = Math.floor(loss * 0x1_0000_0000)
  if (limit === 0) return lost
  const queue = new EventQueue()
  const push = (at: number, kind: number, who: number, id: number): void => queue.push(at, 0, 0, kind, who, id, -1)
  const followers = up.map(() => ({ fetch: 0, begin: 0, isBeginning: false, begunAt: 0, sent: [0, 0, 0, 0, 0, 0] }))
  const follower = (who: number) => followers[who] as (typeof followers)[number]
  let dice = seed
  const send = (now: number, kind: number, who: number, id: number): void => {
    const { sent } = follower(who)
    const nth = (sent[kind] ?? 0) + 1
    sent[kind] = nth
    dice ^= dice << 13
    dice ^= dice >>> 17
    dice ^= dice << 5
    const isUp = kind === FETCH || kind === ACK
    if (dice >>> 0 >= limit) return push(now + ((isUp ? up : down)[who] ?? 0), kind, who, id)
    lost.push({
      from: isUp ? idOf(who) : LEADER,
      to: isUp ? LEADER : idOf(who),
      message: sentAs[kind] as MessageKind,
      nth,
      since: instant(0),
      until: NEVER,
      toldAfter: undefined,
      fault: -1,
    })
  }
  const fetch = (now: number, who: number): void => {
    const id = ++follower(who).fetch
    send(now, FETCH, who, id)
    push(now + Q, TIMER, who, id)
  }
  const begin = (now: number, who: number): void => {
    const to = follower(who)
    if (to.isBeginning && now < to.begunAt + Q) return
    to.isBeginning = true
    to.begunAt = now
    send(now, BEGIN, who, ++to.begin)
  }
  push(F >> 1, TICKS, 0, 0)
  followers.forEach((_, who) => fetch(0, who))
  while (queue.next() <= until) {
    queue.take()
    const { at, kind, a: who, b: id } = queue
    if (kind === FETCH) push(at + W, PARK, who, id)
    else if (kind === PARK) send(at, ANSWER, who, id)
    else if (kind === BEGIN) send(at, ACK, who, id)
    else if (kind === ACK) follower(who).isBeginning &&= follower(who).begin !== id
    else if (kind === TICKS) {
      followers.forEach((_, to) => begin(at, to))
      push(at + (F >> 1), TICKS, 0, 0)
    } else if (follower(who).fetch === id) fetch(at, who)
  }
  return lost
}

const FETCH_WORD = word('Fetch')
const arrivals = new Set(Object.values(sentAs).map(word))

/** The rows that are what the workload counts as events, whatever else the trace tells. */
export function realRows(trace: Trace): number {
  let real = 0
  for (let row = 0; row < trace.rows; row++) if (isReal(trace, row)) real++
  return real
}

function isReal(trace: Trace, row: number): boolean {
  const kind = kindOf(trace, row)
  if (kind === ARRIVED) return arrivals.has(fieldOf(trace, row, 0))
  // A slot of the leader's that is too old is no event there: its next tick finds it so.
  if (kind === REQUEST_TIMEOUT) return fieldOf(trace, row, 0) === FETCH_WORD
  return kind === UNPARKED || kind === TICK
}

// Models      the ways between nodes: latency by direction, cuts, the nth message of a kind lost, connections that reset.
// Kafka       raft/KafkaNetworkChannel as a raft thread sees it.
// Leaves out  connections, their setup and their backoff (kraft.md 4.4).

import { type Instant, NEVER } from '../../base/time.ts'
import { type MessageLoss, messageKinds, type QuorumWorld } from '../../scenario/quorumWorld.ts'
import { NONE } from '../../trace/kinds.ts'
import { MISSED, SENT } from '../../trace/quorumKinds.ts'
import * as rule from '../../trace/quorumRules.ts'
import type { TraceWriter } from '../../trace/writer.ts'
import type { Clock } from './clock.ts'
import { Losses } from './losses.ts'
import type { Message, Messages } from './messages.ts'
import { ANSWER, BEGIN, END, errorWords, FETCH, MESSAGES, messageWords, NOBODY, UPDATE_VOTER } from './words.ts'

export class Network {
  private readonly latency: Float64Array
  /** By way: how many cuts lie over it, and the fault of the one that came last. */
  private readonly cuts: Int32Array
  private readonly cutBy: Int32Array
  private readonly sent: Int32Array
  private readonly losses: Losses
  private readonly nodes: number

  /**
   * @param ids the nodes by index
   * @param faultRow the row with which a fault began, -1 for none
   */
  constructor(
    world: QuorumWorld,
    private readonly ids: readonly number[],
    private readonly clock: Clock,
    private readonly writer: TraceWriter,
    private readonly messages: Messages,
    private readonly faultRow: (fault: number) => number,
  ) {
    this.nodes = ids.length
    const ways = this.nodes * this.nodes
    this.latency = new Float64Array(ways).fill(world.latency)
    this.cuts = new Int32Array(ways)
    this.cutBy = new Int32Array(ways).fill(NOBODY)
    this.sent = new Int32Array(ways * MESSAGES)
    this.scheduleLatencies(world)
    this.scheduleCuts(world)
    this.losses = new Losses(world.losses, ways * MESSAGES, (loss) => this.streamOf(loss))
  }

  private way(from: number, to: number): number {
    return this.ids.indexOf(from) * this.nodes + this.ids.indexOf(to)
  }

  private scheduleLatencies({ latencies }: QuorumWorld): void {
    const set = this.clock.onHappening((way, n) => {
      this.latency[way] = latencies[n]?.latency ?? 0
    })
    latencies.forEach(({ from, to, at, latency }, n) => {
      const way = this.way(from, to)
      if (at <= 0) this.latency[way] = latency
      else this.clock.happensAt(at, set, way, n)
    })
  }

  private scheduleCuts({ cuts }: QuorumWorld): void {
    const cut = this.clock.onHappening((way, n) => {
      this.cuts[way] = (this.cuts[way] as number) + 1
      this.cutBy[way] = cuts[n]?.fault ?? NOBODY
    })
    const heal = this.clock.onHappening((way) => {
      this.cuts[way] = (this.cuts[way] as number) - 1
    })
    cuts.forEach(({ from, to, at, until }, n) => {
      if (until <= at) return
      const way = this.way(from, to)
      this.clock.happensAt(at, cut, way, n)
      this.clock.happensAt(until, heal, way, n)
    })
  }

  private streamOf({ from, to, message }: MessageLoss): number {
    const request = messageKinds.findIndex((kind) => message === kind || message === `${kind} answer`)
    return this.way(from, to) * MESSAGES + request + (message.endsWith(' answer') ? ANSWER : 0)
  }

  /** Sends a message. Its row is its SENT row then. `cause`: the row that made it be sent; `why`: the rule. */
  send(message: Message, cause: number, why: number): void {
    const { clock } = this
    const kind = message.kind
    const way = message.from * this.nodes + message.to
    const stream = way * MESSAGES + kind
    const nth = (this.sent[stream] as number) + 1
    this.sent[stream] = nth
    message.nth = nth
    const loss = this.losses.take(stream, clock.now)
    if (loss !== undefined) {
      const why = loss.toldAfter === undefined ? rule.LOST_ALONE : rule.LOST_BY_RESET
      return this.lose(message, cause, why, loss.fault, loss.toldAfter)
    }
    if ((this.cuts[way] as number) > 0)
      return this.lose(message, cause, rule.LOST_BY_CUT, this.cutBy[way] as number, undefined)
    const arrivesAt = (clock.now + (this.latency[way] as number)) as Instant
    this.tellSent(message, cause, why, arrivesAt)
    clock.arrivesAt(arrivesAt, message)
  }

  /** What had been sent before the run began counts too. */
  sentBefore(from: number, to: number, kind: number, nth: number): void {
    const stream = (from * this.nodes + to) * MESSAGES + kind
    this.sent[stream] = Math.max(this.sent[stream] as number, nth)
    this.losses.sentBefore(stream, this.sent[stream] as number)
  }

  /** A message that was sent before the run began. */
  onItsWay(message: Message, nth: number, arrivesAt: number, cause: number): void {
    const kind = message.kind
    this.sentBefore(message.from, message.to, kind, nth)
    message.nth = nth
    message.row = cause
    this.clock.arrivesAt(arrivesAt, message)
  }

  private lose(message: Message, cause: number, why: number, fault: number, toldAfter: number | undefined): void {
    const { clock, messages } = this
    this.tellSent(message, cause, why, NEVER)
    this.tellMissed(message, why, fault)
    if (toldAfter === undefined) return messages.done(message)
    message.isReturned = true
    clock.arrivesAt(clock.now + toldAfter, message)
  }

  /** Says that a message is gone. `fault`: the visitor's that took it, NOBODY for none. */
  tellMissed(message: Message, why: number, fault: number): void {
    const { writer } = this
    writer.row(this.clock.now, message.from + 1, MISSED, why, message.row, fault === NOBODY ? -1 : this.faultRow(fault))
    writer.field(messageWords[message.kind] as number)
    writer.field(this.ids[message.to] as number)
    writer.field(message.nth)
  }

  private tellSent(message: Message, cause: number, why: number, arrivesAt: number): void {
    const { writer } = this
    const kind = message.kind
    const epoch = message.epoch
    message.row = writer.rowOfThree(
      this.clock.now,
      message.from + 1,
      SENT,
      why,
      cause,
      -1,
      messageWords[kind] as number,
      this.ids[message.to] as number,
      message.nth,
    )
    const error = errorWords[message.error] as number
    writer.threeFields(epoch === NOBODY ? NONE : epoch, error, arrivesAt)
    this.tellPayload(message, kind)
  }

  private tellPayload(message: Message, kind: number): void {
    const { writer } = this
    switch (kind) {
      case FETCH:
        writer.threeFields(message.a, message.b, this.known(message))
        break
      case FETCH + ANSWER:
        writer.threeFields(this.named(message.a), message.b, this.known(message))
        if (message.d !== NOBODY) {
          writer.field(message.d)
          writer.field(message.e)
        }
        break
      case BEGIN:
      case UPDATE_VOTER:
      case UPDATE_VOTER + ANSWER:
        break
      case END:
        for (const successor of message.successors) writer.field(this.named(successor))
        break
      case BEGIN + ANSWER:
      case END + ANSWER:
        writer.field(this.named(message.a))
        break
      default:
        if (kind < ANSWER) writer.field(message.a)
        else writer.field(this.named(message.a))
        writer.field(message.b)
    }
  }

  /** A high watermark of a Fetch or its answer. */
  private known(message: Message): number {
    const mark = message.c
    return mark === NOBODY ? NONE : mark
  }

  /** The id of a node by its index. */
  private named(index: number): number {
    return index === NOBODY ? NONE : (this.ids[index] as number)
  }
}

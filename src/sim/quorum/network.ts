// Models      the ways between nodes: latency by direction, cuts, the nth message of a kind lost, connections that reset.
// Kafka       raft/KafkaNetworkChannel as a raft thread sees it.
// Leaves out  connections, their setup and their backoff (kraft.md 4.4).

import { type Instant, NEVER } from '../../base/time.ts'
import { messageKinds, type QuorumWorld } from '../../scenario/quorumWorld.ts'
import { NONE } from '../../trace/kinds.ts'
import { MISSED, SENT } from '../../trace/quorumKinds.ts'
import * as rule from '../../trace/quorumRules.ts'
import type { TraceWriter } from '../../trace/writer.ts'
import type { Clock } from './clock.ts'
import { Losses } from './losses.ts'
import type { Message, Messages } from './messages.ts'
import { ANSWER, BEGIN, END, errorWords, FETCH, messageWords, NOBODY, UPDATE_VOTER } from './words.ts'

/** From one node to another. */
class Way {
  /** How many cuts lie over it, and the fault of the one that came last. */
  cuts = 0
  cutBy = NOBODY
  /** By kind: how many messages were sent. */
  readonly sent = messageWords.map(() => 0)
  losses: Losses | undefined

  constructor(public latency: number) {}
}

export class Network {
  private readonly ways: readonly Way[]

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
    this.ways = Array.from({ length: ids.length * ids.length }, () => new Way(world.latency))
    this.scheduleLatencies(world)
    this.scheduleCuts(world)
    this.watchLosses(world)
  }

  /** The place of a way among all, by the ids of its ends. */
  private placeOf(from: number, to: number): number {
    return this.ids.indexOf(from) * this.ids.length + this.ids.indexOf(to)
  }

  private at(place: number): Way {
    return this.ways[place] as Way
  }

  private scheduleLatencies({ latencies }: QuorumWorld): void {
    const set = this.clock.onHappening((place, n) => {
      this.at(place).latency = latencies[n]?.latency ?? 0
    })
    latencies.forEach(({ from, to, at, latency }, n) => {
      const place = this.placeOf(from, to)
      if (at <= 0) this.at(place).latency = latency
      else this.clock.happensAt(at, set, place, n)
    })
  }

  private scheduleCuts({ cuts }: QuorumWorld): void {
    const cut = this.clock.onHappening((place, n) => {
      const way = this.at(place)
      way.cuts++
      way.cutBy = cuts[n]?.fault ?? NOBODY
    })
    const heal = this.clock.onHappening((place) => {
      this.at(place).cuts--
    })
    cuts.forEach(({ from, to, at, until }, n) => {
      if (until <= at) return
      const place = this.placeOf(from, to)
      this.clock.happensAt(at, cut, place, n)
      this.clock.happensAt(until, heal, place, n)
    })
  }

  private watchLosses({ losses }: QuorumWorld): void {
    for (const loss of losses) {
      const { from, to, message } = loss
      const request = messageKinds.findIndex((kind) => message === kind || message === `${kind} answer`)
      const way = this.at(this.placeOf(from, to))
      way.losses ??= new Losses()
      way.losses.add(request + (message.endsWith(' answer') ? ANSWER : 0), loss)
    }
  }

  /** Sends a message. Its row is its SENT row then. `cause`: the row that made it be sent; `why`: the rule. */
  send(message: Message, cause: number, why: number): void {
    const { clock } = this
    const { kind, from, to } = message
    const way = this.at(from * this.ids.length + to)
    const nth = (way.sent[kind] as number) + 1
    way.sent[kind] = nth
    message.nth = nth
    const loss = way.losses?.take(kind, clock.now)
    if (loss !== undefined) {
      const why = loss.toldAfter === undefined ? rule.LOST_ALONE : rule.LOST_BY_RESET
      return this.lose(message, cause, why, loss.fault, loss.toldAfter)
    }
    if (way.cuts > 0) return this.lose(message, cause, rule.LOST_BY_CUT, way.cutBy, undefined)
    const arrivesAt = (clock.now + way.latency) as Instant
    this.tellSent(message, cause, why, arrivesAt)
    clock.arrivesAt(arrivesAt, message)
  }

  /** What had been sent before the run began counts too. */
  sentBefore(from: number, to: number, kind: number, nth: number): void {
    const way = this.at(from * this.ids.length + to)
    const sent = Math.max(way.sent[kind] as number, nth)
    way.sent[kind] = sent
    way.losses?.sentBefore(kind, sent)
  }

  /** A message that was sent before the run began. */
  onItsWay(message: Message, nth: number, arrivesAt: number, cause: number): void {
    this.sentBefore(message.from, message.to, message.kind, nth)
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

// Models      the client's selector, and the kernel's connection attempts.
// Kafka       common/network/Selector (what one select reports); the kernel: RFC 9293, Linux tcp_retransmit_timer.
// Leaves out  connections.max.idle.ms.

import { type Instant, type Ms, NEVER, plus } from '../../base/time.ts'
import type { ClientWorld } from '../../scenario/clientWorld.ts'
import {
  AUTH_FAILED,
  CHANNEL_READY,
  CONNECT,
  CONNECTED,
  DROPPED,
  KERNEL_TIMEOUT,
  RECEIVE,
  REFUSED,
  STALLED,
  SYN,
} from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { type Engine, WIRE, WORLD } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import type { Request } from '../machines/inFlight.ts'
import type { Channel } from './channel.ts'
import { type Answer, apiWord, Exchange } from './exchange.ts'
import { Hosts } from './hosts.ts'

/** A connection that the selector reports gone. `row` tells of it. */
export type Loss = { readonly node: number; readonly rejected: boolean; readonly row: number }

const lost = word('lost')
const answered = word('answered')
const refused = word('refused')

export class Network {
  /** What the select that returned last reports, in order. */
  readonly connected: Channel[] = []
  readonly disconnected: Loss[] = []
  readonly received: Answer[] = []

  private readonly hosts: Hosts
  private readonly exchange: Exchange
  private readonly channels: Channel[] = []
  private readonly byNode = new Map<number, Channel>()
  private readonly writes: { readonly channel: Channel; readonly request: Request }[] = []
  private arrived: Answer[] = []

  private readonly onSyn: number
  private readonly onTcpUp: number
  private readonly onRefused: number
  private readonly onGiveUp: number
  private readonly onHandshake: number

  /** @param wake tells the client that its select has something to report, with the row of it */
  constructor(
    private readonly world: ClientWorld,
    private readonly engine: Engine,
    private readonly ledger: Ledger,
    private readonly wake: (row: number) => void,
  ) {
    this.hosts = new Hosts(world, engine, ledger)
    this.exchange = new Exchange(world.scripted, this.hosts, engine, ledger, {
      arrived: (answer) => this.answerArrived(answer),
      idle: (row) => this.idle(row),
    })
    this.onSyn = this.onChannel((channel, nth) => this.syn(channel, nth))
    this.onTcpUp = this.onChannel((channel, _, cause) => this.tcpUp(channel, cause))
    this.onRefused = this.onChannel((channel, _, cause) => this.gone(channel, REFUSED, rule.SYN_REFUSED, cause))
    this.onGiveUp = this.onChannel((channel) => this.giveUp(channel))
    this.onHandshake = this.onChannel((channel, _, cause) => this.handshaken(channel, cause))
    this.scheduleResets()
  }

  /** Selector.connect: opens a socket to the node's n-th address. */
  connect(node: number, address: number, setupTimeout: Ms, cause: number): void {
    const { engine, ledger, world } = this
    const startedAt = engine.now
    const row = ledger.writer.row(startedAt, ledger.connection(node), CONNECT, rule.NO_RULE, cause, -1)
    ledger.writer.field(address)
    ledger.writer.field(setupTimeout)
    ledger.writer.field(plus(startedAt, world.syn.givesUpAfter))
    const channel: Channel = {
      id: this.channels.length,
      node,
      host: this.hosts.of(node),
      startedAt,
      open: true,
      tcpUp: false,
      ready: false,
      silent: false,
      lastAnswerAt: startedAt,
      connectRow: row,
      row,
    }
    this.channels.push(channel)
    this.byNode.set(node, channel)
    this.syn(channel, 0)
  }

  /** Selector.close. Gives the channel that existed, if one did: what is still on its way to it does nothing any more. */
  close(node: number): Channel | undefined {
    const channel = this.byNode.get(node)
    if (channel) this.forget(channel)
    return channel
  }

  isChannelReady(node: number): boolean {
    return this.byNode.get(node)?.ready ?? false
  }

  /** The socket to a node, if there is one. */
  channelTo(node: number): Channel | undefined {
    return this.byNode.get(node)
  }

  /** Selector.send: the request leaves with the next select. There must be a socket to the node. */
  send(node: number, request: Request): void {
    this.writes.push({ channel: this.byNode.get(node) as Channel, request })
  }

  /** When something sent now would be at the node. */
  arrivalAt(node: number): Instant {
    const { now } = this.engine
    return plus(now, this.hosts.at(this.hosts.of(node), now).latency)
  }

  /** A select begins: forgets what the last one reported and lets the writes go. True where it will return at once. */
  beginSelect(): boolean {
    this.connected.length = 0
    this.disconnected.length = 0
    this.received.length = 0
    const wrote = this.writes.length > 0
    for (const { channel, request } of this.writes) if (channel.open) this.exchange.write(channel, request)
    this.writes.length = 0
    return wrote || this.arrived.length > 0
  }

  /** The select returns: at most one answer a channel is handed over, in order of arrival; the rest waits for the next select. */
  endSelect(): void {
    if (this.arrived.length === 0) return
    const rest: Answer[] = []
    const handed = new Set<number>()
    for (const answer of this.arrived) {
      if (!answer.channel.open) continue
      if (handed.has(answer.channel.id)) rest.push(answer)
      else this.handOver(answer)
      handed.add(answer.channel.id)
    }
    this.arrived = rest
  }

  private handOver(answer: Answer): void {
    const { channel, request } = answer
    const { writer } = this.ledger
    const subject = this.ledger.connection(channel.node)
    answer.row = writer.row(this.engine.now, subject, RECEIVE, rule.NO_RULE, answer.row, request.sentRow)
    writer.field(apiWord(request.api))
    writer.field(request.correlation)
    this.received.push(answer)
  }

  private answerArrived(answer: Answer): void {
    this.arrived.push(answer)
    this.wake(answer.row)
  }

  /** An event of a socket; one that was closed since does nothing. */
  private onChannel(handle: (channel: Channel, b: number, cause: number) => void): number {
    return this.engine.on((id, b, cause) => {
      const channel = this.channels[id] as Channel
      if (channel.open) handle(channel, b, cause)
      else this.idle(cause)
    })
  }

  /** Nothing came of an event; a scripted select returns all the same. */
  private idle(cause: number): void {
    if (this.world.scripted) this.wake(cause)
  }

  private scheduleResets(): void {
    const onReset = this.engine.on((host, fault) => this.reset(host, this.hosts.blame({ fault }, -1)))
    this.world.hosts.forEach((host, index) => {
      for (const { at, fault } of host.resets) this.engine.schedule(at, WORLD, onReset, index, fault, -1)
    })
  }

  /** Every connection of the host that is up is reset. */
  private reset(host: number, cause: number): void {
    for (const channel of [...this.byNode.values()]) {
      if (channel.host === host && channel.tcpUp) this.gone(channel, DROPPED, rule.CONNECTION_RESET, cause)
    }
    this.idle(cause)
  }

  /** The n-th SYN of an attempt leaves and meets the world as it is. */
  private syn(channel: Channel, nth: number): void {
    const { engine, hosts, ledger, world } = this
    const next = world.syn.syns[nth + 1]
    const nextAt = next === undefined ? NEVER : plus(channel.startedAt, next)
    const leaving = hosts.at(channel.host, engine.now)
    const arriving = world.scripted ? leaving : hosts.at(channel.host, plus(engine.now, leaving.latency))
    const reaches = leaving.reaches && arriving.reaches && arriving.returns
    const fate = !reaches ? lost : arriving.listener === 'refuses' ? refused : answered
    const why = reaches ? retransmission(world.syn.syns, nth) : rule.SYN_LOST
    const cause = fate === answered ? channel.row : hosts.blame(leaving.reaches ? arriving : leaving, channel.row)
    channel.row = ledger.writer.row(engine.now, ledger.connection(channel.node), SYN, why, cause, channel.row)
    ledger.writer.field(nth)
    ledger.writer.field(fate)
    ledger.writer.field(nextAt)
    if (reaches) {
      const outcome = fate === refused ? this.onRefused : this.onTcpUp
      engine.schedule(plus(engine.now, arriving.connect), WIRE, outcome, channel.id, 0, channel.row)
    } else if (next === undefined) {
      const givesUpAt = plus(channel.startedAt, world.syn.givesUpAfter)
      engine.schedule(givesUpAt, WIRE, this.onGiveUp, channel.id, 0, channel.row)
    } else {
      engine.schedule(nextAt, WIRE, this.onSyn, channel.id, nth + 1, channel.row)
    }
  }

  private giveUp(channel: Channel): void {
    this.gone(channel, KERNEL_TIMEOUT, rule.KERNEL_GAVE_UP, channel.row, channel.connectRow)
  }

  private tcpUp(channel: Channel, cause: number): void {
    const { engine, hosts, world } = this
    channel.tcpUp = true
    const row = this.tell(channel, CONNECTED, rule.TCP_UP, cause)
    this.connected.push(channel)
    const condition = hosts.at(channel.host, world.scripted ? channel.startedAt : engine.now)
    if (condition.channel === 'stalls') this.tell(channel, STALLED, rule.HANDSHAKE_STALLS, hosts.blame(condition, row))
    else if (condition.channel === 'ready' && condition.handshake === 0) channel.ready = true
    else engine.schedule(plus(engine.now, condition.handshake), WIRE, this.onHandshake, channel.id, 0, row)
    this.wake(row)
  }

  private handshaken(channel: Channel, cause: number): void {
    const { engine, hosts, world } = this
    const condition = hosts.at(channel.host, world.scripted ? channel.startedAt : engine.now)
    if (condition.channel === 'rejects') {
      this.gone(channel, AUTH_FAILED, rule.AUTHENTICATION, cause)
      return
    }
    channel.ready = true
    this.wake(this.tell(channel, CHANNEL_READY, rule.NO_RULE, cause))
  }

  /** The selector will report the connection gone. */
  private gone(channel: Channel, kind: number, why: number, cause: number, armedBy = -1): void {
    const { engine, ledger } = this
    this.forget(channel)
    const row = ledger.writer.row(engine.now, ledger.connection(channel.node), kind, why, cause, armedBy)
    this.disconnected.push({ node: channel.node, rejected: kind === AUTH_FAILED, row })
    this.wake(row)
  }

  private forget(channel: Channel): void {
    channel.open = false
    channel.ready = false
    this.byNode.delete(channel.node)
  }

  private tell(channel: Channel, kind: number, why: number, cause: number): number {
    channel.row = this.ledger.writer.row(this.engine.now, this.ledger.connection(channel.node), kind, why, cause, -1)
    return channel.row
  }
}

/** Which rule sends the n-th SYN: the first wait again is the linear phase, the first wait itself or a longer one is plain doubling. */
function retransmission(syns: readonly Ms[], nth: number): number {
  if (nth === 0) return rule.SYN_SENT
  const wait = (n: number): number => (syns[n] ?? 0) - (syns[n - 1] ?? 0)
  return nth > 1 && wait(nth) === wait(1) ? rule.SYN_RETRANSMITTED : rule.SYN_DOUBLED
}

// Models      the client's selector, and the kernel's connection attempts.
// Kafka       common/network/Selector (what one select reports); the kernel: RFC 9293, Linux tcp_retransmit_timer.
// Leaves out  connections.max.idle.ms.

import { type Instant, type Ms, ms, NEVER, plus } from '../../base/time.ts'
import type { ClientWorld, Condition, Reset, SynSchedule } from '../../scenario/clientWorld.ts'
import { limits } from '../../scenario/scenario.ts'
import { attemptSchedule } from '../../scenario/synSchedule.ts'
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
  UNREACHABLE,
} from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { type Engine, WIRE, WORLD } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import type { Request } from '../machines/inFlight.ts'
import { type Answer, apiWord } from './answer.ts'
import type { Channel } from './channel.ts'
import { Exchange } from './exchange.ts'
import { Hosts } from './hosts.ts'
import { IcmpLimit, Neighbour } from './neighbours.ts'

/** A connection that the selector reports gone. `row` tells of it. */
export type Loss = { readonly node: number; readonly rejected: boolean; readonly row: number }

/** A request and the socket it goes by. */
export type Written = { readonly channel: Channel; readonly request: Request }

const lost = word('lost')
const answered = word('answered')
const refused = word('refused')
const ignored = word('ignored')

/** What becomes of a SYN that arrives. */
const outcomes: { readonly [listener in Condition['listener']]: number } = {
  accepts: answered,
  refuses: refused,
  ignores: ignored,
}

/** What connect() fails with, by the ICMP error that came back: 3/0, 3/1, 3/3. */
const icmpErrors = {
  'ICMP net': word('ENETUNREACH'),
  'ICMP host': word('EHOSTUNREACH'),
  'ICMP port': word('ECONNREFUSED'),
}

export class Network {
  /** What the select that returned last reports, in order. */
  readonly connected: Channel[] = []
  readonly disconnected: Loss[] = []
  readonly received: Answer[] = []
  /** Requests that expect no answer, written by the last select. */
  readonly written: Written[] = []

  /** When something last happened that was not for the client. */
  idleAt = 0 as Instant

  private closed = false
  private readonly hosts: Hosts
  readonly exchange: Exchange
  private readonly channels: Channel[] = []
  private readonly byNode = new Map<number, Channel>()
  private readonly writes: Written[] = []
  private arrived: Answer[] = []

  private readonly onSyn: number
  private readonly onTcpUp: number
  private readonly onRefused: number
  private readonly onGiveUp: number
  private readonly onIcmp: number
  private readonly onNobody: number
  private readonly onHandshake: number
  private readonly neighbours = new Map<number, Neighbour>()
  private readonly icmp = new IcmpLimit()
  /** The schedule of every attempt, where it does not depend on when it begins. */
  private readonly attempt: SynSchedule | undefined

  /** @param wake tells the client that its select has something to report, with the row of it */
  constructor(
    private readonly world: ClientWorld,
    private readonly engine: Engine,
    private readonly ledger: Ledger,
    private readonly wake: (row: number) => void,
  ) {
    this.attempt = world.kernel.wheel ? undefined : attemptSchedule(world.kernel)
    this.hosts = new Hosts(world, engine, ledger)
    const selector = {
      arrived: (answer: Answer) => this.answerArrived(answer),
      idle: (row: number) => this.idle(row),
      gone: (channel: Channel, why: number, cause: number, armedBy: number) =>
        this.gone(channel, DROPPED, why, cause, armedBy),
    }
    this.exchange = new Exchange(world.scripted, this.hosts, engine, ledger, selector, world.kernel, this.channels)
    this.onSyn = this.onChannel((channel, nth) => this.syn(channel, nth))
    this.onTcpUp = this.onChannel((channel, _, cause) => this.tcpUp(channel, cause))
    this.onRefused = this.onChannel((channel, _, cause) => this.gone(channel, REFUSED, rule.SYN_REFUSED, cause))
    this.onGiveUp = this.onChannel((channel) => this.giveUp(channel))
    this.onIcmp = this.onChannel((channel, error, cause) => this.fails(channel, error, rule.ICMP_UNREACHABLE, cause))
    this.onNobody = this.onChannel((channel, _, cause) => this.nobody(channel, cause))
    this.onHandshake = this.onChannel((channel, _, cause) => this.handshaken(channel, cause))
    this.scheduleResets()
  }

  /** Selector.connect: opens a socket to the node's n-th address. */
  connect(node: number, address: number, setupTimeout: Ms, cause: number): void {
    const { engine, ledger, world } = this
    const startedAt = engine.now
    const attempt = this.attempt ?? attemptSchedule(world.kernel, startedAt)
    const row = ledger.writer.row(startedAt, ledger.connection(node), CONNECT, rule.NO_RULE, cause, -1)
    ledger.writer.field(address)
    ledger.writer.field(setupTimeout)
    ledger.writer.field(plus(startedAt, attempt.givesUpAfter))
    const channel: Channel = {
      id: this.channels.length,
      node,
      host: this.hosts.of(node),
      address,
      startedAt,
      attempt,
      open: true,
      tcpUp: false,
      roundTrip: ms(0),
      ready: false,
      silent: false,
      unknown: false,
      cutBy: -1,
      lastAnswerAt: startedAt,
      heardAt: startedAt,
      out: undefined,
      back: undefined,
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
    return plus(now, this.hosts.at(this.byNode.get(node) as Channel, now).latencyOut)
  }

  /** A select begins: forgets what the last one reported and lets the writes go. True where it will return at once. */
  beginSelect(): boolean {
    this.connected.length = 0
    this.disconnected.length = 0
    this.received.length = 0
    this.written.length = 0
    const wrote = this.writes.length > 0
    for (const write of this.writes) {
      const { channel, request } = write
      if (!channel.open) continue
      this.exchange.write(channel, request)
      if (request.produce?.acknowledged === false) this.written.push(write)
    }
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

  /** Nothing came of an event; a scripted select returns all the same, but for a producer's. */
  private idle(cause: number): void {
    if (this.closed) return
    this.idleAt = this.engine.now
    if (this.world.scripted && !this.world.producer) this.wake(cause)
  }

  /** Selector.close() of all: whatever is on its way does nothing any more. */
  closeAll(): void {
    for (const channel of this.byNode.values()) channel.open = false
    this.byNode.clear()
    this.closed = true
  }

  private scheduleResets(): void {
    const onReset = this.engine.on((host, nth) => this.reset(host, this.world.hosts[host]?.resets[nth] as Reset))
    this.world.hosts.forEach(({ resets }, host) => {
      resets.forEach(({ at }, nth) => {
        this.engine.schedule(at, WORLD, onReset, host, nth, -1)
      })
    })
  }

  /** Something happens to every connection of the host that is up. */
  private reset(host: number, { what, fault, address }: Reset): void {
    const cause = this.hosts.blame({ fault }, -1)
    for (const channel of [...this.byNode.values()]) {
      if (channel.host !== host || !channel.tcpUp || channel.address !== (address ?? channel.address)) continue
      if (what === 'told') this.gone(channel, DROPPED, rule.CONNECTION_RESET, cause)
      else if (what === 'forgotten by the host') channel.unknown = true
      else channel.cutBy = fault
    }
    this.idle(cause)
  }

  /** The n-th SYN of an attempt leaves and meets the world as it is. */
  private syn(channel: Channel, nth: number): void {
    const { engine, hosts, ledger, world } = this
    const { syns } = channel.attempt
    const leaving = hosts.at(channel, engine.now)
    const arriving = world.scripted ? leaving : hosts.at(channel, plus(engine.now, leaving.latencyOut))
    const lostBy = this.synLostBy(channel, leaving, arriving)
    const fate = lostBy ? lost : outcomes[arriving.listener]
    const next = syns[nth + 1]
    const nextAt = next === undefined ? NEVER : plus(channel.startedAt, next)
    const why = lostBy ? rule.SYN_LOST : fate === ignored ? rule.SYN_IGNORED : retransmission(syns, nth)
    const cause = fate === answered ? channel.row : hosts.blame(lostBy ?? arriving, channel.row)
    channel.row = ledger.writer.row(engine.now, ledger.connection(channel.node), SYN, why, cause, channel.row)
    ledger.writer.field(nth)
    ledger.writer.field(fate)
    ledger.writer.field(nextAt)
    if (leaving.unreachable) this.unreachable(channel, leaving.unreachable, leaving.connect)
    if (fate === answered || fate === refused) {
      const outcome = fate === refused ? this.onRefused : this.onTcpUp
      engine.schedule(plus(engine.now, arriving.connect), WIRE, outcome, channel.id, 0, channel.row)
    } else if (next === undefined) {
      const givesUpAt = plus(channel.startedAt, channel.attempt.givesUpAfter)
      engine.schedule(givesUpAt, WIRE, this.onGiveUp, channel.id, 0, channel.row)
    } else {
      engine.schedule(nextAt, WIRE, this.onSyn, channel.id, nth + 1, channel.row)
    }
  }

  /** The fault that keeps a SYN, or the SYN-ACK to it, from arriving; undefined: they arrive. */
  private synLostBy(channel: Channel, leaving: Condition, arriving: Condition): { fault: number } | undefined {
    if (!leaving.reaches) return leaving
    if (!arriving.reaches || !arriving.returns) return arriving
    const { hosts } = this
    let fault = hosts.loses(channel, 'SYN')
    if (fault < 0 && arriving.listener === 'accepts') fault = hosts.loses(channel, 'SYN-ACK')
    return fault < 0 ? undefined : { fault }
  }

  /** A SYN sets out to where nobody is. Linux takes each ICMP error as final while it opens a connection (tcp_v4_err). */
  private unreachable(channel: Channel, by: NonNullable<Condition['unreachable']>, roundTrip: Ms): void {
    const { engine } = this
    const { now } = engine
    if (by !== 'ARP') {
      if (!this.icmp.allows(now)) return
      engine.schedule(plus(now, roundTrip), WIRE, this.onIcmp, channel.id, icmpErrors[by], channel.row)
      return
    }
    const entry = this.neighbour(channel)
    const fate = entry.send(now)
    if (fate.waits) engine.schedule(fate.failsAt, WIRE, this.onNobody, channel.id, 0, channel.row)
  }

  private neighbour({ host, address }: Channel): Neighbour {
    const key = host * limits.addresses + address
    const known = this.neighbours.get(key)
    if (known) return known
    const fresh = new Neighbour()
    this.neighbours.set(key, fresh)
    return fresh
  }

  /** Nobody answered ARP in time, unless somebody has the address again. */
  private nobody(channel: Channel, cause: number): void {
    if (!channel.tcpUp && this.hosts.at(channel, this.engine.now).unreachable === 'ARP')
      this.fails(channel, word('EHOSTUNREACH'), rule.ARP_FAILED, cause)
  }

  private fails(channel: Channel, error: number, why: number, cause: number): void {
    if (channel.tcpUp) return
    this.gone(channel, UNREACHABLE, why, cause, channel.connectRow, error)
  }

  private giveUp(channel: Channel): void {
    this.gone(channel, KERNEL_TIMEOUT, rule.KERNEL_GAVE_UP, channel.row, channel.connectRow)
  }

  private tcpUp(channel: Channel, cause: number): void {
    const { engine, hosts, world } = this
    const row = this.tell(channel, CONNECTED, rule.TCP_UP, cause)
    const condition = hosts.at(channel, world.scripted ? channel.startedAt : engine.now)
    channel.tcpUp = true
    channel.roundTrip = condition.connect
    this.neighbour(channel).confirm()
    this.connected.push(channel)
    this.exchange.begin(channel)
    if (condition.channel === 'stalls') this.tell(channel, STALLED, rule.HANDSHAKE_STALLS, hosts.blame(condition, row))
    else if (condition.channel === 'ready' && condition.handshake === 0) channel.ready = true
    else engine.schedule(plus(engine.now, condition.handshake), WIRE, this.onHandshake, channel.id, 0, row)
    this.wake(row)
  }

  private handshaken(channel: Channel, cause: number): void {
    const { engine, hosts, world } = this
    const condition = hosts.at(channel, world.scripted ? channel.startedAt : engine.now)
    if (condition.channel === 'rejects') {
      this.gone(channel, AUTH_FAILED, rule.AUTHENTICATION, cause)
      return
    }
    channel.ready = true
    this.wake(this.tell(channel, CHANNEL_READY, rule.NO_RULE, cause))
  }

  /** The selector will report the connection gone. */
  private gone(channel: Channel, kind: number, why: number, cause: number, armedBy = -1, error?: number): void {
    const { engine, ledger } = this
    this.forget(channel)
    const row = ledger.writer.row(engine.now, ledger.connection(channel.node), kind, why, cause, armedBy)
    if (error !== undefined) ledger.writer.field(error)
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

// Models      the client's selector, and the kernel's connection attempts.
// Kafka       common/network/Selector (what one select reports); the kernel: RFC 9293, Linux tcp_retransmit_timer.
// Leaves out  connections.max.idle.ms.

import { elapsed, type Instant, type Ms, ms, NEVER, plus, START } from '../../base/time.ts'
import type { ClientWorld, Condition, Reset, SynSchedule } from '../../scenario/clientWorld.ts'
import { attemptSchedule } from '../../scenario/synSchedule.ts'
import { timersOf } from '../../scenario/timers.ts'
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
import { apiWord } from './apiWord.ts'
import type { Answer, Channel } from './channel.ts'
import { Exchange } from './exchange.ts'
import { Hosts } from './hosts.ts'
import { Unreachables } from './neighbours.ts'

/** A connection that the selector reports gone. `row` tells of it. */
export type Loss = { readonly node: number; readonly rejected: boolean; readonly row: number }

/** A request and the socket it goes by. */
export type Written = { readonly channel: Channel; readonly request: Request }

const lost = word('lost')
const answered = word('answered')
const refused = word('refused')
const ignored = word('ignored')
const ECONNRESET = word('ECONNRESET')

/** What becomes of a SYN that arrives. */
const outcomes: { readonly [listener in Condition['listener']]: number } = {
  accepts: answered,
  refuses: refused,
  ignores: ignored,
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

  private readonly hosts: Hosts
  readonly exchange: Exchange
  private readonly channels: Channel[] = []
  private readonly byNode = new Map<number, Channel>()
  private readonly writes: Written[] = []
  private arrived: Answer[] = []
  private resting = false

  private readonly onSyn: number
  private readonly onTcpUp: number
  private readonly onRefused: number
  private readonly onGiveUp: number
  private readonly onIcmp: number
  private readonly onNobody: number
  private readonly onTold: number
  private readonly onHandshake: number
  private readonly unreachables: Unreachables
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
      gone: (channel: Channel, why: number, cause: number, armedBy: number, error: number) =>
        this.gone(channel, DROPPED, why, cause, armedBy, error),
    }
    this.unreachables = new Unreachables(timersOf(world.kernel.wheel))
    const { channels, hosts, unreachables } = this
    this.exchange = new Exchange(world.scripted, hosts, engine, ledger, selector, world.kernel, channels, unreachables)
    this.onSyn = this.onChannel((channel, nth) => this.syn(channel, nth))
    this.onTcpUp = this.onChannel((channel, sentAt, cause) => this.tcpUp(channel, sentAt as Instant, cause))
    this.onRefused = this.onChannel((channel, _, cause) => this.gone(channel, REFUSED, rule.SYN_REFUSED, cause))
    this.onGiveUp = this.onChannel((channel) => this.giveUp(channel))
    this.onIcmp = this.onChannel((channel, errno, cause) => this.fails(channel, errno, rule.ICMP_UNREACHABLE, cause))
    this.onNobody = this.onChannel((channel, errno, cause) => this.nobody(channel, errno, cause))
    this.onTold = this.onChannel((channel, _, cause) => this.told(channel, cause))
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
      closedHere: false,
      tcpUp: false,
      acceptedAt: NEVER,
      establishedAt: NEVER,
      roundTrip: ms(0),
      ready: false,
      silent: false,
      silencedBy: -1,
      forgotten: undefined,
      cutBy: -1,
      lastAnswerAt: startedAt,
      heardAt: startedAt,
      probes: 0,
      probesAt: 0,
      softError: -1,
      softErrorAt: NEVER,
      out: undefined,
      back: undefined,
      connectRow: row,
      row,
    }
    this.channels.push(channel)
    this.byNode.set(node, channel)
    this.syn(channel, 0)
  }

  /** Selector.close. Gives the channel that existed, if one did: nothing of it is heard any more, though what was sent may get there. */
  close(node: number): Channel | undefined {
    const channel = this.byNode.get(node)
    if (channel) {
      this.forget(channel)
      channel.closedHere = channel.tcpUp
    }
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
    // What came while nobody polled is for this select.
    const had = this.resting && this.connected.length + this.disconnected.length > 0
    if (!this.resting) this.forgetReports()
    this.resting = false
    const wrote = this.writes.length > 0
    for (const write of this.writes) {
      const { channel, request } = write
      if (!channel.open) continue
      this.exchange.write(channel, request)
      if (request.produce?.acknowledged === false) this.written.push(write)
    }
    this.writes.length = 0
    return wrote || had || this.arrived.length > 0
  }

  /** Its client does something else for a while: what happens meanwhile is for its next select. */
  rest(): void {
    this.forgetReports()
    this.resting = true
  }

  private forgetReports(): void {
    this.connected.length = 0
    this.disconnected.length = 0
    this.received.length = 0
    this.written.length = 0
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
    this.idleAt = this.engine.now
    if (this.world.scripted && !this.world.producer) this.wake(cause)
  }

  private scheduleResets(): void {
    const onReset = this.engine.on((host, nth) => this.reset(host, this.world.hosts[host]?.resets[nth] as Reset))
    this.world.hosts.forEach(({ resets }, host) => {
      resets.forEach(({ at }, nth) => {
        this.engine.schedule(at, WORLD, onReset, host, nth, -1)
      })
    })
  }

  /** Something happens to every connection of the host. */
  private reset(host: number, reset: Reset): void {
    const cause = this.hosts.blame(reset.fault, -1)
    for (const channel of [...this.byNode.values()]) {
      if (channel.host === host && channel.address === (reset.address ?? channel.address))
        this.resetOne(channel, reset, cause)
    }
    this.idle(cause)
  }

  private resetOne(channel: Channel, { what, fault, since }: Reset, cause: number): void {
    const { engine } = this
    if (what === 'forgotten by the path') {
      if (channel.tcpUp) channel.cutBy = fault
    } else if (what === 'forgotten by the host') {
      if (channel.acceptedAt <= engine.now) channel.forgotten = cause
    } else if (channel.establishedAt <= since) {
      // It does not overtake the answers that left before, and a read hands those over first.
      const lastArrivalAt = channel.back?.lastArrivalAt ?? START
      if (lastArrivalAt < engine.now) this.told(channel, cause)
      else engine.schedule(plus(lastArrivalAt, ms(1)), WIRE, this.onTold, channel.id, 0, cause)
    }
  }

  private told(channel: Channel, cause: number): void {
    this.gone(channel, DROPPED, rule.CONNECTION_RESET, cause, -1, ECONNRESET)
  }

  /** The n-th SYN of an attempt leaves and meets the world as it is. */
  private syn(channel: Channel, nth: number): void {
    // The SYN-ACK came first.
    if (channel.tcpUp) return
    const { engine, hosts, ledger, world } = this
    const { syns, givesUpAfter } = channel.attempt
    const leaving = hosts.at(channel, engine.now)
    const { fate, fault, outcomeAt } = this.fateOfSyn(channel, leaving)
    const next = syns[nth + 1]
    const nextAt = next === undefined ? NEVER : plus(channel.startedAt, next)
    const why = fate === lost ? rule.SYN_LOST : fate === ignored ? rule.SYN_IGNORED : retransmission(syns, nth)
    const cause = fate === answered ? channel.row : hosts.blame(fault, channel.row)
    channel.row = ledger.writer.row(engine.now, ledger.connection(channel.node), SYN, why, cause, channel.row)
    ledger.writer.field(nth)
    ledger.writer.field(fate)
    ledger.writer.field(nextAt)
    this.unreachable(channel, leaving)
    const outcome = fate === refused ? this.onRefused : this.onTcpUp
    engine.schedule(outcomeAt, WIRE, outcome, channel.id, engine.now, channel.row)
    const timerAt = next === undefined ? plus(channel.startedAt, givesUpAfter) : nextAt
    const timer = next === undefined ? this.onGiveUp : this.onSyn
    // An answer that is slower than the timer does not stop it.
    if (timerAt < (world.scripted && fate !== lost ? START : outcomeAt))
      engine.schedule(timerAt, WIRE, timer, channel.id, nth + 1, channel.row)
  }

  /** What becomes of a SYN, by which fault, and when the client hears of it; NEVER: it does not. */
  private fateOfSyn(channel: Channel, leaving: Condition): { fate: number; fault: number; outcomeAt: Instant } {
    const { engine, hosts, world } = this
    const { now } = engine
    const lostBy = (fault: number) => ({ fate: lost, fault, outcomeAt: NEVER })
    const lostAlone = hosts.loses(channel, 'SYN')
    if (!leaving.reaches) return lostBy(leaving.by.out)
    const arrivesAt = plus(now, leaving.latencyOut)
    const arriving = hosts.at(channel, arrivesAt)
    if (!arriving.reaches) return lostBy(arriving.by.out)
    if (lostAlone >= 0) return lostBy(lostAlone)
    this.unreachables.confirm(channel)
    const fate = outcomes[arriving.listener]
    if (fate === ignored) return { fate, fault: arriving.by.listener, outcomeAt: NEVER }
    const backAt = plus(arrivesAt, arriving.latencyBack)
    const outcomeAt = world.scripted ? plus(now, arriving.connect) : backAt
    const back = hosts.at(channel, backAt)
    if (!arriving.returns || !back.returns) return lostBy(arriving.returns ? back.by.back : arriving.by.back)
    if (fate === refused) return { fate, fault: arriving.by.listener, outcomeAt }
    const ackLost = hosts.loses(channel, 'SYN-ACK')
    if (ackLost >= 0) return lostBy(ackLost)
    if (channel.acceptedAt === NEVER) channel.acceptedAt = arrivesAt
    return { fate, fault: -1, outcomeAt }
  }

  /** A SYN sets out to where nobody is. Linux takes each error as final while it opens a connection (tcp_v4_err). */
  private unreachable(channel: Channel, leaving: Condition): void {
    const told = this.unreachables.told(channel, leaving, this.engine.now)
    if (!told) return
    const kind = leaving.unreachable === 'ARP' ? this.onNobody : this.onIcmp
    this.engine.schedule(told.at, WIRE, kind, channel.id, told.errno, channel.row)
  }

  /** Nobody answered ARP in time, unless somebody has the address again. */
  private nobody(channel: Channel, errno: number, cause: number): void {
    if (this.hosts.at(channel, this.engine.now).unreachable === 'ARP')
      this.fails(channel, errno, rule.ARP_FAILED, cause)
  }

  private fails(channel: Channel, error: number, why: number, cause: number): void {
    if (channel.tcpUp) return
    this.gone(channel, UNREACHABLE, why, cause, channel.connectRow, error)
  }

  private giveUp(channel: Channel): void {
    // A slow link may bring the SYN-ACK after the last SYN, but not after this.
    if (channel.tcpUp) return
    this.gone(channel, KERNEL_TIMEOUT, rule.KERNEL_GAVE_UP, channel.row, channel.connectRow)
  }

  private tcpUp(channel: Channel, sentAt: Instant, cause: number): void {
    // Two SYNs may be answered, where the link is slow.
    if (channel.tcpUp) return
    const { engine, hosts, world } = this
    const row = this.tell(channel, CONNECTED, rule.TCP_UP, cause)
    const condition = hosts.at(channel, world.scripted ? channel.startedAt : engine.now)
    channel.tcpUp = true
    channel.roundTrip = elapsed(sentAt, engine.now)
    channel.establishedAt = plus(engine.now, condition.latencyOut)
    this.connected.push(channel)
    this.exchange.begin(channel)
    if (condition.channel === 'stalls')
      this.tell(channel, STALLED, rule.HANDSHAKE_STALLS, hosts.blame(condition.by.channel, row))
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

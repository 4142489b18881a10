// Models      the client's selector, the kernel's connection attempts, the wire, and the machines at its other end.
// Kafka       common/network/Selector (what one select reports); the kernel: RFC 9293, Linux tcp_retransmit_timer.
// Leaves out  retransmission of data: what an open connection loses stays lost, and nothing later on it is answered.

import { type Instant, later, type Ms, NEVER, plus } from '../../base/time.ts'
import type { ClientWorld, Condition, FaultRow, Host } from '../../scenario/clientWorld.ts'
import {
  AUTH_FAILED,
  CHANNEL_READY,
  CONNECT,
  CONNECTED,
  DROPPED,
  FAULT,
  HEALED,
  KERNEL_TIMEOUT,
  LOST,
  REACHED,
  RECEIVE,
  REFUSED,
  SYN,
} from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { type Engine, WIRE, WORLD } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import type { Api, Request } from '../machines/inFlight.ts'

/** Why the selector reports a connection gone. */
export type Loss = 'not connected' | 'dropped' | 'authentication failed'

/** One socket of the client. */
export type Channel = {
  readonly id: number
  readonly node: number
  readonly host: number
  readonly startedAt: Instant
  /** Open as far as the client knows: neither closed here nor reported gone. */
  open: boolean
  tcpUp: boolean
  ready: boolean
  /** A request on it was never answered: no later one is. */
  silent: boolean
  lastAnswerAt: Instant
  /** Its CONNECT row, and the row of what happened to it last. */
  readonly connectRow: number
  row: number
}

/** What a broker sends back. */
export type Answer = {
  readonly channel: Channel
  readonly request: Request
  /** API_VERSIONS: the broker did not understand the version asked; this is its newest. */
  readonly newestVersion: number
  readonly unsupported: boolean
  readonly throttle: Ms
  /** METADATA: the brokers listed; and the broker asked for a rebootstrap (KIP-1102). */
  readonly brokers: readonly number[]
  readonly rebootstrapRequired: boolean
  row: number
}

const METADATA_API = word('METADATA')
const apiWords: { readonly [api in Api]: number } = {
  METADATA: METADATA_API,
  API_VERSIONS: word('API_VERSIONS'),
  USER: word('USER'),
}
const lost = word('lost')
const answered = word('answered')
const refused = word('refused')
const answers = word('answers')
const waits = word('waits')
const swallowed = word('swallowed')
const requestWord = word('request')
const answerWord = word('answer')

/** The word of an API in the trace. */
export const apiWord = (api: Api): number => apiWords[api]

export class Network {
  /** What the select that returned last reports, in order. Disconnections by node, with the row that tells of it. */
  readonly connected: Channel[] = []
  readonly disconnected: { readonly node: number; readonly loss: Loss; readonly row: number }[] = []
  readonly received: Answer[] = []

  private readonly channels: Channel[] = []
  private readonly byNode = new Map<number, Channel>()
  private readonly hostOf = new Map<number, number>()
  private readonly writes: Answer['request'][] = []
  private readonly writeChannels: Channel[] = []
  private readonly answers: Answer[] = []
  private arrived: Answer[] = []
  private readonly faultRows: number[] = []

  private readonly onSyn: number
  private readonly onTcpUp: number
  private readonly onRefused: number
  private readonly onGiveUp: number
  private readonly onHandshake: number
  private readonly onReached: number
  private readonly onAnswer: number

  /** @param wake tells the client that its select has something to report, with the row of it */
  constructor(
    private readonly world: ClientWorld,
    private readonly engine: Engine,
    private readonly ledger: Ledger,
    private readonly wake: (row: number) => void,
  ) {
    this.onSyn = this.onChannel((channel, nth) => this.syn(channel, nth))
    this.onTcpUp = this.onChannel((channel, _, cause) => this.tcpUp(channel, cause))
    this.onRefused = this.onChannel((channel, _, cause) =>
      this.gone(channel, 'not connected', REFUSED, rule.SYN_REFUSED, cause, -1),
    )
    this.onGiveUp = this.onChannel((channel) => this.giveUp(channel))
    this.onHandshake = this.onChannel((channel, _, cause) => this.handshaken(channel, cause))
    this.onReached = this.onAnswerOf((answer, index) => this.reached(answer, index))
    this.onAnswer = this.onAnswerOf((answer) => this.answerArrived(answer))
    this.scheduleWorld()
  }

  /** Selector.connect: opens a socket to the node's n-th address. */
  connect(node: number, address: number, setupTimeout: Ms, cause: number): void {
    const { engine, ledger, world } = this
    const startedAt = engine.now
    const givesUpAt = plus(startedAt, world.syn.givesUpAfter)
    const row = ledger.writer.row(startedAt, ledger.connection(node), CONNECT, rule.NO_RULE, cause, -1)
    ledger.writer.field(address)
    ledger.writer.field(setupTimeout)
    ledger.writer.field(givesUpAt)
    const channel: Channel = {
      id: this.channels.length,
      node,
      host: this.host(node),
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

  /** Selector.send: the request leaves with the next select. Gives the instant at which it will reach the broker. */
  send(node: number, request: Request): void {
    const channel = this.byNode.get(node) as Channel
    this.writes.push(request)
    this.writeChannels.push(channel)
  }

  /** When something sent now would be at the node. */
  arrivalAt(node: number): Instant {
    return plus(this.engine.now, this.condition(this.host(node), this.engine.now).latency)
  }

  /** A select begins: forgets what the last one reported and lets the writes go. True where it will return at once. */
  beginSelect(): boolean {
    this.connected.length = 0
    this.disconnected.length = 0
    this.received.length = 0
    const wrote = this.writes.length > 0
    for (let i = 0; i < this.writes.length; i++) {
      const channel = this.writeChannels[i] as Channel
      if (channel.open) this.write(channel, this.writes[i] as Request)
    }
    this.writes.length = 0
    this.writeChannels.length = 0
    return wrote || this.arrived.length > 0
  }

  /** The select returns: at most one answer a channel is handed over, in order of arrival; the rest waits for the next select. */
  endSelect(): void {
    const { engine, ledger } = this
    const rest: Answer[] = []
    const handed = new Set<number>()
    for (const answer of this.arrived) {
      if (!answer.channel.open) continue
      if (handed.has(answer.channel.id)) {
        rest.push(answer)
        continue
      }
      handed.add(answer.channel.id)
      const { api, correlation } = answer.request
      answer.row = ledger.writer.row(
        engine.now,
        ledger.connection(answer.channel.node),
        RECEIVE,
        rule.NO_RULE,
        answer.row,
        answer.request.sentRow,
      )
      ledger.writer.field(apiWord(api))
      ledger.writer.field(correlation)
      this.received.push(answer)
    }
    this.arrived = rest
  }

  /** An event of a socket; one that was closed since does nothing. */
  private onChannel(handle: (channel: Channel, b: number, cause: number) => void): number {
    return this.engine.on((id, b, cause) => {
      const channel = this.channels[id] as Channel
      if (channel.open) handle(channel, b, cause)
      else this.idle(cause)
    })
  }

  private onAnswerOf(handle: (answer: Answer, index: number) => void): number {
    return this.engine.on((index, _, cause) => {
      const answer = this.answers[index] as Answer
      if (answer.channel.open) handle(answer, index)
      else this.idle(cause)
    })
  }

  /** Nothing came of an event; a scripted select returns all the same. */
  private idle(cause: number): void {
    if (this.world.scripted) this.wake(cause)
  }

  private host(node: number): number {
    const known = this.hostOf.get(node)
    if (known !== undefined) return known
    const host = this.world.hosts.findIndex((h) => h.boot === node || h.broker === node)
    this.hostOf.set(node, host)
    return host
  }

  /** The condition of a host at an instant: the last that began by then. */
  private condition(host: number, at: Instant): Condition {
    const { conditions } = this.world.hosts[host] as Host
    let i = conditions.length - 1
    while (i > 0 && (conditions[i] as Condition).at > at) i--
    return conditions[i] as Condition
  }

  private faultRow(condition: Condition): number {
    return condition.fault < 0 ? -1 : (this.faultRows[condition.fault] ?? -1)
  }

  private scheduleWorld(): void {
    const { engine, ledger, world } = this
    const onFault = engine.on((index) => {
      const fault = world.faults[index] as FaultRow
      const row = ledger.writer.row(engine.now, ledger.broker(fault.host), FAULT, rule.YOUR_FAULT, -1, -1)
      ledger.writer.field(fault.index)
      ledger.writer.field(word(fault.what))
      ledger.writer.field(fault.until)
      this.faultRows[fault.index] = row
    })
    const onHealed = engine.on((index) => {
      const fault = world.faults[index] as FaultRow
      ledger.writer.row(
        engine.now,
        ledger.broker(fault.host),
        HEALED,
        rule.YOUR_FAULT,
        this.faultRows[fault.index] ?? -1,
        -1,
      )
      ledger.writer.field(fault.index)
      ledger.writer.field(word(fault.what))
    })
    const onReset = engine.on((host, fault) => this.reset(host, fault))
    world.faults.forEach((fault, index) => {
      engine.schedule(fault.at, WORLD, onFault, index, 0, -1)
      engine.schedule(fault.until, WORLD, onHealed, index, 0, -1)
    })
    world.hosts.forEach((host, index) => {
      for (const { at, fault } of host.resets) engine.schedule(at, WORLD, onReset, index, fault, -1)
    })
  }

  /** Every connection of the host that is up is reset. */
  private reset(host: number, fault: number): void {
    const cause = fault < 0 ? -1 : (this.faultRows[fault] ?? -1)
    for (const channel of [...this.byNode.values()]) {
      if (channel.host === host && channel.tcpUp)
        this.gone(channel, 'dropped', DROPPED, rule.CONNECTION_RESET, cause, -1)
    }
    this.idle(cause)
  }

  /** The n-th SYN of an attempt leaves and meets the world as it is. */
  private syn(channel: Channel, nth: number): void {
    const { engine, ledger, world } = this
    const { syns, givesUpAfter } = world.syn
    const next = syns[nth + 1]
    const nextAt = next === undefined ? NEVER : plus(channel.startedAt, next)
    const leaving = this.condition(channel.host, engine.now)
    const arriving = world.scripted ? leaving : this.condition(channel.host, plus(engine.now, leaving.latency))
    const reaches = leaving.reaches && arriving.reaches && arriving.returns
    const fate = !reaches ? lost : arriving.listener === 'refuses' ? refused : answered
    const why = reaches ? (nth === 0 ? rule.SYN_SENT : rule.SYN_RETRANSMITTED) : rule.SYN_LOST
    const fault = reaches ? -1 : this.faultRow(leaving.reaches ? arriving : leaving)
    const row = ledger.writer.row(
      engine.now,
      ledger.connection(channel.node),
      SYN,
      why,
      fault < 0 ? channel.row : fault,
      channel.row,
    )
    ledger.writer.field(nth)
    ledger.writer.field(fate)
    ledger.writer.field(nextAt)
    channel.row = row
    if (reaches) {
      const outcome = fate === refused ? this.onRefused : this.onTcpUp
      engine.schedule(plus(engine.now, arriving.connect), WIRE, outcome, channel.id, 0, row)
    } else if (next === undefined) {
      engine.schedule(plus(channel.startedAt, givesUpAfter), WIRE, this.onGiveUp, channel.id, 0, row)
    } else {
      engine.schedule(nextAt, WIRE, this.onSyn, channel.id, nth + 1, row)
    }
  }

  private giveUp(channel: Channel): void {
    this.gone(channel, 'not connected', KERNEL_TIMEOUT, rule.KERNEL_GAVE_UP, channel.row, channel.connectRow)
  }

  private tcpUp(channel: Channel, cause: number): void {
    const { engine } = this
    channel.tcpUp = true
    const row = this.tell(channel, CONNECTED, rule.TCP_UP, cause)
    this.connected.push(channel)
    const { channel: handshake, handshake: takes } = this.condition(
      channel.host,
      this.world.scripted ? channel.startedAt : engine.now,
    )
    if (handshake === 'ready' && takes === 0) channel.ready = true
    else if (handshake !== 'stalls')
      engine.schedule(plus(engine.now, takes), WIRE, this.onHandshake, channel.id, 0, row)
    this.wake(row)
  }

  private handshaken(channel: Channel, cause: number): void {
    const { channel: handshake } = this.condition(
      channel.host,
      this.world.scripted ? channel.startedAt : this.engine.now,
    )
    if (handshake === 'rejects') {
      this.gone(channel, 'authentication failed', AUTH_FAILED, rule.AUTHENTICATION, cause, -1)
      return
    }
    channel.ready = true
    this.wake(this.tell(channel, CHANNEL_READY, rule.NO_RULE, cause))
  }

  /** The selector will report the connection gone. */
  private gone(channel: Channel, loss: Loss, kind: number, why: number, cause: number, armedBy: number): void {
    const { engine, ledger } = this
    this.forget(channel)
    const row = ledger.writer.row(engine.now, ledger.connection(channel.node), kind, why, cause, armedBy)
    this.disconnected.push({ node: channel.node, loss, row })
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

  /** A request is on its way. */
  private write(channel: Channel, request: Request): void {
    request.written = true
    const { engine } = this
    const condition = this.condition(channel.host, engine.now)
    const answer: Answer = { channel, request, ...this.contents(request, condition), row: request.row }
    const index = this.answers.push(answer) - 1
    if (this.world.scripted) {
      if (channel.silent || !answersTo(condition, request)) channel.silent = true
      else this.answerBy(answer, index, plus(engine.now, condition.service))
    } else if (condition.reaches && this.condition(channel.host, plus(engine.now, condition.latency)).reaches) {
      engine.schedule(plus(engine.now, condition.latency), WIRE, this.onReached, index, 0, request.row)
    } else {
      this.loses(answer, requestWord, condition)
    }
  }

  /** What the answer would hold, as the broker knows it when the request is written. */
  private contents(request: Request, condition: Condition) {
    const listed = listedAt(this.world, this.engine.now)
    return {
      newestVersion: condition.apiVersionsMax,
      unsupported: request.api === 'API_VERSIONS' && request.version > condition.apiVersionsMax,
      throttle: condition.throttle,
      brokers: listed.brokers,
      rebootstrapRequired: listed.rebootstrapRequired,
    }
  }

  private answerBy(answer: Answer, index: number, at: Instant): void {
    const { channel } = answer
    // Answers keep the order of their requests: none overtakes an earlier one.
    channel.lastAnswerAt = later(at, channel.lastAnswerAt)
    this.engine.schedule(channel.lastAnswerAt, WIRE, this.onAnswer, index, 0, answer.row)
  }

  /** The request is at the broker. */
  private reached(answer: Answer, index: number): void {
    const { channel, request } = answer
    const { engine, ledger } = this
    const condition = this.condition(channel.host, engine.now)
    const swallows = channel.silent || !answersTo(condition, request)
    const starts = later(condition.pausedUntil, engine.now)
    const leaves = plus(starts, condition.service)
    const arrives = swallows ? NEVER : plus(leaves, condition.latency)
    const cause = swallows ? this.faultRow(condition) : request.row
    const row = ledger.writer.row(
      engine.now,
      ledger.connection(channel.node),
      REACHED,
      rule.SERVICE,
      cause < 0 ? request.row : cause,
      request.row,
    )
    ledger.writer.field(apiWord(request.api))
    ledger.writer.field(request.correlation)
    ledger.writer.field(swallows ? swallowed : starts > engine.now ? waits : answers)
    ledger.writer.field(arrives)
    answer.row = row
    request.row = row
    if (swallows) channel.silent = true
    else this.answerBy(answer, index, arrives)
  }

  private answerArrived(answer: Answer): void {
    const { channel } = answer
    if (channel.silent) return
    if (!this.world.scripted) {
      const arriving = this.condition(channel.host, this.engine.now)
      const leaving = this.condition(channel.host, (this.engine.now - arriving.latency) as Instant)
      if (!arriving.returns || !leaving.returns) {
        this.loses(answer, answerWord, leaving.returns ? arriving : leaving)
        return
      }
    }
    this.arrived.push(answer)
    this.wake(answer.row)
  }

  /** A request or its answer is lost on the way, and with it all that would come later on this connection. */
  private loses(answer: Answer, what: number, condition: Condition): void {
    const { channel, request } = answer
    const { engine, ledger } = this
    channel.silent = true
    const fault = this.faultRow(condition)
    const row = ledger.writer.row(
      engine.now,
      ledger.connection(channel.node),
      LOST,
      rule.YOUR_FAULT,
      fault < 0 ? request.row : fault,
      request.row,
    )
    ledger.writer.field(apiWord(request.api))
    ledger.writer.field(request.correlation)
    ledger.writer.field(what)
    ledger.writer.field(what === answerWord ? engine.now - condition.latency : request.sentAt)
    request.row = row
  }
}

function answersTo(condition: Condition, request: Request): boolean {
  return condition.answers === 'all' || (condition.answers === 'API versions' && request.api === 'API_VERSIONS')
}

/** What a metadata answer written at an instant lists. */
function listedAt(world: ClientWorld, at: Instant): { brokers: readonly number[]; rebootstrapRequired: boolean } {
  const scripted = world.metadata.answers.findLast((answer) => answer.at <= at)
  if (scripted) return scripted
  const brokers = world.hosts.flatMap((host) => (host.broker === undefined ? [] : [host.broker]))
  return { brokers, rebootstrapRequired: false }
}

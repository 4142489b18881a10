// Models      one client's network layer before 0.10.2: no API versions exchange, a constant backoff, connects in parallel.
// Kafka       clients/NetworkClient 0.8.2 (requests go in with poll, which keeps its caller's clock) and 0.9.0 (KIP-19), and the draft of KIP-19.
// Leaves out  0.10's throttling metrics.

import { FOREVER, type Instant, ms, plus, remaining } from '../../base/time.ts'
import type { EarlyBehaviour } from '../../scenario/behaviours.ts'
import type { ClientWorld } from '../../scenario/clientWorld.ts'
import { CHOSEN, EXPIRED, NONE, STATE } from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { below, type Chance } from '../chance.ts'
import type { Engine } from '../engine/engine.ts'
import { CLIENT_SUBJECT, type Ledger } from '../ledger.ts'
import { happen } from '../machine.ts'
import {
  blackedOut,
  connectable,
  connectionDelay,
  type EarlyConnection,
  type EarlyEvent,
  type EarlyState,
  type EarlyWishes,
  rules,
} from '../machines/earlyConnection.ts'
import { canSendMore, deadlineOf, expired, type Produce, type Request } from '../machines/inFlight.ts'
import { apiWord } from './apiWord.ts'
import type { Answer } from './channel.ts'
import {
  answered,
  type Caller,
  type ConnectionEnd,
  type MetadataEnd,
  PollingClient,
  type Sending,
  type Wait,
} from './pollingClient.ts'

/** What Random.nextInt() is scaled to: 0.8 draws its scan offset once, from all positive ints. */
const INT_MAX = 2_147_483_647

const stateWords: { readonly [state in EarlyState]: number } = {
  ABSENT: word('ABSENT'),
  DISCONNECTED: word('DISCONNECTED'),
  CONNECTING: word('CONNECTING'),
  CONNECTED: word('CONNECTED'),
}

export class EarlyClient extends PollingClient {
  private readonly connections = new Map<number, EarlyConnection>()
  /** Requests that go in with the next poll (0.8). */
  private readonly outgoing: { readonly sending: Sending; readonly correlation: number }[] = []
  private order: readonly number[] = []
  private requested = false
  private lastRefreshAt = 0 as Instant
  private lastSuccessAt = 0 as Instant
  private fetchInProgress = false
  private noNodeAvailableAt = Number.NEGATIVE_INFINITY as Instant
  /** 0.8: one offset for all scans. */
  private offset = 0
  private scans = 0
  /** The clock that poll's handlers read. */
  private clock = 0 as Instant
  /** What the last select waited for; undefined in a turn that something else woke. */
  private slept: { readonly rule: number; readonly until: Instant } | undefined
  private scanOffset = 0
  private cause = 0
  private metadataRow = 0
  private fetchRow = -1
  private why = 0
  private readonly x: EarlyWishes & { now: Instant }

  constructor(
    world: ClientWorld,
    private readonly behaviour: EarlyBehaviour,
    engine: Engine,
    ledger: Ledger,
    chance: Chance,
  ) {
    super(world, engine, ledger, chance)
    this.x = { now: engine.now, behaviour, became: (c, from) => this.became(c, from) }
  }

  protected begin(cause: number): void {
    this.cause = cause
    this.order = this.world.metadata.order ?? this.shuffled(this.knownNodes())
    if (this.behaviour.scanOffset === 'once') this.offset = this.drawOffset(INT_MAX)
  }

  ready(node: number, cause: number): boolean {
    const { now } = this.engine
    if (!this.isUpdateDue(now) && this.sendable(node)) return true
    const c = this.connection(node)
    if (connectable(c, now, this.world.config.reconnectBackoff))
      this.connect(c, rule.CONNECT_CALLER, cause, this.slept?.rule === rule.WAIT_RECONNECT ? c.row : -1)
    return false
  }

  sendUser(node: number, request: number): void {
    this.send(node, 'USER', request, rule.USER_SENT, this.connection(node).row)
  }

  askForUpdate(_byCaller: boolean, why: number, cause: number): void {
    this.request(why, cause)
  }

  metadataTold(): number {
    return this.metadataRow
  }

  override callbackClock(): Instant {
    return this.clock
  }

  sendProduce(node: number, produce: Produce, why: number): number {
    return this.send(node, 'PRODUCE', undefined, why, this.connection(node).row, produce)
  }

  disconnect(): void {
    // There is no such call before 0.11.
  }

  close(node: number, cause: number): void {
    const row = this.closeChannel(node, rule.CALLER_CLOSED, cause, -1)
    for (const { api } of this.inFlight.get(node) ?? []) if (api === 'METADATA') this.fetchInProgress = false
    this.inFlight.delete(node)
    this.happenTo(this.connection(node), 'removed', rule.CALLER_CLOSED, row)
    this.connections.delete(node)
  }

  pollDelay(node: number): Wait {
    const c = this.connection(node)
    const wait = connectionDelay(c, this.engine.now, this.world.config.reconnectBackoff)
    return { wait, rule: rule.WAIT_RECONNECT, armedBy: c.row }
  }

  protected turn(caller: Caller): boolean {
    const { now } = this.engine
    this.clock = now
    if (this.slept && this.slept.until > now) this.slept = undefined
    const callerWait = caller.turn()
    if (!callerWait) return false
    const update = this.maybeUpdate()
    for (const { sending, correlation } of this.outgoing) this.sent(sending, correlation)
    this.outgoing.length = 0
    const least = this.leastWait(callerWait, update)
    this.slept = least.wait > 0 ? { rule: least.rule, until: plus(now, least.wait) } : undefined
    this.select(callerWait, least, caller.nextCallAt(), this.cause)
    return true
  }

  private leastWait(caller: Wait, update: Wait): Wait {
    const least = update.wait < caller.wait ? update : caller
    const { requestTimeout } = this.world.config
    const { requestExpiry } = this.behaviour
    if (requestExpiry === 'each, at its deadline') return this.untilDeadline(least)
    if (requestExpiry === 'none' || least.wait <= requestTimeout) return least
    return { wait: requestTimeout, rule: rule.WAIT_REQUEST, armedBy: -1 }
  }

  /** Draft of KIP-19: the select looks at each deadline in flight. */
  private untilDeadline(least: Wait): Wait {
    let first = least
    for (const requests of this.inFlight.values()) {
      const [oldest] = requests
      const wait = oldest ? remaining(deadlineOf(oldest), this.clock) : FOREVER
      if (!oldest || wait >= first.wait) continue
      first = { wait, rule: wait > 0 ? rule.WAIT_DEADLINE : rule.WAIT_NOTHING, armedBy: oldest.sentRow }
    }
    return first
  }

  // What is due is done, and then there is less to do; but for a client that found nobody and waits for nothing.
  protected override wouldSpin(): boolean {
    return this.noNodeAvailableAt === this.engine.now && this.world.config.retryBackoff <= 0
  }

  protected selectReturned(): void {
    if (!this.behaviour.requestsGoWithPoll) this.clock = this.engine.now
    this.cause = this.pollRow
    for (const answer of this.network.received) this.received(answer)
    this.handleDisconnections()
    for (const { node, row, open } of this.network.connected) {
      if (open) this.happenTo(this.connection(node), 'connected', rule.TCP_UP, row)
    }
    if (this.behaviour.requestExpiry === 'oldest') this.handleTimedOutRequests()
    if (this.behaviour.requestExpiry === 'each, at its deadline') this.expireRequests()
    this.complete(this.completions)
  }

  private received(answer: Answer): void {
    const { node } = answer.channel
    const requests = this.inFlight.get(node)
    // Its request has timed out meanwhile: the answer is taken from the connection in its turn, and discarded.
    if (requests?.[0] !== answer.request) return
    const request = requests.shift()
    this.cause = answer.row
    if (answer.request.api === 'METADATA') this.handleMetadata(answer)
    else if (request) this.completions.push(answered(request, answer))
  }

  private handleMetadata(answer: Answer): void {
    this.fetchInProgress = false
    if (answer.brokers.length === 0) {
      if (this.behaviour.emptyAnswer === 'fails') this.fail(answer.row)
      return
    }
    this.lastRefreshAt = this.clock
    this.lastSuccessAt = this.clock
    this.requested = false
    this.order = this.shuffled(answer.brokers)
    this.topic?.take(answer.leaders)
    this.metadataRow = this.tellMetadata(
      'updated',
      rule.UPDATE_ARRIVED,
      answer.row,
      this.clock + this.world.config.metadataMaxAge,
      this.order,
    )
    this.whenUpdated(this.metadataRow)
  }

  private handleDisconnections(): void {
    const why = this.behaviour.backoffFrom === 'disconnect' ? rule.DISCONNECT_SEEN : rule.BACKOFF_FROM_START
    for (const { node, row } of this.network.disconnected) this.processDisconnection(node, row, why)
    if (this.network.disconnected.length > 0) this.request(rule.UPDATE_ON_DISCONNECT, this.cause)
  }

  /** KIP-19: only the oldest request of a connection is looked at. */
  private handleTimedOutRequests(): void {
    const { now } = this.engine
    const late = this.inFlight.keys().filter((node) => {
      const oldest = this.inFlight.get(node)?.[0]
      return oldest !== undefined && expired({ ...oldest, timeout: this.world.config.requestTimeout }, now)
    })
    for (const node of late) {
      const oldest = this.inFlight.get(node)?.[0]
      const row = this.closeChannel(node, rule.REQUEST_TIMED_OUT, oldest?.row ?? this.cause, oldest?.sentRow ?? -1)
      this.processDisconnection(node, row, rule.RECONNECT_BACKOFF)
    }
    if (late.length > 0) this.request(rule.UPDATE_ON_DISCONNECT, this.cause)
  }

  /** Draft of KIP-19: a request whose time is over ends alone, oldest first. Like all handlers of 0.8.2 it has the clock of poll's caller. */
  private expireRequests(): void {
    for (const node of this.inFlight.keys()) {
      const requests = this.inFlight.get(node) ?? []
      while (requests[0] && deadlineOf(requests[0]) <= this.clock) this.expire(node, requests.shift() as Request)
    }
  }

  private expire(node: number, { api, correlation, request, row: last, sentRow }: Request): void {
    const { engine, ledger } = this
    const row = ledger.writer.row(engine.now, ledger.connection(node), EXPIRED, rule.REQUEST_EXPIRED, last, sentRow)
    ledger.writer.field(apiWord(api))
    ledger.writer.field(correlation)
    if (api !== 'METADATA') {
      const outcome = 'timedOut'
      this.completions.push({ request: request ?? NONE, node, outcome, row, rule: rule.REQUEST_EXPIRED })
      return
    }
    this.fetchInProgress = false
    this.requested = true
    this.fail(row)
  }

  /** What was in flight is cancelled, the newest first. */
  private processDisconnection(node: number, cause: number, why: number): void {
    const c = this.connection(node)
    this.happenTo(c, 'disconnected', why, cause)
    const requests = this.inFlight.get(node) ?? []
    this.inFlight.delete(node)
    for (const { api, request } of requests.toReversed()) {
      if (api === 'METADATA') this.fetchInProgress = false
      else this.completions.push({ request: request ?? NONE, node, outcome: 'disconnected', row: c.row })
    }
  }

  connection(node: number): EarlyConnection {
    const known = this.connections.get(node)
    if (known) return known
    const fresh: EarlyConnection = { node, state: 'ABSENT', attemptAt: 0 as Instant, row: -1 }
    this.connections.set(node, fresh)
    return fresh
  }

  private sendable(node: number): boolean {
    return (
      this.connection(node).state === 'CONNECTED' &&
      (!this.behaviour.awaitsChannel || this.network.isChannelReady(node)) &&
      !this.outgoing.some(({ sending }) => sending.node === node) &&
      canSendMore(this.inFlight.get(node), this.world.config.maxInFlight)
    )
  }

  private send(
    node: number,
    api: 'METADATA' | 'USER' | 'PRODUCE',
    request: number | undefined,
    why: number,
    cause: number,
    produce?: Produce,
  ): number {
    const timeout = this.behaviour.requestExpiry === 'none' ? FOREVER : this.world.config.requestTimeout
    const correlation = this.nextCorrelation()
    const number = produce ? correlation : request
    const sending: Sending = { node, api, request: number, timeout, version: 0, produce, rule: why, cause, armedBy: -1 }
    if (this.behaviour.requestsGoWithPoll) this.outgoing.push({ sending, correlation })
    else this.sent(sending, correlation)
    return correlation
  }

  private sent(sending: Sending, correlation: number): void {
    const row = this.dispatch(sending, correlation)
    if (sending.api === 'METADATA') this.fetchRow = row
  }

  private connect(c: EarlyConnection, why: number, cause: number, armedBy: number): void {
    this.happenTo(c, 'connecting', why, cause, armedBy)
    this.network.connect(c.node, 0, FOREVER, c.row)
  }

  /** timeToNextUpdate, without a floor: what is due has 0 or less. */
  private timeToNextUpdate(now: Instant): number {
    const { metadataMaxAge, retryBackoff } = this.world.config
    const since = this.behaviour.emptyAnswer === 'fails' ? this.lastSuccessAt : this.lastRefreshAt
    const toExpire = this.requested ? 0 : Math.max(since + metadataMaxAge - now, 0)
    return Math.max(toExpire, this.lastRefreshAt + retryBackoff - now)
  }

  private isUpdateDue(now: Instant): boolean {
    return !this.fetchInProgress && this.timeToNextUpdate(now) === 0
  }

  /** What is due is done at once, and the select that follows does not wait: so one turn after the other connects elsewhere. */
  private maybeUpdate(): Wait {
    const { now } = this.engine
    const toNext = this.timeToNextUpdate(now)
    const toNode = remaining((this.noNodeAvailableAt + this.world.config.retryBackoff) as Instant, now)
    const wait = Math.max(toNext, toNode, this.fetchInProgress ? INT_MAX : 0)
    if (wait === 0) {
      this.update(now)
      return { wait: ms(0), rule: rule.WAIT_NOTHING, armedBy: this.metadataRow }
    }
    if (this.fetchInProgress) return { wait: ms(wait), rule: rule.WAIT_ANSWER, armedBy: this.fetchRow }
    const why = toNode > toNext ? rule.WAIT_NO_NODE : this.isHeldByRetry(now, toNext) ? rule.WAIT_RETRY : rule.WAIT_AGE
    return { wait: ms(wait), rule: why, armedBy: this.metadataRow }
  }

  /** The next update has to wait for the retry backoff, and not for the metadata to age. */
  private isHeldByRetry(now: Instant, toNext: number): boolean {
    return this.requested || toNext === this.lastRefreshAt + this.world.config.retryBackoff - now
  }

  private update(now: Instant): void {
    const node = this.leastLoadedNode(now)
    if (node !== undefined && this.sendable(node)) {
      this.fetchInProgress = true
      this.send(node, 'METADATA', undefined, rule.METADATA_SENT, this.tellChoice(node))
    } else if (node !== undefined && connectable(this.connection(node), now, this.world.config.reconnectBackoff)) {
      const c = this.connection(node)
      this.connect(c, rule.CONNECT_METADATA, this.tellChoice(node), -1)
    } else {
      this.noNodeAvailableAt = now
    }
  }

  leastLoaded(): number | undefined {
    return this.leastLoadedNode(this.engine.now)
  }

  /** One pass: an idle connected node wins at once, else the one with the fewest requests in flight that is not blacked out. */
  private leastLoadedNode(now: Instant): number | undefined {
    const { order } = this
    const offset = this.behaviour.scanOffset === 'once' ? this.offset : this.drawOffset(order.length)
    this.scanOffset = offset % Math.max(order.length, 1)
    let found: number | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (let i = 0; i < order.length; i++) {
      const node = order[(offset + i) % order.length] as number
      const c = this.connection(node)
      const inFlight = this.inFlight.get(node)?.length ?? 0
      if (inFlight === 0 && c.state === 'CONNECTED') return node
      if (inFlight < fewest && !blackedOut(c, now, this.world.config.reconnectBackoff)) {
        fewest = inFlight
        found = node
      }
    }
    return found
  }

  /** Held back by what the last select waited for, if that ran to its end. */
  private tellChoice(node: number): number {
    const { writer } = this.ledger
    const why = this.behaviour.scanOffset === 'once' ? rule.CHOSEN_FROM_ONE_PLACE : rule.CHOSEN_FROM_ANYWHERE
    const row = writer.row(
      this.engine.now,
      CLIENT_SUBJECT,
      CHOSEN,
      why,
      this.metadataRow,
      this.slept ? this.pollRow : -1,
    )
    writer.field(node)
    writer.field(this.scanOffset)
    return row
  }

  private drawOffset(bound: number): number {
    return this.chance.draw(this.engine.now, word('offset'), 0, this.scans++, bound, below, 0)
  }

  /** Metadata.requestUpdate, told only where it was not requested already. */
  private request(why: number, cause: number): void {
    if (this.requested) return
    this.requested = true
    this.metadataRow = this.tellMetadata('requested', why, cause, Number.POSITIVE_INFINITY, [])
  }

  private fail(cause: number): void {
    if (this.lastRefreshAt === this.clock) return
    this.lastRefreshAt = this.clock
    this.metadataRow = this.tellMetadata(
      'failed',
      rule.UPDATE_FAILED,
      cause,
      this.clock + this.world.config.retryBackoff,
      [],
    )
  }

  private happenTo(c: EarlyConnection, event: EarlyEvent, why: number, cause: number, armedBy = -1): void {
    this.why = why
    this.cause = cause
    this.armedBy = armedBy
    this.x.now = this.clock
    happen(rules, c, event, this.x)
  }

  private armedBy = -1

  private became(c: EarlyConnection, from: EarlyState): void {
    const { engine, ledger } = this
    c.row = ledger.writer.row(engine.now, ledger.connection(c.node), STATE, this.why, this.cause, this.armedBy)
    ledger.writer.field(stateWords[from])
    ledger.writer.field(stateWords[c.state])
    ledger.writer.field(
      c.state === 'DISCONNECTED' ? c.attemptAt + this.world.config.reconnectBackoff : Number.POSITIVE_INFINITY,
    )
    ledger.writer.field(0)
  }

  connectionEnds(): ConnectionEnd[] {
    return [...this.connections.values()]
      .filter((c) => c.state !== 'ABSENT')
      .map(({ node, state, attemptAt }) => ({
        node,
        state,
        lastAttempt: attemptAt,
        failedAttempts: 0,
        reconnectBackoff: this.world.config.reconnectBackoff,
        failedConnectAttempts: 0,
        setupTimeout: FOREVER,
      }))
  }

  metadataEnd(): MetadataEnd {
    const { order, lastRefreshAt, lastSuccessAt, requested } = this
    return { order, lastRefresh: lastRefreshAt, lastSuccess: lastSuccessAt, attempts: 0, equivalent: 0, requested }
  }
}

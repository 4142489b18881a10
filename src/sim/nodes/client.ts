// Models      one Kafka client's network layer: the poll loop, in Kafka's own order.
// Kafka       clients/NetworkClient.poll and its handlers.
// Leaves out  telemetry, connections.max.idle.ms, the asynchronous DNS bootstrap of 4.4.

import { JavaHashMap } from '../../base/javaHash.ts'
import { elapsed, FOREVER, type Instant, type Ms, ms, plus, remaining } from '../../base/time.ts'
import type { ClientWorld } from '../../scenario/clientWorld.ts'
import { CLOSE, COMPLETED, DRAW, METADATA, NONE, POLL, SEND, STATE, THROWN } from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { type Word, word } from '../../trace/vocabulary.ts'
import { type Chance, jittered } from '../chance.ts'
import { type Engine, PROCESS } from '../engine/engine.ts'
import { CLIENT_SUBJECT, type Ledger, RUN_SUBJECT } from '../ledger.ts'
import { happen } from '../machine.ts'
import { type Backoff, backoff, nominal } from '../machines/backoff.ts'
import * as connection from '../machines/connection.ts'
import type { Connection, ConnectionEvent, ConnectionState, ConnectionWishes } from '../machines/connection.ts'
import { type Api, canSendMore, expired, type Request } from '../machines/inFlight.ts'
import { type Answer, apiWord, Network } from './network.ts'
import { MetadataUpdater } from './metadataUpdater.ts'

/** What a caller is told when its request is over. */
export type Outcome = 'response' | 'disconnected' | 'timedOut'

type Completion = { readonly request: number; readonly node: number; readonly outcome: Outcome; readonly row: number }

/** How long the caller would wait in poll, and why. */
export type CallerWait = { wait: Ms; rule: number; armedBy: number }

/** The caller: one turn makes its calls and says how long it would wait; `nextCallAt` is when it wakes the client for its next one. */
export type Caller = {
  turn(): CallerWait
  nextCallAt(): Instant
}

const stateWords: { readonly [state in ConnectionState]: number } = {
  ABSENT: word('ABSENT'),
  DISCONNECTED: word('DISCONNECTED'),
  CONNECTING: word('CONNECTING'),
  CHECKING_API_VERSIONS: word('CHECKING_API_VERSIONS'),
  READY: word('READY'),
  AUTHENTICATION_FAILED: word('AUTHENTICATION_FAILED'),
}

/** Newest API_VERSIONS version of the client: newer than any that a scripted broker refuses. */
const NEWEST_API_VERSIONS = 3

export class Client {
  readonly connections = new Map<number, Connection>()
  readonly inFlight = new JavaHashMap<Request[]>()
  readonly updater: MetadataUpdater
  readonly network: Network
  /** The instant of the select called last. */
  selectAt = 0 as Instant
  thrown = false
  /** Told of each metadata answer, with its row. */
  whenUpdated: (row: number) => void = () => {}

  private caller: Caller | undefined
  private readonly connecting = new JavaHashMap<true>()
  /** Nodes that still have to be asked for their API versions, with the newest version to ask in. */
  private readonly versionsToFetch = new JavaHashMap<number>()
  /** API_VERSIONS version learned from a node. */
  private readonly versions = new Map<number, number>()
  private readonly abortedSends: Completion[] = []
  private completions: Completion[] = []
  private correlation = 0
  /** Why the present rows happen. */
  private cause = 0
  private pollRow = -1
  private wakes = 0
  private wokenAt = -1
  private readonly onWake: number
  private readonly x: ConnectionWishes & { now: Instant }

  constructor(
    readonly world: ClientWorld,
    readonly engine: Engine,
    readonly ledger: Ledger,
    readonly chance: Chance,
  ) {
    const { behaviour, config } = world
    const reconnect = backoff(config.reconnectBackoff, config.reconnectBackoffMax, behaviour.backoff)
    // Before KIP-601 nothing grows here: there is no setup timeout, or the draft's fixed one.
    const setupMax = behaviour.setupTimeout === 'each poll' ? config.setupTimeoutMax : config.setupTimeout
    const setup = backoff(config.setupTimeout, setupMax, behaviour.backoff)
    this.x = {
      now: engine.now,
      behaviour,
      reconnect,
      setup,
      draw: (name, node, failures, b) => this.draw(name, node, failures, b),
      became: (c, from) => this.became(c, from),
    }
    this.network = new Network(world, engine, ledger, (row) => this.woken(row))
    this.updater = new MetadataUpdater(this)
    this.onWake = engine.on((generation) => {
      if (generation === this.wakes) this.selectReturned()
    })
  }

  /** The client's first turn, at the present instant. */
  start(caller: Caller, cause: number): void {
    this.caller = caller
    this.cause = cause
    this.updater.start()
    this.turn()
  }

  /** The client's entry for a node, ABSENT where it has none. */
  connection(node: number): Connection {
    const known = this.connections.get(node)
    if (known) return known
    const host = this.world.hosts.find((h) => h.boot === node || h.broker === node)
    const fresh = connection.absent(node, this.world.config.firstAddressOnly ? 1 : (host?.addresses ?? 1))
    this.connections.set(node, fresh)
    return fresh
  }

  // What the caller and the updater ask of the client.

  /** NetworkClient.ready: true where the node may take a request now; else starts to connect where it may. */
  ready(node: number, cause: number): boolean {
    const { now } = this.engine
    if (!this.updater.isUpdateDue(now) && this.sendable(node)) return true
    if (connection.connectable(this.connection(node), now)) this.connect(node, rule.CONNECT_CALLER, cause, this.connection(node).row)
    return false
  }

  /** canSendRequest. */
  sendable(node: number): boolean {
    return (
      connection.isReady(this.connection(node), this.engine.now) &&
      this.network.isChannelReady(node) &&
      canSendMore(this.inFlight.get(node), this.world.config.maxInFlight)
    )
  }

  /** initiateConnect. */
  connect(node: number, why: number, cause: number, armedBy: number): void {
    const c = this.connection(node)
    this.happenTo(c, 'connecting', why, cause, armedBy)
    this.connecting.set(node, true)
    this.network.connect(node, c.address, this.world.behaviour.setupTimeout === 'none' ? FOREVER : c.setupTimeout, c.row)
  }

  /** doSend. `request`: the caller's number for it, undefined for an internal one. Gives the SEND row. */
  send(node: number, api: Api, request: number | undefined, timeout: Ms, why: number, cause: number, version = 0): number {
    const { engine, ledger } = this
    const correlation = this.correlation++
    const row = ledger.writer.row(engine.now, ledger.connection(node), SEND, why, cause, this.updater.armedBy(api))
    ledger.writer.field(apiWord(api))
    ledger.writer.field(correlation)
    ledger.writer.field(request ?? NONE)
    ledger.writer.field(plus(engine.now, timeout))
    ledger.writer.field(this.network.arrivalAt(node))
    const sent: Request = {
      api,
      correlation,
      request,
      version,
      sentAt: engine.now,
      timeout,
      throttle: ms(0),
      written: false,
      row,
      sentRow: row,
    }
    const queue = this.inFlight.get(node)
    if (queue) queue.push(sent)
    else this.inFlight.set(node, [sent])
    this.network.send(node, sent)
    return row
  }

  /** NetworkClient.disconnect: what is in flight is told of it at the next poll. */
  disconnect(node: number, cause: number): void {
    const c = this.connection(node)
    if (c.state === 'ABSENT' || connection.isDisconnected(c)) return
    const row = this.closeChannel(node, rule.CALLER_CLOSED, cause, -1)
    this.cancelInFlight(node, 'disconnected', row, this.abortedSends)
    this.happenTo(c, 'disconnected', rule.RECONNECT_BACKOFF, row, -1)
  }

  /** NetworkClient.close: the node is forgotten, and what is in flight with it. */
  close(node: number, cause: number): void {
    const row = this.closeChannel(node, rule.CALLER_CLOSED, cause, -1)
    this.cancelInFlight(node, 'disconnected', row, undefined)
    const c = this.connection(node)
    if (c.state !== 'ABSENT') {
      if (!this.world.behaviour.closeLeavesConnecting) this.connecting.delete(node)
      this.happenTo(c, 'removed', rule.CALLER_CLOSED, row, -1)
      this.connections.delete(node)
    }
    if (this.world.behaviour.closeForgetsVersions) this.versions.delete(node)
  }

  /** How long a caller that waits for this node would poll, and why (pollDelayMs). */
  pollDelay(node: number): CallerWait {
    const { now } = this.engine
    const c = this.connection(node)
    const throttled = remaining(c.throttledUntil, now)
    if (connection.isConnected(c) && throttled > 0) return { wait: throttled, rule: rule.WAIT_THROTTLE, armedBy: c.row }
    const wait = connection.connectionDelay(c, now, this.world.behaviour)
    return { wait, rule: c.state === 'CONNECTING' ? rule.WAIT_SETUP : rule.WAIT_RECONNECT, armedBy: c.row }
  }

  /** A METADATA row. */
  tellMetadata(what: Word, why: number, cause: number, retryAt: number, order: readonly number[]): number {
    const { writer } = this.ledger
    const row = writer.row(this.engine.now, CLIENT_SUBJECT, METADATA, why, cause, -1)
    writer.field(word(what))
    writer.field(retryAt)
    for (const node of order) writer.field(node)
    return row
  }

  /** A draw, as a row of its own. `node`: NONE where the client as a whole draws. */
  recordDraw(name: Word, node: number, k: number, argument: number, value: number): void {
    const { writer } = this.ledger
    writer.row(this.engine.now, node === NONE ? CLIENT_SUBJECT : this.ledger.connection(node), DRAW, rule.NO_RULE, this.cause, -1)
    writer.field(word(name))
    writer.field(node)
    writer.field(k)
    writer.field(argument)
    writer.field(value)
  }

  // The poll loop.

  /** The network has something for the select that is waiting. */
  private woken(row: number): void {
    if (this.wokenAt === this.engine.now) return
    this.wokenAt = this.engine.now
    this.engine.schedule(this.engine.now, PROCESS, this.onWake, this.wakes, 0, row)
  }

  /** The rest of NetworkClient.poll, after its select. */
  private selectReturned(): void {
    this.wakes++
    this.network.endSelect()
    this.x.now = this.engine.now
    this.cause = this.pollRow
    this.handleCompletedReceives()
    if (this.thrown) return
    this.handleDisconnections()
    this.handleConnections()
    this.handleInitiateApiVersionRequests()
    this.handleTimedOutConnections()
    if (this.thrown) return
    this.handleTimedOutRequests()
    this.handleRebootstrap()
    this.complete(this.completions)
    this.turn()
  }

  /** The caller's turn, and poll up to its select. */
  private turn(): void {
    this.x.now = this.engine.now
    const caller = this.caller as Caller
    let callerWait = caller.turn()
    while (this.abortedSends.length > 0) {
      // Such a poll delivers them and returns at once: no select, no timeouts.
      this.complete(this.abortedSends)
      callerWait = caller.turn()
    }
    this.select(callerWait, caller.nextCallAt())
  }

  private select(caller: CallerWait, nextCallAt: Instant): void {
    const { engine, ledger, world } = this
    const { now } = engine
    const update = this.updater.maybeUpdate()
    let winner = caller
    if (update.wait < winner.wait) winner = update
    if (world.config.requestTimeout < winner.wait) winner = { wait: world.config.requestTimeout, rule: rule.WAIT_REQUEST, armedBy: -1 }
    const timeout = winner.wait
    const atOnce = this.network.beginSelect()
    const full = plus(plus(now, timeout), timeout > 0 ? world.selectOvershoot : ms(0))
    const wakesAt = atOnce ? now : nextCallAt < full ? nextCallAt : full
    const why = atOnce ? rule.WAIT_NOTHING : nextCallAt < full ? rule.WAIT_CALL : winner.rule
    this.pollRow = ledger.writer.row(now, CLIENT_SUBJECT, POLL, why, this.cause, winner.armedBy)
    ledger.writer.field(caller.wait)
    ledger.writer.field(timeout)
    ledger.writer.field(wakesAt)
    this.selectAt = now
    this.wokenAt = -1
    engine.schedule(wakesAt, PROCESS, this.onWake, this.wakes, 0, this.pollRow)
  }

  private handleCompletedReceives(): void {
    for (const answer of this.network.received) {
      const { node } = answer.channel
      const request = this.inFlight.get(node)?.shift()
      if (request !== answer.request) continue
      this.cause = answer.row
      this.throttle(answer, request)
      if (request.api === 'API_VERSIONS') this.handleApiVersions(answer, request)
      else if (request.api === 'METADATA') this.updater.handleAnswer(answer)
      else this.completions.push({ request: request.request as number, node, outcome: 'response', row: answer.row })
      if (this.thrown) return
    }
  }

  /** maybeThrottle; API_VERSIONS before version 2 does not throttle the client. */
  private throttle(answer: Answer, request: Request): void {
    if (answer.throttle === 0 || (request.api === 'API_VERSIONS' && answer.newestVersion < 2)) return
    const c = this.connection(answer.channel.node)
    const until = plus(this.x.now, answer.throttle)
    if (until > c.throttledUntil) c.throttledUntil = until
    for (const other of this.inFlight.get(c.node) ?? []) other.throttle = ms(other.throttle + answer.throttle)
  }

  private handleApiVersions(answer: Answer, request: Request): void {
    const { node } = answer.channel
    if (answer.unsupported && request.version > 0) {
      this.versionsToFetch.set(node, answer.newestVersion)
      return
    }
    this.versions.set(node, Math.min(answer.newestVersion, NEWEST_API_VERSIONS))
    this.happenTo(this.connection(node), 'ready', rule.NOW_READY, answer.row, -1)
  }

  private handleDisconnections(): void {
    // The selector keeps what it lost in a HashMap.
    const lost = new JavaHashMap<(typeof this.network.disconnected)[number]>()
    for (const entry of this.network.disconnected) lost.set(entry.node, entry)
    for (const node of lost.keys()) {
      const entry = lost.get(node)
      if (entry) this.processDisconnection(node, entry.row, entry.loss === 'authentication failed', 'disconnected', rule.DISCONNECT_SEEN, -1)
    }
    if (lost.size > 0) this.updater.afterDisconnects(this.cause)
  }

  private handleConnections(): void {
    for (const channel of this.network.connected) {
      if (!channel.open) continue
      const c = this.connection(channel.node)
      if (this.world.asksApiVersions) {
        this.happenTo(c, 'tcpUp', rule.TCP_UP, channel.row, -1)
        this.versionsToFetch.set(c.node, NEWEST_API_VERSIONS)
      } else {
        this.happenTo(c, 'ready', rule.NOW_READY, channel.row, -1)
      }
    }
  }

  private handleInitiateApiVersionRequests(): void {
    for (const node of this.versionsToFetch.keys()) {
      if (!this.network.isChannelReady(node) || !canSendMore(this.inFlight.get(node), this.world.config.maxInFlight)) continue
      const cause = this.network.channelTo(node)?.row ?? this.cause
      const c = this.connection(node)
      this.happenTo(c, 'versionsQueued', rule.API_VERSIONS_QUEUED, cause, -1)
      const newest = this.versionsToFetch.get(node) ?? NEWEST_API_VERSIONS
      const version = Math.min(newest, this.versions.get(node) ?? newest)
      this.send(node, 'API_VERSIONS', undefined, this.world.config.requestTimeout, rule.API_VERSIONS_QUEUED, c.row, version)
      this.versionsToFetch.delete(node)
    }
  }

  private handleTimedOutConnections(): void {
    if (this.world.behaviour.setupTimeout !== 'each poll') return
    const { now } = this.engine
    if (this.connecting.keys().some((node) => this.connection(node).state !== 'CONNECTING')) {
      this.throw('IllegalStateException', rule.CONNECTING_SET_BUG, this.cause)
      return
    }
    for (const node of this.lateConnections(now)) {
      const row = this.closeLateConnection(node, rule.SETUP_TIMED_OUT)
      this.processDisconnection(node, row, false, 'disconnected', rule.RECONNECT_BACKOFF, -1)
    }
  }

  /** nodesWithConnectionSetupTimeout, in hash order. */
  lateConnections(now: Instant): number[] {
    return this.connecting.keys().filter((node) => connection.setupTimedOut(this.connection(node), now))
  }

  /** Closes a connection whose setup took too long; gives its CLOSE row. */
  closeLateConnection(node: number, why: number): number {
    const channel = this.network.channelTo(node)
    return this.closeChannel(node, why, channel?.row ?? this.cause, channel?.connectRow ?? -1)
  }

  private handleTimedOutRequests(): void {
    const { now } = this.engine
    const { timedOutFlag, expiryExcludesThrottle, sameBucketExpiry } = this.world.behaviour
    const late = (request: Request) => expired(expiryExcludesThrottle ? request : { ...request, throttle: ms(0) }, now)
    const nodes = this.inFlight.keys(sameBucketExpiry === 'newest first').filter((node) => this.inFlight.get(node)?.some(late))
    for (const node of nodes) {
      const request = this.inFlight.get(node)?.find(late)
      const row = this.closeChannel(node, rule.REQUEST_TIMED_OUT, request?.row ?? this.cause, request?.sentRow ?? -1)
      this.processDisconnection(node, row, false, timedOutFlag ? 'timedOut' : 'disconnected', rule.RECONNECT_BACKOFF, -1)
    }
    if (nodes.length > 0) this.updater.afterDisconnects(this.cause)
  }

  /** KIP-1102: no metadata for longer than the trigger. */
  private handleRebootstrap(): void {
    if (!this.updater.needsRebootstrap()) return
    const cause = this.updater.metadata.row
    for (const node of [...this.updater.metadata.order]) {
      const row = this.closeChannel(node, rule.REBOOTSTRAP_TRIGGERED, cause, -1)
      const c = this.connection(node)
      if (c.state === 'CONNECTING' || connection.isConnected(c)) {
        this.processDisconnection(node, row, false, 'disconnected', rule.REBOOTSTRAP_TRIGGERED, -1)
      }
    }
    this.updater.rebootstrap(rule.REBOOTSTRAP_TRIGGERED, cause)
  }

  /** processDisconnection, in Kafka's order. */
  private processDisconnection(node: number, cause: number, rejected: boolean, outcome: Outcome, why: number, armedBy: number): void {
    const c = this.connection(node)
    this.happenTo(c, 'disconnected', why, cause, armedBy)
    this.versions.delete(node)
    this.versionsToFetch.delete(node)
    if (rejected) {
      this.happenTo(c, 'authenticationFailed', rule.AUTHENTICATION, c.row, -1)
      this.updater.handleRejection(c.row)
    }
    this.cancelInFlight(node, outcome, c.row, this.completions)
    this.updater.handleServerDisconnect(c.row, rejected)
  }

  /** cancelInFlightRequests, oldest first. `into` undefined: nobody is told. */
  private cancelInFlight(node: number, outcome: Outcome, row: number, into: Completion[] | undefined): void {
    const requests = this.inFlight.get(node)
    if (!requests) return
    this.inFlight.delete(node)
    for (const request of requests) {
      if (request.api === 'METADATA') this.updater.handleFailedRequest(rule.UPDATE_FAILED, row)
      else if (request.api === 'USER') into?.push({ request: request.request as number, node, outcome, row })
    }
  }

  private complete(completions: Completion[]): void {
    const { engine, ledger } = this
    for (const { request, node, outcome, row } of completions) {
      const why = outcome === 'response' ? rule.ANSWER_HANDLED : rule.CANCELLED
      ledger.writer.row(engine.now, ledger.connection(node), COMPLETED, why, row, -1)
      ledger.writer.field(request)
      ledger.writer.field(word(outcome))
    }
    completions.length = 0
  }

  /** Selector.close, as a CLOSE row where there was a channel; gives that row, else the cause. */
  private closeChannel(node: number, why: number, cause: number, armedBy: number): number {
    const { engine, ledger } = this
    if (!this.network.close(node)) return cause
    return ledger.writer.row(engine.now, ledger.connection(node), CLOSE, why, cause, armedBy)
  }

  /** Poll threw: the client is broken and the run ends. */
  throw(what: Word, why: number, cause: number): void {
    const { writer } = this.ledger
    writer.row(this.engine.now, RUN_SUBJECT, THROWN, why, cause, -1)
    writer.field(word(what))
    this.thrown = true
    this.selectAt = this.engine.now
    this.engine.stop()
  }

  // What the connections' rules ask for.

  private why = 0
  private rowCause = 0
  private rowArmedBy = -1

  /** Lets an event happen to a connection; its STATE row gets this rule and cause. */
  happenTo(c: Connection, event: ConnectionEvent, why: number, cause: number, armedBy: number): void {
    this.why = why
    this.rowCause = cause
    this.rowArmedBy = armedBy
    this.cause = cause
    this.x.now = this.engine.now
    happen(connection.rules, c, event, this.x)
  }

  private became(c: Connection, from: ConnectionState): void {
    const { engine, ledger } = this
    if (from === 'CONNECTING') this.left(c)
    c.row = ledger.writer.row(engine.now, ledger.connection(c.node), STATE, this.why, this.rowCause, this.rowArmedBy)
    ledger.writer.field(stateWords[from])
    ledger.writer.field(stateWords[c.state])
    ledger.writer.field(this.ownDeadline(c))
    ledger.writer.field(c.state === 'CONNECTING' ? c.failedConnectAttempts : c.failedAttempts)
  }

  /** The connecting set drops a node that left CONNECTING, but for a bug of 2.7.0 (KAFKA-12948). */
  private left(c: Connection): void {
    if (c.state !== 'ABSENT') this.connecting.delete(c.node)
  }

  /** When the state's own timer runs out: the setup timeout of an attempt, the backoff of a lost connection. */
  private ownDeadline(c: Connection): number {
    if (connection.isDisconnected(c)) return c.attemptAt + c.reconnectBackoff
    if (c.state === 'CONNECTING' && this.world.behaviour.setupTimeout !== 'none') return c.attemptAt + c.setupTimeout
    return Number.POSITIVE_INFINITY
  }

  private draw(name: 'reconnect' | 'setup', node: number, failures: number, b: Backoff): Ms {
    if (b.exponentMax === 0) return ms(b.initial)
    const argument = nominal(b, failures)
    const value = this.chance.draw(this.engine.now, word(name), node, failures, argument, jittered, b.cap)
    this.recordDraw(name, node, failures, Math.floor(argument), value)
    return ms(value)
  }

  /** How long it is since an instant. */
  since(at: Instant): Ms {
    return elapsed(at, this.engine.now)
  }
}

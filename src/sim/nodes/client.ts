// Models      one Kafka client's network layer: the poll loop, in Kafka's own order.
// Kafka       clients/NetworkClient.poll and its handlers.
// Leaves out  telemetry, connections.max.idle.ms, the asynchronous DNS bootstrap of 4.4.

import { JavaHashMap } from '../../base/javaHash.ts'
import { FOREVER, later, type Ms, ms, plus, remaining } from '../../base/time.ts'
import type { ClientBehaviour } from '../../scenario/behaviours.ts'
import type { ClientWorld } from '../../scenario/clientWorld.ts'
import * as rule from '../../trace/rules.ts'
import type { Chance } from '../chance.ts'
import type { Engine } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import {
  type Connection,
  type ConnectionEvent,
  connectable,
  connectionDelay,
  isConnected,
  isDisconnected,
  isReady,
} from '../machines/connection.ts'
import { type Api, canSendMore, expired, type Produce, type Request } from '../machines/inFlight.ts'
import type { Metadata } from '../machines/metadata.ts'
import type { Answer } from './channel.ts'
import { Connections } from './connections.ts'
import { MetadataUpdater } from './metadataUpdater.ts'
import type { Loss } from './network.ts'
import {
  answered,
  type Caller,
  type Completion,
  type ConnectionEnd,
  type MetadataEnd,
  type Outcome,
  PollingClient,
  type Wait,
} from './pollingClient.ts'

/** How a connection ended: what its callers are told, and whether the broker rejected the handshake. */
type Disconnection = { readonly outcome: Outcome; readonly rejected: boolean }

const LOST: Disconnection = { outcome: 'disconnected', rejected: false }

/** Newest API_VERSIONS version of the client: newer than any that a scripted broker refuses. */
const NEWEST_API_VERSIONS = 3

export class Client extends PollingClient {
  readonly connections: Connections
  readonly updater: MetadataUpdater

  /** Nodes that still have to be asked for their API versions, with the newest version to ask in. */
  private readonly versionsToFetch = new JavaHashMap<number>()
  /** API_VERSIONS version learned from a node. */
  private readonly versions = new Map<number, number>()
  private readonly abortedSends: Completion[] = []
  /** Why the present rows happen. */
  private cause = 0

  constructor(
    world: ClientWorld,
    readonly behaviour: ClientBehaviour,
    engine: Engine,
    ledger: Ledger,
    chance: Chance,
  ) {
    super(world, engine, ledger, chance)
    this.connections = new Connections(this, behaviour)
    this.updater = new MetadataUpdater(this)
  }

  protected begin(cause: number): void {
    this.cause = cause
    this.updater.start()
  }

  connection(node: number): Connection {
    return this.connections.of(node)
  }

  inFlightTo(node: number): number {
    return this.inFlight.get(node)?.length ?? 0
  }

  ready(node: number, cause: number): boolean {
    const { now } = this.engine
    if (!this.updater.isUpdateDue(now) && this.sendable(node)) return true
    const c = this.connection(node)
    if (connectable(c, now)) this.connect(node, rule.CONNECT_CALLER, cause, c.row)
    return false
  }

  /** canSendRequest. */
  sendable(node: number): boolean {
    return (
      isReady(this.connection(node), this.engine.now) &&
      this.network.isChannelReady(node) &&
      canSendMore(this.inFlight.get(node), this.world.config.maxInFlight)
    )
  }

  /** initiateConnect. */
  connect(node: number, why: number, cause: number, armedBy: number): void {
    const c = this.connection(node)
    this.connections.happen(c, 'connecting', why, cause, armedBy)
    this.network.connect(node, c.address, this.behaviour.setupTimeout === 'none' ? FOREVER : c.setupTimeout, c.row)
  }

  leastLoaded(): number | undefined {
    return this.updater.leastLoaded()
  }

  override keepNoMetadata(lost: (cause: number) => void): void {
    this.updater.keptElsewhere = lost
  }

  override learn(nodes: readonly number[], cause: number): void {
    this.updater.learn(nodes, cause)
  }

  sendUser(node: number, request: number, timeout: Ms): void {
    this.send(node, 'USER', request, timeout, rule.USER_SENT, this.connection(node).row)
  }

  askForUpdate(byCaller: boolean, why: number, cause: number): void {
    this.updater.request(byCaller, why, cause)
  }

  sendProduce(node: number, produce: Produce, why: number): number {
    const correlation = this.nextCorrelation()
    const { requestTimeout } = this.world.config
    const { row } = this.connection(node)
    this.dispatch(
      {
        node,
        api: 'PRODUCE',
        request: correlation,
        timeout: requestTimeout,
        version: 0,
        produce,
        rule: why,
        cause: row,
        armedBy: -1,
      },
      correlation,
    )
    return correlation
  }

  override metadata(): Metadata {
    return this.updater.metadata
  }

  metadataTold(): number {
    return this.updater.metadata.row
  }

  /** Sends a request; gives its SEND row. */
  send(
    node: number,
    api: Api,
    request: number | undefined,
    timeout: Ms,
    why: number,
    cause: number,
    version = 0,
  ): number {
    const armedBy = this.updater.armedBy(api)
    return this.dispatch({ node, api, request, timeout, version, rule: why, cause, armedBy }, this.nextCorrelation())
  }

  /** NetworkClient.disconnect: what is in flight is told of it at the next poll. */
  disconnect(node: number, cause: number): void {
    const c = this.connection(node)
    if (c.state === 'ABSENT' || isDisconnected(c)) return
    const row = this.closeChannel(node, rule.CALLER_CLOSED, cause, -1)
    this.cancelInFlight(node, 'disconnected', row, this.abortedSends)
    this.happenTo(c, 'disconnected', rule.RECONNECT_BACKOFF, row)
  }

  /** NetworkClient.close: the node is forgotten, and what is in flight with it. */
  close(node: number, cause: number): void {
    const row = this.closeChannel(node, rule.CALLER_CLOSED, cause, -1)
    this.cancelInFlight(node, 'disconnected', row, undefined)
    const c = this.connection(node)
    if (c.state !== 'ABSENT') this.connections.happen(c, 'removed', rule.CALLER_CLOSED, row)
    if (this.behaviour.closeForgetsVersions) this.versions.delete(node)
  }

  /** How long a caller that waits for this node would poll, and why (pollDelayMs). */
  pollDelay(node: number): Wait {
    const { now } = this.engine
    const c = this.connection(node)
    const throttled = remaining(c.throttledUntil, now)
    if (isConnected(c) && throttled > 0) return { wait: throttled, rule: rule.WAIT_THROTTLE, armedBy: c.row }
    const wait = connectionDelay(c, now, this.behaviour)
    return { wait, rule: c.state === 'CONNECTING' ? rule.WAIT_SETUP : rule.WAIT_RECONNECT, armedBy: c.row }
  }

  // The poll loop.

  protected selectReturned(): void {
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
  }

  protected turn(caller: Caller): boolean {
    let callerWait = caller.turn()
    while (callerWait && this.abortedSends.length > 0) {
      // Such a poll delivers them and returns at once: no select, no timeouts.
      this.complete(this.abortedSends)
      callerWait = caller.turn()
    }
    if (!callerWait) return false
    this.select(callerWait, this.leastWait(callerWait), caller.nextCallAt(), this.cause)
    return true
  }

  /** What poll waits for: the least of its caller's wait, the metadata's, and the constant request timeout. */
  private leastWait(caller: Wait): Wait {
    const { requestTimeout } = this.world.config
    const update = this.updater.maybeUpdate()
    const least = update.wait < caller.wait ? update : caller
    return requestTimeout < least.wait ? { wait: requestTimeout, rule: rule.WAIT_REQUEST, armedBy: -1 } : least
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
      else this.completions.push(answered(request, answer))
      if (this.thrown) return
    }
  }

  /** maybeThrottle; API_VERSIONS before version 2 does not throttle the client. */
  private throttle(answer: Answer, request: Request): void {
    if (answer.throttle === 0 || (request.api === 'API_VERSIONS' && answer.newestVersion < 2)) return
    const c = this.connection(answer.channel.node)
    c.throttledUntil = later(c.throttledUntil, plus(this.engine.now, answer.throttle))
    for (const other of this.inFlight.get(c.node) ?? []) other.throttle = ms(other.throttle + answer.throttle)
  }

  private handleApiVersions(answer: Answer, request: Request): void {
    const { node } = answer.channel
    if (answer.unsupported && request.version > 0) {
      this.versionsToFetch.set(node, answer.newestVersion)
      return
    }
    this.versions.set(node, Math.min(answer.newestVersion, NEWEST_API_VERSIONS))
    this.happenTo(this.connection(node), 'ready', rule.NOW_READY, answer.row)
  }

  private handleDisconnections(): void {
    // The selector keeps what it lost in a HashMap.
    const lost = new JavaHashMap<Loss>()
    for (const loss of this.network.disconnected) lost.set(loss.node, loss)
    for (const { node, rejected, row } of lost.values()) {
      this.processDisconnection(node, rule.DISCONNECT_SEEN, row, { outcome: 'disconnected', rejected })
    }
    if (lost.size > 0) this.updater.afterDisconnects(this.cause)
  }

  private handleConnections(): void {
    for (const channel of this.network.connected) {
      if (!channel.open) continue
      const c = this.connection(channel.node)
      if (this.world.asksApiVersions) {
        this.happenTo(c, 'tcpUp', rule.TCP_UP, channel.row)
        this.versionsToFetch.set(c.node, NEWEST_API_VERSIONS)
      } else {
        this.happenTo(c, 'ready', rule.NOW_READY, channel.row)
      }
    }
  }

  private handleInitiateApiVersionRequests(): void {
    for (const node of this.versionsToFetch.keys()) {
      if (!this.network.isChannelReady(node) || !canSendMore(this.inFlight.get(node), this.world.config.maxInFlight))
        continue
      const cause = this.network.channelTo(node)?.row ?? this.cause
      const c = this.connection(node)
      this.happenTo(c, 'versionsQueued', rule.API_VERSIONS_QUEUED, cause)
      const newest = this.versionsToFetch.get(node) ?? NEWEST_API_VERSIONS
      const version = Math.min(newest, this.versions.get(node) ?? newest)
      this.send(
        node,
        'API_VERSIONS',
        undefined,
        this.world.config.requestTimeout,
        rule.API_VERSIONS_QUEUED,
        c.row,
        version,
      )
      this.versionsToFetch.delete(node)
    }
  }

  private handleTimedOutConnections(): void {
    if (this.behaviour.setupTimeout !== 'each poll') return
    if (this.connections.hasStrayConnecting()) {
      this.throw('IllegalStateException', rule.CONNECTING_SET_BUG, this.cause)
      return
    }
    for (const node of this.connections.late()) {
      this.processDisconnection(node, rule.RECONNECT_BACKOFF, this.closeLateConnection(node, rule.SETUP_TIMED_OUT))
    }
  }

  /** Closes a connection whose setup took too long; gives its CLOSE row. */
  closeLateConnection(node: number, why: number): number {
    const channel = this.network.channelTo(node)
    return this.closeChannel(node, why, channel?.row ?? this.cause, channel?.connectRow ?? -1)
  }

  private handleTimedOutRequests(): void {
    const { now } = this.engine
    const { timedOutFlag, expiryExcludesThrottle, sameBucketExpiry } = this.behaviour
    const late = (request: Request) => expired(expiryExcludesThrottle ? request : { ...request, throttle: ms(0) }, now)
    const { expiresFor } = this.behaviour
    const lateOf = (requests: readonly Request[] | undefined) =>
      expiresFor === 'any request' ? requests?.find(late) : requests?.slice(0, 1).find(late)
    const nodes = this.inFlight
      .keys(sameBucketExpiry === 'newest first')
      .filter((node) => lateOf(this.inFlight.get(node)) !== undefined)
    const outcome = timedOutFlag ? 'timedOut' : 'disconnected'
    for (const node of nodes) {
      const request = lateOf(this.inFlight.get(node))
      const row = this.closeChannel(node, rule.REQUEST_TIMED_OUT, request?.row ?? this.cause, request?.sentRow ?? -1)
      this.processDisconnection(node, rule.RECONNECT_BACKOFF, row, { outcome, rejected: false })
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
      if (c.state === 'CONNECTING' || isConnected(c)) this.processDisconnection(node, rule.REBOOTSTRAP_TRIGGERED, row)
    }
    this.updater.rebootstrap(rule.REBOOTSTRAP_TRIGGERED, cause)
  }

  /** processDisconnection, in Kafka's order. `how`: what callers are told, and whether the handshake was rejected. */
  private processDisconnection(node: number, why: number, cause: number, how: Disconnection = LOST): void {
    const c = this.connection(node)
    this.happenTo(c, 'disconnected', why, cause)
    this.versions.delete(node)
    this.versionsToFetch.delete(node)
    if (how.rejected) {
      this.happenTo(c, 'authenticationFailed', rule.AUTHENTICATION, c.row)
      this.updater.handleRejection(c.row)
    }
    this.cancelInFlight(node, how.outcome, c.row, this.completions)
    this.updater.handleServerDisconnect(c.row, how.rejected)
  }

  /** cancelInFlightRequests, in the era's order. `into` undefined: nobody is told. */
  private cancelInFlight(node: number, outcome: Outcome, row: number, into: Completion[] | undefined): void {
    const requests = this.inFlight.get(node)
    if (!requests) return
    this.inFlight.delete(node)
    for (const request of this.behaviour.cancels === 'newest first' ? requests.toReversed() : requests) {
      if (request.api === 'METADATA') this.updater.handleFailedRequest(rule.UPDATE_FAILED, row)
      else if (request.request !== undefined) into?.push({ request: request.request, node, outcome, row })
    }
  }

  /** Lets an event happen to a connection, and remembers its cause for what follows. */
  private happenTo(c: Connection, event: ConnectionEvent, why: number, cause: number): void {
    this.cause = cause
    this.connections.happen(c, event, why, cause)
  }

  connectionEnds(): ConnectionEnd[] {
    return this.connections.ends()
  }

  metadataEnd(): MetadataEnd {
    const { order, lastRefreshAt, lastSuccessAt, attempts, equivalent, requested, partial } = this.updater.metadata
    return {
      order,
      lastRefresh: lastRefreshAt,
      lastSuccess: lastSuccessAt,
      attempts,
      equivalent,
      requested: requested || partial,
    }
  }
}

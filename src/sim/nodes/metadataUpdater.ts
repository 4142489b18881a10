// Models      who keeps a client's metadata fresh, and what a lost connection means to it.
// Kafka       clients/NetworkClient.DefaultMetadataUpdater; Metadata.rebootstrap (KIP-899, KIP-1102).
// Leaves out  what an admin client does in its place (adminCall.ts).

import { elapsed, FOREVER, type Instant, type Ms, ms } from '../../base/time.ts'
import type { ClientBehaviour } from '../../scenario/behaviours.ts'
import { CHOSEN, NONE } from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { below, jittered } from '../chance.ts'
import { CLIENT_SUBJECT } from '../ledger.ts'
import { type Backoff, backoff, nominal } from '../machines/backoff.ts'
import { connectable } from '../machines/connection.ts'
import type { Api } from '../machines/inFlight.ts'
import type { Metadata, MetadataWishes, UpdateWait } from '../machines/metadata.ts'
import * as machine from '../machines/metadata.ts'
import type { Answer } from './channel.ts'
import type { Connections } from './connections.ts'
import { type Candidates, type Choice, leastLoadedNode } from './nodeChoice.ts'
import type { PollingClient, Wait } from './pollingClient.ts'

/** By which rule a node is chosen that has to be connected first. */
const choiceRules: { readonly [choice in ClientBehaviour['nodeChoice']]: number } = {
  'fewest in flight': rule.CHOSEN_FEWEST_IN_FLIGHT,
  'last visited': rule.CHOSEN_LAST_VISITED,
  'fewest failures': rule.CHOSEN_FEWEST_FAILURES,
  'fewest failures, first visited': rule.CHOSEN_FEWEST_FAILURES,
  'oldest attempt': rule.CHOSEN_OLDEST_ATTEMPT,
}

const LONG_AGO = Number.NEGATIVE_INFINITY as Instant
const ZERO = ms(0)

/** What the updater needs of its client. */
export type UpdatingClient = Omit<PollingClient, 'connection'> &
  Candidates & {
    readonly connections: Connections
    /** initiateConnect. */
    connect(node: number, why: number, cause: number, armedBy: number): void
    send(node: number, api: Api, request: undefined, timeout: Ms, why: number, cause: number): number
    /** Closes a connection whose setup took too long; gives its CLOSE row. */
    closeLateConnection(node: number, why: number): number
  }

export class MetadataUpdater {
  readonly metadata: Metadata
  /** Who keeps the metadata in its place, and is told of lost connections (AdminMetadataManager.AdminMetadataUpdater). */
  keptElsewhere: ((cause: number) => void) | undefined
  private fetchInProgress = false
  private fetchRow = -1
  /** The row that holds the next update back: a failed update; -1: none does. */
  private heldBy = -1
  /** How many scans have led to a connect or a send. */
  private choices = 0
  /** KIP-1102: since when an update has been due without success. */
  private attemptsSince: Instant | undefined
  private readonly bootstrapNodes: readonly number[]
  private readonly x: MetadataWishes & { now: Instant }
  private readonly found: UpdateWait = { wait: ZERO, owner: 'retry' }
  /** Draws since the last refresh, by failures. */
  private readonly keptDraws = new Map<number, number>()
  private keptSince = Number.NaN

  constructor(private readonly client: UpdatingClient) {
    const { behaviour } = client
    const { config, hosts, metadata } = client.world
    const grows = behaviour.retryBackoff === 'exponential'
    this.bootstrapNodes = hosts.flatMap((host) => (host.boot === undefined ? [] : [host.boot]))
    this.x = {
      now: client.engine.now,
      config,
      retry: grows ? backoff(config.retryBackoff, config.retryBackoffMax, behaviour.backoff) : undefined,
      drawRetry: (failures, b, lastRefreshAt) => this.drawRetry(failures, b, lastRefreshAt),
    }
    const fresh = metadata.start === 'fresh'
    const waits = fresh || behaviour.firstUpdate !== 'at once'
    this.metadata = {
      order: metadata.order ?? [],
      requested: !fresh && behaviour.firstUpdate !== 'when asked for',
      partial: false,
      lastRefreshAt: waits ? client.engine.now : LONG_AGO,
      lastSuccessAt: waits ? client.engine.now : LONG_AGO,
      attempts: 0,
      // An answer that listed the brokers was the first equivalent one.
      equivalent: metadata.known === 'brokers' ? 1 : 0,
      row: 0,
    }
  }

  /** The first cluster: as the scenario gives it, else shuffled. */
  start(): void {
    if (!this.client.world.metadata.order) this.metadata.order = this.client.shuffled(this.client.knownNodes())
  }

  /** isUpdateDue: no request is in flight and the wait for the next update is 0. */
  isUpdateDue(now: Instant): boolean {
    if (this.fetchInProgress || this.keptElsewhere) return false
    this.x.now = now
    return machine.timeToNextUpdate(this.metadata, this.x, this.found) === 0
  }

  /** maybeUpdate: does what is due and says how long the select may wait for it. */
  maybeUpdate(): Wait {
    const { client, metadata } = this
    if (this.keptElsewhere) return { wait: FOREVER, rule: rule.WAIT_NOTHING, armedBy: -1 }
    const { config } = client.world
    const { now } = client.engine
    this.x.now = now
    machine.timeToNextUpdate(metadata, this.x, this.found)
    const inProgress = this.fetchInProgress ? config.requestTimeout : ZERO
    if (Math.max(this.found.wait, inProgress) > 0) return this.notDue(inProgress)
    if (client.behaviour.rebootstrap === 'trigger') this.attemptsSince ??= now
    let { choice, offset } = this.choose(now)
    if (this.rebootstraps() && choice.node === undefined && !choice.connectionReady) {
      this.rebootstrap(rule.REBOOTSTRAPPED, metadata.row)
      ;({ choice, offset } = this.choose(now))
    }
    if (choice.node === undefined) return this.lookAgain()
    return this.update(choice.node, offset, now)
  }

  private notDue(inProgress: Ms): Wait {
    const { wait, owner } = this.found
    if (inProgress > wait) return { wait: inProgress, rule: rule.WAIT_METADATA, armedBy: this.fetchRow }
    return { wait, rule: owner === 'age' ? rule.WAIT_AGE : rule.WAIT_RETRY, armedBy: this.metadata.row }
  }

  private lookAgain(): Wait {
    return { wait: this.client.world.config.reconnectBackoff, rule: rule.WAIT_BACKOFF, armedBy: this.metadata.row }
  }

  private update(node: number, offset: number, now: Instant): Wait {
    const { client, metadata } = this
    const { requestTimeout } = client.world.config
    if (client.sendable(node)) {
      client.topic?.sent(now)
      this.fetchRow = client.send(
        node,
        'METADATA',
        undefined,
        requestTimeout,
        rule.METADATA_SENT,
        this.tellChoice(node, offset, rule.CHOSEN_READY),
      )
      this.fetchInProgress = true
      this.heldBy = -1
      return { wait: requestTimeout, rule: rule.WAIT_METADATA, armedBy: this.fetchRow }
    }
    // One connection at a time, whichever it is (KAFKA-4024).
    if (metadata.order.some((id) => client.connection(id).state === 'CONNECTING')) return this.lookAgain()
    if (connectable(client.connection(node), now)) {
      client.connect(
        node,
        rule.CONNECT_METADATA,
        this.tellChoice(node, offset, choiceRules[client.behaviour.nodeChoice]),
        this.heldBy,
      )
      this.heldBy = -1
      return this.lookAgain()
    }
    return { wait: FOREVER, rule: rule.WAIT_NOTHING, armedBy: -1 }
  }

  /** leastLoadedNode for the client's user. */
  leastLoaded(): number | undefined {
    const { node } = this.choose(this.client.engine.now).choice
    if (node !== undefined) this.choices++
    return node
  }

  /** The nodes that an answer told of which somebody else asked for. */
  learn(nodes: readonly number[], cause: number): void {
    const { client, metadata } = this
    metadata.order = client.shuffled(nodes)
    const age = client.engine.now + client.world.config.metadataMaxAge
    metadata.row = client.tellMetadata('updated', rule.UPDATE_ARRIVED, cause, age, metadata.order)
  }

  private choose(now: Instant): { choice: Choice; offset: number } {
    const { client } = this
    if (client.behaviour.setupTimeout === 'lazy') this.closeLateConnections()
    const { order } = this.metadata
    const offset = client.chance.draw(now, word('offset'), 0, this.choices, order.length, below, 0)
    return { choice: leastLoadedNode(client, order, offset, now), offset }
  }

  /** KIP-601's draft: leastLoadedNode itself closes what has been connecting for too long; that is no failed update. */
  private closeLateConnections(): void {
    const { client } = this
    for (const node of client.connections.late()) {
      const row = client.closeLateConnection(node, rule.SETUP_TIMED_OUT_LAZY)
      client.connections.happen(client.connection(node), 'disconnected', rule.RECONNECT_BACKOFF, row)
    }
  }

  private tellChoice(node: number, offset: number, why: number): number {
    const { writer } = this.client.ledger
    this.choices++
    const row = writer.row(this.client.engine.now, CLIENT_SUBJECT, CHOSEN, why, this.metadata.row, this.heldBy)
    writer.field(node)
    writer.field(offset)
    return row
  }

  /** What armed the sending of an internal request: the failed update that held it back. */
  armedBy(api: Api): number {
    return api === 'METADATA' ? this.heldBy : -1
  }

  /** handleSuccessfulResponse. */
  handleAnswer(answer: Answer): void {
    const { client, metadata } = this
    const { now } = client.engine
    if (answer.rebootstrapRequired && this.triggers()) {
      this.attemptsSince = LONG_AGO
    } else if (answer.brokers.length === 0) {
      this.fail(rule.UPDATE_FAILED, answer.row)
    } else if (!this.fetchInProgress) {
      client.throw('NullPointerException', rule.METADATA_FORGOTTEN_BUG, answer.row)
      return
    } else {
      machine.updated(metadata, now, client.shuffled(answer.brokers), client.topic?.asksForPart ?? false)
      if (client.topic?.take(answer.leaders)) metadata.equivalent = 0
      this.attemptsSince = undefined
      metadata.row = client.tellMetadata(
        'updated',
        rule.UPDATE_ARRIVED,
        answer.row,
        now + client.world.config.metadataMaxAge,
        metadata.order,
      )
      client.topic?.answered()
      client.whenUpdated(metadata.row)
    }
    this.fetchInProgress = false
  }

  /** handleFailedRequest: the request was lost. */
  handleFailedRequest(why: number, cause: number): void {
    this.fetchInProgress = false
    if (this.failsUpdates()) this.fail(why, cause)
  }

  /** handleFatalException, to 2.4.0: a rejected handshake fails the update that is asked for. */
  handleRejection(cause: number): void {
    if (this.failsUpdates()) return
    this.fetchInProgress = false
    if (this.metadata.requested) this.fail(rule.AUTHENTICATION, cause)
  }

  /** handleServerDisconnect. */
  handleServerDisconnect(cause: number, rejected: boolean): void {
    const { client } = this
    if (!this.failsUpdates()) return
    if (this.keptElsewhere) {
      this.keptElsewhere(cause)
      return
    }
    if (this.isUpdateDue(client.engine.now)) this.handleFailedRequest(rule.UPDATE_FAILED_DUE, cause)
    if (rejected && client.behaviour.tellsFatal)
      client.tellMetadata('fatal', rule.AUTHENTICATION, cause, Number.POSITIVE_INFINITY, [])
    this.request(false, rule.UPDATE_ON_DISCONNECT, cause)
  }

  /** To 2.4.0: one request for all connections lost in a poll. */
  afterDisconnects(cause: number): void {
    if (!this.failsUpdates() && !this.keptElsewhere) this.request(false, rule.UPDATE_ON_DISCONNECT, cause)
  }

  private failsUpdates(): boolean {
    return this.client.behaviour.lostConnection === 'fails an update'
  }

  /** Metadata.requestUpdate. */
  request(byCaller: boolean, why: number, cause: number): void {
    machine.requestUpdate(this.metadata, byCaller)
    const row = this.client.tellMetadata('requested', why, cause, Number.POSITIVE_INFINITY, [])
    // A failed update goes on being the reason for the wait.
    if (this.heldBy < 0) this.metadata.row = row
  }

  private fail(why: number, cause: number): void {
    const { client, metadata } = this
    machine.failedUpdate(metadata, client.engine.now)
    metadata.row = client.tellMetadata('failed', why, cause, machine.retryAt(metadata, this.x), [])
    this.heldBy = metadata.row
  }

  /** needsRebootstrap, strictly: longer than the trigger without metadata. */
  needsRebootstrap(): boolean {
    if (this.attemptsSince === undefined || !this.triggers()) return false
    return elapsed(this.attemptsSince, this.client.engine.now) > this.client.world.config.rebootstrapTrigger
  }

  rebootstrap(why: number, cause: number): void {
    const { client, metadata } = this
    machine.rebootstrapped(metadata, client.shuffled(this.bootstrapNodes))
    client.topic?.forget()
    if (client.behaviour.rebootstrap === 'trigger') this.attemptsSince = client.engine.now
    metadata.row = client.tellMetadata('rebootstrap', why, cause, Number.POSITIVE_INFINITY, metadata.order)
  }

  private rebootstraps(): boolean {
    return this.client.world.config.rebootstraps && this.client.behaviour.rebootstrap !== 'none'
  }

  private triggers(): boolean {
    return this.client.world.config.rebootstraps && this.client.behaviour.rebootstrap === 'trigger'
  }

  private drawRetry(failures: number, b: Backoff, lastRefreshAt: Instant): Ms {
    if (b.exponentMax === 0) return ms(b.initial)
    const { client } = this
    if (lastRefreshAt !== this.keptSince) this.keptDraws.clear()
    this.keptSince = lastRefreshAt
    const kept = client.world.metadata.draws === 'once' ? this.keptDraws.get(failures) : undefined
    if (kept !== undefined) return ms(kept)
    const argument = nominal(b, failures)
    const value = client.chance.draw(client.engine.now, word('metadata'), 0, failures, argument, jittered, b.cap)
    client.recordDraw('metadata', NONE, failures, Math.floor(argument), value)
    this.keptDraws.set(failures, value)
    return ms(value)
  }
}

// Models      the batches of a producer that are not done: queued by partition, drained, put back, grown too old.
// Kafka       producer/internals/RecordAccumulator: append, ready, drain, expiredBatches (abortExpiredBatches), reenqueue.
// Leaves out  the partitioner, transactions.

import { FOREVER, type Instant, later, type Ms, ms, NEVER, plus } from '../../base/time.ts'
import type { ClientWorld, ProducerWorld } from '../../scenario/clientWorld.ts'
import { NONE } from '../../trace/kinds.ts'
import { BATCH, HELD } from '../../trace/producerKinds.ts'
import * as producing from '../../trace/producerRules.ts'
import * as rule from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { jittered } from '../chance.ts'
import { happen } from '../machine.ts'
import { type Backoff, backoff, nominal } from '../machines/backoff.ts'
import {
  type Ageing,
  type Batch,
  type BatchEvent,
  type BatchState,
  type BatchWishes,
  expiresAt,
  isFull,
  isTooOld,
  leaderChanged,
  opened,
  rules,
  waited,
} from '../machines/batch.ts'
import type { Memory } from './memory.ts'
import type { PollingClient, Wait } from './pollingClient.ts'
import type { Topic } from './topic.ts'

const stateWords: { readonly [state in BatchState | 'ABSENT']: number } = {
  ABSENT: word('ABSENT'),
  OPEN: word('OPEN'),
  IN_FLIGHT: word('IN_FLIGHT'),
  RETRYING: word('RETRYING'),
  SUCCEEDED: word('SUCCEEDED'),
  FAILED: word('FAILED'),
  ABORTED: word('ABORTED'),
}

/** What ready() found: leaders with something to send, how long until there may be more, and whether some batch has no known leader. */
export type Ready = { readonly nodes: readonly number[]; readonly wait: Wait; readonly leaderUnknown: boolean }

export class Accumulator {
  /** All that are not done, in order of creation. */
  readonly incomplete = new Set<Batch>()
  readonly muted = new Set<number>()
  /** Nothing lingers any more: close() was called, or so many flushes wait. */
  closed = false
  flushes = 0

  private readonly queues: Batch[][]
  private readonly order: readonly number[]
  private readonly ageing: Ageing
  private readonly backoff: Backoff
  /** Draws are kept between retries, where the world says so. */
  private kept = new Map<number, number>()
  private readonly drainFrom = new Map<number, number>()
  /** What held each batch last, a rule and the node whose connection it is about; and those that something holds in this iteration. */
  private readonly heldBy = new Map<Batch, { readonly why: number; readonly node: number }>()
  private readonly held = new Set<Batch>()
  /** Partitions that ever held a batch; a recorder has made room for all of them. */
  private readonly touched: boolean[] = []
  private created = 0
  private why = { rule: 0, cause: -1, armedBy: -1 }
  private readonly x: BatchWishes & { now: Instant }

  constructor(
    private readonly client: PollingClient,
    private readonly world: ClientWorld,
    private readonly producer: ProducerWorld,
    private readonly topic: Topic,
    private readonly memory: Memory | undefined,
  ) {
    const { behaviour, partitions } = producer
    const { config } = world
    const ascending = Array.from({ length: partitions }, (_, partition) => partition)
    this.queues = ascending.map(() => [])
    this.order = behaviour.partitions === 'lowest first' ? ascending : ascending.toReversed()
    this.ageing = { ...producer.config, requestTimeout: config.requestTimeout, retryBackoff: config.retryBackoff }
    const grows = behaviour.retryBackoff === 'exponential'
    const max = grows ? config.retryBackoffMax : config.retryBackoff
    this.backoff = backoff(config.retryBackoff, max, grows ? 'exponential, capped' : 'exponential')
    this.x = { now: client.engine.now, became: (batch, from) => this.became(batch, from) }
  }

  /** The batch that the next record of a partition goes into; undefined: a new one has to be opened. */
  openOf(partition: number): Batch | undefined {
    const newest = this.queues[partition]?.at(-1)
    return newest?.state === 'OPEN' && this.hasRoom(newest) ? newest : undefined
  }

  /** The newest batch is back for a retry and looks as if it had room (KAFKA-3594). */
  trips(partition: number): boolean {
    const newest = this.queues[partition]?.at(-1)
    return newest?.state === 'RETRYING' && this.hasRoom(newest)
  }

  /** Puts a record into a batch. True where the Sender has to know: the batch is new, full or not alone. */
  append(record: number, partition: number, cause: number): { readonly batch: Batch; readonly wakes: boolean } {
    const queue = this.queueOf(partition)
    this.touched[partition] = true
    const known = this.openOf(partition)
    const batch = known ?? this.open(partition, queue, cause)
    batch.records.push(record)
    batch.lastAppendAt = later(batch.lastAppendAt, this.client.engine.now)
    return { batch, wakes: known === undefined || queue.length > 1 || this.isFull(batch) }
  }

  get hasUndrained(): boolean {
    return this.queues.some((queue) => queue.length > 0)
  }

  /** ready(). */
  ready(): Ready {
    const nodes = new Set<number>()
    let wait: Wait = { wait: FOREVER, rule: rule.WAIT_CALLER, armedBy: -1 }
    let leaderUnknown = false
    this.held.clear()
    for (const partition of this.order) {
      const batch = this.queueOf(partition)[0]
      const leader = this.topic.leader(partition)
      if (leader === undefined && (batch || this.asksWhenEmpty(partition))) leaderUnknown = true
      if (batch === undefined) continue
      const waits = this.lookAt(batch, leader, nodes)
      if (waits && waits.wait < wait.wait) wait = waits
    }
    // In the order of the brokers, whatever a hash of theirs would say.
    const known = this.world.hosts.flatMap(({ broker }) => broker ?? [])
    return { nodes: known.filter((node) => nodes.has(node)), wait, leaderUnknown }
  }

  /** partitionReady, batchReady: adds the leader to the nodes with something to send, or says what the batch waits for by itself. */
  private lookAt(batch: Batch, leader: number | undefined, nodes: Set<number>): Wait | undefined {
    const { linger } = this.producer.config
    const changed = this.leaderChanged(batch)
    const waitedFor = waited(batch, this.client.engine.now)
    const backingOff = this.backsOff(batch, changed, waitedFor)
    if (leader === undefined) this.hold(batch, producing.HELD_WITHOUT_LEADER, this.client.metadataTold())
    else if (this.muted.has(batch.partition)) this.hold(batch, producing.HELD_BY_ORDER, batch.row)
    else if (!nodes.has(leader)) {
      const length = backingOff ? this.retryBackoff(batch.attempts) : linger
      const goes = waitedFor >= length || this.isFull(batch) || this.lingersNot
      if (goes && !backingOff) nodes.add(leader)
      else {
        this.hold(batch, backingOff ? producing.HELD_BY_BACKOFF : producing.HELD_BY_LINGER, batch.row)
        const why = backingOff ? producing.WAIT_BATCH_BACKOFF : producing.WAIT_LINGER
        return { wait: ms(Math.max(length - waitedFor, 0)), rule: why, armedBy: batch.row }
      }
    }
    return undefined
  }

  /** Threads that wait, for memory or for a flush(), are let on as soon as can be. */
  private get lingersNot(): boolean {
    return this.closed || this.flushes > 0 || this.memory?.isShort === true
  }

  /** drain: the first batch of every partition that a node leads, but for those that wait for their backoff. */
  drain(node: number): Batch[] {
    const drained: Batch[] = []
    const led = this.queues
      .flatMap((_, partition) => (this.topic.leader(partition) === node ? [partition] : []))
      .reverse()
    const from = (this.drainFrom.get(node) ?? 0) % Math.max(led.length, 1)
    for (let i = 0; i < led.length; i++) {
      const index = (from + i) % led.length
      this.drainFrom.set(node, index)
      const partition = led[index] as number
      const queue = this.queueOf(partition)
      const batch = queue[0]
      if (batch === undefined || this.muted.has(partition)) continue
      const changed = this.leaderChanged(batch)
      const backsOff = this.backsOff(batch, changed, waited(batch, this.client.engine.now))
      if (backsOff && !this.producer.behaviour.drainsBackingOff) continue
      queue.shift()
      drained.push(batch)
    }
    return drained
  }

  /** Queued batches that are too old, taken out: in each partition from the first on, up to one that is not. */
  takeTooOld(): Batch[] {
    const { behaviour } = this.producer
    const { now } = this.client.engine
    const taken: Batch[] = []
    for (const partition of this.order) {
      if (behaviour.batchExpiry === 'from last append' && this.muted.has(partition)) continue
      const queue = this.queueOf(partition)
      for (let i = 0; i < queue.length; ) {
        const batch = queue[i] as Batch
        if (isTooOld(batch, this.countsAsFull(batch, queue), now, behaviour, this.ageing)) {
          queue.splice(i, 1)
          taken.push(batch)
          // The next one was not looked at in this iteration: what held the first one goes on.
          const [next] = queue
          const by = this.heldBy.get(batch)
          if (next && by) this.hold(next, by.why, batch.row, by.node)
        } else if (behaviour.batchExpiry === 'from last attempt' && batch.state === 'RETRYING') i++
        else break
      }
    }
    return taken
  }

  /** hasReachedDeliveryTimeout. */
  isTooOld(batch: Batch): boolean {
    const { behaviour } = this.producer
    if (behaviour.batchExpiry !== 'delivery timeout') return false
    return isTooOld(batch, false, this.client.engine.now, behaviour, this.ageing)
  }

  /** By the first batch of each queue, when the next one will be too old; NEVER in eras that do not look ahead. */
  nextExpiry(found: { at: Instant; row: number }): void {
    if (this.producer.behaviour.batchExpiry !== 'delivery timeout') return
    for (const [batch] of this.queues) if (batch) this.expiresBefore(batch, found)
  }

  /** maybeUpdateNextBatchExpiryTime. */
  expiresBefore(batch: Batch, found: { at: Instant; row: number }): void {
    const at = plus(batch.createdAt, this.producer.config.deliveryTimeout)
    if (at >= found.at) return
    found.at = at
    found.row = batch.openedRow
  }

  /** reenqueue: to the front of its partition, or of an idempotent producer by its sequence number. */
  reenqueue(batch: Batch, now: Instant, cause: number): void {
    const { idempotent } = this.producer.config
    const why = idempotent ? producing.BATCH_RETRIED_IN_ORDER : producing.BATCH_RETRIED
    this.happen(batch, 'reenqueued', why, cause, -1, now)
    const queue = this.queueOf(batch.partition)
    const later = queue.findIndex(({ number }) => number > batch.number)
    if (!idempotent) queue.unshift(batch)
    else queue.splice(later < 0 ? queue.length : later, 0, batch)
    this.kept.clear()
  }

  /** abortIncompleteBatches: nothing is queued any more. */
  clear(): void {
    for (const queue of this.queues) queue.length = 0
  }

  /** deallocate: a batch that is done gives its memory back. */
  free(batch: Batch, cause: number): void {
    this.memory?.release(batch, cause)
  }

  /** Lets an event happen to a batch. */
  happen(
    batch: Batch,
    event: BatchEvent,
    why: number,
    cause: number,
    armedBy = -1,
    now = this.client.engine.now,
  ): void {
    this.x.now = now
    this.why = { rule: why, cause, armedBy }
    happen(rules, batch, event, this.x)
  }

  /**
   * The first batch of a partition does not leave the accumulator: tells why, where that is new.
   * @param node whose connection keeps it, NONE: no connection does
   */
  hold(batch: Batch, why: number, cause: number, node = NONE): void {
    this.held.add(batch)
    const before = this.heldBy.get(batch)
    if (before?.why === why && before.node === node) return
    this.heldBy.set(batch, { why, node })
    const { writer } = this.client.ledger
    writer.row(this.client.engine.now, this.client.ledger.partition(batch.partition), HELD, why, cause, batch.row)
    writer.field(batch.number)
  }

  /** What a node could be sent now: the first batch of each partition that it leads, but for those that something holds already. */
  readyFor(node: number): Batch[] {
    return this.queues.flatMap(([batch], partition) =>
      batch && !this.held.has(batch) && this.topic.leader(partition) === node ? [batch] : [],
    )
  }

  private open(partition: number, queue: Batch[], cause: number): Batch {
    const batch = opened(this.created++, partition, this.client.engine.now)
    queue.push(batch)
    this.incomplete.add(batch)
    this.memory?.held(batch)
    this.why = { rule: producing.BATCH_OPENED, cause, armedBy: -1 }
    this.became(batch, 'ABSENT')
    batch.openedRow = batch.row
    return batch
  }

  private became(batch: Batch, from: BatchState | 'ABSENT'): void {
    const { engine, ledger } = this.client
    const { rule: why, cause, armedBy } = this.why
    const { linger } = this.producer.config
    const done = batch.state !== 'OPEN' && batch.state !== 'IN_FLIGHT' && batch.state !== 'RETRYING'
    this.heldBy.delete(batch)
    batch.row = ledger.writer.row(engine.now, ledger.partition(batch.partition), BATCH, why, cause, armedBy)
    ledger.writer.field(batch.number)
    ledger.writer.field(stateWords[from])
    ledger.writer.field(stateWords[batch.state])
    ledger.writer.field(
      batch.state === 'OPEN'
        ? batch.createdAt + linger
        : batch.state === 'RETRYING'
          ? batch.lastAttemptAt + Math.floor(nominal(this.backoff, batch.attempts - 1))
          : NEVER,
    )
    ledger.writer.field(batch.attempts)
    ledger.writer.field(done ? NEVER : expiresAt(batch, false, this.producer.behaviour, this.ageing))
    if (done) this.incomplete.delete(batch)
  }

  private queueOf(partition: number): Batch[] {
    return this.queues[partition] as Batch[]
  }

  private get fullAt(): number {
    return this.producer.fullAt ?? this.producer.recordsPerBatch
  }

  private hasRoom(batch: Batch): boolean {
    return batch.records.length < this.producer.recordsPerBatch
  }

  /** Full, or with another behind it. */
  private isFull(batch: Batch): boolean {
    return this.queueOf(batch.partition).length > 1 || isFull(batch, this.fullAt, this.producer.behaviour)
  }

  /** What expiry takes for full: in 0.9 only the batch itself counts. */
  private countsAsFull(batch: Batch, queue: readonly Batch[]): boolean {
    const { behaviour } = this.producer
    const behind = behaviour.batchExpiry === 'from last append' && queue.at(-1) !== batch
    return behind || isFull(batch, this.fullAt, behaviour)
  }

  private asksWhenEmpty(partition: number): boolean {
    return this.producer.behaviour.emptyPartitionsAsk && (this.touched[partition] ?? this.world.scripted)
  }

  private leaderChanged(batch: Batch): boolean {
    return leaderChanged(batch, this.topic.epoch(batch.partition)) && this.producer.behaviour.leaderChangeEndsBackoff
  }

  private backsOff({ attempts }: Batch, leaderHasChanged: boolean, waitedFor: number): boolean {
    const waits = attempts > 0 && waitedFor < this.retryBackoff(attempts)
    return waits && !leaderHasChanged
  }

  /** The retry backoff after so many attempts, drawn at every look (3.7). */
  private retryBackoff(attempts: number): Ms {
    const { backoff: b, client } = this
    if (b.exponentMax === 0) return ms(b.initial)
    const failures = attempts - 1
    const kept = this.world.metadata.draws === 'once' ? this.kept.get(failures) : undefined
    if (kept !== undefined) return ms(kept)
    const argument = nominal(b, failures)
    const value = client.chance.draw(client.engine.now, word('retry'), 0, failures, argument, jittered, b.cap)
    client.recordDraw('retry', NONE, failures, Math.floor(argument), value)
    this.kept.set(failures, value)
    return ms(value)
  }
}

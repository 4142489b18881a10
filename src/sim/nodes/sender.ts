// Models      the producer's I/O thread: one iteration after the other, in Kafka's own order, and what it makes of answers.
// Kafka       producer/internals/Sender: runOnce, sendProducerData, completeBatch, canRetry, failBatch.
// Leaves out  InitProducerId, one retry in flight at a time and unresolved sequences of an idempotent producer; transactions; splitting of batches; node latency statistics.

import { type Instant, ms, NEVER, remaining } from '../../base/time.ts'
import type { ClientWorld, ProducerWorld } from '../../scenario/clientWorld.ts'
import { NONE } from '../../trace/kinds.ts'
import * as producing from '../../trace/producerRules.ts'
import * as rule from '../../trace/rules.ts'
import type { Word } from '../../trace/vocabulary.ts'
import { type Batch, isDone } from '../machines/batch.ts'
import type { Accumulator } from './accumulator.ts'
import type { Completion, PollingClient, Wait } from './pollingClient.ts'
import type { Topic } from './topic.ts'

/** What an error means to the Sender. `name`: as the protocol has it. */
type Failure = {
  readonly name: Word
  readonly class: Word
  readonly retriable: boolean
  /** InvalidMetadataException: the metadata may be out of date. */
  readonly asksForUpdate: boolean
}

const failure = (name: Word, exception: Word, retriable: boolean, asksForUpdate = false): Failure => ({
  name,
  class: exception,
  retriable,
  asksForUpdate,
})

/** The connection is gone: NETWORK_EXCEPTION, which no broker answers. */
const DISCONNECTED = failure('NONE', 'NetworkException', true, true)

/** By Kafka's error code. */
const failures: { readonly [code: number]: Failure } = {
  7: failure('REQUEST_TIMED_OUT', 'TimeoutException', true),
  17: failure('INVALID_TOPIC_EXCEPTION', 'InvalidTopicException', false),
  19: failure('NOT_ENOUGH_REPLICAS', 'NotEnoughReplicasException', true),
}

/** A leader that is none any more, under its name before 2.6 and since. */
const notLeader = {
  NotLeaderForPartitionException: failure('NOT_LEADER_FOR_PARTITION', 'NotLeaderForPartitionException', true, true),
  NotLeaderOrFollowerException: failure('NOT_LEADER_OR_FOLLOWER', 'NotLeaderOrFollowerException', true, true),
}

/** Told of what records come to. */
export type Records = {
  done(batch: Batch, outcome: Word): void
}

export class Sender {
  private readonly inFlight = new Map<number, readonly Batch[]>()
  /** In flight and not too old, by partition, in order of sending (KIP-91). */
  private readonly ageing = new Map<number, Batch[]>()
  private readonly ordered: boolean

  constructor(
    private readonly client: PollingClient,
    private readonly world: ClientWorld,
    private readonly producer: ProducerWorld,
    private readonly accumulator: Accumulator,
    private readonly topic: Topic,
    private readonly records: Records,
  ) {
    this.ordered = world.config.maxInFlight === 1 && producer.behaviour.mutes
  }

  /** One iteration up to its poll; gives what poll may wait, and for what. */
  iterate(): Wait {
    const { accumulator } = this
    const found = accumulator.ready()
    if (found.leaderUnknown) this.topic.update(producing.LEADER_UNKNOWN, this.client.metadataTold())
    let least = found.wait
    const ready: number[] = []
    for (const node of found.nodes) {
      if (this.client.ready(node, this.causeFor(node))) ready.push(node)
      else {
        this.holdFor(node)
        const delay = this.client.pollDelay(node)
        if (delay.wait < least.wait) least = delay
      }
    }
    const drained = ready.map((node) => ({ node, batches: this.drain(node) }))
    const expiry = this.expire()
    const untilExpiry = remaining(expiry.at, this.client.engine.now)
    if (untilExpiry < least.wait) least = { wait: untilExpiry, rule: producing.WAIT_DELIVERY, armedBy: expiry.row }
    for (const { node, batches } of drained.sort((a, b) => a.node - b.node))
      if (batches.length > 0) this.send(node, batches)
    return ready.length > 0 ? { wait: ms(0), rule: rule.WAIT_NOTHING, armedBy: -1 } : least
  }

  /** A PRODUCE is over. */
  completed({ request, outcome, codes }: Completion, cause: number): void {
    const batches = this.inFlight.get(request)
    if (batches === undefined) return
    this.inFlight.delete(request)
    batches.forEach((batch, i) => {
      const failed = this.failureOf(outcome, codes?.[i] ?? 0)
      if (failed) this.failedAttempt(batch, failed, cause)
      else this.finish(batch, 'succeeded', 'ok', rule.ANSWER_HANDLED, cause)
      // One that had expired in flight may have kept it until now.
      if (isDone(batch)) this.accumulator.free(batch, cause)
      if (this.ordered) this.accumulator.muted.delete(batch.partition)
    })
  }

  /** forceClose: what is not done fails. */
  abort(cause: number): void {
    const { accumulator, producer } = this
    const left = [...accumulator.incomplete]
    accumulator.clear()
    for (const batch of left) this.finish(batch, 'aborted', producer.behaviour.aborted, producing.CLOSE_FORCED, cause)
  }

  private drain(node: number): Batch[] {
    const batches = this.accumulator.drain(node)
    const { row } = this.client.connection(node)
    for (const batch of batches) {
      this.accumulator.happen(batch, 'drained', producing.BATCH_DRAINED, row, batch.row)
      if (this.ordered) this.accumulator.muted.add(batch.partition)
      const earlier = this.ageing.get(batch.partition)
      if (earlier) earlier.push(batch)
      else this.ageing.set(batch.partition, [batch])
    }
    return batches
  }

  /** Batches that are too old fail, the queued ones first; says when the next one will be. */
  private expire(): { at: Instant; row: number } {
    const { accumulator } = this
    const next = { at: NEVER, row: -1 }
    const inFlight: Batch[] = []
    for (const batches of [...this.ageing].sort(([a], [b]) => b - a).map(([, sent]) => sent)) {
      while (batches[0] && accumulator.isTooOld(batches[0])) inFlight.push(batches.shift() as Batch)
      if (batches[0] && this.producer.behaviour.batchExpiry === 'delivery timeout')
        accumulator.expiresBefore(batches[0], next)
    }
    const why =
      this.producer.behaviour.batchExpiry === 'delivery timeout'
        ? producing.BATCH_EXPIRED
        : producing.BATCH_EXPIRED_UNSENT
    for (const batch of [...accumulator.takeTooOld(), ...inFlight])
      this.finish(batch, 'failed', 'TimeoutException', why, batch.row, batch.openedRow)
    accumulator.nextExpiry(next)
    return next
  }

  private send(node: number, drained: readonly Batch[]): void {
    const batches = drained.toSorted((a, b) => b.partition - a.partition)
    const produce = {
      batches: batches.map(({ number }) => number),
      partitions: batches.map(({ partition }) => partition),
      acknowledged: this.producer.config.acknowledged,
    }
    const correlation = this.client.sendProduce(node, produce, producing.PRODUCE_SENT)
    this.inFlight.set(correlation, batches)
  }

  /** The name of an error code. */
  nameOf(code: number): Word {
    return this.answeredWith(code)?.name ?? 'NONE'
  }

  /** What an attempt failed with, undefined: it did not. */
  private failureOf(outcome: Completion['outcome'], code: number): Failure | undefined {
    if (outcome === 'response') return this.answeredWith(code)
    if (outcome === 'timedOut' && this.producer.behaviour.timedOut === 'TimeoutException') return failures[7]
    return DISCONNECTED
  }

  private answeredWith(code: number): Failure | undefined {
    return code === 6 ? notLeader[this.producer.behaviour.notLeader] : failures[code]
  }

  private failedAttempt(batch: Batch, failed: Failure, cause: number): void {
    const { accumulator } = this
    if (this.canRetry(batch, failed)) {
      this.forget(batch)
      accumulator.reenqueue(batch, this.client.callbackClock(), cause)
    } else {
      const why = !failed.retriable
        ? producing.NOT_RETRIABLE
        : accumulator.isTooOld(batch)
          ? producing.BATCH_EXPIRED
          : producing.RETRIES_EXHAUSTED
      this.finish(batch, 'failed', failed.class, why, cause)
    }
    if (failed.asksForUpdate) this.client.askForUpdate(false, producing.ERROR_ASKS_FOR_UPDATE, cause)
  }

  private canRetry(batch: Batch, { retriable }: Failure): boolean {
    if (isDone(batch) || this.accumulator.isTooOld(batch)) return false
    return retriable && batch.attempts < this.producer.config.retries
  }

  /** The batch is done, unless it was before. */
  private finish(
    batch: Batch,
    event: 'succeeded' | 'failed' | 'aborted',
    outcome: Word,
    why: number,
    cause: number,
    armedBy = -1,
  ): void {
    const wasDone = isDone(batch)
    this.forget(batch)
    if (wasDone) return
    const expiresInFlight = batch.state === 'IN_FLIGHT' && armedBy >= 0
    this.accumulator.happen(batch, event, why, cause, armedBy)
    this.records.done(batch, outcome)
    if (!expiresInFlight || this.producer.behaviour.expiredInFlight === 'frees its memory')
      this.accumulator.free(batch, batch.row)
  }

  private forget(batch: Batch): void {
    const sent = this.ageing.get(batch.partition)
    const index = sent?.indexOf(batch) ?? -1
    if (index >= 0) sent?.splice(index, 1)
  }

  /** What the Sender asks for a node's connection for: the batch that waits for it. */
  private causeFor(node: number): number {
    return this.accumulator.readyFor(node)[0]?.row ?? -1
  }

  /** The node takes nothing now: its batches wait. */
  private holdFor(node: number): void {
    const c = this.client.connection(node)
    const up = c.state === 'READY' || c.state === 'CONNECTED'
    const busy = up && (this.client.inFlight.get(node)?.length ?? 0) >= this.world.config.maxInFlight
    const why = !up ? producing.HELD_BY_CONNECTION : busy ? producing.HELD_BY_REQUESTS : producing.HELD_BY_UPDATE
    const cause = why === producing.HELD_BY_UPDATE ? this.client.metadataTold() : c.row
    const keeper = why === producing.HELD_BY_UPDATE ? NONE : node
    for (const batch of this.accumulator.readyFor(node)) this.accumulator.hold(batch, why, cause, keeper)
  }
}

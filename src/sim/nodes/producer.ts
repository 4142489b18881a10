// Models      a producer's application: send(), partitionsFor(), flush() and close() at given instants, each on a thread of its own, and
//             what it gets back.
// Kafka       KafkaProducer: doSend, partitionsFor, waitOnMetadata, flush, close; Sender.run, as far as when it ends.
// Leaves out  interceptors, serializers, the partitioner.

import { type Instant, NEVER, plus } from '../../base/time.ts'
import type { ClientWorld, ProducerCall, ProducerWorld } from '../../scenario/clientWorld.ts'
import { NONE } from '../../trace/kinds.ts'
import {
  APPEND,
  ASKED,
  AWAITS,
  CALLBACK,
  CLOSED,
  FLUSHED,
  FORCE,
  PARTITIONS,
  THREW,
} from '../../trace/producerKinds.ts'
import * as producing from '../../trace/producerRules.ts'
import * as rule from '../../trace/rules.ts'
import { type Word, word } from '../../trace/vocabulary.ts'
import { CALLS, type Engine, WIRE } from '../engine/engine.ts'
import { CALLER_SUBJECT, type Ledger } from '../ledger.ts'
import type { Batch } from '../machines/batch.ts'
import { Accumulator } from './accumulator.ts'
import { Memory, type Send } from './memory.ts'
import type { Written } from './network.ts'
import { Partitions } from './partitions.ts'
import type { Caller, Completion, PollingClient, Wait } from './pollingClient.ts'
import { Sender } from './sender.ts'
import { Topic } from './topic.ts'

/** The producer at the end of a run: records without a callback, those of them that wait for metadata, and batches that are not done. */
export type ProducerEnd = {
  readonly closed: boolean
  readonly open: readonly number[]
  readonly blocked: readonly number[]
  readonly batches: readonly Pick<Batch, 'number' | 'state' | 'attempts'>[]
}

/** A call that waits for metadata: a send(), or undefined: partitionsFor(). */
type Waiting = { readonly send: Send | undefined; readonly row: number }

export class Producer implements Caller {
  /** When it was last called, or a wait of it ended. */
  private calledAt = 0 as Instant

  private readonly accumulator: Accumulator
  private readonly sender: Sender
  private readonly topic: Topic
  private readonly memory: Memory | undefined
  /** What waits for metadata, in order, and how many ever did. */
  private waiting = new Map<number, Waiting>()
  private waits = 0
  /** Flushes and the batches that each waits for. */
  private flushes: { readonly batches: readonly Batch[]; readonly row: number }[] = []
  /** An answer came since the waiting sends looked last: its row, -1: none did. */
  private updatedRow = -1
  private closing = false
  private forced = false
  private over = false
  private closeRow = -1
  private records = 0
  /** The rules of a send() that waits for metadata: by the setting that bounds it. */
  private readonly blocks: number
  private readonly timedOut: number
  private readonly onMaxBlock: number
  private readonly onForce: number

  constructor(
    world: ClientWorld,
    private readonly producer: ProducerWorld,
    private readonly engine: Engine,
    private readonly ledger: Ledger,
    private readonly client: PollingClient,
  ) {
    const byFetch = world.caller.boundBy === 'metadata.fetch.timeout.ms'
    this.blocks = byFetch ? rule.SEND_BLOCKS_FETCH : rule.SEND_BLOCKS
    this.timedOut = byFetch ? rule.SEND_TIMED_OUT_FETCH : rule.SEND_TIMED_OUT
    client.network.exchange.partitions = new Partitions(world, producer, engine, ledger)
    this.topic = new Topic(client, producer)
    client.topic = this.topic
    this.memory = producer.memory && new Memory(producer.memory, producer.behaviour, engine, ledger, this)
    this.accumulator = new Accumulator(client, world, producer, this.topic, this.memory)
    this.sender = new Sender(client, world, producer, this.accumulator, this.topic, this)
    const onCall = engine.on((nth, _, cause) => this.call(producer.calls[nth] as ProducerCall, cause))
    this.onMaxBlock = engine.on((nth, _, cause) => this.maxBlockOver(nth, cause))
    this.onForce = engine.on((_a, _b, cause) => this.force(cause))
    producer.calls.forEach(({ at }, nth) => {
      if (at > engine.now) engine.schedule(at, CALLS, onCall, nth, 0, 0)
    })
  }

  begins(cause: number): void {
    this.topic.begins()
    for (const call of this.producer.calls) if (call.at <= this.engine.now) this.call(call, cause)
  }

  /** A metadata answer was handled. */
  metadataArrived(cause: number): void {
    this.updatedRow = cause
  }

  /** Sender.run: one iteration, or undefined at its end. */
  turn(): Wait | undefined {
    if (this.isOver()) {
      this.end()
      return undefined
    }
    this.lookAgain()
    return this.sender.iterate()
  }

  nextCallAt(): Instant {
    return NEVER
  }

  errors({ codes }: Completion): readonly Word[] {
    return (codes ?? []).map((code) => this.sender.nameOf(code))
  }

  completed(completion: Completion, row: number): void {
    this.sender.completed(completion, row)
  }

  written(writes: readonly Written[]): void {
    const { inFlight, completions } = this.client
    for (const { channel, request } of writes) {
      const queue = inFlight.get(channel.node)
      if (!queue?.includes(request)) continue
      queue.splice(queue.indexOf(request), 1)
      completions.push({ request: request.correlation, node: channel.node, outcome: 'response', row: request.row })
    }
  }

  /** The records of a batch have their future and callback, in order of append. */
  done({ records, row }: Batch, outcome: Word): void {
    for (const record of records) this.tell(CALLBACK, rule.NO_RULE, row, record, outcome)
  }

  /** The last instant that its select, or who calls it, saw: a select goes on waiting when something happens that is not for it. */
  lastAt(): number {
    const { selectAt, network } = this.client
    return Math.max(selectAt, this.calledAt, this.over ? 0 : network.idleAt)
  }

  ends(): ProducerEnd {
    const blocked = [...this.waiting.values()].flatMap(({ send }) => send?.record ?? [])
    const batches = [...this.accumulator.incomplete]
    const open = [...blocked, ...(this.memory?.waiting ?? []), ...batches.flatMap(({ records }) => records)].sort(
      (a, b) => a - b,
    )
    return { closed: this.over, open, blocked, batches }
  }

  private call(call: ProducerCall, cause: number): void {
    this.calledAt = this.engine.now
    if (call.what === 'send') this.send(call.partition, cause)
    else if (call.what === 'flush') this.flush(cause)
    else if (call.what === 'partitionsFor') this.partitionsFor(cause)
    else this.close(call, cause)
  }

  private send(partition: number, cause: number): void {
    const send = { record: this.records++, partition, deadline: this.blocksUntil() }
    const { record, deadline } = send
    const row = this.asked('send', record, partition, deadline, cause)
    if (this.closing) this.tell(THREW, producing.SEND_AFTER_CLOSE, row, record, 'IllegalStateException')
    else if (this.topic.now) this.append(send, row)
    else {
      const awaits = this.ledger.writer.row(this.engine.now, CALLER_SUBJECT, AWAITS, this.blocks, row, -1)
      this.ledger.writer.field(record)
      this.ledger.writer.field(deadline)
      this.await({ send, row: awaits }, deadline)
    }
  }

  private partitionsFor(cause: number): void {
    const deadline = this.blocksUntil()
    const row = this.asked('partitionsFor', NONE, NONE, deadline, cause)
    const { aborted } = this.producer.behaviour
    if (this.topic.now) this.answer(row, 'ok')
    else if (this.over && aborted === 'KafkaException') this.answer(row, aborted, producing.PARTITIONS_AFTER_CLOSE)
    else this.await({ send: undefined, row }, deadline)
  }

  /** When a call that begins now has blocked for as long as it may. */
  private blocksUntil(): Instant {
    const { behaviour, config } = this.producer
    const forEver = config.maxBlock === 0 && behaviour.zeroBlocksForEver
    return forEver ? NEVER : plus(this.engine.now, config.maxBlock)
  }

  /** Waits for metadata. */
  private await(call: Waiting, deadline: Instant): void {
    const nth = this.waits++
    this.waiting.set(nth, call)
    this.engine.schedule(deadline, WIRE, this.onMaxBlock, nth, 0, call.row)
    if (!this.over) this.needTopic(call.row)
  }

  private needTopic(cause: number): void {
    this.topic.added = true
    this.topic.update(rule.UPDATE_REQUESTED, cause)
    this.client.wakeup(cause)
  }

  private append(send: Send, cause: number): void {
    const { record, partition } = send
    if (this.producer.behaviour.appendToRetried === 'throws' && this.accumulator.trips(partition)) {
      this.tell(THREW, producing.APPEND_TO_RETRIED_BUG, cause, record, 'IllegalStateException')
      return
    }
    const opensBatch = this.accumulator.openOf(partition) === undefined
    if (!this.memory || this.memory.admits(send, opensBatch, cause)) this.put(send, cause)
  }

  /** A send() has the memory that it waited for. */
  granted(send: Send, cause: number): void {
    const isSpare = this.closing || this.accumulator.openOf(send.partition) !== undefined
    const { aborted } = this.producer.behaviour
    if (this.closing) this.tell(THREW, producing.SEND_AFTER_CLOSE, cause, send.record, aborted)
    else this.put(send, cause)
    if (isSpare) this.memory?.spare(cause)
  }

  private put({ record, partition }: Send, cause: number): void {
    const { batch, wakes } = this.accumulator.append(record, partition, cause)
    const { writer } = this.ledger
    const row = writer.row(this.engine.now, this.ledger.partition(partition), APPEND, rule.NO_RULE, cause, -1)
    writer.field(record)
    writer.field(batch.number)
    if (wakes) this.client.wakeup(row)
  }

  private maxBlockOver(nth: number, cause: number): void {
    this.calledAt = this.engine.now
    const call = this.waiting.get(nth)
    if (!call) return
    this.waiting.delete(nth)
    if (call.send) this.tell(CALLBACK, this.timedOut, cause, call.send.record, 'TimeoutException')
    else this.answer(cause, 'TimeoutException', this.timedOut)
  }

  private flush(cause: number): void {
    const row = this.asked('flush', NONE, NONE, NEVER, cause)
    const batches = [...this.accumulator.incomplete]
    if (batches.length === 0) this.mark(FLUSHED, rule.NO_RULE, row)
    else {
      this.flushes.push({ batches, row })
      this.accumulator.flushes++
    }
    this.client.wakeup(row)
  }

  private close({ timeout }: ProducerCall & { what: 'close' }, cause: number): void {
    const forcedAt = plus(this.engine.now, timeout)
    this.closeRow = this.asked('close', NONE, NONE, forcedAt, cause)
    if (this.over) {
      // The Sender has ended: there is nothing to wait for.
      this.mark(CLOSED, producing.CLOSE_DONE, this.closeRow)
      return
    }
    this.closing = true
    this.accumulator.closed = true
    this.memory?.close(this.closeRow)
    if (timeout === 0) this.force(this.closeRow)
    else this.engine.schedule(forcedAt, WIRE, this.onForce, 0, 0, this.closeRow)
    this.client.wakeup(this.closeRow)
  }

  private force(cause: number): void {
    if (this.over) return
    this.forced = true
    this.closeRow = this.mark(FORCE, producing.CLOSE_FORCED, cause)
    this.client.wakeup(this.closeRow)
  }

  /** The Sender's loop ends: by force, or with nothing queued and nothing in flight. */
  private isOver(): boolean {
    if (!this.closing) return false
    return (
      this.forced ||
      (!this.accumulator.hasUndrained && this.client.inFlight.values().every(({ length }) => length === 0))
    )
  }

  private end(): void {
    this.over = true
    if (this.forced) this.sender.abort(this.closeRow)
    this.returnFlushes()
    this.mark(CLOSED, producing.CLOSE_DONE, this.closeRow)
    const { aborted } = this.producer.behaviour
    if (aborted === 'IllegalStateException') return
    for (const { send, row } of this.waiting.values())
      if (send) this.tell(THREW, producing.SEND_AFTER_CLOSE, row, send.record, aborted)
      else this.answer(row, aborted, producing.PARTITIONS_AFTER_CLOSE)
    this.waiting.clear()
  }

  /** What waits looks whether it may go on. */
  private lookAgain(): void {
    this.returnFlushes()
    if (this.updatedRow < 0) return
    const cause = this.updatedRow
    const { waiting } = this
    this.updatedRow = -1
    if (!this.topic.now) {
      for (const { row } of waiting.values()) this.needTopic(row)
      return
    }
    this.waiting = new Map()
    for (const { send, row } of waiting.values())
      if (send) this.append(send, cause)
      else this.answer(row, 'ok')
  }

  private returnFlushes(): void {
    this.flushes = this.flushes.filter(({ batches, row }) => {
      if (batches.some((batch) => this.accumulator.incomplete.has(batch))) return true
      this.accumulator.flushes--
      this.mark(FLUSHED, rule.NO_RULE, row)
      return false
    })
  }

  private asked(what: Word, record: number, partition: number, deadline: Instant, cause: number): number {
    const row = this.ledger.writer.row(this.engine.now, CALLER_SUBJECT, ASKED, rule.CALLED, cause, -1)
    this.ledger.writer.field(word(what))
    this.ledger.writer.field(record)
    this.ledger.writer.field(partition)
    this.ledger.writer.field(deadline)
    return row
  }

  /** partitionsFor() returns, or throws. */
  private answer(asked: number, outcome: Word, why: number = rule.NO_RULE): void {
    this.mark(PARTITIONS, why, asked)
    this.ledger.writer.field(word(outcome))
  }

  tell(kind: number, why: number, cause: number, record: number, outcome: Word): void {
    this.ledger.writer.row(this.engine.now, CALLER_SUBJECT, kind, why, cause, -1)
    this.ledger.writer.field(record)
    this.ledger.writer.field(word(outcome))
  }

  private mark(kind: number, why: number, cause: number): number {
    return this.ledger.writer.row(this.engine.now, CALLER_SUBJECT, kind, why, cause, -1)
  }
}

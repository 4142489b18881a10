// Models      buffer.memory of one producer: which batches hold it, and the send()s that wait for it.
// Kafka       KafkaProducer.ensureValidRecordSize; RecordAccumulator.append, deallocate; BufferPool.
// Leaves out  max.request.size; compression and splitting; records of different sizes.

import { type Instant, NEVER } from '../../base/time.ts'
import type { MemoryPlan, ProducerWorld } from '../../scenario/clientWorld.ts'
import { NONE } from '../../trace/kinds.ts'
import { AWAITS_MEMORY, CALLBACK, FREED, THREW } from '../../trace/producerKinds.ts'
import * as producing from '../../trace/producerRules.ts'
import type { Word } from '../../trace/vocabulary.ts'
import { type Engine, WIRE } from '../engine/engine.ts'
import { CALLER_SUBJECT, type Ledger } from '../ledger.ts'
import type { Batch } from '../machines/batch.ts'
import { bufferPool, giveBack, leave, take, wait } from '../machines/bufferPool.ts'

/** A send() under way, and when its max.block.ms is over. */
export type Send = { readonly record: number; readonly partition: number; readonly deadline: Instant }

/** Told of what send()s come to, and which of them go on. */
export type Senders = {
  granted(send: Send, cause: number): void
  tell(kind: number, why: number, cause: number, record: number, outcome: Word): void
}

export class Memory {
  private readonly pool
  /** What each new batch takes. */
  private readonly size: number
  /** By number, in order of creation. */
  private readonly holders = new Set<number>()
  private readonly blocked = new Map<number, Send & { readonly row: number }>()
  private readonly onEnd: number

  constructor(
    private readonly plan: MemoryPlan,
    private readonly behaviour: ProducerWorld['behaviour'],
    private readonly engine: Engine,
    private readonly ledger: Ledger,
    private readonly senders: Senders,
  ) {
    this.pool = bufferPool(plan.total)
    this.size = Math.max(plan.batchSize, this.alone)
    this.onEnd = engine.on((record) => this.waitOver(record))
  }

  /** Somebody waits: nothing lingers any more. */
  get isShort(): boolean {
    return this.blocked.size > 0
  }

  /** The records that wait, in order. */
  get waiting(): readonly number[] {
    return [...this.blocked.keys()]
  }

  /** True where a send() may append now: into a batch that there is, or with the memory of a new one. Else it waits, or fails. */
  admits(send: Send, opensBatch: boolean, cause: number): boolean {
    const { plan, size } = this
    const fails = (kind: number, why: number, exception: Word): boolean => {
      this.senders.tell(kind, why, cause, send.record, exception)
      return false
    }
    if (this.alone > plan.total) return fails(CALLBACK, producing.RECORD_TOO_LARGE, 'RecordTooLargeException')
    if (!opensBatch) return true
    if (size > plan.total) return fails(THREW, producing.BATCH_TOO_LARGE, 'IllegalArgumentException')
    if (take(this.pool, size)) return true
    if (!plan.blocks) return fails(THREW, producing.MEMORY_EXHAUSTED, 'BufferExhaustedException')
    this.block(send, cause)
    return false
  }

  /** A batch holds what its first send() took. */
  held({ number }: Batch): void {
    this.holders.add(number)
  }

  /** A batch gives its memory back, unless it has before. */
  release({ number, partition }: Batch, cause: number): void {
    if (!this.holders.delete(number)) return
    if (!this.isShort) {
      giveBack(this.pool, this.size)
      return
    }
    const { writer } = this.ledger
    const row = writer.row(this.engine.now, this.ledger.partition(partition), FREED, producing.MEMORY_FREED, cause, -1)
    for (const field of [number, this.size, this.pool.left + this.size]) writer.field(field)
    this.grant(giveBack(this.pool, this.size), row)
  }

  /** Memory that a send() had waited for and needs no more: another one has opened a batch meanwhile, or the producer is closed. */
  spare(cause: number): void {
    this.grant(giveBack(this.pool, this.size), cause)
  }

  /** BufferPool.close. */
  close(cause: number): void {
    if (!this.behaviour.closeEndsMemoryWait) return
    const { waiting } = this
    for (const record of waiting) leave(this.pool, record)
    this.blocked.clear()
    for (const record of waiting) this.senders.tell(THREW, producing.MEMORY_CLOSED, cause, record, 'KafkaException')
  }

  /** Bytes of a batch with one record. */
  private get alone(): number {
    return this.plan.header + this.plan.recordSize
  }

  private block(send: Send, cause: number): void {
    const { writer } = this.ledger
    const { now } = this.engine
    const forEver = this.behaviour.memoryFull === 'block.on.buffer.full'
    const deadline = forEver ? NEVER : send.deadline
    const why = forEver ? producing.MEMORY_BLOCKS_FOR_EVER : producing.MEMORY_BLOCKS
    const row = writer.row(now, CALLER_SUBJECT, AWAITS_MEMORY, why, cause, -1)
    const [oldest = NONE] = this.holders
    for (const field of [send.record, deadline, this.size, this.pool.left, oldest, this.blocked.size])
      writer.field(field)
    this.blocked.set(send.record, { ...send, row })
    wait(this.pool, send.record, this.size)
    this.engine.schedule(deadline, WIRE, this.onEnd, send.record, 0, row)
  }

  private grant(records: readonly number[], cause: number): void {
    for (const record of records) {
      const send = this.blocked.get(record) as Send
      this.blocked.delete(record)
      this.senders.granted(send, cause)
    }
  }

  private waitOver(record: number): void {
    const send = this.blocked.get(record)
    if (!send) return
    this.blocked.delete(record)
    const { memoryFull } = this.behaviour
    const exception = memoryFull === 'TimeoutException' ? memoryFull : 'BufferExhaustedException'
    this.senders.tell(CALLBACK, producing.MEMORY_TIMED_OUT, send.row, record, exception)
    this.grant(leave(this.pool, record), send.row)
  }
}

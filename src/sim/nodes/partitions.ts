// Models      the brokers' side of a topic: who leads which partition, what a PRODUCE is answered, what stands in the log.
// Kafka       ReplicaManager.appendRecords, as far as a producer can see it.
//             ProducerStateManager, as far as it knows a batch again.
// Leaves out  replication and acks=all; leader epochs in requests; producer ids and epochs, and sequence numbers that are out of order.

import type { Instant } from '../../base/time.ts'
import type { ClientWorld, Leaders, ProducerWorld } from '../../scenario/clientWorld.ts'
import { APPENDED, KNOWN_AGAIN } from '../../trace/producerKinds.ts'
import * as producing from '../../trace/producerRules.ts'
import * as rule from '../../trace/rules.ts'
import { type Engine, WIRE } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import type { Answer } from './channel.ts'

const NOT_LEADER = 6

export class Partitions {
  private readonly logEnds: number[] = []
  /** How often each batch stands in the log, and where it did first. */
  private readonly copies = new Map<number, { times: number; readonly offset: number }>()
  private readonly taken: Answer[] = []
  private readonly onTake: number

  constructor(
    private readonly world: ClientWorld,
    private readonly producer: ProducerWorld,
    private readonly engine: Engine,
    private readonly ledger: Ledger,
  ) {
    this.onTake = engine.on((nth) => this.take(this.taken[nth] as Answer))
  }

  /** What an answer to a metadata request written now tells. A scripted broker tells of the topic whether it was asked for or not. */
  told(topic: boolean): Leaders | undefined {
    if (!topic && !this.world.scripted) return undefined
    return this.inForce((this.engine.now - this.producer.metadataLag) as Instant)
  }

  /** The broker takes a PRODUCE at an instant: its log is written whether the client still waits for it or not. */
  takeAt(at: Instant, answer: Answer): void {
    if (at <= this.engine.now) this.take(answer)
    else this.engine.schedule(at, WIRE, this.onTake, this.taken.push(answer) - 1, 0, answer.row)
  }

  private take(answer: Answer): void {
    const { channel, request, row } = answer
    const { batches, partitions } = request.produce ?? { batches: [], partitions: [] }
    const { now } = this.engine
    const broker = this.world.hosts[channel.host]?.broker
    const error = this.producer.errors.find(({ from, to, broker: who }) => who === broker && from <= now && now < to)
    const { leaders } = this.inForce(now)
    answer.codes = partitions.map((partition) => error?.code ?? (leaders[partition] === broker ? 0 : NOT_LEADER))
    batches.forEach((batch, i) => {
      if (answer.codes[i] === 0) this.append(channel.host, batch, partitions[i] as number, row)
    })
  }

  private append(host: number, batch: number, partition: number, cause: number): void {
    const { engine, ledger } = this
    const offset = this.logEnds[partition] ?? 0
    const copy = this.copies.get(batch) ?? { times: 0, offset }
    const told = (kind: number, why: number, ...fields: readonly number[]): void => {
      ledger.writer.row(engine.now, ledger.broker(host), kind, why, cause, -1)
      for (const field of [batch, partition, ...fields]) ledger.writer.field(field)
    }
    if (copy.times > 0 && this.producer.config.idempotent) {
      told(KNOWN_AGAIN, producing.BATCH_KNOWN_AGAIN, copy.offset)
      return
    }
    copy.times += 1
    this.copies.set(batch, copy)
    this.logEnds[partition] = offset + 1
    told(APPENDED, rule.NO_RULE, offset, copy.times)
  }

  /** What was so at an instant; the first entry from the start. */
  private inForce(at: Instant): Leaders {
    const { leaders } = this.producer
    return leaders.findLast((entry) => entry.at <= at) ?? (leaders[0] as Leaders)
  }
}

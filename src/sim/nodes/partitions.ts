// Models      the brokers' side of a topic: who leads which partition, what a PRODUCE is answered, what stands in the log.
// Kafka       ReplicaManager.appendRecords, as far as a producer can see it.
// Leaves out  replication and acks=all; leader epochs in requests; deduplication (there is no idempotence here).

import type { Instant } from '../../base/time.ts'
import type { ClientWorld, Leaders, ProducerWorld } from '../../scenario/clientWorld.ts'
import { APPENDED } from '../../trace/producerKinds.ts'
import * as rule from '../../trace/rules.ts'
import { type Engine, WIRE } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import type { Answer } from './answer.ts'

const NOT_LEADER = 6

export class Partitions {
  private readonly logEnds: number[] = []
  /** How often each batch stands in the log. */
  private readonly copies = new Map<number, number>()
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
    const times = (this.copies.get(batch) ?? 0) + 1
    this.logEnds[partition] = offset + 1
    this.copies.set(batch, times)
    ledger.writer.row(engine.now, ledger.broker(host), APPENDED, rule.NO_RULE, cause, -1)
    for (const field of [batch, partition, offset, times]) ledger.writer.field(field)
  }

  /** What was so at an instant; the first entry from the start. */
  private inForce(at: Instant): Leaders {
    const { leaders } = this.producer
    return leaders.findLast((entry) => entry.at <= at) ?? (leaders[0] as Leaders)
  }
}

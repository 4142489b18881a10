// Models      the brokers' side of a topic: who leads which partition, what a PRODUCE is answered, what stands in the log.
// Kafka       ReplicaManager.appendRecords, as far as a producer can see it.
// Leaves out  replication and acks=all; leader epochs in requests; deduplication (there is no idempotence here).

import type { Instant } from '../../base/time.ts'
import type { Leaders, ProducerWorld } from '../../scenario/clientWorld.ts'
import { APPENDED } from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import type { Engine } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import type { Produce } from '../machines/inFlight.ts'

const NOT_LEADER = 6

export class Partitions {
  private readonly logEnds: number[] = []
  /** How often each batch stands in the log. */
  private readonly copies = new Map<number, number>()

  constructor(
    private readonly world: ProducerWorld,
    private readonly engine: Engine,
    private readonly ledger: Ledger,
  ) {}

  /** What a metadata answer written at an instant tells: what was so `metadataLag` ago, the first entry from the start. */
  toldAt(at: Instant): Leaders {
    return this.inForce((at - this.world.metadataLag) as Instant)
  }

  /** What a broker answers to each batch of a PRODUCE that reaches it now. */
  codes(broker: number | undefined, { partitions }: Produce): number[] {
    const { now } = this.engine
    const error = this.world.errors.find(({ from, to, broker: who }) => who === broker && from <= now && now < to)
    const { leaders } = this.inForce(now)
    return partitions.map((partition) => error?.code ?? (leaders[partition] === broker ? 0 : NOT_LEADER))
  }

  /** The leader writes what it takes into its log. */
  append(host: number, { batches, partitions }: Produce, codes: readonly number[], cause: number): void {
    const { engine, ledger } = this
    batches.forEach((batch, i) => {
      if (codes[i] !== 0) return
      const partition = partitions[i] as number
      const offset = this.logEnds[partition] ?? 0
      const times = (this.copies.get(batch) ?? 0) + 1
      this.logEnds[partition] = offset + 1
      this.copies.set(batch, times)
      ledger.writer.row(engine.now, ledger.broker(host), APPENDED, rule.BROKER_APPENDS, cause, -1)
      for (const field of [batch, partition, offset, times]) ledger.writer.field(field)
    })
  }

  private inForce(at: Instant): Leaders {
    const { leaders } = this.world
    return leaders.findLast((entry) => entry.at <= at) ?? (leaders[0] as Leaders)
  }
}

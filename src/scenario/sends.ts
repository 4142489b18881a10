// The records that an application sends, and whether they may fill buffer.memory: then a question is about send() itself.

import type { MemoryPlan } from './clientWorld.ts'
import type { ProduceCall, Scenario } from './scenario.ts'
import { settingOf } from './settings.ts'

/** How many records of a call come within a run. None, where its partition is not there. */
export function recordsWithin(call: ProduceCall, partitions: number, until: number): number {
  if (call.what !== 'send' || (call.partition ?? 0) >= partitions || call.at > until) return 0
  const { count = 1, every = 0 } = call
  return every > 0 ? Math.min(count, Math.floor((until - call.at) / every) + 1) : count
}

/** Whether so many records take more than all memory, each in a batch of its own: below that no send() can ever find it full. */
export const mayFill = (
  records: number,
  { total, batchSize, recordSize }: Omit<MemoryPlan, 'blocks' | 'header'>,
): boolean => records * Math.max(batchSize, recordSize) > total

/** Whether buffer.memory may be full of a question's records in some variant. No rule of Kafka's changes a setting that counts here. */
export function asksOfSends({ world, variants, until }: Scenario): boolean {
  const { workload } = world
  if (workload.kind !== 'produce' || workload.recordSize === undefined) return false
  const { recordSize, calls, partitions } = workload
  const records = calls.reduce((sum, call) => sum + recordsWithin(call, partitions, until), 0)
  return variants.some(({ kafka, config }) => {
    const value = (key: string): number => Number(config.producer?.[key] ?? settingOf(kafka, key)?.default)
    return mayFill(records, { total: value('buffer.memory'), batchSize: value('batch.size'), recordSize })
  })
}

// What the list of calls says and knows of them.

import { brief, precise } from '../base/brief.ts'
import { grouped } from '../base/grouped.ts'
import { recordsOf } from '../scenario/editCalls.ts'
import type { Produce, ProduceCall } from '../scenario/scenario.ts'

/** The instant of a call as it is listed: `at 0`, `at 3.2 s`. */
export const saidAt = ({ at }: ProduceCall): string => `at ${at === 0 ? '0' : precise(at)}`

/** `send() 10 records to partition 2, one each 100 ms`, `flush()`, `close(), 5 s at most`. */
export function saidCall(call: ProduceCall, partitions: number): string {
  if (call.what === 'flush' || call.what === 'partitionsFor') return `${call.what}()`
  if (call.what === 'close') return call.timeout === undefined ? 'close()' : `close(), ${brief(call.timeout)} at most`
  const count = recordsOf(call)
  const what = count === 1 ? 'send() a record' : `send() ${grouped(count)} records`
  return `${what}${whereTo(call.partition, count, partitions)}${pace(call.every, count)}`
}

/** Nothing where there is only one partition to send to. */
function whereTo(partition: number | undefined, count: number, partitions: number): string {
  if (partition !== undefined) return ` to partition ${partition}`
  return count > 1 && partitions > 1 ? ', to each partition in turn' : ''
}

function pace(every: number | undefined, count: number): string {
  if (count === 1) return ''
  return every === undefined || every === 0 ? ', all at once' : `, one each ${brief(every)}`
}

/** `3 partitions · topic not known yet · 12 records`. */
export function saidProduce({ partitions, topicKnown, recordSize, metadataLag }: Produce): string {
  return [
    partitions === 1 ? '1 partition' : `${partitions} partitions`,
    topicKnown ? 'topic known' : 'topic not known yet',
    recordSize === undefined ? '' : `records of ${grouped(recordSize)} bytes`,
    metadataLag === undefined ? '' : `metadata ${brief(metadataLag)} old`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

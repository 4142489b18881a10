// The application of a producer and the topic that it sends to, as a run takes them: calls one by one, leaders from instant to instant.

import { FOREVER, type Instant, instant, ms, NEVER } from '../base/time.ts'
import type { Leaders, MemoryPlan, ProduceError, ProducerCall, ProducerConfig, ProducerWorld } from './clientWorld.ts'
import { type InForce, length, maxBlock } from './compileClient.ts'
import type { ProducerBehaviour } from './producerBehaviours.ts'
import {
  type Fault,
  limits,
  type Produce,
  type ProduceCall,
  type produceErrors,
  type Value,
  type World,
} from './scenario.ts'

/** The part of a world that a producer of records adds to a client's. `behaviour`: its rules; `value`: its settings in force. */
export function producerWorld(
  world: World,
  produce: Produce,
  behaviour: ProducerBehaviour,
  value: InForce,
  until: number,
): ProducerWorld {
  const { partitions, metadataLag = 0, topicKnown } = produce
  const memory = memoryOf(produce, behaviour, value)
  return {
    behaviour,
    config: producerConfig(value),
    partitions,
    ...roomIn(produce, memory),
    memory,
    leaders: leadersOf(world, partitions, until),
    metadataLag: ms(metadataLag),
    errors: errorsOf(world),
    topicKnown,
    calls: callsOf(produce, until).filter(isCallOf(behaviour)).map(boundedAs(behaviour)),
  }
}

const producerConfig = (value: InForce): ProducerConfig => ({
  acknowledged: String(value('acks')).trim() !== '0',
  idempotent: isTrue(value('enable.idempotence') ?? false),
  retries: Number(value('retries')),
  linger: length(value('linger.ms')),
  deliveryTimeout: length(value('delivery.timeout.ms')),
  maxBlock: maxBlock(value),
})

// Memory.

/** Where records have a size, memory has an end. */
const memoryOf = (
  { recordSize }: Produce,
  { batchHeader }: ProducerBehaviour,
  value: InForce,
): MemoryPlan | undefined =>
  recordSize === undefined
    ? undefined
    : {
        total: Number(value('buffer.memory')),
        batchSize: Number(value('batch.size')),
        recordSize,
        header: batchHeader === 'none' ? 0 : 61,
        blocks: isTrue(value('block.on.buffer.full') ?? true) || value('max.block.ms') !== undefined,
      }

const isTrue = (value: Value): boolean => String(value).trim().toLowerCase() === 'true'

/** How many records go into a batch: the number that is asked for, or as many as its bytes hold, and always one. */
function roomIn(
  { recordsPerBatch = Number.POSITIVE_INFINITY }: Produce,
  memory: MemoryPlan | undefined,
): Pick<ProducerWorld, 'recordsPerBatch' | 'fullAt'> {
  if (memory === undefined) return { recordsPerBatch }
  const { batchSize, recordSize, header } = memory
  const most = Math.max(Math.floor((batchSize - header) / recordSize), 1)
  if (recordsPerBatch < most) return { recordsPerBatch }
  const isFilled = header + most * recordSize >= batchSize
  return { recordsPerBatch: most, ...(!isFilled && { fullAt: Number.POSITIVE_INFINITY }) }
}

// Leaders.

const endOf = ({ until }: Fault): Instant => (until === undefined ? NEVER : instant(until))
const holds = (fault: Fault, at: number): boolean => fault.at <= at && at < endOf(fault)

/** The faults of a kind that are on, of brokers that are there, by their start; of two at once the later in the list comes later. */
const faultsOf = ({ faults, nodes }: World, ...kinds: Fault['kind'][]): readonly Fault[] =>
  faults
    .filter(({ on, node, kind }) => on && node < nodes.length && kinds.includes(kind))
    .toSorted((a, b) => a.at - b.at)

/** Who leads each partition by node id, from each instant at which that changes; each change is another epoch, also that to nobody. */
function leadersOf(world: World, partitions: number, until: number): Leaders[] {
  const faults = faultsOf(world, 'take over', 'no leader')
  const turns = [0, ...faults.flatMap((fault) => [fault.at, endOf(fault)])].filter((at) => at <= until)
  const entries: Leaders[] = []
  for (const at of [...new Set(turns)].sort((a, b) => a - b)) {
    const before = entries.at(-1)
    const leaders = Array.from({ length: partitions }, (_, partition) => leaderAt(at, partition, faults, world))
    if (before && leaders.every((leader, partition) => leader === before.leaders[partition])) continue
    const epochs = leaders.map((leader, partition) => {
      const epoch = before?.epochs[partition] ?? 1
      return before && leader !== before.leaders[partition] ? epoch + 1 : epoch
    })
    entries.push({ at: instant(at), leaders, epochs })
  }
  return entries
}

/** The broker that took over last leads, or the one whose turn it is; nobody, where that one's partitions have no leader. */
function leaderAt(at: number, partition: number, faults: readonly Fault[], { nodes }: World): number | undefined {
  const now = faults.filter((fault) => holds(fault, at))
  const taken = now.findLast(({ kind, partition: of = partition }) => kind === 'take over' && of === partition)
  const node = taken?.node ?? partition % nodes.length
  return now.some((fault) => fault.kind === 'no leader' && fault.node === node) ? undefined : node + 1
}

// Errors.

/** Kafka's codes (protocol/Errors). */
const errorCodes: { readonly [error in (typeof produceErrors)[number]]: number } = {
  NOT_LEADER_OR_FOLLOWER: 6,
  REQUEST_TIMED_OUT: 7,
  INVALID_TOPIC_EXCEPTION: 17,
  NOT_ENOUGH_REPLICAS: 19,
}

/** Of errors that overlap the one that began earlier is answered. */
const errorsOf = (world: World): ProduceError[] =>
  faultsOf(world, 'answer error').map((fault) => ({
    from: instant(fault.at),
    to: endOf(fault),
    broker: fault.node + 1,
    code: errorCodes[fault.error ?? 'NOT_ENOUGH_REPLICAS'],
  }))

// Calls.

/** A call of the question while it is spread out: how many of its records have come. */
type Spread = { readonly call: ProduceCall; come: number }

const timesOf = (call: ProduceCall): number => (call.what === 'send' ? (call.count ?? 1) : 1)
const nextAt = ({ call, come }: Spread): number =>
  call.at + (call.what === 'send' ? come * Math.max(call.every ?? 0, 0) : 0)

/**
 * The calls one by one, by instant; at one instant in the order of the list. Records for no partition in particular go to each in turn.
 * What comes after the run, beyond the limit of records, or goes to a partition that is not there, is left out.
 */
function callsOf({ calls, partitions }: Produce, until: number): ProducerCall[] {
  const spread: Spread[] = calls.map((call) => ({ call, come: 0 }))
  const expanded: ProducerCall[] = []
  let records = 0
  let turn = 0
  for (let next = earliest(spread, until); next; next = earliest(spread, until)) {
    const at = instant(nextAt(next))
    const { call } = next
    next.come += 1
    if (call.what === 'flush' || call.what === 'partitionsFor') expanded.push({ at, what: call.what })
    else if (call.what === 'close')
      expanded.push({ at, what: 'close', timeout: call.timeout === undefined ? FOREVER : ms(call.timeout) })
    else if (records === limits.records || (call.partition ?? 0) >= partitions) next.come = timesOf(call)
    else {
      records += 1
      expanded.push({ at, what: 'send', partition: call.partition ?? turn++ % partitions })
    }
  }
  return expanded
}

/** The call that comes next, undefined: none within the run. */
function earliest(spread: readonly Spread[], until: number): Spread | undefined {
  let first: Spread | undefined
  for (const each of spread) {
    if (each.come >= timesOf(each.call) || nextAt(each) > until) continue
    if (first === undefined || nextAt(each) < nextAt(first)) first = each
  }
  return first
}

/** flush() came with 0.9 (KIP-8). */
const isCallOf =
  ({ boundedClose }: ProducerBehaviour) =>
  ({ what }: ProducerCall): boolean =>
    what !== 'flush' || boundedClose

/** close() takes a timeout since 0.9 (KIP-15). */
const boundedAs =
  ({ boundedClose }: ProducerBehaviour) =>
  (call: ProducerCall): ProducerCall =>
    call.what === 'close' && !boundedClose ? { at: call.at, what: 'close', timeout: FOREVER } : call

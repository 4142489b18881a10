// One row of knobs a producer's era, above the network layer. Apart from the network's rows, since no question of the client lab has a
// producer's.

import type { BehaviourId } from './behaviours.ts'

/** The knobs of the producer above the network layer (Sender, RecordAccumulator, ProducerBatch, KafkaProducer). */
export type ProducerBehaviour = {
  /**
   * What takes a batch that waits in the accumulator: nothing (0.8.2), request.timeout.ms from its last attempt plus linger (0.9, KIP-19),
   * or from its last append, creation or attempt (0.10 to 2.0), or delivery.timeout.ms, in flight too (2.1, KIP-91).
   */
  readonly batchExpiry: 'none' | 'from last attempt' | 'from last append' | 'delivery timeout'
  /** What a request that timed out comes to once retries are exhausted: a lost connection, or a timeout (draft of KIP-19; 3.5, KAFKA-14317). */
  readonly timedOut: 'NetworkException' | 'TimeoutException'
  /** What records get that a forced close() fails. */
  readonly aborted: 'IllegalStateException' | 'KafkaException'
  readonly notLeader: 'NotLeaderForPartitionException' | 'NotLeaderOrFollowerException'
  /** A wait for metadata of 0 ms never ends (0.8.2, Object.wait(0)). */
  readonly zeroBlocksForEver: boolean
  /** With one request in flight a connection, a partition with a batch in flight is skipped (0.10). */
  readonly mutes: boolean
  /** retry.backoff.ms between the attempts of a batch: constant, or growing to retry.backoff.max.ms and drawn at every look (3.7, KIP-580). */
  readonly retryBackoff: 'constant' | 'exponential'
  /** A batch whose partition has moved since its last attempt waits for no backoff (3.6.1, KAFKA-15415). */
  readonly leaderChangeEndsBackoff: boolean
  /** A batch of one record that fills it is full at once (to 0.10), or only with another behind it, for its room is an upper bound (0.11). */
  readonly singleRecordFills: boolean
  /** A send() that finds its newest batch back for a retry, with room left, throws (0.9.0, KAFKA-3594). */
  readonly appendToRetried: 'new batch' | 'throws'
  /** A batch in its retry backoff goes along when something else is ready for its leader (0.8.2). */
  readonly drainsBackingOff: boolean
  /** In which order the Sender looks at partitions: as their names hash, or by number (3.3). */
  readonly partitions: 'highest first' | 'lowest first'
  /** A partition without a leader asks for metadata even when it holds no batch (to 0.9). */
  readonly emptyPartitionsAsk: boolean
  /**
   * A topic not known yet is asked for when the next update is allowed (to 0.10.1), or at once. Since 2.5 by a request of its own
   * (KIP-526), whose answer is looked through: a topic asked for since its request, or a partition without a leader, asks for another
   * update.
   */
  readonly newTopic: 'in turn' | 'at once' | 'at once, looked through'
  /** flush(), and close() with a timeout, are there (0.9; KIP-8, KIP-15). */
  readonly boundedClose: boolean
  /**
   * What a send() does that finds too little of buffer.memory left: waits for ever or throws at once, as block.on.buffer.full says
   * (0.8.2), or waits for what is left of max.block.ms and then gets a TimeoutException (0.9, KIP-19), since 2.6 its subclass
   * BufferExhaustedException (KAFKA-3720).
   */
  readonly memoryFull: 'block.on.buffer.full' | 'TimeoutException' | 'BufferExhaustedException'
  /** close() ends the wait for memory at once (2.5, KAFKA-9449), or leaves it to its own end. */
  readonly closeEndsMemoryWait: boolean
  /** A batch that expires in flight gives its memory back at once, or when its request is over (3.9.2, 4.0.2, 4.1.2, 4.2; KAFKA-19012). */
  readonly expiredInFlight: 'frees its memory' | 'keeps its memory'
  /** What a batch takes besides its records: since message format 2 (0.11) a header; before that each record stood for itself. */
  readonly batchHeader: 'none' | '61 bytes'
}

const producer082: ProducerBehaviour = {
  batchExpiry: 'none',
  timedOut: 'NetworkException',
  aborted: 'IllegalStateException',
  notLeader: 'NotLeaderForPartitionException',
  zeroBlocksForEver: true,
  mutes: false,
  retryBackoff: 'constant',
  leaderChangeEndsBackoff: false,
  singleRecordFills: true,
  appendToRetried: 'new batch',
  drainsBackingOff: true,
  partitions: 'highest first',
  emptyPartitionsAsk: true,
  newTopic: 'in turn',
  boundedClose: false,
  memoryFull: 'block.on.buffer.full',
  closeEndsMemoryWait: false,
  expiredInFlight: 'frees its memory',
  batchHeader: 'none',
}

const producer082Draft: ProducerBehaviour = { ...producer082, timedOut: 'TimeoutException' }

const producer090: ProducerBehaviour = {
  ...producer082,
  batchExpiry: 'from last attempt',
  appendToRetried: 'throws',
  boundedClose: true,
  drainsBackingOff: false,
  zeroBlocksForEver: false,
  memoryFull: 'TimeoutException',
}

const producer111: ProducerBehaviour = {
  ...producer082,
  batchExpiry: 'from last append',
  drainsBackingOff: false,
  zeroBlocksForEver: false,
  mutes: true,
  singleRecordFills: false,
  emptyPartitionsAsk: false,
  boundedClose: true,
  newTopic: 'at once',
  memoryFull: 'TimeoutException',
  batchHeader: '61 bytes',
}

const producer201: ProducerBehaviour = { ...producer111, aborted: 'KafkaException' }

const producer211: ProducerBehaviour = { ...producer201, batchExpiry: 'delivery timeout' }

const producer240: ProducerBehaviour = { ...producer211, newTopic: 'at once, looked through' }

const producer250: ProducerBehaviour = { ...producer240, closeEndsMemoryWait: true }

const producer260: ProducerBehaviour = {
  ...producer250,
  notLeader: 'NotLeaderOrFollowerException',
  memoryFull: 'BufferExhaustedException',
}

const producer341: ProducerBehaviour = { ...producer260, partitions: 'lowest first' }

const producer362: ProducerBehaviour = { ...producer341, timedOut: 'TimeoutException', leaderChangeEndsBackoff: true }

const producer372: ProducerBehaviour = { ...producer362, retryBackoff: 'exponential' }

const producer392: ProducerBehaviour = { ...producer372, expiredInFlight: 'keeps its memory' }

/** The producer's rows: one beside each row of the network layer, and those of releases whose producers differ though their networks do not. */
export type ProducerBehaviourId = BehaviourId | 'producer-2.5.0' | 'producer-3.8.1'

export const producerBehaviours: { readonly [id in ProducerBehaviourId]: ProducerBehaviour } = {
  'no-request-timeout': producer082,
  'kip-19-draft': producer082Draft,
  'kip-19-shipped': producer090,
  'client-1.1.1': producer111,
  'client-2.0.1': producer201,
  'client-2.1.1': producer211,
  'client-2.4.0': producer240,
  'producer-2.5.0': producer250,
  'kernel-bound': producer260,
  'kip-601-draft': producer260,
  'kip-601-shipped': producer260,
  'client-2.8.2': producer260,
  'client-3.1.2': producer260,
  'client-3.4.1': producer341,
  'client-3.6.2': producer362,
  'client-3.7.2': producer372,
  'producer-3.8.1': producer372,
  current: producer392,
  'current-4': producer392,
}

/** The producer's knobs as they are set one by one: `producer.retryBackoff` is another than the network layer's `retryBackoff`. */
export type ProducerKnobs = {
  readonly [knob in keyof ProducerBehaviour as `producer.${knob}`]: ProducerBehaviour[knob]
}

// What each knob can be set to, for the parser and for a form; what they mean is said in knobWords.ts.

import { behaviours, type ClientBehaviour, type EarlyBehaviour } from './behaviours.ts'
import { partitionKnobs, partitionKnobValues } from './partitionKnobs.ts'
import type { ProducerKnobs } from './producerBehaviours.ts'
import { quorumKnobs, quorumKnobValues } from './quorumKnobs.ts'
import { releaseOf } from './releases.ts'
import type { Scenario, Variant } from './scenario.ts'

/** What can be set one by one: all but the procedure itself. */
export type Knob = keyof KnobsSet

/** What a knob is called and what it decides. */
export type KnobWords = {
  /** Short, in a form. */
  readonly label: string
  /** One sentence. */
  readonly help: string
  /** Where Kafka decides it, and the change that brought it. */
  readonly source: string
}

type KnobsSet = NonNullable<Variant['knobs']>

type ClientKnob = Exclude<keyof ClientBehaviour, 'procedure'>
type EarlyKnob = Exclude<keyof EarlyBehaviour, 'procedure'>
type ProducerKnob = keyof ProducerKnobs

const either = [false, true] as const

const clientValues: { readonly [knob in ClientKnob]: readonly ClientBehaviour[knob][] } = {
  nodeChoice: [
    'fewest in flight',
    'last visited',
    'fewest failures',
    'fewest failures, first visited',
    'oldest attempt',
  ],
  setupTimeout: ['none', 'lazy', 'each poll'],
  backoff: ['KIP-144', 'exponential', 'exponential, capped'],
  retryBackoff: ['constant', 'exponential'],
  connectingDelay: ['endless', 'setup timeout'],
  checkingFrom: ['tcp up', 'request queued'],
  checkingResetsBackoff: either,
  resetDraws: either,
  lostConnection: ['fails an update', 'asks for an update'],
  firstUpdate: ['at once', 'after retry backoff', 'when asked for'],
  expiresFor: ['its oldest request', 'any request'],
  cancels: ['newest first', 'oldest first'],
  tellsFatal: either,
  forgetsAddresses: either,
  skipsLastAddress: either,
  closeLeavesConnecting: either,
  timedOutFlag: either,
  expiryExcludesThrottle: either,
  sameBucketExpiry: ['oldest first', 'newest first'],
  rebootstrap: ['none', 'no node left', 'trigger'],
  closeForgetsVersions: either,
}

const earlyValues: { readonly [knob in EarlyKnob]: readonly EarlyBehaviour[knob][] } = {
  backoffFrom: ['connect start', 'disconnect'],
  scanOffset: ['once', 'each scan'],
  requestExpiry: ['none', 'oldest', 'each, at its deadline'],
  requestsGoWithPoll: either,
  emptyAnswer: ['ignored', 'fails'],
  awaitsChannel: either,
}

const producerValues: { readonly [knob in ProducerKnob]: readonly ProducerKnobs[knob][] } = {
  'producer.batchExpiry': ['none', 'from last attempt', 'from last append', 'delivery timeout'],
  'producer.timedOut': ['NetworkException', 'TimeoutException'],
  'producer.retryBackoff': ['constant', 'exponential'],
  'producer.leaderChangeEndsBackoff': either,
  'producer.drainsBackingOff': either,
  'producer.mutes': either,
  'producer.singleRecordFills': either,
  'producer.appendToRetried': ['new batch', 'throws'],
  'producer.partitions': ['highest first', 'lowest first'],
  'producer.newTopic': ['in turn', 'at once', 'at once, looked through'],
  'producer.emptyPartitionsAsk': either,
  'producer.zeroBlocksForEver': either,
  'producer.boundedClose': either,
  'producer.memoryFull': ['block.on.buffer.full', 'TimeoutException', 'BufferExhaustedException'],
  'producer.closeEndsMemoryWait': either,
  'producer.expiredInFlight': ['frees its memory', 'keeps its memory'],
  'producer.batchHeader': ['none', '61 bytes'],
  'producer.aborted': ['IllegalStateException', 'KafkaException'],
  'producer.notLeader': ['NotLeaderForPartitionException', 'NotLeaderOrFollowerException'],
}

/** The values of each knob, of whatever procedure. */
export const knobValues: { readonly [knob in Knob]-?: readonly NonNullable<KnobsSet[knob]>[] } = {
  ...clientValues,
  ...earlyValues,
  ...producerValues,
  ...quorumKnobValues,
  ...partitionKnobValues,
}

const producerKnobs = Object.keys(producerValues) as readonly ProducerKnob[]
const clientKnobs: readonly Knob[] = [...(Object.keys(clientValues) as ClientKnob[]), ...producerKnobs]
/** Before 0.10.2 a topic is asked for as everything else: metadata are one set of nodes and leaders, updated whole. */
const earlyKnobs: readonly Knob[] = [
  ...(Object.keys(earlyValues) as EarlyKnob[]),
  ...producerKnobs.filter((knob) => knob !== 'producer.newTopic'),
]

/** The knobs of a release's procedure in a lab, in a fixed order; those of the newest one where the id is not offered. */
export function knobsOf(kafka: string, lab: Scenario['lab']): readonly Knob[] {
  if (lab === 'quorum') return quorumKnobs
  if (lab === 'replication') return partitionKnobs
  const release = releaseOf(kafka)
  return release && behaviours[release.behaviour].procedure === 'poll before 0.10.2' ? earlyKnobs : clientKnobs
}

/** Whether a knob is the producer's, above the network layer: it turns something only where records are sent. */
export const isProducers = (knob: Knob): boolean => Object.hasOwn(producerValues, knob)

/** Whether a knob can make a difference in a lab. */
export const countsIn = (lab: Scenario['lab'], knob: Knob): boolean => lab === 'requests' || !isProducers(knob)

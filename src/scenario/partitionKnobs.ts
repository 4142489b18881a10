// What each knob of a replicated partition can be set to; what they mean is said in partitionKnobWords.ts.

import type { ReplicationBehaviour } from './replicationBehaviours.ts'

export type PartitionKnob = keyof ReplicationBehaviour

const either = [false, true] as const

/** Complete by its type, in the order of the form. */
export const partitionKnobValues: { readonly [knob in PartitionKnob]: readonly ReplicationBehaviour[knob][] } = {
  truncation: ['high watermark', 'one epoch round', 'common prefix'],
  join: ['high watermark', 'high watermark and epoch start'],
  fetch: ['position first', 'read first'],
  electionOrder: ['ISR', 'assignment'],
  lastInSync: ['leaves', 'stays unless unclean', 'stays'],
  eligibleLeaders: either,
  watermarkNeedsMinIsr: either,
  slowDropNeedsLag: either,
  minInsyncReplicas: either,
  uncleanSetting: either,
  anyAcks: either,
  lagMaxMessages: either,
  shrinkForgetsPositions: either,
  cutsWithoutLeader: either,
}

export const partitionKnobs = Object.keys(partitionKnobValues) as readonly PartitionKnob[]

export const isPartitionKnob = (knob: string): knob is PartitionKnob => Object.hasOwn(partitionKnobValues, knob)

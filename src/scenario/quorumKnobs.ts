// What each knob of a quorum can be set to; what they mean is said in quorumKnobWords.ts.

import type { QuorumBehaviour } from './quorumBehaviours.ts'

export type QuorumKnob = keyof QuorumBehaviour

/** Complete by its type, in the order of the form. */
export const quorumKnobValues: { readonly [knob in QuorumKnob]: readonly QuorumBehaviour[knob][] } = {
  beginQuorumEpoch: ['until acknowledged', 'every voter', 'stale voters'],
  preVote: ['none', 'asked'],
  voterFetches: ['leader', 'best node'],
  observerFetches: ['bootstrap once timed out', 'best node'],
  requestSlots: ['by id', 'by node'],
  earlyAnswer: ['records', 'records or mark'],
  updateVoter: ['none', 'timer only', 'sent, bounds the wait', 'sent'],
  candidateBackoff: ['hundreds', 'fifties', 'fifties less one', 'none'],
  afterResigned: ['Candidate', 'Unattached'],
  noSuccessor: ['at once', 'longest backoff'],
  votedState: ['its own', 'Unattached'],
}

export const quorumKnobs = Object.keys(quorumKnobValues) as readonly QuorumKnob[]

export const isQuorumKnob = (knob: string): knob is QuorumKnob => Object.hasOwn(quorumKnobValues, knob)

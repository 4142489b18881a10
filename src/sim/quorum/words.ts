// What a quorum's engine counts in small numbers, and the words that the trace has for it.

import { type Word, word } from '../../trace/vocabulary.ts'

const numbered = (list: readonly Word[]): readonly number[] => list.map(word)

// Roles: QuorumState's states. Only what a node may be is in order; nothing compares them.
export const ABSENT = 0
export const UNATTACHED = 1
export const VOTED = 2
export const FOLLOWER = 3
export const PROSPECTIVE = 4
export const CANDIDATE = 5
export const LEADER = 6
export const RESIGNED = 7
export const roles = [
  'ABSENT',
  'Unattached',
  'Voted',
  'Follower',
  'Prospective',
  'Candidate',
  'Leader',
  'Resigned',
] as const
export const roleWords = numbered(roles)

// Messages: an answer is its request's number plus ANSWER.
export const FETCH = 0
export const VOTE = 1
export const PRE_VOTE = 2
export const BEGIN = 3
export const END = 4
export const UPDATE_VOTER = 5
export const ANSWER = 6
export const MESSAGES = 12
export const messageWords = numbered([
  'Fetch',
  'Vote',
  'PreVote',
  'BeginQuorumEpoch',
  'EndQuorumEpoch',
  'UpdateRaftVoter',
  'Fetch answer',
  'Vote answer',
  'PreVote answer',
  'BeginQuorumEpoch answer',
  'EndQuorumEpoch answer',
  'UpdateRaftVoter answer',
])

// Errors, as protocol/Errors spells them.
export const NO_ERROR = 0
export const NOT_LEADER = 1
export const FENCED_EPOCH = 2
export const UNKNOWN_EPOCH = 3
export const NOT_AVAILABLE = 4
export const INVALID_REQUEST = 5
export const TIMED_OUT = 6
export const errorWords = numbered([
  'NONE',
  'NOT_LEADER_OR_FOLLOWER',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'BROKER_NOT_AVAILABLE',
  'INVALID_REQUEST',
  'REQUEST_TIMED_OUT',
])

/** No node, no offset, no epoch: what is -1 in Kafka's own messages. */
export const NOBODY = -1

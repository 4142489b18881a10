// What a node does with a request.
//
// Kafka       raft/KafkaRaftClient (handleRequest, handleVoteRequest, handleBeginQuorumEpochRequest, ...).
// Leaves out  cluster ids, directory ids, voter keys.

import * as rule from '../../trace/quorumRules.ts'
import { handleFetch, leaderOnlyError, noteFetched } from './fetches.ts'
import type { Message } from './messages.ts'
import type { RaftNode } from './raftNode.ts'
import { maybeTransition, storeVote, toUnattached } from './transitions.ts'
import {
  BEGIN,
  CANDIDATE,
  END,
  FENCED_EPOCH,
  FETCH,
  FOLLOWER,
  INVALID_REQUEST,
  LEADER,
  NO_ERROR,
  NOBODY,
  PRE_VOTE,
  RESIGNED,
  TIMED_OUT,
  UPDATE_VOTER,
  VOTE,
} from './words.ts'

/** handleRequest; the message becomes its answer, or is parked. */
export function handleRequest(node: RaftNode, message: Message): void {
  switch (message.kind) {
    case FETCH:
      return handleFetch(node, message)
    case VOTE:
    case PRE_VOTE:
      return handleVote(node, message)
    case BEGIN:
      return handleBegin(node, message)
    case END:
      return handleEnd(node, message)
    case UPDATE_VOTER:
      return handleUpdateVoter(node, message)
  }
}

/** Answers with the epoch and leader of now. `granted`: of a vote, else nothing. */
function answer(node: RaftNode, message: Message, error: number, granted: number): void {
  message.becomeAnswer(node.epoch, error)
  message.a = node.leader
  message.b = granted
  node.hall.network.send(message, node.cause, rule.ANSWERED)
}

/** handleVoteRequest: a higher epoch is taken over first, whatever becomes of the vote. */
function handleVote(node: RaftNode, message: Message): void {
  const { log } = node
  const isPreVote = message.kind === PRE_VOTE
  const candidate = message.from
  const epoch = message.epoch
  const end = message.a
  const lastEpoch = message.b
  if (isPreVote ? lastEpoch > epoch : lastEpoch >= epoch) return answer(node, message, INVALID_REQUEST, 0)
  if (epoch < node.epoch) return answer(node, message, FENCED_EPOCH, 0)
  if (epoch > node.epoch) toUnattached(node, epoch, rule.HIGHER_EPOCH)
  const isUpToDate = lastEpoch > log.lastEpoch || (lastEpoch === log.lastEpoch && end >= log.end)
  const isGranted = isPreVote ? grantsPreVote(node, isUpToDate) : grantsVote(node, candidate, isUpToDate)
  if (isGranted && !isPreVote && node.voted === NOBODY) storeVote(node, candidate)
  answer(node, message, NO_ERROR, isGranted ? 1 : 0)
}

/** canGrantVote, of a standard vote. */
function grantsVote({ role, voted, leader }: RaftNode, candidate: number, isUpToDate: boolean): boolean {
  if (role === FOLLOWER || role === CANDIDATE || role === LEADER || role === RESIGNED) return false
  if (voted !== NOBODY) return voted === candidate
  return leader === NOBODY && isUpToDate
}

/** canGrantVote, of a pre-vote: never where a leader has just been heard of. */
function grantsPreVote({ role, hasFetched }: RaftNode, isUpToDate: boolean): boolean {
  if (role === LEADER || (role === FOLLOWER && hasFetched)) return false
  return isUpToDate
}

/** handleBeginQuorumEpochRequest: to one who follows already it changes nothing. */
function handleBegin(node: RaftNode, message: Message): void {
  const epoch = message.epoch
  if (epoch < node.epoch) return answer(node, message, FENCED_EPOCH, 0)
  maybeTransition(node, message.from, epoch)
  answer(node, message, NO_ERROR, 0)
}

/** handleEndQuorumEpochRequest: the fetch timer of a follower gets short, the first successor's most. */
function handleEnd(node: RaftNode, message: Message): void {
  const epoch = message.epoch
  if (epoch < node.epoch) return answer(node, message, FENCED_EPOCH, 0)
  const leader = message.from
  maybeTransition(node, leader, epoch)
  if (node.role === FOLLOWER && node.leader === leader) {
    const backoff = successorBackoff(node, message.successors)
    node.setFetchTimer(node.now + backoff, rule.FETCH_TIMER_SHORTENED)
  }
  answer(node, message, NO_ERROR, 0)
}

/** endEpochElectionBackoff, strictExponentialElectionBackoffMs, in Java's ints. */
function successorBackoff(node: RaftNode, successors: readonly number[]): number {
  const { config, behaviour } = node.hall
  const max = config.electionBackoffMax
  const position = successors.indexOf(node.index)
  // A leader that has just begun anew names nobody: then nobody waits.
  if (position === 0 || successors.length === 0) return 0
  if (position < 0) return behaviour.noSuccessor === 'at once' ? 0 : max
  return Math.min(max, (max >> (successors.length - 1)) << (position - 1))
}

/** handleUpdateVoterRequest of a static quorum: it counts for check-quorum, and not as a fetch. */
function handleUpdateVoter(node: RaftNode, message: Message): void {
  let error = leaderOnlyError(node, message.epoch)
  if (error === NO_ERROR) {
    if (node.mark === NOBODY) error = TIMED_OUT
    else noteFetched(node, message.from)
  }
  answer(node, message, error, 0)
}

// What a node does with an answer.
//
// Kafka       raft/KafkaRaftClient (handleResponse, maybeHandleCommonResponse, handleFetchResponse, handleVoteResponse, ...).
// Leaves out  snapshots; answers that no release here sends.

import { IGNORED } from '../../trace/quorumKinds.ts'
import * as rule from '../../trace/quorumRules.ts'
import type { Message } from './messages.ts'
import { backOff, giveUpPreVote } from './polls.ts'
import type { RaftNode } from './raftNode.ts'
import { maybeForward, maybeTransition, toFollower } from './transitions.ts'
import {
  ANSWER,
  BEGIN,
  CANDIDATE,
  END,
  FENCED_EPOCH,
  FETCH,
  FOLLOWER,
  LEADER,
  NO_ERROR,
  NOBODY,
  NOT_AVAILABLE,
  NOT_LEADER,
  PRE_VOTE,
  PROSPECTIVE,
  RESIGNED,
  UNKNOWN_EPOCH,
  UPDATE_VOTER,
  VOTE,
} from './words.ts'

/** handleResponse: an answer that its slot does not wait for is dropped. */
export function handleAnswer(node: RaftNode, message: Message): void {
  const { slots, hall } = node
  const { messages } = hall
  const { from, correlation } = message
  const slot = slots.of(from)
  if (!slot.expects(correlation)) node.messageRow(IGNORED, rule.NOT_AWAITED, message, from, node.cause)
  else {
    const isGood = handled(node, message)
    // A transition on the way has forgotten all slots.
    if (slot.expects(correlation)) {
      if (isGood) slots.reset(slot)
      else slots.failed(slot, node.now, node.cause)
    }
  }
  messages.done(message)
}

/** True where the answer was of use, so that no backoff follows. */
function handled(node: RaftNode, message: Message): boolean {
  // The channel answers in place of the node: there is nothing else in it.
  if (message.epoch === NOBODY) return false
  const common = commonOutcome(node, message)
  if (common !== undefined) return common
  const error = message.error
  const kind = message.kind - ANSWER
  if (error !== NO_ERROR) return false
  switch (kind) {
    case FETCH:
      handleFetchAnswer(node, message)
      break
    case VOTE:
    case PRE_VOTE:
      handleVoteAnswer(node, message, kind)
      break
    case BEGIN:
      if (node.role === LEADER) node.books.acknowledged[message.from] = 1
      break
    case END:
      if (node.role === RESIGNED) node.endAcknowledged[message.from] = 1
      break
    case UPDATE_VOTER:
      node.hasUpdatedLeader = true
      node.hasFetched = true
      node.setFetchTimer(node.now + node.hall.config.fetchTimeout, rule.FETCH_TIMER_VOTER_UPDATED)
      break
  }
  return true
}

/** maybeHandleCommonResponse: undefined where the answer itself is still to be looked at. */
function commonOutcome(node: RaftNode, message: Message): boolean | undefined {
  const epoch = message.epoch
  const leader = message.a
  const error = message.error
  if (epoch < node.epoch || error === UNKNOWN_EPOCH) return true
  if (epoch > node.epoch || error === FENCED_EPOCH || error === NOT_LEADER) {
    maybeTransition(node, leader, epoch)
    return true
  }
  if (leader !== NOBODY && node.leader === NOBODY) {
    toFollower(node, epoch, leader, rule.LEADER_TOLD)
    return error === NO_ERROR ? undefined : true
  }
  return error === NOT_AVAILABLE ? false : undefined
}

/** handleFetchResponse: records, a divergence, or nothing new; each sets the fetch timer anew. */
function handleFetchAnswer(node: RaftNode, message: Message): void {
  const { config } = node.hall
  const { log, now } = node
  if (node.role !== FOLLOWER) return
  const diverging = message.d
  if (diverging !== NOBODY) {
    log.truncate(diverging, message.e)
    node.logChanged(rule.LOG_TRUNCATED)
  } else {
    const records = message.b
    if (records > 0) {
      log.take(message.records, log.end + records)
      node.logChanged(rule.RECORDS_FETCHED)
    }
    const mark = Math.min(message.c, log.end)
    if (mark > node.mark) node.setMark(mark, rule.MARK_FETCHED)
  }
  node.hasFetched = true
  node.setFetchTimer(now + config.fetchTimeout, rule.FETCH_TIMER_RESET)
}

/** handleVoteResponse: a majority either way ends the election. */
function handleVoteAnswer(node: RaftNode, message: Message, kind: number): void {
  const { behaviour } = node.hall
  const { tally, role } = node
  if (role !== (kind === PRE_VOTE ? PROSPECTIVE : CANDIDATE)) return
  tally.record(message.from, message.b === 1)
  node.votesChanged(rule.VOTE_COUNTED)
  if (tally.isWon) return maybeForward(node)
  if (!tally.isLost) return
  if (role === PROSPECTIVE) giveUpPreVote(node, rule.PRE_VOTES_REJECTED)
  else if (behaviour.candidateBackoff !== 'none' && node.backoffUntil === NOBODY) backOff(node, rule.BACKOFF_LOST)
}

// What a raft thread does in each state when it looks, and how long it would wait then.
//
// Kafka       raft/KafkaRaftClient (pollCurrentState, pollLeader, pollFollower, pollCandidate, ...).
// Leaves out  the snapshot cleaner; listeners; UpdateRaftVoter of a dynamic quorum.

import * as rule from '../../trace/quorumRules.ts'
import {
  fetchFromAnyVoter,
  fetchFromBestNode,
  fetchFromBootstrap,
  fetchFromLeader,
  isReady,
  request,
  waitAfterSend,
} from './asking.ts'
import { advanceMark, completeAll } from './fetches.ts'
import type { RaftNode } from './raftNode.ts'
import { toCandidate, toFollower, toProspective, toResigned, toUnattached, updateVoterPeriod } from './transitions.ts'
import {
  BEGIN,
  CANDIDATE,
  END,
  FOLLOWER,
  LEADER,
  NOBODY,
  PRE_VOTE,
  PROSPECTIVE,
  RESIGNED,
  UNATTACHED,
  UPDATE_VOTER,
  VOTE,
  VOTED,
} from './words.ts'

/** pollCurrentState. */
export function poll(node: RaftNode): void {
  switch (node.role) {
    case LEADER:
      return pollLeader(node)
    case FOLLOWER:
      return node.isVoter ? pollFollowerAsVoter(node) : pollFollowerAsObserver(node)
    case CANDIDATE:
      return pollCandidate(node)
    case PROSPECTIVE:
      return pollProspective(node)
    case UNATTACHED:
    case VOTED:
      return node.isVoter ? pollUnattachedAsVoter(node) : pollUnattachedAsObserver(node)
    case RESIGNED:
      return pollResigned(node)
  }
}

// Followers.

function pollFollowerAsVoter(node: RaftNode): void {
  const { hall, now } = node
  const { behaviour } = hall
  if (node.isShuttingDown) return node.again()
  if (now >= node.fetchDeadline) {
    node.armedBy = node.timerRow
    if (behaviour.preVote === 'asked') toProspective(node, rule.FETCH_TIMED_OUT)
    else toCandidate(node, rule.FETCH_TIMED_OUT)
    return node.again()
  }
  const sends = behaviour.updateVoter === 'sent' || behaviour.updateVoter === 'sent, bounds the wait'
  if (now >= node.updateVoterAt && sends && !node.hasUpdatedLeader) updateVoter(node)
  else {
    if (behaviour.voterFetches === 'best node') fetchFromBestNode(node)
    else fetchFromLeader(node)
    // With nothing to tell the timer starts anew.
    if (now >= node.updateVoterAt) node.updateVoterAt = now + updateVoterPeriod(node)
  }
  node.wait(node.fetchDeadline, rule.WAIT_FETCH_TIMER)
  if (behaviour.updateVoter !== 'sent') node.wait(node.updateVoterAt, rule.WAIT_UPDATE_VOTER, node.roleRow)
}

/** maybeSendUpdateVoterRequest: the timer starts anew only where the request could go out. */
function updateVoter(node: RaftNode): void {
  const { leader, hall } = node
  if (!isReady(node, leader)) return
  const message = hall.messages.make(UPDATE_VOTER, node.index, leader, node.epoch)
  request(node, message, rule.UPDATE_VOTER_SENT, node.cause)
  waitAfterSend(node, leader)
  node.updateVoterAt = node.now + updateVoterPeriod(node)
}

function pollFollowerAsObserver(node: RaftNode): void {
  const { behaviour } = node.hall
  const isOver = node.now >= node.fetchDeadline
  if (isOver && behaviour.requestSlots === 'by id') return fetchFromAnyVoter(node)
  if (isOver && behaviour.observerFetches === 'bootstrap once timed out') fetchFromBootstrap(node)
  else fetchFromBestNode(node)
  node.wait(node.fetchDeadline, rule.WAIT_FETCH_TIMER)
}

// Those without a leader.

function pollUnattachedAsVoter(node: RaftNode): void {
  const { hall, now } = node
  if (node.isShuttingDown) return waitForShutdown(node)
  if (now >= node.electionDeadline) {
    node.armedBy = node.timerRow
    if (hall.behaviour.preVote === 'asked') toProspective(node, rule.ELECTION_TIMED_OUT)
    else toCandidate(node, rule.ELECTION_TIMED_OUT)
    return node.again()
  }
  if (hall.behaviour.voterFetches === 'best node') fetchFromBootstrap(node)
  waitForElection(node)
}

function pollUnattachedAsObserver(node: RaftNode): void {
  fetchFromBootstrap(node)
  waitForElection(node)
}

const waitForElection = (node: RaftNode): void => node.wait(node.electionDeadline, rule.WAIT_ELECTION)

const waitForShutdown = (node: RaftNode): void =>
  node.wait(node.shutdownDeadline, rule.WAIT_SHUTDOWN, node.books.resignRow)

function pollProspective(node: RaftNode): void {
  if (node.isShuttingDown) {
    waitForShutdown(node)
    return askForVotes(node, PRE_VOTE)
  }
  if (node.now >= node.electionDeadline) {
    node.armedBy = node.timerRow
    giveUpPreVote(node, rule.ELECTION_TIMED_OUT)
    return node.again()
  }
  askForVotes(node, PRE_VOTE)
  waitForElection(node)
}

/** Back to the leader where it is known. */
export function giveUpPreVote(node: RaftNode, why: number): void {
  if (node.leader === NOBODY) toUnattached(node, node.epoch, why)
  else toFollower(node, node.epoch, node.leader, why)
}

function pollCandidate(node: RaftNode): void {
  const { now, hall } = node
  const { preVote } = hall.behaviour
  if (node.isShuttingDown) {
    waitForShutdown(node)
    return askForVotes(node, VOTE)
  }
  if (node.backoffUntil !== NOBODY) {
    if (now < node.backoffUntil) return node.wait(node.backoffUntil, rule.WAIT_CANDIDATE_BACKOFF)
    node.armedBy = node.backoffRow
    if (preVote === 'asked') toProspective(node, rule.BACKED_OFF)
    else toCandidate(node, rule.BACKED_OFF)
    return node.again()
  }
  if (now >= node.electionDeadline) {
    node.armedBy = node.timerRow
    if (preVote === 'none') {
      backOff(node, rule.BACKOFF_TIMED_OUT)
      return node.wait(node.backoffUntil, rule.WAIT_CANDIDATE_BACKOFF)
    }
    toProspective(node, rule.ELECTION_TIMED_OUT)
    return node.again()
  }
  askForVotes(node, VOTE)
  waitForElection(node)
}

/** maybeSendVoteRequests: as long as it can still win. */
function askForVotes(node: RaftNode, kind: number): void {
  const { tally, hall, log } = node
  if (tally.isLost) return
  const { messages } = hall
  const { cause } = node
  for (const voter of hall.voters) {
    if (!tally.isUnrecorded(voter) || !isReady(node, voter)) continue
    const message = messages.make(kind, node.index, voter, node.epoch)
    message.a = log.end
    message.b = log.lastEpoch
    request(node, message, rule.VOTE_SENT, node.cause)
    node.cause = cause
    waitAfterSend(node, voter)
  }
}

/** binaryExponentialElectionBackoffMs, by chance. */
export function backOff(node: RaftNode, why: number): void {
  const { hall, retries } = node
  const { candidateBackoff } = hall.behaviour
  const max = hall.config.electionBackoffMax
  const power = 1 << Math.min(candidateBackoff === 'hundreds' ? 21 : 11, retries)
  let length: number
  if (candidateBackoff === 'hundreds') length = Math.min(100 * node.drawBackoff(power), max)
  else {
    const bound = candidateBackoff === 'fifties' ? power : power - 1
    const grown = 50 * (1 + node.drawBackoff(bound))
    length = Math.min(grown, max + node.drawBackoff(50))
  }
  node.setBackoff(node.now + length, why)
}

// Leaders, and those who were.

function pollLeader(node: RaftNode): void {
  const { books, now, hall } = node
  const isAlone = hall.voters.length === 1
  const isOver = !isAlone && now >= books.quorumDeadline
  if (node.isShuttingDown || books.resignAsked || isOver) {
    const isAsked = node.isShuttingDown || books.resignAsked
    node.armedBy = isAsked ? -1 : books.quorumRow
    if (isAsked && books.resignRow >= 0) node.cause = books.resignRow
    toResigned(node, isAsked ? rule.RESIGN_ASKED : rule.CHECK_QUORUM_EXPIRED)
    return node.again()
  }
  drain(node)
  if (hall.behaviour.beginQuorumEpoch === 'until acknowledged') tellUnacknowledged(node)
  else if (now < books.tickAt) node.wait(books.tickAt, rule.WAIT_TICK)
  else tick(node)
  if (!isAlone) node.wait(books.quorumDeadline, rule.WAIT_CHECK_QUORUM)
}

/** maybeAppendBatches, flushLeaderLog. */
function drain(node: RaftNode): void {
  const { books, log, now, hall } = node
  if (!books.isLeaderChangeWaiting && now < books.lingerUntil)
    return node.wait(books.lingerUntil, rule.WAIT_LINGER_APPEND, books.appendRow)
  log.end += books.waiting + (books.isLeaderChangeWaiting ? 1 : 0)
  node.logChanged(books.isLeaderChangeWaiting ? rule.LEADER_CHANGE_APPENDED : rule.RECORDS_APPENDED)
  books.isLeaderChangeWaiting = false
  books.waiting = 0
  books.lingerUntil = Number.POSITIVE_INFINITY
  books.ends[node.index] = log.end
  if (hall.voters.length === 1 || log.end > node.mark) advanceMark(node)
  completeAll(node, log.end, rule.PARK_LOG_GREW)
  // To 3.8 the wait is what it was before the drain: none.
  if (hall.behaviour.beginQuorumEpoch === 'until acknowledged') node.again()
}

/** To 3.8: at every poll to those that have neither acknowledged nor fetched. */
function tellUnacknowledged(node: RaftNode): void {
  const { books, hall } = node
  for (const voter of hall.voters)
    if (books.acknowledged[voter] === 0 && isReady(node, voter)) sendBegin(node, voter, rule.BEGIN_UNACKNOWLEDGED)
}

/** maybeSendBeginQuorumEpochRequests: the timer starts anew with the tick's own time, whether or not a slot was free. */
function tick(node: RaftNode): void {
  const { books, hall, now } = node
  const half = Math.trunc(hall.config.fetchTimeout / 2)
  const staleOnly = hall.behaviour.beginQuorumEpoch === 'stale voters'
  const { cause } = node
  node.armedBy = books.tickRow
  books.tickTargets.length = 0
  for (const voter of hall.voters) {
    if (voter === node.index) continue
    const last = books.lastFetch[voter] as number
    if (staleOnly && last !== NOBODY && now - last < half) continue
    books.tickTargets.push(voter)
    if (isReady(node, voter)) sendBegin(node, voter, rule.BEGIN_TICK)
    node.cause = cause
  }
  books.tickAt = now + half
  node.ticked()
}

function sendBegin(node: RaftNode, voter: number, why: number): void {
  const message = node.hall.messages.make(BEGIN, node.index, voter, node.epoch)
  request(node, message, why, node.cause)
  waitAfterSend(node, voter)
}

function pollResigned(node: RaftNode): void {
  const { hall, now, successors } = node
  const { messages, behaviour } = hall
  const { cause } = node
  for (const voter of hall.voters) {
    if (voter === node.index || node.endAcknowledged[voter] === 1 || !isReady(node, voter)) continue
    const message = messages.make(END, node.index, voter, node.epoch)
    message.successors = successors
    request(node, message, rule.END_SENT, node.cause)
    node.cause = cause
    waitAfterSend(node, voter)
  }
  if (node.isShuttingDown) return waitForShutdown(node)
  if (now < node.electionDeadline) return waitForElection(node)
  node.armedBy = node.timerRow
  if (behaviour.afterResigned === 'Candidate' && node.isVoter) toCandidate(node, rule.RESIGNED_LONG_ENOUGH)
  else toUnattached(node, node.epoch + 1, rule.RESIGNED_LONG_ENOUGH)
  node.again()
}

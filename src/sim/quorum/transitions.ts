// From state to state: what each inherits, draws and forgets.
//
// Kafka       raft/QuorumState (transitionTo...), KafkaRaftClient (transitionTo..., onBecome...).
// Leaves out  what listeners are told.

import * as rule from '../../trace/quorumRules.ts'
import { completeParked } from './fetches.ts'
import type { RaftNode } from './raftNode.ts'
import { CANDIDATE, FOLLOWER, LEADER, NOBODY, NOT_LEADER, PROSPECTIVE, RESIGNED, UNATTACHED, VOTED } from './words.ts'

const NEVER = Number.POSITIVE_INFINITY

/** transitionToUnattached: the election timer goes on where it ran already. */
export function toUnattached(node: RaftNode, epoch: number, why: number): void {
  const { role, electionDeadline, hall } = node
  const later = hall.behaviour.preVote === 'asked'
  const inherits =
    role === CANDIDATE ||
    role === UNATTACHED ||
    role === VOTED ||
    (later && role === RESIGNED) ||
    (role === PROSPECTIVE && !node.tally.isLost)
  const voted = epoch === node.epoch ? node.voted : NOBODY
  const left = Math.max(0, electionDeadline - node.now)
  leave(node)
  // An observer's first state has a timer of its own; what follows has none.
  const timeout = !node.isVoter ? NEVER : inherits ? left : node.drawElectionTimeout()
  node.become(UNATTACHED, epoch, NOBODY, voted, why)
  const timer = !node.isVoter ? rule.ELECTION_NEVER : inherits ? rule.ELECTION_INHERITED : rule.ELECTION_DRAWN
  node.setElectionTimer(node.now + timeout, timer)
  node.slots.resetAll()
}

/** A granted vote is stored before it is answered, with a fresh election timer. */
export function storeVote(node: RaftNode, candidate: number): void {
  const { votedState } = node.hall.behaviour
  const { role, epoch, leader } = node
  const timeout = node.drawElectionTimeout()
  node.become(
    role === PROSPECTIVE ? PROSPECTIVE : votedState === 'its own' ? VOTED : UNATTACHED,
    epoch,
    leader,
    candidate,
    rule.VOTE_STORED,
  )
  node.setElectionTimer(node.now + timeout, rule.ELECTION_DRAWN)
  if (role === PROSPECTIVE) {
    node.store()
    node.tally.begin(node.index)
    node.votesChanged(rule.VOTES_BEGUN)
  }
  if (votedState === 'its own') node.slots.resetAll()
}

/** transitionToFollower, onBecomeFollower. */
export function toFollower(node: RaftNode, epoch: number, leader: number, why: number): void {
  const { config, behaviour } = node.hall
  leave(node)
  node.become(FOLLOWER, epoch, leader, behaviour.preVote === 'asked' && epoch === node.epoch ? node.voted : NOBODY, why)
  node.hasFetched = false
  node.hasUpdatedLeader = false
  node.setFetchTimer(node.now + config.fetchTimeout, rule.FETCH_TIMER_BEGUN)
  node.updateVoterAt = node.now + updateVoterPeriod(node)
  node.slots.resetAll()
  failParked(node)
}

/** How long after it began to follow a voter would tell the leader of itself. */
export function updateVoterPeriod(node: RaftNode): number {
  const { config, behaviour } = node.hall
  if (behaviour.updateVoter === 'none') return NEVER
  return behaviour.updateVoter === 'timer only' ? 3 * config.fetchTimeout : config.fetchTimeout
}

/** transitionToProspective: the epoch stays, and the leader where it is known. */
export function toProspective(node: RaftNode, why: number): void {
  const { epoch, leader, voted, role } = node
  const retries = role === CANDIDATE ? node.retries + 1 : 1
  const timeout = node.drawElectionTimeout()
  leave(node)
  node.become(PROSPECTIVE, epoch, role === CANDIDATE ? NOBODY : leader, voted, why)
  node.retries = retries
  runFor(node, timeout)
  maybeForward(node)
}

/** transitionToCandidate, in the next epoch. */
export function toCandidate(node: RaftNode, why: number): void {
  const { epoch, role } = node
  const retries = role === CANDIDATE ? node.retries + 1 : role === PROSPECTIVE ? node.retries : 1
  const timeout = node.drawElectionTimeout()
  leave(node)
  node.become(CANDIDATE, epoch + 1, NOBODY, node.index, why)
  node.retries = retries
  runFor(node, timeout)
  maybeForward(node)
}

function runFor(node: RaftNode, timeout: number): void {
  node.tally.begin(node.index)
  node.votesChanged(rule.VOTES_BEGUN)
  node.setElectionTimer(node.now + timeout, rule.ELECTION_DRAWN)
  node.slots.resetAll()
}

/** maybeTransitionForward, maybeTransitionToLeader: a lone voter needs nobody else. */
export function maybeForward(node: RaftNode): void {
  if (!node.tally.isWon) return
  if (node.role === PROSPECTIVE) toCandidate(node, rule.PRE_VOTES_GRANTED)
  else toLeader(node)
}

/** onBecomeLeader: the leader-change record waits for the next poll. */
function toLeader(node: RaftNode): void {
  const { books, log, epoch } = node
  leave(node)
  node.become(LEADER, epoch, node.index, NOBODY, rule.MAJORITY_GRANTED)
  books.begin(log.end, node.now, node.hall.checkQuorum)
  node.setMark(NOBODY, rule.MARK_UNKNOWN)
  node.setQuorumTimer(books.quorumDeadline, rule.CHECK_QUORUM_BEGUN)
  log.beginEpoch(epoch)
  node.logChanged(rule.LEADER_CHANGE_APPENDED)
  node.slots.resetAll()
}

/** transitionToResigned: parked fetches fail first, while this node still names itself as leader. */
export function toResigned(node: RaftNode, why: number): void {
  failParked(node)
  const { epoch, books } = node
  node.successors = books.successors()
  const timeout = node.drawElectionTimeout()
  node.become(RESIGNED, epoch, node.index, NOBODY, why)
  node.endAcknowledged.fill(0)
  node.setMark(NOBODY, rule.MARK_UNKNOWN)
  node.setElectionTimer(node.now + timeout, rule.ELECTION_DRAWN)
  node.slots.resetAll()
}

/** A state ends; what it held is gone. */
function leave(node: RaftNode): void {
  node.books.isLeaderChangeWaiting = false
}

function failParked(node: RaftNode): void {
  const { books } = node
  for (const message of [...books.parked]) completeParked(node, message, NOT_LEADER, rule.PARK_FAILED)
}

/** maybeTransition: a message tells of an epoch, and perhaps of its leader. */
export function maybeTransition(node: RaftNode, leader: number, epoch: number): void {
  if (epoch > node.epoch) {
    if (leader === NOBODY) toUnattached(node, epoch, rule.HIGHER_EPOCH)
    else toFollower(node, epoch, leader, rule.HIGHER_EPOCH)
  } else if (leader !== NOBODY && node.leader === NOBODY) toFollower(node, epoch, leader, rule.LEADER_TOLD)
}

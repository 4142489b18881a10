// How a run begins: in the middle of a steady quorum, right after an election, or as a recording tells; and how a node begins anew.
//
// Kafka       raft/QuorumState.initialize.

import { assert } from '../../base/assert.ts'
import type { RecordedNode, RecordedStart } from '../../scenario/quorumWorld.ts'
import * as rule from '../../trace/quorumRules.ts'
import type { RaftNode } from './raftNode.ts'
import { toCandidate, toProspective, updateVoterPeriod } from './transitions.ts'
import {
  ABSENT,
  ANSWER,
  CANDIDATE,
  errorWords,
  FETCH,
  FOLLOWER,
  LEADER,
  NOBODY,
  RESIGNED,
  roles,
  UNATTACHED,
  VOTED,
} from './words.ts'

const NEVER = Number.POSITIVE_INFINITY

/** A quorum in its middle: the first voter leads epoch 1, logs are equal, every follower has just been answered (kraft.md 8, S0). */
export function beginSteady(nodes: readonly RaftNode[], leader: number): void {
  for (const node of nodes) {
    const { hall, index } = node
    const { fetchTimeout } = hall.config
    node.log.reset(1, 1)
    node.mark = 1
    enter(node, index === leader ? LEADER : FOLLOWER, 1, leader, NOBODY)
    if (index === leader) {
      const { books } = node
      books.begin(0, 0, hall.checkQuorum)
      books.isLeaderChangeWaiting = false
      books.ends.fill(1)
      books.acknowledged.fill(1)
      books.lastFetch.fill(0)
      if (books.tickAt === 0) books.tickAt = Math.trunc(fetchTimeout / 2)
    } else {
      node.fetchDeadline = fetchTimeout
      node.updateVoterAt = updateVoterPeriod(node)
    }
    tellStart(node)
  }
}

/** Right after an election: the first voter has won epoch 1 at 0 and has not looked since; the others have voted for it (S1). */
export function beginElected(nodes: readonly RaftNode[], leader: number): void {
  for (const node of nodes) {
    const { hall, index } = node
    if (index === leader) {
      enter(node, LEADER, 1, leader, NOBODY)
      node.books.begin(0, 0, hall.checkQuorum)
      node.log.beginEpoch(1)
    } else {
      const isVoted = node.isVoter && hall.behaviour.votedState === 'its own'
      enter(node, isVoted ? VOTED : UNATTACHED, 1, NOBODY, node.isVoter ? leader : NOBODY)
      node.electionDeadline = node.drawElectionTimeout()
    }
    tellStart(node)
  }
}

/** The state of every node and what is on its way, as a recording has them. */
export function beginRecorded(nodes: readonly RaftNode[], start: RecordedStart, ids: readonly number[]): void {
  const indexOf = (id: number | null | undefined): number => (typeof id === 'number' ? ids.indexOf(id) : NOBODY)
  const entries = nodes.map((node) => {
    const entry = start.nodes[node.id]
    assert(entry !== undefined, `start tells nothing of node ${node.id}`)
    return entry
  })
  const leader = entries.findIndex(({ role }) => role === 'Leader')
  nodes.forEach((node, index) => {
    const entry = entries[index] as RecordedNode
    if (entry.role === null) waitToStart(node, entry, leader, entries[leader]?.epoch ?? 0)
    else load(node, entry, indexOf, leader)
  })
  for (const message of start.wire) putOnWire(nodes, message, indexOf)
}

/** A process that starts later: its vote file names the leader of the start, and it knows how far its log is committed. */
function waitToStart(node: RaftNode, { logEnd, logEpoch }: RecordedNode, leader: number, epoch: number): void {
  node.log.reset(logEnd, logEpoch)
  node.storedEpoch = epoch
  node.storedLeader = leader
  node.markAtStart = logEnd > 0 ? logEnd : NOBODY
  node.toldAll()
}

function load(
  node: RaftNode,
  entry: RecordedNode,
  indexOf: (id: number | null | undefined) => number,
  leader: number,
): void {
  const role = (roles as readonly (string | null)[]).indexOf(entry.role)
  assert(role > ABSENT, `no role is called ${entry.role}`)
  node.log.reset(entry.logEnd, entry.logEpoch)
  node.mark = entry.hw ?? NOBODY
  // Of 3.8 the recorder could not see whom a follower follows.
  const follows = role === FOLLOWER && entry.leader === null ? leader : indexOf(entry.leader)
  enter(node, role, entry.epoch ?? 0, follows, indexOf(entry.voted))
  node.fetchDeadline = entry.fetchTimer ?? 0
  node.updateVoterAt = entry.updateVoterTimer ?? NEVER
  node.hasFetched = entry.hasFetched ?? false
  node.hasUpdatedLeader = entry.hasUpdatedLeader ?? false
  node.electionDeadline = entry.electionTimer ?? NEVER
  if (role === LEADER) loadBooks(node, entry, indexOf)
  tellStart(node)
  node.firstWake = entry.wake === null || entry.wake === undefined ? NEVER : entry.wake
  for (const [to, since] of entry.awaiting ?? []) {
    const slot = node.slots.of(indexOf(to))
    node.slots.sent(slot, NOBODY, since)
    slot.row = node.cause
    // Without a leader that is its first Fetch to a bootstrap node, whether it is still on its way or lost.
    if (role === UNATTACHED) node.hall.network.sentBefore(node.index, indexOf(to), FETCH, 1)
  }
}

function loadBooks(node: RaftNode, entry: RecordedNode, indexOf: (id: number | null | undefined) => number): void {
  const { books, log } = node
  books.begin(entry.epochStart ?? 0, 0, 0)
  // Where its own record is missing, the first poll appends it.
  books.isLeaderChangeWaiting = log.end <= books.epochStart
  books.quorumDeadline = entry.quorumTimer ?? NEVER
  books.tickAt = entry.tickTimer ?? NEVER
  for (const id of entry.fetched ?? []) books.noteFetched(indexOf(id))
  for (const [id, [end, lastFetch, acknowledged]] of Object.entries(entry.replicas ?? {})) {
    const index = indexOf(Number(id))
    books.ends[index] = end ?? NOBODY
    books.lastFetch[index] = lastFetch ?? NOBODY
    books.acknowledged[index] = acknowledged ? 1 : 0
  }
}

/** A state at the start of the run, which nothing brought about. */
function enter(node: RaftNode, role: number, epoch: number, leader: number, voted: number): void {
  node.cause = node.hall.firstRow
  node.become(role, epoch, leader, voted, rule.AT_START)
}

/** What runs and what is known at the start. */
function tellStart(node: RaftNode): void {
  node.logChanged(rule.AT_START)
  node.setMark(node.mark, rule.AT_START)
  if (node.role === FOLLOWER) node.setFetchTimer(node.fetchDeadline, rule.AT_START)
  else if (node.role === LEADER) node.setQuorumTimer(node.books.quorumDeadline, rule.AT_START)
  else node.setElectionTimer(node.electionDeadline, rule.AT_START)
  node.tellChanges()
  node.armedBy = -1
}

const recordedKinds = ['Fetch', 'Vote', 'PreVote', 'BQE', 'EQE', 'UpdateVoter']

/** A message that was sent before 0, in the fields of a recording's SEND. */
function putOnWire(
  nodes: readonly RaftNode[],
  recorded: readonly unknown[],
  indexOf: (id: number | null | undefined) => number,
): void {
  const { hall } = nodes[0] as RaftNode
  const { messages, network } = hall
  const [arrivesAt, from, to, name, nth, epoch, ...rest] = recorded as readonly [
    number,
    number,
    number,
    string,
    number,
    number,
    ...unknown[],
  ]
  const isAnswer = name.endsWith('.r')
  const kind = recordedKinds.indexOf(isAnswer ? name.slice(0, -2) : name) + (isAnswer ? ANSWER : 0)
  const message = messages.make(kind, indexOf(from), indexOf(to), epoch)
  message.correlation = NOBODY
  message.life = 0
  const numbers = rest.filter((_, n) => n > 0 || !isAnswer).map((value) => (typeof value === 'number' ? value : NOBODY))
  // Of 3.7 the recorder could not see which slots wait; who is answered has asked.
  const { slots } = nodes[indexOf(to)] as RaftNode
  if (isAnswer) {
    const slot = slots.of(indexOf(from))
    if (!slot.expects(NOBODY)) slots.sent(slot, NOBODY, 0)
  }
  if (isAnswer) message.error = Math.max(0, errorWords.indexOf(rest[0] as never))
  message.a = isAnswer ? indexOf(numbers[0]) : (numbers[0] ?? NOBODY)
  message.b = numbers[1] ?? 0
  message.c = numbers[2] ?? NOBODY
  message.d = NOBODY
  network.onItsWay(message, nth, arrivesAt, hall.firstRow)
}

/** QuorumState.initialize: the role of a process that begins, by its vote file. */
function roleAtStart({ index, hall, storedLeader, storedVote }: RaftNode): number {
  if (storedLeader === index) return RESIGNED
  if (storedVote === index) return CANDIDATE
  if (storedLeader !== NOBODY) return FOLLOWER
  return storedVote !== NOBODY && hall.behaviour.votedState === 'its own' ? VOTED : UNATTACHED
}

/** A process begins with what its log and its vote file hold. */
export function initialize(node: RaftNode): void {
  const { hall, index, storedEpoch, storedLeader, storedVote } = node
  const role = roleAtStart(node)
  const timeout = role === FOLLOWER ? hall.config.fetchTimeout : node.drawElectionTimeout()
  node.mark = node.markAtStart
  node.markAtStart = NOBODY
  node.retries = 1
  node.become(role, storedEpoch, role === CANDIDATE ? NOBODY : storedLeader, storedVote, rule.ROLE_AT_START)
  if (role === FOLLOWER) {
    node.hasFetched = false
    node.hasUpdatedLeader = false
    node.setFetchTimer(node.now + timeout, rule.FETCH_TIMER_BEGUN)
    node.updateVoterAt = node.now + updateVoterPeriod(node)
  } else node.setElectionTimer(node.now + timeout, rule.ELECTION_DRAWN)
  if (role === RESIGNED) {
    node.endAcknowledged.fill(0)
    node.successors = []
  }
  if (role === CANDIDATE) {
    node.tally.begin(index)
    node.votesChanged(rule.VOTES_BEGUN)
  }
  // A lone voter needs nobody's vote.
  if (hall.voters.length === 1 && node.isVoter && role !== CANDIDATE) {
    if (hall.behaviour.preVote === 'asked') toProspective(node, rule.LONE_VOTER)
    else toCandidate(node, rule.LONE_VOTER)
  }
  node.setMark(node.mark, rule.AT_START)
  node.tellChanges()
}

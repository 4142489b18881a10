// One raft node: what it holds, what it tells, and how it replaces one state by another. What it does with it stands in polls.ts,
// requests.ts and answers.ts; its loop in raftThread.ts.
//
// Kafka       raft/QuorumState and its states (FollowerState, CandidateState, ...), KafkaRaftClient.
// Leaves out  snapshots, dynamic voters, listeners.

import { NONE } from '../../trace/kinds.ts'
import * as kind from '../../trace/quorumKinds.ts'
import * as rule from '../../trace/quorumRules.ts'
import { word } from '../../trace/vocabulary.ts'
import { below } from '../chance.ts'
import type { Hall } from './hall.ts'
import { LeaderBooks } from './leaderBooks.ts'
import type { Message } from './messages.ts'
import { RaftLog } from './raftLog.ts'
import { RequestSlots } from './requestSlots.ts'
import { Tally } from './tally.ts'
import { ABSENT, CANDIDATE, FOLLOWER, LEADER, messageWords, NOBODY, PROSPECTIVE, RESIGNED, roleWords } from './words.ts'

const ELECTION = word('election')
const BACKOFF = word('backoff')
const BOOTSTRAP = word('bootstrap')

// What a step may have changed, in the order in which it is told at the end of the step.
const LOG = 0
const MARK = 1
const VOTES = 2
const FETCH_TIMER = 3
const ELECTION_TIMER = 4
const BACKS_OFF = 5
const QUORUM_TIMER = 6
const TICK = 7
const CHANGES = 8

/** Nothing of the kind has been told in this state. */
const UNTOLD = -2

export class RaftNode {
  readonly subject: number
  readonly id: number
  readonly isVoter: boolean
  readonly log = new RaftLog()
  readonly slots: RequestSlots
  readonly books: LeaderBooks
  readonly tally: Tally

  // QuorumState.
  role = ABSENT
  epoch = 0
  leader = NOBODY
  voted = NOBODY
  mark = NOBODY
  // What the vote file holds.
  storedEpoch = 0
  storedLeader = NOBODY
  storedVote = NOBODY
  // Deadlines of the present state, and the rows that armed them.
  fetchDeadline = 0
  updateVoterAt = 0
  electionDeadline = 0
  backoffUntil = NOBODY
  roleRow = -1
  timerRow = -1
  backoffRow = -1
  retries = 1
  hasFetched = false
  hasUpdatedLeader = false
  /** Resigned: who has acknowledged it, and who should succeed. */
  readonly endAcknowledged: Uint8Array
  successors: readonly number[] = []

  // The process.
  /** When it first looks by itself, and the high watermark it knows when it first starts. */
  firstWake = 0
  markAtStart = NOBODY
  /** How many times it has begun. */
  life = 0
  pausedUntil = NOBODY
  shutdownDeadline = Number.POSITIVE_INFINITY
  isShuttingDown = false
  /** What came during a pause. */
  readonly inbox: Message[] = []
  /** The row that explains what it does now, and the row of the timer that woke it. */
  cause = -1
  armedBy = -1
  // The present wait, and why.
  wakesAt = Number.POSITIVE_INFINITY
  waitRule: number = rule.WAIT_MESSAGE
  waitRow = -1
  toldWaitRule = -1
  isSpinning = false
  spunAt = NOBODY
  /** Whether the present step has changed anything. */
  hasActed = false

  private changes = 0
  private readonly changeRule = new Uint16Array(CHANGES)
  private readonly changeCause = new Int32Array(CHANGES)
  private readonly changeArmedBy = new Int32Array(CHANGES)
  private toldEnd = 0
  private toldEpoch = 0
  private toldMark = NOBODY
  private toldDeadline = UNTOLD
  private toldQuorum = UNTOLD
  private fetchTimeLeft = NONE
  private readonly drawn = { election: 0, backoff: 0, bootstrap: 0 }

  constructor(
    readonly hall: Hall,
    readonly index: number,
  ) {
    const { ids, voters, config, behaviour } = hall
    this.id = ids[index] as number
    this.subject = index + 1
    this.isVoter = voters.includes(index)
    this.slots = new RequestSlots(ids.length, config.requestTimeout, config.retryBackoff)
    this.books = new LeaderBooks(ids.length, voters, index, behaviour.beginQuorumEpoch !== 'until acknowledged')
    this.tally = new Tally(ids.length, voters)
    this.endAcknowledged = new Uint8Array(ids.length)
  }

  get now(): number {
    return this.hall.clock.now
  }

  // Chance.

  /** randomElectionTimeoutMs: E + rnd(E). */
  drawElectionTimeout(): number {
    const { electionTimeout } = this.hall.config
    if (electionTimeout === 0) return 0
    return electionTimeout + this.draw(ELECTION, this.drawn.election++, electionTimeout)
  }

  drawBackoff(bound: number): number {
    return this.draw(BACKOFF, this.drawn.backoff++, bound)
  }

  drawBootstrap(bound: number): number {
    return this.draw(BOOTSTRAP, this.drawn.bootstrap++, bound)
  }

  private draw(name: number, nth: number, bound: number): number {
    return this.hall.chance.draw(this.now, name, this.id, nth, bound, below, 0)
  }

  // Rows.

  /** Begins a row about this node. */
  row(what: number, why: number, cause = this.cause, armedBy = this.armedBy): number {
    this.hasActed = true
    return this.hall.writer.row(this.now, this.subject, what, why, cause, armedBy)
  }

  /** A row about a message to or from another node. */
  messageRow(what: number, why: number, message: Message, other: number, cause: number): number {
    const { writer, ids } = this.hall
    this.hasActed = true
    return writer.rowOfThree(
      this.now,
      this.subject,
      what,
      why,
      cause,
      -1,
      messageWords[message.kind] as number,
      ids[other] as number,
      message.nth,
    )
  }

  // The wait.

  /** A term of the wait: the earliest wins, of equal ones the first in Kafka's order. `row`: what armed it, where it is no timer of the state. */
  wait(at: number, why: number, row = -1): void {
    if (at >= this.wakesAt) return
    this.wakesAt = at
    this.waitRule = why
    this.waitRow = row
  }

  /** The next step follows at once. */
  again(): void {
    this.wait(this.now, rule.WAIT_NOTHING)
  }

  /**
   * The next instant at which a look could find anything else than one now, if nothing comes: the first end of a timer or of a slot that
   * lies ahead. A thread that spins for a day would look each millisecond, and find nothing.
   */
  nextLook(): number {
    const { now, books } = this
    const ahead = (at: number): number => (at > now ? at : Number.POSITIVE_INFINITY)
    return Math.min(
      ahead(this.fetchDeadline),
      ahead(this.updateVoterAt),
      ahead(this.electionDeadline),
      ahead(this.backoffUntil),
      ahead(this.shutdownDeadline),
      ahead(books.tickAt),
      ahead(books.quorumDeadline),
      ahead(books.lingerUntil),
      this.slots.nextEnd(now),
    )
  }

  /** The row that armed the present wait; without one, what explained its last step. */
  waitArmedBy(): number {
    switch (this.waitRule) {
      case rule.WAIT_FETCH_TIMER:
      case rule.WAIT_ELECTION:
        return this.timerRow
      case rule.WAIT_CANDIDATE_BACKOFF:
        return this.backoffRow
      case rule.WAIT_TICK:
        return this.books.tickRow
      case rule.WAIT_CHECK_QUORUM:
        return this.books.quorumRow
      default:
        return this.waitRow >= 0 ? this.waitRow : this.cause
    }
  }

  // Changes of a step.

  private changed(what: number, why: number): void {
    this.changes |= 1 << what
    this.changeRule[what] = why
    this.changeCause[what] = this.cause
    this.changeArmedBy[what] = this.armedBy
    this.hasActed = true
  }

  logChanged(why: number): void {
    this.changed(LOG, why)
  }

  setMark(mark: number, why: number): void {
    this.mark = mark
    this.changed(MARK, why)
  }

  votesChanged(why: number): void {
    this.changed(VOTES, why)
  }

  /** The fetch timer now ends at `deadline`. */
  setFetchTimer(deadline: number, why: number): void {
    this.fetchTimeLeft = this.toldDeadline === UNTOLD ? NONE : Math.max(0, this.fetchDeadline - this.now)
    this.fetchDeadline = deadline
    // Until its own row is told, at the end of the step.
    this.timerRow = this.cause
    this.changed(FETCH_TIMER, why)
  }

  setElectionTimer(deadline: number, why: number): void {
    this.electionDeadline = deadline
    this.timerRow = this.cause
    this.changed(ELECTION_TIMER, why)
  }

  setBackoff(until: number, why: number): void {
    this.backoffUntil = until
    this.backoffRow = this.cause
    this.changed(BACKS_OFF, why)
  }

  setQuorumTimer(deadline: number, why: number): void {
    this.books.quorumDeadline = deadline
    this.books.quorumRow = this.cause
    this.changed(QUORUM_TIMER, why)
  }

  ticked(): void {
    this.changed(TICK, rule.TICKED)
  }

  /** Tells what the step has changed. */
  tellChanges(): void {
    const { changes } = this
    if (changes === 0) return
    this.changes = 0
    if (changes & (1 << LOG)) this.tellLog()
    if (changes & (1 << MARK)) this.tellMark()
    if (changes & (1 << VOTES)) this.tellVotes()
    if (changes & (1 << FETCH_TIMER)) this.tellFetchTimer()
    if (changes & (1 << ELECTION_TIMER)) this.tellElectionTimer()
    if (changes & (1 << BACKS_OFF)) this.tellBackoff()
    if (changes & (1 << QUORUM_TIMER)) this.tellQuorumTimer()
    if (changes & (1 << TICK)) this.tellTick()
  }

  private changeRow(what: number, change: number): number {
    return this.hall.writer.row(
      this.now,
      this.subject,
      what,
      this.changeRule[change] as number,
      this.changeCause[change] as number,
      this.changeArmedBy[change] as number,
    )
  }

  private tellLog(): void {
    const { end, lastEpoch } = this.log
    if (end === this.toldEnd && lastEpoch === this.toldEpoch) return
    this.toldEnd = end
    this.toldEpoch = lastEpoch
    this.changeRow(kind.LOG, LOG)
    this.hall.writer.field(end)
    this.hall.writer.field(lastEpoch)
  }

  private tellMark(): void {
    if (this.mark === this.toldMark) return
    this.toldMark = this.mark
    this.changeRow(kind.HIGH_WATERMARK, MARK)
    this.hall.writer.field(this.mark === NOBODY ? NONE : this.mark)
  }

  private tellVotes(): void {
    if (this.role !== CANDIDATE && this.role !== PROSPECTIVE) return
    this.changeRow(kind.VOTES, VOTES)
    this.hall.writer.field(this.tally.granted)
    this.hall.writer.field(this.tally.rejected)
    for (const voter of this.tally.who(true)) this.hall.writer.field(this.hall.ids[voter] as number)
    for (const voter of this.tally.who(false)) this.hall.writer.field(this.hall.ids[voter] as number)
  }

  private tellFetchTimer(): void {
    if (this.role !== FOLLOWER || this.fetchDeadline === this.toldDeadline) return
    this.toldDeadline = this.fetchDeadline
    this.timerRow = this.changeRow(kind.FETCH_TIMER, FETCH_TIMER)
    this.hall.writer.twoFields(this.fetchDeadline, this.fetchTimeLeft)
  }

  private tellElectionTimer(): void {
    if (this.role === FOLLOWER || this.role === LEADER || this.electionDeadline === this.toldDeadline) return
    this.toldDeadline = this.electionDeadline
    this.timerRow = this.changeRow(kind.ELECTION_TIMER, ELECTION_TIMER)
    this.hall.writer.field(this.electionDeadline)
  }

  private tellBackoff(): void {
    if (this.role !== CANDIDATE || this.backoffUntil === NOBODY) return
    this.backoffRow = this.changeRow(kind.BACKOFF, BACKS_OFF)
    this.hall.writer.field(this.backoffUntil)
  }

  private tellQuorumTimer(): void {
    const { books } = this
    if (this.role !== LEADER || books.quorumDeadline === this.toldQuorum) return
    this.toldQuorum = books.quorumDeadline
    books.quorumRow = this.changeRow(kind.QUORUM_TIMER, QUORUM_TIMER)
    this.hall.writer.field(books.quorumDeadline)
  }

  private tellTick(): void {
    const { books, hall } = this
    if (this.role !== LEADER) return
    books.tickRow = this.changeRow(kind.TICK, TICK)
    hall.writer.field(books.tickAt)
    for (const target of books.tickTargets) hall.writer.field(hall.ids[target] as number)
  }

  // States.

  /** One state replaces another; from here on its ROLE row is the cause of what follows. */
  become(role: number, epoch: number, leader: number, voted: number, why: number): void {
    const from = this.role
    this.role = role
    this.epoch = epoch
    this.leader = leader
    this.voted = voted
    this.backoffUntil = NOBODY
    this.toldDeadline = UNTOLD
    this.toldQuorum = UNTOLD
    const row = this.row(kind.ROLE, why)
    const { writer, ids } = this.hall
    writer.field(roleWords[from] as number)
    writer.field(roleWords[role] as number)
    writer.field(epoch)
    writer.field(leader === NOBODY ? NONE : (ids[leader] as number))
    this.cause = row
    this.armedBy = -1
    this.roleRow = row
    this.timerRow = row
    this.books.quorumRow = row
    this.books.tickRow = row
    if (role !== PROSPECTIVE && role !== RESIGNED) this.store()
  }

  /** Writes the vote file. */
  store(): void {
    this.storedEpoch = this.epoch
    this.storedLeader = this.leader
    this.storedVote = this.voted
  }

  /** As it stands at the start of the run: what it holds has been told. */
  toldAll(): void {
    this.changes = 0
    this.toldEnd = this.log.end
    this.toldEpoch = this.log.lastEpoch
    this.toldMark = this.mark
  }
}

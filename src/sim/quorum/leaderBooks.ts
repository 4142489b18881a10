// Models      what a leader knows of the others: how far each has fetched and when, who has acknowledged, who has fetched since
//             check-quorum was restarted; its ticks; what waits to be appended; the fetches that are parked.
// Kafka       raft/LeaderState, internals/BatchAccumulator (linger), internals/ThresholdPurgatory.
// Leaves out  describing the quorum, changes of voters.

import type { Message } from './messages.ts'
import { NOBODY } from './words.ts'

export class LeaderBooks {
  /** The first offset of this leader's epoch. */
  epochStart = 0
  quorumDeadline = 0
  quorumRow = -1
  /** When the next BeginQuorumEpoch tick is due, Infinity where this era has none. */
  tickAt = Number.POSITIVE_INFINITY
  tickRow = -1
  tickTargets: number[] = []
  /** By node: how far it has fetched, NOBODY: not known; when it last did. */
  readonly ends: Int32Array
  readonly lastFetch: Float64Array
  readonly acknowledged: Uint8Array
  /** Who has fetched since check-quorum was restarted, a bit a node. */
  private fetched = 0
  private fetchedCount = 0
  /** How many besides the leader make a majority. */
  private readonly needed: number
  private readonly isVoter: Uint8Array
  /** Records that wait to be drained, and until when; a leader's first one waits for nothing. */
  waiting = 0
  lingerUntil = Number.POSITIVE_INFINITY
  isLeaderChangeWaiting = false
  resignAsked = false
  resignRow = -1
  appendRow = -1
  /** Parked fetches, by their message, in the order in which they came. */
  readonly parked: Message[] = []

  constructor(
    nodes: number,
    readonly voters: readonly number[],
    readonly self: number,
    private readonly ticks: boolean,
  ) {
    this.ends = new Int32Array(nodes)
    this.lastFetch = new Float64Array(nodes)
    this.acknowledged = new Uint8Array(nodes)
    this.needed = voters.length >> 1
    this.isVoter = new Uint8Array(nodes)
    for (const voter of voters) this.isVoter[voter] = 1
  }

  /** A new leader's books. */
  begin(epochStart: number, now: number, checkQuorum: number): void {
    this.epochStart = epochStart
    this.quorumDeadline = now + checkQuorum
    this.tickAt = this.ticks ? now : Number.POSITIVE_INFINITY
    this.ends.fill(NOBODY)
    this.lastFetch.fill(NOBODY)
    this.acknowledged.fill(0)
    this.acknowledged[this.self] = 1
    this.clearFetched()
    this.waiting = 0
    this.lingerUntil = Number.POSITIVE_INFINITY
    this.isLeaderChangeWaiting = true
    this.resignAsked = false
  }

  private clearFetched(): void {
    this.fetched = 0
    this.fetchedCount = 0
  }

  /** updateCheckQuorumForFollowingVoter: true where a majority, the leader among them, has fetched. */
  noteFetched(voter: number): boolean {
    if (this.isVoter[voter] === 0) return false
    if ((this.fetched & (1 << voter)) === 0) {
      this.fetched |= 1 << voter
      this.fetchedCount++
    }
    if (this.fetchedCount < this.needed) return false
    this.clearFetched()
    return true
  }

  /** ReplicaState.updateFollowerState. */
  noteFetch(node: number, end: number, now: number): void {
    this.ends[node] = end
    this.lastFetch[node] = Math.max(this.lastFetch[node] as number, now)
    this.acknowledged[node] = 1
  }

  /** maybeUpdateHighWatermark: the offset that a majority has reached, if it lies past the start of this epoch; else `mark`. */
  markOf(mark: number): number {
    const reached = this.descending(this.voters)[this.voters.length >> 1] as number
    const end = this.ends[reached] as number
    return end > this.epochStart && end > mark ? end : mark
  }

  /** nonLeaderVotersByDescendingFetchOffset: ties by id, unknown last. */
  successors(): number[] {
    return this.descending(this.voters.filter((voter) => voter !== this.self))
  }

  private descending(voters: readonly number[]): number[] {
    const { ends } = this
    return [...voters].sort((a, b) => (ends[b] as number) - (ends[a] as number) || a - b)
  }

  /** A Fetch waits. */
  park(message: Message): void {
    this.parked.push(message)
  }

  /** True where it was parked, and is not any longer. */
  unpark(message: Message): boolean {
    const { parked } = this
    const last = parked.length - 1
    let at = 0
    while (at <= last && parked[at] !== message) at++
    if (at > last) return false
    for (let i = at; i < last; i++) parked[i] = parked[i + 1] as Message
    parked.pop()
    return true
  }
}

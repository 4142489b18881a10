// Models      the votes of one election, or of one round of pre-votes.
// Kafka       raft/EpochElection; before 4.0 CandidateState's voteStates.
// Leaves out  nothing.

const UNRECORDED = 0
const GRANTED = 1
const REJECTED = 2

export class Tally {
  granted = 0
  rejected = 0
  readonly majority: number
  private readonly votes: Uint8Array

  constructor(
    nodes: number,
    private readonly voters: readonly number[],
  ) {
    this.votes = new Uint8Array(nodes)
    this.majority = (voters.length >> 1) + 1
  }

  /** A new tally with one's own vote. */
  begin(self: number): void {
    this.votes.fill(UNRECORDED)
    this.granted = 0
    this.rejected = 0
    this.record(self, true)
  }

  record(voter: number, isGranted: boolean): void {
    if (this.votes[voter] === GRANTED) this.granted--
    if (this.votes[voter] === REJECTED) this.rejected--
    this.votes[voter] = isGranted ? GRANTED : REJECTED
    if (isGranted) this.granted++
    else this.rejected++
  }

  isUnrecorded(voter: number): boolean {
    return this.votes[voter] === UNRECORDED
  }

  get isWon(): boolean {
    return this.granted >= this.majority
  }

  /** isVoteRejected: those that have not rejected it are fewer than a majority. */
  get isLost(): boolean {
    return this.voters.length - this.rejected < this.majority
  }

  /** Those who granted it, or who rejected it, by index. */
  who(isGranted: boolean): number[] {
    return this.voters.filter((voter) => this.votes[voter] === (isGranted ? GRANTED : REJECTED))
  }
}

// Models      a replica's log: its end, and where each leader epoch begins.
// Kafka       raft/ReplicatedLog (validateOffsetAndEpoch, endOffsetForEpoch, truncateToEndOffset), LeaderEpochFileCache.
// Leaves out  snapshots, batches, the records themselves.

import { lowerBound, upperBound } from '../../base/search.ts'

/** Where the records of some epochs begin, ascending. */
export type Epochs = readonly { readonly epoch: number; readonly from: number }[]

export class RaftLog {
  end = 0
  /** lastFetchedEpoch: the epoch of the last record; of a leader, its own from the start. */
  lastEpoch = 0
  /** Its epochs, and where each begins; both ascend. Changed in place: who elects for a day goes through many thousands. */
  private readonly epochs: number[] = []
  private readonly froms: number[] = []
  /** What `endOfEpoch` found. */
  foundEpoch = 0
  foundEnd = 0

  private push(epoch: number, from: number): void {
    this.epochs.push(epoch)
    this.froms.push(from)
    this.lastEpoch = epoch
  }

  /** Leaves the first so many epochs. */
  private keep(count: number): void {
    this.epochs.length = count
    this.froms.length = count
    this.lastEpoch = this.epochs.at(-1) ?? 0
  }

  /** A log that ends at `end`, all of one epoch; 0: of none. */
  reset(end: number, epoch: number): void {
    this.end = end
    this.keep(0)
    if (epoch > 0) this.push(epoch, 0)
  }

  /** initializeLeaderEpoch: a leader's epoch begins here, before its first record. */
  beginEpoch(epoch: number): void {
    if (epoch > this.lastEpoch) this.push(epoch, this.end)
  }

  /** endOffsetForEpoch: the end of the last epoch that is not above `epoch`, into `foundEpoch` and `foundEnd`. */
  endOfEpoch(epoch: number): void {
    const { epochs, froms } = this
    const next = upperBound(epochs, epoch)
    const isLast = next === epochs.length
    this.foundEpoch = isLast ? this.lastEpoch : (epochs[next - 1] ?? epoch)
    this.foundEnd = isLast ? this.end : (froms[next] as number)
  }

  /** validateOffsetAndEpoch: this log holds `offset` in `epoch`; else `foundEpoch` and `foundEnd` say where they diverge. */
  holds(offset: number, epoch: number): boolean {
    if (offset === this.end && epoch === this.lastEpoch) return true
    if (offset === 0 && epoch === 0) return true
    this.endOfEpoch(epoch)
    return this.foundEpoch === epoch && this.foundEnd >= offset
  }

  /** The epochs of the records from `offset` on; those that hold none are left out. */
  epochsFrom(offset: number): Epochs {
    const { epochs, froms, end } = this
    const found: { epoch: number; from: number }[] = []
    for (let i = Math.max(upperBound(froms, offset) - 1, 0); i < epochs.length; i++) {
      const [epoch, from, to] = [epochs[i] as number, froms[i] as number, froms[i + 1] ?? end]
      if (to > offset && to > from) found.push({ epoch, from: Math.max(from, offset) })
    }
    return found
  }

  /** appendAsFollower: the records of `epochs`, up to `end`. */
  take(epochs: Epochs, end: number): void {
    for (const { epoch, from } of epochs) if (epoch > this.lastEpoch) this.push(epoch, from)
    this.end = end
  }

  /** truncateToEndOffset: cuts the log back to where it agrees with one whose `epoch` ends at `end`. */
  truncate(epoch: number, end: number): void {
    this.endOfEpoch(epoch)
    const at = this.foundEpoch === epoch ? Math.min(this.foundEnd, end) : this.foundEnd
    this.end = at
    this.keep(lowerBound(this.froms, at))
  }
}

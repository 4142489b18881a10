// Models      a replica's log: its end, and where each leader epoch begins.
// Kafka       raft/ReplicatedLog (validateOffsetAndEpoch, endOffsetForEpoch, truncateToEndOffset), LeaderEpochFileCache.
// Leaves out  snapshots, batches, the records themselves.

/** Where the records of some epochs begin, ascending. */
export type Epochs = readonly { readonly epoch: number; readonly from: number }[]

export class RaftLog {
  end = 0
  /** lastFetchedEpoch: the epoch of the last record; of a leader, its own from the start. */
  lastEpoch = 0
  private epochs: { epoch: number; from: number }[] = []
  /** What `endOfEpoch` found. */
  foundEpoch = 0
  foundEnd = 0

  private setEpochs(epochs: { epoch: number; from: number }[]): void {
    this.epochs = epochs
    this.lastEpoch = epochs.at(-1)?.epoch ?? 0
  }

  /** A log that ends at `end`, all of one epoch; 0: of none. */
  reset(end: number, epoch: number): void {
    this.end = end
    this.setEpochs(epoch > 0 ? [{ epoch, from: 0 }] : [])
  }

  /** initializeLeaderEpoch: a leader's epoch begins here, before its first record. */
  beginEpoch(epoch: number): void {
    if (epoch > this.lastEpoch) this.setEpochs([...this.epochs, { epoch, from: this.end }])
  }

  /** endOffsetForEpoch: the end of the last epoch that is not above `epoch`, into `foundEpoch` and `foundEnd`. */
  endOfEpoch(epoch: number): void {
    let below = epoch
    for (const { epoch: next, from } of this.epochs) {
      if (next > epoch) {
        this.foundEpoch = below
        this.foundEnd = from
        return
      }
      below = next
    }
    this.foundEpoch = this.lastEpoch
    this.foundEnd = this.end
  }

  /** validateOffsetAndEpoch: this log holds `offset` in `epoch`; else `foundEpoch` and `foundEnd` say where they diverge. */
  holds(offset: number, epoch: number): boolean {
    if (offset === this.end && epoch === this.lastEpoch) return true
    if (offset === 0 && epoch === 0) return true
    this.endOfEpoch(epoch)
    return this.foundEpoch === epoch && this.foundEnd >= offset
  }

  /** The epochs of the records from `offset` on. */
  epochsFrom(offset: number): Epochs {
    const { epochs, end } = this
    return epochs.flatMap(({ epoch, from }, i) => {
      const to = epochs[i + 1]?.from ?? end
      return to > offset && to > from ? [{ epoch, from: Math.max(from, offset) }] : []
    })
  }

  /** appendAsFollower: the records of `epochs`, up to `end`. */
  take(epochs: Epochs, end: number): void {
    this.setEpochs([...this.epochs, ...epochs.filter(({ epoch }) => epoch > this.lastEpoch)])
    this.end = end
  }

  /** truncateToEndOffset: cuts the log back to where it agrees with one whose `epoch` ends at `end`. */
  truncate(epoch: number, end: number): void {
    this.endOfEpoch(epoch)
    const at = this.foundEpoch === epoch ? Math.min(this.foundEnd, end) : this.foundEnd
    this.end = at
    this.setEpochs(this.epochs.filter(({ from }) => from < at))
  }
}

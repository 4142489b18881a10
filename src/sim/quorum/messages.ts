// The messages of a run in a pool of typed arrays: one slot a message, from the moment that it is made to the moment that it is done.

import type { Epochs } from './raftLog.ts'

const POOL = 1024

export class Messages {
  kind = new Uint8Array(POOL)
  from = new Uint8Array(POOL)
  to = new Uint8Array(POOL)
  error = new Uint8Array(POOL)
  nth = new Int32Array(POOL)
  epoch = new Int32Array(POOL)
  /** A request's number in the run; an answer bears its request's. */
  correlation = new Int32Array(POOL)
  /** Which life of the asking process asked. */
  life = new Int32Array(POOL)
  /** Its last row: SENT, ARRIVED, PARKED. */
  row = new Int32Array(POOL)
  /** A parked Fetch: until when; its reply's epoch and high watermark are in d and e. */
  until = new Float64Array(POOL)
  /**
   * By kind. Fetch: offset, last epoch, high watermark; its answer: leader, records, high watermark, then epoch and end where the logs
   * diverge. Vote, PreVote: last offset, last epoch; their answers: leader, granted. Other answers: leader. NOBODY: none.
   */
  a = new Int32Array(POOL)
  b = new Int32Array(POOL)
  c = new Int32Array(POOL)
  d = new Int32Array(POOL)
  e = new Int32Array(POOL)
  /** EndQuorumEpoch: the successors; Fetch answer: the epochs of its records. */
  readonly successors = new Map<number, readonly number[]>()
  readonly records = new Map<number, Epochs>()
  private free = new Int32Array(POOL)
  private freeCount = 0
  private used = 0
  private correlations = 0

  /** A slot for a message; what its kind does not say is left as it was. */
  make(kind: number, from: number, to: number, epoch: number): number {
    if (this.freeCount === 0 && this.used === this.kind.length) this.grow()
    const slot = this.freeCount > 0 ? (this.free[--this.freeCount] as number) : this.used++
    this.kind[slot] = kind
    this.from[slot] = from
    this.to[slot] = to
    this.epoch[slot] = epoch
    this.error[slot] = 0
    return slot
  }

  newCorrelation(): number {
    return ++this.correlations
  }

  /** It is done: its slot is free. */
  done(slot: number): void {
    if (this.successors.size > 0) this.successors.delete(slot)
    if (this.records.size > 0) this.records.delete(slot)
    this.free[this.freeCount++] = slot
  }

  private grow(): void {
    const n = this.kind.length * 2
    const bytes = (old: Uint8Array): Uint8Array<ArrayBuffer> => {
      const fresh = new Uint8Array(n)
      fresh.set(old)
      return fresh
    }
    const numbers = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const fresh = new Int32Array(n)
      fresh.set(old)
      return fresh
    }
    this.kind = bytes(this.kind)
    this.from = bytes(this.from)
    this.to = bytes(this.to)
    this.error = bytes(this.error)
    this.nth = numbers(this.nth)
    this.epoch = numbers(this.epoch)
    this.correlation = numbers(this.correlation)
    this.life = numbers(this.life)
    this.row = numbers(this.row)
    this.a = numbers(this.a)
    this.b = numbers(this.b)
    this.c = numbers(this.c)
    this.d = numbers(this.d)
    this.e = numbers(this.e)
    this.free = numbers(this.free)
    const until = new Float64Array(n)
    until.set(this.until)
    this.until = until
  }
}

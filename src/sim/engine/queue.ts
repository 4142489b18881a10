// The event queue: a binary heap of (instant, rank), rank = class, then key, then order of insertion. Entries are numbers in typed
// arrays; a slot of the pool holds what an entry is about. Nothing here knows Kafka.

const SEQUENCES = 0x1_0000_0000
const KEYS = 0x2_0000

export class EventQueue {
  size = 0
  /** The entry taken last. */
  at = 0
  kind = 0
  a = 0
  b = 0
  cause = -1

  private sequence = 0
  private times = new Float64Array(256)
  private ranks = new Float64Array(256)
  private slots = new Uint32Array(256)
  private free = new Uint32Array(256)
  private freeCount = 0
  private slotCount = 0
  private kinds = new Uint8Array(256)
  private as = new Int32Array(256)
  private bs = new Int32Array(256)
  private causes = new Int32Array(256)

  /**
   * @param at instant in ms
   * @param rank class of the instant, 0 to 15; the lower goes first
   * @param key order inside the class, 0 to 131 071
   * @param kind, a, b, cause handed back when the entry is taken
   */
  push(at: number, rank: number, key: number, kind: number, a: number, b: number, cause: number): void {
    if (this.size === this.times.length) this.grow()
    const slot = this.freeCount > 0 ? (this.free[--this.freeCount] as number) : this.slotCount++
    this.kinds[slot] = kind
    this.as[slot] = a
    this.bs[slot] = b
    this.causes[slot] = cause
    this.rise(this.size++, at, (rank * KEYS + key) * SEQUENCES + this.sequence++, slot)
  }

  /** The instant of the next entry, Infinity when there is none. */
  next(): number {
    return this.size > 0 ? (this.times[0] as number) : Number.POSITIVE_INFINITY
  }

  /** Takes the next entry into `at`, `kind`, `a`, `b` and `cause`. There must be one. */
  take(): void {
    const slot = this.slots[0] as number
    this.at = this.times[0] as number
    this.kind = this.kinds[slot] as number
    this.a = this.as[slot] as number
    this.b = this.bs[slot] as number
    this.cause = this.causes[slot] as number
    this.free[this.freeCount++] = slot
    const last = --this.size
    if (last > 0) this.sink(this.times[last] as number, this.ranks[last] as number, this.slots[last] as number)
  }

  private rise(from: number, at: number, rank: number, slot: number): void {
    const { times, ranks, slots } = this
    let i = from
    while (i > 0) {
      const parent = (i - 1) >> 1
      const t = times[parent] as number
      if (t < at || (t === at && (ranks[parent] as number) < rank)) break
      times[i] = t
      ranks[i] = ranks[parent] as number
      slots[i] = slots[parent] as number
      i = parent
    }
    times[i] = at
    ranks[i] = rank
    slots[i] = slot
  }

  private sink(at: number, rank: number, slot: number): void {
    const { times, ranks, slots, size } = this
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= size) break
      const right = child + 1
      if (right < size && this.before(right, child)) child = right
      const t = times[child] as number
      if (at < t || (at === t && rank < (ranks[child] as number))) break
      times[i] = t
      ranks[i] = ranks[child] as number
      slots[i] = slots[child] as number
      i = child
    }
    times[i] = at
    ranks[i] = rank
    slots[i] = slot
  }

  private before(i: number, j: number): boolean {
    const { times, ranks } = this
    const ti = times[i] as number
    const tj = times[j] as number
    return ti < tj || (ti === tj && (ranks[i] as number) < (ranks[j] as number))
  }

  private grow(): void {
    const larger = <T extends Float64Array | Uint32Array | Int32Array | Uint8Array>(fresh: T, old: T): T => {
      fresh.set(old)
      return fresh
    }
    const n = this.times.length * 2
    this.times = larger(new Float64Array(n), this.times)
    this.ranks = larger(new Float64Array(n), this.ranks)
    this.slots = larger(new Uint32Array(n), this.slots)
    this.free = larger(new Uint32Array(n), this.free)
    this.kinds = larger(new Uint8Array(n), this.kinds)
    this.as = larger(new Int32Array(n), this.as)
    this.bs = larger(new Int32Array(n), this.bs)
    this.causes = larger(new Int32Array(n), this.causes)
  }
}

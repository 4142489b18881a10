// The order in which Java's HashMap and HashSet hand out string keys, where Kafka iterates over a hash.

/** String.hashCode of the decimal text of a key: h = 31 h + char, wrapped to 32 bits; then spread as HashMap.hash does. */
function spread(key: number): number {
  const text = String(key)
  let h = 0
  for (let i = 0; i < text.length; i++) h = (Math.imul(31, h) + text.charCodeAt(i)) | 0
  return h ^ (h >>> 16)
}

/**
 * A java.util.HashMap<String, V> whose keys are decimal node ids. It iterates by bucket, in order of insertion inside a bucket; the
 * table starts at 16, doubles when its size passes three quarters, and never shrinks. No bucket is long enough here to become a tree.
 */
export class JavaHashMap<V> {
  private readonly entries = new Map<number, V>()
  private capacity = 16

  get size(): number {
    return this.entries.size
  }

  get(key: number): V | undefined {
    return this.entries.get(key)
  }

  has(key: number): boolean {
    return this.entries.has(key)
  }

  set(key: number, value: V): void {
    this.entries.set(key, value)
    if (this.entries.size > this.capacity * 0.75) this.capacity *= 2
  }

  delete(key: number): void {
    this.entries.delete(key)
  }

  /** The keys in Java's iteration order; `newestFirst` turns the order inside a bucket round. */
  keys(newestFirst = false): number[] {
    const keys = [...this.entries.keys()]
    if (keys.length < 2) return keys
    if (newestFirst) keys.reverse()
    const mask = this.capacity - 1
    return keys.sort((a, b) => (spread(a) & mask) - (spread(b) & mask))
  }

  /** The values in the iteration order of their keys. */
  values(): V[] {
    return this.keys().map((key) => this.entries.get(key) as V)
  }
}

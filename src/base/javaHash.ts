// The order in which Java's HashMap and HashSet hand out string keys, where Kafka iterates over a hash.

/** String.hashCode: h = 31 h + char, wrapped to 32 bits. */
function hashCode(text: string): number {
  let h = 0
  for (let i = 0; i < text.length; i++) h = (Math.imul(31, h) + text.charCodeAt(i)) | 0
  return h
}

/**
 * The keys in the iteration order of a Java 8+ HashMap<String, ...> into which they were put in the given order: buckets ascending,
 * order of insertion inside a bucket. The table starts at 16 and doubles when its size passes three quarters (java.util.HashMap.resize
 * keeps the order inside a split bucket; no bucket is long enough here to become a tree).
 */
export function javaHashOrder(keys: readonly number[]): number[] {
  let capacity = 16
  while (keys.length > capacity * 0.75) capacity *= 2
  const bucket = (key: number): number => {
    const h = hashCode(String(key))
    return (h ^ (h >>> 16)) & (capacity - 1)
  }
  return keys
    .map((key, order) => ({ key, order, bucket: bucket(key) }))
    .sort((a, b) => a.bucket - b.bucket || a.order - b.order)
    .map((entry) => entry.key)
}

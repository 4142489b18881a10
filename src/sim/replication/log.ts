// A replica's log in one small number: three bits an offset, the record's id plus one, offset 0 lowest; 0 ends it. So two logs compare in one operation.
//
//   offset    2   1   0
//   log     000 010 001      holds the records 0 and 1

const SLOT = 3

/** Log end offset: the next offset to write. */
export const endOf = (log: number): number => ((34 - Math.clz32(log)) / SLOT) | 0

/** The id of the record at an offset below the end. */
export const idAt = (log: number, offset: number): number => ((log >>> (SLOT * offset)) & 7) - 1

export const cutTo = (log: number, end: number): number => log & ((1 << (SLOT * end)) - 1)

/** With a record written at an offset that is the end of the log. */
export const appended = (log: number, end: number, id: number): number => log | ((id + 1) << (SLOT * end))

/** The log up to an offset, and from there on what another one holds. */
export const continued = (log: number, end: number, other: number): number =>
  cutTo(log, end) | ((other >>> (SLOT * end)) << (SLOT * end))

/** Length of the longest common prefix: each record has one epoch, so equal ids are equal records. */
export function commonPrefix(a: number, b: number): number {
  const differing = a ^ b
  return differing === 0 ? endOf(a) : ((31 - Math.clz32(differing & -differing)) / SLOT) | 0
}

// The ids in three slots, as a set of bits.
const idsIn = Uint8Array.from({ length: 512 }, (_, slots) => {
  let set = 0
  for (let rest = slots; rest > 0; rest >>>= SLOT) if (rest & 7) set |= (1 << (rest & 7)) >> 1
  return set
})

/** The ids of a log's records, as a set of bits. */
export const idsOf = (log: number): number => (idsIn[log & 511] as number) | (idsIn[log >>> 9] as number)

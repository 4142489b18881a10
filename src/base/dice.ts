// Named, seeded chance: the n-th draw of a name by a subject depends on the seed, the subject, the name and n alone,
// so one more draw somewhere leaves all others as they were.

import { FNV_START, fnvText } from './fnv.ts'

/** A well-mixed 32-bit value of a 32-bit one (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A uniform number in [0, 1), in steps of 2^-32, for one named draw. */
export function uniform(seed: number, subject: string, name: string, nth: number): number {
  const stream = fnvText(fnvText(FNV_START ^ (seed | 0), subject), name)
  return mix(stream + Math.imul(nth + 1, 0x9e3779b9)) / 0x1_0000_0000
}

/** A uniform whole number in [0, bound) from a uniform number in [0, 1). */
export const scaled = (roll: number, bound: number): number => Math.floor(roll * bound)

// The least time left at the end of some teeth of a saw, at a cost that hardly grows with their number.

import type { Track } from '../lanes/lane.ts'

const BLOCK = 64

const known = new WeakMap<Track, Float64Array>()

const leftAt = ({ deadline, to }: Track, i: number): number => Math.max((deadline?.[i] ?? 0) - (to[i] as number), 0)

/** By blocks of 64 teeth. */
function blocksOf(track: Track): Float64Array {
  const found = known.get(track)
  if (found) return found
  const blocks = new Float64Array(Math.ceil(track.to.length / BLOCK)).fill(Number.POSITIVE_INFINITY)
  for (let i = 0; i < track.to.length; i++) {
    const block = Math.floor(i / BLOCK)
    blocks[block] = Math.min(blocks[block] as number, leftAt(track, i))
  }
  known.set(track, blocks)
  return blocks
}

/** Of the teeth [first, end), in ms. */
export function leastLeft(track: Track, first: number, end: number): number {
  const blocks = blocksOf(track)
  let least = Number.POSITIVE_INFINITY
  for (let i = first; i < end; ) {
    if (i % BLOCK === 0 && i + BLOCK <= end) {
      least = Math.min(least, blocks[i / BLOCK] as number)
      i += BLOCK
    } else least = Math.min(least, leftAt(track, i++))
  }
  return least
}

// What the keys of a slider on the axis do: some pixels, and a millisecond where those are less than one.

import type { Axis } from './axis.ts'

/** Pixels that a key moves. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -4,
  ArrowDown: -4,
  ArrowRight: 4,
  ArrowUp: 4,
  PageDown: -48,
  PageUp: 48,
}

/** Where a key moves an instant to, within the run; undefined: the key is none of a slider. */
export function nudged(axis: Axis, at: number, key: string, until: number): number | undefined {
  const pixels = KEYS[key]
  if (pixels === undefined) return undefined
  const moved = Math.round(axis.at(axis.x(at) + pixels))
  const next = moved === at ? at + Math.sign(pixels) : moved
  return Math.min(Math.max(next, 0), until)
}

// What an edge that is dragged comes to rest at: an event near it, else a round instant that a pixel can tell.

import type { Axis } from './axis.ts'

/** Something in the run that an edge can be put to. */
export type Snap = { readonly at: number; readonly text: string }

/** What lies between two instants of the run, the more telling of one instant first. */
export type SnapsNear = (from: number, to: number) => readonly Snap[]

/** Pixels within which an edge goes to what is there. */
const REACH = 6

type Scale = Pick<Axis, 'x' | 'at'>

/** What an instant snaps to: the nearest on the screen, of one instant the first; undefined where nothing is near. */
export function snapOf(axis: Scale, at: number, near: SnapsNear): Snap | undefined {
  const x = axis.x(at)
  let best: Snap | undefined
  let least = REACH
  for (const snap of near(axis.at(x - REACH), axis.at(x + REACH))) {
    const away = Math.abs(axis.x(snap.at) - x)
    if (away < least || (best === undefined && away <= least)) {
      best = snap
      least = away
    }
  }
  return best
}

/** The largest of 1, 2, 5, 10, 20, 50 ... that a pixel is worth at an instant, in ms; at least 1. */
export function stepAt(axis: Scale, at: number): number {
  const x = axis.x(at)
  const worth = Math.abs(axis.at(x + 1) - axis.at(x - 1)) / 2
  let size = 1
  while (size * 10 <= worth) size *= 10
  return size * (worth >= 5 * size ? 5 : worth >= 2 * size ? 2 : 1)
}

/** An instant as round as the screen can tell. */
export function rounded(axis: Scale, at: number): number {
  const step = stepAt(axis, at)
  return Math.round(at / step) * step
}

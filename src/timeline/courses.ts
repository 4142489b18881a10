// The way of an arrow from the row of states of one lane to that of another.

import type { Box, GroupBox, LaneBox } from './layout.ts'

/** In pixels of the picture, from departure to arrival. */
export type Course = {
  readonly startY: number
  readonly endY: number
  /** The lane under whose states its words stand: the first gap that it crosses. */
  readonly air: number
}

/** From the near edge of one row to that of the other; of what a node sends to itself, a hop under its own. */
export function courseOf({ lanes }: GroupBox, lane: number, other: number): Course | undefined {
  const [start, end] = [lanes[lane]?.states, lanes[other]?.states]
  if (!start || !end) return undefined
  if (lane === other) return { startY: bottom(start), endY: bottom(start), air: lane }
  return end.top > start.top
    ? { startY: bottom(start), endY: end.top, air: lane }
    : { startY: start.top, endY: bottom(end), air: above(lanes, lane) }
}

const bottom = ({ top, height }: Box): number => top + height

/** The lane right above another one. */
function above(lanes: readonly LaneBox[], lane: number): number {
  let best = -1
  for (const [i, { top }] of lanes.entries())
    if (top < (lanes[lane] as LaneBox).top && top > (lanes[best]?.top ?? Number.NEGATIVE_INFINITY)) best = i
  return best
}

/** How much of its way an arrow has gone where it is at a height: 0 to 1 on its way. */
export const gone = ({ startY, endY }: Course, y: number): number => (y - startY) / (endY - startY)

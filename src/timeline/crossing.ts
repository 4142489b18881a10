// What only few pictures need: arrows from lane to lane and saws of time left, drawn and pointed at.

import type { Lane } from '../lanes/lane.ts'
import type { Axis } from './axis.ts'
import { gone } from './courses.ts'
import { candidates, type Spot } from './hit.ts'
import type { GroupBox } from './layout.ts'
import { drawArrows, flightsOf } from './marks/arrow.ts'
import { drawSaws } from './marks/saw.ts'
import type { Late } from './stage.ts'

/** How far beside an arrow a pointer may be. */
const NEAR = 4

/** The last part of an arrow's way is its head: a pointer there means the arrival. */
const HEAD = 2 / 3

/** The arrow at a point; behind the states of a lane it is out of reach. */
function pickArrow(
  lanes: readonly Lane[],
  box: GroupBox,
  axis: Axis,
  x: number,
  y: number,
): Omit<Spot, 'group'> | undefined {
  if (box.lanes.some(({ states }) => y >= states.top && y <= states.top + states.height)) return undefined
  let best: Omit<Spot, 'group'> | undefined
  let least = NEAR
  for (const { lane, track, course, hops } of flightsOf({ axis }, lanes, box).apart) {
    const share = gone(course, y)
    if (hops || share < 0 || share > 1) continue
    for (const index of candidates(track, axis, x)) {
      const start = axis.x(track.from[index] as number)
      const end = axis.x(track.to[index] as number)
      const away = Math.abs(start + (end - start) * share - x)
      if (away > least || (track.lost[index] === 1 && share > 0.55)) continue
      least = away
      const place = { lane: lanes.indexOf(lane), track: lane.tracks.indexOf(track), index }
      const arrival = share >= HEAD ? (track.arrival?.[index] ?? -1) : -1
      best = arrival < 0 ? { ...place, row: track.row[index] as number } : { ...place, row: arrival, head: true }
    }
  }
  return best
}

export const crossing: Late = { drawSaws, drawArrows, pickArrow }

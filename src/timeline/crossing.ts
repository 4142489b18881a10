// What only few pictures need: arrows from lane to lane and saws of time left, drawn and pointed at.

import type { Lane } from '../lanes/lane.ts'
import type { Axis } from './axis.ts'
import { gone } from './courses.ts'
import { candidates } from './hit.ts'
import type { GroupBox } from './layout.ts'
import { drawArrows, flightsOf } from './marks/arrow.ts'
import { drawSaws } from './marks/saw.ts'
import type { Late } from './stage.ts'

/** How far beside an arrow a pointer may be. */
const NEAR = 4

/** The arrow at a point, as its lane, track and index; behind the states of a lane it is out of reach. */
function pickArrow(
  lanes: readonly Lane[],
  box: GroupBox,
  axis: Axis,
  x: number,
  y: number,
): { readonly lane: number; readonly track: number; readonly index: number } | undefined {
  if (box.lanes.some(({ states }) => y >= states.top && y <= states.top + states.height)) return undefined
  let best: { lane: number; track: number; index: number } | undefined
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
      best = { lane: lanes.indexOf(lane), track: lane.tracks.indexOf(track), index }
    }
  }
  return best
}

export const crossing: Late = { drawSaws, drawArrows, pickArrow }

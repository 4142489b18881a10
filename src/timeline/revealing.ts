// The lanes scroll to what is chosen elsewhere: to its whole group where that has room, else to as much above the mark as has.

import type { LaneGroup } from '../lanes/lane.ts'
import { courseOf } from './courses.ts'
import { spotOf } from './hit.ts'
import { type Box, HEADER, type Layout } from './layout.ts'
import type { Selected } from './pointing.ts'

/** Between a mark and the edge that it came in over. */
const EDGE = 10

/**
 * How far down the picture has to be scrolled so that a row's mark is seen between two heights of it, undefined: it is seen already. A row
 * without a mark has its group's header. `opens`: as much of its group as has room is to be seen, not the mark alone.
 */
export function scrollFor(
  groups: readonly LaneGroup[],
  layout: Layout,
  chosen: Selected,
  seen: { readonly from: number; readonly to: number },
  opens = false,
): number | undefined {
  const [mark, ...around] = boxesOf(groups, layout, chosen)
  if (!mark) return undefined
  const room = seen.to - seen.from
  const bottom = mark.top + mark.height
  const sought = (opens && around.at(-1)) || mark
  if (sought.top >= seen.from && sought.top + sought.height <= seen.to) return undefined
  // Of what is higher than the window, a part is seen or not.
  if (!opens && mark.height > room && mark.top < seen.to && bottom > seen.from) return undefined
  const fits = [...around].reverse().find(({ top }) => bottom + EDGE - top <= room)
  return fits ? fits.top : mark.top - EDGE
}

/** A row's mark, its lane and its group, without the group's header, which stays above its lanes. */
function boxesOf(groups: readonly LaneGroup[], layout: Layout, { group, row }: Selected): Box[] {
  const box = layout.groups[group]
  if (!box) return []
  const lanes = { top: box.top + HEADER, height: box.height - HEADER }
  const spot = spotOf(groups, group, row)
  const lane = spot && box.lanes[spot.lane]
  const columns = spot && groups[group]?.lanes[spot.lane]?.tracks[spot.track]
  if (!lane || !columns) return [{ ...lanes, height: 0 }, lanes]
  const course = columns.mark === 'arrow' ? courseOf(box, spot.lane, columns.other ?? spot.lane) : undefined
  const mark = course
    ? { top: Math.min(course.startY, course.endY), height: Math.abs(course.endY - course.startY) }
    : (lane.tracks[spot.track] ?? lane)
  return [mark, lane, lanes]
}

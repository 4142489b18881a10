// From a point to the mark under it, and from a row to its mark. The columns that are drawn are halved.

import { lowerBound, upperBound } from '../base/search.ts'
import type { Lane, LaneGroup, Mark, Track } from '../lanes/lane.ts'
import type { Axis } from './axis.ts'
import { reaching } from './columns.ts'
import type { Box, GroupBox, Layout } from './layout.ts'

/** One mark of the picture. */
export type Spot = {
  readonly group: number
  readonly lane: number
  readonly track: number
  readonly index: number
  readonly row: number
  /** arrow: its head is meant, which leads to a row of its own. */
  readonly head?: true
}

/** How far beside a mark a pointer may be. */
const NEAR = 6
/** At most so many marks on each side of the pointer are looked at. */
const LOOK = 32
/** Where several marks are equally near, the smaller one is meant; a fault only where nothing else is near. In eighths of a pixel. */
const PREFERENCE: Record<Mark, number> = {
  dot: 0,
  message: 1,
  fuse: 2,
  span: 3,
  density: 3,
  saw: 4,
  arrow: 1,
  band: 1000,
}

/** Marks that fill their row. */
const SOLID = new Set<Mark>(['span', 'band', 'saw'])

/** Of a stack, the mark that is meant by the height of a point. */
export type PickStacked = (track: Track, box: Box, at: number, y: number) => number | undefined

/** The arrow between lanes that runs through a point. */
export type PickArrow = (
  lanes: readonly Lane[],
  box: GroupBox,
  axis: Axis,
  x: number,
  y: number,
) => Omit<Spot, 'group'> | undefined

/** What finds marks that few runs have. */
export type Picks = { readonly pickStacked?: PickStacked; readonly pickArrow?: PickArrow }

/** The mark at a point of the plot, x from its left edge and y from the top of the first group. */
export function hit(
  groups: readonly LaneGroup[],
  layout: Layout,
  axis: Axis,
  x: number,
  y: number,
  { pickStacked, pickArrow }: Picks = {},
): Spot | undefined {
  for (const [group, groupBox] of layout.groups.entries()) {
    if (!within(groupBox, y, 0)) continue
    const lane = groupBox.lanes.findIndex((box) => within(box, y, 0))
    // Another group may share this place.
    if (lane < 0) continue
    const lanes = groups[group]?.lanes ?? []
    const boxes = groupBox.lanes[lane]?.tracks ?? []
    const found = nearest(lanes[lane]?.tracks ?? [], boxes, axis, x, y, { group, lane }, pickStacked)
    if (found && lanes[lane]?.tracks[found.track]?.mark === 'dot') return found
    const arrow = pickArrow?.(lanes, groupBox, axis, x, y)
    return arrow ? { group, ...arrow } : found
  }
  return undefined
}

const within = (box: Box, y: number, slack: number): boolean => y >= box.top - slack && y < box.top + box.height + slack

function nearest(
  tracks: readonly Track[],
  boxes: readonly Box[],
  axis: Axis,
  x: number,
  y: number,
  place: { group: number; lane: number },
  pick: PickStacked | undefined,
): Spot | undefined {
  let best: Spot | undefined
  let least = Number.POSITIVE_INFINITY
  for (const [track, columns] of tracks.entries()) {
    if (columns.mark === 'arrow') continue
    if (!within(boxes[track] as Box, y, SOLID.has(columns.mark) ? 0 : 3)) continue
    const stacked = columns.mark === 'density' ? pick?.(columns, boxes[track] as Box, axis.at(x), y) : undefined
    for (const index of stacked === undefined ? candidates(columns, axis, x) : [stacked]) {
      const away = distance(columns, index, axis, x)
      const score = away * 8 + PREFERENCE[columns.mark]
      if (away > NEAR || score >= least) continue
      least = score
      best = { ...place, track, index, row: columns.row[index] as number }
    }
  }
  return best
}

/** Marks that begin near the pointer, and those that last over it. */
export function candidates(track: Track, axis: Axis, x: number): number[] {
  const at = axis.at(x)
  const middle = upperBound(track.from, at)
  const first = Math.max(lowerBound(track.from, axis.at(x - NEAR)), middle - LOOK)
  const end = Math.min(upperBound(track.from, axis.at(x + NEAR)), middle + LOOK)
  const found = reaching(track, first, axis.at(x - NEAR))
  for (let i = first; i < end; i++) found.push(i)
  return found
}

/** Pixels from a mark to the pointer, 0 inside it. */
function distance(track: Track, i: number, axis: Axis, x: number): number {
  const left = axis.x(track.from[i] as number)
  const right = axis.x(track.to[i] as number)
  return Math.max(left - x, x - right, 0)
}

/** The first mark that leads to a row where it is at home, undefined where no lane shows it. Faults come last: they lie behind what happened. */
export function spotOf(groups: readonly LaneGroup[], group: number, row: number): Spot | undefined {
  let behind: Spot | undefined
  for (const [lane, { tracks }] of (groups[group]?.lanes ?? []).entries()) {
    for (const [track, columns] of tracks.entries()) {
      const own = columns.row.indexOf(row)
      const index = own < 0 ? (columns.arrival?.indexOf(row) ?? -1) : own
      if (index < 0) continue
      const spot: Spot = { group, lane, track, index, row, ...(own < 0 && { head: true }) }
      if (columns.mark !== 'band' && !columns.refers) return spot
      behind ??= spot
    }
  }
  return behind
}

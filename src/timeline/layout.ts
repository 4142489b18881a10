// Where everything stands from top to bottom: groups with their header, lanes, and in each lane a row for every kind of mark.
//
//   wide     broker 1      ████ state ████ ▓▓▓      the row of states
//            black hole    ┄┄┄┄ fuse ┄┄┄┄┤          a thin row for fuses and for the dots where they fire
//                           ╲✕   ╲✕                 messages
//   narrow   the name above, on one line with what it is about

import type { Lane, LaneGroup, Mark } from '../lanes/lane.ts'

export type Box = { readonly top: number; readonly height: number }

export type LaneBox = Box & {
  /** One a track, in its order. */
  readonly tracks: readonly Box[]
  /** Where the first row begins; a narrow lane has its name above. */
  readonly rowTop: number
}

export type GroupBox = Box & { readonly lanes: readonly LaneBox[] }

export type Layout = {
  readonly narrow: boolean
  /** From the left edge to the plot: the column of names. */
  readonly left: number
  readonly groups: readonly GroupBox[]
  /** Between neighbouring groups, undefined where nothing is said. */
  readonly ribbons: readonly (Box | undefined)[]
  readonly height: number
}

/** Below this width, names stand above their lane. */
export const NARROW = 560
/** Right of the plot. */
export const RIGHT = 14
export const HEADER = 24
const NAMES = 128
const NAMES_NARROW = 12
const NAME_ROW = 20
const LEAST_LANE = 36
const PAD = 4
const SPAN = 20
const SMALL_SPAN = 14
const FUSE = 5
const MESSAGE = 12
const ROW_GAP = 2
const RIBBON = 32
const GROUP_GAP = 8

/** The layout of some groups. `hasRibbon[i]`: a ribbon stands between group i and the next. */
export function layoutOf(groups: readonly LaneGroup[], hasRibbon: readonly boolean[], narrow: boolean): Layout {
  const boxes: GroupBox[] = []
  const ribbons: (Box | undefined)[] = []
  let top = 0
  for (const [i, group] of groups.entries()) {
    const box = groupBox(group, top, narrow)
    boxes.push(box)
    top += box.height
    if (i + 1 === groups.length) break
    ribbons.push(hasRibbon[i] ? { top: top + 6, height: RIBBON - 12 } : undefined)
    top += hasRibbon[i] ? RIBBON : GROUP_GAP
  }
  return { narrow, left: narrow ? NAMES_NARROW : NAMES, groups: boxes, ribbons, height: top }
}

function groupBox(group: LaneGroup, top: number, narrow: boolean): GroupBox {
  const lanes: LaneBox[] = []
  let bottom = top + HEADER
  for (const lane of group.lanes) {
    const box = laneBox(lane, bottom, narrow)
    lanes.push(box)
    bottom += box.height
  }
  return { top, height: bottom - top, lanes }
}

function laneBox(lane: Lane, top: number, narrow: boolean): LaneBox {
  const rowTop = top + (narrow ? NAME_ROW : PAD)
  const rows = rowsOf(lane, rowTop)
  const end = rows.end + PAD + (narrow ? 2 : 0)
  const height = Math.max(end - top, narrow ? 0 : LEAST_LANE)
  const whole = { top, height: height - 1 }
  return {
    top,
    height,
    rowTop,
    tracks: lane.tracks.map((track, i) => (track.mark === 'band' ? whole : (rows.boxes[i] ?? whole))),
  }
}

/** A row for the first spans, a smaller one for each further track of spans, then fuses, then messages. Dots sit on the fuses. */
function rowsOf(lane: Lane, rowTop: number): { boxes: (Box | undefined)[]; end: number } {
  const has = (mark: Mark) => lane.tracks.some((track) => track.mark === mark)
  const boxes: (Box | undefined)[] = lane.tracks.map(() => undefined)
  let end = rowTop
  let spans = 0
  for (const [i, track] of lane.tracks.entries()) {
    if (track.mark !== 'span') continue
    const height = spans++ === 0 ? SPAN : SMALL_SPAN
    if (spans > 1) end += ROW_GAP
    boxes[i] = { top: end, height }
    end += height
  }
  if (spans === 0) end += SPAN
  const first = { top: rowTop, height: SPAN }
  const fuses = has('fuse') ? { top: end + ROW_GAP, height: FUSE } : undefined
  if (fuses) end = fuses.top + fuses.height
  const messages = { top: end + 1, height: MESSAGE }
  if (has('message')) end = messages.top + messages.height
  const rowFor: Partial<Record<Mark, Box>> = { fuse: fuses ?? first, message: messages, dot: fuses ?? first }
  for (const [i, track] of lane.tracks.entries()) boxes[i] ??= rowFor[track.mark]
  return { boxes, end }
}

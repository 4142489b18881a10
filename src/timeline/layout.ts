// Where everything stands from top to bottom: groups with their header, lanes, and in each lane a row for every kind of mark.
//
//   wide     broker 1      ████ state ████ ▓▓▓      the row of states
//            black hole    ┄┄┄┄ fuse ┄┄┄┄┤          a thin row for fuses and for the dots where they fire
//                           ╲✕   ╲✕                 messages
//   narrow   the name above, on one line with what it is about
//
//   node     n1         ████ role ████ ▓▓▓          what arrows run between: fuses and dots right under its roles, then what waits
//                       ┄┄┄┄ fuse ┄┄┄┄┤             within one role beside the time left in another, then air for the arrows' words
//                       ▒▒ parked ▒▒  ◣◣◣◣ time left
//                           ╲   ╱
//
//   overlay  broker 1   A  ████ state ████ ▓▓▓      two groups in one: each lane twice under one name, so that hit test and marks
//                       B  ████ state ██ ▓▓▓        need not know of it

import type { Lane, LaneGroup, Mark } from '../lanes/lane.ts'

export type Box = { readonly top: number; readonly height: number }

export type LaneBox = Box & {
  /** One a track, in its order. */
  readonly tracks: readonly Box[]
  /** The heights at which words stand: on the row of states, and on that of messages, undefined where there is none. */
  readonly rows: { readonly span: number; readonly words: number | undefined }
  /** The row of states, from which and to which arrows run. */
  readonly states: Box
  /** The heights at which words of the arrows stand that pass on to the next lane, and all at which words stand that arrows cross. */
  readonly air: readonly number[]
  readonly heights: readonly number[]
  /** The other variant's half of this lane follows right below. */
  readonly goesOn?: boolean
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
const NAMES = 140
const NAMES_NARROW = 12
const NAME_ROW = 20
const LEAST_LANE = 36
const PAD = 4
const SPAN = 20
const DENSITY = 36
const SMALL_SPAN = 14
const FUSE = 5
const MESSAGE = 12
const ROW_GAP = 2
/** Above a fuse that runs over several spans: dots of both rows fit. */
const APART_GAP = 4
/** A lane that can be opened has room for its name and a button. */
const OPENABLE = 64
/** The time left on a timer. */
const SAW = 40
/** From its upper and lower edge to the middle of a word in it. */
export const SAW_WORD = 7
/** From the fuses to it. */
const SAW_GAP = 4
/** Under a lane that arrows cross on their way to the next: two rows of words. The last one has one, for its dots. */
const AIR = 34
const AIR_ROWS = [10, 25]
const LAST_AIR = 18
const LAST_AIR_ROW = 9
const RIBBON = 32
/** Above and below a ribbon, which is high enough for a finger. */
const RIBBON_GAP = 4
const GROUP_GAP = 8

/**
 * The layout of some groups. `hasRibbon[i]`: a ribbon stands between group i and the next. `overlay`: two groups that share one place,
 * that of the first.
 */
export function layoutOf(
  groups: readonly LaneGroup[],
  hasRibbon: readonly boolean[],
  narrow: boolean,
  overlay?: readonly [upper: number, lower: number],
): Layout {
  const boxes: GroupBox[] = []
  const ribbons: (Box | undefined)[] = groups.slice(1).map(() => undefined)
  const [upper, lower] = overlay ?? []
  /** Where a group stands, counted in groups. */
  const placeOf = (i: number) => (i === lower ? (upper as number) : i)
  let top = 0
  for (const [i, group] of groups.entries()) {
    if (i === lower) continue
    const other = i === upper ? groups[lower as number] : undefined
    const [box, below] = other ? overlayOf(group, other, top, narrow) : [groupBox(group, top, narrow)]
    boxes[i] = box
    if (below) boxes[lower as number] = below
    top += box.height
    for (const pair of ribbons.keys()) {
      if (Math.min(placeOf(pair), placeOf(pair + 1)) !== i) continue
      if (hasRibbon[pair]) ribbons[pair] = { top: top + RIBBON_GAP, height: RIBBON - 2 * RIBBON_GAP }
      top += hasRibbon[pair] ? RIBBON : GROUP_GAP
    }
  }
  return { narrow, left: narrow ? NAMES_NARROW : NAMES, groups: boxes, ribbons, height: top }
}

/** Two groups in one place. A lane that both have is there twice under one name: the marks of the first above those of the second. */
export function overlayOf(first: LaneGroup, second: LaneGroup, top: number, narrow: boolean): [GroupBox, GroupBox] {
  const upper: LaneBox[] = []
  const lower: LaneBox[] = []
  let bottom = top + HEADER
  const put = (boxes: LaneBox[], index: number, lane: Lane, isLast: boolean, half?: Half) => {
    const box = laneBox(lane, bottom, { narrow, half, isLast })
    boxes[index] = box
    bottom += box.height
  }
  for (const [i, lane] of first.lanes.entries()) {
    const index = second.lanes.findIndex(({ id }) => id === lane.id)
    const other = second.lanes[index]
    put(upper, i, lane, i === first.lanes.length - 1, other && 'upper')
    if (other) put(lower, index, other, index === second.lanes.length - 1, 'lower')
  }
  for (const [i, lane] of second.lanes.entries()) if (!lower[i]) put(lower, i, lane, i === second.lanes.length - 1)
  const box = { top, height: bottom - top }
  return [
    { ...box, lanes: upper },
    { ...box, lanes: lower },
  ]
}

function groupBox(group: LaneGroup, top: number, narrow: boolean): GroupBox {
  const lanes: LaneBox[] = []
  let bottom = top + HEADER
  for (const [i, lane] of group.lanes.entries()) {
    const box = laneBox(lane, bottom, { narrow, isLast: i === group.lanes.length - 1 })
    lanes.push(box)
    bottom += box.height
  }
  return { top, height: bottom - top, lanes }
}

type Half = 'upper' | 'lower'

type LaneOptions = { readonly narrow: boolean; readonly half?: Half | undefined; readonly isLast?: boolean }

function laneBox(lane: Lane, top: number, { narrow, half, isLast = false }: LaneOptions): LaneBox {
  const rowTop = top + (narrow && half !== 'lower' ? NAME_ROW : PAD)
  const states = { top: rowTop, height: SPAN }
  const { boxes, end, words, air, heights } = isCrossed(lane)
    ? crossedRows(lane, rowTop, isLast)
    : plainRows(lane, rowTop)
  const height = Math.max(end + PAD - top, narrow || half ? 0 : LEAST_LANE, lane.inside ? OPENABLE : 0)
  const tracks = lane.tracks.map(({ mark }, i) =>
    mark === 'band' ? { top, height: height - 1 } : (boxes[i] ?? states),
  )
  const rows = { span: rowTop + SPAN / 2, words }
  return { top, height, rows, states, air, heights, tracks, ...(half === 'upper' && { goesOn: true }) }
}

/** Where the tracks of a lane stand, undefined for the row of states, and where it ends. */
type Rows = {
  readonly boxes: readonly (Box | undefined)[]
  readonly end: number
  readonly words: number | undefined
  readonly air: readonly number[]
  readonly heights: readonly number[]
}

function plainRows(lane: Lane, rowTop: number): Rows {
  const stack = lane.tracks.some(({ mark }) => mark === 'density') ? { top: rowTop, height: DENSITY } : undefined
  const spans = spanRows(lane, stack ? rowTop + DENSITY + ROW_GAP : rowTop, stack === undefined)
  const { under, apart, end } = rowsUnder(lane, rowTop, spans.end)
  const boxes = lane.tracks.map((track, i) => {
    if (stack && track.mark === 'density') return stack
    if (apart && track.apart) return apart
    return spans.boxes[i] ?? under[track.mark]
  })
  return { boxes, end, words: under.message && under.message.top + MESSAGE / 2, air: [], heights: [] }
}

/** Arrows leave it, or a timer of it is a saw. */
const isCrossed = ({ tracks }: Lane): boolean => tracks.some(({ mark }) => mark === 'arrow' || mark === 'saw')

function crossedRows({ tracks }: Lane, rowTop: number, isLast: boolean): Rows {
  const fuse = { top: rowTop + SPAN + ROW_GAP, height: FUSE }
  const top = fuse.top + FUSE + SAW_GAP
  const saw = { top, height: SAW }
  const ground = { top: saw.top + SAW - FUSE / 2, height: FUSE }
  const within = tracks.filter((track) => track.within)
  const boxes = tracks.map((track): Box | undefined => {
    if (track.within) return { top: top + within.indexOf(track) * (SMALL_SPAN + ROW_GAP), height: SMALL_SPAN }
    if (track.mark === 'saw') return saw
    if (track.mark === 'dot') return track.apart ? ground : fuse
    return track.mark === 'fuse' ? fuse : undefined
  })
  const bottom = Math.max(top, ...boxes.map((box) => (box ? box.top + box.height : 0)))
  const air = isLast ? [bottom + LAST_AIR_ROW] : AIR_ROWS.map((y) => bottom + y)
  const heights = [...air, saw.top + SAW_WORD, saw.top + SAW - SAW_WORD]
  return { boxes, end: bottom + (isLast ? LAST_AIR : AIR), words: air[0], air: isLast ? [] : air, heights }
}

/** A row for the first spans, a smaller one for each further track of spans. `always`: there is one even if nothing is to stand in it. */
function spanRows(lane: Lane, rowTop: number, always: boolean): { boxes: (Box | undefined)[]; end: number } {
  const tracks = lane.tracks.filter(({ mark }) => mark === 'span')
  const boxOf = (nth: number): Box =>
    nth === 0
      ? { top: rowTop, height: SPAN }
      : { top: rowTop + SPAN + ROW_GAP + (nth - 1) * (SMALL_SPAN + ROW_GAP), height: SMALL_SPAN }
  const last = boxOf(Math.max(tracks.length - 1, 0))
  const boxes = lane.tracks.map((track) => (track.mark === 'span' ? boxOf(tracks.indexOf(track)) : undefined))
  return { boxes, end: always || tracks.length > 0 ? last.top + last.height : rowTop - ROW_GAP }
}

type Under = { readonly under: Partial<Record<Mark, Box>>; readonly apart: Box | undefined; readonly end: number }

/** Under the spans: fuses with the dots where they fire, one apart from the others, then messages, whose row holds words as well. */
function rowsUnder(lane: Lane, rowTop: number, top: number): Under {
  const has = (mark: Mark) => lane.tracks.some((track) => track.mark === mark)
  const fuse = lane.tracks.some(({ mark, apart }) => mark === 'fuse' && !apart)
    ? { top: top + ROW_GAP, height: FUSE }
    : undefined
  const upper = fuse ? fuse.top + fuse.height : top
  const apart = lane.tracks.some((track) => track.apart) ? { top: upper + APART_GAP, height: FUSE } : undefined
  const below = apart ? apart.top + apart.height : upper
  const message =
    has('message') || (has('dot') && !fuse && !apart) ? { top: below + ROW_GAP, height: MESSAGE } : undefined
  const dot = fuse ?? message ?? { top: rowTop, height: SPAN }
  return {
    under: { dot, ...(fuse && { fuse }), ...(message && { message }) },
    apart,
    end: message ? message.top + message.height : below,
  }
}

// The shared axis: instants to pixels and back, over the part of the run that the view shows.
//
//   instants   0 ──── 1.2 s ═══════════════ 9.9 s ── 10.3 s      ═══ a fold: nothing begins or ends in it
//   pixels     |  busy   |  fold, fixed width |  busy  |          busy pieces share what the folds leave
//
// A plain axis is the same thing without folds. Zooming widens the busy pieces; a fold keeps its width, so that what lies on both
// of its sides stays in sight.

import { upperBound } from '../base/search.ts'

/** The part of the run on screen, in milliseconds of the scenario's clock. */
export type View = { readonly from: number; readonly to: number }

/** A stretch of silence that is cut short. */
export type Fold = { readonly from: number; readonly to: number }

/** How the run is stretched, before any zoom: knots, with the busy weight and the number of folds up to each. */
export type Stretch = {
  readonly until: number
  readonly at: readonly number[]
  readonly busy: readonly number[]
  readonly cut: readonly number[]
}

/** One visible piece between two knots, in pixels. */
export type Piece = {
  readonly from: number
  readonly to: number
  readonly left: number
  readonly right: number
  /** The whole silence that is cut here, undefined for a busy piece. */
  readonly cut: Fold | undefined
}

export type Axis = {
  readonly view: View
  readonly width: number
  readonly stretch: Stretch
  /** Pixels for one unit of busy weight; undefined where the view lies within one fold. */
  readonly scale: number | undefined
  /** Pixels for one fold. */
  readonly foldWidth: number
  readonly pieces: readonly Piece[]
  /** The pixel of an instant, from the left edge of the plot. */
  readonly x: (at: number) => number
  /** The instant of a pixel. */
  readonly at: (x: number) => number
  /** The instants at the left edges of all pixel columns, and the end of the last one: what piles are counted by. */
  readonly columns: Float64Array
}

/** Pixels that a fold takes: room for `… 126.9 s …`. */
export const FOLD_WIDTH = 64
/** All folds in view take at most this share of the width. */
const FOLDS_SHARE = 0.5
/** A busy piece gets at least this share of an even split, however short it is. */
const LEAST_SHARE = 0.5

/**
 * A run without folds is stretched evenly. With folds, a busy piece weighs the root of its length, so that 2 ms of packets can be
 * seen beside seconds of them. Folds are sorted, apart, and within the run.
 */
export function stretchOf(folds: readonly Fold[], until: number): Stretch {
  const at = [0]
  const isFold: boolean[] = []
  for (const fold of folds) {
    if (fold.from > (at.at(-1) as number)) {
      at.push(fold.from)
      isFold.push(false)
    }
    at.push(fold.to)
    isFold.push(true)
  }
  if ((at.at(-1) as number) < until) {
    at.push(until)
    isFold.push(false)
  }
  return { until, at, busy: sums(weightsOf(at, isFold)), cut: sums(isFold.map(Number)) }
}

function weightsOf(at: readonly number[], isFold: readonly boolean[]): number[] {
  const roots = isFold.map((fold, i) => (fold ? 0 : Math.sqrt((at[i + 1] as number) - (at[i] as number))))
  const busy = roots.filter((root) => root > 0)
  const least = (LEAST_SHARE * busy.reduce((a, b) => a + b, 0)) / busy.length
  return roots.map((root) => root && Math.max(root, least))
}

function sums(values: readonly number[]): number[] {
  let sum = 0
  return [0, ...values.map((value) => (sum += value))]
}

type Line = (value: number) => number

/** Straight lines between knots, which ascend; beyond the last knots they go on. */
function lines(from: readonly number[], to: readonly number[]): Line {
  return (value) => {
    const i = Math.max(upperBound(from, value, 1, from.length - 1) - 1, 0)
    const [x0, x1] = [from[i] as number, from[i + 1] as number]
    const [y0, y1] = [to[i] as number, to[i + 1] as number]
    return x1 === x0 ? y0 : y0 + ((value - x0) / (x1 - x0)) * (y1 - y0)
  }
}

/** The axis for a view. `straight` blends from the stretched axis (0) to a plain one (1), for the passage between the two. */
export function axisOf(stretch: Stretch, view: View, width: number, straight = 0): Axis {
  const busy = lines(stretch.at, stretch.busy)
  const cut = lines(stretch.at, stretch.cut)
  const { scale, foldWidth } = sizes(busy(view.to) - busy(view.from), cut(view.to) - cut(view.from), width)
  const knots = [view.from, ...stretch.at.filter((at) => at > view.from && at < view.to), view.to]
  const bent: Line = (at) => (scale ?? 0) * (busy(at) - busy(view.from)) + foldWidth * (cut(at) - cut(view.from))
  const plain: Line = (at) => ((at - view.from) / (view.to - view.from)) * width
  const xs = knots.map((at) => bent(at) * (1 - straight) + plain(at) * straight)
  const pieces = piecesOf(stretch, knots, xs)
  const [x, at] = [lines(knots, xs), lines(xs, knots)]
  return { view, width, stretch, scale, foldWidth, pieces, x, at, columns: columnsOf(pieces, width) }
}

function sizes(busy: number, cuts: number, width: number): { scale: number | undefined; foldWidth: number } {
  if (busy <= 0) return { scale: undefined, foldWidth: width / cuts }
  const foldWidth = cuts > 0 ? Math.min(FOLD_WIDTH, (FOLDS_SHARE * width) / cuts) : FOLD_WIDTH
  return { scale: (width - foldWidth * cuts) / busy, foldWidth }
}

function piecesOf(stretch: Stretch, knots: readonly number[], xs: readonly number[]): Piece[] {
  return knots.slice(1).map((to, i) => {
    const from = knots[i] as number
    return { from, to, left: xs[i] as number, right: xs[i + 1] as number, cut: foldAround(stretch, (from + to) / 2) }
  })
}

function columnsOf(pieces: readonly Piece[], width: number): Float64Array {
  const columns = new Float64Array(Math.ceil(width) + 1).fill(pieces.at(-1)?.to ?? 0)
  for (const { from, to, left, right } of pieces) {
    const rate = (to - from) / (right - left)
    for (let x = Math.ceil(left); x < Math.min(right, columns.length); x++) columns[x] = from + (x - left) * rate
  }
  return columns
}

function foldAround(stretch: Stretch, at: number): Fold | undefined {
  const next = stretch.at.findIndex((knot) => knot > at)
  if (next < 1 || stretch.cut[next] === stretch.cut[next - 1]) return undefined
  return { from: stretch.at[next - 1] as number, to: stretch.at[next] as number }
}

/** The whole run on one strip at some scale, in pixels from its start: what zoom and pan move along. */
export function strip(stretch: Stretch, scale: number, foldWidth: number): { x: Line; at: Line } {
  const along = stretch.at.map((_, i) => scale * (stretch.busy[i] as number) + foldWidth * (stretch.cut[i] as number))
  return { x: lines(stretch.at, along), at: lines(along, stretch.at) }
}

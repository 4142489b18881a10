// What every mark is given. A mark draws what the view shows of one track, and wishes for labels; it decides nothing.

import type { Lane, Track } from '../../lanes/lane.ts'
import type { Axis } from '../axis.ts'
import type { Box } from '../layout.ts'
import type { Theme } from '../theme.ts'
import type { Taken, Wish } from '../words.ts'

export type Paint = {
  /** Its origin is the left edge of the plot and the top of the first group. */
  readonly canvas: CanvasRenderingContext2D
  readonly axis: Axis
  readonly theme: Theme
  /** Device pixels to a CSS pixel. */
  readonly density: number
}

/** What a lane wants to say, placed when all its marks are drawn. */
export type Words = { readonly wishes: Wish[]; readonly taken: Taken[] }

export type DrawMark = (paint: Paint, lane: Lane, track: Track, box: Box, words: Words) => void

/** The nearest whole device pixel. */
export const crisp = (paint: Paint, x: number): number => Math.round(x * paint.density) / paint.density

/** How far outside the plot a mark may be drawn; the canvas cuts it there. */
const BEYOND = 16

/** The pixels of a mark, kept near the plot: far ones would cost the canvas its precision. */
export function edgesOf({ axis }: Paint, track: Track, i: number): [left: number, right: number] {
  const near = (x: number) => Math.min(Math.max(x, -BEYOND), axis.width + BEYOND)
  return [near(axis.x(track.from[i] as number)), near(axis.x(track.to[i] as number))]
}

/** The word of a mark. */
export const labelOf = (lane: Lane, track: Track, i: number): string => lane.labels[track.label[i] as number] ?? ''

/** The middle of a row, where its labels stand. */
export const middle = (box: Box): number => box.top + box.height / 2

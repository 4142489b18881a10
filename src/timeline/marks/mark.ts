// What every mark is given. A mark draws what the view shows of one track, and wishes for labels; it decides nothing.

import type { Lane, Track } from '../../lanes/lane.ts'
import type { Axis } from '../axis.ts'
import type { Box } from '../layout.ts'
import type { Piles } from '../piles.ts'
import { PERIOD, type Theme } from '../theme.ts'
import type { Words } from '../words.ts'

export type Paint = {
  /** Its origin is the left edge of the plot and the top of the first group. */
  readonly canvas: CanvasRenderingContext2D
  readonly axis: Axis
  readonly theme: Theme
  readonly piles: Piles
  /** Device pixels to a CSS pixel. */
  readonly density: number
}

/** The rows of a lane in which words stand. */
export type Rows = { readonly span: number; readonly words: number | undefined }

/** What a lane says is placed when all its marks are drawn. */
export type Saying = { readonly words: Words; readonly rows: Rows }

export type DrawMark = (paint: Paint, lane: Lane, track: Track, box: Box, saying: Saying) => void

/** The nearest whole device pixel. */
export const crisp = (paint: Paint, x: number): number => Math.round(x * paint.density) / paint.density

/** The pixels of a mark within the plot. */
export function edgesOf({ axis }: Paint, track: Track, i: number): [left: number, right: number] {
  const inside = (x: number) => Math.min(Math.max(x, 0), axis.width)
  return [inside(axis.x(track.from[i] as number)), inside(axis.x(track.to[i] as number))]
}

/** Fills with a pattern that starts at an instant, so that it moves along with it. */
export function fillFrom({ canvas, axis }: Paint, at: number, path: (shift: number) => void): void {
  const shift = axis.x(at) % PERIOD
  canvas.translate(shift, 0)
  path(shift)
  canvas.translate(-shift, 0)
}

/** The word of a mark. */
export const labelOf = (lane: Lane, track: Track, i: number): string => lane.labels[track.label[i] as number] ?? ''

/** The middle of a row, where its labels stand. */
export const middle = (box: Box): number => box.top + box.height / 2

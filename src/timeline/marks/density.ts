// How many marks last at each instant, as a stacked strip: one area a tone, with its word where it is large enough.

import { type Tone, tones } from '../../lanes/lane.ts'
import type { Box } from '../layout.ts'
import { meansOf, stackOf, unitOf } from '../stacks.ts'
import type { Look } from '../theme.ts'
import { RANK } from '../words.ts'
import { type DrawMark, fillFrom, type Paint, type Saying } from './mark.ts'

/** What is there at all is seen. */
const LEAST = 1
/** From the middle of a word to its upper and lower end. */
const HALF_WORD = 5
const INSET = 4

export const drawDensity: DrawMark = (paint, _lane, track, box, saying) => {
  const stack = stackOf(track)
  const unit = unitOf(stack, box)
  const bottom = box.top + box.height
  let floor = new Float64Array(paint.axis.columns.length - 1).fill(bottom)
  for (const [l, means] of meansOf(stack, paint.axis).entries()) {
    const tone = stack.layers[l]?.tone ?? 0
    const ceiling = floor.map((y, x) => {
      const mean = means[x] as number
      return mean > 0 ? Math.max(y - Math.max(mean * unit, LEAST), box.top) : y
    })
    const look = paint.theme.looks[tone] as Look
    fillBetween(paint, look, stack.at[0] ?? 0, floor, ceiling)
    wish(paint, saying, look, track.says?.[tones[tone] as Tone], floor, ceiling)
    floor = ceiling
  }
  drawGround(paint, box)
  for (let x = 0; x < floor.length; x++)
    if ((floor[x] as number) < bottom) saying.words.fill(saying.rows.span, x, x + 1)
}

function drawGround({ canvas, axis, theme }: Paint, { top, height }: Box): void {
  canvas.fillStyle = theme.line
  canvas.fillRect(0, top + height, axis.width, 1)
}

/** One path for all columns: along the ceiling and back along the floor. */
function fillBetween(paint: Paint, look: Look, at: number, floor: Float64Array, ceiling: Float64Array): void {
  const { canvas } = paint
  const edge = new Path2D()
  canvas.fillStyle = look.fill
  fillFrom(paint, at, (shift) => canvas.fill(areaBetween(edge, shift, floor, ceiling)))
  if (!look.edge) return
  canvas.strokeStyle = look.edge
  canvas.lineWidth = 1
  canvas.globalAlpha = 0.6
  canvas.stroke(edge)
  canvas.globalAlpha = 1
}

/** The area, so many pixels to the left; its upper edge, where it is, is traced on the way. */
function areaBetween(edge: Path2D, shift: number, floor: Float64Array, ceiling: Float64Array): Path2D {
  const area = new Path2D()
  for (let x = 0; x < floor.length; ) {
    if (floor[x] === ceiling[x]) {
      x++
      continue
    }
    let end = x
    while (end < floor.length && floor[end] !== ceiling[end]) end++
    area.moveTo(x - shift, floor[x] as number)
    stairs(area, ceiling, x, end, -shift)
    stairsBack(area, floor, x, end, -shift)
    edge.moveTo(x, ceiling[x] as number)
    stairs(edge, ceiling, x, end, 0)
    x = end
  }
  return area
}

/** Along columns [from, to), moved by some pixels: a corner only where the height changes, as a call costs more than a pixel. */
function stairs(path: Path2D, heights: Float64Array, from: number, to: number, by: number): void {
  for (let x = from; x < to; x++) {
    const y = heights[x] as number
    if (x === from || heights[x - 1] !== y) path.lineTo(by + x, y)
    if (x + 1 === to || heights[x + 1] !== y) path.lineTo(by + x + 1, y)
  }
}

/** The same from right to left. */
function stairsBack(path: Path2D, heights: Float64Array, from: number, to: number, by: number): void {
  for (let x = to - 1; x >= from; x--) {
    const y = heights[x] as number
    if (x + 1 === to || heights[x + 1] !== y) path.lineTo(by + x + 1, y)
    if (x === from || heights[x - 1] !== y) path.lineTo(by + x, y)
  }
}

/** The word in the widest stretch that has room for one at the height of its middle. */
function wish(
  paint: Paint,
  { words }: Saying,
  look: Look,
  text: string | undefined,
  floor: Float64Array,
  ceiling: Float64Array,
): void {
  const [from, to] = widest(floor, (x) => (floor[x] as number) - (ceiling[x] as number) >= 2 * HALF_WORD)
  if (!text || to - from < 2 * INSET) return
  const middle = Math.floor((from + to) / 2)
  const y = Math.round((mean(floor, from, to) + mean(ceiling, from, to)) / 2)
  const covers = (x: number) => (ceiling[x] as number) <= y - HALF_WORD && (floor[x] as number) >= y + HALF_WORD
  let [left, right] = [middle, middle]
  while (left > from && covers(left - 1)) left--
  while (right < to && covers(right)) right++
  const slot = { y, from: left + INSET, to: right - INSET, align: 'middle', rank: RANK.inside, ink: look.ink } as const
  words.wish(paint.theme.strongFont, [{ ...slot, texts: [text, text.split(' · ')[0] as string] }])
}

function mean(columns: Float64Array, from: number, to: number): number {
  let sum = 0
  for (let x = from; x < to; x++) sum += columns[x] as number
  return sum / (to - from)
}

/** The widest stretch of columns for which something holds. */
function widest(columns: Float64Array, holds: (x: number) => boolean): [from: number, to: number] {
  let best: [number, number] = [0, 0]
  for (let x = 0; x < columns.length; x++) {
    if (!holds(x)) continue
    const from = x
    while (x < columns.length && holds(x)) x++
    if (x - from > best[1] - best[0]) best = [from, x]
  }
  return best
}

// A fuse: a dotted line under a span that ends at a deadline.

import type { Track } from '../../lanes/lane.ts'
import { eachSeen, isDense, loudestTone } from '../columns.ts'
import type { Box } from '../layout.ts'
import type { Look, Paintable } from '../theme.ts'
import { crisp, type DrawMark, edgesOf, middle, type Paint } from './mark.ts'

/** A shorter fuse has no room for a line. */
const LEAST = 3
const THICK = 1.5

export const drawFuses: DrawMark = (paint, lane, track, box, saying) => {
  if (isDense(track, paint.axis)) drawDense(paint, track, box)
  else drawApart(paint, lane, track, box, saying)
}

/** Too many to tell where each ends: the columns over which one burns. */
function drawDense(paint: Paint, track: Track, box: Box): void {
  const { canvas, axis, theme, piles } = paint
  let filledTo = 0
  const fill = (tone: number, left: number, right: number) => {
    for (let x = Math.max(Math.floor(left), filledTo); x < right; x++) piles.add(x, (theme.looks[tone] as Look).strong)
    filledTo = Math.max(filledTo, Math.ceil(right))
  }
  piles.begin(axis.columns.length - 1)
  eachSeen(track, axis, {
    one: (i) => fill(track.tone[i] as number, ...edgesOf(paint, track, i)),
    pile: (first, end, x) => fill(loudestTone(track, first, end), x, x + 1),
  })
  piles.draw(canvas, { top: Math.floor(middle(box)), height: THICK })
}

const drawApart: DrawMark = (paint, _lane, track, box) => {
  const { axis, theme, piles } = paint
  const y = Math.floor(middle(box))
  const lines = new Map<number, Path2D>()
  const ends = new Map<number, Path2D>()
  piles.begin(axis.columns.length - 1)
  eachSeen(track, axis, {
    one: (i) => {
      const [left, right] = edgesOf(paint, track, i)
      if (right - left < LEAST) return
      const tone = track.tone[i] as number
      pathOf(lines, tone).rect(left, y, right - left, THICK)
      if ((track.to[i] as number) <= axis.view.to)
        pathOf(ends, tone).rect(crisp(paint, right) - THICK, box.top, THICK, box.height)
    },
    pile: (first, end, x) => piles.add(x, (theme.looks[loudestTone(track, first, end)] as Look).strong),
  })
  for (const [tone, path] of lines) fill(paint, path, (theme.looks[tone] as Look).dotted)
  for (const [tone, path] of ends) fill(paint, path, (theme.looks[tone] as Look).strong)
  piles.draw(paint.canvas, { top: box.top + 1, height: box.height - 2 })
}

/** All lines of one tone are one path: a call costs more than a rectangle. */
function pathOf(paths: Map<number, Path2D>, tone: number): Path2D {
  const path = paths.get(tone) ?? new Path2D()
  paths.set(tone, path)
  return path
}

function fill({ canvas }: Paint, path: Path2D, ink: Paintable): void {
  canvas.fillStyle = ink
  canvas.fill(path)
}

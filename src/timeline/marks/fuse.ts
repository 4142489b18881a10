// A fuse: a dotted line under a span that ends at a deadline.

import { eachSeen, loudestTone } from '../columns.ts'
import type { Look } from '../theme.ts'
import { crisp, type DrawMark, edgesOf, middle } from './mark.ts'

/** A shorter fuse is one stroke. */
const LEAST = 3

export const drawFuses: DrawMark = (paint, _lane, track, box) => {
  const { canvas, theme } = paint
  const y = Math.floor(middle(box)) + 0.5
  const stroke = (tone: number, left: number, right: number) => {
    const look = theme.looks[tone] as Look
    canvas.strokeStyle = look.strong
    canvas.lineWidth = 1.5
    canvas.setLineDash([2, 2.5])
    canvas.beginPath()
    canvas.moveTo(left, y)
    canvas.lineTo(right, y)
    canvas.stroke()
    canvas.setLineDash([])
    canvas.fillStyle = look.strong
    canvas.fillRect(crisp(paint, right) - 1.5, box.top, 1.5, box.height)
  }
  eachSeen(track, paint.axis, {
    one: (i) => {
      const [left, right] = edgesOf(paint, track, i)
      if (right - left >= LEAST) stroke(track.tone[i] as number, left, right)
    },
    pile: (first, end, x) => {
      canvas.fillStyle = (theme.looks[loudestTone(track, first, end)] as Look).strong
      canvas.fillRect(x, box.top + 1, 1, box.height - 2)
    },
  })
}

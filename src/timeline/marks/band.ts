// A fault: a soft red hatch behind everything in its lane, with its word.

import { eachSeen } from '../columns.ts'
import { crisp, type DrawMark, edgesOf, labelOf } from './mark.ts'

const LEAST = 2
/** From the bottom of the lane up to the middle of its word. */
const WORD = 8

export const drawBands: DrawMark = (paint, lane, track, box, words) => {
  const { canvas, axis, theme } = paint
  const fill = (left: number, right: number) => {
    canvas.globalAlpha = 0.4
    canvas.fillStyle = theme.failSoft
    canvas.fillRect(left, box.top, right - left, box.height)
    canvas.globalAlpha = 0.12
    canvas.fillStyle = theme.fault
    canvas.fillRect(left, box.top, right - left, box.height)
    canvas.globalAlpha = 1
  }
  eachSeen(track, axis, {
    one: (i) => {
      const [start, stop] = edgesOf(paint, track, i)
      const left = crisp(paint, start)
      const right = Math.max(crisp(paint, Math.min(stop, axis.width)), left + LEAST)
      fill(left, right)
      const slot = {
        from: Math.max(left, 0) + 6,
        to: Math.min(right, axis.width) - 6,
        ink: theme.fail,
        texts: [labelOf(lane, track, i)],
      }
      const y = box.top + box.height - WORD
      words.wishes.push({ y, font: theme.quietFont, slots: [{ ...slot, align: 'end' }] })
    },
    pile: (_first, _end, x) => fill(x, x + 1),
  })
}

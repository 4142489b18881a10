// A fault: a soft red hatch behind everything in its lane, with its word.

import { eachSeen } from '../columns.ts'
import { RANK } from '../words.ts'
import { crisp, type DrawMark, edgesOf, fillFrom, labelOf } from './mark.ts'

const LEAST = 2
const INSET = 6

export const drawBands: DrawMark = (paint, lane, track, box, { words, rows }) => {
  const { canvas, axis, theme } = paint
  const fill = (at: number, left: number, right: number) => {
    canvas.globalAlpha = 0.4
    canvas.fillStyle = theme.failSoft
    canvas.fillRect(left, box.top, right - left, box.height)
    canvas.globalAlpha = 0.12
    canvas.fillStyle = theme.fault
    fillFrom(paint, at, (shift) => canvas.fillRect(left - shift, box.top, right - left, box.height))
    canvas.globalAlpha = 1
  }
  eachSeen(track, axis, {
    one: (i) => {
      const [start, stop] = edgesOf(paint, track, i)
      const left = crisp(paint, start)
      const right = Math.max(crisp(paint, stop), left + LEAST)
      fill(track.from[i] as number, left, right)
      const slot = { rank: RANK.standing, ink: theme.fail, texts: [labelOf(lane, track, i)], onGround: true } as const
      const end = { ...slot, from: Math.max(left, 0) + INSET, to: right - INSET, align: 'end' } as const
      const heights = rows.words === undefined ? [rows.span] : [rows.words, rows.span]
      words.wish(
        theme.quietFont,
        heights.map((y) => ({ ...end, y })),
      )
    },
    pile: (first, _end, x) => fill(track.from[first] as number, x, x + 1),
  })
}

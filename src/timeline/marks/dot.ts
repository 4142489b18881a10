// The moment at which a timer fired.

import { tones } from '../../lanes/lane.ts'
import { eachSeen, loudestTone } from '../columns.ts'
import type { Look } from '../theme.ts'
import { formsOf } from '../words.ts'
import { type DrawMark, edgesOf, labelOf, middle } from './mark.ts'

const RADIUS = 4
const HEALTHY = tones.indexOf('healthy')

export const drawDots: DrawMark = (paint, lane, track, box, words) => {
  const { canvas, axis, theme } = paint
  const y = middle(box)
  const dot = (x: number, tone: number) => {
    const look = theme.looks[tone] as Look
    canvas.beginPath()
    canvas.arc(x, y, RADIUS, 0, 2 * Math.PI)
    canvas.fillStyle = look.strong
    canvas.fill()
    canvas.strokeStyle = theme.card
    canvas.lineWidth = 1.5
    canvas.stroke()
    words.taken.push({ y, from: x - RADIUS, to: x + RADIUS })
  }
  eachSeen(track, axis, {
    one: (i) => {
      const tone = track.tone[i] as number
      const [x] = edgesOf(paint, track, i)
      dot(x, tone)
      const ink = tone === HEALTHY ? theme.good : theme.fail
      const texts = formsOf(labelOf(lane, track, i))
      const right = { from: x + RADIUS + 6, to: axis.width, align: 'start', ink, texts } as const
      const left = { from: 0, to: x - RADIUS - 6, align: 'end', ink, texts } as const
      words.wishes.push({ y, font: theme.strongFont, slots: [right, left] })
    },
    pile: (first, end, x) => dot(x + 0.5, loudestTone(track, first, end)),
  })
}

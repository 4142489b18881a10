// A message costs time, so it slants: from its departure at one side of the row to its arrival at the other. A lost one ends half-way
// in a cross.

import type { Track } from '../../lanes/lane.ts'
import { eachSeen } from '../columns.ts'
import type { Box } from '../layout.ts'
import type { Look } from '../theme.ts'
import { type DrawMark, edgesOf, labelOf, middle, type Paint, type Words } from './mark.ts'

/** The least slant in pixels: a millisecond on the wire must still lean. */
const LEAST_SLANT = 7
const CROSS = 2.5
const HEAD = 4
/** Nearer than this to the one before, only the line is drawn. */
const CROWDED = 7

export const drawMessages: DrawMark = (paint, lane, track, box, words) => {
  let last = Number.NEGATIVE_INFINITY
  eachSeen(track, paint.axis, {
    one: (i) => {
      const [left, right] = edgesOf(paint, track, i)
      const crowded = left - last < CROWDED
      if (!crowded) last = left
      const end = endOf(track, box, i, left, right)
      drawOne(paint, track, i, { left, ...end, crowded })
      words.taken.push({ y: middle(box), from: left, to: end.x + CROSS })
      wish(paint, words, box, labelOf(lane, track, i), end.x)
    },
  })
}

type End = { readonly startY: number; readonly x: number; readonly y: number }

/** Down for what leaves the client, up for what comes back; half of the way for what is lost. */
function endOf(track: Track, { top, height }: Box, i: number, left: number, right: number): End {
  const back = track.way === 'back'
  const [startY, stopY] = back ? [top + height, top] : [top, top + height]
  const part = track.lost[i] ? 0.6 : 1
  const x = left + Math.max(right - left, LEAST_SLANT) * (track.lost[i] ? 0.5 : 1)
  return { startY, x: track.lost[i] ? Math.max(x, left + 5) : x, y: startY + (stopY - startY) * part }
}

type Arrow = End & { readonly left: number; readonly crowded: boolean }

function drawOne({ canvas, theme }: Paint, track: Track, i: number, { left, startY, x, y, crowded }: Arrow): void {
  const lost = Boolean(track.lost[i])
  const ink = lost
    ? theme.ink3
    : inkOf(theme.looks[track.tone[i] as number] as Look, theme.ink2, track.tone[i] as number)
  canvas.strokeStyle = ink
  canvas.lineWidth = 1.25
  canvas.globalAlpha = crowded ? 0.55 : 1
  canvas.beginPath()
  canvas.moveTo(left, startY)
  canvas.lineTo(x, y)
  canvas.stroke()
  canvas.globalAlpha = 1
  if (crowded) return
  if (lost) cross(canvas, theme.fail, x, y)
  else head(canvas, ink, Math.atan2(y - startY, x - left), x, y)
}

/** A neutral message is drawn in ink; one that has an owner in its colour. */
const inkOf = (look: Look, neutral: string, tone: number): string => (tone === 0 ? neutral : look.strong)

function cross(canvas: CanvasRenderingContext2D, ink: string, x: number, y: number): void {
  canvas.strokeStyle = ink
  canvas.lineWidth = 1.6
  canvas.beginPath()
  canvas.moveTo(x - CROSS, y - CROSS)
  canvas.lineTo(x + CROSS, y + CROSS)
  canvas.moveTo(x + CROSS, y - CROSS)
  canvas.lineTo(x - CROSS, y + CROSS)
  canvas.stroke()
}

function head(canvas: CanvasRenderingContext2D, ink: string, angle: number, x: number, y: number): void {
  canvas.fillStyle = ink
  canvas.beginPath()
  canvas.moveTo(x, y)
  for (const turn of [-0.45, 0.45]) canvas.lineTo(x - HEAD * Math.cos(angle + turn), y - HEAD * Math.sin(angle + turn))
  canvas.fill()
}

function wish({ axis, theme }: Paint, words: Words, box: Box, text: string, x: number): void {
  if (!text) return
  const slot = { from: x + 8, to: axis.width, align: 'start', ink: theme.ink3, texts: [text] } as const
  words.wishes.push({ y: middle(box), font: theme.quietFont, slots: [slot] })
}

// A filled span with its label: a state, a wait.

import type { Track } from '../../lanes/lane.ts'
import { eachSeen, loudestTone } from '../columns.ts'
import type { Box } from '../layout.ts'
import type { Look } from '../theme.ts'
import { formsOf } from '../words.ts'
import { crisp, type DrawMark, edgesOf, labelOf, middle, type Paint, type Words } from './mark.ts'

/** The least width, so that a millisecond stays visible. */
const LEAST = 2
const RADIUS = 4
const INSET = 6
/** A narrower span says nothing. */
const LEAST_FOR_WORDS = 24

export const drawSpans: DrawMark = (paint, lane, track, box, words) => {
  const columns = pileDrawer(paint, box)
  let drawnTo = Number.NEGATIVE_INFINITY
  eachSeen(track, paint.axis, {
    one: (i) => {
      columns.flush()
      const [start, stop] = edgesOf(paint, track, i)
      // A short span before this one was widened to be seen: begin after it.
      const left = crisp(paint, start < drawnTo && stop > drawnTo + LEAST ? Math.min(drawnTo, start + LEAST) : start)
      const right = Math.max(crisp(paint, stop), left + LEAST)
      const look = paint.theme.looks[track.tone[i] as number] as Look
      fillSpan(paint, look, left, right - left, box)
      drawnTo = right
      wish(paint, words, box, look, { left, right, text: labelOf(lane, track, i), room: roomAfter(paint, track, i) })
    },
    pile: (first, end, x) => columns.add(loudestTone(track, first, end), x),
  })
  columns.flush()
}

/** Columns of one tone side by side are filled as one. */
function pileDrawer({ canvas, theme }: Paint, box: Box) {
  let tone = -1
  let left = 0
  let right = 0
  const flush = () => {
    if (tone < 0) return
    canvas.fillStyle = (theme.looks[tone] as Look).pile
    canvas.fillRect(left, box.top, right - left, box.height)
    tone = -1
  }
  const add = (next: number, x: number) => {
    if (next !== tone || x > right) {
      flush()
      tone = next
      left = x
    }
    right = x + 1
  }
  return { add, flush }
}

/** The pattern starts with its span, so that it moves along with it. */
function fillSpan({ canvas }: Paint, look: Look, left: number, width: number, { top, height }: Box): void {
  const gap = width >= 2 * RADIUS ? 1 : 0
  canvas.fillStyle = look.fill
  if (width < RADIUS) {
    canvas.fillStyle = look.pile
    canvas.fillRect(left, top, width, height)
    return
  }
  canvas.translate(left, top)
  canvas.beginPath()
  canvas.roundRect(0, 0, width - gap, height, RADIUS)
  canvas.fill()
  if (look.edge && width > 2 * RADIUS) outline(canvas, look.edge, width - gap, height)
  canvas.translate(-left, -top)
}

function outline(canvas: CanvasRenderingContext2D, ink: string, width: number, height: number): void {
  canvas.strokeStyle = ink
  canvas.lineWidth = 1
  canvas.globalAlpha = 0.45
  canvas.beginPath()
  canvas.roundRect(0.5, 0.5, width - 1, height - 1, RADIUS - 0.5)
  canvas.stroke()
  canvas.globalAlpha = 1
}

/** Where the next span begins, or the plot ends. */
function roomAfter({ axis }: Paint, track: Track, i: number): number {
  const next = track.from[i + 1]
  return next === undefined ? axis.width : Math.min(axis.x(next), axis.width)
}

type Said = { left: number; right: number; text: string; room: number }

/** Inside, shortened if need be; else beside it, if nothing stands there. */
function wish({ axis, theme }: Paint, words: Words, box: Box, look: Look, { left, right, text, room }: Said): void {
  if (!text || (room - right < LEAST_FOR_WORDS && right - left < LEAST_FOR_WORDS)) return
  const texts = formsOf(text)
  const inside = {
    from: Math.max(left, 0) + INSET,
    to: Math.min(right, axis.width) - INSET,
    align: 'start',
    ink: look.ink,
    texts,
  } as const
  const beside = { from: right + INSET, to: room - INSET, align: 'start', ink: theme.ink2, texts } as const
  words.wishes.push({ y: middle(box), font: theme.strongFont, slots: [inside, beside] })
}

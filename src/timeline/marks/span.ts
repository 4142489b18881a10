// A filled span with its label: a state, a wait.

import type { Track } from '../../lanes/lane.ts'
import { eachSeen, loudestTone } from '../columns.ts'
import type { Box } from '../layout.ts'
import type { Piles } from '../piles.ts'
import type { Look } from '../theme.ts'
import { formsOf, RANK, type Words } from '../words.ts'
import { crisp, type DrawMark, edgesOf, fillFrom, labelOf, middle, type Paint } from './mark.ts'

/** The least width, so that a millisecond stays visible. */
const LEAST = 2
/** Up to this width a span has no shape of its own: its pixel columns are filled. */
const TINY = 6
const RADIUS = 4
const INSET = 6
/** What waits within a state is paler than a state. */
const WITHIN = 0.45
/** A narrower span says nothing. */
const LEAST_FOR_WORDS = 24

export const drawSpans: DrawMark = (paint, lane, track, box, { words }) => {
  const { axis, theme, piles } = paint
  // Beside what waits within a state, the time left may burn down.
  const hasRoom = !track.within || lane.tracks.every(({ mark }) => mark !== 'saw')
  let drawnTo = Number.NEGATIVE_INFINITY
  piles.begin(axis.columns.length - 1)
  eachSeen(track, axis, {
    one: (i) => {
      const [start, stop] = edgesOf(paint, track, i)
      // A short span before this one was widened to be seen: begin after it.
      const left = crisp(paint, start < drawnTo && stop > drawnTo + LEAST ? Math.min(drawnTo, start + LEAST) : start)
      const right = Math.max(crisp(paint, stop), left + LEAST)
      const look = theme.looks[track.tone[i] as number] as Look
      drawnTo = right
      if (right - left <= TINY) fillColumns(piles, left, right, look.pile)
      else fillSpan(paint, track, i, look, { left, right, ...box })
      words.fill(middle(box), left, right)
      wish(paint, words, box, {
        left,
        right,
        text: labelOf(lane, track, i),
        room: hasRoom ? roomAfter(paint, track, i) : right,
        inks: track.within ? [theme.ink, look.ink] : [look.ink, theme.ink2],
      })
    },
    pile: (first, end, x) => {
      piles.add(x, (theme.looks[loudestTone(track, first, end)] as Look).pile)
      words.fill(middle(box), x, x + 1)
    },
  })
  if (track.within) paint.canvas.globalAlpha = WITHIN
  piles.draw(paint.canvas, box)
  paint.canvas.globalAlpha = 1
}

function fillColumns(piles: Piles, left: number, right: number, colour: string): void {
  for (let x = Math.round(left); x < Math.max(Math.round(right), left + 1); x++) piles.add(x, colour)
}

type Area = Box & { readonly left: number; readonly right: number }

/** Round where the span begins and ends, straight where the view cuts it. */
function fillSpan(paint: Paint, track: Track, i: number, look: Look, area: Area): void {
  const { canvas } = paint
  const { left, right, top, height } = area
  const start = (track.from[i] as number) < paint.axis.view.from ? 0 : RADIUS
  const stop = (track.to[i] as number) > paint.axis.view.to ? 0 : RADIUS
  const width = right - left - (stop ? 1 : 0)
  canvas.fillStyle = look.fill
  if (track.within) canvas.globalAlpha = WITHIN
  fillFrom(paint, track.from[i] as number, (shift) => {
    canvas.beginPath()
    canvas.roundRect(left - shift, top, width, height, [start, stop, stop, start])
    canvas.fill()
  })
  canvas.globalAlpha = 1
  if (look.edge && width > 2 * RADIUS)
    outline(canvas, look.edge, { left, right: left + width, top, height }, [start, stop])
}

function outline(canvas: CanvasRenderingContext2D, ink: string, area: Area, [start, stop]: [number, number]): void {
  canvas.strokeStyle = ink
  canvas.lineWidth = 1
  canvas.globalAlpha = 0.45
  canvas.beginPath()
  const { left, right, top, height } = area
  canvas.roundRect(left + 0.5, top + 0.5, right - left - 1, height - 1, [start, stop, stop, start])
  canvas.stroke()
  canvas.globalAlpha = 1
}

/** Where the next span begins, or the plot ends. */
function roomAfter({ axis }: Paint, track: Track, i: number): number {
  const next = track.from[i + 1]
  return next === undefined ? axis.width : Math.min(axis.x(next), axis.width)
}

type Said = { left: number; right: number; text: string; room: number; inks: [inside: string, beside: string] }

/** Inside, shortened if need be; else beside it, if nothing stands there. */
function wish({ axis, theme }: Paint, words: Words, box: Box, { left, right, text, room, inks }: Said): void {
  if (!text || Math.max(room - right, right - left) < LEAST_FOR_WORDS) return
  const common = { y: middle(box), align: 'start', texts: formsOf(text) } as const
  const inside = {
    ...common,
    from: Math.max(left, 0) + INSET,
    to: Math.min(right, axis.width) - INSET,
    ink: inks[0],
    rank: RANK.inside,
  }
  const beside = { ...common, from: right + INSET, to: room - INSET, ink: inks[1], rank: RANK.beside }
  words.wish(theme.strongFont, [inside, beside])
}

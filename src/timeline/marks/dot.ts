// The moment at which a timer fired.

import { type Track, tones } from '../../lanes/lane.ts'
import { eachSeen, isDense, loudestTone } from '../columns.ts'
import type { Box } from '../layout.ts'
import type { Look, Theme } from '../theme.ts'
import { formsOf, RANK, type Slot } from '../words.ts'
import { type DrawMark, edgesOf, labelOf, middle, type Paint, type Rows } from './mark.ts'

const RADIUS = 4
/** A ring in the colour of the ground sets a dot off from what it lies on. */
const RING = 1.25
/** Nearer than this to its like, a dot would only thicken it. */
const CROWDED = 3
/** From the middle of a dot to its label. */
const INSET = RADIUS + 6
/** What happened without anything being wrong. */
const QUIET = 3
const HEALTHY = tones.indexOf('healthy')
const PLAIN = tones.indexOf('plain')
const SETTING = tones.indexOf('setting')
const COLLATERAL = tones.indexOf('collateral')

export const drawDots: DrawMark = (paint, lane, track, box, saying) => {
  if (isDense(track, paint.axis)) drawDense(paint, track, box)
  else drawApart(paint, lane, track, box, saying)
}

/** Too many for dots: the columns in which one lies. */
function drawDense({ canvas, axis, theme, piles }: Paint, track: Track, box: Box): void {
  const add = (x: number, tone: number) => piles.add(x, (theme.looks[tone] as Look).strong)
  piles.begin(axis.columns.length - 1)
  eachSeen(track, axis, {
    one: (i) => add(Math.floor(axis.x(track.from[i] as number)), track.tone[i] as number),
    pile: (first, end, x) => add(x, loudestTone(track, first, end)),
  })
  piles.draw(canvas, { top: middle(box) - RADIUS, height: 2 * RADIUS })
}

const drawApart: DrawMark = (paint, lane, track, box, { words, rows }) => {
  const y = middle(box)
  const dots = new Map<number, number[]>()
  let said = -1
  const add = (x: number, tone: number) => {
    const like = dots.get(tone) ?? []
    dots.set(tone, like)
    if (x - (like.at(-1) ?? Number.NEGATIVE_INFINITY) < CROWDED) return
    like.push(x)
    words.keepClear(y, x - RADIUS, x + RADIUS)
  }
  eachSeen(track, paint.axis, {
    one: (i) => {
      const tone = track.tone[i] as number
      const [x] = edgesOf(paint, track, i)
      add(x, tone)
      // What happens again and again is said once.
      const again = tone === PLAIN && track.label[i] === said
      if (tone === PLAIN) said = track.label[i] as number
      if (again) return
      words.wish(paint.theme.strongFont, slotsOf(paint, rows, x, tone, labelOf(lane, track, i)))
    },
    pile: (first, end, x) => add(x + 0.5, loudestTone(track, first, end)),
  })
  for (const [tone, xs] of dots) fillDots(paint, xs, y, tone)
}

/** Dots of one tone are one path: a call costs more than an arc. */
function fillDots({ canvas, theme }: Paint, xs: readonly number[], y: number, tone: number): void {
  const size = tone === PLAIN ? QUIET : RADIUS
  const add = shapeOf(tone)
  for (const [radius, colour] of [
    [size + RING, theme.card],
    [size, (theme.looks[tone] as Look).strong],
  ] as const) {
    canvas.fillStyle = colour
    canvas.beginPath()
    for (const x of xs) add(canvas, x, y, radius)
    canvas.fill()
  }
}

type Shape = (canvas: CanvasRenderingContext2D, x: number, y: number, radius: number) => void

/** What fired is round; what only went along with it stands on its corner. */
const shapeOf = (tone: number): Shape => (tone === COLLATERAL ? addDiamond : addRound)

const addRound: Shape = (canvas, x, y, radius) => {
  canvas.moveTo(x + radius, y)
  canvas.arc(x, y, radius, 0, 2 * Math.PI)
}

const addDiamond: Shape = (canvas, x, y, radius) => {
  const reach = radius * 1.35
  canvas.moveTo(x + reach, y)
  canvas.lineTo(x, y + reach)
  canvas.lineTo(x - reach, y)
  canvas.lineTo(x, y - reach)
  canvas.closePath()
}

function inkOf({ good, act, ink2, fail }: Theme, tone: number): string {
  if (tone === HEALTHY) return good
  return tone === SETTING ? act : tone === PLAIN ? ink2 : fail
}

/** Beside it where its lane is empty, else in the row of words, right or left. */
function slotsOf({ axis, theme }: Paint, rows: Rows, x: number, tone: number, text: string): Slot[] {
  const common = { rank: RANK.moment, ink: inkOf(theme, tone), texts: formsOf(text), over: true }
  const right = { ...common, from: x + INSET, to: axis.width, align: 'start' } as const
  const left = { ...common, from: 0, to: x - INSET, align: 'end' } as const
  const { span, words } = rows
  const below = words === undefined ? [] : [right, left].map((side) => ({ ...side, y: words }))
  return [{ ...right, y: span, onGround: true }, ...below, { ...left, y: span, onGround: true }]
}

// A message costs time, so it slants: from its departure at one side of the row to its arrival at the other. A lost one ends half-way
// in a cross.

import type { Track } from '../../lanes/lane.ts'
import { anyLost, eachSeen, isDense } from '../columns.ts'
import type { Box } from '../layout.ts'
import { RANK, type Words } from '../words.ts'
import { type DrawMark, edgesOf, labelOf, middle, type Paint, type Saying } from './mark.ts'

/** The least slant in pixels: a millisecond on the wire must still lean. */
const LEAST_SLANT = 6
/** Where a lost one ends; a little beyond the half, for its cross to stand clear of its start. */
const HALF_WAY = 0.6
const CROSS = 2.5
const HEAD = 4
/** Nearer than this to the one before, only the line is drawn. */
const CROWDED = 7
/** Nearer than this, nothing. */
const LEAST_APART = 2

export const drawMessages: DrawMark = (paint, lane, track, box, saying) => {
  if (isDense(track, paint.axis)) drawDense(paint, track, box, saying)
  else drawArrows(paint, lane, track, box, saying)
}

/** Too many for arrows: the columns in which one sets out, red where one is lost. */
function drawDense({ canvas, axis, theme, piles }: Paint, track: Track, box: Box, { words, rows }: Saying): void {
  const pile = (first: number, end: number, x: number) =>
    piles.add(x, anyLost(track, first, end) ? theme.fail : theme.ink3)
  piles.begin(axis.columns.length - 1)
  eachSeen(track, axis, {
    one: (i) => {
      const x = Math.floor(axis.x(track.from[i] as number))
      if (x >= 0) pile(i, i + 1, x)
    },
    pile,
  })
  canvas.globalAlpha = 0.6
  piles.draw(
    canvas,
    track.way === 'back'
      ? { top: box.top + box.height / 2, height: box.height / 2 }
      : { ...box, height: box.height / 2 },
  )
  canvas.globalAlpha = 1
  words.keepClear(rows.words ?? middle(box), 0, axis.width)
}

const drawArrows: DrawMark = (paint, lane, track, box, { words, rows }) => {
  const strokes = new Strokes()
  const y = rows.words ?? middle(box)
  let lastWhole = Number.NEGATIVE_INFINITY
  let lastLine = Number.NEGATIVE_INFINITY
  const draw = (i: number, lost: boolean) => {
    const [left, right] = edgesOf(paint, track, i)
    if (left - lastLine < LEAST_APART) return
    lastLine = left
    const ends = endsOf(track, box, lost, left, right)
    const crowded = left - lastWhole < CROWDED
    if (!crowded) lastWhole = left
    strokes.add(ends, { lost, crowded })
    words.keepClear(y, ends.startX, ends.x + CROSS)
    if (!crowded) wish(paint, words, y, labelOf(lane, track, i), ends.x)
  }
  eachSeen(track, paint.axis, {
    one: (i) => draw(i, track.lost[i] === 1),
    // One arrow stands for all that set out in its pixel.
    pile: (first, end) => draw(first, anyLost(track, first, end)),
  })
  strokes.draw(paint)
}

/** All messages of a track in four paths: a call costs more than a line. */
class Strokes {
  private readonly lines = new Path2D()
  private readonly crowd = new Path2D()
  private readonly heads = new Path2D()
  private readonly crosses = new Path2D()

  add(ends: Ends, { lost, crowded }: { lost: boolean; crowded: boolean }): void {
    const line = crowded ? this.crowd : this.lines
    line.moveTo(ends.startX, ends.startY)
    line.lineTo(ends.x, ends.y)
    if (crowded) return
    if (lost) addCross(this.crosses, ends)
    else addHead(this.heads, ends)
  }

  draw({ canvas, theme }: Paint): void {
    stroke(canvas, this.crowd, theme.ink3, 0.75)
    stroke(canvas, this.lines, theme.ink2, 1.25)
    stroke(canvas, this.crosses, theme.fail, 1.6)
    canvas.fillStyle = theme.ink2
    canvas.fill(this.heads)
  }
}

function stroke(canvas: CanvasRenderingContext2D, path: Path2D, ink: string, thickness: number): void {
  canvas.strokeStyle = ink
  canvas.lineWidth = thickness
  canvas.stroke(path)
}

function addCross(path: Path2D, { x, y }: Ends): void {
  path.moveTo(x - CROSS, y - CROSS)
  path.lineTo(x + CROSS, y + CROSS)
  path.moveTo(x + CROSS, y - CROSS)
  path.lineTo(x - CROSS, y + CROSS)
}

function addHead(path: Path2D, { startX, startY, x, y }: Ends): void {
  const angle = Math.atan2(y - startY, x - startX)
  path.moveTo(x, y)
  for (const turn of [-0.45, 0.45]) path.lineTo(x - HEAD * Math.cos(angle + turn), y - HEAD * Math.sin(angle + turn))
  path.closePath()
}

type Ends = { readonly startX: number; readonly startY: number; readonly x: number; readonly y: number }

/**
 * Down for what leaves the client, up for what comes back; half of the way for what is lost. A steep answer begins where the steep
 * request before it ends, so that the two do not cross.
 */
function endsOf(track: Track, { top, height }: Box, lost: boolean, left: number, right: number): Ends {
  const back = track.way === 'back'
  const missing = Math.max(LEAST_SLANT - (right - left), 0)
  const startX = back ? left + missing : left
  const startY = back ? top + height : top
  const part = lost ? HALF_WAY : 1
  const across = (right - left + missing) * part
  return { startX, startY, x: startX + across, y: startY + (back ? -height : height) * part }
}

function wish({ axis, theme }: Paint, words: Words, y: number, text: string, x: number): void {
  if (!text) return
  const slot = {
    y,
    from: x + 8,
    to: axis.width,
    align: 'start',
    rank: RANK.beside,
    ink: theme.ink3,
    texts: [text],
  } as const
  words.wish(theme.quietFont, [slot])
}

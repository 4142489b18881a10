// The time left on a timer: an area that burns down and jumps up where the timer is set anew.
//
//   full  |\        |\
//         |  \      |  \
//   left  |    \    |    \
//         |______\__|______\___ ●      what it has left at each jump is the margin

import type { Track } from '../../lanes/lane.ts'
import { eachSeen } from '../columns.ts'
import { type Box, SAW_WORD } from '../layout.ts'
import { leastLeft } from '../least.ts'
import { formsOf, RANK } from '../words.ts'
import { crisp, type DrawMark, edgesOf, labelOf, type Paint, type Saying } from './mark.ts'

const INSET = 4
/** Pixels that a word takes. */
const ROOM = 84

export const drawSaws: DrawMark = (paint, lane, track, box, saying) => {
  const { canvas, axis, theme } = paint
  const area = new Path2D()
  const edge = new Path2D()
  const spread = new Path2D()
  const ground = box.top + box.height
  const y = heightsOf(track, box)
  eachSeen(track, axis, {
    one: (i) => {
      addTooth(paint, track, i, y, ground, area, edge)
      wish(paint, track, i, box, y, labelOf(lane, track, i), saying)
    },
    pile: (first, end, x) => {
      const least = y(leastLeft(track, first, end))
      const most = y((track.deadline?.[first] ?? 0) - (track.from[first] as number))
      area.rect(x, least, 1, ground - least)
      spread.rect(x, most, 1, Math.max(least - most, 0))
    },
  })
  canvas.fillStyle = theme.actSoft
  canvas.fill(area)
  canvas.globalAlpha = 0.35
  canvas.fillStyle = theme.act
  canvas.fill(spread)
  canvas.globalAlpha = 1
  canvas.strokeStyle = theme.act
  canvas.lineWidth = 1.25
  canvas.stroke(edge)
}

/** From a time left to its height in the picture. */
function heightsOf({ full = 1 }: Track, { top, height }: Box): (left: number) => number {
  return (left) => top + height - (Math.min(Math.max(left, 0), full) / full) * height
}

/** One tooth, as far as the view shows it. The axis may bend within it. */
function addTooth(
  paint: Paint,
  track: Track,
  i: number,
  y: (left: number) => number,
  ground: number,
  area: Path2D,
  edge: Path2D,
): void {
  const { axis } = paint
  const [left, right] = edgesOf(paint, track, i)
  const deadline = track.deadline?.[i] ?? 0
  const from = Math.max(track.from[i] as number, axis.view.from)
  const to = Math.min(track.to[i] as number, axis.view.to)
  const start = crisp(paint, left)
  const isWhole = from === track.from[i]
  if (isWhole) edge.moveTo(start, ground)
  edge[isWhole ? 'lineTo' : 'moveTo'](start, y(deadline - from))
  area.moveTo(start, ground)
  area.lineTo(start, y(deadline - from))
  for (const at of [...axis.pieces.map((piece) => piece.to), deadline].sort((a, b) => a - b)) {
    if (at <= from || at >= to) continue
    edge.lineTo(axis.x(at), y(deadline - at))
    area.lineTo(axis.x(at), y(deadline - at))
  }
  edge.lineTo(right, y(deadline - to))
  area.lineTo(right, y(deadline - to))
  area.lineTo(right, ground)
  area.closePath()
}

/** At the end of its tooth, over the line or under it: it says what was left there. */
function wish(
  paint: Paint,
  track: Track,
  i: number,
  { top, height }: Box,
  y: (left: number) => number,
  text: string,
  { words }: Saying,
): void {
  const { axis, theme } = paint
  const [left, right] = edgesOf(paint, track, i)
  const lineAt = (x: number) => y((track.deadline?.[i] ?? 0) - axis.at(x))
  const over = lineAt(Math.max(right - ROOM, left)) > top + 2 * SAW_WORD
  const under = lineAt(right) < top + height - 2 * SAW_WORD
  if (!over && !under) return
  const slot = {
    y: over ? top + SAW_WORD : top + height - SAW_WORD,
    from: left + INSET,
    to: right - INSET,
    align: 'end',
  } as const
  words.wish(theme.quietFont, [{ ...slot, rank: RANK.standing, ink: theme.ink2, texts: formsOf(text) }])
}

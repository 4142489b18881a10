// The time left on a timer: an area that burns down and jumps up where the timer is set anew.
//
//   full  |\        |\
//         |  \      |  \
//   left  |    \    |    \
//         |______\__|______\___ ●      what it has left at each jump is the margin

import type { Track } from '../../lanes/lane.ts'
import type { Axis } from '../axis.ts'
import { eachSeen, isDense } from '../columns.ts'
import { type Box, SAW_WORD } from '../layout.ts'
import { leastLeft } from '../least.ts'
import { RANK } from '../words.ts'
import { crisp, type DrawMark, edgesOf, labelOf, type Paint, type Saying } from './mark.ts'

const INSET = 4
/** Narrower teeth are lines that fall, without the jumps between them. */
const CROWDED = 10
/** Pixels that a word takes. */
const ROOM = 84

export const drawSaws: DrawMark = (paint, lane, track, box, saying) => {
  if (isDense(track, paint.axis)) drawDense(paint, track, box)
  else drawTeeth(paint, lane, track, box, saying)
}

const drawTeeth: DrawMark = (paint, lane, track, box, saying) => {
  const { canvas, axis, theme } = paint
  const area = new Path2D()
  const edge = new Path2D()
  const ground = box.top + box.height
  const y = heightsOf(track, box)
  const add = (i: number) => addTooth(paint, track, i, y, ground, area, edge)
  eachSeen(track, axis, {
    one: (i) => {
      add(i)
      wish(paint, track, i, box, y, labelOf(lane, track, i), saying)
    },
    // The rest of a pile lies in one pixel: its first tooth stands for it.
    pile: (first) => add(first),
  })
  canvas.fillStyle = theme.actSoft
  canvas.fill(area)
  canvas.strokeStyle = theme.act
  canvas.lineWidth = 1.25
  canvas.stroke(edge)
}

/** Too many for teeth: of each column how little was left, solid, and from there how much, lighter. Columns that are alike are one. */
function drawDense({ canvas, axis, theme }: Paint, track: Track, box: Box): void {
  const { least, most } = levelsOf(track, axis)
  const y = heightsOf(track, box)
  const ground = box.top + box.height
  const area = new Path2D()
  const spread = new Path2D()
  const heightAt = (levels: Float64Array, x: number) => Math.round(2 * y(levels[x] as number)) / 2
  for (let x = 0; x < least.length; ) {
    if ((most[x] as number) < 0) {
      x++
      continue
    }
    const [low, high] = [heightAt(least, x), heightAt(most, x)]
    let end = x + 1
    while (end < least.length && heightAt(least, end) === low && heightAt(most, end) === high) end++
    area.rect(x, low, end - x, ground - low)
    spread.rect(x, high, end - x, low - high)
    x = end
  }
  canvas.fillStyle = theme.actSoft
  canvas.fill(area)
  canvas.globalAlpha = 0.35
  canvas.fillStyle = theme.act
  canvas.fill(spread)
  canvas.globalAlpha = 1
}

/** Of each pixel column the least and the most time left in it, -1 where nothing burns. */
function levelsOf(track: Track, axis: Axis): { readonly least: Float64Array; readonly most: Float64Array } {
  const { columns } = axis
  const least = new Float64Array(columns.length - 1).fill(Number.POSITIVE_INFINITY)
  const most = new Float64Array(columns.length - 1).fill(-1)
  const add = (x: number, low: number, high: number) => {
    least[x] = Math.min(least[x] as number, Math.max(low, 0))
    most[x] = Math.max(most[x] as number, high, 0)
  }
  const deadlineOf = (i: number) => track.deadline?.[i] ?? 0
  eachSeen(track, axis, {
    one: (i) => {
      const from = Math.max(track.from[i] as number, axis.view.from)
      const to = Math.min(track.to[i] as number, axis.view.to)
      for (let x = Math.floor(axis.x(from)); x < least.length && (columns[x] as number) < to; x++)
        add(
          x,
          deadlineOf(i) - Math.min(to, columns[x + 1] as number),
          deadlineOf(i) - Math.max(from, columns[x] as number),
        )
    },
    pile: (first, end, x) => add(x, leastLeft(track, first, end), deadlineOf(first) - (track.from[first] as number)),
  })
  return { least, most }
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
  const isJump = from === track.from[i] && right - left >= CROWDED
  if (isJump) edge.moveTo(start, ground)
  edge[isJump ? 'lineTo' : 'moveTo'](start, y(deadline - from))
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
  words.wish(theme.quietFont, [{ ...slot, rank: RANK.standing, ink: theme.ink2, texts: [text] }])
}

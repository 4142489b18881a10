// The whole run in small: a band a variant, in it a line a lane that has spans, with its faults, and a flag where its headline came.

import type { Lane, LaneGroup, Track } from '../lanes/lane.ts'
import { type Axis, axisOf, stretchOf } from './axis.ts'
import { eachSeen, loudestTone } from './columns.ts'
import type { Box } from './layout.ts'
import type { Paint } from './marks/mark.ts'
import type { Look, Theme } from './theme.ts'
import { fit } from './view.ts'

export type Small = {
  readonly groups: readonly LaneGroup[]
  /** When each variant had its headline, undefined: never. */
  readonly headlines: readonly (number | undefined)[]
  readonly until: number
  readonly width: number
  readonly height: number
}

/** Between two variants, and above the first and under the last. */
const GAP = 2
/** Lines as high as this are set apart. */
const APART_FROM = 3
/** The least width, so that a millisecond of a day is seen. */
const LEAST = 1
const FLAG = 5
const POLE = 1.5

/** From top to bottom, a band for each group. */
export function bandsOf(groups: number, height: number): Box[] {
  const each = (height - GAP * (groups + 1)) / groups
  return Array.from({ length: groups }, (_, i) => ({ top: GAP + i * (each + GAP), height: each }))
}

/** Draws it; the canvas is clear. */
export function drawSmall(paint: Omit<Paint, 'axis'>, small: Small): void {
  const axis = axisOf(stretchOf([], fit(small.until).to), fit(small.until), small.width)
  for (const [i, band] of bandsOf(small.groups.length, small.height).entries()) {
    const lanes = (small.groups[i]?.lanes ?? []).filter(hasSpans)
    const each = band.height / lanes.length
    for (const [l, { tracks }] of lanes.entries()) {
      const height = each >= APART_FROM ? each - 1 : each
      drawLine(paint, axis, tracks, { top: band.top + l * each, height })
    }
    drawFlag(paint, axis, band, small.headlines[i])
  }
}

/** A machine that was never tried takes no room from the others. */
const hasSpans = ({ tracks }: Lane): boolean => tracks.some((track) => isLine(track) && track.from.length > 0)

/** What waits within a state would hide it. */
const isLine = ({ mark, within }: Track): boolean => (mark === 'span' && !within) || mark === 'density'

type Pen = Omit<Paint, 'axis'>

function drawLine({ canvas, theme }: Pen, axis: Axis, tracks: readonly Track[], { top, height }: Box): void {
  const fill = (ink: string, left: number, right: number) => {
    canvas.fillStyle = ink
    canvas.fillRect(left, top, Math.max(right - left, LEAST), height)
  }
  for (const track of tracks) if (track.mark === 'band') fillTrack(track, axis, () => theme.failSoft, fill)
  for (const track of tracks) if (isLine(track)) fillTrack(track, axis, (tone) => inkOf(theme, tone), fill)
}

const inkOf = (theme: Theme, tone: number): string => (theme.looks[tone] as Look).pile

function fillTrack(
  track: Track,
  axis: Axis,
  ink: (tone: number) => string,
  fill: (ink: string, left: number, right: number) => void,
): void {
  const { from, to, tone } = track
  eachSeen(track, axis, {
    one: (i) => fill(ink(tone[i] as number), axis.x(from[i] as number), axis.x(to[i] as number)),
    pile: (first, end, x) => fill(ink(loudestTone(track, first, end)), x, x + 1),
  })
}

/** A pole over its band with a flag on top, so that it is told from a span by its shape. It flies inwards at the end of the run. */
function drawFlag({ canvas, theme }: Pen, axis: Axis, { top, height }: Box, at: number | undefined): void {
  if (at === undefined) return
  const x = Math.min(axis.x(at), axis.width - POLE)
  const side = x + FLAG > axis.width ? -1 : 1
  canvas.fillStyle = theme.ink
  canvas.fillRect(x, top - 1, POLE, height + 2)
  canvas.beginPath()
  canvas.moveTo(x, top - 1)
  canvas.lineTo(x + side * FLAG, top - 1 + FLAG / 2)
  canvas.lineTo(x, top - 1 + FLAG)
  canvas.fill()
}

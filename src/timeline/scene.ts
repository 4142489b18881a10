// The whole picture on the canvas: what the axis cuts, gridlines, lanes with their marks and labels, ribbons between groups.

import type { Lane, LaneGroup, Mark } from '../lanes/lane.ts'
import type { Box, GroupBox, LaneBox, Layout } from './layout.ts'
import type { Crossing, DrawArrows } from './marks/arrow.ts'
import { drawBands } from './marks/band.ts'
import { drawDots } from './marks/dot.ts'
import { drawFuses } from './marks/fuse.ts'
import { crisp, type DrawMark, middle, type Paint, type Saying } from './marks/mark.ts'
import { drawMessages } from './marks/message.ts'
import { drawSpans } from './marks/span.ts'
import type { Marking } from './ticks.ts'
import { formsOf, RANK, type WidthOf, Words } from './words.ts'

/** What is said between two groups: how long the first goes on when the second has its answer. Open where one never came. */
export type Ribbon = {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly open?: boolean
  /** Where the two groups part first: a flag stands there, over which no word lies. */
  readonly parting?: number | undefined
}

/** Pixels that the flag takes. */
export const FLAG = 104

/** The left edge of a flag at a pixel of the plot: on the right side of it while there is room. */
export const flagLeft = (x: number, width: number): number => (x + FLAG <= width ? x : x - FLAG)

export type Scene = {
  readonly groups: readonly LaneGroup[]
  readonly ribbons: readonly (Ribbon | undefined)[]
  readonly layout: Layout
  readonly marking: Marking
  /** The part of the picture that is to be drawn, and its full height. */
  readonly top: number
  readonly bottom: number
  readonly height: number
  readonly late: LateMarks
}

/** What draws marks that few runs have, once it is here. */
export type LateMarks = {
  readonly drawStacks?: DrawMark
  readonly drawSaws?: DrawMark
  readonly drawArrows?: DrawArrows
}

const draw = {
  band: drawBands,
  span: drawSpans,
  fuse: drawFuses,
  message: drawMessages,
  dot: drawDots,
} satisfies Partial<Record<Mark, DrawMark>>

/** Of a ribbon: the line at its ends, and from there to its words. */
const EDGE = 1.5
const INSET = 8
/** Around a word over a line. */
const HALO = 4

/** From back to front, what lies under the arrows between lanes and what lies over them. */
const UNDER = ['band', 'saw'] as const
const OVER = ['density', 'span', 'fuse', 'message', 'dot'] as const

/** Draws the scene; the canvas is clear, and its origin is the left edge of the plot. */
export function drawScene(paint: Paint, scene: Scene, widthOf: WidthOf): void {
  drawGround(paint, scene)
  const shows = (box: Box) => box.top < scene.bottom && box.top + box.height > scene.top
  const drawings = scene.layout.groups.flatMap((box, g) =>
    shows(box) ? [drawingOf(scene.groups[g]?.lanes ?? [], box, shows)] : [],
  )
  drawGroups(paint, drawings, scene.late, widthOf)
  for (const [i, box] of scene.layout.ribbons.entries()) {
    const ribbon = scene.ribbons[i]
    if (box && ribbon && shows(box)) drawRibbon(paint, ribbon, box, widthOf)
  }
}

function drawGround(paint: Paint, { marking, top, bottom, height, layout }: Scene): void {
  const { canvas, axis, theme } = paint
  const end = Math.min(bottom, height)
  canvas.fillStyle = theme.paper
  for (const { left, right } of marking.cuts) canvas.fillRect(left, top, right - left, end - top)
  canvas.fillStyle = theme.line
  for (const { x } of marking.ticks) canvas.fillRect(crisp(paint, x), top, 1 / Math.min(paint.density, 1), end - top)
  canvas.fillStyle = theme.line2
  for (const group of layout.groups) {
    for (const lane of group.lanes) if (!lane.goesOn) canvas.fillRect(0, lane.top + lane.height - 1, axis.width, 1)
  }
}

/** A group while it is drawn: what each lane says, undefined for one that is out of sight. */
const drawingOf = (lanes: readonly Lane[], box: GroupBox, shows: (box: Box) => boolean): Crossing => ({
  lanes,
  box,
  sayings: box.lanes.map((lane) => (shows(lane) ? { words: new Words(), rows: lane.rows } : undefined)),
})

/** Layer by layer and not group by group: two groups may share one place. */
function drawGroups(paint: Paint, drawings: readonly Crossing[], late: LateMarks, widthOf: WidthOf): void {
  const drawLanes = (order: readonly Drawn[]) => {
    for (const { lanes, box, sayings } of drawings)
      for (const [l, saying] of sayings.entries()) {
        const lane = lanes[l]
        if (lane && saying) drawTracks(paint, lane, box.lanes[l] as LaneBox, saying, order, late)
      }
  }
  drawLanes(UNDER)
  const sayArrows = drawings.map((drawing) => late.drawArrows?.(paint, drawing))
  drawLanes(OVER)
  for (const say of sayArrows) say?.()
  for (const { sayings } of drawings) for (const saying of sayings) if (saying) drawWords(paint, saying.words, widthOf)
}

type Drawn = (typeof UNDER | typeof OVER)[number]

function drawTracks(paint: Paint, lane: Lane, box: LaneBox, saying: Saying, order: readonly Drawn[], late: LateMarks) {
  for (const mark of order) {
    const drawMark = mark === 'density' ? late.drawStacks : mark === 'saw' ? late.drawSaws : draw[mark]
    for (const [i, track] of lane.tracks.entries())
      if (track.mark === mark) drawMark?.(paint, lane, track, box.tracks[i] as Box, saying)
  }
}

function drawWords({ canvas, theme }: Paint, words: Words, widthOf: WidthOf): void {
  canvas.textBaseline = 'middle'
  for (const { text, x, y, font, ink, isOver } of words.placed(widthOf)) {
    canvas.font = font
    if (isOver) {
      canvas.strokeStyle = theme.card
      canvas.lineWidth = HALO
      canvas.lineJoin = 'round'
      canvas.strokeText(text, x, y + 0.5)
    }
    canvas.fillStyle = ink
    canvas.fillText(text, x, y + 0.5)
  }
}

/** Between two groups, from one answer to the other; its words inside, else beside it. */
function drawRibbon(paint: Paint, ribbon: Ribbon, box: Box, widthOf: WidthOf): void {
  const { canvas, axis, theme } = paint
  const { view, width } = axis
  const inside = (at: number) => crisp(paint, Math.min(Math.max(axis.x(at), 0), width))
  const left = inside(ribbon.from)
  const right = Math.max(inside(ribbon.to), left + 2)
  canvas.fillStyle = theme.actSoft
  canvas.fillRect(left, box.top, right - left, box.height)
  canvas.fillStyle = theme.act
  if (ribbon.from >= view.from) canvas.fillRect(left, box.top, EDGE, box.height)
  if (ribbon.to <= view.to && !ribbon.open) canvas.fillRect(right - EDGE, box.top, EDGE, box.height)
  const common = { y: middle(box), rank: RANK.inside, ink: theme.act, texts: formsOf(ribbon.text) }
  const words = new Words()
  if (ribbon.parting !== undefined) {
    const flag = flagLeft(axis.x(ribbon.parting), width)
    words.keepClear(common.y, flag, flag + FLAG)
  }
  words.wish(theme.strongFont, [
    ...(['middle', 'start', 'end'] as const).map((align) => ({
      ...common,
      align,
      from: left + INSET,
      to: right - INSET,
    })),
    { ...common, align: 'end', from: 0, to: left - INSET },
    { ...common, align: 'start', from: right + INSET, to: width },
  ])
  drawWords(paint, words, widthOf)
}

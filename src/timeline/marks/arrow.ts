// Arrows between lanes: a message leaves the row of states of its sender and arrives at that of its receiver, as much later as it was on
// its way. One that was lost on the way ends half-way in a cross, and one that nobody took where it arrived.
//
// Thousands of them would be one dark cloth. The rarest are drawn first; what goes beyond so many in all is no arrow any more, but a line
// along the edge of its sender: the columns in which one leaves.

import { lowerBound, upperBound } from '../../base/search.ts'
import { type Lane, type Track, tones } from '../../lanes/lane.ts'
import { anyLost, eachSeen, loudestTone } from '../columns.ts'
import { type Course, courseOf, gone } from '../courses.ts'
import type { Box, GroupBox } from '../layout.ts'
import type { Theme } from '../theme.ts'
import { formsOf, RANK, type Rank, type Slot } from '../words.ts'
import { labelOf, type Paint, type Saying } from './mark.ts'

/** A group of lanes and what each of them says; undefined for one that is out of sight. */
export type Crossing = {
  readonly lanes: readonly Lane[]
  readonly box: GroupBox
  readonly sayings: readonly (Saying | undefined)[]
}

/** Draws them; the answer wishes for their words, once the lanes have wished for theirs. */
export type DrawArrows = (paint: Paint, crossing: Crossing) => () => void

/** Pixels that an arrow must have for itself, over all of a group, and in its own track. */
const ROOM = 4
const OWN_ROOM = 12
/** Nearer than this to the one before it in its track, only the line is drawn, and nearer than that nothing. */
const CROWDED = 6
const LEAST_APART = 2
const HALF_WAY = 0.5
const CROSS = 3
/** From a cross to the states of a lane. */
const CLEAR = 7
const HEAD = 6
const EDGE = 3
/** How far a node's message to itself hops. */
const HOP = 9
/** Half the height of a word, and from an arrow to its own. */
const HALF_WORD = 6
const INSET = 5

const SETTING = tones.indexOf('setting')
const HEALTHY = tones.indexOf('healthy')
const SEEKS = tones.indexOf('seeks')
const LEADS = tones.indexOf('leads')
const FAILED = tones.indexOf('failed')

/** Colours for lines as thin as these, and for words. */
const inkOf = (theme: Theme, tone: number): string =>
  tone === SETTING
    ? theme.act
    : tone === HEALTHY
      ? theme.good
      : tone === SEEKS
        ? theme.warn
        : tone === LEADS
          ? theme.leads
          : tone === FAILED
            ? theme.fail
            : theme.ink3

/** One track on its course, and how many of it the view shows. */
type Flight = {
  readonly lane: Lane
  readonly track: Track
  readonly course: Course
  readonly count: number
  /** It begins and ends in one lane. */
  readonly hops: boolean
}

/** The tracks that are drawn as arrows, the rarest first, and those that are too many. */
export function flightsOf(
  paint: Pick<Paint, 'axis'>,
  lanes: readonly Lane[],
  box: GroupBox,
): { readonly apart: Flight[]; readonly dense: Flight[] } {
  const { view, width } = paint.axis
  const flights: Flight[] = []
  for (const [l, lane] of lanes.entries())
    for (const track of lane.tracks) {
      if (track.mark !== 'arrow' || track.other === undefined) continue
      const course = courseOf(box, l, track.other)
      const first = lowerBound(track.from, view.from)
      const count = upperBound(track.from, view.to, first) - first
      if (course) flights.push({ lane, track, course, count, hops: track.other === l })
    }
  flights.sort((a, b) => a.count - b.count)
  let all = 0
  let apart = 0
  for (const { count } of flights) {
    all += count
    if (all * ROOM <= width && count * OWN_ROOM <= width) apart++
  }
  return { apart: flights.slice(0, apart), dense: flights.slice(apart) }
}

export const drawArrows: DrawArrows = (paint, { lanes, box, sayings }) => {
  const { apart, dense } = flightsOf(paint, lanes, box)
  for (const [top, flights] of byEdge(dense)) drawEdge(paint, flights, top)
  const strokes = new Strokes(box)
  const wishes: (() => void)[] = []
  for (const flight of apart) drawFlight(paint, flight, { lanes, box, sayings }, strokes, wishes)
  strokes.draw(paint)
  return () => {
    for (const wish of wishes) wish()
  }
}

/** The columns in which one leaves, along one edge of their sender's states. */
function drawEdge({ canvas, axis, theme, piles }: Paint, flights: readonly Flight[], top: number): void {
  piles.begin(axis.columns.length - 1)
  for (const { track } of flights) {
    const pile = (first: number, end: number, x: number) =>
      piles.add(x, anyLost(track, first, end) ? theme.fail : inkOf(theme, loudestTone(track, first, end)))
    eachSeen(track, axis, {
      one: (i) => {
        const x = Math.floor(axis.x(track.from[i] as number))
        if (x >= 0) pile(i, i + 1, x)
      },
      pile,
    })
  }
  canvas.globalAlpha = 0.55
  piles.draw(canvas, { top, height: EDGE })
  canvas.globalAlpha = 1
}

/** By the edge that they leave from. */
function byEdge(flights: readonly Flight[]): Map<number, Flight[]> {
  const edges = new Map<number, Flight[]>()
  for (const flight of flights) {
    const { startY, endY } = flight.course
    const top = endY > startY ? startY : startY - EDGE
    const known = edges.get(top)
    if (known) known.push(flight)
    else edges.set(top, [flight])
  }
  return edges
}

/** An arrow as it is drawn. */
type Ends = {
  readonly startX: number
  readonly endX: number
  readonly course: Course
  /** The part of its way that it goes. */
  readonly part: number
}

function drawFlight(
  { axis, theme }: Paint,
  { lane, track, course, hops }: Flight,
  crossing: Crossing,
  strokes: Strokes,
  wishes: (() => void)[],
): void {
  const halfWay = halfWayOf(course, crossing.box)
  let lastWhole = Number.NEGATIVE_INFINITY
  let lastLine = Number.NEGATIVE_INFINITY
  /** What is said once is known, and what goes on all the time is named by its first. */
  const said = new Set<number>()
  const named = new Set<number>()
  const draw = (i: number, lost: number) => {
    const startX = axis.x(track.from[i] as number)
    if (startX - lastLine < LEAST_APART) return
    lastLine = startX
    const crowded = startX - lastWhole < CROWDED
    if (!crowded) lastWhole = startX
    const ends = { startX, endX: axis.x(track.to[i] as number), course, part: lost === 1 ? halfWay : 1 }
    const tone = track.tone[i] as number
    strokes.add(inkOf(theme, tone), ends, { lost: lost > 0, crowded, hops, quiet: isQuiet(tone) })
    if (hops) return
    keepClear(crossing, ends)
    const label = track.label[i] as number
    if (crowded || said.has(label) || (lost === 0 && ROUTINE.has(tone) && named.has(tone))) return
    if (startX >= 0) {
      said.add(label)
      named.add(tone)
    }
    wishes.push(() =>
      wish(crossing, ends, labelOf(lane, track, i), {
        rank: rankOf(tone, lost),
        tone,
        lost: lost > 0,
        theme,
        width: axis.width,
      }),
    )
  }
  eachSeen(track, axis, {
    one: (i) => draw(i, track.lost[i] as number),
    // One arrow stands for all that leave in its pixel.
    pile: (first, end) => draw(first, anyLost(track, first, end) ? 1 : 0),
  })
}

/** Half of a way, or a little less where that would lie behind the states of a lane between. */
function halfWayOf(course: Course, { lanes }: GroupBox): number {
  const { startY, endY } = course
  const y = startY + (endY - startY) * HALF_WAY
  const behind = lanes.find(({ states }) => y > states.top - CLEAR && y < states.top + states.height + CLEAR)
  if (!behind) return HALF_WAY
  const { top, height } = behind.states
  return gone(course, endY > startY ? top - CLEAR : top + height + CLEAR)
}

const ROUTINE = new Set([SETTING, HEALTHY, tones.indexOf('plain')])

/** What changes nothing by itself is dashed. */
const isQuiet = (tone: number): boolean => ![SETTING, HEALTHY, SEEKS, LEADS, FAILED].includes(tone)

/** What changes nothing is said last. */
const rankOf = (tone: number, lost: number): Rank =>
  lost > 0 || tone === FAILED ? RANK.moment : isQuiet(tone) ? RANK.standing : RANK.beside

/** No word lies over it in the lanes that it crosses. */
function keepClear({ box, sayings }: Crossing, ends: Ends): void {
  const { startY, endY } = ends.course
  const [top, bottom] = startY < endY ? [startY, endY] : [endY, startY]
  const slope = Math.abs((ends.endX - ends.startX) / (endY - startY))
  for (const [i, { heights, top: laneTop, height }] of box.lanes.entries()) {
    if (laneTop > bottom || laneTop + height < top) continue
    for (const y of heights) {
      const share = gone(ends.course, y)
      if (share < 0 || share > ends.part) continue
      const x = ends.startX + (ends.endX - ends.startX) * share
      sayings[i]?.words.cross(y, x - slope * HALF_WORD - 1, x + slope * HALF_WORD + 1)
    }
  }
}

type Manner = {
  readonly rank: Rank
  readonly tone: number
  readonly lost: boolean
  readonly theme: Theme
  readonly width: number
}

/** Beside it in the first gap that it crosses, on either side. */
function wish({ box, sayings }: Crossing, ends: Ends, text: string, { rank, tone, lost, theme, width }: Manner): void {
  const { words } = sayings[ends.course.air] ?? {}
  if (!words) return
  const slope = Math.abs((ends.endX - ends.startX) / (ends.course.endY - ends.course.startY))
  const aside = slope * HALF_WORD + INSET + 2
  // Of a loss all or nothing is said: what was lost is the point. And of a refusal, its error.
  const texts = lost ? [text] : tone === FAILED ? [text, text.split(' · ')[1] ?? text] : formsOf(text)
  const common = { rank, ink: inkOf(theme, tone), texts }
  const slots = (box.lanes[ends.course.air]?.air ?? []).flatMap((y): Slot[] => {
    const share = gone(ends.course, y)
    if (share < 0 || share > 1) return []
    const x = ends.startX + (ends.endX - ends.startX) * Math.min(share, ends.part)
    return [
      { ...common, y, from: x + aside, to: width, align: 'start' },
      { ...common, y, from: 0, to: x - aside, align: 'end' },
    ]
  })
  // Words of votes are many where many stand for election: they give way to what they would lie over.
  const over = tone === SEEKS && !lost ? [] : slots.map((slot) => ({ ...slot, over: true }))
  words.wish(ROUTINE.has(tone) && !lost ? theme.quietFont : theme.strongFont, [...slots, ...over])
}

type Traits = { readonly lost: boolean; readonly crowded: boolean; readonly hops: boolean; readonly quiet: boolean }
type Pens = { readonly lines: Path2D; readonly crowd: Path2D; readonly heads: Path2D; quiet: boolean }

/** All arrows of one colour in three paths, and all crosses in one: a call costs more than a line. */
class Strokes {
  private readonly pens = new Map<string, Pens>()
  private readonly crosses = new Path2D()

  constructor(private readonly box: Box) {}

  add(ink: string, { startX, endX, course, part }: Ends, { lost, crowded, hops, quiet }: Traits): void {
    const pens = this.penOf(ink, quiet)
    const { startY, endY } = course
    const x = startX + (endX - startX) * part
    const y = startY + (endY - startY) * part
    const line = crowded ? pens.crowd : pens.lines
    line.moveTo(startX, startY)
    if (hops) line.lineTo((startX + endX) / 2, startY + HOP)
    line.lineTo(x, y)
    if (crowded && !lost) return
    if (lost) addCross(this.crosses, x, part === 1 ? y - Math.sign(endY - startY) * CROSS : y)
    else if (hops) addHead(pens.heads, (startX + endX) / 2, startY + HOP, x, y)
    else addHead(pens.heads, startX, startY, x, y)
  }

  draw({ canvas, axis, theme }: Paint): void {
    canvas.save()
    canvas.beginPath()
    canvas.rect(0, this.box.top, axis.width, this.box.height)
    canvas.clip()
    for (const [ink, { lines, crowd, heads, quiet }] of this.pens) {
      canvas.strokeStyle = ink
      canvas.lineWidth = 0.75
      canvas.globalAlpha = 0.7
      canvas.stroke(crowd)
      canvas.globalAlpha = 1
      canvas.lineWidth = 1.25
      canvas.setLineDash(quiet ? [4, 2] : [])
      canvas.stroke(lines)
      canvas.setLineDash([])
      canvas.fillStyle = ink
      canvas.fill(heads)
    }
    canvas.strokeStyle = theme.fail
    canvas.lineWidth = 1.8
    canvas.stroke(this.crosses)
    canvas.restore()
  }

  private penOf(ink: string, quiet: boolean): Pens {
    const pens = this.pens.get(ink) ?? { lines: new Path2D(), crowd: new Path2D(), heads: new Path2D(), quiet }
    this.pens.set(ink, pens)
    return pens
  }
}

function addCross(path: Path2D, x: number, y: number): void {
  path.moveTo(x - CROSS, y - CROSS)
  path.lineTo(x + CROSS, y + CROSS)
  path.moveTo(x + CROSS, y - CROSS)
  path.lineTo(x - CROSS, y + CROSS)
}

function addHead(path: Path2D, startX: number, startY: number, x: number, y: number): void {
  const angle = Math.atan2(y - startY, x - startX)
  path.moveTo(x, y)
  for (const turn of [-0.38, 0.38]) path.lineTo(x - HEAD * Math.cos(angle + turn), y - HEAD * Math.sin(angle + turn))
  path.closePath()
}

// What the visitor marks on the axis, to measure it, to play it round and round, and to zoom into it; and the way back out.

import { between, type Range, sameRange } from '../base/range.ts'
import { lab, setLab } from './lab.ts'
import { brushIn, cursorIn, look, rangeIn } from './looking.ts'

/** Marks a stretch; undefined: none. */
export const mark = (brush: Range | undefined): void => setLab({ brush })

/** Lets the marked stretch begin at the cursor. Where none is marked, or it ended before, it reaches to the end of the view. */
export function markFromCursor(): void {
  const { run } = lab()
  if (run === undefined) return
  const cursor = cursorIn(lab())
  const end = brushIn(lab())?.to ?? cursor
  const to = end > cursor ? end : beyond(rangeIn(lab()).to, cursor, run.scenario.until)
  mark(between(cursor, to, run.scenario.until))
}

/** Lets the marked stretch end at the cursor. Where none is marked, or it began later, it begins where the view does. */
export function markToCursor(): void {
  const { run } = lab()
  if (run === undefined) return
  const cursor = cursorIn(lab())
  const start = brushIn(lab())?.from ?? cursor
  const from = start < cursor ? start : beyond(rangeIn(lab()).from, cursor, 0)
  mark(between(from, cursor, run.scenario.until))
}

/** An edge of the view, or the end of the run where the cursor lies at or beyond that edge. */
const beyond = (edge: number, cursor: number, end: number): number =>
  Math.sign(edge - cursor) === Math.sign(end - cursor) ? edge : end

/** Marks the middle half of what is in view: a start for fingers, which then drag its ends. */
export function markMiddle(): void {
  const { run } = lab()
  const { from, to } = rangeIn(lab())
  const quarter = (to - from) / 4
  if (run !== undefined) mark(between(from + quarter, to - quarter, run.scenario.until))
}

/** Whether the view shows something else than the marked stretch. */
export const canZoomIn = (): boolean => {
  const brush = brushIn(lab())
  return brush !== undefined && !sameRange(brush, rangeIn(lab()))
}

/** Shows the marked stretch alone, and remembers it for the way back out. */
export function zoomIntoMarked(): void {
  const brush = brushIn(lab())
  if (brush === undefined || !canZoomIn()) return
  const around = lab().trail.filter(({ from, to }) => from <= brush.from && to >= brush.to)
  look(brush)
  setLab({ trail: sameRange(around.at(-1), brush) ? around : [...around, brush] })
}

/** Back to the n-th of the stretches that were zoomed into, counted from 1; 0: the whole run. */
export function goOutTo(nth: number): void {
  const { trail } = lab()
  look(trail[nth - 1])
  setLab({ trail: trail.slice(0, nth) })
}

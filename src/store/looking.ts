// Where the visitor looks: the part of the run in view, the one cursor, the selected row. None of it changes a run.

import { CLOSE, DRAW, DROPPED, KERNEL_TIMEOUT, POLL, REFUSED } from '../trace/kinds.ts'
import { atOf, firstRowFrom, kindOf, type Trace } from '../trace/trace.ts'
import { type Lab, lab, type Place, type Range, type Run, setLab } from './lab.ts'

/** Rows that tell of the client's habits and not of an event. */
export const isQuiet = (kind: number): boolean => kind === POLL || kind === DRAW

const openings = new WeakMap<Run, Place>()

/** The row that a reader should see first: where the last variant's client first lets a connection go, else how its run begins. */
function opening(run: Run): Place {
  const known = openings.get(run)
  if (known !== undefined) return known
  const variant = run.answers.length - 1
  const trace = run.answers[variant]?.trace
  const place = { variant, row: trace === undefined ? 0 : firstLoss(trace) }
  openings.set(run, place)
  return place
}

/** Later rows than these do not open a run. */
const OPENING_ROWS = 20_000

/** The row that ended an attempt, whoever did it. */
const ends: readonly number[] = [CLOSE, KERNEL_TIMEOUT, REFUSED, DROPPED]

function firstLoss(trace: Trace): number {
  for (let row = 0; row < Math.min(trace.rows, OPENING_ROWS); row++) if (ends.includes(kindOf(trace, row))) return row
  return 0
}

/** The selected row: chosen, or the one that opens the run. */
export const selectedIn = ({ run, selected }: Pick<Lab, 'run' | 'selected'>): Place | undefined =>
  selected ?? (run && opening(run))

/** The instant of the one cursor. */
export function cursorIn(state: Pick<Lab, 'run' | 'selected' | 'playhead'>): number {
  const { run, playhead } = state
  if (run === undefined) return 0
  if (playhead !== undefined) return Math.min(playhead, run.scenario.until)
  const place = selectedIn(state)
  const trace = place && run.answers[place.variant]?.trace
  return place !== undefined && trace !== undefined && place.row < trace.rows ? atOf(trace, place.row) : 0
}

/** What the timelines show: what was chosen, as far as it lies within the run. */
export function rangeIn({ run, range }: Pick<Lab, 'run' | 'range'>): Range {
  const until = run?.scenario.until ?? 1
  if (range === undefined || range.from >= until) return { from: 0, to: until }
  return range.to > until ? { from: range.from, to: until } : range
}

/** Selects a row; the cursor goes to it, or to another instant that it is drawn at. */
export const select = (variant: number, row: number, at?: number): void =>
  setLab({ selected: { variant, row }, playhead: at, playing: false })

/** Moves the cursor; the selection follows to the last event of its variant until then. */
export function seek(at: number): void {
  const { run } = lab()
  if (run === undefined) return
  const playhead = Math.min(Math.max(Math.round(at), 0), run.scenario.until)
  const variant = selectedIn(lab())?.variant ?? 0
  const trace = run.answers[variant]?.trace
  const row = trace && lastEvent(trace, playhead)
  setLab({ playhead, ...(row !== undefined && { selected: placed(variant, row) }) })
}

/** The same object for the same place, so that panels do not draw again while the cursor moves between two rows. */
function placed(variant: number, row: number): Place {
  const now = lab().selected
  return now?.variant === variant && now.row === row ? now : { variant, row }
}

/** The last telling row at or before an instant, undefined before the first. */
export function lastEvent(trace: Trace, at: number): number | undefined {
  let row = firstRowFrom(trace, at + 1) - 1
  while (row >= 0 && isQuiet(kindOf(trace, row))) row--
  return row < 0 ? undefined : row
}

/** Shows a part of the run; undefined: all of it. */
export const look = (range: Range | undefined): void => setLab({ range })

export const switchAxis = (): void => setLab({ axis: lab().axis === 'elastic' ? 'linear' : 'elastic' })

/** Fixed paces, in ms of a viewer's time for a second of the run, by 1, 2 and 5. */
export const paces: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]

export const setPace = (pace: number): void => setLab({ pace })

/** Starts or stops playing; at the end it begins anew. */
export function playOrPause(): void {
  const { playing, run } = lab()
  if (run === undefined) return
  if (playing) return setLab({ playing: false })
  if (cursorIn(lab()) >= run.scenario.until) seek(0)
  setLab({ playing: true })
  requestAnimationFrame((now) => playFrom(now, cursorIn(lab()), now))
}

/** One frame of playing. The fraction of a millisecond that the cursor cannot show is kept. */
function playFrom(before: number, last: number, now: number): void {
  const { playing, pace, run } = lab()
  if (!playing || run === undefined) return
  // Whoever took the cursor elsewhere in the meantime is followed.
  const cursor = cursorIn(lab())
  const at = Math.abs(cursor - last) > 1 ? cursor : last
  const next = at + ((now - before) * 1000) / pace
  const over = next >= run.scenario.until
  seek(next)
  if (over) return setLab({ playing: false })
  requestAnimationFrame((later) => playFrom(now, next, later))
}

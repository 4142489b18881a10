// Where the visitor looks: the part of the run in view, the one cursor, the selected row. None of it changes a run.

import { partWithin } from '../base/range.ts'
import { recordsRow, sendRow } from '../findings/headline.ts'
import { wordAt } from '../findings/names.ts'
import { tellingOf, tellingRow } from '../findings/partitionOpening.ts'
import { stepOfInstant } from '../findings/partitionRun.ts'
import type { Opens } from '../findings/quorumOpens.ts'
import { countBefore, tellingRows } from '../findings/telling.ts'
import { asksOfSends } from '../scenario/sends.ts'
import { CLOSE, DROPPED, KERNEL_TIMEOUT, REFUSED } from '../trace/kinds.ts'
import { BATCH } from '../trace/producerKinds.ts'
import { atOf, kindOf, type Trace } from '../trace/trace.ts'
import { type Lab, lab, type Overlay, type Place, type Range, type Run, setLab } from './lab.ts'

const openings = new WeakMap<Run, Place>()

/**
 * The row that a reader should see first, of the last variant: where its client first lets a connection go; where it lets none go, where a
 * batch first fails or has to be sent again, else where the last record is done; else how its run begins. Where memory may be full, which
 * send() first fails for it, or waits. Of a quorum and of a partition, in whichever variant it is, what tells most.
 */
function opening(run: Run): Place {
  const known = openings.get(run)
  if (known !== undefined) return known
  const ofPartition = run.scenario.lab === 'replication' && tellingRow(run.answers.map(({ trace }) => trace))
  const [ofQuorum] = tellingVariants(run)
  const place = ofPartition || (ofQuorum && { variant: ofQuorum.variant, row: ofQuorum.opens.row }) || ofLast(run)
  openings.set(run, place)
  return place
}

type TellingVariant = { readonly variant: number; readonly opens: Opens }

/** The variants of quorums that tell most, that where it comes first before the others; empty: the question is about none. */
function tellingVariants({ answers }: Run): TellingVariant[] {
  const all = answers.flatMap(({ opens }, variant) => (opens ? [{ variant, opens }] : []))
  const rank = Math.max(...all.map(({ opens }) => opens.rank))
  return all.filter(({ opens }) => opens.rank === rank).sort((a, b) => a.opens.at - b.opens.at)
}

/** The part of a run that shows what to see first, in each variant that has it where there is room; undefined: all of it. */
export function openingRange(run: Run): Range | undefined {
  const { until } = run.scenario
  const [first, ...others] = tellingVariants(run).map(({ opens }) => opens)
  if (first === undefined) return undefined
  const all = [first, ...others]
  const from = Math.min(...all.map((opens) => opens.from))
  const to = Math.max(...all.map((opens) => opens.to))
  const part = to - from < until * MOST_OPENED ? { from, to } : { from: first.from, to: first.to }
  return part.to - part.from < until * MOST_OPENED ? part : undefined
}

/** A part that is longer, of all of a run, is no part. */
const MOST_OPENED = 0.6

function ofLast(run: Run): Place {
  const variant = run.answers.length - 1
  const trace = run.answers[variant]?.trace
  return { variant, row: trace === undefined ? 0 : firstToSee(trace, run) }
}

/** Later rows than these do not open a run. */
const OPENING_ROWS = 20_000

/** The row that ended an attempt, whoever did it. */
const ends: readonly number[] = [CLOSE, KERNEL_TIMEOUT, REFUSED, DROPPED]

/** What a batch comes to that is not done at its first attempt. */
const setbacks: readonly unknown[] = ['RETRYING', 'FAILED', 'ABORTED']

function firstToSee(trace: Trace, { scenario }: Run): number {
  const ofSend = asksOfSends(scenario) ? sendRow(trace) : -1
  if (ofSend >= 0) return ofSend
  const lost = firstWhere(trace, (row) => ends.includes(kindOf(trace, row)))
  if (lost >= 0) return lost
  const setBack = firstWhere(trace, (row) => kindOf(trace, row) === BATCH && setbacks.includes(wordAt(trace, row, 2)))
  return setBack >= 0 ? setBack : Math.max(recordsRow(trace), 0)
}

/** The first such row of those that may open a run, -1 where none is. */
function firstWhere(trace: Trace, isSuch: (row: number) => boolean): number {
  for (let row = 0; row < Math.min(trace.rows, OPENING_ROWS); row++) if (isSuch(row)) return row
  return -1
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
  return (range && partWithin(range, until)) ?? { from: 0, to: until }
}

/** What is marked, as far as it lies within the run. */
export const brushIn = ({ run, brush }: Pick<Lab, 'run' | 'brush'>): Range | undefined =>
  run && brush && partWithin(brush, run.scenario.until)

/** The two variants that are overlaid, where the run has both. */
export const overlayIn = ({ run, overlay }: Pick<Lab, 'run' | 'overlay'>): Overlay | undefined =>
  overlay && run && overlay[0] !== overlay[1] && Math.max(...overlay) < run.answers.length ? overlay : undefined

/** Selects a row; the cursor goes to it. */
export const select = (variant: number, row: number): void =>
  setLab({ selected: { variant, row }, playhead: undefined, playing: false })

/** Moves the cursor; the selection follows to the last event of its variant until then, of a partition to what tells of its step. */
export function seek(at: number): void {
  const { run } = lab()
  if (run === undefined) return
  const playhead = Math.min(Math.max(Math.round(at), 0), run.scenario.until)
  const variant = selectedIn(lab())?.variant ?? 0
  const place = (run.scenario.lab === 'replication' && ofStep(run, playhead, variant)) || lastOf(run, playhead, variant)
  setLab({ playhead, ...(place && { selected: placed(place.variant, place.row) }) })
}

/** What tells of the step at an instant. */
const ofStep = (run: Run, at: number, variant: number): Place | undefined =>
  tellingOf(
    run.answers.map(({ trace }) => trace),
    stepOfInstant(at),
    variant,
  )

function lastOf(run: Run, at: number, variant: number): Place | undefined {
  const trace = run.answers[variant]?.trace
  const row = trace && lastEvent(trace, at)
  return row === undefined ? undefined : { variant, row }
}

/** The same object for the same place, so that panels do not draw again while the cursor moves between two rows. */
function placed(variant: number, row: number): Place {
  const now = lab().selected
  return now?.variant === variant && now.row === row ? now : { variant, row }
}

/** The last telling row at or before an instant, undefined before the first. */
export function lastEvent(trace: Trace, at: number): number | undefined {
  const rows = tellingRows(trace)
  return rows[countBefore(trace, rows, at + 1) - 1]
}

/** Shows a part of the run; undefined: all of it. From the whole run no way leads further out. */
export function look(range: Range | undefined): void {
  const until = lab().run?.scenario.until ?? 0
  const isWhole = range === undefined || (range.from <= 0 && range.to >= until)
  setLab(isWhole ? { range: undefined, trail: [] } : { range })
}

export const switchAxis = (): void => setLab({ axis: lab().axis === 'elastic' ? 'linear' : 'elastic' })

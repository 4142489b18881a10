// From event to event, in the order of the list: by instant, then variant by variant, then by row. What stands on the screen after a
// step is the event itself, at its own instant; a span of the picture is met where it began and where it ended.

import { isQuiet } from '../findings/telling.ts'
import { lab, type Place } from '../store/lab.ts'
import { cursorIn, select, selectedIn } from '../store/looking.ts'
import { atOf, firstRowFrom, kindOf, subjectOf, type Trace } from '../trace/trace.ts'

type Direction = 1 | -1

/** Goes to the next (1) or previous (-1) event, of all variants or along the lane of the selected row; stays where there is none. */
export function stepBy(direction: Direction, alongLane = false): void {
  const state = lab()
  const place = selectedIn(state)
  if (state.run === undefined || place === undefined) return
  const at = cursorIn(state)
  const traces = state.run.answers.map(({ trace }) => trace)
  const passes = alongLane ? alikeIn(traces[place.variant], place.row) : isEvent
  const found = traces.flatMap((trace, variant) => {
    if (alongLane && variant !== place.variant) return []
    const first = firstBeyond(trace, variant, place, at, direction)
    const row = nearest(trace, first, direction, passes)
    return row === undefined ? [] : [{ variant, row, at: atOf(trace, row) }]
  })
  // Of one instant, upper variants come first: forward the first of the earliest is meant, backward the last of the latest.
  const next = found.reduce<(typeof found)[number] | undefined>((best, each) => {
    if (best === undefined) return each
    return direction > 0 ? (each.at < best.at ? each : best) : each.at >= best.at ? each : best
  }, undefined)
  if (next) select(next.variant, next.row)
}

type Passes = (trace: Trace, row: number) => boolean

const isEvent: Passes = (trace, row) => !isQuiet(kindOf(trace, row))

/** Whether a row is of the same lane: of the same name, as a node may have several addresses; from a poll or a draw to the next of its kind. */
function alikeIn(trace: Trace | undefined, of: number): Passes {
  if (trace === undefined || of >= trace.rows) return isEvent
  const kind = kindOf(trace, of)
  const name = nameOf(trace, of)
  return (other, row) =>
    (isQuiet(kind) ? kindOf(other, row) === kind : isEvent(other, row)) && nameOf(other, row) === name
}

const nameOf = (trace: Trace, row: number): string | undefined => trace.subjects[subjectOf(trace, row)]?.name

/** The first row of a variant that lies beyond where one stands: at an instant, on a row. */
function firstBeyond(trace: Trace, variant: number, place: Place, at: number, direction: Direction): number {
  const own = variant === place.variant
  if (own && place.row < trace.rows && atOf(trace, place.row) === at) return place.row + direction
  // Between two events the selected row lies behind: nothing of its variant happens here.
  const passed = own ? direction < 0 : variant < place.variant
  const next = firstRowFrom(trace, passed ? at + 1 : at)
  return direction > 0 ? next : next - 1
}

function nearest(trace: Trace, first: number, direction: Direction, passes: Passes): number | undefined {
  for (let row = first; row >= 0 && row < trace.rows; row += direction) if (passes(trace, row)) return row
  return undefined
}

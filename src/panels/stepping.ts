// From event to event, by the marks of the picture.

import { lab, type Run } from '../store/lab.ts'
import { cursorIn, select, selectedIn } from '../store/looking.ts'
import { type Place, spotOf, step } from '../timeline/hit.ts'
import { atOf } from '../trace/trace.ts'

const groupsOf = (run: Run) => run.answers.map(({ group }) => group)

/** Where one stands: on the selected row while the cursor is at it, else between rows. */
function here(run: Run): Place {
  const at = cursorIn(lab())
  const place = selectedIn(lab())
  const trace = place && run.answers[place.variant]?.trace
  const onRow = place && trace && place.row < trace.rows && atOf(trace, place.row) === at
  return onRow ? { at, group: place.variant, row: place.row } : { at, group: -1, row: -1 }
}

/** Goes to the next (1) or previous (-1) mark, over all lanes or along the lane of the selected row. */
export function stepBy(direction: 1 | -1, alongLane = false): void {
  const { run } = lab()
  if (run === undefined) return
  const groups = groupsOf(run)
  const place = selectedIn(lab())
  const spot = alongLane && place ? spotOf(groups, place.variant, place.row) : undefined
  const found = step(groups, here(run), direction, spot)
  if (found) select(found.group, found.row)
}

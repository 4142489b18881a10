// From event to event, by the marks of the picture.

import { lab } from '../store/lab.ts'
import { cursorIn, select, selectedIn } from '../store/looking.ts'
import { groupsIn } from '../store/shownLanes.ts'
import { atOfSpot, type Place, spotOf, step } from '../timeline/hit.ts'

/** Where one stands: at the cursor, on the selected row. */
function here(): Place {
  const place = selectedIn(lab())
  return { at: cursorIn(lab()), group: place?.variant ?? -1, row: place?.row ?? -1 }
}

/** Goes to the next (1) or previous (-1) mark, over all lanes or along the lane of the selected row. */
export function stepBy(direction: 1 | -1, alongLane = false): void {
  const groups = groupsIn(lab())
  const place = selectedIn(lab())
  const spot = alongLane && place ? spotOf(groups, place.variant, place.row) : undefined
  const found = step(groups, here(), direction, spot)
  // A row may be drawn twice, as a backoff and as what comes after it: the cursor goes to the mark, not to the row.
  if (found) select(found.group, found.row, atOfSpot(groups, found))
}

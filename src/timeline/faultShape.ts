// A fault's stretch of time as hands change it, and what of it lies under a pointer.

/** From `at` to `until`, in ms; undefined: for ever. */
export type Shape = { readonly at: number; readonly until: number | undefined }

/** What of a fault is held: all of it, or one end. */
export type Part = 'whole' | 'start' | 'end'

/** The instant at which a part is held; `end`: of the run. */
export const edgeOf = ({ at, until }: Shape, part: Part, end: number): number =>
  part === 'end' ? Math.min(until ?? end, end) : at

/**
 * A fault with a part of it put to another instant: its start for the whole. Nothing begins before 0 or at the end of the run, and at
 * the end of the run a fault that is pulled there becomes one without an end.
 */
export function reshaped({ at, until }: Shape, part: Part, to: number, end: number): Shape {
  if (part === 'end') return { at, until: to >= end ? undefined : Math.max(to, at + 1) }
  const latest = part === 'start' && until !== undefined ? Math.min(until, end) : end
  const start = Math.max(0, Math.min(to, latest - 1))
  return { at: start, until: part === 'whole' && until !== undefined ? until + start - at : until }
}

/** A fault's band on the screen: pixels of the plot. An edge that the view does not show cannot be held. */
export type BandBox = {
  readonly left: number
  readonly right: number
  readonly start: boolean
  readonly end: boolean
  /** The whole of it can be held. */
  readonly whole: boolean
}

/** An edge can be held this far about it. */
const HOLD = 24
/** At most this share of a band belongs to each of its ends, so that a narrow one can be held as a whole. */
const SHARE = 0.25

/** The part of a band under a pixel and how far its edge is; undefined: none. */
function partOf({ left, right, start, end, whole }: BandBox, x: number): { part: Part; away: number } | undefined {
  const inner = Math.min(HOLD / 2, (right - left) * SHARE)
  const outer = HOLD - inner
  if (start && x >= left - outer && x <= left + inner) return { part: 'start', away: Math.abs(x - left) }
  if (end && x >= right - inner && x <= right + outer) return { part: 'end', away: Math.abs(x - right) }
  return whole && x >= left && x <= right ? { part: 'whole', away: HOLD + (right - left) } : undefined
}

/** Of some bands in one lane the one that is held at a pixel: the nearest edge, else the narrowest band; the first of equal ones. */
export function heldAt(
  boxes: readonly BandBox[],
  x: number,
): { readonly index: number; readonly part: Part } | undefined {
  let best: { index: number; part: Part } | undefined
  let least = Number.POSITIVE_INFINITY
  for (const [index, box] of boxes.entries()) {
    const found = partOf(box, x)
    if (!found || found.away >= least) continue
    least = found.away
    best = { index, part: found.part }
  }
  return best
}

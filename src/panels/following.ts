// While playing in a view of a part of the run, the view goes along with the playhead.

import { useLab } from '../store/lab.ts'
import { cursorIn, look } from '../store/looking.ts'
import type { Axis } from '../timeline/axis.ts'
import type { TimelineHandle } from '../timeline/Timeline.tsx'
import { bring } from '../timeline/view.ts'

/** The playhead runs up to here; from then on the picture moves under it. */
const LEADING = 0.75
/** Where the playhead comes back to when it jumped, or when the picture goes on by a page. */
const START = 0.1

/**
 * Follows until the answer is called. Who pans the playhead out of sight while it plays is not dragged back; it is followed again when
 * it comes into view.
 */
export function followPlayhead(picture: TimelineHandle): () => void {
  return useLab.subscribe((now, before) => {
    if (!now.playing || now.range === undefined) return
    const at = cursorIn(now)
    const was = before.playing ? cursorIn(before) : undefined
    if (at === was) return
    const axis = picture.axis()
    const share = shareFor(axis, at, was)
    if (share !== undefined) look(bring(axis, at, share))
  })
}

/** The share of the width at which the playhead should stand; undefined: where it stands. `was`: undefined when playing begins. */
export function shareFor(axis: Axis, at: number, was: number | undefined): number | undefined {
  const { from, to } = axis.view
  const inView = (instant: number) => instant >= from && instant <= to
  if (was === undefined) return inView(at) ? undefined : START
  if (!inView(was)) return undefined
  if (!inView(at)) return at < was || isStill() ? START : LEADING
  return !isStill() && at > was && axis.x(at) > LEADING * axis.width ? LEADING : undefined
}

const isStill = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

// In a view of a part of the run, the view goes along with the playhead while it plays, and comes to whatever is chosen elsewhere; so do
// the lanes, from top to bottom, whatever the view. Who scrolls or drags by hand is let alone until the next choice.

import { useLab } from '../store/lab.ts'
import { cursorIn, look } from '../store/looking.ts'
import type { Axis } from '../timeline/axis.ts'
import type { TimelineHandle } from '../timeline/Timeline.tsx'
import { bring } from '../timeline/view.ts'
import { showSelected } from './viewing.ts'

/** The playhead runs up to here; from then on the picture moves under it. */
const LEADING = 0.75
/** Where the playhead comes back to when it jumped, or when the picture goes on by a page. */
const START = 0.1

/** Follows until the answer is called. */
export function followPlayhead(picture: TimelineHandle): () => void {
  const ending = new AbortController()
  // What is dragged stays under the pointer.
  let held = false
  const holds = (now: boolean) => () => {
    held = now
  }
  for (const [event, now] of [
    ['pointerdown', true],
    ['pointerup', false],
    ['pointercancel', false],
  ] as const) {
    window.addEventListener(event, holds(now), { capture: true, signal: ending.signal })
  }
  const stop = useLab.subscribe((now, before) => {
    if (now.run !== before.run) return
    const chosen = !held && !now.playing && now.selected !== before.selected
    // Where the playhead was moved, the selection only follows it.
    if (chosen && now.playhead === undefined) showSelected(picture)
    if (now.range === undefined || now.range !== before.range) return
    const at = cursorIn(now)
    if (now.playing) goAlong(picture, at, before.playing ? cursorIn(before) : undefined)
    else if (chosen && !before.playing) showInstant(picture, at)
  })
  return () => {
    stop()
    ending.abort()
  }
}

/** A step, a find or a link within the page led to an instant out of sight: it comes into the middle. */
function showInstant(picture: TimelineHandle, at: number): void {
  const axis = picture.axis()
  if (at < axis.view.from || at > axis.view.to) look(bring(axis, at, 0.5))
}

function goAlong(picture: TimelineHandle, at: number, was: number | undefined): void {
  if (at === was) return
  const axis = picture.axis()
  const share = shareFor(axis, at, was)
  if (share !== undefined) look(bring(axis, at, share))
}

/**
 * The share of the width at which a playhead that plays should stand; undefined: where it stands. `was`: undefined when playing begins.
 * Who pans it out of sight while it plays is not dragged back; it is followed again when it comes into view.
 */
export function shareFor(axis: Axis, at: number, was: number | undefined): number | undefined {
  const { from, to } = axis.view
  const inView = (instant: number) => instant >= from && instant <= to
  if (was === undefined) return inView(at) ? undefined : START
  if (!inView(was)) return undefined
  if (!inView(at)) return at < was || isStill() ? START : LEADING
  return !isStill() && at > was && axis.x(at) > LEADING * axis.width ? LEADING : undefined
}

const isStill = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

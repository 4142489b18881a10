// Zoom, pan, fit and centre by buttons and keys. They go through the picture's own axis, so that folds stay what they are.

import { lab } from '../store/lab.ts'
import { cursorIn, look, selectedIn } from '../store/looking.ts'
import type { TimelineHandle } from '../timeline/Timeline.tsx'
import { centre, pan, zoomAt } from '../timeline/view.ts'

let picture: TimelineHandle | undefined

/** The picture that keys and buttons speak to; the answer lets go of it. */
export function holdPicture(handle: TimelineHandle | undefined): () => void {
  picture = handle
  return () => {
    picture = undefined
  }
}

/** Scrolls to the mark of what is selected. `jumps`: before the frame is drawn, as when a question opens. */
export function showSelected(shown: TimelineHandle, jumps = false): void {
  const place = selectedIn(lab())
  if (place) shown.reveal({ group: place.variant, row: place.row }, jumps)
}

/** In for a factor below 1, out above it; about the cursor where that is in view, else about the middle. */
export function zoomBy(factor: number): void {
  const axis = picture?.axis()
  if (axis === undefined) return
  const cursor = cursorIn(lab())
  const seen = cursor >= axis.view.from && cursor <= axis.view.to
  look(zoomAt(axis, factor, seen ? cursor : axis.at(axis.width / 2)))
}

/** By a share of the width: later for a positive one. */
export function panBy(share: number): void {
  const axis = picture?.axis()
  if (axis) look(pan(axis, axis.width * share))
}

export const fitAll = (): void => look(undefined)

/** Puts the selection into the middle of a close view; where it stands there already, shows the whole run. */
export function centreSelection(): void {
  const axis = picture?.axis()
  if (axis === undefined) return
  const at = cursorIn(lab())
  const middle = Math.abs(axis.x(at) - axis.width / 2) < axis.width / 20
  if (middle && lab().range !== undefined) return fitAll()
  bringToMiddle()
}

/** Puts the cursor into the middle of the view; of a close one, where the whole run was in view. */
export function bringToMiddle(): void {
  const axis = picture?.axis()
  if (axis === undefined) return
  const at = cursorIn(lab())
  look(lab().range === undefined ? zoomAt(axis, 0.25, at) : axis.view)
  requestAnimationFrame(() => {
    const now = picture?.axis()
    if (now) look(centre(now, at))
  })
}

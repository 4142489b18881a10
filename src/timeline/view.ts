// Moving the view: each function gives the next view and leaves the old one as it is. They go through the axis, so that on a folded
// axis, too, the instant under the pointer stays under it.

import { type Axis, strip, type View } from './axis.ts'

/** The shortest view, in milliseconds: whole milliseconds are all there is to see. */
export const LEAST_SPAN = 4

/** The whole run. */
export const fit = (until: number): View => ({ from: 0, to: Math.max(until, LEAST_SPAN) })

/** A view of an allowed length within the run, moved rather than shortened where it sticks out. */
export function clamped(view: View, until: number): View {
  const end = Math.max(until, LEAST_SPAN)
  const span = Math.min(Math.max(view.to - view.from, LEAST_SPAN), end)
  const middle = (view.from + view.to) / 2
  const from = Math.min(Math.max(middle - span / 2, 0), end - span)
  return { from, to: from + span }
}

/** Zoomed about an instant that keeps its pixel: in for a factor below 1, out above it. */
export function zoomAt(axis: Axis, factor: number, at: number): View {
  const { stretch, view } = axis
  if (axis.scale === undefined) {
    return clamped({ from: at - (at - view.from) * factor, to: at + (view.to - at) * factor }, stretch.until)
  }
  const next = strip(stretch, axis.scale / factor, axis.foldWidth)
  const x = axis.x(at)
  const from = Math.max(next.at(next.x(at) - x), 0)
  const to = Math.min(next.at(next.x(at) + axis.width - x), stretch.until)
  return clamped(to - from < LEAST_SPAN ? narrowest(axis, at) : { from, to }, stretch.until)
}

/** The shortest view in which an instant keeps its place. */
function narrowest(axis: Axis, at: number): View {
  const before = (LEAST_SPAN * axis.x(at)) / axis.width
  return { from: at - before, to: at - before + LEAST_SPAN }
}

/** Moved along by a number of pixels, later for a positive one, stopped at the ends of the run. */
export function pan(axis: Axis, pixels: number): View {
  const { stretch, view, width } = axis
  if (axis.scale === undefined) return clamped(shifted(view, (pixels / width) * (view.to - view.from)), stretch.until)
  const run = strip(stretch, axis.scale, axis.foldWidth)
  const last = Math.max(run.x(stretch.until) - width, 0)
  const left = Math.min(Math.max(run.x(view.from) + pixels, 0), last)
  return clamped({ from: run.at(left), to: run.at(left + width) }, stretch.until)
}

const shifted = (view: View, by: number): View => ({ from: view.from + by, to: view.to + by })

/** Moved so that an instant stands at a share of the width, such as 0.5 for the middle, as far as the run goes. */
export function bring(axis: Axis, at: number, share: number): View {
  const { stretch, view, width } = axis
  // Beyond the view the axis knows of no folds; the strip of the whole run does.
  const run = axis.scale === undefined ? axis : strip(stretch, axis.scale, axis.foldWidth)
  return pan(axis, run.x(at) - run.x(view.from) - width * share)
}

/** Moved so that an instant stands in the middle, as far as the run goes. */
export const centre = (axis: Axis, at: number): View => bring(axis, at, 0.5)

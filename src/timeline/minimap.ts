// The whole run on one strip, always linear: it shows how long each thing really lasts, which the elastic axis below it does not, and
// its box how much of the run is in view. Pixels from the left edge of the strip to views and back; nothing here draws.

import { between } from '../base/range.ts'
import type { View } from './axis.ts'
import { clamped, fit, LEAST_SPAN } from './view.ts'

export type Strip = { readonly until: number; readonly width: number }

/** A part of the strip, in pixels. */
export type Box = { readonly left: number; readonly right: number }

/** What a press takes hold of. */
export type Hold = 'start' | 'end' | 'box' | 'ground'

/** A narrower box could not be seen; it does not say how much is in view then, only where. */
const LEAST_BOX = 6
/** So far from an edge of the box it is still meant, on the outside and on the inside. */
const REACH_OUT = 10
const REACH_IN = 8

const lengthOf = ({ until }: Strip): number => fit(until).to

/** The pixel of an instant. */
export const xOf = (strip: Strip, at: number): number => (at / lengthOf(strip)) * strip.width

/** The instant of a pixel, within the run. */
export function atX(strip: Strip, x: number): number {
  return (Math.min(Math.max(x, 0), strip.width) / strip.width) * lengthOf(strip)
}

/** Where a view stands, widened about its middle where it would be too narrow to be seen, and within the strip. */
export function boxOf(strip: Strip, { from, to }: View): Box {
  const left = xOf(strip, from)
  const right = xOf(strip, to)
  const spare = Math.max(LEAST_BOX - (right - left), 0)
  const shifted = Math.min(Math.max(left - spare / 2, 0), Math.max(strip.width - LEAST_BOX, 0))
  return spare > 0 ? { left: shifted, right: shifted + LEAST_BOX } : { left, right }
}

/** What is under a pixel. A box that is the whole strip cannot be moved: there, too, one draws a new one. */
export function holdAt(strip: Strip, box: Box, x: number): Hold {
  const { left, right } = box
  const inside = Math.min(REACH_IN, (right - left) / 4)
  if (x >= left - REACH_OUT && x < left + inside) return 'start'
  if (x > right - inside && x <= right + REACH_OUT) return 'end'
  return x >= left && x <= right && right - left < strip.width - 1 ? 'box' : 'ground'
}

/** The view after a drag from one pixel to another. An edge stops before the other one. */
export function dragged(strip: Strip, hold: Hold, view: View, startX: number, x: number): View {
  const by = ((x - startX) / strip.width) * lengthOf(strip)
  const end = lengthOf(strip)
  switch (hold) {
    case 'start':
      return { from: Math.min(Math.max(view.from + by, 0), view.to - LEAST_SPAN), to: view.to }
    case 'end':
      return { from: view.from, to: Math.max(Math.min(view.to + by, end), view.from + LEAST_SPAN) }
    case 'box':
      return shifted(view, by, strip.until)
    case 'ground': {
      const { from, to } = between(atX(strip, startX), atX(strip, x), end)
      return clamped({ from, to }, strip.until)
    }
  }
}

/** Later for a positive length, stopped at the ends of the run. */
export const shifted = (view: View, by: number, until: number): View =>
  clamped({ from: view.from + by, to: view.to + by }, until)

/** As long as it was, with an instant in its middle as far as the run goes. */
export const centredOn = (view: View, at: number, until: number): View =>
  shifted(view, at - (view.from + view.to) / 2, until)

/** About its middle: shorter for a factor below 1. */
export function zoomed(view: View, factor: number, until: number): View {
  const middle = (view.from + view.to) / 2
  const half = ((view.to - view.from) / 2) * factor
  return clamped({ from: middle - half, to: middle + half }, until)
}

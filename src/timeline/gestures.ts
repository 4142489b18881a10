// Pan and zoom by hand: wheel, drag, touch. A plain wheel and a finger that moves up or down are left to the page.

import type { Axis, View } from './axis.ts'
import { pan, zoomAt } from './view.ts'

/** What the gestures are about. Points are in pixels of the plot. */
export type Ground = {
  /** The axis as it is now, with all that earlier gestures did. */
  readonly axis: () => Axis
  readonly point: (event: MouseEvent) => Point
  readonly holdsCursor: (event: PointerEvent) => boolean
  readonly onView: (view: View) => void
  readonly onCursor: (at: number) => void
  /** A press and release on one spot. */
  readonly onClick: (point: Point) => void
  /** The pointer is over a point, or has left. */
  readonly onHover: (point: Point | undefined) => void
}

export type Point = { readonly x: number; readonly y: number }

/** A pointer that moved less has clicked. */
const SLOP = 4
/** A notch of 100 pixels zooms by about a fifth. */
const ZOOM_PER_PIXEL = 0.0022
/** The most that one wheel event may zoom: some mice send hundreds of pixels at once. */
const MOST_ZOOM = 0.5
const LINE = 16

/** Listens on an element; the answer ends it. */
export function attachGestures(element: HTMLElement, ground: Ground): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const drag = dragging(element, ground)
  // React's own wheel listener is passive, and then the page would zoom as well.
  element.addEventListener('wheel', (event) => wheeled(event, ground), { passive: false, signal })
  element.addEventListener('pointerdown', drag.down, { signal })
  element.addEventListener('pointermove', drag.move, { signal })
  element.addEventListener('pointerup', drag.up, { signal })
  element.addEventListener('pointercancel', drag.cancel, { signal })
  element.addEventListener('pointerleave', () => ground.onHover(undefined), { signal })
  return () => ending.abort()
}

function wheeled(event: WheelEvent, ground: Ground): void {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE
  const along = (event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX) * unit
  const axis = ground.axis()
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    const amount = Math.min(Math.max(event.deltaY * unit * ZOOM_PER_PIXEL, -MOST_ZOOM), MOST_ZOOM)
    ground.onView(zoomAt(axis, Math.exp(amount), axis.at(ground.point(event).x)))
  } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    event.preventDefault()
    ground.onView(pan(axis, along))
  }
}

type Held = { readonly startX: number; readonly startY: number; x: number }
type Grip = 'none' | 'view' | 'cursor'

/** A finger that goes up or down is about to scroll the page. */
function hasMoved({ pointerType }: PointerEvent, x: number, y: number): boolean {
  return Math.hypot(x, y) >= SLOP && (pointerType !== 'touch' || Math.abs(x) > Math.abs(y))
}

/** One pointer drags the view or the cursor, two pinch. */
function dragging(element: HTMLElement, ground: Ground) {
  const held = new Map<number, Held>()
  let grip: Grip = 'none'
  let moved = false

  const pinch = (pointer: Held, x: number) => {
    const other = [...held.values()].find((each) => each !== pointer)
    if (!other) return
    const before = Math.max(Math.abs(pointer.x - other.x), 1)
    const after = Math.max(Math.abs(x - other.x), 1)
    const axis = ground.axis()
    ground.onView(zoomAt(axis, before / after, axis.at(other.x)))
  }

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    const { x, y } = ground.point(event)
    if (held.size === 0) {
      moved = false
      grip = ground.holdsCursor(event) ? 'cursor' : 'view'
    } else moved = true
    held.set(event.pointerId, { startX: x, startY: y, x })
  }

  const move = (event: PointerEvent) => {
    const pointer = held.get(event.pointerId)
    const { x, y } = ground.point(event)
    if (!pointer) return ground.onHover(event.pointerType === 'touch' ? undefined : { x, y })
    if (!moved && !hasMoved(event, x - pointer.startX, y - pointer.startY)) return
    if (!moved) element.setPointerCapture(event.pointerId)
    moved = true
    ground.onHover(undefined)
    if (held.size > 1) pinch(pointer, x)
    else if (grip === 'cursor') ground.onCursor(ground.axis().at(x))
    else ground.onView(pan(ground.axis(), pointer.x - x))
    pointer.x = x
  }

  const release = (event: PointerEvent): Held | undefined => {
    const pointer = held.get(event.pointerId)
    held.delete(event.pointerId)
    if (held.size === 0) grip = 'none'
    return pointer
  }

  const up = (event: PointerEvent) => {
    const onCursor = grip === 'cursor'
    if (release(event) && !moved && !onCursor) ground.onClick(ground.point(event))
  }

  return { down, move, up, cancel: (event: PointerEvent) => void release(event) }
}

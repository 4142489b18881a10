// Pan and zoom by hand: wheel, drag, touch. A plain wheel and a finger that moves up or down are left to the page.

import type { Axis, View } from './axis.ts'
import { pan, zoomAt } from './view.ts'

/** What the gestures are about. Points are in pixels of the plot. */
export type Ground = {
  /** The axis as it is now, with all that earlier gestures did. */
  readonly axis: () => Axis
  readonly point: (event: MouseEvent) => Point
  /** Whatever is pressed there and wants to be dragged in place of the view. */
  readonly grab: (point: Point, event: PointerEvent) => Grip | undefined
  readonly onView: (view: View) => void
  /** A press and release on one spot. */
  readonly onClick: (point: Point, event: PointerEvent) => void
  /** The pointer is over a point, or has left. */
  readonly onHover: (point: Point | undefined) => void
}

export type Point = { readonly x: number; readonly y: number }

/**
 * What has a pointer for itself. A press that does not move is a click: then only `cancel` is called. `cancel` puts back what `move`
 * has done; Escape, undo, a second finger and the page's own scrolling call it too.
 */
export type Grip = {
  /** The look of the pointer while it drags, as CSS names it. */
  readonly cursor: string
  readonly move: (point: Point, event: PointerEvent) => void
  readonly end: () => void
  readonly cancel: () => void
}

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

/** A finger that goes up or down is about to scroll the page. */
function hasMoved({ pointerType }: PointerEvent, x: number, y: number): boolean {
  return Math.hypot(x, y) >= SLOP && (pointerType !== 'touch' || Math.abs(x) > Math.abs(y))
}

/** What can be pressed by itself hides the marks behind it. */
const isOnTool = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('button, select, [role=toolbar]') !== null

/** In the middle of a drag, what is taken back is the drag: its edits belong to a question that must not change under it. */
const isUndo = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && ['z', 'y'].includes(key.toLowerCase())

/** One pointer drags the view or what it has gripped, two pinch. */
function dragging(element: HTMLElement, ground: Ground) {
  const held = new Map<number, Held>()
  let grip: Grip | undefined
  let moved = false
  /** Nothing more comes of what is held. */
  let over = false

  const letGo = (): Grip | undefined => {
    const gripped = grip
    grip = undefined
    element.style.cursor = ''
    window.removeEventListener('keydown', escaped, true)
    return gripped
  }

  const escaped = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && !isUndo(event)) return
    event.preventDefault()
    event.stopPropagation()
    over = true
    letGo()?.cancel()
  }

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
    const point = ground.point(event)
    if (held.size === 0) {
      moved = false
      over = false
      grip = ground.grab(point, event)
      if (grip) window.addEventListener('keydown', escaped, true)
    } else {
      moved = true
      letGo()?.cancel()
    }
    held.set(event.pointerId, { startX: point.x, startY: point.y, x: point.x })
  }

  const move = (event: PointerEvent) => {
    const pointer = held.get(event.pointerId)
    const point = ground.point(event)
    if (!pointer) return ground.onHover(event.pointerType === 'touch' || isOnTool(event) ? undefined : point)
    if (over || (!moved && !hasMoved(event, point.x - pointer.startX, point.y - pointer.startY))) return
    if (!moved) {
      element.setPointerCapture(event.pointerId)
      element.style.cursor = grip?.cursor ?? ''
    }
    moved = true
    ground.onHover(undefined)
    if (held.size > 1) pinch(pointer, point.x)
    else if (grip) grip.move(point, event)
    else ground.onView(pan(ground.axis(), pointer.x - point.x))
    pointer.x = point.x
  }

  const up = (event: PointerEvent) => {
    if (!held.delete(event.pointerId)) return
    const gripped = letGo()
    if (moved) gripped?.end()
    else gripped?.cancel()
    if (!moved && !over) ground.onClick(ground.point(event), event)
  }

  const cancel = (event: PointerEvent) => {
    if (held.delete(event.pointerId)) letGo()?.cancel()
  }

  return { down, move, up, cancel }
}

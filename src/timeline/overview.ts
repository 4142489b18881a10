// The minimap behind its elements. The run is drawn once a run, theme and size; afterwards only the box, the playhead and what is
// marked are moved, at most once a frame.

import { between } from '../base/range.ts'
import type { LaneGroup } from '../lanes/lane.ts'
import type { View } from './axis.ts'
import { drawSmall } from './miniature.ts'
import { atX, boxOf, centredOn, dragged, type Hold, holdAt, type Strip, xOf } from './minimap.ts'
import { place } from './overlay.ts'
import { Sheet } from './sheet.ts'
import type { Live } from './stage.ts'
import { clamped, fit } from './view.ts'

export type OverviewContent = {
  readonly groups: readonly LaneGroup[]
  readonly headlines: readonly (number | undefined)[]
  readonly until: number
  /** What is in view in words, such as `10 s to 14 s of 150 s`. */
  readonly spoken: (view: View) => string
  readonly onView: (view: View) => void
  readonly onMark: (marked: View | undefined) => void
  readonly onCursor: (at: number) => void
}

/** The elements that it moves, by their class. */
export type OverviewParts = Readonly<
  Record<'root' | 'strip' | 'canvas' | 'before' | 'after' | 'box' | 'marked' | 'cursor', HTMLElement>
>

type Drag = {
  readonly pointer: number
  readonly hold: Hold
  readonly marks: boolean
  readonly startX: number
  readonly view: View
  readonly marked: View | undefined
  moved: boolean
}

/** A pointer that moved less has clicked. */
const SLOP = 3
const CURSORS: Record<Hold, string> = { start: 'ew-resize', end: 'ew-resize', box: 'grab', ground: 'crosshair' }

export class Overview {
  private readonly parts: OverviewParts
  private readonly live: Live
  private readonly sheet: Sheet
  private readonly ending = new AbortController()
  private content: OverviewContent
  private frame = 0
  private stale = true
  private width = 1
  private height = 1
  private drag: Drag | undefined

  constructor(parts: OverviewParts, live: Live, content: OverviewContent) {
    this.parts = parts
    this.live = live
    this.content = content
    this.sheet = new Sheet(parts.canvas as HTMLCanvasElement)
    this.draw = this.draw.bind(this)
    this.schedule = this.schedule.bind(this)
    this.measure()
    this.listen()
    this.schedule()
  }

  update(content: OverviewContent): void {
    const before = this.content
    this.content = content
    this.stale ||= before.groups !== content.groups || before.until !== content.until
    this.schedule()
  }

  destroy(): void {
    cancelAnimationFrame(this.frame)
    this.ending.abort()
  }

  /** What is in view, of an allowed length. */
  view(): View {
    return clamped(this.live.get().view, this.content.until)
  }

  private strip(): Strip {
    return { until: this.content.until, width: this.width }
  }

  /** Taken when it changes and not in each frame, which would lay the page out once more. */
  private measure(): void {
    this.width = Math.max(this.parts.strip.clientWidth, 1)
    this.height = this.parts.strip.clientHeight
  }

  private schedule(): void {
    if (!this.frame) this.frame = requestAnimationFrame(this.draw)
  }

  private redraw(): void {
    this.stale = true
    this.schedule()
  }

  private listen(): void {
    const { strip } = this.parts
    const { signal } = this.ending
    const rethemed = new MutationObserver(() => {
      this.sheet.forgetTheme()
      this.redraw()
    })
    rethemed.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] })
    const resized = new ResizeObserver(() => {
      this.measure()
      this.redraw()
    })
    resized.observe(strip)
    const stop = this.live.subscribe(this.schedule)
    signal.addEventListener('abort', () => {
      stop()
      rethemed.disconnect()
      resized.disconnect()
    })
    // On paper it has the colours of paper; no frame comes before that.
    const print = () => {
      this.sheet.forgetTheme()
      this.drawRun()
    }
    window.addEventListener('beforeprint', print, { signal })
    strip.addEventListener('pointerdown', (event) => this.down(event), { signal })
    strip.addEventListener('pointermove', (event) => this.move(event), { signal })
    strip.addEventListener('pointerup', (event) => this.up(event), { signal })
    strip.addEventListener('pointercancel', () => this.takeBack(), { signal })
    window.addEventListener('keydown', (event) => this.keyed(event), { signal, capture: true })
  }

  private xOfEvent(event: PointerEvent): number {
    return event.clientX - this.parts.strip.getBoundingClientRect().left
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || this.drag) return
    const startX = this.xOfEvent(event)
    const view = this.view()
    const strip = this.strip()
    const hold = holdAt(strip, boxOf(strip, view), startX)
    const marked = this.live.get().marked
    this.drag = { pointer: event.pointerId, hold, marks: event.shiftKey, startX, view, marked, moved: false }
  }

  private move(event: PointerEvent): void {
    const x = this.xOfEvent(event)
    const strip = this.strip()
    const { drag } = this
    if (!drag) {
      const hold = event.shiftKey ? 'ground' : holdAt(strip, boxOf(strip, this.view()), x)
      this.parts.strip.style.cursor = CURSORS[hold]
      return
    }
    if (drag.pointer !== event.pointerId || (!drag.moved && Math.abs(x - drag.startX) < SLOP)) return
    if (!drag.moved) this.parts.strip.setPointerCapture(event.pointerId)
    drag.moved = true
    if (drag.marks) this.content.onMark(between(atX(strip, drag.startX), atX(strip, x), strip.until))
    else this.content.onView(dragged(strip, drag.hold, drag.view, drag.startX, x))
  }

  private up(event: PointerEvent): void {
    const { drag } = this
    if (drag?.pointer !== event.pointerId) return
    this.drag = undefined
    if (!drag.moved) this.clicked(drag)
  }

  /** The view comes to where the click was; where all is in view there is nothing to move, and the playhead comes. */
  private clicked({ startX, view }: Drag): void {
    const { until, onView, onCursor } = this.content
    const at = atX(this.strip(), startX)
    if (view.to - view.from >= fit(until).to) onCursor(Math.min(Math.round(at), until))
    else onView(centredOn(view, at, until))
  }

  private keyed(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.drag?.moved) return
    event.preventDefault()
    event.stopPropagation()
    this.takeBack()
  }

  private takeBack(): void {
    const { drag } = this
    this.drag = undefined
    if (!drag?.moved) return
    if (drag.marks) this.content.onMark(drag.marked)
    else this.content.onView(drag.view)
  }

  private draw(): void {
    this.frame = 0
    const { root } = this.parts
    const strip = this.strip()
    if (this.stale) this.drawRun()
    const { cursor, marked } = this.live.get()
    const view = this.view()
    this.placeBox(strip, view)
    const from = marked && xOf(strip, marked.from)
    place(
      this.parts.marked,
      marked && from !== undefined ? { x: from, width: Math.max(xOf(strip, marked.to) - from, 2) } : undefined,
    )
    place(this.parts.cursor, { x: Math.min(xOf(strip, cursor), strip.width - 1) })
    root.setAttribute('aria-valuemax', String(this.content.until))
    root.setAttribute('aria-valuenow', String(Math.round(Math.min(view.from, this.content.until))))
    root.setAttribute('aria-valuetext', this.content.spoken(view))
  }

  private placeBox(strip: Strip, view: View): void {
    const { before, after, box } = this.parts
    const { left, right } = boxOf(strip, view)
    place(box, { x: left, width: right - left })
    place(before, { x: 0, width: left })
    place(after, { x: right, width: Math.max(strip.width - right, 0) })
  }

  private drawRun(): void {
    this.stale = false
    const { width, height } = this
    const { groups, headlines, until } = this.content
    this.sheet.resize(width, height)
    this.sheet.draw({ top: 0, bottom: height, left: 0, clip: 0 }, (paint) =>
      drawSmall(paint, { groups, headlines, until, width, height }),
    )
  }
}

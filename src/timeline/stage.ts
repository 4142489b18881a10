// The stage behind Timeline.tsx: it owns the canvas and everything that moves. It draws at most once an animation frame, when the
// view, the run, the theme or the size has changed; React is not asked.

import { assert } from '../base/assert.ts'
import type { LaneGroup } from '../lanes/lane.ts'
import { type Axis, axisOf, type Stretch, stretchOf, type View } from './axis.ts'
import { foldsOf } from './folds.ts'
import { attachGestures, type Point } from './gestures.ts'
import { hit, type Spot, spotOf } from './hit.ts'
import type { Box, Layout } from './layout.ts'
import { RIGHT } from './layout.ts'
import type { Paint } from './marks/mark.ts'
import { place, placeTip, type Tip, writeAxis, writeTip } from './overlay.ts'
import { Piles } from './piles.ts'
import { drawScene, type Ribbon } from './scene.ts'
import { type Theme, themeOf } from './theme.ts'
import { type Marking, markingOf, stamp } from './ticks.ts'
import { clamped } from './view.ts'

/** What moves without React: read anew in each frame. */
export type Shown = {
  readonly view: View
  readonly axis: 'elastic' | 'linear'
  /** The instant of the playhead. */
  readonly cursor: number
  readonly selected: Selected | undefined
}

export type Selected = { readonly group: number; readonly row: number }

/** Where the shown state lives, such as a store. */
export type Live = { readonly get: () => Shown; readonly subscribe: (changed: () => void) => () => void }

/** What changes with a run. */
export type Content = {
  readonly groups: readonly LaneGroup[]
  readonly ribbons: readonly (Ribbon | undefined)[]
  readonly until: number
  readonly layout: Layout
  readonly tooltip: (group: number, row: number) => Tip
  /** The playhead in words, such as `12.4 s, broker 2 stopped`. */
  readonly spoken: (at: number) => string
  readonly onView: (view: View) => void
  readonly onCursor: (at: number) => void
  readonly onSelect: (group: number, row: number) => void
  /** Called in the frame that has drawn new groups. */
  readonly onDrawn: () => void
}

/** The elements that the stage fills. */
type Parts = Record<keyof typeof PARTS, HTMLElement>

const PARTS = {
  strip: '.timeline-strip',
  body: '.timeline-body',
  cursor: '.timeline-cursor',
  slider: '.timeline-slider',
  badge: '.timeline-badge',
  selected: '.timeline-selected',
  hovered: '.timeline-hovered',
  tip: '.timeline-tip',
} as const

function partOf(root: HTMLElement, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector)
  assert(found !== null, `the timeline has no ${selector}`)
  return found
}

function canvasOf(root: HTMLElement): HTMLCanvasElement {
  const found = root.querySelector('canvas')
  assert(found !== null, 'the timeline has no canvas')
  return found
}

/** The passage from the elastic to the plain axis, and back. */
const PASSAGE = 150
/** Lanes so far beyond the window are drawn too, so that scrolling finds them. */
const MARGIN = 400
/** Browsers give up on larger canvases. */
const MOST_PIXELS = 16_000_000
const AXIS_FONT = 10.5
/** Half of the outline around a dot. */
const DOT = 8

export class Stage {
  private readonly root: HTMLElement
  private readonly live: Live
  private content: Content
  private readonly parts: Parts
  private readonly canvas: HTMLCanvasElement
  private readonly pen: CanvasRenderingContext2D | undefined
  private readonly ending = new AbortController()
  private readonly widths = new Map<string, number>()
  private readonly piles = new Piles()
  private theme: Theme | undefined
  private density = 1
  private frame = 0
  private fresh = true
  private folded: Stretch
  private plain: Stretch
  /** 0: elastic, 1: plain, between them during the passage. */
  private straight: number | undefined
  private lastFrameAt = 0
  private hovered: Spot | undefined
  private pointer: Point | undefined
  private badgeWidth = 0
  private pinned = false
  private dismissed = false
  private found:
    | { readonly selected: Selected; readonly groups: readonly LaneGroup[]; readonly spot: Spot | undefined }
    | undefined
  private width = 0
  private height = 0

  constructor(root: HTMLElement, live: Live, content: Content) {
    this.root = root
    this.live = live
    this.content = content
    this.parts = Object.fromEntries(Object.entries(PARTS).map(([name, at]) => [name, partOf(root, at)])) as Parts
    this.canvas = canvasOf(root)
    this.pen = this.canvas.getContext('2d') ?? undefined
    this.folded = stretchOf(foldsOf(content.groups, content.until), content.until)
    this.plain = stretchOf([], content.until)
    this.draw = this.draw.bind(this)
    this.listen()
    this.schedule()
  }

  /** Takes a new run, or new functions for the old one. */
  update(content: Content): void {
    const before = this.content
    this.content = content
    if (before.groups !== content.groups || before.until !== content.until) {
      this.folded = stretchOf(foldsOf(content.groups, content.until), content.until)
      this.plain = stretchOf([], content.until)
      this.fresh = true
      this.hovered = undefined
    }
    this.schedule()
  }

  destroy(): void {
    cancelAnimationFrame(this.frame)
    this.ending.abort()
  }

  /** Draws in the next frame. */
  schedule(): void {
    if (!this.frame) this.frame = requestAnimationFrame(this.draw)
  }

  /** The axis of the view as it is asked for now, drawn or not. */
  axis(): Axis {
    const { view, axis } = this.live.get()
    const straight = this.straight ?? (axis === 'linear' ? 1 : 0)
    const stretch = straight === 1 ? this.plain : this.folded
    return axisOf(stretch, clamped(view, this.content.until), this.plotWidth, straight === 1 ? 0 : straight)
  }

  private get plotWidth(): number {
    return Math.max(this.width - this.content.layout.left - RIGHT, 1)
  }

  private listen(): void {
    const { root } = this
    const { body, slider } = this.parts
    const { signal } = this.ending
    const redraw = () => this.schedule()
    const rethemed = new MutationObserver(() => this.forgetTheme())
    rethemed.observe(document.documentElement, { attributes: true })
    const resized = new ResizeObserver(redraw)
    resized.observe(body)
    const ends = [
      this.live.subscribe(redraw),
      attachGestures(root, this.ground()),
      () => rethemed.disconnect(),
      () => resized.disconnect(),
    ]
    signal.addEventListener('abort', () => {
      for (const end of ends) end()
    })
    window.addEventListener('resize', redraw, { signal })
    document.addEventListener('scroll', redraw, { signal, capture: true, passive: true })
    slider.addEventListener('focus', redraw, { signal })
    slider.addEventListener('blur', redraw, { signal })
    root.addEventListener('keydown', (event) => this.keyed(event), { signal })
  }

  private forgetTheme(): void {
    this.theme = undefined
    this.schedule()
  }

  private ground() {
    return {
      axis: () => this.axis(),
      point: (event: MouseEvent) => this.pointOf(event),
      holdsCursor: (event: PointerEvent) => this.parts.cursor.contains(event.target as Node),
      onView: (view: View) => this.content.onView(view),
      onCursor: (at: number) => this.content.onCursor(this.wholeInstant(at)),
      onClick: (point: Point) => this.clicked(point),
      onHover: (point: Point | undefined) => this.hover(point),
    }
  }

  private pointOf(event: MouseEvent): Point {
    const { left, top } = this.parts.body.getBoundingClientRect()
    return { x: event.clientX - left - this.content.layout.left, y: event.clientY - top }
  }

  private wholeInstant(at: number): number {
    return Math.round(Math.min(Math.max(at, 0), this.content.until))
  }

  private spotAt({ x, y }: Point): Spot | undefined {
    const { groups, layout } = this.content
    if (x < -RIGHT || x > this.plotWidth + RIGHT) return undefined
    return hit(groups, layout, this.axis(), x, y)
  }

  /** A mark is selected and keeps its tooltip; on empty space the playhead comes. */
  private clicked(point: Point): void {
    const spot = this.spotAt(point)
    this.parts.slider.focus({ preventScroll: true })
    this.pinned = spot !== undefined
    this.dismissed = false
    this.schedule()
    if (spot) this.content.onSelect(spot.group, spot.row)
    else if (point.x >= 0 && point.x <= this.plotWidth)
      this.content.onCursor(this.wholeInstant(this.axis().at(point.x)))
  }

  private hover(point: Point | undefined): void {
    this.pointer = point
    this.schedule()
  }

  private keyed(event: KeyboardEvent): void {
    if (event.key === 'Escape' && (this.pinned || !this.dismissed)) {
      this.pinned = false
      this.dismissed = true
      this.schedule()
    }
  }

  private draw(now: number): void {
    this.frame = 0
    this.measure()
    const moving = this.advance(now)
    const axis = this.axis()
    const marking = markingOf(axis, (text) => this.widthOf(text, this.axisFont()))
    if (this.pen) this.paint(this.pen, axis, marking)
    writeAxis(this.parts.strip, marking)
    this.placeCursor(axis, marking)
    this.placeMarks(axis)
    if (this.fresh && this.pen) {
      this.fresh = false
      this.content.onDrawn()
    }
    if (moving) this.schedule()
  }

  /** One step of the passage between the axes; true while it lasts. */
  private advance(now: number): boolean {
    const target = this.live.get().axis === 'linear' ? 1 : 0
    const still = this.straight === undefined || window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const passed = Math.min(now - this.lastFrameAt, 32)
    this.lastFrameAt = now
    const from = this.straight ?? target
    const way = still ? target - from : Math.sign(target - from) * Math.min(Math.abs(target - from), passed / PASSAGE)
    this.straight = from + way
    return this.straight !== target
  }

  private measure(): void {
    const { canvas } = this
    const { body } = this.parts
    const height = Math.max(body.clientHeight, this.content.layout.height)
    const density = Math.min(
      window.devicePixelRatio || 1,
      Math.sqrt(MOST_PIXELS / Math.max(body.clientWidth * height, 1)),
    )
    if (this.width === body.clientWidth && this.height === height && this.density === density) return
    if (this.density !== density) this.theme = undefined
    this.width = body.clientWidth
    this.height = height
    this.density = density
    canvas.width = Math.round(this.width * density)
    canvas.height = Math.round(height * density)
    canvas.style.width = `${this.width}px`
    canvas.style.height = `${height}px`
  }

  private paint(pen: CanvasRenderingContext2D, axis: Axis, marking: Marking): void {
    this.theme ??= this.readTheme(pen)
    const { groups, ribbons, layout } = this.content
    const { top: bodyTop } = this.parts.body.getBoundingClientRect()
    const top = Math.max(-bodyTop - MARGIN, 0)
    const bottom = Math.min(window.innerHeight - bodyTop + MARGIN, this.height)
    pen.setTransform(this.density, 0, 0, this.density, 0, 0)
    pen.clearRect(0, top, this.width, bottom - top)
    pen.save()
    pen.beginPath()
    pen.rect(layout.left - RIGHT / 2, top, axis.width + (RIGHT * 3) / 2, bottom - top)
    pen.clip()
    pen.translate(layout.left, 0)
    const paint: Paint = { canvas: pen, axis, theme: this.theme, piles: this.piles, density: this.density }
    drawScene(paint, { groups, ribbons, layout, marking, top, bottom, height: this.height }, (text, font) =>
      this.widthOf(text, font),
    )
    pen.restore()
  }

  private readTheme(pen: CanvasRenderingContext2D): Theme {
    this.widths.clear()
    return themeOf(this.root, pen, this.density)
  }

  private axisFont(): string {
    return `${AXIS_FONT}px ${getComputedStyle(this.root).getPropertyValue('--mono').trim() || 'monospace'}`
  }

  private widthOf(text: string, font: string): number {
    const key = `${font}\n${text}`
    const known = this.widths.get(key)
    if (known !== undefined) return known
    if (!this.pen) return text.length * 6.5
    this.pen.font = font
    const { width } = this.pen.measureText(text)
    this.widths.set(key, width)
    return width
  }

  private placeCursor(axis: Axis, marking: Marking): void {
    const { cursor, slider, badge } = this.parts
    const { layout, until, spoken } = this.content
    const at = this.live.get().cursor
    const x = axis.x(at)
    const seen = x >= -0.5 && x <= axis.width + 0.5
    cursor.classList.toggle('away', !seen)
    place(cursor, { x: layout.left + Math.min(Math.max(Math.round(x), 0), axis.width) })
    const text = stamp(at, marking.unit)
    if (badge.textContent !== text) {
      const sameLength = badge.textContent?.length === text.length
      badge.textContent = text
      if (!sameLength) this.badgeWidth = badge.offsetWidth
    }
    this.keepBadgeInside(layout.left + x)
    slider.setAttribute('aria-valuemin', '0')
    slider.setAttribute('aria-valuemax', String(until))
    slider.setAttribute('aria-valuenow', String(Math.round(at)))
    slider.setAttribute('aria-valuetext', spoken(at))
  }

  /** The badge stands under the line, but stays within the picture at its ends. */
  private keepBadgeInside(x: number): void {
    const half = this.badgeWidth / 2
    const shift = Math.min(Math.max(x, half + 2), this.width - half - 2) - x
    this.parts.badge.style.translate = `calc(-50% + ${Math.round(shift)}px) 0`
  }

  private placeMarks(axis: Axis): void {
    this.hovered = this.pointer && this.spotAt(this.pointer)
    const selected = this.selectedSpot()
    const { parts } = this
    this.root.classList.toggle('points', this.hovered !== undefined)
    const hovered = this.hovered && this.boxOf(this.hovered, axis)
    const chosen = selected && this.boxOf(selected, axis)
    place(parts.hovered, hovered)
    place(parts.selected, chosen)
    this.showTip(hovered ? this.hovered : chosen && this.keepsTip() ? selected : undefined, hovered ?? chosen)
  }

  private keepsTip(): boolean {
    return !this.dismissed && (this.pinned || this.parts.slider === document.activeElement)
  }

  private selectedSpot(): Spot | undefined {
    const { selected } = this.live.get()
    const { groups } = this.content
    if (!selected) return undefined
    const same =
      this.found?.groups === groups &&
      this.found.selected.row === selected.row &&
      this.found.selected.group === selected.group
    if (!same) {
      this.found = { selected, groups, spot: spotOf(groups, selected.group, selected.row) }
      this.dismissed = false
    }
    return this.found?.spot
  }

  /** The outline of a mark in pixels of the body, undefined where the view does not show it. */
  private boxOf(spot: Spot, axis: Axis): Required<Parameters<typeof place>[1]> | undefined {
    const track = this.content.groups[spot.group]?.lanes[spot.lane]?.tracks[spot.track]
    const box: Box | undefined = this.content.layout.groups[spot.group]?.lanes[spot.lane]?.tracks[spot.track]
    if (!track || !box) return undefined
    const left = Math.max(axis.x(track.from[spot.index] as number), -2)
    const right = Math.min(axis.x(track.to[spot.index] as number), axis.width + 2)
    if (left > axis.width + 2 || right < -2) return undefined
    const x = this.content.layout.left + left
    if (track.mark === 'dot') return { x: x - DOT, y: box.top + box.height / 2 - DOT, width: 2 * DOT, height: 2 * DOT }
    const width = Math.max(right - left, track.mark === 'message' ? 9 : 2)
    return { x: Math.round(x) - 2, y: Math.round(box.top) - 2, width: Math.round(width) + 4, height: box.height + 4 }
  }

  private showTip(spot: Spot | undefined, box: { x: number; y: number; height: number } | undefined): void {
    const { tip, body } = this.parts
    tip.hidden = !spot || !box
    if (!spot || !box) return
    writeTip(tip, this.content.tooltip(spot.group, spot.row))
    const { left, top } = body.getBoundingClientRect()
    const x = this.pointer && spot === this.hovered ? this.content.layout.left + this.pointer.x + 10 : box.x
    placeTip(tip, { x: left + x, top: top + box.y, bottom: top + box.y + box.height })
    tip.classList.toggle('pinned', spot !== this.hovered)
  }
}

// The stage behind Timeline.tsx: it holds everything that moves. It draws at most once an animation frame, when the view, the run, the
// theme or the size has changed; React is not asked.

import { assert } from '../base/assert.ts'
import { type Axis, axisOf, type Stretch, stretchOf, type View } from './axis.ts'
import { foldsOf } from './folds.ts'
import { attachGestures, type Grip, type Ground, type Point } from './gestures.ts'
import type { Picks } from './hit.ts'
import type { Layer, MakeLayer, Under } from './layer.ts'
import { RIGHT } from './layout.ts'
import { writeAxis } from './overlay.ts'
import { Passage } from './passage.ts'
import { Playhead } from './playhead.ts'
import { type Picture, Pointing, type Selected } from './pointing.ts'
import { drawScene, type LateMarks, type Ribbon } from './scene.ts'
import { Sheet } from './sheet.ts'
import { type Marking, markingOf } from './ticks.ts'
import { clamped } from './view.ts'

/** What moves without React: read anew in each frame. */
export type Shown = {
  readonly view: View
  readonly axis: 'elastic' | 'linear'
  /** The instant of the playhead. */
  readonly cursor: number
  readonly selected: Selected | undefined
  /** A stretch that is marked, to be measured or looked into. */
  readonly marked?: View | undefined
}

/** Where the shown state lives, such as a store. */
export type Live = { readonly get: () => Shown; readonly subscribe: (changed: () => void) => () => void }

/** What draws marks that few runs have, and finds them: it comes later (stacking.ts, crossing.ts). */
export type Late = Picks & LateMarks

/** What changes with a run. */
export type Content = Picture & {
  readonly ribbons: readonly (Ribbon | undefined)[]
  readonly until: number
  /** The playhead in words, such as `12.4 s, broker 2 stopped`. */
  readonly spoken: (at: number) => string
  readonly onView: (view: View) => void
  readonly onCursor: (at: number) => void
  readonly onSelect: (group: number, row: number) => void
  /** Called in the frame that has drawn new groups. */
  readonly onDrawn: () => void
}

/** The elements that the stage fills, by their class. */
const NAMES = ['strip', 'body', 'marks', 'cursor', 'grip', 'slider', 'badge', 'selected', 'hovered', 'tip'] as const

type Parts = Readonly<Record<(typeof NAMES)[number] | 'root', HTMLElement>>

function partsOf(root: HTMLElement): Parts {
  const entries = NAMES.map((name) => {
    const part = root.querySelector<HTMLElement>(`.timeline-${name}`)
    assert(part !== null, `the timeline has no ${name}`)
    return [name, part]
  })
  return { root, ...Object.fromEntries(entries) }
}

/** Lanes so far beyond the window are drawn too, so that scrolling finds them. */
const MARGIN = 400
/** Where the theme has no font yet. */
const ANY_FONT = '10.5px monospace'

const foldedOf = ({ groups, until }: Content): Stretch => stretchOf(foldsOf(groups, until), until)

/** What the first layer that wants a press answers. */
function firstGrip(layers: Iterable<Layer>, point: Point, event: PointerEvent): Grip | undefined {
  for (const layer of layers) {
    const grip = layer.grab(point, event)
    if (grip) return grip
  }
  return undefined
}

export class Stage {
  private readonly parts: Parts
  private readonly live: Live
  private readonly sheet: Sheet
  private readonly pointing: Pointing
  private readonly playhead: Playhead
  private readonly passage = new Passage()
  private readonly ending = new AbortController()
  private readonly layers = new Set<Layer>()
  private content: Content
  private folded: Stretch
  private plain: Stretch
  private frame = 0
  private fresh = true
  /** Something is being dragged: the ground must not move under it. */
  private held = false
  private late: Late = {}

  constructor(root: HTMLElement, live: Live, content: Content) {
    this.parts = partsOf(root)
    this.live = live
    this.content = content
    this.sheet = new Sheet(this.parts.marks as HTMLCanvasElement)
    this.pointing = new Pointing(this.parts)
    this.playhead = new Playhead(this.parts)
    this.folded = foldedOf(content)
    this.plain = stretchOf([], content.until)
    this.draw = this.draw.bind(this)
    this.schedule = this.schedule.bind(this)
    this.listen()
    this.schedule()
  }

  /** Takes a new run, or new functions for the old one. */
  update(content: Content): void {
    const { groups, until } = this.content
    this.content = content
    if (groups !== content.groups || until !== content.until) {
      if (!this.held) this.stretch()
      this.fresh = true
    }
    this.schedule()
  }

  /** Lays a layer over the picture; the answer takes it away. */
  join(make: MakeLayer): () => void {
    const layer = make(this.under())
    this.layers.add(layer)
    this.schedule()
    return () => {
      if (this.layers.delete(layer)) layer.leave()
    }
  }

  /** Brings what draws marks that few runs have. */
  bring(late: Late): void {
    this.late = { ...this.late, ...late }
    this.schedule()
  }

  private picture(): Picture {
    return { ...this.content, picks: this.late }
  }

  destroy(): void {
    cancelAnimationFrame(this.frame)
    for (const layer of this.layers) layer.leave()
    this.layers.clear()
    this.ending.abort()
  }

  private stretch(): void {
    this.folded = foldedOf(this.content)
    this.plain = stretchOf([], this.content.until)
  }

  /** The axis of the view as it is asked for now, drawn or not. */
  axis(): Axis {
    const view = clamped(this.live.get().view, this.content.until)
    const width = Math.max(this.sheet.width - this.content.layout.left - RIGHT, 1)
    const straight = this.passage.at(this.straightness())
    return straight === 1 ? axisOf(this.plain, view, width) : axisOf(this.folded, view, width, straight)
  }

  private straightness(): number {
    const straightened = [...this.layers].some((layer) => layer.straightens?.())
    return straightened || this.live.get().axis === 'linear' ? 1 : 0
  }

  private schedule(): void {
    if (!this.frame) this.frame = requestAnimationFrame(this.draw)
  }

  private listen(): void {
    const { root, body, slider, tip } = this.parts
    const { signal } = this.ending
    const rethemed = new MutationObserver(() => {
      this.sheet.forgetTheme()
      this.schedule()
    })
    rethemed.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] })
    const resized = new ResizeObserver(this.schedule)
    resized.observe(body)
    const ends = [this.live.subscribe(this.schedule), attachGestures(root, this.ground())]
    signal.addEventListener('abort', () => {
      for (const end of ends) end()
      rethemed.disconnect()
      resized.disconnect()
    })
    window.addEventListener('resize', this.schedule, { signal })
    window.addEventListener('beforeprint', () => this.print(), { signal })
    window.addEventListener('afterprint', this.schedule, { signal })
    document.addEventListener('scroll', this.schedule, { signal, capture: true, passive: true })
    slider.addEventListener('focus', this.schedule, { signal })
    slider.addEventListener('blur', this.schedule, { signal })
    // What is pressed in the tooltip is not pressed on the marks behind it.
    tip.addEventListener('pointerdown', (event) => event.stopPropagation(), { signal })
    root.addEventListener('keydown', (event) => this.keyed(event), { signal })
  }

  private ground(): Ground {
    return {
      axis: () => this.axis(),
      point: (event) => this.pointOf(event),
      grab: (point, event) => this.grabbed(point, event),
      onView: (view) => this.content.onView(view),
      onClick: (point, event) => this.clicked(point, event),
      onHover: (point) => {
        this.pointing.hover(point)
        this.schedule()
      },
    }
  }

  private under(): Under {
    const { root, body } = this.parts
    return {
      root,
      body,
      axis: () => this.axis(),
      layout: () => this.content.layout,
      groups: () => this.content.groups,
      point: (event) => this.pointOf(event),
      toPlayhead: () => this.pointing.toPlayhead(),
      redraw: this.schedule,
    }
  }

  private isOnCursor(event: Event): boolean {
    const { cursor, grip } = this.parts
    return event.target === cursor || grip.contains(event.target as Node)
  }

  /** What the press takes hold of, undefined: the view. */
  private grabbed(point: Point, event: PointerEvent): Grip | undefined {
    const onBadge = this.parts.badge.contains(event.target as Node)
    const over = onBadge ? undefined : firstGrip(this.layers, point, event)
    // A line over all lanes: what stands out in one of them is meant rather than the line.
    const grip = over ?? (this.isOnCursor(event) ? this.cursorGrip() : undefined)
    if (!grip) return undefined
    this.held = true
    const released = (act: () => void) => () => {
      act()
      this.held = false
      this.stretch()
      this.schedule()
    }
    return { ...grip, end: released(grip.end), cancel: released(grip.cancel) }
  }

  private cursorGrip(): Grip {
    const { cursor } = this.live.get()
    const to = (at: number) => this.content.onCursor(this.wholeInstant(at))
    return {
      cursor: 'ew-resize',
      move: ({ x }) => to(this.axis().at(x)),
      end: () => undefined,
      cancel: () => {
        if (this.live.get().cursor !== cursor) to(cursor)
      },
    }
  }

  private pointOf(event: MouseEvent): Point {
    const { left, top } = this.parts.body.getBoundingClientRect()
    return { x: event.clientX - left - this.content.layout.left, y: event.clientY - top }
  }

  private wholeInstant(at: number): number {
    return Math.round(Math.min(Math.max(at, 0), this.content.until))
  }

  /** A mark is selected; on empty ground the playhead comes. */
  private clicked(point: Point, event: PointerEvent): void {
    if ((event.target as Element).closest('[role=slider]')) return
    const axis = this.axis()
    const spot = this.pointing.click(this.picture(), axis, point)
    this.schedule()
    if (spot) this.content.onSelect(spot.group, spot.row)
    else if (point.x >= 0 && point.x <= axis.width) this.content.onCursor(this.wholeInstant(axis.at(point.x)))
    for (const layer of this.layers) layer.clicked?.(point, spot)
  }

  private keyed(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.pointing.dismiss()) return
    event.preventDefault()
    this.schedule()
  }

  private draw(now: number): void {
    this.frame = 0
    const { body, strip } = this.parts
    const { layout, until, spoken } = this.content
    this.sheet.resize(body.clientWidth, Math.max(body.clientHeight, layout.height))
    if (this.passage.step(this.straightness(), now)) this.schedule()
    const axis = this.axis()
    const font = this.sheet.theme?.axisFont ?? ANY_FONT
    const badge = this.playhead.show(this.live.get().cursor, axis, {
      until,
      spoken,
      left: layout.left,
      byStep: this.isByStep,
    })
    const covered = [badge, ...[...this.layers].flatMap((layer) => layer.covers?.(axis, layout) ?? [])]
    const marking = markingOf(axis, (text) => this.sheet.widthOf(text, font), covered, this.isByStep)
    this.paint(axis, marking)
    writeAxis(strip, marking)
    this.pointing.show(this.picture(), axis, this.live.get().selected)
    for (const layer of this.layers) layer.place(axis, layout)
    if (!this.fresh || !this.sheet.isThere) return
    this.fresh = false
    this.content.onDrawn()
  }

  /** Its instants are steps. */
  private get isByStep(): boolean {
    return this.content.groups.some(({ step }) => step !== undefined)
  }

  /** Paper shows all of the picture, in its own colours; no frame comes before it does. */
  private print(): void {
    const axis = this.axis()
    this.sheet.forgetTheme()
    const widthOf = (text: string) => this.sheet.widthOf(text, this.sheet.theme?.axisFont ?? ANY_FONT)
    const marking = markingOf(axis, widthOf, [], this.isByStep)
    this.paint(axis, marking, { top: 0, bottom: this.sheet.height })
  }

  /** What of the picture the window shows, and some more. */
  private inWindow(): { top: number; bottom: number } {
    const { top: windowTop } = this.parts.body.getBoundingClientRect()
    const bottom = Math.min(window.innerHeight - windowTop + MARGIN, this.sheet.height)
    return { top: Math.max(-windowTop - MARGIN, 0), bottom }
  }

  private paint(axis: Axis, marking: Marking, { top, bottom } = this.inWindow()): void {
    const { groups, ribbons, layout } = this.content
    const { height } = this.sheet
    const scene = { groups, ribbons, layout, marking, top, bottom, height, late: this.late }
    this.sheet.draw({ top, bottom, left: layout.left, clip: layout.left - RIGHT / 2 }, (paint) =>
      drawScene({ ...paint, axis }, scene, (text, font) => this.sheet.widthOf(text, font)),
    )
  }
}

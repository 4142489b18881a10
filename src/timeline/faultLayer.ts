// Faults by hand: bands that are dragged, stretched, drawn and removed on the picture, by pointer, touch and key. It knows where a
// fault is shown and what is held; what becomes of the question is its page's to say.

import './faults.css'
import { brief } from '../base/brief.ts'
import type { LaneGroup } from '../lanes/lane.ts'
import type { Axis } from './axis.ts'
import { elementOf, FaultBand, HINT, type PictureFault } from './faultBand.ts'
import { edgeOf, heldAt, type Part, reshaped, type Shape } from './faultShape.ts'
import { FaultTools } from './faultTools.ts'
import type { Grip, Point } from './gestures.ts'
import { hit, type Spot } from './hit.ts'
import type { Layer, Under } from './layer.ts'
import type { Layout } from './layout.ts'
import { rounded, type Snap, type SnapsNear, snapOf, stepAt } from './snap.ts'

/** What the page does with a fault. `gesture`: edits of one name are one step of undo, until `settle`. */
export type FaultDoing = {
  readonly kinds: () => readonly string[]
  /** Who faults are of, as lanes are named: `broker` for `broker 1`. */
  readonly host: () => string
  readonly shape: (fault: number, shape: Shape, gesture: string) => void
  readonly settle: () => void
  /** Takes back all that a gesture has done. */
  readonly takeBack: (gesture: string) => void
  /** The number of the new fault; undefined where there is no room for one. */
  readonly add: (lane: string, shape: Shape, gesture: string) => number | undefined
  /** Without a shape the page knows a place for it. */
  readonly copy: (fault: number, shape: Shape | undefined, gesture: string) => number | undefined
  readonly remove: (fault: number) => void
  readonly turn: (fault: number, on: boolean) => void
  readonly become: (fault: number, kind: string) => void
  /** Shows all parts of a fault, beside the picture. */
  readonly open: (fault: number) => void
  /** Brings an instant into view. */
  readonly bring: (at: number) => void
  /** What an edge of a fault can snap to in the run as it is now. */
  readonly snaps: (fault: number | undefined) => SnapsNear
  /** Drawing a new fault was switched on or off. */
  readonly onArmed: (armed: boolean) => void
}

/** Pixels of a fault that is put down without drawing it. */
const LENGTH = 80
/** So long a finger rests to put a fault down, in ms. */
const LONG_PRESS = 500
/** A finger that moved more does not rest. */
const REST = 8

const KEYS =
  'Left and right arrow move it, with shift its end, with alt its start. Up and down go to another fault. ' +
  'Space switches it, Delete removes it, control D copies it, Enter shows its parts.'

type Place = { readonly group: number; readonly lane: number; readonly name: string }
type Held = { readonly band: FaultBand; readonly part: Part }

export class FaultLayer implements Layer {
  private readonly under: Under
  private readonly doing: FaultDoing
  private readonly ending = new AbortController()
  private readonly line = elementOf('div', 'timeline-snap')
  private readonly status = elementOf('p', 'unseen')
  private readonly hint = elementOf('p', 'unseen')
  private readonly tools: FaultTools
  private faults: readonly PictureFault[] = []
  private bands: FaultBand[] = []
  private builtFor: readonly LaneGroup[] = []
  private chosen: FaultBand | undefined
  private hovered: FaultBand | undefined
  private armed = false
  private gestures = 0
  /** A fault that was put down by the press that is not over yet. */
  private put: Place | undefined
  /** The fault whose end the last finger came down on. */
  private touched: FaultBand | undefined
  private resting: { readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number } | undefined

  constructor(under: Under, doing: FaultDoing) {
    this.under = under
    this.doing = doing
    this.tools = new FaultTools(doing.kinds, {
      become: (kind) => this.withChosen(({ of }) => doing.become(of.fault, kind)),
      turn: () => this.withChosen((band) => this.turn(band)),
      copy: () => this.withChosen((band) => this.copy(band)),
      open: () => this.withChosen(({ of }) => doing.open(of.fault)),
      remove: () => this.withChosen((band) => this.remove(band)),
      leave: () => this.withChosen(({ hold }) => hold.focus()),
    })
    this.status.setAttribute('role', 'status')
    this.hint.id = HINT
    this.hint.textContent = KEYS
    this.line.hidden = true
    this.line.append(elementOf('span', ''))
    under.body.append(this.line, this.hint, this.status)
    this.listen()
  }

  /** The faults as they are now, in the order of the scenario. */
  show(faults: readonly PictureFault[]): void {
    this.faults = faults
    this.build()
    this.under.redraw()
  }

  /** Switches drawing on or off: the next drag on a lane that can have one draws a new fault. */
  arm(armed: boolean): void {
    if (this.armed === armed) return
    this.armed = armed
    this.under.root.classList.toggle('drawing', armed)
    this.doing.onArmed(armed)
    if (armed)
      this.say(
        `Press on a ${this.doing.host()}’s lane and drag from the start of the fault to its end. Escape ends it.`,
      )
    this.under.redraw()
  }

  /** Who draws aims at instants, and most of a healthy run lies in folds. */
  straightens(): boolean {
    return this.armed
  }

  /** Puts a fault down at an instant of a lane, and gives it the focus: for who does not draw. */
  putDown(lane: string, at: number): void {
    const axis = this.under.axis()
    const start = rounded(axis, Math.min(at, axis.stretch.until - 1))
    const later = rounded(axis, axis.at(axis.x(start) + LENGTH))
    const until = later >= axis.stretch.until ? undefined : Math.max(later, start + 1)
    const gesture = this.nextGesture()
    const fault = this.doing.add(lane, { at: start, until }, gesture)
    this.doing.settle()
    if (fault === undefined) return
    this.choose(fault, this.put?.group ?? 0)
    this.say(`added: ${this.wordsOf(fault)}`)
  }

  leave(): void {
    this.ending.abort()
    this.clearRest()
    for (const { element } of this.bands) element.remove()
    for (const element of [this.line, this.status, this.hint]) element.remove()
    this.under.root.classList.remove('drawing')
  }

  place(axis: Axis, layout: Layout): void {
    if (this.builtFor !== this.under.groups()) this.build()
    for (const band of this.bands) band.place(axis, layout)
    if (this.chosen) this.tools.place(this.chosen, axis)
  }

  grab(point: Point, event: PointerEvent): Grip | undefined {
    const place = this.placeAt(point)
    if (!place || event.shiftKey) return undefined
    if (this.armed) return this.drawing(place, point)
    const touch = event.pointerType === 'touch'
    const held = this.heldAt(point, place, touch)
    this.touched = touch && held?.part !== 'whole' ? held?.band : undefined
    return held && this.dragging(held, point, event.altKey)
  }

  clicked(point: Point, spot: Spot | undefined): void {
    const place = this.placeAt(point)
    if (!place) return
    if (this.armed) {
      this.put = place
      this.arm(false)
      this.putDown(place.name, this.under.axis().at(point.x))
    } else if (this.put) this.choose(this.faults.at(-1)?.fault ?? 0, place.group)
    else if (this.touched || !spot || this.isBand(spot))
      (this.touched ?? this.bandAt(point, place))?.hold.focus({ preventScroll: true })
    this.put = undefined
  }

  // What is shown.

  /** Bands are used again in their order, so that the focus stays at its place in the list. */
  private build(): void {
    const { under } = this
    const groups = under.groups()
    const { until: end } = under.axis().stretch
    const had = this.chosen
    // What is taken out of the page loses the focus, and its tools leave it.
    const focused = had?.element.contains(document.activeElement) ?? false
    const before = new Map(this.bands.map((band) => [`${band.group} ${band.lane} ${band.of.fault}`, band]))
    this.bands = groups.flatMap(({ lanes }, group) =>
      this.faults.flatMap((of) =>
        of.lanes.flatMap((name) => {
          const lane = lanes.findIndex(({ id }) => id === name)
          if (lane < 0 || of.at >= end) return []
          const key = `${group} ${lane} ${of.fault}`
          const band = before.get(key) ?? new FaultBand(of, group, lane)
          before.delete(key)
          band.show(of)
          return [band]
        }),
      ),
    )
    this.builtFor = groups
    for (const { element } of before.values()) element.remove()
    for (const [i, { element }] of this.bands.entries()) {
      const after = this.bands[i - 1]?.element ?? this.status
      if (after.nextElementSibling !== element) after.after(element)
    }
    if (this.hovered && !this.bands.includes(this.hovered)) this.hovered = undefined
    if (had && !this.bands.includes(had)) this.passOn(had, focused)
    this.rove(this.chosen ?? this.bands[0])
    this.tools.show(this.chosen)
  }

  /** The band that had the focus is gone: the one that has taken its number has it now, else the last one. */
  private passOn(gone: FaultBand, focused: boolean): void {
    this.chosen = undefined
    if (!focused) return
    const near = this.bands.filter(({ group }) => group === gone.group)
    const next = near.find(({ of }) => of.fault >= gone.of.fault) ?? near.at(-1)
    if (next) next.hold.focus({ preventScroll: true })
    else this.leaveBands()
  }

  /** One of all bands is a stop of the Tab key. */
  private rove(stop: FaultBand | undefined): void {
    for (const { hold } of this.bands) hold.tabIndex = hold === stop?.hold ? 0 : -1
  }

  /** Of a fault with several bands the one in this lane, else the one in its own. */
  private choose(fault: number, group: number, lane?: number): void {
    const own = this.bands.filter((each) => each.of.fault === fault)
    const here = own.filter((each) => each.group === group)
    const band = here.find((each) => each.lane === lane) ?? here[0] ?? own[0]
    band?.hold.focus({ preventScroll: true })
  }

  private leaveBands(): void {
    this.under.toPlayhead()
  }

  private say(words: string): void {
    this.status.textContent = words
  }

  private wordsOf(fault: number): string {
    return this.faults.find((each) => each.fault === fault)?.words ?? ''
  }

  private withChosen(act: (band: FaultBand) => void): void {
    if (this.chosen) act(this.chosen)
  }

  // What is under a point.

  private placeAt({ x, y }: Point): Place | undefined {
    const { under } = this
    if (x < -LENGTH || x > under.axis().width + LENGTH) return undefined
    // Two groups may share their place, each with lanes of its own in it.
    for (const [group, { lanes }] of under.layout().groups.entries()) {
      const lane = lanes.findIndex(({ top, height }) => y >= top && y < top + height)
      const name = under.groups()[group]?.lanes[lane]?.id
      if (name) return name.startsWith(`${this.doing.host()} `) ? { group, lane, name } : undefined
    }
    return undefined
  }

  /**
   * What would be dragged. A finger sees no handles but those of the chosen fault: of others it holds an end that the fault has of its
   * own, and nothing else, as it pans with the rest.
   */
  private heldAt(point: Point, place: Place, touch: boolean): Held | undefined {
    const axis = this.under.axis()
    const here = this.bandsIn(place)
    const chosen = here.filter((band) => band === this.chosen)
    const ground = !touch && this.isGround(point)
    for (const bands of [chosen, here]) {
      const seen = bands.flatMap((band) => {
        const extent = band.extent(axis)
        if (!extent || (touch && band !== this.chosen && !hasOwnEnd(band, extent))) return []
        return [{ band, ...extent, whole: band === this.chosen || (ground && hasOwnEnd(band, extent)) }]
      })
      const found = heldAt(seen, point.x)
      const band = found && seen[found.index]?.band
      if (band) return { band, part: found.part === 'start' && !band.of.lasts ? 'whole' : found.part }
    }
    return undefined
  }

  private bandsIn({ group, lane }: Place): FaultBand[] {
    return this.bands.filter((band) => band.group === group && band.lane === lane)
  }

  /** The narrowest band at a point. */
  private bandAt({ x }: Point, place: Place): FaultBand | undefined {
    const axis = this.under.axis()
    const width = (band: FaultBand) => {
      const extent = band.extent(axis)
      return extent && x >= extent.left && x <= extent.right ? extent.right - extent.left : Number.POSITIVE_INFINITY
    }
    const [nearest] = this.bandsIn(place).sort((a, b) => width(a) - width(b))
    return nearest && Number.isFinite(width(nearest)) ? nearest : undefined
  }

  private spotAt({ x, y }: Point): Spot | undefined {
    const { under } = this
    return hit(under.groups(), under.layout(), under.axis(), x, y)
  }

  private isBand({ group, lane, track }: Spot): boolean {
    return this.under.groups()[group]?.lanes[lane]?.tracks[track]?.mark === 'band'
  }

  /** No mark but faults is there. */
  private isGround(point: Point): boolean {
    const spot = this.spotAt(point)
    return !spot || this.isBand(spot)
  }

  // Dragging.

  private nextGesture(): string {
    this.gestures += 1
    return `fault ${this.gestures}`
  }

  private dragging({ band, part }: Held, pressed: Point, copies: boolean): Grip {
    const { under, doing } = this
    const { of, group, lane } = band
    const offset = pressed.x - under.axis().x(edgeOf(of, part, under.axis().stretch.until))
    const gesture = this.nextGesture()
    let { fault } = of
    let snaps: SnapsNear | undefined
    return {
      cursor: part !== 'whole' ? 'ew-resize' : copies ? 'copy' : 'move',
      move: ({ x }, event) => {
        if (!snaps) {
          snaps = doing.snaps(of.fault)
          if (copies) fault = doing.copy(of.fault, of, gesture) ?? fault
          else this.choose(fault, group, lane)
          this.startDrag()
        }
        const free = event.ctrlKey || event.metaKey || (event.altKey && !copies)
        const { shape, snap } = this.aimed(of, part, x - offset, free ? undefined : snaps)
        doing.shape(fault, shape, gesture)
        this.showSnap(snap)
      },
      end: () => this.endDrag(fault, group, lane),
      cancel: () => {
        if (snaps) doing.takeBack(gesture)
        this.stopDrag()
        if (snaps) this.choose(of.fault, group, lane)
      },
    }
  }

  /** A new fault from where the press was to where the pointer is, either way round. */
  private drawing(place: Place, pressed: Point): Grip {
    const { under, doing } = this
    const gesture = this.nextGesture()
    const snaps = doing.snaps(undefined)
    const from = this.aimed({ at: 0, until: undefined }, 'start', pressed.x, snaps).shape.at
    let fault: number | undefined
    return {
      cursor: 'crosshair',
      move: ({ x }, event) => {
        const free = event.ctrlKey || event.metaKey || event.altKey
        const forward = from === 0 || under.axis().at(x) > from
        const { shape, snap } = this.aimed(
          forward ? { at: from, until: undefined } : { at: 0, until: from },
          forward ? 'end' : 'start',
          x,
          free ? undefined : snaps,
        )
        if (fault === undefined) {
          this.startDrag()
          fault = doing.add(place.name, shape, gesture)
        } else doing.shape(fault, shape, gesture)
        this.showSnap(snap)
      },
      end: () => {
        this.arm(false)
        if (fault === undefined) return this.stopDrag()
        this.endDrag(fault, place.group)
        this.tools.focus()
      },
      cancel: () => {
        if (fault !== undefined) {
          doing.takeBack(gesture)
          this.arm(false)
        }
        this.stopDrag()
      },
    }
  }

  /** The shape that a part makes at a pixel: snapped to what is near either edge that moves, else as round as the screen can tell. */
  private aimed(
    shape: Shape,
    part: Part,
    x: number,
    snaps: SnapsNear | undefined,
  ): { shape: Shape; snap: Snap | undefined } {
    const axis = this.under.axis()
    const { until: end } = axis.stretch
    const at = axis.at(x)
    const length = part === 'whole' && shape.until !== undefined ? shape.until - shape.at : 0
    const found =
      snaps &&
      [0, ...(length > 0 ? [length] : [])].flatMap((ahead) => {
        const snap = snapOf(axis, at + ahead, snaps)
        return snap ? [{ snap, to: snap.at - ahead, away: Math.abs(axis.x(snap.at) - axis.x(at + ahead)) }] : []
      })
    const best = found?.sort((a, b) => a.away - b.away)[0]
    return { shape: reshaped(shape, part, best?.to ?? rounded(axis, at), end), snap: best?.snap }
  }

  private startDrag(): void {
    this.under.root.classList.add('dragging')
  }

  private stopDrag(): void {
    this.under.root.classList.remove('dragging')
    this.showSnap(undefined)
  }

  private endDrag(fault: number, group: number, lane?: number): void {
    this.stopDrag()
    this.doing.settle()
    this.choose(fault, group, lane)
    this.say(this.wordsOf(fault))
  }

  /** A thin line where an edge has snapped, and what is there. */
  private showSnap(snap: Snap | undefined): void {
    const { line, under } = this
    line.hidden = !snap
    if (!snap) return
    const x = under.axis().x(snap.at)
    line.style.transform = `translate(${Math.round(under.layout().left + x)}px, 0)`
    line.classList.toggle('late', x > under.axis().width / 2)
    const word = line.firstElementChild
    if (word) word.textContent = snap.at > 0 ? `${snap.text} at ${brief(snap.at)}` : snap.text
  }

  // Keys and the rest of the pointer.

  private listen(): void {
    const { root, body } = this.under
    const { signal } = this.ending
    body.addEventListener('focusin', (event) => this.focused(event), { signal })
    body.addEventListener('focusout', (event) => this.blurred(event), { signal })
    body.addEventListener('keydown', (event) => this.keyed(event), { signal })
    body.addEventListener('keyup', (event) => event.key.startsWith('Arrow') && this.doing.settle(), { signal })
    body.addEventListener('click', (event) => this.bandOf(event.target) && this.pressed(event), { signal })
    root.addEventListener('mousedown', (event) => isGiven(event.target) || event.preventDefault(), { signal })
    root.addEventListener('pointermove', (event) => this.moved(event), { signal })
    root.addEventListener('pointerleave', () => this.hover(undefined), { signal })
    root.addEventListener('pointerdown', (event) => this.rest(event), { signal })
    for (const name of ['pointerup', 'pointercancel'] as const) {
      root.addEventListener(name, () => this.clearRest(), { signal })
    }
    root.addEventListener('dblclick', (event) => this.doubled(event), { signal })
    window.addEventListener('keydown', (event) => event.key === 'Escape' && this.arm(false), { signal })
  }

  /** The band whose hold is the target of an event. */
  private bandOf(target: EventTarget | null): FaultBand | undefined {
    return this.bands.find(({ hold }) => hold === target)
  }

  private focused({ target }: FocusEvent): void {
    const band = this.bands.find(({ element }) => element.contains(target as Node))
    if (!band) return
    this.chosen?.element.classList.remove('chosen')
    this.chosen = band
    band.element.classList.add('chosen')
    this.rove(band)
    this.tools.show(band)
    if (!band.extent(this.under.axis())) this.doing.bring(band.of.at)
    this.under.redraw()
  }

  private blurred({ relatedTarget }: FocusEvent): void {
    const { chosen } = this
    if (!chosen || chosen.element.contains(relatedTarget as Node)) return
    chosen.element.classList.remove('chosen')
    this.chosen = undefined
    this.tools.show(undefined)
    this.doing.settle()
  }

  /** Speech software presses it. */
  private pressed(event: MouseEvent): void {
    const band = this.bandOf(event.target)
    if (band) this.doing.open(band.of.fault)
  }

  private keyed(event: KeyboardEvent): void {
    const band = this.bandOf(event.target)
    const act = band && this.actOf(event, band)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  private actOf(event: KeyboardEvent, band: FaultBand): (() => void) | undefined {
    const { key } = event
    const { doing } = this
    if (event.ctrlKey || event.metaKey) return key.toLowerCase() === 'd' ? () => this.copy(band) : undefined
    const direction = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined
    if (direction) return () => this.nudge(band, event.shiftKey ? 'end' : event.altKey ? 'start' : 'whole', direction)
    if (event.altKey) return undefined
    const index = this.bands.indexOf(band)
    const goTo = (next: number) => () => this.bands[next]?.hold.focus()
    const acts: { readonly [key: string]: (() => void) | undefined } = {
      ArrowDown: goTo(Math.min(index + 1, this.bands.length - 1)),
      ArrowUp: goTo(Math.max(index - 1, 0)),
      Home: goTo(0),
      End: goTo(this.bands.length - 1),
      Delete: () => this.remove(band),
      Backspace: () => this.remove(band),
      Enter: () => doing.open(band.of.fault),
      ' ': () => this.turn(band),
      Escape: () => this.leaveBands(),
    }
    return Object.hasOwn(acts, key) ? acts[key] : undefined
  }

  private nudge(band: FaultBand, part: Part, direction: 1 | -1): void {
    const { of } = band
    if (part === 'end' && !of.lasts) return
    const axis = this.under.axis()
    const { until: end } = axis.stretch
    const edge = edgeOf(of, part, end)
    const step = stepAt(axis, edge)
    // From an odd instant to the round one before or after it, then step by step.
    const to = direction > 0 ? (Math.floor(edge / step) + 1) * step : (Math.ceil(edge / step) - 1) * step
    this.doing.shape(of.fault, reshaped(of, part, to, end), `fault ${of.fault} ${part}`)
    if (!band.extent(axis)) this.doing.bring(to)
    this.say(this.wordsOf(of.fault))
  }

  private copy({ of, group }: FaultBand): void {
    const fault = this.doing.copy(of.fault, undefined, this.nextGesture())
    this.doing.settle()
    if (fault === undefined) return this.say('there is no room for another fault')
    this.choose(fault, group)
    this.say(`copied: ${this.wordsOf(fault)}`)
  }

  private remove({ of }: FaultBand): void {
    const { words } = of
    this.doing.remove(of.fault)
    this.say(`removed: ${words}`)
  }

  private turn({ of }: FaultBand): void {
    const on = of.on.some(Boolean)
    this.doing.turn(of.fault, !on)
    this.say(`${on ? 'switched off' : 'switched on'}: ${of.words}`)
  }

  /** What would be dragged is shown before it is. */
  private moved(event: PointerEvent): void {
    if (this.resting && Math.hypot(event.clientX - this.resting.x, event.clientY - this.resting.y) > REST)
      this.clearRest()
    if (event.buttons !== 0 || event.pointerType === 'touch') return
    const point = this.under.point(event)
    const place = this.placeAt(point)
    const held = place && !this.armed && !this.tools.holds(event.target) ? this.heldAt(point, place, false) : undefined
    this.hover(held)
    this.under.root.style.cursor =
      this.armed && place ? 'crosshair' : held ? (held.part === 'whole' ? 'move' : 'ew-resize') : ''
  }

  private hover(held: Held | undefined): void {
    if (this.hovered === held?.band) return
    this.hovered?.element.classList.remove('hovered')
    this.hovered = held?.band
    this.hovered?.element.classList.add('hovered')
  }

  /** A finger that rests on an empty lane puts a fault down. */
  private rest(event: PointerEvent): void {
    this.clearRest()
    this.put = undefined
    if (event.pointerType !== 'touch' || this.armed) return
    const point = this.under.point(event)
    const place = this.placeAt(point)
    if (!place || this.spotAt(point) || this.heldAt(point, place, true)) return
    const timer = setTimeout(() => {
      this.clearRest()
      this.put = place
      this.putDown(place.name, this.under.axis().at(point.x))
    }, LONG_PRESS)
    this.resting = { timer, x: event.clientX, y: event.clientY }
  }

  private clearRest(): void {
    clearTimeout(this.resting?.timer)
    this.resting = undefined
  }

  private doubled(event: MouseEvent): void {
    if (this.tools.holds(event.target)) return
    const point = this.under.point(event)
    const place = this.placeAt(point)
    if (!place || point.x < 0 || !this.isGround(point)) return
    const band = this.bandAt(point, place)
    if (band) return this.doing.open(band.of.fault)
    this.put = place
    this.putDown(place.name, this.under.axis().at(point.x))
    this.put = undefined
  }
}

/**
 * Of itself a press gives the focus to what is pressed, or takes it away: after a finger's tap, too, from the fault that the tap has
 * chosen. Only here it may.
 */
const isGiven = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, select, .timeline-tip') !== null

/** It has an end of its own, and one of its ends is in view: it can be told from the ground that is panned. */
const hasOwnEnd = ({ of }: FaultBand, { start, end }: { start: boolean; end: boolean }): boolean =>
  of.until !== undefined && of.lasts && (start || end)

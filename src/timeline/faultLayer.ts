// Faults by hand: bands that are dragged, stretched, drawn and removed on the picture, by pointer, touch and key. It knows where a
// fault is shown and what is held; what becomes of the question is its page's to say.

import type { LaneGroup } from '../lanes/lane.ts'
import type { Axis } from './axis.ts'
import { FaultAim, type Held, type Place } from './faultAim.ts'
import { elementOf, FaultBand, HINT, type PictureFault } from './faultBand.ts'
import type { FaultDoing } from './faultDoing.ts'
import { FaultDrag } from './faultDrag.ts'
import { edgeOf, type Part, reshaped } from './faultShape.ts'
import { FaultTools } from './faultTools.ts'
import type { Grip, Point } from './gestures.ts'
import type { Spot } from './hit.ts'
import type { Layer, Under } from './layer.ts'
import type { Layout } from './layout.ts'
import { rounded, stepAt } from './snap.ts'

/** Pixels of a fault that is put down without drawing it. */
const LENGTH = 80
/** So long a finger rests to put a fault down, in ms. */
const LONG_PRESS = 500
/** A finger that moved more does not rest. */
const REST = 8

const KEYS =
  'Left and right arrow move it, with shift its end, with alt its start. Up and down go to another fault. ' +
  'Space switches it, Delete removes it, control D copies it, Enter shows its parts.'

export class FaultLayer implements Layer {
  private readonly under: Under
  private readonly doing: FaultDoing
  private readonly ending = new AbortController()
  private readonly status = elementOf('p', 'unseen')
  private readonly hint = elementOf('p', 'unseen')
  private readonly tools: FaultTools
  private readonly aim: FaultAim
  private readonly drag: FaultDrag
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
    this.aim = new FaultAim(under, doing.host, () => ({ bands: this.bands, chosen: this.chosen }))
    this.drag = new FaultDrag(under, doing, {
      nextGesture: () => this.nextGesture(),
      choose: (fault, group, lane) => this.choose(fault, group, lane),
      ended: (fault, group, lane) => {
        doing.settle()
        this.choose(fault, group, lane)
        this.say(this.wordsOf(fault))
      },
      unarm: () => this.arm(false),
      toTools: () => this.tools.focus(),
    })
    under.body.append(this.hint, this.status)
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
    this.drag.leave()
    for (const element of [this.status, this.hint]) element.remove()
    this.under.root.classList.remove('drawing')
  }

  place(axis: Axis, layout: Layout): void {
    if (this.builtFor !== this.under.groups()) this.build()
    for (const band of this.bands) band.place(axis, layout)
    if (this.chosen) this.tools.place(this.chosen, axis)
  }

  grab(point: Point, event: PointerEvent): Grip | undefined {
    const place = this.aim.placeAt(point)
    if (!place || event.shiftKey) return undefined
    if (this.armed) return this.drag.drawing(place, point)
    const touch = event.pointerType === 'touch'
    const held = this.aim.heldAt(point, place, touch)
    this.touched = touch && held?.part !== 'whole' ? held?.band : undefined
    return held && this.drag.dragging(held, point, event.altKey)
  }

  clicked(point: Point, spot: Spot | undefined): void {
    const place = this.aim.placeAt(point)
    if (!place) return
    if (this.armed) {
      this.put = place
      this.arm(false)
      this.putDown(place.name, this.under.axis().at(point.x))
    } else if (this.put) this.choose(this.faults.at(-1)?.fault ?? 0, place.group)
    else if (this.touched || !spot || this.aim.isBand(spot))
      (this.touched ?? this.aim.bandAt(point, place))?.hold.focus({ preventScroll: true })
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

  private nextGesture(): string {
    this.gestures += 1
    return `fault ${this.gestures}`
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
    const place = this.aim.placeAt(point)
    const held =
      place && !this.armed && !this.tools.holds(event.target) ? this.aim.heldAt(point, place, false) : undefined
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
    const place = this.aim.placeAt(point)
    if (!place || this.aim.spotAt(point) || this.aim.heldAt(point, place, true)) return
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
    const place = this.aim.placeAt(point)
    if (!place || point.x < 0 || !this.aim.isGround(point)) return
    const band = this.aim.bandAt(point, place)
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

// What is marked, over the picture: what lies outside it is pale, its ends can be dragged, and shift and a drag mark anew. Its
// elements come from the page.

import { assert } from '../base/assert.ts'
import { between } from '../base/range.ts'
import type { Axis, View } from './axis.ts'
import type { Grip, Point } from './gestures.ts'
import type { Layer, MakeLayer, Under } from './layer.ts'
import { type Layout, RIGHT } from './layout.ts'
import { place } from './overlay.ts'
import type { Live } from './stage.ts'
import type { Covered } from './ticks.ts'

const NAMES = ['before', 'after', 'start', 'end'] as const
type Parts = Readonly<Record<(typeof NAMES)[number], HTMLElement>>

export type Brushing = {
  /** Holds an element for each part, by its class: `marked-before`. It stands in the picture as long as the layer lies there. */
  readonly host: HTMLElement
  readonly live: Live
  readonly until: () => number
  readonly spoken: (at: number) => string
  readonly onMark: (marked: View | undefined) => void
}

/** The width of the tab that an end is held by. It stands outside of what is marked, inside where the picture ends. */
const TAB = 24

/** The layer of what is marked. */
export const brushLayer =
  (brushing: Brushing): MakeLayer =>
  (under) =>
    new BrushLayer(brushing, under)

function partsOf(host: HTMLElement): Parts {
  const entries = NAMES.map((name) => {
    const part = host.querySelector<HTMLElement>(`.marked-${name}`)
    assert(part !== null, `what is marked has no ${name}`)
    return [name, part]
  })
  return Object.fromEntries(entries)
}

class BrushLayer implements Layer {
  private readonly brushing: Brushing
  private readonly parts: Parts
  private readonly under: Under

  constructor(brushing: Brushing, under: Under) {
    this.brushing = brushing
    this.under = under
    this.parts = partsOf(brushing.host)
    under.root.append(brushing.host)
  }

  grab(point: Point, event: PointerEvent): Grip | undefined {
    const { parts } = this
    const { live } = this.brushing
    const { marked } = live.get()
    const target = event.target as Node
    if (marked && parts.start.contains(target)) return this.grip(marked.to)
    if (marked && parts.end.contains(target)) return this.grip(marked.from)
    return event.shiftKey ? this.grip(this.under.axis().at(point.x)) : undefined
  }

  /** Marks from an instant that stays to where the pointer is. */
  private grip(stays: number): Grip {
    const { live, onMark, until } = this.brushing
    const { marked } = live.get()
    return {
      cursor: 'ew-resize',
      move: ({ x }) => onMark(between(stays, this.under.axis().at(x), until())),
      // Its keys are at hand now: arrows move the end.
      end: () => this.parts.end.focus({ preventScroll: true }),
      cancel: () => {
        if (live.get().marked !== marked) onMark(marked)
      },
    }
  }

  place(axis: Axis, layout: Layout): void {
    const { parts } = this
    const { live, until, spoken } = this.brushing
    const { marked } = live.get()
    if (!marked) return hideAll(parts)
    const { from, to, startInside, endInside } = endsOf(marked, axis, layout)
    const { left } = layout
    place(parts.before, { x: left, width: from })
    place(parts.after, { x: left + to, width: axis.width - to })
    place(parts.start, { x: left + from })
    place(parts.end, { x: left + to })
    for (const [part, at] of [
      [parts.start, marked.from],
      [parts.end, marked.to],
    ] as const) {
      part.classList.toggle('away', at < axis.view.from || at > axis.view.to)
      part.setAttribute('aria-valuemax', String(until()))
      part.setAttribute('aria-valuenow', String(at))
      part.setAttribute('aria-valuetext', spoken(at))
    }
    parts.start.classList.toggle('inside', startInside)
    parts.end.classList.toggle('inside', endInside)
  }

  /** Its tabs stand on the axis. */
  covers(axis: Axis, layout: Layout): readonly Covered[] {
    const { marked } = this.brushing.live.get()
    if (!marked) return []
    const { from, to, startInside, endInside } = endsOf(marked, axis, layout)
    return [
      { from: startInside ? from : from - TAB, to: startInside ? from + TAB : from },
      { from: endInside ? to - TAB : to, to: endInside ? to : to + TAB },
    ]
  }

  leave(): void {
    this.brushing.host.remove()
  }
}

/** Where what is marked begins and ends in the plot, and whether the tab of an end must stand inside, as there is no room outside. */
function endsOf(marked: View, axis: Axis, { left }: Layout) {
  const inside = (at: number) => Math.min(Math.max(Math.round(axis.x(at)), 0), axis.width)
  const [from, to] = [inside(marked.from), inside(marked.to)]
  return { from, to, startInside: left + from < TAB, endInside: axis.width + RIGHT - to < TAB }
}

function hideAll(parts: Parts): void {
  for (const part of Object.values(parts)) place(part, undefined)
}

// A fault's band as elements over its lane: an outline, a handle at each end, and one thing that takes the focus for it.

import type { Axis } from './axis.ts'
import type { Shape } from './faultShape.ts'
import type { Box, Layout } from './layout.ts'

/** One fault as the picture needs it. */
export type PictureFault = Shape & {
  /** Its number in the scenario. */
  readonly fault: number
  /** The lanes it belongs to in every group, as lanes are named: `broker 1`; its own first, then that of its peer. */
  readonly lanes: readonly string[]
  readonly kind: string
  /** It has an end, or could have one; else it happens in a moment. */
  readonly lasts: boolean
  /** Whether it is on, by group. */
  readonly on: readonly boolean[]
  /** `black hole on broker 1, 3 s to 9 s`. */
  readonly words: string
}

/** Of what happens in a moment. */
const MOMENT = 6

/** Elements for one fault in one group. */
export class FaultBand {
  readonly element = elementOf('div', 'timeline-fault')
  readonly hold = elementOf('div', 'timeline-fault-hold')
  private readonly ends = [
    elementOf('i', 'timeline-fault-end start'),
    elementOf('i', 'timeline-fault-end end'),
  ] as const
  private placed = ''

  constructor(
    public of: PictureFault,
    readonly group: number,
    readonly lane: number,
  ) {
    this.hold.setAttribute('role', 'button')
    this.hold.setAttribute('aria-roledescription', 'fault')
    this.hold.setAttribute('aria-describedby', HINT)
    this.hold.tabIndex = -1
    this.element.append(this.hold, ...this.ends)
    this.show(of)
  }

  get on(): boolean {
    return this.of.on[this.group] ?? false
  }

  show(of: PictureFault): void {
    this.of = of
    this.hold.setAttribute('aria-label', `${of.words}${this.on ? '' : ', off'}`)
    this.element.classList.toggle('off', !this.on)
  }

  box(layout: Layout): Box | undefined {
    return layout.groups[this.group]?.lanes[this.lane]
  }

  /** Its pixels in the plot, cut at its sides; undefined where the view does not show it. */
  extent(axis: Axis): { left: number; right: number; start: boolean; end: boolean } | undefined {
    const { at, until, lasts } = this.of
    const left = axis.x(at)
    const right = lasts ? axis.x(Math.min(until ?? axis.stretch.until, axis.stretch.until)) : left + MOMENT
    if (right < 0 || left > axis.width) return undefined
    const shows = (x: number) => x >= -1 && x <= axis.width + 1
    const inside = (x: number) => Math.min(Math.max(x, 0), axis.width)
    return { left: inside(left), right: inside(right), start: shows(left), end: lasts && shows(right) }
  }

  place(axis: Axis, layout: Layout): void {
    const box = this.box(layout)
    const extent = this.extent(axis)
    const { style } = this.element
    const now =
      box && extent
        ? [layout.left + extent.left, extent.right - extent.left, box.top, box.height].map(Math.round).join()
        : ''
    if (box && extent) {
      this.ends[0].hidden = !extent.start
      this.ends[1].hidden = !extent.end
    }
    if (now === this.placed) return
    this.placed = now
    this.element.classList.toggle('away', now === '')
    if (!box || !extent) return
    style.transform = `translate(${Math.round(layout.left + extent.left)}px, ${Math.round(box.top)}px)`
    style.width = `${Math.max(Math.round(extent.right - extent.left), 2)}px`
    style.height = `${box.height - 1}px`
  }
}

/** The id of the text that tells the keys of a band. */
export const HINT = 'fault-keys'

export function elementOf<K extends keyof HTMLElementTagNameMap>(tag: K, className: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.className = className
  return element
}

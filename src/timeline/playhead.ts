// The playhead: a line over all lanes with its instant in a badge, and for those who hear the page a slider that speaks.

import type { Axis } from './axis.ts'
import { place } from './overlay.ts'
import { stamp, type Unit } from './ticks.ts'

type Parts = Readonly<Record<'cursor' | 'slider' | 'badge', HTMLElement>>

/** What the playhead says and where the plot begins. */
export type Saying = {
  readonly until: number
  readonly left: number
  readonly unit: Unit
  readonly spoken: (at: number) => string
}

/** From the badge to the edge of the picture. */
const EDGE = 2

export class Playhead {
  private readonly parts: Parts
  private badgeWidth = 0

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** Stands at an instant; at the edge and pale where the view does not show it. */
  show(at: number, axis: Axis, { until, left, unit, spoken }: Saying): void {
    const { cursor, slider } = this.parts
    const x = axis.x(at)
    const shown = Math.min(Math.max(Math.round(x), 0), axis.width)
    cursor.classList.toggle('away', x < -0.5 || x > axis.width + 0.5)
    place(cursor, { x: left + shown })
    this.write(stamp(at, unit))
    this.keepBadgeInside(left + shown, left + axis.width)
    slider.setAttribute('aria-valuemin', '0')
    slider.setAttribute('aria-valuemax', String(until))
    slider.setAttribute('aria-valuenow', String(Math.round(at)))
    slider.setAttribute('aria-valuetext', spoken(at))
  }

  private write(text: string): void {
    const { badge } = this.parts
    const before = badge.textContent
    if (before === text) return
    badge.textContent = text
    // All its letters are equally wide: it is measured only when their number changes.
    if (before?.length !== text.length) this.badgeWidth = badge.offsetWidth
  }

  /** The badge stands in the middle under the line, but stays within the picture. */
  private keepBadgeInside(x: number, right: number): void {
    const half = this.badgeWidth / 2
    const shift = Math.min(Math.max(x, half + EDGE), right - half + EDGE) - x
    this.parts.badge.style.translate = `calc(-50% + ${Math.round(shift)}px) 0`
  }
}

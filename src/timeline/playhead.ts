// The playhead: a line over all lanes with its instant in a badge, and for those who hear the page a slider that speaks.

import type { Axis } from './axis.ts'
import { place } from './overlay.ts'
import { type Covered, stamp, unitIn } from './ticks.ts'

type Parts = Readonly<Record<'cursor' | 'grip' | 'slider' | 'badge', HTMLElement>>

/** What the playhead says and where the plot begins. */
export type Saying = {
  readonly until: number
  readonly left: number
  readonly spoken: (at: number) => string
  /** Its instants are steps. */
  readonly byStep: boolean
}

/** From the badge to the edge of the picture. */
const EDGE = 2

export class Playhead {
  private readonly parts: Parts
  private badgeWidth = 0

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** Stands at an instant; at the edge and pale where the view does not show it. The answer: what its badge covers of the axis. */
  show(at: number, axis: Axis, { until, left, spoken, byStep }: Saying): Covered {
    const { cursor, grip, slider } = this.parts
    const x = axis.x(at)
    const shown = Math.min(Math.max(Math.round(x), 0), axis.width)
    for (const part of [cursor, grip]) {
      part.classList.toggle('away', x < -0.5 || x > axis.width + 0.5)
      place(part, { x: left + shown })
    }
    // Where the room of the last step ends, it is that step still.
    this.write(stamp(byStep ? Math.min(at, until - 1) : at, unitIn(axis, byStep)))
    const middle = this.keepBadgeInside(left + shown, left + axis.width) - left
    slider.setAttribute('aria-valuemin', '0')
    slider.setAttribute('aria-valuemax', String(until))
    slider.setAttribute('aria-valuenow', String(Math.round(at)))
    slider.setAttribute('aria-valuetext', spoken(at))
    return { from: middle - this.badgeWidth / 2, to: middle + this.badgeWidth / 2 }
  }

  private write(text: string): void {
    const { badge } = this.parts
    const before = badge.textContent
    if (before === text) return
    badge.textContent = text
    // All its letters are equally wide: it is measured only when their number changes.
    if (before?.length !== text.length) this.badgeWidth = badge.offsetWidth
  }

  /** The badge stands on the axis with its middle at the line, but stays within the picture. Answers where that is. */
  private keepBadgeInside(x: number, right: number): number {
    const half = this.badgeWidth / 2
    const shift = Math.min(Math.max(x, half + EDGE), right - half + EDGE) - x
    this.parts.badge.style.translate = `calc(-50% + ${Math.round(shift)}px) 0`
    return x + shift
  }
}

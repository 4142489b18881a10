// A timer that is set anew again and again, as what is left of it: one tooth from each time that it is set to the next.

import { type Labels, TrackColumns } from './columns.ts'
import type { Track } from './lane.ts'

const FOREVER = Number.POSITIVE_INFINITY

export class SawColumns {
  private readonly teeth: TrackColumns
  private readonly deadlines: number[] = []
  private readonly label: string
  /** The tooth that burns, -1 for none. */
  private open = -1

  /** @param full the time left that fills all of the height, in ms */
  constructor(labels: Labels, full: number) {
    this.teeth = new TrackColumns('saw', labels, undefined, { full })
    this.label = `${full} ms`
  }

  get length(): number {
    return this.teeth.length
  }

  /** When the tooth that burns will have burnt down; NEVER where none burns. */
  get deadline(): number {
    return this.open < 0 ? FOREVER : (this.deadlines[this.open] as number)
  }

  /** The timer is set. */
  set(at: number, row: number, deadline: number): void {
    this.open = this.teeth.push(at, FOREVER, 'setting', this.label, row)
    this.deadlines[this.open] = deadline
  }

  /** It is set anew, has fired, or nothing waits for it any more; the tooth leads to that row. One that lasted no time is none. */
  end(at: number, row: number, label: string | number): void {
    const { open, teeth } = this
    if (open < 0) return
    this.open = -1
    if (teeth.startOf(open) === at) return teeth.drop()
    teeth.end(open, at)
    teeth.rename(open, 'setting', label)
    teeth.lead(open, row)
  }

  finish(until: number): Track {
    const track = this.teeth.finish(until)
    return { ...track, deadline: Float64Array.from(track.from, (_, i) => this.deadlines[i] as number) }
  }
}

// The passage from the elastic to the plain axis and back: 150 ms, none where less motion is wished for.

const LENGTH = 150
/** After a pause the first step is that of one frame, or two. */
const MOST_A_FRAME = 32

export class Passage {
  private straight: number | undefined
  private lastAt = 0

  /** How straight the axis is, from 0 (elastic) to 1 (plain); `target` before the first frame. Slow at both ends. */
  at(target: number): number {
    const t = this.straight ?? target
    return t * t * (3 - 2 * t)
  }

  /** Takes the step of a frame; true while the way is not done. */
  step(target: number, now: number): boolean {
    const still = this.straight === undefined || window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const from = this.straight ?? target
    const most = still ? 1 : Math.min(now - this.lastAt, MOST_A_FRAME) / LENGTH
    this.lastAt = now
    this.straight = from + Math.min(Math.max(target - from, -most), most)
    return this.straight !== target
  }
}

import type { Shape } from './faultShape.ts'
import type { SnapsNear } from './snap.ts'

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

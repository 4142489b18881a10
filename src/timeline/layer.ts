// A layer over the picture: it may take a pointer for itself and has elements of its own. It can come later than the picture does.

import type { LaneGroup } from '../lanes/lane.ts'
import type { Axis } from './axis.ts'
import type { Grip, Point } from './gestures.ts'
import type { Spot } from './hit.ts'
import type { Layout } from './layout.ts'
import type { Covered } from './ticks.ts'

/** The picture that a layer lies on. */
export type Under = {
  readonly root: HTMLElement
  /** What holds the lanes: its origin is the top of the first group and the left edge of their names. */
  readonly body: HTMLElement
  readonly axis: () => Axis
  readonly layout: () => Layout
  readonly groups: () => readonly LaneGroup[]
  /** In pixels of the plot. */
  readonly point: (event: MouseEvent) => Point
  /** Gives the focus to the playhead, whose tooltip waits for the next selection: it could cover what the focus comes from. */
  readonly toPlayhead: () => void
  /** Asks for a frame: `place` is called in it. */
  readonly redraw: () => void
}

export type Layer = {
  /** What is pressed and wants to be dragged in place of the view. Until it is let go, the axis is stretched as it was. */
  readonly grab: (point: Point, event: PointerEvent) => Grip | undefined
  /** A press and release on one spot, after the picture has taken it; the mark there, if one is. */
  readonly clicked?: (point: Point, spot: Spot | undefined) => void
  /** The stretches of the axis that its elements cover, in pixels of the plot: no label stands there. */
  readonly covers?: (axis: Axis, layout: Layout) => readonly Covered[]
  /** While it answers true, the axis is plain: no fold lies between two places of the picture. */
  readonly straightens?: () => boolean
  /** Puts its elements where the axis has them now: once a frame. */
  readonly place: (axis: Axis, layout: Layout) => void
  readonly leave: () => void
}

export type MakeLayer = (under: Under) => Layer

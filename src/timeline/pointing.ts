// What is pointed at and what is selected: their outlines, and the one tooltip. It shows what is hovered, else what is selected while
// the playhead has the focus or since its mark was clicked, until Escape.

import type { LaneGroup } from '../lanes/lane.ts'
import type { Axis } from './axis.ts'
import { courseOf } from './courses.ts'
import type { Point } from './gestures.ts'
import { hit, type Picks, type Spot, spotOf } from './hit.ts'
import { type GroupBox, type Layout, RIGHT } from './layout.ts'
import { type Placing, place, placeTip, type Tip, writeTip } from './overlay.ts'

export type Selected = { readonly group: number; readonly row: number }

/** What there is to point at. */
export type Picture = {
  readonly groups: readonly LaneGroup[]
  readonly layout: Layout
  /** Find marks that few runs have, once they are here. */
  readonly picks?: Picks
  readonly tooltip: (group: number, row: number) => Tip
  /** Leads from a kept tooltip to the reasons, where they are out of sight; the same function each time. */
  readonly onWhy?: (() => void) | undefined
}

type Parts = Readonly<Record<'root' | 'body' | 'slider' | 'selected' | 'hovered' | 'tip', HTMLElement>>
type Found = { readonly selected: Selected; readonly groups: readonly LaneGroup[]; readonly spot: Spot | undefined }

/** Half of the outline around a dot. */
const DOT = 8
/** The least outline around a message, which slants. */
const SLANT = 9
/** From an arrow between lanes to its outline. */
const ASIDE = 4

export class Pointing {
  private readonly parts: Parts
  private pointer: Point | undefined
  private pinned = false
  private dismissed = false
  private found: Found | undefined

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** The pointer is over a point of the plot, or has left. */
  hover(point: Point | undefined): void {
    this.pointer = point
  }

  /** The mark at a point; a click on one keeps its tooltip, a click on none takes the tooltip away. */
  click(picture: Picture, axis: Axis, point: Point): Spot | undefined {
    const spot = spotAt(picture, axis, point)
    // Several lanes may lead to one row: the mark that was pressed is the one that is meant.
    if (spot) this.found = { selected: spot, groups: picture.groups, spot }
    this.parts.slider.focus({ preventScroll: true })
    this.pinned = spot !== undefined
    this.dismissed = spot === undefined
    return spot
  }

  /** Takes the tooltip away; false where there was none. */
  dismiss(): boolean {
    if (this.parts.tip.hidden) return false
    this.pinned = false
    this.dismissed = true
    this.pointer = undefined
    return true
  }

  /** Gives the focus to the playhead without its tooltip. */
  toPlayhead(): void {
    this.pinned = false
    this.dismissed = true
    this.parts.slider.focus({ preventScroll: true })
  }

  /** Puts outlines and tooltip where the axis has them now. */
  show(picture: Picture, axis: Axis, selected: Selected | undefined): void {
    const { parts, pointer } = this
    const hovered = pointer && spotAt(picture, axis, pointer)
    const chosen = selected && this.spotOf(picture.groups, selected)
    const hoveredBox = hovered && boxOf(picture, hovered, axis)
    const chosenBox = chosen && boxOf(picture, chosen, axis)
    parts.root.classList.toggle('points', hovered !== undefined)
    place(parts.hovered, hoveredBox)
    place(parts.selected, chosenBox)
    if (hovered && hoveredBox && pointer) {
      this.showTip(picture, hovered, { ...hoveredBox, x: picture.layout.left + pointer.x + 10 })
    } else if (chosen && chosenBox && this.keepsTip()) this.showTip(picture, chosen, chosenBox, picture.onWhy)
    else parts.tip.hidden = true
    parts.tip.classList.toggle('pinned', hovered === undefined)
  }

  private keepsTip(): boolean {
    return !this.dismissed && (this.pinned || this.parts.slider === document.activeElement)
  }

  /** Looked up once a selection and run. A new selection brings the tooltip back. */
  private spotOf(groups: readonly LaneGroup[], selected: Selected): Spot | undefined {
    const { found } = this
    const isSame = found?.selected.group === selected.group && found.selected.row === selected.row
    if (!found || !isSame || found.groups !== groups) {
      this.found = { selected, groups, spot: spotOf(groups, selected.group, selected.row) }
      if (found && !isSame) this.dismissed = false
    }
    return this.found?.spot
  }

  private showTip({ tooltip }: Picture, { group, row }: Spot, { x, y, height }: Box, onWhy?: () => void): void {
    const { tip, body } = this.parts
    const { left, top } = body.getBoundingClientRect()
    writeTip(tip, tooltip(group, row), onWhy)
    const tools = this.parts.root.querySelector('[role=toolbar]')?.getBoundingClientRect()
    placeTip(tip, { x: left + x, top: top + y, bottom: top + y + height }, tools)
  }
}

function spotAt({ groups, layout, picks }: Picture, axis: Axis, { x, y }: Point): Spot | undefined {
  return x < -RIGHT || x > axis.width + RIGHT ? undefined : hit(groups, layout, axis, x, y, picks)
}

type Box = Required<Placing>

/** Around the head of an arrow. */
const headBox = (x: number, y: number): Box => ({ x: x - DOT, y: y - DOT, width: 2 * DOT, height: 2 * DOT })

/** The outline of a mark in pixels of the body, undefined where the view does not show it. */
function boxOf({ groups, layout }: Picture, { group, lane, track, index, head }: Spot, axis: Axis): Box | undefined {
  const columns = groups[group]?.lanes[lane]?.tracks[track]
  const box = layout.groups[group]?.lanes[lane]?.tracks[track]
  if (!columns || !box) return undefined
  const left = Math.max(axis.x(columns.from[index] as number), -2)
  const right = Math.min(axis.x(columns.to[index] as number), axis.width + 2)
  if (left > axis.width + 2 || right < -2) return undefined
  const x = Math.round(layout.left + left)
  if (columns.mark === 'dot') return { x: x - DOT, y: box.top + box.height / 2 - DOT, width: 2 * DOT, height: 2 * DOT }
  const width = Math.round(Math.max(right - left, columns.mark === 'message' ? SLANT : 2))
  const course = columns.mark === 'arrow' && courseOf(layout.groups[group] as GroupBox, lane, columns.other ?? lane)
  if (course && head) return headBox(layout.left + axis.x(columns.to[index] as number), course.endY)
  if (course) {
    const top = Math.min(course.startY, course.endY)
    return {
      x: x - ASIDE,
      y: top,
      width: width + 2 * ASIDE,
      height: Math.max(Math.abs(course.endY - course.startY), ASIDE),
    }
  }
  return { x: x - 2, y: Math.round(box.top) - 2, width: width + 4, height: box.height + 4 }
}

// Lanes that stand for many: one of them at a time is open, in each variant that has it.

import { firstInside, lanesInside, MOST_INSIDE, shownFrom } from '../lanes/inside.ts'
import type { Lane } from '../lanes/lane.ts'
import { lab, setLab } from './lab.ts'
import { rangeIn } from './looking.ts'

/** Opens a lane at what the view shows first, or closes it. */
export function openLane(lane: Lane): void {
  const state = lab()
  if (state.opened?.lane === lane.id) setLab({ opened: undefined })
  else setLab({ opened: { lane: lane.id, first: firstInside(lane, rangeIn(state).from), inside: lanesInside } })
}

/** Goes on to the next of what is inside an open lane, or back. */
export function turnInside(lane: Lane, direction: 1 | -1): void {
  const { opened } = lab()
  if (!opened) return
  const last = Math.max((lane.inside?.names.length ?? 1) - 1, 0)
  const next = shownFrom(lane, opened.first) + direction * MOST_INSIDE
  setLab({ opened: { ...opened, first: Math.min(Math.max(next, 0), last) } })
}

/** Lets a lane be seen open that a link brought along: such a link comes without the script for it. */
export function bringInside(): void {
  const { opened } = lab()
  if (opened && !opened.inside) setLab({ opened: { ...opened, inside: lanesInside } })
}

// Lanes that stand for many: one of them at a time is open, in each variant that has it.

import { firstInside, lanesInside, MOST_INSIDE } from '../lanes/inside.ts'
import type { LaneGroup } from '../lanes/lane.ts'
import { type Lab, lab, type Opened, type Run, setLab } from './lab.ts'
import { rangeIn } from './looking.ts'

type Shown = { readonly opened: Opened | undefined; readonly groups: readonly LaneGroup[] }

const known = new WeakMap<Run, Shown>()

const none: readonly LaneGroup[] = []

/** The lanes that are drawn: what is inside an open one follows it. The same object until run or opening change. */
export function groupsIn({ run, opened }: Pick<Lab, 'run' | 'opened'>): readonly LaneGroup[] {
  if (run === undefined) return none
  const found = known.get(run)
  if (found && found.opened === opened) return found.groups
  const groups = run.answers.map(({ group }) => (opened ? withInside(group, opened) : group))
  known.set(run, { opened, groups })
  return groups
}

function withInside(group: LaneGroup, { lane, first }: Opened): LaneGroup {
  if (!group.lanes.some(({ id, inside }) => inside && id === lane)) return group
  const lanes = group.lanes.flatMap((each) => (each.id === lane ? [each, ...lanesInside(each, first)] : [each]))
  return { lanes }
}

/** Opens a lane at what the view shows first, or closes it. */
export function openLane(variant: number, id: string): void {
  const state = lab()
  if (state.opened?.lane === id) return setLab({ opened: undefined })
  const lane = state.run?.answers[variant]?.group.lanes.find((each) => each.id === id)
  if (lane) setLab({ opened: { lane: id, first: firstInside(lane, rangeIn(state).from) } })
}

/** Goes on to the next of what is inside an open lane, or back. */
export function turnInside(count: number, direction: 1 | -1): void {
  const { opened } = lab()
  if (!opened) return
  const first = Math.max(Math.min(opened.first + direction * MOST_INSIDE, count - 1), 0)
  setLab({ opened: { ...opened, first } })
}

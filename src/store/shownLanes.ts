// The lanes that are drawn: those of the run, and what is inside one that is open.

import type { LaneGroup } from '../lanes/lane.ts'
import type { Lab, Opened, Run } from './lab.ts'

type Shown = { readonly opened: Opened | undefined; readonly groups: readonly LaneGroup[] }

const known = new WeakMap<Run, Shown>()

const none: readonly LaneGroup[] = []

/** By variant: what is inside an open lane follows it. The same object until run or opening change. */
export function groupsIn({ run, opened }: Pick<Lab, 'run' | 'opened'>): readonly LaneGroup[] {
  if (run === undefined) return none
  const found = known.get(run)
  if (found && found.opened === opened) return found.groups
  const groups = run.answers.map(({ group }) => (opened ? withInside(group, opened) : group))
  known.set(run, { opened, groups })
  return groups
}

function withInside({ lanes }: LaneGroup, { lane, first, inside }: Opened): LaneGroup {
  if (inside === undefined) return { lanes }
  return { lanes: lanes.flatMap((each) => (each.inside && each.id === lane ? [each, ...inside(each, first)] : [each])) }
}

// What a person does to a replicated partition: the same kind of edits as edit.ts has, total and without a last word.

import { type Change, setUntil, setWorld } from './edit.ts'
import { endOfSchedule } from './readReplication.ts'
import type { Replication, Scenario } from './scenario.ts'

/** Where a schedule stands in a question, as slips and complaints name it. */
export const SCHEDULE_PATH = 'world.workload.schedule'

/** What a question says of its partition, undefined where it has none. */
export const replicationOf = ({ world: { workload } }: Scenario): Replication | undefined =>
  workload.kind === 'replication' ? workload : undefined

/** Sets the schedule or the order of the assignment; the end of the run follows from how many steps there are. */
export function setReplication(scenario: Scenario, change: Change<Omit<Replication, 'kind'>>): Scenario {
  const asked = replicationOf(scenario)
  if (!asked) return scenario
  const { order = asked.order, schedule = asked.schedule } = change
  const workload: Replication = { kind: 'replication', order, schedule }
  return setUntil(setWorld(scenario, { workload }), endOfSchedule(workload))
}

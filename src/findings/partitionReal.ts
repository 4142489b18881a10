// Where real brokers came to another end than the model, in words beside the verdict.

import { seenIn, tookAll } from '../scenario/realBrokers.ts'
import type { RealRun } from '../scenario/realRun.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Part } from './prose.ts'

/** What real brokers came to that took all steps of a variant, where that is not what its run says. */
export function otherEnds(scenario: Scenario, variant: number): Part[][] {
  const { workload } = scenario.world
  if (workload.kind !== 'replication') return []
  return seenIn(scenario, variant).flatMap((run) => {
    const ends = tookAll(run, workload.schedule) ? endsOf(run) : []
    return ends.length === 0 ? [] : [[`real Kafka ${run.release} ${ends.join(' and ')} here`]]
  })
}

function endsOf({ differs = [], loss, blocked }: RealRun): string[] {
  return [
    ...(differs.includes('loss') ? [loss ? 'loses a record' : 'loses nothing'] : []),
    ...(differs.includes('blocked') ? [blocked ? 'stays blocked' : 'goes on'] : []),
  ]
}

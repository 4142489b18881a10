// Where real brokers came to another end than the model, in words beside the verdict.

import { seenIn, stepsOf, tookAll } from '../scenario/realBrokers.ts'
import type { RealRun } from '../scenario/realRun.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Part } from './prose.ts'

/** What real brokers came to that took all steps of a variant, where that is not what its run says. */
export function otherEnds(scenario: Scenario, variant: number): Part[][] {
  const { workload } = scenario.world
  if (workload.kind !== 'replication') return []
  return seenIn(scenario, variant).flatMap((run) => {
    const ends = tookAll(run, workload.schedule) ? endsOf(run) : []
    if (ends.length > 0) return [[`real Kafka ${run.release} ${ends.join(' and ')} here`]]
    return run.leads === undefined ? [] : [[`real Kafka ${run.release}${otherWay(run)}, at step ${stepsOf(run)}`]]
  })
}

/** How real brokers parted from the model, behind their release: `: ELR = BC, B leads`. */
export function otherWay({ differs = [], eligible, leads }: RealRun): string {
  if (differs.some((what) => what !== 'steps')) return ' differs'
  const others = [...(eligible ? [`ELR = ${eligible}`] : []), ...(leads ? [`${leads} leads`] : [])]
  return others.length > 0 ? `: ${others.join(', ')}` : ' ends the same, by other steps'
}

function endsOf({ differs = [], loss, blocked }: RealRun): string[] {
  return [
    ...(differs.includes('loss') ? [loss ? 'loses a record' : 'loses nothing'] : []),
    ...(differs.includes('blocked') ? [blocked ? 'stays blocked' : 'goes on'] : []),
  ]
}

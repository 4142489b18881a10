// The checker of partitions, packed, beside the same rules with a string for each state's key: what packing and typed arrays bring.

import type { PartitionQuestion } from '../src/scenario/partitionWorld.ts'
import { PartitionCheck } from '../src/search/partitionCheck.ts'
import { Partition } from '../src/sim/replication/partition.ts'
import { MOST_STEPS, possibleSteps } from '../src/sim/replication/possible.ts'
import { State } from '../src/sim/replication/state.ts'
import { lineOf } from '../src/sim/replication/told.ts'

export const question = (records: number): PartitionQuestion => ({
  variant: 'kafka-0.8.1',
  config: { acks: -1, 'min.insync.replicas': 1, 'unclean.leader.election.enable': true },
  order: 'ABC',
  bounds: {
    records,
    crashes: 3,
    downAtOnce: 2,
    restarts: true,
    slowDrops: 0,
    preferredMoves: 0,
    crashMayLoseLog: false,
    repairBeforeNextCrash: false,
  },
})

/** States of the whole space, by the product's checker. */
export function packedStates(asked: PartitionQuestion): number {
  const check = new PartitionCheck({
    question: asked,
    properties: ['ackedLoss'],
    tracksSeen: false,
    until: 'end',
    statesMax: 5_000_000,
  })
  while (!check.advance(20_000));
  return check.result().states
}

/** The same, with a set of strings. */
export function stringStates(asked: PartitionQuestion): number {
  const partition = new Partition(asked, false)
  const start = partition.start()
  const known = new Set([lineOf(start, false)])
  const possible = new Int32Array(MOST_STEPS)
  for (let front = [start]; front.length > 0; ) {
    const next: State[] = []
    for (const s of front) {
      const count = possibleSteps(partition, s, possible)
      for (let i = 0; i < count; i++) {
        const after = new State()
        after.copy(s)
        partition.apply(after, possible[i] as number)
        const key = lineOf(after, false)
        if (known.has(key)) continue
        known.add(key)
        next.push(after)
      }
    }
    front = next
  }
  return known.size
}

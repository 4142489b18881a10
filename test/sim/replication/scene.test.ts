// A schedule as a picture shows it: with the steps that could not be, and what could come next.

import { expect, test } from 'vitest'
import { readSchedule } from '../../../src/scenario/partitionSteps.ts'
import type { PartitionConfig } from '../../../src/scenario/partitionWorld.ts'
import type { ReplicationBehaviourId } from '../../../src/scenario/replicationBehaviours.ts'
import { sceneOf } from '../../../src/sim/replication/scene.ts'
import { asked } from '../../support/partitions.ts'

function scene(variant: ReplicationBehaviourId, config: Partial<PartitionConfig>, schedule: string) {
  const read = readSchedule(schedule)
  if ('what' in read) throw new Error(read.what)
  return sceneOf(asked(variant, config), read.steps)
}

const all = { acks: -1, 'min.insync.replicas': 2, 'unclean.leader.election.enable': false }

test('a step that is impossible says why, and the next one is tried', () => {
  const moments = scene('kafka-2.1', all, 'f A; p')
  expect(moments.map(({ words, skipped }) => [words, skipped])).toEqual([
    ['start', undefined],
    ['f A', 'A is the leader.'],
    ['p', undefined],
  ])
  expect(moments[1]?.state).toEqual(moments[0]?.state)
  expect(moments.every(({ choices }) => choices.length >= 25)).toBe(true)
})

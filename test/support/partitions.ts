// Short notations for partitions and their schedules.

import {
  type PartitionBounds,
  type PartitionConfig,
  type PartitionQuestion,
  unbounded,
} from '../../src/scenario/partitionWorld.ts'
import { type ReplicationBehaviourId, replicationBehaviours } from '../../src/scenario/replicationBehaviours.ts'
import { Partition } from '../../src/sim/replication/partition.ts'
import { type Played, playWords } from '../../src/sim/replication/play.ts'

/** acks=all, unclean election only where it cannot be turned off, and nothing is out of bounds, but for what is said. */
export const asked = (
  variant: ReplicationBehaviourId,
  config: Partial<PartitionConfig> = {},
  bounds: Partial<PartitionBounds> = {},
  order: PartitionQuestion['order'] = 'ABC',
): PartitionQuestion => ({
  variant,
  config: {
    acks: -1,
    'min.insync.replicas': 1,
    'unclean.leader.election.enable': !replicationBehaviours[variant].uncleanSetting,
    ...config,
  },
  order,
  bounds: { ...unbounded, ...bounds },
})

/** Plays steps that are parted by `; `. */
export const played = (question: PartitionQuestion, schedule: string): Played =>
  playWords(new Partition(question, true), schedule === '' ? [] : schedule.split('; '))

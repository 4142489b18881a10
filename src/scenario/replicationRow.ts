// The knobs of a release's replication: the row of its era, and in what the release is unlike it.

import { replicationBehaviourIdOf, replicationReleases } from './releases.ts'
import { type ReplicationBehaviour, replicationBehaviours } from './replicationBehaviours.ts'

const unlike = (id: string): Partial<ReplicationBehaviour> =>
  replicationReleases.find((offered) => offered.id === id)?.unlike ?? {}

export const isUnlikeItsEra = (id: string): boolean => Object.keys(unlike(id)).length > 0

/** The knobs of a release; of the newest where the id is not offered. */
export const replicationRowOf = (id: string): ReplicationBehaviour => ({
  ...replicationBehaviours[replicationBehaviourIdOf(id)],
  ...unlike(id),
})

// A partition's settings by the names that they have in a release; what it has no setting for is not said.

import type { PartitionConfig } from './partitionWorld.ts'
import { replicationReleases } from './releases.ts'
import type { ReplicationBehaviourId } from './replicationBehaviours.ts'
import { formerNames, settingOf } from './settings.ts'

/** The name of a setting in a release, undefined where it has none of that kind. */
export function nameIn(kafka: string, key: keyof PartitionConfig): string | undefined {
  return [key, formerNames[key]].find((name) => name !== undefined && settingOf(kafka, name, 'topic') !== undefined)
}

/** The first release of an era. */
const firstOf = (era: ReplicationBehaviourId): string =>
  replicationReleases.find(({ behaviour }) => behaviour === era)?.id ?? ''

/** `request.required.acks=-1, replica.lag.max.messages=0` */
export const settingsSaid = (era: ReplicationBehaviourId, config: PartitionConfig): string =>
  (Object.keys(config) as (keyof PartitionConfig)[])
    .flatMap((key) => {
      const name = nameIn(firstOf(era), key)
      const value = name === 'acks' && config.acks === -1 ? 'all' : config[key]
      return name === undefined ? [] : [`${name}=${value}`]
    })
    .join(', ')

// A cell of the table of promises as a question of its own: its release, its settings and the schedule that breaks the promise.

import { nameIn } from './partitionSettings.ts'
import { type Assignment, type PartitionConfig, partitionDefaults, STEP } from './partitionWorld.ts'
import type { PromiseColumn, PromiseRow } from './promiseTable.ts'
import { endOfSchedule, replicas } from './readReplication.ts'
import { type Config, type Replication, type Scenario, type Value, type Variant, withoutClient } from './scenario.ts'

/** A cell of the table of promises whose promise is broken, and by what. */
export type PromiseStory = {
  readonly row: PromiseRow
  readonly column: PromiseColumn
  readonly order: Assignment
  readonly steps: readonly string[]
  readonly title: string
}

/** The question that a story answers: one release, so set, taken through these steps. It opens where the promise is broken. */
export function storyOf({ row, column, order, steps, title }: PromiseStory): Scenario {
  const workload: Replication = { kind: 'replication', order, schedule: steps.join('; ') }
  const variant: Variant = {
    name: `Kafka ${column.release}`,
    kafka: column.release,
    config: configOf(row.config, column),
  }
  return {
    v: 1,
    lab: 'replication',
    title,
    seed: 1,
    until: endOfSchedule(workload),
    world: { nodes: replicas, latency: 0, ...withoutClient, faults: [], workload },
    variants: [variant],
    view: { playhead: steps.length * STEP },
  }
}

/** A lag in messages that no log here reaches. */
const NEVER_BEHIND = 4000

/** What differs from the release's defaults, by the keys that it has. */
function configOf(config: PartitionConfig, { variant, release }: PromiseColumn): Config {
  const defaults = partitionDefaults[variant]
  const { acks, 'replica.lag.max.messages': lagMax = NEVER_BEHIND, ...others } = config
  const set: [key: string, value: Value][] = []
  if (acks !== defaults.acks) {
    const name = nameIn(release, 'acks') ?? 'acks'
    set.push([name, name !== 'acks' ? acks : acks === -1 ? 'all' : String(acks)])
  }
  for (const [key, value] of Object.entries(others)) {
    if (value !== defaults[key as keyof typeof others])
      set.push([key, typeof value === 'boolean' ? String(value) : value])
  }
  if (lagMax !== (defaults['replica.lag.max.messages'] ?? NEVER_BEHIND)) set.push(['replica.lag.max.messages', lagMax])
  if (variant === 'kafka-4.0-elr') set.push(['eligible.leader.replicas.version', '1'])
  return set.length === 0 ? {} : { topic: Object.fromEntries(set) }
}

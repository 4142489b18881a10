// A variant of a question about a replicated partition as what its run takes: its row of knobs, its settings as they decide, its steps.

import { instant } from '../base/time.ts'
import { variantOf } from './compileClient.ts'
import { partitionKnobs } from './partitionKnobs.ts'
import { type PartitionConfig, type PartitionOrder, type PartitionQuestion, unbounded } from './partitionWorld.ts'
import { stepsIn } from './readReplication.ts'
import { replicationBehaviourIdOf } from './releases.ts'
import type { ReplicationBehaviour } from './replicationBehaviours.ts'
import { replicationRowOf } from './replicationRow.ts'
import { limits, type Replication, type Scenario, type Value, type Variant } from './scenario.ts'
import { settingsInForce } from './settingsInForce.ts'

/** What a run of a variant takes. The scenario has passed `parse`, and asks about a partition. */
export function partitionOrderOf(
  scenario: Scenario,
  variant: number,
  asked: Replication,
  rowLimit: number = limits.rows,
): PartitionOrder {
  const read = stepsIn(asked.schedule)
  const question = partitionQuestionOf(variantOf(scenario, variant), asked)
  return {
    partition: {
      lab: 'replication',
      question,
      steps: 'steps' in read ? read.steps : [],
      until: instant(scenario.until),
      rowLimit,
    },
  }
}

/** A variant as a question to the step machine, with nothing forbidden that fits. */
export function partitionQuestionOf(variant: Variant, { order }: Pick<Replication, 'order'>): PartitionQuestion {
  const value = settingsInForce(variant, 'topic')
  const behaviour = partitionBehaviourOf(variant)
  // Only a feature that is on counts, where the release has it as one.
  const feature = value('eligible.leader.replicas.version')
  const eligibleLeaders = behaviour.eligibleLeaders && (feature === undefined || String(feature) === '1')
  return {
    variant: replicationBehaviourIdOf(variant.kafka),
    knobs: { ...behaviour, eligibleLeaders },
    config: configOf(value, behaviour),
    order,
    bounds: unbounded,
  }
}

/** The knobs of a variant: its release's row, with what it sets itself. */
function partitionBehaviourOf({ kafka, knobs = {} }: Variant): ReplicationBehaviour {
  const own = partitionKnobs.flatMap((knob) => (knobs[knob] === undefined ? [] : [[knob, knobs[knob]] as const]))
  return { ...replicationRowOf(kafka), ...Object.fromEntries(own) }
}

/** The settings as they decide: what a rule does without stands at what that comes to. */
function configOf(value: (key: string) => Value | undefined, knobs: ReplicationBehaviour): PartitionConfig {
  const minIsr = knobs.minInsyncReplicas ? Number(value('min.insync.replicas') ?? 1) : 1
  const unclean = !knobs.uncleanSetting || String(value('unclean.leader.election.enable') ?? true) === 'true'
  return {
    acks: acksIn(value('acks') ?? value('request.required.acks') ?? -1),
    'min.insync.replicas': minIsr,
    'unclean.leader.election.enable': unclean,
    ...(knobs.lagMaxMessages && { 'replica.lag.max.messages': Number(value('replica.lag.max.messages') ?? LAG_MAX) }),
  }
}

/** replica.lag.max.messages as 0.8 has it, for a release that gets the rule and has no such setting. */
const LAG_MAX = 4000

const acksIn = (acks: Value): number => (String(acks).trim() === 'all' ? -1 : Number(acks))

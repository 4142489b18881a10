// A variant of a scenario as the world that a run takes, whatever it is about.

import { apiCall } from './callerWorld.ts'
import type { ClientOrder, ClientWorld, RunOrder } from './clientWorld.ts'
import { compileClient, orderWith, seedOf, variantOf, worldOf } from './compileClient.ts'
import { partitionOrderOf } from './compilePartition.ts'
import { compileQuorum } from './compileQuorum.ts'
import { producerBehaviourOf } from './producerBehaviourOf.ts'
import { producerWorld } from './producerWorld.ts'
import { componentOf, limits, type Scenario } from './scenario.ts'
import { settingsInForce } from './settingsInForce.ts'

/** What the runs of all variants take. */
export const ordersOf = (scenario: Scenario, rowLimit?: number): RunOrder[] =>
  scenario.variants.map((_, variant) => orderOf(scenario, variant, rowLimit))

/** What a run of a variant takes. The scenario has passed `parse`. */
export function orderOf(scenario: Scenario, variant: number, rowLimit?: number): RunOrder {
  const { workload } = scenario.world
  if (workload.kind === 'replication') return partitionOrderOf(scenario, variant, workload, rowLimit)
  return workload.kind === 'quorum'
    ? { quorum: compileQuorum(scenario, variant, workload, rowLimit), seed: seedOf(scenario, variant) }
    : clientOrderOf(scenario, variant, rowLimit)
}

/** What a run of a variant takes that asks about a client. */
export const clientOrderOf = (scenario: Scenario, variant: number, rowLimit?: number): ClientOrder =>
  orderWith(scenario, variant, compile(scenario, variant, rowLimit))

/** A variant's world that has a client. The scenario has passed `parse`. */
export function compile(scenario: Scenario, variant: number, rowLimit: number = limits.rows): ClientWorld {
  const asked = variantOf(scenario, variant)
  const world = worldOf(scenario, variant)
  const settings = settingsInForce(asked, componentOf(world.workload))
  const client = compileClient(scenario, variant, settings, rowLimit)
  if ('known' in world.workload) return { ...client, apiCall: apiCall(world.workload, asked, client) }
  if (world.workload.kind !== 'produce') return client
  const producer = producerWorld(world, world.workload, producerBehaviourOf(asked), settings, scenario.until)
  return { ...client, producer }
}

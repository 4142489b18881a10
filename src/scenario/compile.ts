// A variant of a scenario as the world that a run takes, whatever its application does.

import { producerBehaviourOf } from './behaviourOf.ts'
import { apiCall } from './callerWorld.ts'
import type { ClientWorld, RunOrder } from './clientWorld.ts'
import { compileClient, orderWith, settingsInForce, variantOf, worldOf } from './compileClient.ts'
import { producerWorld } from './producerWorld.ts'
import { limits, type Scenario } from './scenario.ts'

/** What the runs of all variants take. */
export const ordersOf = (scenario: Scenario, rowLimit?: number): RunOrder[] =>
  scenario.variants.map((_, variant) => orderOf(scenario, variant, rowLimit))

/** What a run of a variant takes. The scenario has passed `parse`. */
export const orderOf = (scenario: Scenario, variant: number, rowLimit?: number): RunOrder =>
  orderWith(scenario, variant, compile(scenario, variant, rowLimit))

/** A variant's world. The scenario has passed `parse`. */
export function compile(scenario: Scenario, variant: number, rowLimit: number = limits.rows): ClientWorld {
  const client = compileClient(scenario, variant, rowLimit)
  const asked = variantOf(scenario, variant)
  const world = worldOf(scenario, variant)
  if ('known' in world.workload) return { ...client, apiCall: apiCall(world.workload, asked, client) }
  if (world.workload.kind !== 'produce') return client
  const [behaviour, settings] = [producerBehaviourOf(asked), settingsInForce(asked)]
  const producer = producerWorld(world, world.workload, behaviour, settings, scenario.until)
  return { ...client, producer }
}

// A variant of a scenario as the world that a run takes, whatever its application does.

import type { ClientOrder, ClientWorld } from './clientWorld.ts'
import { compileClient, orderWith, settingsInForce, variantOf, worldOf } from './compileClient.ts'
import { producerWorld } from './producerWorld.ts'
import { limits, type Scenario } from './scenario.ts'

/** What the runs of all variants take. */
export const ordersOf = (scenario: Scenario, rowLimit?: number): ClientOrder[] =>
  scenario.variants.map((_, variant) => orderOf(scenario, variant, rowLimit))

/** What a run of a variant takes. The scenario has passed `parse`. */
export const orderOf = (scenario: Scenario, variant: number, rowLimit?: number): ClientOrder =>
  orderWith(scenario, variant, compile(scenario, variant, rowLimit))

/** A variant's world. The scenario has passed `parse`. */
export function compile(scenario: Scenario, variant: number, rowLimit: number = limits.rows): ClientWorld {
  const client = compileClient(scenario, variant, rowLimit)
  const asked = variantOf(scenario, variant)
  const world = worldOf(scenario, variant)
  if (world.workload.kind !== 'produce') return client
  const producer = producerWorld(world, world.workload, asked.kafka, settingsInForce(asked), scenario.until)
  return { ...client, producer }
}

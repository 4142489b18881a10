// The door of the engine room for who has all of it at hand: a compiled world and a seam of chance go in, a trace comes out.

import type { ClientWorld, RunOrder } from '../scenario/clientWorld.ts'
import { apiCallOf } from './apiCalls.ts'
import { type Chance, seededChance } from './chance.ts'
import { Client } from './nodes/client.ts'
import { EarlyClient } from './nodes/earlyClient.ts'
import { Producer } from './nodes/producer.ts'
import { type ClientMaker, type ClientRun, type ProducerMaker, type Simulation, simulate } from './simulation.ts'

const clientOf: ClientMaker = (world, engine, ledger, chance) => {
  const { behaviour } = world
  return behaviour.procedure === 'poll before 0.10.2'
    ? new EarlyClient(world, behaviour, engine, ledger, chance)
    : new Client(world, behaviour, engine, ledger, chance)
}

const producerOf: ProducerMaker = (...parts) => new Producer(...parts)

/** Begins the run of an order, by its own dice. */
export const begin = ({ world, seed, jitter }: RunOrder): Simulation =>
  simulate(world, seededChance(seed, jitter), clientOf, producerOf, apiCallOf)

/** The whole run of an order at once. */
export const run = (order: RunOrder): ClientRun => toItsEnd(begin(order))

/** A whole run at once, by the chance that is handed in. */
export const runClient = (world: ClientWorld, chance: Chance): ClientRun =>
  toItsEnd(simulate(world, chance, clientOf, producerOf, apiCallOf))

function toItsEnd(simulation: Simulation): ClientRun {
  while (!simulation.advance(1_000_000));
  return simulation.finish()
}

// The door of the engine room for who has all of it at hand: a compiled world and a seam of chance go in, a trace comes out.

import type { ClientOrder, ClientWorld, RunOrder } from '../scenario/clientWorld.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import type { Trace } from '../trace/trace.ts'
import { apiCallOf } from './apiCalls.ts'
import { type Chance, seededChance } from './chance.ts'
import { Client } from './nodes/client.ts'
import { EarlyClient } from './nodes/earlyClient.ts'
import { Producer } from './nodes/producer.ts'
import { type QuorumRun, simulateQuorum } from './quorum/quorum.ts'
import { simulatePartition } from './replication/run.ts'
import { type ClientMaker, type ClientRun, type ProducerMaker, type Simulation, simulate } from './simulation.ts'

const clientOf: ClientMaker = (world, engine, ledger, chance) => {
  const { behaviour } = world
  return behaviour.procedure === 'poll before 0.10.2'
    ? new EarlyClient(world, behaviour, engine, ledger, chance)
    : new Client(world, behaviour, engine, ledger, chance)
}

const producerOf: ProducerMaker = (...parts) => new Producer(...parts)

/** Begins the run of an order, by its own dice. */
export const begin = (order: RunOrder): Simulation =>
  'quorum' in order
    ? simulateQuorum(order.quorum, seededChance(order.seed, true))
    : 'partition' in order
      ? simulatePartition(order.partition)
      : beginClient(order)

const beginClient = ({ world, seed, jitter }: ClientOrder): Simulation<ClientRun> =>
  simulate(world, seededChance(seed, jitter), clientOf, producerOf, apiCallOf)

/** The whole run of an order at once. */
export function run(order: ClientOrder): ClientRun
export function run(order: RunOrder): { readonly trace: Trace }
export function run(order: RunOrder): { readonly trace: Trace } {
  return toItsEnd(begin(order))
}

/** A whole run of a quorum at once, by the chance that is handed in. */
export const runQuorum = (world: QuorumWorld, chance: Chance): QuorumRun => toItsEnd(simulateQuorum(world, chance))

/** A whole run at once, by the chance that is handed in. */
export const runClient = (world: ClientWorld, chance: Chance): ClientRun =>
  toItsEnd(simulate(world, chance, clientOf, producerOf, apiCallOf))

function toItsEnd<Run extends { readonly trace: Trace }>(simulation: Simulation<Run>): Run {
  while (!simulation.advance(1_000_000));
  return simulation.finish()
}

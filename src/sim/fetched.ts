// The same door where what few runs take is fetched first, so that it weighs on nobody else.

import { assert } from '../base/assert.ts'
import type { ClientWorld, RunOrder } from '../scenario/clientWorld.ts'
import { seededChance } from './chance.ts'
import { type ApiCallMaker, type ClientMaker, type ProducerMaker, type Simulation, simulate } from './simulation.ts'

/** Begins the run of an order, by its own dice. */
export type Begin = (order: RunOrder) => Simulation

/** What begins runs of these orders, once their procedures are here. Rejects where one cannot be fetched. */
export async function beginningOf(orders: readonly RunOrder[]): Promise<Begin> {
  const clients = orders.flatMap((order) => ('world' in order ? [order.world] : []))
  const polls = (procedure: ClientWorld['behaviour']['procedure']): boolean =>
    clients.some(({ behaviour }) => behaviour.procedure === procedure)
  const [client, early, producer, calls, quorum, partition] = await Promise.all([
    polls('poll since 0.10.2') ? import('./nodes/client.ts') : undefined,
    polls('poll before 0.10.2') ? import('./nodes/earlyClient.ts') : undefined,
    clients.some((world) => world.producer) ? import('./nodes/producer.ts') : undefined,
    clients.some((world) => world.apiCall) ? import('./apiCalls.ts') : undefined,
    orders.some((order) => 'quorum' in order) ? import('./quorum/quorum.ts') : undefined,
    orders.some((order) => 'partition' in order) ? import('./replication/run.ts') : undefined,
  ])
  const clientOf: ClientMaker = (world, engine, ledger, chance) => {
    const { behaviour } = world
    if (behaviour.procedure === 'poll before 0.10.2') {
      assert(early !== undefined, 'the procedure before 0.10.2 was fetched for other orders than these')
      return new early.EarlyClient(world, behaviour, engine, ledger, chance)
    }
    assert(client !== undefined, 'the procedure since 0.10.2 was fetched for other orders than these')
    return new client.Client(world, behaviour, engine, ledger, chance)
  }
  const producerOf: ProducerMaker = (...parts) => {
    assert(producer !== undefined, 'the producer was fetched for other orders than these')
    return new producer.Producer(...parts)
  }
  const apiCallOf: ApiCallMaker = (...parts) => {
    assert(calls !== undefined, 'the calls were fetched for other orders than these')
    return calls.apiCallOf(...parts)
  }
  return (order) => {
    if ('world' in order)
      return simulate(order.world, seededChance(order.seed, order.jitter), clientOf, producerOf, apiCallOf)
    if ('partition' in order) {
      assert(partition !== undefined, 'the partition was fetched for other orders than these')
      return partition.simulatePartition(order.partition)
    }
    assert(quorum !== undefined, 'the quorum was fetched for other orders than these')
    return quorum.simulateQuorum(order.quorum, seededChance(order.seed, true))
  }
}

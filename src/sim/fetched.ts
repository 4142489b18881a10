// The same door where what few runs take is fetched first, so that it weighs on nobody else.

import { assert } from '../base/assert.ts'
import type { RunOrder } from '../scenario/clientWorld.ts'
import { seededChance } from './chance.ts'
import { Client } from './nodes/client.ts'
import { type ApiCallMaker, type ClientMaker, type ProducerMaker, type Simulation, simulate } from './simulation.ts'

/** Begins the run of an order, by its own dice. */
export type Begin = (order: RunOrder) => Simulation

const isEarly = (order: RunOrder): boolean =>
  'world' in order && order.world.behaviour.procedure === 'poll before 0.10.2'

/** What begins runs of these orders, once their procedures are here. Rejects where one cannot be fetched. */
export async function beginningOf(orders: readonly RunOrder[]): Promise<Begin> {
  const early = orders.some(isEarly) ? await import('./nodes/earlyClient.ts') : undefined
  const clients = orders.flatMap((order) => ('world' in order ? [order.world] : []))
  const producer = clients.some((world) => world.producer) ? await import('./nodes/producer.ts') : undefined
  const calls = clients.some((world) => world.apiCall) ? await import('./apiCalls.ts') : undefined
  const quorum = clients.length < orders.length ? await import('./quorum/quorum.ts') : undefined
  const clientOf: ClientMaker = (world, engine, ledger, chance) => {
    const { behaviour } = world
    if (behaviour.procedure === 'poll since 0.10.2') return new Client(world, behaviour, engine, ledger, chance)
    assert(early !== undefined, 'the procedure before 0.10.2 was fetched for other orders than these')
    return new early.EarlyClient(world, behaviour, engine, ledger, chance)
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
    assert(quorum !== undefined, 'the quorum was fetched for other orders than these')
    return quorum.simulateQuorum(order.quorum, seededChance(order.seed, true))
  }
}

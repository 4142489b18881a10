// The lanes of runs, fetched when the first of them is to be drawn: a run need not wait for them, and what few show weighs on nobody else.

import { assert } from '../base/assert.ts'
import type { ClientOrder, ClientWorld, RunOrder } from '../scenario/clientWorld.ts'
import type { QuorumOrder } from '../scenario/quorumWorld.ts'
import type { Trace } from '../trace/trace.ts'
import type { Drawing } from './drawing.ts'
import type { Judged } from './leader.ts'

/** Begins to draw an order's run. `judged`: what of a quorum's run is a judgement. */
export type DrawLanes = (trace: Trace, order: RunOrder, judged?: Judged) => Drawing

/** What draws these orders' runs, once it is here. Rejects where it cannot be fetched. */
export async function drawingOf(orders: readonly RunOrder[]): Promise<DrawLanes> {
  const clients = orders.filter((order): order is ClientOrder => 'world' in order)
  const [client, producer, quorum, partition] = await Promise.all([
    clients.length > 0 ? import('./client.ts') : undefined,
    clients.some(({ world }) => world.producer) ? import('./producer.ts') : undefined,
    orders.some(isQuorums) ? import('./quorum.ts') : undefined,
    orders.some((order) => 'partition' in order) ? import('./partition.ts') : undefined,
  ])
  return (trace, order, judged) => {
    if (isQuorums(order)) {
      assert(quorum !== undefined, 'the lanes of a quorum were not fetched')
      return quorum.quorumDrawing(trace, order.quorum, judged)
    }
    if ('partition' in order) {
      assert(partition !== undefined, 'the lanes of a partition were not fetched')
      return partition.partitionDrawing(trace)
    }
    assert(client !== undefined, 'the lanes of a client were not fetched')
    const { world } = order
    return client.clientDrawing(
      trace,
      latencyOf(world),
      world.producer && producer?.producerLanes(trace, world.producer),
    )
  }
}

const isQuorums = (order: RunOrder): order is QuorumOrder => 'quorum' in order

/** One way, in ms: the same to every broker whose link is not slow. */
const latencyOf = ({ hosts }: ClientWorld): number =>
  Math.min(...hosts.map(({ conditions }) => conditions[0]?.[0]?.latencyOut ?? 0))

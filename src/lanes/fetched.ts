// The lanes of runs, fetched when the first of them is to be drawn: a run need not wait for them, and what few show weighs on nobody else.

import { assert } from '../base/assert.ts'
import type { ClientWorld, RunOrder } from '../scenario/clientWorld.ts'
import type { Trace } from '../trace/trace.ts'
import type { LaneGroup } from './lane.ts'

/** Gives the lanes of an order's run. */
export type DrawLanes = (trace: Trace, order: RunOrder) => LaneGroup

/** What gives the lanes of these orders' runs, once it is here. Rejects where it cannot be fetched. */
export async function drawingOf(orders: readonly RunOrder[]): Promise<DrawLanes> {
  const [{ lanesOf }, fetched] = await Promise.all([
    import('./client.ts'),
    orders.some((order) => 'world' in order && order.world.producer) ? import('./producer.ts') : undefined,
  ])
  return (trace, order) => {
    assert('world' in order, 'lanes of a quorum are not drawn here')
    const { world } = order
    return lanesOf(trace, latencyOf(world), world.producer && fetched?.producerLanes(trace, world.producer))
  }
}

/** One way, in ms: the same to every broker whose link is not slow. */
const latencyOf = ({ hosts }: ClientWorld): number =>
  Math.min(...hosts.map(({ conditions }) => conditions[0]?.[0]?.latencyOut ?? 0))

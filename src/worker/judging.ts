// What a picture marks that is a judgement and not an event: fetched for the runs that have it.

import type { NeedlessElection } from '../lanes/leader.ts'
import type { RunOrder } from '../scenario/clientWorld.ts'
import type { Trace } from '../trace/trace.ts'

export type Judge = (trace: Trace, order: RunOrder) => readonly NeedlessElection[]

/** What finds the needless elections of these orders' runs, from what set each off to who won it. Rejects where it cannot be fetched. */
export async function judgingOf(orders: readonly RunOrder[]): Promise<Judge> {
  if (!orders.some((order) => 'quorum' in order)) return () => []
  const { electionsOf } = await import('../findings/quorumElections.ts')
  return (trace, order) =>
    'quorum' in order
      ? electionsOf(trace, order.quorum)
          .filter(({ need }) => need === 'needless')
          .map(({ trigger, at, won, row }) => ({ from: trigger.at, to: won?.at ?? at, row }))
      : []
}

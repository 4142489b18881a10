// What a picture marks that is a judgement and not an event: fetched for the runs that have it.

import type { Opens } from '../findings/quorumOpens.ts'
import type { Judged } from '../lanes/leader.ts'
import type { RunOrder } from '../scenario/clientWorld.ts'
import type { Trace } from '../trace/trace.ts'

export type Judge = (trace: Trace, order: RunOrder) => (Judged & { readonly opens: Opens }) | undefined

/** What judges these orders' runs. Rejects where it cannot be fetched. */
export async function judgingOf(orders: readonly RunOrder[]): Promise<Judge> {
  if (!orders.some((order) => 'quorum' in order)) return () => undefined
  const { judgedOf } = await import('../findings/quorumJudged.ts')
  return (trace, order) => ('quorum' in order ? judgedOf(trace, order.quorum) : undefined)
}

// The one request that a raft node has in flight to another, and what that kept it from: as long as a Fetch holds the slot, no other goes out.

import type { QuorumConfig } from '../scenario/quorumWorld.ts'
import { MISSED, SENT } from '../trace/quorumKinds.ts'
import { atOf, kindOf, subjectOf, type Trace } from '../trace/trace.ts'
import { wordAt } from './names.ts'
import { isCut } from './quorumRows.ts'

/** `row`: at which the Fetch set out, -1: before the run. `until`: when its request timeout is over. */
export type HeldSlot = { readonly row: number; readonly until: number }

/**
 * The slot that kept a follower from asking again after a Fetch or its answer was lost alone, until its fetch timer ran out; undefined:
 * it asked again, or something else was in the way (RequestManager.isReady). `fired`: the row at which the timer ran out.
 */
export function heldSlot(
  trace: Trace,
  { requestTimeout }: QuorumConfig,
  fired: number,
  lost: number,
): HeldSlot | undefined {
  if (lost < 0 || kindOf(trace, lost) !== MISSED || isCut(trace, lost)) return undefined
  for (let row = lost + 1; row < fired; row++) if (isFetchOf(trace, row, fired)) return undefined
  let row = lost
  while (row >= 0 && !isFetchOf(trace, row, fired)) row--
  return { row, until: (row < 0 ? atOf(trace, lost) : atOf(trace, row)) + requestTimeout }
}

const isFetchOf = (trace: Trace, row: number, fired: number): boolean =>
  kindOf(trace, row) === SENT && subjectOf(trace, row) === subjectOf(trace, fired) && wordAt(trace, row, 0) === 'Fetch'

// The number that a quorum's run is known by.

import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import type { Trace } from '../trace/trace.ts'
import { leastOf, quorumRun, type Reset } from './quorum.ts'
import { electionsOf, fetchTimeouts } from './quorumElections.ts'
import { leaderless } from './quorumWorking.ts'

/** What the number is: what was left on a voter's fetch timer at the tightest moment, or how long no leader worked. In ms. */
export type QuorumHeadline =
  | { readonly of: 'margin'; readonly ms: number; readonly reset: Reset }
  | { readonly of: 'without a working leader'; readonly ms: number }

const known = new WeakMap<Trace, QuorumHeadline>()

/** The tightest margin; where a voter's fetch timer ran out or there was an election, the time without a working leader. `world`: always the same for one run. */
export function quorumHeadline(trace: Trace, world: QuorumWorld): QuorumHeadline {
  const found = known.get(trace) ?? readHeadline(trace, world)
  known.set(trace, found)
  return found
}

function readHeadline(trace: Trace, world: QuorumWorld): QuorumHeadline {
  const tightest = leastOf(quorumRun(trace).resets.filter(({ node }) => world.voters.includes(node)))
  const isQuiet = fetchTimeouts(trace).length === 0 && electionsOf(trace, world).length === 0
  if (isQuiet && tightest) return { of: 'margin', ms: tightest.left, reset: tightest }
  return { of: 'without a working leader', ms: leaderless(trace, world) }
}

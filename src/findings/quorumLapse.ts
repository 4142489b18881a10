// Why check-quorum ran out on a leader: whose Fetches came since it last started anew, and what became of those of the others. Votes and
// acknowledgements of BeginQuorumEpoch do not count (LeaderState.updateCheckQuorumForFollowingVoter).

import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import * as kind from '../trace/quorumKinds.ts'
import { armedByOf, atOf, fieldOf, kindOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import { wordAt } from './names.ts'
import { outAt, quorumRun } from './quorum.ts'
import { nodeOf } from './quorumRows.ts'

/** A voter that the leader missed: the row at which a Fetch of it last came, and that of the first one since then that did not; -1: none. */
export type Missed = { readonly node: number; readonly heard: number; readonly lost: number }

export type Lapse = {
  /** How many others the leader needs, and those that came since check-quorum started. */
  readonly needed: number
  readonly came: readonly number[]
  readonly missed: readonly Missed[]
  /** The first Fetch that was lost or late, -1: none was. */
  readonly lost: number
}

const counts: readonly Word[] = ['Fetch', 'UpdateRaftVoter']

/** What a leader lacked when its check-quorum ran out. `fired`: the row at which it resigned. */
export function lapseOf(trace: Trace, fired: number, { voters }: QuorumWorld): Lapse {
  const leader = nodeOf(trace, fired)
  const armed = armedByOf(trace, fired)
  const others = voters.filter((voter) => voter !== leader)
  const heard = new Map<number, number>()
  const lost = new Map<number, number>()
  for (let row = fired - 1; row >= 0 && heard.size < others.length; row--) {
    const from = fetcher(trace, row, leader)
    if (from !== undefined && !heard.has(from)) heard.set(from, row)
    // Of those that did not come, the first after the last one that did.
    const sender = heard.size < others.length ? strayed(trace, row, leader, fired) : undefined
    if (sender !== undefined && !heard.has(sender)) lost.set(sender, row)
  }
  const came = others.filter((node) => (heard.get(node) ?? -1) > armed)
  const missed = others
    .filter((node) => !came.includes(node))
    .map((node) => ({ node, heard: heard.get(node) ?? -1, lost: lost.get(node) ?? -1 }))
  const rows = missed.map((each) => each.lost).filter((row) => row >= 0)
  return {
    needed: Math.floor(voters.length / 2) + 1 - (voters.includes(leader) ? 1 : 0),
    came,
    missed,
    lost: rows.length > 0 ? Math.min(...rows) : -1,
  }
}

const isOfLeader = (trace: Trace, row: number, leader: number): boolean =>
  nodeOf(trace, row) === leader && counts.includes(wordAt(trace, row, 0))

/** What came while the leader was paused lies in its inbox. */
const liesInInbox = (trace: Trace, row: number, leader: number): boolean =>
  kindOf(trace, row) === kind.ARRIVED && outAt(quorumRun(trace), leader, atOf(trace, row)) === 'paused'

/** Whose Fetch the leader took in with this row, undefined: none. */
function fetcher(trace: Trace, row: number, leader: number): number | undefined {
  const what = kindOf(trace, row)
  if ((what !== kind.ARRIVED && what !== kind.HANDLED) || !isOfLeader(trace, row, leader)) return undefined
  return liesInInbox(trace, row, leader) ? undefined : fieldOf(trace, row, 1)
}

/** Whose Fetch to the leader was lost with this row, or came too late for it. */
function strayed(trace: Trace, row: number, leader: number, fired: number): number | undefined {
  const what = kindOf(trace, row)
  if (what === kind.ARRIVED)
    return isOfLeader(trace, row, leader) && liesInInbox(trace, row, leader) ? fieldOf(trace, row, 1) : undefined
  const arrives = what === kind.SENT ? fieldOf(trace, row, 5) : Number.NaN
  const isLate = Number.isFinite(arrives) && arrives >= atOf(trace, fired)
  if (what !== kind.MISSED && !isLate) return undefined
  return fieldOf(trace, row, 1) === leader && counts.includes(wordAt(trace, row, 0)) ? nodeOf(trace, row) : undefined
}

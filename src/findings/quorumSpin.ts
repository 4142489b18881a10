// What a raft thread spins for: its poll asks for a wait of 0, since something is due that it cannot do yet (kraft.md 2.1).

import { NONE } from '../trace/kinds.ts'
import * as kind from '../trace/quorumKinds.ts'
import { atOf, fieldOf, kindOf, subjectOf, type Trace } from '../trace/trace.ts'
import { wordAt } from './names.ts'
import { quorumRun, type Stay, stayBefore } from './quorum.ts'
import { nodeOf } from './quorumRows.ts'

export type Spin = {
  /** update voter: UpdateRaftVoter is due; fetch timer: an observer's has ended; election timer: an observer's first one has. */
  readonly why: 'update voter' | 'fetch timer' | 'election timer'
  /** The state in which it spins. */
  readonly stay: Stay
  /** The request whose answer it waits for, -1: it was on its way when the run began. */
  readonly inFlight: number
  /** When it stops, undefined: not within the run. Messages that come in between are handled, and it spins on. */
  readonly until: number | undefined
}

/** A spin, by the row that tells of it; undefined: its node is in no state. */
export function spinOf(trace: Trace, row: number): Spin | undefined {
  const stay = stayBefore(quorumRun(trace), nodeOf(trace, row), row)
  if (!stay) return undefined
  const isFollower = stay.role === 'Follower' && stay.leader !== NONE
  const timer = isFollower ? lastTimer(trace, row, stay.row) : -1
  const isOver = timer >= 0 && fieldOf(trace, timer, 0) <= atOf(trace, row)
  const why = !isFollower ? 'election timer' : isOver ? 'fetch timer' : 'update voter'
  return { why, stay, inFlight: requestBefore(trace, row), until: endOf(trace, row) }
}

/** A thread that spins no more tells what it waits for instead. */
function endOf(trace: Trace, spin: number): number | undefined {
  for (let row = spin + 1; row < trace.rows; row++) {
    if (subjectOf(trace, row) !== subjectOf(trace, spin)) continue
    const what = kindOf(trace, row)
    if (what === kind.WAIT) return atOf(trace, row)
    if (what === kind.HAPPENED && ['stop', 'left', 'pause'].includes(wordAt(trace, row, 0))) return atOf(trace, row)
  }
  return undefined
}

/** The fetch timer that runs at a row of a state. */
function lastTimer(trace: Trace, row: number, began: number): number {
  for (let at = row - 1; at >= began; at--)
    if (kindOf(trace, at) === kind.FETCH_TIMER && subjectOf(trace, at) === subjectOf(trace, row)) return at
  return -1
}

/** The last request that a node sent before a row. */
function requestBefore(trace: Trace, row: number): number {
  for (let at = row - 1; at >= 0; at--) {
    const isOwn = kindOf(trace, at) === kind.SENT && subjectOf(trace, at) === subjectOf(trace, row)
    if (isOwn && !wordAt(trace, at, 0).endsWith(' answer')) return at
  }
  return -1
}

// What kept a raft node's timer from being reset until it ran out: what was lost, failed, came too late, or stood still.

import { NONE } from '../trace/kinds.ts'
import * as kind from '../trace/quorumKinds.ts'
import { armedByOf, atOf, fieldOf, kindOf, subjectOf, type Trace } from '../trace/trace.ts'
import { exact, subjectAt, wordAt } from './names.ts'
import { quorumRun, type Stay, stayBefore } from './quorum.ts'
import { errorOf, named, sentOf } from './quorumMessages.ts'
import { isCut, nodeOf } from './quorumRows.ts'

/** The stay that a row ended. */
export function stayEndedBy(trace: Trace, row: number): Stay | undefined {
  const stay = stayBefore(quorumRun(trace), nodeOf(trace, row), row)
  return stay?.endRow === row ? stay : undefined
}

/**
 * What kept a follower's fetch timer from being reset until it ran out: the last message between it and its leader that was lost, failed, or
 * came too late; -1: nothing of the kind. `fired`: the row at which it ran out.
 */
export function obstacleOf(trace: Trace, fired: number): number {
  const node = nodeOf(trace, fired)
  const leader = stayEndedBy(trace, fired)?.leader ?? NONE
  // What happened in the step that armed it, such as the next Fetch, stands before its row.
  const from = atOf(trace, armedByOf(trace, fired))
  for (let row = fired - 1; row >= 0 && atOf(trace, row) >= from; row--)
    if (isObstacle(trace, row, node, leader, fired)) return row
  return -1
}

/** The loss while a fetch timer ran whose request timeout ended before an obstacle that is none itself; -1: there was none. */
export function lostEarlier(trace: Trace, fired: number, obstacle: number): number {
  if (obstacle < 0 || kindOf(trace, obstacle) === kind.MISSED) return -1
  const node = nodeOf(trace, fired)
  const leader = stayEndedBy(trace, fired)?.leader ?? NONE
  const from = atOf(trace, armedByOf(trace, fired))
  let hasTimedOut = false
  for (let row = obstacle; row >= 0 && atOf(trace, row) >= from; row--) {
    const what = kindOf(trace, row)
    if (what === kind.REQUEST_TIMEOUT && nodeOf(trace, row) === node && isFetch(trace, row, leader)) hasTimedOut = true
    if (what === kind.MISSED && hasTimedOut && isObstacle(trace, row, node, leader, fired)) return row
  }
  return -1
}

function isObstacle(trace: Trace, row: number, node: number, leader: number, fired: number): boolean {
  const what = kindOf(trace, row)
  const isOwn = subjectAt(trace, row).node === node
  const isLeaders = subjectAt(trace, row).node === leader
  switch (what) {
    case kind.MISSED:
      return (isOwn && isFetch(trace, row, leader)) || (isLeaders && isFetchAnswer(trace, row, node))
    case kind.DISCONNECTED:
      return isOwn && isFetch(trace, row, leader)
    case kind.SENT:
      return (
        isLate(trace, row, fired) &&
        ((isOwn && isFetch(trace, row, leader)) || (isLeaders && isFetchAnswer(trace, row, node)))
      )
    case kind.ARRIVED:
    case kind.HANDLED:
      return isOwn && wordAt(trace, row, 0) === 'Fetch answer' && errorOf(trace, sentOf(trace, row)) !== undefined
    case kind.PARKED:
      return isLeaders && fieldOf(trace, row, 0) === node && fieldOf(trace, row, 2) >= atOf(trace, fired)
    case kind.HAPPENED:
      return isLeaders && ['pause', 'stop', 'left'].includes(wordAt(trace, row, 0))
    default:
      return false
  }
}

const isFetch = (trace: Trace, row: number, to: number): boolean =>
  wordAt(trace, row, 0) === 'Fetch' && fieldOf(trace, row, 1) === to
const isFetchAnswer = (trace: Trace, row: number, to: number): boolean =>
  wordAt(trace, row, 0) === 'Fetch answer' && fieldOf(trace, row, 1) === to

/** A message that is still on its way when a timer runs out. One that is lost says so itself. */
const isLate = (trace: Trace, sent: number, fired: number): boolean => {
  const arrives = fieldOf(trace, sent, 5)
  return Number.isFinite(arrives) && arrives >= atOf(trace, fired)
}

/** The last message to or from a node that was lost while its timer ran out, or the last node that stopped; -1: none. */
export function lastLoss(trace: Trace, fired: number, armedBy: number): number {
  const own = subjectOf(trace, fired)
  const number = nodeOf(trace, fired)
  const from = atOf(trace, armedBy)
  for (let row = fired - 1; row >= 0 && atOf(trace, row) >= from; row--) {
    const what = kindOf(trace, row)
    if (what === kind.MISSED && (subjectOf(trace, row) === own || fieldOf(trace, row, 1) === number)) return row
    if (what === kind.HAPPENED && ['pause', 'stop', 'left'].includes(wordAt(trace, row, 0))) return row
  }
  return -1
}

/** What an obstacle is, in a half-sentence after `n2's fetch timer runs out`; empty: nothing to say. */
export function obstacleSaid(trace: Trace, row: number): string {
  if (row < 0) return ''
  const what = kindOf(trace, row)
  const { name } = subjectAt(trace, row)
  switch (what) {
    case kind.MISSED:
      return `${wordAt(trace, row, 0) === 'Fetch' ? 'its Fetch' : `${name}'s answer to its Fetch`} was lost${isCut(trace, row) ? ', as the link was cut' : ''}`
    case kind.DISCONNECTED:
      return 'its Fetch failed with BROKER_NOT_AVAILABLE'
    case kind.SENT:
      return `${wordAt(trace, row, 0) === 'Fetch' ? 'its Fetch' : `${name}'s answer`} was under way until ${exact(fieldOf(trace, row, 5))}`
    case kind.PARKED:
      return `${name} had its Fetch parked until ${exact(fieldOf(trace, row, 2))}`
    case kind.HAPPENED:
      return `${name} ${wordAt(trace, row, 0) === 'pause' ? 'was paused' : 'did not run'}`
    default:
      return `${named(trace, fieldOf(trace, row, 1))} answered with ${errorOf(trace, sentOf(trace, row))}`
  }
}

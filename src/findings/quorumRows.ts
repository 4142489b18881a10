// What a row of a quorum's run is about.

import * as kind from '../trace/quorumKinds.ts'
import * as rule from '../trace/quorumRules.ts'
import { rules } from '../trace/rules.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import { subjectAt, wordAt } from './names.ts'

/** A run of raft nodes. */
export const isQuorums = ({ subjects }: Trace): boolean => subjects.some((subject) => subject.kind === 'node')

/** The number of the node that a row is about. */
export const nodeOf = (trace: Trace, row: number): number => subjectAt(trace, row).node as number

/** A row that tells of a message that came. */
export const isMessage = (trace: Trace, row: number): boolean =>
  row >= 0 && (kindOf(trace, row) === kind.ARRIVED || kindOf(trace, row) === kind.HANDLED)

/** A timer of a raft node that makes it change its state. */
export type StateTimer = 'fetch timer' | 'election timer' | 'backoff' | 'check-quorum'

const byArmer = new Map<number, StateTimer>([
  [kind.FETCH_TIMER, 'fetch timer'],
  [kind.ELECTION_TIMER, 'election timer'],
  [kind.BACKOFF, 'backoff'],
  [kind.QUORUM_TIMER, 'check-quorum'],
])

const byRule: readonly (readonly [rule: number, timer: StateTimer])[] = [
  [rule.FETCH_TIMED_OUT, 'fetch timer'],
  [rule.ELECTION_TIMED_OUT, 'election timer'],
  [rule.RESIGNED_LONG_ENOUGH, 'election timer'],
  [rule.BACKED_OFF, 'backoff'],
  [rule.CHECK_QUORUM_EXPIRED, 'check-quorum'],
]

/** The timer that ran out and made a node change its state, undefined: none did. One that is over in the step that sets it has no row of its own. */
export function timerBehind(trace: Trace, role: number): StateTimer | undefined {
  const armedBy = armedByOf(trace, role)
  const armer = armedBy < 0 ? undefined : byArmer.get(kindOf(trace, armedBy))
  return armer ?? byRule.find(([number]) => rules[number] === ruleOf(trace, role))?.[1]
}

const isEnd = (trace: Trace, row: number): boolean =>
  isMessage(trace, row) && wordAt(trace, row, 0) === 'EndQuorumEpoch'

/** A fetch timer that EndQuorumEpoch set. */
export const isShortened = (trace: Trace, timer: number): boolean => isEnd(trace, causeOf(trace, timer))

/**
 * The EndQuorumEpoch that had set the fetch timer by which a node changed its state, -1: none had. One that is over in the very step in
 * which it is set has no row of its own: it is armed by the message.
 */
export function shortenedBy(trace: Trace, fired: number): number {
  const timer = armedByOf(trace, fired)
  if (isEnd(trace, timer)) return timer
  if (timer < 0 || kindOf(trace, timer) !== kind.FETCH_TIMER) return -1
  if (isShortened(trace, timer)) return causeOf(trace, timer)
  if (fieldOf(trace, timer, 0) <= atOf(trace, fired)) return -1
  for (let row = fired - 1; row > timer; row--)
    if (isEnd(trace, row) && subjectOf(trace, row) === subjectOf(trace, fired)) return row
  return -1
}

/** A message was lost with all others on its way. */
export const isCut = (trace: Trace, missed: number): boolean => ruleOf(trace, missed) === rules[rule.LOST_BY_CUT]

// The sentences of a call of a consumer or an admin client: what bounds it, its attempts, and how it ends.

import * as callKind from '../trace/callKinds.ts'
import * as callRule from '../trace/callRules.ts'
import { textOf } from '../trace/ruleTexts.ts'
import { atOf, fieldOf, ruleOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import { attemptsBefore } from './callVerdict.ts'
import { counted, exact, nodeName, said, wordAt } from './names.ts'

type Teller = (trace: Trace, row: number) => string

/** True for the rows of such a call among those of callers that wait. */
export const isOfCall = (trace: Trace, row: number): boolean => wordAt(trace, row, 0) !== 'send()'

/** The call begins to block. */
export function callBlocks(trace: Trace, row: number): string {
  const most = exact(fieldOf(trace, row, 1) - atOf(trace, row))
  const { setting } = ruleOf(trace, row)
  const bound = setting === undefined ? `the timeout that the call brought, ${most}` : `${setting} = ${most}`
  return `The application calls ${wordAt(trace, row, 0)}, which blocks until it is answered, at most for ${bound}.`
}

/** The call returns, or throws. */
export function callEnds(trace: Trace, row: number): string {
  const what = `${wordAt(trace, row, 0)}`
  const waited = said(fieldOf(trace, row, 2))
  if (wordAt(trace, row, 1) === 'response') return `${what} returns after ${waited}.`
  return `${what} ends with a TimeoutException after ${waited}, ${counted(attemptsBefore(trace, row), 'attempt')}. ${textOf(ruleOf(trace, row)).says}`
}

const subject = (trace: Trace, row: number): string => {
  const what = wordAt(trace, row, 0)
  return `Attempt ${fieldOf(trace, row, 1)} at ${what === 'metadata' ? "the admin client's metadata" : what}`
}

const attempt: Teller = (trace, row) =>
  `${subject(trace, row)} goes to ${nodeName(trace, fieldOf(trace, row, 2))}, as leastLoadedNode chooses.`

const ends: { readonly [outcome in Word]?: string } = {
  response: 'is answered',
  disconnected: 'fails: its connection is gone',
  timedOut: 'fails: its connection was closed by a timeout',
  unsent: 'ends unsent: its node did not become ready in time',
  'no node': 'finds no node to ask',
  metadata: 'is given to a node anew, as there is new metadata',
}

function attempted(trace: Trace, row: number): string {
  const what = `${subject(trace, row)} ${ends[wordAt(trace, row, 2)] ?? 'ends'}`
  const retryAt = fieldOf(trace, row, 3)
  if (!Number.isFinite(retryAt)) return `${what}.`
  if (retryAt <= atOf(trace, row)) return `${what}; the next one may begin at once.`
  return `${what}; the next one may begin after retry.backoff.ms, at ${exact(retryAt)}.`
}

export const callTellers: readonly (readonly [kind: number, teller: Teller])[] = [
  [callKind.ATTEMPT, attempt],
  [callKind.ATTEMPTED, attempted],
]

/** What a select waits for, after `at most ... ms`. */
export const callWaits: readonly (readonly [rule: number, says: string])[] = [
  [callRule.WAIT_API, 'then the time of a call is over'],
  [callRule.WAIT_HEARTBEAT, 'no poll of a consumer is longer than heartbeat.interval.ms'],
  [callRule.WAIT_ATTEMPT, 'a call is not sent yet, so it looks again after retry.backoff.ms'],
]

// What stood in the way of a record: the cause of a row where the row that it names only tells who looked, or who had asked.

import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import * as producerRule from '../trace/producerRules.ts'
import { rules } from '../trace/rules.ts'
import { armedByOf, causeOf, fieldOf, kindOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import { wordAt } from './names.ts'
import { erred } from './recordSentence.ts'
import { lastSent, recordsOf } from './records.ts'

const by = (trace: Trace, row: number, why: number): boolean => ruleOf(trace, row) === rules[why]

/** The cause of a row on the way down from `top`, undefined: the one that it names. */
export function recordCause(trace: Trace, row: number, top: number): number | undefined {
  switch (kindOf(trace, row)) {
    case producerKind.BATCH:
      return isExpired(trace, row) ? obstacleTo(trace, row) : undefined
    case producerKind.HELD:
      return row === top ? undefined : holdingBack(trace, row, top)
    case kind.COMPLETED:
      return wordAt(trace, row, 1) === 'response' && erred(trace, row) ? faultBefore(trace, row, troubles) : undefined
    case producerKind.CALLBACK:
    case producerKind.THREW:
      return lackedMemory(trace, row) ? holderOfMemory(trace, row) : undefined
    case producerKind.FLUSHED:
    case producerKind.CLOSED:
      return endBefore(trace, row)
    default:
      return undefined
  }
}

/** A look found a batch too old. */
const isExpired = (trace: Trace, row: number): boolean =>
  wordAt(trace, row, 2) === 'FAILED' && armedByOf(trace, row) >= 0

/** What kept a batch that grew too old: what became of its request, or what held the front of its partition. */
function obstacleTo(trace: Trace, row: number): number | undefined {
  const batch = fieldOf(trace, row, 0)
  if (wordAt(trace, row, 1) === 'IN_FLIGHT') return fateOf(trace, lastSent(trace, batch, row), row)
  return heldBefore(trace, subjectOf(trace, row), row)
}

/** What held the front of a partition before a row. */
function heldBefore(trace: Trace, partition: number, row: number): number | undefined {
  const front = recordsOf(trace).fronts.get(partition)
  const before = front?.rows.findLastIndex((each) => each < row) ?? -1
  const why = front?.why[before] ?? -1
  return why >= 0 && kindOf(trace, why) === producerKind.HELD ? why : undefined
}

/** A send() waited for memory in vain. */
const lackedMemory = (trace: Trace, row: number): boolean =>
  by(trace, row, producerRule.MEMORY_TIMED_OUT) || by(trace, row, producerRule.MEMORY_CLOSED)

/** What kept the oldest batch that held memory when a send() began to wait: its request, or what held its partition. */
function holderOfMemory(trace: Trace, row: number): number | undefined {
  const awaits = recordsOf(trace).memory[fieldOf(trace, row, 0)] ?? -1
  const batch = awaits < 0 ? -1 : fieldOf(trace, awaits, 4)
  if (batch < 0) return undefined
  const last = recordsOf(trace)
    .rowsOf(batch)
    .findLast((each) => each < row && kindOf(trace, each) === producerKind.BATCH)
  if (last === undefined || isDone(wordAt(trace, last, 2))) return undefined
  if (wordAt(trace, last, 2) === 'IN_FLIGHT') return fateOf(trace, lastSent(trace, batch, row), row)
  return heldBefore(trace, subjectOf(trace, last), row)
}

/** What became of a request until some row: it was lost, or reached a broker; else that it was sent. */
function fateOf(trace: Trace, sent: number, until: number): number | undefined {
  if (sent < 0) return undefined
  for (let row = sent + 1; row < until; row++) {
    const what = kindOf(trace, row)
    if ((what === kind.REACHED || what === kind.LOST) && armedByOf(trace, row) === sent) return row
  }
  return sent
}

/** Why a batch was still held when `top` happened. */
function holdingBack(trace: Trace, row: number, top: number): number | undefined {
  if (by(trace, row, producerRule.HELD_WITHOUT_LEADER)) return faultBefore(trace, top, ['no leader'])
  const cause = causeOf(trace, row)
  const onConnection = by(trace, row, producerRule.HELD_BY_CONNECTION) || by(trace, row, producerRule.HELD_BY_REQUESTS)
  if (onConnection && cause >= 0) return lastTrouble(trace, subjectOf(trace, cause), top)
  if (!by(trace, row, producerRule.HELD_BY_ORDER)) return undefined
  for (let r = top - 1; r >= 0; r--) {
    const isInFlight = kindOf(trace, r) === producerKind.BATCH && wordAt(trace, r, 2) === 'IN_FLIGHT'
    if (isInFlight && subjectOf(trace, r) === subjectOf(trace, row))
      return fateOf(trace, lastSent(trace, fieldOf(trace, r, 0), top), top)
  }
  return undefined
}

/** What last went wrong on a connection: a SYN or a request that came to nothing, or its end. */
function lastTrouble(trace: Trace, subject: number, before: number): number | undefined {
  for (let row = before - 1; row >= 0; row--) if (subjectOf(trace, row) === subject && isTrouble(trace, row)) return row
  return undefined
}

const ends: readonly number[] = [
  kind.LOST,
  kind.EXPIRED,
  kind.CLOSE,
  kind.REFUSED,
  kind.UNREACHABLE,
  kind.KERNEL_TIMEOUT,
  kind.DROPPED,
]

function isTrouble(trace: Trace, row: number): boolean {
  const what = kindOf(trace, row)
  if (what === kind.SYN) return wordAt(trace, row, 1) === 'lost' || wordAt(trace, row, 1) === 'ignored'
  if (what === kind.REACHED) return wordAt(trace, row, 2) !== 'answers'
  return ends.includes(what)
}

const troubles: readonly Word[] = ['answer error', 'take over', 'no leader']

/** The last fault of some kinds that began before a row. */
function faultBefore(trace: Trace, before: number, what: readonly Word[]): number | undefined {
  for (let row = before - 1; row >= 0; row--)
    if (kindOf(trace, row) === kind.FAULT && what.includes(wordAt(trace, row, 1))) return row
  return undefined
}

/** What flush() or close() had waited for last: a batch that was done; close() waits for every request in flight, too. */
function endBefore(trace: Trace, row: number): number | undefined {
  const isClose = kindOf(trace, row) === producerKind.CLOSED
  for (let r = row - 1; r > causeOf(trace, row); r--) {
    const what = kindOf(trace, r)
    if (what === producerKind.BATCH && isDone(wordAt(trace, r, 2))) return r
    if (isClose && (what === kind.CLOSE || what === kind.RECEIVE || what === kind.EXPIRED)) return r
  }
  return undefined
}

const isDone = (state: Word): boolean => state === 'SUCCEEDED' || state === 'FAILED' || state === 'ABORTED'

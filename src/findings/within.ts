// What happens within a stretch of a run, in a few words: `5 events · 2 SYNs lost`.

import { grouped } from '../base/grouped.ts'
import type { Range } from '../base/range.ts'
import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import { REQUEST_TIMED_OUT, rules, SETUP_TIMED_OUT, SETUP_TIMED_OUT_LAZY } from '../trace/rules.ts'
import { fieldOf, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import { wordAt } from './names.ts'
import { countBefore, tellingRows } from './telling.ts'

/** What is worth a word beside the number of events, in the order in which it is said: one of it, and many. */
const notable = [
  ['fault begins', 'faults begin'],
  ['record failed', 'records failed'],
  ['batch written again', 'batches written again'],
  ['batch known again', 'batches known again'],
  ['attempt failed', 'attempts failed'],
  ['SYN lost', 'SYNs lost'],
  ['setup timeout', 'setup timeouts'],
  ['time the kernel gave up', 'times the kernel gave up'],
  ['refused', 'refused'],
  ['unreachable', 'unreachable'],
  ['request timeout', 'request timeouts'],
  ['TimeoutException', 'TimeoutExceptions'],
  ['record done', 'records done'],
  ['connection ready', 'connections ready'],
] as const
type Notable = (typeof notable)[number][0]

/** More than these would be no summary. */
const MOST_SAID = 3

/** Of one run, from the first instant to the last, both counted in: how many events, and the most telling kinds of them. */
export function saidWithin(trace: Trace, { from, to }: Range): string {
  const rows = tellingRows(trace)
  const first = countBefore(trace, rows, from)
  const end = countBefore(trace, rows, to + 1)
  if (first === end) return 'no events'
  const counts = new Map<Notable, number>()
  for (let i = first; i < end; i++) {
    const what = notableOf(trace, rows[i] as number)
    if (what !== undefined) counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  const parts = notable.flatMap(([one, many]) => {
    const count = counts.get(one)
    return count === undefined ? [] : [numbered(count, one, many)]
  })
  return [numbered(end - first, 'event', 'events'), ...parts.slice(0, MOST_SAID)].join(' · ')
}

const numbered = (count: number, one: string, many: string): string => `${grouped(count)} ${count === 1 ? one : many}`

function notableOf(trace: Trace, row: number): Notable | undefined {
  switch (kindOf(trace, row)) {
    case kind.FAULT:
      return 'fault begins'
    case kind.SYN:
      return wordAt(trace, row, 1) === 'lost' ? 'SYN lost' : undefined
    case kind.KERNEL_TIMEOUT:
      return 'time the kernel gave up'
    case kind.REFUSED:
      return 'refused'
    case kind.UNREACHABLE:
      return 'unreachable'
    case kind.CLOSE:
      return timeoutOf(trace, row)
    case kind.EXPIRED:
      return 'request timeout'
    case kind.UNBLOCKED:
      return wordAt(trace, row, 1) === 'TimeoutException' ? 'TimeoutException' : undefined
    case producerKind.CALLBACK:
      return wordAt(trace, row, 1) === 'ok' ? 'record done' : 'record failed'
    case producerKind.THREW:
      return 'record failed'
    case producerKind.BATCH:
      return wordAt(trace, row, 2) === 'RETRYING' ? 'attempt failed' : undefined
    case producerKind.APPENDED:
      return fieldOf(trace, row, 3) > 1 ? 'batch written again' : undefined
    case producerKind.KNOWN_AGAIN:
      return 'batch known again'
    case kind.STATE:
      return wordAt(trace, row, 1) === 'READY' ? 'connection ready' : undefined
    default:
      return undefined
  }
}

function timeoutOf(trace: Trace, row: number): Notable | undefined {
  const why = ruleOf(trace, row)
  if (why === rules[SETUP_TIMED_OUT] || why === rules[SETUP_TIMED_OUT_LAZY]) return 'setup timeout'
  return why === rules[REQUEST_TIMED_OUT] ? 'request timeout' : undefined
}

// What an edit of a fault came to: whether two runs tell the same events, and whether anything met a fault.

import { FAULT, HEALED, kinds } from '../trace/kinds.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, restOf, subjectOf, type Trace } from '../trace/trace.ts'
import { words } from '../trace/vocabulary.ts'
import { isQuorums } from './quorumRows.ts'
import { tellingRows } from './telling.ts'

const nameOf = (trace: Trace, row: number): string => trace.subjects[subjectOf(trace, row)]?.name ?? ''

/** A fault that begins or ends is asked for; only what it does to others is an event of theirs. */
const isAsked = (trace: Trace, row: number): boolean => [FAULT, HEALED].includes(kindOf(trace, row))

const eventsOf = (trace: Trace): Int32Array => tellingRows(trace).filter((row) => !isAsked(trace, row))

/** Whether two runs are the same, but for the beginning and end of faults, for polls and for draws. */
export function sameEvents(a: Trace, b: Trace): boolean {
  if (a.digest === b.digest) return true
  const [ofA, ofB] = [eventsOf(a), eventsOf(b)]
  return ofA.length === ofB.length && ofA.every((row, i) => isSame(a, row, b, ofB[i] as number))
}

function isSame(a: Trace, rowA: number, b: Trace, rowB: number): boolean {
  const what = kindOf(a, rowA)
  if (what !== kindOf(b, rowB) || atOf(a, rowA) !== atOf(b, rowB) || nameOf(a, rowA) !== nameOf(b, rowB)) return false
  const { fields = [], rest } = kinds[what] ?? {}
  // Where a row stands says nothing of what it is.
  const same = fields.every(([, type], n) => type === 'row' || fieldOf(a, rowA, n) === fieldOf(b, rowB, n))
  return same && (rest === undefined || rest === 'row' || `${restOf(a, rowA)}` === `${restOf(b, rowB)}`)
}

/**
 * Whether anything met a fault: something it did, or an event of its broker while it was on, however it went. undefined: the fault never
 * began in this run. `fault`: its index in the scenario.
 */
export function isMet(trace: Trace, fault: number): boolean | undefined {
  const events = tellingRows(trace)
  const nth = events.findIndex((row) => kindOf(trace, row) === FAULT && fieldOf(trace, row, 0) === fault)
  const began = events[nth]
  if (began === undefined) return undefined
  if (isQuorums(trace)) return isMetInQuorum(trace, began)
  const until = fieldOf(trace, began, 2)
  const broker = nameOf(trace, began)
  return events
    .subarray(nth + 1)
    .some(
      (row) =>
        !isAsked(trace, row) &&
        (causeOf(trace, row) === began || (atOf(trace, row) <= until && nameOf(trace, row) === broker)),
    )
}

/** In a quorum something always happens at a node: only what a fault did counts. A slow link has no rows of its own, and is met. */
function isMetInQuorum(trace: Trace, began: number): boolean {
  if (words[fieldOf(trace, began, 1)] === 'slow link') return true
  for (let row = began + 1; row < trace.rows; row++)
    if ((causeOf(trace, row) === began || armedByOf(trace, row) === began) && !isAsked(trace, row)) return true
  return false
}

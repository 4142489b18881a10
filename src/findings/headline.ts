// When a run reached what its workload is after: the row of its headline.

import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import { atOf, fieldOf, kindOf, type Trace } from '../trace/trace.ts'
import { attemptsWithin, wasTurnedAway } from './attempts.ts'
import type { Verdict } from './findings.ts'
import { wordAt } from './names.ts'

/** The first row of a kind from some row on, -1 where there is none. */
export function firstOf(trace: Trace, what: number, from = 0): number {
  for (let row = from; row < trace.rows; row++) if (kindOf(trace, row) === what) return row
  return -1
}

/** The row of the first metadata, -1 where it never came. */
export function metadataRow(trace: Trace): number {
  let row = firstOf(trace, kind.METADATA)
  while (row >= 0 && wordAt(trace, row, 0) !== 'updated') row = firstOf(trace, kind.METADATA, row + 1)
  return row
}

/**
 * The row at which the first attempt at the leader was given up, by whomever; where a connection to it was lost that had been ready,
 * that at which one is ready again; where neither, that at which it was ready, be it after it had turned others away; -1: none of them.
 */
export function leaderRow(trace: Trace, leader: string): number {
  const attempts = attemptsWithin(trace, trace.rows).filter(({ name }) => name === leader)
  const lost = attempts.find((attempt) => attempt.end !== 'open' && !wasTurnedAway(attempt))
  if (!lost) return attempts.find(({ readyAt }) => readyAt !== undefined)?.readyRow ?? -1
  if (lost.readyAt === undefined) return lost.endRow
  return attempts.find(({ at, readyAt }) => at >= lost.endAt && readyAt !== undefined)?.readyRow ?? -1
}

/** The row at which the last record of a producer was done or failed, -1 where one is open at the end, or there is none. */
export function recordsRow(trace: Trace): number {
  let open = 0
  let last = -1
  for (let row = 0; row < trace.rows; row++) {
    const what = kindOf(trace, row)
    if (what === producerKind.ASKED && wordAt(trace, row, 0) === 'send') open++
    if (what !== producerKind.CALLBACK && what !== producerKind.THREW) continue
    open--
    last = row
  }
  return open > 0 ? -1 : last
}

/** A send() that failed or threw itself, as its record was in no batch yet: at which row, and how long after it was called. */
export type FailedSend = { readonly row: number; readonly record: number; readonly waited: number }

/** The send()s of a run that failed themselves, in the order in which they did. */
export function failedSends(trace: Trace): FailedSend[] {
  const calledAt: number[] = []
  const taken = new Set<number>()
  const failed: FailedSend[] = []
  for (let row = 0; row < trace.rows; row++) {
    const what = kindOf(trace, row)
    if (what === producerKind.ASKED && wordAt(trace, row, 0) === 'send') calledAt.push(atOf(trace, row))
    if (what === producerKind.APPEND) taken.add(fieldOf(trace, row, 0))
    if (what !== producerKind.CALLBACK && what !== producerKind.THREW) continue
    const record = fieldOf(trace, row, 0)
    if (!taken.has(record)) failed.push({ row, record, waited: atOf(trace, row) - (calledAt[record] ?? 0) })
  }
  return failed
}

/** The row that opens a run whose question is about send() itself: at which one fails first, else at which one first has to wait. */
export const sendRow = (trace: Trace): number =>
  failedSends(trace)[0]?.row ?? firstOf(trace, producerKind.AWAITS_MEMORY)

/** How long after its call the first send() failed, in ms; the word for it where it did at once, or never. */
export function sendHeadline(trace: Trace): Pick<Verdict, 'headline' | 'row' | 'of' | 'word'> {
  const [first] = failedSends(trace)
  if (!first) return { headline: undefined, row: -1, of: 'send() fails', word: 'never' }
  const { waited: headline, row } = first
  return headline > 0
    ? { headline, row, of: 'until send() fails' }
    : { headline, row, of: 'send() fails', word: 'at once' }
}

/** The row at which a call of a consumer or an admin client ended, -1 where none did. */
export function callRow(trace: Trace): number {
  const row = firstOf(trace, kind.UNBLOCKED)
  return row >= 0 && wordAt(trace, row, 0) !== 'send()' ? row : -1
}

/** The row at which a consumer or an admin client is called, -1 where a run is about no such call. */
export function blockedRow(trace: Trace): number {
  const row = firstOf(trace, kind.BLOCKED)
  return row >= 0 && wordAt(trace, row, 0) !== 'send()' ? row : -1
}

/** The row of the headline, -1 where it never came. `leader`: whom the workload asks for, if it does. */
export function headlineRow(trace: Trace, leader: string | undefined): number {
  if (trace.subjects.some((subject) => subject.kind === 'partition')) return recordsRow(trace)
  if (blockedRow(trace) >= 0) return callRow(trace)
  return leader === undefined ? metadataRow(trace) : leaderRow(trace, leader)
}

/** When the headline was reached, in ms, undefined where it never was. */
export function headlineOf(trace: Trace, leader: string | undefined): number | undefined {
  const row = headlineRow(trace, leader)
  return row < 0 ? undefined : atOf(trace, row)
}

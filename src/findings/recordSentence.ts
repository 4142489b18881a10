// The sentences of a producer's rows: its application, its batches, and what its brokers write.

import { grouped } from '../base/grouped.ts'
import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import * as producerRule from '../trace/producerRules.ts'
import { rules } from '../trace/rules.ts'
import { textOf } from '../trace/ruleTexts.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, restOf, ruleOf, type Trace } from '../trace/trace.ts'
import { type Word, words } from '../trace/vocabulary.ts'
import { counted, exact, listed, oneOf, peerOf, said, subjectAt, wordAt } from './names.ts'
import { closingOf, recordsOf } from './records.ts'

type Teller = (trace: Trace, row: number) => string

const by = (trace: Trace, row: number, why: number): boolean => ruleOf(trace, row) === rules[why]

function asked(trace: Trace, row: number): string {
  const what = wordAt(trace, row, 0)
  if (what === 'send')
    return `The application calls send(): record ${fieldOf(trace, row, 1)}, ${partition(trace, row)}.`
  if (what === 'partitionsFor') return 'The application calls partitionsFor().'
  if (what === 'flush') return 'The application calls flush(): no batch lingers, until all that there are now are done.'
  const timeout = fieldOf(trace, row, 3) - atOf(trace, row)
  if (!Number.isFinite(timeout))
    return 'The application calls close(), which takes no more records and has no time limit.'
  return timeout > 0
    ? `The application calls close(), which takes no more records and is given ${said(timeout)}.`
    : 'The application calls close() with a time of 0: it forces the end at once.'
}

const partition = (trace: Trace, row: number): string => `for partition ${fieldOf(trace, row, 2)}`

function awaits(trace: Trace, row: number): string {
  const record = fieldOf(trace, row, 0)
  const most = fieldOf(trace, row, 1) - atOf(trace, row)
  const bound = Number.isFinite(most) ? `for ${ruleOf(trace, row).setting} = ${exact(most)} at most` : 'for ever'
  return `send() of record ${record} blocks until the metadata of its topic is there, ${bound}.`
}

function awaitsMemory(trace: Trace, row: number): string {
  const [needs, left, batch, ahead] = [2, 3, 4, 5].map((n) => fieldOf(trace, row, n)) as [
    number,
    number,
    number,
    number,
  ]
  const most = fieldOf(trace, row, 1) - atOf(trace, row)
  const bound = Number.isFinite(most) ? `for ${exact(most)} at most, as max.block.ms has it` : 'for ever'
  const line = ahead > 0 ? `, behind ${counted(ahead, 'other')}` : ''
  const holder = batch >= 0 ? `; the oldest batch that holds some is ${batch}` : ''
  return `send() of record ${fieldOf(trace, row, 0)} blocks ${bound}${line}: a new batch takes ${grouped(needs)} bytes of buffer.memory, and ${grouped(left)} are left${holder}.`
}

const freed: Teller = (trace, row) =>
  `Batch ${fieldOf(trace, row, 0)} gives its ${grouped(fieldOf(trace, row, 1))} bytes of buffer.memory back.`

function partitions(trace: Trace, row: number): string {
  const outcome = wordAt(trace, row, 0)
  const waited = atOf(trace, row) - atOf(trace, causeOf(trace, row))
  const after = waited > 0 ? `after ${said(waited)}` : 'at once'
  return outcome === 'ok' ? `partitionsFor() returns ${after}.` : `partitionsFor() throws ${oneOf(outcome)} ${after}.`
}

function callback(trace: Trace, row: number): string {
  const record = fieldOf(trace, row, 0)
  const outcome = wordAt(trace, row, 1)
  const after = sinceAsked(trace, row, record)
  if (outcome === 'ok') return `Record ${record} is done${after}: its future completes and its callback is called.`
  return `Record ${record} fails${after}: its future and its callback get ${oneOf(outcome)}.`
}

function threw(trace: Trace, row: number): string {
  const record = fieldOf(trace, row, 0)
  const what = `send() of record ${record} throws ${oneOf(wordAt(trace, row, 1))}`
  return `${what}${sinceAsked(trace, row, record)}. ${textOf(ruleOf(trace, row)).says}`
}

/** ` after 14 ms`; nothing where it came at once. */
function sinceAsked(trace: Trace, row: number, record: number): string {
  const begun = recordsOf(trace).asked[record] ?? row
  const age = atOf(trace, row) - atOf(trace, begun)
  return age > 0 ? ` after ${said(age)}` : ' at once'
}

function flushed(trace: Trace, row: number): string {
  const waited = atOf(trace, row) - atOf(trace, causeOf(trace, row))
  if (waited === 0) return 'flush() returns at once.'
  return `flush() returns after ${said(waited)}: all batches that it waited for are done, whether they succeeded or failed.`
}

const forced: Teller = () => 'The time that close() was given is over: what is not done will fail.'

function closed(trace: Trace, row: number): string {
  let call = row
  while (call >= 0 && kindOf(trace, call) !== producerKind.ASKED) call = causeOf(trace, call)
  const waited = call < 0 ? 0 : atOf(trace, row) - atOf(trace, call)
  return `close() returns ${waited > 0 ? `after ${said(waited)}` : 'at once'}: the Sender has ended.`
}

const appended: Teller = (trace, row) =>
  `Record ${fieldOf(trace, row, 0)} is in batch ${fieldOf(trace, row, 1)} of ${subjectAt(trace, row).name}.`

const nths = ['first', 'second', 'third', 'fourth', 'fifth']

/** `its third attempt`, `attempt 12`. */
const attempt = (retries: number): string => {
  const nth = nths[retries]
  return nth === undefined ? `attempt ${retries + 1}` : `its ${nth} attempt`
}

function batch(trace: Trace, row: number): string {
  const what = `Batch ${fieldOf(trace, row, 0)}`
  const retries = fieldOf(trace, row, 4)
  switch (wordAt(trace, row, 2)) {
    case 'OPEN':
      return `${what} of ${subjectAt(trace, row).name} is opened${lingers(trace, row)}; ${ages(trace, row)}.`
    case 'IN_FLIGHT':
      return `${what} leaves the accumulator, for ${attempt(retries)}.`
    case 'RETRYING':
      return `${what} goes back to ${place(trace, row)} ${subjectAt(trace, row).name} after ${errorOf(trace, row) ?? 'a failed attempt'}, for its ${ordinal(retries)} retry.`
    case 'SUCCEEDED':
      return `${what} is done: ${success(trace, row)}.`
    case 'ABORTED':
      return `${what} is aborted, for close() was forced: ${ends(trace, row, 'fails', 'fail')}.`
    default:
      return `${what} fails: ${failure(trace, row)}; ${ends(trace, row, 'fails', 'fail')}.`
  }
}

const place = (trace: Trace, row: number): string =>
  by(trace, row, producerRule.BATCH_RETRIED_IN_ORDER) ? 'its place in' : 'the front of'

const ordinal = (n: number): string => nths[n - 1] ?? `${n}th`

function lingers(trace: Trace, row: number): string {
  const until = fieldOf(trace, row, 3)
  return until > atOf(trace, row) ? ` and lingers until ${exact(until)}, unless it is full before` : ''
}

function ages(trace: Trace, row: number): string {
  const at = fieldOf(trace, row, 5)
  return Number.isFinite(at) ? `still unsent at ${exact(at)}, it would be too old` : 'it does not expire'
}

/** `its record fails`, `its two records fail`. */
function ends(trace: Trace, row: number, one: string, many: string): string {
  const size = recordsOf(trace).size[fieldOf(trace, row, 0)] ?? 0
  return size === 1 ? `its record ${one}` : `its ${counted(size, 'record')} ${many}`
}

/** With acks = 0 nothing is answered, and to be written is all. */
function success(trace: Trace, row: number): string {
  const told = causeOf(trace, causeOf(trace, row))
  const isAnswered = told >= 0 && kindOf(trace, told) === kind.RECEIVE
  return isAnswered ? 'the leader has it' : 'it is written to the socket, and acks = 0 asks for no more'
}

function failure(trace: Trace, row: number): string {
  const { setting } = ruleOf(trace, row)
  const retries = fieldOf(trace, row, 4)
  const tries = counted(retries + 1, 'attempt')
  if (by(trace, row, producerRule.RETRIES_EXHAUSTED)) return `${tries} failed, and no retry is left`
  if (by(trace, row, producerRule.NOT_RETRIABLE))
    return `no retry can mend ${errorOf(trace, row) ?? 'the error'}, which the broker answered`
  const armedBy = armedByOf(trace, row)
  if (armedBy < 0) return `its attempt failed when ${setting} was over, so there is no retry`
  return `it is ${exact(atOf(trace, row) - atOf(trace, armedBy))} old, past ${setting}, and ${whereabouts(trace, row)}`
}

function whereabouts(trace: Trace, row: number): string {
  const from = wordAt(trace, row, 1)
  if (from === 'IN_FLIGHT') return 'in flight: its request stays there, and the answer will change nothing'
  return from === 'RETRYING' ? 'still waits to be sent again' : 'was never sent'
}

/** What a batch waits for, by the row that says so. */
function held(trace: Trace, row: number): string {
  const what = `Batch ${fieldOf(trace, row, 0)} waits`
  const cause = causeOf(trace, row)
  if (by(trace, row, producerRule.HELD_BY_LINGER))
    return `${what} for more records until ${exact(fieldOf(trace, armedByOf(trace, row), 3))}: linger.ms.`
  if (by(trace, row, producerRule.HELD_BY_BACKOFF)) return `${what} for its retry backoff: retry.backoff.ms.`
  if (by(trace, row, producerRule.HELD_BY_ORDER))
    return `${what} until the batch of its partition that is in flight is answered: max.in.flight.requests.per.connection is 1.`
  if (by(trace, row, producerRule.HELD_WITHOUT_LEADER))
    return `${what}: the client knows of no leader for ${subjectAt(trace, row).name}.`
  if (by(trace, row, producerRule.HELD_BY_UPDATE)) return `${what}: a metadata update is due, and goes first.`
  const peer = cause < 0 ? 'its leader' : peerOf(trace, cause)
  if (by(trace, row, producerRule.HELD_BY_REQUESTS))
    return `${what}: ${peer} has as many requests in flight as max.in.flight.requests.per.connection allows.`
  const state = cause >= 0 && kindOf(trace, cause) === kind.STATE ? `, which is ${wordAt(trace, cause, 1)}` : ''
  return `${what} for the connection to ${peer}${state}.`
}

function written(trace: Trace, row: number): string {
  const number = fieldOf(trace, row, 0)
  const what = `${peerOf(trace, row)} writes batch ${number} into its log`
  const where = `partition ${fieldOf(trace, row, 1)}, offset ${fieldOf(trace, row, 2)}`
  const times = fieldOf(trace, row, 3)
  const again = times > 1 ? ` again, for the ${ordinal(times)} time (${where}): a duplicate` : ` (${where})`
  return `${what}${again}${hasFailed(trace, number, row) ? '; the producer has given it up already' : ''}.`
}

const knownAgain: Teller = (trace, row) =>
  `${peerOf(trace, row)} knows batch ${fieldOf(trace, row, 0)} again by its sequence number (partition ${fieldOf(trace, row, 1)}, offset ${fieldOf(trace, row, 2)}): it answers that all is well, and writes nothing.`

/** A batch had failed before a row. */
function hasFailed(trace: Trace, number: number, row: number): boolean {
  const changes = recordsOf(trace).rowsOf(number)
  return changes.some(
    (each) => each < row && kindOf(trace, each) === producerKind.BATCH && isFailure(wordAt(trace, each, 2)),
  )
}

const isFailure = (state: Word): boolean => state === 'FAILED' || state === 'ABORTED'

/** Which batches a PRODUCE carries: ` with batch 4`; nothing for other requests. */
export function carried(trace: Trace, row: number): string {
  const batches = restOf(trace, row)
  if (batches.length === 0) return ''
  return batches.length === 1 ? `, with batch ${batches[0]}` : `, with batches ${listed(batches.map(String))}`
}

/** How a PRODUCE ended. */
function produced(trace: Trace, row: number): string {
  const what = `PRODUCE request ${fieldOf(trace, row, 0)} to ${peerOf(trace, row)}`
  if (wordAt(trace, row, 1) === 'response') return `${what} is answered${errorsSaid(trace, row)}.`
  const closing = closingOf(trace, row)
  if (kindOf(trace, closing) === kind.EXPIRED) return `${what} has timed out; its connection stays open.`
  const expired = kindOf(trace, closing) === kind.CLOSE ? armedByOf(trace, closing) : -1
  const sent = sentOf(trace, row)
  if (expired < 0 || kindOf(trace, expired) !== kind.SEND) return `${what} is cancelled: its connection is gone.`
  if (expired === sent) return `${what} has timed out and is cancelled.`
  if (sent < 0 || atOf(trace, row) > fieldOf(trace, sent, 3)) return `${what} has timed out too and is cancelled.`
  const other = `${wordAt(trace, expired, 0)} request ${fieldOf(trace, expired, 1)}`
  return `${what}, ${exact(atOf(trace, row) - atOf(trace, sent))} old, goes down with its connection: ${other} on it has timed out.`
}

/** An answer was an error, for one batch of its request at least. */
export const erred = (trace: Trace, completed: number): boolean =>
  restOf(trace, completed).some((error) => words[error] !== 'NONE')

/** ` with NOT_ENOUGH_REPLICAS`, and for which batches where others were written; nothing where all were. */
function errorsSaid(trace: Trace, completed: number): string {
  const errors = restOf(trace, completed).map((error) => words[error])
  const [first] = errors
  if (errors.every((error) => error === 'NONE')) return ''
  if (errors.every((error) => error === first)) return ` with ${first}`
  const batches = restOf(trace, sentOf(trace, completed))
  return ` with ${listed(errors.flatMap((error, i) => (error === 'NONE' ? [] : [`${error} for batch ${batches[i]}`])))}`
}

/** The error that a broker answered to a batch's attempt, by a row of the batch; undefined: it answered none. */
function errorOf(trace: Trace, row: number): string | undefined {
  const completed = causeOf(trace, row)
  if (completed < 0 || kindOf(trace, completed) !== kind.COMPLETED) return undefined
  const errors = restOf(trace, completed)
  if (errors.length === 0) return undefined
  return words[errors[restOf(trace, sentOf(trace, completed)).indexOf(fieldOf(trace, row, 0))] ?? -1]
}

/** The PRODUCE that a row says is over, -1: not found. */
function sentOf(trace: Trace, completed: number): number {
  const correlation = fieldOf(trace, completed, 0)
  for (let row = completed - 1; row >= 0; row--)
    if (kindOf(trace, row) === kind.SEND && fieldOf(trace, row, 1) === correlation) return row
  return -1
}

/** The client's caller is a producer's Sender. */
export const isProducers = ({ subjects }: Trace): boolean => subjects.some((subject) => subject.kind === 'partition')

/** What a caller is told of its request, where it is a producer. */
export const producedOf = (trace: Trace, row: number): string | undefined =>
  isProducers(trace) ? produced(trace, row) : undefined

/** By the kind of the row. */
export const recordTellers: readonly (readonly [kind: number, teller: Teller])[] = [
  [producerKind.ASKED, asked],
  [producerKind.AWAITS, awaits],
  [producerKind.AWAITS_MEMORY, awaitsMemory],
  [producerKind.FREED, freed],
  [producerKind.PARTITIONS, partitions],
  [producerKind.CALLBACK, callback],
  [producerKind.THREW, threw],
  [producerKind.FLUSHED, flushed],
  [producerKind.FORCE, forced],
  [producerKind.CLOSED, closed],
  [producerKind.APPEND, appended],
  [producerKind.BATCH, batch],
  [producerKind.HELD, held],
  [producerKind.APPENDED, written],
  [producerKind.KNOWN_AGAIN, knownAgain],
]

/** What the Sender waits for, after `at most ... ms`. */
export const senderWaits: readonly (readonly [rule: number, says: string])[] = [
  [producerRule.WAIT_LINGER, 'a batch lingers for linger.ms'],
  [producerRule.WAIT_BATCH_BACKOFF, 'a batch waits for its retry backoff, retry.backoff.ms'],
  [producerRule.WAIT_DELIVERY, 'the oldest batch has so much left of delivery.timeout.ms'],
]

/** Why a producer wants new metadata. */
export const producerAsks: readonly (readonly [rule: number, says: string])[] = [
  [producerRule.LEADER_UNKNOWN, 'A batch has no known leader: new metadata is wanted.'],
  [
    producerRule.ERROR_ASKS_FOR_UPDATE,
    'An attempt failed in a way that may come of old metadata: new metadata is wanted.',
  ],
  [
    producerRule.UPDATE_NOT_ENOUGH,
    'The answer left something open, a partition without a leader or a topic asked for since: another update is wanted.',
  ],
]

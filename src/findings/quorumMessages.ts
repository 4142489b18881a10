// What happens to the messages of a quorum, one sentence a row. What a message brings about stands in the rows after it.

import { NONE } from '../trace/kinds.ts'
import * as kind from '../trace/quorumKinds.ts'
import { textOf } from '../trace/ruleTexts.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, restOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import { type Word, words } from '../trace/vocabulary.ts'
import { counted, exact, listed, subjectAt, wordAt } from './names.ts'
import { whyRejected } from './quorumVotes.ts'

/** A raft node by its number. It has one only, whatever is asked about it: nothing of the run has to be read for it. */
export const named = ({ subjects }: Trace, node: number): string =>
  subjects.find((subject) => subject.node === node)?.name ?? `node ${node}`

const isAnswer = (message: Word): boolean => message.endsWith(' answer')
const requestOf = (message: Word): string => message.replace(/ answer$/, '')

/** The row that sent the message of a row, -1: it was on its way when the run began. */
export function sentOf(trace: Trace, row: number): number {
  const cause = causeOf(trace, row)
  if (cause < 0) return -1
  if (kindOf(trace, cause) === kind.SENT) return cause
  return kindOf(trace, cause) === kind.ARRIVED ? sentOf(trace, cause) : -1
}

/** The error of an answer by the row that sent it, undefined where it has none. */
export function errorOf(trace: Trace, sent: number): Word | undefined {
  const error = sent < 0 ? NONE : fieldOf(trace, sent, 4)
  const word = error === NONE ? undefined : words[error]
  return word === 'NONE' ? undefined : word
}

/** `n1's Fetch answer 3`, `n2's Fetch 4`; of a message between the subject of the row and another node. */
const ofSender = (sender: string, message: Word, nth: number): string => `${sender}'s ${message} ${nth}`

/** A message leaves. */
export function sent(trace: Trace, row: number): string {
  const message = wordAt(trace, row, 0)
  const from = subjectAt(trace, row).name
  const to = named(trace, fieldOf(trace, row, 1))
  const arrives = fieldOf(trace, row, 5)
  const when = Number.isFinite(arrives) && arrives > atOf(trace, row) ? `; it arrives at ${exact(arrives)}` : ''
  if (isAnswer(message)) return `${from} answers ${to}'s ${requestOf(message)}${answered(trace, row, message)}${when}.`
  return `${from} sends ${to} ${message} ${fieldOf(trace, row, 2)}${asked(trace, row, message)}${when}.`
}

/** What a request says. */
function asked(trace: Trace, row: number, message: Word): string {
  const epoch = `epoch ${fieldOf(trace, row, 3)}`
  const [first, second] = restOf(trace, row)
  switch (message) {
    case 'Fetch':
      return `, ${epoch}, from offset ${first}`
    case 'Vote':
    case 'PreVote':
      return ` for ${epoch}; its log ends at offset ${first}, epoch ${second}`
    case 'EndQuorumEpoch': {
      const successors = restOf(trace, row).map((node) => named(trace, node))
      return `, ${epoch}${successors.length > 0 ? `; ${listed(successors)} should follow, in this order` : ''}`
    }
    case 'UpdateRaftVoter':
      return ' in place of a Fetch'
    default:
      return `, ${epoch}`
  }
}

/** What an answer says. */
function answered(trace: Trace, row: number, message: Word): string {
  const error = errorOf(trace, row)
  const [first = NONE, second = NONE] = restOf(trace, row)
  const epoch = fieldOf(trace, row, 3)
  if (error !== undefined) return ` with ${error}${leads(trace, first, epoch)}`
  switch (message) {
    case 'Fetch answer':
      return second > 0 ? ` with ${counted(second, 'record')}` : diverges(trace, row)
    case 'Vote answer':
    case 'PreVote answer':
      return second === 1 ? ': granted' : `: rejected, as ${whyRejected(trace, row)}`
    default:
      return ''
  }
}

const leads = (trace: Trace, leader: number, epoch: number): string =>
  leader === NONE
    ? epoch === NONE
      ? ''
      : `; epoch ${epoch}, leader unknown`
    : `; ${named(trace, leader)} leads epoch ${epoch}`

/** An idle log has nothing to give; one that parts from the follower's says where. */
function diverges(trace: Trace, row: number): string {
  const [, , , epoch, end] = restOf(trace, row)
  return epoch === undefined || epoch === NONE
    ? ' without a record'
    : `: its log parts from here on, epoch ${epoch} ends at offset ${end}`
}

/** A message is in the inbox, or taken out of it. */
export function arrived(trace: Trace, row: number): string {
  const to = subjectAt(trace, row).name
  const what = ofSender(named(trace, fieldOf(trace, row, 1)), wordAt(trace, row, 0), fieldOf(trace, row, 2))
  const gets = kindOf(trace, row) === kind.HANDLED ? `${to} takes ${what} out of its inbox` : `${to} gets ${what}`
  return `${gets}${meaning(trace, row)}.`
}

/** What it means where that is easily missed. */
function meaning(trace: Trace, row: number): string {
  const message = wordAt(trace, row, 0)
  const sentRow = sentOf(trace, row)
  const error = errorOf(trace, sentRow)
  if (error !== undefined) return `: ${error}`
  if (message === 'BeginQuorumEpoch' && !changesRole(trace, row))
    return ': it changes nothing here, and resets no fetch timer'
  if (message === 'BeginQuorumEpoch answer') return ': an acknowledgement, which does not count for check-quorum'
  if ((message === 'Vote answer' || message === 'PreVote answer') && sentRow >= 0)
    return restOf(trace, sentRow)[1] === 1 ? ': granted' : `: rejected, as ${whyRejected(trace, sentRow)}`
  return ''
}

/** A message made its receiver change its state. */
function changesRole(trace: Trace, row: number): boolean {
  const at = atOf(trace, row)
  for (let r = row + 1; r < trace.rows && atOf(trace, r) === at; r++)
    if (kindOf(trace, r) === kind.ROLE && causeOf(trace, r) === row) return true
  return false
}

/** A message is lost on its way, or where it arrives. */
export function missed(trace: Trace, row: number): string {
  const what = ofSender(subjectAt(trace, row).name, wordAt(trace, row, 0), fieldOf(trace, row, 2))
  const to = named(trace, fieldOf(trace, row, 1))
  const sentRow = sentOf(trace, row)
  if (sentRow >= 0 && atOf(trace, row) > atOf(trace, sentRow))
    return `${what} reaches ${to} in vain: no process runs there, or its asker has begun anew.`
  return `${what} to ${to} is lost on its way: nobody is told.`
}

export const ignored = (trace: Trace, row: number): string => {
  const what = ofSender(named(trace, fieldOf(trace, row, 1)), wordAt(trace, row, 0), fieldOf(trace, row, 2))
  return `${subjectAt(trace, row).name} drops ${what}: nothing waits for it any more.`
}

export const disconnected = (trace: Trace, row: number): string =>
  `${subjectAt(trace, row).name} is told BROKER_NOT_AVAILABLE for its ${wordAt(trace, row, 0)} ${fieldOf(trace, row, 2)} to ${named(trace, fieldOf(trace, row, 1))}: its slot backs off for controller.quorum.retry.backoff.ms.`

/** A request's slot is free again. */
export function requestTimeout(trace: Trace, row: number): string {
  const armedBy = armedByOf(trace, row)
  const waited = armedBy < 0 ? '' : ` for ${exact(atOf(trace, row) - atOf(trace, armedBy))}`
  const what = `${wordAt(trace, row, 0)} ${fieldOf(trace, row, 2)} to ${named(trace, fieldOf(trace, row, 1))}`
  return `${subjectAt(trace, row).name}'s ${what} has gone unanswered${waited} (controller.quorum.request.timeout.ms): the slot is free for another request.`
}

/** A Fetch is parked at the leader. */
export function parked(trace: Trace, row: number): string {
  const until = fieldOf(trace, row, 2)
  const whose = `${named(trace, fieldOf(trace, row, 0))}'s Fetch ${fieldOf(trace, row, 1)}`
  return `${subjectAt(trace, row).name} has nothing new for ${whose} and parks it, until ${exact(until)} at the latest (the Fetch's own maximum wait of ${exact(until - atOf(trace, row))}).`
}

/** A parked Fetch is answered. */
export function unparked(trace: Trace, row: number): string {
  const whose = `${named(trace, fieldOf(trace, row, 0))}'s parked Fetch ${fieldOf(trace, row, 1)}`
  return `${subjectAt(trace, row).name} answers ${whose}${whyNow(trace, row)}.`
}

function whyNow(trace: Trace, row: number): string {
  const armedBy = armedByOf(trace, row)
  if (armedBy >= 0 && kindOf(trace, armedBy) === kind.PARKED && fieldOf(trace, armedBy, 2) <= atOf(trace, row)) {
    return `: its wait of ${exact(fieldOf(trace, armedBy, 2) - atOf(trace, armedBy))} is over`
  }
  const says = textOf(ruleOf(trace, row)).says.replace(/\.$/, '')
  return says === '' ? '' : `: ${says.charAt(0).toLowerCase()}${says.slice(1)}`
}

/** A BeginQuorumEpoch tick, told with those who were left out as their slots were busy. */
export function tick(trace: Trace, row: number): string {
  const leader = subjectAt(trace, row).name
  const next = `the next one is due at ${exact(fieldOf(trace, row, 0))}`
  const targets = restOf(trace, row)
  if (targets.length === 0)
    return `${leader}'s BeginQuorumEpoch tick is for nobody: every voter has fetched within half of controller.quorum.fetch.timeout.ms; ${next}.`
  const told = new Set(sentWith(trace, row))
  const busy = targets.filter((node) => !told.has(node)).map((node) => named(trace, node))
  const skipped =
    busy.length > 0
      ? `; ${listed(busy)} ${busy.length > 1 ? 'are' : 'is'} skipped, for a request there is still unanswered`
      : ''
  return `${leader}'s BeginQuorumEpoch tick, for ${listed(targets.map((node) => named(trace, node)))}${skipped}; ${next}.`
}

/** Whom the leader sent a BeginQuorumEpoch in the step of a tick, which comes after them. */
function sentWith(trace: Trace, row: number): number[] {
  const found: number[] = []
  for (let r = row - 1; r >= 0 && atOf(trace, r) === atOf(trace, row); r--) {
    const isSent = kindOf(trace, r) === kind.SENT && subjectOf(trace, r) === subjectOf(trace, row)
    if (isSent && wordAt(trace, r, 0) === 'BeginQuorumEpoch') found.push(fieldOf(trace, r, 1))
  }
  return found
}

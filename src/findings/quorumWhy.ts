// Why something happened to a raft node: from message to message and timer to timer, down to the visitor's fault or the start of the run.
// A timer that ran out is explained by what kept it from being reset.

import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { FAULT, LIMIT, NONE, RUN } from '../trace/kinds.ts'
import * as kind from '../trace/quorumKinds.ts'
import { textOf } from '../trace/ruleTexts.ts'
import { armedByOf, atOf, causeOf, fieldOf, firstRowFrom, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import type { Reason } from './findings.ts'
import { wordAt } from './names.ts'
import type { Prose } from './prose.ts'
import { quorumRun, stayBefore } from './quorum.ts'
import { asides, needReason } from './quorumBecause.ts'
import { lapseOf } from './quorumLapse.ts'
import { errorOf, sentOf } from './quorumMessages.ts'
import { lastLoss, obstacleOf, stayEndedBy } from './quorumObstacle.ts'
import { isMessage, nodeOf, shortenedBy, timerBehind } from './quorumRows.ts'
import { sentence } from './sentence.ts'

/** No chain is longer: its bottom follows then. */
const LONGEST = 40

/** The chain of causes of a row of a quorum's run, itself first. `world`: what the run took; without it nothing is said of its settings. */
export function quorumWhy(trace: Trace, row: number, world?: QuorumWorld): Reason[] {
  // What is said of a row in full stands before its own sentence, and once.
  const [own, ...armed] = linksOf(trace, row)
  const chain = [...(own ? [own] : []), ...(world ? asides(trace, row, world) : []), ...armed]
  let bottom = row
  for (let at = causeBehind(trace, row, world); at >= 0; at = causeBehind(trace, at, world)) {
    if (carriesAlong(trace, at)) continue
    bottom = at
    if (chain.length < LONGEST) chain.push(...linksOf(trace, at))
  }
  if (chain.length >= LONGEST) chain.push(...linksOf(trace, bottom))
  const once = chain.filter((reason, i) => chain.findIndex((other) => other.row === reason.row) === i)
  // A cause has the smaller number. Faults and the bottom come last, though a fault may have begun after what armed the timer.
  const place = ({ row: at }: Reason): number => (at === bottom ? -2 : kindOf(trace, at) === FAULT ? -1 : at)
  const [first, ...rest] = once
  const inOrder = rest.sort((a, b) => place(b) - place(a))
  const need = world ? needReason(trace, row, world) : []
  return first ? [first, ...need, ...inOrder.filter((reason) => reason.row !== need[0]?.row)] : []
}

/** A row, and what armed the timer that it tells of. */
function linksOf(trace: Trace, row: number): Reason[] {
  const links = [reason(trace, row, 'happened', whatHappened(trace, row))]
  const armedBy = armedByOf(trace, row)
  if (armedBy >= 0 && isTimer(trace, armedBy)) links.push(reason(trace, armedBy, 'armed', [sentence(trace, armedBy)]))
  return links
}

function reason(trace: Trace, row: number, link: Reason['link'], says: Prose): Reason {
  const rule = ruleOf(trace, row)
  return { row, at: atOf(trace, row), says, source: textOf(rule).source || 'the scenario', owner: rule.owner, link }
}

function whatHappened(trace: Trace, row: number): Prose {
  switch (kindOf(trace, row)) {
    case FAULT:
      return [`Your fault: ${sentence(trace, row)}`]
    case kind.HAPPENED:
      return [`${fieldOf(trace, row, 1) === NONE ? '' : 'Your doing: '}${sentence(trace, row)}`]
    case RUN:
      return ['The run begins.']
    default:
      return [sentence(trace, row)]
  }
}

const timers = new Set([kind.FETCH_TIMER, kind.ELECTION_TIMER, kind.BACKOFF, kind.QUORUM_TIMER, kind.PARKED])

const isTimer = (trace: Trace, row: number): boolean => timers.has(kindOf(trace, row))

/** Rows between a cause and its effect that explain nothing by themselves. */
function carriesAlong(trace: Trace, row: number): boolean {
  const cause = causeOf(trace, row)
  switch (kindOf(trace, row)) {
    case kind.WAIT:
      return cause >= 0
    case kind.ARRIVED:
      // What was sent says it already.
      return sentOf(trace, row) >= 0
    case kind.HAPPENED:
      return cause >= 0 && kindOf(trace, cause) === FAULT
    default:
      return false
  }
}

/** The cause of a row on the way down, -1 at the bottom. What nothing else brought about comes of the state that its node is in. */
export function causeBehind(trace: Trace, row: number, world: QuorumWorld | undefined): number {
  const cause = ownCause(trace, row, world)
  if (cause >= 0 || bottoms.has(kindOf(trace, row))) return cause
  const state = stayBefore(quorumRun(trace), nodeOf(trace, row), row)
  return kindOf(trace, row) === kind.ROLE || state === undefined ? startOf(trace) : state.row
}

/** A visitor's doing, the start of a run and its limit need no cause. */
const bottoms = new Set([FAULT, RUN, LIMIT, kind.HAPPENED])

function ownCause(trace: Trace, row: number, world: QuorumWorld | undefined): number {
  switch (kindOf(trace, row)) {
    case kind.ROLE:
      return behindRole(trace, row, world)
    case kind.MISSED:
      return behindLoss(trace, row)
    case kind.SENT:
      return behindSent(trace, row)
    case FAULT:
      return -1
    case kind.REQUEST_TIMEOUT:
      return lossBefore(trace, row) ?? armedByOf(trace, row)
    default:
      return causeOf(trace, row)
  }
}

/** A state that a timer ended is explained by what kept the timer from being reset. */
function behindRole(trace: Trace, row: number, world: QuorumWorld | undefined): number {
  const armedBy = armedByOf(trace, row)
  if (armedBy < 0) return beforeIn(trace, row) ?? causeOf(trace, row)
  switch (kindOf(trace, armedBy)) {
    case kind.FETCH_TIMER: {
      const end = shortenedBy(trace, row)
      return end >= 0 ? end : orStart(trace, obstacleOf(trace, row))
    }
    case kind.QUORUM_TIMER:
      return orStart(trace, world ? lapseOf(trace, row, world).lost : lastLoss(trace, row, armedBy))
    default: {
      // What kept it from hearing of a leader, or of a majority; else the state that armed the timer.
      const lost = lastLoss(trace, row, armedBy)
      if (lost >= 0) return lost
      return causeOf(trace, armedBy) >= 0 ? causeOf(trace, armedBy) : causeOf(trace, row)
    }
  }
}

/** The state that a node left as a timer ran out in the very step that began it. */
function beforeIn(trace: Trace, row: number): number | undefined {
  return timerBehind(trace, row) === undefined ? undefined : stayEndedBy(trace, row)?.row
}

const startOf = (trace: Trace): number => (kindOf(trace, 0) === RUN ? 0 : -1)
const orStart = (trace: Trace, row: number): number => (row >= 0 ? row : startOf(trace))

/** What was lost was lost to a fault, where the run has one. */
function behindLoss(trace: Trace, row: number): number {
  const armedBy = armedByOf(trace, row)
  if (armedBy >= 0 && kindOf(trace, armedBy) === FAULT) return armedBy
  return causeOf(trace, row)
}

/** Each good answer lets the next Fetch out: how it came to the first of them explains nothing of the last. */
function behindSent(trace: Trace, row: number): number {
  const cause = causeOf(trace, row)
  const isNextFetch = wordAt(trace, row, 0) === 'Fetch' && isMessage(trace, cause) && isGoodAnswer(trace, cause)
  if (isNextFetch) return startOf(trace)
  return cause >= 0 && isLateForPause(trace, row) ? pauseBefore(trace, row) : cause
}

const isGoodAnswer = (trace: Trace, row: number): boolean =>
  wordAt(trace, row, 0) === 'Fetch answer' && errorOf(trace, sentOf(trace, row)) === undefined

const isLateForPause = (trace: Trace, row: number): boolean => pauseBefore(trace, row) >= 0

/** The pause that an answer left right after, -1: none. */
function pauseBefore(trace: Trace, sent: number): number {
  const at = atOf(trace, sent)
  const out = quorumRun(trace).outs.find(
    ({ node, what, to }) => node === nodeOf(trace, sent) && what === 'paused' && to === at,
  )
  return out === undefined ? -1 : happenedAt(trace, out.at, nodeOf(trace, sent))
}

/** The row that says what was done to a node at an instant. */
function happenedAt(trace: Trace, at: number, node: number): number {
  for (let row = firstRowFrom(trace, at); row < trace.rows && atOf(trace, row) === at; row++)
    if (kindOf(trace, row) === kind.HAPPENED && nodeOf(trace, row) === node) return row
  return -1
}

/** Where a request that went unanswered was lost, or its answer; undefined: neither was so far. */
function lossBefore(trace: Trace, timeout: number): number | undefined {
  const [node, peer] = [nodeOf(trace, timeout), fieldOf(trace, timeout, 1)]
  const request = wordAt(trace, timeout, 0)
  for (let row = timeout - 1; row > armedByOf(trace, timeout); row--) {
    if (kindOf(trace, row) !== kind.MISSED) continue
    const [from, to, what] = [nodeOf(trace, row), fieldOf(trace, row, 1), wordAt(trace, row, 0)]
    if (from === node && to === peer && what === request) return row
    if (from === peer && to === node && what === `${request} answer`) return row
  }
  return undefined
}

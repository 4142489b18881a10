// Why something happened to a raft node: from message to message and timer to timer, down to the visitor's fault or the start of the run.
// A timer that ran out is explained by what kept it from being reset.

import { grouped } from '../base/grouped.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { FAULT, LIMIT, NONE, RUN } from '../trace/kinds.ts'
import * as kind from '../trace/quorumKinds.ts'
import { textOf } from '../trace/ruleTexts.ts'
import {
  armedByOf,
  atOf,
  causeOf,
  fieldOf,
  firstRowFrom,
  kindOf,
  ruleOf,
  subjectOf,
  type Trace,
} from '../trace/trace.ts'
import type { Reason } from './findings.ts'
import { exact, subjectAt, wordAt } from './names.ts'
import { code, figure, type Prose } from './prose.ts'
import { quorumRun, type Stay, stayBefore } from './quorum.ts'
import { electionsOf } from './quorumElections.ts'
import { errorOf, named, sentOf } from './quorumMessages.ts'
import { isCut, isMessage, nodeOf, shortenedBy, timerBehind } from './quorumRows.ts'
import { heldSlot } from './quorumSlot.ts'
import { sentence } from './sentence.ts'

/** No chain is longer: its bottom follows then. */
const LONGEST = 40

/** The chain of causes of a row of a quorum's run, itself first. `world`: what the run took; without it nothing is said of its settings. */
export function quorumWhy(trace: Trace, row: number, world?: QuorumWorld): Reason[] {
  const chain = [...linksOf(trace, row), ...(world ? slotReason(trace, row, world) : [])]
  let bottom = row
  for (let at = causeBehind(trace, row); at >= 0; at = causeBehind(trace, at)) {
    if (carriesAlong(trace, at)) continue
    bottom = at
    if (chain.length < LONGEST) chain.push(...linksOf(trace, at))
  }
  if (chain.length >= LONGEST) chain.push(...linksOf(trace, bottom))
  const once = chain.filter((reason, i) => chain.findIndex((other) => other.row === reason.row) === i)
  // A cause has the smaller number. The bottom comes last, though a fault may have begun after what armed the timer.
  const place = (reason: Reason): number => (reason.row === bottom ? -1 : reason.row)
  const [first, ...rest] = once
  const inOrder = rest.sort((a, b) => place(b) - place(a))
  return first ? [first, ...(world ? needReason(trace, row, world) : []), ...inOrder] : []
}

const asReason = (trace: Trace, row: number, says: Prose, owner: Reason['owner'], source: string): Reason => ({
  row,
  at: atOf(trace, row),
  says,
  source,
  owner,
  link: 'happened',
})

/** Why no other Fetch went out before the fetch timer ran out: the one in flight held its slot. */
function slotReason(trace: Trace, row: number, { config, behaviour }: QuorumWorld): Reason[] {
  if (timerBehind(trace, row) !== 'fetch timer' || shortenedBy(trace, row) >= 0) return []
  const held = heldSlot(trace, config, row, obstacleOf(trace, row))
  if (!held || held.row < 0) return []
  const what = `${subjectAt(trace, row).name}'s Fetch ${fieldOf(trace, held.row, 2)}`
  const q = [code(`controller.quorum.request.timeout.ms = ${grouped(config.requestTimeout)}`)]
  const until = figure(exact(held.until), held.row)
  const source = 'RequestManager.isReady, hasRequestTimedOut'
  if (held.until >= atOf(trace, row))
    return [
      asReason(
        trace,
        held.row,
        [`${what} holds its slot until `, until, ' (', ...q, '): no other Fetch goes out before.'],
        'setting',
        source,
      ),
    ]
  const why =
    behaviour.requestSlots === 'by id'
      ? 'nothing wakes the raft thread for it'
      : 'no other Fetch went out in time all the same'
  return [
    asReason(trace, held.row, [`${what} held its slot until `, until, ' (', ...q, `), and ${why}.`], 'client', source),
  ]
}

/** That an election was needless, or what it was to repair: at the row that set it off and at the one that began it. */
function needReason(trace: Trace, row: number, world: QuorumWorld): Reason[] {
  const election = electionsOf(trace, world).find((each) => each.row === row || each.trigger.row === row)
  const { old, need } = election ?? {}
  if (!election || !old) return []
  const at = exact(election.trigger.at)
  const name = named(trace, old.node)
  const told = (told: number, says: string): Reason[] => [asReason(trace, told, [says], 'world', 'the scenario')]
  switch (need) {
    case 'needless': {
      const paused = quorumRun(trace)
        .of(old.node)
        .outs.some(({ to }) => to <= election.trigger.at)
      const ran = `${paused ? 'ran again' : 'ran'}, was ${paused ? 'no longer' : 'not'} paused`
      return told(
        old.row,
        `Needless: at ${at} ${name} led epoch ${old.epoch}, ${ran}, and had both directions open to a majority of the voters.`,
      )
    }
    case 'deposed':
    case 'gave up': {
      const how = need === 'deposed' ? 'had stepped down' : 'had resigned, by its check-quorum'
      return row === old.endRow
        ? []
        : told(
            old.endRow,
            `Needed, to repair: ${name} ${how} at ${exact(old.to)}, and nobody led when the timer fired.`,
          )
    }
    default:
      return []
  }
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
function causeBehind(trace: Trace, row: number): number {
  const cause = ownCause(trace, row)
  if (cause >= 0 || bottoms.has(kindOf(trace, row))) return cause
  const state = stayBefore(quorumRun(trace), nodeOf(trace, row), row)
  return kindOf(trace, row) === kind.ROLE || state === undefined ? startOf(trace) : state.row
}

/** A visitor's doing, the start of a run and its limit need no cause. */
const bottoms = new Set([FAULT, RUN, LIMIT, kind.HAPPENED])

function ownCause(trace: Trace, row: number): number {
  switch (kindOf(trace, row)) {
    case kind.ROLE:
      return behindRole(trace, row)
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
function behindRole(trace: Trace, row: number): number {
  const armedBy = armedByOf(trace, row)
  if (armedBy < 0) return beforeIn(trace, row) ?? causeOf(trace, row)
  switch (kindOf(trace, armedBy)) {
    case kind.FETCH_TIMER: {
      const end = shortenedBy(trace, row)
      return end >= 0 ? end : orStart(trace, obstacleOf(trace, row))
    }
    case kind.QUORUM_TIMER:
      return orStart(trace, lastLoss(trace, row, armedBy))
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

/** The stay that a row ended. */
function stayEndedBy(trace: Trace, row: number): Stay | undefined {
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
function lastLoss(trace: Trace, fired: number, armedBy: number): number {
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

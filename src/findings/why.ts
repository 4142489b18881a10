// Why a row happened: the chain of causes from it down to the visitor's fault or the start of the run, newest first, with the poll
// that looked and what armed the timer. Rows that only carry a cause along are passed over.

import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import * as producerRule from '../trace/producerRules.ts'
import * as rule from '../trace/rules.ts'
import { type Rule, rules } from '../trace/rules.ts'
import { textOf } from '../trace/ruleTexts.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import type { Reason } from './findings.ts'
import { lookedBy } from './looked.ts'
import { counted, exact, nodeName, peerOf, said, wordAt } from './names.ts'
import { isPartitions } from './partitionRun.ts'
import { partitionWhy } from './partitionWhy.ts'
import { code, figure, type Part, type Prose } from './prose.ts'
import { isQuorums } from './quorumRows.ts'
import { quorumWhy } from './quorumWhy.ts'
import { recordCause } from './recordCause.ts'
import { isProducers } from './recordSentence.ts'
import { retryWait, sentence } from './sentence.ts'

/** No chain is much longer: then only its bottom follows. */
const LONGEST = 40

/** The chain of causes of a row, itself first. `quorum`: the world that a quorum's run took. */
export function why(trace: Trace, row: number, quorum?: QuorumWorld): Reason[] {
  if (isPartitions(trace)) return partitionWhy(trace, row)
  return isQuorums(trace) ? quorumWhy(trace, row, quorum) : clientWhy(trace, row)
}

function clientWhy(trace: Trace, row: number): Reason[] {
  const chain = linksOf(trace, row, row)
  let bottom = row
  for (let at = causeBehind(trace, row, row); at >= 0; at = causeBehind(trace, at, row)) {
    if (carriesAlong(trace, at)) continue
    bottom = at
    if (chain.length < LONGEST) chain.push(...linksOf(trace, at, row))
  }
  if (chain.length >= LONGEST) chain.push(...linksOf(trace, bottom, row))
  return newestFirst(withoutRepeats(chain), bottom)
}

/**
 * A cause has the smaller number, what armed a timer a smaller one than what it ran out on; a look stays with what it saw. The bottom
 * comes last, though a fault may have begun after what armed the timer.
 */
function newestFirst(chain: readonly Reason[], bottom: number): Reason[] {
  const place = (reason: Reason): number => {
    if (reason.row === bottom) return -1
    return reason.link === 'looked' ? (chain[chain.indexOf(reason) - 1]?.row ?? 0) - 0.5 : reason.row
  }
  const [first, ...rest] = chain
  return first ? [first, ...rest.sort((a, b) => place(b) - place(a))] : []
}

/** What armed a timer may be its cause too. */
const withoutRepeats = (chain: readonly Reason[]): Reason[] =>
  chain.filter((reason, i) => chain.findIndex(({ row }) => row === reason.row) === i)

/** The cause of a row on the way down from `top`, -1 at the bottom. */
function causeBehind(trace: Trace, row: number, top: number): number {
  // Metadata that had come before is only old by then: what it took to come is another story.
  if (isOutOfDate(trace, row, top)) return startOf(trace)
  if (isGivenUp(trace, row)) return obstacle(trace, row)
  return recordCause(trace, row, top) ?? causeOf(trace, row)
}

/** Metadata on the way down from an update that is due by age. */
const isOutOfDate = (trace: Trace, row: number, top: number): boolean =>
  row !== top &&
  isMetadata(trace, row, 'updated') &&
  kindOf(trace, top) !== kind.UNBLOCKED &&
  atOf(trace, top) >= fieldOf(trace, row, 1)

const startOf = (trace: Trace): number => (kindOf(trace, 0) === kind.RUN ? 0 : -1)

const isMetadata = (trace: Trace, row: number, what: Word): boolean =>
  kindOf(trace, row) === kind.METADATA && wordAt(trace, row, 0) === what

/** A caller whose metadata did not come in time. */
const isGivenUp = (trace: Trace, row: number): boolean =>
  (kindOf(trace, row) === kind.UNBLOCKED && wordAt(trace, row, 1) === 'TimeoutException') ||
  ((kindOf(trace, row) === producerKind.CALLBACK || kindOf(trace, row) === producerKind.PARTITIONS) &&
    (by(trace, row, rule.SEND_TIMED_OUT) || by(trace, row, rule.SEND_TIMED_OUT_FETCH)))

/** What stood in the way last: a SYN or a request that came to nothing, or a failed update. */
function obstacle(trace: Trace, row: number): number {
  for (let r = row - 1; r >= 0; r--) {
    const what = kindOf(trace, r)
    if (what === kind.LOST || isMetadata(trace, r, 'failed')) return r
    if (what === kind.SYN && isLost(trace, r)) return r
    if (what === kind.RETRANSMIT && wordAt(trace, r, 4) === 'lost') return r
    if (what === kind.REACHED && wordAt(trace, r, 2) !== 'answers') return r
  }
  return causeOf(trace, row)
}

/** Rows between a cause and its effect that explain nothing by themselves. */
function carriesAlong(trace: Trace, row: number): boolean {
  const caused = causeOf(trace, row) >= 0
  switch (kindOf(trace, row)) {
    case kind.POLL:
    case kind.DRAW:
    case kind.STATE:
    case kind.RECEIVE:
    case kind.CONNECT:
      return caused
    case kind.METADATA:
      return caused && wordAt(trace, row, 0) === 'requested'
    case kind.REACHED:
      return wordAt(trace, row, 2) === 'answers'
    case kind.SYN:
      return fieldOf(trace, row, 0) === 0 && !isLost(trace, row)
    default:
      return false
  }
}

/** A row, and beside it the poll that saw it and what armed its timer. */
function linksOf(trace: Trace, row: number, top: number): Reason[] {
  const isTop = row === top
  const says =
    isTop && kindOf(trace, row) === kind.SYN
      ? [sentence(trace, row)]
      : isOutOfDate(trace, row, top)
        ? aged(trace, row)
        : whatHappened(trace, row)
  const links = [reason(trace, row, 'happened', says, ruleSaid(trace, row))]
  const poll = isSeenByPoll(trace, row) ? lookedBy(trace, row) : -1
  if (poll >= 0) links.push(reason(trace, poll, 'looked', whyThen(trace, poll), ruleOf(trace, poll)))
  const armedBy = armerOf(trace, row, isTop)
  if (armedBy >= 0) links.push(reason(trace, armedBy, 'armed', whatArmed(trace, armedBy), ruleArmed(trace, armedBy)))
  return links
}

/** What armed the timer that a row tells of, -1 where that says nothing new. */
function armerOf(trace: Trace, row: number, isTop: boolean): number {
  const armedBy = armedByOf(trace, row)
  if (armedBy < 0) return -1
  const cause = causeOf(trace, row)
  // The cause says the same.
  if (cause >= 0 && armedByOf(trace, cause) === armedBy) return -1
  if (kindOf(trace, row) !== kind.SYN) return isArmer(trace, armedBy) ? armedBy : -1
  if (isTop) return armedBy
  return attemptOf(trace, row)
}

/** The CONNECT row of the attempt that a SYN belongs to. */
function attemptOf(trace: Trace, syn: number): number {
  let row = syn
  while (row >= 0 && kindOf(trace, row) === kind.SYN) row = armedByOf(trace, row)
  return row
}

const reason = (trace: Trace, row: number, link: Reason['link'], says: Prose, why: Rule): Reason => ({
  row,
  at: atOf(trace, row),
  says,
  source: textOf(why).source || 'the scenario',
  owner: why.owner,
  link,
})

/** The rule of what armed a timer: a SYN arms the kernel's next one, after the same wait once more or after twice that. */
function ruleArmed(trace: Trace, row: number): Rule {
  if (kindOf(trace, row) !== kind.SYN) return ruleSaid(trace, row)
  const before = armedByOf(trace, row)
  const isLinear =
    fieldOf(trace, row, 0) > 0 && fieldOf(trace, row, 2) - atOf(trace, row) === atOf(trace, row) - atOf(trace, before)
  return rules[isLinear ? rule.SYN_RETRANSMITTED : rule.SYN_DOUBLED] as Rule
}

/** The rule of a row; of one that bears none, that of what it follows from. */
function ruleSaid(trace: Trace, row: number): Rule {
  const cause = causeOf(trace, row)
  switch (kindOf(trace, row)) {
    case kind.CONNECT:
      return cause < 0 ? ruleOf(trace, row) : ruleOf(trace, cause)
    case producerKind.CALLBACK:
      return ruleOf(trace, row) === rules[rule.NO_RULE] && cause >= 0 ? ruleOf(trace, cause) : ruleOf(trace, row)
    case kind.RECEIVE:
      return rules[rule.ANSWER_HANDLED] as Rule
    case kind.CHANNEL_READY:
      return rules[rule.TCP_UP] as Rule
    default:
      return ruleOf(trace, row)
  }
}

const by = (trace: Trace, row: number, why: number): boolean => ruleOf(trace, row) === rules[why]

/** Kafka notices it only when its loop comes round. */
function isSeenByPoll(trace: Trace, row: number): boolean {
  if (kindOf(trace, row) === kind.CHOSEN) {
    const armedBy = armedByOf(trace, row)
    return armedBy >= 0 && kindOf(trace, armedBy) === kind.POLL
  }
  if (kindOf(trace, row) === producerKind.BATCH) return isSeenLate(trace, row)
  if (kindOf(trace, row) !== kind.CLOSE) return false
  return [rule.SETUP_TIMED_OUT, rule.SETUP_TIMED_OUT_LAZY, rule.REQUEST_TIMED_OUT, rule.REBOOTSTRAP_TRIGGERED].some(
    (why) => by(trace, row, why),
  )
}

/** Before delivery.timeout.ms no sleep was cut short for the age of a batch: when that was seen is another wait's doing. */
const isSeenLate = (trace: Trace, row: number): boolean =>
  by(trace, row, producerRule.BATCH_EXPIRED_UNSENT) && lookedBy(trace, row) >= 0

/** A row that armed a timer, and not merely an earlier one of the same exchange. */
function isArmer(trace: Trace, row: number): boolean {
  const what = kindOf(trace, row)
  if (what === kind.METADATA) return wordAt(trace, row, 0) === 'failed'
  if (what === producerKind.BATCH) return wordAt(trace, row, 1) === 'ABSENT'
  return what === kind.CONNECT || what === kind.SEND || what === kind.BLOCKED || what === kind.STATE
}

function whatHappened(trace: Trace, row: number): Prose {
  switch (kindOf(trace, row)) {
    case kind.CLOSE:
      return closed(trace, row)
    case kind.KERNEL_TIMEOUT:
      return [`The last SYN to ${peerOf(trace, row)} went unanswered too: the kernel gave the attempt up.`]
    case kind.SYN:
      return synSent(trace, row)
    case kind.FAULT:
      return [`Your fault: ${sentence(trace, row)}`]
    case kind.CHOSEN:
      return chosen(trace, row)
    case kind.METADATA:
      return metadataThen(trace, row)
    case kind.RUN:
      return ['The run begins.']
    case kind.STATE:
      return [`${sentence(trace, row)} ${textOf(ruleOf(trace, row)).says}`]
    default:
      return [sentence(trace, row)]
  }
}

function closed(trace: Trace, row: number): Prose {
  const armedBy = armedByOf(trace, row)
  if (armedBy < 0) return [sentence(trace, row)]
  const age = figure(exact(atOf(trace, row) - atOf(trace, armedBy)), armedBy)
  if (kindOf(trace, armedBy) === kind.CONNECT) {
    const limit = exact(fieldOf(trace, armedBy, 1))
    return [
      `The poll loop woke and found the connection to ${peerOf(trace, row)} older than its setup timeout of ${limit}: `,
      age,
      '.',
    ]
  }
  const limit = exact(fieldOf(trace, armedBy, 3) - atOf(trace, armedBy))
  return [
    `The poll loop woke and found a request to ${peerOf(trace, row)} older than its timeout of ${limit}: `,
    age,
    '.',
  ]
}

function synSent(trace: Trace, row: number): Prose {
  const nth = fieldOf(trace, row, 0)
  const fate = wordAt(trace, row, 1)
  const peer = peerOf(trace, row)
  if (fate === 'ignored') return ignored(trace, row)
  if (fate !== 'lost') return through(trace, row)
  if (nth === 0) return [`The SYN to ${peer} was lost.`]
  if (!isLastSyn(trace, row)) return [`All ${counted(nth + 1, 'SYN')} to ${peer} so far had been lost.`]
  return [`All ${counted(nth + 1, 'SYN')} to ${peer} had been lost, this one the last.`]
}

function ignored(trace: Trace, row: number): Prose {
  const nth = fieldOf(trace, row, 0)
  const peer = peerOf(trace, row)
  if (nth === 0) return [`The SYN to ${peer} was ignored, as its backlog was full.`]
  const which = isLastSyn(trace, row) ? 'this one, the last,' : 'this one'
  return [`All ${counted(nth + 1, 'SYN')} to ${peer} so far had come to nothing: ${which} as its backlog was full.`]
}

function through(trace: Trace, row: number): Prose {
  const which = `SYN ${fieldOf(trace, row, 0) + 1}`
  const peer = peerOf(trace, row)
  const before = armedByOf(trace, row)
  if (before >= 0 && kindOf(trace, before) === kind.SYN && !isLost(trace, before))
    return [`${which} got through to ${peer} too: the answer to an earlier one was still on its way.`]
  return [`${which} was the first to get through to ${peer}: no attempt can succeed between two SYNs.`]
}

/** A SYN that came to nothing: it was lost, or the listener's kernel ignored it. */
const isLost = (trace: Trace, syn: number): boolean => ['lost', 'ignored'].includes(wordAt(trace, syn, 1))

/** No other SYN of its attempt followed, nor was one to follow. */
function isLastSyn(trace: Trace, row: number): boolean {
  if (!Number.isFinite(fieldOf(trace, row, 2))) return true
  const subject = subjectOf(trace, row)
  for (let r = row + 1; r < trace.rows; r++) {
    if (subjectOf(trace, r) === subject) return kindOf(trace, r) !== kind.SYN
  }
  return false
}

function chosen(trace: Trace, row: number): Prose {
  const node = nodeName(trace, fieldOf(trace, row, 0))
  return [code('leastLoadedNode'), ` chose ${node}: a metadata update was due. ${textOf(ruleOf(trace, row)).says}`]
}

function metadataThen(trace: Trace, row: number): Prose {
  if (!isMetadata(trace, row, 'failed')) return [sentence(trace, row)]
  const wait = figure(retryWait(trace, row), row)
  return ['The metadata update failed, which held the next one back for ', wait, ' (', code('retry.backoff.ms'), ').']
}

/** Why an update was due again. */
function aged(trace: Trace, row: number): Prose {
  const age = exact(fieldOf(trace, row, 1) - atOf(trace, row))
  return [
    `The metadata of ${exact(atOf(trace, row))} had reached its age of ${age} (`,
    code('metadata.max.age.ms'),
    ').',
  ]
}

/** Why the loop looked then and no sooner. */
function whyThen(trace: Trace, poll: number): Prose {
  const term = ruleOf(trace, poll)
  const { setting } = term
  const length = fieldOf(trace, poll, 1)
  // A select oversleeps.
  const step = fieldOf(trace, poll, 2) - atOf(trace, poll)
  const slept = `It had gone to sleep at ${exact(atOf(trace, poll))}`
  if (setting === undefined) return [`${slept}. ${textOf(term).says}`]
  const late: Part = figure(said(length), poll)
  if (by(trace, poll, rule.WAIT_BACKOFF) || by(trace, poll, rule.WAIT_NO_NODE))
    return ['It sleeps in steps of ', code(setting), ' here, so it looks up to ', figure(said(step), poll), ' late.']
  if (by(trace, poll, rule.WAIT_SETUP))
    return [`${slept} for `, late, ', the whole ', code(setting), ' of the node that its caller waits for.']
  if (by(trace, poll, rule.WAIT_RETRY))
    return [`${slept} for `, late, ', until a metadata update was allowed again (', code(setting), ').']
  if (by(trace, poll, rule.WAIT_RECONNECT))
    return [`${slept} for `, late, ', until a reconnect backoff is over (', code(setting), ').']
  if (by(trace, poll, rule.WAIT_DEADLINE))
    return [`${slept} for `, late, ', until the first request in flight would time out (', code(setting), ').']
  return [
    `${slept} for `,
    late,
    ': the shortest wait it knew of was ',
    code(setting),
    ', and no deadline of a connection or request counts.',
  ]
}

/** What a timer waited for, from the row that armed it. */
function whatArmed(trace: Trace, row: number): Prose {
  switch (kindOf(trace, row)) {
    case kind.CONNECT:
      return opened(trace, row)
    case kind.SEND:
      if (!Number.isFinite(fieldOf(trace, row, 3)))
        return [`${sentence(trace, row).slice(0, -1)}, and no timeout bounds its answer.`]
      return [
        `${sentence(trace, row).slice(0, -1)}, to be answered within `,
        figure(exact(fieldOf(trace, row, 3) - atOf(trace, row)), row),
        '.',
      ]
    case kind.METADATA:
      return metadataThen(trace, row)
    case kind.SYN:
      return [
        `SYN ${fieldOf(trace, row, 0) + 1} had no answer by `,
        figure(exact(fieldOf(trace, row, 2)), row),
        ': the kernel sends it again.',
      ]
    case kind.STATE:
      return backedOff(trace, row)
    default:
      return [sentence(trace, row)]
  }
}

function backedOff(trace: Trace, row: number): Prose {
  const until = fieldOf(trace, row, 2)
  if (!isDisconnected(wordAt(trace, row, 1))) return [`${peerOf(trace, row)} became ${wordAt(trace, row, 1)}.`]
  return [`${peerOf(trace, row)} was in its reconnect backoff until `, figure(exact(until), row), '.']
}

const isDisconnected = (state: Word): boolean => state === 'DISCONNECTED' || state === 'AUTHENTICATION_FAILED'

function opened(trace: Trace, row: number): Prose {
  const peer = peerOf(trace, row)
  const cause = causeOf(trace, row)
  const byCaller = cause >= 0 && by(trace, cause, rule.CONNECT_CALLER)
  const byWhom = isProducers(trace) ? 'for a batch that waits for it' : 'because the caller asked for it'
  const wanted = byCaller ? byWhom : 'for metadata'
  return [`The client opened the socket to ${peer}, ${wanted}.`]
}

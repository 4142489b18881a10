// Which timer decided when something happened to a raft node: the last one that ended on the way to it, from message to message.

import { grouped } from '../base/grouped.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { FAULT } from '../trace/kinds.ts'
import * as kind from '../trace/quorumKinds.ts'
import * as rule from '../trace/quorumRules.ts'
import { type Owner, type Rule, rules } from '../trace/rules.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, restOf, ruleOf, type Trace } from '../trace/trace.ts'
import { exact, nodeName, subjectAt, wordAt } from './names.ts'
import { figure, type Prose } from './prose.ts'
import { sentOf } from './quorumMessages.ts'
import { originOf } from './quorumOrigin.ts'
import { nodeOf, type StateTimer, shortenedBy, timerBehind } from './quorumRows.ts'
import { type Spin, spinOf } from './quorumSpin.ts'
import { causeBehind } from './quorumWhy.ts'

/** Who decided, by the rule that says so. `lead`: in place of the usual words for that owner. */
export type Decided = { readonly owner: Owner; readonly rule: Rule; readonly lead?: string; readonly says?: Prose }

const ruleNo = (number: number): Rule => rules[number] as Rule

/** Who decided over a row of a quorum's run. */
export function decidedBy(trace: Trace, row: number, world: QuorumWorld | undefined): Decided {
  const own = ownDecision(trace, row) ?? timerDecision(trace, row, world)
  if (own) return own
  for (let at = before(trace, row, world); at >= 0; at = before(trace, at, world)) {
    const what = kindOf(trace, at)
    if (what === FAULT || what === kind.HAPPENED) return byVisitor(trace, at)
    const found = timerDecision(trace, at, world)
    if (found) return { ...found, says: found.says ?? whoseEnd(trace, at) }
  }
  const by = ruleOf(trace, row)
  return { owner: by.owner, rule: by }
}

/** What came before a row: of a state that an answer's epoch brought about, how its sender came to that. */
function before(trace: Trace, row: number, world: QuorumWorld | undefined): number {
  const origin = originOf(trace, row)
  return origin >= 0 ? origin : causeBehind(trace, row, world)
}

/** The rule that a row tells. What EndQuorumEpoch set runs out by that rule, and not by that of a timer that was full. */
export const ruleTold = (trace: Trace, row: number): Rule =>
  kindOf(trace, row) === kind.ROLE && shortenedBy(trace, row) >= 0
    ? ruleNo(rule.FETCH_TIMER_SHORTENED)
    : ruleOf(trace, row)

/** What comes of a fault, or of what was asked of a node, with no timer between. */
const byVisitor = (trace: Trace, row: number): Decided => ({
  owner: 'world',
  rule: ruleOf(trace, row),
  lead: 'What you did decides: no timeout ran out for this',
})

/** Who decides over a row that follows from nothing else. */
function ownDecision(trace: Trace, row: number): Decided | undefined {
  const what = kindOf(trace, row)
  const by = ruleOf(trace, row)
  if (what === kind.MISSED || (what === kind.SENT && fieldOf(trace, row, 5) === Number.POSITIVE_INFINITY))
    return lossDecision(trace, row)
  return by.setting === undefined || what === kind.ROLE || what === kind.FETCH_TIMER
    ? undefined
    : { owner: by.owner, rule: by }
}

/** The timer that ended with a row; undefined: none did. */
function timerDecision(trace: Trace, row: number, world: QuorumWorld | undefined): Decided | undefined {
  const by = ruleOf(trace, row)
  switch (kindOf(trace, row)) {
    case kind.SENT:
    case kind.TICK:
    case kind.REQUEST_TIMEOUT:
      return by.setting === undefined ? undefined : { owner: by.owner, rule: by }
    case kind.UNPARKED:
      return by === rules[rule.PARK_ENDED] ? maximumWait(trace, row) : undefined
    case kind.SPIN:
      return spinDecision(trace, row)
    case kind.FETCH_TIMER:
      if (by === rules[rule.FETCH_TIMER_SHORTENED] && world)
        return endDecision(trace, nodeOf(trace, row), causeOf(trace, row), world)
      return { owner: by.owner, rule: by }
    case kind.ROLE: {
      const end = shortenedBy(trace, row)
      if (end >= 0 && world) return endDecision(trace, nodeOf(trace, row), end, world)
      const timer = timerBehind(trace, row)
      return timer === undefined ? undefined : { owner: 'setting', rule: by.setting === undefined ? ended[timer] : by }
    }
    default:
      return undefined
  }
}

const ended: { readonly [timer in StateTimer]: Rule } = {
  'fetch timer': ruleNo(rule.FETCH_TIMED_OUT),
  'election timer': ruleNo(rule.ELECTION_TIMED_OUT),
  backoff: ruleNo(rule.BACKED_OFF),
  'check-quorum': ruleNo(rule.CHECK_QUORUM_EXPIRED),
}

function lossDecision(trace: Trace, row: number): Decided {
  const fault = kindOf(trace, row) === kind.MISSED ? armedByOf(trace, row) : -1
  const isFaults = kindOf(trace, row) === kind.SENT || (fault >= 0 && kindOf(trace, fault) === FAULT)
  const lead = isFaults ? 'Your fault decides: it is lost on its way' : 'The world decides: nobody is there to take it'
  return { owner: 'world', rule: ruleOf(trace, row), lead }
}

function maximumWait(trace: Trace, row: number): Decided {
  const parked = armedByOf(trace, row)
  const wait = parked < 0 ? '' : ` of ${exact(atOf(trace, row) - atOf(trace, parked))}`
  return {
    owner: 'client',
    rule: ruleOf(trace, row),
    lead: `The Fetch’s own maximum wait${wait} decides, which is no setting`,
  }
}

const due: { readonly [why in Spin['why']]: Rule } = {
  'update voter': ruleNo(rule.WAIT_UPDATE_VOTER),
  'fetch timer': ruleNo(rule.WAIT_FETCH_TIMER),
  'election timer': ruleNo(rule.WAIT_ELECTION),
}

function spinDecision(trace: Trace, row: number): Decided {
  const why = spinOf(trace, row)?.why ?? 'update voter'
  return { owner: 'setting', rule: due[why] }
}

/** EndQuorumEpoch sets the fetch timer by the place among the successors (endEpochElectionBackoff). */
function endDecision(trace: Trace, node: number, end: number, world: QuorumWorld): Decided {
  const sent = sentOf(trace, end)
  const successors = sent < 0 ? [] : restOf(trace, sent)
  const waits = successors.map(
    (successor, place) => `${nodeName(trace, successor)} ${exact(waitOf(place, successors.length, world))}`,
  )
  const place = successors.indexOf(node)
  const name = nodeName(trace, node)
  const first =
    place === 0
      ? `${name} is the first successor and waits no longer`
      : place < 0
        ? `${name} is no successor`
        : `${name} is successor ${place + 1} of ${successors.length}`
  const max = `controller.quorum.election.backoff.max.ms = ${grouped(world.config.electionBackoffMax)}`
  return {
    owner: place === 0 ? 'client' : 'setting',
    rule: ruleNo(rule.FETCH_TIMER_SHORTENED),
    lead: `EndQuorumEpoch decides: ${first}`,
    says: waits.length > 0 ? [`It sets the fetch timers: ${waits.join(', ')} (by ${max}).`] : [],
  }
}

/** How long a successor waits, in ms: the first not at all, each later one twice as long, to the maximum. */
function waitOf(place: number, count: number, { config }: QuorumWorld): number {
  if (place === 0) return 0
  let wait = Math.floor(config.electionBackoffMax / powerOfTwo(count - 1))
  wait *= powerOfTwo(place - 1)
  return Math.min(config.electionBackoffMax, wait)
}

function powerOfTwo(exponent: number): number {
  let power = 1
  for (let i = 0; i < exponent; i++) power *= 2
  return power
}

/** Whose timer it was that ended, where a row only follows from it. */
function whoseEnd(trace: Trace, row: number): Prose {
  return [`${subjectAt(trace, row).name}'s ${whatEnded(trace, row)} at `, figure(exact(atOf(trace, row)), row), '.']
}

function whatEnded(trace: Trace, row: number): string {
  const timer = kindOf(trace, row) === kind.ROLE ? timerBehind(trace, row) : undefined
  if (timer) return `${timer} ran out`
  if (kindOf(trace, row) === kind.SENT) return `${wordAt(trace, row, 0)} was due`
  return kindOf(trace, row) === kind.TICK ? 'tick was due' : 'request timeout was over'
}

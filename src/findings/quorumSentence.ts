// One clear sentence for each row that only a quorum's run has, in the words of Kafka's raft.

import { HEALED, NONE } from '../trace/kinds.ts'
import { type Hit, hitOf, type LinkWay } from '../trace/quorumFaults.ts'
import * as kind from '../trace/quorumKinds.ts'
import { VOTE_STORED } from '../trace/quorumRules.ts'
import { rules } from '../trace/rules.ts'
import { textOf } from '../trace/ruleTexts.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import { exact, subjectAt, wordAt } from './names.ts'
import * as message from './quorumMessages.ts'
import { named } from './quorumMessages.ts'
import { isMessage, isShortened, shortenedBy, timerBehind } from './quorumRows.ts'
import { type Spin, spinOf } from './quorumSpin.ts'
import { refusalsOf } from './quorumVotes.ts'

type Teller = (trace: Trace, row: number) => string

const who = (trace: Trace, row: number): string => subjectAt(trace, row).name

const isKind = (trace: Trace, row: number, what: number): boolean => row >= 0 && kindOf(trace, row) === what

function wait(trace: Trace, row: number): string {
  const until = fieldOf(trace, row, 0)
  const { says } = textOf(ruleOf(trace, row))
  if (!Number.isFinite(until)) return `${who(trace, row)}'s raft thread waits for a message, and for no timer.`
  return `${who(trace, row)}'s raft thread waits until ${exact(until)} at most${says === '' ? '.' : `. ${says}`}`
}

/** `Leader of epoch 2`, `Follower of n1 in epoch 1`, `Unattached in epoch 2`. */
function stateWords(trace: Trace, role: Word, epoch: number, leader: number): string {
  if (role === 'Leader' || role === 'Candidate') return `${role} of epoch ${epoch}`
  if (role === 'Follower' && leader !== NONE) return `Follower of ${named(trace, leader)} in epoch ${epoch}`
  return `${role} in epoch ${epoch}`
}

const becomes = (trace: Trace, row: number): string =>
  stateWords(trace, wordAt(trace, row, 1), fieldOf(trace, row, 2), fieldOf(trace, row, 3))

/** One state was replaced by another: by a timer that ran out, by a message, by what was done to the node. */
function role(trace: Trace, row: number): string {
  const from = wordAt(trace, row, 0)
  if (from === 'ABSENT')
    return `${who(trace, row)} ${atOf(trace, row) === 0 ? 'is' : 'starts as'} ${becomes(trace, row)}.`
  const fired = firedSaid(trace, row)
  if (fired !== undefined) return `${fired} It becomes ${becomes(trace, row)}.`
  return byMessage(trace, row, from)
}

/** The timer that ran out and made a node change its state; undefined: none did. */
function firedSaid(trace: Trace, row: number): string | undefined {
  const armedBy = armedByOf(trace, row)
  const name = who(trace, row)
  const length = exact(armedBy < 0 ? 0 : atOf(trace, row) - atOf(trace, armedBy))
  switch (timerBehind(trace, row)) {
    case 'fetch timer':
      return shortenedBy(trace, row) >= 0
        ? `${name}'s fetch timer runs out, which EndQuorumEpoch had shortened.`
        : `${name}'s fetch timer runs out: no good answer to its Fetch for ${length} (controller.quorum.fetch.timeout.ms).`
    case 'election timer':
      return `${name}'s election timer runs out after ${length} (drawn from controller.quorum.election.timeout.ms to twice that).`
    case 'backoff':
      return `${name}'s backoff of ${length} after a lost election is over (controller.quorum.election.backoff.max.ms at most).`
    case 'check-quorum':
      return `No majority has fetched from ${name} for ${length} (check-quorum: 1.5 × controller.quorum.fetch.timeout.ms): it resigns.`
    default:
      return undefined
  }
}

function byMessage(trace: Trace, row: number, from: Word): string {
  const name = who(trace, row)
  const cause = behind(trace, row)
  const to = wordAt(trace, row, 1)
  const epoch = fieldOf(trace, row, 2)
  const came = isMessage(trace, cause) ? wordAt(trace, cause, 0) : undefined
  const sender = isMessage(trace, cause) ? named(trace, fieldOf(trace, cause, 1)) : ''
  if (isKind(trace, cause, kind.HAPPENED)) return `${name} gives up its leadership, as asked: ${becomes(trace, row)}.`
  if (to === 'Leader') return `A majority of the voters has voted for ${name}: it is ${becomes(trace, row)}.`
  if (from === 'Prospective' && to === 'Candidate')
    return `A majority of the voters would vote for ${name}: it becomes ${becomes(trace, row)}.`
  if (from === 'Prospective' && came === 'PreVote answer')
    return `No majority would vote for ${name}${refused(trace, row)}: it is ${becomes(trace, row)} again, and no epoch is burnt.`
  if (to === 'Follower')
    return `${name} learns from ${came === undefined ? 'a message' : `${sender}'s ${came}`} who leads: it is ${becomes(trace, row)}.`
  if (came === 'Vote' && isVote(trace, row, from))
    return `${name} gives ${sender} its vote in epoch ${epoch}: ${becomes(trace, row)}.`
  if (from === 'Leader')
    return `${name} steps down, as ${sender}'s ${came} is of epoch ${epoch}: ${becomes(trace, row)}.`
  if (came !== undefined) return `${name} sees epoch ${epoch} in ${sender}'s ${came}: ${becomes(trace, row)}.`
  return `${name}: ${from} → ${becomes(trace, row)}.`
}

/** What brought a state about: where a vote is stored in the same step as another state, the Vote that brought that one about. */
function behind(trace: Trace, row: number): number {
  const cause = causeOf(trace, row)
  const isSecond = ruleOf(trace, row) === rules[VOTE_STORED] && isKind(trace, cause, kind.ROLE)
  return isSecond && atOf(trace, cause) === atOf(trace, row) ? causeOf(trace, cause) : cause
}

/** ` (n1: it leads epoch 1; n2: it hears n1, which last answered at 520 ms)`. */
function refused(trace: Trace, row: number): string {
  const refusals = refusalsOf(trace, row)
  return refusals.length > 0 ? ` (${refusals.join('; ')})` : ''
}

/** A vote is stored in a state that is replaced by its like, to 3.8 by Voted. */
function isVote(trace: Trace, row: number, from: Word): boolean {
  const to = wordAt(trace, row, 1)
  return to === 'Voted' || (to === from && fieldOf(trace, row, 2) === epochBefore(trace, row))
}

/** The epoch that a node was in before its state was replaced, undefined: it was in none. */
function epochBefore(trace: Trace, row: number): number | undefined {
  for (let r = row - 1; r >= 0; r--)
    if (kindOf(trace, r) === kind.ROLE && subjectOf(trace, r) === subjectOf(trace, row)) return fieldOf(trace, r, 2)
  return undefined
}

const log: Teller = (trace, row) =>
  `${who(trace, row)}'s log ends at offset ${fieldOf(trace, row, 0)}, its last record of epoch ${fieldOf(trace, row, 1)}.`

function highWatermark(trace: Trace, row: number): string {
  const mark = fieldOf(trace, row, 0)
  if (mark === NONE) return `${who(trace, row)} knows no high watermark in this state.`
  return `${who(trace, row)}'s high watermark is ${mark}.`
}

const votes: Teller = (trace, row) =>
  `${who(trace, row)}'s tally: ${fieldOf(trace, row, 0)} granted, ${fieldOf(trace, row, 1)} rejected.`

function fetchTimer(trace: Trace, row: number): string {
  const name = who(trace, row)
  const [deadline, left] = [fieldOf(trace, row, 0), fieldOf(trace, row, 1)]
  if (!Number.isFinite(deadline)) return `${name}'s fetch timer stops.`
  const until = `until ${exact(deadline)}`
  if (isShortened(trace, row)) return `EndQuorumEpoch sets ${name}'s fetch timer: it runs ${until}.`
  if (left === NONE) return `${name}'s fetch timer starts: it runs ${until} (controller.quorum.fetch.timeout.ms).`
  return `${name}'s fetch timer is reset with ${exact(left)} left: it runs ${until}.`
}

function electionTimer(trace: Trace, row: number): string {
  const deadline = fieldOf(trace, row, 0)
  if (!Number.isFinite(deadline)) return `${who(trace, row)} has no election timer.`
  return `${who(trace, row)}'s election timer runs until ${exact(deadline)}.`
}

const backoff: Teller = (trace, row) =>
  `${who(trace, row)} has lost the election of its epoch and backs off until ${exact(fieldOf(trace, row, 0))}.`

function quorumTimer(trace: Trace, row: number): string {
  const deadline = fieldOf(trace, row, 0)
  if (!Number.isFinite(deadline)) return `${who(trace, row)}'s check-quorum timer stops.`
  const cause = causeOf(trace, row)
  const starts = isMessage(trace, cause) && wordAt(trace, cause, 0) !== 'Vote answer'
  const why = starts ? 'A majority has fetched from it: ' : ''
  return `${why}${who(trace, row)}'s check-quorum timer ${starts ? 'starts anew' : 'starts'}, until ${exact(deadline)}.`
}

/** What it spins for, and how long. */
function spin(trace: Trace, row: number): string {
  const found = spinOf(trace, row)
  const name = who(trace, row)
  if (!found) return `${name}'s raft thread spins: it asks for a wait of 0 again and again.`
  const { why, inFlight, until } = found
  const request =
    inFlight < 0
      ? 'what it has in flight'
      : `its ${wordAt(trace, inFlight, 0)} ${fieldOf(trace, inFlight, 2)} to ${named(trace, fieldOf(trace, inFlight, 1))}`
  const how = until === undefined ? 'to the end of the run' : `until ${exact(until)}`
  return `${name}'s raft thread spins ${how}: ${due[why]}, while ${request} is not answered. It asks for a wait of 0 again and again.`
}

const due: { readonly [why in Spin['why']]: string } = {
  'update voter': 'UpdateRaftVoter is due and cannot go out',
  'fetch timer': 'its fetch timer has ended and it cannot fetch elsewhere',
  'election timer': 'its election timer has ended, for which an observer has no use',
}

const happened: { readonly [what in Word]?: string } = {
  pause: 'stands still: what comes waits in its inbox',
  resume: 'goes on',
  resign: 'takes the call of resign()',
  append: 'is handed one record to append',
  shutdown: 'begins to shut down',
  left: 'has shut down and is gone',
  stop: 'has died; its log and its vote file stay',
  start: 'starts again, from its log and its vote file',
}

const done: Teller = (trace, row) => `${who(trace, row)} ${happened[wordAt(trace, row, 0)] ?? wordAt(trace, row, 0)}.`

const faults: { readonly [what in Word]?: readonly [begins: string, ends: string] } = {
  pause: ['pauses: the whole process stands still', 'the pause is over'],
  stop: ['stops: its process dies, its log and its vote file stay', 'its process may start'],
  resign: ['is asked to resign', ''],
  append: ['is to append one record', ''],
  'shut down': ['is asked to shut down', ''],
}

/** A fault of a raft node begins or ends, in one sentence; undefined: it is no raft node. */
export function faultOfNode(trace: Trace, row: number): string | undefined {
  if (subjectAt(trace, row).kind !== 'node') return undefined
  const what = wordAt(trace, row, 1)
  const ends = endSaid(trace, row)
  const hit = hitOf(trace, kindOf(trace, row) === HEALED ? causeOf(trace, row) : row)
  if (hit) return linkFault(trace, row, hit, ends)
  const [begins, over] = faults[what] ?? [`meets ${what}`, `${what} ends`]
  if (kindOf(trace, row) === HEALED) return `${who(trace, row)} is well again: ${over}.`
  return `${who(trace, row)} ${begins}${ends}.`
}

/** `, until 5000 ms`. */
function endSaid(trace: Trace, row: number): string {
  const until = kindOf(trace, row) === HEALED ? NONE : fieldOf(trace, row, 2)
  return Number.isFinite(until) && until > atOf(trace, row) ? `, until ${exact(until)}` : ''
}

/** Which links, and whether that is several: `the link from n1 to n2`, `both links between n1 and n2`, `all links to n1`. */
function linksSaid(name: string, peer: string | undefined, way: LinkWay): readonly [links: string, several: boolean] {
  if (way === 'both')
    return [peer ? `Both links between ${name} and ${peer}` : `All links of ${name}, both ways,`, true]
  const [from, to] = way === 'out' ? [name, peer] : [peer, name]
  if (from && to) return [`The link from ${from} to ${to}`, false]
  return [way === 'out' ? `All links from ${name}` : `All links to ${name}`, true]
}

/** A fault that hits links, or a message on them, begins or ends. */
function linkFault(trace: Trace, row: number, { peer, way: which, message, nth }: Hit, ends: string): string {
  const name = who(trace, row)
  const other = peer === NONE ? undefined : named(trace, peer)
  const isOver = kindOf(trace, row) === HEALED
  if (message !== undefined) {
    const way = `${message} from ${name} to ${other ?? 'each other node'}`
    if (isOver) return `Every ${way} gets through.`
    const nthOne = `${message} number ${nth} from ${name} to ${other ?? 'each other node'}, counted from now,`
    return `${nth > 1 ? nthOne : `The next ${way}`} will be lost${ends}.`
  }
  const [links, several] = linksSaid(name, other, which)
  const are = several ? 'are' : 'is'
  const isCut = wordAt(trace, row, 1) === 'cut link'
  if (isOver) return isCut ? `${links} ${are} back.` : `${links} ${are} as fast as before.`
  const on = several ? 'them' : 'it'
  return isCut
    ? `${links} ${are} cut${ends}: what is sent on ${on} is lost, and nobody is told.`
    : `${links} ${several ? 'get' : 'gets'} slow${ends}: messages on ${on} take longer.`
}

/** By the kind of the row. */
export const quorumTellers: readonly (readonly [kind: number, teller: Teller])[] = [
  [kind.WAIT, wait],
  [kind.SENT, message.sent],
  [kind.ARRIVED, message.arrived],
  [kind.HANDLED, message.arrived],
  [kind.MISSED, message.missed],
  [kind.IGNORED, message.ignored],
  [kind.DISCONNECTED, message.disconnected],
  [kind.ROLE, role],
  [kind.LOG, log],
  [kind.HIGH_WATERMARK, highWatermark],
  [kind.VOTES, votes],
  [kind.PARKED, message.parked],
  [kind.UNPARKED, message.unparked],
  [kind.TICK, message.tick],
  [kind.FETCH_TIMER, fetchTimer],
  [kind.ELECTION_TIMER, electionTimer],
  [kind.BACKOFF, backoff],
  [kind.QUORUM_TIMER, quorumTimer],
  [kind.REQUEST_TIMEOUT, message.requestTimeout],
  [kind.SPIN, spin],
  [kind.HAPPENED, done],
]

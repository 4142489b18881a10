// What one variant of a quorum question has to say to it, in a clause: each read from the run, whatever was asked of it.

import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { NONE } from '../trace/kinds.ts'
import * as kind from '../trace/quorumKinds.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, restOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import { counted, exact, wordAt } from './names.ts'
import { code, figure, joined, type Part, type Prose, phrase } from './prose.ts'
import { quorumRun, reignsOf, type Stay, stayBefore } from './quorum.ts'
import { electionsOf, fetchTimeouts, vainPreVotes } from './quorumElections.ts'
import { quorumHeadline } from './quorumHeadline.ts'
import { named } from './quorumMessages.ts'
import { isMessage, nodeOf } from './quorumRows.ts'
import { spinOf } from './quorumSpin.ts'
import { countSaid, type QuorumAnswer } from './quorumVerdict.ts'

export const when = (trace: Trace, row: number): Part => figure(exact(atOf(trace, row)), row)

export function firstRow(trace: Trace, isSuch: (row: number) => boolean, from = 0): number {
  for (let row = from; row < trace.rows; row++) if (isSuch(row)) return row
  return -1
}

const isSent = (trace: Trace, row: number, message: Word): boolean =>
  kindOf(trace, row) === kind.SENT && wordAt(trace, row, 0) === message

/** `300 ms are left at the tightest moment, on n2's fetch timer`, or whose timer ran out, and the elections. */
export function outcome({ trace, world }: QuorumAnswer): Prose {
  const headline = quorumHeadline(trace, world)
  if (headline.of === 'margin') {
    const { ms, reset } = headline
    return [
      figure(exact(ms), reset.row),
      ` ${ms === 1 ? 'is' : 'are'} left on ${named(trace, reset.node)}'s fetch timer at the tightest moment`,
    ]
  }
  const [timeout] = fetchTimeouts(trace)
  const elections = countSaid(electionsOf(trace, world))
  if (!timeout) return elections
  return [`${named(trace, timeout.node)}'s fetch timer runs out at `, when(trace, timeout.row), ', ', ...elections]
}

/** How many rounds of pre-votes came to nothing; where there was none, or an election, what came of it. */
export function inVain(answer: QuorumAnswer): Prose {
  const { trace, world } = answer
  const vain = vainPreVotes(trace)
  const [timeout] = fetchTimeouts(trace)
  if (!vain[0] || !timeout || electionsOf(trace, world).length > 0) return outcome(answer)
  return [
    `${named(trace, timeout.node)}'s fetch timer runs out at `,
    when(trace, timeout.row),
    ', and ',
    phrase(`${counted(vain.length, 'round')} of pre-votes`, vain[0].row),
    ` ${vain.length === 1 ? 'comes' : 'come'} to nothing`,
  ]
}

/** What prevented an election, or that there was one. */
export function prevented(answer: QuorumAnswer): Prose {
  const { trace, world } = answer
  const elections = electionsOf(trace, world)
  if (elections.length > 0) return outcome(answer)
  const [vain] = vainPreVotes(trace)
  if (vain)
    return [`${named(trace, vain.node)} asks for pre-votes first, and gets no majority at `, when(trace, vain.row)]
  const again = firstRow(
    trace,
    (row) => kindOf(trace, row) === kind.REQUEST_TIMEOUT && wordAt(trace, row, 0) === 'Fetch',
  )
  if (again < 0) return outcome(answer)
  return [
    code('controller.quorum.request.timeout.ms'),
    ` lets ${named(trace, nodeOf(trace, again))} ask again at `,
    when(trace, again),
  ]
}

/** A BeginQuorumEpoch that came to a follower whose fetch timer ran out all the same, with that; undefined: there was none. */
export function uselessBeacon(trace: Trace): { readonly beacon: number; readonly timeout: Stay } | undefined {
  for (const timeout of fetchTimeouts(trace))
    for (let row = timeout.row - 1; row > armedByOf(trace, timeout.row); row--)
      if (isMessage(trace, row) && nodeOf(trace, row) === timeout.node && wordAt(trace, row, 0) === 'BeginQuorumEpoch')
        return { beacon: row, timeout }
  return undefined
}

/** The first BeginQuorumEpoch that was lost, -1: none was. */
export const lostBeacon = (trace: Trace): number =>
  firstRow(trace, (row) => kindOf(trace, row) === kind.MISSED && wordAt(trace, row, 0) === 'BeginQuorumEpoch')

/** What BeginQuorumEpoch did, or what came of a lost one. */
export function beacon(answer: QuorumAnswer): Prose {
  const { trace } = answer
  const useless = uselessBeacon(trace)
  if (useless) {
    const { node, row } = useless.timeout
    return [
      `BeginQuorumEpoch comes to ${named(trace, node)} at `,
      when(trace, useless.beacon),
      ', and its fetch timer runs out at ',
      when(trace, row),
      ' all the same',
    ]
  }
  const lost = lostBeacon(trace)
  return lost < 0 ? outcome(answer) : ['one is lost at ', when(trace, lost), ', and ', ...outcome(answer)]
}

/** How each voter that began without a leader learned of the first that it followed. */
export function learned({ trace, world }: QuorumAnswer): Prose {
  const run = quorumRun(trace)
  const told = world.voters.flatMap((voter): Part[][] => {
    const { stays } = run.of(voter)
    if (stays[0] === undefined || stays[0].leader !== NONE) return []
    const follows = stays.find(({ role }) => role === 'Follower')
    const name = named(trace, voter)
    if (!follows) return [[`${name} follows nobody`]]
    return [
      [
        `${name} by ${messageBehind(trace, follows)} at `,
        when(trace, follows.row),
        `${follows.epoch > stays[0].epoch ? `, of epoch ${follows.epoch}` : ''}`,
      ],
    ]
  })
  return told.length > 0 ? joined(told, ', ') : ['every voter knows who leads from the start']
}

function messageBehind(trace: Trace, { row }: Stay): string {
  const cause = causeOf(trace, row)
  if (!isMessage(trace, cause)) return 'itself'
  const [message, from] = [wordAt(trace, cause, 0), named(trace, fieldOf(trace, cause, 1))]
  return message.endsWith(' answer')
    ? `${from}'s answer to its own ${message.replace(/ answer$/, '')}`
    : `${from}'s ${message}`
}

/** The ways to the first leader and back of the follower that is furthest away, undefined: there is none. */
function furthest({ trace, world }: QuorumAnswer): readonly [up: number, down: number] | undefined {
  const leader = reignsOf(quorumRun(trace))[0]?.node
  if (leader === undefined) return undefined
  return world.voters
    .filter((voter) => voter !== leader)
    .map((voter) => [oneWay(world, voter, leader), oneWay(world, leader, voter)] as const)
    .sort((a, b) => b[0] + b[1] - a[0] - a[1])[0]
}

/** What an idle log leaves of the fetch timeout to the follower that is furthest away, undefined: there is none. */
export function leftBy(answer: QuorumAnswer): number | undefined {
  const ways = furthest(answer)
  const { fetchTimeout, maxFetchWait } = answer.world.config
  return ways && fetchTimeout - maxFetchWait - ways[0] - ways[1]
}

/** How long the answer to a parked Fetch takes, and what that leaves. */
export function distance(answer: QuorumAnswer): Prose {
  const [ways, left] = [furthest(answer), leftBy(answer)]
  if (!ways || left === undefined) return outcome(answer)
  const { fetchTimeout, maxFetchWait } = answer.world.config
  const sum = `${exact(ways[0])} there, ${exact(maxFetchWait)} parked and ${exact(ways[1])} back leave ${exact(left)} of ${exact(fetchTimeout)}`
  const isQuiet = quorumHeadline(answer.trace, answer.world).of === 'margin'
  return isQuiet ? [sum, ', and no timer runs out'] : [sum, ', and ', ...outcome(answer)]
}

function oneWay({ latency, latencies }: QuorumWorld, from: number, to: number): number {
  return latencies.findLast((way) => way.from === from && way.to === to && way.at <= 0)?.latency ?? latency
}

/** The lower bound that KIP-1236 proposes for controller.quorum.fetch.timeout.ms, in ms. */
const PROPOSED = 1000

/** The proposed lower bound refuses the fetch timeout of a variant. */
export const isRefused = ({ world }: QuorumAnswer): boolean => world.config.fetchTimeout < PROPOSED

/** Whether the proposed lower bound takes a fetch timeout, and what came of that. */
export function bound(answer: QuorumAnswer): Prose {
  const { fetchTimeout } = answer.world.config
  return [
    `a bound of ${exact(PROPOSED)} ${isRefused(answer) ? 'refuses' : 'takes'} ${exact(fetchTimeout)}, and `,
    ...outcome(answer),
  ]
}

/** Whom an observer asked after it had lost its leader, and when it followed the next one. */
export function observed({ trace, world }: QuorumAnswer): Prose {
  const run = quorumRun(trace)
  const told = world.observers.flatMap((observer): Part[][] => {
    const { stays } = run.of(observer)
    const old = stays.find(({ role }) => role === 'Follower')
    const found = stays.find((stay) => stay.role === 'Follower' && old !== undefined && stay.epoch > old.epoch)
    const asks = askedBy(trace, observer, old, found)
    const name = named(trace, observer)
    if (!asks[0]) return [[`${name} asks nobody else`]]
    const whom = asks.map(({ to, row }): Part[] => [`${named(trace, to)} at `, when(trace, row)])
    const end: Prose = found
      ? [`, and follows ${named(trace, found.leader)} from `, when(trace, found.row)]
      : [', and finds none']
    return [[`${name} draws whom it asks: `, ...joined(whom, ', '), ...end]]
  })
  return told.length > 0 ? joined(told, '; ') : ['there is no observer']
}

/** The first Fetch to each node in turn that an observer sent to others than its leader, until it had found one. */
function askedBy(
  trace: Trace,
  node: number,
  old: Stay | undefined,
  found: Stay | undefined,
): { readonly to: number; readonly row: number }[] {
  const asks: { readonly to: number; readonly row: number }[] = []
  for (let row = old?.row ?? 0; row < (found?.row ?? trace.rows); row++) {
    if (!isSent(trace, row, 'Fetch') || nodeOf(trace, row) !== node) continue
    const to = fieldOf(trace, row, 1)
    const leader = stayBefore(quorumRun(trace), node, row)?.leader
    if (to !== leader && asks.at(-1)?.to !== to && asks.length < 6) asks.push({ to, row })
  }
  return asks
}

/** When UpdateRaftVoter took the place of a Fetch, how much later that left, and whom a leader that looks for late ones tells for it. */
export function updated({ trace, world }: QuorumAnswer): Prose {
  const update = firstRow(trace, (row) => isSent(trace, row, 'UpdateRaftVoter'))
  if (update < 0) return ['none is sent, and each Fetch leaves with the answer to the one before']
  const node = nodeOf(trace, update)
  const next = firstRow(trace, (row) => isSent(trace, row, 'Fetch') && nodeOf(trace, row) === node, update)
  const says: Part[] = ['UpdateRaftVoter of ', when(trace, update), ' takes its place']
  if (next < 0) return [...says, ', and none follows']
  says.push(', and it leaves ', figure(exact(atOf(trace, next) - atOf(trace, update)), next), ' later')
  const tick = firstRow(trace, (row) => kindOf(trace, row) === kind.TICK && restOf(trace, row).includes(node), update)
  const isTold =
    world.behaviour.beginQuorumEpoch === 'stale voters' && tick >= 0 && arrivalOf(trace, next) >= atOf(trace, tick)
  return isTold
    ? [...says, `, so that ${named(trace, node)} is sent a needless BeginQuorumEpoch at `, when(trace, tick)]
    : says
}

const arrivalOf = (trace: Trace, sent: number): number => fieldOf(trace, sent, 5)

/** How long a thread spun. */
export function spun({ trace }: QuorumAnswer): Prose {
  const spin = firstRow(trace, (row) => kindOf(trace, row) === kind.SPIN)
  const found = spin < 0 ? undefined : spinOf(trace, spin)
  if (!found) return ['no thread spins']
  const until = found.until ?? trace.until
  const name = named(trace, nodeOf(trace, spin))
  const long: Prose = [
    `${name}'s thread spins for `,
    figure(exact(until - atOf(trace, spin)), spin),
    `, from ${exact(atOf(trace, spin))} on`,
  ]
  return found.inFlight < 0 ? long : [...long, `, till its ${wordAt(trace, found.inFlight, 0)} is answered`]
}

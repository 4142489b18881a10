// What a quorum's run came to, in words: its tightest moment, or who set off an election, whether that was needless, and what it cost.

import { brief } from '../base/brief.ts'
import { grouped } from '../base/grouped.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { LIMIT } from '../trace/kinds.ts'
import { HAPPENED } from '../trace/quorumKinds.ts'
import { atOf, fieldOf, kindOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import type { Gap, Verdict } from './findings.ts'
import { counted, exact, wordAt } from './names.ts'
import { code, figure, joined, type Part, type Prose, phrase, strong } from './prose.ts'
import { lengthOf, quorumRun, reignsOf } from './quorum.ts'
import {
  type Election,
  electionsOf,
  epochsBurnt,
  fetchTimeouts,
  type Trigger,
  vainPreVotes,
} from './quorumElections.ts'
import { quorumHeadline } from './quorumHeadline.ts'
import { named } from './quorumMessages.ts'
import { lostEarlier, obstacleOf, obstacleSaid } from './quorumObstacle.ts'
import { raisedBy } from './quorumOrigin.ts'
import { nodeOf } from './quorumRows.ts'
import { heldSlot } from './quorumSlot.ts'
import { inNameOnly, leaderless, severalWorking, withoutWorkingLeader } from './quorumWorking.ts'

/** A variant of the quorum lab that has run. */
export type QuorumAnswer = { readonly name: string; readonly trace: Trace; readonly world: QuorumWorld }

/** The verdict on a quorum's run. */
export function quorumVerdict(trace: Trace, world: QuorumWorld): Verdict {
  const headline = quorumHeadline(trace, world)
  const row =
    headline.of === 'margin'
      ? headline.reset.row
      : (leaderlessRow(trace, world) ?? firstTrouble(trace, world)?.row ?? -1)
  return {
    // A run that was stopped before anything was seen has come to nothing, and not to 0 ms.
    headline: row < 0 && stopRow(trace) >= 0 ? undefined : headline.ms,
    of: headline.of === 'margin' ? 'tightest margin' : headline.of,
    row,
    sentence: sentenceOf(trace, world),
    caller: [...stopSaid(trace), ...electionsSaid(trace, world)],
    tone: isGood(trace, world) ? 'good' : 'bad',
  }
}

/** The row at which a limit stopped a run, -1: it reached its end. */
export function stopRow(trace: Trace): number {
  const last = trace.rows - 1
  return trace.ended !== 'until' && kindOf(trace, last) === LIMIT ? last : -1
}

/** `stopped at 749 980 ms, at its limit of 1 000 000 rows; until then: `. Empty where it was not. */
function stopSaid(trace: Trace): Prose {
  const row = stopRow(trace)
  if (row < 0) return []
  const limit = `${grouped(fieldOf(trace, row, 1))} ${wordAt(trace, row, 0)}`
  return [phrase('stopped', row), ' at ', figure(exact(trace.until), row), `, at its limit of ${limit}; until then: `]
}

/** Nobody stood for election and a leader worked all along once there was one, or one resigned as asked and another took over. */
function isGood(trace: Trace, world: QuorumWorld): boolean {
  if (stopRow(trace) >= 0) return false
  const elections = electionsOf(trace, world)
  if (elections.length > 0) return elections.every(({ need, won }) => need === 'resigned' && won)
  return withoutWorkingLeader(trace, world).every(({ row, to }) => row < 0 && to < trace.until)
}

/** The row at which the run's first time without a working leader began, undefined: there was none, or it began with the run. */
function leaderlessRow(trace: Trace, world: QuorumWorld): number | undefined {
  const row = withoutWorkingLeader(trace, world)[0]?.row ?? -1
  return row < 0 ? undefined : row
}

/** What went wrong first: a voter's fetch timer that ran out, or what set off an election. */
function firstTrouble(trace: Trace, world: QuorumWorld): Trigger | undefined {
  const [timeout] = fetchTimeouts(trace)
  const [election] = electionsOf(trace, world)
  const fired: Trigger | undefined = timeout && {
    by: 'fetch timer',
    node: timeout.node,
    row: timeout.row,
    at: timeout.at,
  }
  const trigger = election?.trigger
  if (!fired || !trigger) return fired ?? trigger
  return trigger.row < fired.row ? trigger : fired
}

const FETCH = 'controller.quorum.fetch.timeout.ms'

const setting = (key: string, value: number): Part => code(`${key} = ${grouped(value)}`)

/** Whose doing the headline is. */
function sentenceOf(trace: Trace, world: QuorumWorld): Prose {
  const headline = quorumHeadline(trace, world)
  if (headline.of === 'margin') {
    const { node, at, row } = headline.reset
    return [`${named(trace, node)} at `, figure(exact(at), row), ', of ', setting(FETCH, world.config.fetchTimeout)]
  }
  const gone = leaderlessRow(trace, world)
  const raised = gone === undefined ? -1 : raisedBy(trace, gone)
  // Whose Vote deposed the leader stood for it; by an answer it only learned that somebody had.
  const asked = raised >= 0 && electionsOf(trace, world).find(({ epoch }) => epoch === fieldOf(trace, gone ?? 0, 2))
  if (asked && wordAt(trace, raised, 0) === 'Vote') return troubleSaid(trace, world, asked.trigger)
  if (raised >= 0 && gone !== undefined) return deposedSaid(trace, gone, raised)
  const trouble = firstTrouble(trace, world)
  if (trouble) return troubleSaid(trace, world, trouble)
  if (gone !== undefined && kindOf(trace, gone) === HAPPENED) {
    const how = goneBy[wordAt(trace, gone, 0)] ?? 'dies'
    return [
      `${named(trace, nodeOf(trace, gone))} ${how} at `,
      figure(exact(atOf(trace, gone)), gone),
      ', and nobody stands for election',
    ]
  }
  return [
    world.voters.length === 1
      ? 'a lone voter: no other one has to fetch from it'
      : 'no voter has fetched, and nobody stood for election',
  ]
}

/** `n1 steps down at 9020 ms, as n3's BeginQuorumEpoch answer is of epoch 5`. */
const deposedSaid = (trace: Trace, row: number, by: number): Prose => [
  `${named(trace, nodeOf(trace, row))} steps down at `,
  figure(exact(atOf(trace, row)), row),
  `, as ${named(trace, fieldOf(trace, by, 1))}'s ${wordAt(trace, by, 0)} is of epoch ${fieldOf(trace, row, 2)}`,
]

const goneBy: { readonly [what in Word]?: string } = { left: 'shuts down', pause: 'pauses' }

function troubleSaid(trace: Trace, { config }: QuorumWorld, { by, node, row, at }: Trigger): Prose {
  const name = named(trace, node)
  const when = figure(exact(at), row)
  switch (by) {
    case 'fetch timer': {
      const obstacle = obstacleOf(trace, row)
      const why = [...askedLate(trace, config, row, obstacle), obstacleSaid(trace, obstacle)]
        .filter(Boolean)
        .join(', and ')
      const runsOut = [`${name}'s fetch timer runs out at `, when]
      const owner = [' (', setting(FETCH, config.fetchTimeout), ')']
      if (why === '') return [...runsOut, ...owner]
      // Where the request timeout kept the next Fetch back, it is the one to look at.
      const held = heldBack(trace, config, row, obstacle)
      return [...runsOut, ...(held.length > 0 ? [] : owner), ': ', phrase(why, obstacle), ...held]
    }
    case 'election timer':
      return [
        `${name}'s election timer runs out at `,
        when,
        ' (',
        setting('controller.quorum.election.timeout.ms', config.electionTimeout),
        '): it knew no leader',
      ]
    case 'backoff':
      return [`${name} stands again at `, when, ', after its backoff']
    case 'check-quorum':
      return [
        `no majority fetches from ${name} for 1.5 × `,
        setting(FETCH, config.fetchTimeout),
        ': it resigns at ',
        when,
      ]
    case 'resignation':
      return [`${name} resigns at `, when, ', as asked']
    case 'start':
      return [`${name} stands for election as it starts, at `, when]
  }
}

/** What was lost before, so that the Fetch that came too late was only asked for after its request timeout; empty: nothing. */
function askedLate(trace: Trace, { requestTimeout }: QuorumWorld['config'], fired: number, obstacle: number): string[] {
  const lost = lostEarlier(trace, fired, obstacle)
  if (lost < 0) return []
  return [
    `${obstacleSaid(trace, lost)}, it asked again only after controller.quorum.request.timeout.ms = ${grouped(requestTimeout)}`,
  ]
}

/** What kept the next Fetch back after one was lost with nobody told: its request timeout, or to 3.7 that nothing wakes the thread then. */
function heldBack(trace: Trace, config: QuorumWorld['config'], fired: number, lost: number): Part[] {
  const held = heldSlot(trace, config, fired, lost)
  if (!held) return []
  const q = setting('controller.quorum.request.timeout.ms', config.requestTimeout)
  return held.until < atOf(trace, fired) ? [', and nothing woke it at ', q] : [', and ', q, ' let no other out in time']
}

/** `three elections, two of them needless; one epoch burnt; two leaders at once for 1 000 ms`. */
function electionsSaid(trace: Trace, world: QuorumWorld): Prose {
  const elections = electionsOf(trace, world)
  const several = severalWorking(trace, world)
  const both = several[0]
  const says: Part[][] = [[...countSaid(elections), ...wonSaid(trace, elections)]]
  const vain = vainPreVotes(trace)
  const idle = quorumHeadline(trace, world).of === 'margin' ? withoutWorkingLeader(trace, world) : []
  const burnt = epochsBurnt(trace)
  if (vain[0])
    says.push([
      phrase(counted(vain.length, 'round of pre-votes', 'rounds of pre-votes'), vain[0].row),
      ' came to nothing',
    ])
  const isOver = withoutWorkingLeader(trace, world).at(-1)?.to === trace.until
  if (isOver && elections.length === 0) says.push(['nobody can lead in the end'])
  if (burnt > 0) says.push([`${counted(burnt, 'epoch')} burnt`])
  if (idle[0]) says.push(['no working leader for ', figure(exact(lengthOf(idle)), idle[0].row)])
  if (both) says.push(['two leaders at once for ', figure(exact(lengthOf(several)), both.row)])
  says.push(...believersSaid(trace, world))
  return joined(says, '; ')
}

/** Who could lead nobody and took itself for the leader beside one that led: `n1, paused, still believed for 2 596 ms that it led`. */
function believersSaid(trace: Trace, world: QuorumWorld): Part[][] {
  const reigns = reignsOf(quorumRun(trace))
  const byNode = new Map<number, { readonly why: string; length: number; readonly row: number }>()
  for (const { node, from, to, row, why } of inNameOnly(trace, world)) {
    const other = reigns.find((reign) => reign.node !== node && reign.at < to && reign.to > from)
    if (!other) continue
    const length = Math.min(to, other.to) - Math.max(from, other.at)
    const known = byNode.get(node)
    if (known) known.length += length
    else byNode.set(node, { why, length, row: other.at > from ? other.row : row })
  }
  return [...byNode].map(([node, { why, length, row }]) => [
    `${named(trace, node)}, ${why}, still believed for `,
    figure(exact(length), row),
    ' that it led',
  ])
}

/** `five elections, one needless, four to repair it`, `four elections, all needless, which nobody heard of`. */
export function countSaid(elections: readonly Election[]): Part[] {
  const needless = elections.filter(({ need }) => need === 'needless')
  const [first] = needless
  const [any] = elections
  if (!any) return ['no election']
  const count = phrase(counted(elections.length, 'election'), any.row)
  if (!first) return [count, `, ${elections.length > 1 ? 'none' : 'not'} needless`, ...givenUpSaid(elections)]
  const heard = needless.some(({ isHeard }) => isHeard) ? '' : ', which nobody heard of'
  if (needless.length === elections.length)
    return [count, ', ', phrase(elections.length > 1 ? 'all needless' : 'needless', first.row), heard]
  const repairs = elections.filter(({ need, row }) => (need === 'deposed' || need === 'gave up') && row > first.row)
  const repaired: Part[] = repairs[0] ? [', ', phrase(`${numeral(repairs.length)} to repair it`, repairs[0].row)] : []
  return [count, ', ', phrase(`${numeral(needless.length)} needless`, first.row), heard, ...repaired]
}

/** Where a leader that could lead resigned by its own check-quorum, who stands after it is right to. */
function givenUpSaid(elections: readonly Election[]): Part[] {
  const after = elections.filter(({ need }) => need === 'gave up')
  if (!after[0]) return []
  const all = after.length === elections.length
  const how = all ? (after.length > 1 ? 'all' : 'but') : numeral(after.length)
  return [', ', phrase(`${how} after a check-quorum`, after[0].row)]
}

const numeral = (count: number): string => counted(count, '', '').trim()

/** Who leads in the end, or who led last, where that changed. */
function wonSaid(trace: Trace, elections: readonly Election[]): Part[] {
  const won = elections.findLast((election) => election.won)?.won
  if (elections.length === 0) return []
  if (!won) return [', won by nobody']
  const [name, at] = [named(trace, won.node), figure(exact(won.at), won.row)]
  if (won.endRow < 0) return [`: ${name} leads epoch ${won.epoch} from `, at]
  const led = figure(exact(won.to - won.at), won.endRow)
  return [`: ${name} wins epoch ${won.epoch}, the last that is won, at `, at, ' and leads for ', led]
}

/** The gap between two variants' runs. Where one is known by its margin and the other is not, it is the time without a working leader. */
export function quorumGap(a: QuorumAnswer, b: QuorumAnswer): Gap {
  const cut = [a, b].find(({ trace }) => trace.ended !== 'until')
  if (cut) return { ms: 0, atLeast: true, none: true, sentence: cutShort(cut) }
  const [from, to] = [a, b].map(({ trace, world }) => quorumHeadline(trace, world)) as [Headline, Headline]
  const sentence = difference(a, b)
  if (from.of === 'margin' && to.of === 'margin')
    return {
      ms: to.ms - from.ms,
      atLeast: false,
      none: false,
      sentence,
      words: ['more margin', 'less margin'],
      equal: 'in margin',
    }
  const ms = leaderless(b.trace, b.world) - leaderless(a.trace, a.world)
  // Who ran out of time had none left at all, or less: of how long the others had there is nothing more to say.
  const margin = from.of === 'margin' ? from : to.of === 'margin' ? to : undefined
  if (ms === 0 && margin && from.of !== to.of) {
    const words = ['more margin', 'less margin'] as const
    return { ms: from === margin ? -margin.ms : margin.ms, atLeast: true, none: false, sentence, words }
  }
  const words = ['longer without a working leader', 'shorter without a working leader'] as const
  return { ms, atLeast: false, none: false, sentence, words }
}

type Headline = ReturnType<typeof quorumHeadline>

/** A run that did not reach its end says nothing of what would have come. */
const cutShort = ({ name, trace }: QuorumAnswer): Prose => [
  strong(name),
  `: its run stopped at ${brief(trace.until)}, before its end. How far apart the two are cannot be told.`,
]

function difference(a: QuorumAnswer, b: QuorumAnswer): Prose {
  const [inA, inB] = [a, b].map(ownerSaid) as [Prose, Prose]
  const isSame = JSON.stringify(inA.map(textOf)) === JSON.stringify(inB.map(textOf))
  if (isSame) return ['In both ', ...inA, ...preVoteSaid(a, b), '.']
  return [strong(a.name), ': ', ...inA, '. ', strong(b.name), ': ', ...inB, '.']
}

/** Which of two asks for pre-votes before it burns an epoch, where one does. */
function preVoteSaid(...both: readonly [QuorumAnswer, QuorumAnswer]): Part[] {
  const [asks, ...others] = both.filter(({ world }) => world.behaviour.preVote === 'asked')
  return asks && others.length === 0 ? ['; ', strong(asks.name), ' asks for pre-votes first (KIP-996)'] : []
}

const textOf = (part: Part): string => (typeof part === 'string' ? part : part.text)

/** Whose doing a run's headline is, and what came of it. */
function ownerSaid({ trace, world }: QuorumAnswer): Prose {
  const headline = quorumHeadline(trace, world)
  if (headline.of === 'margin')
    return [
      setting(FETCH, world.config.fetchTimeout),
      ' leaves ',
      figure(exact(headline.ms), -1),
      ' at the tightest moment, and no timer runs out',
    ]
  return [...sentenceOf(trace, world), '; ', ...countSaid(electionsOf(trace, world))]
}

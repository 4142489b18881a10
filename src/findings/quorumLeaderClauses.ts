// What one variant of a quorum question has to say of its leaders, in a clause.

import { brief } from '../base/brief.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { NONE } from '../trace/kinds.ts'
import * as kind from '../trace/quorumKinds.ts'
import { causeOf, fieldOf, kindOf, type Trace } from '../trace/trace.ts'
import { counted, exact, listed, wordAt } from './names.ts'
import { figure, type Part, type Prose, phrase } from './prose.ts'
import { lengthOf, quorumRun, reignsOf } from './quorum.ts'
import { firstRow, outcome, when } from './quorumClauses.ts'
import { electionsOf, vainPreVotes } from './quorumElections.ts'
import { lapseOf } from './quorumLapse.ts'
import { named } from './quorumMessages.ts'
import { isMessage, nodeOf, timerBehind } from './quorumRows.ts'
import { countSaid, type QuorumAnswer } from './quorumVerdict.ts'
import { inNameOnly, leaderless, severalWorking, withoutWorkingLeader } from './quorumWorking.ts'

/** Why the leader that the run begins with went, or that it stayed. */
export function deposed(answer: QuorumAnswer): Prose {
  const { trace } = answer
  const [first] = reignsOf(quorumRun(trace))
  if (!first) return outcome(answer)
  const name = named(trace, first.node)
  if (first.endRow >= 0) {
    const epoch = kindOf(trace, first.endRow) === kind.ROLE ? fieldOf(trace, first.endRow, 2) : NONE
    const cause = causeOf(trace, first.endRow)
    if (epoch <= first.epoch || !isMessage(trace, cause)) return [`${name} leads until `, when(trace, first.endRow)]
    return [
      `${name} steps down at `,
      when(trace, first.endRow),
      `, as ${named(trace, fieldOf(trace, cause, 1))}'s ${wordAt(trace, cause, 0)} is of epoch ${epoch}`,
    ]
  }
  const vain = vainPreVotes(trace)
  if (!vain[0]) return [`${name} leads to the end`]
  const who = [...new Set(vain.map(({ node }) => named(trace, node)))]
  return [
    `${listed(who)} asks for pre-votes, in vain `,
    phrase(often(vain.length), vain[0].row),
    `, raises no epoch, and ${name} leads to the end`,
  ]
}

const often = (times: number): string => (times === 1 ? 'once' : times === 2 ? 'twice' : counted(times, 'time'))

/** How long no leader worked, and how long who could lead nobody took itself for one. */
export function believed(answer: QuorumAnswer): Prose {
  const { trace, world } = answer
  const [gap] = withoutWorkingLeader(trace, world)
  const long: Prose = gap
    ? ['no leader works for ', figure(exact(leaderless(trace, world)), gap.row)]
    : ['a leader works all the time']
  const [name] = inNameOnly(trace, world)
  if (!name) return long
  const until: Part =
    name.to < trace.until ? figure(exact(name.to), stayEnd(trace, name.node, name.to)) : 'the end of the run'
  return [...long, `, and ${named(trace, name.node)} takes itself for the leader until `, until]
}

const stayEnd = (trace: Trace, node: number, at: number): number =>
  reignsOf(quorumRun(trace)).find((reign) => reign.node === node && reign.to === at)?.endRow ?? -1

/** How long a node was first paused, in ms; undefined: none was. */
export function pauseOf({ trace }: QuorumAnswer): number | undefined {
  const out = quorumRun(trace).outs.find(({ what }) => what === 'paused')
  return out && out.to - out.at
}

/** How long the leader was paused, and what came of it. */
export function paused(answer: QuorumAnswer): Prose {
  const { trace, world } = answer
  const [out] = quorumRun(trace).outs.filter(({ what }) => what === 'paused')
  if (!out) return outcome(answer)
  const elections = electionsOf(trace, world)
  const long: Prose = [
    `${named(trace, out.node)} pauses for ${Number.isFinite(out.to) ? exact(out.to - out.at) : 'ever'}`,
  ]
  if (elections[0]) return [...long, ', and ', ...countSaid(elections), ...wonBy(answer)]
  return [...long, ', and ', ...outcome(answer)]
}

function wonBy({ trace, world }: QuorumAnswer): Part[] {
  const won = electionsOf(trace, world).find((election) => election.won)?.won
  return won ? [`: ${named(trace, won.node)} leads from `, when(trace, won.row)] : []
}

/** Who came after the leader that resigned, and how long none worked. */
export function succeeded(answer: QuorumAnswer): Prose {
  const { trace, world } = answer
  const won = electionsOf(trace, world).find((election) => election.won)?.won
  const gone = withoutWorkingLeader(trace, world)
  if (!won) return outcome(answer)
  return [
    `${named(trace, won.node)} comes after `,
    gone[0] ? figure(exact(lengthOf(gone)), gone[0].row) : '0 ms',
    ' without a leader',
  ]
}

/** Who leads in the end, how many led, and whether two did at once. */
export function leading({ trace, world }: QuorumAnswer): Prose {
  const reigns = reignsOf(quorumRun(trace))
  const last = reigns.findLast(({ endRow }) => endRow < 0)
  const both = severalWorking(trace, world)
  const who: Prose = last
    ? [
        `${named(trace, last.node)} leads in the end${reigns.length > 1 ? ', from ' : ', as from the start'}`,
        ...(reigns.length > 1 ? [when(trace, last.row)] : []),
      ]
    : ['nobody leads in the end']
  return [
    ...who,
    ', and ',
    both[0] ? 'two lead at once for ' : 'never two at once',
    ...(both[0] ? [figure(exact(lengthOf(both)), both[0].row)] : []),
  ]
}

/** When check-quorum made a leader resign and whom it missed, or that it never did. */
export function checked({ trace, world }: QuorumAnswer): Prose {
  const resigned = quorumRun(trace).stays.find(({ row }) => timerBehind(trace, row) === 'check-quorum')
  const [leader] = reignsOf(quorumRun(trace))
  if (!resigned || !leader) {
    if (!leader) return ['nobody leads']
    const open = world.voters.filter((voter) => voter !== leader.node && hears(trace, leader.node, voter))
    return [
      `${named(trace, leader.node)} never resigns, as ${listed(open.map((node) => named(trace, node)))} fetch${open.length === 1 ? 'es' : ''}, and it needs ${counted(lapseNeed(world, leader.node), 'other')}`,
    ]
  }
  const { needed, came } = lapseOf(trace, resigned.row, world)
  const who = came.length > 0 ? `only ${listed(came.map((node) => named(trace, node)))}` : 'nobody'
  return [
    `${named(trace, resigned.node)} resigns at `,
    when(trace, resigned.row),
    `, for ${who} fetches, and it needs ${counted(needed, 'other')}`,
  ]
}

const lapseNeed = ({ voters }: QuorumWorld, leader: number): number =>
  Math.floor(voters.length / 2) + 1 - (voters.includes(leader) ? 1 : 0)

const hears = (trace: Trace, leader: number, voter: number): boolean =>
  firstRow(
    trace,
    (row) =>
      isMessage(trace, row) &&
      nodeOf(trace, row) === leader &&
      fieldOf(trace, row, 1) === voter &&
      wordAt(trace, row, 0) === 'Fetch',
  ) >= 0

/** How often the leader changed. */
export function leaders(answer: QuorumAnswer): Prose {
  const { trace, world } = answer
  const elections = electionsOf(trace, world)
  if (elections.length === 0) return outcome(answer)
  const [, first, ...others] = reignsOf(quorumRun(trace))
  const last = others.at(-1)
  const each =
    first && last
      ? [', a new leader every ', figure(brief(Math.round((last.at - first.at) / others.length)), first.row)]
      : []
  return [...countSaid(elections), ...each]
}

/** What a follower that is too far away cost the others, and whether it ever had a good answer. */
export function cost({ trace, world }: QuorumAnswer): Prose {
  const run = quorumRun(trace)
  const starved = world.voters.filter((voter) => {
    const { stays } = run.of(voter)
    return stays.every(({ role }) => role !== 'Leader') && run.resets.every(({ node }) => node !== voter)
  })
  const gone = withoutWorkingLeader(trace, world)
  const idle: Prose = gone[0]
    ? [', ', figure(exact(lengthOf(gone)), gone[0].row), ' without a leader']
    : [', a leader all the time']
  const vain = vainPreVotes(trace)
  const rounds: Prose = vain[0] ? [', ', phrase(counted(vain.length, 'pre-vote'), vain[0].row), ' in vain'] : []
  return [
    ...countSaid(electionsOf(trace, world)),
    ...idle,
    ...rounds,
    ...(starved.length > 0
      ? [`, and ${listed(starved.map((node) => named(trace, node)))} never has a good answer`]
      : []),
  ]
}

// Each quorum preset's question, answered in a sentence from its runs: nothing is known beforehand, so a changed setting changes the answer.

import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { saidAlike, lettersOf as variantLetters } from './alike.ts'
import { exact, listed } from './names.ts'
import { figure, joined, type Prose, strong } from './prose.ts'
import * as clause from './quorumClauses.ts'
import { electionsOf, fetchTimeouts, vainPreVotes } from './quorumElections.ts'
import { quorumHeadline } from './quorumHeadline.ts'
import * as leader from './quorumLeaderClauses.ts'
import { type QuorumAnswer, quorumVerdict, stopRow } from './quorumVerdict.ts'

/** The answer to a question about quorums: its own, in a sentence, then the headline of each variant, whose doing it is, and what it cost. */
export const quorumSaid = (preset: string, answers: readonly QuorumAnswer[]): Prose[] => [
  ...shortSaid(preset, answers),
  ...answers.map(({ name, trace, world }): Prose => {
    const { headline, of = '', sentence, caller, row } = quorumVerdict(trace, world)
    const counts = headline === undefined ? [] : [figure(exact(headline), row), ` ${of}: `]
    return [strong(name), ': ', ...counts, ...sentence, '; ', ...caller, '.']
  }),
]

type Answers = readonly QuorumAnswer[]

type Teller = (answer: QuorumAnswer) => Prose

/** `lead`: the answer in a word, where all variants together give one. `tells`: what a variant has to say to the question; absent: the word is all. */
type Answerer = { readonly lead?: (answers: Answers) => string; readonly tells?: Teller }

const answerers: { readonly [preset: string]: Answerer } = {
  'thousand-at-200': { lead: enough },
  'kip-1236-readings': { lead: whichTimeOut, tells: clause.outcome },
  'kip-1236-pre-vote': { lead: whatIsLeft, tells: clause.inVain },
  'one-lost-answer': { lead: whetherElected, tells: clause.prevented },
  'begin-quorum-epoch': { lead: whetherBeaconHelps, tells: clause.beacon },
  'begin-quorum-epoch-lost-first': { tells: clause.learned },
  'return-of-a-node': { tells: leader.deposed },
  'leader-cut-off': { tells: leader.believed },
  'bound-249-250': { tells: clause.distance },
  'below-the-bound': { lead: whetherBoundFits, tells: clause.bound },
  'asymmetric-latency': { lead: whetherSumCounts, tells: clause.distance },
  'leader-pause': { lead: howLongPaused, tells: leader.paused },
  'clean-resign': { tells: leader.succeeded },
  'one-way-cuts': { tells: leader.leading },
  'five-voters': { tells: leader.checked },
  'churn-with-pre-vote': { lead: whetherKept, tells: leader.leaders },
  'one-slow-follower': { tells: leader.cost },
  observer: { tells: clause.observed },
  'update-raft-voter': { tells: clause.updated },
  'spinning-follower': { tells: clause.spun },
}

/** The answer in a sentence: `No. A, C: …; B: ….` A run that a limit stopped has not answered. */
function shortSaid(preset: string, answers: Answers): Prose[] {
  const answerer = answerers[preset]
  if (!answerer || answers.length === 0 || answers.some(({ trace }) => stopRow(trace) >= 0)) return []
  const lead = answerer.lead?.(answers) ?? ''
  if (lead !== '' && !answerer.tells) return [[strong(lead)]]
  const told = saidAlike(answers.map(answerer.tells ?? clause.outcome))
  return [[...(lead === '' ? [] : [strong(lead), ' ']), ...joined(told, '; '), '.']]
}

/** Variants by their letters. */
const lettersOf = (answers: Answers, some: Answers): string =>
  variantLetters(some.map((answer) => answers.indexOf(answer)))

const isQuiet = ({ trace, world }: QuorumAnswer): boolean =>
  fetchTimeouts(trace).length === 0 && electionsOf(trace, world).length === 0

function whichTimeOut(answers: Answers): string {
  const out = answers.filter(({ trace }) => fetchTimeouts(trace).length > 0)
  if (out.length === 0) return 'None of them.'
  return out.length === answers.length ? 'All of them.' : `${lettersOf(answers, out)}.`
}

/** What is left of the elections: `Pre-votes in vain, and no election.` */
function whatIsLeft(answers: Answers): string {
  const elected = answers.filter(({ trace, world }) => electionsOf(trace, world).length > 0)
  if (elected.length > 0) return `Elections in ${lettersOf(answers, elected)} all the same.`
  return answers.some(({ trace }) => vainPreVotes(trace).length > 0)
    ? 'Pre-votes in vain, and no election.'
    : 'Nothing.'
}

function whetherElected(answers: Answers): string {
  const elected = answers.filter(({ trace, world }) => electionsOf(trace, world).length > 0)
  if (elected.length === 0) return 'There is no election.'
  return elected.length === answers.length
    ? 'There is an election in each.'
    : `There is an election in ${lettersOf(answers, elected)}.`
}

/** Whether anybody's fetch timer ran out though a BeginQuorumEpoch had come, and whether a lost one alone was followed by anything. */
function whetherBeaconHelps(answers: Answers): string {
  const useless = answers.some(({ trace }) => clause.uselessBeacon(trace) !== undefined)
  const lost = answers.filter(({ trace, world }) => clause.lostBeacon(trace) >= 0 && world.losses.length === 1)
  const lives = useless ? 'No follower lives on it' : 'No fetch timer ran out'
  if (lost.length === 0) return `${lives}.`
  return `${lives}, and a lost one ${lost.every(isQuiet) ? 'hurts nobody' : 'was followed by more'}.`
}

/** Whether the proposed bound refuses what worked, or takes what did not. */
function whetherBoundFits(answers: Answers): string {
  const refused = answers.filter(clause.isRefused)
  const [harsh, loose] = [
    refused.some(isQuiet),
    answers.some((answer) => !refused.includes(answer) && !isQuiet(answer)),
  ]
  if (!harsh && !loose) return 'Here it would.'
  return `No, it ${listed([...(harsh ? ['refuses what works'] : []), ...(loose ? ['takes what does not'] : [])])}.`
}

/** Whether what the sum of both ways leaves is what was left, or ran out. */
function whetherSumCounts(answers: Answers): string {
  const fits = answers.every((answer) => {
    const left = clause.leftBy(answer)
    return isQuiet(answer) ? left === leastMargin([answer]) : left !== undefined && left <= 0
  })
  return fits ? 'The sum of both counts.' : ''
}

/** The longest pause after which nobody stood for election, and the shortest after which somebody did. */
function howLongPaused(answers: Answers): string {
  const lengths = (some: Answers): number[] => some.flatMap((answer) => leader.pauseOf(answer) ?? [])
  const kept = lengths(answers.filter(isQuiet))
  const lost = lengths(answers.filter((answer) => !isQuiet(answer)))
  const [most, least] = [Math.max(...kept), Math.min(...lost)]
  if (kept.length === 0 || lost.length === 0 || most >= least) return ''
  return `${exact(most)} here, and not ${exact(least)}.`
}

function whetherKept(answers: Answers): string {
  const asks = answers.filter(({ world }) => world.behaviour.preVote === 'asked')
  if (asks.length === 0) return ''
  const kept = asks.filter(({ trace, world }) => electionsOf(trace, world).length === 0)
  if (kept.length === asks.length) return 'It keeps the leader.'
  return kept.length === 0 ? 'It does not.' : `It keeps the leader in ${lettersOf(answers, kept)}.`
}

/** The least margin of some runs, undefined where some timer ran out or there was an election. */
function leastMargin(answers: readonly QuorumAnswer[]): number | undefined {
  const headlines = answers.map(({ trace, world }) => quorumHeadline(trace, world))
  return headlines.every(({ of }) => of === 'margin') ? Math.min(...headlines.map(({ ms }) => ms)) : undefined
}

/** `Enough by 100 ms, and not for one lost answer.` Where variants have several fetch timeouts, each says its own, with its value. */
function enough(answers: Answers): string {
  const timeouts = [...new Set(answers.map(({ world }) => world.config.fetchTimeout))]
  if (timeouts.length < 2) return asSentence(enoughSaid(answers, answers))
  return timeouts
    .map((timeout) => {
      const some = answers.filter(({ world }) => world.config.fetchTimeout === timeout)
      return `${lettersOf(answers, some)}, ${exact(timeout)}: ${enoughSaid(answers, some) || 'not told'}.`
    })
    .join(' ')
}

const asSentence = (says: string): string => (says === '' ? '' : `${says.charAt(0).toUpperCase()}${says.slice(1)}.`)

/**
 * Whether the fetch timeout of `some` is enough, and by how much. Where variants without a fault stand beside others, the least margin of all
 * without.
 */
function enoughSaid(answers: Answers, some: Answers): string {
  const quiet = some.filter(({ world }) => world.faults.length === 0)
  const fails = quiet.filter((answer) => leastMargin([answer]) === undefined)
  if (fails[0]) {
    const [{ world }] = fails as [QuorumAnswer]
    const where = some === answers ? ` with ${exact(world.config.fetchTimeout)}` : ''
    const who = fails.length < some.length && fails.length < quiet.length ? ` in ${lettersOf(answers, fails)}` : ''
    return `not enough${where}${who}, though nothing fails`
  }
  const margin = quiet.length > 0 ? leastMargin(quiet) : undefined
  const parts = [...new Set(some.flatMap(({ world }) => metSaid(world)))].map((what) => {
    const least = leastMargin(some.filter(({ world }) => metSaid(world).includes(what)))
    return least === undefined ? `not for ${what}` : `by ${exact(least)} for ${what}`
  })
  if (margin === undefined) return parts.length > 0 ? `enough ${listed(parts)}` : ''
  return `enough by ${exact(margin)}${parts.length > 0 ? `, and ${listed(parts)}` : ''}`
}

/** What happens in a world, in a few words: `one lost answer`, `a cut link`. */
function metSaid({ faults, losses }: QuorumWorld): string[] {
  const [fault, ...others] = faults
  if (!fault) return []
  if (others.length > 0) return ['several faults']
  const [loss] = losses
  if (loss) return [loss.message.endsWith(' answer') ? 'one lost answer' : `one lost ${loss.message}`]
  return [faultNames[fault.what] ?? `a ${fault.what}`]
}

const faultNames: { readonly [what: string]: string } = {
  append: 'one record',
  resign: 'a resignation',
  shutdown: 'a leader that leaves',
  stop: 'a node that stops',
}

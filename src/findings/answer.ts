// Each preset's question, answered from its run: nothing is known beforehand, so a changed setting changes the answer.

import { brief } from '../base/brief.ts'
import { scheduleOf } from '../scenario/clientKernel.ts'
import { worldOf } from '../scenario/compileClient.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { ruleOf, type Trace } from '../trace/trace.ts'
import { type Attempt, attemptsWithin } from './attempts.ts'
import { gapIn, verdictIn } from './byLab.ts'
import { lookedBy } from './looked.ts'
import { counted, peerOf, said, variantName } from './names.ts'
import { partitionSaid } from './partitionAnswers.ts'
import { code, figure, type Part, type Prose, strong } from './prose.ts'
import { quorumSaid } from './quorumAnswers.ts'
import { quorumAnswers } from './quorumAsked.ts'
import { attemptsSaid, collateralSaid, expiriesSaid, recordsSaid } from './recordAnswer.ts'

/** Headlines by variant and seed, in ms; undefined where it never came. */
type Headlines = readonly (readonly (number | undefined)[])[]

type Answerer = (scenario: Scenario, traces: readonly Trace[], headlines: Headlines | undefined) => Prose[]

/** The answer to a preset's question, a paragraph a thought; none where the scenario is no preset's. `headlines`: over many seeds. */
export const answerOf = (
  preset: string,
  scenario: Scenario,
  traces: readonly Trace[],
  headlines?: Headlines,
): Prose[] => {
  if (scenario.lab === 'replication') return partitionSaid(preset, scenario, traces)
  if (scenario.lab === 'quorum') return quorumSaid(preset, quorumAnswers(scenario, traces))
  return answers[preset]?.(scenario, traces, headlines) ?? []
}

const answers: { readonly [preset: string]: Answerer } = {
  'two-dead-of-three': howLong,
  'claim-127-times-m': claim,
  'all-dead': whoIsTriedWhen,
  'dead-leader': whoNotices,
  tick: howLate,
  'refused-unreachable-black-hole': howLong,
  'old-kernel-new-kernel': howLong,
  'syn-retries': howLong,
  'client-limit-kernel-limit': howLong,
  'three-addresses': howLong,
  'tls-stall': howLong,
  'stale-connecting-node': howLong,
  rebootstrap: howLong,
  'draft-against-shipped': howLongAndWho,
  starved: howLongAndWho,
  'fan-out': howLongAndWho,
  'backoff-growth': waitsBetween,
  'rolling-restart': outages,
  'mute-broker': whatOfRecords(),
  'exact-boundary': whatOfRecords(expiriesSaid),
  'late-answer': whatOfRecords(collateralSaid),
  'retries-add-up': whatOfRecords(attemptsSaid),
  'delivery-budget': whatOfRecords(),
  'batch-expiry': whatOfRecords(),
  'dead-leader-record': whatOfRecords(),
  'refused-leader': whatOfRecords(),
  'leader-moves': whatOfRecords(),
  'close-in-flight': whatOfRecords(),
  'max-block': whatOfRecords(),
  'network-or-timeout': whatOfRecords(),
  duplicates: whatOfRecords(),
  'mute-call': whatOfCalls,
  'admin-attempts': whatOfCalls,
  'buffer-full': whatOfCalls,
}

/** When each variant was done with its records, how, and what else the question is about. */
function whatOfRecords(also?: (scenario: Scenario, traces: readonly Trace[]) => Prose[]): Answerer {
  return (scenario, traces, over) => [
    headlines(scenario, traces),
    ...recordsSaid(scenario, traces),
    ...(also ? also(scenario, traces) : []),
    ...(over ? [rangeOver(scenario, over)] : []),
  ]
}

/** How each variant's call ended, or what its calls of send() got, and which setting decided. */
function whatOfCalls(scenario: Scenario, traces: readonly Trace[], over: Headlines | undefined): Prose[] {
  const ends = traces.map(
    (trace, i): Prose => [nameOf(scenario, i), ': ', ...verdictIn(trace, scenario, i).sentence, '.'],
  )
  const owners = traces.slice(1).map((_, i) => gapIn(scenario, traces, i, i + 1).sentence)
  return [headlines(scenario, traces), ...ends, ...owners, ...(over ? [rangeOver(scenario, over)] : [])]
}

const nameOf = (scenario: Scenario, variant: number): Part => strong(variantName(scenario, variant))

/** `131.11 s`, or `not within 150 s`. */
function headlineWords(trace: Trace, scenario: Scenario, variant: number): Part {
  const { headline, row, word } = verdictIn(trace, scenario, variant)
  if (word !== undefined) return row < 0 ? word : figure(word, row)
  return headline === undefined ? `not within ${brief(scenario.until)}` : figure(brief(headline), row)
}

/** Every variant's headline in one sentence. */
function headlines(scenario: Scenario, traces: readonly Trace[]): Prose {
  const parts = traces.map((trace, i): Part[] => [nameOf(scenario, i), ': ', headlineWords(trace, scenario, i)])
  return [...joined(parts, '; '), '.']
}

function howLong(scenario: Scenario, traces: readonly Trace[], over: Headlines | undefined): Prose[] {
  const owners = traces.slice(1).map((_, i) => gapIn(scenario, traces, i, i + 1).sentence)
  return [headlines(scenario, traces), ...owners, ...(over ? [rangeOver(scenario, over)] : [])]
}

/** How far the headlines spread over seeds. */
function rangeOver(scenario: Scenario, over: Headlines): Prose {
  const seeds = over[0]?.length ?? 0
  const parts = over.flatMap((column, i): Part[][] =>
    isRepeated(scenario, over, i) ? [] : [[nameOf(scenario, i), ' ', spread(column, scenario.until)]],
  )
  return [`Over ${counted(seeds, 'seed')}: `, ...joined(parts, '; '), '.']
}

/** Two variants that differ in nothing but their seed have the same range. */
const isRepeated = (scenario: Scenario, over: Headlines, variant: number): boolean =>
  over.some(
    (column, i) =>
      i < variant && isSame(scenario, i, variant) && column.every((headline, n) => headline === over[variant]?.[n]),
  )

const isSame = ({ variants }: Scenario, a: number, b: number): boolean => variants[a]?.kafka === variants[b]?.kafka

/** `6 ms to 20.3 s`; `6 ms to over 150 s (19 of 50 never)`. */
function spread(column: readonly (number | undefined)[], until: number): string {
  const came = column.filter((headline) => headline !== undefined).sort((a, b) => a - b)
  const never = column.length - came.length
  const [least, most] = [came[0], came.at(-1)]
  if (least === undefined || most === undefined) return `never within ${brief(until)}`
  if (never > 0) return `${brief(least)} to over ${brief(until)} (${never} of ${column.length} not within the run)`
  return least === most ? `always ${brief(least)}` : `${brief(least)} to ${brief(most)}`
}

/** The claim is M times the kernel's timeout, M the unreachable nodes. */
function claim(scenario: Scenario, traces: readonly Trace[], over: Headlines | undefined): Prose[] {
  const { world } = scenario
  const dead = new Set(world.faults.filter(({ on, at }) => on && at === 0).map(({ node }) => node)).size
  const each = scheduleOf(world.kernel).givesUpAfter
  const claimed = dead * each
  const says: Prose = [`The claim: ${dead} × ${brief(each)} = ${brief(claimed)}. `, ...headlines(scenario, traces)]
  return [
    says,
    ...traces.map((trace, i) => against(scenario, i, trace, claimed)),
    ...(over ? [rangeOver(scenario, over)] : []),
  ]
}

/** How one variant's run stands to the claim, and what it did instead. */
function against(scenario: Scenario, variant: number, trace: Trace, claimed: number): Prose {
  const { headline, sentence } = verdictIn(trace, scenario, variant)
  const took = headline ?? scenario.until
  const near = Math.abs(took - claimed) < claimed / 100
  const how = near ? 'what the claim says' : took > claimed ? 'more than the claim' : 'less than the claim'
  return [
    nameOf(scenario, variant),
    `: ${headline === undefined && took < claimed ? 'nothing yet' : how}; `,
    ...sentence,
    '.',
  ]
}

/** The order of attempts, and how long each lasted. */
function whoIsTriedWhen(scenario: Scenario, traces: readonly Trace[]): Prose[] {
  return traces.map((trace, i) => {
    const attempts = attemptsWithin(trace, trace.rows)
    const shownFirst = attempts.slice(0, 7)
    const more = attempts.length - shownFirst.length
    const tries = joined(
      shownFirst.map((attempt): Part[] => [peerOf(trace, attempt.row), ...lengthOf(attempt)]),
      ', ',
    )
    return [nameOf(scenario, i), ': ', ...tries, more > 0 ? `; and ${counted(more, 'more', 'more')}.` : '.']
  })
}

/** `broker 1` ... ` for 10.05 s`; `, ready after 4 ms`; `, still open`. */
function lengthOf({ at, end, endAt, endRow, readyAt, readyRow, row }: Attempt): Part[] {
  if (end !== 'open') return [' for ', figure(brief(endAt - at), endRow)]
  return readyAt === undefined
    ? [', ', figure('still open', row)]
    : [', ready after ', figure(brief(readyAt - at), readyRow)]
}

/** Every headline, then each variant's attempts. */
function howLongAndWho(scenario: Scenario, traces: readonly Trace[], over: Headlines | undefined): Prose[] {
  const range = over ? [rangeOver(scenario, over)] : []
  return [headlines(scenario, traces), ...whoIsTriedWhen(scenario, traces), ...range]
}

/** How long the client waited from the end of each attempt to the next one. */
function waitsBetween(scenario: Scenario, traces: readonly Trace[]): Prose[] {
  return traces.map((trace, i) => {
    const attempts = attemptsWithin(trace, trace.rows)
    const waits = attempts.slice(1).map(({ at, row }, n) => ({ length: at - (attempts[n]?.endAt ?? at), row }))
    if (waits.length === 0) return [nameOf(scenario, i), ': no second attempt.']
    const shownFirst = waits.slice(0, 8).map(({ length, row }): Part[] => [figure(said(length), row)])
    const longest = waits.reduce((most, { length }) => Math.max(most, length), 0)
    return [
      nameOf(scenario, i),
      ': ',
      ...joined(shownFirst, ', '),
      `; the longest of ${waits.length} is ${said(longest)}.`,
    ]
  })
}

/** Which connections that were ready were lost, and when there was one again. */
function outages(scenario: Scenario, traces: readonly Trace[]): Prose[] {
  return traces.map((trace, i) => {
    const attempts = attemptsWithin(trace, trace.rows)
    const lost = attempts.filter(({ readyAt, end }) => readyAt !== undefined && end !== 'open')
    if (lost.length === 0) return [nameOf(scenario, i), ': no connection is lost.']
    const shownFirst = lost.slice(0, 4).map((each) => outage(each, attempts))
    return [nameOf(scenario, i), ': ', ...joined(shownFirst, '; '), '.']
  })
}

function outage(lost: Attempt, attempts: readonly Attempt[]): Part[] {
  const later = attempts.filter(({ name, at }) => name === lost.name && at >= lost.endAt)
  const back = later.findIndex(({ readyAt }) => readyAt !== undefined)
  const again = later[back]
  const vain = again ? back : later.length
  return [
    `${lost.name} lost at `,
    figure(brief(lost.endAt), lost.endRow),
    ...(again?.readyAt === undefined
      ? [', not ready again']
      : [', ready again at ', figure(brief(again.readyAt), again.readyRow)]),
    vain > 0 ? ` after ${counted(vain, 'attempt')} in vain` : '',
  ]
}

/** Who ended the first attempt at the leader. */
function whoNotices(scenario: Scenario, traces: readonly Trace[]): Prose[] {
  return traces.map((trace, i) => [nameOf(scenario, i), ': ', ...noticed(trace, attemptsWithin(trace, trace.rows)[0])])
}

function noticed(trace: Trace, first: Attempt | undefined): Part[] {
  if (first?.readyAt !== undefined && first.end === 'open')
    return ['nobody has to, it is ready after ', figure(said(first.readyAt), first.readyRow), '.']
  if (!first || first.end === 'open') return ['nobody, within the run.']
  const after = figure(brief(first.endAt - first.at), first.endRow)
  const bounded = Number.isFinite(first.setupTimeout) && first.endAt - first.at > first.setupTimeout
  if (first.end === 'kernel') {
    return [
      'the kernel, after ',
      after,
      bounded ? `; its setup timeout of ${brief(first.setupTimeout)} is never looked at.` : '.',
    ]
  }
  if (first.end !== 'setup timeout') return [`the ${first.end}, after `, after, '.']
  return [`the setup timeout of ${brief(first.setupTimeout)}, seen after `, after, ...lookWords(trace, first), '.']
}

/** Which wait the look came after, where it came late. */
function lookWords(trace: Trace, attempt: Attempt): Part[] {
  const inTime = brief(attempt.endAt - attempt.at) === brief(attempt.setupTimeout)
  const setting = ruleOf(trace, lookedBy(trace, attempt.endRow)).setting
  return inTime || setting === undefined ? [] : [', when a wait of ', code(setting), ' was over']
}

/** How late the first setup timeout was seen. */
function howLate(scenario: Scenario, traces: readonly Trace[]): Prose[] {
  return traces.map((trace, i) => {
    const first = attemptsWithin(trace, trace.rows).find((attempt) => attempt.end === 'setup timeout')
    if (!first) return [nameOf(scenario, i), ': no setup timeout ran out.']
    const late = first.endAt - first.at - first.setupTimeout
    const after = figure(said(first.endAt - first.at), first.endRow)
    const { selectOvershootMs } = worldOf(scenario, i)
    const exactly = selectOvershootMs === 0 ? '; at exactly its length it is not yet past' : ''
    return [nameOf(scenario, i), ': seen after ', after, `, ${said(late)} late${exactly}.`]
  })
}

/** Parts with a separator between them. */
const joined = (parts: readonly Part[][], separator: string): Part[] =>
  parts.flatMap((part, i) => (i === 0 ? part : [separator, ...part]))

// What a partition's run came to, in words: how many of the acknowledged records are lost and by which step, what producers know of the
// others, and whether writes go on.

import { STEP } from '../scenario/partitionWorld.ts'
import type { Scenario } from '../scenario/scenario.ts'
import * as kind from '../trace/partitionKinds.ts'
import { records as named } from '../trace/partitionWords.ts'
import { armedByOf, causeOf, firstRowFrom, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import type { Gap, Verdict } from './findings.ts'
import { counted, subjectAt, variantName } from './names.ts'
import { otherEnds } from './partitionReal.ts'
import { asksNobody, partitionFates, type RecordFate, stepAt, stepName } from './partitionRun.ts'
import { figure, joined, type Part, type Prose, phrase, strong } from './prose.ts'
import { sentence } from './sentence.ts'

/** A record that was acknowledged and is lost. */
export type Lost = RecordFate & { readonly acked: number; readonly lost: number }

export const ackedOf = (trace: Trace): RecordFate[] =>
  partitionFates(trace).records.filter(({ acked }) => acked !== undefined)

export const lostOf = (trace: Trace): Lost[] =>
  ackedOf(trace).filter((record): record is Lost => record.lost !== undefined)

/**
 * The verdict on a partition's run: the headline counts acknowledged records that are lost in the end; where none is, and writes are blocked,
 * that is said in its place.
 */
export function partitionVerdict(scenario: Scenario, variant: number, trace: Trace): Verdict {
  const acked = ackedOf(trace)
  const lost = lostOf(trace)
  const { blocked } = partitionFates(trace)
  const told = [...othersSaid(trace), ...standstillsSaid(trace)]
  // What is bad stands behind the mark that says so.
  const others = [...told.filter(({ isBad }) => isBad), ...told.filter(({ isBad }) => !isBad)]
  return {
    headline: lost.length,
    unit: `of ${acked.length} ${toldWord(trace, acked)}`,
    of: 'lost',
    short: `of ${acked.length} lost`,
    row: lost[0]?.lost ?? acked.at(-1)?.acked ?? blocked ?? -1,
    ...(lost.length === 0 && wordSaid(trace, acked, blocked)),
    sentence: lost.length > 0 ? lossSaid(trace, lost) : keptSaid(trace, acked),
    caller: joined([...others.map(({ says }) => says), ...untakenSaid(trace), ...otherEnds(scenario, variant)], '; '),
    tone: lost.length > 0 ? 'bad' : acked.length > 0 ? 'good' : undefined,
    ...(others.some(({ isBad }) => isBad) && { callerTone: 'bad' as const }),
    ...(acked.length > 0 && { came: cameOf(trace, acked, lost) }),
  }
}

/** `m0 lost at step 3, m1 at step 5`, `m0 and m1 acknowledged`. */
function cameOf(trace: Trace, acked: readonly RecordFate[], lost: readonly Lost[]): string {
  if (lost.length === 0) return `${idsOf(acked)} ${toldWord(trace, acked)}`
  const [first, ...later] = byLoss(lost).map(([row, of]) => [idsOf(of), `at ${stepName(stepAt(trace, row))}`] as const)
  return [first?.join(' lost '), ...later.map((words) => words.join(' '))].join(', ')
}

/** Those that were lost together, in the order in which they were. */
const byLoss = (lost: readonly Lost[]): (readonly [row: number, of: readonly Lost[]])[] =>
  [...new Set(lost.map((record) => record.lost))].map((row) => [row, lost.filter((record) => record.lost === row)])

/** What stands in place of a number that would say nothing, or that would hide a standstill. */
function wordSaid(
  trace: Trace,
  acked: readonly RecordFate[],
  blocked: number | undefined,
): Pick<Verdict, 'word' | 'of' | 'row'> | undefined {
  if (blocked !== undefined) return { word: 'blocked', of: `from ${stepName(stepAt(trace, blocked))} on`, row: blocked }
  return acked.length === 0 ? { word: '0', of: 'acknowledged', row: -1 } : undefined
}

/** How a producer knows of records that it takes for done; with acks=0 by itself. */
const toldWord = (trace: Trace, [first]: readonly RecordFate[]): 'sent' | 'acknowledged' =>
  first && asksNobody(trace, first) ? 'sent' : 'acknowledged'

export const stepFigure = (trace: Trace, row: number): Part => figure(stepName(stepAt(trace, row)), row)

export const idsOf = (records: readonly RecordFate[]): string => named(records.map(({ id }) => id))

/** `m0, acknowledged at step 5, is lost at step 9: C had cut its log to its high watermark at step 8`. */
function lossSaid(trace: Trace, lost: readonly Lost[]): Part[] {
  return joined(
    byLoss(lost).map(([row, of]) => {
      const acks = [...new Set(of.map(({ acked }) => stepAt(trace, acked)))]
      const when = `${toldWord(trace, of)} at ${acks.length > 1 ? 'steps' : 'step'} ${acks.join(' and ')}`
      return [
        `${idsOf(of)}, ${when}, ${of.length === 1 ? 'is' : 'are'} lost at `,
        stepFigure(trace, row),
        ...lostBy(trace, row, of.length),
      ]
    }),
    '; ',
  )
}

const elections: { readonly [rule: string]: string } = {
  'elected-uncleanly': 'an unclean election',
  'elected-whoever-lives': 'an unclean election',
  'elected-last-known': 'the election of the last known leader',
  preferred: 'a move to the preferred leader',
}

/** What brought the loss about: the election of a leader that lacks them, and what cut its log before, if anything did. `records`: how many it is told of. */
export function lostBy(trace: Trace, row: number, records = 1): Part[] {
  const elected = causeOf(trace, row)
  if (elected < 0 || kindOf(trace, elected) !== kind.ELECTED) return []
  const leader = subjectAt(trace, elected).name
  const how = elections[ruleOf(trace, elected).id] ?? 'a clean election'
  const says: Part[] = [` by ${how}: ${leader} leads without ${records === 1 ? 'it' : 'them'}`]
  const before = armedByOf(trace, elected)
  if (before < 0 || ![kind.LOG_CUT, kind.LOG_LOST].includes(kindOf(trace, before))) return says
  const what = kindOf(trace, before) === kind.LOG_CUT ? 'its log was cut' : 'the end of its log was lost'
  return [...says, `, for ${what} at `, stepFigure(trace, before)]
}

function keptSaid(trace: Trace, acked: readonly RecordFate[]): Part[] {
  const [last] = acked.slice(-1)
  if (!last?.acked) return ['nothing is acknowledged']
  return [
    `${idsOf(acked)} ${acked.length === 1 ? 'is' : 'are'} ${toldWord(trace, acked)}, by `,
    stepFigure(trace, last.acked),
    ', and kept',
  ]
}

/** What else is said, and whether it is bad: what is open, and what a producer did not even send, is neither. */
type Said = { readonly says: Part[]; readonly isBad?: boolean }

/** What is known of records that were not acknowledged. */
function othersSaid(trace: Trace): Said[] {
  const { records, refused, leaderless } = partitionFates(trace)
  const others = records.filter(({ acked }) => acked === undefined)
  const of = (is: (record: RecordFate) => boolean, says: string, isBad = false): Said[] => {
    const which = others.filter(is)
    return which.length === 0 ? [] : [{ says: [`${idsOf(which)} ${says}`], isBad }]
  }
  return [
    ...atSteps(trace, refused, 'is refused', 'are refused'),
    ...atSteps(trace, leaderless, 'finds no leader', 'find no leader'),
    ...of(({ failed }) => failed !== undefined, 'failed after the append', true),
    ...of(({ unknown, failed }) => unknown !== undefined && failed === undefined, 'unknown to the producer'),
    ...of(({ unknown, failed }) => unknown === undefined && failed === undefined, 'not answered yet'),
    ...of(({ unseen }) => unseen !== undefined, 'visible once, and lost', true),
  ]
}

/** `a write is refused at step 5`, `two writes find no leader, from step 6 on`. */
export function atSteps(trace: Trace, rows: readonly number[], one: string, more: string): Said[] {
  const [first] = rows
  if (first === undefined) return []
  const says =
    rows.length === 1
      ? [`a write ${one} at `, stepFigure(trace, first)]
      : [`${counted(rows.length, 'write')} ${more}, from `, stepFigure(trace, first), ' on']
  return [{ says, isBad: true }]
}

/** `writes were blocked from step 3 to step 6, and are from step 7 on`. */
export function standstillsSaid(trace: Trace): Said[] {
  const { standstills } = partitionFates(trace)
  const parts = standstills.map(({ from, to }, i): Part[] => [
    `${i > 0 ? '' : 'writes '}${to === undefined ? 'are' : 'were'}${i > 0 ? '' : ' blocked'} from `,
    stepFigure(trace, from),
    ...(to === undefined ? [' on'] : [' to ', stepFigure(trace, to)]),
  ])
  return parts.length === 0 ? [] : [{ says: joined(parts, ', and '), isBad: true }]
}

/**
 * The gap between two variants: how many acknowledged records fewer the second loses, and whether writes go on in
 * one of them alone; where neither differs, how many more it acknowledges.
 */
export function partitionGap(scenario: Scenario, traces: readonly Trace[], first: number, second: number): Gap {
  const [a, b] = [traces[first] as Trace, traces[second] as Trace]
  const name = (variant: number): Part => strong(variantName(scenario, variant))
  const losses = lostOf(a).length - lostOf(b).length
  const stops = standsStill(b) - standsStill(a)
  const writes = stops > 0 ? 'writes stop' : 'writes go on'
  const isSent = [a, b].some((trace) => toldWord(trace, ackedOf(trace)) === 'sent')
  const promises = losses === 0 && stops === 0 && !isSent ? ackedOf(a).length - ackedOf(b).length : 0
  const ms = losses + promises
  const what =
    promises !== 0
      ? 'acknowledged'
      : stops === 0
        ? 'lost'
        : `lost, ${(stops > 0) === (ms > 0) ? 'but' : 'and'} ${writes}`
  return {
    ms,
    unit: ms > 0 ? 'fewer' : 'more',
    atLeast: false,
    none: false,
    words: [what, what],
    ...(ms === 0 && stops !== 0 && { word: writes }),
    tells: 2 * Math.abs(losses) + Math.abs(stops) + Math.abs(promises) / 100,
    sentence: [
      name(first),
      ': ',
      ...wholeSaid(scenario, traces, first),
      '. ',
      name(second),
      ': ',
      ...wholeSaid(scenario, traces, second),
      '.',
    ],
  }
}

/** 1 where writes are blocked in the end. */
const standsStill = (trace: Trace): number => (partitionFates(trace).blocked === undefined ? 0 : 1)

function wholeSaid(scenario: Scenario, traces: readonly Trace[], variant: number): Part[] {
  const { sentence: says, caller } = partitionVerdict(scenario, variant, traces[variant] as Trace)
  return caller.length === 0 ? [...says] : [...says, '; ', ...caller]
}

/** The figures of all variants, the answer where a question has none of its own. */
export function figuresSaid(scenario: Scenario, traces: readonly Trace[]): Prose {
  const figures = traces.map((trace, variant): Part[] => [
    strong(variantName(scenario, variant)),
    ': ',
    figureSaid(scenario, variant, trace),
  ])
  return [...joined(figures, '; '), '.']
}

/** What the answer comes from: each variant's verdict, and what its schedule could not do there. */
export const verdictsSaid = (scenario: Scenario, traces: readonly Trace[]): Prose[] =>
  traces.map((trace, variant) => [
    strong(variantName(scenario, variant)),
    ': ',
    ...wholeSaid(scenario, traces, variant),
    '.',
    ...skippedSaid(trace),
  ])

/** `2 of 2 acknowledged lost`, `blocked from step 5 on`. */
function figureSaid(scenario: Scenario, variant: number, trace: Trace): Part {
  const { headline, unit, of, word, row } = partitionVerdict(scenario, variant, trace)
  const says = word === undefined ? `${headline} ${unit} ${of}` : `${word} ${of}`
  return row < 0 ? says : figure(says, row)
}

/** `step 7 is impossible here`, `three steps are impossible here, from step 7 on`. */
function untakenSaid(trace: Trace): Part[][] {
  const { skipped } = partitionFates(trace)
  const [first] = skipped
  if (first === undefined) return []
  if (skipped.length === 1) return [[stepFigure(trace, first), ' is impossible here']]
  return [[`${counted(skipped.length, 'step')} are impossible here, from `, stepFigure(trace, first), ' on']]
}

/** Why the first step of those that could not be taken could not. */
function skippedSaid(trace: Trace): Part[] {
  const [first] = partitionFates(trace).skipped
  return first === undefined ? [] : [' ', figure(sentence(trace, first), first)]
}

/** What a step did to the partition itself is told; what it came to stands in the ledger, by each record, and with the verdict. */
const inLedger: readonly number[] = [
  kind.ACKNOWLEDGED,
  kind.ACKED_LOST,
  kind.VISIBLE_LOST,
  kind.LOST_NO_MORE,
  kind.WRITES_BLOCKED,
  kind.WRITES_GO_ON,
]

/** What followed from a step, in words, and what of it is bad. Neither the step itself is told again nor what the ledger tells. */
export function happenedAt(trace: Trace, step: number): { readonly said: Prose; readonly isBad: boolean }[] {
  const happened: { said: Prose; isBad: boolean }[] = []
  for (let row = firstRowFrom(trace, step * STEP); row < trace.rows && stepAt(trace, row) === step; row++) {
    const what = kindOf(trace, row)
    if (what === kind.STEP || what === kind.SKIPPED || inLedger.includes(what)) continue
    const isBad = [kind.FAILED_AFTER_APPEND, kind.UNANSWERED, kind.WRITE_REFUSED].includes(what)
    happened.push({ said: [phrase(sentence(trace, row), row)], isBad })
  }
  return happened
}

// What a partition's run came to, in words: how many of the acknowledged records are lost and by which step, what producers know of the
// others, and whether writes go on.

import { PRODUCE } from '../scenario/partitionSteps.ts'
import { STEP } from '../scenario/partitionWorld.ts'
import type { Scenario } from '../scenario/scenario.ts'
import * as kind from '../trace/partitionKinds.ts'
import { records as named } from '../trace/partitionWords.ts'
import { armedByOf, causeOf, fieldOf, firstRowFrom, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import type { Gap, Verdict } from './findings.ts'
import { counted, subjectAt, variantName } from './names.ts'
import { partitionFates, type RecordFate, stepAt } from './partitionRun.ts'
import { figure, joined, type Part, type Prose, phrase, strong } from './prose.ts'
import { sentence } from './sentence.ts'

/** A record that was acknowledged and is lost. */
type Lost = RecordFate & { readonly acked: number; readonly lost: number }

const ackedOf = (trace: Trace): RecordFate[] => partitionFates(trace).records.filter(({ acked }) => acked !== undefined)

const lostOf = (trace: Trace): Lost[] => ackedOf(trace).filter((record): record is Lost => record.lost !== undefined)

/** The verdict on a partition's run: the headline counts acknowledged records that are lost in the end. */
export function partitionVerdict(trace: Trace): Verdict {
  const acked = ackedOf(trace)
  const lost = lostOf(trace)
  const { blocked } = partitionFates(trace)
  const row = lost[0]?.lost ?? acked.at(-1)?.acked ?? blocked ?? -1
  return {
    headline: lost.length,
    unit: `of ${acked.length} acknowledged`,
    of: 'lost',
    short: `of ${acked.length} lost`,
    row,
    sentence: lost.length > 0 ? lossSaid(trace, lost) : keptSaid(trace, acked),
    caller: joined([...othersSaid(trace), ...blockedSaid(trace, blocked)], '; '),
    tone: lost.length > 0 || blocked !== undefined ? 'bad' : 'good',
  }
}

const stepFigure = (trace: Trace, row: number): Part => figure(`step ${stepAt(trace, row)}`, row)

const idsOf = (records: readonly RecordFate[]): string => named(records.map(({ id }) => id))

/** `m0, acknowledged at step 5, is lost at step 9: C had cut its log to its high watermark at step 8`. */
function lossSaid(trace: Trace, lost: readonly Lost[]): Part[] {
  const byStep = [...new Set(lost.map((record) => record.lost))]
  return joined(
    byStep.map((row) => {
      const of = lost.filter((record) => record.lost === row)
      const acks = [...new Set(of.map(({ acked }) => stepAt(trace, acked)))]
      const when = `acknowledged at ${acks.length > 1 ? 'steps' : 'step'} ${acks.join(' and ')}`
      return [
        `${idsOf(of)}, ${when}, ${of.length === 1 ? 'is' : 'are'} lost at `,
        stepFigure(trace, row),
        ...lostBy(trace, row),
      ]
    }),
    '; ',
  )
}

const elections: { readonly [rule: string]: string } = {
  'elected-uncleanly': 'an unclean election',
  'elected-last-known': 'the election of the last known leader',
  preferred: 'a move to the preferred leader',
}

/** What brought the loss about: the election of a leader that lacks them, and what cut its log before, if anything did. */
export function lostBy(trace: Trace, row: number): Part[] {
  const elected = causeOf(trace, row)
  if (elected < 0 || kindOf(trace, elected) !== kind.ELECTED) return []
  const leader = subjectAt(trace, elected).name
  const how = elections[ruleOf(trace, elected).id] ?? 'a clean election'
  const says: Part[] = [` by ${how}: ${leader} leads without`]
  const before = armedByOf(trace, elected)
  if (before < 0 || ![kind.LOG_CUT, kind.LOG_LOST].includes(kindOf(trace, before))) return says
  const what = kindOf(trace, before) === kind.LOG_CUT ? 'its log was cut' : 'the end of its log was lost'
  return [...says, `, for ${what} at `, stepFigure(trace, before)]
}

function keptSaid(trace: Trace, acked: readonly RecordFate[]): Part[] {
  const [last] = acked.slice(-1)
  if (!last?.acked) return ['nothing is acknowledged']
  return [
    `${idsOf(acked)} ${acked.length === 1 ? 'is' : 'are'} acknowledged, by `,
    stepFigure(trace, last.acked),
    ', and kept',
  ]
}

/** What is known of records that were not acknowledged. */
function othersSaid(trace: Trace): Part[][] {
  const others = partitionFates(trace).records.filter(({ acked }) => acked === undefined)
  const of = (is: (record: RecordFate) => boolean, says: string): Part[][] => {
    const which = others.filter(is)
    return which.length === 0 ? [] : [[`${idsOf(which)} ${says}`]]
  }
  return [
    ...refusedSaid(trace),
    ...of(({ failed }) => failed !== undefined, 'failed after the append'),
    ...of(({ unknown, failed }) => unknown !== undefined && failed === undefined, 'unknown to the producer'),
    ...of(({ unknown, failed }) => unknown === undefined && failed === undefined, 'not answered yet'),
    ...of(({ unseen }) => unseen !== undefined, 'visible once, and lost'),
  ]
}

/** Writes that were refused: the schedule's p could not be taken. */
function refusedSaid(trace: Trace): Part[][] {
  const refused = partitionFates(trace).skipped.filter((row) => fieldOf(trace, row, 1) === PRODUCE)
  const [first] = refused
  if (first === undefined) return []
  const says =
    refused.length === 1 ? 'a write is refused at ' : `${counted(refused.length, 'write')} are refused, from `
  return [[says, stepFigure(trace, first), ...(refused.length === 1 ? [] : [' on'])]]
}

const blockedSaid = (trace: Trace, blocked: number | undefined): Part[][] =>
  blocked === undefined ? [] : [['writes are blocked from ', stepFigure(trace, blocked), ' on']]

/** The gap between two variants: how many acknowledged records fewer the second loses. */
export function partitionGap(scenario: Scenario, traces: readonly Trace[], first: number, second: number): Gap {
  const [a, b] = [traces[first] as Trace, traces[second] as Trace]
  const name = (variant: number): Part => strong(variantName(scenario, variant))
  return {
    ms: lostOf(a).length - lostOf(b).length,
    unit: 'acknowledged',
    atLeast: false,
    none: false,
    words: ['fewer lost', 'more lost'],
    sentence: [name(first), ': ', ...wholeSaid(a), '. ', name(second), ': ', ...wholeSaid(b), '.'],
  }
}

function wholeSaid(trace: Trace): Part[] {
  const { sentence: says, caller } = partitionVerdict(trace)
  return caller.length === 0 ? [...says] : [...says, '; ', ...caller]
}

/** The answer to a question about a partition: each variant's verdict, and what its schedule could not do there. */
export const partitionSaid = (scenario: Scenario, traces: readonly Trace[]): Prose[] =>
  traces.map((trace, variant) => [
    strong(variantName(scenario, variant)),
    ': ',
    ...wholeSaid(trace),
    '.',
    ...skippedSaid(trace),
  ])

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function skippedSaid(trace: Trace): Part[] {
  const { skipped } = partitionFates(trace)
  const [first] = skipped
  if (first === undefined) return []
  if (skipped.length === 1) return [' ', figure(sentence(trace, first), first)]
  return [
    ` ${capital(counted(skipped.length, 'step'))} of the schedule could not be taken here: `,
    figure(sentence(trace, first), first),
  ]
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
    const isBad = what === kind.FAILED_AFTER_APPEND || what === kind.UNANSWERED
    happened.push({ said: [phrase(sentence(trace, row), row)], isBad })
  }
  return happened
}

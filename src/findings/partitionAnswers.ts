// Each question about a partition, answered in a sentence from its runs: nothing is known beforehand, so a changed setting changes the answer.

import { letterOf } from '../base/letter.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { NONE } from '../trace/kinds.ts'
import * as kind from '../trace/partitionKinds.ts'
import { records as named } from '../trace/partitionWords.ts'
import { fieldOf, kindOf, restOf, ruleOf, type Trace } from '../trace/trace.ts'
import { lettersOf, saidAlike } from './alike.ts'
import { subjectAt } from './names.ts'
import { otherEnds } from './partitionReal.ts'
import { partitionFates } from './partitionRun.ts'
import * as verdict from './partitionVerdict.ts'
import { joined, type Part, type Prose, strong } from './prose.ts'

/** The answer to a question about a partition: its own, in a sentence, then each variant's verdict. */
export const partitionSaid = (preset: string, scenario: Scenario, traces: readonly Trace[]): Prose[] => [
  shortSaid(preset, scenario, traces),
  ...verdict.verdictsSaid(scenario, traces),
]

/** What a variant has to say to the question. */
type Teller = (trace: Trace, scenario: Scenario, variant: number) => Part[]

/** `lead`: the answer in a word, where all variants together give one. */
type Answerer = { readonly lead?: (traces: readonly Trace[]) => string; readonly tells: Teller }

const answerers: { readonly [preset: string]: Answerer } = {
  'kafka-1555-case-1': { tells: worth },
  'kafka-1555-case-2': { tells: leading },
  'kafka-1555-case-3-1': { lead: whetherJoined, tells: joining },
  'kafka-1555-case-3-2': { tells: outcome },
  'one-message-behind': { lead: whetherSurvived, tells: outcome },
  'kafka-1555-two-failures': { tells: outcome },
  'acks-three-two-crashes': { lead: whetherLost, tells: how },
  'min-isr-rejects': { tells: outcome },
  'min-isr-is-not-enough': { lead: whetherLost, tells: how },
  'not-enough-after-append': { tells: told },
  'unclean-election': { tells: outcome },
  'kip-101-two-crashes': { tells: how },
  'preferred-leader-move': { tells: how },
  'rejoins-below-commit': { tells: how },
  'kip-279-fast-failover': { tells: how },
  'stale-watermark-join': { tells: joining },
  'last-replica-standing': { tells: leading },
  'eligible-leader-replicas': { tells: mayLead },
  'rolling-crashes': { tells: whyNobody },
  'elr-tolerance': { tells: leading },
  'unclean-two-failures': { tells: outcome },
  'zombie-leader': { tells: worth },
}

/** The answer in a sentence: `No. A and C: …; B: ….` */
function shortSaid(preset: string, scenario: Scenario, traces: readonly Trace[]): Prose {
  const answerer = answerers[preset]
  if (!answerer) return verdict.figuresSaid(scenario, traces)
  const lead = answerer.lead?.(traces) ?? ''
  const said = saidAlike(traces.map((trace, variant) => answerer.tells(trace, scenario, variant)))
  return [...(lead === '' ? [] : [strong(lead), ' ']), ...joined(said, '; '), '.']
}

/** `yes` where it is so in all variants, `no` where in none, else in which. */
function whether(traces: readonly Trace[], isSo: (trace: Trace) => boolean): string {
  const so = traces.flatMap((trace, variant) => (isSo(trace) ? [variant] : []))
  if (so.length === 0) return 'No.'
  return so.length === traces.length ? 'Yes.' : `In ${lettersOf(so)}.`
}

const hasLost = (trace: Trace): boolean => verdict.lostOf(trace).length > 0

function whetherLost(traces: readonly Trace[]): string {
  return whether(traces, hasLost)
}

function whetherSurvived(traces: readonly Trace[]): string {
  return whether(traces, (trace) => !hasLost(trace) && partitionFates(trace).blocked === undefined)
}

function whetherJoined(traces: readonly Trace[]): string {
  return whether(traces, (trace) => kindOf(trace, lastJoin(trace)) === kind.IN_SYNC)
}

/** The last row of a kind up to a row, -1 where there is none. */
function lastRow(trace: Trace, is: (row: number) => boolean, until = trace.rows): number {
  for (let row = until - 1; row >= 0; row--) if (is(row)) return row
  return -1
}

const lastOf = (trace: Trace, what: number, until?: number): number =>
  lastRow(trace, (row) => kindOf(trace, row) === what, until)

/** What came to records that were acknowledged, and whether writes stood still. */
function outcome(trace: Trace): Part[] {
  return [...fateOf(trace, () => []), ...stillSaid(trace)]
}

/** The same, and by what a record is lost. */
function how(trace: Trace): Part[] {
  return [...fateOf(trace, (row, of) => verdict.lostBy(trace, row, of)), ...stillSaid(trace)]
}

/** The same, and beside what was acknowledged what never was. */
function worth(trace: Trace): Part[] {
  const never = partitionFates(trace).records.filter(({ acked }) => acked === undefined)
  if (never.length === 0 || verdict.ackedOf(trace).length === 0) return how(trace)
  return [...how(trace), `, and ${verdict.idsOf(never)} ${never.length === 1 ? 'was' : 'were'} never acknowledged`]
}

function fateOf(trace: Trace, by: (row: number, records: number) => Part[]): Part[] {
  const lost = verdict.lostOf(trace)
  const steps = [...new Set(lost.map((record) => record.lost))].map((row) => {
    const of = lost.filter((record) => record.lost === row)
    const are = of.length === 1 ? 'is' : 'are'
    return [`${verdict.idsOf(of)} ${are} lost at `, verdict.stepFigure(trace, row), ...by(row, of.length)]
  })
  if (lost.length > 0) return joined(steps, ', ')
  const refused = verdict.atSteps(trace, partitionFates(trace).refused, 'is refused', 'are refused')
  if (refused.length > 0) return refused.flatMap(({ says }) => [...says])
  const acked = verdict.ackedOf(trace)
  if (acked.length === 0) return ['nothing is acknowledged']
  return [`${verdict.idsOf(acked)} ${acked.length === 1 ? 'is' : 'are'} kept`]
}

const stillSaid = (trace: Trace): Part[] => verdict.standstillsSaid(trace).flatMap(({ says }) => [', and ', ...says])

/** The row of the last follower that joined the ISR, or had to stay out. */
const lastJoin = (trace: Trace): number =>
  lastRow(trace, (row) => {
    const what = kindOf(trace, row)
    return what === kind.STAYS_OUT || (what === kind.IN_SYNC && fieldOf(trace, row, 0) !== NONE)
  })

/** Whether a follower was let into the ISR, and what came of it. */
function joining(trace: Trace): Part[] {
  const row = lastJoin(trace)
  if (row < 0) return ['nobody asks to join the ISR']
  if (kindOf(trace, row) === kind.IN_SYNC) {
    const lost = hasLost(trace) ? [', and ', ...fateOf(trace, (row, of) => verdict.lostBy(trace, row, of))] : []
    return [`${letterOf(fieldOf(trace, row, 0))} joins the ISR at `, verdict.stepFigure(trace, row), ...lost]
  }
  const least = fieldOf(trace, row, 1)
  const below = ruleOf(trace, row).id === 'stays-out' ? `the high watermark ${least}` : `the epoch’s start at ${least}`
  return [`${subjectAt(trace, row).name} fetches below ${below} at `, verdict.stepFigure(trace, row), ' and stays out']
}

/** Who leads in the end, and what it lacks. */
function leading(trace: Trace): Part[] {
  const elected = lastOf(trace, kind.ELECTED)
  const offline = lastOf(trace, kind.OFFLINE)
  if (offline > elected) return ['nobody leads from ', verdict.stepFigure(trace, offline), ' on']
  const leader = elected < 0 ? letterOf(0) : subjectAt(trace, elected).name
  const crash = lastRow(trace, (row) => kindOf(trace, row) === kind.CRASHED && subjectAt(trace, row).name === leader)
  if (crash > elected || (elected >= 0 && fieldOf(trace, elected, 1) === 0))
    return [`${leader} is down, and nobody leads after it`]
  if (elected < 0) return [`${leader} leads throughout`]
  return [`${leader} leads from `, verdict.stepFigure(trace, elected), ' on', ...lackedBy(trace, elected)]
}

/** What was sent before an election and its leader has not. */
function lackedBy(trace: Trace, elected: number): Part[] {
  const log = restOf(trace, elected)
  const before = partitionFates(trace).records.filter(({ sent }) => sent < elected)
  const lacks = before.filter(({ id }) => !log.includes(id))
  if (before.length === 0) return []
  if (lacks.length === 0) return [`, with ${verdict.idsOf(before)}`]
  const promised = lacks.filter(({ acked }) => acked !== undefined && acked < elected)
  const of = promised.length > 0 ? promised : lacks
  const was = of.length === 1 ? 'was' : 'were'
  return [` without ${verdict.idsOf(of)}, which ${was} ${promised.length > 0 ? '' : 'never '}acknowledged`]
}

/** Who leads, whether writes are taken, and whether real brokers chose another. */
function mayLead(trace: Trace, scenario: Scenario, variant: number): Part[] {
  const still = stillSaid(trace)
  const others = otherEnds(scenario, variant).flatMap((says) => [' (', ...says, ')'])
  return [...leading(trace), ...others, ...(still.length > 0 ? still : [', and writes are taken'])]
}

/** Who alone was in sync, and is gone. */
function whyNobody(trace: Trace): Part[] {
  const offline = lastOf(trace, kind.OFFLINE)
  if (offline < lastOf(trace, kind.ELECTED) || offline < 0) return leading(trace)
  const [shrunk, crash] = [lastOf(trace, kind.IN_SYNC, offline), lastOf(trace, kind.CRASHED, offline)]
  const isr = shrunk < 0 ? [] : restOf(trace, shrunk)
  if (isr.length !== 1 || crash < shrunk || subjectAt(trace, crash).name !== letterOf(isr[0] as number))
    return leading(trace)
  return [
    `${letterOf(isr[0] as number)} alone is in sync from `,
    verdict.stepFigure(trace, shrunk),
    ' on, and crashes at ',
    verdict.stepFigure(trace, crash),
  ]
}

/** What the producer is told of each record, and what the log of the leader has in the end. */
function told(trace: Trace): Part[] {
  const says = partitionFates(trace).records.map(({ id, acked, failed }): Part[] => {
    if (acked !== undefined) return [`m${id} is acknowledged at `, verdict.stepFigure(trace, acked)]
    if (failed !== undefined) return [`m${id} fails after the append at `, verdict.stepFigure(trace, failed)]
    return [`nothing is told of m${id}`]
  })
  const log: number[] = []
  for (let row = 0; row < trace.rows; row++) {
    if (kindOf(trace, row) === kind.ELECTED) log.splice(0, log.length, ...restOf(trace, row))
    if (kindOf(trace, row) === kind.RECORD_APPENDED) log.push(fieldOf(trace, row, 0))
  }
  return [...joined(says, ', '), `, and the log has ${log.length === 0 ? 'nothing' : named(log)}`]
}

// What a producer's run came to: its records, what flush() and close() saw, and whose doing the end of the last record was.

import { brief } from '../base/brief.ts'
import type { Scenario } from '../scenario/scenario.ts'
import * as producerKind from '../trace/producerKinds.ts'
import { atOf, kindOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import type { Gap, Verdict } from './findings.ts'
import { gapBetween } from './gap.ts'
import { recordsRow } from './headline.ts'
import { lifeOf } from './life.ts'
import { counted, oneOf, said, wordAt } from './names.ts'
import { figure, joined, type Part, type Prose, strong } from './prose.ts'
import { callsSaid } from './recordCalls.ts'
import { attemptsOf, decisive, ender, endsOf, textOf, whoEnds } from './recordEnds.ts'
import { outcomeOf, recordsOf } from './records.ts'
import type { StretchKind } from './tiles.ts'

/** The verdict on a producer's run: when the last of its records was done or failed. */
export function recordVerdict(trace: Trace): Verdict {
  const row = recordsRow(trace)
  const { open, failed, count } = endsOf(trace)
  const sentence = [...(count === 1 ? oneRecord(trace) : manyRecords(trace)), ...copies(trace)]
  return {
    headline: row < 0 ? undefined : atOf(trace, row),
    row,
    sentence,
    caller: callsSaid(trace),
    tone: open.length + failed.length > 0 ? 'bad' : 'good',
  }
}

function oneRecord(trace: Trace): Part[] {
  const outcome = outcomeOf(trace, 0)
  const tries = attemptsOf(trace, 0)
  if (outcome === undefined) return [`not done within ${brief(trace.until)}; `, ...whereNow(trace, 0)]
  const row = recordsOf(trace).ended[0] ?? -1
  if (outcome === 'ok')
    return ['the record is done', tries > 1 ? `, by its ${nth(tries)} attempt` : ', at the first attempt']
  const sent = tries === 0 ? unsent(trace, 0) : ` after ${counted(tries, 'attempt')}`
  return ['the record fails with ', figure(oneOf(outcome), row), sent]
}

/** Of a record without an attempt: how far it came. */
function unsent(trace: Trace, record: number): string {
  const { appended, memory, awaits } = recordsOf(trace)
  if ((appended[record] ?? -1) >= 0) return ', never sent'
  if ((memory[record] ?? -1) >= 0) return ', without memory'
  return (awaits[record] ?? -1) < 0 ? ' at once' : ', without metadata'
}

/** `all five records are done`; `three of five records fail, with two TimeoutExceptions and one NetworkException`. */
function manyRecords(trace: Trace): Part[] {
  const { count, ok, failed, open } = endsOf(trace)
  if (count === 0) return ['no record was sent']
  const all = counted(count, 'record')
  const every = count === 2 ? 'both records' : `all ${all}`
  const says: Part[][] = []
  if (ok.length > 0) says.push([ok.length === count ? `${every} are done` : `${numberOf(ok.length)} of ${all} done`])
  if (failed.length > 0) {
    const which =
      failed.length === count ? `${every} fail` : `${numberOf(failed.length)} fail${failed.length === 1 ? 's' : ''}`
    says.push([which, ' (', ...joined(byClass(trace, failed), ', '), ')'])
  }
  if (open.length > 0) {
    const which = open.length === count ? `none of ${all}` : numberOf(open.length)
    says.push([
      open.length === count
        ? `${which} is done within ${brief(trace.until)}`
        : `${which} still open after ${brief(trace.until)}`,
    ])
  }
  return joined(says, ', ')
}

const numberOf = (n: number): string => counted(n, '', '').trim()

/** How many records got each exception, the most frequent first. */
function byClass(trace: Trace, failed: readonly number[]): Part[][] {
  const { ended } = recordsOf(trace)
  const counts = new Map<Word, { count: number; row: number }>()
  for (const record of failed) {
    const row = ended[record] ?? -1
    const name = wordAt(trace, row, 1)
    counts.set(name, { count: (counts.get(name)?.count ?? 0) + 1, row: counts.get(name)?.row ?? row })
  }
  return [...counts]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([name, { count, row }]) => [figure(counts.size === 1 ? name : counted(count, name), row)])
}

const nths = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const nth = (n: number): string => nths[n - 1] ?? `${n}th`

/** Where a record is at the end of the run. */
function whereNow(trace: Trace, record: number): Part[] {
  const last = lifeOf(trace, record).at(-1)
  if (!last) return ['just sent']
  const where: { readonly [what in StretchKind]?: string } = {
    metadata: 'send() still waits for metadata',
    memory: 'send() still waits for memory',
    queued: 'still in the accumulator',
    connection: 'still waits for a connection',
    'in flight': 'still in flight',
    late: 'still waits, as nobody has looked',
  }
  const tries = last.what === 'in flight' && last.attempt > 1 ? `, ${nth(last.attempt)} attempt` : ''
  return [figure(where[last.what] ?? 'still open', last.row), tries]
}

/** What stands in the logs more than once, or would without idempotence, and what stands there though it has failed. */
function copies(trace: Trace): Part[] {
  const { batches, copies: times, written, knownAgain } = recordsOf(trace)
  const known = [...knownAgain].filter((row) => row >= 0)
  let twice = 0
  let twiceRow = -1
  let unwanted = 0
  let unwantedRow = -1
  for (let batch = 0; batch < batches; batch++) {
    const row = written[batch] ?? -1
    if ((times[batch] ?? 0) > 1) {
      twice++
      twiceRow = row
    }
    if (row >= 0 && hasFailed(trace, batch)) {
      unwanted++
      unwantedRow = row
    }
  }
  return [
    ...(twice > 0 ? ['; ', figure(`${counted(twice, 'batch', 'batches')} in the log more than once`, twiceRow)] : []),
    ...(known.length > 0
      ? ['; ', figure(`${counted(known.length, 'retried batch', 'retried batches')} known again`, known.at(-1) ?? -1)]
      : []),
    ...(unwanted > 0
      ? ['; ', figure(`${counted(unwanted, 'failed batch', 'failed batches')} in the log all the same`, unwantedRow)]
      : []),
  ]
}

function hasFailed(trace: Trace, batch: number): boolean {
  const last = recordsOf(trace)
    .rowsOf(batch)
    .findLast((row) => kindOf(trace, row) === producerKind.BATCH)
  const state = last === undefined ? undefined : wordAt(trace, last, 2)
  return state === 'FAILED' || state === 'ABORTED'
}

/** The gap between two variants' runs of one scenario. */
export function recordGap(scenario: Scenario, traces: readonly Trace[], first: number, second: number): Gap {
  const [a, b] = [first, second].map((variant) => traces[variant] as Trace) as [Trace, Trace]
  const [from, to] = [a, b].map((trace) => atOfRow(trace, recordsRow(trace))) as [
    number | undefined,
    number | undefined,
  ]
  return gapBetween(scenario, traces, [first, second], [from, to], () =>
    recordDifference(scenario, traces, first, second),
  )
}

const atOfRow = (trace: Trace, row: number): number | undefined => (row < 0 ? undefined : atOf(trace, row))

/** Whose doing the ends of two variants' last records were, and what most of their time went on. */
function recordDifference(scenario: Scenario, traces: readonly Trace[], first: number, second: number): Prose {
  const runs = [first, second].map((variant) => traces[variant] as Trace)
  const tell = runs.every(endsWithAnother) && isOneInstant(runs) ? whatFails : whoEnds
  const [a, b] = [first, second].map((variant) => tell(scenario, traces[variant] as Trace, variant, true)) as [
    Part[],
    Part[],
  ]
  const name = (variant: number): Part => strong(scenario.variants[variant]?.name ?? '')
  if (isSame(a, b)) return ['In both ', ...a, '.']
  return [name(first), ': ', ...a, '. ', name(second), ': ', ...b, '.']
}

/** Two that say the same, be it of other rows. */
export const isSame = (a: readonly Part[], b: readonly Part[]): boolean =>
  JSON.stringify(a.map(textOf)) === JSON.stringify(b.map(textOf))

/** A record fails, and another one is the last to be done: the headline is not about what went wrong. */
function endsWithAnother(trace: Trace): boolean {
  const row = recordsRow(trace)
  return row >= 0 && endsOf(trace).failed.length > 0 && row !== recordsOf(trace).ended[decisive(trace)]
}

const isOneInstant = (traces: readonly Trace[]): boolean =>
  new Set(traces.map((trace) => atOf(trace, recordsRow(trace)))).size === 1

/** `three fail (TimeoutException), the last of them at 2003 ms: retries = 0 leaves no second attempt`. */
function whatFails(scenario: Scenario, trace: Trace, variant: number): Part[] {
  const { failed } = endsOf(trace)
  const record = decisive(trace)
  const row = recordsOf(trace).ended[record] ?? -1
  const many = failed.length > 1
  return [
    `${counted(failed.length, 'record')} ${many ? 'fail' : 'fails'} (`,
    ...joined(byClass(trace, failed), ', '),
    many ? '), the last of them at ' : '), at ',
    figure(said(atOf(trace, row)), row),
    ': ',
    ...ender(scenario, trace, variant, record),
  ]
}

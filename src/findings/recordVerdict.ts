// What a producer's run came to: its records, what flush() and close() saw, and whose doing the end of the last record was.

import { brief } from '../base/brief.ts'
import type { Scenario } from '../scenario/scenario.ts'
import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import * as producerRule from '../trace/producerRules.ts'
import * as rule from '../trace/rules.ts'
import { type Rule, rules } from '../trace/rules.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import { batchBound } from './batchBound.ts'
import type { Gap, Verdict } from './findings.ts'
import { gapBetween } from './gap.ts'
import { recordsRow } from './headline.ts'
import { lifeOf, type Share, sharesOf } from './life.ts'
import { counted, oneOf, said, wordAt } from './names.ts'
import { code, figure, joined, type Part, type Prose, strong } from './prose.ts'
import { callsSaid } from './recordCalls.ts'
import { outcomeOf, recordsOf, spanOf } from './records.ts'
import { settingInForce } from './settingInForce.ts'
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

type Ends = { readonly count: number; readonly ok: number[]; readonly failed: number[]; readonly open: number[] }

function endsOf(trace: Trace): Ends {
  const { count } = recordsOf(trace)
  const ends: Ends = { count, ok: [], failed: [], open: [] }
  for (let record = 0; record < count; record++) {
    const outcome = outcomeOf(trace, record)
    const into = outcome === undefined ? ends.open : outcome === 'ok' ? ends.ok : ends.failed
    into.push(record)
  }
  return ends
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

/** How often the batch of a record was handed to the network. */
function attemptsOf(trace: Trace, record: number): number {
  const { batch, rowsOf } = recordsOf(trace)
  return rowsOf(batch[record] ?? -1).filter((row) => kindOf(trace, row) === kind.SEND).length
}

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

/** The record that says most of how a run ended: the first that is open, else the last that failed, else the last; -1: there is none. */
function decisive(trace: Trace): number {
  const { ok, failed, open } = endsOf(trace)
  const { ended } = recordsOf(trace)
  const lastOf = (records: readonly number[]): number | undefined =>
    records.reduce<number | undefined>(
      (last, record) => (last === undefined || (ended[record] ?? -1) > (ended[last] ?? -1) ? record : last),
      undefined,
    )
  return open[0] ?? lastOf(failed) ?? lastOf(ok) ?? -1
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
  if (JSON.stringify(a.map(textOf)) === JSON.stringify(b.map(textOf))) return ['In both ', ...a, '.']
  return [name(first), ': ', ...a, '. ', name(second), ': ', ...b, '.']
}

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

const textOf = (part: Part): string => (typeof part === 'string' ? part : part.text)

/**
 * `delivery.timeout.ms = 120 000 ends it; it spent 90 s of its 120 s in flight (request.timeout.ms = 30 000)`. `named`: with the exception
 * that it ends in.
 */
export function whoEnds(scenario: Scenario, trace: Trace, variant: number, named = false): Part[] {
  const record = decisive(trace)
  if (record < 0) return ['there is no record']
  const ending = ender(scenario, trace, variant, record)
  const row = recordsOf(trace).ended[record] ?? -1
  const outcome = outcomeOf(trace, record)
  const isFailure = outcome !== undefined && outcome !== 'ok'
  const isEnded = ending.some((part) => typeof part === 'string' && part.startsWith(' ends '))
  const fails = isEnded ? [' with ', figure(oneOf(outcome ?? ''), row)] : [' (', figure(outcome ?? '', row), ')']
  return [...ending, ...(named && isFailure ? fails : []), ...mostOf(scenario, trace, variant, record, ending)]
}

function ender(scenario: Scenario, trace: Trace, variant: number, record: number): Part[] {
  const row = recordsOf(trace).ended[record] ?? -1
  if (row < 0) return wouldEnd(scenario, trace, variant, record)
  if (wordAt(trace, row, 1) === 'ok') return ['the answer comes']
  const by = endRule(trace, row)
  const value = (key: string | undefined) => setting(scenario, variant, key ?? '')
  switch (by) {
    case rules[producerRule.RETRIES_EXHAUSTED]:
      return [
        ...value('retries'),
        attemptsOf(trace, record) > 1 ? ' leaves no further attempt' : ' leaves no second attempt',
      ]
    case rules[producerRule.NOT_RETRIABLE]:
      return ['no retry can mend the error of the broker']
    case rules[producerRule.MEMORY_CLOSED]:
    case rules[producerRule.CLOSE_FORCED]:
    case rules[producerRule.SEND_AFTER_CLOSE]:
      return [code('close()'), ' ends it']
    case rules[producerRule.MEMORY_TIMED_OUT]:
      return [...value(by?.setting), ' ends its wait for a part of ', ...value('buffer.memory')]
    case rules[producerRule.BATCH_TOO_LARGE]:
      return [...value('batch.size'), ' is more than ', ...value(by?.setting)]
    case rules[producerRule.RECORD_TOO_LARGE]:
      return ['the record is larger than ', ...value(by?.setting)]
    case rules[producerRule.APPEND_TO_RETRIED_BUG]:
      return ['a bug of the producer ends it']
    case rules[producerRule.BATCH_EXPIRED_UNSENT]:
      return [...value(by?.setting), ...afterLinger(scenario, trace, variant, row), ' ends its wait in the accumulator']
    default:
      return [...value(by?.setting), ' ends it']
  }
}

/** A batch that was not full counted its age from the end of its linger. */
function afterLinger(scenario: Scenario, trace: Trace, variant: number, ended: number): Part[] {
  const opened = armedByOf(trace, causeOf(trace, ended))
  const linger = settingInForce(scenario, variant, 'linger.ms')?.value ?? '0'
  if (linger === '0' || opened < 0 || atOf(trace, ended) <= fieldOf(trace, opened, 5)) return []
  return [', counted from the end of ', ...setting(scenario, variant, 'linger.ms'), ',']
}

/** The rule that ended a record: of its batch, or of its own. */
function endRule(trace: Trace, ended: number): Rule {
  const own = ruleOf(trace, ended)
  const cause = causeOf(trace, ended)
  return own === rules[rule.NO_RULE] && cause >= 0 ? ruleOf(trace, cause) : own
}

/** What would end a record that is open at the end of the run. */
function wouldEnd(scenario: Scenario, trace: Trace, variant: number, record: number): Part[] {
  const { appended, batch, opened } = recordsOf(trace)
  if ((appended[record] ?? -1) < 0) {
    const { awaits: metadata, memory } = recordsOf(trace)
    const awaits = Math.max(metadata[record] ?? -1, memory[record] ?? -1)
    if (awaits >= 0 && !Number.isFinite(fieldOf(trace, awaits, 1))) return ['no setting would ever end it']
    return awaits < 0
      ? ['it has just been sent']
      : [...setting(scenario, variant, ruleOf(trace, awaits).setting ?? ''), ' would end it']
  }
  const begun = opened[batch[record] ?? 0] ?? 0
  if (batchBound(scenario, variant) === 'delivery.timeout.ms') {
    const at = figure(said(fieldOf(trace, begun, 5)), begun)
    return [...setting(scenario, variant, 'delivery.timeout.ms'), ' would end it at ', at]
  }
  const request = settingInForce(scenario, variant, 'request.timeout.ms')
  if (!request) return ['no setting would ever end it']
  if (waitsForEver(trace, batch[record] ?? 0)) return ['no setting bounds its wait in the accumulator']
  return [
    ...setting(scenario, variant, 'request.timeout.ms'),
    ' bounds each attempt, ',
    ...setting(scenario, variant, 'retries'),
    ' their number',
  ]
}

/** A batch that is queued at the end of the run and would never be too old. */
function waitsForEver(trace: Trace, batch: number): boolean {
  const last = recordsOf(trace)
    .rowsOf(batch)
    .findLast((row) => kindOf(trace, row) === producerKind.BATCH)
  if (last === undefined || wordAt(trace, last, 2) === 'IN_FLIGHT') return false
  return !Number.isFinite(fieldOf(trace, last, 5))
}

/** What took most of a life. A setting that ends it, as `ending` says, is not named again. */
function mostOf(scenario: Scenario, trace: Trace, variant: number, record: number, ending: readonly Part[]): Part[] {
  const { from, to } = spanOf(trace, record)
  const life = to - from
  const shares = sharesOf(lifeOf(trace, record)).sort((a, b) => b.total - a.total)
  const most = shares.slice(0, 2).filter(({ total }) => total * 4 >= life)
  if (most.length === 0) return []
  const parts = most.map((share, i): Part[] => {
    const length = figure(said(share.total), share.row)
    const of = share.total === life ? ['all its ', length] : i === 0 ? [length, ` of its ${said(life)}`] : [length]
    const spent = spentOn(scenario, variant, share)
    const [words] = spent
    const owner = spent[1] === undefined ? undefined : textOf(spent[1])
    const isSaid = ending.some((part) => textOf(part) === owner) && most.length === 1
    const isAgain = share.what === 'late' && most[i - 1]?.rule.setting === share.rule.setting
    return [...of, ' ', ...(isSaid || isAgain ? [textOf(words ?? '').replace(/ \($/, '')] : spent)]
  })
  return ['; it spent ', ...joined(parts, ' and ')]
}

const spentWords: { readonly [what in StretchKind]?: string } = {
  metadata: 'waiting for metadata',
  memory: 'waiting for a part of buffer.memory',
  queued: 'in the accumulator',
  connection: 'waiting for its connection',
  'in flight': 'in flight',
  late: 'with a timeout over and nobody looking',
}

const queuedWords: { readonly [rule: string]: string } = {
  'held-by-linger': 'lingering',
  'held-by-backoff': 'in its retry backoff',
  'held-by-order': 'waiting for its turn',
  'held-by-requests': 'waiting for its turn',
  'held-without-leader': 'waiting for a leader',
  'held-by-update': 'waiting for a metadata update',
}

function spentOn(scenario: Scenario, variant: number, { what, rule: by }: Share): Part[] {
  const words = queuedWords[by.id] ?? spentWords[what] ?? what
  return by.setting === undefined ? [words] : [`${words} (`, ...setting(scenario, variant, by.setting), ')']
}

/** So many owners are worth a word. */
const SAID = 3

/** Where the time of a record went, for the row that ends it; undefined where the row ends none, or at once. */
export function lifeSaid(trace: Trace, row: number, scenario: Scenario, variant: number): Prose | undefined {
  const what = kindOf(trace, row)
  if (what !== producerKind.CALLBACK && what !== producerKind.THREW) return undefined
  const record = fieldOf(trace, row, 0)
  const { from, to } = spanOf(trace, record)
  const shares = sharesOf(lifeOf(trace, record)).sort((a, b) => b.total - a.total)
  if (shares.length === 0) return undefined
  const says = shares
    .slice(0, SAID)
    .map((share): Part[] => [figure(said(share.total), share.row), ' ', ...spentOn(scenario, variant, share)])
  return [`Of its ${said(to - from)}: `, ...joined(says, '; '), '.']
}

/** `retries = 0`, as one name; the key alone where the release's value is not known. */
function setting(scenario: Scenario, variant: number, key: string): Part[] {
  const value = settingInForce(scenario, variant, key)?.value
  return [code(value === undefined ? key : `${key} = ${value}`)]
}

// Whose doing the end of a record was, and what its time went on: which setting ended it, or would.

import type { Scenario } from '../scenario/scenario.ts'
import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import * as producerRule from '../trace/producerRules.ts'
import * as rule from '../trace/rules.ts'
import { type Rule, rules } from '../trace/rules.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import { batchBound } from './batchBound.ts'
import { lifeOf, type Share, sharesOf } from './life.ts'
import { oneOf, said, wordAt } from './names.ts'
import { code, figure, joined, type Part, type Prose } from './prose.ts'
import { outcomeOf, recordsOf, spanOf } from './records.ts'
import { settingInForce } from './settingInForce.ts'
import type { StretchKind } from './tiles.ts'

type Ends = { readonly count: number; readonly ok: number[]; readonly failed: number[]; readonly open: number[] }

/** The records of a run by what they came to. */
export function endsOf(trace: Trace): Ends {
  const { count } = recordsOf(trace)
  const ends: Ends = { count, ok: [], failed: [], open: [] }
  for (let record = 0; record < count; record++) {
    const outcome = outcomeOf(trace, record)
    const into = outcome === undefined ? ends.open : outcome === 'ok' ? ends.ok : ends.failed
    into.push(record)
  }
  return ends
}

/** How often the batch of a record was handed to the network. */
export function attemptsOf(trace: Trace, record: number): number {
  const { batch, rowsOf } = recordsOf(trace)
  return rowsOf(batch[record] ?? -1).filter((row) => kindOf(trace, row) === kind.SEND).length
}

/** The record that says most of how a run ended: the first that is open, else the last that failed, else the last; -1: there is none. */
export function decisive(trace: Trace): number {
  const { ok, failed, open } = endsOf(trace)
  const { ended } = recordsOf(trace)
  const lastOf = (records: readonly number[]): number | undefined =>
    records.reduce<number | undefined>(
      (last, record) => (last === undefined || (ended[record] ?? -1) > (ended[last] ?? -1) ? record : last),
      undefined,
    )
  return open[0] ?? lastOf(failed) ?? lastOf(ok) ?? -1
}

export const textOf = (part: Part): string => (typeof part === 'string' ? part : part.text)

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

/** Which setting ended a record, or what else did; of one that is open, which would. */
export function ender(scenario: Scenario, trace: Trace, variant: number, record: number): Part[] {
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
    case rules[producerRule.MEMORY_EXHAUSTED]:
      return [...value(by?.setting), ' lets it throw at once']
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
    if (awaits >= 0 && ruleOf(trace, awaits) === rules[producerRule.MEMORY_BLOCKS_FOR_EVER])
      return [...setting(scenario, variant, 'block.on.buffer.full'), ' lets it wait for ever']
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

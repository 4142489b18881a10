// What Kafka would say to a set of properties: refuse it, adjust it without asking, or take it. Its own ranges for one value, its own
// rules for several (X1, X2, X6, X7, X8 of the notes on its configuration); held to what its releases said when asked.

import { isFrom, releaseOf } from './releases.ts'
import type { Config, Value, Variant } from './scenario.ts'
import {
  defaultOrigin,
  INT_MAX,
  replaces,
  type SettingRow,
  settingAnywhere,
  settingOf,
  whereFound,
} from './settings.ts'

/** Values by Kafka's key, as numbers and words or as the text of a properties file. */
export type Properties = { readonly [key: string]: Value }

/** Our word for a refusal. */
export type Refusal = 'not-a-number' | 'below-minimum' | 'not-in-list' | 'X6'

export type FieldVerdict = {
  readonly key: string
  readonly verdict: 'accepted' | 'adjusted' | 'rejected' | 'unknown'
  /** One sentence for a person; empty where there is nothing to say. */
  readonly says: string
  /** rejected: why. */
  readonly refusal?: Refusal
  /** adjusted: the value that Kafka uses instead. */
  readonly value?: Value
  /** The rule across several settings that speaks here. */
  readonly rule?: 'X1' | 'X2' | 'X6' | 'X7' | 'X8' | 'KIP-19'
}

export type Ruling = {
  readonly verdict: 'accepted' | 'accepted-adjusted' | 'rejected'
  /** In the order of the properties given; then settings that were not given and follow others. Several may speak of one key. */
  readonly fields: readonly FieldVerdict[]
  /** Settings whose value in force differs from the one given or from the default. */
  readonly effective: Properties
  /** Waits that do not grow and have no jitter, with their length in ms. */
  readonly constant: { readonly reconnect?: number; readonly setup?: number; readonly retry?: number }
  /** Rules of which Kafka logs a warning. */
  readonly warns: readonly ('X1' | 'X2-raised' | 'X6-off' | 'X7' | 'deprecated')[]
}

const LONG_MAX = 9_223_372_036_854_775_807n
const LONG_MIN = -LONG_MAX - 1n
/** No number of Java is longer; longer texts are not even looked at. */
const NUMBER_LENGTH = 40

/** A number as Java's Long.parseLong and Integer.parseInt read it from a trimmed text; undefined where they refuse. */
function parsedNumber(type: SettingRow['type'], value: Value): bigint | undefined {
  if (typeof value === 'boolean' || String(value).length > NUMBER_LENGTH) return undefined
  const text = String(value).trim()
  if (!/^[+-]?\d+$/.test(text)) return undefined
  const number = BigInt(text.replace(/^\+/, ''))
  const [least, greatest] = type === 'int' ? [BigInt(-INT_MAX - 1), BigInt(INT_MAX)] : [LONG_MIN, LONG_MAX]
  return number < least || number > greatest ? undefined : number
}

/** The word of the row that a text stands for, undefined where Kafka knows none such. */
function parsedWord(row: SettingRow, value: Value): string | undefined {
  const text = String(value).trim()
  return row.words?.find((word) => word === text || (row.anyCase && word.toLowerCase() === text.toLowerCase()))
}

const refused = (key: string, refusal: Refusal, says: string): FieldVerdict => ({
  key,
  verdict: 'rejected',
  refusal,
  says,
})

/** What Kafka says to one value by itself. */
export function verdictOn(row: SettingRow, value: Value): FieldVerdict {
  const { key } = row
  if (row.type === 'string') {
    if (parsedWord(row, value) !== undefined) return { key, verdict: 'accepted', says: '' }
    return refused(key, 'not-in-list', `Kafka takes only ${row.words?.join(', ')} here.`)
  }
  const number = parsedNumber(row.type, value)
  if (number === undefined) {
    const tooLarge = typeof value === 'number' && Number.isInteger(value)
    const why = tooLarge ? ` of type ${row.type}: it ends at ${row.type === 'int' ? INT_MAX : LONG_MAX}` : ''
    return refused(key, 'not-a-number', `To Kafka this is not a number${why}.`)
  }
  if (row.min !== undefined && number < BigInt(row.min))
    return refused(key, 'below-minimum', `Kafka refuses less than ${row.min}.`)
  return { key, verdict: 'accepted', says: '' }
}

const SETUP = 'socket.connection.setup.timeout.ms'
const SETUP_MAX = 'socket.connection.setup.timeout.max.ms'
const RECONNECT = 'reconnect.backoff.ms'
const RECONNECT_MAX = 'reconnect.backoff.max.ms'
const RETRY = 'retry.backoff.ms'
const RETRY_MAX = 'retry.backoff.max.ms'
const REQUEST = 'request.timeout.ms'
const IN_FLIGHT = 'max.in.flight.requests.per.connection'
const DRAFT_SETUP = 'connections.setup.timeout.ms'
const DNS = 'client.dns.lookup'

/** What the rules across settings see, and where they put what they have to say. */
type Bench = {
  readonly kafka: string
  readonly given: Properties
  readonly fields: FieldVerdict[]
  readonly effective: { [key: string]: Value }
  readonly constant: { reconnect?: number; setup?: number; retry?: number }
  readonly warns: ('X1' | 'X2-raised' | 'X6-off' | 'X7' | 'deprecated')[]
}

const isSet = (bench: Bench, key: string): boolean => Object.hasOwn(bench.given, key)
const knows = (bench: Bench, key: string): boolean => settingOf(bench.kafka, key) !== undefined
const from = (bench: Bench, first: string): boolean => {
  const release = releaseOf(bench.kafka)
  return release !== undefined && isFrom(release, first)
}

/** The number in force so far: adjusted, given or default. */
function number(bench: Bench, key: string): number {
  if (Object.hasOwn(bench.effective, key)) return Number(bench.effective[key])
  return Number(isSet(bench, key) ? bench.given[key] : settingOf(bench.kafka, key)?.default)
}

/** X1: a reconnect backoff that is set draws its maximum along. */
function maximumFollows(bench: Bench): void {
  if (!isSet(bench, RECONNECT) || isSet(bench, RECONNECT_MAX) || !knows(bench, RECONNECT_MAX)) return
  const value = number(bench, RECONNECT)
  bench.effective[RECONNECT_MAX] = value
  if (from(bench, '3.7.0')) bench.warns.push('X1')
  const says = `Follows ${RECONNECT}, which is set: ${value}, so the backoff neither grows nor varies.`
  bench.fields.push({ key: RECONNECT_MAX, verdict: 'adjusted', value, says, rule: 'X1' })
}

/** KIP-19: the deprecated settings that its successors replaced still win in 0.9, where they are set. */
function deprecatedWins(bench: Bench): void {
  const set = Object.keys(replaces).filter((key) => isSet(bench, key) && settingOf(bench.kafka, key)?.deprecated)
  for (const key of set) {
    const successor = replaces[key] ?? key
    const value = number(bench, key)
    bench.effective[successor] = value
    bench.fields.push({
      key: successor,
      verdict: 'adjusted',
      value,
      says: `Replaced by ${key}, which is set: ${value}. Kafka logs that it is deprecated.`,
      rule: 'KIP-19',
    })
  }
  if (set.length > 0) bench.warns.push('deprecated')
}

/** X2: delivery.timeout.ms, unless set, is raised to linger.ms + request.timeout.ms. */
function deliveryFollows(bench: Bench): void {
  if (!from(bench, '2.1.0')) return
  const linger = from(bench, '4.0.0') ? 5 : 0
  const sum = Math.min(number(bench, REQUEST) + linger, INT_MAX)
  if (sum <= 120_000) return
  bench.effective['delivery.timeout.ms'] = sum
  bench.warns.push('X2-raised')
  const says = `Kafka raises delivery.timeout.ms to ${sum} with it; this lab sends no records that it could bound.`
  bench.fields.push({ key: REQUEST, verdict: 'accepted', says, rule: 'X2' })
}

/** X6: more than 5 requests in flight and idempotence exclude each other. */
function idempotenceGivesWay(bench: Bench): void {
  if (number(bench, IN_FLIGHT) <= 5 || !from(bench, '3.0.0')) return
  if (from(bench, '4.0.0')) {
    const says = 'Kafka refuses more than 5: idempotence, which is on by default, needs no more.'
    bench.fields.push({ ...refused(IN_FLIGHT, 'X6', says), rule: 'X6' })
    return
  }
  bench.effective['enable.idempotence'] = false
  bench.warns.push('X6-off')
  const says = 'With more than 5, Kafka switches idempotence off and logs a warning.'
  bench.fields.push({ key: IN_FLIGHT, verdict: 'accepted', says, rule: 'X6' })
}

type Wait = 'reconnect' | 'setup' | 'retry'

/** X7: where the maximum is no more than the base, the wait is constant: the base, or from 3.7 the smaller of the two. */
function constantWait(bench: Bench, wait: Wait, key: string, maxKey: string): void {
  const base = number(bench, key)
  const max = number(bench, maxKey)
  if (max > base) return
  const capped = from(bench, '3.7.0')
  const value = capped ? max : base
  bench.constant[wait] = value
  if (max === base) return
  if (capped && wait !== 'reconnect') bench.warns.push('X7')
  const [winner, loser] = capped ? [maxKey, key] : [key, maxKey]
  // The raw reconnect backoff stays the step in which the metadata loop looks, whatever bounds the backoff itself.
  const tick = capped && wait === 'reconnect' ? ` The metadata loop still looks every ${base} ms.` : ''
  const says = `Kafka takes ${maxKey} below ${key}: the wait is always ${value} ms, as ${winner} says, without jitter.${tick}`
  bench.fields.push({ key: loser, verdict: tick ? 'accepted' : 'adjusted', ...(!tick && { value }), says, rule: 'X7' })
}

/** X8: nothing checks a setup timeout. */
function setupUnchecked(bench: Bench, key: string): void {
  if (!isSet(bench, key) || number(bench, key) > 0) return
  const says =
    'Kafka takes it as it is: each attempt is closed at the first look that finds it older than that, before an answer may come.'
  bench.fields.push({ key, verdict: 'accepted', says, rule: 'X8' })
}

function applyRules(bench: Bench): void {
  deprecatedWins(bench)
  maximumFollows(bench)
  if (knows(bench, RECONNECT_MAX)) constantWait(bench, 'reconnect', RECONNECT, RECONNECT_MAX)
  if (knows(bench, SETUP)) constantWait(bench, 'setup', SETUP, SETUP_MAX)
  if (knows(bench, RETRY_MAX)) constantWait(bench, 'retry', RETRY, RETRY_MAX)
  deliveryFollows(bench)
  idempotenceGivesWay(bench)
  if (knows(bench, SETUP)) setupUnchecked(bench, SETUP)
  if (knows(bench, DRAFT_SETUP)) setupUnchecked(bench, DRAFT_SETUP)
  if (isSet(bench, DNS) && bench.given[DNS] === 'default' && from(bench, '2.6.0')) bench.warns.push('deprecated')
}

function unknown(kafka: string, key: string): FieldVerdict {
  const found = settingAnywhere(key) ? whereFound(key) : 'this lab knows no release that has it'
  const name = releaseOf(kafka)?.name ?? kafka
  return {
    key,
    verdict: 'unknown',
    says: `${name} does not know this setting (${found}): it logs a warning and goes on without it.`,
  }
}

/** What a release or draft says to a set of producer properties. Each key's first refusal is said; rules across settings follow. */
export function rulingOn(kafka: string, properties: Properties): Ruling {
  const fields = Object.entries(properties).map(([key, value]) => {
    const row = settingOf(kafka, key)
    return row ? verdictOn(row, value) : unknown(kafka, key)
  })
  const bench: Bench = { kafka, given: properties, fields, effective: {}, constant: {}, warns: [] }
  if (!fields.some(({ verdict }) => verdict === 'rejected')) applyRules(bench)
  const { effective, constant, warns } = bench
  const adjusted = Object.keys(effective).length > 0
  const rejected = fields.some(({ verdict }) => verdict === 'rejected')
  return {
    verdict: rejected ? 'rejected' : adjusted ? 'accepted-adjusted' : 'accepted',
    fields,
    effective,
    constant,
    warns,
  }
}

/** The properties that a configuration sets. */
export const propertiesOf = (config: Config): Properties => config.producer ?? {}

/** A setting's value in a variant, and where it comes from. */
export type ValueInForce = {
  readonly key: string
  readonly value: Value
  /** `default of Kafka 2.7`, `changed`, or the setting and rule that Kafka lets decide. */
  readonly origin: string
  readonly default: Value
  /** The variant itself sets it. */
  readonly changed: boolean
  readonly rule?: FieldVerdict['rule']
}

/** The value that Kafka works with in a variant, undefined where the release has no such setting. A refused value is shown as it is. */
export function valueInForce(variant: Pick<Variant, 'kafka' | 'config'>, key: string): ValueInForce | undefined {
  const row = settingOf(variant.kafka, key)
  if (!row) return undefined
  const given = propertiesOf(variant.config)
  const changed = Object.hasOwn(given, key)
  const adjusted = rulingOn(variant.kafka, given).fields.find(
    (field) => field.key === key && field.verdict === 'adjusted',
  )
  const { value = changed ? (given[key] ?? row.default) : row.default, rule } = adjusted ?? {}
  const origin = rule
    ? `decided by ${deciderOf(key, rule)} (rule ${rule})`
    : changed
      ? 'changed'
      : defaultOrigin(variant.kafka)
  return { key, value, origin, default: row.default, changed, ...(rule && { rule }) }
}

/** Which setting decides in place of this one. */
function deciderOf(key: string, rule: NonNullable<FieldVerdict['rule']>): string {
  if (rule === 'X1') return RECONNECT
  if (rule === 'KIP-19') return Object.keys(replaces).find((old) => replaces[old] === key) ?? key
  const pairs = [
    [RECONNECT, RECONNECT_MAX],
    [SETUP, SETUP_MAX],
    [RETRY, RETRY_MAX],
  ]
  return pairs.flatMap(([base, max]) => (key === base ? [max] : key === max ? [base] : []))[0] ?? key
}

// What Kafka makes of a set of properties: refuses it, adjusts it without asking, or takes it. Its own ranges for one value, its own
// rules for several (X1 to X8 of the notes on its configuration); held to what its releases said when asked. What is said of
// it to a person stands in verdicts.ts.

import { grouped } from '../base/grouped.ts'
import { isFrom, namedRelease } from './releases.ts'
import type { Component, Config, Value, Variant } from './scenario.ts'
import { defaultOrigin, FETCH_WAIT_MAX, INT_MAX, replaces, type SettingRow, SHORT_MAX, settingOf } from './settings.ts'

/** Values by Kafka's key, as numbers and words or as the text of a properties file. */
export type Properties = { readonly [key: string]: Value }

/** Our word for a refusal. */
export type Refusal =
  | 'not-a-number'
  | 'not-a-boolean'
  | 'below-minimum'
  | 'not-in-list'
  | 'X2'
  | 'X3'
  | 'X4'
  | 'X5'
  | 'X6'
  | 'ordering'

/** What there is to say of a field, and of which values. */
export type Note = readonly [id: NoteId, ...of: readonly Value[]]

export type NoteId =
  | 'not in list'
  | 'not a number'
  | 'too large'
  | 'below minimum'
  | 'unknown'
  | 'maximum follows'
  | 'replaced'
  | 'delivery too short'
  | 'delivery raised'
  | 'raises delivery'
  | 'linger capped'
  | 'idempotence needs'
  | 'idempotence is on'
  | 'follows idempotence'
  | 'switched off'
  | 'switches off'
  | 'constant wait'
  | 'setup unchecked'
  | 'request too short'
  | 'heartbeat too long'
  | 'call too short'
  | 'call raised'
  | 'raises call'
  | 'lag below wait'
  | 'more than replicas'
  | 'counts as replicas'
  | 'only with all'
  | 'not with KRaft'

export type RuledField = {
  readonly key: string
  readonly verdict: 'accepted' | 'adjusted' | 'rejected' | 'unknown'
  /** Absent: there is nothing to say. */
  readonly note?: Note
  /** rejected: why. */
  readonly refusal?: Refusal
  /** adjusted: the value that Kafka uses instead. */
  readonly value?: Value
  /** The rule across several settings that speaks here. */
  readonly rule?: 'X1' | 'X2' | 'X3' | 'X4' | 'X5' | 'X6' | 'X7' | 'X8' | 'KIP-19'
}

type Warning = 'X1' | 'X2-raised' | 'X5-raised' | 'X6-off' | 'X7' | 'deprecated'

export type Rules = {
  readonly verdict: 'accepted' | 'accepted-adjusted' | 'rejected'
  /** In the order of the properties given; then settings that were not given and follow others. Several may speak of one key. */
  readonly fields: readonly RuledField[]
  /** Settings whose value in force differs from the one given or from the default. */
  readonly effective: Properties
  /** Waits that do not grow and have no jitter, with their length in ms. */
  readonly constant: { readonly reconnect?: number; readonly setup?: number; readonly retry?: number }
  /** Rules of which Kafka logs a warning. */
  readonly warns: readonly Warning[]
}

const LONG_MAX = 9_223_372_036_854_775_807n
const LONG_MIN = -LONG_MAX - 1n
/** No number of Java is longer; longer texts are not even looked at. */
const NUMBER_LENGTH = 40

/** Of the types that are no long. */
const bounds: { readonly [type in SettingRow['type']]?: readonly [bigint, bigint] } = {
  int: [BigInt(-INT_MAX - 1), BigInt(INT_MAX)],
  short: [BigInt(-SHORT_MAX - 1), BigInt(SHORT_MAX)],
}

/** A number as Java's Long.parseLong and Integer.parseInt read it from a trimmed text; undefined where they refuse. */
function parsedNumber(type: SettingRow['type'], value: Value): bigint | undefined {
  if (typeof value === 'boolean' || String(value).length > NUMBER_LENGTH) return undefined
  const text = String(value).trim()
  if (!/^[+-]?\d+$/.test(text)) return undefined
  const number = BigInt(text.replace(/^\+/, ''))
  const [least, greatest] = bounds[type] ?? [LONG_MIN, LONG_MAX]
  return number < least || number > greatest ? undefined : number
}

/** The word of the row that a text stands for, undefined where Kafka knows none such. */
function parsedWord(row: SettingRow, value: Value): string | undefined {
  const text = String(value).trim()
  return row.words?.find((word) => word === text || (row.anyCase && word.toLowerCase() === text.toLowerCase()))
}

const refused = (key: string, refusal: Refusal, ...note: Note): RuledField => ({
  key,
  verdict: 'rejected',
  refusal,
  note,
})

/** What Kafka makes of one value by itself. */
export function rulingOfValue(row: SettingRow, value: Value): RuledField {
  const { key } = row
  if (row.words) {
    const known = parsedWord(row, value) !== undefined || (row.orInteger && parsedNumber('int', value) !== undefined)
    if (known) return { key, verdict: 'accepted' }
    const refusal = row.type === 'boolean' ? 'not-a-boolean' : 'not-in-list'
    return refused(key, refusal, 'not in list', row.words.join(', '))
  }
  const number = parsedNumber(row.type, value)
  if (number === undefined) {
    const tooLarge = typeof value === 'number' && Number.isInteger(value)
    if (!tooLarge) return refused(key, 'not-a-number', 'not a number')
    return refused(key, 'not-a-number', 'too large', row.type, String(bounds[row.type]?.[1] ?? LONG_MAX))
  }
  if (row.min !== undefined && number < BigInt(row.min)) return refused(key, 'below-minimum', 'below minimum', row.min)
  return { key, verdict: 'accepted' }
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
const DELIVERY = 'delivery.timeout.ms'
const LINGER = 'linger.ms'
const RETRIES = 'retries'
const ACKS = 'acks'
const IDEMPOTENCE = 'enable.idempotence'
const API = 'default.api.timeout.ms'
const SESSION = 'session.timeout.ms'
const HEARTBEAT = 'heartbeat.interval.ms'
const FETCH_WAIT = 'fetch.max.wait.ms'
const BLOCK = 'block.on.buffer.full'
const FETCH = 'metadata.fetch.timeout.ms'
const LAG_TIME = 'replica.lag.time.max.ms'
const MIN_ISR = 'min.insync.replicas'
const UNCLEAN = 'unclean.leader.election.enable'

/** What the rules across settings see, and where they put what they have to say. */
type Bench = {
  readonly kafka: string
  readonly component: Component
  readonly given: Properties
  readonly fields: RuledField[]
  readonly effective: { [key: string]: Value }
  readonly constant: { reconnect?: number; setup?: number; retry?: number }
  readonly warns: Warning[]
}

const isSet = (bench: Bench, key: string): boolean => Object.hasOwn(bench.given, key)
const knows = (bench: Bench, key: string): boolean => settingOf(bench.kafka, key, bench.component) !== undefined
const from = (bench: Bench, first: string): boolean => {
  const release = namedRelease(bench.kafka)
  return release !== undefined && isFrom(release, first)
}

/** The number in force so far: adjusted, given or default. */
function number(bench: Bench, key: string): number {
  if (Object.hasOwn(bench.effective, key)) return Number(bench.effective[key])
  return Number(isSet(bench, key) ? bench.given[key] : settingOf(bench.kafka, key, bench.component)?.default)
}

/** X1: a reconnect backoff that is set draws its maximum along. */
function maximumFollows(bench: Bench): void {
  if (!isSet(bench, RECONNECT) || isSet(bench, RECONNECT_MAX) || !knows(bench, RECONNECT_MAX)) return
  const value = number(bench, RECONNECT)
  if (value !== number(bench, RECONNECT_MAX)) bench.effective[RECONNECT_MAX] = value
  if (from(bench, '3.7.0')) bench.warns.push('X1')
  const note: Note = ['maximum follows', RECONNECT, value]
  bench.fields.push({ key: RECONNECT_MAX, verdict: 'adjusted', value, note, rule: 'X1' })
}

/** KIP-19: the deprecated settings that its successors replaced still win in 0.9, where they are set. */
function deprecatedWins(bench: Bench): void {
  const set = Object.keys(replaces).filter(
    (key) => isSet(bench, key) && settingOf(bench.kafka, key, bench.component)?.deprecated,
  )
  for (const key of set) {
    if (!decides(bench, key)) continue
    const successor = replaces[key] ?? key
    const value = key === BLOCK ? String(LONG_MAX) : number(bench, key)
    bench.effective[successor] = value
    bench.fields.push({
      key: successor,
      verdict: 'adjusted',
      value,
      note: ['replaced', key, value],
      rule: 'KIP-19',
    })
  }
  if (set.length > 0) bench.warns.push('deprecated')
}

/** block.on.buffer.full=true stands before metadata.fetch.timeout.ms, and false says nothing (KafkaProducer's constructor). */
function decides(bench: Bench, key: string): boolean {
  const blocks = isSet(bench, BLOCK) && wordOf(bench, BLOCK) === 'true'
  return key === BLOCK ? blocks : key !== FETCH || !blocks
}

/** X2: delivery.timeout.ms below linger.ms + request.timeout.ms is refused where it is set, and else raised to the sum. */
function deliveryCoversAttempt(bench: Bench): void {
  if (!knows(bench, DELIVERY)) return
  lingerIsCapped(bench)
  const sum = attemptLength(bench)
  if (number(bench, DELIVERY) >= sum) return
  if (isSet(bench, DELIVERY)) {
    bench.fields.push({ ...refused(DELIVERY, 'X2', 'delivery too short', sum), rule: 'X2' })
    return
  }
  bench.effective[DELIVERY] = sum
  bench.warns.push('X2-raised')
  bench.fields.push({ key: DELIVERY, verdict: 'adjusted', value: sum, note: ['delivery raised', sum], rule: 'X2' })
  for (const key of [REQUEST, LINGER])
    if (isSet(bench, key)) bench.fields.push({ key, verdict: 'accepted', note: ['raises delivery', sum], rule: 'X2' })
}

/** A linger.ms beyond an int counts as the largest one (KafkaProducer.lingerMs). */
function lingerIsCapped(bench: Bench): void {
  if (number(bench, LINGER) <= INT_MAX) return
  bench.effective[LINGER] = INT_MAX
  const note: Note = ['linger capped', INT_MAX]
  bench.fields.push({ key: LINGER, verdict: 'adjusted', value: INT_MAX, note, rule: 'X2' })
}

/** linger.ms + request.timeout.ms as Kafka adds them: to 2.2.0 as ints, which may overflow. */
function attemptLength(bench: Bench): number {
  const sum = number(bench, LINGER) + number(bench, REQUEST)
  if (sum <= INT_MAX) return sum
  return from(bench, '2.2.1') ? INT_MAX : sum - 2 * (INT_MAX + 1)
}

/** A boolean as it is given or by default: `true` or `false`. */
const wordOf = (bench: Bench, key: string): string =>
  String(bench.given[key] ?? settingOf(bench.kafka, key, bench.component)?.default)
    .trim()
    .toLowerCase()

/** The idempotence in force so far. */
const isIdempotent = (bench: Bench): boolean => wordOf(bench, IDEMPOTENCE) === 'true'

const wantsAll = (bench: Bench): boolean => ['all', '-1'].includes(String(bench.given[ACKS] ?? 'all').trim())

/** X6: idempotence needs retries, acks=all and no more than 5 requests in flight. Who asked for it is refused; else it gives way. */
function idempotenceAsks(bench: Bench): void {
  if (!knows(bench, IDEMPOTENCE) || !isIdempotent(bench)) return
  const broken = brokenForIdempotence(bench)
  if (isSet(bench, IDEMPOTENCE)) idempotenceInsists(bench, broken[0])
  else idempotenceGivesWay(bench, broken)
}

/** The settings that idempotence cannot go with, in the order in which the release looks at them. */
function brokenForIdempotence(bench: Bench): readonly string[] {
  const broken: { readonly [key: string]: boolean } = {
    [RETRIES]: isSet(bench, RETRIES) && number(bench, RETRIES) === 0,
    [ACKS]: !wantsAll(bench),
    [IN_FLIGHT]: number(bench, IN_FLIGHT) > 5,
  }
  const order = from(bench, '2.5.0')
    ? [RETRIES, ACKS, IN_FLIGHT]
    : from(bench, '2.1.0')
      ? [IN_FLIGHT, RETRIES, ACKS]
      : [RETRIES, IN_FLIGHT, ACKS]
  return order.filter((key) => broken[key])
}

/** Idempotence that is set refuses what it cannot go with, and draws what is not set along. */
function idempotenceInsists(bench: Bench, broken: string | undefined): void {
  if (broken !== undefined) {
    bench.fields.push({ ...refused(broken, 'X6', 'idempotence needs', broken), rule: 'X6' })
    return
  }
  const follows = (key: string, value: Value) => {
    if (isSet(bench, key) || settingOf(bench.kafka, key, bench.component)?.default === value) return
    bench.effective[key] = value
    bench.fields.push({ key, verdict: 'adjusted', value, note: ['follows idempotence', value], rule: 'X6' })
  }
  follows(ACKS, 'all')
  follows(RETRIES, INT_MAX)
}

/** Idempotence that is on by default is switched off; from 4.0 more than 5 requests in flight are refused. */
function idempotenceGivesWay(bench: Bench, broken: readonly string[]): void {
  if (broken.length === 0) return
  const tooMany = broken.includes(IN_FLIGHT)
  if (tooMany && from(bench, '4.0.0')) {
    bench.fields.push({ ...refused(IN_FLIGHT, 'X6', 'idempotence is on'), rule: 'X6' })
    return
  }
  bench.effective[IDEMPOTENCE] = 'false'
  if (tooMany) bench.warns.push('X6-off')
  const note: Note = ['switched off', broken.join(' and '), tooMany]
  bench.fields.push({ key: IDEMPOTENCE, verdict: 'adjusted', value: 'false', note, rule: 'X6' })
  for (const key of broken) bench.fields.push({ key, verdict: 'accepted', note: ['switches off', key], rule: 'X6' })
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
  const ticks = capped && wait === 'reconnect'
  const note: Note = ['constant wait', maxKey, key, value, winner, ...(ticks ? [base] : [])]
  bench.fields.push({
    key: loser,
    verdict: ticks ? 'accepted' : 'adjusted',
    ...(!ticks && { value }),
    note,
    rule: 'X7',
  })
}

/** X8: nothing checks a setup timeout. */
function setupUnchecked(bench: Bench, key: string): void {
  if (!isSet(bench, key) || number(bench, key) > 0) return
  bench.fields.push({ key, verdict: 'accepted', note: ['setup unchecked'], rule: 'X8' })
}

/** X3: to 1.1 a consumer's request timeout must be longer than its session and its fetch wait. */
function requestOutlastsSession(bench: Bench): void {
  if (bench.component !== 'consumer' || from(bench, '2.0.0')) return
  const longest = Math.max(number(bench, SESSION), number(bench, FETCH_WAIT))
  if (number(bench, REQUEST) > longest) return
  bench.fields.push({ ...refused(REQUEST, 'X3', 'request too short', longest), rule: 'X3' })
}

/** X4: a consumer's heartbeat must come sooner than its session ends. */
function heartbeatWithinSession(bench: Bench): void {
  if (bench.component !== 'consumer' || number(bench, HEARTBEAT) < number(bench, SESSION)) return
  const key = isSet(bench, HEARTBEAT) ? HEARTBEAT : SESSION
  bench.fields.push({ ...refused(key, 'X4', 'heartbeat too long', HEARTBEAT, SESSION), rule: 'X4' })
}

/** X5: an admin client's call must outlast one request: refused where its timeout is set, and else raised. */
function callCoversRequest(bench: Bench): void {
  if (bench.component !== 'admin' || !knows(bench, API)) return
  const request = number(bench, REQUEST)
  if (number(bench, API) >= request) return
  if (isSet(bench, API)) {
    bench.fields.push({ ...refused(API, 'X5', 'call too short', request), rule: 'X5' })
    return
  }
  bench.effective[API] = request
  bench.warns.push('X5-raised')
  bench.fields.push({ key: API, verdict: 'adjusted', value: request, note: ['call raised', request], rule: 'X5' })
  bench.fields.push({ key: REQUEST, verdict: 'accepted', note: ['raises call', request], rule: 'X5' })
}

/** A broker does not start whose followers may be silent for less than one fetch may be parked (KafkaConfig.validateValues). */
function lagOutlastsFetch(bench: Bench): void {
  if (!isSet(bench, LAG_TIME) || number(bench, LAG_TIME) >= FETCH_WAIT_MAX) return
  bench.fields.push(refused(LAG_TIME, 'ordering', 'lag below wait', FETCH_WAIT_MAX))
}

const REPLICAS = 3

/** What is taken as it is and does not do what one may think. */
function uselessForReplication(bench: Bench): void {
  const note = (key: string, id: NoteId, ...of: readonly Value[]) =>
    bench.fields.push({ key, verdict: 'accepted', note: [id, ...of] })
  if (isSet(bench, MIN_ISR) && number(bench, MIN_ISR) > REPLICAS)
    note(MIN_ISR, from(bench, '3.7.0') ? 'counts as replicas' : 'more than replicas', REPLICAS)
  if (isSet(bench, MIN_ISR) && number(bench, MIN_ISR) > 1 && !['all', '-1'].includes(acksIn(bench)))
    note(MIN_ISR, 'only with all', acksIn(bench))
  const isUnclean = isSet(bench, UNCLEAN) && wordOf(bench, UNCLEAN) === 'true'
  if (isUnclean && from(bench, '3.0.0') && !from(bench, '3.9.0')) note(UNCLEAN, 'not with KRaft')
}

/** The acks in force. */
const acksIn = (bench: Bench): string => wordOf(bench, ACKS)

function applyRules(bench: Bench): void {
  if (bench.component === 'topic') {
    lagOutlastsFetch(bench)
    uselessForReplication(bench)
    return
  }
  deprecatedWins(bench)
  maximumFollows(bench)
  if (knows(bench, RECONNECT_MAX)) constantWait(bench, 'reconnect', RECONNECT, RECONNECT_MAX)
  if (knows(bench, SETUP)) constantWait(bench, 'setup', SETUP, SETUP_MAX)
  if (knows(bench, RETRY_MAX)) constantWait(bench, 'retry', RETRY, RETRY_MAX)
  deliveryCoversAttempt(bench)
  idempotenceAsks(bench)
  callCoversRequest(bench)
  requestOutlastsSession(bench)
  heartbeatWithinSession(bench)
  if (knows(bench, SETUP)) setupUnchecked(bench, SETUP)
  if (knows(bench, DRAFT_SETUP)) setupUnchecked(bench, DRAFT_SETUP)
  if (isSet(bench, DNS) && bench.given[DNS] === 'default' && from(bench, '2.6.0')) bench.warns.push('deprecated')
}

/** What a client or controller of a release or draft makes of a set of properties: of each key by itself, then the rules across settings. */
export function rulesOn(kafka: string, properties: Properties, component: Component = 'producer'): Rules {
  const fields = Object.entries(properties).map(([key, value]): RuledField => {
    const row = settingOf(kafka, key, component)
    return row ? rulingOfValue(row, value) : { key, verdict: 'unknown' as const, note: ['unknown'] as const }
  })
  const bench: Bench = { kafka, component, given: properties, fields, effective: {}, constant: {}, warns: [] }
  if (!fields.some(({ verdict }) => verdict === 'rejected')) applyRules(bench)
  const { effective, constant, warns } = bench
  const adjusted = Object.keys(effective).length > 0
  const rejected = fields.some(({ verdict }) => verdict === 'rejected')
  return {
    verdict: rejected ? 'rejected' : adjusted ? 'accepted-adjusted' : 'accepted',
    fields,
    effective,
    constant,
    warns: [...new Set(warns)],
  }
}

/** The properties that a configuration sets. */
export const propertiesOf = (config: Config, component: Component = 'producer'): Properties => config[component] ?? {}

/** `changed from 2000`; one that is given as it is anyway is not changed. */
const changedFrom = (usual: Value, value: Value): string =>
  value === usual ? 'given, as its default' : `changed from ${typeof usual === 'number' ? grouped(usual) : usual}`

/** A setting's value in a variant, and where it comes from. */
export type ValueInForce = {
  readonly key: string
  readonly value: Value
  /** `default of Kafka 2.7`, `changed from 2000`, or the setting and rule that Kafka lets decide. */
  readonly origin: string
  readonly default: Value
  /** The variant itself sets it. */
  readonly changed: boolean
  readonly rule?: RuledField['rule']
}

/** The value that Kafka works with in a variant, undefined where the release has no such setting. A refused value is shown as it is. */
export function valueInForce(
  variant: Pick<Variant, 'kafka' | 'config'>,
  key: string,
  component: Component = 'producer',
): ValueInForce | undefined {
  const row = settingOf(variant.kafka, key, component)
  if (!row) return undefined
  const given = propertiesOf(variant.config, component)
  const changed = Object.hasOwn(given, key)
  const adjusted = rulesOn(variant.kafka, given, component).fields.find(
    (field) => field.key === key && field.verdict === 'adjusted',
  )
  const { value = changed ? (given[key] ?? row.default) : row.default, rule, note } = adjusted ?? {}
  const origin = rule
    ? `decided by ${rule === 'KIP-19' ? note?.[1] : deciderOf(key, rule)} (rule ${rule})`
    : changed
      ? changedFrom(row.default, value)
      : defaultOrigin(variant.kafka)
  return { key, value, origin, default: row.default, changed, ...(rule && { rule }) }
}

/** Which setting decides in place of this one. */
function deciderOf(key: string, rule: Exclude<RuledField['rule'], 'KIP-19' | undefined>): string {
  if (rule === 'X1') return RECONNECT
  if (rule === 'X5') return REQUEST
  if (rule === 'X2') return key === LINGER ? 'the largest int' : `${LINGER} + ${REQUEST}`
  if (rule === 'X6') return key === IDEMPOTENCE ? [RETRIES, ACKS, IN_FLIGHT].join(', ') : IDEMPOTENCE
  const pairs = [
    [RECONNECT, RECONNECT_MAX],
    [SETUP, SETUP_MAX],
    [RETRY, RETRY_MAX],
  ]
  return pairs.flatMap(([base, max]) => (key === base ? [max] : key === max ? [base] : []))[0] ?? key
}

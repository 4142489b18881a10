// One text, typed into one field: the value it stands for, or what is wrong with it. The bounds of every number of a scenario.

import type { Problem } from './problem.ts'
import { releaseName } from './releases.ts'
import { propertiesOf } from './rulings.ts'
import type { Variant } from './scenario.ts'
import { type Component, limits, type Value } from './scenario.ts'
import { settingAnywhere, whereFound } from './settingForms.ts'
import { FETCH_WAIT_MAX, type SettingRow, settingOf } from './settings.ts'
import { type FieldVerdict, rulingOn, verdictOn } from './verdicts.ts'

export type Bounds = {
  readonly min: number
  readonly max: number
  readonly unit: 'ms' | 'bytes' | ''
  readonly name: string
}

const length = (name: string, min: number, max: number): Bounds => ({ name, min, max, unit: 'ms' })
const count = (name: string, min: number, max: number): Bounds => ({ name, min, max, unit: '' })

/** The numbers of a scenario that are no setting of Kafka's, by field. */
export const fieldBounds = {
  seed: count('The seed', 0, limits.seed),
  until: length('The end of the run', 1, limits.untilMs),
  nodes: count('The number of brokers', 1, limits.nodes),
  voters: count('The number of voters', 1, limits.voters),
  addresses: count('The number of addresses', 1, limits.addresses),
  latency: length('The latency', 0, limits.latencyMs),
  service: length('The service time', 0, limits.serviceMs),
  synRetries: count('tcp_syn_retries', 1, limits.syns),
  linearTimeouts: count('tcp_syn_linear_timeouts', 0, limits.syns),
  rtoMax: length('tcp_rto_max_ms', 1000, 120_000),
  dataRetries: count('tcp_retries2', 0, 255),
  userTimeout: length('TCP_USER_TIMEOUT', 0, limits.kernelMs),
  // The kernel counts these two in seconds.
  keepaliveIdle: length('tcp_keepalive_time', 1000, limits.kernelMs),
  keepaliveInterval: length('tcp_keepalive_intvl', 1000, limits.kernelMs),
  keepaliveProbes: count('tcp_keepalive_probes', 1, limits.syns),
  wheelPhase: count('The phase of the timer wheel', 0, 4095),
  giveUpAfter: length('The length of an attempt', 1, limits.untilMs),
  faultAt: length('The start of a fault', 0, limits.untilMs),
  faultUntil: length('The end of a fault', 1, limits.untilMs),
  faultNode: count('The node of a fault', 0, limits.nodes - 1),
  faultAddress: count('The address', 1, limits.addresses),
  slower: length('The extra latency', 1, limits.slowerMs),
  nth: count('The number of the message', 1, limits.nth),
  peer: count('The other node of a fault', 0, limits.nodes - 1),
  toldAfter: length('The time until the sender is told', 0, limits.untilMs),
  linkNode: count('The node of a link', 0, limits.nodes - 1),
  fault: count('The fault', 0, limits.faults - 1),
  faultPartition: count('The partition of a fault', 0, limits.partitions - 1),
  partitions: count('The number of partitions', 1, limits.partitions),
  recordsPerBatch: count('The number of records in a batch', 1, limits.recordsPerBatch),
  recordSize: { name: 'The size of a record', min: 1, max: limits.recordSize, unit: 'bytes' },
  metadataLag: length('The age of metadata', 0, limits.untilMs),
  callAt: length('The instant of a call', 0, limits.untilMs),
  callPartition: count('The partition of a record', 0, limits.partitions - 1),
  callCount: count('The number of records', 1, limits.records),
  callEvery: length('The time between two records', 0, limits.untilMs),
  closeTimeout: length('The timeout of close()', 0, limits.untilMs),
} as const satisfies { readonly [field: string]: Bounds }

export type FieldName = keyof typeof fieldBounds

/** What a text stands for. `note`: Kafka takes it, and this is what it makes of it. */
export type Parsed<T> = { readonly value: T; readonly note?: string } | { readonly problem: Problem }

/** Nobody types a longer number. */
const TEXT_LENGTH = 64

const shown = (bounds: Bounds, n: number): string => (bounds.unit === '' ? String(n) : `${n} ${bounds.unit}`)

/** `from 0 to 60000 ms`. */
const rangeOf = (bounds: Bounds): string => `from ${bounds.min} to ${shown(bounds, bounds.max)}`

/** `Any whole number from 0 to 60000 ms.` */
export const boundsHint = (field: FieldName): string => `Any whole number ${rangeOf(fieldBounds[field])}.`

/** What is wrong with a number in a field, undefined: nothing. */
export function outOfBounds(bounds: Bounds, n: number, path: string): Problem | undefined {
  const hint = `Any whole number ${rangeOf(bounds)}.`
  const { name, min, max } = bounds
  if (!Number.isFinite(n)) return { path, what: `${name} must be a number.`, hint }
  if (!Number.isInteger(n))
    return { path, what: `${name} is counted in whole ${bounds.unit === 'ms' ? 'milliseconds' : 'numbers'}.`, hint }
  if (n < 0 && min >= 0) return { path, what: `${name} cannot be negative.`, hint }
  if (n < min) return { path, what: `${name} must be at least ${shown(bounds, min)}.`, hint }
  if (n > max) return { path, what: `${name} can be at most ${shown(bounds, max)}.`, hint }
  return undefined
}

const units: { readonly [unit: string]: number } = { ms: 1, s: 1000, sec: 1000, m: 60_000, min: 60_000, h: 3_600_000 }

/** A number that somebody seems to mean who writes `30 000`, `30,000` or `30 s`: as digits, undefined where it is anyone's guess. */
function meant(text: string): string | undefined {
  if (/^[+-]?\d{1,3}([ ,_'\u00a0\u202f]\d{3})+$/.test(text)) return text.replace(/[^\d-]/g, '')
  const [, digits, unit] = /^(\d+(?:\.\d+)?) *([a-z]+)$/i.exec(text) ?? []
  const factor = unit === undefined ? undefined : units[unit.toLowerCase()]
  return factor === undefined ? undefined : String(Math.round(Number(digits) * factor))
}

/** A number in a text, or what is wrong with the text. */
function numberIn(text: string, path: string, name: string): number | Problem {
  const hint = 'Write a whole number, digits only.'
  if (text.length > TEXT_LENGTH) return { path, what: `${name}: this text is too long for a number.`, hint }
  const trimmed = text.trim()
  if (trimmed === '') return { path, what: `${name} is empty.`, hint }
  if (/^[+-]?\d+$/.test(trimmed)) return Number(trimmed)
  const guess = meant(trimmed)
  const better = guess === undefined ? hint : `Write ${guess}, if that is what you mean.`
  if (/^[+-]?\d*\.\d+$/.test(trimmed)) return { path, what: `${name} must be whole, without a fraction.`, hint: better }
  return { path, what: `${name}: this is not a number.`, hint: better }
}

/** A text typed into a field of the world. */
export function parseField(field: FieldName, text: string, path: string = field): Parsed<number> {
  const bounds = fieldBounds[field]
  const n = numberIn(text, path, bounds.name)
  if (typeof n !== 'number') return { problem: n }
  const problem = outOfBounds(bounds, n, path)
  return problem ? { problem } : { value: n }
}

/** `Any whole number from 0 on.` */
export function rangeHint(row: SettingRow): string {
  if (row.words)
    return `One of ${row.words.join(', ')}${row.orInteger && row.component === 'topic' ? ', or a number of replicas' : ''}.`
  if (row.max !== undefined) return `Any whole number from ${row.min ?? -row.max - 1} to ${row.max}.`
  return row.min === undefined ? 'Any whole number.' : `Any whole number from ${row.min} on.`
}

/** A setting's value as Kafka and the lab take it, or what is wrong with it. */
export function settingProblem(row: SettingRow, value: Value, path: string): Problem | undefined {
  const { says, verdict } = verdictOn(row, value)
  if (verdict === 'rejected') return { path, what: says, hint: rangeHint(row), kafka: 'refuses' }
  // In the requests lab nobody could tell one number from another; a partition of the replication lab counts its replicas.
  if (row.orInteger && row.component !== 'topic' && !row.words?.includes(String(value).trim())) {
    const what = 'Kafka itself would take this number, and wait for so many replicas.'
    return { path, what, hint: `The lab shows ${rangeHint(row).replace(/^O/, 'o')}`, kafka: 'accepts' }
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return tooLargeForTheLab(path)
  const least = leastOf(row)
  if (least === undefined || Number(value) >= least.value) return undefined
  const what = `Kafka itself would take this number; ${least.because}.`
  return { path, what, hint: `The lab shows any from ${least.value} on.`, kafka: 'accepts' }
}

type Least = { readonly value: number; readonly because: string }

/** Least values that the lab shows of a client's settings, where Kafka checks none. */
const leastOfClient: { readonly [key: string]: Least } = {
  // It expires when now is not before its deadline, so with 0 in the poll that sends it.
  'request.timeout.ms': { value: 1, because: 'with 0 each request would time out in the poll that sends it' },
  // Object.wait takes 0 for ever, and throws below it (fixed by KAFKA-1836).
  'metadata.fetch.timeout.ms': {
    value: 1,
    because: 'with 0 send() would wait for ever, and below 0 it throws at once (KAFKA-1836)',
  },
}

/** To 4.0 no validator stands before the timers of a quorum (KAFKA-18837). */
const leastOfQuorum: Least = {
  value: 0,
  because: 'below 0 it starts no timer: whoever builds one throws an IllegalArgumentException, and its thread ends',
}

/** And where nothing stands before what decides over a partition. */
const leastOfPartition: { readonly [key: string]: Least } = {
  // KafkaApis.handleProduceRequest of 0.8.
  'request.required.acks': { value: -1, because: 'every number below 0 means the same as -1' },
  'replica.lag.max.messages': { value: 0, because: 'below 0 a follower that lacks nothing is dropped at every look' },
}

function leastOf({ key, component, min }: SettingRow): Least | undefined {
  if (min !== undefined) return undefined
  if (component === 'topic') return leastOfPartition[key]
  return component === 'controller' ? leastOfQuorum : leastOfClient[key]
}

function tooLargeForTheLab(path: string): Problem {
  const what = 'Kafka itself would take this number; the lab counts milliseconds exactly only up to 9007199254740991.'
  return { path, what, hint: 'Any smaller number beyond a day is as good as endless here.', kafka: 'accepts' }
}

/** The problem of a setting that a release does not have. */
export function notInRelease(kafka: string, key: string, path: string, component?: Component): Problem {
  const row = settingAnywhere(key, component)
  const what = row
    ? `${key} is not in ${releaseName(kafka)}: ${whereFound(key, component)}.`
    : `This lab has no setting of that name.`
  const hint = row ? 'Take it out, or pick a release that has it.' : 'Settings are named as in Kafka, letter by letter.'
  return { path, what, hint }
}

/**
 * A text typed into a settings field of a variant. Everything that Kafka takes is a value, however odd; the note then says what Kafka
 * makes of it. Nothing of the variant is changed.
 */
export function parseSetting(
  variant: Pick<Variant, 'kafka' | 'config'>,
  key: string,
  text: string,
  path: string = key,
  component: Component = 'producer',
): Parsed<Value> {
  const row = settingOf(variant.kafka, key, component)
  if (!row) return { problem: notInRelease(variant.kafka, key, path, component) }
  const value = row.words ? wordIn(row, text) : numberIn(text, path, key)
  // Text that is no number, too: ConfigDef.parseType.
  if (typeof value === 'object') return { problem: { ...value, kafka: 'refuses' } }
  const problem = settingProblem(row, exact(row, text, value), path)
  if (problem) return { problem }
  const given = { ...propertiesOf(variant.config, component), [key]: value }
  const { fields } = rulingOn(variant.kafka, given, component)
  return withNote(key, value, fields, path)
}

/** What would be right where Kafka refuses a value because of others. */
export function refusalHint({ refusal, key }: Pick<FieldVerdict, 'refusal' | 'key'>): string {
  if (refusal === 'ordering') return `Any whole number from ${FETCH_WAIT_MAX} on.`
  if (refusal === 'X3') return 'Choose a larger value, or lower session.timeout.ms or fetch.max.wait.ms.'
  if (refusal === 'X4') return 'Let heartbeat.interval.ms be lower than session.timeout.ms.'
  if (refusal === 'X5') return 'Choose a larger value, or lower request.timeout.ms.'
  if (refusal === 'X2') return 'Choose a larger value, or lower linger.ms or request.timeout.ms.'
  if (refusal === 'X6' && key !== 'max.in.flight.requests.per.connection')
    return 'Choose another value, or set enable.idempotence to false.'
  return 'Choose a smaller value.'
}

/** The word as Kafka's documentation spells it, or the text as it is. */
function wordIn(row: SettingRow, text: string): string {
  const trimmed = text.slice(0, TEXT_LENGTH).trim()
  return row.words?.find((word) => word === trimmed || (row.anyCase && word === trimmed.toLowerCase())) ?? trimmed
}

/** Where a number is larger than a double holds exactly, Kafka's verdict is on its digits. */
const exact = (row: SettingRow, text: string, value: Value): Value =>
  !row.words && typeof value === 'number' && !Number.isSafeInteger(value) ? text.trim() : value

function withNote(key: string, value: Value, fields: readonly FieldVerdict[], path: string): Parsed<Value> {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return { problem: tooLargeForTheLab(path) }
  const own = fields.filter((field) => field.key === key && field.says !== '')
  const rejected = own.find((field) => field.verdict === 'rejected')
  if (rejected) return { problem: { path, what: rejected.says, hint: refusalHint(rejected), kafka: 'refuses' } }
  const others = fields.filter((field) => field.key !== key && field.rule === 'X1')
  const note = [...own, ...others].map(({ says }) => says).join(' ')
  return note === '' ? { value } : { value, note }
}

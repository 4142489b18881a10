// What Kafka would say to a set of properties, in sentences for a person.

import type { Problem } from './problem.ts'
import { releaseName } from './releases.ts'
import {
  type NoteId,
  type Properties,
  propertiesOf,
  type RuledField,
  type Rules,
  rulesOn,
  rulingOfValue,
} from './rulings.ts'
import { type Component, componentOf, type Scenario, type Value } from './scenario.ts'
import { settingAnywhere, whereFound } from './settingForms.ts'
import { clientMissing, type SettingRow, settingPath } from './settings.ts'

export type FieldVerdict = RuledField & {
  /** One sentence for a person; empty where there is nothing to say. */
  readonly says: string
}

export type Ruling = Omit<Rules, 'fields'> & { readonly fields: readonly FieldVerdict[] }

const whatIdempotenceNeeds: { readonly [key: string]: string } = {
  retries: 'Kafka refuses 0 with enable.idempotence=true: idempotence needs retries.',
  acks: 'Kafka refuses all but acks=all with enable.idempotence=true.',
  'max.in.flight.requests.per.connection': 'Kafka refuses more than 5 with enable.idempotence=true.',
}

const whatSwitchesItOff: { readonly [key: string]: string } = {
  retries: 'With 0, Kafka switches idempotence off without a word.',
  acks: 'With less than all, Kafka switches idempotence off without a word.',
  'max.in.flight.requests.per.connection': 'With more than 5, Kafka switches idempotence off and logs a warning.',
}

const attempt = 'linger.ms + request.timeout.ms'

/** Complete by its type: what there is to say has a sentence. */
const sentences: { readonly [id in Exclude<NoteId, 'unknown'>]: (...of: readonly Value[]) => string } = {
  'not in list': (words) => `Kafka takes only ${words} here.`,
  'not a number': () => 'To Kafka this is not a number.',
  'too large': (type, end) => `To Kafka this is not a number of type ${type}: it ends at ${end}.`,
  'below minimum': (min) => `Kafka refuses less than ${min}.`,
  'maximum follows': (base, value) =>
    `Follows ${base}, which is set: ${value}, so the backoff neither grows nor varies.`,
  replaced: (key, value) => `Replaced by ${key}, which is set: ${value}. Kafka logs that it is deprecated.`,
  'delivery too short': (sum) => `Kafka refuses less than ${attempt}, which is ${sum}: one attempt must fit in.`,
  'delivery raised': (sum) => `Raised to ${attempt}, ${sum}, and Kafka logs a warning.`,
  'raises delivery': (sum) => `Kafka raises delivery.timeout.ms to ${sum} with it, so that one attempt fits in.`,
  'linger capped': (max) => `Kafka works with ${max}, the largest int.`,
  'idempotence needs': (key) => whatIdempotenceNeeds[String(key)] ?? '',
  'idempotence is on': () => 'Kafka refuses more than 5: idempotence, which is on by default, needs no more.',
  'follows idempotence': (value) => `Follows enable.idempotence, which is set: ${value}.`,
  'switched off': (by, warned) => `Switched off by ${by}${warned ? ', and Kafka logs a warning' : ', without a word'}.`,
  'switches off': (key) => whatSwitchesItOff[String(key)] ?? '',
  // The raw reconnect backoff stays the step in which the metadata loop looks, whatever bounds the backoff itself.
  'constant wait': (max, base, value, winner, tick) =>
    `Kafka takes ${max} below ${base}: the wait is always ${value} ms, as ${winner} says, without jitter.${tick === undefined ? '' : ` The metadata loop still looks every ${tick} ms.`}`,
  'setup unchecked': () =>
    'Kafka takes it as it is: each attempt is closed at the first look that finds it older than that, before an answer may come.',
  'request too short': (longest) =>
    `A consumer to 1.1 refuses ${longest} and less: it must be longer than session.timeout.ms and fetch.max.wait.ms.`,
  'heartbeat too long': (heartbeat, session) => `Kafka refuses it: ${heartbeat} must be lower than ${session}.`,
  'call too short': (request) =>
    `Kafka refuses less than request.timeout.ms, which is ${request}: one attempt must fit in.`,
  'call raised': (request) => `Raised to request.timeout.ms, ${request}, and Kafka logs a warning.`,
  'lag below wait': (wait) => `A broker does not start with less than replica.fetch.wait.max.ms, which is ${wait}.`,
  'more than replicas': (replicas) =>
    `Kafka takes it, and checks it against no replication factor: with ${replicas} replicas every write with acks=all is refused, NOT_ENOUGH_REPLICAS.`,
  'counts as replicas': (replicas) =>
    `Kafka takes it, and works with ${replicas}, as many as there are replicas (KAFKA-15583).`,
  'only with all': (acks) => `It counts only with acks=all: with acks=${acks} nothing is refused for it.`,
  'not with KRaft': () =>
    'With ZooKeeper it counts; a KRaft controller before 3.9 takes it and never elects uncleanly.',
  'raises call': (request) => `Kafka raises default.api.timeout.ms to ${request} with it, so that one attempt fits in.`,
}

function unknownSays(kafka: string, key: string, component: Component): string {
  const found = settingAnywhere(key, component) ? whereFound(key, component) : 'this lab knows no release that has it'
  return `${releaseName(kafka)} does not know this setting (${found}): it logs a warning and goes on without it.`
}

/** What there is to say of a field, in a sentence; empty: nothing. */
function saysOf(kafka: string, { note, key }: RuledField, component: Component = 'producer'): string {
  const [id, ...of] = note ?? []
  if (id === undefined) return ''
  return id === 'unknown' ? unknownSays(kafka, key, component) : sentences[id](...of)
}

const said = (kafka: string, field: RuledField, component?: Component): FieldVerdict => ({
  ...field,
  says: saysOf(kafka, field, component),
})

/** What Kafka says to one value by itself. */
export const verdictOn = (row: SettingRow, value: Value): FieldVerdict => said('', rulingOfValue(row, value))

/** What a client of a release or draft says to a set of properties. Each key's first refusal is said; rules across settings follow. */
export function rulingOn(kafka: string, properties: Properties, component: Component = 'producer'): Ruling {
  const rules = rulesOn(kafka, properties, component)
  return { ...rules, fields: rules.fields.map((field) => said(kafka, field, component)) }
}

/** What Kafka refuses of a question. Each field is sound by itself; a release may still refuse what stood in another. */
export function refusalsOf({ variants, world }: Scenario): Problem[] {
  const component = componentOf(world.workload)
  return variants.flatMap(({ kafka, config, name }, variant): Problem[] => {
    const missing = clientMissing(kafka, component)
    if (missing) return [{ path: `variants.${variant}.kafka`, ...missing }]
    return rulingOn(kafka, propertiesOf(config, component), component)
      .fields.filter(({ verdict }) => verdict === 'rejected')
      .map(({ key, says }) => ({
        path: settingPath(variant, key, component),
        what: `${name}: ${key}: ${says}`,
        hint: 'Change it, or pick another release.',
        kafka: 'refuses' as const,
      }))
  })
}

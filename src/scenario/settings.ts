// The one table of settings: the form, the parser, the verdicts, the compiler and the link all read it. What a release says about a
// key is recorded (settingsData.ts); what it is for, and what the lab makes of it, is said in settingTexts.ts.

import { isAfter, isFrom, type NamedRelease, namedRelease, quorumReleases, releases } from './releases.ts'
import { type Component, components, type Problem, type Scenario, type Value } from './scenario.ts'
import { controllerSettings, otherClients, producerSettings, type Range, unchecked } from './settingsData.ts'

/** Settings that people turn together stand together. */
export type SettingGroup =
  | 'connection setup'
  | 'reconnect'
  | 'requests'
  | 'caller'
  | 'metadata'
  | 'recovery'
  | 'names'
  | 'delivery'
  | 'quorum'
  | 'memory'

type Lab = Scenario['lab']

/** A key as one release has it. */
export type SettingRow = {
  readonly key: string
  readonly component: Component
  readonly group: SettingGroup
  readonly type: Range['type']
  readonly unit: 'ms' | 'bytes' | 'requests' | 'retries' | 'word'
  /** Of a boolean: the word, true or false. */
  readonly default: Value
  /** Least and greatest value that Kafka takes; absent: only the type bounds it. */
  readonly min?: number
  /** Least value that the lab shows, where Kafka takes less. */
  readonly least?: { readonly value: number; readonly because: string }
  readonly max?: number
  readonly words?: readonly string[]
  /** Words are compared without regard to case. */
  readonly anyCase: boolean
  /** Kafka takes any whole number, too, beside the words. */
  readonly orInteger?: true
  /** The ends of a slider; a field takes more. */
  readonly slider: readonly [from: number, to: number]
  /** Hardly anyone turns it: to be folded away. */
  readonly rare: boolean
  /** First and last release that has it at all; `until` is absent where it is still there. */
  readonly since: string
  readonly until?: string
  readonly deprecated: boolean
  /** The labs whose runs depend on it. */
  readonly labs: readonly Lab[]
}

/** The largest int; Kafka reads a larger one as no number at all. */
export const INT_MAX = 2_147_483_647

/** The newest release that the recordings know. A setting that is there has no end. */
const NEWEST = '4.4.0'

type Description = Pick<SettingRow, 'group' | 'unit' | 'slider'> & {
  readonly rare?: true
  /** Absent: both of a client. */
  readonly labs?: readonly Lab[]
}

const clientLabs: readonly Lab[] = ['client', 'requests']
const ofRecords = { labs: ['requests'] } as const
const ofQuorum = { group: 'quorum', unit: 'ms', labs: ['quorum'] } as const

const MINUTE = 60_000
const noSlider = [0, 0] as const

const table = {
  'socket.connection.setup.timeout.ms': {
    group: 'connection setup',
    unit: 'ms',
    slider: [100, 2 * MINUTE],
  },
  'socket.connection.setup.timeout.max.ms': {
    group: 'connection setup',
    unit: 'ms',
    slider: [100, 5 * MINUTE],
  },
  'connections.setup.timeout.ms': {
    group: 'connection setup',
    unit: 'ms',
    slider: [100, 2 * MINUTE],
  },
  'reconnect.backoff.ms': {
    group: 'reconnect',
    unit: 'ms',
    slider: [0, 10_000],
  },
  'reconnect.backoff.max.ms': {
    group: 'reconnect',
    unit: 'ms',
    slider: [0, MINUTE],
  },
  'request.timeout.ms': {
    group: 'requests',
    unit: 'ms',
    slider: [100, 5 * MINUTE],
  },
  'max.in.flight.requests.per.connection': {
    group: 'requests',
    unit: 'requests',
    slider: [1, 20],
    rare: true,
  },
  'max.block.ms': {
    group: 'caller',
    unit: 'ms',
    slider: [100, 5 * MINUTE],
  },
  'metadata.fetch.timeout.ms': {
    group: 'caller',
    unit: 'ms',
    slider: [100, 5 * MINUTE],
  },
  'timeout.ms': {
    group: 'requests',
    unit: 'ms',
    slider: [100, 5 * MINUTE],
    rare: true,
  },
  'retry.backoff.ms': {
    group: 'metadata',
    unit: 'ms',
    slider: [0, 10_000],
  },
  'retry.backoff.max.ms': {
    group: 'metadata',
    unit: 'ms',
    slider: [0, MINUTE],
    rare: true,
  },
  'metadata.max.age.ms': {
    group: 'metadata',
    unit: 'ms',
    slider: [1_000, 10 * MINUTE],
  },
  'metadata.recovery.strategy': {
    group: 'recovery',
    unit: 'word',
    slider: noSlider,
    rare: true,
  },
  'metadata.recovery.rebootstrap.trigger.ms': {
    group: 'recovery',
    unit: 'ms',
    slider: [0, 10 * MINUTE],
    rare: true,
  },
  'client.dns.lookup': {
    group: 'names',
    unit: 'word',
    slider: noSlider,
    rare: true,
  },
  'delivery.timeout.ms': {
    group: 'delivery',
    unit: 'ms',
    slider: [100, 5 * MINUTE],
    ...ofRecords,
  },
  retries: {
    group: 'delivery',
    unit: 'retries',
    slider: [0, 20],
    ...ofRecords,
  },
  'linger.ms': {
    group: 'delivery',
    unit: 'ms',
    slider: [0, 10_000],
    ...ofRecords,
  },
  acks: {
    group: 'delivery',
    unit: 'word',
    slider: noSlider,
    ...ofRecords,
  },
  'enable.idempotence': {
    group: 'delivery',
    unit: 'word',
    slider: noSlider,
    ...ofRecords,
  },
  'controller.quorum.fetch.timeout.ms': { ...ofQuorum, slider: [0, 10_000] },
  'controller.quorum.election.timeout.ms': { ...ofQuorum, slider: [0, 10_000] },
  'controller.quorum.election.backoff.max.ms': { ...ofQuorum, slider: [0, 10_000] },
  'controller.quorum.request.timeout.ms': { ...ofQuorum, slider: [0, 10_000] },
  'controller.quorum.retry.backoff.ms': { ...ofQuorum, slider: [0, 1000], rare: true },
  'controller.quorum.append.linger.ms': { ...ofQuorum, slider: [0, 1000], rare: true },
  'default.api.timeout.ms': {
    group: 'caller',
    unit: 'ms',
    slider: [100, 5 * MINUTE],
    ...ofRecords,
  },
  'session.timeout.ms': {
    group: 'caller',
    unit: 'ms',
    slider: [100, 5 * MINUTE],
    rare: true,
    ...ofRecords,
  },
  'heartbeat.interval.ms': {
    group: 'caller',
    unit: 'ms',
    slider: [100, MINUTE],
    rare: true,
    ...ofRecords,
  },
  'fetch.max.wait.ms': {
    group: 'caller',
    unit: 'ms',
    slider: [0, MINUTE],
    rare: true,
    ...ofRecords,
  },
  'buffer.memory': {
    group: 'memory',
    unit: 'bytes',
    slider: [0, 67_108_864],
    ...ofRecords,
  },
  'batch.size': {
    group: 'memory',
    unit: 'bytes',
    slider: [0, 1_048_576],
    ...ofRecords,
  },
  'block.on.buffer.full': {
    group: 'memory',
    unit: 'word',
    slider: noSlider,
    rare: true,
    ...ofRecords,
  },
} satisfies { readonly [key: string]: Description }

/** A key that the lab knows. */
export type SettingKey = keyof typeof table

const descriptions: { readonly [key: string]: Description } = table

/** The draft's own setting. Its text says no more than the default; like its shipped successor it has no validator here. */
const draftRange: Range = { from: '2.6.0', to: '2.6.0', type: 'long', default: 10_000 }
const DRAFT_KEY = 'connections.setup.timeout.ms'

/** What the draft of KIP-19 adds to the settings of 0.8.2. */
const draftRequestTimeout: Range = { from: '0.8.2.2', to: '0.8.2.2', type: 'int', default: 30_000 }
const REQUEST_KEY = 'request.timeout.ms'

/** It expires when now is not before its deadline, so with 0 in the poll that sends it. */
const leastRequest = { value: 1, because: 'with 0 each request would time out in the poll that sends it' }

const own = (table: { readonly [key: string]: readonly Range[] }, key: string): readonly Range[] =>
  Object.hasOwn(table, key) ? (table[key] ?? []) : []

function rangesOf(key: string, component: Component): readonly Range[] {
  if (key === DRAFT_KEY) return [draftRange]
  if (component === 'controller') return own(controllerSettings, key)
  if (component === 'producer') return own(producerSettings, key)
  const client = otherClients[component]
  return client.shared.includes(key) ? own(producerSettings, key) : own(client.own, key)
}

/** The releases that a component is offered of. */
const releasesWith = (component: Component): readonly NamedRelease[] =>
  component === 'controller' ? quorumReleases : releases

/** True where a release has such a component at all: a consumer since 0.9, an admin client since 0.11. */
export const hasClient = (release: NamedRelease, component: Component): boolean =>
  component === 'producer' || component === 'controller' || isFrom(release, otherClients[component].since)

/** What is wrong with asking for such a client of a release, undefined where it has one. */
export function clientMissing(kafka: string, component: Component): Pick<Problem, 'what' | 'hint'> | undefined {
  const release = namedRelease(kafka)
  if (!release || hasClient(release, component)) return undefined
  const first = releases.find((each) => !each.draft && hasClient(each, component))
  const client = component === 'admin' ? 'admin client' : 'Java consumer of this kind'
  return { what: `${release.name} has no ${client}.`, hint: `Pick ${first?.name ?? 'a later release'} or a later one.` }
}

const holds = (range: Pick<Range, 'from' | 'to'>, release: NamedRelease): boolean =>
  isFrom(release, range.from) && !isAfter(release, range.to)

const FETCH_KEY = 'metadata.fetch.timeout.ms'

/** Object.wait takes 0 for ever, and throws below it (fixed by KAFKA-1836). */
const leastFetch = {
  value: 1,
  because: 'with 0 send() would wait for ever, and below 0 it throws at once (KAFKA-1836)',
}

/** To 4.0 no validator stands before the timers (KAFKA-18837). */
const leastOfQuorum = {
  value: 0,
  because: 'below 0 it starts no timer: whoever builds one throws an IllegalArgumentException, and its thread ends',
}

/** Deprecated settings of 0.9 that replace their successor where they are set (KIP-19), by that. */
export const replaces: { readonly [key: string]: string } = {
  [FETCH_KEY]: 'max.block.ms',
  'timeout.ms': 'request.timeout.ms',
  'block.on.buffer.full': 'max.block.ms',
}

/** Setting them at all has an effect, be it to their default: others follow (X1), or Kafka refuses what it would have adjusted (X2, X6). */
const countWhenSet = ['reconnect.backoff.ms', 'delivery.timeout.ms', 'enable.idempotence', 'default.api.timeout.ms']

/** Setting it at all has an effect, be it to its default (X1, X2, X6, KIP-19). */
export const countsWhenSet = ({ key, deprecated }: SettingRow): boolean => countWhenSet.includes(key) || deprecated

const isDraftRequest = (key: string, release: NamedRelease): boolean =>
  key === REQUEST_KEY && release.draft && holds(draftRequestTimeout, release)

function rowOf(key: string, release: NamedRelease, component: Component): SettingRow | undefined {
  if (key === DRAFT_KEY && (!release.draft || component === 'controller')) return undefined
  if (!hasClient(release, component)) return undefined
  const ranges = rangesOf(key, component)
  const range = isDraftRequest(key, release) ? draftRequestTimeout : ranges.find((each) => holds(each, release))
  const description = descriptions[key]
  if (!range || !description) return undefined
  const { type, default: fallback, min, deprecated = false } = range
  const isBoolean = type === 'boolean'
  const { words, anyCase = false } = isBoolean ? booleans : range
  const isChecked = !holds(unchecked, release)
  const last = ranges.at(-1)?.to ?? NEWEST
  return {
    key,
    component,
    ...description,
    rare: description.rare ?? false,
    type,
    default: isBoolean ? String(fallback) : fallback,
    ...(isChecked && min !== undefined && { min }),
    ...(!isChecked && key === FETCH_KEY && { least: leastFetch }),
    ...(isDraftRequest(key, release) && { least: leastRequest }),
    ...(component === 'controller' && min === undefined && { least: leastOfQuorum }),
    ...(type === 'int' && { max: INT_MAX }),
    ...(words && { words }),
    anyCase,
    ...(!isChecked && key === 'acks' && { orInteger: true }),
    since: key === DRAFT_KEY ? 'KIP-601 draft' : (ranges[0]?.from ?? ''),
    ...(last !== NEWEST && key !== DRAFT_KEY && { until: last }),
    deprecated,
    labs: description.labs ?? clientLabs,
  }
}

/** Kafka reads them without regard to case (ConfigDef.parseType). */
const booleans = { words: ['true', 'false'], anyCase: true } as const

/** Every key, in the order in which a configuration is written. */
export const settingKeys: readonly string[] = Object.keys(descriptions)

/** What decides over records stands first where they are the subject. */
const firstOfRecords = [
  'delivery.timeout.ms',
  'request.timeout.ms',
  'retries',
  'default.api.timeout.ms',
  'retry.backoff.ms',
  'linger.ms',
  'max.block.ms',
  'metadata.fetch.timeout.ms',
  'acks',
  'enable.idempotence',
  'buffer.memory',
  'batch.size',
]

/** True where a setting is what a lab is about; the others stand behind it. */
export const leadsIn = (lab: Lab, key: string): boolean => lab !== 'requests' || firstOfRecords.includes(key)

/** The keys that a lab's runs depend on, in the order of its form. */
export function settingKeysOf(lab: Lab): readonly string[] {
  const first = lab === 'requests' ? firstOfRecords : []
  const others = settingKeys.filter((key) => !first.includes(key))
  return [...first, ...others].filter((key) => (descriptions[key]?.labs ?? clientLabs).includes(lab))
}

const tables = new Map<string, ReadonlyMap<string, SettingRow>>(
  components.flatMap((component) =>
    releasesWith(component).map((release) => [
      `${component} ${release.id}`,
      new Map(
        settingKeys.flatMap((key) => {
          const row = rowOf(key, release, component)
          return row ? [[key, row] as const] : []
        }),
      ),
    ]),
  ),
)

/** The settings that a client of a release or draft has, in the order of the form. None where the id is not offered. */
export const settingsOf = (kafka: string, component: Component = 'producer'): readonly SettingRow[] => [
  ...(tables.get(`${component} ${kafka}`)?.values() ?? []),
]

/** A setting as a client of a release or draft has it, undefined where it has none of that key. */
export const settingOf = (kafka: string, key: string, component: Component = 'producer'): SettingRow | undefined =>
  tables.get(`${component} ${kafka}`)?.get(key)

/** A setting as the newest release that has it, undefined where no release of the lab knows the key for such a client. */
export function settingAnywhere(key: string, component: Component = 'producer'): SettingRow | undefined {
  const newest = releasesWith(component).findLast((release) => settingOf(release.id, key, component))
  return newest && settingOf(newest.id, key, component)
}

/** Why a release lacks a key: `came with Kafka 2.7`, `only up to Kafka 0.10.2`, `only in the KIP-601 draft`. Empty where no release of the lab knows it. */
export function whereFound(key: string, component: Component = 'producer'): string {
  if (key === DRAFT_KEY) return 'only in the KIP-601 draft'
  const last = settingAnywhere(key, component)?.until
  if (last !== undefined) return `only up to Kafka ${last.split('.').slice(0, 3).join('.')}`
  const first = releasesWith(component).find((release) => !release.draft && settingOf(release.id, key, component))
  return first ? `came with ${first.name}` : ''
}

/** Where a setting of a variant stands in a scenario. */
export const settingPath = (variant: number, key: string, component: Component = 'producer'): string =>
  `variants.${variant}.config.${component}.${key}`

/** Kafka's default for a key in a release, undefined where it has none of that key. */
export const defaultOf = (kafka: string, key: string): Value | undefined => settingOf(kafka, key)?.default

/** `default of Kafka 2.7`. */
export const defaultOrigin = (kafka: string): string => {
  const release = namedRelease(kafka)
  return `default of ${release?.draft ? 'the ' : ''}${release?.name ?? kafka}`
}

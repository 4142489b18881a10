// The one table of settings: the form, the parser, the verdicts, the compiler and the link all read it. What a release says about a
// key is recorded (settingsData.ts); how the lab offers it stands in settingForms.ts, what it is for in settingTexts.ts.

import type { Problem } from './problem.ts'
import {
  isAfter,
  isFrom,
  type NamedRelease,
  namedRelease,
  quorumReleases,
  releases,
  replicationReleases,
} from './releases.ts'
import type { Component, Value } from './scenario.ts'
import {
  controllerSettings,
  otherClients,
  producerSettings,
  type Range,
  topicSettings,
  unchecked,
} from './settingsData.ts'

/** A key as one release has it. */
export type SettingRow = {
  readonly key: string
  readonly component: Component
  readonly type: Range['type']
  /** Of a boolean: the word, true or false. */
  readonly default: Value
  /** Least and greatest value that Kafka takes; absent: only the type bounds it. */
  readonly min?: number
  readonly max?: number
  readonly words?: readonly string[]
  /** Words are compared without regard to case. */
  readonly anyCase: boolean
  /** Kafka takes any whole number, too, beside the words. */
  readonly orInteger?: true
  /** The last release that has it at all; absent where it is still there. */
  readonly until?: string
  readonly deprecated: boolean
}

/** The largest int; Kafka reads a larger one as no number at all. */
export const INT_MAX = 2_147_483_647
/** The largest short. */
export const SHORT_MAX = 32_767

/** The newest release that the recordings know. A setting that is there has no end. */
const NEWEST = '4.4.0'

/** The draft's own setting. Its text says no more than the default; like its shipped successor it has no validator here. */
const draftRange: Range = { from: '2.6.0', to: '2.6.0', type: 'long', default: 10_000 }
export const DRAFT_KEY = 'connections.setup.timeout.ms'

/** What the draft of KIP-19 adds to the settings of 0.8.2. */
const draftRequestTimeout: Range = { from: '0.8.2.2', to: '0.8.2.2', type: 'int', default: 30_000 }
const ACKS_KEY = 'acks'
const REQUEST_KEY = 'request.timeout.ms'

/** A feature of the cluster, set with its metadata and not among the settings of brokers (KIP-966, KIP-1022). */
const elrFeature: readonly Range[] = [
  { from: '4.0.0', to: '4.0.2', type: 'string', default: '0', words: ['0', '1'] },
  { from: '4.1.0', to: '4.4.0', type: 'string', default: '1', words: ['0', '1'] },
]

/** replica.fetch.wait.max.ms as it comes: a broker whose lag time is shorter does not start (KafkaConfig). */
export const FETCH_WAIT_MAX = 500

type Ranges = { readonly [key: string]: readonly Range[] }

/** What was recorded of a component, and what the draft of KIP-601 adds to a client's. */
function rangesOf(component: Component): Ranges {
  if (component === 'controller') return controllerSettings
  if (component === 'topic') return { ...topicSettings, 'eligible.leader.replicas.version': elrFeature }
  const draft: Ranges = { [DRAFT_KEY]: [draftRange] }
  if (component === 'producer') return { ...producerSettings, ...draft }
  const { shared, own } = otherClients[component]
  const asProducers = Object.entries(producerSettings).filter(([key]) => shared.includes(key))
  return { ...Object.fromEntries(asProducers), ...own, ...draft }
}

/** The releases that a component is offered of. */
export const releasesWith = (component: Component): readonly NamedRelease[] =>
  component === 'controller' ? quorumReleases : component === 'topic' ? replicationReleases : releases

/** True where a release has such a component at all: a consumer since 0.9, an admin client since 0.11. */
export const hasClient = (release: NamedRelease, component: Component): boolean =>
  component === 'consumer' || component === 'admin' ? isFrom(release, otherClients[component].since) : true

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

/** Deprecated settings of 0.9 that replace their successor where they are set (KIP-19), by that. */
export const replaces: { readonly [key: string]: string } = {
  'metadata.fetch.timeout.ms': 'max.block.ms',
  'timeout.ms': 'request.timeout.ms',
  'block.on.buffer.full': 'max.block.ms',
}

/** What a setting was called where a release has none of its name: the producer of 0.8.1 was another one (kafka.producer.ProducerConfig). */
export const formerNames: { readonly [key: string]: string } = { [ACKS_KEY]: 'request.required.acks' }

const isDraftRequest = (key: string, release: NamedRelease): boolean =>
  key === REQUEST_KEY && release.draft && holds(draftRequestTimeout, release)

function rowOf(
  key: string,
  ranges: readonly Range[],
  release: NamedRelease,
  component: Component,
): SettingRow | undefined {
  if (key === DRAFT_KEY && !release.draft) return undefined
  const range = isDraftRequest(key, release) ? draftRequestTimeout : ranges.find((each) => holds(each, release))
  if (!range) return undefined
  const { type, default: fallback, min, deprecated = false } = range
  const isBoolean = type === 'boolean'
  const { words, anyCase = false } = isBoolean ? booleans : range
  // A broker checks what it is given; only the producer of 0.8.2 does not.
  const isChecked = !holds(unchecked, release) || (component === 'topic' && key !== ACKS_KEY)
  const last = ranges.at(-1)?.to ?? NEWEST
  return {
    key,
    component,
    type,
    default: isBoolean ? String(fallback) : fallback,
    ...(isChecked && min !== undefined && { min }),
    ...(type === 'int' && { max: INT_MAX }),
    ...(type === 'short' && { max: SHORT_MAX }),
    ...(words && { words }),
    anyCase,
    ...(!isChecked && key === ACKS_KEY && { orInteger: true }),
    ...(last !== NEWEST && key !== DRAFT_KEY && { until: last }),
    deprecated,
  }
}

/** Kafka reads them without regard to case (ConfigDef.parseType). */
const booleans = { words: ['true', 'false'], anyCase: true } as const

type Table = ReadonlyMap<string, SettingRow>

const none: Table = new Map()
const tables = new Map<string, Table>()

/** What a client of a release has, put together when it is first asked for. */
function tableOf(kafka: string, component: Component): Table {
  const id = `${component} ${kafka}`
  const known = tables.get(id)
  if (known) return known
  const release = releasesWith(component).find((each) => each.id === kafka)
  if (!release || !hasClient(release, component)) return none
  const rows = Object.entries(rangesOf(component)).map(([key, ranges]) => rowOf(key, ranges, release, component))
  const table: Table = new Map(rows.flatMap((row) => (row ? [[row.key, row]] : [])))
  tables.set(id, table)
  return table
}

/** A setting as a client of a release or draft has it, undefined where it has none of that key, and where the id is not offered. */
export const settingOf = (kafka: string, key: string, component: Component = 'producer'): SettingRow | undefined =>
  tableOf(kafka, component).get(key)

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

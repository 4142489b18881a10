// How the lab offers settings: in which order, in which labs, by what unit and slider, and what it says of a release that has none. Apart
// from the settings themselves, which runs take.

import { assert } from '../base/assert.ts'
import type { Component, Scenario } from './scenario.ts'
import { DRAFT_KEY, releasesWith, type SettingRow, settingOf } from './settings.ts'

type Lab = Scenario['lab']

/** How the lab offers a setting, whatever the release. */
export type SettingForm = {
  readonly unit: 'ms' | 'bytes' | 'requests' | 'retries' | 'replicas' | 'messages' | 'word'
  /** The ends of a slider; a field takes more. */
  readonly slider: readonly [from: number, to: number]
  /** Hardly anyone turns it: to be folded away. */
  readonly rare?: true
  /** The labs whose runs depend on it; absent: both of a client. */
  readonly labs?: readonly Lab[]
}

const clientLabs: readonly Lab[] = ['client', 'requests']
const ofRecords = { labs: ['requests'] } as const
const ofPartition = { labs: ['replication'] } as const
const ofQuorum = { unit: 'ms', labs: ['quorum'] } as const

const MINUTE = 60_000
const noSlider = [0, 0] as const

const table = {
  'socket.connection.setup.timeout.ms': {
    unit: 'ms',
    slider: [100, 2 * MINUTE],
  },
  'socket.connection.setup.timeout.max.ms': {
    unit: 'ms',
    slider: [100, 5 * MINUTE],
  },
  'connections.setup.timeout.ms': {
    unit: 'ms',
    slider: [100, 2 * MINUTE],
  },
  'reconnect.backoff.ms': {
    unit: 'ms',
    slider: [0, 10_000],
  },
  'reconnect.backoff.max.ms': {
    unit: 'ms',
    slider: [0, MINUTE],
  },
  'request.timeout.ms': {
    unit: 'ms',
    slider: [100, 5 * MINUTE],
  },
  'max.in.flight.requests.per.connection': {
    unit: 'requests',
    slider: [1, 20],
    rare: true,
  },
  'max.block.ms': {
    unit: 'ms',
    slider: [100, 5 * MINUTE],
  },
  'metadata.fetch.timeout.ms': {
    unit: 'ms',
    slider: [100, 5 * MINUTE],
  },
  'timeout.ms': {
    unit: 'ms',
    slider: [100, 5 * MINUTE],
    rare: true,
  },
  'retry.backoff.ms': {
    unit: 'ms',
    slider: [0, 10_000],
  },
  'retry.backoff.max.ms': {
    unit: 'ms',
    slider: [0, MINUTE],
    rare: true,
  },
  'metadata.max.age.ms': {
    unit: 'ms',
    slider: [1_000, 10 * MINUTE],
  },
  'metadata.recovery.strategy': {
    unit: 'word',
    slider: noSlider,
    rare: true,
  },
  'metadata.recovery.rebootstrap.trigger.ms': {
    unit: 'ms',
    slider: [0, 10 * MINUTE],
    rare: true,
  },
  'client.dns.lookup': {
    unit: 'word',
    slider: noSlider,
    rare: true,
  },
  'delivery.timeout.ms': {
    unit: 'ms',
    slider: [100, 5 * MINUTE],
    ...ofRecords,
  },
  retries: {
    unit: 'retries',
    slider: [0, 20],
    ...ofRecords,
  },
  'linger.ms': {
    unit: 'ms',
    slider: [0, 10_000],
    ...ofRecords,
  },
  acks: {
    unit: 'word',
    slider: noSlider,
    labs: ['requests', 'replication'],
  },
  'enable.idempotence': {
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
  'request.required.acks': { unit: 'replicas', slider: [-1, 3], ...ofPartition },
  'min.insync.replicas': { unit: 'replicas', slider: [1, 4], ...ofPartition },
  'unclean.leader.election.enable': { unit: 'word', slider: noSlider, ...ofPartition },
  'eligible.leader.replicas.version': { unit: 'word', slider: noSlider, ...ofPartition },
  'replica.lag.max.messages': { unit: 'messages', slider: [0, 6], ...ofPartition },
  'replica.lag.time.max.ms': { unit: 'ms', slider: [500, 2 * MINUTE], rare: true, ...ofPartition },
  'default.api.timeout.ms': {
    unit: 'ms',
    slider: [100, 5 * MINUTE],
    ...ofRecords,
  },
  'session.timeout.ms': {
    unit: 'ms',
    slider: [100, 5 * MINUTE],
    rare: true,
    ...ofRecords,
  },
  'heartbeat.interval.ms': {
    unit: 'ms',
    slider: [100, MINUTE],
    rare: true,
    ...ofRecords,
  },
  'fetch.max.wait.ms': {
    unit: 'ms',
    slider: [0, MINUTE],
    rare: true,
    ...ofRecords,
  },
  'buffer.memory': {
    unit: 'bytes',
    slider: [0, 67_108_864],
    ...ofRecords,
  },
  'batch.size': {
    unit: 'bytes',
    slider: [0, 1_048_576],
    ...ofRecords,
  },
  'block.on.buffer.full': {
    unit: 'word',
    slider: noSlider,
    rare: true,
    ...ofRecords,
  },
} satisfies { readonly [key: string]: SettingForm }

/** A key that the lab knows. */
export type SettingKey = keyof typeof table

const forms: { readonly [key: string]: SettingForm } = table

/** How the lab offers a key that it knows. */
export function formOf(key: string): SettingForm {
  const form = forms[key]
  assert(form !== undefined, `${key} is a setting that the lab does not offer`)
  return form
}

/** Every key, in the order in which a configuration is written. */
export const settingKeys: readonly string[] = Object.keys(forms)

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
  return [...first, ...others].filter((key) => (formOf(key).labs ?? clientLabs).includes(lab))
}

/** Setting them at all has an effect, be it to their default: others follow (X1), or Kafka refuses what it would have adjusted (X2, X6). */
const countWhenSet = ['reconnect.backoff.ms', 'delivery.timeout.ms', 'enable.idempotence', 'default.api.timeout.ms']

/** Setting it at all has an effect, be it to its default (X1, X2, X6, KIP-19). */
export const countsWhenSet = ({ key, deprecated }: SettingRow): boolean => countWhenSet.includes(key) || deprecated

/** The settings that a client of a release or draft has, in the order of the form. None where the id is not offered. */
export const settingsOf = (kafka: string, component: Component = 'producer'): readonly SettingRow[] =>
  settingKeys.flatMap((key) => settingOf(kafka, key, component) ?? [])

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

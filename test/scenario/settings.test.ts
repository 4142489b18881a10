import { describe, expect, test } from 'vitest'
import { releaseOf, releases } from '../../src/scenario/releases.ts'
import { notOfferedIn } from '../../src/scenario/releaseTexts.ts'
import { components } from '../../src/scenario/scenario.ts'
import {
  formOf,
  settingAnywhere,
  settingKeys,
  settingKeysOf,
  settingsOf,
  whereFound,
} from '../../src/scenario/settingForms.ts'
import { defaultOf, settingOf } from '../../src/scenario/settings.ts'
import { controllerSettings, otherClients, producerSettings } from '../../src/scenario/settingsData.ts'
import { settingText } from '../../src/scenario/settingTexts.ts'
import { golden } from './golden.ts'

type Recorded = {
  from: string
  to: string
  type: string
  default: string | number | boolean
  min?: number
  in?: string[]
  anyCase?: boolean
  deprecated?: boolean
}
type Settings = {
  releases: string[]
  unchecked: { producer: string[] }
  components: { producer: { [key: string]: Recorded[] } }
}

const recorded: Settings = JSON.parse(golden('settings.json'))
const kafkas = releases.filter(({ draft }) => !draft)

/** What the recording says about a key in an exact release. */
function recordedFor(key: string, release: string): Recorded | undefined {
  const at = (name: string) => recorded.releases.indexOf(name)
  return recorded.components.producer[key]?.find(({ from, to }) => at(from) <= at(release) && at(release) <= at(to))
}

/** A boolean is shown as the words true and false. */
const asWord = <T>(value: T) => (typeof value === 'boolean' ? String(value) : value)

describe('the table is what was recorded', () => {
  test.each(Object.keys(producerSettings))('%s: every range of every release', (key) => {
    const words = (each: Recorded) => each.in?.map((word) => (each.anyCase ? word.toLowerCase() : word))
    expect(producerSettings[key]).toEqual(
      recorded.components.producer[key]?.map((each) => ({
        from: each.from,
        to: each.to,
        type: each.type,
        default: each.default,
        ...(each.min !== undefined && { min: each.min }),
        ...(each.in && { words: words(each) }),
        ...(each.anyCase && { anyCase: true }),
        ...(each.deprecated && { deprecated: true }),
      })),
    )
  })

  test.each(kafkas.map(({ id, settingsRelease }) => [id, settingsRelease]))(
    '%s has the settings and defaults of %s',
    (id, exact) => {
      expect(recorded.releases).toContain(exact)
      const shipped = Object.keys(producerSettings)
      for (const key of shipped) {
        expect([key, settingOf(id, key)?.default]).toEqual([key, asWord(recordedFor(key, exact)?.default)])
        const isChecked = !recorded.unchecked.producer.includes(exact)
        expect([key, settingOf(id, key)?.min]).toEqual([key, isChecked ? recordedFor(key, exact)?.min : undefined])
      }
    },
  )
})

describe('what a release has', () => {
  test.each([
    ['0.8.2 has no request timeout', '0.8.2', 'request.timeout.ms', undefined],
    ['send() of 0.8.2 is bounded by metadata.fetch.timeout.ms', '0.8.2', 'metadata.fetch.timeout.ms', 60_000],
    ['and by nothing else', '0.8.2', 'max.block.ms', undefined],
    ['the draft of KIP-19 has one', 'kip-19-draft', 'request.timeout.ms', 30_000],
    ['and keeps metadata.fetch.timeout.ms', 'kip-19-draft', 'metadata.fetch.timeout.ms', 60_000],
    ['and the rest of 0.8.2: its reconnect backoff', 'kip-19-draft', 'reconnect.backoff.ms', 10],
    ['and no max.block.ms', 'kip-19-draft', 'max.block.ms', undefined],
    ['the other draft has the settings of 2.6', 'kip-601-draft', 'request.timeout.ms', 30_000],
    ['KIP-19 came with 0.9', '0.9', 'request.timeout.ms', 30_000],
    ['and max.block.ms with it', '0.9', 'max.block.ms', 60_000],
    ['the reconnect backoff is 10 ms in 0.8.2', '0.8.2', 'reconnect.backoff.ms', 10],
    ['and does not grow before 0.11', '0.9', 'reconnect.backoff.max.ms', undefined],
    ['2.6 has no setup timeout', '2.6', 'socket.connection.setup.timeout.ms', undefined],
    ['KIP-601 shipped in 2.7 with 10 s', '2.7', 'socket.connection.setup.timeout.ms', 10_000],
    ['and let it grow to 127 s', '2.7', 'socket.connection.setup.timeout.max.ms', 127_000],
    ['2.8 lets it grow to 30 s only', '2.8', 'socket.connection.setup.timeout.max.ms', 30_000],
    ['the draft names its timeout otherwise', 'kip-601-draft', 'connections.setup.timeout.ms', 10_000],
    ['and has none of the shipped name', 'kip-601-draft', 'socket.connection.setup.timeout.ms', undefined],
    ['no release has the name of the draft', '2.7', 'connections.setup.timeout.ms', undefined],
    ['2.5 tries only the first address of a name', '2.5', 'client.dns.lookup', 'default'],
    ['2.6 tries them all', '2.6', 'client.dns.lookup', 'use_all_dns_ips'],
    ['the retry backoff is constant in 3.6', '3.6', 'retry.backoff.max.ms', undefined],
    ['and grows to 1 s from 3.7', '3.7', 'retry.backoff.max.ms', 1000],
    ['3.9 does not go back to its bootstrap servers', '3.9', 'metadata.recovery.strategy', 'none'],
    ['4.0 does', '4.0', 'metadata.recovery.strategy', 'rebootstrap'],
    ['2.0 tries a batch once', '2.0', 'retries', 0],
    ['and has no delivery timeout', '2.0', 'delivery.timeout.ms', undefined],
    ['KIP-91 came with 2.1: any number of retries', '2.1', 'retries', 2_147_483_647],
    ['within 2 min', '2.1', 'delivery.timeout.ms', 120_000],
    ['one copy is enough to 2.8', '2.8', 'acks', '1'],
    ['from 3.0 all replicas are waited for', '3.1', 'acks', 'all'],
    ['and idempotence is on', '3.1', 'enable.idempotence', 'true'],
    ['a batch does not linger in 3.9', '3.9', 'linger.ms', 0],
    ['and does in 4.0', '4.0', 'linger.ms', 5],
  ])('%s', (_, kafka, key, value) => expect(defaultOf(kafka, key)).toBe(value))

  test('a key that is not there says where it is', () => {
    expect(whereFound('socket.connection.setup.timeout.ms')).toBe('came with Kafka 2.7')
    expect(whereFound('request.timeout.ms')).toBe('came with Kafka 0.9')
    expect(whereFound('max.block.ms')).toBe('came with Kafka 0.9')
    expect(whereFound('metadata.fetch.timeout.ms')).toBe('only up to Kafka 0.10.2')
    expect(whereFound('connections.setup.timeout.ms')).toBe('only in the KIP-601 draft')
    expect(whereFound('linger')).toBe('')
    expect(settingAnywhere('metadata.recovery.strategy')?.default).toBe('rebootstrap')
  })

  test('a lab has the settings that its runs depend on, what decides first', () => {
    expect(settingKeysOf('client')).not.toContain('delivery.timeout.ms')
    expect(settingKeysOf('client')[0]).toBe('socket.connection.setup.timeout.ms')
    expect(settingKeysOf('requests').slice(0, 3)).toEqual(['delivery.timeout.ms', 'request.timeout.ms', 'retries'])
    const clients = ['producer', 'consumer', 'admin'] as const
    const ofClients = settingKeys.filter((key) => clients.some((client) => settingAnywhere(key, client)))
    expect([...settingKeysOf('requests')].sort()).toEqual(ofClients.sort())
  })

  // biome-ignore format: a case is one line.
  test.each(['__proto__', 'constructor', 'toString', ''])('no release has a setting called “%s”', (key) => {
    expect(settingOf('2.7', key)).toBeUndefined()
    expect(settingAnywhere(key)).toBeUndefined()
    expect(settingsOf(key)).toEqual([])
  })

  test('acks of a partition tells of no other lab, and of the numbers of 0.8', () => {
    expect(settingText('acks')?.leavesOut).toMatch(/requests lab/)
    expect(settingText('acks', 'topic')?.leavesOut).toBeUndefined()
    expect(settingText('acks', 'topic')?.help).toMatch(/a number of replicas/)
  })

  test('every row of the form has a line of help, a source, and a slider or words', () => {
    for (const key of settingKeys) {
      const row = components.flatMap((component) => settingAnywhere(key, component) ?? [])[0]
      const text = settingText(key)
      expect([key, text?.help.endsWith('.'), text?.source !== '']).toEqual([key, true, true])
      expect([key, row?.words ? row.words.length > 1 : formOf(key).slider[1] > 0]).toEqual([key, true])
    }
  })
})

test('what was recorded is offered', () => {
  const { consumer, admin } = otherClients
  for (const recordedOnes of [producerSettings, controllerSettings, consumer.own, admin.own])
    for (const key of Object.keys(recordedOnes)) expect(settingKeys).toContain(key)
})

describe('releases', () => {
  test('those with recordings are offered, in order', () => {
    const ids = [
      '0.8.2',
      'kip-19-draft',
      '0.9',
      '1.1',
      '2.0',
      '2.1',
      '2.4.0',
      '2.5',
      '2.6',
      'kip-601-draft',
      '2.7',
      '2.8',
      '3.1',
      '3.2',
      '3.4',
      '3.6',
      '3.7',
      '3.8',
      '3.9',
      '4.0',
      '4.1',
      '4.2',
      '4.3',
      '4.4',
    ]
    expect(releases.map(({ id }) => id)).toEqual(ids)
  })

  test('the others are named with a reason, and none is both', () => {
    expect(notOfferedIn('client').map(({ label }) => label)).toEqual([
      '0.10',
      '0.11',
      '1.0',
      '2.2',
      '2.3',
      '3.0',
      '3.3',
      '3.5',
    ])
    for (const { label, reason } of notOfferedIn('client')) {
      expect(reason).toMatch(/^Not recorded: .+\.$/)
      expect(releaseOf(label)).toBeUndefined()
    }
  })
})

import { describe, expect, test } from 'vitest'
import { releases } from '../../src/scenario/releases.ts'
import { type Properties, valueInForce } from '../../src/scenario/rulings.ts'
import type { Component, Value } from '../../src/scenario/scenario.ts'
import { hasClient } from '../../src/scenario/settings.ts'
import { rulingOn } from '../../src/scenario/verdicts.ts'
import { golden } from './golden.ts'

type Recorded = {
  from: string
  to: string
  verdict: string
  effective?: { [key: string]: Value }
  constant?: { [wait: string]: Value }
  unknown?: string[]
  warns?: string[]
  keys?: string[]
  shape?: string
}
type Case = { id: string; input: { component: Component; props: { [key: string]: string } }; verdicts: Recorded[] }

const order: string[] = JSON.parse(golden('settings.json')).releases
const casesIn = (name: string): Case[] =>
  golden(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const cases = [...casesIn('config-verdicts.client.jsonl'), ...casesIn('config-verdicts.callers.jsonl')]
const kafkas = releases.filter(({ draft }) => !draft)

/**
 * What a release said, in the words of the recording. Lengths as numbers: a long near its end is as near as a double comes. Of several
 * slips Kafka names the first, and logs nothing more; the lab says all of them.
 */
function said(kafka: string, component: Component, props: Properties, named: string | undefined) {
  const { verdict, fields, effective, constant, warns } = rulingOn(kafka, props, component)
  if (verdict === 'rejected') {
    // X4 names no setting.
    const isNamed = ({ key, refusal }: (typeof fields)[number]) => key === named || (!named && refusal === 'X4')
    const refusal = fields.find((field) => field.verdict === 'rejected' && isNamed(field))
    return { verdict, key: named && refusal?.key, shape: refusal?.refusal }
  }
  const unknown = fields.filter((field) => field.verdict === 'unknown').map(({ key }) => key)
  // Of an admin client nobody recorded how long a retry waits.
  const { retry, ...others } = constant
  const waits = component === 'admin' || retry === undefined ? others : { ...others, retry }
  return { verdict, effective: asNumbers(effective), constant: waits, unknown: unknown.sort(), warns }
}

const asNumbers = (values: { [key: string]: Value }) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, /^\d+$/.test(`${value}`) ? Number(value) : String(value)]),
  )

function recordedSaid({ verdict, effective = {}, constant = {}, unknown = [], warns = [], keys, shape }: Recorded) {
  if (verdict === 'rejected') return { verdict, key: keys?.[0], shape }
  const lengths = Object.fromEntries(Object.entries(constant).map(([wait, value]) => [wait, Number(value)]))
  return { verdict, effective: asNumbers(effective), constant: lengths, unknown: [...unknown].sort(), warns }
}

describe('each offered release says what it said when asked', () => {
  test('there are cases', () => expect(cases.length).toBe(322))

  // biome-ignore format: a case is one line.
  test.each(cases.map((each) => [each.id, each] as const))('%s', (_, { input, verdicts }) => {
    for (const release of kafkas) {
      if (!hasClient(release, input.component)) continue
      const { id, settingsRelease } = release
      const at = order.indexOf(settingsRelease)
      const recorded = verdicts.find(({ from, to }) => order.indexOf(from) <= at && at <= order.indexOf(to))
      expect(recorded, `${settingsRelease} was asked`).toBeDefined()
      if (recorded) expect({ id, ...said(id, input.component, input.props, recorded.keys?.[0]) }).toEqual({ id, ...recordedSaid(recorded) })
    }
  })
})

describe('what a person reads', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, string, Properties, string, string]>([
    ['a maximum that follows its base (X1)', '2.6', { 'reconnect.backoff.ms': 500 }, 'reconnect.backoff.max.ms', 'adjusted'],
    ['a base beyond its maximum wins in 2.8 (X7)', '2.8', { 'socket.connection.setup.timeout.ms': 45_000 }, 'socket.connection.setup.timeout.max.ms', 'adjusted'],
    ['and loses in 3.7', '3.7', { 'socket.connection.setup.timeout.ms': 45_000 }, 'socket.connection.setup.timeout.ms', 'adjusted'],
    ['a setup timeout of 0 is taken (X8)', '2.7', { 'socket.connection.setup.timeout.ms': 0 }, 'socket.connection.setup.timeout.ms', 'accepted'],
    ['a negative one too', '3.9', { 'socket.connection.setup.timeout.ms': -1 }, 'socket.connection.setup.timeout.ms', 'accepted'],
    ['in 0.9 the deprecated fetch timeout replaces max.block.ms (KIP-19)', '0.9', { 'metadata.fetch.timeout.ms': 5000 }, 'max.block.ms', 'adjusted'],
    ['and timeout.ms the request timeout', '0.9', { 'timeout.ms': 5000, 'request.timeout.ms': 9000 }, 'request.timeout.ms', 'adjusted'],
    ['0.8.2 knows no request timeout', '0.8.2', { 'request.timeout.ms': 5000 }, 'request.timeout.ms', 'unknown'],
    ['the fetch timeout is gone since 0.11', '2.6', { 'metadata.fetch.timeout.ms': 5000 }, 'metadata.fetch.timeout.ms', 'unknown'],
    ['a negative backoff is refused', '2.6', { 'retry.backoff.ms': -1 }, 'retry.backoff.ms', 'rejected'],
    ['a setting that came later is ignored', '2.6', { 'socket.connection.setup.timeout.ms': 5000 }, 'socket.connection.setup.timeout.ms', 'unknown'],
    ['a name of no release is ignored', '2.6', { 'retires': 5 }, 'retires', 'unknown'],
    ['a value of a wrong word is refused', '4.0', { 'metadata.recovery.strategy': 'never' }, 'metadata.recovery.strategy', 'rejected'],
    ['the first address alone is refused from 3.0', '3.1', { 'client.dns.lookup': 'default' }, 'client.dns.lookup', 'rejected'],
    ['an int beyond its type is no number', '2.7', { 'request.timeout.ms': 2_147_483_648 }, 'request.timeout.ms', 'rejected'],
    ['six requests in flight are refused from 4.0', '4.0', { 'max.in.flight.requests.per.connection': 6 }, 'max.in.flight.requests.per.connection', 'rejected'],
  ])('%s', (_, kafka, props, key, verdict) => {
    const field = rulingOn(kafka, props).fields.find((each) => each.key === key && each.says !== '')
    expect(field?.verdict).toBe(verdict)
    expect(field?.says).toMatch(/^[A-Z].*\.$/)
  })
})

test.each([
  ['0.8.2 declares its bounds and applies none', '0.8.2', 'accepted'],
  ['0.9 applies them', '0.9', 'rejected'],
])('%s', (_, kafka, verdict) => expect(rulingOn(kafka, { 'retry.backoff.ms': -1 }).verdict).toBe(verdict))

describe('a value in force and where it comes from', () => {
  const SETUP = 'socket.connection.setup.timeout.ms'
  // biome-ignore format: a case is one line.
  test.each<[string, string, Properties, string, Value | undefined, string | undefined]>([
    ['a default names its release', '2.7', {}, SETUP, 10_000, 'default of Kafka 2.7'],
    ['a default of the draft of KIP-19 names it', 'kip-19-draft', {}, 'request.timeout.ms', 30_000, 'default of the KIP-19 draft'],
    ['a default of the draft names the draft', 'kip-601-draft', {}, 'connections.setup.timeout.ms', 10_000, 'default of the KIP-601 draft'],
    ['a value that was set is changed', '2.7', { [SETUP]: 3000 }, SETUP, 3000, 'changed from 10\u202f000'],
    ['one that was set to its default is given', '2.7', { [SETUP]: 10_000 }, SETUP, 10_000, 'given, as its default'],
    ['a maximum that was not set follows its base', '2.7', { 'reconnect.backoff.ms': 70 }, 'reconnect.backoff.max.ms', 70, 'decided by reconnect.backoff.ms (rule X1)'],
    ['even where the base is set to its default', '2.7', { 'reconnect.backoff.ms': 50 }, 'reconnect.backoff.max.ms', 50, 'decided by reconnect.backoff.ms (rule X1)'],
    ['a base beyond its maximum counts as the maximum in 3.9', '3.9', { [SETUP]: 45_000 }, SETUP, 30_000, 'decided by socket.connection.setup.timeout.max.ms (rule X7)'],
    ['and decides itself in 2.8', '2.8', { [SETUP]: 45_000 }, 'socket.connection.setup.timeout.max.ms', 45_000, 'decided by socket.connection.setup.timeout.ms (rule X7)'],
    ['the step of the metadata loop stays the raw base', '3.9', { 'reconnect.backoff.ms': 2000, 'reconnect.backoff.max.ms': 1000 }, 'reconnect.backoff.ms', 2000, 'changed from 50'],
    ['a deprecated setting that was set replaces its successor in 0.9', '0.9', { 'metadata.fetch.timeout.ms': 60_000 }, 'max.block.ms', 60_000, 'decided by metadata.fetch.timeout.ms (rule KIP-19)'],
    ['0.8.2 has no maximum that could follow', '0.8.2', { 'reconnect.backoff.ms': 500 }, 'reconnect.backoff.max.ms', undefined, undefined],
    ['what a release has not is not in force', '2.6', {}, SETUP, undefined, undefined],
    ['a refused value is shown as it is', '2.6', { 'retry.backoff.ms': -1 }, 'retry.backoff.ms', -1, 'changed from 100'],
  ])('%s', (_, kafka, producer, key, value, origin) => {
    const found = valueInForce({ kafka, config: { producer } }, key)
    expect([found?.value, found?.origin]).toEqual([value, origin])
  })
})

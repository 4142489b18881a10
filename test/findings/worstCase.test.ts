// How long a record may live by its release's settings.

import { expect, test } from 'vitest'
import { OWN_TIMEOUT, worstCaseOf } from '../../src/findings/worstCase.ts'
import { variant, world } from '../../src/scenario/defaultPreset.ts'
import type { ProducerBehaviour } from '../../src/scenario/producerBehaviours.ts'
import type { ApiWorkload, Variant } from '../../src/scenario/scenario.ts'
import { requests } from '../support/requests.ts'

function told(asked: Variant, topicKnown = false): string {
  const { terms, total, ends, alone } = worstCaseOf(requests([], { variants: [asked], topicKnown }), 0)
  const sum = terms.map(({ key, value, times }) => `${times > 1 ? `${times} × ` : ''}${value} ${key}`).join(' + ')
  return `${sum} = ${ends ? total : 'ever'}${alone ? ', alone' : ''}`
}

const knobbed = (
  kafka: string,
  expiry: ProducerBehaviour['batchExpiry'],
  producer?: NonNullable<Variant['config']['producer']>,
): Variant => ({ ...variant('', kafka, producer), knobs: { 'producer.batchExpiry': expiry } })

// biome-ignore format: a case is one line.
test.each<[string, Variant, string]>([
  ['since 2.1 it waits for metadata, and then delivery.timeout.ms bounds it', variant('', '3.9'), '60000 max.block.ms + 120000 delivery.timeout.ms = 180000'],
  ['a delivery.timeout.ms that Kafka raises counts as raised', variant('', '3.9', { 'request.timeout.ms': 130_000 }), '60000 max.block.ms + 130000 delivery.timeout.ms = 190000'],
  ['retries make no difference to it', variant('', '3.9', { retries: 3 }), '60000 max.block.ms + 120000 delivery.timeout.ms = 180000'],
  ['0.8.2 bounds the wait for metadata, and nothing else', variant('', '0.8.2'), '60000 metadata.fetch.timeout.ms = ever'],
  ['0.9 has request.timeout.ms in the accumulator, and again in flight', variant('', '0.9'), '60000 max.block.ms + 2 × 30000 request.timeout.ms = 120000, alone'],
  ['and for each retry again, with linger.ms', variant('', '0.9', { retries: 2, 'linger.ms': 10 }), '60000 max.block.ms + 3 × 10 linger.ms + 6 × 30000 request.timeout.ms = 240030, alone'],
  ['2.0 lingers once, and backs off before each retry', variant('', '2.0', { retries: 2, 'linger.ms': 10 }), '60000 max.block.ms + 10 linger.ms + 2 × 100 retry.backoff.ms + 6 × 30000 request.timeout.ms = 240210, alone'],
  ['3.9 without its delivery timeout bounds the wait for metadata, and nothing else', knobbed('3.9', 'none'), '60000 max.block.ms = ever'],
  ['3.9 by the rule of 2.0', knobbed('3.9', 'from last append', { retries: 0 }), '60000 max.block.ms + 2 × 30000 request.timeout.ms = 120000, alone'],
  ['2.0 by the rule of 2.1 has no setting for it', knobbed('2.0', 'delivery timeout'), '60000 max.block.ms = ever'],
  ['nor has 0.8.2 by that of 0.9', knobbed('0.8.2', 'from last attempt'), '60000 metadata.fetch.timeout.ms = ever'],
])('%s', (_, asked, expected) => {
  expect(told(asked)).toBe(expected)
})

test('a topic that is known is waited for by nobody', () => {
  expect(told(variant('', '3.9'), true)).toBe('120000 delivery.timeout.ms = 120000')
  expect(told(variant('', '0.8.2'), true)).toBe(' = ever')
})

test('memory is waited for max.block.ms, and in 0.8.2 for as long as it takes', () => {
  const terms = (kafka: string) =>
    worstCaseOf(requests([], { variants: [variant('', kafka)], recordSize: 900 }), 0).terms.map(({ key }) => key)
  expect(terms('3.9')).toEqual(['max.block.ms', 'delivery.timeout.ms'])
  expect(terms('0.8.2')).toEqual([])
})

// biome-ignore format: a case is one line.
test.each<[string, string, ApiWorkload, NonNullable<Variant['config']['consumer']>, string]>([
  ['a call has one budget, and each attempt in it another', '3.9', { kind: 'consumer', known: false }, {}, '60000 default.api.timeout.ms, each 30000 request.timeout.ms'],
  ['before KIP-266 that of a request is the call’s', '1.1', { kind: 'consumer', known: false }, {}, '305000 request.timeout.ms'],
  ['the setting of the client itself counts', '2.7', { kind: 'admin', known: true }, { 'default.api.timeout.ms': 45_000 }, '45000 default.api.timeout.ms, each 30000 request.timeout.ms'],
  ['what the call brings along counts before it', '2.4.0', { kind: 'admin', known: true, timeout: 3000 }, {}, `3000 ${OWN_TIMEOUT}`],
  ['where its client takes it', '1.1', { kind: 'consumer', known: false, timeout: 3000 }, {}, '305000 request.timeout.ms'],
])('%s', (_, kafka, workload, settings, expected) => {
  const asked = { ...variant('', kafka), config: { [workload.kind]: settings } }
  const { terms, ends, each } = worstCaseOf({ ...requests([], { variants: [asked] }), world: world(1, 0, { workload }) }, 0)
  expect(ends).toBe(true)
  expect([...terms, ...(each ? [each] : [])].map(({ key, value }) => `${value} ${key}`).join(', each ')).toBe(expected)
})

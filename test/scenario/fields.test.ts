import { describe, expect, test } from 'vitest'
import { type FieldName, parseField, parseSetting } from '../../src/scenario/fields.ts'
import type { Config, Value } from '../../src/scenario/scenario.ts'

describe('a text in a field of the world', () => {
  test.each<[string, FieldName, string, number]>([
    ['digits', 'latency', '25', 25],
    ['blanks around them', 'latency', ' 25 ', 25],
    ['a plus sign, as Java reads it', 'latency', '+25', 25],
    ['nothing at all of a latency', 'latency', '0', 0],
    ['a whole day', 'until', '86400000', 86_400_000],
  ])('%s', (_, field, text, value) => expect(parseField(field, text)).toEqual({ value }))

  test.each<[string, FieldName, string, RegExp, RegExp]>([
    ['empty', 'latency', '', /The latency is empty/, /digits/],
    ['blank', 'latency', '   ', /empty/, /digits/],
    ['a word', 'latency', 'slow', /not a number/, /digits/],
    ['a fraction', 'latency', '0.5', /whole, without a fraction/, /digits/],
    ['a negative number', 'latency', '-1', /cannot be negative/, /from 0 to 60000 ms/],
    ['too much', 'latency', '60001', /at most 60000 ms/, /from 0 to 60000 ms/],
    ['too little', 'until', '0', /at least 1 ms/, /from 1 to/],
    ['a huge number', 'until', '9'.repeat(60), /at most 86400000 ms/, /from 1 to/],
    ['a huge text', 'until', '9'.repeat(1_000_000), /too long/, /digits/],
    ['seconds', 'latency', '2 s', /not a number/, /Write 2000/],
    ['minutes', 'until', '1.5min', /not a number/, /Write 90000/],
    ['a comma for thousands', 'until', '30,000', /not a number/, /Write 30000/],
    ['a blank for thousands', 'until', '1 800 000', /not a number/, /Write 1800000/],
    ['an exponent', 'until', '3e4', /not a number/, /digits/],
    ['twenty-one brokers', 'nodes', '21', /at most 20/, /from 1 to 20/],
    ['no retransmission', 'synRetries', '0', /at least 1/, /from 1 to 127/],
  ])('%s', (_, field, text, what, hint) => {
    const parsed = parseField(field, text, 'some.path')
    expect(parsed).toMatchObject({
      problem: { path: 'some.path', what: expect.stringMatching(what), hint: expect.stringMatching(hint) },
    })
  })
})

const SETUP = 'socket.connection.setup.timeout.ms'
const of = (kafka: string, config: Config = {}) => ({ kafka, config })

describe('a text in a field of a setting', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, ReturnType<typeof of>, string, string, Value, RegExp | undefined]>([
    ['a number', of('2.7'), SETUP, '3000', 3000, undefined],
    ['outer blanks and a plus, as Kafka reads them', of('2.7'), SETUP, ' +3000 ', 3000, undefined],
    ['0, which Kafka takes for a setup timeout (X8)', of('2.7'), SETUP, '0', 0, /Kafka takes it as it is/],
    ['a negative setup timeout, which Kafka takes too', of('4.4'), SETUP, '-1', -1, /Kafka takes it as it is/],
    ['a base that its maximum follows (X1)', of('2.7'), 'reconnect.backoff.ms', '500', 500, /Follows reconnect.backoff.ms/],
    ['a base beyond its maximum (X7)', of('3.9'), SETUP, '45000', 45_000, /always 30000 ms/],
    ['a request timeout that draws another along (X2)', of('2.7'), 'request.timeout.ms', '130000', 130_000, /delivery.timeout.ms to 130000/],
    ['a value below the bounds that 0.8.2 declares and never checks', of('0.8.2'), 'retry.backoff.ms', '-1', -1, undefined],
    ['a setting that replaces its successor (KIP-19)', of('0.9'), 'timeout.ms', '5000', 5000, undefined],
    ['a word', of('3.9'), 'metadata.recovery.strategy', 'rebootstrap', 'rebootstrap', undefined],
    ['a word in capitals, where Kafka does not mind', of('3.9'), 'metadata.recovery.strategy', 'REBOOTSTRAP', 'rebootstrap', undefined],
  ])('%s', (_, variant, key, text, value, note) => {
    const parsed = parseSetting(variant, key, text)
    expect('value' in parsed && parsed.value).toBe(value)
    expect(('note' in parsed && parsed.note) || '').toMatch(note ?? /^$/)
  })

  // biome-ignore format: a case is one line.
  test.each<[string, ReturnType<typeof of>, string, string, RegExp, 'accepts' | 'refuses' | undefined]>([
    ['empty', of('2.7'), SETUP, '', /is empty/, 'refuses'],
    ['a word for a number', of('2.7'), SETUP, 'thirty', /not a number/, 'refuses'],
    ['a fraction', of('2.7'), SETUP, '0.5', /whole/, 'refuses'],
    ['less than Kafka takes', of('2.7'), 'request.timeout.ms', '-1', /refuses less than 0/, 'refuses'],
    ['an int beyond its type', of('2.7'), 'request.timeout.ms', '2147483648', /not a number/, 'refuses'],
    ['a long beyond its type', of('2.7'), 'max.block.ms', '9223372036854775808', /not a number/, 'refuses'],
    ['a long that Kafka takes and the lab cannot count', of('2.7'), 'max.block.ms', '9223372036854775807', /Kafka itself would take/, 'accepts'],
    ['a word of no meaning', of('3.9'), 'metadata.recovery.strategy', 'never', /takes only none, rebootstrap/, 'refuses'],
    ['a word that this release dropped', of('3.1'), 'client.dns.lookup', 'default', /takes only use_all_dns_ips/, 'refuses'],
    ['six requests in flight from 4.0 (X6)', of('4.0'), 'max.in.flight.requests.per.connection', '6', /refuses more than 5/, 'refuses'],
    ['a request timeout of 0, which the draft of KIP-19 does not bound', of('kip-19-draft'), 'request.timeout.ms', '0', /would time out in the poll that sends it/, 'accepts'],
    ['a fetch timeout of 0, which 0.8.2 takes for ever', of('0.8.2'), 'metadata.fetch.timeout.ms', '0', /would wait for ever/, 'accepts'],
    ['a setting that came later', of('2.6'), SETUP, '3000', /not in Kafka 2.6: came with Kafka 2.7/, undefined],
  ])('%s', (_, variant, key, text, what, kafka) => {
    const parsed = parseSetting(variant, key, text)
    expect(parsed).toMatchObject({ problem: { path: key, what: expect.stringMatching(what), hint: expect.stringMatching(/\.$/) } })
    expect('problem' in parsed && parsed.problem.kafka).toBe(kafka)
  })
})

import { describe, expect, test } from 'vitest'
import { compile } from '../../src/scenario/compile.ts'
import { worldOf } from '../../src/scenario/compileClient.ts'
import * as edit from '../../src/scenario/edit.ts'
import { type Fault, limits, type Produce, type ProduceCall, type Scenario } from '../../src/scenario/scenario.ts'
import { type Asked, question } from '../support/runs.ts'

const produce = (change: Partial<Produce> = {}): Produce => ({
  kind: 'produce',
  partitions: 2,
  topicKnown: true,
  calls: [{ at: 0, what: 'send' }],
  ...change,
})

const asking = (asked: Asked, workload: Produce, faults: readonly Fault[] = [], brokers = 2): Scenario => ({
  ...question(brokers, 10_000, [asked], { faults, workload }),
  lab: 'requests',
})

function producerOf(scenario: Scenario, variant = 0) {
  const { producer } = compile(scenario, variant)
  if (!producer) throw new Error('no producer')
  return producer
}

describe('the producer’s settings in force', () => {
  const FOREVER = Number.POSITIVE_INFINITY
  const ALWAYS = 2_147_483_647
  // biome-ignore format: a case is one line.
  test.each<[string, Asked, { retries: number; linger: number; deliveryTimeout: number; maxBlock: number; acknowledged: boolean; idempotent: boolean }]>([
    ['0.8.2 tries once, and nothing bounds a record', ['0.8.2'], { retries: 0, linger: 0, deliveryTimeout: FOREVER, maxBlock: 60_000, acknowledged: true, idempotent: false }],
    ['its send() is bounded by metadata.fetch.timeout.ms', ['0.8.2', { 'metadata.fetch.timeout.ms': 700 }], { retries: 0, linger: 0, deliveryTimeout: FOREVER, maxBlock: 700, acknowledged: true, idempotent: false }],
    ['2.0 has no delivery timeout', ['2.0', { retries: 3 }], { retries: 3, linger: 0, deliveryTimeout: FOREVER, maxBlock: 60_000, acknowledged: true, idempotent: false }],
    ['2.1 has one, and any number of retries', ['2.1'], { retries: ALWAYS, linger: 0, deliveryTimeout: 120_000, maxBlock: 60_000, acknowledged: true, idempotent: false }],
    ['4.0 lingers', ['4.0'], { retries: ALWAYS, linger: 5, deliveryTimeout: 120_000, maxBlock: 60_000, acknowledged: true, idempotent: true }],
    ['a request timeout raises the delivery timeout (X2)', ['4.0', { 'request.timeout.ms': 130_000 }], { retries: ALWAYS, linger: 5, deliveryTimeout: 130_005, maxBlock: 60_000, acknowledged: true, idempotent: true }],
    ['acks=0 waits for no answer', ['3.9', { acks: '0' }], { retries: ALWAYS, linger: 0, deliveryTimeout: 120_000, maxBlock: 60_000, acknowledged: false, idempotent: false }],
    ['idempotence that is set draws retries along in 2.0 (X6)', ['2.0', { 'enable.idempotence': 'true' }], { retries: ALWAYS, linger: 0, deliveryTimeout: FOREVER, maxBlock: 60_000, acknowledged: true, idempotent: true }],
  ])('%s', (_, asked, config) => expect(producerOf(asking(asked, produce())).config).toEqual(config))

  test.each([
    ['0.8.2', 'none'],
    ['0.9', 'from last attempt'],
    ['1.1', 'from last append'],
    ['2.1', 'delivery timeout'],
    ['4.4', 'delivery timeout'],
  ])('a batch of %s expires by its own rule: %s', (kafka, expiry) => {
    expect(producerOf(asking([kafka], produce())).behaviour.batchExpiry).toBe(expiry)
  })

  test('a rule that is set by itself holds for the producer, and leaves the network layer as it is', () => {
    const asked = asking(['3.9'], produce())
    const turned = edit.setKnobs(asked, 0, { 'producer.retryBackoff': 'constant', 'producer.mutes': false })
    expect(producerOf(turned).behaviour).toEqual({
      ...producerOf(asked).behaviour,
      retryBackoff: 'constant',
      mutes: false,
    })
    expect(compile(turned, 0).behaviour).toEqual(compile(asked, 0).behaviour)
    const network = edit.setKnobs(asked, 0, { retryBackoff: 'constant' })
    expect(producerOf(network).behaviour).toEqual(producerOf(asked).behaviour)
    expect(compile(network, 0).behaviour).toMatchObject({ retryBackoff: 'constant' })
  })

  test('the client lab’s world has no producer', () => {
    expect(compile(question(2, 1000, [['2.7']]), 0).producer).toBeUndefined()
  })

  test('a topic that is known comes with fresh metadata, one that is not with the bootstrap servers', () => {
    const { known, start } = compile(asking(['3.9'], produce()), 0).metadata
    expect([known, start]).toEqual(['brokers', 'fresh'])
    const unknown = compile(asking(['3.9'], produce({ topicKnown: false })), 0).metadata
    expect([unknown.known, unknown.start]).toEqual(['bootstrap', 'due'])
  })
})

describe('who leads', () => {
  const at = (
    from: number,
    until: number | undefined,
    kind: Fault['kind'],
    node: number,
    partition?: number,
  ): Fault => ({
    at: from,
    ...(until !== undefined && { until }),
    kind,
    node,
    ...(partition !== undefined && { partition }),
    on: true,
  })
  const led = (faults: readonly Fault[], partitions = 3) =>
    producerOf(asking(['3.9'], produce({ partitions }), faults)).leaders.map(
      ({ at: when, leaders, epochs }) =>
        `${when} ${leaders.map((leader) => leader ?? '-').join('')} ${epochs.join('')}`,
    )

  // biome-ignore format: a case is one line.
  test.each<[string, readonly Fault[], string[]]>([
    ['the brokers in turn', [], ['0 121 111']],
    ['another one takes a partition over', [at(500, undefined, 'take over', 1, 0)], ['0 121 111', '500 221 211']],
    ['and gives it back', [at(500, 900, 'take over', 1, 0)], ['0 121 111', '500 221 211', '900 121 311']],
    ['it takes over all that it does not lead', [at(500, undefined, 'take over', 0)], ['0 121 111', '500 111 121']],
    ['nobody leads what a broker led', [at(500, 900, 'no leader', 0)], ['0 121 111', '500 -2- 212', '900 121 313']],
    ['what it took over neither', [at(100, undefined, 'take over', 0, 1), at(500, undefined, 'no leader', 0)], ['0 121 111', '100 111 121', '500 --- 232']],
    ['what was taken over goes on', [at(100, undefined, 'no leader', 0), at(500, undefined, 'take over', 1)], ['0 121 111', '100 -2- 212', '500 222 313']],
    ['the later of two has it', [at(100, undefined, 'take over', 1, 0), at(500, undefined, 'take over', 0, 0)], ['0 121 111', '100 221 211', '500 121 311']],
    ['a broker that is not there takes nothing', [at(100, undefined, 'take over', 7)], ['0 121 111']],
    ['nor one after the run', [at(20_000, undefined, 'take over', 1)], ['0 121 111']],
    ['one that changes nothing is no new epoch', [at(100, undefined, 'take over', 1, 1)], ['0 121 111']],
  ])('%s', (_, faults, expected) => expect(led(faults)).toEqual(expected))

  test('a variant has its own faults on and off', () => {
    const scenario = asking(['3.9'], produce(), [at(500, undefined, 'take over', 1, 0)])
    const off = edit.setVariantFault(scenario, 0, 0, false)
    expect(producerOf(scenario).leaders).toHaveLength(2)
    expect(producerOf(off).leaders).toHaveLength(1)
    expect(worldOf(off, 0).faults[0]?.on).toBe(false)
  })
})

test('what is answered with an error, from when to when, by Kafka’s codes', () => {
  const error = (from: number, node: number, what?: Fault['error']): Fault => ({
    at: from,
    until: 900,
    kind: 'answer error',
    node,
    ...(what && { error: what }),
    on: true,
  })
  const faults = [
    error(500, 0),
    error(200, 1, 'REQUEST_TIMED_OUT'),
    error(300, 1, 'INVALID_TOPIC_EXCEPTION'),
    error(400, 0, 'NOT_LEADER_OR_FOLLOWER'),
    error(100, 5),
  ]
  expect(producerOf(asking(['3.9'], produce(), faults)).errors).toEqual([
    { from: 200, to: 900, broker: 2, code: 7 },
    { from: 300, to: 900, broker: 2, code: 17 },
    { from: 400, to: 900, broker: 1, code: 6 },
    { from: 500, to: 900, broker: 1, code: 19 },
  ])
})

describe('calls one by one', () => {
  const told = (calls: readonly ProduceCall[], kafka = '3.9') =>
    producerOf(asking([kafka], produce({ calls }))).calls.map((call) =>
      call.what === 'send'
        ? `${call.at} ${call.partition}`
        : `${call.at} ${call.what}${call.what === 'close' ? ` ${call.timeout}` : ''}`,
    )

  // biome-ignore format: a case is one line.
  test.each<[string, readonly ProduceCall[], string[]]>([
    ['records go to each partition in turn', [{ at: 5, what: 'send', count: 3 }], ['5 0', '5 1', '5 0']],
    ['or all to one', [{ at: 5, what: 'send', count: 2, partition: 1 }], ['5 1', '5 1']],
    ['one each so many ms', [{ at: 5, what: 'send', count: 3, every: 10 }], ['5 0', '15 1', '25 0']],
    ['calls mix by their instants', [{ at: 0, what: 'send', count: 2, every: 10 }, { at: 5, what: 'send', partition: 0 }, { at: 5, what: 'flush' }], ['0 0', '5 0', '5 flush', '10 1']],
    ['whatever their order', [{ at: 50, what: 'close', timeout: 7 }, { at: 0, what: 'send' }], ['0 0', '50 close 7']],
    ['close() without a time waits for ever', [{ at: 50, what: 'close' }], ['50 close Infinity']],
    ['what comes after the run is left out', [{ at: 9_990, what: 'send', count: 5, every: 5 }, { at: 10_001, what: 'flush' }], ['9990 0', '9995 1', '10000 0']],
    ['and what goes nowhere', [{ at: 0, what: 'send', partition: 2, count: 9 }, { at: 1, what: 'send' }], ['1 0']],
  ])('%s', (_, calls, expected) => expect(told(calls)).toEqual(expected))

  test('0.8.2 has neither flush() nor a close() with a time', () => {
    expect(
      told(
        [
          { at: 1, what: 'flush' },
          { at: 2, what: 'close', timeout: 5 },
        ],
        '0.8.2',
      ),
    ).toEqual(['2 close Infinity'])
    expect(
      told(
        [
          { at: 1, what: 'flush' },
          { at: 2, what: 'close', timeout: 5 },
        ],
        '0.9',
      ),
    ).toEqual(['1 flush', '2 close 5'])
  })

  test('there are no more records than the limit, and what follows them is called', () => {
    const calls: ProduceCall[] = Array.from({ length: 199 }, () => ({
      at: 0,
      what: 'send',
      count: limits.records,
      every: 0,
    }))
    const asked = produce({ calls: [...calls, { at: 1, what: 'close' }] })
    const { calls: made } = producerOf(asking(['3.9'], asked))
    expect(made).toHaveLength(limits.records + 1)
    expect(made.at(-1)?.what).toBe('close')
  })
})

// send() against buffer.memory: who waits, for how long, what comes of it, and when a batch gives its memory back.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lifeOf } from '../../src/findings/life.ts'
import { wordAt } from '../../src/findings/names.ts'
import { recordsOf, spanOf } from '../../src/findings/records.ts'
import { sentence } from '../../src/findings/sentence.ts'
import type { Fault, Produce, ProduceCall } from '../../src/scenario/scenario.ts'
import { APPEND, AWAITS_MEMORY, BATCH, CALLBACK, CLOSED, FREED, THREW } from '../../src/trace/producerKinds.ts'
import { kindOf, type Trace } from '../../src/trace/trace.ts'
import { type Asked, fault, question, told, traceOf } from '../support/runs.ts'

/** Batches of 1000 bytes, records of 900: one goes into each. */
const SMALL = { 'batch.size': 1_000, 'buffer.memory': 2_000 }

type Sent = { readonly faults?: readonly Fault[]; readonly calls: readonly ProduceCall[] } & Partial<Produce>

function ran([kafka, config]: Asked, until: number, { faults = [], calls, ...topic }: Sent): Trace {
  const workload: Produce = { kind: 'produce', partitions: 1, topicKnown: true, recordSize: 900, ...topic, calls }
  return traceOf(question(1, until, [[kafka, { ...SMALL, ...config }]], { faults, workload, selectOvershootMs: 0 }))
}

const send = (at: number, count = 1): ProduceCall => ({ at, what: 'send', ...(count > 1 && { count }) })

/** Instants, with the record and what it came to. */
const came = (trace: Trace): string[] =>
  told(trace, [CALLBACK, THREW], 2).map((line) => line.replace(' CALLBACK caller', '').replace(' caller', ''))

/** `5 record 2`: when each record came into a batch. */
const appends = (trace: Trace): string[] =>
  told(trace, [APPEND], 1).map((line) => line.replace(/ APPEND .* (\d+)$/, ' record $1'))

const mute = [fault(1, 'mute', 50)]

describe('what a send() gets that finds no memory', () => {
  // A record makes the connection; the next two hold all memory in front of a broker that is mute by then.
  const calls = [send(0), send(100, 2), send(200)]
  const short = { 'max.block.ms': 400 }

  // biome-ignore format: a case is one line.
  test.each<[name: string, asked: Asked, expected: string[]]>([
    ['0.8.2 waits for ever', ['0.8.2'], []],
    ['unless block.on.buffer.full is false: it throws at once', ['0.8.2', { 'block.on.buffer.full': 'false' }], ['200 THREW 3 BufferExhaustedException']],
    ['0.9 waits for max.block.ms: TimeoutException', ['0.9', short], ['600 3 TimeoutException']],
    ['there block.on.buffer.full takes the bound away', ['0.9', { ...short, 'block.on.buffer.full': 'true' }], []],
    ['1.1: the same', ['1.1', short], ['600 3 TimeoutException']],
    ['2.5: the same', ['2.5', short], ['600 3 TimeoutException']],
    ['2.6: BufferExhaustedException', ['2.6', short], ['600 3 BufferExhaustedException']],
    ['4.4: the same', ['4.4', short], ['600 3 BufferExhaustedException']],
    ['max.block.ms of 0 does not wait', ['3.9', { 'max.block.ms': 0 }], ['200 3 BufferExhaustedException']],
  ])('%s', (_, asked, expected) => {
    const trace = ran(asked, 5_000, { faults: mute, calls })
    expect(came(trace).filter((line) => / 3 /.test(line))).toEqual(expected)
    expect(lifeOf(trace, 3).map(({ what }) => what)).toEqual(expected[0]?.startsWith('200') ? [] : ['memory'])
  })

  test.each<[name: string, config: NonNullable<Asked[1]>, recordSize: number, expected: string]>([
    ['a batch that is more than all memory throws', { 'batch.size': 3_000 }, 900, '0 THREW 0 IllegalArgumentException'],
    ['a record that is more than all memory fails', {}, 1_940, '0 0 RecordTooLargeException'],
  ])('%s', (_, config, recordSize, expected) =>
    expect(came(ran(['3.9', config], 100, { recordSize, calls: [send(0)] }))).toEqual([expected]),
  )
})

describe('where the budget goes', () => {
  test('what waiting for metadata leaves of max.block.ms is left for memory', () => {
    const trace = ran(['3.9', { 'max.block.ms': 1_000 }], 3_000, {
      topicKnown: false,
      faults: [{ ...fault(1, 'mute', 0), answers: 'all but PRODUCE' }],
      calls: [send(0, 3)],
    })
    expect(came(trace)).toEqual(['1000 2 BufferExhaustedException'])
    const life = lifeOf(trace, 2)
    expect(life.map(({ what, rule }) => [what, rule.setting])).toEqual([
      ['metadata', 'max.block.ms'],
      ['memory', 'max.block.ms'],
    ])
    expect(life.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(1_000)
  })

  test('it says who holds the memory, and how many wait before', () => {
    const trace = ran(['3.9'], 300, { faults: mute, calls: [send(0), send(100, 2), send(200, 2)] })
    const rows = Array.from({ length: trace.rows }, (_, row) => row).filter(
      (row) => kindOf(trace, row) === AWAITS_MEMORY,
    )
    expect(rows.map((row) => sentence(trace, row).replace(/\u202f/g, ' '))).toEqual([
      'send() of record 3 blocks for 60 000 ms at most, as max.block.ms has it: a new batch takes 1000 bytes of buffer.memory, and 0 are left; the oldest batch that holds some is 1.',
      'send() of record 4 blocks for 60 000 ms at most, as max.block.ms has it, behind one other: a new batch takes 1000 bytes of buffer.memory, and 0 are left; the oldest batch that holds some is 1.',
    ])
  })
})

describe('when memory comes back', () => {
  test('when a batch is done, to who has waited longest', () => {
    const trace = ran(['3.9'], 100, { calls: [send(0, 4)] })
    const [first, second, third, fourth] = appends(trace).map((line) => Number(line.split(' ')[0]))
    expect([first, second]).toEqual([0, 0])
    expect(third).toBeGreaterThan(0)
    expect(fourth).toBeGreaterThanOrEqual(third ?? 0)
    expect(appends(trace).map((line) => line.split(' ')[2])).toEqual(['0', '1', '2', '3'])
    expect(came(trace).map((line) => line.split(' ').slice(1).join(' '))).toEqual(['0 ok', '1 ok', '2 ok', '3 ok'])
  })

  test('a retry keeps it', () => {
    const error: Fault = { ...fault(1, 'answer error', 50, 700), error: 'NOT_ENOUGH_REPLICAS' }
    const trace = ran(['3.9'], 2_000, { faults: [error], calls: [send(0), send(100, 2), send(200)] })
    const retried = told(trace, [BATCH], 3).filter((line) => line.endsWith('RETRYING'))
    expect(retried.length).toBeGreaterThan(2)
    const [freed] = told(trace, [FREED], 1)
    expect(Number(freed?.split(' ')[0])).toBeGreaterThan(700)
  })

  const expires = { 'delivery.timeout.ms': 1_500, 'request.timeout.ms': 1_500, retries: 0 }
  const inFlight = (kafka: string) =>
    ran([kafka, { ...expires, 'max.block.ms': 10_000 }], 6_000, {
      faults: mute,
      calls: [send(0), send(100, 2), send(200)],
    })

  test.each<[name: string, kafka: string, sameInstant: boolean]>([
    ['2.1: one that expires in flight gives it back at once', '2.1', true],
    ['3.8: still so', '3.8', true],
    ['3.9.2 (KAFKA-19012): when its request is over', '3.9', false],
    ['4.4: the same', '4.4', false],
  ])('%s', (_, kafka, sameInstant) => {
    const trace = inFlight(kafka)
    const at = (line: string | undefined) => Number(line?.split(' ')[0])
    const failed = at(came(trace).find((line) => line.endsWith('1 TimeoutException')))
    const freed = at(told(trace, [FREED], 1)[0])
    expect(failed).toBe(1_600)
    if (sameInstant) expect(freed).toBe(failed)
    else expect(freed).toBeGreaterThan(failed)
  })
})

describe('close() while a send() waits for memory', () => {
  const closed = (kafka: string) =>
    ran([kafka, { 'max.block.ms': 2_000 }], 4_000, {
      faults: mute,
      calls: [send(0), send(100, 2), send(200), { at: 300, what: 'close', timeout: 500 }],
    })

  test.each<[name: string, kafka: string, expected: string]>([
    ['2.5: it throws at once', '2.5', '300 THREW 3 KafkaException'],
    ['2.4.0: when a batch is done, and that is by force', '2.4.0', '800 THREW 3 KafkaException'],
    ['1.1: the same, by another name', '1.1', '800 THREW 3 IllegalStateException'],
  ])('%s', (_, kafka, expected) => {
    const trace = closed(kafka)
    expect(came(trace).filter((line) => / 3 /.test(line))).toEqual([expected])
    expect(told(trace, [CLOSED])).toHaveLength(1)
  })
})

describe('batches', () => {
  test.each<[name: string, recordSize: number, batchSize: number, sizes: number[]]>([
    ['hold as many records as fit beside their header', 300, 1_000, [3, 3, 1]],
    ['hold the one record that is larger', 1_200, 1_000, [1, 1, 1, 1, 1, 1, 1]],
    ['of 0 bytes hold one record', 300, 0, [1, 1, 1, 1, 1, 1, 1]],
  ])('%s', (_, recordSize, batchSize, sizes) => {
    const memory = { 'batch.size': batchSize, 'buffer.memory': 100_000, 'linger.ms': 50 }
    const trace = ran(['3.9', memory], 300, { recordSize, calls: [send(0, 7)] })
    expect([...recordsOf(trace).size]).toEqual(sizes)
  })

  test('do not linger while somebody waits for their memory', () => {
    const linger = { 'linger.ms': 5_000, 'max.block.ms': 60_000 }
    const trace = ran(['3.9', linger], 10_000, { partitions: 3, calls: [{ at: 0, what: 'send', count: 3 }] })
    const ends = came(trace).map((line) => Number(line.split(' ')[0]))
    expect(Math.min(...ends)).toBeLessThan(5_000)
  })
})

test('the stretches tile each life, and no more than buffer.memory is ever taken', () => {
  const kafka = fc.constantFrom('0.8.2', '0.9', '1.1', '2.1', '2.5', '3.8', '3.9', '4.4')
  const calls = fc.array(fc.record({ at: fc.nat({ max: 3_000 }), count: fc.integer({ min: 1, max: 6 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  const world = fc.record({
    kafka,
    calls,
    memory: fc.integer({ min: 0, max: 4_000 }),
    recordSize: fc.integer({ min: 1, max: 1_500 }),
    block: fc.nat({ max: 2_000 }),
    mute: fc.nat({ max: 3_000 }),
    topicKnown: fc.boolean(),
    close: fc.option(fc.nat({ max: 4_000 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(world, ({ kafka, calls, memory, recordSize, block, mute, topicKnown, close }) => {
      const config = {
        'buffer.memory': memory,
        ...(kafka === '0.8.2' ? { 'metadata.fetch.timeout.ms': block + 1 } : { 'max.block.ms': block }),
        ...(kafka >= '0.9' && { 'request.timeout.ms': 700 }),
      }
      const trace = ran([kafka, config], 6_000, {
        partitions: 2,
        recordSize,
        topicKnown,
        faults: [fault(1, 'mute', mute, mute + 1_000)],
        calls: [
          ...calls.map(({ at, count }) => ({ at, what: 'send' as const, count })),
          ...(close === undefined ? [] : [{ at: close, what: 'close' as const, timeout: 300 }]),
        ],
      })
      for (let record = 0; record < recordsOf(trace).count; record++) {
        const { from, to } = spanOf(trace, record)
        const life = lifeOf(trace, record)
        expect(life.reduce((at, stretch) => (stretch.from === at ? stretch.to : Number.NaN), from)).toBe(to)
      }
      expect(mostTaken(trace, recordSize)).toBeLessThanOrEqual(memory)
    }),
    { numRuns: 150 },
  )
})

/** What the batches that are not done take together, at most. */
function mostTaken(trace: Trace, recordSize: number): number {
  let open = 0
  let most = 0
  for (let row = 0; row < trace.rows; row++) {
    if (kindOf(trace, row) !== BATCH) continue
    if (wordAt(trace, row, 1) === 'ABSENT') most = Math.max(most, ++open)
    if (['SUCCEEDED', 'FAILED', 'ABORTED'].includes(wordAt(trace, row, 2))) open--
  }
  return most * Math.max(SMALL['batch.size'], recordSize)
}

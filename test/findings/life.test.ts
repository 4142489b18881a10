// The stretches of a record's life, and the columns that they are read from.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batchLifeOf, lifeOf, sharesOf } from '../../src/findings/life.ts'
import { plain } from '../../src/findings/prose.ts'
import { outcomeOf, recordsOf, spanOf } from '../../src/findings/records.ts'
import { sentence } from '../../src/findings/sentence.ts'
import { why } from '../../src/findings/why.ts'
import type { Fault, Scenario } from '../../src/scenario/scenario.ts'
import { run } from '../../src/sim/run.ts'
import { DRAW, FAULT, POLL, RUN, SEND } from '../../src/trace/kinds.ts'
import { atOf, fieldOf, kindOf, type Trace } from '../../src/trace/trace.ts'
import { type Producing, producing } from '../support/producing.ts'
import { type Asked, fault, question } from '../support/runs.ts'

const produced = (scenario: Scenario, asked: Producing = {}): Trace => run(producing(scenario, asked)).trace

/** A record's life as text: `0-2 connection latency`, with the setting instead of the rule where there is one. */
const told = (trace: Trace, record: number): string[] =>
  lifeOf(trace, record).map(
    ({ from, to, what, rule, collateralOf, behind }) =>
      `${from}-${to} ${what} ${rule.setting ?? rule.id}${collateralOf === undefined ? '' : ', collateral'}${behind === undefined ? '' : `, behind batch ${behind}`}`,
  )

const SHORT = { 'request.timeout.ms': 1_000 }

/** One broker, asked by so many records at these instants. */
const one = (asked: Asked, until: number, faults: readonly Fault[] = []): Scenario =>
  question(1, until, [asked], { faults })

const at = (...instants: readonly number[]): Producing['calls'] => instants.map((each) => [each, 'send'] as const)

describe('what the time of a record is spent on', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Trace, number, readonly string[]]>([
    ['a healthy broker: the connection, and the way there and back', produced(one(['3.9'], 100)), 0,
      ['0-4 connection latency', '4-6 in flight latency']],
    ['linger.ms, and nothing else once the connection is up', produced(one(['3.9'], 200), { config: { linger: 20 as never }, calls: at(0, 100) }), 1,
      ['100-121 queued linger.ms', '121-123 in flight latency']],
    ['metadata first: max.block.ms bounds it', produced(one(['3.9'], 100), { topicKnown: false }), 0,
      ['0-6 metadata max.block.ms', '6-10 connection latency', '10-12 in flight latency']],
    ['0.8.2 and a mute broker: nothing ends the wait', produced(one(['0.8.2'], 9_000, [fault(1, 'mute', 50)]), { calls: at(0, 100) }), 1,
      ['100-9000 in flight nothing-ends']],
    ['3.9 and a mute broker without retries: request.timeout.ms', produced(one(['3.9', SHORT], 9_000, [fault(1, 'mute', 50)]), { config: { retries: 0 }, calls: at(0, 100) }), 1,
      ['100-1101 in flight request.timeout.ms']],
    ['a refused leader: round trips and reconnect backoffs', produced(one(['2.6', { 'reconnect.backoff.max.ms': 50 }], 110, [fault(1, 'refuse')])), 0,
      ['0-2 connection latency', '2-53 connection reconnect.backoff.ms', '53-55 connection latency', '55-106 connection reconnect.backoff.ms', '106-108 connection latency', '108-110 connection reconnect.backoff.ms']],
    ['a silent leader in 2.6: the kernel ends the attempt, and nobody else', produced(one(['2.6'], 130_000, [fault(1, 'black hole')])), 0,
      ['0-120001 connection tcp_syn_retries']],
    ['a silent leader in 3.9: the setup timeout, and who looked late', produced(one(['3.9'], 10_500, [fault(1, 'black hole')])), 0,
      ['0-10001 connection socket.connection.setup.timeout.ms', '10001-10052 connection reconnect.backoff.ms', '10052-10500 connection socket.connection.setup.timeout.ms']],
    ['one request in flight: the next batch waits for its turn', produced(one(['3.9', { 'max.in.flight.requests.per.connection': 1 }], 300, [fault(1, 'slow link', 50)]), { calls: at(0, 100, 101) }), 2,
      ['101-300 queued max.in.flight.requests.per.connection']],
    ['a slow broker: the world', produced({ ...one(['3.9'], 400), world: { ...one(['3.9'], 400).world, service: 50 } }), 0,
      ['0-54 connection latency', '54-106 in flight service']],
  ])('%s', (_, trace, record, stretches) => expect(told(trace, record)).toEqual(stretches))

  test('one late answer kills its neighbours: a younger request goes down with the connection', () => {
    const trace = produced(one(['3.9', SHORT], 4_000, [fault(1, 'mute', 50)]), {
      config: { retries: 0 },
      calls: at(0, 100, 900, 1_150),
    })
    expect(told(trace, 2)).toEqual(['900-1150 in flight request.timeout.ms, collateral'])
    const [collateral] = lifeOf(trace, 2)
    if (collateral?.collateralOf === undefined) throw new Error('nothing took it down')
    expect(kindOf(trace, collateral.collateralOf)).toBe(SEND)
    expect(atOf(trace, collateral.collateralOf)).toBe(100)
    expect(lifeOf(trace, 1)[0]?.collateralOf).toBeUndefined()
  })

  test('what the front of a partition waits for, all behind it wait for', () => {
    const trace = produced(one(['3.9'], 5_000, [fault(1, 'black hole')]), {
      recordsPerBatch: 1,
      calls: [[0, 'send', 3]],
    })
    expect(told(trace, 2)).toEqual(['0-5000 connection socket.connection.setup.timeout.ms, behind batch 0'])
  })

  test('2.4 opens a connection that nothing bounds when close() ends the wait: the network had it', () => {
    const trace = produced(one(['2.4'], 400), {
      calls: [
        [0, 'send'],
        [2, 'close', 0],
      ],
    })
    expect(told(trace, 0)).toEqual(['0-2 connection latency'])
  })

  test('a broker slower than request.timeout.ms has written what it is sent again', () => {
    const trace = produced(one(['3.9', SHORT], 6_000, [fault(1, 'pause', 50, 1_500)]), { calls: at(0, 100) })
    const { copies, batch } = recordsOf(trace)
    expect(copies[batch[1] ?? 0]).toBeGreaterThan(1)
  })
})

const releases = [
  '0.8.2',
  'kip-19-draft',
  '0.9',
  '1.1',
  '2.0',
  '2.1',
  '2.4',
  '2.6',
  '2.7',
  '3.4',
  '3.9',
  '4.4',
] as const
const kinds = ['black hole', 'pause', 'mute', 'cut link', 'slow link', 'lose message', 'stop', 'refuse'] as const

/** Any producer in any small trouble. */
const troubles = fc.record({
  kafka: fc.constantFrom(...releases),
  brokers: fc.integer({ min: 1, max: 3 }),
  partitions: fc.integer({ min: 1, max: 4 }),
  perBatch: fc.constantFrom(1, 2, 5, Number.POSITIVE_INFINITY),
  inFlight: fc.constantFrom(1, 2, 5),
  requestTimeout: fc.integer({ min: 1, max: 3_000 }),
  known: fc.boolean(),
  retries: fc.constantFrom(0, 1, 3, 2_147_483_647),
  linger: fc.constantFrom(0, 5, 200),
  deliveryTimeout: fc.integer({ min: 1, max: 8_000 }),
  maxBlock: fc.integer({ min: 0, max: 5_000 }),
  faults: fc.array(
    fc.record({
      broker: fc.integer({ min: 1, max: 3 }),
      kind: fc.constantFrom(...kinds),
      from: fc.nat({ max: 4_000 }),
      lasts: fc.integer({ min: 1, max: 6_000 }),
    }),
    { maxLength: 4 },
  ),
  sends: fc.array(
    fc.tuple(fc.nat({ max: 6_000 }), fc.integer({ min: 1, max: 6 }), fc.constantFrom(0, 3, 200), fc.nat({ max: 3 })),
    { minLength: 1, maxLength: 5 },
  ),
  flushAt: fc.option(fc.nat({ max: 6_000 }), { nil: undefined }),
  closeAt: fc.option(fc.tuple(fc.nat({ max: 8_000 }), fc.constantFrom(0, 500, undefined)), { nil: undefined }),
})

function troubled(of: typeof troubles extends fc.Arbitrary<infer T> ? T : never): Trace {
  const requests = of.kafka === '0.8.2' ? {} : { 'request.timeout.ms': of.requestTimeout }
  const settings = { ...requests, 'max.in.flight.requests.per.connection': of.inFlight }
  const scenario = question(of.brokers, 10_000, [[of.kafka, settings]], {
    jitter: true,
    faults: of.faults.map(({ broker, kind, from, lasts }) => ({ ...fault(broker, kind, from, from + lasts) })),
  })
  const sends = of.sends.map(([from, count, every, to]) => [from, 'send', count, every, to % of.partitions] as const)
  return produced(scenario, {
    partitions: of.partitions,
    recordsPerBatch: of.perBatch,
    topicKnown: of.known,
    config: {
      retries: of.retries,
      linger: of.linger as never,
      deliveryTimeout: of.deliveryTimeout as never,
      maxBlock: of.maxBlock as never,
    },
    calls: [
      ...sends,
      ...(of.flushAt === undefined ? [] : [[of.flushAt, 'flush'] as const]),
      ...(of.closeAt === undefined ? [] : [closing(of.closeAt)]),
    ],
  })
}

const closing = ([when, timeout]: readonly [number, number | undefined]) =>
  timeout === undefined ? ([when, 'close'] as const) : ([when, 'close', timeout] as const)

/** Checks a law on the run of many producers. */
const always = (law: (trace: Trace) => void, runs = 40): void =>
  fc.assert(
    fc.property(troubles, (trouble) => law(troubled(trouble))),
    { numRuns: runs },
  )

describe('in any trouble', () => {
  test('the stretches of a life follow one another without a gap and add up to it, to the millisecond', () => {
    always((trace) => {
      for (let record = 0; record < recordsOf(trace).count; record++) {
        const { from, to } = spanOf(trace, record)
        let end = from
        for (const stretch of lifeOf(trace, record)) {
          expect(stretch.from).toBe(end)
          expect(stretch.to).toBeGreaterThan(end)
          end = stretch.to
        }
        expect(end).toBe(to)
        expect(sharesOf(lifeOf(trace, record)).reduce((sum, { total }) => sum + total, 0)).toBe(to - from)
      }
    })
  })

  test('each stretch leads to a row that is there, and names whom it belongs to', () => {
    always((trace) => {
      for (let record = 0; record < recordsOf(trace).count; record++)
        for (const { row, rule, collateralOf, attempt } of lifeOf(trace, record)) {
          expect(row).toBeGreaterThanOrEqual(0)
          expect(row).toBeLessThan(trace.rows)
          expect(rule.id).not.toBe('none')
          expect(attempt).toBeGreaterThanOrEqual(0)
          if (collateralOf !== undefined) expect(kindOf(trace, collateralOf)).toBe(SEND)
        }
    })
  })

  test('every row of it says something, and has a chain of causes down to a fault or to the start of the run', () => {
    always((trace) => {
      for (let row = 0; row < trace.rows; row += 1 + Math.floor(trace.rows / 80)) {
        expect(sentence(trace, row)).toMatch(/^[A-Zbcfls].*[^.]\.$/)
        expect(sentence(trace, row)).not.toMatch(/undefined|NaN|Infinity|-1/)
        const chain = why(trace, row)
        for (const { says } of chain) expect(plain(says)).not.toMatch(/undefined|NaN|Infinity/)
        expect([RUN, FAULT, DRAW, POLL]).toContain(kindOf(trace, chain.at(-1)?.row ?? row))
      }
    }, 20)
  })

  test('every record ends once, or is open at the end of the run', () => {
    always((trace) => {
      const { count, ended, batch, appended } = recordsOf(trace)
      for (let record = 0; record < count; record++) {
        expect(ended[record] === -1).toBe(outcomeOf(trace, record) === undefined)
        expect(batch[record] === -1).toBe(appended[record] === -1)
        if ((ended[record] ?? -1) >= 0) expect(fieldOf(trace, ended[record] as number, 0)).toBe(record)
      }
    })
  })

  test('a batch lives as long as its oldest record is in it', () => {
    always((trace) => {
      const { batches, opened, rowsOf } = recordsOf(trace)
      for (let batch = 0; batch < batches; batch++) {
        const total = batchLifeOf(trace, batch).reduce((sum, { from, to }) => sum + to - from, 0)
        const begun = atOf(trace, opened[batch] ?? 0)
        expect(total).toBeLessThanOrEqual(trace.until - begun)
        expect(rowsOf(batch)[0]).toBe(opened[batch])
      }
    })
  })
})

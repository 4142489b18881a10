// Producers in worlds like a visitor's: golden scenarios, what a broker keeps of them, and what holds for every one.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ms } from '../../src/base/time.ts'
import type { ProducerCall } from '../../src/scenario/clientWorld.ts'
import type { Fault } from '../../src/scenario/scenario.ts'
import {
  CLOSE,
  COMPLETED,
  CONNECT,
  EXPIRED,
  KERNEL_TIMEOUT,
  METADATA,
  POLL,
  RECEIVE,
  SEND,
} from '../../src/trace/kinds.ts'
import {
  APPENDED,
  ASKED,
  AWAITS,
  BATCH,
  CALLBACK,
  CLOSED,
  FLUSHED,
  FORCE,
  HELD,
  THREW,
} from '../../src/trace/producerKinds.ts'
import { atOf, causeOf, fieldOf, kindOf, ruleOf, subjectOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'
import { close, led, type Plan, produced, send } from '../support/producers.ts'
import { fault, told } from '../support/runs.ts'

const ROUND = [CONNECT, CLOSE, KERNEL_TIMEOUT, CALLBACK]
const mute = { faults: [fault(1, 'mute')] }
const dead = { faults: [fault(1, 'black hole')] }
const second = { 'request.timeout.ms': 1_000 }
const setup = { 'socket.connection.setup.timeout.max.ms': 10_000 }

/** 4.x goes back to its bootstrap servers unless it is told not to. */
const none = (kafka: string): NonNullable<Plan['config']> => ({
  ...second,
  ...(kafka === '4.4' && { 'metadata.recovery.strategy': 'none' }),
})

/** The instants of CONNECT, CLOSE and CALLBACK rows, with what a record came to. */
const did = (plan: Plan, count = 12, kinds = ROUND): string[] =>
  told(produced(plan), kinds, 2)
    .map((line) => line.replace(/ broker \d.*| caller/, '').replace(/-Infinity/g, ''))
    .slice(0, count)

/** The instants at which a PRODUCE left, with its batch. */
function sends(plan: Plan): string[] {
  const trace = produced(plan)
  return told(trace, [SEND], 2).flatMap((line) => (line.includes('PRODUCE') ? [line.split(' ')[0] ?? ''] : []))
}

describe('golden scenarios', () => {
  type Row = [name: string, got: string[], expected: string[]]
  const three = [send(0), send(100), send(200)]
  const g9 = { until: 1_300, config: second, producer: { retries: 0 }, world: mute } as const

  test.each<Row>([
    [
      'G9: one late answer takes all three requests with it, the oldest first',
      did({ ...g9, kafka: '3.9', plan: { recordsPerBatch: 1, calls: three } }, 5),
      ['0 CONNECT', '1200 CLOSE', ...[0, 1, 2].map((record) => `1200 CALLBACK ${record} TimeoutException`)],
    ],
    [
      'G9: in 0.9 the newest is told first, and of a lost connection',
      did({ ...g9, kafka: '0.9', plan: { recordsPerBatch: 1, calls: three } }, 5),
      ['0 CONNECT', '1200 CLOSE', ...[2, 1, 0].map((record) => `1200 CALLBACK ${record} NetworkException`)],
    ],
    [
      'G10: on an exact clock 1000 is not more than 1000, and the next look is at 2000',
      did({ kafka: '3.9', until: 2_000, config: second, producer: { retries: 0 }, world: mute }, 3),
      ['0 CONNECT', '2000 CLOSE', '2000 CALLBACK 0 TimeoutException'],
    ],
    [
      'G10: a real select is late, and the look at 1001 sees it',
      did({ ...g9, kafka: '3.9', world: { ...mute, selectOvershootMs: 1 } }, 3),
      ['0 CONNECT', '1001 CLOSE', '1001 CALLBACK 0 TimeoutException'],
    ],
    ...['2.7', '3.9', '4.4'].map(
      (kafka): Row => [
        `G17: in front of a mute broker ${kafka} gives up at delivery.timeout.ms, its third request in flight`,
        did({ kafka, until: 4_600, config: none(kafka), producer: { deliveryTimeout: ms(3_500) }, world: mute }, 8),
        [
          '0 CONNECT',
          '2000 CLOSE',
          '2050 CONNECT',
          '3100 CLOSE',
          '3200 CONNECT',
          '3500 CALLBACK 0 TimeoutException',
          '4500 CLOSE',
          '4600 CONNECT',
        ],
      ],
    ),
    [
      'G17: 0.9 goes on for ever',
      did({ kafka: '0.9', until: 4_300, config: second, world: mute }),
      ['0 CONNECT', '2000 CLOSE', '2100 CONNECT', '4200 CLOSE', '4300 CONNECT'],
    ],
    [
      'G10: in the draft of KIP-19 the request expires at 1000 and closes nothing',
      did({ kafka: 'kip-19-draft', until: 9_000, config: second, producer: { retries: 0 }, world: mute }, 9, [
        ...ROUND,
        EXPIRED,
      ]),
      ['0 CONNECT', '1000 EXPIRED', '1000 CALLBACK 0 TimeoutException'],
    ],
    ['G17: 0.8.2 waits for ever', did({ kafka: '0.8.2', until: 3_600_000, world: mute }), ['0 CONNECT']],
    [
      'G18: without retries the first timeout is the end',
      did({ ...g9, until: 2_000, kafka: '3.9' }, 3),
      ['0 CONNECT', '2000 CLOSE', '2000 CALLBACK 0 TimeoutException'],
    ],
    [
      'G18: to 3.4 it is told as a lost connection',
      did({ ...g9, until: 2_000, kafka: '2.7' }, 3),
      ['0 CONNECT', '2000 CLOSE', '2000 CALLBACK 0 NetworkException'],
    ],
    [
      'G18: a retry goes out at 2100, and a metadata request that is older takes it along at 3100',
      did({ ...g9, until: 3_100, kafka: '3.9', producer: { retries: 1 } }, 5),
      ['0 CONNECT', '2000 CLOSE', '2050 CONNECT', '3100 CLOSE', '3100 CALLBACK 0 TimeoutException'],
    ],
    [
      'G19: a dead leader at defaults, 2.7: the first setup timeout is seen after 30 s',
      did({ kafka: '2.7', until: 120_000, config: setup, world: dead }, 4),
      ['0 CONNECT', '30000 CLOSE', '30050 CONNECT', '40100 CLOSE'],
    ],
    [
      'G19: a dead leader at defaults, 3.9: seen after 20 s; the record fails at 120 s',
      did({ kafka: '3.9', until: 120_000, config: setup, world: dead }, 99).filter(
        (_, i, all) => i < 4 || i === all.length - 1,
      ),
      ['0 CONNECT', '20000 CLOSE', '20050 CONNECT', '30100 CLOSE', '120000 CALLBACK 0 TimeoutException'],
    ],
    [
      'G19: a dead leader in 0.9: the batch fails after request.timeout.ms, the connection goes on for the kernel',
      did({ kafka: '0.9', until: 127_100, world: dead }),
      ['0 CONNECT', '60000 CALLBACK 0 TimeoutException', '127000 KERNEL_TIMEOUT', '127100 CONNECT'],
    ],
    [
      'G19: with a delivery timeout of 3500 the record fails at that very millisecond',
      did({
        kafka: '3.9',
        until: 3_500,
        config: { ...second, ...setup },
        producer: { deliveryTimeout: ms(3_500) },
        world: dead,
      }),
      ['0 CONNECT', '3500 CALLBACK 0 TimeoutException'],
    ],
    [
      'G20: a refused leader is tried again a round trip and the backoff later',
      did({ kafka: '3.9', until: 200, world: { latency: 1, faults: [fault(1, 'refuse')] } }),
      ['0 CONNECT', '52 CONNECT', '104 CONNECT', '156 CONNECT'],
    ],
    [
      'G24: without a leader 0.9 looks at each metadata refresh, and the first past 30 000 ends the batch',
      did({ kafka: '0.9', until: 30_200, world: { service: 1 }, plan: { leaders: [led(0, 1, undefined)] } }, 2),
      ['100 CONNECT', '30097 CALLBACK 0 TimeoutException'],
    ],
  ])('%s', (_, got, expected) => expect(got).toEqual(expected))

  test('G17: the second and third PRODUCE leave at 2100 and 3200', () => {
    const plan: Plan = {
      kafka: '3.9',
      until: 4_600,
      config: second,
      producer: { deliveryTimeout: ms(3_500) },
      world: mute,
    }
    expect(sends(plan)).toEqual(['0', '2100', '3200'])
  })

  test('G18: with linger the record leaves when it is over', () => {
    const plan: Plan = { ...g9, kafka: '3.9', until: 2_500, producer: { retries: 0, linger: ms(500) } }
    expect(sends(plan)).toEqual(['500'])
    expect(did(plan, 9).at(-1)).toBe('2500 CALLBACK 0 TimeoutException')
  })
})

describe('what the brokers keep', () => {
  test('a broker slower than request.timeout.ms has written each attempt: duplicates', () => {
    const trace = produced({
      kafka: '3.9',
      until: 4_000,
      config: second,
      producer: { retries: 2 },
      world: { service: 1_500, selectOvershootMs: 1 },
    })
    expect(told(trace, [APPENDED, CALLBACK], 4)).toEqual([
      '0 APPENDED broker 1 0 0 0 1',
      '1102 APPENDED broker 1 0 0 1 2',
      '2204 APPENDED broker 1 0 0 2 3',
      '3205 CALLBACK caller 0 TimeoutException',
    ])
  })

  test('a leader that moved sends the producer to the new one, and the batch is written once', () => {
    const trace = produced({
      kafka: '3.9',
      until: 1_000,
      brokers: 2,
      world: { latency: 1 },
      plan: { leaders: [led(0, 1, 1), led(50, 2, 2)], calls: [send(60)] },
    })
    expect(told(trace, [APPENDED, CALLBACK], 4)).toEqual(['105 APPENDED broker 2 0 0 0 1', '106 CALLBACK caller 0 ok'])
  })

  test('a batch that waits for a connection says so again when another broker leads', () => {
    const trace = produced({
      kafka: '3.9',
      until: 30_000,
      brokers: 3,
      world: { latency: 1, faults: [fault(1, 'black hole'), fault(3, 'black hole')] },
      plan: { leaders: [led(0, 1, 1), led(50, 2, 3)], calls: [send(0)] },
    })
    expect(told(trace, [HELD], 1)).toEqual(['0 HELD partition 0 0', '20004 HELD partition 0 0'])
  })

  test('what was on the wire when the client closed its connection is written all the same, unless the leader stops first', () => {
    const closing = (faults: readonly Fault[]): string[] =>
      told(
        produced({
          kafka: '3.9',
          until: 1_000,
          world: { latency: 50, faults },
          plan: { calls: [send(0), close(120, 0)] },
        }),
        [APPENDED, CALLBACK, CLOSED],
        2,
      )
    const aborted = ['120 CALLBACK caller 0 KafkaException', '120 CLOSED caller']
    expect(closing([])).toEqual([...aborted, '150 APPENDED broker 1 0 0'])
    expect(closing([fault(1, 'pause', 130, 600)])).toEqual([...aborted, '600 APPENDED broker 1 0 0'])
    expect(closing([fault(1, 'stop', 130)])).toEqual(aborted)
  })

  test('a paused leader writes what it finds when it goes on, though nobody waits for the answer any more', () => {
    const trace = produced({
      kafka: '3.9',
      until: 5_000,
      config: second,
      producer: { retries: 0 },
      world: { selectOvershootMs: 1, faults: [fault(1, 'pause', 0, 3_000)] },
    })
    expect(told(trace, [APPENDED, CALLBACK], 2)).toEqual([
      '1001 CALLBACK caller 0 TimeoutException',
      '3000 APPENDED broker 1 0 0',
    ])
  })
})

describe('what the application sees', () => {
  const app = (plan: Plan): string[] =>
    told(produced(plan), [CALLBACK, THREW, FLUSHED, FORCE, CLOSED], 2).map((line) => line.replace(' caller', ''))
  const unknown = { topicKnown: false } as const
  type Row = [name: string, got: string[], expected: string[]]

  test.each<Row>([
    [
      'acks=0: a record is done when it is written',
      app({ kafka: '3.9', until: 100, producer: { acknowledged: false }, world: mute }),
      ['0 CALLBACK 0 ok'],
    ],
    [
      'a send() without metadata waits for max.block.ms',
      app({ kafka: '3.9', until: 2_000, producer: { maxBlock: ms(1_500) }, plan: unknown, world: dead }),
      ['1500 CALLBACK 0 TimeoutException'],
    ],
    [
      '0.8.2 takes 0 for no bound',
      app({ kafka: '0.8.2', until: 600_000, producer: { maxBlock: ms(0) }, plan: unknown, world: dead }),
      [],
    ],
    [
      'flush() returns when all records are done',
      app({
        kafka: '3.9',
        until: 9_000,
        producer: { linger: ms(5_000) },
        plan: { calls: [send(0), { at: send(10).at, what: 'flush' }] },
      }),
      ['10 CALLBACK 0 ok', '10 FLUSHED'],
    ],
    [
      'close() waits for what is in flight, at most as long as it was given',
      app({ kafka: '3.9', until: 9_000, plan: { calls: [send(0), close(100, 1_500)] }, world: mute }),
      ['1600 FORCE', '1600 CALLBACK 0 KafkaException', '1600 CLOSED'],
    ],
    [
      'to 1.1 what a forced close() leaves fails with another class',
      app({ kafka: '0.9', until: 9_000, plan: { calls: [send(0), close(100, 0)] }, world: mute }),
      ['100 FORCE', '100 CALLBACK 0 IllegalStateException', '100 CLOSED'],
    ],
    [
      'a send() that waits for metadata throws when another thread forces close()',
      app({ kafka: '3.9', until: 9_000, plan: { ...unknown, calls: [send(0), close(100, 0)] }, world: dead }),
      ['100 FORCE', '100 CLOSED', '100 THREW 0 KafkaException'],
    ],
    [
      'a closed producer takes no more records',
      app({ kafka: '3.9', until: 900, plan: { calls: [close(0), send(1)] } }),
      ['0 CLOSED', '1 THREW 0 IllegalStateException'],
    ],
  ])('%s', (_, got, expected) => expect(got).toEqual(expected))
})

describe('laws', () => {
  const call = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ at: fc.integer({ min: 0, max: 4_000 }), partition: fc.integer({ min: 0, max: 1 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ at: fc.integer({ min: 2_000, max: 4_000 }), closes: fc.constantFrom(0, 700) }),
    },
  )
  const plans: fc.Arbitrary<Plan> = fc
    .record({
      kafka: fc.constantFrom('0.8.2', 'kip-19-draft', '0.9', '2.7', '3.6', '4.4'),
      calls: fc.array(call, { maxLength: 8 }),
      fault: fc.constantFrom('mute', 'black hole', 'refuse', 'pause', 'forget connections'),
      at: fc.integer({ min: 0, max: 2_000 }),
      linger: fc.constantFrom(0, 5, 300),
      service: fc.constantFrom(0, 20, 1_200),
      known: fc.boolean(),
    })
    .map(({ kafka, calls, fault: kind, at, linger, service, known }) => ({
      kafka,
      until: 12_000,
      brokers: 2,
      asksApiVersions: kafka > '1',
      ...(kafka !== '0.8.2' && { config: second }),
      producer: { linger: ms(linger), retries: 3, deliveryTimeout: ms(4_000), maxBlock: ms(2_000) },
      world: { latency: 1, service, selectOvershootMs: 1 as const, faults: [fault(1, kind, at, at + 3_000)] },
      plan: {
        partitions: 2,
        recordsPerBatch: 2,
        topicKnown: known,
        leaders: [led(0, 1, 1, 2), led(1_500, 2, 2, 1)],
        calls: calls
          .map((each): ProducerCall => ('closes' in each ? close(each.at, each.closes) : send(each.at, each.partition)))
          .sort((a, b) => a.at - b.at),
      },
    }))

  const always = (law: (trace: Trace) => void) =>
    fc.assert(
      fc.property(plans, (plan) => law(produced(plan))),
      { numRuns: 150 },
    )

  const rowsOf = (trace: Trace, kind: number): number[] =>
    Array.from({ length: trace.rows }, (_, row) => row).filter((row) => kindOf(trace, row) === kind)

  test('a record has one end, and none before it was sent', () =>
    always((trace) => {
      const asked = rowsOf(trace, ASKED).map((row) => fieldOf(trace, row, 1))
      const ends = [...rowsOf(trace, CALLBACK), ...rowsOf(trace, THREW)].map((row) => fieldOf(trace, row, 0))
      expect(new Set(ends).size).toBe(ends.length)
      for (const record of ends) expect(asked).toContain(record)
    }))

  test("a batch's states follow one another without a gap, and each row of one comes after its cause", () =>
    always((trace) => {
      const states = new Map<number, string>()
      for (const row of rowsOf(trace, BATCH)) {
        const batch = fieldOf(trace, row, 0)
        expect(words[fieldOf(trace, row, 1)]).toBe(states.get(batch) ?? 'ABSENT')
        states.set(batch, words[fieldOf(trace, row, 2)] as string)
        expect(causeOf(trace, row)).toBeLessThan(row)
      }
    }))

  test('whenever the Sender goes to sleep, the first batch of each partition has said what holds it', () =>
    always((trace) => {
      const queues = new Map<number, number[]>()
      const said = new Set<number>()
      for (let row = 0; row < trace.rows; row++) {
        const kind = kindOf(trace, row)
        const batch = fieldOf(trace, row, 0)
        if (kind === HELD) said.add(batch)
        if (kind === HELD) expect(ruleOf(trace, row).id).toMatch(/^held-/)
        if (kind === BATCH) {
          const to = words[fieldOf(trace, row, 2)]
          const others = (queues.get(subjectOf(trace, row)) ?? []).filter((other) => other !== batch)
          queues.set(
            subjectOf(trace, row),
            to === 'OPEN' ? [...others, batch] : to === 'RETRYING' ? [batch, ...others] : others,
          )
          said.delete(batch)
        }
        if (kind === POLL && fieldOf(trace, row, 0) > 0)
          for (const [first] of queues.values()) if (first !== undefined) expect(said.has(first)).toBe(true)
      }
    }))

  test('a send() that waits for metadata is told of, with its deadline', () =>
    always((trace) => {
      for (const row of rowsOf(trace, AWAITS)) expect(fieldOf(trace, row, 1)).toBe(atOf(trace, row) + 2_000)
    }))
})

describe('the draft of KIP-19', () => {
  const draft = { kafka: 'kip-19-draft', config: second } as const
  const apart = { recordsPerBatch: 1, calls: [send(0), send(100), send(900)] }
  const kinds = [CLOSE, EXPIRED, COMPLETED, CALLBACK, RECEIVE]
  /** It answers again before the last two requests are over. */
  const paused = { faults: [fault(1, 'pause', 0, 1_050)] }

  /** What happened, with the fields that say to whom. */
  const all = (plan: Omit<Plan, 'kafka'>, what: readonly number[]): string[] =>
    told(produced({ ...draft, ...plan }), what, 2).map((line) => line.replace(/ (broker \d|caller|client)/, ''))

  type Row = [name: string, got: string[], expected: string[]]
  test.each<Row>([
    [
      'of three in flight only the first expires; its late answer is discarded, and the next one is that of the second',
      all({ until: 3_000, producer: { retries: 0 }, plan: apart, world: paused }, kinds),
      [
        '1000 EXPIRED PRODUCE 0',
        '1000 COMPLETED 0 timedOut',
        '1000 CALLBACK 0 TimeoutException',
        '1050 RECEIVE PRODUCE 0',
        '1050 RECEIVE PRODUCE 1',
        '1050 COMPLETED 1 response',
        '1050 CALLBACK 1 ok',
        '1050 RECEIVE PRODUCE 2',
        '1050 COMPLETED 2 response',
        '1050 CALLBACK 2 ok',
      ],
    ],
    [
      'it is retried after retry.backoff.ms, and fails with a TimeoutException once retries are exhausted',
      all({ until: 9_000, producer: { retries: 2 }, world: mute }, [CLOSE, SEND, EXPIRED, CALLBACK]),
      [
        '0 SEND PRODUCE 0',
        '1000 EXPIRED PRODUCE 0',
        '1100 SEND PRODUCE 1',
        '2100 EXPIRED PRODUCE 1',
        '2200 SEND PRODUCE 2',
        '3200 EXPIRED PRODUCE 2',
        '3200 CALLBACK 0 TimeoutException',
      ],
    ],
    [
      'one that has expired leaves its place: nothing stays behind a full connection',
      all(
        {
          until: 9_000,
          config: { ...second, 'max.in.flight.requests.per.connection': 1 },
          producer: { retries: 0 },
          plan: { recordsPerBatch: 1, calls: [send(0), send(100)] },
          world: mute,
        },
        [SEND, CALLBACK],
      ),
      [
        '0 SEND PRODUCE 0',
        '1000 CALLBACK 0 TimeoutException',
        '1000 SEND PRODUCE 1',
        '2000 CALLBACK 1 TimeoutException',
      ],
    ],
    [
      'a dead leader: no batch expires in the accumulator',
      did({ ...draft, until: 127_100, world: dead }),
      ['0 CONNECT', '127000 KERNEL_TIMEOUT', '127000 CONNECT'],
    ],
    [
      'close() waits for no request that has expired',
      all({ until: 9_000, producer: { retries: 0 }, plan: { calls: [send(0), close(10)] }, world: mute }, [
        CALLBACK,
        CLOSED,
      ]),
      ['1000 CALLBACK 0 TimeoutException', '1000 CLOSED'],
    ],
    [
      'metadata that nobody answers is asked for again after retry.backoff.ms',
      all({ until: 1_300, plan: { topicKnown: false }, world: mute }, [SEND, EXPIRED, METADATA]),
      [
        '0 METADATA requested Infinity',
        '100 SEND METADATA 0',
        '1100 EXPIRED METADATA 0',
        '1100 METADATA failed 1200',
        '1200 SEND METADATA 1',
      ],
    ],
  ])('%s', (_, got, expected) => expect(got).toEqual(expected))

  test('the broker writes what has expired, and a retry of it once more', () => {
    const trace = produced({
      ...draft,
      until: 3_000,
      producer: { retries: 1 },
      world: { faults: [fault(1, 'pause', 0, 1_500)] },
    })
    expect(told(trace, [APPENDED, CALLBACK], 4)).toEqual([
      '1500 APPENDED broker 1 0 0 0 1',
      '1500 APPENDED broker 1 0 0 1 2',
      '1500 CALLBACK caller 0 ok',
    ])
  })
})

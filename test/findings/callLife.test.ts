// The stretches of the life of a consumer's or an admin client's call.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callIn, callLifeOf } from '../../src/findings/callLife.ts'
import { sharesOf } from '../../src/findings/life.ts'
import { variant, world } from '../../src/scenario/defaultPreset.ts'
import type { ApiWorkload, Config, Fault, Scenario } from '../../src/scenario/scenario.ts'
import { settingOf } from '../../src/scenario/settings.ts'
import type { Trace } from '../../src/trace/trace.ts'
import { fault, traceOf } from '../support/runs.ts'

type Settings = NonNullable<Config['consumer']>

const consumer: ApiWorkload = { kind: 'consumer', known: false }
const admin: ApiWorkload = { kind: 'admin', known: true }
const fresh: ApiWorkload = { kind: 'admin', known: false }

function called(
  kafka: string,
  workload: ApiWorkload,
  faults: readonly Fault[] = [],
  settings: Settings = {},
  { nodes = 1, until = 150_000, seed = 1, jitter = false } = {},
): Trace {
  const scenario: Scenario = {
    v: 1,
    lab: 'requests',
    title: '',
    seed,
    until,
    world: world(nodes, 0, { faults, workload, jitter }),
    variants: [{ ...variant(kafka, kafka), config: { [workload.kind]: settings } }],
  }
  return traceOf(scenario)
}

/** `4-30004 in flight request.timeout.ms`, with the attempt where it is no first one. */
const told = (trace: Trace): string[] => {
  const call = callIn(trace)
  return (call ? callLifeOf(trace, call) : []).map(
    ({ from, to, what, rule, attempt, forMetadata }) =>
      `${from}-${to} ${forMetadata ? 'metadata: ' : ''}${what} ${rule.setting ?? rule.id}${attempt > 1 ? `, attempt ${attempt}` : ''}`,
  )
}

const mute: Fault = { ...fault(1, 'mute'), answers: 'API versions' }
const SHORT = { 'request.timeout.ms': 1000, 'default.api.timeout.ms': 2500, 'retry.backoff.ms': 300 }

describe('what the time of a call is spent on', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Trace, readonly string[]]>([
    ['a healthy broker: the connection, and the way there and back', called('3.9', consumer),
      ['0-4 connection latency', '4-6 in flight latency']],
    ['a consumer of 0.9: request.timeout.ms bounds the call', called('0.9', consumer, [mute]),
      ['0-2 connection latency', '2-40001 in flight request.timeout.ms']],
    ['since 2.0 attempts, the look that came late, a backoff, and the end of the budget', called('2.0', consumer, [mute]),
      ['0-4 connection latency', '4-30004 in flight request.timeout.ms', '30004-30014 late heartbeat.interval.ms',
       '30014-30114 backoff retry.backoff.ms, attempt 2', '30114-30118 connection latency, attempt 2', '30118-60001 in flight default.api.timeout.ms, attempt 2']],
    ['the timeout that a call brings along ends it', called('2.0', { ...consumer, timeout: 5000 }, [mute]),
      ['0-4 connection latency', '4-5001 in flight api-blocks-given']],
    ['an admin client of 2.7 looks when the call is over, and not when its request is', called('2.7', admin, [mute]),
      ['0-4 connection latency', '4-30004 in flight request.timeout.ms', '30004-60001 late default.api.timeout.ms']],
    ['a node that never listens: round trips and backoffs', called('2.7', admin, [fault(1, 'refuse')], { ...SHORT, 'default.api.timeout.ms': 1000 }),
      ['0-2 connection latency', '2-303 no node retry.backoff.ms', '303-305 connection latency, attempt 2', '305-606 no node retry.backoff.ms',
       '606-608 connection latency, attempt 3', '608-909 no node retry.backoff.ms', '909-911 connection latency, attempt 4', '911-1001 no node default.api.timeout.ms']],
    ['an admin client that is new waits for metadata first', called('3.9', fresh),
      ['0-4 metadata: connection latency', '4-6 metadata: in flight latency', '6-10 connection latency', '10-12 in flight latency']],
    ['and for as long as the call may take, attempt by attempt', called('3.9', fresh, [mute], SHORT),
      ['0-4 metadata: connection latency', '4-1001 metadata: in flight request.timeout.ms', '1001-1302 metadata: no node retry.backoff.ms',
       '1302-1306 metadata: connection latency', '1306-2002 metadata: in flight request.timeout.ms', '2002-2303 metadata: no node retry.backoff.ms',
       '2303-2307 metadata: connection latency', '2307-2501 metadata: in flight default.api.timeout.ms']],
    ['a call that is open at the end of the run', called('3.9', consumer, [mute], {}, { until: 20_000 }),
      ['0-4 connection latency', '4-20000 in flight request.timeout.ms']],
    ['a dark broker: the kernel would end the attempt', called('2.0', consumer, [fault(1, 'black hole')], SHORT),
      ['0-1204 connection tcp_syn_retries', '1204-1504 backoff retry.backoff.ms, attempt 2', '1504-2501 connection tcp_syn_retries, attempt 2']],
  ])('%s', (_, trace, stretches) => expect(told(trace)).toEqual(stretches))
})

const releases = ['0.9', '1.1', '2.0', '2.1', '2.4.0', '2.7', '2.8', '3.1', '3.4', '3.7', '3.9', '4.4'] as const
const kinds = ['black hole', 'pause', 'mute', 'cut link', 'slow link', 'lose message', 'stop', 'refuse'] as const

/** Any call in any small trouble. */
const troubles = fc.record({
  kafka: fc.constantFrom(...releases),
  client: fc.constantFrom('consumer', 'admin'),
  known: fc.boolean(),
  timeout: fc.option(fc.integer({ min: 1, max: 8_000 }), { nil: undefined }),
  nodes: fc.integer({ min: 1, max: 3 }),
  seed: fc.nat({ max: 1_000 }),
  settings: fc.record({
    'request.timeout.ms': fc.integer({ min: 1, max: 3_000 }),
    'default.api.timeout.ms': fc.integer({ min: 3_000, max: 9_000 }),
    'retry.backoff.ms': fc.constantFrom(0, 20, 100, 700),
    'metadata.max.age.ms': fc.constantFrom(100, 1_000, 300_000),
    retries: fc.constantFrom(0, 1, 3, 2_147_483_647),
  }),
  faults: fc.array(
    fc.record({
      broker: fc.integer({ min: 1, max: 3 }),
      kind: fc.constantFrom(...kinds),
      from: fc.constantFrom(0, 0, 3, 5, 500, 2_000),
      lasts: fc.integer({ min: 1, max: 9_000 }),
    }),
    { maxLength: 4 },
  ),
})

/** Checks a law on the runs of many calls. */
const always = (law: (trace: Trace) => void): void =>
  fc.assert(
    fc.property(troubles, ({ kafka, client, known, timeout, nodes, seed, settings, faults }) => {
      const workload: ApiWorkload = { kind: client, known, ...(timeout !== undefined && { timeout }) }
      const has = Object.entries(settings).filter(([key]) => settingOf(kafka, key, client))
      const there = faults.filter(({ broker }) => broker <= nodes)
      law(
        called(
          kafka,
          workload,
          there.map(({ broker, kind, from, lasts }) => fault(broker, kind, from, from + lasts)),
          Object.fromEntries(has),
          { nodes, seed, until: 10_000, jitter: true },
        ),
      )
    }),
    { numRuns: 150 },
  )

describe('in any trouble', () => {
  test('the stretches of a call follow one another without a gap and add up to it, to the millisecond', () => {
    always((trace) => {
      const call = callIn(trace)
      if (!call) throw new Error('nothing is called')
      const stretches = callLifeOf(trace, call)
      let end = call.from
      for (const stretch of stretches) {
        expect(stretch.from).toBe(end)
        expect(stretch.to).toBeGreaterThan(end)
        end = stretch.to
      }
      expect(end).toBe(call.to)
      expect(sharesOf(stretches).reduce((sum, { total }) => sum + total, 0)).toBe(call.to - call.from)
    })
  })

  test('each stretch leads to a row that is there, no later than its end, and names whom it belongs to', () => {
    always((trace) => {
      const call = callIn(trace)
      for (const { row, rule } of call ? callLifeOf(trace, call) : []) {
        expect(row).toBeGreaterThanOrEqual(0)
        expect(row).toBeLessThan(trace.rows)
        expect(rule.id).not.toBe('none')
      }
    })
  })
})

// What makes each preset about records the lesson that it is. The first part asks what was recorded of Kafka's own Sender, with the
// recording's exact clock and no latency, and so gets its very numbers; the presets have 1 ms each way and a select that is 1 ms late.

import { describe, expect, test } from 'vitest'
import * as edit from '../../src/scenario/edit.ts'
import type { Config, Fault, Scenario, World } from '../../src/scenario/scenario.ts'
import { settingOf } from '../../src/scenario/settings.ts'
import { CLOSE, CONNECT, SEND } from '../../src/trace/kinds.ts'
import { APPENDED, CALLBACK, CLOSED, FORCE, KNOWN_AGAIN, THREW } from '../../src/trace/producerKinds.ts'
import type { Trace } from '../../src/trace/trace.ts'
import { presetScenario as of, question, told, traceOf, tracesOf } from '../support/runs.ts'

type Settings = NonNullable<Config['producer']>

/** `120000 0 TimeoutException`: when each record of a run has its callback, and with what. */
const callbacks = (trace: Trace): string[] =>
  told(trace, [CALLBACK], 2).map((each) => each.replace('CALLBACK caller ', ''))

/** The callbacks of each variant. */
const outcomes = (scenario: Scenario): string[][] => tracesOf(scenario).map(callbacks)

const timesOf = (trace: Trace, kind: number): number[] => told(trace, [kind]).map((each) => Number(each.split(' ')[0]))

/** How many PRODUCE requests went out. */
const attempts = (trace: Trace): number => told(trace, [SEND], 1).filter((each) => each.endsWith('PRODUCE')).length

describe('on the recorder’s clock', () => {
  const mute: Fault = { at: 0, kind: 'mute', node: 0, answers: 'API versions', on: true }
  const atOnce: Partial<World> = { latency: 0, selectOvershootMs: 0, kernel: { giveUpAfter: 127_000 } }
  const record = { kind: 'produce', partitions: 1, topicKnown: true, calls: [{ at: 0, what: 'send' }] } as const

  /** Constant backoffs and setup timeouts, as there. */
  const constant: Settings = {
    'reconnect.backoff.ms': 50,
    'reconnect.backoff.max.ms': 50,
    'retry.backoff.max.ms': 100,
    'socket.connection.setup.timeout.max.ms': 10_000,
  }

  function recorded(
    kafka: string,
    settings: Settings,
    until: number,
    fault: Fault,
    change: Partial<World> = {},
  ): Trace {
    const known = Object.entries({ ...constant, ...settings }).filter(([key]) => settingOf(kafka, key))
    const asked = question(1, until, [[kafka, Object.fromEntries(known)]], {
      ...atOnce,
      faults: [fault],
      workload: record,
      ...change,
    })
    return traceOf({ ...asked, lab: 'requests' })
  }

  const endless = { retries: 2_147_483_647 }
  // biome-ignore format: a case is one line.
  test.each<[string, string, Settings, Fault, string[]]>([
    ['G17: 0.8.2 waits for ever', '0.8.2', {}, mute, []],
    ['G17: 0.9 with retries too', '0.9', { 'request.timeout.ms': 1000, ...endless }, mute, []],
    ['G17: 2.7 until the delivery timeout', '2.7', { 'request.timeout.ms': 1000, 'delivery.timeout.ms': 3500 }, mute, ['3500 0 TimeoutException']],
    ['G17: 3.9 as well', '3.9', { 'request.timeout.ms': 1000, 'delivery.timeout.ms': 3500 }, mute, ['3500 0 TimeoutException']],
    ['G17: 4.4 as well', '4.4', { 'request.timeout.ms': 1000, 'delivery.timeout.ms': 3500, 'linger.ms': 0 }, mute, ['3500 0 TimeoutException']],
    ['G17: by default after two minutes', '3.9', {}, mute, ['120000 0 TimeoutException']],
    ['G18: 2.7 without retries', '2.7', { 'request.timeout.ms': 1000, retries: 0 }, mute, ['2000 0 NetworkException']],
    ['G18: 3.9 without retries', '3.9', { 'request.timeout.ms': 1000, retries: 0 }, mute, ['2000 0 TimeoutException']],
    ['G18: 2.7 with one', '2.7', { 'request.timeout.ms': 1000, 'delivery.timeout.ms': 10_000, retries: 1 }, mute, ['3100 0 NetworkException']],
    ['G18: 3.9 with one', '3.9', { 'request.timeout.ms': 1000, 'delivery.timeout.ms': 10_000, retries: 1 }, mute, ['3100 0 TimeoutException']],
    ['G18: 1.1 with one', '1.1', { 'request.timeout.ms': 1000, retries: 1 }, mute, ['3100 0 NetworkException']],
    ['G18: 0.9 with one', '0.9', { 'request.timeout.ms': 1000, retries: 1 }, mute, ['4200 0 NetworkException']],
    ['G18: linger comes first', '3.9', { 'request.timeout.ms': 1000, 'linger.ms': 500, retries: 0 }, mute, ['2500 0 TimeoutException']],
    ['G19: 0.9 gives a dead leader’s batch up at the second look', '0.9', {}, { ...mute, kind: 'black hole' }, ['60000 0 TimeoutException']],
    ['G19: 2.0 too', '2.0', {}, { ...mute, kind: 'black hole' }, ['60000 0 TimeoutException']],
    ['G19: from 2.1 on the delivery timeout', '2.1', {}, { ...mute, kind: 'black hole' }, ['120000 0 TimeoutException']],
    ['G19: in 2.7', '2.7', {}, { ...mute, kind: 'black hole' }, ['120000 0 TimeoutException']],
    ['G19: in 3.9', '3.9', {}, { ...mute, kind: 'black hole' }, ['120000 0 TimeoutException']],
    ['G19: a short one to the millisecond', '3.9', { 'request.timeout.ms': 1000, 'delivery.timeout.ms': 3500 }, { ...mute, kind: 'black hole' }, ['3500 0 TimeoutException']],
    ['G20: a refused leader’s too', '3.9', { 'request.timeout.ms': 1000, 'delivery.timeout.ms': 3500 }, { ...mute, kind: 'refuse' }, ['3500 0 TimeoutException']],
  ])('%s', (_, kafka, settings, { answers, ...fault }, expected) => {
    const met = fault.kind === 'mute' ? { ...fault, ...(answers && { answers }) } : fault
    expect(callbacks(recorded(kafka, settings, 150_000, met))).toEqual(expected)
  })

  test('G17: three attempts in 3500 ms, the second killed by a metadata request that was older', () => {
    const trace = recorded('2.7', { 'request.timeout.ms': 1000, 'delivery.timeout.ms': 3500 }, 4500, mute)
    expect(timesOf(trace, CLOSE)).toEqual([2000, 3100, 4500])
    expect(timesOf(trace, CONNECT)).toEqual([0, 2050, 3200])
  })

  test('G19: the connections of a dead leader in 2.7 and in 3.9', () => {
    const dead: Fault = { at: 0, kind: 'black hole', node: 0, on: true }
    expect(timesOf(recorded('2.7', {}, 51_000, dead), CONNECT)).toEqual([0, 30_050, 40_150, 50_250])
    expect(timesOf(recorded('3.9', {}, 51_000, dead), CONNECT)).toEqual([0, 20_050, 30_150, 40_250, 50_350])
    const brief = { 'request.timeout.ms': 1000, 'delivery.timeout.ms': 3500 }
    expect(timesOf(recorded('3.9', brief, 3500, dead), CONNECT)).toEqual([0])
  })

  test('G20: a refused connection is tried again after each backoff', () => {
    // There a refusal took 1 ms, and the period was 51.
    const refused: Fault = { at: 0, kind: 'refuse', node: 0, on: true }
    expect(timesOf(recorded('3.9', {}, 160, refused), CONNECT)).toEqual([0, 50, 100, 150])
  })

  test('G9: with the first of three too old all are cancelled, to 1.1 the newest first', () => {
    const three = { ...record, calls: [{ at: 0, what: 'send', count: 3, every: 100 }] } as const
    const settings = { 'request.timeout.ms': 1000, retries: 0 }
    const order = (kafka: string) => callbacks(recorded(kafka, settings, 1500, mute, { workload: three }))
    expect(order('0.9')).toEqual(['1200 2 NetworkException', '1200 1 NetworkException', '1200 0 NetworkException'])
    expect(order('1.1')).toEqual(['1200 2 NetworkException', '1200 1 NetworkException', '1200 0 NetworkException'])
    expect(order('2.7')).toEqual(['1200 0 NetworkException', '1200 1 NetworkException', '1200 2 NetworkException'])
    expect(order('3.9')).toEqual(['1200 0 TimeoutException', '1200 1 TimeoutException', '1200 2 TimeoutException'])
  })

  test('G10: a poll that wakes exactly on time sleeps once more, and one that is late does not', () => {
    const settings = { 'request.timeout.ms': 1000, retries: 0 }
    expect(timesOf(recorded('3.9', settings, 2500, mute), CLOSE)).toEqual([2000])
    expect(timesOf(recorded('3.9', settings, 1500, mute, { selectOvershootMs: 1 }), CLOSE)).toEqual([1001])
  })

  test('G24: in 0.9 a batch without a leader expires at the first turn past its time, with its linger', () => {
    const leaderless: Fault = { at: 0, kind: 'no leader', node: 0, on: true }
    const at = (settings: Settings) => callbacks(recorded('0.9', settings, 31_000, leaderless, { service: 1 }))
    // Turns come at the requests for metadata: there at 200 + 101 k, since the connection took 1 ms, and so at 30 096; here at 100 + 101 k.
    expect(at({})).toEqual(['30097 0 TimeoutException'])
    expect(at({ 'linger.ms': 50 })).toEqual(['30097 0 TimeoutException'])
  })
})

describe('the presets', () => {
  test('the mute broker: for ever, 60 s, 120 s; and 30 s where a select is late', () => {
    expect(outcomes(of('mute-broker'))).toEqual([[], ['60002 0 NetworkException'], ['120000 0 TimeoutException']])
    const late = edit.setWorld(of('mute-broker'), { selectOvershootMs: 1 })
    expect(outcomes(late)).toEqual([[], ['30003 0 NetworkException'], ['120001 0 TimeoutException']])
  })

  test('exactly on time is not yet too late: twice as long, unless something wakes the loop', () => {
    expect(outcomes(of('exact-boundary'))).toEqual([['2004 0 TimeoutException'], ['1005 0 TimeoutException']])
    const late = edit.setWorld(of('exact-boundary'), { selectOvershootMs: 1 })
    expect(outcomes(late)).toEqual([['1005 0 TimeoutException'], ['1005 0 TimeoutException']])
  })

  test('one late answer kills its neighbours, in the order of each era', () => {
    const failed = (scenario: Scenario) => outcomes(scenario).map((told) => told.filter((each) => !each.endsWith('ok')))
    expect(failed(of('late-answer'))).toEqual([
      ['2002 11 NetworkException', '2002 8 NetworkException', '2002 5 NetworkException'],
      ['2002 5 NetworkException', '2002 8 NetworkException', '2002 11 NetworkException'],
      ['2002 5 TimeoutException', '2002 8 TimeoutException', '2002 11 TimeoutException'],
    ])
    expect(failed(edit.updateFault(of('late-answer'), 0, { until: 1900 }))).toEqual([[], [], []])
  })

  test('retries add up: an attempt and a backoff each, until delivery.timeout.ms', () => {
    const scenario = of('retries-add-up')
    expect(outcomes(scenario)).toEqual([
      ['1005 0 NetworkException'],
      ['2107 0 NetworkException'],
      ['4319 0 NetworkException'],
      ['10001 0 TimeoutException'],
    ])
    expect(tracesOf(scenario).map(attempts)).toEqual([1, 2, 4, 10])
    const shorter = scenario.variants.reduce(
      (edited, _, i) => edit.setSetting(edited, i, 'delivery.timeout.ms', 3000),
      scenario,
    )
    expect(outcomes(shorter).slice(2)).toEqual([['3001 0 TimeoutException'], ['3001 0 TimeoutException']])
  })

  test('one budget, wherever the record is', () => {
    const scenario = of('delivery-budget')
    expect(outcomes(scenario)).toEqual(Array(3).fill(['5001 0 TimeoutException']))
    expect(tracesOf(scenario).map(attempts)).toEqual([2, 0, 0])
    const quicker = edit.setSetting(scenario, 0, 'request.timeout.ms', 1000)
    expect(outcomes(quicker)[0]).toEqual(['5001 0 TimeoutException'])
    expect(attempts(traceOf(quicker))).toBeGreaterThan(2)
  })

  test('linger.ms is added to request.timeout.ms to 2.0, and part of delivery.timeout.ms from 2.1 on', () => {
    const scenario = of('batch-expiry')
    expect(outcomes(scenario)).toEqual([
      ['2056 0 TimeoutException'],
      ['3086 0 TimeoutException'],
      ['3092 0 TimeoutException'],
      ['5001 0 TimeoutException'],
    ])
    const shorter = scenario.variants.reduce(
      (edited, _, i) => edit.setSetting(edited, i, 'request.timeout.ms', 1000),
      scenario,
    )
    const ends = outcomes(shorter).map(([first]) => Math.floor(Number(first?.split(' ')[0]) / 1000))
    expect(ends).toEqual([1, 2, 2, 5])
  })

  test('a record for a dead leader: for ever, 30 s, 120 s', () => {
    const scenario = of('dead-leader-record')
    const [two, one] = [['120001 0 TimeoutException'], ['30001 0 TimeoutException']]
    expect(outcomes(scenario)).toEqual([[], one, two, two])
    expect(timesOf(traceOf(scenario, 2), CLOSE)[0]).toBe(30_001)
    expect(timesOf(traceOf(scenario, 3), CLOSE)[0]).toBe(10_001)
    const moved = edit.addFault(scenario, { at: 20_000, kind: 'take over', node: 1, partition: 0, on: true })
    const ends = outcomes(moved).map(([first]) => first?.replace(/ 0 /, ' '))
    expect(ends.slice(0, 2)).toEqual(['131105 ok', '30001 TimeoutException'])
    expect(ends.slice(2).every((each) => each?.endsWith('ok'))).toBe(true)
  })

  test('a refused leader: known at once, and the record waits all the same', () => {
    const scenario = of('refused-leader')
    const ends = outcomes(scenario).map(([first]) => Math.floor(Number(first?.split(' ')[0]) / 1000))
    expect(ends).toEqual([5, 5, 5])
    const tried = tracesOf(scenario).map((trace) => timesOf(trace, CONNECT).filter((at) => at <= 5000).length)
    expect(tried[1]).toBe(95)
    expect(tried[2]).toBe(9)
    const back = edit.updateFault(scenario, 0, { until: 3000 })
    expect(outcomes(back).every(([first]) => first?.endsWith('ok'))).toBe(true)
  })

  test('the leader moves: 2.7 waits for its backoff, 3.9 goes where it belongs at once', () => {
    const scenario = of('leader-moves')
    expect(outcomes(scenario).map(([, second]) => second)).toEqual([
      '10100 1 NotLeaderForPartitionException',
      '12401 1 ok',
      '10500 1 ok',
    ])
    const defaults = [1, 2].reduce(
      (edited, i) => edit.setSetting(edited, i, 'retry.backoff.ms', undefined),
      edit.setSetting(scenario, 2, 'retry.backoff.max.ms', undefined),
    )
    const [, old, now] = outcomes(defaults).map(([, second]) => Number(second?.split(' ')[0]))
    expect(Number(old) - Number(now)).toBeLessThan(100)
  })

  test('close() with work in flight: for ever, by force, or with the end of the record', () => {
    const scenario = of('close-in-flight')
    expect(outcomes(scenario).map(([, second]) => second)).toEqual([
      undefined,
      '8000 1 IllegalStateException',
      '8000 1 KafkaException',
      '6001 1 TimeoutException',
    ])
    const traces = tracesOf(scenario)
    expect(traces.map((trace) => timesOf(trace, CLOSED))).toEqual([[], [8000], [8000], [7502]])
    expect(traces.map((trace) => timesOf(trace, FORCE))).toEqual([[], [8000], [8000], []])
  })

  test('send() waits for metadata as long as one setting says, and then for whoever comes back', () => {
    const scenario = of('max-block')
    const ten = ['10000 0 TimeoutException']
    expect(outcomes(scenario)).toEqual([ten, ten, ['41856 0 ok']])
    const lasting = [0, 1, 2].reduce((edited, i) => edit.updateFault(edited, i, { until: undefined }), scenario)
    expect(outcomes(lasting)).toEqual([ten, ten, ['60000 0 TimeoutException']])
  })

  test('NetworkException to 3.4, TimeoutException from 3.5; a lost connection is a NetworkException for all', () => {
    const scenario = of('network-or-timeout')
    expect(outcomes(scenario).map(([, second]) => second)).toEqual([
      '3001 1 NetworkException',
      '3001 1 NetworkException',
      '3001 1 TimeoutException',
      '2001 1 NetworkException',
    ])
    const retried = scenario.variants.reduce((edited, _, i) => {
      const more = edit.setSetting(edited, i, 'retries', 5)
      return edit.setSetting(more, i, 'delivery.timeout.ms', 2500)
    }, scenario)
    const ends = outcomes(retried).map(([, second]) => second?.split(' ')[2])
    expect(ends).toEqual([...Array(3).fill('TimeoutException'), 'ok'])
  })

  test('a broker that pauses longer than the timeout appends what failed, and twice what was retried, unless that is idempotent', () => {
    const scenario = of('duplicates')
    const appended = (trace: Trace) => told(trace, [APPENDED], 4).filter((each) => !each.startsWith('5 '))
    expect(tracesOf(scenario).map(appended)).toEqual([
      ['5000 APPENDED broker 1 1 0 1 1'],
      ['5000 APPENDED broker 1 1 0 1 1', '5002 APPENDED broker 1 1 0 2 2'],
      ['5000 APPENDED broker 1 1 0 1 1'],
      ['5000 APPENDED broker 1 1 0 1 1'],
    ])
    expect(tracesOf(scenario).map((trace) => told(trace, [KNOWN_AGAIN], 3))).toEqual([
      [],
      [],
      ['5002 KNOWN_AGAIN broker 1 1 0 1'],
      [],
    ])
    expect(outcomes(scenario).map(([, second]) => second)).toEqual([
      '3501 1 NetworkException',
      '5003 1 ok',
      '5003 1 ok',
      '5001 1 ok',
    ])
    const brief = edit.setSetting(scenario, 1, 'delivery.timeout.ms', 2000)
    expect(outcomes(brief)[1]?.[1]).toBe('4001 1 TimeoutException')
    expect(appended(traceOf(brief, 1))).toHaveLength(1)
  })

  test('a buffer that is full lets send() wait for ever, throw at once, or fail after max.block.ms', () => {
    const scenario = of('buffer-full')
    const failed = tracesOf(scenario).map((trace) =>
      told(trace, [CALLBACK, THREW], 2).filter((each) => !each.endsWith('ok')),
    )
    expect(failed.map((each) => each.length)).toEqual([0, 8, 8, 8])
    expect(failed.map(([first]) => first)).toEqual([
      undefined,
      '1100 THREW caller 5 BufferExhaustedException',
      '3100 CALLBACK caller 5 TimeoutException',
      '3100 CALLBACK caller 5 BufferExhaustedException',
    ])
    const healed = edit.updateFault(scenario, 0, { until: 3000 })
    expect(outcomes(healed)[3]?.filter((each) => !each.endsWith('ok'))).toEqual([])
  })
})

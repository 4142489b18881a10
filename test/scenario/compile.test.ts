import { describe, expect, test } from 'vitest'
import { FOREVER, NEVER } from '../../src/base/time.ts'
import type { ClientConfig, ClientWorld, Condition } from '../../src/scenario/clientWorld.ts'
import { compile } from '../../src/scenario/compile.ts'
import { seedOf } from '../../src/scenario/compileClient.ts'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import * as edit from '../../src/scenario/edit.ts'
import type { Config, Fault, Scenario } from '../../src/scenario/scenario.ts'

const start = edit.setWorld(defaultPreset.scenario, { latency: 5, service: 3, faults: [] })

function hostWith(faults: readonly Partial<Fault>[]): ClientWorld['hosts'][number] | undefined {
  const whole = faults.map((fault): Fault => ({ at: 100, kind: 'black hole', node: 0, on: true, ...fault }))
  return compile(edit.setWorld(start, { faults: whole }), 0).hosts[0]
}

/** What a condition says that a healthy one does not, and which faults say so. */
function unwell(condition: Condition): string {
  const { at, reaches, returns, listener, channel, answers, pausedUntil, by } = condition
  const faults = [...new Set(Object.values(by))].filter((fault) => fault >= 0).join(', ')
  const says = [
    reaches ? '' : 'nothing reaches it',
    returns ? '' : 'nothing returns',
    listener === 'refuses' ? 'refuses' : '',
    channel === 'stalls' ? 'stalls' : '',
    answers === 'none' ? 'mute' : '',
    pausedUntil > at ? `paused until ${pausedUntil}` : '',
  ].filter((part) => part !== '')
  return `${at}: ${says.length > 0 ? `${says.join(', ')} (${faults})` : `well${faults}`}`
}

describe('faults as conditions of a host', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Partial<Fault>[], string[], [number, number][]]>([
    ['a healthy host', [], ['0: well'], []],
    ['a black hole drops both ways', [{}], ['0: well', '100: nothing reaches it, nothing returns (0)'], []],
    ['one from the start', [{ at: 0 }], ['0: nothing reaches it, nothing returns (0)'], []],
    ['one that heals', [{ until: 200 }], ['0: well', '100: nothing reaches it, nothing returns (0)', '200: well'], []],
    ['a closed port refuses, and resets what is open after one way', [{ kind: 'refuse', until: 200 }], ['0: well', '100: refuses (0)', '200: well'], [[105, 0]]],
    ['a stopped process likewise', [{ kind: 'stop' }], ['0: well', '100: refuses (0)'], [[105, 0]]],
    ['a paused process leaves requests waiting until it goes on', [{ kind: 'pause', until: 200 }], ['0: well', '100: paused until 200 (0)', '200: well'], []],
    ['or for ever', [{ kind: 'pause' }], ['0: well', '100: paused until Infinity (0)'], []],
    ['a mute one swallows them', [{ kind: 'mute' }], ['0: well', '100: mute (0)'], []],
    ['a stalled channel is never ready', [{ kind: 'stall' }], ['0: well', '100: stalls (0)'], []],
    ['a cut link drops both ways', [{ kind: 'cut link' }], ['0: well', '100: nothing reaches it, nothing returns (0)'], []],
    ['or one way', [{ kind: 'cut link', way: 'to broker' }], ['0: well', '100: nothing reaches it (0)'], []],
    ['or the other', [{ kind: 'cut link', way: 'from broker' }], ['0: well', '100: nothing returns (0)'], []],
    ['what is switched off does nothing', [{ on: false }], ['0: well'], []],
    ['what happens elsewhere does nothing', [{ node: 1 }], ['0: well'], []],
    ['what would begin after the run does nothing', [{ at: 150_001 }], ['0: well'], []],
    ['what begins at its last instant does', [{ at: 150_000 }], ['0: well', '150000: nothing reaches it, nothing returns (0)'], []],
    ['two halves make a whole cut, and the way there matters more', [{ kind: 'cut link', way: 'from broker' }, { kind: 'cut link', way: 'to broker' }], ['0: well', '100: nothing reaches it, nothing returns (1, 0)'], []],
    ['of two at one ms the first is named', [{}, {}], ['0: well', '100: nothing reaches it, nothing returns (0)'], []],
    ['of two pauses the longer lasts', [{ kind: 'pause', until: 200 }, { at: 150, kind: 'pause', until: 300 }], ['0: well', '100: paused until 200 (0)', '150: paused until 300 (0)', '200: paused until 300 (1)', '300: well'], []],
    ['dropping wins over refusing, and the reset comes when the way is open again', [{ until: 400 }, { at: 200, kind: 'stop', until: 300 }], ['0: well', '100: nothing reaches it, nothing returns (0)', '200: nothing reaches it, nothing returns, refuses (0, 1)', '300: nothing reaches it, nothing returns (0)', '400: well'], [[405, 1]]],
    ['a reset that is cut off on its way comes later too', [{ kind: 'stop' }, { at: 103, until: 110 }], ['0: well', '100: refuses (0)', '103: nothing reaches it, nothing returns, refuses (1, 0)', '110: refuses (0)'], [[115, 0]]],
    ['a way that never opens again brings none', [{}, { at: 200, kind: 'stop' }], ['0: well', '100: nothing reaches it, nothing returns (0)', '200: nothing reaches it, nothing returns, refuses (0, 1)'], []],
    ['the way to the broker is not needed for a reset', [{ kind: 'cut link', way: 'to broker' }, { at: 200, kind: 'stop' }], ['0: well', '100: nothing reaches it (0)', '200: nothing reaches it, refuses (0, 1)'], [[205, 1]]],
    ['a reset after the run is left out', [{ at: 149_999, kind: 'stop' }], ['0: well', '149999: refuses (0)'], []],
  ])('%s', (_, faults, conditions, resets) => {
    const host = hostWith(faults)
    expect(host?.conditions[0]?.map(unwell)).toEqual(conditions)
    const told = host?.resets.filter(({ what }) => what === 'told')
    expect(told?.map(({ at, fault }) => [at, fault])).toEqual(resets)
  })

  test('connecting takes there and back, a request one way and the service', () => {
    expect(hostWith([])?.conditions[0]?.[0]).toMatchObject({
      connect: 10,
      latencyOut: 5,
      latencyBack: 5,
      service: 3,
      handshake: 0,
      throttle: 0,
    })
  })

  test('the trace is told of the faults that happen, in order', () => {
    const faults: Fault[] = [
      { at: 9, until: 20, kind: 'pause', node: 1, on: true },
      { at: 5, kind: 'stop', node: 2, on: true },
      { at: 5, kind: 'mute', node: 0, on: false },
      { at: 5, kind: 'stall', node: 0, on: true },
      { at: 200_000, kind: 'stall', node: 0, on: true },
    ]
    expect(compile(edit.setWorld(start, { faults }), 0).faults).toEqual([
      { at: 5, until: NEVER, host: 2, what: 'stop', index: 1 },
      { at: 5, until: NEVER, host: 0, what: 'stall', index: 3 },
      { at: 9, until: 20, host: 1, what: 'pause', index: 0 },
    ])
  })
})

describe('who is known by which id', () => {
  test('bootstrap servers are −1, −2 …, and every broker has its own id in metadata', () => {
    const scenario = edit.setNode(edit.setNode(start, 1, { bootstrap: false }), 2, { name: 'far', addresses: 2 })
    expect(
      compile(scenario, 0).hosts.map(({ name, boot, broker, addresses }) => [name, boot, broker, addresses]),
    ).toEqual([
      ['broker 1', -1, 1, 1],
      ['broker 2', undefined, 2, 1],
      ['far', -2, 3, 2],
    ])
  })
})

describe('what the application does', () => {
  test('send() at 0 waits for metadata that nobody has yet', () => {
    const { metadata, caller } = compile(start, 0)
    expect(metadata).toMatchObject({ known: 'bootstrap', start: 'due', order: undefined, draws: 'each' })
    expect(caller).toEqual({ pollTimeout: FOREVER, leader: undefined, maxBlock: 60_000 })
  })

  test('a leader is asked for with fresh metadata', () => {
    const { metadata, caller } = compile(edit.setWorld(start, { workload: { kind: 'leader', node: 1 } }), 0)
    expect(metadata).toMatchObject({ known: 'brokers', start: 'fresh' })
    expect(caller).toEqual({ pollTimeout: FOREVER, leader: 2, maxBlock: undefined })
  })
})

describe('settings after Kafka has worked on them', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, string, Config['producer'] & object, { [name in keyof ClientConfig]?: number | boolean }]>([
    ['2.6 has no setup timeout at all', '2.6', {}, { setupTimeout: FOREVER, setupTimeoutMax: FOREVER, reconnectBackoff: 50, reconnectBackoffMax: 1000 }],
    ['0.8.2 has neither a request timeout nor a maximum for its backoff', '0.8.2', {}, { requestTimeout: FOREVER, reconnectBackoff: 10, reconnectBackoffMax: FOREVER, setupTimeout: FOREVER, retryBackoff: 100, metadataMaxAge: 300_000, maxInFlight: 5, rebootstraps: false }],
    ['the draft of KIP-19 has a request timeout', 'kip-19-draft', { 'timeout.ms': 5000 }, { requestTimeout: 30_000, reconnectBackoff: 10 }],
    ['it takes bounds for none', '0.8.2', { 'retry.backoff.ms': -1 }, { retryBackoff: -1 }],
    ['0.9 has a request timeout', '0.9', {}, { requestTimeout: 30_000, reconnectBackoff: 50 }],
    ['which timeout.ms replaces where it is set (KIP-19)', '0.9', { 'timeout.ms': 5000, 'request.timeout.ms': 9000 }, { requestTimeout: 5000 }],
    ['and plays no part in 0.8.2', '0.8.2', { 'timeout.ms': 5000 }, { requestTimeout: FOREVER }],
    ['the draft has a fixed one', 'kip-601-draft', { 'connections.setup.timeout.ms': 7 }, { setupTimeout: 7, setupTimeoutMax: 7 }],
    ['2.7 has its defaults', '2.7', {}, { setupTimeout: 10_000, setupTimeoutMax: 127_000, requestTimeout: 30_000, metadataMaxAge: 300_000, maxInFlight: 5 }],
    ['a maximum follows its base (X1)', '2.7', { 'reconnect.backoff.ms': 700 }, { reconnectBackoff: 700, reconnectBackoffMax: 700 }],
    ['unless it is set too', '2.7', { 'reconnect.backoff.ms': 700, 'reconnect.backoff.max.ms': 900 }, { reconnectBackoff: 700, reconnectBackoffMax: 900 }],
    ['a base beyond its maximum goes through as it is (X7)', '3.9', { 'retry.backoff.ms': 2000 }, { retryBackoff: 2000, retryBackoffMax: 1000 }],
    ['a negative setup timeout too (X8)', '2.7', { 'socket.connection.setup.timeout.ms': -1 }, { setupTimeout: -1 }],
    ['before 3.7 the retry backoff does not grow', '3.6', { 'retry.backoff.ms': 70 }, { retryBackoff: 70, retryBackoffMax: 70 }],
    ['before 2.6 only the first address counts', '2.5', {}, { firstAddressOnly: true }],
    ['from 2.6 all do', '2.6', {}, { firstAddressOnly: false }],
    ['3.9 does not go back to its bootstrap servers', '3.9', {}, { rebootstraps: false, rebootstrapTrigger: FOREVER }],
    ['unless told so, in any case of letters', '3.9', { 'metadata.recovery.strategy': 'ReBootstrap' }, { rebootstraps: true }],
    ['4.0 does', '4.0', {}, { rebootstraps: true, rebootstrapTrigger: 300_000 }],
  ])('%s', (_, kafka, producer, expected) => {
    const scenario: Scenario = { ...start, variants: [{ name: 'x', kafka, config: { producer } }] }
    expect(compile(scenario, 0).config).toMatchObject(expected)
  })
})

describe('the clients before the API versions exchange', () => {
  const of = (kafka: string, producer: Config['producer'] & object = {}, leads = false): ClientWorld => {
    const asked = leads ? edit.setWorld(start, { workload: { kind: 'leader', node: 0 } }) : start
    return compile({ ...asked, variants: [{ name: 'x', kafka, config: { producer } }] }, 0)
  }

  test.each([
    ['0.8.2', 'no API versions, and send() asks for an update', false, [{ at: 0, what: 'update' }]],
    ['0.9', 'the same', false, [{ at: 0, what: 'update' }]],
    ['2.4.0', 'the first update is due by itself', true, []],
  ])('%s: %s', (kafka, _, asks, calls) => {
    expect([of(kafka).asksApiVersions, of(kafka).calls]).toEqual([asks, calls])
  })

  test('nobody asks for an update where the metadata is fresh', () => expect(of('0.9', {}, true).calls).toEqual([]))

  // biome-ignore format: a case is one line.
  test.each<[string, string, Config['producer'] & object, number, string | undefined]>([
    ['send() of 0.8.2 is bounded by metadata.fetch.timeout.ms', '0.8.2', { 'metadata.fetch.timeout.ms': 5000 }, 5000, 'metadata.fetch.timeout.ms'],
    ['that of 0.9 by max.block.ms', '0.9', { 'max.block.ms': 7000 }, 7000, undefined],
    ['which the deprecated setting replaces where it is set (KIP-19)', '0.9', { 'max.block.ms': 7000, 'metadata.fetch.timeout.ms': 5000 }, 5000, undefined],
  ])('%s', (_, kafka, producer, maxBlock, boundBy) => {
    expect(of(kafka, producer).caller).toMatchObject({ maxBlock, ...(boundBy && { boundBy }) })
  })
})

describe('what differs in a variant', () => {
  const scenario = edit.setVariantWorld(start, 1, {
    latency: 100,
    seed: 7,
    kernel: { giveUpAfter: null },
    jitter: true,
  })
  test('its latency and its kernel', () => {
    expect(compile(scenario, 0).hosts[0]?.conditions[0]?.[0]?.latencyOut).toBe(5)
    expect(compile(scenario, 1).hosts[0]?.conditions[0]?.[0]?.latencyBack).toBe(100)
    expect(compile(scenario, 0).kernel.connect).toMatchObject({ retries: 6, linear: 4, initialRto: 1000 })
    expect(compile(scenario, 1).kernel.connect).toEqual({ givesUpAfter: FOREVER })
  })

  test('its seed', () => expect([seedOf(scenario, 0), seedOf(scenario, 1)]).toEqual([start.seed, 7]))

  test('its knobs, against its release', () => {
    const asked = edit.setKnobs(start, 0, { nodeChoice: 'oldest attempt' })
    expect(compile(asked, 0).behaviour).toMatchObject({ nodeChoice: 'oldest attempt', setupTimeout: 'none' })
    expect(compile(start, 0).behaviour).toMatchObject({ nodeChoice: 'last visited' })
    const early = edit.setKnobs(edit.setKafka(start, 0, '0.8.2'), 0, { scanOffset: 'each scan' })
    expect(compile(early, 0).behaviour).toMatchObject({ scanOffset: 'each scan', backoffFrom: 'connect start' })
  })
})

// What makes each preset the lesson that it is. Where Kafka's own classes were recorded in the same situation, the numbers are those of
// the recording, moved by what a preset has and that had not: 1 ms of latency each way, a select that returns 1 ms late, Linux 6.5.

import { describe, expect, test } from 'vitest'
import { attemptsWithin } from '../../src/findings/attempts.ts'
import { headlineOf } from '../../src/findings/headline.ts'
import * as edit from '../../src/scenario/edit.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { CLOSE, CONNECT, CONNECTED, KERNEL_TIMEOUT, METADATA, REFUSED, UNREACHABLE } from '../../src/trace/kinds.ts'
import { presetScenario as of, told, traceOf, tracesOf } from '../support/runs.ts'

/** When the first metadata arrives in each variant, in ms; undefined: not within the run. */
const firstMetadata = (scenario: Scenario) => tracesOf(scenario).map((trace) => headlineOf(trace, undefined))

/** `0-10050 broker 1 setup timeout`: each attempt of a variant, and how it ended. */
const attempts = (scenario: Scenario, variant: number): string[] => {
  const trace = traceOf(scenario, variant)
  return attemptsWithin(trace, trace.rows).map(
    ({ at, end, endAt, name, readyAt }) => `${at}-${end === 'open' ? '' : endAt} ${name} ${readyAt ? 'ready' : end}`,
  )
}

/** The brokers that a variant tries, in order. */
const tried = (scenario: Scenario, variant: number): string =>
  attempts(scenario, variant)
    .map((each) => /broker (\d)/.exec(each)?.[1])
    .join('')

const ofWorld = (id: string, change: Parameters<typeof edit.setWorld>[1]) => edit.setWorld(of(id), change)

describe('refused, unreachable, black hole', () => {
  const scenario = of('refused-unreachable-black-hole')

  test('what is said costs milliseconds or ARP’s three seconds, and silence the kernel’s whole schedule', () => {
    expect(firstMetadata(scenario)).toEqual([109, 109, 3107, 131_107])
  })

  test('each variant meets the same broker in its own way, and then goes to the other', () => {
    const ends = scenario.variants.map((_, i) => told(traceOf(scenario, i), [REFUSED, UNREACHABLE, KERNEL_TIMEOUT], 1))
    expect(ends).toEqual([
      ['2 REFUSED broker 1'],
      ['2 UNREACHABLE broker 1 EHOSTUNREACH'],
      ['3000 UNREACHABLE broker 1 EHOSTUNREACH'],
      ['131000 KERNEL_TIMEOUT broker 1'],
    ])
    expect(scenario.variants.map((_, i) => tried(scenario, i))).toEqual(['12', '12', '12', '12'])
  })

  test('fewer SYNs shorten the silence, and nothing that somebody says', () => {
    const fewer = ofWorld('refused-unreachable-black-hole', {
      kernel: { release: '6.5', synRetries: 2, linearTimeouts: 4 },
    })
    expect(firstMetadata(fewer)).toEqual([109, 109, 3107, 7107])
  })
})

describe('the kernel decides', () => {
  test('old kernel, new kernel: 3 s doubled five times, 1 s six times, four more a second apart, none above 10 s', () => {
    expect(firstMetadata(of('old-kernel-new-kernel'))).toEqual([189_107, 127_107, 131_107, 49_107])
  })

  test('with three retries each of them waits less than half as long', () => {
    const scenario = of('old-kernel-new-kernel')
    const fewer = scenario.variants.reduce((edited, { world }, i) => {
      const kernel = world?.kernel
      return kernel && 'release' in kernel
        ? edit.setVariantWorld(edited, i, { kernel: { ...kernel, synRetries: 3 } })
        : edited
    }, scenario)
    const [before, after] = [firstMetadata(scenario), firstMetadata(fewer)]
    for (const [i, took] of after.entries()) expect(took).toBeLessThan((before[i] ?? 0) / 2)
  })

  test('tcp_syn_retries n comes to 2^(n+1) - 1 s', () => {
    expect(firstMetadata(of('syn-retries'))).toEqual([127_107, 31_107, 15_107, 7107])
  })

  test('of the client’s limit and the kernel’s the shorter one decides', () => {
    const scenario = of('client-limit-kernel-limit')
    expect(firstMetadata(scenario)).toEqual([10_154, 7107, 15_107, 3116])
    expect(scenario.variants.map((_, i) => attempts(scenario, i)[0]?.replace(/^.*broker 1 /, ''))).toEqual([
      'setup timeout',
      'kernel',
      'kernel',
      'setup timeout',
    ])
  })

  test('where both limits are equal the kernel is first: a setup timeout must be exceeded', () => {
    const equal = edit.setSetting(of('client-limit-kernel-limit'), 1, 'socket.connection.setup.timeout.ms', 7000)
    expect(attempts(equal, 1)[0]).toBe('0-7000 broker 1 kernel')
  })
})

describe('three addresses, the first one dead', () => {
  const scenario = of('three-addresses')

  test('2.4.0 stays with the first; 2.6 needs the kernel’s time for the second, and 2.7 its setup timeout', () => {
    expect(firstMetadata(scenario)).toEqual([undefined, 131_107, 10_154])
    const addresses = (variant: number) => told(traceOf(scenario, variant), [CONNECT], 1)
    expect(addresses(0)).toEqual(['101 CONNECT broker 1 0', '131152 CONNECT broker 1 0', '262254 CONNECT broker 1 0'])
    expect(addresses(1).slice(0, 2)).toEqual(['0 CONNECT broker 1 0', '131101 CONNECT broker 1 1'])
    expect(addresses(2).slice(0, 2)).toEqual(['0 CONNECT broker 1 0', '10148 CONNECT broker 1 1'])
  })

  test('2.4.0 uses them all when client.dns.lookup says so', () => {
    const all = edit.setSetting(scenario, 0, 'client.dns.lookup', 'use_all_dns_ips')
    expect(firstMetadata(all)[0]).toBeLessThan(132_000)
  })
})

describe('TCP is up, and TLS never ends (G12)', () => {
  const scenario = of('tls-stall')

  test('2.7 takes the open connection for set up and asks nobody else; 3.9 gives it up after its setup timeout', () => {
    expect(firstMetadata(scenario)).toEqual([undefined, 10_156])
    expect(told(traceOf(scenario, 0), [CONNECT, CONNECTED, CLOSE])).toEqual([
      '0 CONNECT broker 1',
      '2 CONNECTED broker 1',
    ])
    expect(told(traceOf(scenario, 1), [CONNECT, CLOSE])).toEqual([
      '0 CONNECT broker 1',
      '10049 CLOSE broker 1',
      '10150 CONNECT broker 2',
    ])
  })

  test('3.1 does as 3.9', () => expect(firstMetadata(edit.setKafka(scenario, 0, '3.1'))).toEqual([10_156, 10_156]))
})

describe('a stale connecting node (G7)', () => {
  const scenario = of('stale-connecting-node')

  test('nobody else is asked while it connects: for the kernel’s time, or for the setup timeout', () => {
    const connects = scenario.variants.map((_, i) =>
      told(traceOf(scenario, i), [CONNECT]).map((row) => row.split(' ')[0]),
    )
    // 2.4.0 and the draft go on at once; 2.6 and 2.7 count the lost attempt as a failed update, and wait for retry.backoff.ms.
    expect(connects).toEqual([
      ['0', '131000'],
      ['0', '131101'],
      ['0', '10047'],
      ['0', '10148'],
    ])
    expect(firstMetadata(scenario)).toEqual([131_006, 131_107, 10_053, 10_154])
  })

  test('with so few SYNs that the kernel is first, it is so in every variant', () => {
    const fewer = ofWorld('stale-connecting-node', { kernel: { release: '6.5', synRetries: 2, linearTimeouts: 4 } })
    expect(firstMetadata(fewer)).toEqual([7006, 7107, 7107, 7107])
  })
})

describe('backoff growth (G14)', () => {
  const waits = (scenario: Scenario, variant: number): number[] => {
    const trace = traceOf(scenario, variant)
    const all = attemptsWithin(trace, trace.rows)
    return all.slice(1, 11).map(({ at }, i) => at - (all[i]?.endAt ?? 0))
  }

  test('without jitter it doubles from 50 ms to 1 s, each seen by a select that is 1 ms late', () => {
    expect(waits(of('backoff-growth'), 0)).toEqual(
      [50, 100, 200, 400, 800, 1000, 1000, 1000, 1000, 1000].map((n) => n + 1),
    )
  })

  test('2.7’s jitter goes beyond the maximum, 3.7’s does not (KIP-580)', () => {
    const [shipped, capped] = [1, 2].map((variant) => waits(of('backoff-growth'), variant))
    expect(Math.max(...(shipped ?? []))).toBeGreaterThan(1001)
    expect(Math.max(...(capped ?? []))).toBe(1001)
    for (const [i, wait] of [50, 100, 200, 400, 800].entries())
      expect(Math.abs((shipped?.[i] ?? 0) - 1 - wait)).toBeLessThanOrEqual(wait / 5)
  })
})

test('with a higher maximum the leader is found later, and asked less often', () => {
  const scenario = of('backoff-growth')
  const patient = scenario.variants.reduce(
    (edited, _, i) => edit.setSetting(edited, i, 'reconnect.backoff.max.ms', 10_000),
    scenario,
  )
  const found = (asked: Scenario) => tracesOf(asked).map((trace) => headlineOf(trace, 'broker 1') ?? 0)
  expect(found(scenario)).toEqual([12_598, 12_933, 12_250])
  for (const [i, at] of found(patient).entries()) expect(at).toBeGreaterThan(found(scenario)[i] ?? 0)
  for (const i of [0, 1, 2]) expect(attempts(patient, i).length).toBeLessThan(attempts(scenario, i).length)
})

describe('the draft against what shipped (G23)', () => {
  const scenario = of('draft-against-shipped')

  test('both find the living one after four setup timeouts, the draft without a retry backoff between', () => {
    expect(firstMetadata(scenario)).toEqual([40_194, 6, 40_598])
    expect(attempts(scenario, 0).map((each) => each.split(' ')[0])).toEqual([
      '0-10047',
      '10047-20094',
      '20094-30141',
      '30141-40188',
      '40188-',
    ])
    expect(told(traceOf(scenario, 2), [CONNECT]).map((row) => row.split(' ')[0])).toEqual([
      '0',
      '10148',
      '20296',
      '30444',
      '40592',
    ])
  })

  test('by its other reading the draft asks first whom it asked last', () => {
    expect(tried(scenario, 0)).toMatch(/^\d{4}5$/)
    expect(tried(scenario, 1)).toBe('5')
  })
})

describe('0.8.2 starves (G1)', () => {
  const scenario = of('starved')

  test('it tries the one dead server again and again; 0.9 and 2.7 meet it first, too, and go on', () => {
    expect(firstMetadata(scenario)).toEqual([undefined, 204, 10_154])
    const exact = ofWorld('starved', { selectOvershootMs: 0 })
    expect(told(traceOf(exact, 0), [CONNECT])).toEqual([
      '100 CONNECT broker 1',
      '127100 CONNECT broker 1',
      '254100 CONNECT broker 1',
    ])
    expect(tried(scenario, 0)).toBe('111')
    expect([1, 2].map((variant) => tried(scenario, variant)[0])).toEqual(['1', '1'])
  })

  test('a closed port starves it as well, every 100 ms', () => {
    const refusing = edit.setUntil(edit.updateFault(scenario, 0, { kind: 'refuse' }), 1000)
    expect(firstMetadata(refusing)[0]).toBeUndefined()
    expect(told(traceOf(refusing, 0), [CONNECT]).slice(0, 3)).toEqual([
      '101 CONNECT broker 1',
      '202 CONNECT broker 1',
      '303 CONNECT broker 1',
    ])
  })
})

describe('0.9 fans out (G2)', () => {
  const scenario = of('fan-out')

  test('it connects to several within one millisecond, and the living one is among them', () => {
    expect(firstMetadata(scenario)).toEqual([204, 127_107, 20_302])
    expect(told(traceOf(scenario, 0), [CONNECT, CONNECTED]).slice(0, 5)).toEqual([
      '101 CONNECT broker 4',
      '101 CONNECT broker 2',
      '101 CONNECT broker 5',
      '101 CONNECT broker 1',
      '103 CONNECTED broker 5',
    ])
  })

  test('2.6 and 2.7 open one connection at a time', () => {
    for (const variant of [1, 2]) {
      const trace = traceOf(scenario, variant)
      const all = attemptsWithin(trace, trace.rows)
      for (const [i, { at }] of all.slice(1).entries()) expect(at).toBeGreaterThan(all[i]?.endAt ?? 0)
    }
  })
})

describe('every known broker has gone (G16)', () => {
  const scenario = of('rebootstrap')
  const rebootstraps = (of: Scenario, variant: number): string[] =>
    told(traceOf(of, variant), [METADATA], 1).filter((row) => row.endsWith('rebootstrap'))

  test('refused, 3.9 goes back once both brokers are in their backoff, if it may; silent, only 4.0 does, after five minutes', () => {
    expect(firstMetadata(scenario)).toEqual([undefined, 11_548, undefined, 301_034])
    expect([0, 1, 2, 3].map((variant) => rebootstraps(scenario, variant))).toEqual([
      [],
      ['11542 METADATA client rebootstrap'],
      [],
      ['300027 METADATA client rebootstrap'],
    ])
  })

  test('with a backoff of 1 s both are in it after one refusal each', () => {
    const longer = edit.setSetting(scenario, 1, 'reconnect.backoff.ms', 1000)
    expect(rebootstraps(longer, 1)).toEqual(['306 METADATA client rebootstrap'])
    expect(told(traceOf(longer, 1), [CONNECT]).slice(0, 3)).toEqual([
      '0 CONNECT broker 1',
      '103 CONNECT broker 2',
      '306 CONNECT broker 3',
    ])
  })

  test('with the default backoff some broker is always out of it, and 3.9 never goes back', () => {
    expect(rebootstraps(edit.setSetting(scenario, 1, 'reconnect.backoff.max.ms', undefined), 1)).toEqual([])
  })
})

describe('a rolling restart', () => {
  const scenario = of('rolling-restart')
  const leader = (variant: number) => attempts(scenario, variant).filter((each) => each.includes('broker 1'))

  test('a stopped leader is lost at once, and back within a backoff of its start', () => {
    expect(leader(0)[0]).toBe('0-5001 broker 1 ready')
    expect(leader(0).at(-1)).toBe('15591- broker 1 ready')
    expect(
      leader(0)
        .slice(1, -1)
        .every((each) => each.endsWith('refused')),
    ).toBe(true)
  })

  test('a longer backoff finds it later', () => {
    expect(leader(1).at(-1)).toBe('17773- broker 1 ready')
  })

  test('after silence it is found by the kernel’s next SYN', () => {
    const silent = edit.addFault(scenario, { at: 15_000, until: 25_000, kind: 'black hole', node: 0, on: true })
    const trace = traceOf(silent, 0)
    const back = attemptsWithin(trace, trace.rows).filter(({ name, readyAt }) => name === 'broker 1' && readyAt)[1]
    expect(back?.syns).toBeGreaterThan(1)
    expect(back?.readyAt).toBe(26_595)
  })

  test('nobody notices that a leader is cut off while nothing is sent to it, but for a kernel that probes soon', () => {
    expect(leader(2)).toEqual(['0- broker 1 ready'])
    // Idle for 2 s since the answer at 4 ms, then three probes; the SYN at 16 055 is the first after the link is back.
    expect(leader(3)).toEqual(['0-9008 broker 1 ready', '9059- broker 1 ready'])
  })
})

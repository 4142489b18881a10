// What is drawn of a client's run: lanes, tracks, and which of the waits is whose.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lanesOf } from '../../src/lanes/client.ts'
import { type Lane, type LaneGroup, type Mark, type Track, tones } from '../../src/lanes/lane.ts'
import { ordersOf } from '../../src/scenario/compile.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { run } from '../../src/sim/run.ts'
import { atOf, declarationOf } from '../../src/trace/trace.ts'
import { scenarios } from '../scenario/arbitrary.ts'
import { type Asked, fault, presetScenario, question, traceOf } from '../support/runs.ts'

const ordinary = (text: string): string => text.replace(/\u202f/g, ' ')

function linesOf(lane: Lane, track: Track): string[] {
  return Array.from(track.from, (from, i) => {
    const label = lane.labels[track.label[i] as number] as string
    const tone = tones[track.tone[i] as number]
    return ordinary(`${from}-${track.to[i]} ${tone} ${label}${track.lost[i] ? ' LOST' : ''}`)
  })
}

function laneOf(group: LaneGroup, id: string): Lane {
  const lane = group.lanes.find((each) => each.id === id)
  if (!lane) throw new Error(`no lane ${id}`)
  return lane
}

/** The lines of a lane's tracks of one mark. */
function marks(scenario: Scenario, id: string, mark: Mark, variant = 0): string[] {
  const lane = laneOf(lanesOf(traceOf(scenario, variant)), id)
  return lane.tracks.filter((track) => track.mark === mark).flatMap((track) => linesOf(lane, track))
}

const one = (asked: Asked, faults: Parameters<typeof fault>, until = 12_000) =>
  question(1, until, [asked], { faults: [fault(...faults)] })

describe('a connection', () => {
  test.each<readonly [name: string, scenario: Scenario, spans: readonly string[]]>([
    [
      'that nothing answers is the kernel’s in 2.6',
      one(['2.6'], [1, 'black hole'], 9_000),
      ['0-9000 kernel CONNECTING · the kernel decides'],
    ],
    [
      'that not even the kernel gives up is nobody’s',
      question(1, 9_000, [['2.6']], { kernel: { giveUpAfter: null }, faults: [fault(1, 'black hole')] }),
      ['0-9000 plain CONNECTING · nothing ends it'],
    ],
    [
      'is a setting’s in 2.7, then backed off, then quiet until it is tried again',
      one(['2.7'], [1, 'black hole'], 10_200),
      [
        '0-10047 setting CONNECTING · setup timeout 10 000',
        '10047-10097 backoff backoff 50',
        '10097-10148 plain DISCONNECTED',
        '10148-10200 setting CONNECTING · setup timeout 20 000',
      ],
    ],
    [
      'that came up by a later SYN waited for the kernel',
      one(['2.6'], [1, 'black hole', 0, 500], 1_100),
      ['0-1002 kernel CONNECTING · until SYN 2', '1002-1004 plain CHECKING_API_VERSIONS', '1004-1100 healthy READY'],
    ],
    [
      'that is refused is over at once',
      one(['2.6'], [1, 'refuse'], 60),
      ['0-2 failed CONNECTING · refused', '2-52 backoff backoff 50', '52-60 plain DISCONNECTED'],
    ],
    [
      'to a mute broker is the request timeout’s',
      one(['2.6', { 'request.timeout.ms': 1_000 }], [1, 'mute'], 1_010),
      [
        '0-2 plain CONNECTING',
        '2-1003 setting CHECKING_API_VERSIONS · request timeout',
        '1003-1010 backoff backoff 50',
      ],
    ],
    [
      'is CONNECTED and not READY before 0.10.2',
      question(1, 300, [['0.9']]),
      ['101-103 plain CONNECTING', '103-300 healthy CONNECTED'],
    ],
    [
      'of 0.9 whose handshake stalls is up and of no use',
      one(['0.9'], [1, 'stall'], 300),
      ['101-103 plain CONNECTING', '103-300 plain CONNECTED · handshake stalls'],
    ],
    [
      'of 0.8.2 has no backoff left when the kernel gives it up',
      one(['0.8.2'], [1, 'black hole'], 131_300),
      [
        '101-131101 kernel CONNECTING · the kernel decides',
        '131101-131199 plain DISCONNECTED',
        '131199-131300 kernel CONNECTING · the kernel decides',
      ],
    ],
  ])('%s', (_, scenario, spans) => expect(marks(scenario, 'broker 1', 'span')).toEqual(spans))

  test('carries no request timeout in 0.8.2', () => {
    expect(marks(one(['0.8.2'], [1, 'mute'], 300), 'broker 1', 'fuse')).toEqual([
      '101-103 kernel the kernel gives up after 131 s',
    ])
    expect(marks(one(['0.9'], [1, 'mute'], 300), 'broker 1', 'fuse')).toContain(
      '202-300 setting request timeout 30 000 ms',
    )
  })

  test('of the KIP-601 draft is the kernel’s where nobody looks', () => {
    const [first] = marks(presetScenario('dead-leader'), 'broker 1', 'span', 1)
    expect(first).toBe('0-131000 kernel CONNECTING · setup timeout 10 000, nobody looks')
  })

  test('under both ids of one machine has a track for each', () => {
    const scenario = presetScenario('claim-127-times-m')
    const lane = laneOf(lanesOf(traceOf(scenario, 3)), 'broker 5')
    const [boot, node] = lane.tracks.filter(({ mark }) => mark === 'span').map((track) => linesOf(lane, track))
    expect(boot?.at(-1)).toContain('READY · bootstrap')
    expect(node?.at(-1)).toMatch(/healthy READY$/)
  })
})

describe('a span leads to what ended it, and one that goes on to what began it', () => {
  /** The kinds of row that the spans of broker 1 lead to, with their instants. */
  function leads(scenario: Scenario): string[] {
    const trace = traceOf(scenario)
    const lane = laneOf(lanesOf(trace), 'broker 1')
    const spans = lane.tracks.filter(({ mark }) => mark === 'span')
    return spans.flatMap(({ row }) => Array.from(row, (r) => `${atOf(trace, r)} ${declarationOf(trace, r).name}`))
  }

  test.each<readonly [name: string, scenario: Scenario, rows: readonly string[]]>([
    ['the kernel gave up', one(['2.6'], [1, 'black hole'], 131_010), ['131000 KERNEL_TIMEOUT', '131000 STATE']],
    [
      'a setup timeout; a backoff that goes before what it lets through; an attempt that goes on',
      one(['2.7'], [1, 'black hole'], 10_200),
      ['10047 CLOSE', '10047 STATE', '10148 STATE', '10148 STATE'],
    ],
    ['a later SYN', one(['2.6'], [1, 'black hole', 0, 500], 1_100), ['1000 SYN', '1004 STATE', '1004 STATE']],
  ])('%s', (_, scenario, rows) => expect(leads(scenario)).toEqual(rows))
})

describe('marks beside a connection', () => {
  const scenario = one(['2.7'], [1, 'black hole'], 10_060)

  test('each SYN is an arrow, lost ones say so', () => {
    expect(marks(scenario, 'broker 1', 'message').slice(0, 3)).toEqual([
      '0-1 plain SYN LOST',
      '1000-1001 plain SYN 2 LOST',
      '2000-2001 plain SYN 3 LOST',
    ])
  })

  test('the setup timeout is a fuse that burns to its deadline, and a dot where it is seen', () => {
    expect(marks(scenario, 'broker 1', 'fuse')).toEqual(['0-10000 setting setup timeout 10 000 ms'])
    expect(marks(scenario, 'broker 1', 'dot')).toEqual(['10047-10047 failed setup timeout seen'])
  })

  test('a request and its answer cross, and its fuse ends with the answer', () => {
    const healthy = question(1, 100, [['3.9']])
    expect(marks(healthy, 'broker 1', 'message')).toEqual([
      '0-1 plain SYN',
      '2-3 plain API_VERSIONS',
      '4-5 plain METADATA',
      '1-2 plain SYN-ACK',
      '3-4 plain API_VERSIONS answer',
      '5-6 plain METADATA answer',
    ])
    expect(marks(healthy, 'broker 1', 'fuse').at(-1)).toBe('4-6 setting request timeout 30 000 ms')
  })

  test('an answer that is lost on the way ends in a cross', () => {
    const cut = question(1, 3_000, [['2.6', { 'request.timeout.ms': 1_000 }]], {
      latency: 100,
      faults: [{ at: 250, kind: 'cut link', node: 0, way: 'from broker', on: true }],
    })
    expect(marks(cut, 'broker 1', 'message')).toContain('300-400 plain API_VERSIONS answer LOST')
  })

  test('a fault is a band, from its beginning to its end', () => {
    expect(marks(one(['2.6'], [1, 'black hole', 40, 90], 100), 'broker 1', 'band')).toEqual(['40-90 fault black hole'])
  })
})

describe('what a lane is about', () => {
  test.each<readonly [name: string, scenario: Scenario, about: string]>([
    ['a healthy broker', question(1, 50, [['2.6']]), 'healthy'],
    ['a broker that was never tried', question(2, 50, [['2.6']]), 'healthy · never tried'],
    ['a black hole for ever', one(['2.6'], [1, 'black hole'], 50), 'black hole'],
    ['a fault for a while', one(['2.6'], [1, 'mute', 1_000, 2_500]), 'mute from 1 s until 2.5 s'],
    ['a fault of a moment', one(['2.6'], [1, 'forget connections', 1_000]), 'forget connections at 1 s'],
    ['a caller that waits for metadata', question(1, 50, [['2.6']]), 'waits for metadata'],
    ['a caller that asks for a leader', presetScenario('dead-leader'), 'asks for broker 1'],
  ])('%s', (_, scenario, about) => {
    expect(lanesOf(traceOf(scenario)).lanes.map((lane) => lane.about)).toContain(about)
  })
})

describe('the caller', () => {
  test('that times out is red, and the dot says when', () => {
    const scenario = presetScenario('two-dead-of-three')
    expect(marks(scenario, 'caller', 'span')).toEqual(['0-60000 failed send() blocked'])
    expect(marks(scenario, 'caller', 'dot')).toEqual(['60000-60000 failed TimeoutException at 60 s'])
  })

  test('that gets its metadata goes on', () => {
    const scenario = question(1, 50, [['2.6']])
    expect(marks(scenario, 'caller', 'span')).toEqual(['0-6 setting send() blocked'])
    expect(marks(scenario, 'caller', 'dot')).toEqual(['6-6 healthy metadata at 6 ms'])
  })
})

describe('the poll loop', () => {
  test('looks that repeat are one span', () => {
    expect(marks(one(['2.7'], [1, 'black hole'], 10_148), 'poll loop', 'span')).toEqual([
      '0-10047 setting looks every 50 ms · reconnect.backoff.ms ×197',
      '10047-10148 backoff waits 100 ms · retry.backoff.ms',
    ])
  })

  test('what it saw run out is a dot', () => {
    const seen = marks(one(['2.7'], [1, 'black hole'], 10_148), 'poll loop', 'dot')
    expect(seen).toEqual(['10047-10047 failed setup timeout of broker 1 seen'])
  })
})

const ROWS = 3_000

/** Checks a law on every lane of many runs. */
function always(law: (lane: Lane, until: number) => void): void {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      for (const order of ordersOf(scenario, ROWS)) {
        const { trace } = run(order)
        for (const lane of lanesOf(trace, scenario.world.latency).lanes) law(lane, trace.until)
      }
    }),
    { numRuns: 60 },
  )
}

describe('laws', () => {
  test('columns are sorted by their beginning, end no earlier, and stay within the run', () => {
    always((lane, until) => {
      for (const { from, to, label, row } of lane.tracks) {
        for (let i = 0; i < from.length; i++) {
          if (i > 0) expect(from[i]).toBeGreaterThanOrEqual(from[i - 1] as number)
          expect(to[i]).toBeGreaterThanOrEqual(from[i] as number)
          expect(to[i]).toBeLessThanOrEqual(until)
          expect(lane.labels[label[i] as number]).toMatch(/\S/)
          expect(row[i]).toBeGreaterThanOrEqual(0)
        }
      }
    })
  })

  test('spans of one track neither overlap nor leave a gap', () => {
    always((lane) => {
      if (!lane.id.startsWith('broker')) return
      for (const { mark, from, to } of lane.tracks) {
        if (mark !== 'span') continue
        for (let i = 1; i < from.length; i++) expect(from[i]).toBe(to[i - 1])
      }
    })
  })
})

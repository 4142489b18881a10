// What a whole client does in a world like a visitor's: each a golden scenario of KIP-601 or a fault turned by hand.

import { describe, expect, test } from 'vitest'
import { FOREVER, instant, ms } from '../../src/base/time.ts'
import { type ClientBehaviour, clientBehaviours } from '../../src/scenario/behaviours.ts'
import { clientKernel } from '../../src/scenario/clientKernel.ts'
import type { ClientWorld } from '../../src/scenario/clientWorld.ts'
import { clientOrderOf } from '../../src/scenario/compile.ts'
import { healthy } from '../../src/scenario/conditions.ts'
import type { Fault, World } from '../../src/scenario/scenario.ts'
import { below, type Chance } from '../../src/sim/chance.ts'
import { run, runClient } from '../../src/sim/run.ts'
import {
  CLOSE,
  COMPLETED,
  CONNECT,
  CONNECTED,
  DROPPED,
  KERNEL_TIMEOUT,
  LOST,
  METADATA,
  POLL,
  REFUSED,
  SEND,
  UNBLOCKED,
} from '../../src/trace/kinds.ts'
import { fault, question, told } from '../support/runs.ts'

describe('the draft of KIP-601, which never shipped', () => {
  /** N bootstrap servers of which the first are dark; one scan offset for all; no jitter. */
  function draft(
    nodes: number,
    dead: number,
    offset: number,
    change: Partial<ClientBehaviour>,
    calls: ClientWorld['calls'] = [],
  ): string[] {
    const well = { ...healthy(ms(0), ms(0)), connect: ms(1), service: ms(1) }
    const world: ClientWorld = {
      until: instant(41_000),
      behaviour: { ...clientBehaviours['kip-601-draft'], ...change },
      config: {
        reconnectBackoff: ms(50),
        reconnectBackoffMax: ms(50),
        setupTimeout: ms(10_000),
        setupTimeoutMax: ms(10_000),
        requestTimeout: ms(30_000),
        retryBackoff: ms(100),
        retryBackoffMax: ms(100),
        metadataMaxAge: ms(300_000),
        rebootstraps: false,
        rebootstrapTrigger: FOREVER,
        maxInFlight: 5,
        firstAddressOnly: false,
      },
      selectOvershoot: ms(0),
      asksApiVersions: false,
      hosts: Array.from({ length: nodes }, (_, i) => ({
        name: `-${i + 1}`,
        boot: -1 - i,
        broker: i,
        addresses: 1,
        conditions: [[{ ...well, reaches: i >= dead }]],
        resets: [],
        losses: [],
      })),
      kernel: clientKernel({ giveUpAfter: 127_000 }),
      scripted: true,
      faults: [],
      metadata: {
        known: 'bootstrap',
        knownBrokers: undefined,
        start: 'due',
        order: Array.from({ length: nodes }, (_, i) => -1 - i),
        answers: [],
        draws: 'each',
      },
      caller: { pollTimeout: FOREVER, leader: undefined, maxBlock: undefined },
      calls,
      rowLimit: 100_000,
    }
    const chance: Chance = {
      draw: (_at, _name, _node, _k, argument, compute) => (compute === below ? offset % argument : argument),
      order: (_at, _name, keys) => [...keys],
    }
    return told(runClient(world, chance).trace, [CONNECT, CLOSE, SEND]).slice(0, 10)
  }

  test('G23: each late attempt is closed and the next begun in the same look', () => {
    expect(draft(5, 4, 4, {})).toEqual([
      '0 CONNECT -4',
      '10050 CLOSE -4',
      '10050 CONNECT -3',
      '20100 CLOSE -3',
      '20100 CONNECT -2',
      '30150 CLOSE -2',
      '30150 CONNECT -1',
      '40200 CLOSE -1',
      '40200 CONNECT -5',
      '40201 SEND -5',
    ])
  })

  test('G23: where the first visited wins a tie, the healthy one is first', () => {
    expect(draft(5, 4, 4, { nodeChoice: 'fewest failures, first visited' }).slice(0, 2)).toEqual([
      '0 CONNECT -5',
      '1 SEND -5',
    ])
  })

  test('G7: a stale connecting node holds the metadata up until it is late', () => {
    const lines = draft(3, 1, 0, {}, [{ at: instant(0), what: 'ready', node: -1 }])
    expect(lines).toEqual(['0 CONNECT -1', '10050 CLOSE -1', '10050 CONNECT -3', '10051 SEND -3'])
  })
})

/** One client's run against brokers some of which are at fault, on an exact clock. */
const against = (kafka: string, brokers: number, until: number, faults: Fault[], change: Partial<World> = {}) =>
  run(clientOrderOf(question(brokers, until, [[kafka]], { selectOvershootMs: 0, faults, ...change }), 0))

describe('what a fault does to a client', () => {
  const outcomes = [CONNECT, CONNECTED, REFUSED, KERNEL_TIMEOUT, DROPPED, CLOSE, LOST]

  type Row = [name: string, kafka: string, faults: Fault[], until: number, lines: string[]]

  test.each<Row>([
    [
      'a black hole that heals is met by the next SYN',
      '2.6',
      [fault(1, 'black hole', 0, 9_000)],
      12_000,
      ['0 CONNECT broker 1', '11002 CONNECTED broker 1'],
    ],
    [
      'a setup timeout ends the attempt before that SYN',
      '2.7',
      [fault(1, 'black hole', 0, 10_500)],
      10_200,
      ['0 CONNECT broker 1', '10050 CLOSE broker 1', '10150 CONNECT broker 1'],
    ],
    [
      'a closed port answers at once, again and again',
      '2.6',
      [fault(1, 'refuse', 0)],
      330,
      [
        '0 CONNECT broker 1',
        '2 REFUSED broker 1',
        '102 CONNECT broker 1',
        '104 REFUSED broker 1',
        '204 CONNECT broker 1',
        '206 REFUSED broker 1',
      ],
    ],
    [
      'a path without return is a black hole to the client',
      '3.9',
      [{ ...fault(1, 'cut link'), way: 'from broker' }],
      10_100,
      ['0 CONNECT broker 1', '10050 CLOSE broker 1'],
    ],
    [
      'a process that ends resets what is open',
      '3.9',
      [fault(1, 'stop', 1_000)],
      1_040,
      [
        '0 CONNECT broker 1',
        '2 CONNECTED broker 1',
        '1001 DROPPED broker 1',
        '1001 CONNECT broker 1',
        '1003 REFUSED broker 1',
      ],
    ],
  ])('%s', (_, kafka, faults, until, lines) => {
    const { trace } = against(kafka, 1, until, faults)
    expect(told(trace, outcomes)).toEqual(lines)
  })

  test('a mute broker swallows the API versions request: its timeout is the only end', () => {
    const { trace } = against('3.9', 1, 61_000, [fault(1, 'mute')])
    // The exact clock looks at 30 002, when 30 000 is not yet past, and again a whole timeout later.
    expect(told(trace, [CLOSE])).toEqual(['60002 CLOSE broker 1'])
  })

  test('a paused broker answers when it goes on', () => {
    const { trace } = against('3.9', 1, 6_000, [fault(1, 'pause', 0, 5_000)])
    expect(told(trace, [METADATA], 1).slice(0, 1)).toEqual(['5003 METADATA client updated'])
  })

  test('an answer under way is lost with its link', () => {
    const { trace } = against('3.9', 1, 40, [{ ...fault(1, 'cut link', 6, 7), way: 'from broker' }], { latency: 3 })
    expect(told(trace, [LOST], 3)).toEqual([])
    const cut = against('3.9', 1, 40, [{ ...fault(1, 'cut link', 10, 13), way: 'from broker' }], { latency: 3 })
    expect(told(cut.trace, [LOST], 3)).toEqual(['12 LOST broker 1 API_VERSIONS 0 answer'])
  })
})

describe('what the caller of send() sees', () => {
  test('a TimeoutException at max.block.ms, while the client goes on trying', () => {
    const { trace, end } = against('2.6', 1, 140_000, [fault(1, 'black hole')])
    expect(told(trace, [UNBLOCKED], 3)).toEqual(['60000 UNBLOCKED caller send() TimeoutException 60000'])
    expect(told(trace, [KERNEL_TIMEOUT])).toEqual(['131000 KERNEL_TIMEOUT broker 1'])
    expect(end.connections.map((c) => c.state)).toEqual(['CONNECTING'])
  })

  test('nothing else where the metadata is there in time', () => {
    const { trace } = against('4.4', 2, 1_000, [])
    expect(told(trace, [UNBLOCKED], 3)).toEqual(['6 UNBLOCKED caller send() metadata 6'])
    expect(told(trace, [COMPLETED])).toEqual([])
  })
})

describe('limits', () => {
  test('a loop that would spin looks again a millisecond later', () => {
    const asked = question(1, 20, [['2.7', { 'reconnect.backoff.ms': 0, 'reconnect.backoff.max.ms': 0 }]], {
      faults: [fault(1, 'black hole')],
    })
    const polls = told(run(clientOrderOf(asked, 0)).trace, [POLL])
    expect(polls.slice(0, 3)).toEqual(['0 POLL client', '1 POLL client', '2 POLL client'])
  })

  test('a run stops where everything happens at one instant, and says so', () => {
    const spinning = { 'reconnect.backoff.ms': 0, 'reconnect.backoff.max.ms': 0, 'retry.backoff.ms': 0 }
    const asked = question(1, 86_400_000, [['2.6', spinning]], { latency: 0, faults: [fault(1, 'refuse')] })
    const { trace } = run(clientOrderOf(asked, 0))
    expect(trace.ended).toBe('events an instant')
  })
})

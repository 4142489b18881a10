// The clients before the API versions exchange, in a world like a visitor's: golden scenarios and what sets the two apart.

import { describe, expect, test } from 'vitest'
import { compile } from '../../src/scenario/compile.ts'
import type { Config, Fault, Knobs, Workload } from '../../src/scenario/scenario.ts'
import { below, type Chance } from '../../src/sim/chance.ts'
import { runClient } from '../../src/sim/run.ts'
import { CLOSE, CONNECT, DROPPED, KERNEL_TIMEOUT, METADATA, REFUSED, SEND, UNBLOCKED } from '../../src/trace/kinds.ts'
import { fault, question, told } from '../support/runs.ts'

/** Brokers in the order of their numbers; the i-th scan begins at the i-th offset, later ones at the last. */
function frozen(offsets: readonly number[]): Chance {
  let scans = 0
  return {
    draw: (_at, _name, _node, _k, argument, compute) => {
      if (compute !== below) return argument
      return (offsets[Math.min(scans++, offsets.length - 1)] ?? 0) % argument
    },
    order: (_at, _name, keys) => [...keys],
  }
}

type World = {
  readonly brokers?: number
  readonly offsets?: readonly number[]
  readonly workload?: Workload
  readonly config?: Config['producer'] & object
  readonly knobs?: Knobs
}

/** What a client did, on an exact clock with a kernel that gives up after 127 s. */
function did(kafka: string, faults: readonly Fault[], until: number, world: World = {}): string[] {
  const { brokers = 5, offsets = [0], workload = { kind: 'send' }, config = {}, knobs = {} } = world
  const asked = question(brokers, until, [[kafka, config]], {
    selectOvershootMs: 0,
    kernel: { giveUpAfter: 127_000 },
    faults,
    workload,
  })
  const scenario = { ...asked, variants: asked.variants.map((variant) => ({ ...variant, knobs })) }
  const kinds = [CONNECT, REFUSED, KERNEL_TIMEOUT, DROPPED, CLOSE, SEND, UNBLOCKED]
  return told(runClient(compile(scenario, 0), frozen(offsets)).trace, kinds)
}

const dead = (...brokers: number[]): Fault[] => brokers.map((broker) => fault(broker, 'black hole'))

describe('golden scenarios', () => {
  type Row = [name: string, lines: string[], expected: string[]]

  test.each<Row>([
    [
      'G1: 0.8.2 tries the one dead node of five for ever',
      did('0.8.2', dead(1), 381_200).filter((line) => !/TIMEOUT|caller/.test(line)),
      ['100 CONNECT broker 1', '127100 CONNECT broker 1', '254100 CONNECT broker 1', '381100 CONNECT broker 1'],
    ],
    [
      'G1: the same for one that refuses, each time that it looks',
      did('0.8.2', [fault(1, 'refuse')], 400),
      [
        '100 CONNECT broker 1',
        '102 REFUSED broker 1',
        '200 CONNECT broker 1',
        '202 REFUSED broker 1',
        '300 CONNECT broker 1',
        '302 REFUSED broker 1',
        '400 CONNECT broker 1',
      ],
    ],
    [
      'G2: 0.9 connects to several nodes in one millisecond, until its scan begins at one that is connecting',
      did('0.9', dead(1, 2, 3, 4), 301, { offsets: [0, 1, 2, 2, 4, 3, 0, 4] }),
      [
        '100 CONNECT broker 1',
        '100 CONNECT broker 2',
        '100 CONNECT broker 3',
        '200 CONNECT broker 5',
        '200 CONNECT broker 4',
        '300 SEND broker 5',
      ],
    ],
    [
      'G2: with the healthy one among the first, the request goes out at 200',
      did('0.9', dead(1, 2, 3, 4), 201, { offsets: [4, 0, 1, 1, 4] }),
      ['100 CONNECT broker 5', '100 CONNECT broker 1', '100 CONNECT broker 2', '200 SEND broker 5'],
    ],
  ])('%s', (_, lines, expected) => expect(lines).toEqual(expected))
})

describe('what sets the two apart', () => {
  type Row = [name: string, lines: string[], expected: string[]]
  const leader: Workload = { kind: 'leader', node: 0 }

  test.each<Row>([
    [
      'a mute broker holds 0.8.2 up for ever; its caller is freed by metadata.fetch.timeout.ms',
      did('0.8.2', [fault(1, 'mute')], 900_000, { brokers: 1 }),
      ['100 CONNECT broker 1', '200 SEND broker 1', '60000 UNBLOCKED caller'],
    ],
    [
      'in the draft of KIP-19 the request expires at its very deadline, and the next one goes by the same connection',
      did('kip-19-draft', [fault(1, 'mute')], 2_400, { brokers: 1, config: { 'request.timeout.ms': 1000 } }),
      ['100 CONNECT broker 1', '200 SEND broker 1', '1300 SEND broker 1', '2400 SEND broker 1'],
    ],
    [
      'there a late answer is discarded: metadata comes with that to the next request',
      did('kip-19-draft', [fault(1, 'pause', 0, 1250)], 2_400, { brokers: 1, config: { 'request.timeout.ms': 1000 } }),
      ['100 CONNECT broker 1', '200 SEND broker 1', '1300 SEND broker 1', '1302 UNBLOCKED caller'],
    ],
    [
      'in 0.9 its connection closes with its oldest request (KIP-19), seen at the second look of an exact clock',
      did('0.9', [fault(1, 'mute')], 2300, { brokers: 1, config: { 'request.timeout.ms': 1000 } }),
      ['100 CONNECT broker 1', '200 SEND broker 1', '2200 CLOSE broker 1', '2300 CONNECT broker 1'],
    ],
    [
      'the backoff of 0.8.2 is long over when the kernel gives an attempt up: the leader is tried again in that millisecond',
      did('0.8.2', dead(1), 127_099, { workload: leader, config: { 'reconnect.backoff.ms': 5000 } }).slice(0, 3),
      ['0 CONNECT broker 1', '127000 KERNEL_TIMEOUT broker 1', '127000 CONNECT broker 1'],
    ],
    [
      'that of 0.9 begins then (KAFKA-2459)',
      did('0.9', dead(1), 132_000, { brokers: 1, workload: leader, config: { 'reconnect.backoff.ms': 5000 } }),
      ['0 CONNECT broker 1', '127000 KERNEL_TIMEOUT broker 1', '132000 CONNECT broker 1'],
    ],
    [
      'a handshake that never ends holds 0.9 up',
      did('0.9', [fault(1, 'stall')], 1000, { brokers: 1 }),
      ['100 CONNECT broker 1'],
    ],
    [
      'and not 0.8.2, which has neither TLS nor SASL',
      did('0.8.2', [fault(1, 'stall')], 300, { brokers: 1 }),
      ['100 CONNECT broker 1', '200 SEND broker 1', '202 UNBLOCKED caller'],
    ],
  ])('%s', (_, lines, expected) => expect(lines).toEqual(expected))
})

describe('a knob of its own', () => {
  type Row = [name: string, lines: string[], expected: string[]]

  test.each<Row>([
    [
      '0.8.2 with a scan that begins anywhere finds a healthy node while the dead one connects',
      did('0.8.2', dead(1), 200, { offsets: [0, 1, 2, 2, 1], knobs: { scanOffset: 'each scan' } }),
      ['100 CONNECT broker 1', '100 CONNECT broker 2', '100 CONNECT broker 3', '200 SEND broker 2'],
    ],
    [
      '0.9 whose requests expire one by one keeps the connection',
      did('0.9', [fault(1, 'mute')], 2_000, {
        brokers: 1,
        knobs: { requestExpiry: 'each, at its deadline' },
        config: { 'request.timeout.ms': 1000 },
      }),
      ['100 CONNECT broker 1', '200 SEND broker 1', '1300 SEND broker 1'],
    ],
    [
      '0.9 without request expiry waits for a mute broker for ever',
      did('0.9', [fault(1, 'mute')], 50_000, {
        brokers: 1,
        knobs: { requestExpiry: 'none' },
        config: { 'request.timeout.ms': 1000 },
      }),
      ['100 CONNECT broker 1', '200 SEND broker 1'],
    ],
  ])('%s', (_, lines, expected) => expect(lines).toEqual(expected))
})

test('a loop that would spin, without a retry backoff, looks again a millisecond later', () => {
  const asked = question(1, 50, [['0.8.2', { 'retry.backoff.ms': 0 }]], { selectOvershootMs: 0, faults: dead(1) })
  const { trace } = runClient(compile(asked, 0), frozen([0]))
  expect([trace.ended, told(trace, [METADATA]).length]).toEqual(['until', 1])
})

// Where two runs part, and which of their rows have no equal in the other.

import { describe, expect, test } from 'vitest'
import { Comparison, partingSaid } from '../../src/findings/difference.ts'
import { plain } from '../../src/findings/prose.ts'
import { sentence } from '../../src/findings/sentence.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import * as kind from '../../src/trace/kinds.ts'
import { NO_RULE } from '../../src/trace/rules.ts'
import type { Trace } from '../../src/trace/trace.ts'
import { word } from '../../src/trace/vocabulary.ts'
import { TraceWriter } from '../../src/trace/writer.ts'
import { asked } from '../support/quorumPresets.ts'
import { fault, presetScenario, question, tracesOf } from '../support/runs.ts'

const names = ['broker 1', 'broker 2']

/** An event: its instant, its broker, its kind and its fields. */
type Event = readonly [at: number, broker: 1 | 2, kind: number, ...fields: readonly number[]]

/** A run of some events. `swapped`: its subjects come in another order, as another procedure's may. */
function runOf(events: readonly Event[], swapped = false): Trace {
  const order = swapped ? [1, 0] : [0, 1]
  const writer = new TraceWriter(order.map((i) => ({ kind: 'connection', name: names[i] ?? '', node: i + 1, host: i })))
  for (const [at, broker, what, ...fields] of events) {
    writer.row(at, order.indexOf(broker - 1), what, NO_RULE, -1, -1)
    for (const field of fields) writer.field(field)
  }
  return writer.finish(100, 'until')
}

function compared(a: Trace, b: Trace): Comparison {
  const comparison = new Comparison(a, b)
  comparison.advance()
  return comparison
}

const rowsIn = (differs: Uint8Array): number[] => [...differs.keys()].filter((row) => differs[row] === 1)

const up = (at: number, broker: 1 | 2): Event => [at, broker, kind.CONNECTED]
const gone = (at: number, broker: 1 | 2): Event => [at, broker, kind.CLOSE]
const begun = (at: number): Event => [at, 1, kind.FAULT, 0, word('mute'), Number.POSITIVE_INFINITY]
const poll = (at: number): Event => [at, 1, kind.POLL, 50, 50, at + 50]
const draw = (at: number, value: number): Event => [at, 1, kind.DRAW, word('offset'), kind.NONE, 0, 3, value]
const syn = (at: number, nth: number, nextAt: number): Event => [at, 1, kind.SYN, nth, word('lost'), nextAt]
const send = (at: number, correlation: number): Event => [
  at,
  1,
  kind.SEND,
  word('METADATA'),
  correlation,
  kind.NONE,
  at + 30_000,
  at + 1,
]
const listed = (at: number, ...nodes: readonly number[]): Event => [
  at,
  1,
  kind.METADATA,
  word('updated'),
  at + 300_000,
  ...nodes,
]

type Row = readonly [
  name: string,
  a: readonly Event[],
  b: readonly Event[],
  parting: Comparison['parting'],
  differs: readonly [number[], number[]],
]

describe('two runs', () => {
  test.each<Row>([
    ['are equal where the same happens', [up(0, 1), gone(5, 1)], [up(0, 1), gone(5, 1)], undefined, [[], []]],
    ['are equal where both are empty', [], [], undefined, [[], []]],
    ['part at the first row', [up(0, 1)], [gone(0, 1)], { at: 0, rows: [0, 0] }, [[0], [0]]],
    [
      'part where one is longer',
      [up(0, 1)],
      [up(0, 1), gone(5, 1), up(7, 1)],
      { at: 5, rows: [undefined, 1] },
      [[], [1, 2]],
    ],
    [
      'part where one goes on waiting, and are equal again after',
      [up(0, 1), up(9, 2)],
      [up(0, 1), gone(5, 1), up(9, 2)],
      { at: 5, rows: [undefined, 1] },
      [[], [1]],
    ],
    ['are equal in another order within an instant', [up(3, 1), up(3, 2)], [up(3, 2), up(3, 1)], undefined, [[], []]],
    ['part where one thing happens later', [up(3, 1)], [up(4, 1)], { at: 3, rows: [0, undefined] }, [[0], [0]]],
    [
      'part where it happens to another broker',
      [up(3, 1), gone(3, 2)],
      [gone(3, 2), up(3, 2)],
      { at: 3, rows: [0, 1] },
      [[0], [1]],
    ],
    [
      'part where the same happens twice in one',
      [up(3, 1), up(3, 1), gone(4, 2)],
      [up(3, 1), gone(4, 2)],
      { at: 3, rows: [1, undefined] },
      [[1], []],
    ],
    [
      'do not differ by looks and draws',
      [draw(0, 1), poll(0), up(3, 1), poll(3)],
      [draw(0, 2), up(3, 1), poll(3), poll(53)],
      undefined,
      [[], []],
    ],
    [
      'do not differ by what is only planned',
      [syn(1, 0, 3)],
      [syn(1, 0, Number.POSITIVE_INFINITY)],
      undefined,
      [[], []],
    ],
    ['differ by which SYN it is', [syn(1, 0, 3)], [syn(1, 1, 3)], { at: 1, rows: [0, 0] }, [[0], [0]]],
    ['do not differ by the number of a request', [send(1, 4)], [send(1, 5)], undefined, [[], []]],
    ['do not differ by the order in which nodes are listed', [listed(1, 1, 2)], [listed(1, 2, 1)], undefined, [[], []]],
    [
      'part where they act differently, and not where a fault is on in one only',
      [up(0, 1), up(6, 2)],
      [up(0, 1), begun(3), gone(5, 1), up(6, 2)],
      { at: 5, rows: [undefined, 2], given: 'faults' },
      [[], [1, 2]],
    ],
    [
      'part at what they do of an instant at which a fault begins',
      [up(3, 1)],
      [begun(3), gone(3, 1)],
      { at: 3, rows: [0, 1] },
      [[0], [0, 1]],
    ],
    [
      'part at a fault where nothing comes of it',
      [up(0, 1), up(6, 2)],
      [up(0, 1), begun(3), up(6, 2)],
      { at: 3, rows: [undefined, 1], given: 'faults' },
      [[], [1]],
    ],
    ['differ by the nodes that are listed', [listed(1, 1, 2)], [listed(1, 1)], { at: 1, rows: [0, 0] }, [[0], [0]]],
  ])('%s', (_, a, b, parting, differs) => {
    const comparison = compared(runOf(a), runOf(b))
    expect(comparison.parting).toEqual(parting)
    expect(comparison.differs.map(rowsIn)).toEqual(differs)
  })

  test('are told apart by names, not by the order of their subjects', () => {
    const events = [up(0, 1), gone(2, 2)]
    expect(compared(runOf(events), runOf(events, true)).parting).toBeUndefined()
  })

  test('are compared an instant further than is asked for at most, however much happens at each', () => {
    const busy = (event: typeof up) => runOf([0, 1, 2].flatMap((at) => Array.from({ length: 5 }, () => event(at, 1))))
    const comparison = new Comparison(busy(up), busy(gone))
    expect(comparison.advance(6)).toBe(false)
    expect(comparison.differs.map(rowsIn)).toEqual([
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
    ])
  })

  test('are compared no further than is asked for', () => {
    const comparison = new Comparison(runOf([up(0, 1), up(1, 1)]), runOf([gone(0, 1), gone(1, 1)]))
    expect(comparison.advance(1)).toBe(false)
    expect(comparison.differs.map(rowsIn)).toEqual([[0], [0]])
    expect(comparison.advance()).toBe(true)
    expect(comparison.differs.map(rowsIn)).toEqual([
      [0, 1],
      [0, 1],
    ])
  })
})

const ordinary = (text: string): string => text.replace(/\u202f/g, ' ')

/** How the two variants of a question part. */
function said(scenario: Scenario, first = 0): string {
  const traces = tracesOf(scenario)
  const pair = [first, first + 1] as const
  const { parting } = compared(traces[first] as Trace, traces[first + 1] as Trace)
  return ordinary(plain(partingSaid(scenario, traces, pair, parting)))
}

const dark = { faults: [fault(1, 'black hole')] }

describe('how two variants part', () => {
  test.each<readonly [name: string, scenario: Scenario, first: number, says: string]>([
    [
      'a setting ends what the kernel lets go on',
      question(1, 20_000, [['2.6'], ['2.7']], dark),
      0,
      'They part at 10 047 ms. 2.7: The client closes its connection to broker 1: it is 10 047 ms old, past its setup timeout of 10 000 ms. 2.6 goes on waiting; its next event comes at 11 000 ms.',
    ],
    [
      'nothing comes after in the one that waits',
      question(1, 10_900, [['2.6'], ['2.7']], dark),
      0,
      'They part at 10 047 ms. 2.7: The client closes its connection to broker 1: it is 10 047 ms old, past its setup timeout of 10 000 ms. 2.6 goes on waiting to the end of the run.',
    ],
    [
      'the first of two does more',
      question(1, 20_000, [['2.7'], ['2.6']], dark),
      0,
      'They part at 10 047 ms. 2.7: The client closes its connection to broker 1: it is 10 047 ms old, past its setup timeout of 10 000 ms. 2.6 goes on waiting; its next event comes at 11 000 ms.',
    ],
    [
      'another seed chooses another node',
      presetScenario('claim-127-times-m'),
      0,
      'They part at 0 ms. Kafka 2.6, another seed: leastLoadedNode chooses broker 2 for metadata. Kafka 2.6: leastLoadedNode chooses broker 3 for metadata.',
    ],
    [
      'a fault is on in one of them long before anything comes of it',
      presetScenario('thousand-at-200'),
      0,
      "They part at 700 ms. 3.9.1, one answer lost: n1's Fetch answer 1 to n2 is lost on its way: nobody is told. 3.9.1, nothing is lost goes on waiting; its next event comes at 900 ms. Before that only their faults differ.",
    ],
    [
      'a release writes another field into each Fetch, and does nothing else for it',
      presetScenario('thousand-at-200'),
      1,
      "They part at 500 ms. 4.4, nothing is lost: n1's BeginQuorumEpoch tick is for nobody: every voter has fetched within half of controller.quorum.fetch.timeout.ms; the next one is due at 1000 ms. 3.9.1, one answer lost: n1 sends n2 BeginQuorumEpoch 1, epoch 1; it arrives at 700 ms. Before that only their faults differ.",
    ],
    [
      'they do not part',
      question(1, 20_000, [['2.6'], ['2.6']], dark),
      0,
      '2.6 (A) and 2.6 (B) do not differ: in both the same happens at the same instants.',
    ],
  ])('%s', (_, scenario, first, says) => expect(said(scenario, first)).toBe(says))
})

test('that a thread spins is no difference: two runs part where they do something else', () => {
  const { traces } = asked('spin')
  const [sleeps, spins] = traces as [Trace, Trace]
  const comparison = new Comparison(sleeps, spins)
  comparison.advance()
  const { at, rows } = comparison.parting ?? {}
  expect(at).toBe(1040)
  expect(sentence(spins, rows?.[1] ?? 0)).toContain('UpdateRaftVoter')
})

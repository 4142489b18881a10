// The chain of causes, who owned a wait, and what was armed.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { armedAt } from '../../src/findings/armed.ts'
import { ownerOf } from '../../src/findings/owner.ts'
import { plain } from '../../src/findings/prose.ts'
import { sentence } from '../../src/findings/sentence.ts'
import { why } from '../../src/findings/why.ts'
import { ordersOf } from '../../src/scenario/compile.ts'
import type { Scenario, World } from '../../src/scenario/scenario.ts'
import { run } from '../../src/sim/run.ts'
import * as kind from '../../src/trace/kinds.ts'
import { fieldOf, kindOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'
import { scenarios } from '../scenario/arbitrary.ts'
import { fault, presetScenario, question, traceOf } from '../support/runs.ts'

const ordinary = (text: string): string => text.replace(/\u202f/g, ' ')

/** The first row of a kind whose first word field, where it is asked for, is this one. */
function rowOf(trace: Trace, what: number, word?: string): number {
  for (let row = 0; row < trace.rows; row++) {
    if (kindOf(trace, row) !== what) continue
    const first = fieldOf(trace, row, 0)
    if (word === undefined || words[first] === word || (what === kind.SYN && String(first) === word)) return row
  }
  throw new Error(`no such row: ${kind.kinds[what]?.name} ${word ?? ''}`)
}

const chain = (trace: Trace, row: number): string[] =>
  why(trace, row).map(({ at, link, says }) => ordinary(`${at} ${link}: ${plain(says)}`))

const dark = (kafka: string, until: number): Scenario =>
  question(1, until, [[kafka]], { faults: [fault(1, 'black hole')] })

const FAULT = '0 happened: Your fault: broker 1 becomes a black hole: every packet to it and from it is lost.'

describe('why', () => {
  test('a setup timeout: who looked, why then, what was armed, the fault', () => {
    const trace = traceOf(dark('2.7', 11_000))
    expect(chain(trace, rowOf(trace, kind.CLOSE))).toEqual([
      '10047 happened: The poll loop woke and found the connection to broker 1 older than its setup timeout of 10 000 ms: 10 047 ms.',
      '9996 looked: It sleeps in steps of reconnect.backoff.ms here, so it looks up to 51 ms late.',
      '7000 happened: All seven SYNs to broker 1 had been lost, this one the last.',
      '0 armed: The client opened the socket to broker 1, for metadata.',
      FAULT,
    ])
  })

  test('a setup timeout that is seen late: the wait that no deadline shortens', () => {
    const trace = traceOf(presetScenario('dead-leader'), 2)
    expect(chain(trace, rowOf(trace, kind.CLOSE))[1]).toBe(
      '0 looked: It had gone to sleep at 0 ms for 30 s: the shortest wait it knew of was request.timeout.ms, and no deadline of a connection or request counts.',
    )
  })

  const backlog = (until: number, world: Partial<World> = {}) =>
    traceOf(question(1, until, [['2.6']], { faults: [fault(1, 'backlog full')], ...world }))
  const FULL = '0 happened: Your fault: broker 1 has a full backlog: its kernel ignores every SYN.'

  test('a full backlog: no SYN got through', () => {
    const trace = backlog(132_000)
    expect(chain(trace, rowOf(trace, kind.KERNEL_TIMEOUT))).toEqual([
      '131000 happened: The last SYN to broker 1 went unanswered too: the kernel gave the attempt up.',
      '67000 happened: All eleven SYNs to broker 1 so far had come to nothing: this one, the last, as its backlog was full.',
      '0 armed: The client opened the socket to broker 1, for metadata.',
      FULL,
    ])
  })

  test('a send() that gives up before a full backlog has room', () => {
    const trace = backlog(61_000)
    expect(chain(trace, rowOf(trace, kind.UNBLOCKED)).slice(1)).toEqual([
      '35000 happened: All ten SYNs to broker 1 so far had come to nothing: this one as its backlog was full.',
      '0 armed: The client opened the socket to broker 1, for metadata.',
      '0 armed: send() blocks until metadata is there, for max.block.ms = 60 000 at most.',
      FULL,
    ])
  })

  test('a SYN that got through while the answer to an earlier one was on its way', () => {
    const kernel = { release: '3.7', synRetries: 1, linearTimeouts: 0 } as const
    const trace = traceOf(question(1, 4000, [['2.6']], { latency: 2000, kernel }))
    expect(chain(trace, rowOf(trace, kind.KERNEL_TIMEOUT))[1]).toBe(
      '1000 happened: SYN 2 got through to broker 1 too: the answer to an earlier one was still on its way.',
    )
  })

  test.each([
    ['an attempt', {}, 2500, 'TCP_USER_TIMEOUT'],
    ['an attempt that its number of SYNs ends first', {}, 200_000, 'tcp_syn_retries'],
    ['data', { at: 3 }, 2500, 'TCP_USER_TIMEOUT'],
  ])('TCP_USER_TIMEOUT owns the wait that it ended: %s', (_, at, userTimeout, owner) => {
    const kernel = { release: '3.7', synRetries: 2, linearTimeouts: 0, userTimeout } as const
    const scenario = question(1, 20_000, [['2.6']], { kernel, faults: [{ ...fault(1, 'black hole'), ...at }] })
    const trace = traceOf(scenario)
    const end = rowOf(trace, 'at' in at ? kind.DROPPED : kind.KERNEL_TIMEOUT)
    expect(ownerOf(trace, end, scenario, 0).setting?.key).toBe(owner)
  })

  test('data that ICMP said could not be delivered: the error of the kernel is that one', () => {
    const kernel = { release: '6.5', synRetries: 6, linearTimeouts: 4, dataRetries: 3 } as const
    const trace = traceOf(question(1, 5000, [['2.6']], { kernel, faults: [fault(1, 'unreachable', 3)] }))
    expect(sentence(trace, rowOf(trace, kind.DROPPED))).toBe(
      'The kernel gives the connection to broker 1 up: EHOSTUNREACH, as nothing that it sent again was acknowledged, and that it cannot be reached was the last word of it.',
    )
  })

  test('the kernel’s timeout: nobody had to look', () => {
    const trace = traceOf(dark('2.6', 132_000))
    expect(chain(trace, rowOf(trace, kind.KERNEL_TIMEOUT))).toEqual([
      '131000 happened: The last SYN to broker 1 went unanswered too: the kernel gave the attempt up.',
      '67000 happened: All eleven SYNs to broker 1 had been lost, this one the last.',
      '0 armed: The client opened the socket to broker 1, for metadata.',
      FAULT,
    ])
  })

  test('a TimeoutException: its wait, and what stood in the way', () => {
    const trace = traceOf(dark('2.6', 61_000))
    expect(chain(trace, rowOf(trace, kind.UNBLOCKED))).toEqual([
      '60000 happened: send() gives up after 60 s: its future and callback get a TimeoutException.',
      '35000 happened: All ten SYNs to broker 1 so far had been lost.',
      '0 armed: The client opened the socket to broker 1, for metadata.',
      '0 armed: send() blocks until metadata is there, for max.block.ms = 60 000 at most.',
      FAULT,
    ])
  })

  test('a retransmission: the SYN before it', () => {
    const trace = traceOf(dark('2.6', 1_500))
    const second = rowOf(trace, kind.SYN) + 1
    const row = [...Array(trace.rows - second).keys()].map((n) => n + second).find((r) => kindOf(trace, r) === kind.SYN)
    expect(chain(trace, row ?? -1)[1]).toBe('0 armed: SYN 1 had no answer by 1000 ms: the kernel sends it again.')
  })

  test('metadata after a dead node: down to the fault that cost the time', () => {
    const trace = traceOf(presetScenario('two-dead-of-three'), 1)
    const reasons = chain(trace, rowOf(trace, kind.METADATA, 'updated'))
    expect(reasons[0]).toContain('Metadata arrives')
    expect(reasons.find((line) => line.includes('metadata update failed'))).toContain('(retry.backoff.ms)')
    expect(reasons.at(-1)).toMatch(/^0 happened: Your fault: broker/)
  })

  test('metadata that is fetched again by age: not the fault of long ago', () => {
    const scenario = question(1, 5_000, [['2.6', { 'metadata.max.age.ms': 2_000, 'request.timeout.ms': 1_000 }]], {
      faults: [fault(1, 'black hole', 0, 500)],
    })
    const trace = traceOf(scenario)
    const rows = [...Array(trace.rows).keys()].filter((row) => kindOf(trace, row) === kind.CHOSEN)
    expect(chain(trace, rows.at(-1) ?? -1).slice(1)).toEqual([
      expect.stringMatching(
        /^\d+ happened: The metadata of \d+ ms had reached its age of 2000 ms \(metadata\.max\.age\.ms\)\.$/,
      ),
      '0 happened: The run begins.',
    ])
  })

  test('a request timeout: the request, and the broker that swallowed it', () => {
    const scenario = question(1, 1_500, [['3.9', { 'request.timeout.ms': 1_000 }]], { faults: [fault(1, 'mute')] })
    const trace = traceOf(scenario)
    const reasons = chain(trace, rowOf(trace, kind.CLOSE))
    expect(reasons[0]).toContain('found a request to broker 1 older than its timeout of 1000 ms: 1001 ms')
    expect(reasons).toContain('3 happened: broker 1 gets API_VERSIONS request 0 and never answers it.')
    expect(reasons.at(-1)).toContain('Your fault: broker 1 falls mute')
  })

  test.each<readonly [name: string, scenario: Scenario, what: number, fault: string]>([
    ['a refused SYN', question(1, 900, [['3.9']], { faults: [fault(1, 'stop')] }), kind.REFUSED, 'broker 1 stops'],
    [
      'a handshake that never ends',
      question(1, 11_000, [['3.9']], { faults: [fault(1, 'stall')] }),
      kind.CLOSE,
      'broker 1 stalls',
    ],
    [
      'an answer that comes too late',
      question(1, 3_000, [['3.9', { 'request.timeout.ms': 1_000 }]], { faults: [fault(1, 'pause', 1, 5_000)] }),
      kind.CLOSE,
      'broker 1 pauses',
    ],
    [
      'a connection that is reset',
      question(1, 900, [['3.9']], { faults: [fault(1, 'stop', 100)] }),
      kind.DROPPED,
      'broker 1 stops',
    ],
  ])('%s: the fault that held the machine', (_, scenario, what, expected) => {
    const trace = traceOf(scenario)
    expect(chain(trace, rowOf(trace, what)).at(-1)).toContain(`Your fault: ${expected}`)
  })
})

test('a draw of the node list says who is first, and none a number that is no node', () => {
  const trace = traceOf(question(3, 50, [['2.6']]))
  expect(sentence(trace, rowOf(trace, kind.DRAW, 'shuffle'))).toMatch(
    /^Drawn: the order of the node list, broker \d first\.$/,
  )
})

describe('the owner of a wait', () => {
  test.each<readonly [name: string, scenario: Scenario, what: number, word: string | undefined, owner: string]>([
    [
      'a setup timeout',
      dark('2.7', 11_000),
      kind.CLOSE,
      undefined,
      'setting socket.connection.setup.timeout.ms = 10 000 (default of Kafka 2.7)',
    ],
    [
      'what follows from it',
      dark('2.7', 11_000),
      kind.STATE,
      'CONNECTING',
      'setting socket.connection.setup.timeout.ms = 10 000 (default of Kafka 2.7)',
    ],
    [
      'the draft’s own timeout',
      dark('kip-601-draft', 11_000),
      kind.CLOSE,
      undefined,
      'setting connections.setup.timeout.ms = 10 000 (default of the KIP-601 draft)',
    ],
    [
      'the kernel',
      dark('2.6', 132_000),
      kind.KERNEL_TIMEOUT,
      undefined,
      "kernel tcp_syn_retries = 6 (the kernel's default)",
    ],
    [
      'a caller that waited in vain',
      dark('2.6', 61_000),
      kind.UNBLOCKED,
      undefined,
      'setting max.block.ms = 60 000 (default of Kafka 2.6)',
    ],
    [
      'a changed value',
      question(1, 9_000, [['2.7', { 'socket.connection.setup.timeout.ms': 3_000 }]], {
        faults: [fault(1, 'black hole')],
      }),
      kind.CLOSE,
      undefined,
      'setting socket.connection.setup.timeout.ms = 3000 (changed from 10 000)',
    ],
    [
      'a SYN of the linear phase',
      dark('2.6', 9_000),
      kind.SYN,
      '2',
      "kernel tcp_syn_linear_timeouts = 4 (the kernel's default)",
    ],
    ['a SYN after twice the wait before', dark('2.6', 9_000), kind.SYN, '6', 'kernel'],
    ['a TCP handshake', question(1, 50, [['2.7']]), kind.CONNECTED, undefined, 'client'],
  ])('%s', (_, scenario, what, word, expected) => {
    const trace = traceOf(scenario)
    const { owner, setting } = ownerOf(trace, rowOf(trace, what, word), scenario, 0)
    expect(ordinary(setting ? `${owner} ${setting.key} = ${setting.value} (${setting.origin})` : owner)).toBe(expected)
  })
})

describe('what the owner of a wait leaves open', () => {
  const says = (scenario: Scenario, row: (trace: Trace) => number, variant = 0): string => {
    const trace = traceOf(scenario, variant)
    const { owner, setting, says: more = [] } = ownerOf(trace, row(trace), scenario, variant)
    return ordinary(`${owner} ${setting?.key ?? ''}: ${plain(more)}`)
  }
  const state = (to: string) => (trace: Trace) =>
    [...Array(trace.rows).keys()].findLast(
      (row) => kindOf(trace, row) === kind.STATE && words[fieldOf(trace, row, 1)] === to,
    ) ?? -1

  test('metadata: where the time before it went', () => {
    const updated = (trace: Trace) => rowOf(trace, kind.METADATA, 'updated')
    const scenario = presetScenario('two-dead-of-three')
    expect(says(scenario, updated)).toBe(
      'kernel tcp_syn_retries: Of the 131.11 s up to here: 131 s for the kernel (tcp_syn_retries = 6); 101 ms for a setting (retry.backoff.ms = 100).',
    )
    expect(says(scenario, updated, 1)).toMatch(
      /^setting socket\.connection\.setup\.timeout\.ms: Of the 20\.3 s up to here: 20 s in two waits for a setting \(socket/,
    )
  })

  test('metadata that comes at once waited for nobody', () => {
    expect(says(question(1, 50, [['3.9']]), (trace) => rowOf(trace, kind.METADATA, 'updated'))).toBe('client : ')
  })

  test('a timeout that is seen late: both settings', () => {
    const late = (trace: Trace) => rowOf(trace, kind.CLOSE)
    expect(says(presetScenario('dead-leader'), late, 2)).toBe(
      'setting socket.connection.setup.timeout.ms: It was over at 10 000 ms, and seen 20 001 ms later: request.timeout.ms = 30 000 decided when, for which the loop had gone to sleep at 0 ms.',
    )
    expect(says(presetScenario('dead-leader'), late, 3)).toBe('setting socket.connection.setup.timeout.ms: ')
  })

  test.each<readonly [name: string, scenario: Scenario, to: string, expected: string]>([
    [
      'the kernel',
      dark('2.6', 9_000),
      'CONNECTING',
      'kernel tcp_syn_retries: It goes on at the end of the run: its time would be over at 131 000 ms.',
    ],
    [
      'a setting',
      dark('2.7', 9_000),
      'CONNECTING',
      'setting socket.connection.setup.timeout.ms: It goes on at the end of the run: its time would be over at 10 000 ms, which the first look after that would see.',
    ],
    [
      'nothing',
      question(1, 9_000, [['2.7']], { faults: [fault(1, 'stall')] }),
      'CHECKING_API_VERSIONS',
      'world : It goes on at the end of the run. Nothing that is modelled here would end it; from Kafka 0.9 on connections.max.idle.ms (9 min by default) would.',
    ],
    [
      'a request’s timeout',
      question(1, 9_000, [['2.7']], { faults: [fault(1, 'mute')] }),
      'CHECKING_API_VERSIONS',
      'setting request.timeout.ms: It goes on at the end of the run: its time would be over at 30 002 ms, which the first look after that would see.',
    ],
  ])('an attempt that goes on: %s would end it', (_, scenario, to, expected) => {
    expect(says(scenario, state(to))).toBe(expected)
  })

  test('a look is owned by what the loop waits for', () => {
    expect(says(dark('2.7', 11_000), (trace) => rowOf(trace, kind.POLL))).toBe('setting reconnect.backoff.ms: ')
  })
})

describe('armed timers', () => {
  const armed = (scenario: Scenario, at: number, variant = 0): string[] =>
    armedAt(traceOf(scenario, variant), at).map(({ name, deadline, owner }) => `${name}: ${deadline - at} ${owner}`)

  test('in an attempt of 2.7, the first to fire first', () => {
    expect(armed(dark('2.7', 11_000), 5_500)).toEqual([
      "poll's wait, reconnect.backoff.ms: 8 setting",
      'next SYN, broker 1: 1500 kernel',
      'setup timeout, broker 1: 4500 setting',
      'max.block.ms: 54500 setting',
      'kernel gives up, broker 1: 125500 kernel',
    ])
  })

  test('after a failed attempt: both backoffs', () => {
    expect(armed(dark('2.7', 11_000), 10_050)).toEqual([
      'reconnect backoff, broker 1: 47 setting',
      'retry backoff, metadata: 97 setting',
      "poll's wait, retry.backoff.ms: 98 setting",
      'max.block.ms: 49950 setting',
    ])
  })

  test('overdue until somebody looks', () => {
    expect(armed(presetScenario('dead-leader'), 20_000, 2)[0]).toBe('setup timeout, broker 1: -10000 setting')
  })

  test('a request in flight, and the age of metadata once it is there', () => {
    const healthy = question(1, 100, [['3.9']])
    expect(armed(healthy, 5)).toContain('request timeout, METADATA to broker 1: 29999 setting')
    expect(armed(healthy, 50)).toEqual([
      "poll's wait, request.timeout.ms: 29957 setting",
      'metadata.max.age.ms: 299956 setting',
    ])
  })
})

/** Where a chain may end: the visitor's fault, its end, the start of the run, its limit; a draw needs no cause. */
const bottoms = new Set([kind.FAULT, kind.HEALED, kind.RUN, kind.LIMIT, kind.DRAW])

/** What is wrong with a row's sentence or chain. */
function faultsOf(trace: Trace, row: number): string[] {
  const reasons = why(trace, row)
  const rows = reasons.filter(({ link }) => link !== 'looked').map((reason) => reason.row)
  const above = rows.slice(0, -1)
  const texts = [sentence(trace, row), ...reasons.map(({ says }) => plain(says))]
  return [
    ...(rows[0] === row ? [] : ['the chain does not begin with its row']),
    ...(above.every((r, i) => i === 0 || r < (above[i - 1] as number)) ? [] : ['the chain does not only go back']),
    ...(bottoms.has(kindOf(trace, reasons.at(-1)?.row ?? row)) ? [] : [`the chain of row ${row} ends in the air`]),
    ...texts.filter((text) => text.length < 8 || /undefined|NaN|Infinity|\bever\b(?! find)/.test(text)),
  ]
}

test('every row of every run has a sentence, and a chain that only goes back', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      for (const order of ordersOf(scenario, 600)) {
        const { trace } = run(order)
        const rows = Array.from({ length: trace.rows }, (_, row) => row)
        expect(rows.flatMap((row) => faultsOf(trace, row))).toEqual([])
      }
    }),
    { numRuns: 25 },
  )
})

// What is said of the clients before the API versions exchange: CONNECTED for READY, waits without an end, a choice with its reason.

import { describe, expect, test } from 'vitest'
import { armedAt } from '../../src/findings/armed.ts'
import { gapIn } from '../../src/findings/byLab.ts'
import { lookedBy } from '../../src/findings/looked.ts'
import { ownerOf } from '../../src/findings/owner.ts'
import { plain } from '../../src/findings/prose.ts'
import { sentence } from '../../src/findings/sentence.ts'
import { verdictOf } from '../../src/findings/verdict.ts'
import { why } from '../../src/findings/why.ts'
import type { Scenario, Workload } from '../../src/scenario/scenario.ts'
import * as kind from '../../src/trace/kinds.ts'
import { atOf, fieldOf, kindOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'
import { type Asked, fault, question, traceOf, tracesOf } from '../support/runs.ts'

const ordinary = (text: string): string => text.replace(/\u202f/g, ' ')

const dark = (until: number, ...variants: Asked[]) => question(1, until, variants, { faults: [fault(1, 'black hole')] })
const mute = (until: number, ...variants: Asked[]) => question(1, until, variants, { faults: [fault(1, 'mute')] })

const leads: Workload = { kind: 'leader', node: 0 }
const leader = (until: number, ...variants: Asked[]) =>
  question(2, until, variants, { faults: [fault(1, 'black hole')], workload: leads })

/** The n-th row of a kind; of a change of state, to that state. */
function rowOf(trace: Trace, what: number, nth = 0, state?: string): number {
  const found = Array.from({ length: trace.rows }, (_, row) => row).filter(
    (row) => kindOf(trace, row) === what && (state === undefined || words[fieldOf(trace, row, 1)] === state),
  )[nth]
  if (found === undefined) throw new Error('no such row')
  return found
}

describe('the sentence of a row', () => {
  test.each<readonly [name: string, scenario: Scenario, row: (trace: Trace) => number, says: string]>([
    [
      'send() of 0.8.2 is bounded by its own setting',
      dark(50, ['0.8.2']),
      (trace) => rowOf(trace, kind.BLOCKED),
      'send() blocks until metadata is there, for metadata.fetch.timeout.ms = 60 000 at most.',
    ],
    [
      'a backoff that has counted since the start of the attempt is over when the kernel gives up',
      leader(140_000, ['0.8.2']),
      (trace) => rowOf(trace, kind.STATE, 0, 'DISCONNECTED'),
      'broker 1: CONNECTING → DISCONNECTED; it may be tried again at once: its reconnect backoff counts from the start of the attempt and was over at 10 ms.',
    ],
    [
      'or goes on for a little, where the port is closed',
      question(1, 200, [['0.8.2']], { faults: [fault(1, 'refuse')] }),
      (trace) => rowOf(trace, kind.STATE, 0, 'DISCONNECTED'),
      'broker 1: CONNECTING → DISCONNECTED; it may be tried again from 111 ms on: its reconnect backoff counts from the start of the attempt.',
    ],
    [
      'in 0.9 it begins with the loss',
      leader(140_000, ['0.9']),
      (trace) => rowOf(trace, kind.STATE, 0, 'DISCONNECTED'),
      'broker 1: CONNECTING → DISCONNECTED; it may be tried again from 131 050 ms on.',
    ],
    [
      'the loop of 0.8.2 waits for its answer without an end',
      mute(1_000, ['0.8.2']),
      (trace) =>
        rowOf(
          trace,
          kind.POLL,
          Array.from({ length: trace.rows }, (_, r) => r).filter((r) => kindOf(trace, r) === kind.POLL).length - 1,
        ),
      'The poll loop waits until something happens: a metadata request is in flight, and no timeout bounds its answer.',
    ],
    [
      'in the draft of KIP-19 a request ends alone',
      mute(40_000, ['kip-19-draft']),
      (trace) => rowOf(trace, kind.EXPIRED),
      'The time of METADATA request 0 to broker 1 is over (request.timeout.ms): it ends alone, and the connection stays open.',
    ],
    [
      'and its select waits for the first deadline',
      mute(40_000, ['kip-19-draft']),
      (trace) => lookedBy(trace, lookedBy(trace, rowOf(trace, kind.EXPIRED))),
      'The poll loop waits at most 30 000 ms: then the first request in flight would time out, by request.timeout.ms.',
    ],
    [
      'and a late answer says so',
      question(1, 40_000, [['kip-19-draft', { 'request.timeout.ms': 1_000 }]], {
        faults: [fault(1, 'pause', 0, 5_000)],
      }),
      (trace) => rowOf(trace, kind.RECEIVE),
      'The answer of broker 1 to METADATA request 0 arrives too late and is discarded: the request has timed out.',
    ],
    [
      'an attempt that is bound by no setting',
      dark(200, ['0.9']),
      (trace) => rowOf(trace, kind.CONNECT),
      'The client opens a connection to broker 1: no setting bounds it, the kernel would end it after 131 s.',
    ],
  ])('%s', (_, scenario, row, says) => {
    const trace = traceOf(scenario)
    expect(ordinary(sentence(trace, row(trace)))).toBe(says)
  })
})

describe('verdicts', () => {
  test.each<
    readonly [name: string, scenario: Scenario, headline: number | undefined, sentence: string, caller: string]
  >([
    [
      'a healthy cluster: the first update waits for retry.backoff.ms, and the request for the next look',
      question(1, 1_000, [['0.8.2']]),
      204,
      'first metadata, from the first node tried',
      'send() goes on after 204 ms',
    ],
    [
      'a mute broker is asked and not given up',
      mute(70_000, ['0.8.2']),
      undefined,
      'no metadata within 70 s; one node tried in vain, one request not answered yet',
      'send() fails with a TimeoutException after 60 s',
    ],
    [
      'the draft of KIP-19 asks it again and again by one connection',
      mute(70_000, ['kip-19-draft']),
      undefined,
      'no metadata within 70 s; one node tried in vain, two requests timed out, one request not answered yet',
      'send() fails with a TimeoutException after 60 s',
    ],
    [
      '0.9 gives it up with its request, again and again',
      mute(70_000, ['0.9']),
      undefined,
      'no metadata within 70 s; one node tried in vain in three attempts, two requests timed out, one request not answered yet',
      'send() fails with a TimeoutException after 60 s',
    ],
    [
      'a handshake that stalls leaves an attempt open',
      question(1, 5_000, [['0.9']], { faults: [fault(1, 'stall')] }),
      undefined,
      'no metadata within 5 s; one node tried in vain, one attempt still open',
      'send() is still blocked at the end of the run',
    ],
    [
      '0.9 opens connections to others meanwhile',
      question(3, 1_000, [['0.9']], { faults: [fault(2, 'black hole'), fault(3, 'black hole')] }),
      810,
      'first metadata, while two attempts at other nodes went on',
      'send() goes on after 810 ms',
    ],
    [
      'a dead leader',
      leader(140_000, ['0.8.2']),
      131_000,
      'gave broker 1 up; the kernel gave up once, eleven SYNs lost',
      '',
    ],
    [
      'a leader that is CONNECTED is ready',
      question(2, 100, [['0.9']], { workload: leads }),
      2,
      'broker 1 ready after 2 ms; nothing to give up',
      '',
    ],
  ])('%s', (_, scenario, headline, says, caller) => {
    const found = verdictOf(traceOf(scenario), scenario)
    expect([found.headline, ordinary(plain(found.sentence)), ordinary(plain(found.caller))]).toEqual([
      headline,
      says,
      caller,
    ])
  })
})

describe('differences', () => {
  test.each<readonly [name: string, scenario: Scenario, sentence: string]>([
    [
      'nothing ends the wait of 0.8.2 for an answer, a setting that of 0.9 (KIP-19)',
      mute(100_000, ['0.8.2'], ['0.9']),
      'Neither has metadata within 100 s. 0.8.2: nothing that is modelled here ends the wait; from Kafka 0.9 on connections.max.idle.ms (9 min by default) would. 0.9: a setting ends the wait (request.timeout.ms = 30 000).',
    ],
    [
      'a silent attempt is the kernel’s in both',
      leader(140_000, ['0.8.2'], ['0.9']),
      'In both the kernel ends the wait (tcp_syn_retries = 6): they do not differ.',
    ],
    [
      'the first update of 0.9 is held back, that of 2.6 is not',
      question(1, 1_000, [['0.9'], ['2.6']]),
      '0.9: a setting ends the wait (retry.backoff.ms = 100). 2.6: nothing has to time out.',
    ],
  ])('%s', (_, scenario, says) => {
    expect(ordinary(plain(gapIn(scenario, tracesOf(scenario), 0, 1).sentence))).toBe(says)
  })
})

describe('who owned a wait, and why a row is there', () => {
  const owner = (scenario: Scenario, row: (trace: Trace) => number): string => {
    const trace = traceOf(scenario)
    const found = ownerOf(trace, row(trace), scenario, 0)
    return `${found.owner} ${found.setting?.key ?? ''}: ${found.says ? ordinary(plain(found.says)) : ''}`
  }

  test.each<readonly [name: string, scenario: Scenario, row: (trace: Trace) => number, says: string]>([
    [
      'the first connect waited for retry.backoff.ms',
      dark(200, ['0.8.2']),
      (trace) => rowOf(trace, kind.CHOSEN),
      'setting retry.backoff.ms: ',
    ],
    [
      'the connect after a kernel timeout, for the next look and not for a backoff that was over',
      dark(140_000, ['0.8.2']),
      (trace) => rowOf(trace, kind.CHOSEN, 1),
      'setting retry.backoff.ms: ',
    ],
    [
      'a leader of 0.9, for its reconnect backoff',
      leader(270_000, ['0.9']),
      (trace) => rowOf(trace, kind.STATE, 2, 'CONNECTING'),
      'setting reconnect.backoff.ms: ',
    ],
    [
      'a connection whose request nobody answers goes on',
      mute(9_000, ['0.8.2']),
      (trace) => rowOf(trace, kind.STATE, 0, 'CONNECTED'),
      'world : It goes on at the end of the run. Nothing that is modelled here would end it; from Kafka 0.9 on connections.max.idle.ms (9 min by default) would.',
    ],
    [
      'in 0.9 until its request timeout',
      mute(9_000, ['0.9']),
      (trace) => rowOf(trace, kind.STATE, 0, 'CONNECTED'),
      'setting request.timeout.ms: It goes on at the end of the run: its time would be over at 30 202 ms, which the first look after that would see.',
    ],
  ])('%s', (_, scenario, row, says) => expect(owner(scenario, row)).toBe(says))

  test('the one node that 0.8.2 chooses again: the scan, the look, what asked for it', () => {
    const trace = traceOf(dark(140_000, ['0.8.2']))
    const row = rowOf(trace, kind.CHOSEN, 1)
    expect(atOf(trace, row)).toBeGreaterThan(131_000)
    expect(why(trace, row).map(({ link, says }) => `${link}: ${ordinary(plain(says))}`)).toEqual([
      'happened: leastLoadedNode chose broker 1: a metadata update was due. The scan begins at the same place for the whole life of the client, and the first node wins that has least in flight and no backoff to wait for.',
      'looked: It sleeps in steps of retry.backoff.ms here, so it looks up to 98 ms late.',
      'happened: The caller asks for new metadata.',
      'happened: The run begins.',
    ])
  })

  test.each<readonly [name: string, scenario: Scenario, at: number, timers: string[]]>([
    ['a request of 0.8.2 arms nothing', mute(9_000, ['0.8.2']), 5_000, ['metadata.fetch.timeout.ms: 55000']],
    [
      'one of 0.9 its timeout',
      mute(9_000, ['0.9']),
      5_000,
      ['request timeout, METADATA to broker 1: 25202', "poll's wait, request.timeout.ms: 25203", 'max.block.ms: 55000'],
    ],
  ])('%s', (_, scenario, at, timers) => {
    expect(armedAt(traceOf(scenario), at).map(({ name, deadline }) => `${name}: ${deadline - at}`)).toEqual(timers)
  })
})

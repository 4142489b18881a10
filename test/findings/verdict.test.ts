// Headlines, and the sentences that name their owners: read off a run, whatever was asked.

import { describe, expect, test } from 'vitest'
import { gapIn } from '../../src/findings/byLab.ts'
import { type Prose, plain } from '../../src/findings/prose.ts'
import { verdictOf } from '../../src/findings/verdict.ts'
import type { Fault, Scenario, World } from '../../src/scenario/scenario.ts'
import { type Asked, fault, presetScenario, question, traceOf, tracesOf } from '../support/runs.ts'

const text = (prose: Prose): string => plain(prose).replace(/\u202f/g, ' ')

const dark = (until: number, ...variants: Asked[]) => question(1, until, variants, { faults: [fault(1, 'black hole')] })

const leader = (until: number, ...variants: Asked[]) =>
  question(2, until, variants, { faults: [fault(1, 'black hole')], workload: { kind: 'leader', node: 0 } })

describe('the headline of send() is the first metadata', () => {
  test.each<
    readonly [name: string, scenario: Scenario, headline: number | undefined, sentence: string, caller: string]
  >([
    [
      'a healthy cluster',
      question(1, 100, [['3.9']]),
      6,
      'first metadata, from the first node tried',
      'send() goes on after 6 ms',
    ],
    [
      'a path that heals between two SYNs',
      question(1, 9_000, [['2.6']], { faults: [fault(1, 'black hole', 0, 5_500)] }),
      7_006,
      'first metadata, from the first node tried; six SYNs lost before one got through',
      'send() goes on after 7006 ms',
    ],
    [
      'a broker that nothing reaches, to 2.6',
      dark(140_000, ['2.6']),
      undefined,
      'no metadata within 140 s; one node tried in vain in two attempts, the kernel gave up once, one attempt still open, 18 SYNs lost',
      'send() fails with a TimeoutException after 60 s',
    ],
    [
      'the same to 2.7, whose timeout grows',
      dark(31_000, ['2.7']),
      undefined,
      'no metadata within 31 s; one node tried in vain in three attempts, two setups timed out at 10 s to 20 s, one attempt still open, 17 SYNs lost',
      'send() is still blocked at the end of the run',
    ],
    [
      'a closed port that opens',
      question(1, 1_000, [['3.9']], { faults: [fault(1, 'refuse', 0, 50)] }),
      109,
      'first metadata; one node tried in vain, one connection refused',
      'send() goes on after 109 ms',
    ],
    [
      'a client of 4.0 that starts over',
      question(2, 10_000, [['4.0', { 'metadata.recovery.rebootstrap.trigger.ms': 3_000 }]], {
        faults: [fault(1, 'black hole', 0, 4_000), fault(2, 'black hole', 0, 4_000)],
      }),
      4_116,
      'first metadata; one node tried in vain, started over once, four SYNs lost',
      'send() goes on after 4116 ms',
    ],
  ])('%s', (_, scenario, headline, sentence, caller) => {
    const verdict = verdictOf(traceOf(scenario), scenario)
    expect(verdict.headline).toBe(headline)
    expect(text(verdict.sentence)).toBe(sentence)
    expect(text(verdict.caller)).toBe(caller)
    expect(verdict.tone).toBe(headline === undefined ? 'bad' : 'good')
  })

  test('metadata that comes after max.block.ms is good for nobody', () => {
    const scenario = question(1, 20_000, [['2.6', { 'max.block.ms': 1_000 }]], {
      faults: [fault(1, 'black hole', 0, 5_500)],
    })
    const { headline, tone, caller } = verdictOf(traceOf(scenario), scenario)
    expect(headline).toBe(7_006)
    expect(tone).toBe('bad')
    expect(text(caller)).toBe('send() fails with a TimeoutException after 1 s, 6.01 s before the metadata came')
  })
})

describe('the headline of a leader is when it was first given up', () => {
  test.each<readonly [name: string, asked: Asked, headline: number | undefined, sentence: string]>([
    ['2.6: the kernel', ['2.6'], 131_000, 'gave broker 1 up; the kernel gave up once, eleven SYNs lost'],
    [
      'the draft: the kernel too',
      ['kip-601-draft'],
      131_000,
      'gave broker 1 up; the kernel gave up once, eleven SYNs lost',
    ],
    [
      '2.7: seen late',
      ['2.7'],
      30_001,
      'gave broker 1 up; one setup timed out at 10 s, seen 20 s late, nine SYNs lost',
    ],
    [
      'a setup timeout below zero',
      ['3.9', { 'socket.connection.setup.timeout.ms': -5, 'socket.connection.setup.timeout.max.ms': -5 }],
      1,
      'gave broker 1 up; one setup timed out at the first look, as a setup timeout of −5 ms is past at once, one SYN lost',
    ],
    ['3.9: seen at once', ['3.9'], 10_001, 'gave broker 1 up; one setup timed out at 10 s, seven SYNs lost'],
  ])('%s', (_, asked, headline, sentence) => {
    const scenario = leader(140_000, asked)
    const verdict = verdictOf(traceOf(scenario), scenario)
    expect(verdict.headline).toBe(headline)
    expect(text(verdict.sentence)).toBe(sentence)
    expect(verdict.caller).toEqual([])
  })

  test.each<readonly [name: string, fault: Fault, headline: number | undefined, sentence: string]>([
    [
      'one that turns attempts away is not given up: when it lets one in',
      { ...fault(1, 'refuse', 0, 1_000) },
      1_569,
      'broker 1 ready after 1569 ms; five connections refused',
    ],
    [
      'or that it never does',
      { ...fault(1, 'unreachable') },
      undefined,
      'broker 1 not ready within 2 s; one node tried in vain in six attempts, unreachable six times, six SYNs lost',
    ],
  ])('%s', (_, turnsAway, headline, sentence) => {
    const scenario = question(2, 2_000, [['3.9']], { faults: [turnsAway], workload: { kind: 'leader', node: 0 } })
    const verdict = verdictOf(traceOf(scenario), scenario)
    expect(text(verdict.sentence)).toBe(sentence)
    expect(verdict.headline).toBe(headline)
  })

  test('not within the run', () => {
    const scenario = leader(5_000, ['3.9'])
    const verdict = verdictOf(traceOf(scenario), scenario)
    expect(verdict).toMatchObject({ headline: undefined, row: -1, tone: 'bad' })
    expect(text(verdict.sentence)).toMatch(
      /^broker 1 not given up within 5 s; one node tried in vain, one attempt still open/,
    )
  })

  describe('or, where it was ready before, when it is ready again', () => {
    const away = (kind: Fault['kind'], until: number): Scenario =>
      question(2, 20_000, [['3.9']], {
        faults: [fault(1, kind, 1_000, until)],
        workload: { kind: 'leader', node: 0 },
      })

    test('after a stop', () => {
      const { headline, sentence, tone } = verdictOf(traceOf(away('stop', 5_000)), away('stop', 5_000))
      expect(plain(sentence)).toBe('broker 1 ready again; lost at 1 s, seven connections refused')
      expect(headline).toBeGreaterThan(5_000)
      expect(tone).toBe('good')
    })

    test('not within the run', () => {
      const { headline, sentence, tone } = verdictOf(traceOf(away('stop', 30_000)), away('stop', 30_000))
      expect(headline).toBeUndefined()
      expect(plain(sentence)).toMatch(/^broker 1 not ready again within 20 s; lost at 1 s, \d+ connections refused$/)
      expect(tone).toBe('bad')
    })

    test('the gap of two that wait for a leader is theirs since it was lost', () => {
      const both = (until: number) => ({
        ...away('stop', until),
        variants: question(2, 1, [['3.9'], ['3.9', { 'reconnect.backoff.max.ms': 5_000 }]]).variants,
      })
      expect(plain(gapIn(both(5_000), tracesOf(both(5_000)), 0, 1).sentence)).toMatch(
        /^In both a setting ends each wait \(reconnect\.backoff\.ms = 50\)/,
      )
      expect(plain(gapIn(both(30_000), tracesOf(both(30_000)), 0, 1).sentence)).toMatch(
        /^Neither has its leader again within 20 s\./,
      )
    })
  })

  test('a healthy leader is no trouble', () => {
    const scenario = question(2, 5_000, [['3.9']], { workload: { kind: 'leader', node: 0 } })
    const verdict = verdictOf(traceOf(scenario), scenario)
    expect(verdict).toMatchObject({ headline: 4, tone: 'good' })
    expect(text(verdict.sentence)).toBe('broker 1 ready after 4 ms; nothing to give up')
  })
})

function gap(scenario: Scenario, first = 0) {
  const found = gapIn(scenario, tracesOf(scenario), first, first + 1)
  return { ...found, sentence: text(found.sentence) }
}

describe('the gap names the owner of the difference', () => {
  test('the kernel against a setting, by the changed value too', () => {
    const scenario = presetScenario('two-dead-of-three')
    const slower: Scenario = {
      ...scenario,
      until: 300_000,
      world: { ...scenario.world, kernel: { release: '6.5', synRetries: 3, linearTimeouts: 4 } },
    }
    expect(gap(scenario)).toEqual({
      ms: 110_805,
      atLeast: false,
      none: false,
      sentence:
        'Kafka 2.6, kernel-bound: the kernel ends the wait (tcp_syn_retries = 6). Kafka 2.7, KIP-601: a setting does (socket.connection.setup.timeout.ms = 10 000).',
    })
    expect(gap(slower).sentence).toContain('(tcp_syn_retries = 3)')
  })

  test('one owner, more waits', () => {
    const { sentence, atLeast } = gap(dark(31_000, ['2.7'], ['2.7', { 'socket.connection.setup.timeout.ms': 3_000 }]))
    expect(atLeast).toBe(true)
    expect(sentence).toBe(
      'Neither has metadata within 31 s. In both a setting ends each wait (socket.connection.setup.timeout.ms): three waits of up to 20 s in 2.7 (A), four waits of up to 12 s in 2.7 (B).',
    )
  })

  test('one owner, another maximum', () => {
    expect(gap(presetScenario('all-dead'), 1).sentence).toContain(
      '(socket.connection.setup.timeout.max.ms: 127 000 against 30 000)',
    )
  })

  test('one owner, looked at more seldom', () => {
    expect(gap(presetScenario('tick')).sentence).toMatch(
      /but reconnect\.backoff\.ms adds 100 ms in .* and 2 s in .* \(50 against 1000\)\.$/,
    )
  })

  test('a timeout that nobody looks at makes no difference', () => {
    const { ms, sentence } = gap(presetScenario('dead-leader'))
    expect(ms).toBe(0)
    expect(sentence).toBe(
      'In both the kernel ends the wait (tcp_syn_retries = 6): they do not differ, though KIP-601 draft has a setup timeout of 10 s, at which nobody looked.',
    )
  })

  test('a timeout that is seen late belongs to what the loop was waiting for', () => {
    expect(gap(presetScenario('dead-leader'), 2).sentence).toBe(
      'Kafka 2.7: a setting decides when the timeout is seen (request.timeout.ms = 30 000). Kafka 3.9: another setting ends the wait (socket.connection.setup.timeout.ms = 10 000).',
    )
  })

  test('the kernel without sysctls gives its plain length', () => {
    const change: Partial<World> = { kernel: { giveUpAfter: 5_000 }, faults: [fault(1, 'black hole')] }
    expect(gap(question(1, 6_000, [['2.6'], ['2.6']], change)).sentence).toContain('(it gives up after 5 s)')
  })

  test('a handshake that stalls in 2.7 is bound by nothing', () => {
    const scenario = question(1, 15_000, [['2.7'], ['3.9']], { faults: [fault(1, 'stall')] })
    expect(gap(scenario).sentence).toBe(
      'Neither has metadata within 15 s. 2.7: nothing that is modelled here ends the wait; from Kafka 0.9 on connections.max.idle.ms (9 min by default) would. 3.9: a setting ends the wait (socket.connection.setup.timeout.ms = 10 000).',
    )
  })

  test.each<readonly [name: string, scenario: Scenario, sentence: string]>([
    [
      'a run that is cut short: they would',
      dark(5_000, ['2.6'], ['2.7']),
      'Neither has metadata within 5 s. 2.6: the kernel would end the wait (tcp_syn_retries = 6). 2.7: a setting would (socket.connection.setup.timeout.ms = 10 000).',
    ],
    [
      'one that is cut before the draft looks at a leader: nobody ever does',
      leader(5_000, ['2.6'], ['kip-601-draft']),
      'Neither gives its leader up within 5 s. In both the kernel would end the wait (tcp_syn_retries = 6): they do not differ.',
    ],
    [
      'one that is cut while 2.7 sleeps past its timeout',
      leader(29_000, ['2.7'], ['2.6']),
      'Neither gives its leader up within 29 s. 2.7: a setting would decide when the timeout is seen (request.timeout.ms = 30 000). 2.6: the kernel would end the wait (tcp_syn_retries = 6).',
    ],
    [
      'a kernel that never gives up ends nothing',
      question(1, 20_000, [['2.6'], ['2.7']], { kernel: { giveUpAfter: null }, faults: [fault(1, 'black hole')] }),
      'Neither has metadata within 20 s. 2.6: nothing that is modelled here ends the wait; from Kafka 0.9 on connections.max.idle.ms (9 min by default) would. 2.7: a setting ends the wait (socket.connection.setup.timeout.ms = 10 000).',
    ],
    [
      'requests that time out before an attempt that goes on',
      question(1, 100_000, [['2.6'], ['2.7']], { service: 40_000, faults: [fault(1, 'black hole', 20_000)] }),
      'Neither has metadata within 100 s. 2.6: the kernel would end the wait (tcp_syn_retries = 6); a setting ended the one before (request.timeout.ms = 30 000). 2.7: a setting ends the wait (socket.connection.setup.timeout.ms = 10 000).',
    ],
  ])('%s', (_, scenario, sentence) => {
    const found = gap(scenario)
    expect(found).toMatchObject({ ms: 0, none: true })
    expect(found.sentence).toBe(sentence)
  })

  test('a leader that is ready in both leaves nobody to name', () => {
    const scenario = question(2, 5_000, [['2.6'], ['3.9']], { workload: { kind: 'leader', node: 0 } })
    expect(gap(scenario)).toEqual({ ms: 0, atLeast: false, none: false, sentence: 'In both nothing has to time out.' })
  })

  test('where nothing runs out there is nobody to name', () => {
    expect(gap(question(1, 100, [['2.6'], ['3.9']])).sentence).toBe('In both nothing has to time out.')
  })
})

test('a run that stopped at its limit says nothing of a difference', () => {
  // Refused in no time, and tried again in no time: all of it at one instant.
  const spinning = { 'reconnect.backoff.ms': 0, 'reconnect.backoff.max.ms': 0, 'retry.backoff.ms': 0 }
  const faults = [fault(1, 'refuse')]
  const scenario = question(1, 150_000, [['2.6', spinning], ['2.7']], { latency: 0, faults })
  const gap = gapIn(scenario, tracesOf(scenario), 0, 1)
  expect(gap).toMatchObject({ ms: 0, none: true })
  expect(plain(gap.sentence)).toMatch(/^2\.6: its run stopped at .* before its end\./)
})

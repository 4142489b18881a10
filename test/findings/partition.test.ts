// What is said of a partition's run: verdict, difference, and why.

import { describe, expect, test } from 'vitest'
import { answerOf } from '../../src/findings/answer.ts'
import { gapIn, verdictIn } from '../../src/findings/byLab.ts'
import { Comparison, partingSaid } from '../../src/findings/difference.ts'
import { figureOf } from '../../src/findings/numbers.ts'
import { ownerOf } from '../../src/findings/owner.ts'
import { plain } from '../../src/findings/prose.ts'
import { sentence } from '../../src/findings/sentence.ts'
import { why } from '../../src/findings/why.ts'
import { presetOfLink } from '../../src/scenario/presets.ts'
import { ACKED_LOST, ACKNOWLEDGED, ELECTED, WRITE_REFUSED } from '../../src/trace/partitionKinds.ts'
import { kindOf, type Trace } from '../../src/trace/trace.ts'
import { presetScenario, tracesOf } from '../support/runs.ts'

const asked = (id: string) => {
  const scenario = presetScenario(id)
  const traces = tracesOf(scenario)
  return { scenario, traces }
}

const rowsOf = ({ rows }: Trace): number[] => Array.from({ length: rows }, (_, row) => row)

const rowOf = (trace: Trace, kind: number): number =>
  Array.from({ length: trace.rows }, (_, row) => row).find((row) => kindOf(trace, row) === kind) ?? -1

const verdict = (id: string, variant: number) => {
  const { scenario, traces } = asked(id)
  return verdictIn(traces[variant] as Trace, scenario, variant)
}

describe('a verdict counts acknowledged records that are lost', () => {
  test('one of one, by which step and why', () => {
    const { headline, unit, of, row, sentence, tone } = verdict('kip-101-two-crashes', 1)
    expect([headline, unit, of, tone]).toEqual([1, 'of 1 acknowledged', 'lost', 'bad'])
    expect(figureOf(headline as number, unit)).toEqual({ figure: '1', unit: 'of 1 acknowledged' })
    expect(plain(sentence)).toBe(
      'm0, acknowledged at step 5, is lost at step 9 by a clean election: C leads without it, for its log was cut at step 8',
    )
    expect(row).toBe(rowOf(asked('kip-101-two-crashes').traces[1] as Trace, ACKED_LOST))
  })

  test('with acks=0 they were sent, and nobody acknowledged them', () => {
    const { unit, sentence: says } = verdict('kafka-1555-case-1', 0)
    expect(unit).toBe('of 2 sent')
    expect(plain(says)).toMatch(/^m0, sent at step 1, is lost at step 3 /)
    const { scenario, traces } = asked('kafka-1555-case-1')
    for (const said of [
      answerOf('', scenario, traces)[1] ?? [],
      ...rowsOf(traces[0]!).map((row) => [sentence(traces[0]!, row)]),
    ])
      expect(plain(said)).not.toContain('acknowledged')
  })

  test('in the fewest words: what is lost, and by which step; else what is kept', () => {
    expect(verdict('kafka-1555-case-1', 0).came).toBe('m0 lost at step 3')
    expect(verdict('kafka-1555-case-1', 3).came).toBe('m1 acknowledged')
    expect(verdict('kafka-1555-case-2', 2).came).toBeUndefined()
  })

  test('none, where writes go on', () => {
    expect(verdict('kip-101-two-crashes', 0)).toMatchObject({ headline: 0, tone: 'good' })
    expect(verdict('kip-101-two-crashes', 0).word).toBeUndefined()
  })

  test('a standstill stands in its place, and nothing acknowledged is no number', () => {
    expect(verdict('kip-101-two-crashes', 3)).toMatchObject({
      word: 'blocked',
      of: 'from step 7 on',
      callerTone: 'bad',
    })
    expect(verdict('kafka-1555-case-2', 2)).toMatchObject({ word: '0', of: 'acknowledged' })
  })

  test('what is open is neither good nor bad', () => {
    const { tone, callerTone } = verdict('kafka-1555-case-2', 2)
    expect([tone, callerTone]).toEqual([undefined, undefined])
  })

  // biome-ignore format: a case is one line.
  test.each<[id: string, variant: number, caller: string]>([
    ['min-isr-rejects', 2, 'a write is refused at step 5; writes were blocked from step 3 to step 6, and are from step 7 on'],
    ['not-enough-after-append', 0, 'm0 failed after the append'],
    ['zombie-leader', 2, 'm1 unknown to the producer'],
    ['min-isr-is-not-enough', 0, 'm1 failed after the append; m1 visible once, and lost'],
    ['kafka-1555-case-1', 2, 'writes are blocked from step 2 on; m0 unknown to the producer; m1 not answered yet'],
    ['unclean-election', 1, 'a write finds no leader at step 6; writes were blocked from step 4 to step 9; three steps are impossible here, from step 7 on'],
    ['kafka-1555-case-1', 0, ''],
    ['kip-101-two-crashes', 0, ''],
  ])('%s, variant %i: what its producer sees', (id, variant, caller) =>
    expect(plain(verdict(id, variant).caller)).toBe(caller))
})

test('a difference counts records, and tells both', () => {
  const { scenario, traces } = asked('kip-101-two-crashes')
  const gap = gapIn(scenario, traces, 2, 3)
  expect(gap).toMatchObject({ ms: 1, unit: 'fewer', words: ['lost', 'lost'] })
  expect(plain(gap.sentence)).toMatch(
    /^0\.9, the recipe: m0, acknowledged at step 5, is lost .* 0\.11, the recipe: m0 is acknowledged, by step 5, and kept/,
  )
})

test('writes that go on are a difference, too, and where both differ it counts more', () => {
  const { scenario, traces } = asked('eligible-leader-replicas')
  expect(gapIn(scenario, traces, 2, 3)).toMatchObject({ ms: 0, word: 'writes go on', tells: 1 })
  expect(gapIn(scenario, traces, 0, 1)).toMatchObject({ ms: 0, tells: 0 })
  const { scenario: other, traces: others } = asked('kafka-1555-case-3-2')
  expect(gapIn(other, others, 1, 2)).toMatchObject({
    ms: 2,
    words: ['lost, but writes stop', 'lost, but writes stop'],
    tells: 5,
  })
})

test('where nothing is lost and nothing stands still, a record more that is acknowledged is the difference', () => {
  const { scenario, traces } = asked('not-enough-after-append')
  expect(gapIn(scenario, traces, 1, 2)).toMatchObject({ ms: -1, unit: 'more', words: ['acknowledged', 'acknowledged'] })
  const { scenario: blind, traces: sent } = asked('kafka-1555-case-1')
  expect(gapIn(blind, sent, 0, 1)).toMatchObject({ ms: 0, words: ['lost', 'lost'] })
  expect(gapIn(scenario, traces, 1, 2).tells).toBeGreaterThan(gapIn(scenario, traces, 0, 1).tells ?? 0)
})

test('where real brokers came to another end, the verdict says so', () => {
  const scenario = presetOfLink('k1555-32', 1)!.scenario
  const [trace] = tracesOf(scenario)
  expect(plain(verdictIn(trace!, scenario, 0).caller)).toBe('real Kafka 0.8.1.1 loses nothing here')
  expect(plain(verdict('kafka-1555-case-3-2', 0).caller)).toBe('')
  expect(plain(verdict('eligible-leader-replicas', 3).caller)).toMatch(
    /real Kafka 4\.3\.1: ELR = BC, B leads, at step 5$/,
  )
})

describe('the setting that decides, by its name in the release', () => {
  // biome-ignore format: a case is one line.
  test.each<[id: string, variant: number, kind: number, setting: string | undefined, value: string | undefined]>([
    ['kafka-1555-case-1', 0, ACKNOWLEDGED, 'request.required.acks', '0'],
    ['kafka-1555-case-1', 1, ACKNOWLEDGED, 'request.required.acks', '1'],
    ['kafka-1555-case-1', 3, ACKNOWLEDGED, 'request.required.acks', '−1'],
    ['kafka-1555-case-2', 0, ACKNOWLEDGED, 'request.required.acks', '2'],
    ['kafka-1555-case-2', 1, ACKNOWLEDGED, 'acks', '2'],
    ['kafka-1555-case-2', 1, ACKED_LOST, 'acks', '2'],
    ['kafka-1555-case-3-2', 0, ELECTED, undefined, undefined],
    ['kafka-1555-case-3-2', 1, ELECTED, 'unclean.leader.election.enable', 'true'],
    ['eligible-leader-replicas', 3, ELECTED, 'eligible.leader.replicas.version', '1'],
    ['kafka-1555-case-3-2', 0, ACKED_LOST, undefined, undefined],
    ['kafka-1555-case-3-2', 1, ACKED_LOST, 'unclean.leader.election.enable', 'true'],
    ['min-isr-rejects', 2, WRITE_REFUSED, 'min.insync.replicas', '2'],
  ])('%s, variant %i, kind %i', (id, variant, kind, setting, value) => {
    const { scenario, traces } = asked(id)
    const trace = traces[variant]!
    const found = ownerOf(trace, rowOf(trace, kind), scenario, variant)
    expect([found.setting?.key, found.setting?.value]).toEqual([setting, value])
    expect(found.owner).toBe(setting === undefined ? 'client' : 'setting')
  })
})

test('two variants part at a step', () => {
  const { scenario, traces } = asked('kip-101-two-crashes')
  const comparison = new Comparison(traces[2] as Trace, traces[3] as Trace)
  comparison.advance()
  expect(plain(partingSaid(scenario, traces, [2, 3], comparison.parting))).toMatch(/^They part at step 8\./)
})

test('where a question has no answer of its own, it begins with the figures of all', () => {
  const { scenario, traces } = asked('kafka-1555-case-3-2')
  expect(plain(answerOf('', scenario, traces)[0] ?? [])).toBe(
    '0.8.1: 2 of 2 acknowledged lost; 0.8.2, unclean on: 2 of 2 acknowledged lost; 0.8.2, unclean off: blocked from step 5 on; 0.8.2, the recipe: blocked from step 5 on.',
  )
})

test('the answer says what the schedule could not do', () => {
  const { scenario, traces } = asked('unclean-election')
  expect(plain(answerOf('unclean-election', scenario, traces)[2] ?? [])).toBe(
    '0.8.2, off: m0 is acknowledged, by step 3, and kept; a write finds no leader at step 6; writes were blocked from step 4 to step 9; three steps are impossible here, from step 7 on. Step 7, f C, is impossible here and is skipped. No leader is up: nobody is elected.',
  )
})

describe('why', () => {
  test('a loss goes back to the election, the cut before it, the crash, and the promise', () => {
    const trace = asked('kip-101-two-crashes').traces[1] as Trace
    const says = why(trace, rowOf(trace, ACKED_LOST)).map((reason) => plain(reason.says))
    const expected = [
      'm0 was acknowledged and is lost: C leads without it.',
      'C leads epoch 2 with an empty log.',
      'The controller takes B for dead.',
      'Step 9, d B: the controller notices that B is gone.',
      'C cuts its log to offset 0: m0 is gone there.',
      'B leads epoch 1 with the log m0, though it is down too.',
      'The controller takes A for dead.',
      'Step 8, d A: the controller notices that A is gone.',
      'B crashes; on its disk the high watermark is 0.',
      'm0 is acknowledged.',
      'The high watermark of A rises from 0 to 1.',
      'C fetches at 1.',
      'Step 5, f C: C fetches.',
    ]
    expect(says.filter((each) => expected.includes(each))).toEqual(expected)
  })

  test('each link has a source', () => {
    const trace = asked('last-replica-standing').traces[3] as Trace
    for (let row = 0; row < trace.rows; row++)
      for (const { source, says } of why(trace, row)) expect([plain(says) !== '', source !== '']).toEqual([true, true])
  })
})

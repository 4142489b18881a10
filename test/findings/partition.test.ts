// What is said of a partition's run: verdict, difference, and why.

import { describe, expect, test } from 'vitest'
import { answerOf } from '../../src/findings/answer.ts'
import { gapIn, verdictIn } from '../../src/findings/byLab.ts'
import { Comparison, partingSaid } from '../../src/findings/difference.ts'
import { figureOf } from '../../src/findings/numbers.ts'
import { plain } from '../../src/findings/prose.ts'
import { why } from '../../src/findings/why.ts'
import { ACKED_LOST } from '../../src/trace/partitionKinds.ts'
import { kindOf, type Trace } from '../../src/trace/trace.ts'
import { presetScenario, tracesOf } from '../support/runs.ts'

const asked = (id: string) => {
  const scenario = presetScenario(id)
  const traces = tracesOf(scenario)
  return { scenario, traces }
}

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
      'm0, acknowledged at step 5, is lost at step 9 by a clean election: C leads without, for its log was cut at step 8',
    )
    expect(row).toBe(rowOf(asked('kip-101-two-crashes').traces[1] as Trace, ACKED_LOST))
  })

  test('none, and good where writes go on', () => {
    expect(verdict('kip-101-two-crashes', 0)).toMatchObject({ headline: 0, tone: 'good' })
    expect(verdict('eligible-leader-replicas', 1)).toMatchObject({ headline: 0, tone: 'bad' })
  })

  // biome-ignore format: a case is one line.
  test.each<[id: string, variant: number, caller: string]>([
    ['min-isr-rejects', 2, 'a write is refused at step 5; writes are blocked from step 7 on'],
    ['not-enough-after-append', 0, 'm0 failed after the append'],
    ['zombie-leader', 2, 'm1 unknown to the producer'],
    ['min-isr-is-not-enough', 0, 'm1 failed after the append; m1 visible once, and lost'],
    ['kafka-1555-case-1', 2, 'm0 unknown to the producer; m1 not answered yet; writes are blocked from step 2 on'],
    ['kip-101-two-crashes', 0, ''],
  ])('%s, variant %i: what its producer sees', (id, variant, caller) =>
    expect(plain(verdict(id, variant).caller)).toBe(caller))
})

test('a difference counts records, and tells both', () => {
  const { scenario, traces } = asked('kip-101-two-crashes')
  const gap = gapIn(scenario, traces, 2, 3)
  expect(gap).toMatchObject({ ms: 1, unit: 'acknowledged', words: ['fewer lost', 'more lost'] })
  expect(plain(gap.sentence)).toMatch(
    /^0\.9, the recipe: m0, acknowledged at step 5, is lost .* 0\.11, the recipe: m0 is acknowledged, by step 5, and kept/,
  )
})

test('two variants part at a step', () => {
  const { scenario, traces } = asked('kip-101-two-crashes')
  const comparison = new Comparison(traces[2] as Trace, traces[3] as Trace)
  comparison.advance()
  expect(plain(partingSaid(scenario, traces, [2, 3], comparison.parting))).toMatch(/^They part at step 8\./)
})

test('the answer says what the schedule could not do', () => {
  const { scenario, traces } = asked('unclean-election')
  expect(plain(answerOf('unclean-election', scenario, traces)[1] ?? [])).toBe(
    '0.8.2, off: m0 is acknowledged, by step 3, and kept; a write is refused at step 6. Four steps of the schedule could not be taken here: Step 6, p, is impossible here and is skipped. No leader is up: nobody is elected.',
  )
})

describe('why', () => {
  test('a loss goes back to the election, the cut before it, the crash, and the promise', () => {
    const trace = asked('kip-101-two-crashes').traces[1] as Trace
    const says = why(trace, rowOf(trace, ACKED_LOST)).map((reason) => plain(reason.says))
    const expected = [
      'm0 was acknowledged and is lost: C leads without.',
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

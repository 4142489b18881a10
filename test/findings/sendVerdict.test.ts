// What is said where records may fill buffer.memory: when send() itself first fails, what its callers got, and whose doing that is.

import { describe, expect, test } from 'vitest'
import { answerOf } from '../../src/findings/answer.ts'
import { gapIn, verdictIn } from '../../src/findings/byLab.ts'
import { plain } from '../../src/findings/prose.ts'
import { updateFault } from '../../src/scenario/edit.ts'
import type { Fault, Produce, ProduceCall, Scenario } from '../../src/scenario/scenario.ts'
import { asksOfSends } from '../../src/scenario/sends.ts'
import { type Asked, fault, presetScenario, question, traceOf, tracesOf } from '../support/runs.ts'

const ordinary = (text: string): string => text.replace(/\u202f/g, ' ')

/** Batches of 1000 bytes, records of 900: one goes into each, and two into memory. */
const SMALL = { 'batch.size': 1_000, 'buffer.memory': 2_000 }

function sends(
  calls: readonly ProduceCall[],
  variants: readonly Asked[],
  faults: readonly Fault[],
  until = 5_000,
): Scenario {
  const workload: Produce = { kind: 'produce', partitions: 1, topicKnown: true, recordSize: 900, calls }
  const small = variants.map(([kafka, config]): Asked => [kafka, { ...SMALL, ...config }])
  return { ...question(1, until, small, { faults, workload }), lab: 'requests' }
}

const send = (at: number, count = 1): ProduceCall => ({ at, what: 'send', ...(count > 1 && { count }) })

// A record makes the connection; the next two hold all memory in front of a broker that is mute by then, and another two find none.
const calls = [send(0), send(100, 2), send(200, 2)]
const mute = [fault(1, 'mute', 50)]
const paused = [fault(1, 'pause', 50, 1_000)]
const short = { 'max.block.ms': 400 }

describe('the verdict: what send() got', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, string, string]>([
    ['it waits for ever', sends(calls, [['0.8.2']], mute), 'never send() fails', 'two calls of send() still wait for memory at the end of the run, the longest for 4800 ms'],
    ['it throws at once', sends(calls, [['0.8.2', { 'block.on.buffer.full': 'false' }]], mute), 'at once send() fails', 'send() fails with a BufferExhaustedException at once, twice'],
    ['it fails when max.block.ms is over', sends(calls, [['2.5', short]], mute), '400 until send() fails', 'send() fails with a TimeoutException after 400 ms, twice'],
    ['by another exception since 2.6', sends(calls, [['3.9', short]], mute), '400 until send() fails', 'send() fails with a BufferExhaustedException after 400 ms, twice'],
    ['one has failed, one still waits', sends([...calls.slice(0, 2), send(200), send(500)], [['3.9', short]], mute, 700), '400 until send() fails', 'send() fails with a BufferExhaustedException after 400 ms; send() still waits for memory at the end of the run, for 200 ms'],
    ['it waits, and goes on', sends(calls, [['3.9']], paused), 'never send() fails', 'two calls of send() wait for memory, the longest for 801 ms'],
    ['memory that might have been full and never was', sends(calls, [['3.9']], []), 'never send() fails', 'no send() has to wait for memory'],
    ['a record that is larger than all memory', sends(calls, [['3.9', { 'buffer.memory': 900 }]], []), 'at once send() fails', 'send() fails with a RecordTooLargeException at once, five times'],
  ])('%s', (_, scenario, headline, sentence) => {
    const { word, headline: ms, of, ...verdict } = verdictIn(traceOf(scenario), scenario, 0)
    expect(`${word ?? ms} ${of}`).toBe(headline)
    expect(ordinary(plain(verdict.sentence))).toBe(sentence)
    expect(plain(verdict.caller)).toMatch(/records? (is|are)? ?done|still open|fail/)
    expect(verdict.tone).toBe(/fails|still/.test(sentence) ? 'bad' : 'good')
  })

  test('a world whose memory cannot be full is asked about its records', () => {
    const of = (memory: number) => sends([send(0, 5)], [['3.9', { 'buffer.memory': memory }]], [])
    expect(asksOfSends(of(4_999))).toBe(true)
    expect(asksOfSends(of(5_000))).toBe(false)
    expect(verdictIn(traceOf(of(5_000)), of(5_000), 0).of).toBeUndefined()
    expect(asksOfSends(presetScenario('mute-broker'))).toBe(false)
  })
})

describe('the gap: which setting lets send() wait, or ends it', () => {
  const both = (a: Asked, b: Asked, faults = mute) => {
    const scenario = sends(calls, [a, b], faults)
    const { ms, atLeast, none, sentence } = gapIn(scenario, tracesOf(scenario), 0, 1)
    return [none ? 'none' : `${atLeast ? 'at least ' : ''}${ms}`, ordinary(plain(sentence))]
  }

  // biome-ignore format: a case is one line.
  test.each<[string, string[], string, string]>([
    ['for ever against at once', both(['0.8.2'], ['0.8.2', { 'block.on.buffer.full': 'false' }]), 'at least 4800',
      '0.8.2 (A): block.on.buffer.full = true lets it wait for ever. 0.8.2 (B): block.on.buffer.full = false lets it throw at once: a BufferExhaustedException.'],
    ['one length against another', both(['3.9', short], ['3.9', { 'max.block.ms': 900 }]), '-500',
      '3.9 (A): max.block.ms = 400 ends its wait for a part of buffer.memory = 2000: a BufferExhaustedException. 3.9 (B): max.block.ms = 900 ends its wait for a part of buffer.memory = 2000: a BufferExhaustedException.'],
    ['the same', both(['3.9', short], ['4.4', short]), '0', 'In both max.block.ms = 400 ends its wait for a part of buffer.memory = 2000: a BufferExhaustedException.'],
    ['a wait that ends well against one that does not', both(['3.9', short], ['3.9'], paused), 'none', '3.9 (A): max.block.ms = 400 ends its wait for a part of buffer.memory = 2000: a BufferExhaustedException. 3.9 (B): each send() gets its memory.'],
    ['neither fails', both(['0.8.2'], ['3.9']), 'none', '0.8.2: block.on.buffer.full = true lets it wait for ever. 3.9: max.block.ms = 60 000 would end it.'],
  ])('%s', (_, said, ms, sentence) => expect(said).toEqual([ms, sentence]))
})

test('the preset: when does send() itself begin to fail? Never, at once, after 2 s', () => {
  const scenario = presetScenario('buffer-full')
  const [answer] = answerOf('buffer-full', scenario, tracesOf(scenario))
  expect(plain(answer ?? [])).toBe(
    '0.8.2 waits for ever: never; 0.8.2 does not wait: at once; 2.5, 2 s to block: 2 s; 3.9, 2 s to block: 2 s.',
  )
  const healed = updateFault(scenario, 0, { until: 3_000 })
  expect(tracesOf(healed).map((trace, i) => verdictIn(trace, healed, i).word)).toEqual([
    'never',
    'at once',
    'never',
    'never',
  ])
})

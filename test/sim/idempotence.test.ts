// A broker that knows a batch again: by which settings, and what it makes of retries.

import { describe, expect, test } from 'vitest'
import type { Fault, Produce } from '../../src/scenario/scenario.ts'
import { APPENDED, BATCH, CALLBACK, KNOWN_AGAIN } from '../../src/trace/producerKinds.ts'
import type { Trace } from '../../src/trace/trace.ts'
import { type Asked, fault, question, told, traceOf } from '../support/runs.ts'

const SHORT = { 'request.timeout.ms': 1_000 }

function ran([kafka, config]: Asked, faults: readonly Fault[], change: Partial<Produce> = {}): Trace {
  const calls = [0, 100].map((at) => ({ at, what: 'send' }) as const)
  const workload: Produce = { kind: 'produce', partitions: 1, topicKnown: true, calls, ...change }
  return traceOf(question(1, 8_000, [[kafka, { ...SHORT, ...config }]], { faults, workload }))
}

/** How often a broker wrote a batch, and how often it knew one again. */
const counts = (trace: Trace) => [APPENDED, KNOWN_AGAIN].map((kind) => told(trace, [kind]).length)

/** Longer than request.timeout.ms: the first attempt of the second record is given up, and written. */
const slow = [fault(1, 'pause', 50, 2_500)]

describe('what arrives twice', () => {
  // biome-ignore format: a case is one line.
  test.each<[name: string, asked: Asked, expected: number[]]>([
    ['0.9 knows nothing of it: written as often as it is sent', ['0.9', { retries: 5 }], [4, 0]],
    ['2.7 as it comes: written twice', ['2.7'], [3, 0]],
    ['2.7 with enable.idempotence: known again', ['2.7', { 'enable.idempotence': 'true' }], [2, 1]],
    ['3.9 as it comes: known again', ['3.9'], [2, 1]],
    ['3.9 with acks=1, which switches it off', ['3.9', { acks: '1' }], [3, 0]],
    ['3.9 with six requests in flight, which switch it off', ['3.9', { 'max.in.flight.requests.per.connection': 6 }], [3, 0]],
    ['3.9 with enable.idempotence=false', ['3.9', { 'enable.idempotence': 'false' }], [3, 0]],
  ])('%s', (_, asked, expected) => {
    const trace = ran(asked, slow)
    expect(counts(trace)).toEqual(expected)
    expect(told(trace, [CALLBACK], 2).map((line) => line.split(' ').at(-1))).toEqual(['ok', 'ok'])
  })

  test('another partition, another sequence: only what was written is known', () => {
    const trace = ran(['3.9'], [{ ...fault(1, 'answer error', 50, 700), error: 'NOT_ENOUGH_REPLICAS' }])
    expect(counts(trace)).toEqual([2, 0])
  })
})

describe('batches that come back together', () => {
  const calls = [0, 100, 110, 120].map((at) => ({ at, what: 'send' }) as const)
  const drained = (asked: Asked): string[] =>
    told(ran(asked, slow, { recordsPerBatch: 1, calls }), [BATCH], 3)
      .filter((line) => line.endsWith('RETRYING IN_FLIGHT'))
      .map((line) => line.split(' ').at(-3) ?? '')

  test.each<[name: string, asked: Asked, expected: string[]]>([
    ['are sent again from the last one on', ['3.9', { 'enable.idempotence': 'false' }], ['3', '2', '1']],
    ['keep their order where the producer is idempotent', ['3.9'], ['1', '2', '3']],
  ])('%s', (_, asked, expected) => expect(drained(asked)).toEqual(expected))
})

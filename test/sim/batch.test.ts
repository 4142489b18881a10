import { describe, expect, test } from 'vitest'
import { instant, ms } from '../../src/base/time.ts'
import type { BehaviourId } from '../../src/scenario/behaviours.ts'
import { producerBehaviours } from '../../src/scenario/producerBehaviours.ts'
import { happen } from '../../src/sim/machine.ts'
import {
  type Batch,
  type BatchEvent,
  type BatchState,
  isFull,
  isTooOld,
  leaderChanged,
  opened,
  rules,
} from '../../src/sim/machines/batch.ts'

/** A batch of one record, created at 0, but for what is named. */
const batch = (change: Partial<Batch> = {}): Batch => ({ ...opened(0, 0, instant(0)), records: [0], ...change })

describe('what happens to a batch', () => {
  type Row = [name: string, from: BatchState, event: BatchEvent, to: BatchState]

  test.each<Row>([
    ['a drained batch is in flight', 'OPEN', 'drained', 'IN_FLIGHT'],
    ['an answer without error is its success', 'IN_FLIGHT', 'succeeded', 'SUCCEEDED'],
    ['an error that no retry mends is its failure', 'IN_FLIGHT', 'failed', 'FAILED'],
    ['a failed attempt that may be repeated puts it back', 'IN_FLIGHT', 'reenqueued', 'RETRYING'],
    ['what was put back is drained again', 'RETRYING', 'drained', 'IN_FLIGHT'],
    ['too old in the accumulator, it fails unsent', 'OPEN', 'failed', 'FAILED'],
    ['too old between two attempts, it fails too', 'RETRYING', 'failed', 'FAILED'],
    ['a forced close() aborts what is queued', 'OPEN', 'aborted', 'ABORTED'],
    ['a forced close() aborts what is in flight', 'IN_FLIGHT', 'aborted', 'ABORTED'],
  ])('%s', (_, from, event, to) => {
    const after = batch({ state: from })
    const asked: string[] = []
    happen(rules, after, event, { now: instant(500), became: (b, was) => asked.push(`${was} -> ${b.state}`) })
    expect(after.state).toBe(to)
    expect(asked).toEqual([`${from} -> ${to}`])
  })

  test('a retry counts, and the next wait begins with it', () => {
    const after = batch({ state: 'IN_FLIGHT' })
    happen(rules, after, 'reenqueued', { now: instant(500), became: () => undefined })
    expect(after).toMatchObject({ attempts: 1, lastAttemptAt: 500, lastAppendAt: 500 })
  })

  test('what is done cannot be drained', () => {
    const done = batch({ state: 'SUCCEEDED' })
    expect(() => happen(rules, done, 'drained', { now: instant(0), became: () => undefined })).toThrow(
      'drained cannot happen in SUCCEEDED',
    )
  })
})

describe('when a batch is too old', () => {
  const by = { linger: ms(50), deliveryTimeout: ms(3_500), requestTimeout: ms(1_000), retryBackoff: ms(100) }
  const appendedLate = batch({ lastAppendAt: instant(200) })
  const retried = batch({ state: 'RETRYING', attempts: 1, lastAttemptAt: instant(2_000), lastAppendAt: instant(2_000) })
  type Row = [name: string, era: BehaviourId, b: Batch, full: boolean, now: number, old: boolean]

  test.each<Row>([
    ['0.8.2 lets it wait for ever', 'no-request-timeout', batch(), true, 1_000_000, false],
    ['0.9: not at request.timeout.ms plus linger', 'kip-19-shipped', batch(), false, 1_050, false],
    ['0.9: strictly after it', 'kip-19-shipped', batch(), false, 1_051, true],
    ['0.9: a full one counts from its last append, where that is sooner', 'kip-19-shipped', batch(), true, 1_001, true],
    ['0.9: a later append does not prolong creation plus linger', 'kip-19-shipped', appendedLate, true, 1_051, true],
    ['0.9: a retry counts from its attempt', 'kip-19-shipped', retried, false, 3_050, false],
    ['to 2.0: not at creation plus linger plus request.timeout.ms', 'client-2.0.1', batch(), false, 1_050, false],
    ['to 2.0: strictly after it', 'client-2.0.1', batch(), false, 1_051, true],
    ['to 2.0: a retry has its backoff on top', 'client-2.0.1', retried, true, 3_100, false],
    ['to 2.0: and expires after it', 'client-2.0.1', retried, true, 3_101, true],
    ['2.1: not before delivery.timeout.ms', 'client-2.1.1', batch(), true, 3_499, false],
    ['2.1: at delivery.timeout.ms itself', 'client-2.1.1', batch(), false, 3_500, true],
    ['2.1: retries prolong nothing', 'current', retried, false, 3_500, true],
  ])('%s', (_, era, b, full, now, old) => {
    expect(isTooOld(b, full, instant(now), producerBehaviours[era], by)).toBe(old)
  })
})

describe('what lets a batch go at once', () => {
  type Row = [name: string, era: BehaviourId, b: Batch, most: number, full: boolean]

  test.each<Row>([
    ['one record of two leaves room', 'current', batch(), 2, false],
    ['two of two fill it', 'current', batch({ records: [0, 1] }), 2, true],
    ['to 0.10 a single record can fill it', 'kip-19-shipped', batch(), 1, true],
    ['from 0.11 it cannot: its room is an upper bound', 'client-1.1.1', batch(), 1, false],
    ['a batch that was drained takes no more', 'current', batch({ state: 'RETRYING' }), 2, true],
  ])('%s', (_, era, b, most, full) => expect(isFull(b, most, producerBehaviours[era])).toBe(full))

  type Epochs = [name: string, b: Batch, epoch: number | undefined, changed: boolean]

  test.each<Epochs>([
    ['a first attempt knows no change', batch({ leaderEpoch: 1 }), 2, false],
    [
      'a newer epoch since the attempt is one',
      batch({ attempts: 1, leaderEpoch: 1, attemptsAtLeaderChange: 0 }),
      2,
      true,
    ],
    ['the same epoch is none', batch({ attempts: 1, leaderEpoch: 2, attemptsAtLeaderChange: 0 }), 2, false],
    ['an unknown epoch is none', batch({ attempts: 1, leaderEpoch: 2, attemptsAtLeaderChange: 0 }), undefined, false],
    [
      'an attempt later it is none any more',
      batch({ attempts: 2, leaderEpoch: 2, attemptsAtLeaderChange: 1 }),
      2,
      false,
    ],
  ])('a leader that moved: %s', (_, b, epoch, changed) => expect(leaderChanged(b, epoch)).toBe(changed))
})

// A replica's log, held against one that is looked through from end to end.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Epochs, RaftLog } from '../../src/sim/quorum/raftLog.ts'

/** Epochs that take over after so many records each, and the log that they make. */
function logOf(lengths: readonly number[]): RaftLog {
  const log = new RaftLog()
  log.reset(0, 0)
  lengths.forEach((length, i) => {
    log.beginEpoch(2 * (i + 1))
    log.end += length
  })
  return log
}

/** The epoch of each record. */
const spelled = (lengths: readonly number[]): number[] =>
  lengths.flatMap((length, i) => Array<number>(length).fill(2 * (i + 1)))

const spelledFrom = (epochs: Epochs, end: number): number[] =>
  epochs.flatMap(({ epoch, from }, i) => Array<number>((epochs[i + 1]?.from ?? end) - from).fill(epoch))

const lengths = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 })

describe('a log with epochs, of which some hold no record', () => {
  test('hands out the epochs of all records from an offset on, and no others', () => {
    fc.assert(
      fc.property(lengths, fc.nat(36), (all, nth) => {
        const log = logOf(all)
        const offset = Math.min(nth, log.end)
        expect(spelledFrom(log.epochsFrom(offset), log.end)).toEqual(spelled(all).slice(offset))
      }),
    )
  })

  test('finds the end of the last epoch that is not above one', () => {
    fc.assert(
      fc.property(lengths, fc.nat(26), (all, epoch) => {
        const log = logOf(all)
        log.endOfEpoch(epoch)
        const below = all.map((_, i) => 2 * (i + 1)).filter((each) => each <= epoch)
        const isLast = below.length === all.length
        expect(log.foundEpoch).toBe(below.at(-1) ?? (isLast ? 0 : epoch))
        expect(log.foundEnd).toBe(isLast ? log.end : all.slice(0, below.length).reduce((sum, each) => sum + each, 0))
      }),
    )
  })

  test('is as long as the cut lets it, and ends in an epoch that begins before it', () => {
    const log = logOf([2, 0, 3])
    log.truncate(2, 1)
    expect([log.end, log.lastEpoch]).toEqual([1, 2])
    log.truncate(1, 0)
    expect([log.end, log.lastEpoch, log.epochsFrom(0)]).toEqual([0, 0, []])
  })
})

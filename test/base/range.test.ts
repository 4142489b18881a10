// Stretches of the clock: what two points mark, and what of a stretch lies within a run.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { between, partWithin, type Range } from '../../src/base/range.ts'

const RUN = 1000

describe('between', () => {
  test.each<readonly [name: string, a: number, b: number, range: Range]>([
    ['two instants are its ends', 100, 300, { from: 100, to: 300 }],
    ['whichever comes first', 300, 100, { from: 100, to: 300 }],
    ['it counts in whole milliseconds', 99.6, 300.4, { from: 100, to: 300 }],
    ['it stays within the run', -50, 2000, { from: 0, to: RUN }],
    ['it is never empty', 400, 400, { from: 400, to: 401 }],
    ['not even at the end of the run', RUN, RUN + 5, { from: RUN - 1, to: RUN }],
  ])('%s', (_, a, b, range) => expect(between(a, b, RUN)).toEqual(range))

  test('a run of one millisecond can be marked, as a whole', () =>
    expect(between(0.2, 0.4, 1)).toEqual({ from: 0, to: 1 }))

  test('whatever is dragged, it is a stretch of the run', () => {
    const at = fc.double({ min: -2e8, max: 2e8, noNaN: true })
    fc.assert(
      fc.property(at, at, fc.integer({ min: 1, max: 86_400_000 }), (a, b, until) => {
        const { from, to } = between(a, b, until)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(until)
      }),
    )
  })
})

describe('partWithin', () => {
  test.each<readonly [name: string, range: Range, part: Range | undefined]>([
    ['a stretch within the run is itself', { from: 10, to: 20 }, { from: 10, to: 20 }],
    ['one that reaches beyond its end is cut there', { from: 900, to: 1200 }, { from: 900, to: RUN }],
    ['one that begins before it is cut at its start', { from: -5, to: 20 }, { from: 0, to: 20 }],
    ['nothing is left of one that lies behind the end', { from: RUN, to: 1200 }, undefined],
    ['nor of one before the start', { from: -20, to: 0 }, undefined],
  ])('%s', (_, range, part) => expect(partWithin(range, RUN)).toEqual(part))

  test('the same object for what is whole, so that nothing is drawn again for it', () => {
    const range = { from: 10, to: 20 }
    expect(partWithin(range, RUN)).toBe(range)
  })
})

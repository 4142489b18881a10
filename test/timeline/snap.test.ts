// Where a dragged edge comes to rest.

import { describe, expect, test } from 'vitest'
import { axisOf, stretchOf } from '../../src/timeline/axis.ts'
import { rounded, type Snap, snapOf, stepAt } from '../../src/timeline/snap.ts'

/** A plain axis of a run, 1000 pixels wide. */
const axis = (until: number, from = 0, to = until) => axisOf(stretchOf([], until), { from, to }, 1000)

const SNAPS: readonly Snap[] = [
  { at: 7000, text: 'SYN 4' },
  { at: 7000, text: 'close' },
  { at: 7040, text: 'RST' },
  { at: 15_000, text: 'SYN 5' },
]
const near = (from: number, to: number) => SNAPS.filter(({ at }) => at >= from && at <= to)

// 10 ms a pixel.
test.each<readonly [name: string, at: number, word: string | undefined]>([
  ['an edge goes to an event 6 pixels away', 6940, 'SYN 4'],
  ['an edge 7 pixels away stays where it is', 6930, undefined],
  ['of one instant the more telling event, which comes first', 7000, 'SYN 4'],
  ['of several events the nearest', 7030, 'RST'],
  ['between two equally near ones the first', 7020, 'SYN 4'],
  ['where nothing is near, nothing', 11_000, undefined],
])('%s', (_, at, word) => {
  expect(snapOf(axis(10_000), at, near)?.text).toBe(word)
})

test('within a fold, what is near on the screen may be seconds away', () => {
  const folded = axisOf(stretchOf([{ from: 1000, to: 129_000 }], 130_000), { from: 0, to: 130_000 }, 1000)
  const at = folded.at(folded.x(15_000) + 3)
  expect(at).toBeGreaterThan(20_000)
  expect(snapOf(folded, at, near)?.text).toBe('SYN 5')
})

describe('a pixel is worth', () => {
  test.each([
    [1000, 1],
    [100, 1],
    [1999, 1],
    [2000, 2],
    [7000, 5],
    [10_000, 10],
    [150_000, 100],
    [24 * 3_600_000, 50_000],
  ])('of %i ms on 1000 pixels: %i ms', (until, step) => {
    expect(stepAt(axis(until), until / 2)).toBe(step)
  })
})

test('an instant is as round as the screen can tell', () => {
  expect(rounded(axis(150_000), 12_345)).toBe(12_300)
  expect(rounded(axis(150_000, 12_000, 12_500), 12_345)).toBe(12_345)
})

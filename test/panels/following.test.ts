// Where the playhead should stand while it plays in a view of a part of the run.

import { afterEach, expect, test, vi } from 'vitest'
import { shareFor } from '../../src/panels/following.ts'
import { axisOf, stretchOf } from '../../src/timeline/axis.ts'

/** A pixel is a millisecond. */
const axis = axisOf(stretchOf([], 10_000), { from: 1000, to: 2000 }, 1000)

afterEach(() => vi.unstubAllGlobals())

const still = () => vi.stubGlobal('matchMedia', () => ({ matches: true }))

test.each<readonly [name: string, at: number, was: number | undefined, share: number | undefined]>([
  ['it runs within the view at first', 1500, 1490, undefined],
  ['from three quarters on the picture moves under it', 1800, 1790, 0.75],
  ['where it plays too fast for that, it is brought back', 2500, 1700, 0.75],
  ['playing begins out of sight: it is brought in', 5000, undefined, 0.1],
  ['playing begins in sight: nothing moves', 1900, undefined, undefined],
  ['who panned it out of sight is not dragged back', 5010, 5000, undefined],
  ['at the end of a loop it goes back, and so does the view', 900, 1700, 0.1],
])('%s', (_, at, was, share) => expect(shareFor(axis, at, was)).toBe(share))

test.each<readonly [name: string, at: number, was: number, share: number | undefined]>([
  ['nothing moves while it is in view', 1990, 1900, undefined],
  ['then the picture goes on by a page', 2040, 1990, 0.1],
])('with less motion wished for, %s', (_, at, was, share) => {
  still()
  expect(shareFor(axis, at, was)).toBe(share)
})

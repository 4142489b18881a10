// The minimap's arithmetic: where the box stands, what a press takes hold of, and what view a drag leads to.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { View } from '../../src/timeline/axis.ts'
import { bandsOf } from '../../src/timeline/miniature.ts'
import {
  atX,
  type Box,
  boxOf,
  centredOn,
  dragged,
  type Hold,
  holdAt,
  shifted,
  zoomed,
} from '../../src/timeline/minimap.ts'
import { LEAST_SPAN } from '../../src/timeline/view.ts'

/** A pixel is 100 ms. */
const strip = { until: 60_000, width: 600 }
const whole = { from: 0, to: 60_000 }

describe('the box', () => {
  test.each<readonly [name: string, view: View, box: Box]>([
    ['is the strip where all is in view', whole, { left: 0, right: 600 }],
    ['stands in proportion', { from: 10_000, to: 20_000 }, { left: 100, right: 200 }],
    [
      'is widened about its middle where it could not be seen',
      { from: 30_000, to: 30_004 },
      { left: 297.02, right: 303.02 },
    ],
    ['stays within the strip at its start', { from: 0, to: 4 }, { left: 0, right: 6 }],
    ['and at its end', { from: 59_996, to: 60_000 }, { left: 594, right: 600 }],
  ])('%s', (_, view, box) => {
    expect(boxOf(strip, view).left).toBeCloseTo(box.left, 6)
    expect(boxOf(strip, view).right).toBeCloseTo(box.right, 6)
  })

  test('a run shorter than the least view fills the strip', () =>
    expect(boxOf({ until: 1, width: 600 }, { from: 0, to: LEAST_SPAN })).toEqual({ left: 0, right: 600 }))

  test('a second of a day is seen', () => {
    const { left, right } = boxOf({ until: 86_400_000, width: 600 }, { from: 43_200_000, to: 43_201_000 })
    expect(right - left).toBe(6)
    expect((left + right) / 2).toBeCloseTo(300, 1)
  })
})

describe('a press takes hold of', () => {
  const box = { left: 100, right: 200 }
  test.each<readonly [name: string, x: number, hold: Hold]>([
    ['the start a little before it', 92, 'start'],
    ['the start a little after it', 106, 'start'],
    ['the box between its edges', 150, 'box'],
    ['the end a little before it', 194, 'end'],
    ['the end a little after it', 209, 'end'],
    ['the ground beside it', 80, 'ground'],
    ['the ground far behind it', 400, 'ground'],
  ])('%s', (_, x, hold) => expect(holdAt(strip, box, x)).toBe(hold))

  test.each<readonly [name: string, x: number, hold: Hold]>([
    ['the box in the middle of a tiny one', 103, 'box'],
    ['its start before it', 95, 'start'],
    ['its end after it', 112, 'end'],
  ])('%s', (_, x, hold) => expect(holdAt(strip, { left: 100, right: 106 }, x)).toBe(hold))

  test('the ground where all is in view: there is nothing to move, and a new box is drawn', () => {
    expect(holdAt(strip, { left: 0, right: 600 }, 300)).toBe('ground')
    expect(holdAt(strip, { left: 0, right: 600 }, 2)).toBe('start')
    expect(holdAt(strip, { left: 0, right: 600 }, 599)).toBe('end')
  })
})

describe('a drag', () => {
  const view = { from: 10_000, to: 20_000 }
  test.each<readonly [name: string, hold: Hold, from: number, to: number, after: View]>([
    ['of the box pans', 'box', 150, 170, { from: 12_000, to: 22_000 }],
    ['of the box stops at the end of the run', 'box', 150, 900, { from: 50_000, to: 60_000 }],
    ['of the start zooms in', 'start', 100, 150, { from: 15_000, to: 20_000 }],
    ['of the start zooms out, to the start of the run', 'start', 100, -300, { from: 0, to: 20_000 }],
    ['of the start stops before the end', 'start', 100, 500, { from: 20_000 - LEAST_SPAN, to: 20_000 }],
    ['of the end zooms', 'end', 200, 300, { from: 10_000, to: 30_000 }],
    ['of the end stops behind the start', 'end', 200, -100, { from: 10_000, to: 10_000 + LEAST_SPAN }],
    ['elsewhere draws another box', 'ground', 300, 400, { from: 30_000, to: 40_000 }],
    ['elsewhere draws it to the left too', 'ground', 400, 300, { from: 30_000, to: 40_000 }],
  ])('%s', (_, hold, from, to, after) => expect(dragged(strip, hold, view, from, to)).toEqual(after))

  test('leads to a view of the run, whatever is dragged where', () => {
    const x = fc.double({ min: -500, max: 1500, noNaN: true })
    const holds = fc.constantFrom<Hold>('start', 'end', 'box', 'ground')
    fc.assert(
      fc.property(holds, x, x, fc.integer({ min: 1, max: 86_400_000 }), (hold, from, to, until) => {
        const end = Math.max(until, LEAST_SPAN)
        const after = dragged({ until, width: 600 }, hold, { from: 0, to: end }, from, to)
        expect(after.from).toBeGreaterThanOrEqual(0)
        expect(after.to).toBeLessThanOrEqual(end)
        expect(after.to - after.from).toBeGreaterThanOrEqual(LEAST_SPAN - 1e-6)
      }),
    )
  })
})

describe('keys and clicks', () => {
  const view = { from: 10_000, to: 20_000 }
  test.each<readonly [name: string, after: View, expected: View]>([
    ['a click centres', centredOn(view, 40_000, 60_000), { from: 35_000, to: 45_000 }],
    ['as far as the run goes', centredOn(view, 59_000, 60_000), { from: 50_000, to: 60_000 }],
    ['an arrow pans', shifted(view, 1000, 60_000), { from: 11_000, to: 21_000 }],
    ['and stops at the start', shifted(view, -90_000, 60_000), { from: 0, to: 10_000 }],
    ['plus zooms in about the middle', zoomed(view, 0.5, 60_000), { from: 12_500, to: 17_500 }],
    ['minus zooms out to the whole run at most', zoomed(view, 100, 60_000), whole],
  ])('%s', (_, after, expected) => expect(after).toEqual(expected))

  test.each([
    [-20, 0],
    [300, 30_000],
    [900, 60_000],
  ])('pixel %d is instant %d', (x, at) => expect(atX(strip, x)).toBe(at))
})

test('four variants share the height evenly, apart from each other', () => {
  const bands = bandsOf(4, 32)
  expect(bands).toHaveLength(4)
  for (const [i, { top, height }] of bands.entries()) {
    expect(height).toBeGreaterThan(3)
    expect(top).toBeGreaterThanOrEqual((bands[i - 1]?.top ?? 0) + (bands[i - 1]?.height ?? 0))
  }
  expect((bands.at(-1)?.top ?? 0) + (bands.at(-1)?.height ?? 0)).toBeLessThanOrEqual(32)
})

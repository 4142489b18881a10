// Moving the view: the instant under the pointer stays, the run's ends and the least span hold.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Axis, axisOf, stretchOf, type View } from '../../src/timeline/axis.ts'
import { bring, centre, clamped, LEAST_SPAN, pan, fit as whole, zoomAt } from '../../src/timeline/view.ts'

const RUN = 133_000
const folds = [
  { from: 1200, to: 9900 },
  { from: 20_500, to: 130_950 },
]
const axis = (view: View, elastic = false): Axis => axisOf(stretchOf(elastic ? folds : [], RUN), view, 600)

describe('clamped', () => {
  test.each<readonly [name: string, view: View, to: View]>([
    ['a view within the run stays', { from: 10, to: 20 }, { from: 10, to: 20 }],
    ['one that begins too early moves', { from: -50, to: 50 }, { from: 0, to: 100 }],
    ['one that ends too late moves', { from: RUN - 50, to: RUN + 50 }, { from: RUN - 100, to: RUN }],
    ['one that is too long is the run', { from: -9, to: 2 * RUN }, { from: 0, to: RUN }],
    ['one that is too short grows about its middle', { from: 100, to: 100 }, { from: 98, to: 102 }],
  ])('%s', (_, view, to) => expect(clamped(view, RUN)).toEqual(to))

  test('a run shorter than the least span can be seen', () => expect(whole(1)).toEqual({ from: 0, to: LEAST_SPAN }))
})

describe('zoomAt', () => {
  test.each([false, true])('keeps the pixel of an instant (elastic: %s)', (elastic) => {
    const before = axis({ from: 0, to: RUN }, elastic)
    const after = axis(zoomAt(before, 0.8, 10_047), elastic)
    expect(after.view.to - after.view.from).toBeLessThan(RUN)
    expect(Math.abs(after.x(10_047) - before.x(10_047))).toBeLessThan(4)
  })

  test('on a plain axis, in and out again is where one was', () => {
    const view = { from: 20_000, to: 60_000 }
    const out = zoomAt(axis(zoomAt(axis(view), 0.5, 30_000)), 2, 30_000)
    expect(out.from).toBeCloseTo(view.from, 6)
    expect(out.to).toBeCloseTo(view.to, 6)
  })

  test('never shows less than the least span', () => {
    let view: View = { from: 0, to: RUN }
    for (let i = 0; i < 200; i++) view = zoomAt(axis(view, true), 0.5, 10_047)
    expect(view.to - view.from).toBeCloseTo(LEAST_SPAN, 6)
    expect(view.from).toBeLessThanOrEqual(10_047)
    expect(view.to).toBeGreaterThanOrEqual(10_047)
  })

  test('looks into a fold, and out of it again', () => {
    const inside = zoomAt(axis({ from: 50_000, to: 90_000 }, true), 0.5, 70_000)
    expect(inside).toEqual({ from: 60_000, to: 80_000 })
    let view: View = inside
    for (let i = 0; i < 20; i++) view = zoomAt(axis(view, true), 2, 70_000)
    expect(view).toEqual({ from: 0, to: RUN })
  })
})

describe('pan', () => {
  test('moves by pixels', () => expect(pan(axis({ from: 0, to: 60_000 }), 100)).toEqual({ from: 10_000, to: 70_000 }))

  test('stops at both ends without zooming', () => {
    const start = pan(axis({ from: 1000, to: 61_000 }), -500)
    expect(start.from).toBe(0)
    expect(start.to).toBeCloseTo(60_000, 6)
    const end = pan(axis({ from: 60_000, to: 120_000 }), 5000)
    expect(end.to).toBeCloseTo(RUN, 6)
    expect(end.to - end.from).toBeCloseTo(60_000, 6)
  })

  test('moves what is under the pointer along with it, over a fold too', () => {
    const before = axis({ from: 0, to: 15_000 }, true)
    const after = axis(pan(before, 30), true)
    expect(after.x(10_300)).toBeCloseTo(before.x(10_300) - 30, 3)
  })
})

test('centre puts an instant into the middle', () => {
  const view = centre(axis({ from: 0, to: 20_000 }), 50_000)
  expect((view.from + view.to) / 2).toBeCloseTo(50_000, 6)
})

test('no gesture leaves the run', () => {
  const gesture = fc.tuple(
    fc.constantFrom('zoom', 'pan'),
    fc.double({ min: -3, max: 3, noNaN: true }),
    fc.integer({ min: 0, max: RUN }),
  )
  fc.assert(
    fc.property(fc.boolean(), fc.array(gesture, { maxLength: 40 }), (elastic, gestures) => {
      let view: View = { from: 0, to: RUN }
      for (const [kind, amount, at] of gestures) {
        const now = axis(view, elastic)
        const seen = Math.min(Math.max(at, view.from), view.to)
        view = kind === 'zoom' ? zoomAt(now, Math.exp(amount), seen) : pan(now, amount * 400)
        expect(view.from).toBeGreaterThanOrEqual(0)
        expect(view.to).toBeLessThanOrEqual(RUN)
        expect(view.to - view.from).toBeGreaterThanOrEqual(LEAST_SPAN - 1e-6)
      }
    }),
  )
})

test.each([10_300, 131_100, 500])('brings what lies beyond the view to its place, over folds too (%d ms)', (at) => {
  const before = axis({ from: 9900, to: 10_200 }, true)
  const after = axis(bring(before, at, 0.5), true)
  expect(after.x(at)).toBeGreaterThanOrEqual(0)
  expect(after.x(at)).toBeLessThanOrEqual(600)
})

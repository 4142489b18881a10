// The shared axis: monotone, exact both ways, folds of one width, the view kept at both edges.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Axis, axisOf, FOLD_WIDTH, type Fold, stretchOf, type View } from '../../src/timeline/axis.ts'

const RUN = 133_000
const folds: readonly Fold[] = [
  { from: 1200, to: 9900 },
  { from: 20_500, to: 130_950 },
]
const whole: View = { from: 0, to: RUN }
const elastic = (view: View = whole, width = 600) => axisOf(stretchOf(folds, RUN), view, width)
const linear = (view: View = whole, width = 600) => axisOf(stretchOf([], RUN), view, width)

describe('a plain axis', () => {
  test.each<readonly [at: number, x: number]>([
    [0, 0],
    [13_300, 60],
    [66_500, 300],
    [133_000, 600],
  ])('%i ms of the whole run stands at pixel %i', (at, x) => {
    expect(linear().x(at)).toBeCloseTo(x, 9)
    expect(linear().at(x)).toBeCloseTo(at, 6)
  })

  test('goes on beyond the view, for marks that reach into it', () => {
    expect(linear({ from: 1000, to: 2000 }).x(0)).toBeCloseTo(-600, 9)
  })
})

describe('an elastic axis', () => {
  test('gives each fold the same width, however long it is', () => {
    const widths = elastic()
      .pieces.filter(({ cut }) => cut)
      .map(({ left, right }) => right - left)
    expect(widths).toHaveLength(2)
    for (const width of widths) expect(width).toBeCloseTo(FOLD_WIDTH, 9)
  })

  test('says what each fold cuts, also where the view shows a part of it', () => {
    const { pieces } = elastic({ from: 5000, to: 50_000 })
    expect(pieces.map(({ cut }) => cut)).toEqual([folds[0], undefined, folds[1]])
  })

  test('keeps a fold narrow while its surroundings are zoomed', () => {
    const fold = elastic({ from: 1000, to: 10_100 }).pieces[1]
    expect(fold && fold.right - fold.left).toBeCloseTo(FOLD_WIDTH, 9)
  })

  test('leaves half of a narrow picture to what happens', () => {
    const cut = elastic(whole, 100).pieces.filter((piece) => piece.cut)
    expect(cut.reduce((sum, { left, right }) => sum + right - left, 0)).toBeCloseTo(50, 9)
  })

  test('shows the inside of a fold evenly', () => {
    const axis = elastic({ from: 30_000, to: 40_000 })
    expect(axis.x(35_000)).toBeCloseTo(300, 9)
  })

  test('leaves room for a short busy piece', () => {
    const busy = elastic()
      .pieces.filter(({ cut }) => !cut)
      .map(({ left, right }) => right - left)
    for (const width of busy) expect(width).toBeGreaterThan(60)
  })

  test('blends into the plain axis', () => {
    const blended = axisOf(stretchOf(folds, RUN), whole, 600, 1)
    for (const at of [0, 5000, 10_000, 66_000, RUN]) expect(blended.x(at)).toBeCloseTo(linear().x(at), 6)
  })
})

/** Any run, any folds in it, any view of it. */
const axes = fc
  .record({
    until: fc.integer({ min: 10, max: 86_400_000 }),
    cuts: fc.uniqueArray(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 10 }),
    edges: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    width: fc.integer({ min: 50, max: 3000 }),
    straight: fc.constantFrom(0, 0, 0.5, 1),
  })
  .map(({ until, cuts, edges, width, straight }): Axis => {
    const bounds = [...new Set(cuts.map((cut) => Math.round(cut * until)))].sort((a, b) => a - b)
    const pairs: Fold[] = []
    for (let i = 0; i + 1 < bounds.length; i += 2)
      pairs.push({ from: bounds[i] as number, to: bounds[i + 1] as number })
    const from = Math.min(...edges) * (until - 4)
    const to = Math.min(Math.max(...edges) * until + 4, until)
    return axisOf(stretchOf(pairs, until), { from, to: Math.max(to, from + 4) }, width, straight)
  })

const within = ({ view }: Axis, share: number): number => view.from + share * (view.to - view.from)
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('any axis', () => {
  test('begins and ends with the view', () => {
    fc.assert(
      fc.property(axes, (axis) => {
        expect(axis.x(axis.view.from)).toBeCloseTo(0, 6)
        expect(axis.x(axis.view.to)).toBeCloseTo(axis.width, 6)
      }),
    )
  })

  test('puts a later instant further to the right', () => {
    fc.assert(
      fc.property(axes, share, share, (axis, a, b) => {
        const [first, second] = [within(axis, Math.min(a, b)), within(axis, Math.max(a, b))]
        if (second - first < 1e-3) return
        expect(axis.x(second)).toBeGreaterThan(axis.x(first))
      }),
    )
  })

  test('finds the instant of a pixel again, to less than a thousandth of a pixel', () => {
    fc.assert(
      fc.property(axes, share, (axis, s) => {
        const x = s * axis.width
        expect(Math.abs(axis.x(axis.at(x)) - x)).toBeLessThan(1e-3)
      }),
    )
  })

  test('is exact to a millisecond where a millisecond has a pixel', () => {
    fc.assert(
      fc.property(axes, share, (axis, s) => {
        const at = Math.round(within(axis, s))
        const wide = axis.x(at + 1) - axis.x(at) >= 1
        if (wide) expect(Math.abs(axis.at(axis.x(at)) - at)).toBeLessThan(0.5)
      }),
    )
  })

  test('has columns that agree with its pixels', () => {
    fc.assert(
      fc.property(axes, (axis) => {
        expect(axis.columns).toHaveLength(Math.ceil(axis.width) + 1)
        for (let x = 1; x < axis.columns.length - 1; x += 7) {
          expect(Math.abs(axis.x(axis.columns[x] as number) - x)).toBeLessThan(1e-3)
          expect(axis.columns[x] as number).toBeGreaterThanOrEqual(axis.columns[x - 1] as number)
        }
      }),
    )
  })
})

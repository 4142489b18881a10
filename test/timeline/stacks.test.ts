// How many marks last at each instant: what a pixel shows of that, and which mark is under a point.

import { describe, expect, test } from 'vitest'
import { type Tone, type Track, tones } from '../../src/lanes/lane.ts'
import { type Axis, axisOf, stretchOf } from '../../src/timeline/axis.ts'
import { meansOf, pick, stackOf } from '../../src/timeline/stacks.ts'
import { groupOf, type Line } from '../support/lanes.ts'

const UNTIL = 100

const stack = (...lines: readonly Line[]): Track =>
  groupOf(['partition 0', '', ['density', ...lines]]).lanes[0]?.tracks[0] as Track

/** Ten milliseconds a pixel. */
const axis = (from = 0, to = UNTIL, width = 10): Axis => axisOf(stretchOf([], UNTIL), { from, to }, width)

/** By tone, what each pixel shows. */
function shown(track: Track, on = axis()): { readonly [tone: string]: readonly number[] } {
  const of = stackOf(track)
  return Object.fromEntries(
    meansOf(of, on).map((means, l) => [
      tones[of.layers[l]?.tone ?? 0],
      Array.from(means, (mean) => Math.round(mean * 100) / 100),
    ]),
  )
}

describe('a pixel shows how many last, on average', () => {
  test.each<readonly [name: string, lines: readonly Line[], shown: { readonly [tone in Tone]?: readonly number[] }]>([
    ['one that lasts', [[20, 50, 'healthy']], { healthy: [0, 0, 1, 1, 1, 0, 0, 0, 0, 0] }],
    ['a part of a pixel', [[25, 32, 'plain']], { plain: [0, 0, 0.5, 0.2, 0, 0, 0, 0, 0, 0] }],
    [
      'several of one tone, and of another',
      [
        [0, 40, 'plain'],
        [10, 30, 'plain'],
        [20, 30, 'healthy'],
      ],
      { healthy: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0], plain: [1, 2, 2, 1, 0, 0, 0, 0, 0, 0] },
    ],
    [
      'many within one pixel',
      [
        [40, 42, 'healthy'],
        [42, 44, 'healthy'],
        [46, 47, 'healthy'],
      ],
      { healthy: [0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0] },
    ],
    ['one that lasts no time', [[50, 50, 'failed']], { failed: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }],
  ])('%s', (_, lines, means) => expect(shown(stack(...lines))).toEqual(means))

  test('in a view that begins in the middle of things, too', () => {
    const track = stack([0, 60, 'plain'], [50, 90, 'plain'])
    expect(shown(track, axis(40, 80, 4))).toEqual({ plain: [1, 2, 1, 1] })
  })

  test('and a fold shows the mean of what it cuts', () => {
    const folded = axisOf(stretchOf([{ from: 20, to: 80 }], UNTIL), { from: 0, to: UNTIL }, 200)
    const of = stackOf(stack([0, 50, 'healthy']))
    const means = meansOf(of, folded)[0] as Float64Array
    expect(means[0]).toBe(1)
    expect(means[199]).toBe(0)
  })
})

test.each<readonly [name: string, lines: readonly Line[], most: number]>([
  ['none', [], 0],
  [
    'one after the other',
    [
      [0, 10],
      [10, 20],
    ],
    1,
  ],
  [
    'two that overlap',
    [
      [0, 11],
      [10, 20],
    ],
    2,
  ],
  [
    'whatever their tones',
    [
      [0, 11, 'healthy'],
      [5, 20, 'plain'],
      [6, 7, 'backoff'],
    ],
    3,
  ],
])('the most at one instant: %s', (_, lines, most) => expect(stackOf(stack(...lines)).most).toBe(most))

describe('the mark under a point', () => {
  const box = { top: 100, height: 30 }
  const track = stack([0, 90, 'plain', 'a', 1], [10, 80, 'healthy', 'b', 2], [20, 70, 'plain', 'c', 3])
  /** The row of it, at a height above the ground. */
  const under = (at: number, above: number): number | undefined => {
    const index = pick(track, box, at, box.top + box.height - above)
    return index === undefined ? undefined : track.row[index]
  }

  test.each<readonly [name: string, at: number, above: number, row: number | undefined]>([
    ['what is in flight lies at the ground', 50, 5, 2],
    ['above it what waits, the oldest first', 50, 15, 1],
    ['and the newest on top', 50, 25, 3],
    ['before that has begun, nothing lies so high', 15, 25, undefined],
    ['what waits alone lies at the ground', 5, 5, 1],
    ['after the end there is nothing', 95, 5, undefined],
  ])('%s', (_, at, above, row) => expect(under(at, above)).toBe(row))
})

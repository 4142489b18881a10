// What the axis says: round values, one unit, no label over another or over the edge, and the length of each fold.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisOf, type Fold, stretchOf, type View } from '../../src/timeline/axis.ts'
import { type Covered, type Marking, markingOf, stamp, unitOf } from '../../src/timeline/ticks.ts'

const widthOf = (text: string): number => text.length * 6.3
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

function marking(
  until: number,
  view: View = { from: 0, to: until },
  { folds = [] as readonly Fold[], width = 600, covered = [] as readonly Covered[] } = {},
): Marking {
  return markingOf(axisOf(stretchOf(folds, until), view, width), widthOf, covered)
}

const labels = ({ ticks }: Marking): string[] => ticks.map(({ text }) => plain(text))

describe('labels', () => {
  test.each<readonly [name: string, until: number, view: View, first: readonly string[]]>([
    ['count in seconds over a usual run', 133_000, { from: 0, to: 133_000 }, ['0', '20 s', '40 s']],
    [
      'have a digit more where the steps need it',
      133_000,
      { from: 10_000, to: 12_500 },
      ['10.0 s', '10.5 s', '11.0 s'],
    ],
    [
      'count in milliseconds below two seconds',
      133_000,
      { from: 10_040, to: 10_060 },
      ['10 040 ms', '10 045 ms', '10 050 ms'],
    ],
    [
      'never point between two milliseconds',
      133_000,
      { from: 10_046, to: 10_050 },
      ['10 046 ms', '10 047 ms', '10 048 ms'],
    ],
    ['count in minutes from an hour on', 7_200_000, { from: 0, to: 7_200_000 }, ['0', '20 min', '40 min']],
  ])('%s', (_, until, view, first) => expect(labels(marking(until, view)).slice(0, first.length)).toEqual(first))

  test('a lone label has no more digits than it needs', () => {
    const folds = [
      { from: 1000, to: 59_900 },
      { from: 60_100, to: 132_000 },
    ]
    expect(labels(marking(133_000, undefined, { folds }))).toContain('60 s')
  })

  test('short pieces of a long run are told by the clock', () => {
    const folds = [{ from: 60_000, to: 7_190_500 }]
    expect(labels(marking(7_195_000, undefined, { folds })).at(-1)).toBe('119:55 min')
  })
})

test.each<readonly [span: number, unit: string]>([
  [4, 'ms'],
  [1999, 'ms'],
  [2000, 's'],
  [3_599_999, 's'],
  [3_600_000, 'min'],
])('a view of %i ms is told in %s', (span, unit) => expect(unitOf(span)).toBe(unit))

test('a moment is told to the millisecond', () => {
  expect(plain(stamp(10_047, 's'))).toBe('10.047 s')
  expect(plain(stamp(10_047, 'ms'))).toBe('10 047 ms')
})

describe('folds', () => {
  const folds = [
    { from: 1200, to: 9900 },
    { from: 20_500, to: 130_950 },
  ]

  test('say how much they cut', () => {
    expect(marking(133_000, undefined, { folds }).cuts.map(({ text }) => plain(text))).toEqual([
      '… 8.7 s …',
      '… 110.5 s …',
    ])
  })

  test('say the whole cut where the view shows a part of it', () => {
    expect(marking(133_000, { from: 0, to: 100_000 }, { folds }).cuts.map(({ text }) => plain(text))).toEqual([
      '… 8.7 s …',
      '… 110.5 s …',
    ])
  })

  test('shorten what they say in a narrow picture', () => {
    const texts = marking(133_000, undefined, { folds, width: 110 }).cuts.map(({ text }) => plain(text))
    expect(texts.every((text) => text.length > 0 && text.length < 9)).toBe(true)
  })
})

describe('under what covers a part of the axis', () => {
  const folds = [{ from: 1200, to: 130_950 }]
  const cut = marking(133_000, undefined, { folds }).cuts[0]
  const middle = ((cut?.left ?? 0) + (cut?.right ?? 0)) / 2

  test('stands no label, and the others stay where they were', () => {
    const all = labels(marking(133_000))
    const covered = [{ from: 80, to: 104 }]
    const left = labels(marking(133_000, undefined, { covered }))
    expect(all.filter((label) => !left.includes(label))).toEqual(['20 s'])
  })

  test('the length of a fold goes beside it', () => {
    const covered = [{ from: middle, to: middle + 24 }]
    const beside = marking(133_000, undefined, { folds, covered }).cuts[0]
    expect(plain(beside?.text ?? '')).toBe('… 129.8 s …')
    expect((beside?.textX ?? 0) + widthOf(beside?.text ?? '')).toBeLessThanOrEqual(middle + 0.001)
  })
})

test('a fold that fills the picture is told like any other stretch', () => {
  const folds = [{ from: 20_500, to: 130_950 }]
  expect(labels(marking(133_000, { from: 40_000, to: 50_000 }, { folds })).slice(0, 2)).toEqual(['40 s', '41 s'])
})

test('no label lies over another, over an edge or under what covers it, in one unit', () => {
  const runs = fc.record({
    until: fc.integer({ min: 4, max: 86_400_000 }),
    edges: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    cut: fc.option(
      fc.tuple(fc.double({ min: 0, max: 0.5, noNaN: true }), fc.double({ min: 0.51, max: 1, noNaN: true })),
    ),
    width: fc.integer({ min: 80, max: 2000 }),
    mark: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  fc.assert(
    fc.property(runs, ({ until, edges, cut, width, mark }) => {
      const from = Math.min(...edges) * (until - 4)
      const view = { from, to: Math.max(Math.min(Math.max(...edges) * until, until), from + 4) }
      const folds = cut && until > 100 ? [{ from: Math.floor(cut[0] * until), to: Math.ceil(cut[1] * until) }] : []
      const covered = mark === null ? [] : [{ from: mark * width, to: mark * width + 24 }]
      const { ticks, cuts, unit } = marking(until, view, { folds, width, covered })
      const rows = [ticks, cuts.filter(({ text }) => text)]
      for (const row of rows) {
        for (const [i, { textX, text }] of row.entries()) {
          expect(textX).toBeGreaterThanOrEqual(-4.001)
          expect(textX + widthOf(text)).toBeLessThanOrEqual(width + 4.001)
          for (const other of covered) expect(textX + widthOf(text) <= other.from || textX >= other.to).toBe(true)
          const next = row[i + 1]
          if (next) expect(next.textX).toBeGreaterThanOrEqual(textX + widthOf(text))
        }
      }
      for (const { at, text } of ticks) {
        expect(Number.isInteger(at)).toBe(true)
        expect(text === '0' || text.endsWith(`\u00a0${unit}`)).toBe(true)
      }
    }),
  )
})

test('of steps, which take no time, each label is the number of one, and none stands between two', () => {
  const stepped = (until: number, view: View = { from: 0, to: until }): string[] =>
    labels(markingOf(axisOf(stretchOf([], until), view, 900), widthOf, [], true))
  // A run of four steps ends where the room of the fourth does.
  expect(stepped(5000)).toEqual(['start', 'step 1', 'step 2', 'step 3', 'step 4'])
  expect(stepped(100_000).slice(0, 3)).toEqual(['start', 'step 10', 'step 20'])
  expect(stepped(5000, { from: 1800, to: 2300 })).toEqual(['step 2'])
  expect([stamp(3999, 'step'), stamp(0, 'step')].map(plain)).toEqual(['step 3', 'start'])
})

// Where a run is silent, and where it is not.

import { describe, expect, test } from 'vitest'
import { foldsOf } from '../../src/timeline/folds.ts'
import { busyGroup, groupOf } from '../support/lanes.ts'

const RUN = 100_000

describe('a silence', () => {
  test('is folded where no lane of any variant begins or ends anything', () => {
    const first = groupOf(['caller', '', ['span', [0, 60_000]]])
    const second = groupOf(['caller', '', ['span', [0, 20_000]]])
    const folds = foldsOf([first, second], RUN)
    expect(folds).toHaveLength(3)
    for (const { from, to } of folds) {
      for (const moment of [0, 20_000, 60_000]) expect(from < moment && moment < to).toBe(false)
    }
  })

  test('leaves what borders on it in sight', () => {
    const [fold] = foldsOf([groupOf(['caller', '', ['span', [0, 500], [90_000, 90_500]]])], RUN)
    expect(fold?.from).toBeGreaterThan(500)
    expect(fold?.to).toBeLessThan(90_000)
  })

  test('at the end of the run is folded to the end', () => {
    expect(foldsOf([groupOf(['caller', '', ['span', [0, 500]]])], RUN).at(-1)?.to).toBe(RUN)
  })

  test('is no silence while a timer burns down whose time left is drawn, and is one from then on', () => {
    const burning = (to: number) => {
      const { lanes } = groupOf(['node', '', ['span', [0, 40_000]], ['saw', [0, 10_000], [10_000, to]]])
      return { lanes }
    }
    expect(foldsOf([burning(RUN)], RUN)).toEqual([])
    const folds = foldsOf([burning(40_000), burning(30_000)], RUN)
    expect(folds).toHaveLength(1)
    expect(folds[0]?.from).toBeGreaterThan(40_000)
    expect(folds[0]?.to).toBe(RUN)
  })

  test('holds messages: they are drawn in the fold', () => {
    const silent = groupOf(['broker', '', ['span', [0, 60_000]]])
    const spoken = groupOf(['broker', '', ['span', [0, 60_000]], ['lost', [30_000, 30_001]]])
    expect(foldsOf([spoken], RUN)).toEqual(foldsOf([silent], RUN))
  })

  test('is not broken by a loop that goes on in the same way', () => {
    const looks = Array.from({ length: 1000 }, (_, i) => [i * 50, (i + 1) * 50, 'plain', 'looks'] as const)
    expect(foldsOf([groupOf(['poll loop', '', ['span', ...looks]])], RUN)).toHaveLength(2)
  })

  test('is broken by a fuse, a dot and a fault', () => {
    const group = groupOf([
      'broker',
      '',
      ['fuse', [0, 30_000]],
      ['dot', [55_000, 55_000]],
      ['band', [80_000, Number.POSITIVE_INFINITY]],
    ])
    const folds = foldsOf([group], RUN)
    for (const moment of [30_000, 55_000, 80_000])
      expect(folds.some(({ from, to }) => from < moment && moment < to)).toBe(false)
  })
})

test.each<readonly [name: string, groups: Parameters<typeof foldsOf>[0]]>([
  ['a busy run has no folds', [busyGroup(2, 1000, 100)]],
  [
    'a short silence is not folded, though nothing else is left',
    [groupOf(['caller', '', ['span', [0, 3], [5, 8], [10, RUN]]])],
  ],
])('%s', (_, groups) => expect(foldsOf(groups, RUN).filter(({ to }) => to < RUN / 2)).toEqual([]))

test('folds are in order, apart, and within the run', () => {
  const spans = Array.from({ length: 12 }, (_, i) => [i * i * 700, i * i * 700 + 40, 'plain', `n ${i}`] as const)
  const folds = foldsOf([groupOf(['caller', '', ['span', ...spans]])], RUN)
  let last = 0
  for (const { from, to } of folds) {
    expect(from).toBeGreaterThanOrEqual(last)
    expect(to).toBeGreaterThan(from)
    last = to
  }
  expect(last).toBeLessThanOrEqual(RUN)
})

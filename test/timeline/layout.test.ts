// Where everything stands from top to bottom.

import { describe, expect, test } from 'vitest'
import type { Lane, Mark } from '../../src/lanes/lane.ts'
import { HEADER, layoutOf, overlayOf } from '../../src/timeline/layout.ts'
import { groupOf, type Strip } from '../support/lanes.ts'

const lane = (name: string, ...marks: readonly Mark[]): Strip => [
  name,
  '',
  ...marks.map((mark) => [mark, [0, 1]] as const),
]
const broker = lane('broker', 'band', 'span', 'fuse', 'message', 'dot')

describe.each([false, true])('a layout (narrow: %s)', (narrow) => {
  const groups = [groupOf(lane('caller', 'span'), broker), groupOf(broker, lane('idle'), lane('two', 'span', 'span'))]
  const layout = layoutOf(groups, [true], narrow)

  test('stacks groups, lanes and ribbons without a gap or an overlap', () => {
    let bottom = 0
    for (const [i, group] of layout.groups.entries()) {
      expect(group.top).toBeGreaterThanOrEqual(bottom)
      bottom = group.top + HEADER
      for (const box of group.lanes) {
        expect(box.top).toBe(bottom)
        bottom = box.top + box.height
      }
      expect(group.top + group.height).toBe(bottom)
      const ribbon = layout.ribbons[i]
      if (ribbon) expect(ribbon.top).toBeGreaterThanOrEqual(bottom)
    }
    expect(layout.height).toBe(bottom)
  })

  test('keeps every row within its lane, and rows of different kinds apart', () => {
    const boxes = layout.groups[0]?.lanes[1]
    const [band, span, fuse, message, dot] = boxes?.tracks ?? []
    for (const box of boxes?.tracks ?? []) {
      expect(box.top).toBeGreaterThanOrEqual(boxes?.top ?? 0)
      expect(box.top + box.height).toBeLessThanOrEqual((boxes?.top ?? 0) + (boxes?.height ?? 0))
    }
    expect(band?.top).toBe(boxes?.top)
    expect(fuse?.top).toBeGreaterThanOrEqual((span?.top ?? 0) + (span?.height ?? 0))
    expect(message?.top).toBeGreaterThanOrEqual((fuse?.top ?? 0) + (fuse?.height ?? 0))
    expect(dot).toEqual(fuse)
  })

  test('gives a second track of states a row of its own', () => {
    const [first, second] = layout.groups[1]?.lanes[2]?.tracks ?? []
    expect(second?.top).toBeGreaterThan((first?.top ?? 0) + (first?.height ?? 0))
  })
})

describe.each([false, true])('a lane of a batch (narrow: %s)', (narrow) => {
  const [batch] = groupOf(lane('batch 0', 'span', 'fuse', 'fuse', 'dot', 'dot')).lanes
  const tracks = (batch?.tracks ?? []).map((track, i) =>
    i === 2 || i === 4 ? { ...track, apart: true as const } : track,
  )
  const boxes = layoutOf([{ lanes: [{ ...(batch as Lane), tracks }] }], [], narrow).groups[0]?.lanes[0]
  const [span, fuse, over, dot, end] = boxes?.tracks ?? []

  test('has a row of its own for the fuse that runs over all attempts, and its dot there', () => {
    expect(fuse?.top).toBeGreaterThanOrEqual((span?.top ?? 0) + (span?.height ?? 0))
    expect(over?.top).toBeGreaterThanOrEqual((fuse?.top ?? 0) + (fuse?.height ?? 0))
    expect(dot).toEqual(fuse)
    expect(end).toEqual(over)
    expect((over?.top ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual((boxes?.top ?? 0) + (boxes?.height ?? 0))
  })
})

describe.each([false, true])('a lane of a stack (narrow: %s)', (narrow) => {
  const groups = [groupOf(lane('partition 0', 'density', 'dot'), lane('caller', 'density', 'span', 'dot'))]
  const [partition, caller] = layoutOf(groups, [], narrow).groups[0]?.lanes ?? []

  test('is higher than a span, with moments under it', () => {
    const [stack, dots] = partition?.tracks ?? []
    expect(stack?.height).toBeGreaterThan(20)
    expect(dots?.top).toBeGreaterThanOrEqual((stack?.top ?? 0) + (stack?.height ?? 0))
  })

  test('has room for spans between the two', () => {
    const [stack, spans, dots] = caller?.tracks ?? []
    expect(spans?.top).toBeGreaterThanOrEqual((stack?.top ?? 0) + (stack?.height ?? 0))
    expect(dots?.top).toBeGreaterThanOrEqual((spans?.top ?? 0) + (spans?.height ?? 0))
  })
})

test('names stand beside the lanes where there is room', () => {
  expect(layoutOf([], [], false).left).toBeGreaterThan(layoutOf([], [], true).left)
})

test('without a ribbon, neighbouring groups are closer', () => {
  const groups = [groupOf(broker), groupOf(broker)]
  expect(layoutOf(groups, [false], false).height).toBeLessThan(layoutOf(groups, [true], false).height)
})

describe.each([false, true])('two groups in one place (narrow: %s)', (narrow) => {
  const upper = groupOf(lane('caller', 'span'), lane('broker 1', 'span'), lane('only above', 'span'))
  const lower = groupOf(lane('caller', 'span', 'dot'), lane('only below', 'span'), lane('broker 1', 'span', 'fuse'))
  const [first, second] = overlayOf(upper, lower, 100, narrow)

  test('cover the same ground', () => {
    expect([first.top, first.height]).toEqual([second.top, second.height])
    expect(first.top).toBe(100)
  })

  test('have the lanes of one name right above each other, and each other lane once', () => {
    const order = [
      [first, 0],
      [second, 0],
      [first, 1],
      [second, 2],
      [first, 2],
      [second, 1],
    ] as const
    let bottom = first.top + HEADER
    for (const [group, index] of order) {
      const box = group.lanes[index]
      expect(box?.top).toBe(bottom)
      bottom += box?.height ?? 0
    }
    expect(first.top + first.height).toBe(bottom)
  })

  test('draw no line between the two halves of a lane', () => {
    expect(first.lanes.map(({ goesOn = false }) => goesOn)).toEqual([true, true, false])
    expect(second.lanes.map(({ goesOn = false }) => goesOn)).toEqual([false, false, false])
  })

  test('keep every mark within its half', () => {
    for (const { lanes } of [first, second])
      for (const { top, height, tracks } of lanes)
        for (const box of tracks) {
          expect(box.top).toBeGreaterThanOrEqual(top)
          expect(box.top + box.height).toBeLessThanOrEqual(top + height)
        }
  })
})

test.each<readonly [name: string, overlay: readonly [number, number], order: number[], ribbons: number[]]>([
  ['the first two', [0, 1], [0, 0, 1, 2], [0, 0, 1]],
  ['the two in the middle', [1, 2], [0, 1, 1, 2], [0, 1, 1]],
  ['the last two', [2, 3], [0, 1, 2, 2], [0, 1, 2]],
  ['two that are no neighbours', [0, 2], [0, 1, 0, 2], [0, 0, 0]],
])(
  'an overlay of %s takes the place of its first; each ribbon follows the upper of its two',
  (_, overlay, order, below) => {
    const { groups, ribbons } = layoutOf(Array(4).fill(groupOf(broker)), [true, true, true], false, overlay)
    const tops = [...new Set(groups.map(({ top }) => top))].sort((a, b) => a - b)
    expect(groups.map(({ top }) => tops.indexOf(top))).toEqual(order)
    const places = ribbons.map((box) => tops.findLastIndex((top) => top < (box?.top ?? 0)))
    expect(places).toEqual(below)
    const all = [...groups.filter((_, i) => i !== overlay[1]), ...ribbons].sort((a, b) => (a?.top ?? 0) - (b?.top ?? 0))
    for (const [i, box] of all.entries()) {
      const before = all[i - 1]
      if (before) expect(box?.top).toBeGreaterThanOrEqual(before.top + before.height)
    }
  },
)

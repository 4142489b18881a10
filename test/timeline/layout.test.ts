// Where everything stands from top to bottom.

import { describe, expect, test } from 'vitest'
import type { Mark } from '../../src/lanes/lane.ts'
import { HEADER, layoutOf } from '../../src/timeline/layout.ts'
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

test('names stand beside the lanes where there is room', () => {
  expect(layoutOf([], [], false).left).toBeGreaterThan(layoutOf([], [], true).left)
})

test('without a ribbon, neighbouring groups are closer', () => {
  const groups = [groupOf(broker), groupOf(broker)]
  expect(layoutOf(groups, [false], false).height).toBeLessThan(layoutOf(groups, [true], false).height)
})

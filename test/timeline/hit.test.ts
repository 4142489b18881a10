// From a point to a mark, and from a row to where it is drawn.

import { describe, expect, test } from 'vitest'
import type { Lane, LaneGroup } from '../../src/lanes/lane.ts'
import { axisOf, stretchOf } from '../../src/timeline/axis.ts'
import { hit, spotOf } from '../../src/timeline/hit.ts'
import { layoutOf } from '../../src/timeline/layout.ts'
import { pick } from '../../src/timeline/stacks.ts'
import { busyGroup, groupOf } from '../support/lanes.ts'

const RUN = 1000
const group = groupOf(
  ['caller', '', ['span', [0, 600, 'failed', 'blocked', 1]], ['dot', [600, 600, 'failed', 'timeout', 9]]],
  [
    'broker',
    '',
    ['band', [0, 1000, 'fault', 'black hole', 0]],
    ['span', [100, 300, 'kernel', 'CONNECTING', 2], [310, 400, 'backoff', 'backoff', 6]],
    ['fuse', [100, 300, 'setting', 'timer', 3]],
    ['lost', [110, 111, 'plain', 'SYN', 4], [210, 211, 'plain', 'SYN', 5]],
  ],
)
const other = groupOf(['caller', '', ['span', [0, 200, 'setting', 'blocked', 1]]])
const groups = [group, other]
const layout = layoutOf(groups, [false], false)
const axis = axisOf(stretchOf([], RUN), { from: 0, to: RUN }, RUN)

/** The row of the mark at an instant (a pixel each), in the middle of a track of a lane. */
function rowAt(at: number, lane: number, track: number, of: readonly LaneGroup[] = groups): number | undefined {
  const box = layout.groups[0]?.lanes[lane]?.tracks[track]
  return box && hit(of, layout, axis, at, box.top + box.height / 2)?.row
}

describe('a point', () => {
  test.each<readonly [name: string, at: number, lane: number, track: number, row: number | undefined]>([
    ['lies in a span', 50, 0, 0, 1],
    ['lies in a span near its end', 599, 0, 0, 1],
    ['belongs to a dot near it', 603, 0, 1, 9],
    ['belongs to nothing far from everything', 700, 0, 0, undefined],
    ['belongs to the nearer of two spans', 308, 1, 1, 6],
    ['lies on a fuse', 200, 1, 2, 3],
    ['belongs to a message', 112, 1, 3, 4],
    ['between messages belongs to the fault behind them', 160, 1, 3, 0],
    ['beside everything belongs to the fault', 800, 1, 1, 0],
  ])('%s', (_, at, lane, track, row) => expect(rowAt(at, lane, track)).toBe(row))

  test('on a header or below everything is nowhere', () => {
    expect(hit(groups, layout, axis, 50, 5)).toBeUndefined()
    expect(hit(groups, layout, axis, 50, layout.height + 5)).toBeUndefined()
  })

  test('finds its mark among very many', () => {
    const busy = [busyGroup(1, 100_000, 20)]
    const wide = axisOf(stretchOf([], 2_000_000), { from: 1_000_000, to: 1_001_000 }, 1000)
    const found = hit(busy, layoutOf(busy, [], false), wide, 505, 40)
    expect(found?.index).toBe(50_025)
  })
})

describe('a point in a stack', () => {
  const stacked = groupOf([
    'partition 0',
    '',
    ['density', [0, 600, 'plain', 'waits', 1], [100, 300, 'healthy', 'in flight', 2], [100, 900, 'plain', 'waits', 3]],
  ])
  const place = layoutOf([stacked], [], false)
  const box = place.groups[0]?.lanes[0]?.tracks[0] ?? { top: 0, height: 0 }
  const rowUnder = (at: number, share: number, find: typeof pick | undefined = pick) =>
    hit([stacked], place, axis, at, box.top + box.height * (1 - share), find && { pickStacked: find })?.row

  test.each<readonly [name: string, at: number, share: number, row: number]>([
    ['at its ground belongs to what is in flight', 200, 0.2, 2],
    ['above that to what waits longest', 200, 0.5, 1],
    ['at its top to what waits last', 200, 0.9, 3],
    ['later to what is left', 700, 0.1, 3],
  ])('%s', (_, at, share, row) => expect(rowUnder(at, share)).toBe(row))

  test('belongs to one that lasts over it where nothing finds it by its height yet', () => {
    expect([1, 3]).toContain(rowUnder(500, 0.2, undefined))
  })
})

test('a row is found where it is at home, and only else where another lane refers to it', () => {
  const refers = groupOf(
    ['batch 0', '', ['dot', [5, 5, 'failed', 'collateral', 8]]],
    ['broker', '', ['dot', [5, 5, 'failed', 'closed', 8]]],
  )
  const [batch, broker] = refers.lanes
  const from = (lane: typeof batch) => lane?.tracks.map((track) => ({ ...track, refers: true as const })) ?? []
  const both = { lanes: [{ ...(batch as Lane), tracks: from(batch) }, broker as Lane] }
  expect(spotOf([both], 0, 8)?.lane).toBe(1)
  expect(spotOf([{ lanes: both.lanes.slice(0, 1) }], 0, 8)?.lane).toBe(0)
})

test('a row is found where it is drawn, and before the fault behind it', () => {
  expect(spotOf(groups, 0, 6)).toEqual({ group: 0, lane: 1, track: 1, index: 1, row: 6 })
  expect(spotOf(groups, 0, 0)).toEqual({ group: 0, lane: 1, track: 0, index: 0, row: 0 })
  expect(spotOf(groups, 1, 6)).toBeUndefined()
})

test('in an overlay, each half of a lane leads to the marks of its own group', () => {
  const over = layoutOf(groups, [false], false, [0, 1])
  const spotAt = (of: number) => {
    const box = over.groups[of]?.lanes[0]?.tracks[0]
    return box && hit(groups, over, axis, 100, box.top + box.height / 2)
  }
  expect(spotAt(0)).toMatchObject({ group: 0, lane: 0, row: 1 })
  expect(spotAt(1)).toMatchObject({ group: 1, lane: 0, row: 1 })
})

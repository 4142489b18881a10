// What runs between lanes and what burns down in them: where an arrow goes, which of many are drawn, which one a pointer means, and how
// little a timer had left.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Lane, LaneGroup, Track } from '../../src/lanes/lane.ts'
import { type Axis, axisOf, stretchOf } from '../../src/timeline/axis.ts'
import { courseOf, gone } from '../../src/timeline/courses.ts'
import { crossing } from '../../src/timeline/crossing.ts'
import { foldsOf } from '../../src/timeline/folds.ts'
import { hit, spotOf } from '../../src/timeline/hit.ts'
import { type GroupBox, layoutOf } from '../../src/timeline/layout.ts'
import { leastLeft } from '../../src/timeline/least.ts'
import { flightsOf } from '../../src/timeline/marks/arrow.ts'
import { groupOf, type Line } from '../support/lanes.ts'

const RUN = 1000
const axis = axisOf(stretchOf([], RUN), { from: 0, to: RUN }, RUN)

/** A lane of a node that sends to another one, by its index in the group: from, to, and the row. */
function node(
  name: string,
  arrows: readonly (readonly [other: number, ...lines: Line[]])[],
  more: Partial<Track> = {},
): Lane {
  const [lane] = groupOf([name, '', ['span', [0, RUN, 'healthy', 'Follower', 900]]]).lanes
  const sent = arrows.map(([other, ...lines]): Track => {
    const [track] = groupOf([name, '', ['message', ...lines]]).lanes[0]?.tracks ?? []
    return { ...(track as Track), mark: 'arrow', other, lost: new Uint8Array(lines.length), ...more }
  })
  return { ...(lane as Lane), labels: ['Follower', ''], tracks: [...(lane?.tracks ?? []), ...sent] }
}

const strip: Lane = groupOf(['who leads', '', ['span', [0, RUN]]]).lanes[0] as Lane
const three: LaneGroup = {
  lanes: [
    strip,
    node('n1', [[3, [100, 140, 'healthy', '', 10]]]),
    node('n2', [
      [1, [200, 260, 'setting', '', 20]],
      [2, [300, 310, 'setting', '', 21]],
    ]),
    node('n3', [[1, [400, 500, 'setting', '', 30]]]),
  ],
}
const layout = layoutOf([three], [], false)
const box = layout.groups[0] as GroupBox
const statesOf = (lane: number) => box.lanes[lane]?.states ?? { top: 0, height: 0 }

describe('the course of an arrow', () => {
  test('runs from the near edge of one row of states to that of the other', () => {
    expect(courseOf(box, 1, 3)).toMatchObject({
      startY: statesOf(1).top + statesOf(1).height,
      endY: statesOf(3).top,
    })
    expect(courseOf(box, 3, 1)).toMatchObject({
      startY: statesOf(3).top,
      endY: statesOf(1).top + statesOf(1).height,
    })
  })

  test('has its words in the first gap that it crosses', () => {
    expect(courseOf(box, 1, 3)?.air).toBe(1)
    expect(courseOf(box, 3, 1)?.air).toBe(2)
    for (const lane of [1, 2]) expect(box.lanes[lane]?.air.length).toBe(2)
  })

  test('to the lane that it came from is a hop under it', () => {
    const course = courseOf(box, 2, 2)
    expect(course?.startY).toBe(course?.endY)
  })
})

describe('a lane of a node', () => {
  test('keeps fuses, what waits, what burns down and the words of arrows apart, within its height', () => {
    const [saw] = groupOf(['', '', ['span', [0, 1]]]).lanes[0]?.tracks ?? []
    const lane = node('n1', [[2, [0, 1]]])
    const parked: Track = { ...(saw as Track), within: true }
    const fuse: Track = { ...(saw as Track), mark: 'fuse' }
    const tracks = [...lane.tracks, fuse, parked, { ...parked }, { ...(saw as Track), mark: 'saw' as const }]
    for (const narrow of [false, true]) {
      const [first] = layoutOf([{ lanes: [{ ...lane, tracks }, node('n2', [])] }], [], narrow).groups[0]?.lanes ?? []
      const [states, , burning, one, two, left] = first?.tracks ?? []
      const bottomOf = (each = { top: 0, height: 0 }) => each.top + each.height
      expect(burning?.top).toBeGreaterThanOrEqual(bottomOf(states))
      expect(one?.top).toBeGreaterThanOrEqual(bottomOf(burning))
      expect(two?.top).toBeGreaterThanOrEqual(bottomOf(one))
      expect(left?.top).toBe(one?.top)
      for (const y of first?.air ?? []) {
        expect(y).toBeGreaterThan(bottomOf(left))
        expect(y).toBeLessThan(bottomOf(first))
      }
    }
  })
})

/** The row of what is under the point where an arrow is after a share of its way, moved by some pixels. */
function rowAlong(from: number, to: number, lane: number, other: number, share: number, by = 0): number | undefined {
  const course = courseOf(box, lane, other)
  if (!course) return undefined
  const y = course.startY + (course.endY - course.startY) * share
  return hit([three], layout, axis, from + (to - from) * share + by, y, crossing)?.row
}

describe('a pointer', () => {
  test.each<readonly [name: string, row: number | undefined, place: Parameters<typeof rowAlong>]>([
    ['means the arrow that it is on, early on its way', 10, [100, 140, 1, 3, 0.1]],
    ['and late', 10, [100, 140, 1, 3, 0.9]],
    ['and one that goes up', 30, [400, 500, 3, 1, 0.3]],
    ['and one beside it', 20, [200, 260, 2, 1, 0.5, 3]],
    ['but not one further away', undefined, [200, 260, 2, 1, 0.5, 12]],
  ])('%s', (_, row, place) => expect(rowAlong(...place)).toBe(row))

  test('means the states of a lane that an arrow runs behind', () => {
    const course = courseOf(box, 3, 1)
    const y = statesOf(2).top + 5
    const x = 400 + 100 * (course ? gone(course, y) : 0)
    expect(hit([three], layout, axis, x, y, crossing)?.row).toBe(900)
  })

  test('finds nothing between lanes before arrows can be drawn', () => {
    const course = courseOf(box, 1, 3)
    expect(hit([three], layout, axis, 104, (course?.startY ?? 0) + 12, {})).toBeUndefined()
  })
})

test('the arrow of a row is found where it sets out', () => {
  expect(spotOf([three], 0, 30)).toMatchObject({ lane: 3, index: 0 })
})

describe('the head of an arrow', () => {
  const arriving: Lane[] = three.lanes.map((lane, l) => ({
    ...lane,
    tracks: lane.tracks.map((track) =>
      l === 1 && track.mark === 'arrow' ? { ...track, arrival: track.row.map((row) => row + 1000) } : track,
    ),
  }))
  const group: LaneGroup = { ...three, lanes: arriving }
  const course = courseOf(box, 1, 3)
  const at = (share: number) => {
    const y = (course?.startY ?? 0) + ((course?.endY ?? 0) - (course?.startY ?? 0)) * share
    return hit([group], layout, axis, 100 + 40 * share, y, crossing)
  }

  test('leads to the arrival, and its tail to the departure', () => {
    expect(at(0.1)).toMatchObject({ row: 10 })
    expect(at(0.1)).not.toHaveProperty('head')
    expect(at(0.9)).toMatchObject({ row: 1010, head: true })
  })

  test('is the mark of the arrival', () => {
    expect(spotOf([group], 0, 1010)).toMatchObject({ lane: 1, head: true })
    expect(spotOf([group], 0, 10)).not.toHaveProperty('head')
  })
})

describe('of many arrows', () => {
  const every = (ms: number) => Array.from({ length: Math.floor(RUN / ms) }, (_, i): Line => [i * ms, i * ms + 5])
  const busy = [strip, node('n1', [[2, ...every(2)]]), node('n2', [[1, ...every(200)]])]
  const drawn = (view: Axis) => {
    const { apart, dense } = flightsOf(
      { axis: view },
      busy,
      layoutOf([{ lanes: busy }], [], false).groups[0] as GroupBox,
    )
    return [apart, dense].map((flights) => flights.map(({ count }) => count))
  }

  test('the rare ones are drawn, and what is too many is a line along its sender', () => {
    expect(drawn(axis)).toEqual([[5], [500]])
  })

  test('all are drawn from near', () => {
    expect(drawn(axisOf(stretchOf([], RUN), { from: 0, to: 100 }, RUN))).toEqual([[1, 51], []])
  })
})

describe('of many teeth', () => {
  test('the least that was left is that of all of them', () => {
    const teeth = fc.array(fc.nat(500), { minLength: 1, maxLength: 400 })
    fc.assert(
      fc.property(teeth, fc.nat(), fc.nat(), (left, a, b) => {
        const [first, last] = [a % left.length, b % left.length].sort((x, y) => x - y) as [number, number]
        const [track] = groupOf(['', '', ['span', ...left.map((_, i): Line => [i, i + 1])]]).lanes[0]?.tracks ?? []
        const deadline = Float64Array.from(left, (ms, i) => i + 1 + ms)
        const saw: Track = { ...(track as Track), mark: 'saw', full: 500, deadline }
        expect(leastLeft(saw, first, last + 1)).toBe(Math.min(...left.slice(first, last + 1)))
      }),
    )
  })

  test('a timer that was overdue had nothing left', () => {
    const [track] = groupOf(['', '', ['span', [0, 100]]]).lanes[0]?.tracks ?? []
    expect(leastLeft({ ...(track as Track), mark: 'saw', deadline: Float64Array.of(60) }, 0, 1)).toBe(0)
  })
})

test('no time is folded in which a timer is seen to burn down', () => {
  const [lane] = groupOf(['n1', '', ['span', [0, 40_000], [60_000, 100_000]]]).lanes
  const saw: Track = { ...(lane?.tracks[0] as Track), mark: 'saw', deadline: Float64Array.of(40_000, 100_000) }
  const folded = (tracks: readonly Track[]) => foldsOf([{ lanes: [{ ...(lane as Lane), tracks }] }], 200_000)
  expect(folded([...(lane as Lane).tracks]).some(({ from }) => from < 60_000)).toBe(true)
  expect(folded([...(lane as Lane).tracks, saw]).every(({ from }) => from > 100_000)).toBe(true)
})

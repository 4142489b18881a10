// What a view shows of a track: held against looking at every mark.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Track, tones } from '../../src/lanes/lane.ts'
import { axisOf, stretchOf, type View } from '../../src/timeline/axis.ts'
import { anyLost, eachSeen, isDense, loudestTone, reaching } from '../../src/timeline/columns.ts'
import { groupOf, type Line } from '../support/lanes.ts'

const RUN = 10_000

function trackOf(...lines: readonly Line[]): Track {
  const track = groupOf(['lane', '', ['span', ...lines]]).lanes[0]?.tracks[0]
  if (!track) throw new Error('no track')
  return track
}

function seen(
  track: Track,
  view: View,
  width: number,
): { ones: number[]; piles: [first: number, end: number, x: number][] } {
  const ones: number[] = []
  const piles: [number, number, number][] = []
  const axis = axisOf(stretchOf([], RUN), view, width)
  eachSeen(track, axis, { one: (i) => ones.push(i), pile: (first, end, x) => piles.push([first, end, x]) })
  return { ones, piles }
}

describe('a view', () => {
  const track = trackOf([0, 900], [1000, 2000], [2000, 2001], [2001, 2002], [2002, 6000], [7000, 7001])

  test.each<readonly [name: string, view: View, ones: readonly number[], piles: number]>([
    ['shows each mark that has a column to itself', { from: 0, to: RUN }, [0, 1, 4, 5], 1],
    ['shows what began before it and lasts', { from: 500, to: 1500 }, [0, 1], 0],
    ['shows nothing where there is nothing', { from: 6100, to: 6900 }, [], 0],
    ['ends with its last instant', { from: 6500, to: 7000 }, [5], 0],
    ['shows apart what was a pile, once there is room', { from: 1999, to: 2003 }, [1, 2, 3, 4], 0],
  ])('%s', (_, view, ones, piles) => {
    const found = seen(track, view, 100)
    expect(found.ones).toEqual(ones)
    expect(found.piles).toHaveLength(piles)
  })

  test('names a pile by its marks and its pixel', () => {
    expect(seen(track, { from: 0, to: RUN }, 100).piles).toEqual([[2, 5, 20]])
  })
})

/** Marks of any lengths, which may lie over one another. */
const tracks = fc
  .array(fc.tuple(fc.integer({ min: 0, max: RUN }), fc.integer({ min: 0, max: 3000 }), fc.constantFrom(...tones)), {
    maxLength: 300,
  })
  .map((marks) => trackOf(...marks.map(([from, length, tone]): Line => [from, from + length, tone])))
const views = fc
  .tuple(fc.integer({ min: 0, max: RUN }), fc.integer({ min: 0, max: RUN }))
  .map(([a, b]): View => ({ from: Math.min(a, b), to: Math.max(a, b) + 4 }))

test('every mark that begins in the view is reported alone or in one pile', () => {
  fc.assert(
    fc.property(tracks, views, fc.integer({ min: 20, max: 400 }), (track, view, width) => {
      const { ones, piles } = seen(track, view, width)
      const piled = new Set(piles.flatMap(([first, end]) => Array.from({ length: end - first }, (_, i) => first + i)))
      for (let i = 0; i < track.from.length; i++) {
        const from = track.from[i] as number
        const begins = from >= view.from && from <= view.to
        if (begins) expect(piled.has(i) || ones.includes(i)).toBe(true)
        else expect(piled.has(i)).toBe(false)
      }
      expect(ones.length + piles.length).toBeLessThanOrEqual(2 * (width + 1) + 64)
    }),
  )
})

test('what lasts into the view is found, also behind longer and shorter marks', () => {
  fc.assert(
    fc.property(tracks, fc.integer({ min: 0, max: RUN }), (track, at) => {
      const end = track.from.findIndex((from) => from >= at)
      const before = end < 0 ? track.from.length : end
      const slow = Array.from({ length: before }, (_, i) => i).filter((i) => (track.to[i] as number) > at)
      if (slow.length < 64) expect(reaching(track, before, at)).toEqual(slow)
      else expect(reaching(track, before, at).length).toBeGreaterThanOrEqual(64)
    }),
  )
})

test('the tone of a pile is that of its loudest mark', () => {
  const track = trackOf([0, 1, 'healthy'], [1, 2, 'failed'], [2, 3, 'kernel'], [3, 4, 'plain'])
  const toneOf = (first: number, end: number) => tones[loudestTone(track, first, end)]
  expect([toneOf(0, 4), toneOf(2, 4), toneOf(3, 4), toneOf(0, 1)]).toEqual(['failed', 'kernel', 'plain', 'healthy'])
})

test('a pile of messages knows of a lost one', () => {
  const track = groupOf(['lane', '', ['message', [0, 1], [1, 2], [2, 3]]]).lanes[0]?.tracks[0] as Track
  track.lost[1] = 1
  expect([anyLost(track, 0, 3), anyLost(track, 2, 3)]).toEqual([true, false])
})

test('marks are dense where there is no room for their shapes', () => {
  const track = trackOf(...Array.from({ length: 100 }, (_, i): Line => [i * 100, i * 100 + 50]))
  const dense = (width: number) => isDense(track, axisOf(stretchOf([], RUN), { from: 0, to: RUN }, width))
  expect([dense(400), dense(600)]).toEqual([true, false])
})

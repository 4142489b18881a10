// What a pointer takes hold of where faults lie over one another, each of them on in some variants only.

import { describe, expect, test } from 'vitest'
import { axisOf, stretchOf } from '../../src/timeline/axis.ts'
import { FaultAim } from '../../src/timeline/faultAim.ts'
import { FaultBand, type PictureFault } from '../../src/timeline/faultBand.ts'
import { layoutOf } from '../../src/timeline/layout.ts'
import { groupOf } from '../support/lanes.ts'

const RUN = 1000
const group = groupOf(['node 1', '', ['band', [0, 1, 'fault', 'pause', 0]]])
const groups = [group, group]
const layout = layoutOf(groups, [false, false], false)
const axis = axisOf(stretchOf([], RUN), { from: 0, to: RUN }, RUN)
const under = { axis: () => axis, layout: () => layout, groups: () => groups }

const pause = (fault: number, at: number, until: number, on: readonly boolean[]): PictureFault => ({
  fault,
  lanes: ['node 1'],
  kind: 'pause',
  at,
  until,
  lasts: true,
  on,
  words: `pause ${fault}`,
})

// The first is on in A, the second, within it, in B.
const faults = [pause(0, 200, 800, [true, false]), pause(1, 300, 700, [false, true])]
const bands = groups.flatMap((_, index) => faults.map((fault) => new FaultBand(fault, index, 0)))

/** The fault that would be dragged from an instant (a pixel each) in a variant, and the one that a click there chooses. */
function takenAt(x: number, variant: number, chosen?: FaultBand) {
  const aim = new FaultAim(
    under,
    () => 'node',
    () => ({ bands, chosen }),
  )
  const { top = 0, height = 0 } = layout.groups[variant]?.lanes[0] ?? {}
  const point = { x, y: top + height - 2 }
  const place = aim.placeAt(point)
  if (!place) throw new Error('no lane is there')
  const held = aim.heldAt(point, place, false)
  return { held: held && `${held.part} ${held.band.of.fault}`, clicked: aim.bandAt(point, place)?.of.fault }
}

describe('of faults that lie over one another', () => {
  test.each([
    ['the middle', 500, 'whole'],
    ['the end of the inner one, which is off in A', 300, 'whole'],
    ['the end of the outer one', 201, 'start'],
  ])('what is on in A is taken at %s', (_, x, part) => {
    expect(takenAt(x, 0)).toEqual({ held: `${part} 0`, clicked: 0 })
  })

  test('what is on in B is taken, and the other only where that is not', () => {
    expect(takenAt(500, 1)).toEqual({ held: 'whole 1', clicked: 1 })
    expect(takenAt(201, 1)).toEqual({ held: 'start 0', clicked: 0 })
  })

  test('one that is off is not taken before it because it was chosen', () => {
    expect(takenAt(500, 0, bands[1]).held).toBe('whole 0')
    expect(takenAt(500, 1, bands[2]).held).toBe('whole 1')
  })
})

// A fault moved and stretched by hand, and what of it is under the pointer.

import { expect, test } from 'vitest'
import { type BandBox, edgeOf, heldAt, type Part, reshaped } from '../../src/timeline/faultShape.ts'

const END = 10_000
const shape = (at: number, until?: number) => ({ at, until })

test.each<readonly [name: string, of: [number, number?], part: Part, to: number, becomes: [number, number?]]>([
  ['a fault that is moved keeps its length', [1000, 3000], 'whole', 4000, [4000, 6000]],
  ['a fault may be moved so that it ends after the run', [1000, 3000], 'whole', 9000, [9000, 11_000]],
  ['nothing begins before the run', [1000, 3000], 'whole', -500, [0, 2000]],
  ['nothing begins at the end of the run', [1000, 3000], 'whole', 10_000, [9999, 11_999]],
  ['an endless fault that is moved stays endless', [1000], 'whole', 4000, [4000]],
  ['a pulled start leaves the end where it is', [1000, 3000], 'start', 2000, [2000, 3000]],
  ['a start cannot pass its end', [1000, 3000], 'start', 5000, [2999, 3000]],
  ['a start stays in the run, however late the end is', [1000, 20_000], 'start', 15_000, [9999, 20_000]],
  ['an endless fault has a start that can be pulled', [1000], 'start', 2000, [2000]],
  ['a pulled end leaves the start where it is', [1000, 3000], 'end', 5000, [1000, 5000]],
  ['an end cannot pass its start', [1000, 3000], 'end', 200, [1000, 1001]],
  ['an end that is pulled to the end of the run is none', [1000, 3000], 'end', 10_000, [1000]],
  ['an endless fault gets an end where its edge is pulled in', [1000], 'end', 8000, [1000, 8000]],
])('%s', (_, [at, until], part, to, [newAt, newUntil]) => {
  expect(reshaped(shape(at, until), part, to, END)).toEqual(shape(newAt, newUntil))
})

test.each<readonly [of: [number, number?], part: Part, edge: number]>([
  [[1000, 3000], 'whole', 1000],
  [[1000, 3000], 'start', 1000],
  [[1000, 3000], 'end', 3000],
  [[1000], 'end', END],
  [[1000, 20_000], 'end', END],
])('%j is held by its %s at %i', ([at, until], part, edge) => {
  expect(edgeOf(shape(at, until), part, END)).toBe(edge)
})

const box = (left: number, right: number, parts: Partial<BandBox> = {}): BandBox => ({
  left,
  right,
  start: true,
  end: true,
  whole: true,
  ...parts,
})

test.each<readonly [name: string, boxes: BandBox[], x: number, held: [number, Part] | undefined]>([
  ['a start can be held from outside', [box(100, 300)], 88, [0, 'start']],
  ['a start can be held from inside', [box(100, 300)], 112, [0, 'start']],
  ['between its ends a fault is held as a whole', [box(100, 300)], 113, [0, 'whole']],
  ['an end can be held from both sides', [box(100, 300)], 312, [0, 'end']],
  ['beyond its ends a fault is not held', [box(100, 300)], 313, undefined],
  ['a narrow fault can still be held as a whole', [box(100, 108)], 104, [0, 'whole']],
  ['a narrow fault has the ends that a wide one has, further out', [box(100, 108)], 80, [0, 'start']],
  ['an edge that is out of view cannot be held', [box(0, 300, { start: false })], 2, [0, 'whole']],
  ['ground that is panned is not held', [box(0, 300, { whole: false })], 150, undefined],
  ['an edge is held rather than what lies behind it', [box(0, 500), box(100, 300)], 104, [1, 'start']],
  ['of two edges the nearer', [box(0, 110), box(120, 300)], 113, [0, 'end']],
  ['of two faults the narrower', [box(0, 500), box(100, 300)], 200, [1, 'whole']],
])('%s', (_, boxes, x, held) => {
  const found = heldAt(boxes, x)
  expect(found && [found.index, found.part]).toEqual(held)
})

test('every handle is at least 24 pixels wide', () => {
  for (const width of [0, 4, 40, 400]) {
    for (const part of ['start', 'end'] as const) {
      const held = Array.from({ length: 1000 }, (_, x) => heldAt([box(300, 300 + width)], x)?.part)
      expect(held.filter((each) => each === part).length).toBeGreaterThanOrEqual(24)
    }
  }
})

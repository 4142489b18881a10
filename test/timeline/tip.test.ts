// Where a tooltip goes: by its mark, within the window, and clear of the tools of a fault.

import { expect, test } from 'vitest'
import { tipTop } from '../../src/timeline/overlay.ts'

const WINDOW = 800
const HEIGHT = 100

test.each<
  readonly [
    name: string,
    mark: [top: number, bottom: number],
    tools: [top: number, bottom: number] | undefined,
    top: number,
  ]
>([
  ['under its mark', [200, 240], undefined, 248],
  ['above its mark where the window ends', [700, 740], undefined, 592],
  ['under its mark where the tools stand above it', [200, 240], [165, 195], 248],
  ['above its mark where the tools stand under it', [200, 240], [250, 280], 92],
  ['under the tools where the window begins above', [60, 100], [110, 140], 148],
  ['above the tools where the window ends below', [700, 740], [665, 695], 557],
])('a tooltip stands %s', (_, [top, bottom], tools, at) => {
  const kept = tools && { top: tools[0], bottom: tools[1] }
  expect(tipTop({ top, bottom }, HEIGHT, WINDOW, kept)).toBe(at)
})

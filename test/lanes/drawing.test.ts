// A run of any lab is drawn in slices, so that a newer question need not wait for the picture of an older one.

import { expect, test } from 'vitest'
import { wholly } from '../../src/lanes/drawing.ts'
import { drawingOf } from '../../src/lanes/fetched.ts'
import { ordersOf } from '../../src/scenario/compile.ts'
import { run } from '../../src/sim/run.ts'
import { presetScenario } from '../support/runs.ts'

test.each(['two-dead-of-three', 'one-lost-answer', 'kip-101-two-crashes'])('%s', async (preset) => {
  const orders = ordersOf(presetScenario(preset))
  const draw = await drawingOf(orders)
  for (const order of orders) {
    const { trace } = run(order)
    const drawing = draw(trace, order)
    const slices = [...Array(trace.rows - 1).keys()].map(() => drawing.advance(1))
    expect(slices, 'no slice takes more rows than it was given').not.toContain(true)
    while (!drawing.advance(1));
    expect(drawing.finish()).toEqual(wholly(draw(trace, order)))
  }
})

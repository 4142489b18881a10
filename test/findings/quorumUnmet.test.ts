import { expect, test } from 'vitest'
import { isMet } from '../../src/findings/unmet.ts'
import { orderOf } from '../../src/scenario/compile.ts'
import type { Fault, Scenario } from '../../src/scenario/scenario.ts'
import { run } from '../../src/sim/run.ts'
import { presetScenario } from '../support/runs.ts'

const quiet = presetScenario('thousand-at-200')

/** Whether a fault of a quorum that is quiet without it was met by anything. */
const met = (fault: Omit<Fault, 'on'>) => {
  const scenario: Scenario = {
    ...quiet,
    world: { ...quiet.world, faults: [{ ...fault, on: true }] },
    variants: quiet.variants.slice(0, 1),
  }
  return isMet(run(orderOf(scenario, 0)).trace, 0)
}

test.each<[string, Omit<Fault, 'on'>, boolean | undefined]>([
  ['a message that is lost', { at: 0, kind: 'lose message', node: 1, peer: 0, message: 'Fetch' }, true],
  ['a message that nobody sends', { at: 0, kind: 'lose message', node: 1, peer: 0, message: 'Vote' }, false],
  ['a link that is cut', { at: 100, until: 800, kind: 'cut link', node: 1 }, true],
  ['a link over which nothing goes then', { at: 201, until: 202, kind: 'cut link', node: 1 }, false],
  ['a pause', { at: 100, until: 150, kind: 'pause', node: 2 }, true],
  ['a fault that begins after the run', { at: 7000, kind: 'stop', node: 2 }, undefined],
])('%s', (_, fault, expected) => {
  expect(met(fault)).toBe(expected)
})

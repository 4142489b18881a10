import { expect, test } from 'vitest'
import { plain } from '../../src/findings/prose.ts'
import { quorumWorldOf } from '../../src/findings/quorumAsked.ts'
import { quorumVerdict } from '../../src/findings/quorumVerdict.ts'
import { inNameOnly } from '../../src/findings/quorumWorking.ts'
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

test.each<[string, number, number, boolean]>([
  ['nothing is sent', 201, 297, false],
  ['an answer is lost', 690, 710, true],
])('a cut costs time without a leader only where something met it: while it lasts %s', (_, at, until, isCost) => {
  const fault: Fault = { at, until, kind: 'cut link', node: 0, on: true }
  const scenario: Scenario = {
    ...quiet,
    world: { ...quiet.world, faults: [fault] },
    variants: quiet.variants.slice(0, 1),
  }
  const world = quorumWorldOf(scenario, 0)
  if (!world) throw new Error('no quorum')
  const { trace } = run(orderOf(scenario, 0))
  expect(isMet(trace, 0)).toBe(isCost)
  expect(inNameOnly(trace, world).map(({ from, to }) => [from, to])).toEqual(isCost ? [[at, until]] : [])
  const caller = plain(quorumVerdict(trace, world).caller)
  if (!isCost) expect(caller).toBe('no election')
})

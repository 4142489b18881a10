// What is said of the variants of a question about a quorum.

import { compileQuorum } from '../scenario/compileQuorum.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Trace } from '../trace/trace.ts'
import type { Gap } from './findings.ts'
import { variantName } from './names.ts'
import { type QuorumAnswer, quorumGap } from './quorumVerdict.ts'

const known = new WeakMap<Scenario, (QuorumWorld | undefined)[]>()

/** The world that a variant's run took, undefined where it was no quorum's. */
export function quorumWorldOf(scenario: Scenario, variant: number): QuorumWorld | undefined {
  const worlds = known.get(scenario) ?? []
  known.set(scenario, worlds)
  if (!(variant in worlds)) {
    const { workload } = scenario.world
    worlds[variant] = workload.kind === 'quorum' ? compileQuorum(scenario, variant, workload) : undefined
  }
  return worlds[variant]
}

/** The variants of a question about a quorum, with their runs. */
export const quorumAnswers = (scenario: Scenario, traces: readonly Trace[]): QuorumAnswer[] =>
  traces.flatMap((trace, variant) => {
    const world = quorumWorldOf(scenario, variant)
    return world ? [{ name: variantName(scenario, variant), trace, world }] : []
  })

/** The gap between two variants, undefined where the question is about no quorum. */
export function quorumGapIn(
  scenario: Scenario,
  traces: readonly Trace[],
  first: number,
  second: number,
): Gap | undefined {
  const answers = quorumAnswers(scenario, traces)
  const [a, b] = [answers[first], answers[second]]
  return a && b && quorumGap(a, b)
}

// What is said of a run, by what its question is after.

import type { Scenario } from '../scenario/scenario.ts'
import type { Trace } from '../trace/trace.ts'
import type { Gap, Verdict } from './findings.ts'
import { gapOf } from './gap.ts'
import { quorumGapIn, quorumWorldOf } from './quorumAsked.ts'
import { quorumVerdict } from './quorumVerdict.ts'
import { recordGap, recordVerdict } from './recordVerdict.ts'
import { verdictOf } from './verdict.ts'

const produces = ({ world }: Scenario): boolean => world.workload.kind === 'produce'

/** The verdict on a variant's run. */
export function verdictIn(trace: Trace, scenario: Scenario, variant: number): Verdict {
  const quorum = scenario.lab === 'quorum' ? quorumWorldOf(scenario, variant) : undefined
  if (quorum) return quorumVerdict(trace, quorum)
  return produces(scenario) ? recordVerdict(trace) : verdictOf(trace, scenario)
}

/** The gap between two variants' runs of one scenario. */
export function gapIn(scenario: Scenario, traces: readonly Trace[], first: number, second: number): Gap {
  const quorum = scenario.lab === 'quorum' ? quorumGapIn(scenario, traces, first, second) : undefined
  if (quorum) return quorum
  return produces(scenario) ? recordGap(scenario, traces, first, second) : gapOf(scenario, traces, first, second)
}

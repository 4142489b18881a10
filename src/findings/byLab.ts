// What is said of a run, by what its question is after.

import type { Scenario } from '../scenario/scenario.ts'
import type { Trace } from '../trace/trace.ts'
import type { Gap, Verdict } from './findings.ts'
import { gapOf } from './gap.ts'
import { recordGap, recordVerdict } from './recordVerdict.ts'
import { verdictOf } from './verdict.ts'

const produces = ({ world }: Scenario): boolean => world.workload.kind === 'produce'

/** The verdict on one variant's run. */
export const verdictIn = (trace: Trace, scenario: Scenario): Verdict =>
  produces(scenario) ? recordVerdict(trace) : verdictOf(trace, scenario)

/** The gap between two variants' runs of one scenario. */
export const gapIn = (scenario: Scenario, traces: readonly Trace[], first: number, second: number): Gap =>
  produces(scenario) ? recordGap(scenario, traces, first, second) : gapOf(scenario, traces, first, second)

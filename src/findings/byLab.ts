// What is said of a run, by what its question is after.

import type { Scenario } from '../scenario/scenario.ts'
import type { Trace } from '../trace/trace.ts'
import { callGap, callVerdict } from './callVerdict.ts'
import type { Gap, Verdict } from './findings.ts'
import { gapOf } from './gap.ts'
import { gapOfRecords, verdictOfRecords } from './ofRecords.ts'
import { partitionGap, partitionVerdict } from './partitionVerdict.ts'
import { quorumGapIn, quorumWorldOf } from './quorumAsked.ts'
import { quorumVerdict } from './quorumVerdict.ts'
import { settingInForce } from './settingInForce.ts'
import { verdictOf } from './verdict.ts'

/** The verdict on a variant's run. */
export function verdictIn(trace: Trace, scenario: Scenario, variant: number): Verdict {
  const { workload } = scenario.world
  if (workload.kind === 'replication') return partitionVerdict(scenario, variant, trace)
  const quorum = workload.kind === 'quorum' ? quorumWorldOf(scenario, variant) : undefined
  if (quorum) return quorumVerdict(trace, quorum)
  if ('known' in workload) return callVerdict(trace)
  return workload.kind === 'produce' ? verdictOfRecords(trace, scenario) : verdictOf(trace, scenario)
}

/** The gap between two variants' runs of one scenario. */
export function gapIn(scenario: Scenario, traces: readonly Trace[], first: number, second: number): Gap {
  const { workload } = scenario.world
  if (workload.kind === 'replication') return partitionGap(scenario, traces, first, second)
  const quorum = workload.kind === 'quorum' ? quorumGapIn(scenario, traces, first, second) : undefined
  if (quorum) return quorum
  if ('known' in workload) return callGap(scenario, traces, first, second)
  if (workload.kind === 'produce') return gapOfRecords(scenario, traces, first, second)
  return gapOf(scenario, traces, first, second, settingInForce)
}

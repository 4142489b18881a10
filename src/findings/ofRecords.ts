// What is said of a run of records: of the records, or where they may fill buffer.memory, of send() itself.

import type { Scenario } from '../scenario/scenario.ts'
import { asksOfSends } from '../scenario/sends.ts'
import type { Trace } from '../trace/trace.ts'
import type { Gap, Verdict } from './findings.ts'
import { recordGap, recordVerdict } from './recordVerdict.ts'
import { sendGap, sendVerdict } from './sendVerdict.ts'

/** The verdict on a producer's run. */
export const verdictOfRecords = (trace: Trace, scenario: Scenario): Verdict =>
  asksOfSends(scenario) ? sendVerdict(trace) : recordVerdict(trace)

/** The gap between two variants' runs of one scenario. */
export const gapOfRecords = (scenario: Scenario, traces: readonly Trace[], first: number, second: number): Gap =>
  asksOfSends(scenario) ? sendGap(scenario, traces, first, second) : recordGap(scenario, traces, first, second)

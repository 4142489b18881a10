// What follows from a run of quorums, worked out when it is first asked for and remembered with the run.

import { quorumAnswers, quorumGapIn, quorumWorldOf } from '../findings/quorumAsked.ts'
import { quorumVerdict } from '../findings/quorumVerdict.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { between, perRun } from './perRun.ts'

/** The world of each variant. */
export const worldsOf = perRun(({ scenario }): readonly (QuorumWorld | undefined)[] =>
  scenario.variants.map((_, variant) => quorumWorldOf(scenario, variant)),
)

/** The verdict on each variant. */
export const quorumVerdicts = perRun(({ answers, scenario }) =>
  quorumAnswers(
    scenario,
    answers.map(({ trace }) => trace),
  ).map(({ trace, world }) => quorumVerdict(trace, world)),
)

/** The gap between each variant and the next. */
export const quorumGaps = perRun(({ answers, scenario }) =>
  between(answers, (traces, i) => quorumGapIn(scenario, traces, i, i + 1)),
)

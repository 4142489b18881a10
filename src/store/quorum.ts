// What follows from a run of quorums, worked out when it is first asked for and remembered with the run.

import { quorumWorldOf } from '../findings/quorumAsked.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { perRun } from './perRun.ts'

/** The world of each variant. */
export const worldsOf = perRun(({ scenario }): readonly (QuorumWorld | undefined)[] =>
  scenario.variants.map((_, variant) => quorumWorldOf(scenario, variant)),
)

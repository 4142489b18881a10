// How instants are told: to the millisecond, or of a partition, whose steps take no time, by their steps.

import { brief } from '../base/brief.ts'
import { grouped } from '../base/grouped.ts'
import { stepName, stepOfInstant } from '../findings/partitionRun.ts'
import { STEP } from '../scenario/partitionWorld.ts'
import type { Scenario } from '../scenario/scenario.ts'

type Asked = Pick<Scenario, 'lab' | 'until'> | undefined

/** True where a run is counted in steps. */
export const isByStep = <T extends Pick<Scenario, 'lab'>>(asked: T | undefined): asked is T =>
  asked?.lab === 'replication'

/** The last step at an instant: `step 4`, `the start`. Behind the last one of a run there is room, and no other step. */
const atStep = (at: number, until: number): string => stepName(stepOfInstant(Math.min(at, until - STEP)))

/** How long a run is: `150 s`; of steps, the last one. */
export const lengthInShort = (asked: Asked, until: number): string =>
  isByStep(asked) ? atStep(until, until) : brief(until)

/** `10 047 ms`, `step 4`. */
export const instantExactly = (asked: Asked, at: number): string =>
  isByStep(asked) ? atStep(at, asked.until) : `${grouped(at)} ms`

/** `10.05 s`, `step 4`. */
export const instantInShort = (asked: Asked, at: number): string =>
  isByStep(asked) ? atStep(at, asked.until) : brief(at)

/** `10.047 s`, `step 4`: figures that stand still while they run. */
export const instantOnClock = (asked: Asked, at: number): string =>
  isByStep(asked) ? atStep(at, asked.until) : `${grouped(at / 1000, 3)} s`

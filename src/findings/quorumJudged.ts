// What of a quorum's run is a judgement: which elections were needless, when a leader led in name only, and what to see first.

import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import type { Trace } from '../trace/trace.ts'
import { electionsOf } from './quorumElections.ts'
import { type Opens, opensAt } from './quorumOpens.ts'
import { type InName, inNameOnly } from './quorumWorking.ts'

/** A stretch of the picture. `row`: what it leads to. */
type Stretch = { readonly from: number; readonly to: number; readonly row: number }

/** Needless elections from what set each off to who won it, leaders in name only, and where the run opens. */
export function judgedOf(
  trace: Trace,
  world: QuorumWorld,
): { readonly needless: readonly Stretch[]; readonly inNameOnly: readonly InName[]; readonly opens: Opens } {
  const needless = electionsOf(trace, world)
    .filter(({ need }) => need === 'needless')
    .map(({ trigger, at, won, row }) => ({ from: trigger.at, to: won?.at ?? at, row }))
  return { needless, inNameOnly: inNameOnly(trace, world), opens: opensAt(trace, world) }
}

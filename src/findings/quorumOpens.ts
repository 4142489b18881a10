// What of a quorum's run a reader should see first: what tells most, and the part of the run that shows how it came about.

import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import * as kind from '../trace/quorumKinds.ts'
import { armedByOf, atOf, kindOf, subjectOf, type Trace } from '../trace/trace.ts'
import { quorumRun } from './quorum.ts'
import { electionsOf, fetchTimeouts } from './quorumElections.ts'
import { quorumHeadline } from './quorumHeadline.ts'
import { spinOf } from './quorumSpin.ts'
import { withoutWorkingLeader } from './quorumWorking.ts'

/** `rank`: of several variants that with the highest comes first. `row`, at `at`: what to see; `from` to `to`: what shows it. */
export type Opens = {
  readonly rank: number
  readonly row: number
  readonly at: number
  readonly from: number
  readonly to: number
}

/** Where a run opens. */
export function opensAt(trace: Trace, world: QuorumWorld): Opens {
  const [rank, row, from, to] = telling(trace, world)
  const pad = Math.max(Math.round((to - from) * PAD), 3 * world.latency)
  return { rank, row, at: atOf(trace, row), from: Math.max(from - pad, 0), to: Math.min(to + pad, trace.until) }
}

/** So much more is shown on either side of an event. */
const PAD = 0.15

type Telling = readonly [rank: number, row: number, from: number, to: number]

/**
 * The first needless election that asked anybody, from the timer that set it off to a leader, and where nobody won it all of the time without
 * one; else the first time without a leader, the
 * first fetch timer that ran out, a thread that spins, or the tightest moment.
 */
function telling(trace: Trace, world: QuorumWorld): Telling {
  const { voted } = quorumRun(trace)
  const needless = electionsOf(trace, world).find(({ need, epoch }) => need === 'needless' && voted.has(epoch))
  if (needless) {
    const { trigger, won, at, old } = needless
    if (won) return [LOST, trigger.row, armedAt(trace, trigger.row), won.at]
    // Who is deposed for an epoch that nobody wins is missed for longer than it took to come to that.
    const missed = withoutWorkingLeader(trace, world).find(({ from }) => from === old?.to)
    if (missed) return [LOST, trigger.row, trigger.at, missed.to]
    return [LOST, trigger.row, armedAt(trace, trigger.row), leaderFrom(trace, world, at)]
  }
  const headline = quorumHeadline(trace, world)
  if (headline.of === 'margin') return spinning(trace) ?? tightest(trace, headline.reset.row)
  const [gap] = withoutWorkingLeader(trace, world).filter(({ row }) => row >= 0 && atOf(trace, row) > 0)
  if (gap) return [LOST, gap.row, gap.from, gap.to]
  const [timeout] = fetchTimeouts(trace)
  if (!timeout) return [LOST, 0, 0, trace.until]
  const isWithout = withoutWorkingLeader(trace, world).length > 0
  return [isWithout ? LOST : VAIN, timeout.row, armedAt(trace, timeout.row), leaderFrom(trace, world, timeout.to)]
}

const LOST = 3
const VAIN = 2
const SPINS = 1
const MARGIN = 0

/** When a leader works from an instant on, at the latest at the end. */
const leaderFrom = (trace: Trace, world: QuorumWorld, at: number): number =>
  withoutWorkingLeader(trace, world).find(({ from, to }) => from <= at && at < to)?.to ?? at

function armedAt(trace: Trace, row: number): number {
  const armedBy = armedByOf(trace, row)
  return atOf(trace, armedBy < 0 ? row : armedBy)
}

function spinning(trace: Trace): Telling | undefined {
  for (let row = 0; row < trace.rows; row++) {
    if (kindOf(trace, row) !== kind.SPIN) continue
    const { inFlight = -1, until = trace.until } = spinOf(trace, row) ?? {}
    return [SPINS, row, inFlight < 0 ? atOf(trace, row) : atOf(trace, inFlight), until]
  }
  return undefined
}

/** From the reset before to that with the least time left. */
function tightest(trace: Trace, row: number): Telling {
  for (let before = row - 1; before >= 0; before--)
    if (kindOf(trace, before) === kind.FETCH_TIMER && subjectOf(trace, before) === subjectOf(trace, row))
      return [MARGIN, row, atOf(trace, before), atOf(trace, row)]
  return [MARGIN, row, 0, atOf(trace, row)]
}

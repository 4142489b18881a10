// When a quorum had a leader that could work: who holds itself for leader while it is paused, stopped, or cut off from a majority leads
// nobody. Told from the world and not from what the leader knows; a needless election is one that such a leader was replaced by.

import { countUpTo } from '../base/search.ts'
import type { Cut, QuorumWorld } from '../scenario/quorumWorld.ts'
import { FAULT, HEALED } from '../trace/kinds.ts'
import { HAPPENED } from '../trace/quorumKinds.ts'
import { atOf, firstRowFrom, kindOf, type Trace } from '../trace/trace.ts'
import { lengthOf, outAt, type QuorumRun, quorumRun, reignsOf, type Stay, type Stretch, stretchesOf } from './quorum.ts'

/** A leader's links to a majority of the voters are open both ways, itself included; to one that does not run no link is. */
export function isOpenToMajority(run: QuorumRun, world: QuorumWorld, leader: number, at: number): boolean {
  const { voters } = world
  const cuts = cutsOf(world)
  const isCut = (from: number, to: number): boolean =>
    cuts
      .get(from)
      ?.get(to)
      ?.some((cut) => cut.at <= at && at < cut.until) ?? false
  const open = voters.filter(
    (voter) =>
      voter === leader || (outAt(run, voter, at) !== 'stopped' && !isCut(leader, voter) && !isCut(voter, leader)),
  )
  return open.length > voters.length / 2
}

type CutsByWay = ReadonlyMap<number, ReadonlyMap<number, readonly Cut[]>>

const knownCuts = new WeakMap<QuorumWorld, CutsByWay>()

/** The cuts of a world by the way that they cut: by sender, then by receiver. */
function cutsOf(world: QuorumWorld): CutsByWay {
  const found = knownCuts.get(world) ?? byWay(world.cuts)
  knownCuts.set(world, found)
  return found
}

function byWay(cuts: readonly Cut[]): CutsByWay {
  const ways = new Map<number, Map<number, Cut[]>>()
  for (const cut of cuts) {
    const from = ways.get(cut.from) ?? new Map<number, Cut[]>()
    ways.set(cut.from, from)
    from.set(cut.to, [...(from.get(cut.to) ?? []), cut])
  }
  return ways
}

const known = new WeakMap<Trace, readonly Stretch[]>()

/** The stretches in which no leader worked: none there was, or it was paused, stopped, or cut off from a majority in either direction. */
export function withoutWorkingLeader(trace: Trace, world: QuorumWorld): readonly Stretch[] {
  const found = known.get(trace) ?? read(trace, world)
  known.set(trace, found)
  return found
}

/** How long no leader worked in a run, in ms. */
export const leaderless = (trace: Trace, world: QuorumWorld): number => lengthOf(withoutWorkingLeader(trace, world))

/** A stretch of a reign, with what began and what ended it. */
type Turn = Pick<Stay, 'at' | 'row' | 'to' | 'endRow'>

function read(trace: Trace, world: QuorumWorld): readonly Stretch[] {
  const run = quorumRun(trace)
  const able = abilities(trace, run, world)
  return stretchesOf(
    trace,
    reignsOf(run).flatMap((reign) => within(reign, able(reign.node))),
  ).none
}

/** When each node could lead if it were leader. It changes only when the world does: a process starts or stops, a cut begins or ends. */
function abilities(trace: Trace, run: QuorumRun, world: QuorumWorld): (node: number) => readonly Turn[] {
  const starts = new Map(run.stays.toReversed().map(({ node, at }) => [node, at]))
  const instants = [
    ...run.outs.flatMap(({ at, to }) => [at, to]),
    ...world.cuts.flatMap(({ at, until }) => [at, until]),
    ...starts.values(),
  ].filter((at) => at > 0 && at < trace.until)
  const turns = [0, ...new Set(instants.sort((a, b) => a - b))].map((at) => ({ at, row: rowAt(trace, at) }))
  const stretches = turns.map(({ at, row }, i): Turn => {
    const next = turns[i + 1]
    return { at, row, to: next?.at ?? trace.until, endRow: next?.row ?? -1 }
  })
  const byNode = new Map<number, readonly Turn[]>()
  return (node) => {
    const own =
      byNode.get(node) ??
      stretches.filter(({ at }) => outAt(run, node, at) === undefined && isOpenToMajority(run, world, node, at))
    byNode.set(node, own)
    return own
  }
}

/** What changed the world at an instant. */
function rowAt(trace: Trace, at: number): number {
  for (let row = firstRowFrom(trace, at); row < trace.rows && atOf(trace, row) === at; row++)
    if ([FAULT, HEALED, HAPPENED].includes(kindOf(trace, row))) return row
  return -1
}

/** The parts of a reign that lie in some stretches, which ascend. */
function within(reign: Stay, stretches: readonly Turn[]): Turn[] {
  const parts: Turn[] = []
  for (let i = countUpTo(stretches, reign.at, ({ to }) => to); i < stretches.length; i++) {
    const stretch = stretches[i] as Turn
    if (stretch.at >= reign.to) break
    const [first, last] = [stretch.at > reign.at ? stretch : reign, stretch.to < reign.to ? stretch : reign]
    if (first.at < last.to) parts.push({ at: first.at, row: first.row, to: last.to, endRow: last.endRow })
  }
  return parts
}

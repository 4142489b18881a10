// When a quorum had a leader that could work: who holds itself for leader while it is paused, stopped, or cut off from a majority leads
// nobody. Told from the world and not from what the leader knows; a needless election is one that such a leader was replaced by.

import { countUpTo } from '../base/search.ts'
import type { Cut, QuorumWorld } from '../scenario/quorumWorld.ts'
import { FAULT, HEALED } from '../trace/kinds.ts'
import { HAPPENED } from '../trace/quorumKinds.ts'
import { atOf, firstRowFrom, kindOf, type Trace } from '../trace/trace.ts'
import { lengthOf, outAt, type QuorumRun, quorumRun, reignsOf, type Stay, type Stretch, stretchesOf } from './quorum.ts'
import { isMet } from './unmet.ts'

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

/** A stretch in which a leader could lead nobody. `row`: what began it, -1: it began with the run. */
export type InName = {
  readonly node: number
  readonly from: number
  readonly to: number
  readonly row: number
  readonly why: 'paused' | 'stopped' | 'cut off'
}

type Work = ReturnType<typeof stretchesOf> & { readonly inName: readonly InName[] }

const known = new WeakMap<Trace, Work>()

function workOf(trace: Trace, world: QuorumWorld): Work {
  const found = known.get(trace) ?? read(trace, world)
  known.set(trace, found)
  return found
}

/** The stretches in which no leader worked: none there was, or it was paused, stopped, or cut off from a majority by a cut that something met. */
export const withoutWorkingLeader = (trace: Trace, world: QuorumWorld): readonly Stretch[] => workOf(trace, world).none

/** The stretches in which several leaders worked at once. */
export const severalWorking = (trace: Trace, world: QuorumWorld): readonly Stretch[] => workOf(trace, world).several

/** The stretches in which a node took itself for the leader and could lead nobody. */
export const inNameOnly = (trace: Trace, world: QuorumWorld): readonly InName[] => workOf(trace, world).inName

/** How long no leader worked in a run, in ms. */
export const leaderless = (trace: Trace, world: QuorumWorld): number => lengthOf(withoutWorkingLeader(trace, world))

/** A stretch of a reign, with what began and what ended it. */
type Turn = Pick<Stay, 'at' | 'row' | 'to' | 'endRow'>
/** And why its node could not lead then, undefined: it could. */
type Ability = Turn & { readonly why: InName['why'] | undefined }

function read(trace: Trace, world: QuorumWorld): Work {
  const run = quorumRun(trace)
  const abilities = abilitiesOf(trace, run, withMetCuts(trace, world))
  const worked: Turn[] = []
  const inName: InName[] = []
  for (const reign of reignsOf(run))
    for (const { why, at, to, row, endRow } of within(reign, abilities(reign.node))) {
      if (why === undefined) worked.push({ at, to, row, endRow })
      else addTo(inName, { node: reign.node, from: at, to, row, why })
    }
  return { ...stretchesOf(trace, worked), inName }
}

/** A cut that no message ran into cost nobody anything: only those count that something met. */
const withMetCuts = (trace: Trace, world: QuorumWorld): QuorumWorld => ({
  ...world,
  cuts: world.cuts.filter(({ fault }) => isMet(trace, fault) !== false),
})

/** Of several stretches that follow one another for one reason, one is made. */
function addTo(inName: InName[], next: InName): void {
  const last = inName.at(-1)
  const goesOn = last && last.node === next.node && last.to === next.from && last.why === next.why
  if (goesOn) inName[inName.length - 1] = { ...last, to: next.to }
  else inName.push(next)
}

/** When each node could lead if it were leader, and why not else. It changes only when the world does: a process starts or stops, a cut begins or ends. */
function abilitiesOf(trace: Trace, run: QuorumRun, world: QuorumWorld): (node: number) => readonly Ability[] {
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
  const byNode = new Map<number, readonly Ability[]>()
  return (node) => {
    const own = byNode.get(node) ?? stretches.map((turn) => ({ ...turn, why: whyNot(run, world, node, turn.at) }))
    byNode.set(node, own)
    return own
  }
}

/** Why a node could lead nobody at an instant, undefined: it could. */
const whyNot = (run: QuorumRun, world: QuorumWorld, node: number, at: number): InName['why'] | undefined =>
  outAt(run, node, at) ?? (isOpenToMajority(run, world, node, at) ? undefined : 'cut off')

/** What changed the world at an instant. */
function rowAt(trace: Trace, at: number): number {
  for (let row = firstRowFrom(trace, at); row < trace.rows && atOf(trace, row) === at; row++)
    if ([FAULT, HEALED, HAPPENED].includes(kindOf(trace, row))) return row
  return -1
}

/** The parts of a reign that lie in some stretches, which ascend. */
function within(reign: Stay, stretches: readonly Ability[]): Ability[] {
  const parts: Ability[] = []
  for (let i = countUpTo(stretches, reign.at, ({ to }) => to); i < stretches.length; i++) {
    const stretch = stretches[i] as Ability
    if (stretch.at >= reign.to) break
    const [first, last] = [stretch.at > reign.at ? stretch : reign, stretch.to < reign.to ? stretch : reign]
    if (first.at < last.to)
      parts.push({ at: first.at, row: first.row, to: last.to, endRow: last.endRow, why: stretch.why })
  }
  return parts
}

// The elections of a quorum's run: what set each off, who won it, and whether it was needless.

import { lowerBound } from '../base/search.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import * as kind from '../trace/quorumKinds.ts'
import { fieldOf, kindOf, type Trace } from '../trace/trace.ts'
import { exact, wordAt } from './names.ts'
import { outAt, type QuorumRun, quorumRun, reignsOf, type Stay, stayBefore } from './quorum.ts'
import { named } from './quorumMessages.ts'
import { type StateTimer, shortenedBy, timerBehind } from './quorumRows.ts'
import { isOpenToMajority } from './quorumWorking.ts'

/** What ran out, or was done, so that somebody stood for election. */
export type Trigger = {
  readonly by: StateTimer | 'resignation' | 'start'
  /** Whose timer it was, or who resigned; and the row at which that was so. */
  readonly node: number
  readonly row: number
  readonly at: number
}

/**
 * Why an election was needed, or that it was not. Of a leader that was in office no more when the timer fired: resigned, as asked; gave up,
 * by its check-quorum; deposed, by a higher epoch.
 */
export type Need = 'needless' | 'resigned' | 'gave up' | 'deposed' | 'paused' | 'stopped' | 'cut off' | 'no leader'

/** An epoch that somebody stood for. Who else stood for it is no election of his own; a round of pre-votes that comes to nothing is none. */
export type Election = {
  readonly epoch: number
  /** Who stood for it first. */
  readonly node: number
  readonly row: number
  readonly at: number
  readonly trigger: Trigger
  /** Who won it, undefined: nobody did within the run. */
  readonly won: Stay | undefined
  /** The leader that it was to replace, undefined: there had been none. */
  readonly old: Stay | undefined
  readonly need: Need
  /** Some other node came to this epoch. Who is cut off stands alone, and deposes nobody. */
  readonly isHeard: boolean
}

const known = new WeakMap<Trace, readonly Election[]>()

/** The elections of a run, by the epochs that were stood for. `world`: always the same for one run. */
export function electionsOf(trace: Trace, world: QuorumWorld): readonly Election[] {
  const found = known.get(trace) ?? readElections(trace, world)
  known.set(trace, found)
  return found
}

function readElections(trace: Trace, world: QuorumWorld): Election[] {
  const run = quorumRun(trace)
  const reigns = reignsOf(run)
  const reignRows = reigns.map(({ row }) => row)
  const won = new Map(reigns.map((reign) => [reign.epoch, reign]))
  const elections = new Map<number, Election>()
  const heard = epochsHeardOf(run)
  for (const stay of run.stays) {
    const { epoch, node, row, at, role } = stay
    if (role !== 'Candidate' || elections.has(epoch)) continue
    const fired = firedBy(trace, run, stay)
    const old = reigns[lowerBound(reignRows, fired.row) - 1]
    const trigger = old ? resignationOf(trace, old, fired) : fired
    const need = needOf(trace, run, world, old, fired)
    const isHeard = heard.has(epoch)
    elections.set(epoch, { epoch, node, row, at, trigger, won: won.get(epoch), old, need, isHeard })
  }
  return [...elections.values()]
}

/** The epochs that anybody heard of but who stood for them: by a Vote, or as one came to them otherwise. */
function epochsHeardOf({ stays, voted }: QuorumRun): ReadonlySet<number> {
  const others = stays.filter(({ epoch, before, role }) => role !== 'Candidate' && before?.epoch !== epoch)
  return new Set([...voted, ...others.map(({ epoch }) => epoch)])
}

/** The timer that made a node stand, through the pre-votes that it took. */
function firedBy(trace: Trace, run: QuorumRun, stay: Stay): Trigger {
  for (let each: Stay | undefined = stay; each; each = each.before) {
    const trigger = triggerOf(trace, run, each)
    if (trigger) return trigger
    if (each.before?.role !== 'Prospective') break
  }
  return { by: 'start', node: stay.node, row: stay.row, at: stay.at }
}

function triggerOf(trace: Trace, run: QuorumRun, { node, row, at }: Stay): Trigger | undefined {
  const by = timerBehind(trace, row)
  if (by === undefined) return undefined
  const end = by === 'fetch timer' ? shortenedBy(trace, row) : -1
  if (end >= 0) {
    const sender = fieldOf(trace, end, 1)
    let resigned = stayBefore(run, sender, row)
    while (resigned && resigned.role !== 'Resigned') resigned = resigned.before
    if (resigned) return { by: 'resignation', node: sender, row: resigned.row, at: resigned.at }
  }
  return { by, node, row, at }
}

/** A leader that had resigned before a timer fired is what set an election off: as asked, or by check-quorum. */
function resignationOf(trace: Trace, old: Stay, fired: Trigger): Trigger {
  const { endRow, node, to } = old
  const resigned = endRow >= 0 && endRow <= fired.row && isResignation(trace, endRow)
  if (!resigned) return fired
  const isCheck = timerBehind(trace, endRow) === 'check-quorum'
  return { by: isCheck ? 'check-quorum' : 'resignation', node, row: endRow, at: to }
}

const isResignation = (trace: Trace, row: number): boolean =>
  kindOf(trace, row) === kind.ROLE && wordAt(trace, row, 1) === 'Resigned'

/**
 * Needless: when the timer fired, a leader was in office, was running, not paused, and had both directions open to a majority of voters. What
 * follows to replace one that has resigned or was deposed mends that, whatever had brought it about.
 */
function needOf(trace: Trace, run: QuorumRun, world: QuorumWorld, old: Stay | undefined, { row, at }: Trigger): Need {
  if (!old) return 'no leader'
  const out = outAt(run, old.node, at)
  if (out) return out
  if (old.endRow >= 0 && old.endRow <= row) return leftBy(trace, old.endRow)
  return isOpenToMajority(run, world, old.node, at) ? 'needless' : 'cut off'
}

/** How a leader that runs on left its office. */
function leftBy(trace: Trace, row: number): Need {
  if (!isResignation(trace, row)) return 'deposed'
  return timerBehind(trace, row) === 'check-quorum' ? 'gave up' : 'resigned'
}

/** Epochs above the first one that nobody led in. */
export function epochsBurnt(trace: Trace): number {
  const run = quorumRun(trace)
  const first = run.stays[0]?.epoch ?? 0
  const last = run.stays.reduce((most, { epoch }) => Math.max(most, epoch), first)
  const led = new Set(reignsOf(run).map(({ epoch }) => epoch))
  let burnt = 0
  for (let epoch = first + 1; epoch <= last; epoch++) if (!led.has(epoch)) burnt++
  return burnt
}

/** Rounds of pre-votes that came to nothing: the epoch stayed, and so did the leader. */
export const vainPreVotes = (trace: Trace): readonly Stay[] =>
  quorumRun(trace).stays.filter(
    ({ before, role, epoch }) =>
      before?.role === 'Prospective' && role !== 'Prospective' && role !== 'Candidate' && epoch === before.epoch,
  )

const timeouts = new WeakMap<Trace, readonly Stay[]>()

/** The rows at which a voter's fetch timer ran out, that no resignation had shortened. They are looked for once a run. */
export function fetchTimeouts(trace: Trace): readonly Stay[] {
  const isTimeout = ({ row }: Stay): boolean => timerBehind(trace, row) === 'fetch timer' && shortenedBy(trace, row) < 0
  const found = timeouts.get(trace) ?? quorumRun(trace).stays.filter(isTimeout)
  timeouts.set(trace, found)
  return found
}

/** Why an election was needless, or was not. */
export function electionSaid(trace: Trace, election: Election): string {
  const { need, old, isHeard, node } = election
  const leader = old ? named(trace, old.node) : ''
  const fired = `when the timer fired, at ${exact(election.trigger.at)}`
  const left = old ? ` at ${exact(old.to)}` : ''
  switch (need) {
    case 'needless':
      return `needless: ${leader} led, was running and reachable ${fired}${isHeard ? '' : `; nobody heard of it but ${named(trace, node)}`}`
    case 'resigned':
      return `${leader} had resigned${left}, as asked`
    case 'gave up':
      return `to replace ${leader}, which its check-quorum had made resign${left}`
    case 'deposed':
      return `to repair: ${leader} had stepped down${left}, and nobody led`
    case 'paused':
      return `${leader} was paused ${fired}`
    case 'stopped':
      return `${leader} did not run ${fired}`
    case 'cut off':
      return `${leader} was cut off from a majority ${fired}`
    case 'no leader':
      return 'there had been no leader'
  }
}

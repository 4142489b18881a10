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

/** Why an election was needed, or that it was not. */
export type Need = 'needless' | 'resigned' | 'paused' | 'stopped' | 'cut off' | 'no leader'

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
  for (const stay of run.stays) {
    const { epoch, node, row, at, role } = stay
    if (role !== 'Candidate' || elections.has(epoch)) continue
    const fired = firedBy(trace, run, stay)
    const old = reigns[lowerBound(reignRows, fired.row) - 1]
    const trigger = old ? resignationOf(trace, old, fired) : fired
    const need = needOf(run, world, old, trigger)
    elections.set(epoch, { epoch, node, row, at, trigger, won: won.get(epoch), old, need })
  }
  return [...elections.values()]
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
 * Needless: when the timer fired, the old leader was running, not paused, and had both directions open to a majority of voters. Who resigned
 * as asked wanted another leader.
 */
function needOf(run: QuorumRun, world: QuorumWorld, old: Stay | undefined, { by, at }: Trigger): Need {
  if (!old) return 'no leader'
  if (by === 'resignation') return 'resigned'
  const out = outAt(run, old.node, at)
  if (out) return out
  return isOpenToMajority(run, world, old.node, at) ? 'needless' : 'cut off'
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
  const { need, old } = election
  const leader = old ? named(trace, old.node) : ''
  switch (need) {
    case 'needless':
      return `needless: ${leader} was running and reachable when the timer fired, at ${exact(election.trigger.at)}`
    case 'resigned':
      return `${leader} had resigned, as asked`
    case 'paused':
      return `${leader} was paused when the timer fired, at ${exact(election.trigger.at)}`
    case 'stopped':
      return `${leader} did not run when the timer fired, at ${exact(election.trigger.at)}`
    case 'cut off':
      return `${leader} was cut off from a majority when the timer fired, at ${exact(election.trigger.at)}`
    case 'no leader':
      return 'there had been no leader'
  }
}

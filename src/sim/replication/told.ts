// A state as it is told: plain data for the page and recordings, one line of text for digests.

import { letterOf } from '../../base/letter.ts'
import { has, lettersOf, membersOf, NOBODY } from './broker.ts'
import { endOf, idAt } from './log.ts'
import { epochOfRecord, type State } from './state.ts'

/** A state in words; sets of brokers are letters. Lists by broker are in the order A, B, C. */
export type ToldState = {
  readonly epoch: number
  readonly leader: string | undefined
  /** In the order of joining where elections go by it. */
  readonly isr: string
  readonly elr: string
  readonly lastKnown: string | undefined
  /** Whom the controller takes for live. */
  readonly live: string
  readonly up: string
  /** Records from offset 0 on. */
  readonly logs: readonly (readonly { readonly id: number; readonly epoch: number }[])[]
  readonly highWatermarks: readonly number[]
  /** The follower positions that the leader knows, -1 unknown. */
  readonly remoteEnds: readonly number[]
  readonly epochStart: number
  /** The id of the next record. */
  readonly next: number
  readonly acked: readonly number[]
  readonly seen: readonly number[]
  readonly used: { readonly crashes: number; readonly slowDrops: number; readonly preferredMoves: number }
  /** Followers that asked for the end of their epoch since the leader changed (KIP-101). */
  readonly epochDone: string
  readonly repairing: boolean
}

const BROKERS = [0, 1, 2]

/** The ids of a set of bits. */
export const idsIn = (set: number): number[] => [0, 1, 2, 3, 4, 5].filter((id) => has(set, id))

const nameOf = (broker: number): string | undefined => (broker === NOBODY ? undefined : letterOf(broker))

/** The ISR as letters: by seniority where it is kept, else by name. */
const inSyncOf = (s: State): string =>
  s.seniority === 0 ? lettersOf(s.isr) : membersOf(s.seniority).map(letterOf).join('')

export function told(s: State): ToldState {
  return {
    epoch: s.epoch,
    leader: nameOf(s.leader),
    isr: inSyncOf(s),
    elr: lettersOf(s.elr),
    lastKnown: nameOf(s.lastKnown),
    live: lettersOf(s.live),
    up: lettersOf(s.up),
    logs: BROKERS.map((b) => recordsOf(s, b)),
    highWatermarks: [...s.hw],
    remoteEnds: [...s.remoteEnd],
    epochStart: s.epochStart,
    next: s.next,
    acked: idsIn(s.acked),
    seen: idsIn(s.seen),
    used: { crashes: s.crashes, slowDrops: s.slowDrops, preferredMoves: s.moves },
    epochDone: lettersOf(s.asked),
    repairing: s.repairing === 1,
  }
}

function recordsOf(s: State, b: number): { id: number; epoch: number }[] {
  const log = s.log[b] as number
  return Array.from({ length: endOf(log) }, (_, offset) => {
    const id = idAt(log, offset)
    return { id, epoch: epochOfRecord(s, id) }
  })
}

const SETS = Array.from({ length: 8 }, (_, set) => lettersOf(set))
const IDS = Array.from({ length: 64 }, (_, set) => idsIn(set).join(','))

/** One line for a state, equal for equal states; digests are over it. */
export function lineOf(s: State, tracksSeen: boolean): string {
  const { hw, remoteEnd } = s
  const line = `${s.epoch}|${nameOf(s.leader) ?? ''}|${inSyncOf(s)}|${SETS[s.elr]}|${nameOf(s.lastKnown) ?? ''}|${SETS[s.live]}|${SETS[s.up]}|${logLine(s, 0)}|${logLine(s, 1)}|${logLine(s, 2)}|${hw[0]},${hw[1]},${hw[2]}|${remoteEnd[0]},${remoteEnd[1]},${remoteEnd[2]}|${s.epochStart}|${s.next}|${IDS[s.acked]}|${s.crashes}|${s.slowDrops}|${s.moves}|${SETS[s.asked]}|${s.repairing}`
  return tracksSeen ? `${line}|${IDS[s.seen]}` : line
}

function logLine(s: State, b: number): string {
  const log = s.log[b] as number
  const end = endOf(log)
  let line = ''
  for (let offset = 0; offset < end; offset++) {
    const id = idAt(log, offset)
    line += `${offset > 0 ? ' ' : ''}${id}/${epochOfRecord(s, id)}`
  }
  return line
}

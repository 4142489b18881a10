// The table of promises: configurations by releases, in classes of histories. Its cells are questions; nothing in it is an answer.

import {
  type HistoryClass,
  historyClasses,
  type PartitionBounds,
  type PartitionConfig,
  type PartitionQuestion,
  partitionProblems,
} from './partitionWorld.ts'
import type { ReplicationReleaseId } from './releases.ts'
import type { ReplicationBehaviourId } from './replicationBehaviours.ts'

export type PromiseColumn = {
  readonly variant: ReplicationBehaviourId
  readonly name: string
  readonly about: string
  /** Of the era, for its stories. */
  readonly release: ReplicationReleaseId
}

/** The eras, each with what came with it. */
export const promiseColumns: readonly PromiseColumn[] = [
  { variant: 'kafka-0.8.1', release: '0.8.1', name: '0.8.1', about: 'as KAFKA-1555 found it' },
  { variant: 'kafka-0.8.2', release: '0.8.2', name: '0.8.2', about: 'min.insync.replicas' },
  { variant: 'kafka-0.9', release: '0.9', name: '0.9 – 0.10', about: 'no lag in messages' },
  { variant: 'kafka-kip101', release: '0.11', name: '0.11 – 1.1', about: 'KIP-101 epochs' },
  { variant: 'kafka-2.1', release: '2.1', name: '2.1 – 3.6', about: 'KIP-279, KAFKA-7128' },
  { variant: 'kafka-3.7', release: '3.9', name: '3.7 on', about: 'and 4.x without ELR' },
  { variant: 'kafka-4.0-elr', release: '4.1', name: '4.0 with ELR', about: 'KIP-966' },
]

export type PromiseRow = {
  readonly name: string
  /** Settings in a word each. */
  readonly says: string
  /** acks, min.insync.replicas, unclean.leader.election.enable, replica.lag.max.messages (absent: never reached). */
  readonly config: PartitionConfig
  /** Where the code disagrees with what KAFKA-1555 argued, or sharpens it. */
  readonly note?: string
}

const row = (
  name: string,
  acks: number,
  minIsr: number,
  unclean: boolean,
  lagMax?: number,
  note?: string,
): PromiseRow => ({
  name,
  says: [
    `acks=${acks === -1 ? 'all' : acks}`,
    ...(acks === -1 ? [`min ISR ${minIsr}`] : []),
    `unclean ${unclean ? 'on' : 'off'}`,
    ...(lagMax === undefined ? [] : [`lag.max.messages=${lagMax}`]),
  ].join(' · '),
  config: {
    acks,
    'min.insync.replicas': minIsr,
    'unclean.leader.election.enable': unclean,
    ...(lagMax !== undefined && { 'replica.lag.max.messages': lagMax }),
  },
  ...(note && { note }),
})

const notes = {
  one: 'Case 1 is right, but merges two failures: acks=0 and acks=1 lose, acks=3 blocks as soon as the ISR has two members.',
  two: 'Case 2 is right, with a condition: the follower that has not acknowledged must stand before the other in the ISR, for 0.8.1 picks the senior live member.',
  lagging:
    'Here the code disagrees with the argument. To join the ISR a follower must have reached the leader’s high watermark, and what is acknowledged lies below it; the lag in messages is never asked. So the loss of case 3.1 does not happen, and a single crash with followers that never lag loses nothing. Losses come by other ways: double faults, slow followers, moves.',
  equal:
    'Case 3.2 is right. A limit of 0 does not keep followers equal: it is looked at from time to time, and drops whoever is behind just then. Before 0.8.2 nobody could turn unclean election off, so it always ends in loss.',
  ignored:
    'With KRaft, 3.0 to 3.8 take unclean.leader.election.enable=true for false; ZooKeeper mode and 3.9 on honour it. These cells honour it.',
} as const

/** KAFKA-1555's cases first, then what was done about them. */
export const promiseRows: readonly PromiseRow[] = [
  row('Case 1, acks=0', 0, 1, true, undefined, notes.one),
  row('Case 1, acks=1', 1, 1, true, undefined, notes.one),
  row('Case 1, acks=3', 3, 1, true, undefined, notes.one),
  row('Case 2, acks=2', 2, 1, true, undefined, notes.two),
  row('Case 3.1, followers may lag', -1, 1, true, undefined, notes.lagging),
  row('Case 3.2, none may lag', -1, 1, true, 0, notes.equal),
  row('One message behind', -1, 1, true, 1),
  row('Unclean election off', -1, 1, false),
  row('Minimum ISR 2 alone', -1, 2, true, undefined, notes.ignored),
  row('The fix: both', -1, 2, false),
  row('The fix, none may lag', -1, 2, false, 0),
  row('Minimum ISR 3', -1, 3, false),
  row('acks=1 without unclean', 1, 1, false),
]

/** What a visitor may add to each class. */
export type PromiseExtras = Pick<PartitionBounds, 'records' | 'slowDrops' | 'preferredMoves' | 'crashMayLoseLog'>

export const plainExtras: PromiseExtras = { records: 2, slowDrops: 0, preferredMoves: 0, crashMayLoseLog: false }

export type PromiseCell = {
  readonly row: PromiseRow
  readonly column: PromiseColumn
  /** Why this release cannot be set so; undefined where it can. */
  readonly impossible?: string
}

/** The cells of a row. */
export const cellsOf = (row: PromiseRow): PromiseCell[] =>
  promiseColumns.map((column) => {
    const question = questionOf(row, column, plainClass, plainExtras)
    const [problem] = partitionProblems({ ...question, order: 'any' })
    return { row, column, ...(problem && { impossible: problem.what }) }
  })

/** What a cell asks in a class of histories. */
export const questionOf = (
  { config }: Pick<PromiseRow, 'config'>,
  { variant }: Pick<PromiseColumn, 'variant'>,
  { bounds }: Pick<HistoryClass, 'bounds'>,
  extras: PromiseExtras,
): Omit<PartitionQuestion, 'order'> => ({ variant, config, bounds: { ...bounds, ...extras } })

const plainClass = historyClasses[0] as HistoryClass

/** A class in words, such as `1 crash, no restart, 2 records`: always said with a verdict. */
export function boundsSaid(bounds: PartitionBounds): string {
  const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`
  return [
    `${bounds.crashes === 1 ? '' : 'up to '}${many(bounds.crashes, 'crash', 'crashes')}`,
    `${bounds.downAtOnce === 1 ? 'one' : bounds.downAtOnce} down at once`,
    bounds.restarts ? 'restarts' : 'no restart',
    ...(bounds.repairBeforeNextCrash ? ['the next crash only after full repair'] : []),
    ...(bounds.slowDrops > 0 ? [`up to ${many(bounds.slowDrops, 'slow follower')} dropped`] : []),
    ...(bounds.preferredMoves > 0 ? [`up to ${many(bounds.preferredMoves, 'move')} to the preferred leader`] : []),
    ...(bounds.crashMayLoseLog ? ['a crash may lose any end of the log'] : []),
    many(bounds.records, 'record'),
  ].join(', ')
}

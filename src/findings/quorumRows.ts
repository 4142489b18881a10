// What a row of a quorum's run is about.

import * as kind from '../trace/quorumKinds.ts'
import { causeOf, kindOf, type Trace } from '../trace/trace.ts'
import { subjectAt, wordAt } from './names.ts'

/** A run of raft nodes. */
export const isQuorums = ({ subjects }: Trace): boolean => subjects.some((subject) => subject.kind === 'node')

/** The number of the node that a row is about. */
export const nodeOf = (trace: Trace, row: number): number => subjectAt(trace, row).node as number

/** A row that tells of a message that came. */
export const isMessage = (trace: Trace, row: number): boolean =>
  row >= 0 && (kindOf(trace, row) === kind.ARRIVED || kindOf(trace, row) === kind.HANDLED)

/** A fetch timer that EndQuorumEpoch had set. */
export function isShortened(trace: Trace, timer: number): boolean {
  const cause = causeOf(trace, timer)
  return isMessage(trace, cause) && wordAt(trace, cause, 0) === 'EndQuorumEpoch'
}

// Where an epoch came from that a raft node learned of by an answer to its own request: who sent that had stood for it, or heard of it.

import * as kind from '../trace/quorumKinds.ts'
import { causeOf, fieldOf, kindOf, type Trace } from '../trace/trace.ts'
import { wordAt } from './names.ts'
import { quorumRun, stayBefore } from './quorum.ts'
import { isMessage, nodeOf } from './quorumRows.ts'

/** A message by which a node came to a higher epoch, -1: it did not, or by no message. `row`: at which its state was replaced. */
export function raisedBy(trace: Trace, row: number): number {
  const cause = kindOf(trace, row) === kind.ROLE ? causeOf(trace, row) : -1
  if (cause < 0 || !isMessage(trace, cause)) return -1
  const before = stayBefore(quorumRun(trace), nodeOf(trace, row), row)
  return before !== undefined && before.epoch < fieldOf(trace, row, 2) ? cause : -1
}

/** The row at which the sender of such an answer came to its epoch, -1: no answer raised it. */
export function originOf(trace: Trace, row: number): number {
  const cause = raisedBy(trace, row)
  if (cause < 0 || !wordAt(trace, cause, 0).endsWith(' answer')) return -1
  const epoch = fieldOf(trace, row, 2)
  const { stays } = quorumRun(trace).of(fieldOf(trace, cause, 1))
  return stays.find((stay) => stay.epoch === epoch && stay.row < row)?.row ?? -1
}

// What producers come to know beside success: an error after the append, or no answer at all.

import * as kind from '../../trace/partitionKinds.ts'
import type { Happened } from '../../trace/partitionWords.ts'
import { cutTo, endOf, idAt, idsOf } from './log.ts'
import type { Partition } from './partition.ts'
import { epochOfRecord, isLed, type State } from './state.ts'
import { idsIn } from './told.ts'

/** What a step told, or will never tell, those that wait at the leader. */
export function answersOf(p: Partition, before: State, after: State): Happened[] {
  return [...failed(p, before, after), ...unanswered(p, before, after)]
}

/** What the producer is told where the leader appends nothing (possible.ts, `isTurnedAway`): `facts` are min.insync.replicas and who is in sync. */
export const turnedAway = (facts: readonly number[]): Happened => ({
  kind: kind.WRITE_REFUSED,
  rule: 'too-few-in-sync',
  facts,
})

/** The high watermark passes a record, and the ISR is too small to call that a success (Partition.checkEnoughReplicasReachOffset). */
function failed(p: Partition, before: State, after: State): Happened[] {
  if (p.acks !== -1 || !isLed(after) || after.epoch !== before.epoch) return []
  const ids = idsIn(passed(after) & ~passed(before) & ofEpoch(after) & ~after.acked)
  return ids.length === 0 ? [] : [{ kind: kind.FAILED_AFTER_APPEND, rule: 'after-append', facts: ids }]
}

/** Whoever took the records of a producer that still waits leads no more. */
function unanswered(p: Partition, before: State, after: State): Happened[] {
  if (!isLed(before) || (after.epoch === before.epoch && isLed(after))) return []
  const ids = idsIn(waitingIn(p, before))
  if (ids.length === 0) return []
  return [{ kind: kind.UNANSWERED, rule: after.epoch === before.epoch ? 'leader-gone' : 'not-leader', facts: ids }]
}

/** The records below the leader's high watermark. */
const passed = (s: State): number => idsOf(cutTo(s.log[s.leader] as number, s.hw[s.leader] as number))

/** The records at a leader that it appended itself, in its epoch. */
function ofEpoch(s: State): number {
  const log = s.log[s.leader] as number
  let ids = 0
  for (let offset = 0; offset < endOf(log); offset++) {
    const id = idAt(log, offset)
    if (epochOfRecord(s, id) === s.epoch) ids |= 1 << id
  }
  return ids
}

/** Those of them whose producers have had no answer yet. */
function waitingIn(p: Partition, s: State): number {
  if (p.acks === 0 || p.acks === 1 || !isLed(s)) return 0
  // With acks=all whatever lies below the high watermark is answered, be it with an error.
  return ofEpoch(s) & ~s.acked & ~(p.acks === -1 ? passed(s) : 0)
}

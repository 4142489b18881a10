// What a step did and why, told from the states before and after it: the checker never pays for a word.

import { letterOf } from '../../base/letter.ts'
import * as step from '../../scenario/partitionSteps.ts'
import { NONE } from '../../trace/kinds.ts'
import * as kind from '../../trace/partitionKinds.ts'
import type { PartitionRuleId } from '../../trace/partitionRules.ts'
import { type Happened, partitionSays } from '../../trace/partitionWords.ts'
import { brokersIn, has, membersOf, NOBODY, sizeOf } from './broker.ts'
import { endOf, idAt, idsOf } from './log.ts'
import type { Partition } from './partition.ts'
import { losesAcked, losesVisible } from './properties.ts'
import { isLed, type State } from './state.ts'
import { idsIn } from './told.ts'

/** One thing that a step did, the rule behind it (trace/partitionRules.ts), the broker that it is about, and all that in a sentence. */
export type Reason = Happened & { readonly what: string }

/** What happened with its sentence. */
export const reasonOf = (happened: Happened): Reason => ({ ...happened, what: partitionSays(happened) })

type Told = (kind: number, rule: PartitionRuleId, facts: readonly number[], broker?: number) => void

/** What a step did: first the step itself, then what followed from it, in the order in which it happened. */
export function reasonsOf(p: Partition, before: State, taken: step.Step, after: State): Reason[] {
  const reasons: Reason[] = []
  const tell: Told = (what, rule, facts, broker) => {
    reasons.push(reasonOf({ kind: what, rule, facts, ...(broker !== undefined && { broker: letterOf(broker) }) }))
  }
  tellStep(p, before, taken, after, tell)
  tellLeader(p, before, taken, after, tell)
  tellCuts(p, before, taken, after, tell)
  tellInSync(p, before, taken, after, tell)
  tellWatermark(p, before, after, tell)
  tellAcks(p, before, after, tell)
  if (losesAcked(after) && !losesAcked(before)) {
    const lost = after.acked & ~idsOf(after.log[after.leader] as number)
    tell(kind.ACKED_LOST, lostBy(p), [after.leader, ...idsIn(lost)], after.leader)
  }
  if (losesVisible(after) && !losesVisible(before)) {
    const lost = after.seen & ~after.acked & ~idsOf(after.log[after.leader] as number)
    if (lost !== 0) tell(kind.VISIBLE_LOST, 'visible-lost', [after.leader, ...idsIn(lost)], after.leader)
  }
  return reasons
}

/** What a success was worth that is broken, by what its producer asked for. */
export function lostBy({ acks }: Partition): PartitionRuleId {
  if (acks === 0) return 'sent-lost'
  if (acks === 1) return 'acked-by-one-lost'
  return acks === -1 ? 'acked-lost' : 'acked-by-number-lost'
}

/** All that a step did, as one line. */
export const sentenceOf = (reasons: readonly Reason[]): string => reasons.map(({ what }) => what).join(' ')

function tellStep(p: Partition, before: State, taken: step.Step, after: State, tell: Told): void {
  const b = step.brokerOf(taken)
  switch (step.kindOf(taken)) {
    case step.PRODUCE:
      return tellProduce(before, tell)
    case step.FETCH:
      return tellFetch(p, before, b, after, tell)
    case step.FETCH_LOST:
      return tell(kind.REPLICA_FETCH, 'fetch-lost', [endOf(before.log[b] as number), 1], b)
    case step.DROP_BEHIND: {
      const behind = endOf(before.log[before.leader] as number) - (before.remoteEnd[b] as number)
      return tell(kind.TOO_FAR_BEHIND, 'too-far-behind', [behind, p.lagMax], b)
    }
    case step.DROP_SLOW:
      return tell(kind.TOO_SLOW, 'too-slow', [], b)
    case step.CRASH:
      return tellCrash(before, b, after, tell)
    case step.DETECT:
      return tell(kind.DETECTED, 'detected', [b], b)
    case step.RESTART:
      return tell(kind.RESTARTED, 'restart', recordsIn(before, b), b)
  }
}

function tellProduce(before: State, tell: Told): void {
  const id = before.next
  if (!isLed(before)) return tell(kind.SENT_TO_NOBODY, 'sent-blindly', [id])
  const { leader } = before
  const offset = endOf(before.log[leader] as number)
  tell(kind.RECORD_APPENDED, 'append', [id, offset, before.epoch], leader)
}

function tellFetch(p: Partition, before: State, f: number, after: State, tell: Told): void {
  const from = endOf(before.log[f] as number)
  if (p.dueCut(before, f) >= 0) return
  const got = idsOf(after.log[f] as number) & ~idsOf(before.log[f] as number)
  tell(kind.REPLICA_FETCH, 'fetch', [from, 0, ...idsIn(got)], f)
  if (after.hw[f] !== before.hw[f]) {
    tell(kind.FOLLOWER_MARK, 'follower-watermark', [before.hw[f] as number, after.hw[f] as number], f)
  }
}

function tellCrash(before: State, b: number, after: State, tell: Told): void {
  tell(kind.CRASHED, 'crash', [after.hw[b] as number, endOf(after.log[b] as number)], b)
  const lost = idsOf(before.log[b] as number) & ~idsOf(after.log[b] as number)
  if (lost !== 0) tell(kind.LOG_LOST, 'log-lost', idsIn(lost), b)
}

function tellLeader(p: Partition, before: State, taken: step.Step, after: State, tell: Told): void {
  const { leader } = after
  if (leader === NOBODY && before.leader !== NOBODY) {
    return tell(kind.OFFLINE, p.unclean ? 'nobody-lives' : 'nobody-elected', [p.unclean ? 1 : 0])
  }
  if (after.epoch === before.epoch) return
  const isUp = has(after.up, leader) ? 1 : 0
  tell(kind.ELECTED, electedBy(p, before, taken, after), [after.epoch, isUp, ...recordsIn(after, leader)], leader)
}

/** By which rule the new leader was elected. */
function electedBy(p: Partition, before: State, taken: step.Step, after: State): PartitionRuleId {
  const { knobs } = p
  if (step.kindOf(taken) === step.PREFER) return 'preferred'
  if (has(before.isr & after.live, after.leader)) {
    return knobs.electionOrder === 'ISR' ? 'elected-by-seniority' : 'elected-by-assignment'
  }
  const wasEligible = has(before.elr, after.leader) && has(before.live, after.leader)
  if (knobs.eligibleLeaders && wasEligible) return 'elected-eligible'
  if (knobs.eligibleLeaders && before.lastKnown === after.leader) return 'elected-last-known'
  return knobs.uncleanSetting ? 'elected-uncleanly' : 'elected-whoever-lives'
}

function tellCuts(p: Partition, before: State, taken: step.Step, after: State, tell: Told): void {
  const isCrash = step.kindOf(taken) === step.CRASH
  for (let b = 0; b < 3; b++) {
    const cut = idsOf(before.log[b] as number) & ~idsOf(after.log[b] as number)
    if (cut === 0 || (isCrash && b === step.brokerOf(taken))) continue
    tell(kind.LOG_CUT, cutBy(p, before, taken, b), [endOf(after.log[b] as number), ...idsIn(cut)], b)
  }
}

function cutBy(p: Partition, before: State, taken: step.Step, b: number): PartitionRuleId {
  if (step.kindOf(taken) !== step.FETCH) return 'cut-to-watermark'
  const { truncation } = p.knobs
  if (truncation === 'common prefix') return 'cut-to-common-prefix'
  return truncation === 'one epoch round' && !has(before.asked, b) ? 'cut-to-epoch-end' : 'cut-to-leader-end'
}

function tellInSync(p: Partition, before: State, taken: step.Step, after: State, tell: Told): void {
  const { knobs } = p
  const b = step.brokerOf(taken)
  const asked = step.kindOf(taken)
  const isr = membersInSync(after)
  if (after.isr & ~before.isr && after.epoch === before.epoch) {
    const rule = knobs.join === 'high watermark' ? 'joins' : 'joins-after-epoch-start'
    tell(kind.IN_SYNC, rule, [b, ...isr], b)
  } else if (after.isr !== before.isr) {
    tell(kind.IN_SYNC, shrunkBy(p, before, taken, after), [NONE, ...isr])
  } else if (asked === step.DETECT && has(after.isr, b)) {
    tell(kind.LAST_STAYS, 'last-stays', [], b)
  }
  if ((asked === step.FETCH || asked === step.FETCH_LOST) && !has(after.isr, b)) tellStaysOut(p, before, b, tell)
  if (after.elr !== before.elr) {
    tell(kind.ELIGIBLE, asked === step.RESTART ? 'unclean-restart' : 'eligible-leaders', brokersIn(after.elr))
  }
  const knewPositions = before.remoteEnd.some((end) => end >= 0) && !after.remoteEnd.some((end) => end >= 0)
  if (asked === step.DETECT && isLed(after) && after.epoch === before.epoch && knewPositions) {
    tell(kind.POSITIONS_FORGOTTEN, 'positions-forgotten', [], after.leader)
  }
}

/** Why a follower that fetches is not in sync all the same; one that has to cut its log first does not say where it stands. */
function tellStaysOut(p: Partition, before: State, f: number, tell: Told): void {
  if (p.dueCut(before, f) >= 0) return
  const from = endOf(before.log[f] as number)
  const mark = before.hw[before.leader] as number
  if (from < mark) return tell(kind.STAYS_OUT, 'stays-out', [from, mark], f)
  tell(kind.STAYS_OUT, 'stays-out-of-epoch', [from, before.epochStart], f)
}

/** Why the ISR is another one, where nobody joined it: a leader that was not in it stands alone. */
function shrunkBy(p: Partition, before: State, taken: step.Step, after: State): PartitionRuleId {
  const asked = step.kindOf(taken)
  if (asked === step.DROP_BEHIND) return 'too-far-behind'
  if (asked === step.DROP_SLOW) return 'too-slow'
  if (after.epoch !== before.epoch && !has(before.isr, after.leader)) return electedBy(p, before, taken, after)
  return asked === step.RESTART ? 'unclean-restart' : 'dead-leaves'
}

function tellWatermark(p: Partition, before: State, after: State, tell: Told): void {
  if (!isLed(after)) return
  const { leader } = after
  const [from, to] = [before.hw[leader] as number, after.hw[leader] as number]
  if (to > from) tell(kind.LEADER_MARK, 'watermark-rises', [from, to, p.minIsr], leader)
  const isFrozen = p.knobs.watermarkNeedsMinIsr && !p.hasMinIsr(after)
  const shrank = sizeOf(after.isr) < sizeOf(before.isr)
  if (isFrozen && shrank && to < endOf(after.log[leader] as number)) {
    tell(kind.LEADER_MARK, 'watermark-frozen', [to, to, p.minIsr], leader)
  }
}

function tellAcks(p: Partition, before: State, after: State, tell: Told): void {
  const acked = after.acked & ~before.acked
  if (acked === 0) return
  if (p.acks === 0) return tell(kind.ACKNOWLEDGED, 'sent-blindly', idsIn(acked))
  const byAll = p.knobs.minInsyncReplicas ? 'acked-by-all' : 'acked-by-in-sync'
  const rule = p.acks === 1 ? 'acked-at-append' : p.acks === -1 ? byAll : 'acked-by-number'
  tell(kind.ACKNOWLEDGED, rule, idsIn(acked), after.leader)
}

/** The ISR in its own order. */
const membersInSync = (s: State): number[] => (s.seniority === 0 ? brokersIn(s.isr) : membersOf(s.seniority))

/** The ids of a broker's log, in its own order. */
function recordsIn(s: State, b: number): number[] {
  const log = s.log[b] as number
  return Array.from({ length: endOf(log) }, (_, offset) => idAt(log, offset))
}

// What a step did and why, told from the states before and after it: the checker never pays for a word.

import { letterOf } from '../../base/letter.ts'
import type { PartitionRuleId } from '../../trace/partitionRules.ts'
import { has, lettersOf, NOBODY, sizeOf } from './broker.ts'
import { endOf, idAt, idsOf } from './log.ts'
import type { Partition } from './partition.ts'
import { losesAcked } from './properties.ts'
import { isLed, type State } from './state.ts'
import * as step from './steps.ts'
import { inSyncOf } from './told.ts'

/** One thing that a step did, the rule behind it (trace/partitionRules.ts) and the broker that it is about. */
export type Reason = { readonly rule: PartitionRuleId; readonly what: string; readonly broker?: string }

type Told = (rule: PartitionRuleId, what: string, broker?: number) => void

/** What a step did: first the step itself, then what followed from it, in the order in which it happened. */
export function reasonsOf(p: Partition, before: State, taken: step.Step, after: State): Reason[] {
  const reasons: Reason[] = []
  const tell: Told = (rule, what, broker) =>
    reasons.push({ rule, what, ...(broker !== undefined && { broker: letterOf(broker) }) })
  tellStep(p, before, taken, after, tell)
  tellLeader(p, before, taken, after, tell)
  tellCuts(p, before, taken, after, tell)
  tellInSync(p, before, taken, after, tell)
  tellWatermark(p, before, after, tell)
  tellAcks(p, before, after, tell)
  if (losesAcked(after) && !losesAcked(before)) {
    const lost = after.acked & ~idsOf(after.log[after.leader] as number)
    tell(
      'acked-lost',
      `${records(lost)} ${were(lost)} acknowledged and ${are(lost)} lost: ${letterOf(after.leader)} leads without.`,
      after.leader,
    )
  }
  return reasons
}

/** All that a step did, as one line. */
export const sentenceOf = (reasons: readonly Reason[]): string => reasons.map(({ what }) => what).join(' ')

function tellStep(p: Partition, before: State, taken: step.Step, after: State, tell: Told): void {
  const b = step.brokerOf(taken)
  const name = letterOf(b)
  switch (step.kindOf(taken)) {
    case step.PRODUCE:
      return tellProduce(before, tell)
    case step.FETCH:
      return tellFetch(p, before, b, after, tell)
    case step.FETCH_LOST:
      return tell('fetch-lost', `${name} fetches at ${endOf(before.log[b] as number)}, and the answer is lost.`, b)
    case step.DROP_BEHIND: {
      const behind = endOf(before.log[before.leader] as number) - (before.remoteEnd[b] as number)
      return tell('too-far-behind', `${name} is ${behind} behind, more than replica.lag.max.messages=${p.lagMax}.`, b)
    }
    case step.DROP_SLOW:
      return tell('too-slow', `${name} was not caught up for replica.lag.time.max.ms.`, b)
    case step.CRASH:
      return tellCrash(before, b, after, tell)
    case step.DETECT:
      return tell('detected', `The controller takes ${name} for dead.`, b)
    case step.RESTART:
      return tell('restart', `${name} starts again with ${recordsIn(before, b)}.`, b)
  }
}

function tellProduce(before: State, tell: Told): void {
  const id = before.next
  if (!isLed(before)) return tell('sent-blindly', `A producer sends m${id} to nobody.`)
  const { leader } = before
  const offset = endOf(before.log[leader] as number)
  tell('append', `${letterOf(leader)} appends m${id} at offset ${offset} in epoch ${before.epoch}.`, leader)
}

function tellFetch(p: Partition, before: State, f: number, after: State, tell: Told): void {
  const from = endOf(before.log[f] as number)
  const name = letterOf(f)
  if (p.dueCut(before, f) >= 0) return
  const got = idsOf(after.log[f] as number) & ~idsOf(before.log[f] as number)
  tell('fetch', `${name} fetches at ${from}${got === 0 ? '' : ` and gets ${records(got)}`}.`, f)
  if (after.hw[f] !== before.hw[f]) {
    tell(
      'follower-watermark',
      `The answer brings the high watermark of ${name} from ${before.hw[f]} to ${after.hw[f]}.`,
      f,
    )
  }
}

function tellCrash(before: State, b: number, after: State, tell: Told): void {
  tell('crash', `${letterOf(b)} crashes; on its disk the high watermark is ${after.hw[b]}.`, b)
  const lost = idsOf(before.log[b] as number) & ~idsOf(after.log[b] as number)
  if (lost !== 0) tell('log-lost', `${records(lost)} ${were(lost)} not on its disk.`, b)
}

function tellLeader(p: Partition, before: State, taken: step.Step, after: State, tell: Told): void {
  const { leader } = after
  if (leader === NOBODY && before.leader !== NOBODY) {
    const why = p.unclean ? 'nobody is live' : 'unclean.leader.election.enable=false'
    return tell('nobody-elected', `No in-sync replica is live and ${why}: the partition is offline.`)
  }
  if (after.epoch === before.epoch) return
  const isDown = has(after.up, leader) ? '' : ', though it is down too'
  tell(
    electedBy(p, before, taken, after),
    `${letterOf(leader)} leads epoch ${after.epoch} with ${recordsIn(after, leader)}${isDown}.`,
    leader,
  )
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
  return knobs.eligibleLeaders && before.lastKnown === after.leader ? 'elected-last-known' : 'elected-uncleanly'
}

function tellCuts(p: Partition, before: State, taken: step.Step, after: State, tell: Told): void {
  const isCrash = step.kindOf(taken) === step.CRASH
  for (let b = 0; b < 3; b++) {
    const cut = idsOf(before.log[b] as number) & ~idsOf(after.log[b] as number)
    if (cut === 0 || (isCrash && b === step.brokerOf(taken))) continue
    const to = endOf(after.log[b] as number)
    tell(
      cutBy(p, before, taken, b),
      `${letterOf(b)} cuts its log to offset ${to}: ${records(cut)} ${are(cut)} gone there.`,
      b,
    )
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
  const kind = step.kindOf(taken)
  const isr = `the ISR is ${after.isr === 0 ? 'empty' : inSyncOf(after)}`
  if (after.isr & ~before.isr && after.epoch === before.epoch) {
    const rule = knobs.join === 'high watermark' ? 'joins' : 'joins-after-epoch-start'
    tell(rule, `${letterOf(b)} joins: ${isr}.`, b)
  } else if (after.isr !== before.isr) {
    tell(shrunkBy(p, before, taken, after), `${isr.charAt(0).toUpperCase()}${isr.slice(1)}.`)
  } else if (kind === step.DETECT && has(after.isr, b)) {
    tell('last-stays', `${letterOf(b)} stays in the ISR, as its last member.`, b)
  }
  if (after.elr !== before.elr) {
    const rule = kind === step.RESTART ? 'unclean-restart' : 'eligible-leaders'
    tell(
      rule,
      after.elr === 0
        ? 'No eligible leader replicas are left over.'
        : `Eligible leader replicas: ${lettersOf(after.elr)}.`,
    )
  }
  const knewPositions = before.remoteEnd.some((end) => end >= 0) && !after.remoteEnd.some((end) => end >= 0)
  if (kind === step.DETECT && isLed(after) && after.epoch === before.epoch && knewPositions) {
    tell('positions-forgotten', `${letterOf(after.leader)} forgets what its followers hold.`, after.leader)
  }
}

/** Why the ISR is another one, where nobody joined it: a leader that was not in it stands alone. */
function shrunkBy(p: Partition, before: State, taken: step.Step, after: State): PartitionRuleId {
  const kind = step.kindOf(taken)
  if (kind === step.DROP_BEHIND) return 'too-far-behind'
  if (kind === step.DROP_SLOW) return 'too-slow'
  if (after.epoch !== before.epoch && !has(before.isr, after.leader)) return electedBy(p, before, taken, after)
  return kind === step.RESTART ? 'unclean-restart' : 'dead-leaves'
}

function tellWatermark(p: Partition, before: State, after: State, tell: Told): void {
  if (!isLed(after)) return
  const { leader } = after
  const name = letterOf(leader)
  const [from, to] = [before.hw[leader] as number, after.hw[leader] as number]
  if (to > from) tell('watermark-rises', `The high watermark of ${name} rises from ${from} to ${to}.`, leader)
  const isFrozen = p.knobs.watermarkNeedsMinIsr && !p.hasMinIsr(after)
  const shrank = sizeOf(after.isr) < sizeOf(before.isr)
  if (isFrozen && shrank && to < endOf(after.log[leader] as number)) {
    tell(
      'watermark-frozen',
      `Its high watermark stays at ${to}: the ISR has fewer than min.insync.replicas=${p.minIsr}.`,
      leader,
    )
  }
}

function tellAcks(p: Partition, before: State, after: State, tell: Told): void {
  const acked = after.acked & ~before.acked
  if (acked === 0) return
  if (p.acks === 0) return tell('sent-blindly', `${records(acked)} counts as sent.`)
  const rule = p.acks === 1 ? 'acked-at-append' : p.acks === -1 ? 'acked-by-all' : 'acked-by-number'
  tell(rule, `${records(acked)} ${are(acked)} acknowledged.`, after.leader)
}

const isOne = (ids: number): boolean => (ids & (ids - 1)) === 0
const are = (ids: number): string => (isOne(ids) ? 'is' : 'are')
const were = (ids: number): string => (isOne(ids) ? 'was' : 'were')

/** A set of ids as records: `m0`, `m0 and m1`, `m0, m1 and m2`. */
function records(ids: number): string {
  const names = [0, 1, 2, 3, 4, 5].filter((id) => has(ids, id)).map((id) => `m${id}`)
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}

/** A broker's log in words, in its own order. */
function recordsIn(s: State, b: number): string {
  const log = s.log[b] as number
  const end = endOf(log)
  if (end === 0) return 'an empty log'
  return `the log ${Array.from({ length: end }, (_, offset) => `m${idAt(log, offset)}`).join(', ')}`
}

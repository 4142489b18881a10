// Models      one replicated partition step by step: produce, replica fetches, ISR, high watermark, elections, truncation, crashes.
// Kafka       cluster/Partition.scala, server/ReplicaManager, ReplicaFetcherThread; the controller's PartitionLeaderSelector, Election, PartitionChangeBuilder.
// Leaves out  time, batches, retries, leaders that do not know they were deposed, controlled shutdown, followers caught up outside the ISR in the high watermark.

import * as step from '../../scenario/partitionSteps.ts'
import { knobsOf, type PartitionQuestion, partitionLimits } from '../../scenario/partitionWorld.ts'
import type { ReplicationBehaviour } from '../../scenario/replicationBehaviours.ts'
import { EVERYBODY, has, joined, keptIn, listOf, NOBODY, sizeOf } from './broker.ts'
import { appended, commonPrefix, continued, cutTo, endOf, idAt, idsOf } from './log.ts'
import { epochOfRecord, forgetCutRecords, isLed, isRepaired, State } from './state.ts'
import { keptEnd, keptWatermark } from './steps.ts'

export type Step = step.Step

/** No replica.lag.max.messages: no follower is ever so far behind. */
export const NEVER_BEHIND = 1 << 29
const UNKNOWN = -1
const REPLICAS = 3

/** The rules of one question, applied to a state in place. It holds no state of its own but the choice of the election under way. */
export class Partition {
  readonly knobs: ReplicationBehaviour
  readonly acks: number
  readonly minIsr: number
  readonly unclean: boolean
  readonly lagMax: number
  /** Assignment order as a list (broker.ts). */
  readonly order: number
  readonly anyOrder: boolean
  readonly records: number
  readonly crashes: number
  readonly downAtOnce: number
  readonly restarts: boolean
  readonly slowDrops: number
  readonly moves: number
  readonly losesLog: boolean
  readonly repairs: boolean
  readonly slowNeedsLag: boolean
  /** How many candidates the last step's elections had to choose from: 0 none held, 1 where the order decides. */
  candidates = 0
  private choice = 0
  private readonly positionFirst: boolean
  private readonly bySeniority: boolean
  private readonly cutsToWatermark: boolean
  private readonly asksOnce: boolean
  private readonly comparesLogs: boolean
  private readonly joinsAfterEpochStart: boolean
  private readonly keepsLast: boolean
  private readonly watermarkNeedsMinIsr: boolean
  private readonly hasElr: boolean
  private readonly forgetsPositions: boolean
  private readonly cutsWithoutLeader: boolean

  /** `tracksSeen`: whether states tell which records were ever visible to consumers. */
  constructor(
    readonly question: PartitionQuestion,
    private readonly tracksSeen: boolean,
  ) {
    const { config, bounds, order } = question
    const knobs = knobsOf(question)
    this.knobs = knobs
    this.acks = config.acks
    const minIsr = config['min.insync.replicas']
    // Since KAFKA-15583 (Partition.effectiveMinIsr) no more count than there are replicas; before, nothing is ever enough.
    this.minIsr = knobs.watermarkNeedsMinIsr ? Math.min(minIsr, REPLICAS) : minIsr
    this.unclean = config['unclean.leader.election.enable']
    this.lagMax = Math.min(config['replica.lag.max.messages'] ?? NEVER_BEHIND, NEVER_BEHIND)
    this.anyOrder = order === 'any'
    this.order = listOf([...(order === 'any' ? 'ABC' : order)].map(step.brokerNamed))
    this.records = Math.min(bounds.records, partitionLimits.records)
    this.crashes = bounds.crashes
    this.downAtOnce = bounds.downAtOnce
    this.restarts = bounds.restarts
    this.slowDrops = bounds.slowDrops
    this.moves = bounds.preferredMoves
    this.losesLog = bounds.crashMayLoseLog
    this.repairs = bounds.repairBeforeNextCrash
    this.slowNeedsLag = knobs.slowDropNeedsLag
    this.positionFirst = knobs.fetch === 'position first'
    this.bySeniority = knobs.electionOrder === 'ISR'
    this.cutsToWatermark = knobs.truncation === 'high watermark'
    this.asksOnce = knobs.truncation === 'one epoch round'
    this.comparesLogs = knobs.truncation === 'common prefix'
    this.joinsAfterEpochStart = knobs.join === 'high watermark and epoch start'
    this.keepsLast = knobs.lastInSync === 'stays' || (knobs.lastInSync === 'stays unless unclean' && !this.unclean)
    this.watermarkNeedsMinIsr = knobs.watermarkNeedsMinIsr
    this.hasElr = knobs.eligibleLeaders
    this.forgetsPositions = knobs.shrinkForgetsPositions
    this.cutsWithoutLeader = knobs.cutsWithoutLeader
  }

  /** A leads, whatever the order; all are in sync with empty logs, and both followers have fetched once. */
  start(): State {
    const s = new State()
    s.leader = 0
    s.isr = s.live = s.up = EVERYBODY
    if (this.bySeniority) s.seniority = 1 | (keptIn(this.order, EVERYBODY & ~1) << 2)
    if (this.asksOnce) s.asked = EVERYBODY
    s.remoteEnd[0] = UNKNOWN
    return s
  }

  /** Takes a step that is possible (possible.ts). */
  apply(s: State, taken: Step): void {
    const b = step.brokerOf(taken)
    this.candidates = 0
    this.choice = step.choiceOf(taken)
    switch (step.kindOf(taken)) {
      case step.PRODUCE:
        this.produce(s)
        break
      case step.FETCH:
        this.fetch(s, b)
        break
      case step.FETCH_LOST:
        this.noteFetch(s, b, endOf(s.log[b] as number))
        break
      case step.DROP_SLOW:
        s.slowDrops++
        this.drop(s, b)
        break
      case step.DROP_BEHIND:
        this.drop(s, b)
        break
      case step.CRASH:
        this.crash(s, b, keptWatermark(taken, s), keptEnd(taken, s))
        break
      case step.DETECT:
        this.detect(s, b)
        break
      case step.RESTART:
        this.restart(s, b)
        break
      case step.PREFER:
        s.moves++
        this.become(s, b)
        break
    }
    this.settle(s)
  }

  /** The preferred leader that a move may lead to; undefined where every in-sync replica may be it. */
  get preferred(): number | undefined {
    return this.anyOrder ? undefined : (this.order & 3) - 1
  }

  /** Enough in-sync replicas for acks=all (Partition.appendRecordsToLeader). */
  hasMinIsr(s: State): boolean {
    return sizeOf(s.isr) >= this.minIsr
  }

  /** Whether a follower is dropped by replica.lag.max.messages at the leader's next look (Partition.getOutOfSyncReplicas, strictly). */
  isFarBehind(s: State, f: number): boolean {
    const position = s.remoteEnd[f] as number
    return position >= 0 && endOf(s.log[s.leader] as number) - position > this.lagMax
  }

  /** The offset to which a follower has to cut its log before it can fetch, or -1. */
  dueCut(s: State, f: number): number {
    const log = s.log[f] as number
    const end = endOf(log)
    const leading = s.log[s.leader] as number
    if (this.comparesLogs) {
      const common = commonPrefix(log, leading)
      return common < end ? common : UNKNOWN
    }
    if (this.asksOnce && !has(s.asked, f) && end > 0) {
      const to = this.endOfEpoch(s, f, epochOfRecord(s, idAt(log, end - 1)))
      return to < end ? to : UNKNOWN
    }
    const leadingEnd = endOf(leading)
    return end > leadingEnd ? leadingEnd : UNKNOWN
  }

  /** What the leader answers to "where does your epoch end" (KIP-101, LeaderEpochFileCache.endOffsetFor); unknown: the asker's own high watermark. */
  private endOfEpoch(s: State, f: number, epoch: number): number {
    const log = s.log[s.leader] as number
    const end = endOf(log)
    if (end === 0) return s.hw[f] as number
    if (epochOfRecord(s, idAt(log, end - 1)) === epoch) return end
    if (epoch < epochOfRecord(s, idAt(log, 0))) return s.hw[f] as number
    for (let offset = 0; offset < end; offset++) if (epochOfRecord(s, idAt(log, offset)) > epoch) return offset
    return s.hw[f] as number
  }

  private produce(s: State): void {
    const id = s.next++
    if (isLed(s)) {
      const log = s.log[s.leader] as number
      s.log[s.leader] = appended(log, endOf(log), id)
      s.epochs |= s.epoch << (4 * id)
    }
    if (this.acks === 0 || this.acks === 1) s.acked |= 1 << id
    this.raiseWatermark(s)
    this.ackWaiting(s)
  }

  /** A follower's fetch, answered (KafkaApis.handleFetchRequest, Partition.fetchRecords; ReplicaFetcherThread.processPartitionData). */
  fetch(s: State, f: number): void {
    const cut = this.dueCut(s, f)
    if (cut >= 0) {
      this.cut(s, f, cut)
      s.hw[f] = Math.min(s.hw[f] as number, cut)
      if (this.asksOnce) s.asked |= 1 << f
      return
    }
    const from = endOf(s.log[f] as number)
    const leader = s.leader
    const read = s.hw[leader] as number
    this.noteFetch(s, f, from)
    const answered = this.positionFirst ? (s.hw[leader] as number) : read
    const log = continued(s.log[f] as number, from, s.log[leader] as number)
    s.log[f] = log
    s.hw[f] = Math.min(endOf(log), answered)
  }

  /** What a fetch tells the leader: the follower's position, and with it who is in sync (Partition.updateFollowerFetchState, maybeExpandIsr). */
  private noteFetch(s: State, f: number, from: number): void {
    if (this.asksOnce) s.asked |= 1 << f
    s.remoteEnd[f] = from
    const isIn = from >= (s.hw[s.leader] as number) && (!this.joinsAfterEpochStart || from >= s.epochStart)
    if (isIn && !has(s.isr, f)) {
      s.isr |= 1 << f
      if (this.bySeniority) s.seniority = joined(s.seniority, f)
      if (this.hasElr) s.elr = this.hasMinIsr(s) ? 0 : s.elr & ~(1 << f)
    }
    this.raiseWatermark(s)
    this.ackWaiting(s)
  }

  /** A follower leaves the ISR by the leader's own look (Partition.maybeShrinkIsr). */
  private drop(s: State, f: number): void {
    this.leave(s, f)
    this.raiseWatermark(s)
    this.ackWaiting(s)
  }

  private crash(s: State, b: number, watermark: number, end: number): void {
    s.up &= ~(1 << b)
    s.crashes++
    this.cut(s, b, end)
    s.hw[b] = watermark
    if (this.repairs) s.repairing = 1
  }

  /** The controller takes a broker for dead, and an election takes its first candidate. */
  detectFirst(s: State, b: number): void {
    this.choice = 0
    this.detect(s, b)
  }

  /** The controller takes a broker for dead (KafkaController.onBrokerFailure; ReplicationControlManager.handleBrokerFenced). */
  private detect(s: State, b: number): void {
    s.live &= ~(1 << b)
    if (b === s.leader) this.replaceLeader(s, b)
    else if (has(s.isr, b)) {
      if (this.mayLeave(s, b)) this.leave(s, b)
      if (this.forgetsPositions) s.remoteEnd.fill(UNKNOWN)
      this.raiseWatermark(s)
      this.ackWaiting(s)
    }
  }

  private replaceLeader(s: State, dead: number): void {
    if (this.hasElr) {
      this.leave(s, dead)
      if (s.isr === 0) s.lastKnown = dead
    }
    if (this.elect(s)) return
    s.leader = NOBODY
    if (!this.hasElr && this.mayLeave(s, dead)) this.leave(s, dead)
  }

  /** A new incarnation registers: its log is there as far as disk and page cache held it. */
  private restart(s: State, b: number): void {
    s.up |= 1 << b
    s.live |= 1 << b
    s.asked &= ~(1 << b)
    if (this.hasElr) {
      s.elr &= ~(1 << b)
      this.keep(s, ~(1 << b))
    }
    const isOffline = s.leader === NOBODY
    if (isOffline ? this.cutsWithoutLeader : this.cutsToWatermark) this.cut(s, b, s.hw[b] as number)
    if (isOffline) this.elect(s)
  }

  /** False where nobody can be elected (PartitionLeaderSelector.selectLeader; PartitionChangeBuilder.electAnyLeader). */
  private elect(s: State): boolean {
    const inSync = s.isr & s.live
    if (inSync !== 0) {
      const leader = this.choose(this.bySeniority ? s.seniority : this.order, inSync)
      this.keep(s, s.live)
      this.become(s, leader)
      return true
    }
    if (this.hasElr && s.isr === 0) {
      const eligible = s.elr & s.live
      if (eligible !== 0) {
        const leader = this.choose(this.order, eligible)
        s.elr &= ~(1 << leader)
        this.lead(s, leader)
        return true
      }
      if (s.elr === 0 && has(s.live, s.lastKnown)) {
        this.lead(s, s.lastKnown)
        return true
      }
    }
    if (!this.unclean || s.live === 0) return false
    s.elr = 0
    this.lead(s, this.choose(this.order, s.live))
    return true
  }

  /** The first of some in a list, or where every order is asked for, the one whose turn it is. */
  private choose(list: number, among: number): number {
    const candidates = keptIn(list, among)
    if (!this.anyOrder) return (candidates & 3) - 1
    this.candidates = sizeOf(among)
    return ((candidates >> (2 * this.choice)) & 3) - 1
  }

  /** Leader of an ISR of its own. */
  private lead(s: State, leader: number): void {
    s.isr = 1 << leader
    if (this.bySeniority) s.seniority = leader + 1
    this.become(s, leader)
  }

  /** A leader epoch begins (Partition.makeLeader), and followers that go by their high watermark cut to it at once (makeFollowers). */
  private become(s: State, leader: number): void {
    s.epoch++
    s.leader = leader
    s.remoteEnd.fill(UNKNOWN)
    s.epochStart = endOf(s.log[leader] as number)
    s.lastKnown = NOBODY
    s.asked = 0
    if (this.cutsToWatermark) {
      for (let b = 0; b < 3; b++) if (b !== leader && has(s.up, b)) this.cut(s, b, s.hw[b] as number)
    }
    this.raiseWatermark(s)
  }

  /** The high watermark is the least position in the ISR, and rises only (Partition.maybeIncrementLeaderHW). */
  private raiseWatermark(s: State): void {
    if (!isLed(s)) return
    const leader = s.leader
    if (this.watermarkNeedsMinIsr && !this.hasMinIsr(s)) return
    const log = s.log[leader] as number
    let least = endOf(log)
    for (let b = 0; b < 3; b++) if (b !== leader && has(s.isr, b)) least = Math.min(least, s.remoteEnd[b] as number)
    const from = s.hw[leader] as number
    if (least <= from) return
    s.hw[leader] = least
    if (this.acks !== -1 || !this.hasMinIsr(s)) return
    for (let offset = from; offset < least; offset++) this.ack(s, idAt(log, offset))
  }

  /** acks=n of 0.8: n replicas in the ISR hold the record (Partition.checkEnoughReplicasReachOffset). */
  private ackWaiting(s: State): void {
    if (this.acks < 2 || !isLed(s)) return
    const log = s.log[s.leader] as number
    const end = endOf(log)
    for (let offset = 0; offset < end; offset++) {
      let holders = 1
      for (let b = 0; b < 3; b++) if (b !== s.leader && has(s.isr, b) && (s.remoteEnd[b] as number) > offset) holders++
      if (holders >= this.acks) this.ack(s, idAt(log, offset))
    }
  }

  /** A producer waits only where its record was appended in this epoch: a new leader answers none of the old one's requests. */
  private ack(s: State, id: number): void {
    if (epochOfRecord(s, id) === s.epoch) s.acked |= 1 << id
  }

  private mayLeave(s: State, b: number): boolean {
    return this.hasElr || !this.keepsLast || (s.isr & ~(1 << b)) !== 0
  }

  /** Leaves the ISR; where there are eligible leader replicas, they follow from it (PartitionChangeBuilder.maybeUpdateElr). */
  private leave(s: State, b: number): void {
    const before = s.isr
    this.keep(s, ~(1 << b))
    if (this.hasElr) s.elr = this.hasMinIsr(s) ? 0 : (s.elr | before) & ~s.isr
  }

  private keep(s: State, set: number): void {
    s.isr &= set
    if (this.bySeniority) s.seniority = keptIn(s.seniority, set)
  }

  private cut(s: State, b: number, end: number): void {
    const log = s.log[b] as number
    const kept = cutTo(log, end)
    if (kept === log) return
    s.log[b] = kept
    forgetCutRecords(s)
  }

  /** What no leader holds is unknown, so that equal states are equal; what consumers see and whether all is repaired is noted. */
  settle(s: State): void {
    if (!isLed(s)) {
      s.remoteEnd.fill(UNKNOWN)
      s.epochStart = 0
      return
    }
    if (this.tracksSeen) s.seen |= idsOf(cutTo(s.log[s.leader] as number, s.hw[s.leader] as number))
    if (s.repairing === 1 && isRepaired(s)) s.repairing = 0
  }
}

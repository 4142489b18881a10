// What must not be: acknowledged records lost, visible records lost, writes blocked (the two promises of KAFKA-1555).

import { brokersIn, has, lettersOf, sizeOf } from './broker.ts'
import { idsOf } from './log.ts'
import type { Partition } from './partition.ts'
import { isLed, State, WORDS } from './state.ts'

export type Property = 'ackedLoss' | 'visibleLoss' | 'blocked'

/** A live leader lacks a record whose success was told to a producer. */
export const losesAcked = (s: State): boolean => isLed(s) && (s.acked & ~idsOf(s.log[s.leader] as number)) !== 0

/** A live leader lacks a record that a consumer could have read. */
export const losesVisible = (s: State): boolean => isLed(s) && (s.seen & ~idsOf(s.log[s.leader] as number)) !== 0

/** More rounds of fetches than any log here is long. */
const ROUNDS = 8

/** Whether writes stay refused when every crash is detected and every live follower fetches to its end, with no other event. */
export class Blockage {
  private readonly s = new State()
  private readonly before = new Int32Array(WORDS)
  private readonly after = new Int32Array(WORDS)

  constructor(private readonly partition: Partition) {}

  holds(state: State): boolean {
    const { s, partition } = this
    this.stabilise(state)
    if (!isLed(s)) return true
    if (partition.acks === -1) return !partition.hasMinIsr(s)
    return partition.acks >= 2 && sizeOf(s.isr) < partition.acks
  }

  /** What keeps writes blocked, as the facts of a WRITES_BLOCKED row; undefined where nothing does. */
  blocking(state: State): readonly number[] | undefined {
    if (!this.holds(state)) return undefined
    const { s, partition } = this
    return [isLed(s) ? 1 : 0, partition.acks, partition.minIsr, ...(isLed(s) ? brokersIn(s.isr) : [])]
  }

  /** The same in a sentence. */
  why(state: State): string | undefined {
    if (!this.holds(state)) return undefined
    const { s, partition } = this
    if (!isLed(s)) return 'when every crash is detected, no replica that may lead is up.'
    const needed =
      partition.acks === -1 ? `min.insync.replicas=${partition.minIsr}` : `${partition.acks} acknowledgements`
    return `when every crash is detected and every live follower has fetched, the ISR is ${lettersOf(s.isr)}, too few for ${needed}.`
  }

  private stabilise(state: State): void {
    const { s, partition } = this
    s.copy(state)
    for (let b = 0; b < 3; b++) {
      if (has(s.up, b) || !has(s.live, b)) continue
      partition.detectFirst(s, b)
      partition.settle(s)
    }
    for (let round = 0; round < ROUNDS && isLed(s); round++) if (!this.fetchRound()) break
  }

  /** Whether a round of fetches changed anything. */
  private fetchRound(): boolean {
    const { s, partition, before, after } = this
    s.pack(before, 0)
    for (let f = 0; f < 3; f++) {
      if (f === s.leader || !has(s.up, f)) continue
      partition.fetch(s, f)
      partition.settle(s)
    }
    s.pack(after, 0)
    for (let i = 0; i < WORDS; i++) if (before[i] !== after[i]) return true
    return false
  }
}

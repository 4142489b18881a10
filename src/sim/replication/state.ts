// The state of one partition on three brokers: what the controller decided, what the leader knows, what each broker holds. Brokers are 0, 1, 2
// (A, B, C), sets of brokers and of record ids are bits. Every field fits a small integer, and the whole fits five words.

import { EVERYBODY, NOBODY } from './broker.ts'
import { endOf, idsOf } from './log.ts'

/** Words of a packed state. */
export const WORDS = 5

export class State {
  /** The leader epoch. */
  epoch = 0
  /** The elected leader, or NOBODY. */
  leader = NOBODY
  isr = 0
  /** The ISR in order of joining, two bits a member, its number plus one, eldest lowest; 0 where elections do not go by it. */
  seniority = 0
  /** Eligible leader replicas (KIP-966). */
  elr = 0
  /** The last member of an ISR and ELR that are empty now, or NOBODY. */
  lastKnown = NOBODY
  /** The brokers that the controller takes for live. */
  live = 0
  /** The brokers that run. */
  up = 0
  /** By broker, see log.ts. */
  readonly log = new Int32Array(3)
  /** High watermark by broker. */
  readonly hw = new Int32Array(3)
  /** The offset that each follower fetched last, as the leader knows it; -1 unknown, and in the leader's own place. */
  readonly remoteEnd = new Int32Array(3)
  /** The leader's log end offset when its epoch began. */
  epochStart = 0
  /** The epoch of each record that some log holds, four bits an id. */
  epochs = 0
  /** The id of the next record. */
  next = 0
  acked = 0
  /** Ids that ever lay below a leader's high watermark; 0 where nobody keeps it. */
  seen = 0
  crashes = 0
  slowDrops = 0
  moves = 0
  /** Followers that have asked for the end of their epoch since the leader changed (KIP-101). */
  asked = 0
  /** 1 from a crash to full repair, where the next crash has to wait for it. */
  repairing = 0

  copy(from: State): void {
    this.epoch = from.epoch
    this.leader = from.leader
    this.isr = from.isr
    this.seniority = from.seniority
    this.elr = from.elr
    this.lastKnown = from.lastKnown
    this.live = from.live
    this.up = from.up
    this.epochStart = from.epochStart
    this.epochs = from.epochs
    this.next = from.next
    this.acked = from.acked
    this.seen = from.seen
    this.crashes = from.crashes
    this.slowDrops = from.slowDrops
    this.moves = from.moves
    this.asked = from.asked
    this.repairing = from.repairing
    for (let b = 0; b < 3; b++) {
      this.log[b] = from.log[b] as number
      this.hw[b] = from.hw[b] as number
      this.remoteEnd[b] = from.remoteEnd[b] as number
    }
  }

  /** Writes the five words from `at` on. */
  pack(words: Int32Array, at: number): void {
    words[at] = this.replica(0) | (this.next << 24) | (this.epochStart << 27) | (this.leader << 30)
    words[at + 1] = this.replica(1) | (this.acked << 24) | (this.lastKnown << 30)
    words[at + 2] = this.replica(2) | (this.seen << 24)
    words[at + 3] = this.epochs | (this.epoch << 24) | (this.crashes << 28)
    words[at + 4] =
      this.isr |
      (this.seniority << 3) |
      (this.up << 9) |
      (this.live << 12) |
      (this.elr << 15) |
      (this.asked << 18) |
      (this.repairing << 21) |
      (this.slowDrops << 22) |
      (this.moves << 26)
  }

  /** Reads what pack wrote. */
  unpack(words: Int32Array, at: number): void {
    const a = words[at] as number
    const b = words[at + 1] as number
    const c = words[at + 2] as number
    const records = words[at + 3] as number
    const sets = words[at + 4] as number
    this.setReplica(0, a)
    this.setReplica(1, b)
    this.setReplica(2, c)
    this.next = (a >>> 24) & 7
    this.epochStart = (a >>> 27) & 7
    this.leader = a >>> 30
    this.acked = (b >>> 24) & 63
    this.lastKnown = b >>> 30
    this.seen = c >>> 24
    this.epochs = records & 0xffffff
    this.epoch = (records >>> 24) & 15
    this.crashes = records >>> 28
    this.isr = sets & 7
    this.seniority = (sets >>> 3) & 63
    this.up = (sets >>> 9) & 7
    this.live = (sets >>> 12) & 7
    this.elr = (sets >>> 15) & 7
    this.asked = (sets >>> 18) & 7
    this.repairing = (sets >>> 21) & 1
    this.slowDrops = (sets >>> 22) & 15
    this.moves = (sets >>> 26) & 15
  }

  private replica(b: number): number {
    return (this.log[b] as number) | ((this.hw[b] as number) << 18) | (((this.remoteEnd[b] as number) + 1) << 21)
  }

  private setReplica(b: number, word: number): void {
    this.log[b] = word & 0x3ffff
    this.hw[b] = (word >>> 18) & 7
    this.remoteEnd[b] = ((word >>> 21) & 7) - 1
  }
}

/** Whether there is a leader and it runs. */
export const isLed = (s: State): boolean => ((s.up >> s.leader) & 1) === 1

/** The epoch of a record that some log holds. */
export const epochOfRecord = (s: State, id: number): number => (s.epochs >>> (4 * id)) & 15

// For a set of ids, the bits that keep their epochs.
const epochsKept = Int32Array.from({ length: 64 }, (_, set) => {
  let mask = 0
  for (let id = 0; id < 6; id++) if ((set >> id) & 1) mask |= 15 << (4 * id)
  return mask
})

/** Forgets the epochs of records that no log holds any more: a state is told by its logs alone. */
export function forgetCutRecords(s: State): void {
  const held = idsOf(s.log[0] as number) | idsOf(s.log[1] as number) | idsOf(s.log[2] as number)
  s.epochs &= epochsKept[held] as number
}

/** All run, are in sync, hold the same log, and the leader knows it. */
export function isRepaired(s: State): boolean {
  if ((s.up & s.live & s.isr) !== EVERYBODY) return false
  const log = s.log[s.leader] as number
  const end = endOf(log)
  for (let b = 0; b < 3; b++) {
    if (b !== s.leader && (s.log[b] !== log || s.remoteEnd[b] !== end)) return false
  }
  return true
}

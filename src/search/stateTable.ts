// States that were met: packed words in one column, found by open addressing. Numbered in the order of their arrival. The slots lie in
// shards, each of which grows alone, so that no single state is ever long in coming.

import { WORDS } from '../sim/replication/state.ts'

const SHARD_BITS = 6
const SHARDS = 1 << SHARD_BITS
const FIRST_SLOTS = 1 << 6
const FIRST_ROOM = 1 << 12

/** Bytes a state: its words, the state before it and the step between. */
const COLUMNS = WORDS * 4 + 4 + 2
/** Slots are at most half full, and doubled when they are. */
const SLOTS = 4 * 4

/** The most bytes that a table of so many states takes. Its columns are doubled too, and the widest of the old ones is still there then. */
export function bytesFor(states: number): number {
  let room = FIRST_ROOM
  while (room <= states) room *= 2
  return room * COLUMNS + (room / 2) * WORDS * 4 + Math.max(states * SLOTS, SHARDS * FIRST_SLOTS * 4)
}

export class StateTable {
  size = 0
  /** WORDS a state. */
  words = new Int32Array(FIRST_ROOM * WORDS)
  /** The state from which each was first reached. */
  before = new Int32Array(FIRST_ROOM)
  /** The step that reached it. */
  steps = new Uint16Array(FIRST_ROOM)
  private room = FIRST_ROOM
  /** By the hash's highest bits; a slot holds a state's number plus one. */
  private readonly shards = Array.from({ length: SHARDS }, () => new Int32Array(FIRST_SLOTS))
  private readonly filled = new Int32Array(SHARDS)

  /** What the table takes now, in bytes. */
  get bytes(): number {
    const slots = this.shards.reduce((sum, shard) => sum + shard.byteLength, 0)
    return this.words.byteLength + this.before.byteLength + this.steps.byteLength + slots
  }

  /** Adds a state where it is new; true if it was. `words` holds it from index 0 on. */
  add(words: Int32Array, before: number, step: number): boolean {
    const a = words[0] as number
    const b = words[1] as number
    const c = words[2] as number
    const d = words[3] as number
    const e = words[4] as number
    const known = this.words
    const key = hash(a, b, c, d, e)
    const number = key >>> (32 - SHARD_BITS)
    const shard = this.shards[number] as Int32Array
    const mask = shard.length - 1
    let slot = key & mask
    for (let state = shard[slot] as number; state !== 0; state = shard[slot] as number) {
      const at = (state - 1) * WORDS
      if (known[at] === a && known[at + 1] === b && known[at + 2] === c && known[at + 3] === d && known[at + 4] === e) {
        return false
      }
      slot = (slot + 1) & mask
    }
    const at = this.size * WORDS
    known[at] = a
    known[at + 1] = b
    known[at + 2] = c
    known[at + 3] = d
    known[at + 4] = e
    this.before[this.size] = before
    this.steps[this.size] = step
    shard[slot] = ++this.size
    if (this.size === this.room) this.widen()
    if (++(this.filled[number] as number) * 2 > mask) this.growShard(number, shard)
    return true
  }

  private widen(): void {
    this.room *= 2
    this.words = widened(this.words, new Int32Array(this.room * WORDS))
    this.before = widened(this.before, new Int32Array(this.room))
    this.steps = widened(this.steps, new Uint16Array(this.room))
  }

  private growShard(number: number, old: Int32Array): void {
    const { words } = this
    const shard = new Int32Array(old.length * 2)
    const mask = shard.length - 1
    for (let i = 0; i < old.length; i++) {
      const state = old[i] as number
      if (state === 0) continue
      let slot = hashAt(words, (state - 1) * WORDS) & mask
      while (shard[slot] !== 0) slot = (slot + 1) & mask
      shard[slot] = state
    }
    this.shards[number] = shard
  }
}

function widened<Column extends Int32Array | Uint16Array>(column: Column, wider: Column): Column {
  wider.set(column)
  return wider
}

const hashAt = (words: Int32Array, at: number): number =>
  hash(
    words[at] as number,
    words[at + 1] as number,
    words[at + 2] as number,
    words[at + 3] as number,
    words[at + 4] as number,
  )

/** Multiply and fold, so that each bit of each word reaches the low ones and the high ones. */
function hash(a: number, b: number, c: number, d: number, e: number): number {
  let h = Math.imul(a, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15) ^ b, 0x85ebca77)
  h = Math.imul(h ^ (h >>> 13) ^ c, 0xc2b2ae3d)
  h = Math.imul(h ^ (h >>> 16) ^ d, 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 15) ^ e, 0x165667b1)
  return h ^ (h >>> 16)
}

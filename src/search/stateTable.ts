// States that were met, numbered in the order of their arrival and found by open addressing. Columns come in chunks and slots in shards,
// each of which grows alone and at its own time, so that no single state is ever long in coming.

import { type State, WORDS } from '../sim/replication/state.ts'

/** Of a state: its words, the state before it, the step between. */
const WIDTH = WORDS + 2
const BEFORE = WORDS
const STEP = WORDS + 1
const CHUNK_BITS = 14
const CHUNK = 1 << CHUNK_BITS

const SHARD_BITS = 6
const SHARDS = 1 << SHARD_BITS
const FIRST_SLOTS = 1 << 6

/** A slot holds a state's number plus one, and above it six bits of its hash, so that most others need not be looked at. */
const NUMBER = (1 << 26) - 1
/** The six bits below the shard's, which a shard's own slots hardly ever go by. */
const tagOf = (key: number): number => (key << SHARD_BITS) & ~NUMBER

/** The most states that a table can hold. */
export const mostStates = NUMBER

/** How many states a shard of so many slots takes before it is doubled: from 3/8 of them in the first shard to 5/8 in the last. */
const roomOf = (shard: number, slots: number): number => (slots * (24 + (shard >> 2))) >> 6
/** A shard that was just doubled is 3/16 full at the least. */
const SLOTS_A_STATE = 16 / 3

/** The most bytes that a table of so many states takes. */
export const bytesFor = (states: number): number =>
  4 * ((states + CHUNK) * WIDTH + Math.ceil(states * SLOTS_A_STATE) + SHARDS * FIRST_SLOTS)

export class StateTable {
  size = 0
  private readonly chunks = [new Int32Array(CHUNK * WIDTH)]
  /** By the hash's highest bits. */
  private readonly shards = Array.from({ length: SHARDS }, () => new Int32Array(FIRST_SLOTS))
  private readonly room = Int32Array.from({ length: SHARDS }, (_, shard) => roomOf(shard, FIRST_SLOTS))

  /** What the table takes now, in bytes. */
  get bytes(): number {
    return [...this.chunks, ...this.shards].reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  /** Reads a state. */
  read(state: number, into: State): void {
    into.unpack(this.chunkOf(state), placeOf(state))
  }

  /** The state from which one was first reached; -1 for the first. */
  beforeOf(state: number): number {
    return this.chunkOf(state)[placeOf(state) + BEFORE] as number
  }

  /** The step that first reached a state. */
  stepTo(state: number): number {
    return this.chunkOf(state)[placeOf(state) + STEP] as number
  }

  /** Whether a state has these words. */
  is(state: number, words: Int32Array): boolean {
    const chunk = this.chunkOf(state)
    const at = placeOf(state)
    return (
      chunk[at] === words[0] &&
      chunk[at + 1] === words[1] &&
      chunk[at + 2] === words[2] &&
      chunk[at + 3] === words[3] &&
      chunk[at + 4] === words[4]
    )
  }

  /** Adds a state where it is new; true if it was. `words` holds it from index 0 on. */
  add(words: Int32Array, before: number, step: number): boolean {
    const key = hashAt(words, 0)
    const number = key >>> (32 - SHARD_BITS)
    const shard = this.shards[number] as Int32Array
    const mask = shard.length - 1
    const tag = tagOf(key)
    let slot = key & mask
    for (let held = shard[slot] as number; held !== 0; held = shard[slot] as number) {
      if ((held & ~NUMBER) === tag && this.is((held & NUMBER) - 1, words)) return false
      slot = (slot + 1) & mask
    }
    this.append(words, before, step)
    shard[slot] = tag | this.size
    if (--(this.room[number] as number) === 0) this.growShard(number, shard)
    return true
  }

  private append(words: Int32Array, before: number, step: number): void {
    const chunk = this.chunkOf(this.size)
    const at = placeOf(this.size)
    for (let i = 0; i < WORDS; i++) chunk[at + i] = words[i] as number
    chunk[at + BEFORE] = before
    chunk[at + STEP] = step
    this.size++
    if (this.size % CHUNK === 0) this.chunks.push(new Int32Array(CHUNK * WIDTH))
  }

  private chunkOf(state: number): Int32Array {
    return this.chunks[state >> CHUNK_BITS] as Int32Array
  }

  private growShard(number: number, old: Int32Array): void {
    const shard = new Int32Array(old.length * 2)
    const mask = shard.length - 1
    for (let i = 0; i < old.length; i++) {
      const held = old[i] as number
      if (held === 0) continue
      const state = (held & NUMBER) - 1
      let slot = hashAt(this.chunkOf(state), placeOf(state)) & mask
      while (shard[slot] !== 0) slot = (slot + 1) & mask
      shard[slot] = held
    }
    this.shards[number] = shard
    this.room[number] = roomOf(number, shard.length) - roomOf(number, old.length)
  }
}

/** Where a state begins in its chunk. */
const placeOf = (state: number): number => (state & (CHUNK - 1)) * WIDTH

/** Multiply and fold, so that each bit of each word reaches the low ones and the high ones. */
function hashAt(words: Int32Array, at: number): number {
  let h = Math.imul(words[at] as number, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15) ^ (words[at + 1] as number), 0x85ebca77)
  h = Math.imul(h ^ (h >>> 13) ^ (words[at + 2] as number), 0xc2b2ae3d)
  h = Math.imul(h ^ (h >>> 16) ^ (words[at + 3] as number), 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 15) ^ (words[at + 4] as number), 0x165667b1)
  return h ^ (h >>> 16)
}

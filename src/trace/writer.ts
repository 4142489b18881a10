// Writes the ledger while a run goes on. One writer a run; the chunk under the pen belongs to the room and is reused, since a
// fresh one would cost more than a short run.

import { FNV_START, fnvBytes, fnvText } from '../base/fnv.ts'
import { CHUNK, type Chunk, type Ended, type Subject, type Trace } from './trace.ts'
import { words } from './vocabulary.ts'

const blank = (): Chunk => ({
  at: new Float64Array(CHUNK),
  subject: new Uint16Array(CHUNK),
  kind: new Uint8Array(CHUNK),
  rule: new Uint16Array(CHUNK),
  cause: new Int32Array(CHUNK),
  armedBy: new Int32Array(CHUNK),
  fieldsFrom: new Uint32Array(CHUNK),
})

let spareChunk: Chunk | undefined
let sparePool: Float64Array | undefined

const cut = (chunk: Chunk, rows: number): Chunk => ({
  at: chunk.at.slice(0, rows),
  subject: chunk.subject.slice(0, rows),
  kind: chunk.kind.slice(0, rows),
  rule: chunk.rule.slice(0, rows),
  cause: chunk.cause.slice(0, rows),
  armedBy: chunk.armedBy.slice(0, rows),
  fieldsFrom: chunk.fieldsFrom.slice(0, rows),
})

const bytes = (view: ArrayBufferView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)

export class TraceWriter {
  rows = 0
  private fields = 0
  private chunk: Chunk = spareChunk ?? blank()
  private slot = 0
  private pool: Float64Array = sparePool ?? new Float64Array(CHUNK)
  private poolSlot = 0
  private readonly chunks: Chunk[] = []
  private readonly pools: Float64Array[] = []
  // The columns under the pen, so that a row need not look for them.
  private at = this.chunk.at
  private subject = this.chunk.subject
  private kind = this.chunk.kind
  private rule = this.chunk.rule
  private cause = this.chunk.cause
  private armedBy = this.chunk.armedBy
  private fieldsFrom = this.chunk.fieldsFrom

  /**
   * @param limit how many rows the ledger is meant for
   * @param full told once, when that many are written; a few more may follow
   */
  constructor(
    readonly subjects: readonly Subject[],
    private readonly limit = Number.POSITIVE_INFINITY,
    private readonly full: () => void = () => undefined,
  ) {
    spareChunk = undefined
    sparePool = undefined
  }

  /** Begins a row and gives its number; its fields follow. `cause` and `armedBy`: -1 for none. */
  row(at: number, subject: number, kind: number, rule: number, cause: number, armedBy: number): number {
    if (this.slot === CHUNK) this.turnPage()
    const slot = this.slot++
    this.at[slot] = at
    this.subject[slot] = subject
    this.kind[slot] = kind
    this.rule[slot] = rule
    this.cause[slot] = cause
    this.armedBy[slot] = armedBy
    this.fieldsFrom[slot] = this.fields
    if (this.rows === this.limit) this.full()
    return this.rows++
  }

  /** A row with its first three fields, at once: for those that a run writes by the million. */
  rowOfThree(
    at: number,
    subject: number,
    kind: number,
    rule: number,
    cause: number,
    armedBy: number,
    a: number,
    b: number,
    c: number,
  ): number {
    if (this.slot === CHUNK) this.turnPage()
    const slot = this.slot++
    const { fields, poolSlot } = this
    this.at[slot] = at
    this.subject[slot] = subject
    this.kind[slot] = kind
    this.rule[slot] = rule
    this.cause[slot] = cause
    this.armedBy[slot] = armedBy
    this.fieldsFrom[slot] = fields
    if (poolSlot + 3 > CHUNK) {
      this.field(a)
      this.field(b)
      this.field(c)
    } else {
      const { pool } = this
      pool[poolSlot] = a
      pool[poolSlot + 1] = b
      pool[poolSlot + 2] = c
      this.poolSlot = poolSlot + 3
      this.fields = fields + 3
    }
    if (this.rows === this.limit) this.full()
    return this.rows++
  }

  private turnPage(): void {
    this.chunks.push(this.chunk)
    const fresh = blank()
    this.chunk = fresh
    this.slot = 0
    this.at = fresh.at
    this.subject = fresh.subject
    this.kind = fresh.kind
    this.rule = fresh.rule
    this.cause = fresh.cause
    this.armedBy = fresh.armedBy
    this.fieldsFrom = fresh.fieldsFrom
  }

  /** The next field of the row begun last, in the order that its kind declares. */
  field(value: number): void {
    if (this.poolSlot === CHUNK) {
      this.pools.push(this.pool)
      this.pool = new Float64Array(CHUNK)
      this.poolSlot = 0
    }
    this.pool[this.poolSlot++] = value
    this.fields++
  }

  /** The next two fields, at once. */
  twoFields(a: number, b: number): void {
    const slot = this.poolSlot
    if (slot + 2 > CHUNK) {
      this.field(a)
      this.field(b)
      return
    }
    const { pool } = this
    pool[slot] = a
    pool[slot + 1] = b
    this.poolSlot = slot + 2
    this.fields += 2
  }

  /** The next three fields, at once: for rows that a run writes by the million. */
  threeFields(a: number, b: number, c: number): void {
    const slot = this.poolSlot
    if (slot + 3 > CHUNK) {
      this.field(a)
      this.field(b)
      this.field(c)
      return
    }
    const { pool } = this
    pool[slot] = a
    pool[slot + 1] = b
    pool[slot + 2] = c
    this.poolSlot = slot + 3
    this.fields += 3
  }

  /** Closes the ledger. The writer is of no use afterwards. */
  finish(until: number, ended: Ended): Trace {
    const chunks = [...this.chunks, cut(this.chunk, this.slot)]
    const pool = [...this.pools, this.pool.slice(0, this.poolSlot)]
    spareChunk = this.chunk
    sparePool = this.pool
    const { rows, fields, subjects } = this
    return { rows, chunks, pool, fields, subjects, until, ended, digest: digestOf(chunks, pool) }
  }
}

/** FNV-1a 32 over every column of every chunk, then the pool, then the words. Typed arrays are little-endian wherever browsers run. */
function digestOf(chunks: readonly Chunk[], pool: readonly Float64Array[]): number {
  let hash = FNV_START
  for (const chunk of chunks) for (const column of Object.values(chunk)) hash = fnvBytes(hash, bytes(column))
  for (const part of pool) hash = fnvBytes(hash, bytes(part))
  for (const text of words) hash = fnvText(hash, text)
  return hash
}

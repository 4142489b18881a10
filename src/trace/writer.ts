// Writes the ledger while a run goes on. One writer a run; the page under the pen belongs to the room and is reused, since a fresh one
// would cost more than a short run.

import { FNV_START, fnvBytes, fnvText } from '../base/fnv.ts'
import { CHUNK, type Chunk, type Ended, SLOT, type Subject, type Trace } from './trace.ts'
import { words } from './vocabulary.ts'

/** A chunk as it is written: its columns one behind the other in two arrays, so that a row need not look for seven. */
class Page {
  /** at, cause, armedBy, fieldsFrom. */
  readonly longs = new Int32Array(4 * CHUNK)
  /** subject, kind, rule. */
  readonly shorts = new Uint16Array(3 * CHUNK)

  /** The columns of the first rows. */
  chunk(rows: number): Chunk {
    const long = (n: number): Int32Array => this.longs.subarray(n * CHUNK, n * CHUNK + rows)
    const short = (n: number): Uint16Array => this.shorts.subarray(n * CHUNK, n * CHUNK + rows)
    return {
      at: long(0),
      cause: long(1),
      armedBy: long(2),
      fieldsFrom: long(3),
      subject: short(0),
      kind: short(1),
      rule: short(2),
    }
  }
}

let sparePage: Page | undefined
let sparePool: Float64Array | undefined

const copied = (chunk: Chunk): Chunk => ({
  at: chunk.at.slice(),
  cause: chunk.cause.slice(),
  armedBy: chunk.armedBy.slice(),
  fieldsFrom: chunk.fieldsFrom.slice(),
  subject: chunk.subject.slice(),
  kind: chunk.kind.slice(),
  rule: chunk.rule.slice(),
})

const bytes = (view: ArrayBufferView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)

export class TraceWriter {
  rows = 0
  private fields = 0
  private page = sparePage ?? new Page()
  private longs = this.page.longs
  private shorts = this.page.shorts
  private pool = sparePool ?? new Float64Array(CHUNK)
  private readonly pages: Page[] = []
  private readonly pools: Float64Array[] = []

  /**
   * @param limit how many rows the ledger is meant for
   * @param full told once, when that many are written; a few more may follow
   */
  constructor(
    readonly subjects: readonly Subject[],
    private readonly limit = Number.POSITIVE_INFINITY,
    private readonly full: () => void = () => undefined,
  ) {
    sparePage = undefined
    sparePool = undefined
  }

  /** Begins a row and gives its number; its fields follow. `cause` and `armedBy`: -1 for none. */
  row(at: number, subject: number, kind: number, rule: number, cause: number, armedBy: number): number {
    const row = this.rows++
    const slot = row & SLOT
    if (slot === 0 && row > 0) this.turnPage()
    const { longs, shorts } = this
    longs[slot] = at
    longs[slot + CHUNK] = cause
    longs[slot + 2 * CHUNK] = armedBy
    longs[slot + 3 * CHUNK] = this.fields
    shorts[slot] = subject
    shorts[slot + CHUNK] = kind
    shorts[slot + 2 * CHUNK] = rule
    if (row === this.limit) this.full()
    return row
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
    const row = this.row(at, subject, kind, rule, cause, armedBy)
    this.threeFields(a, b, c)
    return row
  }

  private turnPage(): void {
    this.pages.push(this.page)
    this.page = new Page()
    this.longs = this.page.longs
    this.shorts = this.page.shorts
  }

  /** The next field of the row begun last, in the order that its kind declares. */
  field(value: number): void {
    const field = this.fields++
    const slot = field & SLOT
    if (slot === 0 && field > 0) this.turnPool()
    this.pool[slot] = value
  }

  private turnPool(): void {
    this.pools.push(this.pool)
    this.pool = new Float64Array(CHUNK)
  }

  /** The next two fields, at once. */
  twoFields(a: number, b: number): void {
    const slot = this.fields & SLOT
    if (slot === 0 || slot + 2 > CHUNK) {
      this.field(a)
      this.field(b)
      return
    }
    const { pool } = this
    pool[slot] = a
    pool[slot + 1] = b
    this.fields += 2
  }

  /** The next three fields, at once: for rows that a run writes by the million. */
  threeFields(a: number, b: number, c: number): void {
    const slot = this.fields & SLOT
    if (slot === 0 || slot + 3 > CHUNK) {
      this.field(a)
      this.field(b)
      this.field(c)
      return
    }
    const { pool } = this
    pool[slot] = a
    pool[slot + 1] = b
    pool[slot + 2] = c
    this.fields += 3
  }

  /** Closes the ledger. The writer is of no use afterwards. */
  finish(until: number, ended: Ended): Trace {
    const { rows, fields, subjects, pages, pools } = this
    const chunks = pages.map((page) => page.chunk(CHUNK))
    chunks.push(copied(this.page.chunk(rows - pages.length * CHUNK)))
    const pool = [...pools, this.pool.slice(0, fields - pools.length * CHUNK)]
    sparePage = this.page
    sparePool = this.pool
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

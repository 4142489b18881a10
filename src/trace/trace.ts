// The ledger of one run: columns in chunks, one index a row, each row naming the row that caused it.
//
//   row 70 001 = chunk 1, slot 4 465        at subject kind rule cause armedBy fieldsFrom
//                                                                               └─> pool[fieldsFrom ..]

import type { Kind } from './kinds.ts'
import { kinds } from './kinds.ts'
import { type Rule, rules } from './rules.ts'
import { type Word, words } from './vocabulary.ts'

const CHUNK_BITS = 16
/** Rows in a full chunk, and numbers in a full chunk of the pool. */
export const CHUNK = 1 << CHUNK_BITS
/** Which bits of a row, or of a number of the pool, are its slot. */
export const SLOT = CHUNK - 1

/** Up to CHUNK rows as columns. `at`: no run lasts a month; `cause` and `armedBy` are rows, -1 for none; `fieldsFrom` counts in the pool. */
export type Chunk = {
  readonly at: Int32Array
  readonly cause: Int32Array
  readonly armedBy: Int32Array
  readonly fieldsFrom: Int32Array
  readonly subject: Uint16Array
  readonly kind: Uint16Array
  readonly rule: Uint16Array
}

/** Who a row is about. `node`: the client's id of it (bootstrap servers are negative), or a quorum's; `host`: index of the machine in the world. */
export type Subject = {
  readonly kind:
    | 'run'
    | 'caller'
    | 'client'
    | 'connection'
    | 'broker'
    | 'partition'
    | 'node'
    | 'producer'
    | 'controller'
  readonly name: string
  readonly node?: number
  readonly host?: number
  readonly partition?: number
}

/** How a run ended: at its last instant, by a limit, or because the simulated poll threw. */
export type Ended = 'until' | 'rows' | 'events an instant' | 'thrown'

/** Plain data, so that its buffers can be handed from thread to thread. */
export type Trace = {
  readonly rows: number
  readonly chunks: readonly Chunk[]
  readonly pool: readonly Float64Array[]
  /** Length of the pool in numbers. */
  readonly fields: number
  readonly subjects: readonly Subject[]
  /** The last instant that the run covers. */
  readonly until: number
  readonly ended: Ended
  /** FNV-1a 32 over the columns in little-endian order, the pool and the words. */
  readonly digest: number
}

const chunkOf = (trace: Trace, row: number): Chunk => trace.chunks[row >>> CHUNK_BITS] as Chunk

export const atOf = (trace: Trace, row: number): number => chunkOf(trace, row).at[row & SLOT] as number
export const subjectOf = (trace: Trace, row: number): number => chunkOf(trace, row).subject[row & SLOT] as number
export const kindOf = (trace: Trace, row: number): number => chunkOf(trace, row).kind[row & SLOT] as number
export const causeOf = (trace: Trace, row: number): number => chunkOf(trace, row).cause[row & SLOT] as number
export const armedByOf = (trace: Trace, row: number): number => chunkOf(trace, row).armedBy[row & SLOT] as number
export const ruleOf = (trace: Trace, row: number): Rule => rules[chunkOf(trace, row).rule[row & SLOT] as number] as Rule
export const declarationOf = (trace: Trace, row: number): Kind => kinds[kindOf(trace, row)] as Kind

const fieldsFromOf = (trace: Trace, row: number): number => chunkOf(trace, row).fieldsFrom[row & SLOT] as number

const pooled = (trace: Trace, index: number): number =>
  (trace.pool[index >>> CHUNK_BITS] as Float64Array)[index & SLOT] as number

/** The n-th field of a row, as declared by its kind. */
export const fieldOf = (trace: Trace, row: number, n: number): number => pooled(trace, fieldsFromOf(trace, row) + n)

/** A field of a row by its name, undefined where its kind declares none of that name. For readers that are not in a hurry. */
function namedField(trace: Trace, row: number, name: string): number | undefined {
  const n = declarationOf(trace, row).fields.findIndex(([field]) => field === name)
  return n < 0 ? undefined : fieldOf(trace, row, n)
}

/** A word field of a row by its name, undefined where there is none. */
export function namedWord(trace: Trace, row: number, name: string): Word | undefined {
  const value = namedField(trace, row, name)
  return value === undefined ? undefined : words[value]
}

/** The values after the declared fields. */
export function restOf(trace: Trace, row: number): number[] {
  const from = fieldsFromOf(trace, row) + declarationOf(trace, row).fields.length
  const to = row + 1 < trace.rows ? fieldsFromOf(trace, row + 1) : trace.fields
  const rest: number[] = []
  for (let i = from; i < to; i++) rest.push(pooled(trace, i))
  return rest
}

/** The first row at or after an instant, else the number of rows. Rows ascend by instant. */
export function firstRowFrom(trace: Trace, at: number): number {
  let low = 0
  let high = trace.rows
  while (low < high) {
    const middle = (low + high) >>> 1
    if (atOf(trace, middle) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** All buffers of a trace, for a transfer list. */
export function buffersOf(trace: Trace): ArrayBuffer[] {
  const views = [...trace.pool, ...trace.chunks.flatMap((chunk) => Object.values(chunk))]
  return [...new Set(views.map((view) => view.buffer as ArrayBuffer))]
}

// The records of a producer's run by number: where each begins, is in a batch and ends; and what held the front of each partition.
// A run is read once, into columns; what else is said of a record is worked out when somebody asks (life.ts).

import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import { BATCH_RETRIED_IN_ORDER } from '../trace/producerRules.ts'
import { rules } from '../trace/rules.ts'
import { atOf, causeOf, fieldOf, kindOf, restOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import { type Word, word, words } from '../trace/vocabulary.ts'

/** What held the first batch of a partition, from each row on: that batch (-1: none is queued) and the row that says why. */
export type Front = {
  readonly rows: readonly number[]
  readonly batches: readonly number[]
  readonly why: readonly number[]
}

/** Rows and batches are -1 where there is none. */
export type Records = {
  readonly count: number
  // By record.
  readonly asked: Int32Array
  readonly awaits: Int32Array
  /** The row that says that it waits for memory. */
  readonly memory: Int32Array
  readonly appended: Int32Array
  /** The row of its CALLBACK, or of the exception that send() threw. */
  readonly ended: Int32Array
  readonly batch: Int32Array
  // By batch.
  readonly batches: number
  readonly opened: Int32Array
  /** How many records are in it. */
  readonly size: Int32Array
  /** The row that tells of its latest copy in the log, and how many there are. */
  readonly written: Int32Array
  readonly copies: Int32Array
  /** The row at which a broker knew it again, and did not write it. */
  readonly knownAgain: Int32Array
  /** The rows of its changes and of its PRODUCE requests, ascending. */
  readonly rowsOf: (batch: number) => readonly number[]
  /** By the subject of a partition. */
  readonly fronts: ReadonlyMap<number, Front>
}

const known = new WeakMap<Trace, Records>()

/** The records of a run; none where nothing is produced. */
export function recordsOf(trace: Trace): Records {
  const found = known.get(trace)
  if (found) return found
  const records = new Reader(trace).read()
  known.set(trace, records)
  return records
}

/** What a record came to, undefined: it is open at the end of the run. */
export function outcomeOf(trace: Trace, record: number): Word | undefined {
  const row = recordsOf(trace).ended[record] ?? -1
  return row < 0 ? undefined : (words[fieldOf(trace, row, 1)] as Word)
}

type Line = { readonly queue: number[]; readonly rows: number[]; readonly batches: number[]; readonly why: number[] }

const SEND_WORD = word('send')
const OPEN = word('OPEN')
const RETRYING = word('RETRYING')

const IN_ORDER = rules[BATCH_RETRIED_IN_ORDER]

/** A batch that comes back stands in front of all, or of those that were created later. */
function putBack(queue: number[], batch: number, inOrder: boolean): void {
  const later = inOrder ? queue.findIndex((other) => other > batch) : 0
  queue.splice(later < 0 ? queue.length : later, 0, batch)
}

const nobody: readonly number[] = []

/** The kinds that tell of records, 1 each. */
const tells = new Uint8Array(kind.kinds.length)
for (const what of [
  producerKind.ASKED,
  producerKind.AWAITS,
  producerKind.AWAITS_MEMORY,
  producerKind.APPEND,
  producerKind.CALLBACK,
  producerKind.THREW,
  producerKind.BATCH,
  producerKind.HELD,
  kind.SEND,
  producerKind.APPENDED,
  producerKind.KNOWN_AGAIN,
])
  tells[what] = 1

class Reader {
  private readonly asked: number[] = []
  private readonly awaits: number[] = []
  private readonly memory: number[] = []
  private readonly appended: number[] = []
  private readonly ended: number[] = []
  private readonly batch: number[] = []
  private readonly opened: number[] = []
  private readonly size: number[] = []
  private readonly written: number[] = []
  private readonly copies: number[] = []
  private readonly knownAgain: number[] = []
  private readonly rows: number[][] = []
  /** The row that says why a batch waits: of its last change, or HELD. */
  private readonly why: number[] = []
  private readonly lines = new Map<number, Line>()

  constructor(private readonly trace: Trace) {}

  read(): Records {
    const { trace } = this
    // Most rows are polls, draws and the network's: the column itself says so soonest.
    let row = 0
    for (const { kind: column } of trace.chunks)
      for (const what of column)
        if (tells[what]) this.row(row++, what)
        else row++
    const { rows, asked, opened } = this
    return {
      count: asked.length,
      asked: Int32Array.from(asked),
      awaits: Int32Array.from(this.awaits),
      memory: Int32Array.from(this.memory),
      appended: Int32Array.from(this.appended),
      ended: Int32Array.from(this.ended),
      batch: Int32Array.from(this.batch),
      batches: opened.length,
      opened: Int32Array.from(opened),
      size: Int32Array.from(this.size),
      written: Int32Array.from(this.written),
      copies: Int32Array.from(this.copies),
      knownAgain: Int32Array.from(this.knownAgain),
      rowsOf: (batch) => rows[batch] ?? nobody,
      fronts: this.lines,
    }
  }

  private row(row: number, what: number): void {
    const { trace } = this
    switch (what) {
      case producerKind.ASKED:
        if (fieldOf(trace, row, 0) === SEND_WORD) this.begin(row)
        break
      case producerKind.AWAITS:
        this.awaits[fieldOf(trace, row, 0)] = row
        break
      case producerKind.AWAITS_MEMORY:
        this.memory[fieldOf(trace, row, 0)] = row
        break
      case producerKind.APPEND:
        this.append(row, fieldOf(trace, row, 0), fieldOf(trace, row, 1))
        break
      case producerKind.CALLBACK:
      case producerKind.THREW:
        this.ended[fieldOf(trace, row, 0)] = row
        break
      case producerKind.BATCH:
        this.change(row, fieldOf(trace, row, 0))
        break
      case producerKind.HELD:
        this.why[fieldOf(trace, row, 0)] = row
        this.look(row, this.line(row))
        break
      case kind.SEND:
        for (const batch of restOf(trace, row)) this.rows[batch]?.push(row)
        break
      case producerKind.APPENDED:
        this.written[fieldOf(trace, row, 0)] = row
        this.copies[fieldOf(trace, row, 0)] = fieldOf(trace, row, 3)
        break
      case producerKind.KNOWN_AGAIN:
        this.knownAgain[fieldOf(trace, row, 0)] = row
        break
    }
  }

  private begin(row: number): void {
    this.asked.push(row)
    for (const column of [this.awaits, this.memory, this.appended, this.ended, this.batch]) column.push(-1)
  }

  private append(row: number, record: number, batch: number): void {
    this.appended[record] = row
    this.batch[record] = batch
    this.size[batch] = (this.size[batch] ?? 0) + 1
  }

  /** A batch enters or leaves the queue of its partition. */
  private change(row: number, batch: number): void {
    const to = fieldOf(this.trace, row, 2)
    const line = this.line(row)
    const { queue } = line
    if (this.opened[batch] === undefined) {
      this.opened[batch] = row
      this.size[batch] = 0
      this.written[batch] = -1
      this.copies[batch] = 0
      this.knownAgain[batch] = -1
      this.rows[batch] = []
    }
    this.rows[batch]?.push(row)
    this.why[batch] = row
    if (to === OPEN) queue.push(batch)
    else if (to === RETRYING) putBack(queue, batch, ruleOf(this.trace, row) === IN_ORDER)
    else if (queue[0] === batch) queue.shift()
    else if (queue.includes(batch)) queue.splice(queue.indexOf(batch), 1)
    this.look(row, line)
  }

  /** Notes what holds the front of a partition, where that is new. */
  private look(row: number, { queue, rows, batches, why }: Line): void {
    const front = queue[0] ?? -1
    const reason = front < 0 ? -1 : (this.why[front] ?? -1)
    if (batches.at(-1) === front && why.at(-1) === reason) return
    rows.push(row)
    batches.push(front)
    why.push(reason)
  }

  private line(row: number): Line {
    const subject = subjectOf(this.trace, row)
    const known = this.lines.get(subject)
    if (known) return known
    const line = { queue: [], rows: [], batches: [], why: [] }
    this.lines.set(subject, line)
    return line
  }
}

/** A record's whole life: from its send() to its end, or to that of the run. */
export function spanOf(trace: Trace, record: number): { readonly from: number; readonly to: number } {
  const { asked, ended } = recordsOf(trace)
  const end = ended[record] ?? -1
  return { from: atOf(trace, asked[record] ?? 0), to: end < 0 ? trace.until : atOf(trace, end) }
}

/** What took a connection away, by a request that it cancelled: CLOSE, or what the selector reported. */
export function closingOf(trace: Trace, completed: number): number {
  const state = causeOf(trace, completed)
  if (state < 0) return completed
  return kindOf(trace, state) === kind.STATE && causeOf(trace, state) >= 0 ? causeOf(trace, state) : state
}

/** The last PRODUCE that carried a batch before a row, -1: none did. */
export const lastSent = (trace: Trace, batch: number, before: number): number =>
  recordsOf(trace)
    .rowsOf(batch)
    .findLast((row) => row < before && kindOf(trace, row) === kind.SEND) ?? -1

// The lives of a run's records, or of its one call: records that are alike as one. A run of many records is read in pieces, between which the page goes on.

import { limits } from '../scenario/scenario.ts'
import type { Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import { type CallRows, callIn, callLifeOf } from './callLife.ts'
import { lifeOf, type Share, sharesOf } from './life.ts'
import { wordAt } from './names.ts'
import { outcomeOf, recordsOf, spanOf } from './records.ts'
import type { Stretch } from './tiles.ts'

/**
 * Records that lived alike, to the same end: of few records those that spent the same time on the same things in the same order, of many
 * those that spent any on the same things.
 */
export type Lives = {
  /** By number, ascending. */
  readonly records: number[]
  /** undefined: open at the end of the run. */
  readonly outcome: Word | undefined
  /** The one that lived longest stands for all: its number, how long it lived, in ms, and what on. */
  record: number
  total: number
  stretches: readonly Stretch[]
  /** How long the one lived that lived shortest. */
  least: number
  /** The row at which that one ended, -1: it is open at the end of the run. */
  row: number
  /** What was called, where it is the life of a call. */
  readonly call?: Word
}

/** More records than these are told by what they have in common, whatever its length. */
export const TOLD_EXACTLY = 50

/** The lives of a run's records, as far as they have been read. */
export class LivesOfRun {
  readonly groups: Lives[] = []
  readonly count: number
  private read = 0
  private readonly known = new Map<string, Lives>()
  /** The life of the first record of a batch holds those of its others. Batches that were opened long ago get no more records. */
  private readonly firsts = new Map<number, readonly Stretch[]>()

  constructor(private readonly trace: Trace) {
    this.count = recordsOf(trace).count
    const call = callIn(trace)
    if (call) this.groups.push(lifeOfCall(trace, call))
  }

  get isDone(): boolean {
    return this.read === this.count
  }

  /** Reads so many more records. */
  advance(records: number): void {
    const to = Math.min(this.read + records, this.count)
    for (; this.read < to; this.read++) this.add(this.read)
  }

  private add(record: number): void {
    const { from, to } = spanOf(this.trace, record)
    const total = to - from
    const outcome = outcomeOf(this.trace, record)
    const row = recordsOf(this.trace).ended[record] ?? -1
    const stretches = this.lifeOf(record, from)
    const shape = shapeOf(outcome, stretches, this.count <= TOLD_EXACTLY)
    const like = this.known.get(shape)
    if (like === undefined) {
      const lives: Lives = { records: [record], outcome, record, total, stretches, least: total, row }
      this.known.set(shape, lives)
      this.groups.push(lives)
      return
    }
    like.records.push(record)
    like.least = Math.min(like.least, total)
    if (total > like.total) Object.assign(like, { record, total, stretches, row })
  }

  private lifeOf(record: number, from: number): readonly Stretch[] {
    const { batch, awaits, memory } = recordsOf(this.trace)
    const own = batch[record] ?? -1
    const first = this.firsts.get(own)
    if (first && awaits[record] === -1 && memory[record] === -1) return since(first, from)
    const stretches = lifeOf(this.trace, record)
    if (own >= 0) this.firsts.set(own, stretches)
    const [oldest] = this.firsts.keys()
    if (oldest !== undefined && this.firsts.size > limits.partitions) this.firsts.delete(oldest)
    return stretches
  }
}

function lifeOfCall(trace: Trace, call: CallRows): Lives {
  const total = call.to - call.from
  const outcome = call.end < 0 ? undefined : wordAt(trace, call.end, 1)
  const stretches = callLifeOf(trace, call)
  return { records: [0], outcome, record: 0, total, stretches, least: total, row: call.end, call: call.name }
}

/** What of some stretches lies after an instant. */
const since = (stretches: readonly Stretch[], at: number): readonly Stretch[] =>
  stretches.flatMap((each) => (each.to <= at ? [] : [each.from < at ? { ...each, from: at } : each]))

function shapeOf(outcome: Word | undefined, stretches: readonly Stretch[], exactly: boolean): string {
  const things = stretches.map(({ what, rule, from, to }) => {
    const thing = `${what} ${rule.setting ?? rule.id}`
    return exactly ? `${thing} ${to - from}` : thing
  })
  return [outcome, ...(exactly ? things : new Set(things))].join()
}

/** The shares of the one that stands for its like. */
export const sharesIn = ({ stretches }: Lives): readonly Share[] => sharesOf(stretches)

/** A stretch as it is drawn; `parts`: how many it stands for, of which it is the longest. */
export type Piece = { readonly from: number; readonly to: number; readonly stretch: Stretch; readonly parts: number }

/** More stretches than these cannot be told apart in a bar. */
const DRAWN_EACH = 60

/** A life in pieces that can be drawn: its stretches, or where they are too many those that are short with their neighbours. */
export function piecesOf({ stretches, total }: Lives): readonly Piece[] {
  const least = stretches.length <= DRAWN_EACH ? 0 : total / DRAWN_EACH
  const pieces: Piece[] = []
  for (const stretch of stretches) {
    const { from, to } = stretch
    const last = pieces.at(-1)
    if (last && to - from < least && last.to - last.from < least) pieces[pieces.length - 1] = joined(last, stretch)
    else pieces.push({ from, to, stretch, parts: 1 })
  }
  return pieces
}

const joined = (piece: Piece, next: Stretch): Piece => ({
  from: piece.from,
  to: next.to,
  stretch: next.to - next.from > piece.stretch.to - piece.stretch.from ? next : piece.stretch,
  parts: piece.parts + 1,
})

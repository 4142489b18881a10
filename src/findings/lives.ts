// The lives of a run's records, longest told: each by itself, or those that look alike as one. A run of many records is read in pieces,
// between which the page goes on.

import type { Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import { lifeOf, type Share, type Stretch, sharesOf } from './life.ts'
import { outcomeOf, recordsOf, spanOf } from './records.ts'

/** Records that lived alike: the same stretches of the same owners in the same order, to the same end. */
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
}

/** More records than these are told by what they have in common. */
export const TOLD_EACH = 50

/** The lives of a run's records, as far as they have been read. */
export class LivesOfRun {
  readonly groups: Lives[] = []
  readonly count: number
  private read = 0
  private readonly known = new Map<string, Lives>()

  constructor(private readonly trace: Trace) {
    this.count = recordsOf(trace).count
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
    const { trace } = this
    const stretches = lifeOf(trace, record)
    const { from, to } = spanOf(trace, record)
    const total = to - from
    const outcome = outcomeOf(trace, record)
    const shape = this.count <= TOLD_EACH ? String(record) : shapeOf(outcome, stretches)
    const like = this.known.get(shape)
    if (like === undefined) {
      const lives: Lives = { records: [record], outcome, record, total, stretches, least: total }
      this.known.set(shape, lives)
      this.groups.push(lives)
      return
    }
    like.records.push(record)
    like.least = Math.min(like.least, total)
    if (total > like.total) Object.assign(like, { record, total, stretches })
  }
}

const shapeOf = (outcome: Word | undefined, stretches: readonly Stretch[]): string =>
  [outcome, ...stretches.map(({ what, rule, attempt }) => `${what} ${rule.id} ${attempt}`)].join()

/** The shares of the one that stands for its like. */
export const sharesIn = ({ stretches }: Lives): readonly Share[] => sharesOf(stretches)

// One record's life in stretches, from its send() to its callback or the end of the run: what each was spent on, by whose rule, and the
// row that tells of it. They follow one another without a gap, so that they add up to the life to the millisecond.

import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import * as producerRule from '../trace/producerRules.ts'
import * as rule from '../trace/rules.ts'
import { type Rule, rules } from '../trace/rules.ts'
import { atOf, causeOf, fieldOf, kindOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import { expiryRule } from './attempts.ts'
import { wordAt } from './names.ts'
import { type Front, recordsOf, spanOf } from './records.ts'
import { ruleNo, type Stretch, type StretchKind, type Tile, Tiles } from './tiles.ts'

/** A record's life. Empty where it began and ended in the same millisecond. */
export function lifeOf(trace: Trace, record: number): Stretch[] {
  const { awaits, memory, appended, batch } = recordsOf(trace)
  const { from, to } = spanOf(trace, record)
  const appendedRow = appended[record] ?? -1
  const appendedAt = appendedRow < 0 ? to : atOf(trace, appendedRow)
  const [metadataRow = -1, memoryRow = -1] = [awaits[record], memory[record]]
  const tiles = new BatchTiles(trace, from, to)
  const blocked = (what: StretchKind, row: number, until: number) =>
    tiles.add(until, { what, rule: ruleOf(trace, row), row, batch: -1, attempt: 0 })
  if (metadataRow >= 0) blocked('metadata', metadataRow, memoryRow < 0 ? appendedAt : atOf(trace, memoryRow))
  if (memoryRow >= 0) blocked('memory', memoryRow, appendedAt)
  if (appendedRow >= 0) tiles.batch(batch[record] ?? 0)
  return tiles.finish()
}

/** A batch's life since its creation, to its end or that of the run. */
export function batchLifeOf(trace: Trace, batch: number): Stretch[] {
  const { opened } = recordsOf(trace)
  const tiles = new BatchTiles(trace, atOf(trace, opened[batch] ?? 0), trace.until)
  tiles.batch(batch)
  return tiles.finish()
}

/** What one owner took of a life: in all and how often; `row` tells of its longest stretch. */
export type Share = {
  readonly what: StretchKind
  readonly forMetadata?: true
  readonly rule: Rule
  total: number
  times: number
  longest: number
  row: number
}

/** Stretches by kind and owner, in the order in which they came first. Their totals add up to the life. */
export function sharesOf(stretches: readonly Stretch[]): Share[] {
  const shares: Share[] = []
  for (const { from, to, what, rule: by, row, forMetadata } of stretches) {
    let share = shares.find((each) => each.what === what && each.forMetadata === forMetadata && isSame(each.rule, by))
    if (!share) {
      share = { what, ...(forMetadata && { forMetadata }), rule: by, total: 0, times: 0, longest: 0, row }
      shares.push(share)
    }
    const length = to - from
    share.total += length
    share.times++
    if (length > share.longest) {
      share.longest = length
      share.row = row
    }
  }
  return shares
}

/** Of settings it is the setting that counts; of all else, what happened. */
const isSame = (a: Rule, b: Rule): boolean => (a.setting === undefined ? a.id === b.id : a.setting === b.setting)

/** What a batch waited for. */
class BatchTiles extends Tiles {
  batch(batch: number): void {
    const { trace } = this
    const changes = recordsOf(trace)
      .rowsOf(batch)
      .filter((row) => kindOf(trace, row) === producerKind.BATCH)
    let attempt = 1
    changes.forEach((row, i) => {
      const next = changes[i + 1] ?? -1
      const to = next < 0 ? trace.until : atOf(trace, next)
      const state = wordAt(trace, row, 2)
      if (state === 'OPEN' || state === 'RETRYING') this.queued(batch, attempt, row, to)
      if (state === 'IN_FLIGHT') this.inFlight(batch, attempt++, row, next, to)
    })
  }

  /** In the accumulator: what holds the front of its partition holds every batch behind it. */
  private queued(batch: number, attempt: number, row: number, to: number): void {
    const { trace } = this
    const front = recordsOf(trace).fronts.get(subjectOf(trace, row)) as Front
    for (let i = lastUntil(trace, front.rows, this.at); i < front.rows.length && this.at < to; i++) {
      const next = front.rows[i + 1]
      const until = next === undefined ? to : Math.min(atOf(trace, next), to)
      const first = front.batches[i] ?? batch
      const why = front.why[i] ?? -1
      const tile = { batch, attempt, ...(first !== batch && first >= 0 && { behind: first }) }
      if (why < 0) this.add(until, { ...tile, what: 'queued', rule: ruleNo(rule.WAIT_NOTHING), row })
      else if (ruleOf(trace, why) === rules[producerRule.HELD_BY_CONNECTION]) {
        const cause = causeOf(trace, why)
        const held: Tile = { ...tile, what: 'connection', rule: ruleOf(trace, why), row: why }
        this.connection(cause < 0 ? -1 : subjectOf(trace, cause), until, held)
      } else this.add(until, { ...tile, what: 'queued', rule: holder(trace, why), row: why })
    }
    this.add(to, { what: 'queued', rule: ruleNo(rule.WAIT_NOTHING), row, batch, attempt })
  }

  /** From a PRODUCE to its answer, or to whatever ended the wait for it. `next`: the batch's next change, -1: none. */
  private inFlight(batch: number, attempt: number, row: number, next: number, to: number): void {
    const { trace } = this
    const sent = recordsOf(trace)
      .rowsOf(batch)
      .find((each) => each > row && kindOf(trace, each) === kind.SEND)
    if (sent === undefined) return
    const tile = { what: 'in flight', batch, attempt, row: sent, rule: ruleNo(expiryRule(trace)) } as const
    const completed = next < 0 ? -1 : causeOf(trace, next)
    if (next < 0) this.unanswered(sent, to, tile)
    else if (completed < 0 || kindOf(trace, completed) !== kind.COMPLETED)
      this.add(to, { ...tile, rule: ruleOf(trace, next), row: next })
    else this.completed(sent, completed, to, tile)
  }
}

/** Who holds a batch, by the row that says so; before its first look, by its own timer. */
function holder(trace: Trace, row: number): Rule {
  const cause = causeOf(trace, row)
  if (kindOf(trace, row) === producerKind.HELD) {
    // A rebootstrap forgets who leads.
    const forgot = cause >= 0 && kindOf(trace, cause) === kind.METADATA && wordAt(trace, cause, 0) === 'rebootstrap'
    return ruleOf(trace, forgot ? cause : row)
  }
  if (fieldOf(trace, row, 3) <= atOf(trace, row)) return ruleNo(rule.WAIT_NOTHING)
  return ruleNo(wordAt(trace, row, 2) === 'RETRYING' ? producerRule.HELD_BY_BACKOFF : producerRule.HELD_BY_LINGER)
}

/** The last of some rows, which ascend, that is at an instant or before it; 0 where none is. */
function lastUntil(trace: Trace, rows: readonly number[], at: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (atOf(trace, rows[middle] as number) <= at) low = middle + 1
    else high = middle
  }
  return Math.max(low - 1, 0)
}

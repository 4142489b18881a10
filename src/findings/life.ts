// One record's life in stretches, from its send() to its callback or the end of the run: what each was spent on, by whose rule, and the
// row that tells of it. They follow one another without a gap, so that they add up to the life to the millisecond.

import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import * as producerRule from '../trace/producerRules.ts'
import * as rule from '../trace/rules.ts'
import { type Rule, rules } from '../trace/rules.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import { type Attempt, attemptsWithin, expiryRule } from './attempts.ts'
import { lookedBy } from './looked.ts'
import { wordAt } from './names.ts'
import { closingOf, type Front, recordsOf, spanOf } from './records.ts'
import { enderOf } from './waits.ts'

/**
 * metadata, memory: send() waits for it. queued: in the accumulator, held by the rule. connection: in the accumulator, for the connection to the
 * leader is not ready, by what that one itself waits for. in flight: sent, and not answered yet. late: a timeout was over, and nobody had
 * looked yet.
 */
export type StretchKind = 'metadata' | 'memory' | 'queued' | 'connection' | 'in flight' | 'late'

export type Stretch = {
  readonly from: number
  readonly to: number
  readonly what: StretchKind
  /** Who owns it: what ended it, or would. */
  readonly rule: Rule
  /** The row that tells of it. */
  readonly row: number
  /** -1: before there was one. */
  readonly batch: number
  /** The how-manieth attempt, from 1: the one in flight, else the next one. */
  readonly attempt: number
  /** The batch that stood before it in its partition, if one did. */
  readonly behind?: number
  /** Another request's row: that one had timed out, and the connection took this one with it. */
  readonly collateralOf?: number
}

/** A record's life. Empty where it began and ended in the same millisecond. */
export function lifeOf(trace: Trace, record: number): Stretch[] {
  const { awaits, memory, appended, batch } = recordsOf(trace)
  const { from, to } = spanOf(trace, record)
  const appendedRow = appended[record] ?? -1
  const appendedAt = appendedRow < 0 ? to : atOf(trace, appendedRow)
  const [metadataRow = -1, memoryRow = -1] = [awaits[record], memory[record]]
  const tiles = new Tiles(trace, from, to)
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
  const tiles = new Tiles(trace, atOf(trace, opened[batch] ?? 0), trace.until)
  tiles.batch(batch)
  return tiles.finish()
}

/** What one owner took of a life: in all and how often; `row` tells of its longest stretch. */
export type Share = {
  readonly what: StretchKind
  readonly rule: Rule
  total: number
  times: number
  longest: number
  row: number
}

/** Stretches by kind and owner, in the order in which they came first. Their totals add up to the life. */
export function sharesOf(stretches: readonly Stretch[]): Share[] {
  const shares: Share[] = []
  for (const { from, to, what, rule: by, row } of stretches) {
    let share = shares.find((each) => each.what === what && isSame(each.rule, by))
    if (!share) {
      share = { what, rule: by, total: 0, times: 0, longest: 0, row }
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

/** A comparison that is strict, and a select that oversleeps, find a timeout no sooner than 1 ms after it is over. */
const AT_ONCE = 1

type Tile = Omit<Stretch, 'from' | 'to'>

/** Lays stretches one after another: each begins where the one before ends, and none reaches beyond the end. */
class Tiles {
  private readonly laid: Stretch[] = []

  constructor(
    private readonly trace: Trace,
    private at: number,
    private readonly end: number,
  ) {}

  /** Up to an instant; one that is past by now adds nothing. */
  add(to: number, tile: Tile): void {
    const until = Math.min(to, this.end)
    if (until <= this.at) return
    const last = this.laid.at(-1)
    if (last && isContinued(last, tile)) this.laid[this.laid.length - 1] = { ...last, to: until }
    else this.laid.push({ from: this.at, to: until, ...tile })
    this.at = until
  }

  /** What a timeout took up to its deadline, and what came after it until somebody looked. */
  addTimeout(deadline: number, to: number, tile: Tile, look: number): void {
    this.add(to - deadline <= AT_ONCE ? to : deadline, tile)
    if (look >= 0) this.add(to, { ...tile, what: 'late', rule: ruleOf(this.trace, look), row: look })
    else this.add(to, tile)
  }

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

  finish(): Stretch[] {
    return this.laid
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
      else if (ruleOf(trace, why) === rules[producerRule.HELD_BY_CONNECTION]) this.connection(why, until, tile)
      else this.add(until, { ...tile, what: 'queued', rule: holder(trace, why), row: why })
    }
    this.add(to, { what: 'queued', rule: ruleNo(rule.WAIT_NOTHING), row, batch, attempt })
  }

  /** For the connection to its leader: attempts to open it, and backoffs between them. */
  private connection(why: number, to: number, tile: Pick<Tile, 'batch' | 'attempt'>): void {
    const { trace } = this
    const held: Tile = { ...tile, what: 'connection', rule: ruleOf(trace, why), row: why }
    const cause = causeOf(trace, why)
    const attempts = cause < 0 ? [] : (attemptsTo(trace).get(subjectOf(trace, cause)) ?? [])
    for (let i = Math.max(lastBegun(attempts, this.at), 0); i < attempts.length && this.at < to; i++) {
      const attempt = attempts[i] as Attempt
      if (attempt.at > this.at) this.backoff(attempts[i - 1], attempt, to, held)
      if (this.at < Math.min(attempt.readyAt ?? attempt.endAt, to)) this.opening(attempt, to, held)
    }
    const last = attempts[lastBegun(attempts, this.at)]
    if (last && last.end !== 'open' && this.at >= last.endAt) this.backoff(last, undefined, to, held)
    this.add(to, held)
  }

  private opening(attempt: Attempt, to: number, held: Tile): void {
    const { trace } = this
    const { end, endRow, endAt, readyAt, synAt, synRow } = attempt
    const by = (owner: Rule, row: number): Tile => ({ ...held, rule: owner, row })
    if (readyAt !== undefined) {
      // The kernel's schedule owns the time until the SYN that got through.
      this.add(Math.min(synAt, to), by(ruleOf(trace, synRow), synRow))
      this.add(Math.min(readyAt, to), by(ruleNo(rule.LATENCY), attempt.readyRow))
    } else if (end === 'setup timeout' || end === 'request timeout') {
      const timeout = by(ruleOf(trace, endRow), endRow)
      this.addTimeout(deadlineOf(trace, attempt), Math.min(endAt, to), timeout, lookedBy(trace, endRow))
    } else if (end === 'open') {
      const ender = enderOf(attempt, rule.SETUP_TIMED_OUT)
      if (ender === rule.NO_RULE) this.unbounded(attempt, to, by)
      else this.addTimeout(deadlineOf(trace, attempt), to, by(ruleNo(ender), attempt.row), lookedBy(trace, trace.rows))
    } else {
      const turnedAway = end === 'refused' || end === 'reset' || end === 'rejected' || end === 'closed'
      this.add(Math.min(endAt, to), by(turnedAway ? ruleNo(rule.LATENCY) : ruleOf(trace, endRow), endRow))
    }
  }

  /** An attempt that goes on and that nothing would end: the network owns it up to TCP, and nobody what comes after. */
  private unbounded(attempt: Attempt, to: number, by: (owner: Rule, row: number) => Tile): void {
    const { trace } = this
    const up = attempt.tcpUp ? connectedRow(trace, attempt) : -1
    if (up >= 0) {
      this.add(Math.min(attempt.synAt, to), by(ruleOf(trace, attempt.synRow), attempt.synRow))
      this.add(Math.min(atOf(trace, up), to), by(ruleNo(rule.LATENCY), up))
    }
    this.add(to, by(ruleNo(rule.NOTHING_ENDS), attempt.row))
  }

  /** From the end of an attempt to the next one: its reconnect backoff, and what the loop waited for after that. */
  private backoff(before: Attempt | undefined, next: Attempt | undefined, to: number, held: Tile): void {
    const { trace } = this
    const until = Math.min(next?.at ?? to, to)
    const state = before && before.endRow >= 0 ? stateAfter(trace, before) : -1
    if (state < 0) this.add(until, held)
    else {
      const backoff = { ...held, rule: ruleNo(rule.RECONNECT_BACKOFF), row: state }
      this.addTimeout(fieldOf(trace, state, 2), until, backoff, lookedBy(trace, next?.row ?? trace.rows))
    }
  }

  /** From a PRODUCE to its answer, or to whatever ended the wait for it. `next`: the batch's next change, -1: none. */
  private inFlight(batch: number, attempt: number, row: number, next: number, to: number): void {
    const { trace } = this
    const sent = recordsOf(trace)
      .rowsOf(batch)
      .find((each) => each > row && kindOf(trace, each) === kind.SEND)
    if (sent === undefined) return
    const expiresAt = fieldOf(trace, sent, 3)
    const tile = { what: 'in flight', batch, attempt, row: sent, rule: ruleNo(expiryRule(trace)) } as const
    if (next < 0) {
      if (!Number.isFinite(expiresAt)) this.add(to, { ...tile, rule: ruleNo(rule.NOTHING_ENDS) })
      else this.addTimeout(expiresAt, to, tile, lookedBy(trace, trace.rows))
      return
    }
    const completed = causeOf(trace, next)
    if (completed < 0 || kindOf(trace, completed) !== kind.COMPLETED)
      this.add(to, { ...tile, rule: ruleOf(trace, next), row: next })
    else if (wordAt(trace, completed, 1) === 'response') {
      const received = causeOf(trace, completed)
      this.add(to, { ...tile, rule: answerer(trace, sent, received, to), row: received })
    } else this.cancelled(tile, sent, closingOf(trace, completed), to)
  }

  /** It timed out alone, or its connection was lost: for its own timeout, for another's, or for what happened to the connection. */
  private cancelled(tile: Tile, sent: number, closing: number, to: number): void {
    const { trace } = this
    const by = ruleOf(trace, closing)
    const expired = armedByOf(trace, closing)
    const own: Tile = { ...tile, rule: by, row: closing }
    if (kindOf(trace, closing) === kind.EXPIRED)
      this.addTimeout(fieldOf(trace, sent, 3), to, own, lookedBy(trace, closing))
    else if (by !== rules[rule.REQUEST_TIMED_OUT] || expired < 0) this.add(to, own)
    else if (isOver(trace, sent, closing)) this.addTimeout(fieldOf(trace, sent, 3), to, own, lookedBy(trace, closing))
    else this.add(to, { ...own, collateralOf: expired })
  }
}

/** The same wait goes on, only told again. */
const isContinued = (last: Stretch, tile: Tile): boolean =>
  last.rule === tile.rule &&
  last.row === tile.row &&
  last.what === tile.what &&
  last.attempt === tile.attempt &&
  last.behind === tile.behind

const ruleNo = (number: number): Rule => rules[number] as Rule

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

/** The last of some attempts, in order, that began at an instant or before it; -1: none did. */
function lastBegun(attempts: readonly Attempt[], at: number): number {
  let low = 0
  let high = attempts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((attempts[middle] as Attempt).at <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

const known = new WeakMap<Trace, ReadonlyMap<number, readonly Attempt[]>>()

/** The attempts of a run by the subject of their connection. */
function attemptsTo(trace: Trace): ReadonlyMap<number, readonly Attempt[]> {
  const found = known.get(trace)
  if (found) return found
  const bySubject = new Map<number, Attempt[]>()
  for (const attempt of attemptsWithin(trace, trace.rows)) {
    const subject = subjectOf(trace, attempt.row)
    const others = bySubject.get(subject)
    if (others) others.push(attempt)
    else bySubject.set(subject, [attempt])
  }
  known.set(trace, bySubject)
  return bySubject
}

/** When the timeout that ended an attempt was over, or that which would. */
function deadlineOf(trace: Trace, { end, endRow, asking, expiresAt, at, setupTimeout }: Attempt): number {
  if (end === 'request timeout') return fieldOf(trace, armedByOf(trace, endRow), 3)
  return end === 'open' && asking ? expiresAt : at + Math.max(setupTimeout, 0)
}

/** The row at which TCP was up in an attempt, -1: not found. */
function connectedRow(trace: Trace, { row }: Attempt): number {
  const subject = subjectOf(trace, row)
  for (let r = row + 1; r < trace.rows; r++)
    if (kindOf(trace, r) === kind.CONNECTED && subjectOf(trace, r) === subject) return r
  return -1
}

/** The row at which a connection is disconnected after its attempt, which knows how long its backoff is; -1: none. */
function stateAfter(trace: Trace, { endRow, endAt }: Attempt): number {
  const subject = subjectOf(trace, endRow)
  for (let row = endRow; row < trace.rows && atOf(trace, row) === endAt; row++)
    if (kindOf(trace, row) === kind.STATE && subjectOf(trace, row) === subject) return row
  return -1
}

/** A request was older than its timeout when its connection was closed. */
const isOver = (trace: Trace, sent: number, closing: number): boolean =>
  sent === armedByOf(trace, closing) || atOf(trace, closing) > fieldOf(trace, sent, 3)

/** Who owned the wait for an answer that came: TCP where it had to send again, the broker where it took its time, else the way there and back. */
function answerer(trace: Trace, sent: number, received: number, to: number): Rule {
  for (let row = received; row > sent; row = causeOf(trace, row))
    if (kindOf(trace, row) === kind.RETRANSMIT) return ruleOf(trace, row)
  const out = Math.min(fieldOf(trace, sent, 4), to) - atOf(trace, sent)
  return ruleNo(to - atOf(trace, sent) > 2 * out ? rule.SERVICE : rule.LATENCY)
}

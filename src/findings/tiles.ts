// Lays the stretches of a life, of a record or of a call: what a wait for a connection and for an answer was spent on, by whose rule, and the
// row that tells of it. They follow one another without a gap, so that they add up to the life to the millisecond.

import * as kind from '../trace/kinds.ts'
import * as rule from '../trace/rules.ts'
import { type Rule, rules } from '../trace/rules.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import { type Attempt, attemptsWithin } from './attempts.ts'
import { lookedBy } from './looked.ts'
import { wordAt } from './names.ts'
import { closingOf } from './records.ts'
import { enderOf } from './waits.ts'

/**
 * metadata, memory: send() waits for it. queued: in the accumulator, held by the rule. connection: in the accumulator, for the connection to the
 * leader is not ready, by what that one itself waits for. in flight: sent, and not answered yet. late: a timeout was over, and nobody had
 * looked yet. Of a call of a consumer or an admin client: backoff: between two attempts. no node: it is with none.
 */
export type StretchKind = 'metadata' | 'memory' | 'queued' | 'connection' | 'in flight' | 'late' | 'backoff' | 'no node'

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
  /** The call waits for the metadata that its client needs first, and this is an attempt at that. */
  readonly forMetadata?: true
}

/** A comparison that is strict, and a select that oversleeps, find a timeout no sooner than 1 ms after it is over. */
const AT_ONCE = 1

export type Tile = Omit<Stretch, 'from' | 'to'>

/** Lays stretches one after another: each begins where the one before ends, and none reaches beyond the end. */
export class Tiles {
  private readonly laid: Stretch[] = []

  constructor(
    protected readonly trace: Trace,
    protected at: number,
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
    if (look >= 0) this.add(to, { ...tile, what: 'late', rule: this.lookRule(look), row: look })
    else this.add(to, tile)
  }

  /** Who kept the loop from looking sooner: what its poll waited for. */
  protected lookRule(look: number): Rule {
    return ruleOf(this.trace, look)
  }

  finish(): Stretch[] {
    return this.laid
  }

  /** For a connection, by its subject (-1: none): attempts to open it, and backoffs between them; `held`: what nobody else owns. */
  connection(subject: number, to: number, held: Tile): void {
    const { trace } = this
    const attempts = attemptsTo(trace).get(subject) ?? []
    for (let i = Math.max(lastBegun(attempts, this.at), 0); i < attempts.length && this.at < to; i++) {
      const attempt = attempts[i] as Attempt
      if (attempt.at > this.at) this.reconnecting(attempts[i - 1], attempt, to, held)
      if (this.at < Math.min(attempt.readyAt ?? attempt.endAt, to)) this.opening(attempt, to, held)
    }
    const last = attempts[lastBegun(attempts, this.at)]
    if (last && last.end !== 'open' && this.at >= last.endAt) this.reconnecting(last, undefined, to, held)
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
  private reconnecting(before: Attempt | undefined, next: Attempt | undefined, to: number, held: Tile): void {
    const { trace } = this
    const until = Math.min(next?.at ?? to, to)
    const state = before && before.endRow >= 0 ? stateAfter(trace, before) : -1
    if (state < 0) this.add(until, held)
    else {
      const backoff = { ...held, rule: ruleNo(rule.RECONNECT_BACKOFF), row: state }
      this.addTimeout(fieldOf(trace, state, 2), until, backoff, lookedBy(trace, next?.row ?? trace.rows))
    }
  }

  /** From a request, which nobody has answered yet. `tile`: whose rule ends it where it has a timeout. */
  unanswered(sent: number, to: number, tile: Tile): void {
    const { trace } = this
    const expiresAt = fieldOf(trace, sent, 3)
    if (!Number.isFinite(expiresAt)) this.add(to, { ...tile, rule: ruleNo(rule.NOTHING_ENDS) })
    else this.addTimeout(expiresAt, to, tile, lookedBy(trace, trace.rows))
  }

  /** From a request to its answer, or to whatever ended the wait for it. */
  completed(sent: number, completed: number, to: number, tile: Tile): void {
    const { trace } = this
    if (wordAt(trace, completed, 1) === 'response') {
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
  last.forMetadata === tile.forMetadata &&
  last.behind === tile.behind

export const ruleNo = (number: number): Rule => rules[number] as Rule

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

// The life of one call of a consumer or an admin client in stretches, from the call to its return or the end of the run: its attempts, the
// backoffs between them, and the metadata that an admin client waits for first. They add up to the life to the millisecond.

import { ATTEMPT, ATTEMPTED } from '../trace/callKinds.ts'
import * as callRule from '../trace/callRules.ts'
import * as kind from '../trace/kinds.ts'
import * as rule from '../trace/rules.ts'
import { type Rule, rules } from '../trace/rules.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import { expiryRule } from './attempts.ts'
import { blockedRow, callRow } from './headline.ts'
import { lookedBy } from './looked.ts'
import { wordAt } from './names.ts'
import { ruleNo, type Stretch, type Tile, Tiles } from './tiles.ts'

/** The call that a run is about. */
export type CallRows = {
  readonly name: Word
  readonly row: number
  /** The row at which it returned or threw, -1: it still blocks at the end of the run. */
  readonly end: number
  readonly from: number
  readonly to: number
}

/** The call of a run; undefined where it is about none. */
export function callIn(trace: Trace): CallRows | undefined {
  const row = blockedRow(trace)
  if (row < 0) return undefined
  const end = callRow(trace)
  return { name: wordAt(trace, row, 0), row, end, from: atOf(trace, row), to: end < 0 ? trace.until : atOf(trace, end) }
}

/** What a call spent its time on. Empty where it began and ended in the same millisecond. */
export const callLifeOf = (trace: Trace, call: CallRows): Stretch[] => new CallTiles(trace, call).read()

type WhatFor = Pick<Tile, 'forMetadata'>

class CallTiles extends Tiles {
  /** The rows of the attempts at the call, and at the metadata that an admin client has of its own. */
  private readonly own: number[] = []
  private readonly metadata: number[] = []

  constructor(
    trace: Trace,
    private readonly call: CallRows,
  ) {
    super(trace, call.from, call.to)
    const last = call.end < 0 ? trace.rows : call.end
    for (let row = call.row; row < last; row++) {
      const what = kindOf(trace, row)
      if (what !== ATTEMPT && what !== ATTEMPTED) continue
      const into = wordAt(trace, row, 0) === 'metadata' ? this.metadata : this.own
      into.push(row)
    }
  }

  read(): Stretch[] {
    const [first] = this.own
    // No node is given a call before there is metadata, and none is missing it later.
    if (this.metadata.length > 0) {
      const until = first === undefined ? this.call.to : atOf(this.trace, first)
      this.attempts(this.metadata, until, { forMetadata: true })
    }
    this.attempts(this.own, this.call.to, {})
    return this.finish()
  }

  /** Attempts at one thing up to an instant, and what lies between them. */
  private attempts(rows: readonly number[], to: number, whatFor: WhatFor): void {
    const { trace } = this
    rows.forEach((row, i) => {
      this.idle(row, Math.min(atOf(trace, row), to), whatFor)
      const next = rows[i + 1] ?? -1
      const until = next < 0 ? to : Math.min(atOf(trace, next), to)
      if (kindOf(trace, row) === ATTEMPT) this.attempt(row, next, until, whatFor)
      else this.backoff(row, next, until, whatFor)
    })
    this.idle(rows.at(-1) ?? this.call.row, to, whatFor)
  }

  /** With a node: its connection, and from its request to its answer. `next`: the row that ends the attempt, -1: the call does. */
  private attempt(row: number, next: number, to: number, whatFor: WhatFor): void {
    const { trace } = this
    const tile = { batch: -1, attempt: fieldOf(trace, row, 1), ...whatFor }
    const node = fieldOf(trace, row, 2)
    const subject = trace.subjects.findIndex((each) => each.kind === 'connection' && each.node === node)
    const sent = this.sentFor(row, next, subject)
    this.untilSent(subject, row, sent < 0 ? to : Math.min(atOf(trace, sent), to), tile)
    if (sent >= 0) this.request(sent, next, to, { ...tile, what: 'in flight', row: sent, rule: this.expiry })
  }

  /** The request of an attempt: the next one of the client's user on its connection; -1: none was sent. */
  private sentFor(row: number, next: number, subject: number): number {
    const { trace } = this
    const last = next < 0 ? (this.call.end < 0 ? trace.rows : this.call.end) : next
    for (let r = row + 1; r < last; r++) if (isUsers(trace, r) && subjectOf(trace, r) === subject) return r
    return -1
  }

  /** For the connection, or for the answer to a request that the same node was sent before. */
  private untilSent(subject: number, row: number, to: number, tile: Pick<Tile, 'batch' | 'attempt'>): void {
    const { trace } = this
    let ahead = row
    while (ahead > this.call.row && !(isUsers(trace, ahead) && subjectOf(trace, ahead) === subject)) ahead--
    const behind = ahead > this.call.row
    const held = { row: behind ? ahead : row, rule: behind ? this.expiry : ruleOf(trace, row) }
    this.connection(subject, to, { ...tile, ...held, what: 'connection' })
  }

  private request(sent: number, next: number, to: number, tile: Tile): void {
    const { trace, call } = this
    const expiresAt = fieldOf(trace, sent, 3)
    const completed = next < 0 ? -1 : causeOf(trace, next)
    const isCompleted = completed >= 0 && kindOf(trace, completed) === kind.COMPLETED
    const isAnswered = isCompleted && wordAt(trace, completed, 1) === 'response'
    if (isAnswered || (isCompleted && expiresAt < this.deadline)) this.completed(sent, completed, to, tile)
    else if (next < 0 && call.end < 0) this.unanswered(sent, to, tile)
    else if (expiresAt < Math.min(to, this.deadline)) this.addTimeout(expiresAt, to, tile, lookedBy(trace, call.end))
    else this.addTimeout(this.deadline, to, { ...tile, rule: this.bound, row: call.end }, lookedBy(trace, call.end))
  }

  /** After an attempt that failed, to the next one. */
  private backoff(row: number, next: number, to: number, whatFor: WhatFor): void {
    const { trace } = this
    const retryAt = fieldOf(trace, row, 3)
    if (!Number.isFinite(retryAt) || retryAt <= atOf(trace, row)) return
    const look = lookedBy(trace, next < 0 ? (this.call.end < 0 ? trace.rows : this.call.end) : next)
    const tile = {
      batch: -1,
      attempt: fieldOf(trace, row, 1) + 1,
      ...whatFor,
    }
    this.addTimeout(retryAt, to, { ...tile, what: 'backoff', rule: ruleNo(callRule.ATTEMPT_FAILED), row }, look)
  }

  /** With no node, and no backoff: what the loop waited for. */
  private idle(row: number, to: number, whatFor: WhatFor): void {
    const look = lookedBy(this.trace, row)
    const by = look < 0 ? { rule: ruleNo(rule.WAIT_NOTHING), row } : { rule: this.lookRule(look), row: look }
    this.add(to, { ...by, ...whatFor, what: 'no node', batch: -1, attempt: 0 })
  }

  /** A poll that waits for the end of a call waits for what bounds that; one that would spin, for what the one before did. */
  protected override lookRule(look: number): Rule {
    const { trace } = this
    const by = ruleOf(trace, look)
    const before = by === rules[rule.WAIT_SPIN] ? lookedBy(trace, look) : -1
    if (before >= 0) return this.lookRule(before)
    if (by !== rules[callRule.WAIT_API]) return by
    const armed = armedByOf(trace, look)
    return armed >= 0 && this.isForMetadata(armed) ? ruleNo(rule.WAIT_REQUEST) : this.bound
  }

  private isForMetadata(row: number): boolean {
    const what = kindOf(this.trace, row)
    return (what === ATTEMPT || what === ATTEMPTED) && wordAt(this.trace, row, 0) === 'metadata'
  }

  private get deadline(): number {
    return fieldOf(this.trace, this.call.row, 1)
  }

  /** What bounds the call. */
  private get bound(): Rule {
    return ruleOf(this.trace, this.call.row)
  }

  private get expiry(): Rule {
    return ruleNo(expiryRule(this.trace))
  }
}

/** A request of the client's user, not one that the client sends for itself. */
const isUsers = (trace: Trace, row: number): boolean =>
  kindOf(trace, row) === kind.SEND && wordAt(trace, row, 0) === 'USER'

// What only the run of a producer shows: its application, and its batches, each in a lane of its own or, where they are too many, in
// one lane a partition.

import type { ProducerWorld } from '../scenario/clientWorld.ts'
import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import * as rule from '../trace/rules.ts'
import { armedByOf, causeOf, fieldOf, kindOf, restOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import { type Word, words } from '../trace/vocabulary.ts'
import { ApplicationLane, type Calls } from './application.ts'
import type { ProducerLanes } from './client.ts'
import { lanesInside, MOST_INSIDE } from './inside.ts'
import type { Lane } from './lane.ts'
import { type AttemptEnd, type Blocked, deliveryPhrase, Life, unsentPhrase } from './life.ts'
import { idOf, partitionLane } from './lives.ts'

const FOREVER = Number.POSITIVE_INFINITY
/** From the end of an attempt back to what closed its connection. */
const MOST_STEPS = 6
/** So many batches of one request are named beside its arrow. */
const MOST_NAMED = 3

type Sent = {
  readonly at: number
  readonly row: number
  readonly partition: number
  /** What its send() waits for, one after the other. */
  waits: readonly Awaited[]
  appendedAt: number
  batch: number
  endedAt: number
  outcome: Word | undefined
  endRow: number
}

type Awaited = Pick<Blocked, 'what' | 'from' | 'deadline' | 'began'>

const nothing: readonly Awaited[] = []

/** The lanes of a producer's run, fed row by row. */
export function producerLanes(trace: Trace, { behaviour }: Pick<ProducerWorld, 'behaviour'>): ProducerLanes {
  return new Pass(trace, behaviour.batchExpiry)
}

class Pass implements ProducerLanes {
  private readonly records: Sent[] = []
  /** By the batch's number. */
  private readonly batches: Life[] = []
  private readonly application = new ApplicationLane()
  /** Calls of flush() and close(), by their row. */
  private readonly calls = new Map<
    number,
    { what: Calls['what']; at: number; to: number; endRow: number; outcome: Word | undefined }
  >()

  constructor(
    private readonly trace: Trace,
    private readonly expiry: ProducerWorld['behaviour']['batchExpiry'],
  ) {}

  row(row: number, at: number, what: number, why: number): void {
    switch (what) {
      case producerKind.ASKED:
        this.asked(at, row)
        break
      case producerKind.AWAITS:
        this.awaits('metadata', at, row)
        break
      case producerKind.AWAITS_MEMORY:
        this.awaits('memory', at, row)
        break
      case producerKind.APPEND:
        this.appended(at, row)
        break
      case producerKind.BATCH:
        this.batchRow(at, row)
        break
      case producerKind.HELD:
        this.batches[this.field(row, 0)]?.held(at, row, why)
        break
      case kind.SEND:
        for (const batch of restOf(this.trace, row)) this.batches[batch]?.sent(at, row, this.field(row, 3))
        break
      case producerKind.CALLBACK:
      case producerKind.THREW:
        this.answered(at, row)
        break
      case producerKind.FORCE:
        this.application.forced(at, row)
        break
      case producerKind.FLUSHED:
      case producerKind.CLOSED:
        this.returned(at, row, 'ok')
        break
      case producerKind.PARTITIONS:
        this.returned(at, row, this.word(row, 0))
        break
    }
  }

  request(row: number): string | undefined {
    const batches = restOf(this.trace, row)
    if (batches.length === 0) return undefined
    if (batches.length === 1) return `PRODUCE · batch ${batches[0]}`
    const named = batches.slice(0, MOST_NAMED).join(', ')
    const more = batches.length - MOST_NAMED
    return `PRODUCE · batches ${named}${more > 0 ? ` and ${more} more` : ''}`
  }

  finish(until: number): Lane[] {
    this.finishCalls()
    const lives = [...this.batches, ...this.withoutBatch(until)]
    for (const life of lives) if (!life.isOver) life.over(FOREVER)
    const partitions = new Map<number, Life[]>()
    const order = lives.filter(({ phases, ends }) => phases.length + ends.length > 0)
    for (const life of order.sort((a, b) => a.from - b.from || a.number - b.number)) {
      const known = partitions.get(life.partition)
      if (known) known.push(life)
      else partitions.set(life.partition, [life])
    }
    const lanes = [...partitions]
      .sort(([a], [b]) => a - b)
      .map(([partition, own]) => partitionLane(partition, own, until))
    const all = order.length > MOST_INSIDE ? lanes : apart(lanes, order)
    return [this.application.finish(until), ...all]
  }

  private asked(at: number, row: number): void {
    const what = this.word(row, 0)
    if (what !== 'send') {
      this.calls.set(row, { what: what as Calls['what'], at, to: FOREVER, endRow: row, outcome: undefined })
      return
    }
    this.records[this.field(row, 1)] = {
      at,
      row,
      partition: this.field(row, 2),
      waits: nothing,
      appendedAt: FOREVER,
      batch: -1,
      endedAt: FOREVER,
      outcome: undefined,
      endRow: row,
    }
  }

  private awaits(what: Awaited['what'], at: number, row: number): void {
    const record = this.records[this.field(row, 0)]
    if (!record) return
    record.waits = [...record.waits, { what, from: at, deadline: this.field(row, 1), began: row }]
  }

  private appended(at: number, row: number): void {
    const record = this.records[this.field(row, 0)]
    const batch = this.field(row, 1)
    const life = this.batches[batch]
    if (!record || !life) return
    record.appendedAt = at
    record.batch = batch
    life.records++
    // The records of a batch waited together: the first of them waited longest.
    if (life.records === 1) this.blocked(life, record, at, row)
  }

  /** What a record waited for until it was in a batch, or failed. */
  private blocked(life: Life, { waits }: Sent, at: number, row: number): void {
    for (let i = waits.length - 1; i >= 0; i--) {
      const wait = waits[i] as Awaited
      const next = waits[i + 1]
      const to = next?.from ?? at
      if (wait.from < to) life.blocked({ ...wait, to, ended: next?.began ?? row })
    }
  }

  private answered(at: number, row: number): void {
    const record = this.records[this.field(row, 0)]
    if (!record) return
    record.endedAt = at
    record.outcome = this.word(row, 1)
    record.endRow = row
    const life = this.batches[record.batch]
    if (life && life.ends.length === 0) life.told(at, life.endedBy, record.outcome, this.rule(life.endedBy))
  }

  private batchRow(at: number, row: number): void {
    const number = this.field(row, 0)
    const [from, to] = [this.word(row, 1), this.word(row, 2)]
    const expiresAt = this.field(row, 5)
    if (from === 'ABSENT') this.batches[number] = new Life(number, this.partitionOf(row), true)
    const life = this.batches[number]
    if (!life) return
    if (from === 'IN_FLIGHT') life.attempted(at, row, this.attemptEnd(life, at, row, to))
    if (to === 'OPEN' || to === 'RETRYING') {
      life.queued(at, row, to === 'RETRYING')
      this.budget(life, at, row, expiresAt)
    } else if (to === 'IN_FLIGHT') {
      life.drained(at, row)
      if (this.expiry !== 'delivery timeout') life.cutBudget(at)
    } else {
      life.endedBy = row
      life.over(at)
    }
  }

  /** Since 2.1 one from its creation on; before that a new one whenever it comes into the accumulator. */
  private budget(life: Life, at: number, row: number, expiresAt: number): void {
    if (!Number.isFinite(expiresAt)) return
    if (this.expiry !== 'delivery timeout') life.budget(at, row, expiresAt, unsentPhrase)
    else if (life.budgets.length === 0) life.budget(at, row, expiresAt, deliveryPhrase)
  }

  private attemptEnd(life: Life, at: number, row: number, to: Word): AttemptEnd {
    if (to === 'SUCCEEDED') return ['healthy', '']
    if (to === 'ABORTED') return ['failed', 'close() by force']
    if (armedByOf(this.trace, row) >= 0) return ['setting', 'delivery.timeout.ms']
    const completed = causeOf(this.trace, row)
    if (completed < 0 || kindOf(this.trace, completed) !== kind.COMPLETED) return ['failed', '']
    if (this.word(completed, 1) === 'response') return ['failed', this.errorOf(life, completed)]
    const expired = causeOf(this.trace, completed)
    if (expired >= 0 && kindOf(this.trace, expired) === kind.EXPIRED) {
      life.timedOut(at, expired)
      return ['setting', 'request.timeout.ms']
    }
    const close = this.closeBefore(completed)
    if (close === undefined) return ['failed', 'connection lost']
    if (at > life.expiresAt) {
      life.timedOut(at, close)
      return ['setting', 'request.timeout.ms']
    }
    const whose = `${this.requestOf(armedByOf(this.trace, close))}’s timeout`
    life.timedOut(at, close, whose)
    return ['collateral', `collateral of ${whose}`]
  }

  /** The error that was answered to the attempt of a batch. */
  private errorOf(life: Life, completed: number): string {
    const batches = life.sentRow < 0 ? [] : restOf(this.trace, life.sentRow)
    const error = restOf(this.trace, completed)[batches.indexOf(life.number)]
    return words[error ?? -1] ?? 'error answered'
  }

  /** The row in which a request timeout closed the connection, if that is what ended a request. */
  private closeBefore(completed: number): number | undefined {
    let row = completed
    for (let steps = 0; row >= 0 && steps < MOST_STEPS; steps++) {
      if (kindOf(this.trace, row) === kind.CLOSE) return this.rule(row) === rule.REQUEST_TIMED_OUT ? row : undefined
      row = causeOf(this.trace, row)
    }
    return undefined
  }

  private requestOf(send: number): string {
    if (send < 0 || kindOf(this.trace, send) !== kind.SEND) return 'another request'
    const [batch] = restOf(this.trace, send)
    return batch === undefined ? this.word(send, 0) : `batch ${batch}`
  }

  private returned(at: number, row: number, outcome: Word): void {
    let from = row
    for (let steps = 0; steps < MOST_STEPS && from >= 0; steps++) {
      const call = this.calls.get(from)
      if (call) {
        call.to = at
        call.endRow = row
        call.outcome = outcome
        return
      }
      from = causeOf(this.trace, from)
    }
  }

  private finishCalls(): void {
    for (const record of this.records) {
      const { batch, at, endedAt, outcome } = record
      const shared = batch >= 0 ? batch : `${at} ${endedAt} ${outcome}`
      this.application.sent(shared, at, record.row, record.appendedAt, endedAt, outcome, record.endRow)
    }
    for (const [row, { what, at, to, endRow, outcome }] of this.calls)
      this.application.asked(what, at, row, to, endRow, outcome)
  }

  /** Records that waited for metadata or memory and never came into a batch; those that share all of it are one. */
  private withoutBatch(until: number): Life[] {
    const lives = new Map<string, Life>()
    for (const [number, record] of this.records.entries()) {
      const { waits, endedAt, partition, outcome } = record
      if (record.batch >= 0 || waits.length === 0) continue
      const shared = `${waits.map(({ what, from }) => `${what} ${from}`)} ${endedAt} ${partition} ${outcome}`
      const life = lives.get(shared) ?? this.blockedLife(number, record, until)
      lives.set(shared, life)
      life.records++
    }
    return [...lives.values()]
  }

  private blockedLife(number: number, record: Sent, until: number): Life {
    const { partition, waits, endedAt, outcome, endRow } = record
    const life = new Life(number, partition, false)
    this.blocked(life, record, endedAt, outcome ? endRow : (waits.at(-1)?.began ?? endRow))
    if (outcome === undefined) return life
    const phase = life.phases.at(-1)
    if (phase) phase.tone = 'failed'
    life.told(Math.min(endedAt, until), endRow, outcome, this.rule(endRow))
    life.isOver = true
    return life
  }

  private partitionOf(row: number): number {
    return this.trace.subjects[subjectOf(this.trace, row)]?.partition ?? 0
  }

  private field(row: number, n: number): number {
    return fieldOf(this.trace, row, n)
  }

  private word(row: number, n: number): Word {
    return words[fieldOf(this.trace, row, n)] as Word
  }

  private rule(row: number): number {
    return row < 0 ? rule.NO_RULE : rule.rules.indexOf(ruleOf(this.trace, row))
  }
}

/** Few enough to be seen one by one, in the order in which they began. */
function apart(lanes: readonly Lane[], order: readonly Life[]): Lane[] {
  const byId = new Map(lanes.flatMap((lane) => lanesInside(lane, 0)).map((lane) => [lane.id, lane]))
  return order.flatMap((life) => byId.get(idOf(life)) ?? [])
}

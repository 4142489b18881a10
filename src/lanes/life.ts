// The life of one batch, or of records that never came into one: what it waited for, its attempts, the fuses that burned, its end.
// A phase gets its name when it is over, as what it is called depends on how it ended.

import { grouped } from '../base/grouped.ts'
import * as producerRule from '../trace/producerRules.ts'
import * as rule from '../trace/rules.ts'
import type { Word } from '../trace/vocabulary.ts'
import { Phrase } from './columns.ts'
import type { Tone } from './lane.ts'

const FOREVER = Number.POSITIVE_INFINITY

/** A mark that lasts, or with to = from does not. */
export type Entry = { from: number; to: number; tone: Tone; label: string; row: number }

/** A phase and what it counts as where many lives are stacked: waiting, backing off, in flight and how that ended. */
export type Phase = Entry & { stacked: Tone }

/** How an attempt ended, as its name says it. */
export type AttemptEnd = readonly [tone: Tone, suffix: string]

/** Why a batch waits in the accumulator, by the rule of its HELD row. */
const holds = new Map<number, readonly [tone: Tone, label: string]>([
  [producerRule.HELD_BY_LINGER, ['setting', 'lingers · linger.ms']],
  [producerRule.HELD_BY_BACKOFF, ['backoff', 'backing off · retry.backoff.ms']],
  [producerRule.HELD_BY_ORDER, ['setting', 'waits for the batch in flight · max.in.flight.requests.per.connection']],
  [producerRule.HELD_WITHOUT_LEADER, ['plain', 'no leader known']],
  [producerRule.HELD_BY_CONNECTION, ['plain', 'waits for the connection']],
  [producerRule.HELD_BY_REQUESTS, ['setting', 'connection full · max.in.flight.requests.per.connection']],
  [producerRule.HELD_BY_UPDATE, ['plain', 'waits for a metadata update']],
])

/** What ended a life, beside its exception. */
const ends = new Map<number, string>([
  [producerRule.BATCH_EXPIRED, 'delivery.timeout.ms'],
  [producerRule.BATCH_EXPIRED_UNSENT, 'too old unsent'],
  [producerRule.RETRIES_EXHAUSTED, 'no retry left'],
  [producerRule.NOT_RETRIABLE, 'not retriable'],
  [producerRule.CLOSE_FORCED, 'close() by force'],
  [rule.SEND_TIMED_OUT, 'max.block.ms'],
  [producerRule.MEMORY_TIMED_OUT, 'max.block.ms'],
  [producerRule.MEMORY_CLOSED, 'closed'],
  [producerRule.SEND_AFTER_CLOSE, 'closed'],
])

/** What an exception came of, by the rule of the row that ended a life. */
const ended = (exception: Word, why: number): string => {
  const by = ends.get(why)
  return by ? `${exception} · ${by}` : exception
}

const none: readonly Entry[] = []

/** A wait of a send(), the row that it began with, and the one that it leads to. */
export type Blocked = {
  readonly what: 'metadata' | 'memory'
  readonly from: number
  readonly to: number
  readonly deadline: number
  readonly began: number
  readonly ended: number
}

export class Life {
  readonly phases: Phase[] = []
  /** The fuses under single phases, and the one under all of them. */
  readonly fuses: Entry[] = []
  readonly budgets: Entry[] = []
  /** Where a request timeout ran out; the end of all; and whose timeout took an attempt along. Few lives have the first and the last. */
  timeouts: readonly Entry[] = none
  readonly ends: Entry[] = []
  collaterals: readonly Entry[] = none
  records = 0
  attempts = 0
  /** The request in flight: the SEND row, and when it expires. */
  sentRow = -1
  expiresAt = FOREVER
  endedBy = -1
  isOver = false

  /** @param number of the batch, or of the first record where there is none */
  constructor(
    readonly number: number,
    readonly partition: number,
    readonly isBatch: boolean,
  ) {}

  get from(): number {
    return this.phases[0]?.from ?? 0
  }

  /** Its records waited for metadata or memory before there was a batch. What came first is told last. */
  blocked({ what, from, to, deadline, began, ended: row }: Blocked): void {
    const label = what === 'metadata' ? 'waits for metadata · max.block.ms' : 'waits for memory · buffer.memory'
    this.phases.unshift({ from, to, tone: 'setting', stacked: 'plain', label, row })
    if (Number.isFinite(deadline))
      this.fuses.unshift(fuse(from, Math.min(deadline, to), blockPhrase.of(deadline - from), began))
  }

  /** It lies in the accumulator. */
  queued(at: number, row: number, isRetry: boolean): void {
    this.enter(at, 'plain', isRetry ? 'queued again' : 'queued', row)
  }

  /** A HELD row. */
  held(at: number, row: number, why: number): void {
    const [tone, label] = holds.get(why) ?? ['plain', 'queued']
    this.leave(at)
    this.enter(at, tone, label, row)
  }

  drained(at: number, row: number): void {
    this.leave(at)
    this.attempts++
    this.sentRow = -1
    this.expiresAt = FOREVER
    this.enter(at, 'healthy', attemptPhrase.of(this.attempts), row)
    const phase = this.phases.at(-1)
    if (phase) phase.stacked = 'healthy'
  }

  /** A SEND row that carries it. */
  sent(at: number, row: number, expiresAt: number): void {
    this.sentRow = row
    this.expiresAt = expiresAt
    if (Number.isFinite(expiresAt)) this.fuses.push(fuse(at, expiresAt, requestPhrase.of(expiresAt - at), row))
  }

  /** The attempt is over: its span leads to that row. */
  attempted(at: number, row: number, [tone, suffix]: AttemptEnd): void {
    const phase = this.phases.at(-1)
    const last = this.fuses.at(-1)
    if (last && last.to > at) last.to = at
    if (!phase) return
    phase.tone = tone
    phase.stacked = tone
    phase.row = row
    if (suffix) phase.label += ` · ${suffix}`
    this.leave(at)
  }

  /** A request timeout ended the attempt: its own, or with a label whose. */
  timedOut(at: number, row: number, whose?: string): void {
    if (whose === undefined)
      this.timeouts = [...this.timeouts, { from: at, to: at, tone: 'failed', label: 'request timeout', row }]
    else {
      const label = `collateral · ${whose}`
      this.collaterals = [...this.collaterals, { from: at, to: at, tone: 'collateral', label, row }]
    }
  }

  /** It may lie unsent, or be under way, until an instant. */
  budget(at: number, row: number, until: number, phrase: Phrase): void {
    this.budgets.push(fuse(at, until, phrase.of(until - at), row))
  }

  /** What it may last is used up or no longer counts. */
  cutBudget(at: number): void {
    const last = this.budgets.at(-1)
    if (!last || last.to <= at) return
    if (last.from === at) this.budgets.pop()
    else last.to = at
  }

  /** All is over. */
  over(at: number): void {
    this.leave(at)
    this.cutBudget(at)
    this.isOver = true
  }

  /** What it all came to. */
  told(at: number, row: number, outcome: Word, why: number): void {
    const ok = outcome === 'ok'
    this.ends.push({ from: at, to: at, tone: ok ? 'healthy' : 'failed', label: ok ? 'done' : ended(outcome, why), row })
  }

  private enter(at: number, tone: Tone, label: string, row: number): void {
    const stacked = tone === 'backoff' ? tone : 'plain'
    this.phases.push({ from: at, to: FOREVER, tone, stacked, label, row })
  }

  /** The present phase ends; one that lasted no time is none. */
  private leave(at: number): void {
    const phase = this.phases.at(-1)
    if (!phase || phase.to !== FOREVER) return
    if (phase.from === at) this.phases.pop()
    else phase.to = at
  }
}

const length = (ms: number): string => (Number.isFinite(ms) ? `${grouped(ms)} ms` : 'without end')

const attemptPhrase = new Phrase((nth) => `in flight, attempt ${nth}`)
const requestPhrase = new Phrase((ms) => `request timeout ${length(ms)}`)
const blockPhrase = new Phrase((ms) => `max.block.ms ${length(ms)}`)
/** How long a batch may take in all (2.1), or lie unsent. */
export const deliveryPhrase = new Phrase((ms) => `delivery.timeout.ms ${length(ms)}`)
export const unsentPhrase = new Phrase((ms) => `unsent at most ${length(ms)} · request.timeout.ms`)

const fuse = (from: number, to: number, label: string, row: number): Entry => ({
  from,
  to,
  tone: 'setting',
  label,
  row,
})

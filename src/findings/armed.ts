// Which timers are armed at an instant, and which of them fires first. A run is read once; the cursor then asks as often as it moves.

import type { Scenario } from '../scenario/scenario.ts'
import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import { type Owner, rules, WAIT_ANSWER } from '../trace/rules.ts'
import { atOf, causeOf, fieldOf, firstRowFrom, kindOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import { isUp, type Word } from '../trace/vocabulary.ts'
import { type BatchBound, batchBound } from './batchBound.ts'
import type { ArmedTimer } from './findings.ts'
import { peerOf, wordAt } from './names.ts'
import { quorumArmedAt } from './quorumArmed.ts'
import { quorumWorldOf } from './quorumAsked.ts'

/** A timer of the run: armed by a row, until it fired, was answered, or lost its reason. */
type Timer = ArmedTimer & { readonly until: number }

/** The timers that are armed at an instant in a variant's run, the first to fire first. A partition played step by step has none. */
export function armedIn(trace: Trace, at: number, scenario: Scenario, variant: number): ArmedTimer[] {
  if (scenario.lab === 'replication') return []
  const quorum = scenario.lab === 'quorum' ? quorumWorldOf(scenario, variant) : undefined
  if (quorum) return quorumArmedAt(trace, at, quorum.config.requestTimeout)
  return armedAt(trace, at, batchBound(scenario, variant))
}

/**
 * The timers that are armed at an instant, the first to fire first; one that is overdue has only not been looked at yet. `bound`: of the
 * run's batches, always the same for one run.
 */
export function armedAt(trace: Trace, at: number, bound?: BatchBound): ArmedTimer[] {
  const armed: ArmedTimer[] = []
  for (const { until, ...timer } of timersOf(trace, bound)) {
    if (timer.armedAt > at) break
    // At its last instant it is still there if that is when it fires.
    if (at < until || (at === until && timer.deadline <= at)) armed.push(timer)
  }
  const wait = pollAt(trace, at)
  if (wait) armed.push(wait)
  return armed.sort((a, b) => a.deadline - b.deadline || a.row - b.row)
}

/** The select that is waiting at an instant. */
function pollAt(trace: Trace, at: number): ArmedTimer | undefined {
  for (let row = firstRowFrom(trace, at + 1) - 1; row >= 0; row--) {
    if (kindOf(trace, row) !== kind.POLL) continue
    const { owner, setting } = ruleOf(trace, row)
    const deadline = fieldOf(trace, row, 2)
    if (!Number.isFinite(deadline) || ruleOf(trace, row) === rules[WAIT_ANSWER]) return undefined
    return {
      name: setting ? `poll's wait, ${setting}` : "poll's wait",
      row,
      armedAt: atOf(trace, row),
      deadline,
      owner,
    }
  }
  return undefined
}

const known = new WeakMap<Trace, readonly Timer[]>()

function timersOf(trace: Trace, bound: BatchBound): readonly Timer[] {
  const found = known.get(trace)
  if (found) return found
  const pass = new Pass(trace, bound)
  for (let row = 0; row < trace.rows; row++) pass.row(row)
  const timers = pass.finish()
  known.set(trace, timers)
  return timers
}

type Open = { name: string; row: number; armedAt: number; deadline: number; owner: Owner; until: number }

class Pass {
  private readonly timers: Open[] = []
  /** Open timers by what would end them. */
  private readonly open = new Map<string, Open>()
  /** Each look draws a batch's backoff anew; the batch itself only knows its length before jitter. */
  private readonly retryBackoff: string

  constructor(
    private readonly trace: Trace,
    private readonly bound: BatchBound,
  ) {
    this.retryBackoff = isJittered(trace) ? 'retry.backoff.ms before jitter' : 'retry.backoff.ms'
  }

  row(row: number): void {
    const { trace } = this
    const what = kindOf(trace, row)
    if (what === kind.POLL || what === kind.DRAW) return
    const subject = subjectOf(trace, row)
    switch (what) {
      case kind.BLOCKED:
        this.arm('blocked', ruleOf(trace, row).setting ?? 'send()', row, fieldOf(trace, row, 1), 'setting')
        break
      case kind.UNBLOCKED:
        this.end('blocked', row)
        break
      case kind.METADATA:
        this.metadata(row)
        break
      case kind.STATE:
        this.state(row, subject)
        break
      case kind.CONNECT:
        this.arm(
          `setup ${subject}`,
          `setup timeout, ${peerOf(trace, row)}`,
          row,
          atOf(trace, row) + fieldOf(trace, row, 1),
          'setting',
        )
        this.arm(`kernel ${subject}`, `kernel gives up, ${peerOf(trace, row)}`, row, fieldOf(trace, row, 2), 'kernel')
        break
      case kind.SYN:
        this.end(`syn ${subject}`, row)
        if (wordAt(trace, row, 1) !== 'refused')
          this.arm(`syn ${subject}`, `next SYN, ${peerOf(trace, row)}`, row, fieldOf(trace, row, 2), 'kernel')
        break
      case kind.CONNECTED:
        for (const name of ['syn', 'kernel']) this.end(`${name} ${subject}`, row)
        break
      case kind.RETRANSMIT:
        this.retransmitted(row, subject)
        break
      case kind.SEND:
        this.arm(
          `request ${subject} ${fieldOf(trace, row, 1)}`,
          `request timeout, ${wordAt(trace, row, 0)} to ${peerOf(trace, row)}`,
          row,
          fieldOf(trace, row, 3),
          'setting',
        )
        break
      case kind.RECEIVE:
      case kind.EXPIRED:
        this.end(`request ${subject} ${fieldOf(trace, row, 1)}`, row)
        break
      default:
        this.producer(row, what)
    }
  }

  private producer(row: number, what: number): void {
    const { trace } = this
    switch (what) {
      case producerKind.AWAITS: {
        const record = fieldOf(trace, row, 0)
        const name = `${ruleOf(trace, row).setting}, record ${record}`
        this.arm(`awaits ${record}`, name, row, fieldOf(trace, row, 1), 'setting')
        break
      }
      case producerKind.AWAITS_MEMORY: {
        const record = fieldOf(trace, row, 0)
        this.arm(`awaits ${record}`, `max.block.ms, record ${record}`, row, fieldOf(trace, row, 1), 'setting')
        break
      }
      case producerKind.PARTITIONS:
        this.end(`awaits ${causeOf(trace, row)} partitions`, row)
        break
      case producerKind.APPEND:
      case producerKind.CALLBACK:
      case producerKind.THREW:
        this.end(`awaits ${fieldOf(trace, row, 0)}`, row)
        break
      case producerKind.ASKED:
        this.called(row, wordAt(trace, row, 0), fieldOf(trace, row, 3))
        break
      case producerKind.FORCE:
      case producerKind.CLOSED:
        this.end('close', row)
        break
      case producerKind.BATCH:
        this.batch(row, fieldOf(trace, row, 0))
        break
    }
  }

  private called(row: number, what: Word, deadline: number): void {
    if (what === 'close') this.arm('close', 'close()', row, deadline, 'client')
    if (what === 'partitionsFor')
      this.arm(`awaits ${row} partitions`, 'max.block.ms, partitionsFor()', row, deadline, 'setting')
  }

  /** A batch lingers or backs off, and grows older: in the accumulator, or since 2.1 wherever it is. */
  private batch(row: number, batch: number): void {
    const { trace, bound } = this
    const state = wordAt(trace, row, 2)
    const [until, tooOldAt] = [fieldOf(trace, row, 3), fieldOf(trace, row, 5)]
    const isQueued = state === 'OPEN' || state === 'RETRYING'
    const waits = state === 'OPEN' ? 'linger.ms' : this.retryBackoff
    this.end(`linger ${batch}`, row)
    if (isQueued && until > atOf(trace, row))
      this.arm(`linger ${batch}`, `${waits}, batch ${batch}`, row, until, 'setting')
    const goesOn = bound === 'delivery.timeout.ms' && (state === 'RETRYING' || state === 'IN_FLIGHT')
    if (bound === undefined || goesOn) return
    if (isQueued) this.arm(`too old ${batch}`, `${bound}, batch ${batch}`, row, tooOldAt, 'setting')
    else this.end(`too old ${batch}`, row)
  }

  /** What gets through is acknowledged, as a rule before its timer fires. */
  private retransmitted(row: number, subject: number): void {
    const { trace } = this
    const key = `data ${subject} ${wordAt(trace, row, 2)}`
    if (wordAt(trace, row, 4) !== 'lost') this.end(key, row)
    else this.arm(key, `retransmission, ${peerOf(trace, row)}`, row, fieldOf(trace, row, 5), 'kernel')
  }

  private metadata(row: number): void {
    const { trace } = this
    const at = fieldOf(trace, row, 1)
    switch (wordAt(trace, row, 0)) {
      case 'failed':
        this.arm('retry', 'retry backoff, metadata', row, at, 'setting')
        break
      case 'updated':
        this.end('retry', row)
        this.arm('age', 'metadata.max.age.ms', row, at, 'setting')
        break
      case 'requested':
      case 'rebootstrap':
        // Due now, whatever its age.
        this.end('age', row)
        break
    }
  }

  private state(row: number, subject: number): void {
    const { trace } = this
    const to = wordAt(trace, row, 1)
    if (wordAt(trace, row, 0) === 'CONNECTING')
      for (const name of ['setup', 'syn', 'kernel']) this.end(`${name} ${subject}`, row)
    if (!isUp(to)) this.endAll(`data ${subject} `, row)
    if (isUp(to) || to === 'CONNECTING' || to === 'CHECKING_API_VERSIONS') return
    this.endAll(`request ${subject} `, row)
    if (to !== 'ABSENT')
      this.arm(`backoff ${subject}`, `reconnect backoff, ${peerOf(trace, row)}`, row, fieldOf(trace, row, 2), 'setting')
  }

  /** A timer under a key, in place of an older one. */
  private arm(key: string, name: string, row: number, deadline: number, owner: Owner): void {
    this.end(key, row)
    if (!Number.isFinite(deadline)) return
    const armedAt = atOf(this.trace, row)
    // A backoff or an age is over by itself; what has to be looked at or answered stays until it is.
    const until = overByItself.some((word) => key.startsWith(word)) ? deadline : Number.POSITIVE_INFINITY
    const timer = { name, row, armedAt, deadline, owner, until }
    this.timers.push(timer)
    this.open.set(key, timer)
  }

  private end(key: string, row: number): void {
    const timer = this.open.get(key)
    if (!timer) return
    timer.until = Math.min(timer.until, atOf(this.trace, row))
    this.open.delete(key)
  }

  private endAll(prefix: string, row: number): void {
    for (const key of [...this.open.keys()]) if (key.startsWith(prefix)) this.end(key, row)
  }

  finish(): readonly Timer[] {
    return this.timers
  }
}

/** Some backoff of a batch was drawn longer or shorter than its nominal length. */
function isJittered(trace: Trace): boolean {
  for (let row = 0; row < trace.rows; row++)
    if (kindOf(trace, row) === kind.DRAW && wordAt(trace, row, 0) === 'retry')
      if (fieldOf(trace, row, 3) !== fieldOf(trace, row, 4)) return true
  return false
}

const overByItself = ['backoff', 'retry', 'age', 'linger']

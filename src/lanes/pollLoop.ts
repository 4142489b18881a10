// The poll loop: what each select waited for, and where it saw that something had run out. Waits of the same term and length that
// follow one another are one span, so that a loop which ticks every 50 ms for two minutes stays quiet.

import { grouped } from '../base/grouped.ts'
import * as producerRule from '../trace/producerRules.ts'
import * as rule from '../trace/rules.ts'
import { rules } from '../trace/rules.ts'
import { Labels, shown, TrackColumns } from './columns.ts'
import type { Lane, Tone } from './lane.ts'

/** The terms of the wait that no setting owns. */
const terms = new Map<number, string>([
  [rule.WAIT_CALLER, 'as its caller asked'],
  [rule.WAIT_ANSWER, 'for its metadata answer'],
  [rule.WAIT_THROTTLE, 'throttled by the broker'],
  [rule.WAIT_CALL, "until the caller's next call"],
  [rule.WAIT_NOTHING, 'for nothing'],
  [rule.WAIT_SPIN, 'spins, a wait of 0'],
])

/** Waits that are a backoff, and not a tick or a limit. */
const backoffs = new Set<number>([rule.WAIT_RETRY, rule.WAIT_RECONNECT, producerRule.WAIT_BATCH_BACKOFF])

const toneOf = (why: number): Tone => {
  if (backoffs.has(why)) return 'backoff'
  return rules[why]?.owner === 'setting' ? 'setting' : 'plain'
}

const termOf = (why: number): string => {
  const setting = rules[why]?.setting
  return setting ? `· ${setting}` : (terms.get(why) ?? '')
}

function labelOf(why: number, timeout: number, times: number): string {
  const isBounded = Number.isFinite(timeout) && why !== rule.WAIT_ANSWER
  const length = isBounded ? `${grouped(timeout)} ms` : 'for as long as it takes'
  if (times === 1) return `waits ${length} ${termOf(why)}`
  return `looks every ${length} ${termOf(why)} ×${grouped(times)}`
}

export class PollLoopLane {
  private readonly labels = new Labels()
  private readonly spans = new TrackColumns('span', this.labels)
  private readonly dots = new TrackColumns('dot', this.labels)
  /** The select that is waiting: its row, -1 for none. */
  private row = -1
  private at = 0
  private why = 0
  private timeout = 0
  private wakesAt = 0
  /** The span added last: its term, how many waits are in it, and whether the last of them ran its full length. */
  private spanWhy = -1
  private spanTimeout = 0
  private times = 0
  private ranOut = false

  /** A POLL row: the wait before it is over. */
  poll(at: number, row: number, why: number, timeout: number, wakesAt: number): void {
    this.returned(at)
    this.row = row
    this.at = at
    this.why = why
    this.timeout = timeout
    this.wakesAt = wakesAt
  }

  /** The loop found something that had run out. */
  saw(at: number, row: number, what: string): void {
    this.dots.push(at, at, 'failed', what, row)
  }

  finish(until: number): Lane {
    this.returned(until)
    this.name()
    const { labels, spans, dots } = this
    return {
      id: 'poll loop',
      name: 'poll loop',
      about: 'NetworkClient.poll',
      labels: labels.texts,
      tracks: shown([spans, dots], until),
    }
  }

  private returned(at: number): void {
    if (this.row < 0 || at === this.at) return
    const { spans, why, timeout } = this
    if (
      this.spanWhy === why &&
      this.spanTimeout === timeout &&
      this.ranOut &&
      spans.endOf(spans.length - 1) === this.at
    ) {
      spans.end(spans.length - 1, at)
      this.times++
    } else {
      this.name()
      spans.push(this.at, at, toneOf(why), '', this.row)
      this.spanWhy = why
      this.spanTimeout = timeout
      this.times = 1
    }
    this.ranOut = at >= this.wakesAt
  }

  /** The span added last is complete: it gets its label. */
  private name(): void {
    const { spans, spanWhy } = this
    if (spanWhy < 0) return
    spans.rename(spans.length - 1, toneOf(spanWhy), labelOf(spanWhy, this.spanTimeout, this.times))
  }
}

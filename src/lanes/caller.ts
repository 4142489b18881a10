// The caller: how long its send() is blocked and how that ends, what it asks of the client, and what it is told.

import { brief } from '../base/brief.ts'
import type { Word } from '../trace/vocabulary.ts'
import { Labels, shown, TrackColumns } from './columns.ts'
import type { Lane } from './lane.ts'

/** One attempt at a time of the call itself, and of the metadata that an admin client needs first. */
type Attempts = { readonly spans: TrackColumns; open: number; text: string }

/** What comes of an attempt. */
const ends: { readonly [outcome in Word]?: string } = {
  response: 'answered',
  disconnected: 'connection lost',
  timedOut: 'request timeout',
  unsent: 'never sent',
  metadata: 'assigned anew',
}

export class CallerLane {
  private readonly labels = new Labels()
  private readonly spans = new TrackColumns('span', this.labels)
  private readonly fuses = new TrackColumns('fuse', this.labels)
  private readonly dots = new TrackColumns('dot', this.labels)
  private readonly own = this.attemptsTrack()
  private readonly internal = this.attemptsTrack()
  private readonly backoffs = new TrackColumns('fuse', this.labels)
  private blockedSpan = -1
  private blockedFuse = -1
  private about = 'asks for nothing'
  /** The node that the caller waits for, and the span of that. */
  private wanted = -1
  private wantedSpan = -1

  /** A BLOCKED row. */
  blocked(at: number, row: number, what: Word, deadline: number, setting: string): void {
    this.about = what === 'send()' ? 'waits for metadata' : `calls ${what}`
    this.blockedSpan = this.spans.push(at, Number.POSITIVE_INFINITY, 'setting', `${what} blocked`, row)
    this.blockedFuse = this.fuses.push(at, deadline, 'setting', `${setting} ${brief(deadline - at)}`, row)
  }

  /** An UNBLOCKED row. */
  unblocked(at: number, row: number, what: Word, outcome: Word): void {
    const failed = outcome === 'TimeoutException'
    if (this.blockedSpan >= 0) {
      this.spans.end(this.blockedSpan, at)
      this.fuses.cut(this.blockedFuse, at)
      if (failed) this.spans.rename(this.blockedSpan, 'failed', `${what} blocked`)
    }
    this.dots.push(at, at, failed ? 'failed' : 'healthy', `${outcome} at ${brief(at)}`, row)
    this.blockedSpan = -1
    // Nobody waits any more for an attempt that is under way.
    for (const { spans, open } of [this.own, this.internal]) if (open >= 0) spans.cut(open, at)
  }

  /** An ATTEMPT row: of what, the how-manieth, and at whom. */
  attempt(at: number, row: number, what: Word, nth: number, name: string): void {
    const attempts = what === 'metadata' ? this.internal : this.own
    attempts.text = `${what === 'metadata' ? 'metadata attempt' : 'attempt'} ${nth}, ${name}`
    attempts.open = attempts.spans.push(at, Number.POSITIVE_INFINITY, 'plain', attempts.text, row)
  }

  /** An ATTEMPTED row. */
  attempted(at: number, row: number, what: Word, outcome: Word, retryAt: number): void {
    const attempts = what === 'metadata' ? this.internal : this.own
    const isAnswered = outcome === 'response'
    if (attempts.open >= 0) {
      attempts.spans.end(attempts.open, at)
      attempts.spans.rename(
        attempts.open,
        isAnswered ? 'healthy' : 'failed',
        `${attempts.text}: ${ends[outcome] ?? outcome}`,
      )
      attempts.spans.lead(attempts.open, row)
    }
    attempts.open = -1
    if (Number.isFinite(retryAt) && retryAt > at)
      this.backoffs.push(at, retryAt, 'setting', `retry.backoff.ms ${brief(retryAt - at)}`, row)
  }

  private attemptsTrack(): Attempts {
    return { spans: new TrackColumns('span', this.labels), open: -1, text: '' }
  }

  /** The client connects to a node (by its subject) because the caller asked for it. */
  wants(at: number, row: number, node: number, name: string): void {
    // The attempts of a call tell it.
    if (this.wanted >= 0 || this.about.startsWith('calls ')) return
    if (this.about === 'asks for nothing') this.about = `asks for ${name}`
    this.wanted = node
    this.wantedSpan = this.spans.push(at, Number.POSITIVE_INFINITY, 'plain', `waits for ${name}`, row)
  }

  /** A node is ready. */
  ready(at: number, row: number, node: number, name: string): void {
    if (node !== this.wanted) return
    this.spans.end(this.wantedSpan, at)
    this.dots.push(at, at, 'healthy', `${name} ready at ${brief(at)}`, row)
    this.wanted = -1
  }

  /** A CALL row. */
  called(at: number, row: number, what: Word, node: string): void {
    if (this.about === 'asks for nothing' && node) this.about = `asks for ${node}`
    this.dots.push(at, at, 'plain', node ? `${what} ${node}` : what, row)
  }

  /** A COMPLETED row. */
  completed(at: number, row: number, request: number, outcome: Word): void {
    this.dots.push(at, at, outcome === 'response' ? 'healthy' : 'failed', `request ${request}: ${outcome}`, row)
  }

  finish(until: number): Lane {
    const { labels, about, spans, fuses, dots, own, internal, backoffs } = this
    const tracks = shown([spans, fuses, own.spans, internal.spans, backoffs, dots], until)
    return { id: 'caller', name: 'caller', about, labels: labels.texts, tracks }
  }
}

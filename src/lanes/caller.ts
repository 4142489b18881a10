// The caller: how long its send() is blocked and how that ends, what it asks of the client, and what it is told.

import { brief } from '../base/brief.ts'
import type { Word } from '../trace/vocabulary.ts'
import { Labels, shown, TrackColumns } from './columns.ts'
import type { Lane } from './lane.ts'

export class CallerLane {
  private readonly labels = new Labels()
  private readonly spans = new TrackColumns('span', this.labels)
  private readonly fuses = new TrackColumns('fuse', this.labels)
  private readonly dots = new TrackColumns('dot', this.labels)
  private blockedSpan = -1
  private blockedFuse = -1
  private about = 'asks for nothing'
  /** The node that the caller waits for, and the span of that. */
  private wanted = -1
  private wantedSpan = -1

  /** A BLOCKED row. */
  blocked(at: number, row: number, what: Word, deadline: number, setting: string): void {
    this.about = 'waits for metadata'
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
  }

  /** The client connects to a node (by its subject) because the caller asked for it. */
  wants(at: number, row: number, node: number, name: string): void {
    if (this.wanted >= 0) return
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
    const { labels, about, spans, fuses, dots } = this
    return { id: 'caller', name: 'caller', about, labels: labels.texts, tracks: shown([spans, fuses, dots], until) }
  }
}

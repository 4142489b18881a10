// One machine as a client sees it: its faults, the states of the client's connections to it, what crossed the wire, and what ran out.
// The client has up to two ids for a machine, a bootstrap server's and a broker's: two connections, each a track of spans.

import { brief } from '../base/brief.ts'
import { grouped } from '../base/grouped.ts'
import type { Word } from '../trace/vocabulary.ts'
import { Labels, shown, TrackColumns } from './columns.ts'
import { ConnectionTrack } from './connection.ts'
import type { Lane } from './lane.ts'

export class BrokerLane {
  readonly labels = new Labels()
  readonly setups = new TrackColumns('fuse', this.labels)
  readonly requests = new TrackColumns('fuse', this.labels)
  readonly out = new TrackColumns('message', this.labels, 'out')
  readonly back = new TrackColumns('message', this.labels, 'back')
  readonly dots = new TrackColumns('dot', this.labels)
  private readonly bands = new TrackColumns('band', this.labels)
  private readonly faults: string[] = []
  private readonly connections: ConnectionTrack[] = []

  /** @param latency one way, for what the trace does not tell the arrival of, in ms */
  constructor(
    readonly index: number,
    readonly name: string,
    readonly latency: number,
  ) {}

  /** The client's connection by one of its ids for this machine. */
  connection(node: number): ConnectionTrack {
    const track = new ConnectionTrack(this, node)
    this.connections.push(track)
    return track
  }

  /** A FAULT row. */
  fault(at: number, row: number, what: Word, until: number): void {
    this.bands.push(at, until, 'fault', what, row)
    // What happens in a moment is too thin for a band.
    if (until === at) this.dots.push(at, at, 'failed', what, row)
    const from = at > 0 ? ` from ${brief(at)}` : ''
    const to = Number.isFinite(until) ? ` until ${brief(until)}` : ''
    this.faults.push(until > at ? `${what}${from}${to}` : `${what} at ${brief(at)}`)
  }

  /** An APPENDED row: a batch is in the log, so many times by now. */
  appended(at: number, row: number, offset: number, times: number): void {
    const again = times > 1
    this.dots.push(
      at,
      at,
      again ? 'failed' : 'healthy',
      `appended ${again ? 'again: duplicate ' : ''}at offset ${offset}`,
      row,
    )
  }

  /** A KNOWN_AGAIN row: a batch came again, and was not written. */
  knownAgain(at: number, row: number, offset: number): void {
    this.dots.push(at, at, 'healthy', `known again: at offset ${offset} already`, row)
  }

  finish(until: number): Lane {
    const tried = this.connections.filter((connection) => connection.spans.length > 0)
    for (const connection of tried) connection.finish(until)
    if (tried.length > 1) for (const { node, spans } of tried) if (node < 0) spans.qualify(' · bootstrap')
    const { bands, setups, requests, out, back, dots, labels } = this
    const spans = tried.map((connection) => connection.spans)
    return {
      id: `broker ${this.index + 1}`,
      name: this.name,
      about: this.about(tried.length > 0),
      labels: labels.texts,
      tracks: shown([bands, ...spans, setups, requests, out, back, dots], until),
    }
  }

  private about(tried: boolean): string {
    const { faults } = this
    const health =
      faults.length === 0 ? 'healthy' : faults.length <= 2 ? faults.join(', ') : `${grouped(faults.length)} faults`
    return tried ? health : `${health} · never tried`
  }
}

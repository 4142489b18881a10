// The application of a producer: each send(), partitionsFor(), flush() and close(), from the call to what it got. Sends that share a batch are one
// mark; where too many would lie beside one another they are stacked.

import { brief } from '../base/brief.ts'
import { grouped } from '../base/grouped.ts'
import type { Word } from '../trace/vocabulary.ts'
import { Labels, shown, TrackColumns } from './columns.ts'
import type { Lane, Tone, Track } from './lane.ts'

/** So many calls are drawn beside one another. */
const MOST_BESIDE = 4

const says = {
  healthy: 'unanswered · ok later',
  setting: 'send() blocked',
  failed: 'unanswered · failed later',
  plain: 'unanswered to the end',
} as const

/** Calls that share what becomes of them. `appendedAt`: since when the first of them has a batch; Infinity: it has none. */
export type Calls = {
  readonly what: 'send' | 'partitionsFor' | 'flush' | 'close'
  readonly from: number
  readonly row: number
  count: number
  readonly appendedAt: number
  to: number
  outcome: Word | undefined
  endRow: number
}

export class ApplicationLane {
  private readonly calls: Calls[] = []
  /** By what they share. */
  private readonly sends = new Map<string | number, Calls>()
  private readonly labels = new Labels()
  private readonly dots = new TrackColumns('dot', this.labels)
  private records = 0
  private failed = 0
  private unanswered = 0

  /** A record with all that became of it; `shared`: what it shares with others. `to` Infinity: nothing yet. */
  sent(
    shared: string | number,
    from: number,
    row: number,
    appendedAt: number,
    to: number,
    outcome: Word | undefined,
    endRow: number,
  ): void {
    this.records++
    if (outcome === undefined) this.unanswered++
    else if (outcome !== 'ok') this.failed++
    const known = this.sends.get(shared)
    if (known) {
      known.count++
      return
    }
    const calls: Calls = { what: 'send', from, row, count: 1, appendedAt, to, outcome, endRow }
    this.sends.set(shared, calls)
    this.calls.push(calls)
  }

  /** Another call than send(); `to` Infinity, without an outcome: it has not returned. */
  asked(what: Calls['what'], from: number, row: number, to: number, endRow: number, outcome: Word | undefined): void {
    this.calls.push({ what, from, row, count: 1, appendedAt: from, to, outcome, endRow })
  }

  /** The time of a close() is up. */
  forced(at: number, row: number): void {
    this.dots.push(at, at, 'failed', `timeout of close() over at ${brief(at)}`, row)
  }

  finish(until: number): Lane {
    for (const { to, outcome, endRow } of this.calls) {
      if (outcome !== undefined && outcome !== 'ok')
        this.dots.push(to, to, 'failed', `${outcome} at ${brief(to)}`, endRow)
    }
    const rows = rowsOf(this.calls.sort((a, b) => a.from - b.from || a.row - b.row))
    const tracks = rows.length > MOST_BESIDE ? this.stacked() : rows.map((row) => this.track('span', row))
    const { labels, dots } = this
    return {
      id: 'caller',
      name: 'caller',
      about: this.about(),
      labels: labels.texts,
      tracks: shown([...tracks, dots], until),
    }
  }

  /** Sends in a stack; what else was called lies beneath, as far as there is room. */
  private stacked(): TrackColumns[] {
    const sends = this.calls.filter(({ what }) => what === 'send')
    const others = rowsOf(this.calls.filter(({ what }) => what !== 'send'))
    const beside = others.slice(0, MOST_BESIDE)
    const stacked = [...sends, ...others.slice(MOST_BESIDE).flat()]
    return [this.track('density', stacked, { says }), ...beside.map((row) => this.track('span', row))]
  }

  private track(mark: 'span' | 'density', calls: readonly Calls[], traits: Pick<Track, 'says'> = {}): TrackColumns {
    const track = new TrackColumns(mark, this.labels, undefined, traits)
    for (const each of calls) pushCalls(track, each)
    return track
  }

  private about(): string {
    const { records, failed, unanswered } = this
    if (records === 0) return 'sends nothing'
    const of = ` of ${grouped(records)}`
    if (failed > 0) return `${grouped(failed)}${of} failed`
    return unanswered > 0 ? `${grouped(unanswered)}${of} open` : `${grouped(records)} sent, all ok`
  }
}

/** A blocked call first, then what is to come of it; a call that is over at once is a moment of its own. */
function pushCalls(track: TrackColumns, calls: Calls): void {
  const { what, from, count, appendedAt, to, outcome, row, endRow } = calls
  const name = `${what}()${count > 1 ? ` ×${grouped(count)}` : ''}`
  const begun = what === 'send' ? Math.min(appendedAt, to) : from
  const failed = outcome !== undefined && outcome !== 'ok'
  if (begun > from) {
    const inVain = appendedAt > to
    track.push(from, begun, inVain && failed ? 'failed' : 'setting', `${name} blocked`, inVain ? endRow : row)
    if (inVain) return
  }
  const tone: Tone = outcome === undefined ? 'plain' : failed ? 'failed' : 'healthy'
  const got = what === 'send' || failed ? (outcome ?? 'no answer') : outcome ? 'returned' : 'blocked'
  track.push(begun, to, tone, `${name} · ${got}`, outcome === undefined ? row : endRow)
}

/** Calls side by side: each goes to the first row that is free again, and to the last where there are more than can be drawn. */
function rowsOf(calls: readonly Calls[]): Calls[][] {
  const rows: Calls[][] = []
  const freeAt: number[] = []
  for (const each of calls) {
    let row = freeAt.findIndex((at) => at <= each.from)
    if (row < 0) row = Math.min(rows.length, MOST_BESIDE)
    const beside = rows[row] ?? []
    rows[row] = beside
    beside.push(each)
    freeAt[row] = each.to
  }
  return rows
}

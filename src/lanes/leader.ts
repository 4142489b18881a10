// Who leads: above, the working leader of the highest epoch, or that there is none; under it, those that lead beside it, and those that take
// themselves for the leader while they can lead nobody.

import { brief } from '../base/brief.ts'
import { Labels, shown, TrackColumns } from './columns.ts'
import type { Lane, Tone } from './lane.ts'

const FOREVER = Number.POSITIVE_INFINITY
/** No node. */
const NOBODY = -1

/** An election that nothing called for: no leader had failed. What calls for one is for others to judge. */
export type NeedlessElection = { readonly from: number; readonly to: number; readonly row: number }

/** A stretch in which a leader could lead nobody, and why: it was paused, cut off. `row`: what began it, -1: the run. */
export type InNameOnly = {
  readonly node: number
  readonly from: number
  readonly to: number
  readonly row: number
  readonly why: string
}

/** What of a run is a judgement and not an event. */
export type Judged = { readonly needless: readonly NeedlessElection[]; readonly inNameOnly: readonly InNameOnly[] }

/** A run was stopped by a limit: what was asked for to `to` is not seen. */
export type Stop = { readonly to: number; readonly limit: string; readonly row: number }

type Leading = {
  readonly node: number
  readonly name: string
  readonly epoch: number
  readonly row: number
  readonly from: number
  /** Why it leads in name only, undefined: it leads. */
  readonly why?: string
}
/** A stretch of it, with what ended it. */
type Turn = Leading & { readonly to: number; readonly endRow: number }
type Shown = Pick<Leading, 'node' | 'epoch' | 'why'> & { readonly mark: number }

const nobody: Leading = { node: NOBODY, name: '', epoch: NOBODY, row: 0, from: 0 }

export class LeaderLane {
  private readonly labels = new Labels()
  private readonly ranks: { readonly track: TrackColumns; now: Shown | undefined }[] = []
  private readonly leading = new Map<number, Leading>()
  private readonly reigns: Turn[] = []
  private readonly terms = new Set<string>()
  private without = 0
  /** In the gap under way somebody led in name. */
  private isNominal = false

  /** A node is leader of an epoch from that row on. */
  leads(at: number, row: number, node: number, name: string, epoch: number): void {
    this.yields(at, row, node)
    this.terms.add(`${name} ${epoch}`)
    this.leading.set(node, { node, name, epoch, row, from: at })
  }

  /** A node leads no more. */
  yields(at: number, row: number, node: number): void {
    const reign = this.leading.get(node)
    if (reign) this.reigns.push({ ...reign, to: at, endRow: row })
    this.leading.delete(node)
  }

  /** `stop`: where and how the run was stopped before its end. */
  finish(until: number, { needless, inNameOnly }: Judged, stop?: Stop): Lane {
    for (const node of [...this.leading.keys()]) this.yields(until, -1, node)
    this.showAll(turnsOf(this.reigns, inNameOnly))
    for (const { track, now } of this.ranks) if (now) this.close(track, now, until)
    const wrong = new TrackColumns('span', this.labels, undefined, { within: true })
    for (const { from, to, row } of needless) wrong.push(from, to, 'failed', 'needless election', row)
    const tracks = [...this.ranks.map(({ track }) => track), wrong]
    if (stop) this.ranks[0]?.track.push(until, stop.to, 'plain', `stopped at its limit of ${stop.limit}`, stop.row)
    return {
      id: 'leader',
      name: 'who leads',
      about: this.about(),
      labels: this.labels.texts,
      tracks: shown(tracks, stop?.to ?? until),
    }
  }

  /** All turns that last, in the order in which they begin and end. */
  private showAll(all: readonly Turn[]): void {
    const turns = all.filter(({ from, to }) => from < to)
    const events = [
      ...turns.map((turn) => ({ turn, at: turn.to, row: turn.endRow, begins: false })),
      ...turns.map((turn) => ({ turn, at: turn.from, row: turn.row, begins: true })),
    ].sort((a, b) => a.at - b.at || Number(a.begins) - Number(b.begins))
    const now = new Set<Turn>()
    this.show(0, 0, now)
    for (const { turn, at, row, begins } of events) {
      if (begins) now.add(turn)
      else now.delete(turn)
      this.show(at, row, now)
    }
  }

  /** The order of those that lead now, as spans: what is as it was goes on. */
  private show(at: number, row: number, turns: ReadonlySet<Turn>): void {
    const order: Leading[] = [...turns].sort(
      (a, b) => Number(a.why !== undefined) - Number(b.why !== undefined) || b.epoch - a.epoch,
    )
    if (order[0] === undefined || order[0].why !== undefined) order.unshift({ ...nobody, row })
    for (let rank = 0; rank < Math.max(order.length, this.ranks.length); rank++) this.put(rank, order[rank], at)
    if (order.length > 1) this.isNominal = true
  }

  private put(rank: number, leading: Leading | undefined, at: number): void {
    this.ranks[rank] ??= {
      track: new TrackColumns('span', this.labels, undefined, rank > 0 ? { within: true } : {}),
      now: undefined,
    }
    const place = this.ranks[rank]
    const { track, now } = place
    if (now && now.node === leading?.node && now.epoch === leading.epoch && now.why === leading.why) return
    if (now) this.close(track, now, at)
    if (rank === 0) this.isNominal = false
    place.now = leading && {
      node: leading.node,
      epoch: leading.epoch,
      ...(leading.why !== undefined && { why: leading.why }),
      mark: track.push(at, FOREVER, ...lookOf(leading, rank)),
    }
  }

  private close(track: TrackColumns, { node, mark }: Shown, at: number): void {
    const from = track.startOf(mark)
    if (from === at) return track.drop()
    track.end(mark, at)
    if (node !== NOBODY) return
    this.without += at - from
    track.rename(mark, 'failed', `no ${this.isNominal ? 'working leader' : 'leader'} · ${brief(at - from)}`)
  }

  private about(): string {
    const { terms, without } = this
    const leaders = terms.size === 1 ? `${[...terms][0]?.split(' ')[0]} alone` : `${terms.size} leaders`
    if (terms.size === 0) return 'nobody'
    return without > 0 ? `${leaders}, gap ${brief(without)}` : leaders
  }
}

/** Reigns, each cut where its leader could lead nobody. Those of one node come in their order, and so do its stretches. */
function turnsOf(reigns: readonly Turn[], inNameOnly: readonly InNameOnly[]): Turn[] {
  const stretches = new Map<number, InNameOnly[]>()
  for (const stretch of [...inNameOnly].sort((a, b) => a.from - b.from)) {
    const own = stretches.get(stretch.node)
    if (own) own.push(stretch)
    else stretches.set(stretch.node, [stretch])
  }
  const passed = new Map<number, number>()
  return reigns.flatMap((reign) => {
    const own = stretches.get(reign.node) ?? []
    let next = passed.get(reign.node) ?? 0
    while ((own[next]?.to ?? FOREVER) <= reign.from) next++
    passed.set(reign.node, next)
    return cutReign(reign, own, next)
  })
}

/** A reign, cut by stretches from the given one on. */
function cutReign(reign: Turn, stretches: readonly InNameOnly[], first: number): Turn[] {
  const turns: Turn[] = []
  let rest = reign
  for (let i = first; i < stretches.length; i++) {
    const { from, to, row, why } = stretches[i] as InNameOnly
    if (from >= reign.to) break
    if (to <= rest.from || from >= rest.to) continue
    const [begins, beganBy] = from > rest.from ? [from, row] : [rest.from, rest.row]
    if (begins > rest.from) turns.push({ ...rest, to: begins, endRow: row })
    turns.push({ ...rest, from: begins, row: beganBy, to: Math.min(to, reign.to), why })
    rest = { ...rest, from: Math.min(to, reign.to) }
  }
  if (rest.from < rest.to || turns.length === 0) turns.push(rest)
  return turns
}

function lookOf({ node, name, epoch, row, why }: Leading, rank: number): [Tone, string, number] {
  if (node === NOBODY) return ['failed', 'no leader', row]
  if (why !== undefined) return ['backoff', `${name} leads epoch ${epoch} in name only · ${why}`, row]
  return ['leads', rank === 0 ? `${name} · epoch ${epoch}` : `${name} still leads epoch ${epoch}`, row]
}

// Who leads: above, the leader of the highest epoch, or that there is none; under it, those that still take themselves for the leader of
// an earlier one.

import { brief } from '../base/brief.ts'
import { Labels, shown, TrackColumns } from './columns.ts'
import type { Lane } from './lane.ts'

const FOREVER = Number.POSITIVE_INFINITY
/** No node. */
const NOBODY = -1

/** An election that nothing called for: no leader had failed. What calls for one is for others to judge. */
export type NeedlessElection = { readonly from: number; readonly to: number; readonly row: number }

/** A run was stopped by a limit: what was asked for to `to` is not seen. */
export type Stop = { readonly to: number; readonly limit: string; readonly row: number }

type Leading = { readonly node: number; readonly name: string; readonly epoch: number; readonly row: number }
type Shown = { node: number; epoch: number; mark: number }

const nobody: Leading = { node: NOBODY, name: '', epoch: NOBODY, row: 0 }

export class LeaderLane {
  private readonly labels = new Labels()
  private readonly ranks: { readonly track: TrackColumns; now: Shown | undefined }[] = []
  private readonly leading = new Map<number, Leading>()
  private readonly terms = new Set<string>()
  private without = 0

  constructor() {
    this.show(0, 0)
  }

  /** A node is leader of an epoch from that row on. */
  leads(at: number, row: number, node: number, name: string, epoch: number): void {
    this.terms.add(`${name} ${epoch}`)
    this.leading.set(node, { node, name, epoch, row })
    this.show(at, row)
  }

  /** A node leads no more. */
  yields(at: number, row: number, node: number): void {
    if (this.leading.delete(node)) this.show(at, row)
  }

  /** `stop`: where and how the run was stopped before its end. */
  finish(until: number, needless: readonly NeedlessElection[], stop?: Stop): Lane {
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

  /** The order of those that lead now, as spans: what is as it was goes on. */
  private show(at: number, row: number): void {
    const order = [...this.leading.values()].sort((a, b) => b.epoch - a.epoch)
    if (order.length === 0) order.push({ ...nobody, row })
    for (let rank = 0; rank < Math.max(order.length, this.ranks.length); rank++) this.put(rank, order[rank], at)
  }

  private put(rank: number, leading: Leading | undefined, at: number): void {
    this.ranks[rank] ??= {
      track: new TrackColumns('span', this.labels, undefined, rank > 0 ? { within: true } : {}),
      now: undefined,
    }
    const place = this.ranks[rank]
    const { track, now } = place
    if (now && now.node === leading?.node && now.epoch === leading.epoch) return
    if (now) this.close(track, now, at)
    place.now = leading && {
      node: leading.node,
      epoch: leading.epoch,
      mark: track.push(at, FOREVER, ...lookOf(leading, rank)),
    }
  }

  private close(track: TrackColumns, { node, mark }: Shown, at: number): void {
    const from = track.startOf(mark)
    if (from === at) return track.drop()
    track.end(mark, at)
    if (node !== NOBODY) return
    this.without += at - from
    track.rename(mark, 'failed', `no leader · ${brief(at - from)}`)
  }

  private about(): string {
    const { terms, without } = this
    const leaders = terms.size === 1 ? `${[...terms][0]?.split(' ')[0]} alone` : `${terms.size} leaders`
    if (terms.size === 0) return 'nobody'
    return without > 0 ? `${leaders}, gap ${brief(without)}` : leaders
  }
}

function lookOf({ node, name, epoch, row }: Leading, rank: number): ['leads' | 'failed', string, number] {
  if (node === NOBODY) return ['failed', 'no leader', row]
  return ['leads', rank === 0 ? `${name} · epoch ${epoch}` : `${name} still leads epoch ${epoch}`, row]
}

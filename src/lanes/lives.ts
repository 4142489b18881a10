// The lives of a partition's batches as one lane: stacked, with each of them inside, to be had one by one.

import { grouped } from '../base/grouped.ts'
import { Labels, Phrase, TrackColumns } from './columns.ts'
import type { Inside, Lane, Mark, Tone, Track } from './lane.ts'
import { tones } from './lane.ts'
import type { Entry, Life } from './life.ts'

type Owned = Inside['tracks'][number]

const recordsPhrase = new Phrase((n) => `${grouped(n)} record${n === 1 ? '' : 's'}`)

/** Stable over edits, and its name. */
export const idOf = ({ isBatch, number }: Life): string => `${isBatch ? 'batch' : 'record'} ${number}`

/** One record that has no batch is named already. */
const aboutOf = ({ isBatch, partition, records }: Life): string =>
  `partition ${partition} · ${isBatch || records > 1 ? recordsPhrase.of(records) : 'no batch'}`

const says = {
  healthy: 'in flight',
  setting: 'in flight · until a timeout',
  collateral: 'in flight · collateral',
  failed: 'in flight · in vain',
  backoff: 'backing off',
  plain: 'waiting',
} as const

/** One lane for a partition, with a lane inside for each life, in the order in which they began. */
export function partitionLane(partition: number, lives: readonly Life[], until: number): Lane {
  const labels = new Labels()
  const track = (mark: Mark, of: (life: Life) => readonly Entry[], traits: Pick<Track, 'apart' | 'refers'> = {}) =>
    ownedTrack(lives, of, new TrackColumns(mark, labels, undefined, traits), until)
  const spans = track('span', ({ phases }) => phases)
  const inside = [
    spans,
    track('fuse', ({ fuses }) => fuses),
    track('fuse', ({ budgets }) => budgets, { apart: true }),
    track('dot', ({ timeouts }) => timeouts, { refers: true }),
    track('dot', ({ ends }) => ends, { apart: true }),
    track('dot', ({ collaterals }) => collaterals, { refers: true }),
  ]
  const { owner: _, ...columns } = spans
  const density: Track = { ...columns, mark: 'density', tone: stackedTones(lives, spans), says }
  const dots = [inside[4], inside[5]].flatMap((owned) => (owned ? [withoutOwner(owned)] : []))
  return {
    id: `partition ${partition}`,
    name: `partition ${partition}`,
    about: `${grouped(lives.length)} batches, peak ${grouped(mostAtOnce(spans))}`,
    labels: labels.texts,
    tracks: [density, ...dots].filter(({ from }) => from.length > 0),
    inside: {
      names: lives.map(idOf),
      abouts: lives.map(aboutOf),
      tracks: inside,
    },
  }
}

const withoutOwner = ({ owner: _, apart: __, ...track }: Owned): Track => track

/** The marks of all lives in one track, by their beginning; what begins after the run is left out. */
function ownedTrack(
  lives: readonly Life[],
  of: (life: Life) => readonly Entry[],
  columns: TrackColumns,
  until: number,
): Owned {
  const entries: Entry[] = []
  const owners: number[] = []
  for (const [owner, life] of lives.entries()) {
    for (const entry of of(life)) {
      if (entry.from > until) continue
      entries.push(entry)
      owners.push(owner)
    }
  }
  const from = Float64Array.from(entries, (entry) => entry.from)
  const order = Uint32Array.from(entries, (_, i) => i).sort(
    (a, b) => (from[a] as number) - (from[b] as number) || a - b,
  )
  for (const i of order) pushEntry(columns, entries[i] as Entry)
  return { ...columns.finish(until), owner: Int32Array.from(order, (i) => owners[i] as number) }
}

const pushEntry = (columns: TrackColumns, { from, to, tone, label, row }: Entry): number =>
  columns.push(from, to, tone, label, row)

/** What each phase counts as in a stack. */
function stackedTones(lives: readonly Life[], { owner }: Owned): Uint8Array {
  const next = lives.map(() => 0)
  return Uint8Array.from(owner, (life) => {
    const nth = next[life] as number
    next[life] = nth + 1
    return tones.indexOf(lives[life]?.phases[nth]?.stacked as Tone)
  })
}

/** How many are open at once, at most. One that ends at an instant makes room for one that begins then. */
function mostAtOnce({ from, to }: Pick<Track, 'from' | 'to'>): number {
  const ends = to.slice().sort()
  let most = 0
  let ended = 0
  for (let i = 0; i < from.length; i++) {
    while (ended < ends.length && (ends[ended] as number) <= (from[i] as number)) ended++
    most = Math.max(most, i + 1 - ended)
  }
  return most
}

// Which marks of a track a view shows, at a cost that grows with pixels and not with marks: marks that begin in one pixel column are
// passed over by halving and reported as a pile.

import { lowerBound, upperBound } from '../base/search.ts'
import { type Track, tones } from '../lanes/lane.ts'
import type { Axis } from './axis.ts'

export type Seen = {
  /** A mark that is drawn by itself. */
  readonly one: (index: number) => void
  /** Marks [first, end) that begin in the pixel column [x, x + 1). The longest has been reported by itself if it fills the next column too. */
  readonly pile?: (first: number, end: number, x: number) => void
}

/** Walks what the axis shows of a track, from left to right. */
export function eachSeen(track: Track, axis: Axis, { one, pile }: Seen): void {
  const { from, to } = track
  const { columns } = axis
  let i = lowerBound(from, axis.view.from)
  for (const index of reaching(track, i, axis.view.from)) one(index)
  const end = upperBound(from, axis.view.to, i)
  const lastColumn = columns.length - 2
  for (let column = 0; i < end; ) {
    column = Math.min(columnOf(columns, from[i] as number, column), lastColumn)
    const edge = column === lastColumn ? Number.POSITIVE_INFINITY : (columns[column + 1] as number)
    const next = endOfColumn(track, edge, i, end)
    const longest = next === i + 1 ? i : longestOf(track, i, next)
    if (next === i + 1 || (to[longest] as number) > (columns[column + 2] ?? edge)) one(longest)
    if (next > i + 1) pile?.(i, next, column)
    i = next
  }
}

/** The column that an instant lies in, not before a known one. */
function columnOf(columns: Float64Array, at: number, column: number): number {
  let high = column + 1
  for (let step = 1; high < columns.length && (columns[high] as number) <= at; step *= 2) high += step
  return upperBound(columns, at, column, Math.min(high, columns.length)) - 1
}

/** The first mark in (i, end] that begins at or after an instant: a few steps that double, then halving. */
function endOfColumn({ from }: Track, at: number, i: number, end: number): number {
  let low = i + 1
  let high = low
  for (let step = 1; high < end && (from[high] as number) < at; step *= 2) {
    low = high + 1
    high += step
  }
  return lowerBound(from, at, low, Math.min(high, end))
}

const BLOCK = 64
/** Of the marks that began before the view and reach into it, the latest so many are drawn. */
const MOST_REACHING = 64

/** What is remembered of a track: whether its marks are apart, as states are, else the latest end in each block of 64 marks. */
type Ends = { readonly apart: boolean; readonly latest: Float64Array }

const known = new WeakMap<Track, Ends>()

function endsOf(track: Track): Ends {
  const found = known.get(track)
  if (found) return found
  const { from, to } = track
  const latest = new Float64Array(Math.ceil(to.length / BLOCK)).fill(Number.NEGATIVE_INFINITY)
  let apart = true
  for (let i = 0; i < to.length; i++) {
    const block = Math.floor(i / BLOCK)
    latest[block] = Math.max(latest[block] as number, to[i] as number)
    if (i > 0 && (to[i - 1] as number) > (from[i] as number)) apart = false
  }
  const ends = { apart, latest }
  known.set(track, ends)
  return ends
}

/** The marks before `end` that last beyond an instant, in their order. */
export function reaching(track: Track, end: number, at: number): number[] {
  const { apart, latest } = endsOf(track)
  const lasts = (i: number) => (track.to[i] as number) > at
  if (apart) return end > 0 && lasts(end - 1) ? [end - 1] : []
  const found: number[] = []
  for (let block = Math.floor((end - 1) / BLOCK); block >= 0 && found.length < MOST_REACHING; block--) {
    if ((latest[block] as number) <= at) continue
    for (let i = Math.min((block + 1) * BLOCK, end) - 1; i >= block * BLOCK; i--) if (lasts(i)) found.push(i)
  }
  return found.reverse()
}

/** The mark of [first, end) that ends last. */
function longestOf(track: Track, first: number, end: number): number {
  const { apart, latest } = endsOf(track)
  if (apart) return end - 1
  let best = first
  for (let i = first; i < end; ) {
    const block = Math.floor(i / BLOCK)
    const past = Math.min((block + 1) * BLOCK, end)
    if ((latest[block] as number) > (track.to[best] as number)) {
      for (; i < past; i++) if ((track.to[i] as number) > (track.to[best] as number)) best = i
    }
    i = past
  }
  return best
}

/** Of a pile, the tone that must not go unseen. */
const LOUDEST = [
  'failed',
  'collateral',
  'fault',
  'seeks',
  'kernel',
  'setting',
  'backoff',
  'leads',
  'healthy',
  'plain',
] as const
const rank = Uint8Array.from(tones, (tone) => LOUDEST.indexOf(tone))
const byRank = Uint8Array.from(LOUDEST, (tone) => tones.indexOf(tone))

const counted = new WeakMap<Track, readonly (Uint32Array | undefined)[]>()

/** How many marks of each tone come before each index. */
function tallies(track: Track): readonly (Uint32Array | undefined)[] {
  const found = counted.get(track)
  if (found) return found
  const counts: (Uint32Array | undefined)[] = LOUDEST.map(() => undefined)
  for (let i = 0; i < track.tone.length; i++) {
    const place = rank[track.tone[i] as number] as number
    counts[place] ??= new Uint32Array(track.tone.length + 1)
  }
  for (const [place, tally] of counts.entries()) if (tally) fillTally(tally, track, place)
  counted.set(track, counts)
  return counts
}

function fillTally(tally: Uint32Array, track: Track, place: number): void {
  for (let i = 0; i < track.tone.length; i++) {
    tally[i + 1] = (tally[i] as number) + (rank[track.tone[i] as number] === place ? 1 : 0)
  }
}

/** The loudest tone among the marks [first, end), as an index in `tones`. */
export function loudestTone(track: Track, first: number, end: number): number {
  const counts = tallies(track)
  for (let place = 0; place < counts.length; place++) {
    const tally = counts[place]
    if (tally && (tally[end] as number) > (tally[first] as number)) return byRank[place] as number
  }
  return track.tone[first] as number
}

/** Pixels for a mark, on average, below which marks of their own shape would only cover each other. */
const LEAST_ROOM = 5

/** Whether a track's marks stand too close for their shapes: then each pixel column that has one is filled instead. */
export function isDense(track: Track, { view, width }: Axis): boolean {
  const first = lowerBound(track.from, view.from)
  return (upperBound(track.from, view.to, first) - first) * LEAST_ROOM > width
}

const lostBefore = new WeakMap<Track, Uint32Array>()

/** Whether one of the messages [first, end) was lost. */
export function anyLost(track: Track, first: number, end: number): boolean {
  let tally = lostBefore.get(track)
  if (!tally) {
    tally = new Uint32Array(track.lost.length + 1)
    for (let i = 0; i < track.lost.length; i++) tally[i + 1] = (tally[i] as number) + (track.lost[i] as number)
    lostBefore.set(track, tally)
  }
  return (tally[end] as number) > (tally[first] as number)
}

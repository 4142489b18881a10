// What can be drawn: a lane is a strip of the picture, its tracks are columns sorted by `from`, so that a mark draws only what the
// view shows and the hit test reads the same columns.

/** How a track is drawn. */
export type Mark =
  /** A filled span with its label: a state, a wait. */
  | 'span'
  /** A thin line under a span that burns down to a deadline; `to` is the deadline or the earlier end. */
  | 'fuse'
  /** A slanted arrow from its departure to its arrival; lost ones end half-way in a cross. */
  | 'message'
  /** The same from one lane to another: from its departure at this one to its arrival at the track's `other`. */
  | 'arrow'
  /** The time left until a deadline, as an area that burns down and is filled anew. */
  | 'saw'
  /** A band behind everything: a fault. */
  | 'band'
  /** A moment: the dot where a timer fired. from = to. */
  | 'dot'
  /** How many marks last at each instant, stacked by tone: what is too many to be drawn one by one. */
  | 'density'

/** Colour says who owns a wait; the word is always there too. */
export const tones = [
  'plain',
  'kernel',
  'setting',
  'backoff',
  'healthy',
  'failed',
  'fault',
  'collateral',
  'leads',
  'seeks',
] as const
export type Tone = (typeof tones)[number]

/** Columns of equal length, by `from`. */
export type Track = {
  readonly mark: Mark
  /** Messages: away from the client, or back to it. */
  readonly way?: 'out' | 'back'
  /** Fuses and their dots: a row of their own under the others, for what runs over several spans. Dots of a saw: at its ground. */
  readonly apart?: true
  /** span: a wait within a state, in a row of its own under it. */
  readonly within?: true
  /** arrow: the lane where all of them arrive, as an index in the group. */
  readonly other?: number
  /** saw: the time left, in ms, that fills all of its height. */
  readonly full?: number
  /** Its marks lead to rows of another lane, where they are at home. */
  readonly refers?: true
  /** density: what the marks of each tone are. */
  readonly says?: { readonly [tone in Tone]?: string }
  readonly from: Float64Array
  readonly to: Float64Array
  /** Index in `tones`. */
  readonly tone: Uint8Array
  /** Index in the lane's `labels`. */
  readonly label: Uint16Array
  /** The row of the trace that a click leads to. */
  readonly row: Int32Array
  /** message, arrow: 1 for lost on the way; arrow: 2 for lost where it arrived. Empty otherwise. */
  readonly lost: Uint8Array
  /** saw: to when it burns down. */
  readonly deadline?: Float64Array
  /** arrow: the row that a click at its head leads to, which tells of its arrival; -1 for none. */
  readonly arrival?: Int32Array
}

export type Lane = {
  /** Stable over edits: `caller`, `poll loop`, `broker 1`, `node 1`. */
  readonly id: string
  readonly name: string
  /** A second, quiet line: `black hole`, `healthy`, `waits for metadata`. */
  readonly about: string
  readonly labels: readonly string[]
  readonly tracks: readonly Track[]
  /** Lanes that this one stands for, and that can be had one by one (inside.ts). */
  readonly inside?: Inside
}

/** Many small lanes as columns: as many lanes as there are names, each mark with the index of the lane that it is in. */
export type Inside = {
  /** Their ids, too. */
  readonly names: readonly string[]
  readonly abouts: readonly string[]
  readonly tracks: readonly (Track & { readonly owner: Int32Array })[]
}

/** The lanes of one variant, top to bottom. `step`: its instants are no time but steps, which stand so far apart. */
export type LaneGroup = { readonly lanes: readonly Lane[]; readonly step?: number }

/** All buffers of some lanes, for a transfer list. */
export function laneBuffers(group: LaneGroup): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>()
  for (const { tracks, inside } of group.lanes) {
    for (const track of [...tracks, ...(inside?.tracks ?? [])]) {
      for (const column of Object.values(track))
        if (ArrayBuffer.isView(column)) buffers.add(column.buffer as ArrayBuffer)
    }
  }
  return [...buffers]
}

// The lanes that another one stands for, made from its columns: a few of many at a time.

import type { Inside, Lane, Track } from './lane.ts'

type Owned = Inside['tracks'][number]

/** So many at once: more could not be read. */
export const MOST_INSIDE = 50

/** From where on a lane's inside is shown: as it was asked for, or its last ones, where it does not reach so far. */
export function shownFrom({ inside }: Lane, asked: number): number {
  const count = inside?.names.length ?? 0
  return asked < count ? asked : Math.max(count - MOST_INSIDE, 0)
}

/** So many of the lanes inside one, from the `asked` on. */
export function lanesInside(lane: Lane, asked: number, count = MOST_INSIDE): Lane[] {
  const { labels, inside } = lane
  if (!inside) return []
  const { names, abouts } = inside
  const first = shownFrom(lane, asked)
  const end = Math.min(first + count, names.length)
  const tracks = inside.tracks.map((track) => parted(track, first, end))
  return Array.from({ length: end - first }, (_, i): Lane => {
    const at = first + i
    return {
      id: names[at] as string,
      name: names[at] as string,
      about: abouts[at] as string,
      labels,
      tracks: tracks.flatMap((parts) => parts[i] ?? []),
    }
  })
}

/** Where a lane's inside is open: its marks from there on are what is seen. The first lane inside that lasts to an instant or begins after it. */
export function firstInside({ inside }: Lane, at: number): number {
  const lives = inside?.tracks[0]
  if (!inside || !lives) return 0
  let first = inside.names.length - 1
  for (let i = 0; i < lives.from.length; i++) {
    if ((lives.to[i] as number) >= at) first = Math.min(first, lives.owner[i] as number)
  }
  return Math.max(first, 0)
}

/** A track cut into those of lanes [first, end); undefined for a lane that has no such mark. */
function parted(track: Owned, first: number, end: number): (Track | undefined)[] {
  const indices: number[][] = Array.from({ length: end - first }, () => [])
  track.owner.forEach((owner, i) => {
    if (owner >= first && owner < end) indices[owner - first]?.push(i)
  })
  const { mark, apart, refers } = track
  return indices.map((own) =>
    own.length === 0
      ? undefined
      : {
          mark,
          ...(apart && { apart }),
          ...(refers && { refers }),
          from: Float64Array.from(own, (i) => track.from[i] as number),
          to: Float64Array.from(own, (i) => track.to[i] as number),
          tone: Uint8Array.from(own, (i) => track.tone[i] as number),
          label: Uint16Array.from(own, (i) => track.label[i] as number),
          row: Int32Array.from(own, (i) => track.row[i] as number),
          lost: new Uint8Array(0),
        },
  )
}

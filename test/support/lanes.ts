// A short notation for lanes: a track is its mark and one line a mark.

import { type Lane, type LaneGroup, type Mark, type Tone, type Track, tones } from '../../src/lanes/lane.ts'

/** From, to, tone, label; a row is given or counted. */
export type Line = readonly [from: number, to: number, tone?: Tone | undefined, label?: string, row?: number]

/** A lane and the tracks that it holds, as lines. */
export type Strip = readonly [
  name: string,
  about: string,
  ...tracks: readonly (readonly [Mark | 'lost', ...(readonly Line[])])[],
]

let rows = 0

function trackOf([mark, ...lines]: readonly [Mark | 'lost', ...(readonly Line[])], labels: string[]): Track {
  const sorted = [...lines].sort((a, b) => a[0] - b[0])
  const labelled = (text = '') => {
    if (!labels.includes(text)) labels.push(text)
    return labels.indexOf(text)
  }
  return {
    mark: mark === 'lost' ? 'message' : mark,
    from: Float64Array.from(sorted, ([from]) => from),
    to: Float64Array.from(sorted, ([, to]) => to),
    tone: Uint8Array.from(sorted, ([, , tone = 'plain']) => tones.indexOf(tone)),
    label: Uint16Array.from(sorted, ([, , , label]) => labelled(label)),
    row: Int32Array.from(sorted, ([, , , , row = rows++]) => row),
    lost: Uint8Array.from(sorted, () => Number(mark === 'lost')),
  }
}

/** Lanes from strips. */
export function groupOf(...strips: readonly Strip[]): LaneGroup {
  return {
    lanes: strips.map(([name, about, ...tracks]): Lane => {
      const labels: string[] = []
      return { id: name, name, about, labels, tracks: tracks.map((track) => trackOf(track, labels)) }
    }),
  }
}

/** One lane with one track of spans of a length, one after another, as `count` polls of a loop. */
export function busyGroup(lanes: number, count: number, length: number, names: readonly Tone[] = tones): LaneGroup {
  const each = (lane: number): Strip => [
    `broker ${lane + 1}`,
    'busy',
    [
      'span',
      ...Array.from(
        { length: count },
        (_, i): Line => [i * length, i * length + length * 0.8, names[(i * 7 + lane) % names.length], `n ${i % 10}`],
      ),
    ],
  ]
  return groupOf(...Array.from({ length: lanes }, (_, lane) => each(lane)))
}

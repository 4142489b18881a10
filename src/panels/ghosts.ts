// What is missing where it was: records that a replica had once, at offsets where it has none now.

import type { Moment } from '../store/partition.ts'

type Ghosts = readonly (number | undefined)[]

/** By offset, the record that a replica lost there last, up to a step; where another one took its place there is none. */
export function ghostsOf(moments: readonly Moment[], step: number, replica: number): Ghosts {
  const had: (number | undefined)[] = []
  for (const { state } of moments.slice(0, step + 1)) {
    state.logs[replica]?.forEach(({ id }, offset) => {
      had[offset] = id
    })
  }
  const held = moments[step]?.state.logs[replica]?.length ?? 0
  return had.map((id, offset) => (offset < held ? undefined : id))
}

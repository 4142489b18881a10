// The lanes of a run, made in slices: one pass over its trace, so many rows at a time. What is drawn of the longest run takes about as long
// as the run itself, and a newer question must not wait for it.

import type { Trace } from '../trace/trace.ts'
import type { LaneGroup } from './lane.ts'

/** What makes lanes of rows. It is told every row once, in their order. */
export type RowPass = {
  row(row: number, at: number, subject: number, kind: number, rule: number): void
  finish(): LaneGroup
}

/** Lanes in the making. */
export type Drawing = {
  /** Takes up to so many rows more; true when all are taken. */
  advance(rows: number): boolean
  /** The lanes; the drawing is of no use afterwards. */
  finish(): LaneGroup
}

/** Begins to draw a run. */
export function drawingBy(pass: RowPass, { chunks }: Trace): Drawing {
  let [chunk, slot, row] = [0, 0, 0]
  return {
    advance(rows) {
      const end = row + rows
      for (; row < end; chunk++, slot = 0) {
        const columns = chunks[chunk]
        if (!columns) return true
        const { at, subject, kind, rule } = columns
        const last = Math.min(kind.length, slot + end - row)
        for (; slot < last; slot++, row++)
          pass.row(row, at[slot] as number, subject[slot] as number, kind[slot] as number, rule[slot] as number)
        if (slot < kind.length) return false
      }
      return chunk >= chunks.length
    },
    finish: () => pass.finish(),
  }
}

/** All of a drawing at once. */
export function wholly(drawing: Drawing): LaneGroup {
  while (!drawing.advance(Number.POSITIVE_INFINITY));
  return drawing.finish()
}

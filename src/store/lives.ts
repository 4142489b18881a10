// The lives of a run's records: read when somebody asks, at once for as many as most questions have, else in pieces between which the page
// goes on.

import { LivesOfRun } from '../findings/lives.ts'
import type { Run } from './lab.ts'

/** Records that are read in any case while the page waits. */
const AT_ONCE = 20
/** How long it waits for more, in ms. */
const MOMENT = 10
/** Records that are read between two looks at the clock. */
const PIECE = 5

const known = new WeakMap<Run, readonly LivesOfRun[]>()

/** The lives in each variant. In a run of many records they may not be all read yet. */
export function livesOf(run: Run): readonly LivesOfRun[] {
  const found = known.get(run)
  if (found) return found
  const lives = run.answers.map(({ trace }) => new LivesOfRun(trace))
  known.set(run, lives)
  for (const each of lives) each.advance(AT_ONCE)
  readOn(lives)
  return lives
}

/** Reads on for a moment. */
export function readOn(lives: readonly LivesOfRun[]): void {
  const start = performance.now()
  for (const each of lives)
    while (!each.isDone) {
      if (performance.now() - start > MOMENT) return
      each.advance(PIECE)
    }
}

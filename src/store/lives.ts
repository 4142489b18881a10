// The lives of a run's records: read when somebody asks, at once for as many as most questions have, else in pieces between which the page
// goes on.

import { LivesOfRun } from '../findings/lives.ts'
import type { Run } from './lab.ts'

/** Records that are read while the page waits: a few milliseconds. */
const AT_ONCE = 100

const known = new WeakMap<Run, readonly LivesOfRun[]>()

/** The lives in each variant. In a run of many records they may not be all read yet. */
export function livesOf(run: Run): readonly LivesOfRun[] {
  const found = known.get(run)
  if (found) return found
  const lives = run.answers.map(({ trace }) => new LivesOfRun(trace))
  for (const each of lives) each.advance(AT_ONCE)
  known.set(run, lives)
  return lives
}

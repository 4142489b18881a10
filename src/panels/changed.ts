// What the last edit did, for those who show it.

import { behindPicture } from '../store/behind.ts'
import { useLab } from '../store/lab.ts'
import type { Changes } from './changes.ts'

const script = behindPicture(() => import('./changes.ts'))

/** What the last edit did to the run that is shown; undefined where none was made. */
export function useChanges(): Changes | undefined {
  const words = useLab(script)
  const before = useLab((state) => state.before)
  const run = useLab((state) => state.run)
  return before && run && words?.changesOf(before, run)
}

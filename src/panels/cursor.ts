import { useSyncExternalStore } from 'react'
import { lab, useLab } from '../store/lab.ts'
import { cursorIn } from '../store/looking.ts'

/** While playing, words and bars follow this often; the picture itself follows each frame. */
const WHILE_PLAYING_MS = 100

const now = (): number => cursorIn(lab())

function subscribe(changed: () => void): () => void {
  let later: ReturnType<typeof setTimeout> | undefined
  const stop = useLab.subscribe((state, before) => {
    if (!state.playing && !before.playing) return changed()
    later ??= setTimeout(() => {
      later = undefined
      changed()
    }, WHILE_PLAYING_MS)
  })
  return () => {
    clearTimeout(later)
    stop()
  }
}

/** The instant of the one cursor, for words that follow it. */
export const useCursor = (): number => useSyncExternalStore(subscribe, now)

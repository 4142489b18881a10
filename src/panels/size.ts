import { useSyncExternalStore } from 'react'

export type Size = 'wide' | 'middle' | 'narrow'

/** Three columns need so many letters; below, question and reasons share one; below that, everything stacks. */
const WIDE = '(min-width: 75em)'
const MIDDLE = '(min-width: 51.25em)'
/** So low that cards and header would leave no lanes: everything stacks and scrolls, however wide it is. */
const LOW = '(max-height: 35em)'
const PRINT = 'print'

const matches = (query: string): boolean => window.matchMedia?.(query).matches ?? query === WIDE

let onScreen: Size = 'wide'

/** Of the window, also while it is printed: what is drawn keeps its place on paper. */
function size(): Size {
  if (!matches(PRINT)) onScreen = sizeNow()
  return onScreen
}

function sizeNow(): Size {
  if (matches(LOW)) return 'narrow'
  return matches(WIDE) ? 'wide' : matches(MIDDLE) ? 'middle' : 'narrow'
}

function subscribe(changed: () => void): () => void {
  const lists = [WIDE, MIDDLE, LOW, PRINT].map((query) => window.matchMedia?.(query))
  for (const list of lists) list?.addEventListener('change', changed)
  return () => {
    for (const list of lists) list?.removeEventListener('change', changed)
  }
}

/** How much room the window gives. */
export const useSize = (): Size => useSyncExternalStore(subscribe, size)

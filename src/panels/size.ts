import { useSyncExternalStore } from 'react'

export type Size = 'wide' | 'middle' | 'narrow'

/** Three columns need so much; below, question and reasons share one; below that, everything stacks. */
const WIDE = '(min-width: 1200px)'
const MIDDLE = '(min-width: 820px)'

const matches = (query: string): boolean => window.matchMedia?.(query).matches ?? query === WIDE

const size = (): Size => (matches(WIDE) ? 'wide' : matches(MIDDLE) ? 'middle' : 'narrow')

function subscribe(changed: () => void): () => void {
  const lists = [WIDE, MIDDLE].map((query) => window.matchMedia?.(query))
  for (const list of lists) list?.addEventListener('change', changed)
  return () => {
    for (const list of lists) list?.removeEventListener('change', changed)
  }
}

/** How much room the window gives. */
export const useSize = (): Size => useSyncExternalStore(subscribe, size)

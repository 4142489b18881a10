// What a visitor reads beside the run: the page "What is modelled", open at a setting, a fault or a chapter. It never changes a run.

import { create } from 'zustand'

type Reading = {
  /** What it is opened at, empty: its beginning; undefined: it is closed. */
  readonly modelled: string | undefined
}

/** In an address before the question: `?modelled=request.timeout.ms#c1...`. */
const NAME = 'modelled'

export const useReading = create<Reading>()(() => ({
  modelled: new URLSearchParams(location.search).get(NAME) ?? undefined,
}))

/** Opens the page. `at`: the setting, fault, knob or chapter that is asked for. */
export const readModelled = (at = ''): void => useReading.setState({ modelled: at })

/** Closes it; an address that had opened it does so no more. */
export function closeModelled(): void {
  useReading.setState({ modelled: undefined })
  const url = new URL(location.href)
  if (!url.searchParams.has(NAME)) return
  url.searchParams.delete(NAME)
  history.replaceState(history.state, '', url)
}

// The question one after the other: a new draft runs at once, and all of it can be undone.

import type { Scenario } from '../scenario/scenario.ts'
import { type Draft, lab, setLab } from './lab.ts'
import { ask } from './running.ts'

/** Older states than these are forgotten. */
const REMEMBERED = 200

/** Takes a new draft over. Edits of one gesture (a drag, a word being typed) are one step of undo. */
export function take(draft: Draft, gesture: string | undefined): void {
  const { draft: before, past, gesture: last, trouble } = lab()
  const goesOn = gesture !== undefined && gesture === last
  const remembered = goesOn ? past : [...past, before].slice(-REMEMBERED)
  setLab({ draft, past: remembered, future: [], gesture, ...(trouble?.kind === 'crash' && { trouble: undefined }) })
  if (draft.scenario !== before.scenario) ask()
}

/** Back to how it was before the last edit. */
export function undo(): void {
  const { draft, past, future } = lab()
  const before = past.at(-1)
  if (before === undefined) return
  setLab({ draft: before, past: past.slice(0, -1), future: [draft, ...future], gesture: undefined })
  if (before.scenario !== draft.scenario) ask()
}

/** Forward again to what was undone. */
export function redo(): void {
  const { draft, past, future } = lab()
  const [after, ...rest] = future
  if (after === undefined) return
  setLab({ draft: after, past: [...past, draft], future: rest, gesture: undefined })
  if (after.scenario !== draft.scenario) ask()
}

/** Puts another question in place of the present one; that, too, can be undone. */
export function replace(scenario: Scenario): void {
  setLab({
    range: undefined,
    trail: [],
    brush: undefined,
    playhead: undefined,
    selected: undefined,
    playing: false,
    trouble: undefined,
  })
  take({ scenario, slips: {} }, undefined)
}

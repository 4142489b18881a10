// Who edits one variant looks at that one: its headline is selected when its new answer is there.

import type { Variant } from '../scenario/scenario.ts'
import { verdictsOf } from './derived.ts'
import { type Run, useLab } from './lab.ts'
import { select, selectedIn } from './looking.ts'

/** The one variant that a question has changed against another; undefined: none, several, or more than that. */
function changedVariant({ scenario: before }: Run, { scenario: after }: Run): number | undefined {
  if (before.variants.length !== after.variants.length || !isSame(before.world, after.world)) return undefined
  const changed = after.variants.flatMap((variant, index) => (asksSame(variant, before.variants[index]) ? [] : [index]))
  return changed.length === 1 ? changed[0] : undefined
}

/** A name is nothing that is run. */
const asksSame = (a: Variant, b: Variant | undefined): boolean => isSame(a, b && { ...b, name: a.name })

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** The gesture in which it went to a variant: while somebody types or drags, the headline may become another row. */
let within: string | undefined

/** Lets the selection follow edits, as long as the page lives. */
export const followEdits = (): (() => void) =>
  useLab.subscribe((now, { run: before }) => {
    const { run, gesture } = now
    if (!run || !before || run === before || run.scenario.lab !== before.scenario.lab) return
    const variant = changedVariant(before, run)
    if (variant === undefined) return
    const goesOn = gesture !== undefined && gesture === within
    if (selectedIn(now)?.variant === variant && !goesOn) return
    within = gesture
    const row = verdictsOf(run)[variant]?.row ?? -1
    if (row >= 0) select(variant, row)
  })

// Steps of a schedule that could not be taken, with the reason of each.

import { atOf, type Trace } from '../trace/trace.ts'
import { partitionFates } from './partitionRun.ts'
import { sentence } from './sentence.ts'

/** A step that was skipped for one reason, in one variant or more; `row` is of the first of them. */
export type Untaken = { readonly says: string; readonly row: number; readonly variants: readonly number[] }

/** What the schedule could not do, in the order of its steps; the same step is told once where its reason is the same. */
export function untakenSteps(traces: readonly Trace[]): Untaken[] {
  const found = new Map<string, { at: number; says: string; row: number; variants: number[] }>()
  traces.forEach((trace, variant) => {
    for (const row of partitionFates(trace).skipped) {
      const says = sentence(trace, row)
      const known = found.get(says)
      if (known) known.variants.push(variant)
      else found.set(says, { at: atOf(trace, row), says, row, variants: [variant] })
    }
  })
  return [...found.values()].sort((a, b) => a.at - b.at).map(({ says, row, variants }) => ({ says, row, variants }))
}

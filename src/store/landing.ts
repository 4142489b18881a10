// Where a selection lands when the question was edited and the run is another one.

import { atOf, firstRowFrom, kindOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import type { Place, Run } from './lab.ts'

/** Rows that are counted through at most; in longer runs the row nearest in time is taken. */
const COUNTED = 200_000

/**
 * The row of the new run that tells what the selected one told: the n-th of its subject, kind and rule, as it was the n-th before.
 * Undefined where there is none.
 */
export function landing(before: Run | undefined, run: Run, selected: Place | undefined): Place | undefined {
  if (selected === undefined) return undefined
  const old = before?.answers[selected.variant]?.trace
  const trace = run.answers[selected.variant]?.trace
  if (trace === undefined) return undefined
  const row = old === undefined ? selected.row : counterpart(old, selected.row, trace)
  return row === undefined || row >= trace.rows ? undefined : { variant: selected.variant, row }
}

function counterpart(old: Trace, row: number, trace: Trace): number | undefined {
  if (row >= old.rows) return undefined
  if (row > COUNTED) return Math.min(firstRowFrom(trace, atOf(old, row)), trace.rows - 1)
  const alike = likenessTo(old, row)
  let nth = 0
  for (let other = 0; other <= row; other++) if (alike(old, other)) nth++
  return nthRow(trace, nth, alike)
}

type Likeness = (trace: Trace, row: number) => boolean

function likenessTo(old: Trace, row: number): Likeness {
  const kind = kindOf(old, row)
  const rule = ruleOf(old, row)
  const name = nameOf(old, row)
  return (trace, other) =>
    kindOf(trace, other) === kind && ruleOf(trace, other) === rule && nameOf(trace, other) === name
}

/** The n-th such row, or the last one where there are fewer. */
function nthRow(trace: Trace, nth: number, alike: Likeness): number | undefined {
  let found: number | undefined
  let left = nth
  for (let row = 0; row < Math.min(trace.rows, COUNTED) && left > 0; row++) {
    if (!alike(trace, row)) continue
    found = row
    left--
  }
  return found
}

const nameOf = (trace: Trace, row: number): string => trace.subjects[subjectOf(trace, row)]?.name ?? ''

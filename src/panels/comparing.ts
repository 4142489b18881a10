// Where neighbouring variants differ, for the panels that show it: the flags between them, the marks in the list, and the way there.

import { useEffect, useRef, useState } from 'react'
import { type Comparison, partingSaid } from '../findings/difference.ts'
import type { Prose } from '../findings/prose.ts'
import { comparisonsOf } from '../store/differences.ts'
import { lab, type Place, type Run } from '../store/lab.ts'
import { select, selectedIn } from '../store/looking.ts'
import { bringToMiddle } from './viewing.ts'

/** Events that are compared between two breaths of the page. */
const PIECE = 20_000

/** Each variant of a run compared with the next, as far as that is done; drawn again when more is known. */
export function useComparisons(run: Run): readonly Comparison[] {
  const comparisons = comparisonsOf(run)
  const [, drawAgain] = useState(0)
  const drawn = knownOf(comparisons)
  const latest = useRef(drawn)
  latest.current = drawn
  useEffect(() => {
    let later: ReturnType<typeof setTimeout>
    // Several panels may wait for the same runs: each looks for itself whether there is news.
    const goOn = () => {
      const open = comparisons.find(({ isDone }) => !isDone)
      open?.advance(PIECE)
      if (knownOf(comparisons) > latest.current) drawAgain((times) => times + 1)
      if (open) later = setTimeout(goOn)
    }
    later = setTimeout(goOn)
    return () => clearTimeout(later)
  }, [comparisons])
  return comparisons
}

/** How much is known: it only grows. */
const knownOf = (comparisons: readonly Comparison[]): number =>
  comparisons.filter(({ isDone }) => isDone).length + comparisons.filter(({ parting }) => parting).length

/** For each variant its rows that some neighbour lacks, 1 each; undefined while they are being looked for. */
export function differingRows(comparisons: readonly Comparison[]): readonly Uint8Array[] | undefined {
  if (comparisons.length === 0 || comparisons.some(({ isDone }) => !isDone)) return undefined
  return Array.from({ length: comparisons.length + 1 }, (_, variant) => {
    const before = comparisons[variant - 1]?.differs[1]
    const after = comparisons[variant]?.differs[0]
    return before && after ? before.map((one, row) => one | (after[row] ?? 0)) : (before ?? after ?? new Uint8Array(0))
  })
}

/** The row that shows where a pair parts: the second variant's, which is compared with the first; the first's where that has none. */
function placeOf(comparison: Comparison | undefined, pair: number): Place | undefined {
  const [first, second] = comparison?.parting?.rows ?? []
  if (second !== undefined) return { variant: pair + 1, row: second }
  return first === undefined ? undefined : { variant: pair, row: first }
}

/** Whether a place is one of the two rows in which a pair parts. */
export const isParting = ({ parting }: Comparison, pair: number, { variant, row }: Place): boolean =>
  parting !== undefined && parting.rows[variant - pair] === row

/** Goes to where a pair of neighbours parts, and brings it into the middle of the picture. */
export function goToParting(run: Run, pair: number): void {
  const place = placeOf(comparisonsOf(run)[pair], pair)
  if (place === undefined) return
  select(place.variant, place.row)
  bringToMiddle()
}

/** The pair whose first difference comes next: that after the one which is selected, else the first; undefined where none parts. */
export function nextParting(run: Run): number | undefined {
  const places = comparisonsOf(run).map(placeOf)
  const now = selectedIn(lab())
  const here = places.findIndex((place) => place && place.variant === now?.variant && place.row === now.row)
  const order = [...places.keys()].map((i) => (here + 1 + i) % places.length)
  return order.find((pair) => places[pair] !== undefined)
}

/** How a pair of neighbours parts, in words. */
export const partingProse = (run: Run, pair: number): Prose =>
  partingSaid(
    run.scenario,
    run.answers.map(({ trace }) => trace),
    [pair, pair + 1],
    comparisonsOf(run)[pair]?.parting,
  )

// What an edit did to the answers, in words: the numbers before it, or that nothing changed, and which faults nothing met. It comes
// behind the first picture.

import { brief } from '../base/brief.ts'
import type { Gap } from '../findings/findings.ts'
import { equalWords, figureWords, wordWords } from '../findings/numbers.ts'
import { isMet, sameEvents } from '../findings/unmet.ts'
import { gapsOf, verdictsOf } from '../store/derived.ts'
import type { Run } from '../store/lab.ts'
import { spokenFault } from './faultFacts.ts'

export type Changes = {
  /** For each variant `before: 110.81 s`, `before: the same` or `no change`; undefined for one that was not there. */
  readonly verdicts: readonly (string | undefined)[]
  /** The same for each pair of neighbours. */
  readonly gaps: readonly (string | undefined)[]
  /** The faults that were added or changed, and that nothing met. */
  readonly unmet: readonly number[]
  /** All of it, for who hears the page. */
  readonly spoken: string
}

const NO_CHANGE = 'no change'

const known = new WeakMap<Run, { readonly before: Run; readonly changes: Changes }>()

/** What changed from a run to the one after the edit. */
export function changesOf(before: Run, run: Run): Changes {
  const found = known.get(run)
  if (found?.before === before) return found.changes
  const changes = workOut(before, run)
  known.set(run, { before, changes })
  return changes
}

function workOut(before: Run, run: Run): Changes {
  const were = run.scenario.variants.map((_, variant) => placeBefore(before, run, variant))
  const same = were.map((was, variant) => was !== undefined && isSame(before, was, run, variant))
  const verdicts = were.map((was, variant) =>
    was === undefined ? undefined : same[variant] ? NO_CHANGE : headlineBefore(before, was, run, variant),
  )
  const gaps = were.slice(1).map((second, i) => {
    const first = were[i]
    if (first === undefined || second !== first + 1) return undefined
    return same[i] && same[i + 1] ? NO_CHANGE : gapBefore(gapsOf(before)[first], gapsOf(run)[i])
  })
  const unmet = unmetIn(before, run, same.every(Boolean))
  return { verdicts, gaps, unmet, spoken: spokenOf(run, verdicts, unmet) }
}

/** Which variant of the run before is this one; where variants came or went, the one that was left as it was. */
function placeBefore(before: Run, run: Run, variant: number): number | undefined {
  const [old, now] = [before.scenario.variants, run.scenario.variants]
  if (old.length === now.length) return variant
  const index = old.indexOf(now[variant] as (typeof now)[number])
  return index < 0 ? undefined : index
}

function isSame(before: Run, was: number, run: Run, variant: number): boolean {
  const [a, b] = [before.answers[was]?.trace, run.answers[variant]?.trace]
  return a !== undefined && b !== undefined && sameEvents(a, b)
}

function headlineWords(run: Run, variant: number): string {
  const { headline, unit, word } = verdictsOf(run)[variant] ?? { headline: undefined }
  if (word !== undefined) return word
  return headline === undefined ? `not within ${brief(run.scenario.until)}` : figureWords(headline, unit)
}

/** The headline before; where it was of another kind, its kind comes first, as the two numbers cannot be compared. */
function headlineBefore(before: Run, was: number, run: Run, variant: number): string {
  const words = headlineWords(before, was)
  const [old, now] = [verdictsOf(before)[was], verdictsOf(run)[variant]]
  if (old?.of === now?.of) return words === headlineWords(run, variant) ? 'before: the same' : `before: ${words}`
  if (old?.of === undefined) return `before: ${words}`
  return `before: ${old.unit !== undefined && old.word !== undefined ? wordWords(old) : `${old.of}, ${words}`}`
}

/** The gap before; of one that was of another kind nothing is said. */
function gapBefore(old: Gap | undefined, now: Gap | undefined): string | undefined {
  if (old?.words?.[0] !== now?.words?.[0] && old?.words !== undefined && now?.words !== undefined) return undefined
  return gapWords(old) === gapWords(now) ? 'before: the same' : `before: ${gapWords(old)}`
}

function gapWords(gap: Gap | undefined): string {
  if (gap?.word !== undefined) return gap.word
  if (gap === undefined || gap.none) return 'none to tell'
  if (gap.ms === 0) return equalWords(gap.equal)
  if (gap.words) return `${figureWords(Math.abs(gap.ms), gap.unit)} ${gap.words[gap.ms > 0 ? 0 : 1]}`
  return `${gap.atLeast ? 'at least ' : ''}${figureWords(Math.abs(gap.ms))} ${gap.ms < 0 ? 'later' : 'sooner'}`
}

/** `allSame`: the run is as it was, so that a fault which has come has done nothing. */
function unmetIn(before: Run, run: Run, allSame: boolean): number[] {
  const [old, now] = [before.scenario.world.faults, run.scenario.world.faults]
  const came = now.length > old.length
  return now.flatMap((fault, index) => {
    if (old.includes(fault)) return []
    const met = run.answers.map(({ trace }) => isMet(trace, index))
    const began = met.some((each) => each !== undefined)
    return began && (met.every((each) => !each) || (came && allSame)) ? [index] : []
  })
}

function spokenOf(run: Run, verdicts: Changes['verdicts'], unmet: Changes['unmet']): string {
  const { scenario } = run
  const { nodes, faults } = scenario.world
  const told = verdicts.flatMap((text, variant) => {
    if (text === undefined) return []
    const own = text === NO_CHANGE ? text : `${headlineWords(run, variant)}, ${text.replace(':', '')}`
    return [`${scenario.variants[variant]?.name}: ${own}.`]
  })
  const nothing = unmet.flatMap((index) => {
    const fault = faults[index]
    return fault ? [`Nothing met it: ${spokenFault(fault, nodes, scenario.lab)}.`] : []
  })
  return [...(verdicts.every((text) => text === NO_CHANGE) ? ['No change.'] : told), ...nothing].join(' ')
}

// Between two groups of lanes: from the one headline to the other, and by how much they differ.

import { brief } from '../base/brief.ts'
import { letterOf } from '../base/letter.ts'
import type { Gap } from '../findings/findings.ts'
import { equalWords, figureWords } from '../findings/numbers.ts'
import { gapsOf, headlinesAt } from '../store/derived.ts'
import type { Run } from '../store/lab.ts'
import type { Ribbon } from '../timeline/scene.ts'

/** The ribbons of a run, one for each pair of neighbours. `partings`: where they part first, as far as that is known. */
export function ribbonsOf(run: Run, partings: readonly (number | undefined)[] = []): readonly Ribbon[] {
  const instants = headlinesAt(run)
  const { until } = run.scenario
  return gapsOf(run).map((gap, index) => {
    // Where one never came, the ribbon lies open at the end.
    const [first = until, second = until] = [instants[index], instants[index + 1]]
    const from = Math.min(first, second)
    const to = Math.max(first, second)
    const pair = run.answers.length > 2 ? ` · ${letterOf(index)} → ${letterOf(index + 1)}` : ''
    const text = `${gapWords(gap, to - from, until)}${pair}`
    return { from, to, text, parting: partings[index], ...(gap.atLeast && { open: true }) }
  })
}

function gapWords({ none, ms, unit, atLeast, words, equal }: Gap, length: number, until: number): string {
  const least = atLeast ? 'at least ' : ''
  if (words) return ms === 0 ? equalWords(equal) : `${least}${figureWords(Math.abs(ms), unit)} ${words[ms > 0 ? 0 : 1]}`
  if (none) return atLeast && length > 0 ? 'cannot be told' : `neither within ${brief(until)}`
  if (length === 0) return 'equal'
  return `${least}${brief(length)} ${ms > 0 ? 'sooner' : 'later'}`
}

// The presets of the quorum lab, run, by their names in a link.

import { answerOf } from '../../src/findings/answer.ts'
import { plain } from '../../src/findings/prose.ts'
import { quorumWorldOf } from '../../src/findings/quorumAsked.ts'
import { sentence } from '../../src/findings/sentence.ts'
import { why } from '../../src/findings/why.ts'
import { ordersOf } from '../../src/scenario/compile.ts'
import { presetOfLink } from '../../src/scenario/presets.ts'
import type { QuorumWorld } from '../../src/scenario/quorumWorld.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { run } from '../../src/sim/run.ts'
import { ROLE } from '../../src/trace/quorumKinds.ts'
import { atOf, kindOf, subjectOf, type Trace } from '../../src/trace/trace.ts'

/** A question's variants, run. */
export type Asked = { readonly id: string; readonly scenario: Scenario; readonly traces: readonly Trace[] }

export type Ran = { readonly trace: Trace; readonly world: QuorumWorld }

/** A preset's question with its runs. `edit`: what was changed of it. */
export function asked(link: string, edit: (scenario: Scenario) => Scenario = (scenario) => scenario): Asked {
  const preset = presetOfLink(link, 1)
  if (!preset) throw new Error(`no preset ${link}`)
  const scenario = edit(preset.scenario)
  return { id: preset.id, scenario, traces: ordersOf(scenario).map((order) => run(order).trace) }
}

/** The run of one variant, by its letter. */
export function variantOf({ scenario, traces }: Asked, letter: 'A' | 'B' | 'C' | 'D'): Ran {
  const index = 'ABCD'.indexOf(letter)
  const [trace, world] = [traces[index], quorumWorldOf(scenario, index)]
  if (!trace || !world) throw new Error(`no variant ${letter}`)
  return { trace, world }
}

/** What a preset says of its runs. */
export const answersOf = ({ id, scenario, traces }: Asked): string[] => answerOf(id, scenario, traces).map(plain)

/** The row at which a node changed its state at an instant, the last of that instant. */
export function roleAt({ trace }: Ran, name: string, at: number): number {
  let found = -1
  for (let row = 0; row < trace.rows; row++)
    if (kindOf(trace, row) === ROLE && atOf(trace, row) === at && trace.subjects[subjectOf(trace, row)]?.name === name)
      found = row
  if (found < 0) throw new Error(`${name} changed nothing at ${at}`)
  return found
}

/** A row and its reasons, in words. */
export const because = ({ trace, world }: Ran, row: number): string[] => [
  sentence(trace, row),
  ...why(trace, row, world)
    .slice(1)
    .map(({ at, says }) => `${at} ${plain(says)}`),
]

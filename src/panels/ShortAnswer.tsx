import { useMemo } from 'react'
import { answerOf } from '../findings/answer.ts'
import type { Prose } from '../findings/prose.ts'
import type { Preset } from '../scenario/defaultPreset.ts'
import { presets } from '../scenario/presets.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { useLab } from '../store/lab.ts'
import { Sentence } from './Sentence.tsx'

/** What the run answers to its preset's question, in one sentence. */
export default function ShortAnswer() {
  const preset = useLab((state) => presetOf(state.draft.scenario)?.id)
  const [answer] = useAnswer(preset)
  if (preset === undefined) return null
  return <p className="short-answer">{answer && <Sentence prose={answer} />}</p>
}

/** What the run that is shown answers to a preset's question, the answer itself before what it comes from. */
export function useAnswer(preset: string | undefined): readonly Prose[] {
  const run = useLab((state) => state.run)
  const headlines = useLab(({ run, spread }) => (spread?.scenario === run?.scenario ? spread?.headlines : undefined))
  return useMemo(() => {
    const traces = run?.answers.map(({ trace }) => trace)
    return run && traces && preset !== undefined ? answerOf(preset, run.scenario, traces, headlines) : []
  }, [preset, run, headlines])
}

/** The preset that a question comes from: another title alone makes no other question. Of presets with one world the releases tell. */
export function presetOf(scenario: Scenario): Preset | undefined {
  const titled = presets.find(({ title }) => title === scenario.title)
  if (titled) return titled
  const alike = presets.filter((preset) => sameWorld(preset.scenario, scenario))
  return alike.find((preset) => releasesOf(preset.scenario) === releasesOf(scenario)) ?? alike[0]
}

const releasesOf = ({ variants }: Scenario): string => variants.map(({ kafka }) => kafka).join()

/** A setting may be tried out within a question; another world is another question. */
export const sameWorld = (a: Scenario, b: Scenario): boolean =>
  a.world === b.world || JSON.stringify(a.world) === JSON.stringify(b.world)

/** What of a preset's question was changed: its variants by more than their names, its world, or both; undefined: nothing. */
export function changedOf(preset: Scenario, scenario: Scenario): string | undefined {
  const unnamed = ({ variants }: Scenario) => JSON.stringify(variants.map(({ name: _, ...variant }) => variant))
  const releases = releasesOf(preset) !== releasesOf(scenario)
  const variants = unnamed(preset) === unnamed(scenario) ? [] : [releases ? 'its variants' : 'its settings']
  const changed = [...(sameWorld(preset, scenario) ? [] : ['its world']), ...variants]
  return changed.length > 0 ? changed.join(' and ') : undefined
}

// Texts typed into fields: a value goes into the question, anything else stays beside the field.

import { type FieldName, type Parsed, parseField, parseSetting } from '../scenario/fields.ts'
import { componentOf, type Scenario, type Value } from '../scenario/scenario.ts'
import { settingPath } from '../scenario/settings.ts'
import { type Change, changed, without } from './edits.ts'
import { take } from './history.ts'
import { lab } from './lab.ts'

/** Takes what was read from a typed text: a value goes into the question, anything else stays beside the field. */
export function typeText<T>(path: string, text: string, parsed: Parsed<T>, change: (value: T) => Change): void {
  const { draft } = lab()
  if ('problem' in parsed) {
    take({ ...draft, slips: { ...draft.slips, [path]: { text, problem: parsed.problem } } }, path)
    return
  }
  const scenario = changedFrom(beforeTyping(path), change(parsed.value))
  const slips = without(draft.slips, path)
  if (scenario !== draft.scenario || slips !== draft.slips) take({ scenario, slips }, path)
}

/** The question as it was before the typing in a field began: "10" must not take away on its way what "1" would. */
function beforeTyping(path: string): Scenario {
  const { draft, past, gesture } = lab()
  return (gesture === path ? past.at(-1) : undefined)?.scenario ?? draft.scenario
}

/** The question after a change of an earlier one; the present one where that comes to the same. */
function changedFrom(before: Scenario, change: Change): Scenario {
  const present = lab().draft.scenario
  const after = changed(before, change)
  return JSON.stringify(after) === JSON.stringify(present) ? present : after
}

/** What was typed into a field of the world. */
export function typeField(field: FieldName, path: string, text: string, change: (value: number) => Change): void {
  typeText(path, text, parseField(field, text, path), change)
}

/** What was typed into a settings field of a variant. */
export function typeSetting(variant: number, key: string, text: string, change: (value: Value) => Change): void {
  const { variants, world } = lab().draft.scenario
  const of = variants[variant]
  if (of === undefined) return
  const component = componentOf(world.workload)
  const path = settingPath(variant, key, component)
  typeText(path, text, parseSetting(of, key, text, path, component), change)
}

// From one lab to another: each keeps the question that was asked in it last.

import type { Scenario } from '../scenario/scenario.ts'
import { asShown, tellLost, visit } from './address.ts'
import { lab } from './lab.ts'

export type LabName = Scenario['lab']

/** What each lab is about, in a word. */
export const labs: readonly (readonly [lab: LabName, name: string, about: string])[] = [
  ['client', 'Client', 'connections'],
  ['requests', 'Requests', 'records'],
  ['quorum', 'Quorum', 'elections'],
  ['replication', 'Replication', 'promises'],
]

const left = new Map<LabName, Scenario>()

/** Goes to a lab: to what was asked there last, else to its first question. The browser's way back and undo both lead here again. */
export async function goToLab(name: LabName): Promise<void> {
  const { scenario } = lab().draft
  if (scenario.lab === name) return
  const next = left.get(name) ?? (await firstQuestion(name, scenario).catch(tellLost))
  if (next === undefined) return
  left.set(scenario.lab, asShown(lab()))
  await visit(next)
}

/** The first preset of a lab, or the present question as that lab would ask it. */
async function firstQuestion(name: LabName, present: Scenario): Promise<Scenario> {
  const [{ presets }, { setLab }] = await Promise.all([import('../scenario/presets.ts'), import('../scenario/edit.ts')])
  return presets.find(({ scenario }) => scenario.lab === name)?.scenario ?? setLab(present, name)
}

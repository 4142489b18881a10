// Every change of the question by hand: what is accepted runs at once, texts that are no value stay beside the field.

import { componentOf, type Kernel, type Scenario, type Variant, type Workload } from '../scenario/scenario.ts'
import { take } from './history.ts'
import { type Draft, lab, setLab } from './lab.ts'
import { ask } from './running.ts'

export type Change = (scenario: Scenario) => Scenario

/** The question after a change; the same object where the change changes nothing, so that there is nothing to undo. */
export function changed(scenario: Scenario, change: Change): Scenario {
  const after = change(scenario)
  return after === scenario || JSON.stringify(after) === JSON.stringify(scenario) ? scenario : after
}

/** What an edit changes besides: it comes with the question's script. */
let further = (_: Scenario, after: Scenario): Scenario => after
export const alsoChange = (change: typeof further): void => {
  further = change
}

/** Changes the question. `gesture` names a drag or a typed field whose edits belong together until `settle`. */
export function edit(change: Change, gesture?: string): void {
  const { draft } = lab()
  const scenario = further(draft.scenario, changed(draft.scenario, change))
  const slips = gesture === undefined ? draft.slips : without(draft.slips, gesture)
  if (scenario === draft.scenario && slips === draft.slips) return
  take({ scenario, slips: stillThere({ ...draft, slips }, scenario) }, gesture)
}

/** The slips whose field still is what it was: where a fault or a variant came or went, others have taken its number. */
function stillThere({ scenario: before, slips }: Draft, after: Scenario): Draft['slips'] {
  const moved = [
    ...(before.world.nodes.length !== after.world.nodes.length ? ['world.nodes.', 'world.workload.links.'] : []),
    before.world.faults.length !== after.world.faults.length ? 'world.faults.' : undefined,
    shape(before.world.kernel) !== shape(after.world.kernel) ? 'world.kernel.' : undefined,
    before.variants.length !== after.variants.length ? 'variants.' : undefined,
    ...goneFromWorkload(before.world.workload, after.world.workload),
    ...before.variants.flatMap((variant, index) => goneFromWorld(variant, after.variants[index], index)),
  ]
  const gone = Object.keys(slips).filter((path) => moved.some((start) => start !== undefined && path.startsWith(start)))
  return gone.reduce(without, slips)
}

/** What an application has fields for, where it is another, or where its calls came, went or changed places. */
function goneFromWorkload(before: Workload, after: Workload): string[] {
  if (before.kind !== 'produce' || after.kind !== 'produce') {
    if (before.kind === after.kind) return []
    return componentOf(before) === componentOf(after) ? ['world.workload.'] : ['world.workload.', 'variants.']
  }
  const others = before.calls.filter((call, i) => call !== after.calls[i]).length
  return before.calls.length !== after.calls.length || others > 1 ? ['world.workload.calls.'] : []
}

/** What a kernel has fields for. */
const shape = (kernel: Kernel): string => ('release' in kernel ? kernel.release : String(kernel.giveUpAfter === null))

/** Of what a variant had of its own, what it has as the others now, and a kernel that is of another kind. */
function goneFromWorld({ world: before = {} }: Variant, after: Variant | undefined, index: number): string[] {
  const { kernel } = after?.world ?? {}
  const another = before.kernel && kernel && shape(before.kernel) !== shape(kernel)
  const gone = (['latency', 'seed'] as const).filter(
    (part) => before[part] !== undefined && after?.world?.[part] === undefined,
  )
  return [...gone, ...(another || (before.kernel && !kernel) ? ['kernel.'] : [])].map(
    (part) => `variants.${index}.world.${part}`,
  )
}

/** The drag or the typing is over: the next edit is a step of its own. */
export const settle = (): void => setLab({ gesture: undefined })

/** Takes back all that a gesture which is not over yet has changed, as if it had never begun. */
export function takeBack(gesture: string): void {
  const { draft, past, gesture: last } = lab()
  const before = past.at(-1)
  if (last !== gesture || before === undefined) return
  setLab({ draft: before, past: past.slice(0, -1), gesture: undefined })
  if (before.scenario !== draft.scenario) ask()
}

/** The slips but for the one at a path. */
export function without(slips: Draft['slips'], path: string): Draft['slips'] {
  if (!Object.hasOwn(slips, path)) return slips
  const { [path]: _, ...rest } = slips
  return rest
}

/** Throws a text away that stands for no value; the field shows the value in force again. */
export function dropSlip(path: string): void {
  const { draft } = lab()
  const slips = without(draft.slips, path)
  if (slips !== draft.slips) take({ ...draft, slips }, undefined)
}

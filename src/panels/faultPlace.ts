// Where a number of a fault that may be left out stands in a scenario, for its field.

import { updateFault } from '../scenario/edit.ts'
import type { Scenario } from '../scenario/scenario.ts'

export type OptionalName = 'slower' | 'nth' | 'address' | 'partition' | 'toldAfter'

/** Where a number of a fault that may be left out stands, and how it is changed. */
export const placeOf = (index: number, name: OptionalName) => ({
  path: `world.faults.${index}.${name}`,
  change: (value: number | undefined) => (scenario: Scenario) => updateFault(scenario, index, { [name]: value }),
})

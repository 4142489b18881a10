// What a setting or sysctl is in a variant, whatever that sets.

import { valueInForce } from '../scenario/rulings.ts'
import { componentOf } from '../scenario/scenario.ts'
import { formerNames } from '../scenario/settings.ts'
import { type FindInForce, isSysctl, shown, sysctlInForce } from './inForce.ts'

/** A setting or sysctl of a variant, with its value and where that comes from; undefined where the variant has none of that name. */
export const settingInForce: FindInForce = (scenario, variant, key) => {
  if (isSysctl(key)) return sysctlInForce(scenario, variant, key)
  const asked = scenario.variants[variant]
  const component = componentOf(scenario.world.workload)
  const find = (name: string | undefined) => (name && asked ? valueInForce(asked, name, component) : undefined)
  const found = find(key) ?? find(formerNames[key])
  return found && { key: found.key, value: shown(found.value), origin: found.origin }
}

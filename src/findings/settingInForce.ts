// What a setting or sysctl is in a variant, whatever that sets.

import { valueInForce } from '../scenario/rulings.ts'
import { componentOf } from '../scenario/scenario.ts'
import { type FindInForce, isSysctl, shown, sysctlInForce } from './inForce.ts'

/** A setting or sysctl of a variant, with its value and where that comes from; undefined where the variant has none of that name. */
export const settingInForce: FindInForce = (scenario, variant, key) => {
  if (isSysctl(key)) return sysctlInForce(scenario, variant, key)
  const asked = scenario.variants[variant]
  const found = asked && valueInForce(asked, key, componentOf(scenario.world.workload))
  return found && { key, value: shown(found.value), origin: found.origin }
}

// The settings that a variant works with, after Kafka's own post-processing.

import type { InForce } from './compileClient.ts'
import { propertiesOf, rulesOn } from './rulings.ts'
import type { Component, Variant } from './scenario.ts'
import { settingOf } from './settings.ts'

/** A variant's settings as given or by default, after the rules that set one by another (X1). */
export function settingsInForce(variant: Variant, component: Component = 'producer'): InForce {
  const given = propertiesOf(variant.config, component)
  const { effective } = rulesOn(variant.kafka, given, component)
  return (key) => {
    const row = settingOf(variant.kafka, key, component)
    return row && (effective[key] ?? given[key] ?? row.default)
  }
}

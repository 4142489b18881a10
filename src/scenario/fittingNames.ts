// A variant's name that a preset gave says what was true of the preset.

import type { Preset } from './defaultPreset.ts'
import { presets } from './presets.ts'
import { namedRelease, releaseName } from './releases.ts'
import type { Scenario, Variant } from './scenario.ts'

const namesIn = (some: readonly Preset[]): ReadonlySet<string> =>
  new Set(some.flatMap(({ scenario }) => scenario.variants.map(({ name }) => name)))

const given = namesIn(presets)
/** Those of variants that are told apart by their faults. */
const ofFaults = namesIn(presets.filter(({ scenario }) => scenario.variants.some(({ world }) => world?.faults)))

/** The question after an edit, each variant named after its release where its preset's name is not true of it any more. */
export function withFittingNames(before: Scenario, after: Scenario): Scenario {
  if (before.lab !== after.lab || before.variants.length !== after.variants.length) return after
  const variants = after.variants.map((variant, index) => {
    const was = before.variants[index]
    if (was?.name !== variant.name || !given.has(variant.name) || !isOutdated(before, was, after, variant))
      return variant
    return { ...variant, name: releaseName(variant.kafka) }
  })
  return variants.every((variant, index) => variant === after.variants[index]) ? after : { ...after, variants }
}

/** Another release than its name begins with, or other faults. */
function isOutdated(before: Scenario, was: Variant, after: Scenario, is: Variant): boolean {
  if (was.kafka !== is.kafka) return is.name.startsWith(namedRelease(was.kafka)?.label ?? was.kafka)
  return ofFaults.has(is.name) && faultsOf(before, was) !== faultsOf(after, is)
}

/** What goes wrong in a variant, whenever it does. */
const faultsOf = ({ world }: Scenario, variant: Variant): string =>
  JSON.stringify(
    world.faults
      .filter(({ on }, index) => variant.world?.faults?.find(([fault]) => fault === index)?.[1] ?? on)
      .map(({ at: _, until: __, on: ___, ...what }) => what),
  )

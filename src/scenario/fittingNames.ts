// A variant's name that a preset gave says what was true of the preset.

import type { Preset } from './defaultPreset.ts'
import { presets } from './presets.ts'
import { namedRelease, releaseName } from './releases.ts'
import { type Component, componentOf, type Scenario, type Variant } from './scenario.ts'
import { settingOf } from './settings.ts'

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

/** Another release than its name begins with, other faults, or another value of what it quotes. */
function isOutdated(before: Scenario, was: Variant, after: Scenario, is: Variant): boolean {
  if (was.kafka !== is.kafka) return is.name.startsWith(namedRelease(was.kafka)?.label ?? was.kafka)
  if (latencyOf(before, was) !== latencyOf(after, is) && / ms\b/.test(is.name)) return true
  if (ofFaults.has(is.name) && faultsOf(before, was) !== faultsOf(after, is)) return true
  return changedValues(componentOf(after.world.workload), was, is).some(([key, value]) => quotes(is.name, key, value))
}

/** Settings that are others now, with what they were. */
function changedValues(component: Component, was: Variant, is: Variant): [key: string, value: string][] {
  const [old, now] = [was.config[component] ?? {}, is.config[component] ?? {}]
  const inForce = (config: typeof old, key: string) => config[key] ?? settingOf(was.kafka, key, component)?.default
  return Object.keys({ ...old, ...now }).flatMap((key): [string, string][] => {
    const value = inForce(old, key)
    return value === inForce(now, key) ? [] : [[key, String(value)]]
  })
}

/** What names call settings whose values they do not quote as they are written. */
const called: { readonly [key: string]: RegExp } = {
  'eligible.leader.replicas.version': /ELR/,
  'unclean.leader.election.enable': /unclean|recipe/,
  'min.insync.replicas': /min ISR|recipe/,
  acks: /acks|recipe/,
  'request.required.acks': /acks|recipe/,
}

/** Whether a name speaks of a setting that had a value: by a word for it, or by the value itself, `F = 600`. */
const quotes = (name: string, key: string, value: string): boolean =>
  called[key]?.test(name) || name.split(/[\s,=]+/).includes(value)

const latencyOf = ({ world }: Scenario, variant: Variant): number => variant.world?.latency ?? world.latency

/** What goes wrong in a variant, whenever it does. */
const faultsOf = ({ world }: Scenario, variant: Variant): string =>
  JSON.stringify(
    world.faults
      .filter(({ on }, index) => variant.world?.faults?.find(([fault]) => fault === index)?.[1] ?? on)
      .map(({ at: _, until: __, on: ___, ...what }) => what),
  )

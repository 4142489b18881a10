// What a person does to a question: each edit is a function from a scenario to the next one, so undo is the scenario before. Edits are
// total: what is not there (a variant, a fault) is left alone, and what cannot be (no broker, no variant) does not come about.
// Values are taken as they are: `parse` has the last word.

import { releaseOf } from './releases.ts'
import {
  type Config,
  type Fault,
  freshNode,
  limits,
  type Node,
  type Scenario,
  type Value,
  type Variant,
  type View,
  type World,
} from './scenario.ts'
import { settingOf } from './settings.ts'

/** Fields to set; undefined takes one away. */
export type Change<T> = { readonly [key in keyof T]?: T[key] | undefined }

/** A copy with some fields set, and those that are undefined taken away. */
function changed<T extends object>(of: T, change: Change<T>): T {
  const entries = Object.entries({ ...of, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as T
}

const replaced = <T>(list: readonly T[], index: number, item: T): readonly T[] =>
  list.map((old, i) => (i === index ? item : old))
const without = <T>(list: readonly T[], index: number): readonly T[] => list.filter((_, i) => i !== index)

function editVariant(scenario: Scenario, index: number, edit: (variant: Variant) => Variant): Scenario {
  const variant = scenario.variants[index]
  return variant ? { ...scenario, variants: replaced(scenario.variants, index, edit(variant)) } : scenario
}

/** Sets fields of the common world. */
export const setWorld = (scenario: Scenario, change: Partial<World>): Scenario => ({
  ...scenario,
  world: { ...scenario.world, ...change },
})

export const setTitle = (scenario: Scenario, title: string): Scenario => ({ ...scenario, title })
export const setSeed = (scenario: Scenario, seed: number): Scenario => ({ ...scenario, seed })

/** Sets the last instant of the run; a view that lies beyond it is forgotten. */
export const setUntil = (scenario: Scenario, until: number): Scenario => fitView({ ...scenario, until })

/** Where the reader looks; undefined: nowhere in particular. */
export function setView(scenario: Scenario, view: View | undefined): Scenario {
  return changed(scenario, {
    view: view && Object.values(view).some((value) => value !== undefined) ? changed(view, {}) : undefined,
  })
}

/** The scenario without those parts of its view that it has no room for any more. */
function fitView(scenario: Scenario): Scenario {
  const { view, until } = scenario
  if (!view) return scenario
  const inside = (at: number | undefined) => (at !== undefined && at <= until ? at : undefined)
  const cut = view.to !== undefined && view.to > until
  const range = cut ? { from: undefined, to: undefined } : { from: inside(view.from) }
  return setView(scenario, changed(view, { ...range, playhead: inside(view.playhead) }))
}

/** The scenario with nothing selected: the numbers of its variants and rows mean others now. */
const unselected = (scenario: Scenario): Scenario =>
  scenario.view ? setView(scenario, changed(scenario.view, { selected: undefined })) : scenario

// Variants.

const producerOf = (config: Config | undefined): { readonly [key: string]: Value } => config?.producer ?? {}
const configOf = (producer: { readonly [key: string]: Value }): Config =>
  Object.keys(producer).length > 0 ? { producer } : {}

/** Sets a setting of a variant to a value, or back to Kafka's default. A key that its release does not have is parked. */
export function setSetting(scenario: Scenario, variant: number, key: string, value: Value | undefined): Scenario {
  return editVariant(scenario, variant, (old) => sortSettings(old, { ...withParked(old), [key]: value }))
}

/** Sets every setting of a variant back to Kafka's default; parked values go too. */
export const resetSettings = (scenario: Scenario, variant: number): Scenario =>
  editVariant(scenario, variant, (old) => sortSettings(old, {}))

/** Sets one key back to Kafka's default in every variant. */
export const resetSetting = (scenario: Scenario, key: string): Scenario =>
  scenario.variants.reduce((edited, _, i) => setSetting(edited, i, key, undefined), scenario)

const withParked = (variant: Variant): { readonly [key: string]: Value | undefined } => ({
  ...producerOf(variant.parked),
  ...producerOf(variant.config),
})

/** The variant with these values: in force where its release has the setting, else parked, so that nothing typed is lost. */
function sortSettings(variant: Variant, values: { readonly [key: string]: Value | undefined }): Variant {
  const set = Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  const applies = ([key]: [string, Value]) => settingOf(variant.kafka, key) !== undefined
  const parked = configOf(Object.fromEntries(set.filter((entry) => !applies(entry))))
  const config = configOf(Object.fromEntries(set.filter(applies)))
  return changed(variant, { config, parked: parked.producer ? parked : undefined })
}

/** Lets a variant be another release. Values for settings that it lacks are parked, and come back with a release that has them. */
export function setKafka(scenario: Scenario, variant: number, kafka: string): Scenario {
  return editVariant(scenario, variant, (old) => {
    const named = isNamedAfter(old.name, releaseOf(old.kafka)?.name)
    const name = named ? (releaseOf(kafka)?.name ?? kafka) : old.name
    return sortSettings({ ...old, kafka, name }, withParked(old))
  })
}

/** A name that is a release's, or begins with it: `Kafka 2.6, kernel-bound`. What it says of that release need not be true of another. */
function isNamedAfter(name: string, release: string | undefined): boolean {
  return release !== undefined && name.startsWith(release) && !/^[.\d]/.test(name.slice(release.length))
}

export const setVariantName = (scenario: Scenario, variant: number, name: string): Scenario =>
  editVariant(scenario, variant, (old) => ({ ...old, name }))

/** Sets what differs in a variant's world from the common one; undefined: as common. */
export function setVariantWorld(
  scenario: Scenario,
  variant: number,
  change: Change<NonNullable<Variant['world']>>,
): Scenario {
  return editVariant(scenario, variant, (old) => {
    const world = changed(old.world ?? {}, change)
    return changed(old, { world: Object.keys(world).length > 0 ? world : undefined })
  })
}

/** Sets knobs of a variant against its release; undefined: as the release has it. */
export function setKnobs(scenario: Scenario, variant: number, change: Change<NonNullable<Variant['knobs']>>): Scenario {
  return editVariant(scenario, variant, (old) => {
    const knobs = changed(old.knobs ?? {}, change)
    return changed(old, { knobs: Object.keys(knobs).length > 0 ? knobs : undefined })
  })
}

/** Adds a variant of a release, with its defaults, as long as there is room. */
export function addVariant(scenario: Scenario, kafka: string): Scenario {
  if (scenario.variants.length >= limits.variants) return scenario
  const added: Variant = { name: releaseOf(kafka)?.name ?? kafka, kafka, config: {} }
  return { ...scenario, variants: [...scenario.variants, added] }
}

/** Adds a copy of a variant after it, as long as there is room. */
export function copyVariant(scenario: Scenario, index: number): Scenario {
  const variant = scenario.variants[index]
  if (!variant || scenario.variants.length >= limits.variants) return scenario
  return unselected({ ...scenario, variants: scenario.variants.toSpliced(index + 1, 0, variant) })
}

/** Removes a variant, unless it is the last. */
export const removeVariant = (scenario: Scenario, index: number): Scenario =>
  scenario.variants.length > 1 ? unselected({ ...scenario, variants: without(scenario.variants, index) }) : scenario

// Brokers.

/** Sets fields of one broker. */
export function setNode(scenario: Scenario, index: number, change: Partial<Node>): Scenario {
  const node = scenario.world.nodes[index]
  return node ? setWorld(scenario, { nodes: replaced(scenario.world.nodes, index, { ...node, ...change }) }) : scenario
}

/** Sets the number of brokers. New ones are healthy bootstrap servers; the last ones go, with what concerned them. */
export function setNodes(scenario: Scenario, count: number): Scenario {
  const { nodes } = scenario.world
  const wanted = Math.max(1, Math.min(limits.nodes, Math.trunc(count) || 1))
  if (wanted >= nodes.length) return setWorld(scenario, { nodes: grown(nodes, wanted) })
  let edited = scenario
  for (let last = nodes.length - 1; last >= wanted; last--) edited = removeNode(edited, last)
  return edited
}

function grown(nodes: readonly Node[], count: number): readonly Node[] {
  const all = [...nodes]
  while (all.length < count) all.push(freshNode(freeNumber(all)))
  return all
}

/** The n-th broker is called broker n, unless somebody else is. */
function freeNumber(nodes: readonly Node[]): number {
  let n = nodes.length + 1
  while (nodes.some(({ name }) => name === freshNode(n).name)) n++
  return n
}

/** How many faults would go with a broker. */
export const faultsOf = (scenario: Scenario, node: number): number =>
  scenario.world.faults.filter((fault) => fault.node === node).length

/** Removes a broker with its faults, unless it is the last one. A leader that goes is followed by the last broker. */
export function removeNode(scenario: Scenario, index: number): Scenario {
  const { nodes, faults, workload } = scenario.world
  if (nodes.length < 2 || index < 0 || index >= nodes.length) return scenario
  const shifted = (node: number) => (node > index ? node - 1 : node)
  const rest = without(nodes, index)
  const known = rest.some(({ bootstrap }) => bootstrap)
  return setWorld(scenario, {
    nodes: known ? rest : rest.map((node) => ({ ...node, bootstrap: true })),
    faults: faults.filter(({ node }) => node !== index).map((fault) => ({ ...fault, node: shifted(fault.node) })),
    workload:
      workload.kind === 'leader' ? { ...workload, node: Math.min(shifted(workload.node), rest.length - 1) } : workload,
  })
}

// Faults.

/** A fault as the picture may leave it: whole milliseconds, inside the possible, its end after its start, a way only where it has one. */
function settled(fault: Fault): Fault {
  const whole = (n: number, least: number) => Math.max(least, Math.min(limits.untilMs, Math.round(n) || 0))
  const at = Math.min(whole(fault.at, 0), limits.untilMs - 1)
  const until = fault.until === undefined ? undefined : whole(fault.until, at + 1)
  const { kind, node, way, on } = fault
  return { at, ...(until !== undefined && { until }), kind, node, ...(kind === 'cut link' && way && { way }), on }
}

/** Adds a fault as long as there is room. Its index is the last. */
export function addFault(scenario: Scenario, fault: Fault): Scenario {
  const { faults } = scenario.world
  return faults.length < limits.faults ? setWorld(scenario, { faults: [...faults, settled(fault)] }) : scenario
}

/** Changes a fault: moved, stretched, of another kind, on another broker, switched off. `until: undefined`: it stays for ever. */
export function updateFault(scenario: Scenario, index: number, change: Change<Fault>): Scenario {
  const { faults } = scenario.world
  const fault = faults[index]
  return fault ? setWorld(scenario, { faults: replaced(faults, index, settled(changed(fault, change))) }) : scenario
}

/** Moves a fault to another start, its length kept. */
export function moveFault(scenario: Scenario, index: number, at: number): Scenario {
  const fault = scenario.world.faults[index]
  if (!fault) return scenario
  const start = Math.max(0, Math.round(at) || 0)
  return updateFault(scenario, index, {
    at: start,
    ...(fault.until !== undefined && { until: start + fault.until - fault.at }),
  })
}

export const removeFault = (scenario: Scenario, index: number): Scenario =>
  setWorld(scenario, { faults: without(scenario.world.faults, index) })

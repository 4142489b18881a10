// What a person does to a question: each edit is a function from a scenario to the next one, so undo is the scenario before. Edits are
// total: what is not there (a variant, a fault) is left alone, and what cannot be (no broker, no variant) does not come about.
// Values are taken as they are: `parse` has the last word.

import { fittingFault } from './faultFields.ts'
import { type Knob, knobsOf } from './knobs.ts'
import { releaseName } from './releases.ts'
import {
  type Component,
  type Config,
  componentOf,
  type Fault,
  freshNode,
  labOf,
  limits,
  type Node,
  type Scenario,
  type Value,
  type Variant,
  type View,
  type Workload,
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

/** Sets fields of the common world. Settings go along to another client, as far as it has them. */
export function setWorld(scenario: Scenario, change: Partial<World>): Scenario {
  const world = { ...scenario.world, ...change }
  const before = componentOf(scenario.world.workload)
  const after = componentOf(world.workload)
  if (before === after) return { ...scenario, world }
  return {
    ...scenario,
    world,
    variants: scenario.variants.map((variant) => sortSettings(variant, after, withParked(variant, before))),
  }
}

export const setTitle = (scenario: Scenario, title: string): Scenario => ({ ...scenario, title })
export const setSeed = (scenario: Scenario, seed: number): Scenario => ({ ...scenario, seed })

const isOfClient = (lab: Scenario['lab']): boolean => lab === 'client' || lab === 'requests'

/**
 * Asks the same of the other lab of a client: brokers, faults and variants stay, and the application does what that lab is about. The
 * records of the client lab's question go one to each broker, or to the leader that it asks for. Of a quorum or a partition nothing is the same.
 */
export function setLab(scenario: Scenario, lab: Scenario['lab']): Scenario {
  if (scenario.lab === lab || !isOfClient(scenario.lab) || !isOfClient(lab)) return scenario
  const { world } = scenario
  const workload = lab === 'requests' ? recordsLike(world) : callerLike(world)
  return setView(setWorld({ ...scenario, lab }, { workload }), undefined)
}

/** Lets the application of the requests lab be that of another client. Its call is a fresh one, and so are the records of a producer. */
export function setClient(scenario: Scenario, client: Exclude<Component, 'controller' | 'topic'>): Scenario {
  if (componentIn(scenario) === client) return scenario
  const { world } = scenario
  const known = 'known' in world.workload && world.workload.known
  const workload: Workload =
    client === 'producer' ? recordsLike({ ...world, workload: { kind: 'send' } }) : { kind: client, known }
  return setView(setWorld(scenario, { workload }), undefined)
}

function recordsLike({ nodes, workload }: World): Workload {
  if (labOf(workload) === 'requests') return workload
  const partitions = Math.min(nodes.length, limits.partitions)
  const topicKnown = workload.kind === 'leader'
  const to = workload.kind === 'leader' ? { partition: workload.node % partitions } : { count: partitions }
  return { kind: 'produce', partitions, topicKnown, calls: [{ at: 0, what: 'send', ...(partitions > 1 && to) }] }
}

function callerLike({ nodes, workload }: World): Workload {
  if (labOf(workload) === 'client') return workload
  if (workload.kind !== 'produce') return { kind: 'known' in workload && workload.known ? 'refresh' : 'send' }
  const first = workload.calls.find((call) => call.what === 'send')
  return workload.topicKnown ? { kind: 'leader', node: (first?.partition ?? 0) % nodes.length } : { kind: 'send' }
}

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
  const brush = view.brush && view.brush[1] <= until ? view.brush : undefined
  return setView(scenario, changed(view, { ...range, playhead: inside(view.playhead), brush }))
}

/**
 * The scenario after its variants moved: `moved` tells where a variant is now, undefined: gone. Nothing is selected any more, since the
 * numbers of rows mean others; an overlay goes with either of its two.
 */
function withVariantsMoved(scenario: Scenario, moved: (variant: number) => number | undefined): Scenario {
  const { view } = scenario
  if (!view) return scenario
  const [first, second] = (view.overlay ?? []).map(moved)
  const overlay = first === undefined || second === undefined ? undefined : ([first, second] as const)
  return setView(scenario, changed(view, { selected: undefined, overlay }))
}

// Variants.

type Values = { readonly [key: string]: Value }

const configOf = (values: Values, component: Component): Config =>
  Object.keys(values).length > 0 ? { [component]: values } : {}

const componentIn = ({ world }: Scenario): Component => componentOf(world.workload)

/** Sets a setting of a variant to a value, or back to Kafka's default. A key that its release does not have is parked. */
export function setSetting(scenario: Scenario, variant: number, key: string, value: Value | undefined): Scenario {
  return editVariant(scenario, variant, (old) => {
    const component = componentIn(scenario)
    return sortSettings(old, component, { ...withParked(old, component), [key]: value })
  })
}

/** Sets every setting of a variant back to Kafka's default; parked values go too. */
export const resetSettings = (scenario: Scenario, variant: number): Scenario =>
  editVariant(scenario, variant, (old) => sortSettings(old, componentIn(scenario), {}))

/** Sets one key back to Kafka's default in every variant. */
export const resetSetting = (scenario: Scenario, key: string): Scenario =>
  scenario.variants.reduce((edited, _, i) => setSetting(edited, i, key, undefined), scenario)

const withParked = (variant: Variant, component: Component): Values => ({
  ...variant.parked?.[component],
  ...variant.config[component],
})

/** The variant with these values: in force where its release has the setting, else parked, so that nothing typed is lost. */
function sortSettings(
  variant: Variant,
  component: Component,
  values: { readonly [key: string]: Value | undefined },
): Variant {
  const set = Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  const applies = ([key]: [string, Value]) => settingOf(variant.kafka, key, component) !== undefined
  const parked = Object.fromEntries(set.filter((entry) => !applies(entry)))
  const config = configOf(Object.fromEntries(set.filter(applies)), component)
  return changed(variant, {
    config,
    parked: Object.keys(parked).length > 0 ? configOf(parked, component) : undefined,
  })
}

/**
 * Lets a variant be another release. Values for settings that it lacks are parked, and come back with a release that has them; knobs of
 * a procedure that it does not follow go.
 */
export function setKafka(scenario: Scenario, variant: number, kafka: string): Scenario {
  return editVariant(scenario, variant, (whole) => {
    const old = withKnobsOf(whole, kafka, scenario.lab)
    const named = isNamedAfter(old.name, releaseName(old.kafka))
    const name = named ? releaseName(kafka) : old.name
    const component = componentIn(scenario)
    return sortSettings({ ...old, kafka, name }, component, withParked(old, component))
  })
}

/** The variant with those of its knobs that a release has. */
function withKnobsOf(variant: Variant, kafka: string, lab: Scenario['lab']): Variant {
  const kept = Object.entries(variant.knobs ?? {}).filter(([knob]) => knobsOf(kafka, lab).includes(knob as Knob))
  return changed(variant, {
    knobs: kept.length > 0 ? (Object.fromEntries(kept) as NonNullable<Variant['knobs']>) : undefined,
  })
}

/** A name that is a release's, or begins with it: `Kafka 2.6, kernel-bound`. What it says of that release need not be true of another. */
function isNamedAfter(name: string, release: string): boolean {
  return name.startsWith(release) && !/^[.\d]/.test(name.slice(release.length))
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
  const added: Variant = { name: releaseName(kafka), kafka, config: {} }
  return { ...scenario, variants: [...scenario.variants, added] }
}

/** Adds a copy of a variant after it, as long as there is room. */
export function copyVariant(scenario: Scenario, index: number): Scenario {
  const variant = scenario.variants[index]
  if (!variant || scenario.variants.length >= limits.variants) return scenario
  const copied = { ...scenario, variants: scenario.variants.toSpliced(index + 1, 0, variant) }
  return withVariantsMoved(copied, (old) => (old > index ? old + 1 : old))
}

/** Removes a variant, unless it is the last. */
export function removeVariant(scenario: Scenario, index: number): Scenario {
  if (scenario.variants.length < 2 || !scenario.variants[index]) return scenario
  const rest = { ...scenario, variants: without(scenario.variants, index) }
  return withVariantsMoved(rest, (old) => (old === index ? undefined : old > index ? old - 1 : old))
}

// Brokers.

/** Sets fields of one broker; `membership: undefined`: it is known and listed. */
export function setNode(scenario: Scenario, index: number, change: Change<Node>): Scenario {
  const node = scenario.world.nodes[index]
  const { nodes } = scenario.world
  return node ? setWorld(scenario, { nodes: replaced(nodes, index, changed(node, change)) }) : scenario
}

/**
 * Sets the number of brokers. New ones are bootstrap servers; of fewer the last ones go. Their faults stay, and are theirs again when
 * they come back.
 */
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

/**
 * Removes a broker, unless it is the last one. The brokers behind it move up with their faults; its own faults wait at the place that is
 * free then, for a broker to come.
 */
export function removeNode(scenario: Scenario, index: number): Scenario {
  const { nodes, faults, workload } = scenario.world
  if (nodes.length < 2 || index < 0 || index >= nodes.length) return scenario
  const left = without(nodes, index)
  const known = left.some(({ bootstrap }) => bootstrap)
  const rest = known ? left : left.map((node) => ({ ...node, bootstrap: true }))
  const moved = (node: number): number => {
    if (node === index) return nodes.length - 1
    return node > index && node < nodes.length ? node - 1 : node
  }
  return setWorld(scenario, {
    nodes: rest,
    faults: faults.map((fault) => ({ ...fault, node: moved(fault.node) })),
    workload: 'node' in workload ? { ...workload, node: successor(workload, moved(workload.node), rest) } : workload,
  })
}

/** The broker that a workload is about once `node` may be gone: the last one, of bootstrap servers where it must be one. */
function successor({ kind }: Workload, node: number, rest: readonly Node[]): number {
  const last = Math.min(node, rest.length - 1)
  if (kind === 'leader' || rest[last]?.bootstrap) return last
  return rest.findLastIndex(({ bootstrap }) => bootstrap)
}

// Faults.

/** A fault as the picture may leave it: whole numbers inside the possible, its end after its start, only fields that its kind has. */
function settled(fault: Fault): Fault {
  const whole = (n: number, least: number, most: number) => Math.max(least, Math.min(most, Math.round(n) || 0))
  const at = whole(fault.at, 0, limits.untilMs - 1)
  const { peer, toldAfter, ...rest } = fault
  const tells = !fault.message?.endsWith(' answer')
  return fittingFault({
    ...rest,
    at,
    ...(fault.until !== undefined && { until: whole(fault.until, at + 1, limits.untilMs) }),
    ...(fault.address !== undefined && { address: whole(fault.address, 1, limits.addresses) }),
    ...(fault.slower !== undefined && { slower: whole(fault.slower, 1, limits.slowerMs) }),
    ...(fault.nth !== undefined && { nth: whole(fault.nth, 1, limits.nth) }),
    // A node has no link to itself, and nobody is told that an answer is lost.
    ...(peer !== undefined && peer !== fault.node && { peer }),
    ...(toldAfter !== undefined && tells && { toldAfter: whole(toldAfter, 0, limits.untilMs) }),
  })
}

/** Adds a fault as long as there is room. Its index is the last. */
export function addFault(scenario: Scenario, fault: Fault): Scenario {
  const { faults } = scenario.world
  return faults.length < limits.faults ? setWorld(scenario, { faults: [...faults, settled(fault)] }) : scenario
}

/**
 * Adds a copy of a fault, on in the same variants, as long as there is room. Its index is the last. `change`: what differs, such as its
 * broker or its start.
 */
export function copyFault(scenario: Scenario, index: number, change: Change<Fault> = {}): Scenario {
  const { faults } = scenario.world
  const fault = faults[index]
  if (!fault || faults.length >= limits.faults) return scenario
  return withSwitches(addFault(scenario, changed(fault, change)), (switches) => {
    const own = switches.find(([switched]) => switched === index)
    return own ? [...switches, [faults.length, own[1]]] : switches
  })
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

/** Removes a fault; the variants that switched it forget it. */
export function removeFault(scenario: Scenario, index: number): Scenario {
  const { faults } = scenario.world
  if (!faults[index]) return scenario
  return withSwitches(setWorld(scenario, { faults: without(faults, index) }), (switches) =>
    switches
      .filter(([switched]) => switched !== index)
      .map(([switched, on]) => [switched > index ? switched - 1 : switched, on]),
  )
}

/** Switches a fault on or off in one variant; undefined: as in the common world. */
export function setVariantFault(scenario: Scenario, variant: number, fault: number, on: boolean | undefined): Scenario {
  if (!scenario.world.faults[fault]) return scenario
  const others = (scenario.variants[variant]?.world?.faults ?? []).filter(([switched]) => switched !== fault)
  const all = on === undefined ? others : [...others, [fault, on] as const].sort(([a], [b]) => a - b)
  return setVariantWorld(scenario, variant, { faults: all.length > 0 ? all : undefined })
}

type Switches = NonNullable<NonNullable<Variant['world']>['faults']>

/** The scenario with the switched faults of every variant edited. */
function withSwitches(scenario: Scenario, edit: (switches: Switches) => Switches): Scenario {
  return scenario.variants.reduce((edited, { world }, i) => {
    if (!world?.faults) return edited
    const switches = edit(world.faults)
    return setVariantWorld(edited, i, { faults: switches.length > 0 ? switches : undefined })
  }, scenario)
}

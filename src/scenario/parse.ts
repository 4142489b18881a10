// The porch: whatever comes from a form, a file or a link becomes a scenario here, or a list of all that is wrong with it.

import type { Knobs } from './behaviours.ts'
import { fieldBounds, notInRelease, settingProblem } from './fields.ts'
import { knobsOf, knobValues } from './knobs.ts'
import { Reader, within } from './reader.ts'
import { releaseOf, releases, releasesNotOffered } from './releases.ts'
import {
  type Config,
  defaultKernel,
  type Fault,
  faultKinds,
  freshNode,
  type Kernel,
  limits,
  linkWays,
  type Node,
  type Problem,
  type Scenario,
  type Value,
  type Variant,
  type View,
  type Workload,
  type World,
} from './scenario.ts'
import { settingAnywhere, settingKeys, settingOf } from './settings.ts'
import { rulingOn } from './verdicts.ts'

/** A scenario, or every problem of the input. The work is bounded whatever the input is. */
export function parse(input: unknown): { readonly scenario: Scenario } | { readonly problems: readonly Problem[] } {
  const reader = new Reader()
  const scenario = readScenario(input, reader)
  return reader.problems.length === 0 ? { scenario } : { problems: reader.problems }
}

/** What is sound in an input that has problems, with defaults in the gaps; undefined where too little is left to ask a question. */
export function salvage(input: unknown): Scenario | undefined {
  const kept = readScenario(input, new Reader())
  const again = parse(kept)
  return 'scenario' in again ? again.scenario : undefined
}

function readScenario(input: unknown, reader: Reader): Scenario {
  const fields = reader.fields(input, '', ['v', 'lab', 'title', 'seed', 'until', 'world', 'variants', 'view'])
  if (!fields) return readScenario({}, new Reader())
  const { get } = fields
  readVersion(get('v'), reader)
  reader.oneOf(get('lab'), 'lab', ['client'])
  const title = reader.text(get('title'), 'title', limits.titleLength, '')
  const seed = reader.whole(get('seed'), 'seed', fieldBounds.seed, 1)
  const until = reader.whole(get('until'), 'until', fieldBounds.until, 150_000)
  const world = readWorld(get('world'), 'world', reader)
  const variants = reader
    .list(get('variants'), 'variants', 1, limits.variants, 'variants')
    .flatMap((variant, i) => readVariant(variant, `variants.${i}`, reader) ?? [])
  const view = fields.has('view') ? readView(get('view'), 'view', until, variants.length, reader) : undefined
  return { v: 1, lab: 'client', title, seed, until, world, variants, ...(view && { view }) }
}

function readVersion(v: unknown, reader: Reader): void {
  if (v === 1) return
  const newer = typeof v === 'number' && v > 1
  const what = newer ? 'A newer version of the lab wrote this.' : 'The version of the format must be 1.'
  reader.add('v', what, newer ? 'Reload the page to get the newest lab.' : 'Write v: 1.')
}

const worldFields = ['nodes', 'kernel', 'latency', 'service', 'jitter', 'selectOvershootMs', 'faults', 'workload']

function readWorld(input: unknown, path: string, reader: Reader): World {
  const fields = reader.fields(input, path, worldFields)
  if (!fields) return readWorld({}, path, new Reader())
  const { get } = fields
  const at = (key: string) => within(path, key)
  const listed = reader
    .list(get('nodes'), at('nodes'), 1, limits.nodes, 'brokers')
    .map((node, i) => readNode(node, i, within(at('nodes'), i), reader))
  const nodes = checkedNodes(listed, at('nodes'), reader)
  return {
    nodes,
    kernel: readKernel(get('kernel'), at('kernel'), reader) ?? defaultKernel,
    latency: reader.whole(get('latency'), at('latency'), fieldBounds.latency, 1),
    service: reader.whole(get('service'), at('service'), fieldBounds.service, 0),
    jitter: reader.flag(get('jitter'), at('jitter'), true),
    selectOvershootMs: reader.oneOf(get('selectOvershootMs'), at('selectOvershootMs'), [0, 1]) ?? 1,
    faults: reader
      .list(get('faults'), at('faults'), 0, limits.faults, 'faults')
      .flatMap((fault, i) => readFault(fault, within(at('faults'), i), nodes.length, reader) ?? []),
    workload: readWorkload(get('workload'), at('workload'), nodes.length, reader) ?? { kind: 'send' },
  }
}

function readNode(input: unknown, index: number, path: string, reader: Reader): Node {
  const fields = reader.fields(input, path, ['name', 'bootstrap', 'addresses'])
  const fresh = freshNode(index + 1)
  if (!fields) return fresh
  return {
    name: reader.text(fields.get('name'), within(path, 'name'), limits.nameLength, fresh.name),
    bootstrap: reader.flag(fields.get('bootstrap'), within(path, 'bootstrap'), true),
    addresses: reader.whole(fields.get('addresses'), within(path, 'addresses'), fieldBounds.addresses, 1),
  }
}

/** The nodes, so that the client knows one and no two have one name. */
function checkedNodes(nodes: readonly Node[], path: string, reader: Reader): readonly Node[] {
  const unknown = nodes.length > 0 && !nodes.some(({ bootstrap }) => bootstrap)
  if (unknown) {
    const hint = 'Let at least one broker be a bootstrap server.'
    reader.add(path, 'No broker is in bootstrap.servers: the client would know nobody.', hint)
  }
  return nodes.map((node, i) => {
    const again = nodes.findIndex(({ name }) => name === node.name) < i
    if (again)
      reader.add(
        within(within(path, i), 'name'),
        `Another broker is called ${node.name}.`,
        'Give each broker a name of its own.',
      )
    return { ...node, ...(again && { name: freshNode(i + 1).name }), ...(unknown && { bootstrap: true }) }
  })
}

function readKernel(input: unknown, path: string, reader: Reader): Kernel | undefined {
  let kernel: Kernel | undefined
  const clean = reader.clean(() => {
    const plain = typeof input === 'object' && input !== null && Object.hasOwn(input, 'giveUpAfter')
    const fields = reader.fields(input, path, plain ? ['giveUpAfter'] : ['release', 'synRetries', 'linearTimeouts'])
    if (!fields) return
    if (plain) {
      const length = fields.get('giveUpAfter')
      const read = () => reader.whole(length, within(path, 'giveUpAfter'), fieldBounds.giveUpAfter, 1)
      kernel = { giveUpAfter: length === null ? null : read() }
      return
    }
    const release = reader.oneOf(fields.get('release'), within(path, 'release'), ['3.7', '6.5']) ?? '6.5'
    const synRetries = reader.whole(fields.get('synRetries'), within(path, 'synRetries'), fieldBounds.synRetries, 6)
    const linearTimeouts = reader.whole(
      fields.get('linearTimeouts'),
      within(path, 'linearTimeouts'),
      fieldBounds.linearTimeouts,
      0,
    )
    if (release === '3.7' && linearTimeouts > 0) {
      reader.add(
        within(path, 'linearTimeouts'),
        'tcp_syn_linear_timeouts came with Linux 6.5.',
        'Write 0, or pick 6.5.',
      )
    }
    kernel = { release, synRetries, linearTimeouts }
  })
  return clean ? kernel : undefined
}

function readFault(input: unknown, path: string, nodes: number, reader: Reader): Fault | undefined {
  let fault: Fault | undefined
  const clean = reader.clean(() => {
    const fields = reader.fields(input, path, ['at', 'until', 'kind', 'node', 'way', 'on'])
    if (!fields) return
    const field = (key: string) => within(path, key)
    const at = reader.whole(fields.get('at'), field('at'), fieldBounds.faultAt, 0)
    const until = fields.has('until')
      ? reader.whole(fields.get('until'), field('until'), fieldBounds.faultUntil, at + 1)
      : undefined
    if (until !== undefined && until <= at) {
      reader.add(
        field('until'),
        'The fault ends before it begins.',
        `Any later instant than ${at} ms, or none for a fault that stays.`,
      )
    }
    const kind = reader.oneOf(fields.get('kind'), field('kind'), faultKinds) ?? 'black hole'
    const way = fields.has('way') ? reader.oneOf(fields.get('way'), field('way'), linkWays) : undefined
    if (way && kind !== 'cut link') reader.add(field('way'), 'Only a cut link has a direction.', 'Take it out.')
    const node = readNodeIndex(fields.get('node'), field('node'), nodes, reader)
    const on = reader.flag(fields.get('on'), field('on'), true)
    fault = { at, ...(until !== undefined && { until }), kind, node, ...(way && { way }), on }
  })
  return clean ? fault : undefined
}

/** The index of a broker that exists. */
function readNodeIndex(input: unknown, path: string, nodes: number, reader: Reader): number {
  const node = reader.whole(input, path, { name: 'The broker', min: 0, max: limits.nodes - 1, unit: '' }, 0)
  if (node >= nodes) {
    const there = nodes === 0 ? 'There are no brokers.' : `Brokers are counted from 0; the last is ${nodes - 1}.`
    reader.add(path, `There is no broker ${node + 1}.`, there)
  }
  return node
}

function readWorkload(input: unknown, path: string, nodes: number, reader: Reader): Workload | undefined {
  const leads = typeof input === 'object' && input !== null && Object.hasOwn(input, 'node')
  const fields = reader.fields(input, path, leads ? ['kind', 'node'] : ['kind'])
  if (!fields) return undefined
  const kind = reader.oneOf(fields.get('kind'), within(path, 'kind'), ['send', 'leader'])
  if (kind === 'send' && leads)
    reader.add(within(path, 'node'), 'Only the workload leader names a broker.', 'Take it out.')
  if (kind !== 'leader') return kind && { kind }
  let node = 0
  const clean = reader.clean(() => {
    node = readNodeIndex(fields.get('node'), within(path, 'node'), nodes, reader)
  })
  return clean ? { kind, node } : undefined
}

function readVariant(input: unknown, path: string, reader: Reader): Variant | undefined {
  const fields = reader.fields(input, path, ['name', 'kafka', 'knobs', 'config', 'parked', 'world'])
  if (!fields) return undefined
  const part = (key: string) => within(path, key)
  const kafka = readKafka(fields.get('kafka'), part('kafka'), reader)
  if (kafka === undefined) return undefined
  const read = <T>(key: string, of: (input: unknown, path: string) => T | undefined): T | undefined =>
    fields.has(key) ? of(fields.get(key), part(key)) : undefined
  const knobsSet = read('knobs', (value, at) => readKnobs(value, at, kafka, reader))
  const config = fields.has('config') ? readConfig(fields.get('config'), part('config'), kafka, reader) : {}
  const parked = read('parked', (value, at) => readParked(value, at, kafka, reader))
  const world = read('world', (value, at) => readVariantWorld(value, at, reader))
  return {
    name: reader.text(fields.get('name'), part('name'), limits.nameLength, releaseOf(kafka)?.name ?? kafka),
    kafka,
    ...(knobsSet && { knobs: knobsSet }),
    config,
    ...(parked && { parked }),
    ...(world && { world }),
  }
}

function readKafka(input: unknown, path: string, reader: Reader): string | undefined {
  if (typeof input === 'string' && input.length <= limits.nameLength) {
    if (releaseOf(input)) return input
    const named = releasesNotOffered.find(({ label }) => label === input)
    if (named) {
      reader.add(
        path,
        `Kafka ${input} is not offered. ${named.reason}`,
        `One of ${releases.map(({ id }) => id).join(', ')}.`,
      )
      return undefined
    }
  }
  return reader.oneOf(
    input,
    path,
    releases.map(({ id }) => id),
  )
}

/** undefined: none is set. */
function readKnobs(input: unknown, path: string, kafka: string, reader: Reader): Knobs | undefined {
  const knobs = knobsOf(kafka)
  const fields = reader.fields(input, path, knobs)
  const set = knobs
    .filter((knob) => fields?.has(knob))
    .flatMap((knob) => {
      const value = reader.oneOf<string | boolean>(fields?.get(knob), within(path, knob), knobValues[knob])
      return value === undefined ? [] : [[knob, value] as const]
    })
  return set.length > 0 ? (Object.fromEntries(set) as Knobs) : undefined
}

/** The settings of one component, as pairs of key and value that are numbers or words at all. */
function readSettings(input: unknown, path: string, reader: Reader): [string, Value, string][] {
  const fields = reader.fields(input, path, ['producer'])
  if (!fields?.has('producer')) return []
  const producer = within(path, 'producer')
  return reader.pairs(fields.get('producer'), producer, settingKeys.length).flatMap(([key, value]) => {
    const at = within(producer, key.slice(0, 80))
    if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return [[key, value, at]]
    reader.add(at, 'A setting must be a number or a word.', 'Leave it out for the default.')
    return []
  })
}

const configOf = (pairs: readonly (readonly [string, Value])[]): Config =>
  pairs.length > 0 ? { producer: Object.fromEntries(inOrder(pairs)) } : {}

/** The settings in the order of the table, so that equal configurations are written alike. */
const inOrder = (pairs: readonly (readonly [string, Value])[]) =>
  [...pairs].sort(([a], [b]) => settingKeys.indexOf(a) - settingKeys.indexOf(b))

function readConfig(input: unknown, path: string, kafka: string, reader: Reader): Config {
  const pairs = readSettings(input, path, reader).flatMap(([key, value, at]): [string, Value][] => {
    const row = settingOf(kafka, key)
    if (!row) reader.problems.push(notInRelease(kafka, key, at))
    else if (row.type !== 'string' && typeof value !== 'number')
      reader.add(at, `${key} must be a number.`, 'Write it without quotes.')
    else {
      const problem = settingProblem(row, value, at)
      if (!problem) return [[key, typeof value === 'number' ? value + 0 : value]]
      reader.problems.push(problem)
    }
    return []
  })
  return configOf(pairs.filter(([key]) => !refusedTogether(kafka, pairs, key, path, reader)))
}

/** Where Kafka refuses a value because of its other settings. */
function refusedTogether(
  kafka: string,
  pairs: readonly [string, Value][],
  key: string,
  path: string,
  reader: Reader,
): boolean {
  const { fields } = rulingOn(kafka, Object.fromEntries(pairs))
  const refusal = fields.find((field) => field.key === key && field.verdict === 'rejected')
  if (refusal)
    reader.problems.push({
      path: `${path}.producer.${key}`,
      what: refusal.says,
      hint: 'Choose a smaller value.',
      kafka: 'refuses',
    })
  return refusal !== undefined
}

/** Values kept for a release that has them: any setting that this one lacks. */
function readParked(input: unknown, path: string, kafka: string, reader: Reader): Config | undefined {
  const pairs = readSettings(input, path, reader).flatMap(([key, value, at]): [string, Value][] => {
    if (!settingAnywhere(key)) reader.problems.push(notInRelease(kafka, key, at))
    else if (settingOf(kafka, key)) reader.add(at, 'This release has the setting.', 'Move it to config.')
    else if (String(value).length > limits.nameLength * 2) reader.add(at, 'This value is too long.', 'Take it out.')
    else if (typeof value === 'number' && !Number.isSafeInteger(value))
      reader.add(at, 'This must be a whole number.', 'Take it out.')
    else if (typeof value === 'string' && reader.text(value, at, limits.nameLength * 2, '') !== value) return []
    else return [[key, typeof value === 'number' ? value + 0 : value]]
    return []
  })
  return pairs.length > 0 ? configOf(pairs) : undefined
}

/** undefined: nothing differs. */
function readVariantWorld(input: unknown, path: string, reader: Reader): Variant['world'] {
  const fields = reader.fields(input, path, ['kernel', 'latency', 'jitter', 'seed'])
  if (!fields) return undefined
  const part = (key: string) => within(path, key)
  const kernel = fields.has('kernel') ? readKernel(fields.get('kernel'), part('kernel'), reader) : undefined
  const world = {
    ...(kernel && { kernel }),
    ...(fields.has('latency') && {
      latency: reader.whole(fields.get('latency'), part('latency'), fieldBounds.latency, 1),
    }),
    ...(fields.has('jitter') && { jitter: reader.flag(fields.get('jitter'), part('jitter'), true) }),
    ...(fields.has('seed') && { seed: reader.whole(fields.get('seed'), part('seed'), fieldBounds.seed, 1) }),
  }
  return Object.keys(world).length > 0 ? world : undefined
}

/** undefined: it says nothing. */
function readView(input: unknown, path: string, until: number, variants: number, reader: Reader): View | undefined {
  const fields = reader.fields(input, path, ['from', 'to', 'playhead', 'selected', 'axis'])
  if (!fields) return undefined
  const instant = (key: string): number | undefined =>
    fields.has(key) ? reader.number(fields.get(key), within(path, key), 0, until) : undefined
  let [from, to] = [instant('from'), instant('to')]
  if (from !== undefined && to !== undefined && from >= to) {
    reader.add(within(path, 'to'), 'The view ends before it begins.', 'Any later instant.')
    from = to = undefined
  }
  const playhead = instant('playhead')
  const selected = fields.has('selected')
    ? readSelected(fields.get('selected'), within(path, 'selected'), variants, reader)
    : undefined
  const axis = fields.has('axis')
    ? reader.oneOf(fields.get('axis'), within(path, 'axis'), ['elastic', 'linear'])
    : undefined
  const view = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(playhead !== undefined && { playhead }),
    ...(selected && { selected }),
    ...(axis && { axis }),
  }
  return Object.keys(view).length > 0 ? view : undefined
}

function readSelected(input: unknown, path: string, variants: number, reader: Reader): View['selected'] {
  const pair = reader.list(input, path, 2, 2, 'numbers')
  const last = Math.max(variants - 1, 0)
  let selected: View['selected']
  const clean = reader.clean(() => {
    const variant = reader.whole(pair[0], within(path, 0), { name: 'The variant', min: 0, max: last, unit: '' }, 0)
    const row = reader.whole(
      pair[1],
      within(path, 1),
      { name: 'The row', min: 0, max: limits.rowsHeadless, unit: '' },
      0,
    )
    selected = [variant, row]
  })
  return clean && pair.length === 2 ? selected : undefined
}

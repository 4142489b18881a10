// The world of a scenario, read from anything: brokers, kernel, faults, workload.

import { faultFields, fittingFault, hasField, kindsWith, lasts } from './faultFields.ts'
import { type Bounds, fieldBounds } from './fields.ts'
import { kernelDefaults } from './kernel.ts'
import { type Fields, Reader, within } from './reader.ts'
import { readApiCall, readProduce } from './readProduce.ts'
import {
  answeredStill,
  defaultKernel,
  type Fault,
  faultKinds,
  freshNode,
  type Keepalive,
  type Kernel,
  kernelReleases,
  limits,
  linkWays,
  losableMessages,
  memberships,
  type Node,
  produceErrors,
  unreachableBy,
  type Variant,
  type Workload,
  type World,
  wheelHz,
} from './scenario.ts'

/** Reads one field. undefined: it has a problem that was noted. */
type Read<T> = (input: unknown, path: string) => T | undefined

/** The part `key` of an object, where it is there and has no problem. */
export function part<K extends string, T>(
  fields: Fields,
  path: string,
  key: K,
  read: Read<T>,
): { readonly [key in K]?: T } {
  const value = fields.has(key) ? read(fields.get(key), within(path, key)) : undefined
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: T })
}

/** What `read` makes of an input without a problem; what has one is left out as a whole. */
export function sound<T>(reader: Reader, read: () => T | undefined): T | undefined {
  let value: T | undefined
  return reader.clean(() => {
    value = read()
  })
    ? value
    : undefined
}

const wholeNumber =
  (reader: Reader, bounds: Bounds): Read<number> =>
  (input, path) =>
    reader.whole(input, path, bounds, bounds.min)

const word =
  <T extends string | number>(reader: Reader, words: readonly T[]): Read<T> =>
  (input, path) =>
    reader.oneOf(input, path, words)

const worldFields = ['nodes', 'kernel', 'latency', 'service', 'jitter', 'selectOvershootMs', 'faults', 'workload']

/** A world, and where each fault of the input now stands in it; undefined: it was left out. */
export type WorldRead = { readonly world: World; readonly places: readonly (number | undefined)[] }

export function readWorld(input: unknown, path: string, reader: Reader): WorldRead {
  const fields = reader.fields(input, path, worldFields)
  if (!fields) return readWorld({}, path, new Reader())
  const { get } = fields
  const at = (key: string) => within(path, key)
  const listed = reader
    .list(get('nodes'), at('nodes'), 1, limits.nodes, 'brokers')
    .map((node, i) => readNode(node, i, within(at('nodes'), i), reader))
  const nodes = checkedNodes(listed, at('nodes'), reader)
  const kernel = readKernel(get('kernel'), at('kernel'), reader) ?? defaultKernel
  const latency = reader.whole(get('latency'), at('latency'), fieldBounds.latency, 1)
  const service = reader.whole(get('service'), at('service'), fieldBounds.service, 0)
  const jitter = reader.flag(get('jitter'), at('jitter'), true)
  const selectOvershootMs = reader.oneOf(get('selectOvershootMs'), at('selectOvershootMs'), [0, 1]) ?? 1
  const { faults, places } = readFaults(get('faults'), at('faults'), reader)
  const workload = readWorkload(get('workload'), at('workload'), nodes, reader) ?? { kind: 'send' }
  return { world: { nodes, kernel, latency, service, jitter, selectOvershootMs, faults, workload }, places }
}

function readNode(input: unknown, index: number, path: string, reader: Reader): Node {
  const fields = reader.fields(input, path, ['name', 'bootstrap', 'addresses', 'membership'])
  const fresh = freshNode(index + 1)
  if (!fields) return fresh
  return {
    name: reader.text(fields.get('name'), within(path, 'name'), limits.nameLength, fresh.name),
    bootstrap: reader.flag(fields.get('bootstrap'), within(path, 'bootstrap'), true),
    addresses: reader.whole(fields.get('addresses'), within(path, 'addresses'), fieldBounds.addresses, 1),
    ...part(fields, path, 'membership', word(reader, memberships)),
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

const kernelFields = [
  'release',
  'synRetries',
  'linearTimeouts',
  'rtoMax',
  'dataRetries',
  'userTimeout',
  'keepalive',
  'wheel',
]

/** undefined: it has problems. */
function readKernel(input: unknown, path: string, reader: Reader): Kernel | undefined {
  const plain = typeof input === 'object' && input !== null && Object.hasOwn(input, 'giveUpAfter')
  return sound(reader, () => {
    const fields = reader.fields(input, path, plain ? ['giveUpAfter'] : kernelFields)
    if (!fields) return undefined
    return plain ? readPlainKernel(fields, path, reader) : readLinux(fields, path, reader)
  })
}

function readPlainKernel(fields: Fields, path: string, reader: Reader): Kernel {
  const length = fields.get('giveUpAfter')
  if (length === null) return { giveUpAfter: null }
  return { giveUpAfter: reader.whole(length, within(path, 'giveUpAfter'), fieldBounds.giveUpAfter, 1) }
}

function readLinux(fields: Fields, path: string, reader: Reader): Kernel {
  const at = (key: string) => within(path, key)
  const { get } = fields
  const release = reader.oneOf(get('release'), at('release'), kernelReleases) ?? defaultKernel.release
  const synRetries = reader.whole(get('synRetries'), at('synRetries'), fieldBounds.synRetries, 6)
  const linearTimeouts = reader.whole(get('linearTimeouts'), at('linearTimeouts'), fieldBounds.linearTimeouts, 0)
  const { hasLinear, hasRtoMax } = kernelDefaults(release)
  if (!hasLinear && linearTimeouts > 0)
    reader.add(at('linearTimeouts'), 'tcp_syn_linear_timeouts came with Linux 6.5.', 'Write 0, or pick 6.5.')
  if (!hasRtoMax && fields.has('rtoMax'))
    reader.add(at('rtoMax'), 'tcp_rto_max_ms came with Linux 6.15.', 'Take it out, or pick 6.15.')
  const number = (key: 'rtoMax' | 'dataRetries' | 'userTimeout') =>
    part(fields, path, key, wholeNumber(reader, fieldBounds[key]))
  return {
    release,
    synRetries,
    linearTimeouts,
    ...number('rtoMax'),
    ...number('dataRetries'),
    ...number('userTimeout'),
    ...part(fields, path, 'keepalive', (value, where) => readKeepalive(value, where, reader)),
    ...part(fields, path, 'wheel', (value, where) => readWheel(value, where, reader)),
  }
}

function readKeepalive(input: unknown, path: string, reader: Reader): Keepalive | undefined {
  const fields = reader.fields(input, path, ['idle', 'interval', 'probes'])
  if (!fields) return undefined
  const number = (key: string, bounds: Bounds) => reader.whole(fields.get(key), within(path, key), bounds, bounds.min)
  return {
    idle: number('idle', fieldBounds.keepaliveIdle),
    interval: number('interval', fieldBounds.keepaliveInterval),
    probes: number('probes', fieldBounds.keepaliveProbes),
  }
}

function readWheel(
  input: unknown,
  path: string,
  reader: Reader,
): { hz: (typeof wheelHz)[number]; phase: number } | undefined {
  const fields = reader.fields(input, path, ['hz', 'phase'])
  if (!fields) return undefined
  const hz = reader.oneOf(fields.get('hz'), within(path, 'hz'), wheelHz)
  const phase = reader.whole(fields.get('phase'), within(path, 'phase'), fieldBounds.wheelPhase, 0)
  return hz && { hz, phase }
}

function readFaults(input: unknown, path: string, reader: Reader): { faults: Fault[]; places: (number | undefined)[] } {
  const faults: Fault[] = []
  const places = reader.list(input, path, 0, limits.faults, 'faults').map((each, i) => {
    const fault = readFault(each, within(path, i), reader)
    return fault && faults.push(fault) - 1
  })
  return { faults, places }
}

/** Its broker need not be there: the fault then waits for it. */
function readFault(input: unknown, path: string, reader: Reader): Fault | undefined {
  return sound(reader, () => {
    const fields = reader.fields(input, path, ['at', 'until', 'kind', 'node', 'address', ...faultFields, 'on'])
    if (!fields) return undefined
    const field = (key: string) => within(path, key)
    const at = reader.whole(fields.get('at'), field('at'), fieldBounds.faultAt, 0)
    const until = part(fields, path, 'until', (value, where) => readUntil(value, where, at, reader))
    const kind = reader.oneOf(fields.get('kind'), field('kind'), faultKinds)
    if (kind) noteOthers(fields, path, kind, reader)
    return fittingFault({
      at,
      ...until,
      kind: kind ?? 'black hole',
      node: reader.whole(fields.get('node'), field('node'), fieldBounds.faultNode, 0),
      ...part(fields, path, 'address', wholeNumber(reader, fieldBounds.faultAddress)),
      ...part(fields, path, 'way', word(reader, linkWays)),
      ...part(fields, path, 'by', word(reader, unreachableBy)),
      ...part(fields, path, 'slower', wholeNumber(reader, fieldBounds.slower)),
      ...part(fields, path, 'message', word(reader, losableMessages)),
      ...part(fields, path, 'nth', wholeNumber(reader, fieldBounds.nth)),
      ...part(fields, path, 'resets', (value, where) => reader.flag(value, where, false)),
      ...part(fields, path, 'answers', word(reader, answeredStill)),
      ...part(fields, path, 'partition', wholeNumber(reader, fieldBounds.faultPartition)),
      ...part(fields, path, 'error', word(reader, produceErrors)),
      on: reader.flag(fields.get('on'), field('on'), true),
    })
  })
}

function readUntil(input: unknown, path: string, at: number, reader: Reader): number {
  const until = reader.whole(input, path, fieldBounds.faultUntil, at + 1)
  if (until <= at) {
    const hint = `Any later instant than ${at} ms, or none for a fault that stays.`
    reader.add(path, 'The fault ends before it begins.', hint)
  }
  return until
}

/** Notes the fields that the kind of a fault does not have. */
function noteOthers(fields: Fields, path: string, kind: Fault['kind'], reader: Reader): void {
  if (!lasts(kind) && fields.has('until'))
    reader.add(within(path, 'until'), 'To forget takes no time: this fault has no end.', 'Take it out.')
  for (const field of faultFields.filter((each) => fields.has(each) && !hasField(kind, each)))
    reader.add(within(path, field), `Only ${kindsWith[field].join(' and ')} can have this.`, 'Take it out.')
}

/** The others than `produce`, which has fields of its own. */
const workloadKinds = ['send', 'refresh', 'leader', 'busy'] as const

const kindIn = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'kind' in input && Object.hasOwn(input, 'kind')
    ? input.kind
    : undefined

function readWorkload(input: unknown, path: string, nodes: readonly Node[], reader: Reader): Workload | undefined {
  if (kindIn(input) === 'produce') return readProduce(input, path, reader)
  if (kindIn(input) === 'consumer' || kindIn(input) === 'admin') return readApiCall(input, path, reader)
  const names = typeof input === 'object' && input !== null && Object.hasOwn(input, 'node')
  const fields = reader.fields(input, path, names ? ['kind', 'node'] : ['kind'])
  if (!fields) return undefined
  const kind = reader.oneOf(fields.get('kind'), within(path, 'kind'), workloadKinds)
  if (kind !== 'leader' && kind !== 'busy') {
    if (kind && names)
      reader.add(within(path, 'node'), 'Only the workloads leader and busy name a broker.', 'Take it out.')
    return kind && { kind }
  }
  return sound(reader, () => {
    const node = readNodeIndex(fields.get('node'), within(path, 'node'), nodes.length, reader)
    if (kind === 'busy' && nodes[node]?.bootstrap === false)
      reader.add(
        within(path, 'node'),
        `${nodes[node].name} is no bootstrap server: before any metadata nobody can ask for it.`,
        'Pick a broker that is in bootstrap.servers.',
      )
    return { kind, node }
  })
}

/** The index of a broker that exists. */
function readNodeIndex(input: unknown, path: string, nodes: number, reader: Reader): number {
  const node = reader.whole(input, path, { ...fieldBounds.faultNode, name: 'The broker' }, 0)
  if (node >= nodes) {
    const there = nodes === 0 ? 'There are no brokers.' : `Brokers are counted from 0; the last is ${nodes - 1}.`
    reader.add(path, `There is no broker ${node + 1}.`, there)
  }
  return node
}

/** What differs in a variant's world; undefined: nothing. `places`: where the faults of the input went. */
export function readVariantWorld(
  input: unknown,
  path: string,
  places: WorldRead['places'],
  reader: Reader,
): Variant['world'] {
  const fields = reader.fields(input, path, ['kernel', 'latency', 'jitter', 'seed', 'faults'])
  if (!fields) return undefined
  const world = {
    ...part(fields, path, 'kernel', (value, where) => readKernel(value, where, reader)),
    ...part(fields, path, 'latency', (value, where) => reader.whole(value, where, fieldBounds.latency, 1)),
    ...part(fields, path, 'jitter', (value, where) => reader.flag(value, where, true)),
    ...part(fields, path, 'seed', (value, where) => reader.whole(value, where, fieldBounds.seed, 1)),
    ...part(fields, path, 'faults', (value, where) => readSwitches(value, where, places, reader)),
  }
  return Object.keys(world).length > 0 ? world : undefined
}

/** Faults that are on or off in one variant, by index, each once; undefined: none. */
function readSwitches(
  input: unknown,
  path: string,
  places: WorldRead['places'],
  reader: Reader,
): readonly (readonly [number, boolean])[] | undefined {
  const seen = new Set<number>()
  const pairs = reader.list(input, path, 0, limits.faults, 'pairs').flatMap((each, i) => {
    const where = within(path, i)
    const pair = sound(reader, () => readSwitch(each, where, places.length, reader))
    if (!pair) return []
    if (seen.has(pair[0])) reader.add(where, `Fault ${pair[0] + 1} is switched twice.`, 'Name each fault once.')
    const place = seen.has(pair[0]) ? undefined : places[pair[0]]
    seen.add(pair[0])
    return place === undefined ? [] : [[place, pair[1]] as const]
  })
  return pairs.length > 0 ? pairs.sort(([a], [b]) => a - b) : undefined
}

function readSwitch(input: unknown, path: string, faults: number, reader: Reader): readonly [number, boolean] {
  const pair = reader.list(input, path, 2, 2, 'parts')
  const fault = reader.whole(pair[0], within(path, 0), fieldBounds.fault, 0)
  if (fault >= faults) {
    const there = faults === 0 ? 'There are no faults.' : `Faults are counted from 0; the last is ${faults - 1}.`
    reader.add(within(path, 0), `There is no fault ${fault + 1}.`, there)
  }
  return [fault, reader.flag(pair[1], within(path, 1), true)]
}

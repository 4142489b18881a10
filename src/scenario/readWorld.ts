// The world of a scenario, read from anything: brokers, kernel, faults, workload.

import { type Bounds, fieldBounds } from './fields.ts'
import { kernelDefaults } from './kernel.ts'
import { type Fields, Reader, within } from './reader.ts'
import { type Places, readFaults, readSwitches } from './readFaults.ts'
import { part, type Read, sound, wholeNumber, word } from './readParts.ts'
import { readApiCall, readProduce } from './readProduce.ts'
import { readQuorum, readQuorumNodes } from './readQuorum.ts'
import { readReplicas, readReplication } from './readReplication.ts'
import {
  defaultKernel,
  freshNode,
  type Keepalive,
  type Kernel,
  kernelReleases,
  labOf,
  limits,
  memberships,
  type Node,
  type Scenario,
  type Variant,
  type Workload,
  type World,
  wheelHz,
  withoutClient,
} from './scenario.ts'

const worldFields = ['nodes', 'kernel', 'latency', 'service', 'jitter', 'selectOvershootMs', 'faults', 'workload']

/** A world, and where each fault of the input now stands in it. */
export type WorldRead = { readonly world: World; readonly places: Places }

export function readWorld(input: unknown, path: string, reader: Reader): WorldRead {
  const fields = reader.fields(input, path, worldFields)
  if (!fields) return readWorld({}, path, new Reader())
  const { get } = fields
  const at = (key: string) => within(path, key)
  const lab = labOf({ kind: kindIn(get('workload')) as Workload['kind'] })
  const nodes = nodesOf[lab](get('nodes'), at('nodes'), reader)
  // No time passes between the steps of a partition.
  const hasLatency = lab !== 'replication' || fields.has('latency')
  const latency = hasLatency ? reader.whole(get('latency'), at('latency'), fieldBounds.latency, 1) : 0
  const { kernel, ...client } = readClient(fields, path, lab, reader)
  const { faults, places } = readFaults(
    lab === 'replication' ? (get('faults') ?? []) : get('faults'),
    at('faults'),
    lab,
    reader,
  )
  const workload = readWorkload(get('workload'), at('workload'), nodes, reader) ?? { kind: 'send' }
  return { world: { nodes, kernel, latency, ...client, faults, workload }, places }
}

/** What concerns the client; a world without one need not say it. */
function readClient(
  fields: Fields,
  path: string,
  lab: Scenario['lab'],
  reader: Reader,
): Pick<World, 'kernel' | 'service' | 'jitter' | 'selectOvershootMs'> {
  const hasClient = lab === 'client' || lab === 'requests'
  const read = <T>(key: keyof typeof withoutClient, usual: T, of: Read<T>): T =>
    !hasClient && fields.get(key) === undefined ? usual : (of(fields.get(key), within(path, key)) ?? usual)
  return {
    kernel: read<Kernel>('kernel', defaultKernel, (value, where) => readKernel(value, where, reader)),
    service: read('service', 0, (value, where) => reader.whole(value, where, fieldBounds.service, 0)),
    jitter: read('jitter', withoutClient.jitter, (value, where) => reader.flag(value, where, true)),
    selectOvershootMs: read('selectOvershootMs', hasClient ? 1 : 0, word(reader, [0, 1] as const)),
  }
}

const nodesOf: {
  readonly [lab in Scenario['lab']]: (input: unknown, path: string, reader: Reader) => readonly Node[]
} = {
  client: (...of) => readNodes(...of),
  requests: (...of) => readNodes(...of),
  quorum: readQuorumNodes,
  replication: readReplicas,
}

const readNodes = (input: unknown, path: string, reader: Reader): readonly Node[] =>
  checkedNodes(
    reader.list(input, path, 1, limits.nodes, 'brokers').map((node, i) => readNode(node, i, within(path, i), reader)),
    path,
    reader,
  )

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

/** The others than `produce`, which has fields of its own. */
const workloadKinds = ['send', 'refresh', 'leader', 'busy'] as const

const kindIn = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'kind' in input && Object.hasOwn(input, 'kind')
    ? input.kind
    : undefined

function readWorkload(input: unknown, path: string, nodes: readonly Node[], reader: Reader): Workload | undefined {
  if (kindIn(input) === 'produce') return readProduce(input, path, reader)
  if (kindIn(input) === 'replication') return readReplication(input, path, reader)
  if (kindIn(input) === 'quorum') return readQuorum(input, path, nodes.length, reader)
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

const clientsOwn = ['latency', 'seed', 'faults', 'kernel', 'jitter']

/** What a variant may have of its own: one of a partition nothing. */
const ownFields: { readonly [lab in Scenario['lab']]: readonly string[] } = {
  client: clientsOwn,
  requests: clientsOwn,
  quorum: ['latency', 'seed', 'faults'],
  replication: [],
}

/** What differs in a variant's world; undefined: nothing. `places`: where the faults of the input went. */
export function readVariantWorld(
  input: unknown,
  path: string,
  places: Places,
  lab: Scenario['lab'],
  reader: Reader,
): Variant['world'] {
  const fields = reader.fields(input, path, ownFields[lab])
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

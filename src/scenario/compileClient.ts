// A variant of a scenario as the world that a client's run takes: settings after Kafka's own post-processing, faults as conditions of
// hosts, the kernel as a schedule of SYNs. What a producer adds to it stands in producerWorld.ts, so that the first picture needs none of it.

import { assert } from '../base/assert.ts'
import { FOREVER, instant, type Ms, ms, START } from '../base/time.ts'
import { clientBehaviourOf } from './behaviourOf.ts'
import type { ClientBehaviour, EarlyBehaviour } from './behaviours.ts'
import { clientKernel } from './clientKernel.ts'
import type { Call, ClientConfig, ClientOrder, ClientWorld, Host } from './clientWorld.ts'
import { fateOf, faultRowsOf, faultsOfNode, healthy } from './conditions.ts'
import {
  type Component,
  componentOf,
  labOf,
  limits,
  type memberships,
  type Scenario,
  type Value,
  type Variant,
  type Workload,
  type World,
} from './scenario.ts'
import { settingOf } from './settings.ts'

/** The world that a variant sees: the common one with what differs. */
export function worldOf(scenario: Scenario, variant: number): World {
  const { kernel, latency, jitter, faults = [] } = variantOf(scenario, variant).world ?? {}
  const { world } = scenario
  const own = new Map(faults)
  return {
    ...world,
    kernel: kernel ?? world.kernel,
    latency: latency ?? world.latency,
    jitter: jitter ?? world.jitter,
    faults: own.size === 0 ? world.faults : world.faults.map((fault, i) => ({ ...fault, on: own.get(i) ?? fault.on })),
  }
}

/** The seed of a variant's dice. */
export const seedOf = (scenario: Scenario, variant: number): number =>
  variantOf(scenario, variant).world?.seed ?? scenario.seed

export function variantOf(scenario: Scenario, index: number): Variant {
  const variant = scenario.variants[index]
  assert(variant !== undefined, `the scenario has no variant ${index}`)
  return variant
}

/** True where a question of the client lab sets nothing: all of it is as the releases come. */
export const isAsReleased = ({ lab, variants }: Scenario): boolean =>
  lab === 'client' &&
  variants.every(({ config }) => Object.values(config).every((settings) => Object.keys(settings).length === 0))

/** What the runs of such a question take. */
export const ordersAsReleased = (scenario: Scenario): ClientOrder[] =>
  scenario.variants.map(({ kafka }, variant) =>
    orderWith(scenario, variant, compileClient(scenario, variant, settingsAsReleased(kafka))),
  )

/** What a run of a variant takes in its world. */
export const orderWith = (scenario: Scenario, variant: number, world: ClientWorld): ClientOrder => ({
  world,
  seed: seedOf(scenario, variant),
  jitter: worldOf(scenario, variant).jitter,
})

/** A variant's world by its settings, without what a producer adds to it. The scenario has passed `parse`. */
export function compileClient(
  scenario: Scenario,
  variant: number,
  value: InForce,
  rowLimit: number = limits.rows,
): ClientWorld {
  const asked = variantOf(scenario, variant)
  const world = worldOf(scenario, variant)
  const { workload } = world
  const produces = workload.kind === 'produce'
  const leads = workload.kind === 'leader'
  const knowsTopic = leads || (produces && workload.topicKnown)
  const knowsBrokers = knowsTopic || workload.kind === 'refresh' || ('known' in workload && workload.known)
  const behaviour = clientBehaviourOf(asked)
  const hosts = hostsOf(feltBy(behaviour, world), scenario.until)
  return {
    until: instant(scenario.until),
    behaviour,
    config: clientConfig(value, componentOf(workload)),
    selectOvershoot: ms(world.selectOvershootMs),
    asksApiVersions: behaviour.procedure === 'poll since 0.10.2',
    hosts,
    kernel: clientKernel(world.kernel),
    scripted: false,
    faults: faultRowsOf(world.faults, world.nodes.length, scenario.until),
    metadata: {
      known: knowsBrokers ? 'brokers' : 'bootstrap',
      knownBrokers: membersBut(world, 'joined'),
      start: knowsTopic || ('known' in workload && workload.known) ? 'fresh' : 'due',
      order: undefined,
      answers: [{ at: START, brokers: membersBut(world, 'left'), rebootstrapRequired: false }],
      draws: 'each',
    },
    caller: {
      pollTimeout: FOREVER,
      leader: leads ? brokerId(workload.node) : undefined,
      maxBlock: leads || labOf(workload) === 'requests' ? undefined : maxBlock(value),
      ...(value('max.block.ms') === undefined && { boundBy: 'metadata.fetch.timeout.ms' }),
    },
    calls: callsOf(workload, hosts, behaviour),
    rowLimit,
  }
}

/** How long send() waits for metadata. */
export const maxBlock = (value: InForce): Ms => length(value('max.block.ms') ?? value('metadata.fetch.timeout.ms'))

/** A node's id in metadata. */
const brokerId = (node: number): number => node + 1

/** The brokers but for those that have left, or that the client does not know yet. */
const membersBut = ({ nodes }: World, membership: (typeof memberships)[number]): number[] =>
  nodes.flatMap((node, i) => (node.membership === membership ? [] : [brokerId(i)]))

/**
 * What is asked of the client at 0. An early producer knows its bootstrap servers as if by an answer, so that send() must ask for an
 * update (KafkaProducer.waitOnMetadata); later ones begin with one that is due.
 */
function callsOf(workload: Workload, hosts: readonly Host[], { procedure }: ClientBehaviour | EarlyBehaviour): Call[] {
  const calls: Call[] = []
  const boot = workload.kind === 'busy' ? hosts[workload.node]?.boot : undefined
  if (boot !== undefined) calls.push({ at: START, what: 'ready', node: boot })
  const asksByItself = workload.kind !== 'leader' && labOf(workload) === 'client'
  if (procedure === 'poll before 0.10.2' && asksByItself) calls.push({ at: START, what: 'update' })
  return calls
}

/** A setting's value, undefined where the release has none of that key. */
export type InForce = (key: string) => Value | undefined

/** A producer's settings as its release comes: where nothing is set, no rule sets one by another. */
const settingsAsReleased =
  (kafka: string): InForce =>
  (key) =>
    settingOf(kafka, key)?.default

/** What the release has no setting for is bound by nothing; nor is what takes longer than milliseconds can be counted. */
export const length = (value: Value | undefined): Ms =>
  value === undefined || Number(value) > Number.MAX_SAFE_INTEGER ? FOREVER : ms(Number(value))

/** What consumers and admin clients hand to their NetworkClient: nobody can set it. */
const inFlightOf: { readonly [component in Component]?: number } = { consumer: 100, admin: 1 }
const ADMIN_REQUEST = ms(3_600_000)

// A base beyond its maximum (X7), and a setup timeout of 0 or less (X8), go through as they are: what they come to is the machines' to say.
function clientConfig(value: InForce, component: Component): ClientConfig {
  const retryBackoff = length(value('retry.backoff.ms'))
  const draftSetup = value('connections.setup.timeout.ms')
  return {
    reconnectBackoff: length(value('reconnect.backoff.ms')),
    reconnectBackoffMax: length(value('reconnect.backoff.max.ms')),
    setupTimeout: length(draftSetup ?? value('socket.connection.setup.timeout.ms')),
    setupTimeoutMax: length(draftSetup ?? value('socket.connection.setup.timeout.max.ms')),
    requestTimeout: component === 'admin' ? ADMIN_REQUEST : length(value('request.timeout.ms')),
    retryBackoff,
    retryBackoffMax: value('retry.backoff.max.ms') === undefined ? retryBackoff : length(value('retry.backoff.max.ms')),
    metadataMaxAge: length(value('metadata.max.age.ms')),
    rebootstraps: String(value('metadata.recovery.strategy')).trim().toLowerCase() === 'rebootstrap',
    rebootstrapTrigger: length(value('metadata.recovery.rebootstrap.trigger.ms')),
    maxInFlight: inFlightOf[component] ?? Number(value('max.in.flight.requests.per.connection')),
    firstAddressOnly: value('client.dns.lookup') === 'default',
  }
}

/** The world as a client can feel it: one that knows neither TLS nor SASL (0.8.2) has no handshake that could stall. */
function feltBy(behaviour: ClientBehaviour | EarlyBehaviour, world: World): World {
  if (behaviour.procedure === 'poll since 0.10.2' || behaviour.awaitsChannel) return world
  return { ...world, faults: world.faults.map((fault) => (fault.kind === 'stall' ? { ...fault, on: false } : fault)) }
}

/** Node i is broker i + 1 in metadata; the k-th bootstrap server is the client's node -k. Both are the same machine. */
function hostsOf(world: World, until: number): Host[] {
  const well = healthy(ms(world.latency), ms(world.service))
  let bootstrapServers = 0
  return world.nodes.map(({ name, bootstrap, addresses }, node) => {
    if (bootstrap) bootstrapServers += 1
    return {
      name,
      boot: bootstrap ? -bootstrapServers : undefined,
      broker: brokerId(node),
      addresses,
      ...fateOf(faultsOfNode(world.faults, node, until), addresses, until, well),
    }
  })
}

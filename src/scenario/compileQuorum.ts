// A variant of a question about a quorum as the world that its run takes: faults as cuts, losses, latencies and events, settings after
// Kafka's own post-processing. Node i of the scenario is number i + 1.

import { type Instant, instant, type Ms, ms, NEVER, START } from '../base/time.ts'
import { length, variantOf, worldOf } from './compileClient.ts'
import { SLOWER } from './conditions.ts'
import { isOfQuorum, lasts } from './faultFields.ts'
import { type QuorumBehaviour, quorumBehaviours } from './quorumBehaviours.ts'
import type {
  Cut,
  FaultHit,
  Latency,
  MessageKind,
  MessageLoss,
  NodeEvent,
  QuorumConfig,
  QuorumFaultKind,
  QuorumFaultRow,
  QuorumWorld,
} from './quorumWorld.ts'
import { quorumReleaseOf } from './releases.ts'
import { type Fault, limits, type Quorum, type Scenario, type Variant, type World } from './scenario.ts'
import { settingsInForce } from './settingsInForce.ts'

/** KafkaRaftClient.MAX_FETCH_WAIT_MS: how long a Fetch asks to be parked. No release makes it a setting. */
export const MAX_FETCH_WAIT: Ms = ms(500)

/** The number of a node in controller.quorum.voters, by its index in the scenario. */
const nodeId = (index: number): number => index + 1

/** What happens to a quorum, with its index in the scenario and its end. */
type Happening = Fault & { readonly kind: QuorumFaultKind; readonly index: number; readonly end: Instant }

/** A variant's world. The scenario has passed `parse`, and asks about a quorum. */
export function compileQuorum(
  scenario: Scenario,
  variant: number,
  quorum: Quorum,
  rowLimit: number = limits.rows,
): QuorumWorld {
  const asked = variantOf(scenario, variant)
  const world = worldOf(scenario, variant)
  const happenings = happeningsIn(world)
  const ids = world.nodes.map((_, index) => nodeId(index))
  const isObserver = (id: number) => world.nodes[id - 1]?.observer === true
  return {
    lab: 'quorum',
    until: instant(scenario.until),
    behaviour: quorumBehaviourOf(asked),
    config: quorumConfigOf(asked),
    voters: ids.filter((id) => !isObserver(id)),
    observers: ids.filter(isObserver),
    latency: ms(world.latency),
    latencies: latenciesOf(world, quorum, happenings),
    cuts: happenings.flatMap((fault) => cutsOf(fault, world)),
    losses: happenings.flatMap((fault) => lossesOf(fault, world)),
    events: eventsOf(happenings),
    faults: happenings.map(faultRow).sort((a, b) => a.at - b.at || a.index - b.index),
    start: quorum.start,
    rowLimit,
  }
}

/** The knobs of a variant: its release's row, with what it sets itself. */
export function quorumBehaviourOf({ kafka, knobs }: Pick<Variant, 'kafka' | 'knobs'>): QuorumBehaviour {
  const row = quorumBehaviours[quorumReleaseOf(kafka)?.behaviour ?? 'kraft-4.4']
  return { ...row, ...knobs }
}

/** The settings of every node of a variant, as they are in force. */
export function quorumConfigOf(asked: Variant): QuorumConfig {
  const value = settingsInForce(asked, 'controller')
  const of = (name: string): Ms => length(value(`controller.quorum.${name}.ms`))
  return {
    fetchTimeout: of('fetch.timeout'),
    electionTimeout: of('election.timeout'),
    electionBackoffMax: of('election.backoff.max'),
    requestTimeout: of('request.timeout'),
    retryBackoff: of('retry.backoff'),
    appendLinger: of('append.linger'),
    maxFetchWait: MAX_FETCH_WAIT,
  }
}

/** What is on, of nodes that are there. */
function happeningsIn({ nodes, faults }: World): Happening[] {
  return faults.flatMap((fault, index) => {
    const { kind, on, node, peer = 0, until } = fault
    if (!on || node >= nodes.length || peer >= nodes.length || !isOfQuorum(kind)) return []
    return { ...fault, kind, index, end: until === undefined ? NEVER : instant(until) }
  })
}

type Way = { readonly from: number; readonly to: number }

/** The nodes, by index, at the other ends of the links that a fault is about. */
const peersOf = ({ node, peer }: Fault, { nodes }: World): readonly number[] =>
  peer === undefined ? nodes.map((_, index) => index).filter((index) => index !== node) : [peer]

/** The ways of the links that a fault is about, by the numbers of the nodes. */
const waysOf = (fault: Fault, world: World): Way[] =>
  peersOf(fault, world).flatMap((peer) => [
    ...(fault.way === 'from broker' ? [] : [{ from: nodeId(peer), to: nodeId(fault.node) }]),
    ...(fault.way === 'to broker' ? [] : [{ from: nodeId(fault.node), to: nodeId(peer) }]),
  ])

function cutsOf(fault: Happening, world: World): Cut[] {
  if (fault.kind !== 'cut link') return []
  const { at, end, index } = fault
  return waysOf(fault, world).map((way) => ({ ...way, at: instant(at), until: end, fault: index }))
}

function lossesOf(fault: Happening, world: World): MessageLoss[] {
  if (fault.kind !== 'lose message') return []
  const { at, end, index, nth = 1, toldAfter } = fault
  return peersOf(fault, world).map((peer) => ({
    from: nodeId(fault.node),
    to: nodeId(peer),
    message: lostMessage(fault),
    nth,
    since: instant(at),
    until: end,
    toldAfter: toldAfter === undefined ? undefined : ms(toldAfter),
    fault: index,
  }))
}

/** Which message a fault loses: `parse` lets those of a quorum pass only. */
const lostMessage = ({ message = 'Fetch' }: Fault): MessageKind => message as MessageKind

/** Every way that is not as the world's latency all along, from each instant at which it changes. */
function latenciesOf(world: World, { links = [] }: Quorum, happenings: readonly Happening[]): Latency[] {
  const slow = happenings
    .filter(({ kind }) => kind === 'slow link')
    .flatMap((fault) => waysOf(fault, world).map((way) => ({ ...way, fault })))
  const indices = world.nodes.map((_, index) => index)
  return indices.flatMap((from) =>
    indices.flatMap((to) => {
      const way = { from: nodeId(from), to: nodeId(to) }
      const base = links.find((link) => link.from === from && link.to === to)?.latency ?? world.latency
      const own = slow.filter((each) => each.from === way.from && each.to === way.to).map(({ fault }) => fault)
      return latenciesOfWay(way, base, world.latency, own)
    }),
  )
}

function latenciesOfWay(way: Way, base: number, usual: number, slow: readonly Happening[]): Latency[] {
  const turns = [...new Set([START, ...slow.flatMap(({ at, end }) => [at, end])])].filter((at) => at !== NEVER)
  let last = usual
  return turns
    .sort((a, b) => a - b)
    .flatMap((at) => {
      const holding = slow.filter((fault) => fault.at <= at && at < fault.end)
      const latency = holding.reduce((sum, { slower = SLOWER }) => sum + slower, base)
      if (latency === last) return []
      last = latency
      return [{ ...way, at: instant(at), latency: ms(latency) }]
    })
}

/** What happens to nodes, by instant; at one instant in the order of the faults. */
function eventsOf(happenings: readonly Happening[]): NodeEvent[] {
  const nodes = [...new Set(happenings.map(({ node }) => node))]
  const events = nodes.flatMap((node) => {
    const own = happenings.filter((fault) => fault.node === node)
    return [...pausesOf(own), ...stopsOf(own), ...own.flatMap(momentOf)]
  })
  return events.sort((a, b) => a.at - b.at || a.fault - b.fault)
}

/** Faults of one kind that overlap or touch, together: a process that is stopped or paused twice over is so once, for longer. */
function together(faults: readonly Happening[], kind: Fault['kind']): { first: Happening; last: Happening }[] {
  const stretches: { first: Happening; last: Happening }[] = []
  const own = faults.filter((fault) => fault.kind === kind).sort((a, b) => a.at - b.at || a.index - b.index)
  for (const fault of own) {
    const open = stretches.at(-1)
    if (open === undefined || fault.at > open.last.end) stretches.push({ first: fault, last: fault })
    else if (fault.end > open.last.end) open.last = fault
  }
  return stretches
}

const pausesOf = (faults: readonly Happening[]): NodeEvent[] =>
  together(faults, 'pause').map(({ first, last }) => ({
    at: instant(first.at),
    node: nodeId(first.node),
    fault: first.index,
    what: 'pause',
    until: last.end,
    resumes: last.resumes ?? 'timers',
  }))

const stopsOf = (faults: readonly Happening[]): NodeEvent[] =>
  together(faults, 'stop').flatMap(({ first, last }): NodeEvent[] => {
    const node = nodeId(first.node)
    const stop = { at: instant(first.at), node, fault: first.index, what: 'stop' } as const
    return last.end === NEVER ? [stop] : [stop, { at: last.end, node, fault: last.index, what: 'start' }]
  })

const moments = { resign: 'resign', append: 'append', 'shut down': 'shutdown' } as const

const isMoment = (kind: Fault['kind']): kind is keyof typeof moments => Object.hasOwn(moments, kind)

const momentOf = ({ at, node, kind, index }: Happening): NodeEvent[] =>
  isMoment(kind) ? [{ at: instant(at), node: nodeId(node), fault: index, what: moments[kind] }] : []

function faultRow(fault: Happening): QuorumFaultRow {
  const { at, end, node, kind, index } = fault
  const hits = hitsOf(fault)
  return {
    at: instant(at),
    until: lasts(kind) ? end : instant(at),
    node: nodeId(node),
    what: kind,
    index,
    ...(hits && { hits }),
  }
}

function hitsOf(fault: Happening): FaultHit | undefined {
  const peer = fault.peer === undefined ? undefined : nodeId(fault.peer)
  switch (fault.kind) {
    case 'lose message':
      return { peer, way: 'out', message: lostMessage(fault), nth: fault.nth ?? 1 }
    case 'cut link':
    case 'slow link':
      return { peer, way: fault.way === 'from broker' ? 'out' : fault.way === 'to broker' ? 'in' : 'both' }
    default:
      return undefined
  }
}

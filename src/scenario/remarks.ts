// What a person may not see at once in a list of faults: which of them do nothing, and which of two decides. Nothing here is a problem:
// such faults are kept, and run.

import { precise } from '../base/brief.ts'
import { weightOf } from './conditions.ts'
import { lasts } from './faultFields.ts'
import { type Fault, type FaultKind, linkWays, type Scenario } from './scenario.ts'

export type Remark = {
  readonly path: string
  /** Index in world.faults. */
  readonly fault: number
  /** One sentence. */
  readonly says: string
}

/** A fault with its index, its end, what it weighs, and the variants in which it is on. */
type Met = Fault & {
  readonly index: number
  readonly end: number
  readonly weight: number
  readonly variants: readonly number[]
}

/** A fault that more others overlap says no more of them. */
const OVERLAPS_SAID = 3

/** All that is to be said about the faults of a scenario, fault by fault. */
export function remarksOn(scenario: Scenario): readonly Remark[] {
  const faults = metIn(scenario)
  return faults.flatMap((fault) => {
    const alone = aloneSays(fault, scenario)
    const says = alone === undefined ? besidesSay(fault, faults.filter(meets(fault))) : [alone]
    return says.map((each) => ({ path: `world.faults.${fault.index}`, fault: fault.index, says: each }))
  })
}

function metIn({ world, variants }: Scenario): readonly Met[] {
  const switches = variants.map((variant) => new Map(variant.world?.faults))
  return world.faults.map((fault, index) => ({
    ...fault,
    index,
    end: lasts(fault.kind) ? (fault.until ?? Number.POSITIVE_INFINITY) : fault.at,
    weight: weightOf(fault),
    variants: switches.flatMap((own, variant) => ((own.get(index) ?? fault.on) ? [variant] : [])),
  }))
}

/** The other faults that are on in one variant with this one, and concern one address with it. */
const meets =
  (fault: Met) =>
  (other: Met): boolean =>
    other.index !== fault.index &&
    other.node === fault.node &&
    (other.address === undefined || fault.address === undefined || other.address === fault.address) &&
    other.variants.some((variant) => fault.variants.includes(variant))

/** Why a fault cannot happen, whatever the others are; undefined: it can. */
function aloneSays({ node, address, at, kind, partition }: Met, { world, until, lab }: Scenario): string | undefined {
  const broker = world.nodes[node]
  if (!broker) return `There is no broker ${node + 1} now: the fault is kept for when there is one.`
  if (address !== undefined && address > broker.addresses) {
    const has = broker.addresses === 1 ? 'one address' : `${broker.addresses} addresses`
    return `The name of ${broker.name} has only ${has}: at address ${address} nothing happens.`
  }
  if (ofRecords.includes(kind) && lab === 'client') return 'It concerns records only, and nobody sends any here.'
  if (partition !== undefined && world.workload.kind === 'produce' && partition >= world.workload.partitions)
    return `There is no partition ${partition} now: the topic has ${world.workload.partitions}, counted from 0.`
  const late = lateSays(at, until)
  if (late !== undefined) return late
  if (kind === 'forget connections' && at === 0) return 'At 0 nothing is connected yet: there is nothing to forget.'
  return undefined
}

/** Why a fault that begins so late cannot be seen; undefined: it can. */
export function lateSays(at: number, until: number): string | undefined {
  if (at > until) return `It never happens: it would begin at ${precise(at)}, and the run ends at ${precise(until)}.`
  return at === until ? `It begins at ${precise(at)}, in the very millisecond in which the run ends.` : undefined
}

/** Who leads is not decided on the way to a broker: nothing hides that. */
const leading: readonly FaultKind[] = ['take over', 'no leader']
const ofRecords: readonly FaultKind[] = [...leading, 'answer error']

const named = ({ index, kind }: Met): string => `fault ${index + 1} (${kind})`

/** What a fault comes to beside the others that it meets. */
function besidesSay(fault: Met, others: readonly Met[]): readonly string[] {
  for (const other of others.filter((each) => covers(each, fault))) {
    const why = hidden(fault, other)
    if (why) return [`It has no effect: ${named(other)} lasts as long, and ${why}.`]
  }
  return [...sameStart(fault, others), ...overlaps(fault, others)]
}

function sameStart(fault: Met, others: readonly Met[]): string[] {
  if (leading.includes(fault.kind)) return []
  const first = others.findLast(
    ({ at, index, kind }) => at === fault.at && index < fault.index && !leading.includes(kind),
  )
  return first ? [`It begins in the same millisecond as ${named(first)}, which comes first.`] : []
}

/** True where `a` holds wherever and whenever `b` does. */
const covers = (a: Met, b: Met): boolean =>
  a.at <= b.at &&
  b.end <= a.end &&
  (a.address === undefined || a.address === b.address) &&
  b.variants.every((variant) => a.variants.includes(variant))

/** Of two faults the one that a condition names, as conditions.ts weighs them. */
const decides = (a: Met, b: Met): boolean => (a.weight - b.weight || a.at - b.at || a.index - b.index) < 0

type Way = (typeof linkWays)[number]

const drops = ({ kind, way }: Fault, on: Way): boolean =>
  kind === 'black hole' || (kind === 'cut link' && (way === undefined || way === on))

/** What a fault leaves of the path or the listener, in a sentence; undefined: all of both. */
function barrier(fault: Fault): string | undefined {
  const [out, back] = linkWays.map((way) => drops(fault, way))
  if (out && back) return 'nothing passes either way'
  if (out || fault.kind === 'unreachable') return 'nothing arrives'
  if (back) return 'nothing comes back'
  if (fault.kind === 'refuse' || fault.kind === 'stop') return 'nobody listens'
  return fault.kind === 'backlog full' ? 'no connection gets in' : undefined
}

const behindListener: readonly FaultKind[] = ['backlog full', 'stall', 'mute', 'pause', 'answer error']
const oncePerCondition: readonly FaultKind[] = ['unreachable', 'refuse', 'stop', ...behindListener]

/** Why a fault that another one covers changes nothing; undefined: it may change something. */
function hidden(fault: Met, cover: Met): string | undefined {
  if (fault.kind === 'lose message') return lostAnyway(fault, cover) ? barrier(cover) : undefined
  if (leading.includes(fault.kind) || leading.includes(cover.kind)) return undefined
  if (fault.kind === 'answer error' && cover.kind === 'mute') return 'no PRODUCE is answered'
  if (!decides(cover, fault)) return undefined
  if (fault.kind === cover.kind && oncePerCondition.includes(fault.kind)) return sameKind(fault, cover)
  const pathOnly = !['refuse', 'stop', 'forget connections'].includes(fault.kind)
  const covered = linkWays.every((way) => drops(cover, way))
  if (covered) return pathOnly ? barrier(cover) : undefined
  const sameWay = fault.kind === 'cut link' && linkWays.every((way) => drops(cover, way) === drops(fault, way))
  if (sameWay) return barrier(cover)
  const before = drops(cover, 'to broker') || ['unreachable', 'refuse', 'stop'].includes(cover.kind)
  return before && behindListener.includes(fault.kind) ? barrier(cover) : undefined
}

/** What a fault of the same kind leaves of another: a broker that is mute to less than all leaves the rest to be mute to. */
function sameKind(fault: Met, cover: Met): string | undefined {
  if (fault.by === cover.by && fault.error === cover.error && fault.answers === cover.answers) return 'does the same'
  if (fault.kind !== 'mute') return 'decides'
  return cover.answers === undefined ? 'nothing is answered' : undefined
}

/** True where each message of the kind is lost, or never sent, while the other fault lasts. */
function lostAnyway({ message = 'request' }: Fault, cover: Fault): boolean {
  const [out, back] = linkWays.map((way) => drops(cover, way))
  if (message === 'SYN' || message === 'request') return out === true
  if (message === 'answer') return back === true
  return out === true || back === true || ['unreachable', 'refuse', 'stop', 'backlog full'].includes(cover.kind)
}

/** Who decides, or that both hold, while stronger faults last. */
function overlaps(fault: Met, others: readonly Met[]): string[] {
  return others
    .filter((other) => decides(other, fault) && Number.isFinite(fault.weight))
    .filter((other) => Math.max(other.at, fault.at) < Math.min(other.end, fault.end))
    .sort((a, b) => (decides(a, b) ? -1 : 1))
    .slice(0, OVERLAPS_SAID)
    .map((other) => `${span(fault, other)} ${overlapSays(fault, other)}`)
}

function span(a: Met, b: Met): string {
  const from = precise(Math.max(a.at, b.at))
  const to = Math.min(a.end, b.end)
  return Number.isFinite(to) ? `From ${from} to ${precise(to)}` : `From ${from} on`
}

function overlapSays(fault: Met, other: Met): string {
  const wall = barrier(other)
  if (wall && isBehind(fault, other)) {
    const tie =
      other.weight !== fault.weight ? '' : other.at < fault.at ? ', which began earlier,' : ', which comes first,'
    return `${named(other)}${tie} decides: ${wall}.`
  }
  return fault.kind === 'slow link' && other.kind === 'slow link'
    ? `${named(other)} holds too: what both slow down is slowed by their sum.`
    : `${named(other)} holds too.`
}

/** True where a client does not get to see the fault while the other one lasts. */
function isBehind(fault: Met, other: Met): boolean {
  if (linkWays.some((way) => drops(fault, way) && !drops(other, way))) return false
  if (fault.kind === 'slow link') return linkWays.some((way) => drops(other, way))
  return other.kind !== 'backlog full' || fault.kind === 'backlog full'
}

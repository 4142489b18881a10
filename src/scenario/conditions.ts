// Faults that overlap, as what a host does from one instant to the next.
//
//   black hole      ████████████            0 ──┬── 10 ──┬── 20 ──┬── 30
//   stop                 ██████████    =>   fine │ drops  │ drops  │ refuses ...
//
// Any fault that drops wins over all others; then who refuses; then the rest at once.

import { type Instant, instant, later, type Ms, ms, NEVER, plus, START } from '../base/time.ts'
import type { Condition, Deciders, FaultRow, Host, Loss, Reset } from './clientWorld.ts'
import { type ClientFault, clientFaultKinds, type Fault, losableMessages } from './scenario.ts'

/** A fault with its index in the scenario, its end, and how much it decides: the least weight does. */
type Numbered = ClientFault & { readonly index: number; readonly end: Instant; readonly weight: number }

const holds = (fault: Numbered, at: number): boolean => fault.at <= at && at < fault.end

const goes = (fault: Fault, way: 'to broker' | 'from broker'): boolean => fault.way === undefined || fault.way === way
const drops = (fault: Fault, way: 'to broker' | 'from broker'): boolean =>
  fault.kind === 'black hole' || (fault.kind === 'cut link' && goes(fault, way))
/** Of several that are mute at once each swallows what it does. */
function answersOf(mute: readonly Fault[]): Condition['answers'] {
  if (mute.length === 0) return 'all'
  if (mute.some(({ answers }) => answers === undefined)) return 'none'
  return mute.some(({ answers }) => answers === 'API versions') ? 'API versions' : 'all but PRODUCE'
}

const refuses = (fault: Fault): boolean => fault.kind === 'refuse' || fault.kind === 'stop'

/** Kinds that decide what a client meets, the strongest first, after those that drop. */
const order = ['unreachable', 'refuse', 'stop', 'backlog full', 'stall', 'mute', 'pause', 'slow link'] as const

/**
 * Which fault decides what a client meets, the least of them: the path before the listener, the listener before the process behind it.
 * Infinity: it makes no lasting condition.
 */
export function weightOf(fault: Fault): number {
  if (drops(fault, 'to broker')) return 0
  if (drops(fault, 'from broker')) return 1
  const place = order.findIndex((kind) => kind === fault.kind)
  return place < 0 ? Number.POSITIVE_INFINITY : place + 2
}

/** Of two faults the one that decides; of equal ones the one that began earlier. */
const decider = (a: Numbered, b: Numbered): Numbered =>
  (a.weight - b.weight || a.at - b.at || a.index - b.index) <= 0 ? a : b

/** True for what can happen to a client's broker. */
const isClientFault = (fault: Fault): fault is ClientFault =>
  clientFaultKinds.some((kind) => kind === fault.kind) &&
  (fault.message === undefined || losableMessages.some((message) => message === fault.message))

/** The faults of a node that can happen up to an instant. */
export function faultsOfNode(faults: readonly Fault[], node: number, until: number): Numbered[] {
  return faults.flatMap((fault, index) => {
    const happens = fault.on && fault.node === node && fault.at <= until
    if (!happens || !isClientFault(fault)) return []
    const end = fault.until === undefined ? NEVER : instant(fault.until)
    return { ...fault, index, end, weight: weightOf(fault) }
  })
}

/** The faults of a node that concern one address of its name, from 0. */
const faultsOfAddress = (faults: readonly Numbered[], address: number): readonly Numbered[] =>
  faults.filter((fault) => fault.address === undefined || fault.address === address + 1)

/** No fault decides anything. */
export const NOBODY: Deciders = { out: -1, back: -1, listener: -1, channel: -1, answers: -1 }

/** What a host does while it is well. */
export const healthy = (latency: Ms, service: Ms): Condition => ({
  at: START,
  reaches: true,
  returns: true,
  listener: 'accepts',
  unreachable: undefined,
  channel: 'ready',
  answers: 'all',
  pausedUntil: START,
  // The SYN out and the SYN-ACK back.
  connect: ms(2 * latency),
  handshake: ms(0),
  service,
  latencyOut: latency,
  latencyBack: latency,
  throttle: ms(0),
  apiVersionsMax: 3,
  by: NOBODY,
})

/** How much a slow link adds, unless it says so. */
export const SLOWER = 100

function conditionAt(at: Instant, faults: readonly Numbered[], well: Condition): Condition {
  const now = faults.filter((fault) => holds(fault, at) && fault.weight !== Number.POSITIVE_INFINITY)
  const any = (test: (fault: Fault) => boolean) => now.some(test)
  const is = (kind: Fault['kind']) => any((fault) => fault.kind === kind)
  const pauses = now.filter(({ kind }) => kind === 'pause').map(({ end }) => end)
  const first = now.length > 0 ? now.reduce(decider) : undefined
  const by = decidersOf(now)
  const slower = (way: 'to broker' | 'from broker'): number =>
    now.reduce((sum, fault) => sum + (fault.kind === 'slow link' && goes(fault, way) ? (fault.slower ?? SLOWER) : 0), 0)
  const latencyOut = ms(well.latencyOut + slower('to broker'))
  const latencyBack = ms(well.latencyBack + slower('from broker'))
  return {
    ...well,
    at,
    reaches: by.out < 0,
    returns: by.back < 0,
    listener: any(refuses) ? 'refuses' : is('backlog full') ? 'ignores' : 'accepts',
    unreachable: first?.kind === 'unreachable' ? (first.by ?? 'ICMP host') : undefined,
    channel: is('stall') ? 'stalls' : 'ready',
    answers: answersOf(now.filter(({ kind }) => kind === 'mute')),
    pausedUntil: pauses.length > 0 ? instant(Math.max(...pauses)) : START,
    connect: ms(latencyOut + latencyBack),
    latencyOut,
    latencyBack,
    by,
  }
}

/** Which of the faults of an instant decides each part of a condition. */
function decidersOf(now: readonly Numbered[]): Deciders {
  if (now.length === 0) return NOBODY
  const decides = (test: (fault: Fault) => boolean): number => {
    const found = now.filter(test)
    return found.length > 0 ? found.reduce(decider).index : -1
  }
  const passesNone = (way: 'to broker' | 'from broker') => (fault: Fault) =>
    drops(fault, way) || fault.kind === 'unreachable'
  return {
    out: decides(passesNone('to broker')),
    back: decides(passesNone('from broker')),
    listener: decides((fault) => refuses(fault) || fault.kind === 'backlog full'),
    channel: decides(({ kind }) => kind === 'stall'),
    answers: decides(({ kind }) => kind === 'mute' || kind === 'pause'),
  }
}

/** The conditions of an address, the first at 0, one at each instant at which a fault begins or ends. */
function conditionsOf(faults: readonly Numbered[], until: number, well: Condition): Condition[] {
  const turns = [0, ...faults.flatMap((fault) => [fault.at, fault.end])].filter((at) => at <= until)
  const instants = [...new Set(turns)].sort((a, b) => a - b)
  return instants.map((at) => conditionAt(instant(at), faults, well))
}

/** The condition that holds at an instant: the last that began by then. */
export const conditionHolding = (conditions: readonly Condition[], at: number): Condition =>
  conditions[indexHolding(conditions, at)] as Condition

function indexHolding(conditions: readonly Condition[], at: number): number {
  let low = 0
  for (let high = conditions.length; high - low > 1; ) {
    const middle = (low + high) >>> 1
    if ((conditions[middle] as Condition).at <= at) low = middle
    else high = middle
  }
  return low
}

/** When a process is done with a piece of work that it begins at an instant: while it is paused it does nothing. */
export function workDone(conditions: readonly Condition[], from: Instant, work: Ms): Instant {
  let at: number = from
  let left: number = work
  for (let i = indexHolding(conditions, from); ; i++) {
    const end = conditions[i + 1]?.at ?? NEVER
    const { pausedUntil } = conditions[i] as Condition
    if (end === NEVER) return plus(later(pausedUntil, instant(at)), ms(left))
    // A pause that ends makes a new condition, so that one is paused all along or not at all.
    if (pausedUntil <= at) {
      if (at + left < end) return instant(at + left)
      left -= end - at
    }
    at = end
  }
}

/**
 * When the client sees its connections reset: one way after a process ended, or, where the way back is cut just then, one way after it
 * opens again, since the host's FIN is sent again. What would come after the run is left out.
 */
function toldOf(fault: Numbered, conditions: readonly Condition[], until: number): Instant | undefined {
  const passes = (leaves: number): Instant | undefined => {
    const { returns, latencyBack } = conditionHolding(conditions, leaves)
    const arrives = instant(leaves + latencyBack)
    return returns && conditionHolding(conditions, arrives).returns ? arrives : undefined
  }
  const turns = [fault.at, ...conditions.map(({ at }) => at).filter((at) => at > fault.at)]
  return turns.map(passes).find((arrives) => arrives !== undefined && arrives <= until)
}

/** What the faults of a host do to its connections, by instant. */
function resetsOf(faults: readonly Numbered[], byAddress: Host['conditions'], until: number): Reset[] {
  const resets = faults.flatMap((fault): Reset[] => {
    const { index, resets: answers = false } = fault
    const since = instant(fault.at)
    const only = fault.address === undefined ? undefined : fault.address - 1
    const of = (what: Reset['what'], at = since, address = only): Reset => ({ at, since, fault: index, address, what })
    if (fault.kind === 'forget connections') return [of(answers ? 'forgotten by the host' : 'forgotten by the path')]
    if (!refuses(fault)) return []
    // Where addresses fare differently, so does the word of it on its way back.
    const told = byAddress.flatMap((conditions, address) => {
      const at = only === undefined || only === address ? toldOf(fault, conditions, until) : undefined
      return at === undefined ? [] : [of('told', at, byAddress.length > 1 ? address : only)]
    })
    return [of('forgotten by the host'), ...told]
  })
  return resets.sort((a, b) => a.at - b.at)
}

function lossesOf(faults: readonly Numbered[]): Loss[] {
  return faults
    .filter(({ kind }) => kind === 'lose message')
    .map(({ at, end, message = 'request', nth = 1, index, address }) => ({
      at: instant(at),
      until: end,
      message,
      nth,
      fault: index,
      address: address === undefined ? undefined : address - 1,
    }))
}

/** What the faults of a node make of its host. One of an address that its name does not have makes nothing. */
export function fateOf(
  all: readonly Numbered[],
  addresses: number,
  until: number,
  well: Condition,
): Pick<Host, 'conditions' | 'resets' | 'losses'> {
  const faults = all.filter(({ address = 1 }) => address <= addresses)
  const apart = faults.some(({ address }) => address !== undefined)
  const conditions = Array.from({ length: apart ? addresses : 1 }, (_, address) =>
    conditionsOf(faultsOfAddress(faults, address), until, well),
  )
  return { conditions, resets: resetsOf(faults, conditions, until), losses: lossesOf(faults) }
}

/** The faults of all nodes as the trace tells them, by instant. */
export function faultRowsOf(faults: readonly Fault[], nodes: number, until: number): FaultRow[] {
  const rows = Array.from({ length: nodes }, (_, node) => faultsOfNode(faults, node, until)).flat()
  return rows
    .map((fault) => ({
      at: instant(fault.at),
      until: fault.kind === 'forget connections' ? instant(fault.at) : fault.end,
      host: fault.node,
      what: fault.kind,
      index: fault.index,
    }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
}

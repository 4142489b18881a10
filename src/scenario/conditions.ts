// Faults that overlap, as what a host does from one instant to the next.
//
//   black hole      ████████████            0 ──┬── 10 ──┬── 20 ──┬── 30
//   stop                 ██████████    =>   fine │ drops  │ drops  │ refuses ...
//
// Any fault that drops wins over all others; then who refuses; then the rest at once.

import { upperBound } from '../base/search.ts'
import { type Instant, instant, type Ms, ms, NEVER, START } from '../base/time.ts'
import type { Condition, FaultRow, Host } from './clientWorld.ts'
import type { Fault } from './scenario.ts'

/** A fault with its index in the scenario, its end, and how much it decides: the least weight does. */
type Numbered = Fault & { readonly index: number; readonly end: Instant; readonly weight: number }

const holds = (fault: Numbered, at: number): boolean => fault.at <= at && at < fault.end

const drops = (fault: Fault, way: 'to broker' | 'from broker'): boolean =>
  fault.kind === 'black hole' || (fault.kind === 'cut link' && (fault.way === undefined || fault.way === way))
const refuses = (fault: Fault): boolean => fault.kind === 'refuse' || fault.kind === 'stop'

/** Which fault decides what a client meets: the path before the listener, the listener before the process behind it. */
const weightOf = (fault: Fault): number => {
  if (drops(fault, 'to broker')) return 0
  if (drops(fault, 'from broker')) return 1
  if (refuses(fault)) return 2
  return ['stall', 'mute', 'pause'].indexOf(fault.kind) + 3
}

/** Of two faults the one that decides; of equal ones the one that began earlier. */
const decider = (a: Numbered, b: Numbered): Numbered =>
  (a.weight - b.weight || a.at - b.at || a.index - b.index) <= 0 ? a : b

/** The faults of a node that can happen up to an instant. */
export function faultsOfNode(faults: readonly Fault[], node: number, until: number): Numbered[] {
  return faults
    .map((fault, index) => {
      const end = fault.until === undefined ? NEVER : instant(fault.until)
      return { ...fault, index, end, weight: weightOf(fault) }
    })
    .filter((fault) => fault.on && fault.node === node && fault.at <= until)
}

/** What a host does while it is well. */
export const healthy = (latency: Ms, service: Ms): Condition => ({
  at: START,
  reaches: true,
  returns: true,
  listener: 'accepts',
  channel: 'ready',
  answers: 'all',
  pausedUntil: START,
  // The SYN out and the SYN-ACK back.
  connect: ms(2 * latency),
  handshake: ms(0),
  service,
  latency,
  throttle: ms(0),
  apiVersionsMax: 3,
  fault: -1,
})

function conditionAt(at: Instant, faults: readonly Numbered[], well: Condition): Condition {
  const now = faults.filter((fault) => holds(fault, at))
  const any = (test: (fault: Fault) => boolean) => now.some(test)
  const pauses = now.filter(({ kind }) => kind === 'pause').map(({ end }) => end)
  return {
    ...well,
    at,
    reaches: !any((fault) => drops(fault, 'to broker')),
    returns: !any((fault) => drops(fault, 'from broker')),
    listener: any(refuses) ? 'refuses' : 'accepts',
    channel: any(({ kind }) => kind === 'stall') ? 'stalls' : 'ready',
    answers: any(({ kind }) => kind === 'mute') ? 'none' : 'all',
    pausedUntil: pauses.length > 0 ? instant(Math.max(...pauses)) : START,
    fault: now.length > 0 ? now.reduce(decider).index : -1,
  }
}

/** The conditions of a host, the first at 0, one at each instant at which a fault begins or ends. */
export function conditionsOf(faults: readonly Numbered[], until: number, well: Condition): Condition[] {
  const turns = [0, ...faults.flatMap((fault) => [fault.at, fault.end])].filter((at) => at <= until)
  const instants = [...new Set(turns)].sort((a, b) => a - b)
  return instants.map((at) => conditionAt(instant(at), faults, well))
}

/**
 * When the client sees its connections reset: one way after a process ended, or, where the way back is cut just then, one way after it
 * opens again. Resets that would come after the run are left out.
 */
export function resetsOf(faults: readonly Numbered[], conditions: readonly Condition[], until: number): Host['resets'] {
  const latency = conditions[0]?.latency ?? ms(0)
  const turns = conditions.map(({ at }) => at)
  const returns = (at: number): boolean => conditions[upperBound(turns, at) - 1]?.returns ?? false
  const passes = (leaves: number): boolean => returns(leaves) && returns(leaves + latency)
  return faults
    .filter(refuses)
    .flatMap(({ at, index }) => {
      const later = turns.slice(upperBound(turns, at))
      const leaves = passes(at) ? at : later.find(passes)
      return leaves === undefined ? [] : [{ at: instant(leaves + latency), fault: index }]
    })
    .filter((reset) => reset.at <= until)
    .sort((a, b) => a.at - b.at)
}

/** The faults of all nodes as the trace tells them, by instant. */
export function faultRowsOf(faults: readonly Fault[], nodes: number, until: number): FaultRow[] {
  const rows = Array.from({ length: nodes }, (_, node) => faultsOfNode(faults, node, until)).flat()
  return rows
    .map((fault) => ({
      at: instant(fault.at),
      until: fault.end,
      host: fault.node,
      what: fault.kind,
      index: fault.index,
    }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
}

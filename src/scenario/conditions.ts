// Faults that overlap, as what a host does from one instant to the next.
//
//   black hole      ████████████            0 ──┬── 10 ──┬── 20 ──┬── 30
//   stop                 ██████████    =>   fine │ drops  │ drops  │ refuses ...
//
// Any fault that drops wins over all others; then who refuses; then the rest at once.

import { type Instant, instant, type Ms, ms, NEVER, START } from '../base/time.ts'
import type { Condition, FaultRow, Host } from './clientWorld.ts'
import type { Fault } from './scenario.ts'

/** A fault with its index in the scenario. */
type Numbered = Fault & { readonly index: number }

const endOf = (fault: Fault): Instant => (fault.until === undefined ? NEVER : instant(fault.until))
const isOver = (fault: Fault, at: number): boolean => endOf(fault) <= at
const holds = (fault: Fault, at: number): boolean => fault.at <= at && !isOver(fault, at)

const drops = (fault: Fault, way: 'to broker' | 'from broker'): boolean =>
  fault.kind === 'black hole' || (fault.kind === 'cut link' && (fault.way === undefined || fault.way === way))
const refuses = (fault: Fault): boolean => fault.kind === 'refuse' || fault.kind === 'stop'

/** Which fault decides what a client meets: the path before the listener, the listener before the process behind it. */
const weight = (fault: Fault): number => {
  if (drops(fault, 'to broker')) return 0
  if (drops(fault, 'from broker')) return 1
  if (refuses(fault)) return 2
  return ['stall', 'mute', 'pause'].indexOf(fault.kind) + 3
}

/** The faults of a node that can happen up to an instant. */
export function faultsOfNode(faults: readonly Fault[], node: number, until: number): Numbered[] {
  return faults
    .map((fault, index) => ({ ...fault, index }))
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
  const pauses = now.filter(({ kind }) => kind === 'pause').map(endOf)
  // Of two equal ones the earlier began it.
  const [decides] = now.toSorted((a, b) => weight(a) - weight(b) || a.at - b.at || a.index - b.index)
  return {
    ...well,
    at,
    reaches: !any((fault) => drops(fault, 'to broker')),
    returns: !any((fault) => drops(fault, 'from broker')),
    listener: any(refuses) ? 'refuses' : 'accepts',
    channel: any(({ kind }) => kind === 'stall') ? 'stalls' : 'ready',
    answers: any(({ kind }) => kind === 'mute') ? 'none' : 'all',
    pausedUntil: pauses.length > 0 ? instant(Math.max(...pauses)) : START,
    fault: decides?.index ?? -1,
  }
}

/** The conditions of a host, the first at 0, one at each instant at which a fault begins or ends. */
export function conditionsOf(faults: readonly Numbered[], until: number, well: Condition): Condition[] {
  const turns = [0, ...faults.flatMap((fault) => [fault.at, endOf(fault)])].filter((at) => at <= until)
  const instants = [...new Set(turns)].sort((a, b) => a - b)
  return instants.map((at) => conditionAt(instant(at), faults, well))
}

/**
 * When the client sees its connections reset: one way after a process ended, or, where the way back is cut just then, one way after it
 * opens again. Resets that would come after the run are left out.
 */
export function resetsOf(faults: readonly Numbered[], conditions: readonly Condition[], until: number): Host['resets'] {
  const latency = conditions[0]?.latency ?? ms(0)
  const returns = (at: number): boolean => conditions.findLast((condition) => condition.at <= at)?.returns ?? false
  return faults
    .filter(refuses)
    .flatMap(({ at, index }) => {
      const chances = [at, ...conditions.map((condition) => condition.at).filter((later) => later > at)]
      const leaves = chances.find((chance) => returns(chance) && returns(chance + latency))
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
      until: endOf(fault),
      host: fault.node,
      what: fault.kind,
      index: fault.index,
    }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
}

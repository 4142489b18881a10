// What the list and the picture both say and know of faults.

import { brief, precise } from '../base/brief.ts'
import { SLOWER } from '../scenario/conditions.ts'
import type { Fault, Node, Scenario, Variant } from '../scenario/scenario.ts'

const clock = (at: number): string => (at === 0 ? '0' : precise(at))

/** `from 0`, `3 s to 9 s`, `at 3 s`. */
function span({ at, until, kind }: Fault): string {
  if (kind === 'forget connections') return `at ${clock(at)}`
  return until === undefined ? `from ${clock(at)}` : `${clock(at)} to ${clock(until)}`
}

/** The broker that a fault is of; one that is not there is said by its number. */
export const brokerOf = ({ node }: Fault, nodes: readonly Node[]): string =>
  nodes[node]?.name ?? `no such broker (${node + 1})`

/** What a fault is beyond its kind: `to broker`, `by ARP`, `address 2`. */
function details({ kind, way, by, slower, message, nth, resets, address }: Fault): string {
  const said = {
    'cut link': way,
    'slow link': [`+${brief(slower ?? SLOWER)}`, way].filter(Boolean).join(' '),
    unreachable: by && `by ${by}`,
    'lose message': `${message ?? 'request'}${(nth ?? 1) > 1 ? ` ${nth}` : ''}`,
    'forget connections': resets ? 'and resets' : undefined,
  }
  const own = Object.hasOwn(said, kind) ? said[kind as keyof typeof said] : undefined
  return [own, address !== undefined && `address ${address}`]
    .filter(Boolean)
    .map((each) => ` ${each}`)
    .join(',')
}

/** `broker 1 black hole, from 0`, `broker 2 cut link to broker, 3 s to 9 s`. */
export const saidFault = (fault: Fault, nodes: readonly Node[]): string =>
  `${brokerOf(fault, nodes)} ${fault.kind}${details(fault)}, ${span(fault)}`

/** `black hole on broker 1, 3 s to 9 s`. */
export const spokenFault = (fault: Fault, nodes: readonly Node[]): string =>
  `${fault.kind}${details(fault)} on ${brokerOf(fault, nodes)}, ${span(fault)}`

/** Whether a fault is on in a variant. */
export const isOnIn = ({ world }: Variant, index: number, { on }: Fault): boolean =>
  world?.faults?.find(([fault]) => fault === index)?.[1] ?? on

/** The first broker that nothing happens to yet. */
export function firstSound({ world: { nodes, faults } }: Scenario): number {
  const sound = nodes.findIndex((_, node) => !faults.some((fault) => fault.node === node))
  return Math.max(sound, 0)
}

/**
 * Where a copy of a fault goes, so that it can be told from the first: right behind it, or, where that has no end within the run, to the
 * next broker.
 */
export function copyPlace({ at, until, node }: Fault, { world, until: end }: Scenario): Partial<Fault> {
  if (until !== undefined && until < end) return { at: until, until: until + until - at }
  return { node: (node + 1) % world.nodes.length }
}

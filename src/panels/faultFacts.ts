// What the list and the picture both say and know of faults.

import { brief, precise } from '../base/brief.ts'
import { SLOWER } from '../scenario/conditions.ts'
import { lasts } from '../scenario/faultFields.ts'
import type { Fault, Node, Scenario, Variant } from '../scenario/scenario.ts'

const clock = (at: number): string => (at === 0 ? '0' : precise(at))

/** `from 0`, `3 s to 9 s`, `at 3 s`. */
function span({ at, until, kind }: Fault): string {
  if (!lasts(kind)) return `at ${clock(at)}`
  return until === undefined ? `from ${clock(at)}` : `${clock(at)} to ${clock(until)}`
}

/** What the machines of a lab are called. */
export const hostWord = ({ lab }: Pick<Scenario, 'lab'>): 'broker' | 'node' => (lab === 'quorum' ? 'node' : 'broker')

/** The broker that a fault is of; one that is not there is said by its number. */
export const brokerOf = ({ node }: Fault, nodes: readonly Node[]): string =>
  nodes[node]?.name ?? `no such broker (${node + 1})`

/** What a fault is beyond its kind: `to broker`, `by ARP`, `partition 1`, `address 2`. */
function details({ kind, way, by, slower, message, nth, resets, address, answers, partition, error }: Fault): string {
  const said = {
    'cut link': way,
    'slow link': [`+${brief(slower ?? SLOWER)}`, way].filter(Boolean).join(' '),
    unreachable: by && `by ${by}`,
    'lose message': `${message ?? 'request'}${(nth ?? 1) > 1 ? ` ${nth}` : ''}`,
    'forget connections': resets ? 'and resets' : undefined,
    mute: answers === 'API versions' ? 'but for API versions' : answers && 'to PRODUCE',
    'take over': partition !== undefined && `partition ${partition}`,
    'answer error': error ?? 'NOT_ENOUGH_REPLICAS',
  }
  const own = Object.hasOwn(said, kind) ? said[kind as keyof typeof said] : undefined
  return [own, address !== undefined && `address ${address}`]
    .filter(Boolean)
    .map((each) => ` ${each}`)
    .join(',')
}

/** The same in a quorum, where a link has two ends: `Fetch answer 2 to n2`, `from n1`, `+100 ms with n3`. */
function quorumDetails({ kind, way, slower, message, nth, peer, toldAfter, resumes }: Fault): string {
  const other = peer === undefined ? '' : `n${peer + 1}`
  const ways = { 'to broker': `from ${other || 'all'}`, 'from broker': `to ${other || 'all'}` }
  const link = way ? ways[way] : other && `with ${other}`
  const told = toldAfter === undefined ? '' : `, told after ${brief(toldAfter)}`
  const said: { readonly [kind in Fault['kind']]?: string } = {
    'cut link': link,
    'slow link': `+${brief(slower ?? SLOWER)} ${link}`,
    'lose message': `${message ?? 'Fetch'}${(nth ?? 1) > 1 ? ` ${nth}` : ''}${other && ` to ${other}`}${told}`,
    pause: resumes === 'inbox' ? 'then its inbox first' : '',
  }
  const own = said[kind]?.trim()
  return own ? ` ${own}` : ''
}

const detailsIn = (fault: Fault, lab: Scenario['lab']): string =>
  lab === 'quorum' ? quorumDetails(fault) : details(fault)

/** `broker 1 black hole, from 0`, `broker 2 cut link to broker, 3 s to 9 s`, `n1 lose message Fetch answer to n2, from 0`. */
export const saidFault = (fault: Fault, nodes: readonly Node[], lab: Scenario['lab'] = 'client'): string =>
  `${brokerOf(fault, nodes)} ${fault.kind}${detailsIn(fault, lab)}, ${span(fault)}`

/** `black hole on broker 1, 3 s to 9 s`. */
export const spokenFault = (fault: Fault, nodes: readonly Node[], lab: Scenario['lab'] = 'client'): string =>
  `${fault.kind}${detailsIn(fault, lab)} on ${brokerOf(fault, nodes)}, ${span(fault)}`

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

// What a person does to a quorum: the same kind of edits as edit.ts has, total and without a last word.

import { type Change, setWorld } from './edit.ts'
import { freshQuorumNode, type Link, limits, type Node, type Quorum, type Scenario, type World } from './scenario.ts'

/** What a question says of its quorum, undefined where it has none. */
export const quorumOf = ({ world: { workload } }: Scenario): Quorum | undefined =>
  workload.kind === 'quorum' ? workload : undefined

/** How many nodes have a vote. */
export const votersIn = (nodes: readonly Node[]): number => nodes.filter(({ observer }) => !observer).length

/** Sets how the run begins, and whether the proposed bound is shown. */
export function setQuorum(scenario: Scenario, change: Change<Omit<Quorum, 'kind'>>): Scenario {
  const quorum = quorumOf(scenario)
  if (!quorum) return scenario
  const { start, links, proposedBound } = { ...quorum, ...change }
  return setWorld(scenario, {
    workload: {
      kind: 'quorum',
      start: start ?? 'steady',
      ...(links && links.length > 0 && { links }),
      ...(proposedBound && { proposedBound }),
    },
  })
}

/** The latency from one node to another where it is not that of the world. */
export const linkIn = ({ links = [] }: Quorum, from: number, to: number): number | undefined =>
  links.find((link) => link.from === from && link.to === to)?.latency

/** Sets the latency one way; undefined: as that of the world. */
export function setLink(scenario: Scenario, from: number, to: number, latency: number | undefined): Scenario {
  const others = (quorumOf(scenario)?.links ?? []).filter((link) => link.from !== from || link.to !== to)
  const links = latency === undefined || from === to ? others : [...others, { from, to, latency }]
  return setQuorum(scenario, { links: inOrder(links) })
}

const inOrder = (links: readonly Link[]): readonly Link[] => [...links].sort((a, b) => a.from - b.from || a.to - b.to)

/** Adds a node with a vote or without, as long as there is room. Its index is the last. */
export function addNode(scenario: Scenario, observer: boolean): Scenario {
  const { nodes } = scenario.world
  if (nodes.length >= limits.nodes || (!observer && votersIn(nodes) >= limits.voters)) return scenario
  return setWorld(scenario, { nodes: [...nodes, fitted(nodes.length, observer)] })
}

/** Sets the number of voters: new ones come behind all nodes, or where there is no room for one the first observer votes; of fewer the last ones go. */
export function setVoters(scenario: Scenario, count: number): Scenario {
  const wanted = Math.max(1, Math.min(limits.voters, Math.trunc(count) || 1))
  const change = wanted - votersIn(scenario.world.nodes)
  return Array.from({ length: Math.abs(change) }).reduce<Scenario>((edited) => {
    const { nodes } = edited.world
    if (change > 0 && nodes.length < limits.nodes) return addNode(edited, false)
    if (change > 0)
      return setObserver(
        edited,
        nodes.findIndex(({ observer }) => observer),
        false,
      )
    return removeQuorumNode(
      edited,
      nodes.findLastIndex(({ observer }) => !observer),
    )
  }, scenario)
}

/** Gives a node its vote or takes it, unless nobody would have one, or more than may. */
export function setObserver(scenario: Scenario, index: number, observer: boolean): Scenario {
  const { nodes } = scenario.world
  const node = nodes[index]
  if (!node || (node.observer ?? false) === observer) return scenario
  const voters = votersIn(nodes) + (observer ? -1 : 1)
  if (voters < 1 || voters > limits.voters) return scenario
  return setWorld(scenario, { nodes: nodes.with(index, fitted(index, observer)) })
}

const fitted = (index: number, observer: boolean): Node => ({
  ...freshQuorumNode(index + 1),
  ...(observer && { observer }),
})

/** Whether a node can go: somebody with a vote must be left. */
export const canRemoveNode = ({ nodes }: Pick<World, 'nodes'>, index: number): boolean =>
  nodes[index] !== undefined && votersIn(nodes) > (nodes[index].observer ? 0 : 1)

/**
 * Removes a node, unless it is the last with a vote. The nodes behind it take the numbers before theirs, with their links and faults; its
 * own faults wait at the number that is free then, for a node to come.
 */
export function removeQuorumNode(scenario: Scenario, index: number): Scenario {
  const { nodes, faults } = scenario.world
  const quorum = quorumOf(scenario)
  if (!quorum || !canRemoveNode(scenario.world, index)) return scenario
  const moved = (node: number): number => {
    if (node === index) return nodes.length - 1
    return node > index && node < nodes.length ? node - 1 : node
  }
  const links = (quorum.links ?? [])
    .filter(({ from, to }) => from !== index && to !== index)
    .map(({ from, to, latency }) => ({ from: moved(from), to: moved(to), latency }))
  const rest = nodes.toSpliced(index, 1).map(({ observer }, i) => fitted(i, observer ?? false))
  const edited = setWorld(scenario, {
    nodes: rest,
    faults: faults.map((fault) => ({
      ...fault,
      node: moved(fault.node),
      ...(fault.peer !== undefined && { peer: moved(fault.peer) }),
    })),
  })
  return setQuorum(edited, { links })
}

// What only a world with a KRaft quorum has, read from anything: its nodes, their links, how the run begins.

import { fieldBounds } from './fields.ts'
import { type Reader, within } from './reader.ts'
import { part, sound, word } from './readParts.ts'
import { freshQuorumNode, type Link, limits, type Node, type Quorum, quorumStarts } from './scenario.ts'

/** The nodes, of which one to nine have a vote. What is wrong with one leaves it as it comes. */
export function readQuorumNodes(input: unknown, path: string, reader: Reader): readonly Node[] {
  const nodes = reader
    .list(input, path, 1, limits.nodes, 'nodes')
    .map((node, i) => readNode(node, i + 1, within(path, i), reader))
  const voters = nodes.filter(({ observer }) => !observer).length
  if (nodes.length > 0 && voters === 0)
    reader.add(path, 'No node has a vote: nobody could ever lead.', 'Let at least one node be a voter.')
  if (voters > limits.voters)
    reader.add(
      path,
      `Here are ${voters} voters; at most ${limits.voters} are possible.`,
      'Let the others be observers.',
    )
  return voters === 0 || voters > limits.voters ? nodes.map((_, i) => fitting(i, nodes)) : nodes
}

/** The first nodes vote, as many as may. */
const fitting = (index: number, nodes: readonly Node[]): Node => ({
  ...freshQuorumNode(index + 1),
  ...(index >= Math.min(nodes.length, limits.voters) && { observer: true }),
})

function readNode(input: unknown, id: number, path: string, reader: Reader): Node {
  const fresh = freshQuorumNode(id)
  const fields = reader.fields(input, path, ['name', 'bootstrap', 'addresses', 'observer'])
  if (!fields) return fresh
  part(fields, path, 'name', word(reader, [fresh.name]))
  part(fields, path, 'bootstrap', word(reader, [true]))
  part(fields, path, 'addresses', word(reader, [1]))
  const { observer } = part(fields, path, 'observer', (value, where) => reader.flag(value, where, false))
  return { ...fresh, ...(observer && { observer }) }
}

/** undefined: it is no object. What has a problem is left out or as it comes. */
export function readQuorum(input: unknown, path: string, nodes: number, reader: Reader): Quorum | undefined {
  const fields = reader.fields(input, path, ['kind', 'start', 'links', 'proposedBound'])
  if (!fields) return undefined
  const start = reader.oneOf(fields.get('start'), within(path, 'start'), quorumStarts) ?? 'steady'
  const { links = [] } = part(fields, path, 'links', (value, where) => readLinks(value, where, nodes, reader))
  const { proposedBound } = part(fields, path, 'proposedBound', (value, where) => reader.flag(value, where, false))
  return {
    kind: 'quorum',
    start,
    ...(links.length > 0 && { links }),
    ...(proposedBound && { proposedBound }),
  }
}

/** Each way once, in the order of its nodes, so that equal links are written alike. */
function readLinks(input: unknown, path: string, nodes: number, reader: Reader): readonly Link[] {
  const seen = new Set<string>()
  const links = reader.list(input, path, 0, limits.nodes * (limits.nodes - 1), 'links').flatMap((each, i) => {
    const where = within(path, i)
    const link = sound(reader, () => readLink(each, where, nodes, reader))
    if (!link) return []
    const way = `${link.from}-${link.to}`
    if (seen.has(way)) {
      reader.add(where, `The way from n${link.from + 1} to n${link.to + 1} is named twice.`, 'Name each way once.')
      return []
    }
    seen.add(way)
    return [link]
  })
  return links.sort((a, b) => a.from - b.from || a.to - b.to)
}

function readLink(input: unknown, path: string, nodes: number, reader: Reader): Link | undefined {
  const fields = reader.fields(input, path, ['from', 'to', 'latency'])
  if (!fields) return undefined
  const node = (key: 'from' | 'to'): number => {
    const index = reader.whole(fields.get(key), within(path, key), fieldBounds.linkNode, 0)
    if (index >= nodes && nodes > 0)
      reader.add(
        within(path, key),
        `There is no node n${index + 1}.`,
        `Nodes are counted from 0; the last is ${nodes - 1}.`,
      )
    return index
  }
  const from = node('from')
  const to = node('to')
  if (from === to) reader.add(path, 'A link leads from one node to another.', 'Name two different nodes.')
  return { from, to, latency: reader.whole(fields.get('latency'), within(path, 'latency'), fieldBounds.latency, 1) }
}

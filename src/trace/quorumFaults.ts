// What a fault of a quorum hits besides a node: links, or one message. Its FAULT row tells it after the declared fields.

import { NONE } from './kinds.ts'
import { restOf, type Trace } from './trace.ts'
import { type Word, words } from './vocabulary.ts'

/** Ways of a link, by their number in a row, as its node has them. */
export const linkWays = ['both', 'out', 'in'] as const
export type LinkWay = (typeof linkWays)[number]

/** The links between a node and another one, and which message on them. */
export type Hit = {
  /** The number of the other node, NONE: every other one. */
  readonly peer: number
  readonly way: LinkWay
  /** The message that is lost, and the how-manieth of its kind; undefined where all of the link is hit. */
  readonly message: Word | undefined
  readonly nth: number
}

/** What a FAULT row hits, undefined: the node itself. */
export function hitOf(trace: Trace, fault: number): Hit | undefined {
  const [peer, way = 0, message = NONE, nth = 1] = restOf(trace, fault)
  if (peer === undefined) return undefined
  return { peer, way: linkWays[way] ?? 'both', message: message === NONE ? undefined : words[message], nth }
}

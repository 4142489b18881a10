// Models      which node the client talks to when any will do.
// Kafka       clients/NetworkClient.leastLoadedNode (2.3 on: ready, preparing, connectable); LeastLoadedNode (3.8).
// Leaves out  nothing.

import type { Instant } from '../../base/time.ts'
import type { ClientBehaviour } from '../../scenario/behaviours.ts'
import { type Connection, connectable, isDisconnected, isReady } from '../machines/connection.ts'

/** What the choice looks at of a client. */
export type Candidates = {
  readonly behaviour: ClientBehaviour
  readonly network: { isChannelReady(node: number): boolean }
  connection(node: number): Connection
  /** A request could go to the node now (canSendRequest). */
  sendable(node: number): boolean
  inFlightTo(node: number): number
}

/** `node` undefined: none can take a request or be connected. `connectionReady`: some node visited is READY, even if saturated (3.8). */
export type Choice = { node: number | undefined; connectionReady: boolean }

/** Among candidates the lowest wins. */
const ranks: { readonly [choice in ClientBehaviour['nodeChoice']]: (c: Connection, inFlight: number) => number } = {
  'fewest in flight': (_, inFlight) => inFlight,
  'last visited': () => 0,
  'fewest failures': (c) => c.failedAttempts,
  'fewest failures, first visited': (c) => c.failedAttempts,
  'oldest attempt': (c) => c.attemptAt,
}

/**
 * Visits the list from `offset` on, wrapping. An idle ready node wins at once, else the ready one with the fewest requests in flight
 * (ties: first visited), else a node in CONNECTING or CHECKING_API_VERSIONS (the last visited), else a connectable one by the era's choice.
 */
export function leastLoadedNode(client: Candidates, list: readonly number[], offset: number, now: Instant): Choice {
  const { nodeChoice } = client.behaviour
  // One pass, to 2.2: no node counts as ready while an update is due, so that an idle one does not win at once.
  const onePass = nodeChoice === 'fewest in flight'
  const lastWinsTies = nodeChoice === 'last visited' || nodeChoice === 'fewest failures'
  let ready: number | undefined
  let readyInFlight = Number.POSITIVE_INFINITY
  let preparing: number | undefined
  let candidate: number | undefined
  let candidateRank = Number.POSITIVE_INFINITY
  let connectionReady = false
  for (let i = 0; i < list.length; i++) {
    const node = list[(offset + i) % list.length] as number
    const c = client.connection(node)
    if (isReady(c, now) && client.network.isChannelReady(node)) connectionReady = true
    const inFlight = client.inFlightTo(node)
    if (!onePass && client.sendable(node)) {
      if (inFlight === 0) return { node, connectionReady: true }
      if (inFlight < readyInFlight) {
        ready = node
        readyInFlight = inFlight
      }
    } else if (!onePass && (c.state === 'CONNECTING' || c.state === 'CHECKING_API_VERSIONS')) {
      preparing = node
    } else if (connectable(c, now) || (onePass && !isDisconnected(c))) {
      const rank = ranks[nodeChoice](c, inFlight)
      if (candidate === undefined || rank < candidateRank || (rank === candidateRank && lastWinsTies)) {
        candidate = node
        candidateRank = rank
      }
    }
  }
  return { node: ready ?? preparing ?? candidate, connectionReady }
}

// What all nodes of one run share.

import type { QuorumBehaviour } from '../../scenario/quorumBehaviours.ts'
import type { QuorumConfig } from '../../scenario/quorumWorld.ts'
import type { TraceWriter } from '../../trace/writer.ts'
import type { Chance } from '../chance.ts'
import type { Clock } from './clock.ts'
import type { Messages } from './messages.ts'
import type { Network } from './network.ts'

export type Hall = {
  /** The row of the run itself. */
  readonly firstRow: number
  readonly clock: Clock
  readonly writer: TraceWriter
  readonly chance: Chance
  readonly messages: Messages
  readonly network: Network
  readonly config: QuorumConfig
  readonly behaviour: QuorumBehaviour
  /** The nodes' ids by index, ascending; and the indices of the voters. */
  readonly ids: readonly number[]
  readonly voters: readonly number[]
  /** checkQuorumTimeoutMs: one and a half fetch timeouts, as an int. */
  readonly checkQuorum: number
}

// The compiled world of one variant of the quorum lab: what its run takes. A scenario compiles to it, and so does a recording. All
// times in ms on the scenario's clock. Nodes are numbers, as in controller.quorum.voters.

import type { Instant, Ms } from '../base/time.ts'
import type { QuorumBehaviour } from './quorumBehaviours.ts'

/** The settings of every node, by the letters of the lab's formulas. */
export type QuorumConfig = {
  /** F: controller.quorum.fetch.timeout.ms. */
  readonly fetchTimeout: Ms
  /** E: controller.quorum.election.timeout.ms. */
  readonly electionTimeout: Ms
  /** X: controller.quorum.election.backoff.max.ms. */
  readonly electionBackoffMax: Ms
  /** Q: controller.quorum.request.timeout.ms. */
  readonly requestTimeout: Ms
  /** B: controller.quorum.retry.backoff.ms. */
  readonly retryBackoff: Ms
  /** controller.quorum.append.linger.ms. */
  readonly appendLinger: Ms
  /** W: how long a Fetch may be parked; KafkaRaftClient.MAX_FETCH_WAIT_MS, no setting. */
  readonly maxFetchWait: Ms
}

/** What can go wrong with a node of a quorum, or is asked of it. */
export const quorumFaultKinds = [
  'lose message',
  'cut link',
  'slow link',
  'pause',
  'stop',
  'shut down',
  'resign',
  'append',
] as const
export type QuorumFaultKind = (typeof quorumFaultKinds)[number]

export const messageKinds = [
  'Fetch',
  'Vote',
  'PreVote',
  'BeginQuorumEpoch',
  'EndQuorumEpoch',
  'UpdateRaftVoter',
] as const
export type RequestKind = (typeof messageKinds)[number]
/** A request, or the answer to one. */
export type MessageKind = RequestKind | `${RequestKind} answer`

/** One way, from one node to another: `latency` from `at` on, until the link's next entry. */
export type Latency = { readonly from: number; readonly to: number; readonly at: Instant; readonly latency: Ms }

/** What `from` sends to `to` at `at` <= t < `until` is lost. `fault`: its index in the scenario, -1 in a recording. */
export type Cut = {
  readonly from: number
  readonly to: number
  readonly at: Instant
  readonly until: Instant
  readonly fault: number
}

/**
 * The nth message of a kind from one node to another, counted from `since` on, from 1, lost ones too, is lost. `toldAfter`: a request
 * whose connection resets: its sender is told BROKER_NOT_AVAILABLE so long after it sent it; undefined: nobody is told.
 */
export type MessageLoss = {
  readonly from: number
  readonly to: number
  readonly message: MessageKind
  readonly nth: number
  readonly since: Instant
  /** It is lost only if it is sent before that; NEVER: whenever. */
  readonly until: Instant
  readonly toldAfter: Ms | undefined
  readonly fault: number
}

/** What happens to a node. `resumes`: a paused process takes its timers first, or its inbox. */
export type NodeEvent = { readonly at: Instant; readonly node: number; readonly fault: number } & (
  | { readonly what: 'pause'; readonly until: Instant; readonly resumes: 'timers' | 'inbox' }
  | { readonly what: 'resign' | 'append' | 'shutdown' | 'stop' | 'start' }
)

/** A fault as the trace tells it begins and ends; cuts, losses and events do the work. `node`: whose lane shows it. */
export type QuorumFaultRow = {
  readonly at: Instant
  readonly until: Instant
  readonly node: number
  readonly what: QuorumFaultKind
  readonly index: number
  /** What of the node's links it hits; undefined: the node itself. */
  readonly hits?: FaultHit
}

/** `peer`: the other end, undefined: every other node. `way`: as the node has it. `message`: the one that is lost, and its number. */
export type FaultHit = {
  readonly peer: number | undefined
  readonly way: 'both' | 'out' | 'in'
  readonly message?: MessageKind
  readonly nth?: number
}

/**
 * How the run begins. `steady`: the first voter leads epoch 1, logs are equal, every follower has just been answered and fetches again
 * (kraft.md's S0); `elected`: the first voter has won epoch 1 at 0, the others voted for it (S1). A recording brings every node's state.
 */
export type QuorumStart = 'steady' | 'elected' | RecordedStart

/** FORMAT.md's `start`, as it stands in a recording. What a role does not hold is absent; null: none, never. */
export type RecordedStart = {
  readonly nodes: { readonly [id: string]: RecordedNode }
  /** On its way at 0: when it arrives, from, to, its kind as recordings write it, its number, and the fields of its kind. */
  readonly wire: readonly (readonly unknown[])[]
}

export type RecordedNode = {
  /** null: the process does not run yet. */
  readonly role: string | null
  readonly epoch?: number
  readonly leader?: number | null
  readonly voted?: number | null
  readonly logEnd: number
  readonly logEpoch: number
  readonly hw?: number | null
  readonly wake?: number | null
  readonly fetchTimer?: number
  readonly updateVoterTimer?: number | null
  readonly hasFetched?: boolean | null
  readonly hasUpdatedLeader?: boolean | null
  readonly electionTimer?: number | null
  readonly epochStart?: number
  readonly quorumTimer?: number
  readonly tickTimer?: number | null
  readonly fetched?: readonly number[]
  /** By voter: end offset, last fetch, acknowledged. */
  readonly replicas?: { readonly [id: string]: readonly [number | null, number | null, boolean] }
  /** Requests in flight: to whom, since when. */
  readonly awaiting?: readonly (readonly [number, number])[]
}

/** All that a run of one variant takes: its world and its dice. */
export type QuorumOrder = { readonly quorum: QuorumWorld; readonly seed: number }

export type QuorumWorld = {
  readonly lab: 'quorum'
  readonly until: Instant
  readonly behaviour: QuorumBehaviour
  readonly config: QuorumConfig
  readonly voters: readonly number[]
  readonly observers: readonly number[]
  /** One way between any two nodes, and of a node to itself, where `latencies` say nothing else. */
  readonly latency: Ms
  readonly latencies: readonly Latency[]
  readonly cuts: readonly Cut[]
  readonly losses: readonly MessageLoss[]
  /** By `at`; those of one instant in the order of the list. */
  readonly events: readonly NodeEvent[]
  readonly faults: readonly QuorumFaultRow[]
  readonly start: QuorumStart
  readonly rowLimit: number
}

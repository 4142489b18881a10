// One row of knobs an era of KafkaRaftClient. The machines read knobs, never a release.

/** The knobs of a raft node (kraft.md 1.1, 2, 4). */
export type QuorumBehaviour = {
  /** Until a voter has answered one or fetched, at every poll (to 3.8); to every voter each half fetch timeout (KAFKA-16536, 3.9); then only to those that have not fetched lately (KAFKA-16926, 4.2). */
  readonly beginQuorumEpoch: 'until acknowledged' | 'every voter' | 'stale voters'
  /** A voter asks whether it would be elected before it burns an epoch (KIP-996, 4.0). */
  readonly preVote: 'none' | 'asked'
  /** What a voter that has granted its vote is: a state of its own (to 3.8), or Unattached with a vote (KAFKA-17067, 3.9). */
  readonly votedState: 'its own' | 'Unattached'
  /** A lost candidate waits min(100 rnd(2^k), X); min(50 (1 + rnd(2^k)), X + rnd(50)), also with 2^k - 1; or only for its election timer (KAFKA-18345, 4.1). */
  readonly candidateBackoff: 'hundreds' | 'fifties' | 'fifties less one' | 'none'
  /** A leader that resigned and heard of no other: Candidate in the next epoch (to 3.9), or Unattached in it (4.0). */
  readonly afterResigned: 'Candidate' | 'Unattached'
  /** Slots by id: a wait without end after a send, a late answer is taken (to 3.7); by node: the wait is the request timeout, an expired slot is forgotten (3.8). */
  readonly requestSlots: 'by id' | 'by node'
  /** Where a voter fetches from: its leader alone; or a bootstrap node where its leader fails or is unknown (KAFKA-17030, 3.9.1). */
  readonly voterFetches: 'leader' | 'best node'
  /** Where an observer fetches from once its fetch timer has ended: bootstrap nodes until one is the leader; or as before (KAFKA-19354, 4.2). */
  readonly observerFetches: 'bootstrap once timed out' | 'best node'
  /** UpdateRaftVoter: no timer (to 3.8); a timer of 3 fetch timeouts that bounds the wait (3.9); sent once a leader after one fetch timeout (4.1), which then no longer bounds the wait (4.2). */
  readonly updateVoter: 'none' | 'timer only' | 'sent, bounds the wait' | 'sent'
  /** A Fetch is answered early when the log grows; from 4.1 also when the high watermark is newer than the asker's (KIP-1166). */
  readonly earlyAnswer: 'records' | 'records or mark'
  /** EndQuorumEpoch to one who is not among the successors: it runs at once (to 3.8), or after the longest backoff (3.9). */
  readonly noSuccessor: 'at once' | 'longest backoff'
}

const kraft37: QuorumBehaviour = {
  beginQuorumEpoch: 'until acknowledged',
  preVote: 'none',
  votedState: 'its own',
  candidateBackoff: 'hundreds',
  afterResigned: 'Candidate',
  requestSlots: 'by id',
  voterFetches: 'leader',
  observerFetches: 'bootstrap once timed out',
  updateVoter: 'none',
  earlyAnswer: 'records',
  noSuccessor: 'at once',
}
const kraft38: QuorumBehaviour = { ...kraft37, requestSlots: 'by node' }
const kraft390: QuorumBehaviour = {
  ...kraft38,
  beginQuorumEpoch: 'every voter',
  votedState: 'Unattached',
  updateVoter: 'timer only',
  noSuccessor: 'longest backoff',
}
const kraft39: QuorumBehaviour = { ...kraft390, voterFetches: 'best node' }
const kraft40: QuorumBehaviour = {
  ...kraft39,
  preVote: 'asked',
  candidateBackoff: 'fifties less one',
  afterResigned: 'Unattached',
}
const kraft41: QuorumBehaviour = {
  ...kraft40,
  candidateBackoff: 'none',
  updateVoter: 'sent, bounds the wait',
  earlyAnswer: 'records or mark',
}
const kraft42: QuorumBehaviour = {
  ...kraft41,
  beginQuorumEpoch: 'stale voters',
  observerFetches: 'best node',
  updateVoter: 'sent',
}

/** The rows by the ids that recordings use; kraft-4.0 is 4.0.1. */
export const quorumBehaviours = {
  'kraft-3.7': kraft37,
  'kraft-3.8': kraft38,
  'kraft-3.9.0': kraft390,
  'kraft-3.9': kraft39,
  'kraft-4.0': kraft40,
  'kraft-4.1': kraft41,
  'kraft-4.2': kraft42,
  'kraft-4.4': kraft42,
} as const satisfies { readonly [id: string]: QuorumBehaviour }

export type QuorumBehaviourId = keyof typeof quorumBehaviours

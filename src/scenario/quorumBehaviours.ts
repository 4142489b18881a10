// One row of knobs an era of KafkaRaftClient. The machines read knobs, never a release.

/** The knobs of a raft node (kraft.md 1.1, 2, 4). */
export type QuorumBehaviour = {
  /** Until a voter has answered one or fetched, at every poll (to 3.8); to every voter each half fetch timeout (KAFKA-16536, 3.9); then only to those that have not fetched lately (KAFKA-16926, 4.2). */
  readonly beginQuorumEpoch: 'until acknowledged' | 'every voter' | 'stale voters'
}

// One row of knobs a replication era: what a partition's leader, its followers and the controller do. The step machine reads knobs, never a
// version. Knobs: specification of KAFKA-1555 and the eras around it; sources at each.

/** The knobs of a replicated partition (Partition, ReplicaManager, ReplicaFetcherThread, the controller's election). */
export type ReplicationBehaviour = {
  /**
   * When a follower's fetch arrives, the leader notes its position, and may move ISR and high watermark, before it reads what it answers
   * (to 0.8.1, KafkaApis.handleFetchRequest), or after (0.8.2, ReplicaManager.fetchMessages).
   */
  readonly fetch: 'position first' | 'read first'
  /** A clean election takes the first live member in the stored order of the ISR, which is seniority (to 0.8.1), or in the assignment's (0.8.2). */
  readonly electionOrder: 'ISR' | 'assignment'
  /** A follower cuts its log to its own high watermark at once (to 0.10), by one question about its last epoch (KIP-101, 0.11), or to the longest common prefix (KIP-279, 2.0). */
  readonly truncation: 'high watermark' | 'one epoch round' | 'common prefix'
  /** A follower joins the ISR at the leader's high watermark (Partition.maybeExpandIsr), and not below the start of its epoch (2.0.1, KAFKA-7128). */
  readonly join: 'high watermark' | 'high watermark and epoch start'
  /** The last member of the ISR leaves it when it dies (to 0.8.1), stays unless unclean election is on (0.8.2), or stays (1.1). */
  readonly lastInSync: 'leaves' | 'stays unless unclean' | 'stays'
  /** replica.lag.max.messages drops followers that are so many records behind (to 0.8.2; gone with KAFKA-1546). */
  readonly lagMaxMessages: boolean
  /** min.insync.replicas is there (0.8.2, KAFKA-1555). */
  readonly minInsyncReplicas: boolean
  /** unclean.leader.election.enable is there (0.8.2, KAFKA-1028); without it every election may be unclean. */
  readonly uncleanSetting: boolean
  /** acks may be any number (to 0.8.2); since 0.9 only -1, 0 and 1 (KAFKA-1697). */
  readonly anyAcks: boolean
  /** The high watermark stands still while the ISR has fewer than min.insync.replicas (3.7, KAFKA-15583). */
  readonly watermarkNeedsMinIsr: boolean
  /** Members that left the ISR below min.insync.replicas stay eligible leaders (KIP-966). */
  readonly eligibleLeaders: boolean
  /** A follower that holds all of the leader's log is never dropped for slowness (2.1, Replica.isCaughtUp). */
  readonly slowDropNeedsLag: boolean
  /** A leader that is told of a shrunk ISR forgets the positions of its followers (to 0.8.2, Partition.makeLeader). */
  readonly shrinkForgetsPositions: boolean
  /** A restarted broker cuts its log though the partition has no leader (to 0.8.1, ReplicaManager.makeFollowers). */
  readonly cutsWithoutLeader: boolean
}

const kafka081: ReplicationBehaviour = {
  fetch: 'position first',
  electionOrder: 'ISR',
  truncation: 'high watermark',
  join: 'high watermark',
  lastInSync: 'leaves',
  lagMaxMessages: true,
  minInsyncReplicas: false,
  uncleanSetting: false,
  anyAcks: true,
  watermarkNeedsMinIsr: false,
  eligibleLeaders: false,
  slowDropNeedsLag: false,
  shrinkForgetsPositions: true,
  cutsWithoutLeader: true,
}

const kafka082: ReplicationBehaviour = {
  ...kafka081,
  fetch: 'read first',
  electionOrder: 'assignment',
  lastInSync: 'stays unless unclean',
  minInsyncReplicas: true,
  uncleanSetting: true,
  cutsWithoutLeader: false,
}

const kafka09: ReplicationBehaviour = {
  ...kafka082,
  lagMaxMessages: false,
  anyAcks: false,
  shrinkForgetsPositions: false,
}

const kip101: ReplicationBehaviour = { ...kafka09, truncation: 'one epoch round' }

const kafka21: ReplicationBehaviour = {
  ...kip101,
  truncation: 'common prefix',
  join: 'high watermark and epoch start',
  lastInSync: 'stays',
  slowDropNeedsLag: true,
}

const kafka37: ReplicationBehaviour = { ...kafka21, watermarkNeedsMinIsr: true }

/** The rows by variant id, as recordings name them. */
export const replicationBehaviours = {
  'kafka-0.8.1': kafka081,
  'kafka-0.8.2': kafka082,
  'kafka-0.9': kafka09,
  'kafka-kip101': kip101,
  'kafka-2.1': kafka21,
  'kafka-3.7': kafka37,
  'kafka-4.0-elr': { ...kafka37, eligibleLeaders: true },
} as const satisfies Record<string, ReplicationBehaviour>

export type ReplicationBehaviourId = keyof typeof replicationBehaviours

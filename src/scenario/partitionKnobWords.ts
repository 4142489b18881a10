// What each knob of a replicated partition is called and what it decides, for a form.

import type { KnobWords } from './knobs.ts'
import type { PartitionKnob } from './partitionKnobs.ts'

/** Complete by its type: a rule without its words does not compile. */
export const partitionKnobWords: { readonly [knob in PartitionKnob]: KnobWords } = {
  truncation: {
    label: 'A new follower cuts its log',
    help: 'To its own high watermark, at once and without a question; to where the leader says that its last epoch ends; or to the longest part that both logs have in common.',
    source: 'ReplicaManager.makeFollowers; KIP-101, KIP-279',
  },
  join: {
    label: 'A follower joins the ISR',
    help: 'When it fetches at the leader’s high watermark or above; or only at the start of the leader epoch or above, too.',
    source: 'Partition.maybeExpandIsr; KAFKA-7128',
  },
  fetch: {
    label: 'A fetch moves the high watermark',
    help: 'Before the leader reads its answer, so that the follower hears of it at once; or after, so that it hears of it one fetch later.',
    source: 'KafkaApis.handleFetchRequest; ReplicaManager.fetchMessages',
  },
  electionOrder: {
    label: 'A clean election takes the first',
    help: 'Of the ISR as it is stored, where whoever joined last stands last; or of the assignment.',
    source: 'PartitionLeaderSelector; Election',
  },
  lastInSync: {
    label: 'The last member of the ISR dies',
    help: 'It leaves, and the ISR is empty; it stays unless unclean election is on; or it always stays.',
    source: 'KafkaController.removeReplicaFromIsr; PartitionChangeBuilder',
  },
  eligibleLeaders: {
    label: 'Eligible leader replicas',
    help: 'Who leaves an ISR below min.insync.replicas may lead all the same when the ISR is empty. Where the release has eligible.leader.replicas.version, that decides, too.',
    source: 'PartitionChangeBuilder.maybeUpdateElr; KIP-966',
  },
  watermarkNeedsMinIsr: {
    label: 'The high watermark needs min.insync.replicas',
    help: 'It stands still while the ISR has fewer members; and more than there are replicas count as all of them.',
    source: 'Partition.maybeIncrementLeaderHW, effectiveMinIsr; KAFKA-15583',
  },
  slowDropNeedsLag: {
    label: 'Only who lacks something is too slow',
    help: 'A follower that holds all of the leader’s log stays in the ISR however long it is silent.',
    source: 'Replica.isCaughtUp',
  },
  minInsyncReplicas: {
    label: 'min.insync.replicas is there',
    help: 'Without it a record is acknowledged by whoever is in the ISR, be it the leader alone.',
    source: 'Partition.appendMessagesToLeader; KAFKA-1555',
  },
  uncleanSetting: {
    label: 'unclean.leader.election.enable is there',
    help: 'Without it any live replica leads where no in-sync replica is live.',
    source: 'PartitionLeaderSelector; KAFKA-1028',
  },
  anyAcks: {
    label: 'acks may be any number',
    help: 'Else a broker refuses all but -1, 0 and 1: INVALID_REQUIRED_ACKS (21).',
    source: 'ReplicaManager.isValidRequiredAcks; KAFKA-1697',
  },
  lagMaxMessages: {
    label: 'replica.lag.max.messages is there',
    help: 'The leader drops a follower that is more messages behind than that (step m).',
    source: 'Partition.getOutOfSyncReplicas; KAFKA-1546',
  },
  shrinkForgetsPositions: {
    label: 'A dead follower makes the leader forget',
    help: 'A leader that the controller tells of a smaller ISR forgets what its followers hold, until each fetches again.',
    source: 'Partition.makeLeader',
  },
  cutsWithoutLeader: {
    label: 'A restart cuts without a leader',
    help: 'A broker that comes back cuts its log to its high watermark although the partition has no leader.',
    source: 'ReplicaManager.makeFollowers',
  },
}

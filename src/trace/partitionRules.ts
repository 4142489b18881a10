// The rules that a step of a replicated partition follows: what each says, where Kafka does it, and the setting that owns it, if one does.
// Numbered in this order from 1024: a new one comes last.

import { rulesFrom } from './rules.ts'

type PartitionRule = { readonly says: string; readonly source: string; readonly setting?: string }

/** The rules by id. */
export const partitionRules = {
  append: {
    says: 'The leader appends a record at its log end offset, in its leader epoch.',
    source: 'Partition.appendRecordsToLeader',
  },
  'sent-blindly': {
    says: 'A producer that asks for no answer takes a record for sent once it is written to the socket, whatever becomes of it.',
    source: 'KafkaApis.handleProduceRequest',
    setting: 'acks',
  },
  fetch: {
    says: 'A follower asks for what follows its log; its offset tells the leader what it holds, one fetch later than it got it.',
    source: 'ReplicaFetcherThread.processPartitionData; Partition.updateFollowerFetchState',
  },
  'fetch-lost': {
    says: 'The leader notes the offset that a follower asked for, though its answer never arrives.',
    source: 'Partition.updateFollowerFetchState',
  },
  'follower-watermark': {
    says: 'A follower takes the high watermark of the answer, so it knows of a rise one answer later.',
    source: 'ReplicaFetcherThread.processPartitionData',
  },
  'watermark-rises': {
    says: 'The high watermark is the least log end offset in the ISR, as far as the leader knows them.',
    source: 'Partition.maybeIncrementLeaderHW',
  },
  'watermark-frozen': {
    says: 'While the ISR has fewer than min.insync.replicas the high watermark stands still.',
    source: 'Partition.maybeIncrementLeaderHW, KAFKA-15583',
    setting: 'min.insync.replicas',
  },
  'acked-at-append': {
    says: 'A producer that asks for the leader’s answer alone has it as soon as the leader has appended.',
    source: 'ReplicaManager.appendRecords',
    setting: 'acks',
  },
  'acked-by-number': {
    says: 'A producer that asks for n replicas is answered when n of the ISR hold the record; others do not count.',
    source: 'Partition.checkEnoughReplicasReachOffset',
    setting: 'acks',
  },
  'acked-by-all': {
    says: 'With acks=all the leader answers when the high watermark passes the record and the ISR has min.insync.replicas.',
    source: 'Partition.checkEnoughReplicasReachOffset',
    setting: 'min.insync.replicas',
  },
  joins: {
    says: 'A follower joins the ISR when it fetches at the high watermark or above; the lag limits are not asked.',
    source: 'Partition.maybeExpandIsr',
  },
  'joins-after-epoch-start': {
    says: 'A follower joins the ISR when it fetches at the high watermark or above, and not below the start of the leader epoch.',
    source: 'Partition.maybeExpandIsr, KAFKA-7128',
  },
  'too-far-behind': {
    says: 'At its periodic look the leader drops a follower that is more messages behind than allowed.',
    source: 'Partition.getOutOfSyncReplicas',
    setting: 'replica.lag.max.messages',
  },
  'too-slow': {
    says: 'At its periodic look the leader drops a follower that has not caught up for too long.',
    source: 'Partition.maybeShrinkIsr',
    setting: 'replica.lag.time.max.ms',
  },
  crash: {
    says: 'A process ends at once; the high watermark on disk is that of the last checkpoint.',
    source: 'ReplicaManager.checkpointHighWatermarks',
  },
  'log-lost': {
    says: 'Records that lay in the page cache only are gone with the machine.',
    source: 'log.flush.interval.messages: no fsync before the ack',
  },
  detected: {
    says: 'The controller takes a broker for dead when its session ends.',
    source: 'KafkaController.onBrokerFailure; ReplicationControlManager.handleBrokerFenced',
  },
  'dead-leaves': { says: 'A dead broker leaves the ISR.', source: 'ReplicaStateMachine; PartitionChangeBuilder' },
  'last-stays': {
    says: 'The last member of an ISR stays in it though it is dead: nobody else may lead cleanly.',
    source: 'KafkaController.removeReplicaFromIsr; PartitionChangeBuilder.build',
  },
  'positions-forgotten': {
    says: 'A leader that is told of a new ISR forgets what its followers hold, until each fetches again.',
    source: 'Partition.makeLeader',
  },
  'eligible-leaders': {
    says: 'Who leaves an ISR below min.insync.replicas stays an eligible leader, for it holds all that is committed.',
    source: 'PartitionChangeBuilder.maybeUpdateElr, KIP-966',
    setting: 'min.insync.replicas',
  },
  'unclean-restart': {
    says: 'A broker that comes back after a crash may have lost its log: it leaves ISR and ELR.',
    source: 'ReplicationControlManager.handleUncleanBrokerShutdown, KIP-966',
  },
  restart: {
    says: 'A broker registers anew with the log that it kept.',
    source: 'BrokerLifecycleManager; ReplicaManager',
  },
  'elected-by-seniority': {
    says: 'The live member that has been longest in the ISR leads; no log is compared.',
    source: 'PartitionLeaderSelector.selectLeader',
  },
  'elected-by-assignment': {
    says: 'The first live member of the ISR in assignment order leads; no log is compared.',
    source: 'Election; PartitionChangeBuilder.electAnyLeader',
  },
  'elected-eligible': {
    says: 'The ISR is empty: the first live eligible leader replica in assignment order leads.',
    source: 'PartitionChangeBuilder.electAnyLeader, KIP-966',
    setting: 'eligible.leader.replicas.version',
  },
  'elected-last-known': {
    says: 'ISR and ELR are empty: the last known leader leads when it is back, whatever it has lost.',
    source: 'PartitionChangeBuilder.canElectLastKnownLeader, KIP-966',
    setting: 'eligible.leader.replicas.version',
  },
  'elected-uncleanly': {
    says: 'No in-sync replica is live: the first live one in assignment order leads, and what it lacks is lost.',
    source: 'PartitionLeaderSelector.selectLeader; PartitionChangeBuilder.electAnyLeader',
    setting: 'unclean.leader.election.enable',
  },
  'nobody-elected': {
    says: 'No in-sync replica is live, and nobody else may lead.',
    source: 'PartitionLeaderSelector.selectLeader; PartitionChangeBuilder.electAnyLeader',
    setting: 'unclean.leader.election.enable',
  },
  preferred: {
    says: 'The first replica of the assignment leads again, if it is live and in sync.',
    source: 'PreferredReplicaPartitionLeaderSelector',
    setting: 'auto.leader.rebalance.enable',
  },
  'cut-to-watermark': {
    says: 'A follower cuts its log to its own high watermark as soon as it hears of a new leader.',
    source: 'ReplicaManager.makeFollowers',
  },
  'cut-to-leader-end': {
    says: 'A follower that asks beyond the end of the leader cuts its log to it.',
    source: 'ReplicaFetcherThread.handleOffsetOutOfRange',
  },
  'cut-to-epoch-end': {
    says: 'A follower cuts its log to where its last epoch ends at the leader, or to its own high watermark where the leader does not know.',
    source: 'LeaderEpochFileCache.endOffsetFor, KIP-101',
  },
  'cut-to-common-prefix': {
    says: 'A follower cuts its log to the longest part that it has in common with the leader.',
    source: 'AbstractFetcherThread, KIP-279',
  },
  'acked-lost': {
    says: 'A leader serves without a record whose success was told to a producer.',
    source: 'what acks=all promises',
  },
  'after-append': {
    says: 'The high watermark passes the record while the ISR has fewer than min.insync.replicas: it is in the log, and no success is told.',
    source: 'Partition.checkEnoughReplicasReachOffset, KAFKA-1555',
    setting: 'min.insync.replicas',
  },
  'leader-gone': {
    says: 'A producer whose connection ends before its answer came cannot know whether its record was written.',
    source: 'Sender.handleDisconnection',
  },
  'not-leader': {
    says: 'A broker that leads no more answers those that wait with an error; their records may be kept all the same.',
    source: 'DelayedProduce.tryComplete',
  },
  'visible-lost': {
    says: 'A leader serves without a record that lay below a high watermark: a consumer may have read it.',
    source: 'ReplicaManager.readMessageSet',
  },
  'writes-blocked': {
    says: 'When all that is down is noticed and all that is up has fetched, a write still fails.',
    source: 'Partition.appendRecordsToLeader',
  },
  'lost-no-more': {
    says: 'A replica that kept the record leads again, whoever led in between.',
    source: 'PartitionLeaderSelector.selectLeader; PartitionChangeBuilder.electAnyLeader',
  },
  step: { says: 'The schedule asks for it.', source: '' },
  impossible: { says: 'It cannot happen from here, and the schedule goes on with its next step.', source: '' },
  'acked-by-in-sync': {
    says: 'A producer that asks for all is answered when each member of the ISR holds the record, however few they are.',
    source: 'Partition.checkEnoughReplicasReachOffset',
    setting: 'acks',
  },
  'sent-lost': {
    says: 'Who asks for no answer is told of no loss: whether a leader ever had the record is not known.',
    source: 'KafkaApis.handleProduceRequest',
    setting: 'acks',
  },
  'acked-by-one-lost': {
    says: 'The leader alone had answered: where it goes before others have fetched, the record goes with it.',
    source: 'ReplicaManager.appendRecords',
    setting: 'acks',
  },
  'acked-by-number-lost': {
    says: 'So many replicas had the record as were asked for, and whoever is in the ISR may lead, with it or without.',
    source: 'Partition.checkEnoughReplicasReachOffset; PartitionLeaderSelector.selectLeader',
    setting: 'acks',
  },
  'elected-whoever-lives': {
    says: 'No in-sync replica is live: the first live one in assignment order leads, and what it lacks is lost. No setting forbids it before 0.8.2.',
    source: 'OfflinePartitionLeaderSelector.selectLeader',
  },
  'nobody-lives': {
    says: 'No replica is live, be it in sync or not: there is nobody to lead.',
    source: 'PartitionLeaderSelector.selectLeader; PartitionChangeBuilder.electAnyLeader',
  },
  'too-few-in-sync': {
    says: 'With acks=all a leader whose ISR has fewer than min.insync.replicas appends nothing, and says so.',
    source: 'Partition.appendRecordsToLeader, KAFKA-1555',
    setting: 'min.insync.replicas',
  },
  'no-leader-found': {
    says: 'A producer that knows of no leader asks for metadata until there is one, or its time is over. Nobody refuses its record.',
    source: 'RecordAccumulator.ready; Metadata.requestUpdate',
  },
  'blocked-by-min-isr': {
    says: 'When all that is down is noticed and all that is up has fetched, the ISR is still too small for a write.',
    source: 'Partition.appendRecordsToLeader, KAFKA-1555',
    setting: 'min.insync.replicas',
  },
  'blocked-by-acks': {
    says: 'When all that is down is noticed and all that is up has fetched, the ISR has still fewer than are asked for.',
    source: 'Partition.checkEnoughReplicasReachOffset',
    setting: 'acks',
  },
  'stays-out': {
    says: 'A follower that fetches below the high watermark does not join the ISR: what it lacks may be acknowledged. How many messages it lacks is not asked.',
    source: 'Partition.maybeExpandIsr',
  },
  'stays-out-of-epoch': {
    says: 'A follower that fetches below the start of the leader epoch does not join the ISR, whatever the high watermark of a new leader says.',
    source: 'Partition.maybeExpandIsr, KAFKA-7128',
  },
} as const satisfies Record<string, PartitionRule>

export type PartitionRuleId = keyof typeof partitionRules

/** What the schedule asks for itself. */
const ofTheWorld: readonly PartitionRuleId[] = [
  'step',
  'impossible',
  'append',
  'fetch',
  'fetch-lost',
  'crash',
  'log-lost',
  'detected',
  'restart',
]

const rule = rulesFrom(1024)

const numbers = new Map(
  (Object.keys(partitionRules) as PartitionRuleId[]).map((id) => {
    const { setting }: PartitionRule = partitionRules[id]
    const owner = ofTheWorld.includes(id) ? 'world' : setting === undefined ? 'client' : 'setting'
    return [id, rule(id, owner, setting)] as const
  }),
)

/** The number of a rule in a trace. */
export const partitionRule = (id: PartitionRuleId): number => numbers.get(id) as number

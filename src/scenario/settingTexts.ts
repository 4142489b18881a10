// What each setting is for, in one line for a person, where Kafka says so, and what the lab's model of it leaves out.

import type { Component } from './scenario.ts'
import type { SettingKey } from './settingForms.ts'

type SettingText = {
  readonly help: string
  readonly source: string
  readonly leavesOut?: string
}

/** Complete by its type: a setting without its text does not compile. */
const texts: { readonly [key in SettingKey]: SettingText } = {
  'socket.connection.setup.timeout.ms': {
    help: 'How long one attempt to open a connection may take before the client gives it up and tries another broker.',
    source: 'CommonClientConfigs; KIP-601',
  },
  'socket.connection.setup.timeout.max.ms': {
    help: 'The setup timeout doubles with each attempt in a row that failed, and stops growing here.',
    source: 'CommonClientConfigs; KIP-601',
  },
  'connections.setup.timeout.ms': {
    help: 'The draft of KIP-601: a fixed time for an attempt, looked at only when the client chooses a node for metadata.',
    source: 'KIP-601, first draft; never shipped',
  },
  'reconnect.backoff.ms': {
    help: 'The first wait before a lost broker is tried again; also how often the client looks while it wants metadata and has no connection.',
    source: 'CommonClientConfigs; KIP-144',
  },
  'reconnect.backoff.max.ms': {
    help: 'The wait doubles with each failure in a row, and stops growing here. Left alone, it follows a reconnect.backoff.ms that is set.',
    source: 'CommonClientConfigs; KIP-144',
  },
  'request.timeout.ms': {
    help: 'How long a request may be in flight before its connection is closed; no select lasts longer either.',
    source: 'CommonClientConfigs; KIP-19',
  },
  'max.in.flight.requests.per.connection': {
    help: 'How many requests may be unanswered on one connection.',
    source: 'ProducerConfig',
    leavesOut: 'Idempotence, which more than 5 switch off, plays no part.',
  },
  'max.block.ms': {
    help: 'How long send() may block: for metadata, and in what is left of it for a part of buffer.memory.',
    source: 'ProducerConfig; KIP-19',
  },
  'metadata.fetch.timeout.ms': {
    help: 'How long send() of 0.8.2 waits for metadata before it gives its caller a TimeoutException. Deprecated in 0.9, where it still replaces max.block.ms if it is set.',
    source: 'ProducerConfig; KIP-19',
    leavesOut: 'In 0.8.2, 0 waits for ever and less throws at once (KAFKA-1836): neither can be set here.',
  },
  'timeout.ms': {
    help: 'How long brokers wait for their replicas. Deprecated in 0.9, where it still replaces request.timeout.ms if it is set.',
    source: 'ProducerConfig; KIP-19',
    leavesOut: 'What brokers do with it plays no part.',
  },
  'retry.backoff.ms': {
    help: 'The wait after a failed metadata update, or a failed attempt of a batch, before the next one.',
    source: 'CommonClientConfigs',
  },
  'retry.backoff.max.ms': {
    help: 'The wait doubles with each failure in a row, and stops growing here.',
    source: 'CommonClientConfigs; KIP-580',
  },
  'metadata.max.age.ms': {
    help: 'Metadata older than this is fetched anew, asked for or not.',
    source: 'CommonClientConfigs',
  },
  'metadata.recovery.strategy': {
    help: 'What to do when no known broker is left: none, or back to the bootstrap servers.',
    source: 'CommonClientConfigs; KIP-899, KIP-1102',
  },
  'metadata.recovery.rebootstrap.trigger.ms': {
    help: 'After this long without the metadata it wants, the client goes back to its bootstrap servers.',
    source: 'CommonClientConfigs; KIP-1102',
  },
  'client.dns.lookup': {
    help: 'Which addresses of a name are tried: only the first, or one after the other.',
    source: 'CommonClientConfigs; KIP-302, KIP-602',
    leavesOut: 'Canonical names: resolve_canonical_bootstrap_servers_only behaves as use_all_dns_ips.',
  },
  'delivery.timeout.ms': {
    help: 'How long a record may take from its append until it is acknowledged or fails, over all attempts: linger, waiting, flights and backoffs.',
    source: 'ProducerConfig; KIP-91',
  },
  retries: {
    help: 'How often a batch is tried again after an attempt that failed. Since 2.1 any number, and delivery.timeout.ms is the bound.',
    source: 'ProducerConfig; KIP-91',
  },
  'linger.ms': {
    help: 'How long a batch that is not full waits for more records before it is sent.',
    source: 'ProducerConfig',
  },
  acks: {
    help: 'Who must have a batch before it is answered: nobody (0), the leader (1), or all in-sync replicas (all, -1).',
    source: 'ProducerConfig; KIP-679',
    leavesOut: 'In the requests lab, replication: 1 and all are answered alike, after the broker’s service time.',
  },
  'enable.idempotence': {
    help: 'The broker recognises a batch that comes again by its sequence number. Needs retries, acks=all and at most 5 requests in flight.',
    source: 'ProducerConfig; KIP-98, KIP-679',
    leavesOut: 'The request for a producer id, and that brokers refuse a sequence number that is out of order.',
  },
  'buffer.memory': {
    help: 'Bytes that all batches that are not done may take together. When a new one finds too little left, send() waits for it.',
    source: 'ProducerConfig; BufferPool',
    leavesOut: 'It counts only where records have a size; a batch that is compressed or split is not shown.',
  },
  'batch.size': {
    help: 'Bytes that a batch takes from buffer.memory, however full it is, and how many records it holds at most; a record that is larger gets a batch of its own.',
    source: 'ProducerConfig; RecordAccumulator.append',
    leavesOut: 'It counts only where records have a size.',
  },
  'block.on.buffer.full': {
    help: 'Whether send() of 0.8.2 waits for memory for ever, or throws at once. In 0.9 true takes the bound from max.block.ms.',
    source: 'ProducerConfig; KIP-19',
  },
  'controller.quorum.fetch.timeout.ms': {
    help: 'F. How long a follower goes without a good answer to its Fetch before it calls an election; a leader resigns after 1.5 F without a majority that fetches, and sends BeginQuorumEpoch every F/2.',
    source: 'QuorumConfig; KIP-595, KIP-1236',
  },
  'controller.quorum.election.timeout.ms': {
    help: 'E. How long a voter without a leader waits before it calls an election: E and a part of E that each rolls anew.',
    source: 'QuorumConfig; KIP-595',
  },
  'controller.quorum.election.backoff.max.ms': {
    help: 'X. The longest wait of a candidate that lost (to 4.0), and of who is told that its leader resigns.',
    source: 'QuorumConfig; KIP-595',
  },
  'controller.quorum.request.timeout.ms': {
    help: 'Q. How long a request to another node may go unanswered before another one may be sent to it. Above F it comes too late for a Fetch that was lost.',
    source: 'QuorumConfig; RequestManager',
  },
  'controller.quorum.retry.backoff.ms': {
    help: 'B. The wait after a request that failed, such as on a connection that was reset, before the next one to that node.',
    source: 'QuorumConfig; RequestManager',
  },
  'controller.quorum.append.linger.ms': {
    help: 'How long records wait at the leader for more of them before they are written to its log.',
    source: 'QuorumConfig; BatchAccumulator',
  },
  'request.required.acks': {
    help: 'How many in-sync replicas must hold a record before its producer of 0.8 is answered: 0, 1, any number, or -1 for all of them.',
    source: 'SyncProducerConfig; KafkaApis.handleProduceRequest',
  },
  'min.insync.replicas': {
    help: 'How many replicas must be in sync for a write with acks=all: with fewer it is refused instead of lost.',
    source: 'LogConfig; KAFKA-1555',
    leavesOut: 'Always three replicas. Kafka checks it against no replication factor.',
  },
  'unclean.leader.election.enable': {
    help: 'Whether a replica that was not in sync may lead when no other is live: writes go on, and records are lost.',
    source: 'LogConfig; KAFKA-1028, KIP-106',
    leavesOut: 'With KRaft it was ignored to 3.8. Here it always counts.',
  },
  'eligible.leader.replicas.version': {
    help: 'A feature of the cluster: 1 keeps a list of replicas that are out of the ISR and still hold all that is committed.',
    source: 'KIP-966, KIP-1022',
  },
  'replica.lag.max.messages': {
    help: 'How many messages a follower may be behind before the leader drops it from the ISR. Gone with 0.9.',
    source: 'Partition.getOutOfSyncReplicas; KAFKA-1546',
  },
  'replica.lag.time.max.ms': {
    help: 'How long a follower may be behind, or silent, before the leader drops it from the ISR.',
    source: 'Partition.maybeShrinkIsr; KIP-537',
    leavesOut: 'Time: step s is that look.',
  },
  'default.api.timeout.ms': {
    help: 'How long a call of a consumer or an admin client may take in all, over every attempt, where it brings no timeout of its own.',
    source: 'ConsumerConfig, KIP-266; AdminClientConfig, KIP-533',
  },
  'session.timeout.ms': {
    help: 'How long the coordinator waits for a heartbeat. Up to 1.1 request.timeout.ms must be longer.',
    source: 'ConsumerConfig',
    leavesOut: 'The group: there is no coordinator here, and no heartbeat.',
  },
  'heartbeat.interval.ms': {
    help: 'How often a member of a group is heard of. Must be shorter than session.timeout.ms; no poll of a consumer waits longer.',
    source: 'ConsumerConfig; ConsumerNetworkClient',
    leavesOut: 'The group: there is no coordinator here, and no heartbeat.',
  },
  'fetch.max.wait.ms': {
    help: 'How long a broker waits for enough data before it answers a fetch. Up to 1.1 request.timeout.ms must be longer.',
    source: 'ConsumerConfig',
    leavesOut: 'Fetches.',
  },
}

/** What a setting of the producer is for where the lab is about the partition behind it. */
const topicTexts: { readonly [key: string]: SettingText } = {
  acks: {
    help: 'Who must have a record before it is acknowledged: nobody (0), the leader (1), or all in-sync replicas (all, -1). In 0.8.2, as in 0.8.1, also a number of replicas, of which only those in sync count.',
    source: 'ProducerConfig; Partition.checkEnoughReplicasReachOffset',
  },
}

/** The texts of a setting, of the partition's where the component is `topic`; undefined where the lab has none of that key. */
export function settingText(key: string, component?: Component): SettingText | undefined {
  if (component === 'topic' && Object.hasOwn(topicTexts, key)) return topicTexts[key]
  return Object.hasOwn(texts, key) ? texts[key as SettingKey] : undefined
}

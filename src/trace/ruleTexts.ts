// What each rule says, and where it comes from. Apart from the rules themselves: the worker never says a sentence, and the first picture few.

import { partitionRules } from './partitionRules.ts'
import { quorumTexts } from './quorumRuleTexts.ts'
import type { Rule, RuleId, RuleText } from './rules.ts'

/** Complete by its type: a rule without its text does not compile. */
const texts: { readonly [id in RuleId]: RuleText } = {
  ...quorumTexts,
  ...partitionRules,
  none: { source: '', says: '' },
  // The world.
  fault: { source: 'the scenario', says: 'You asked for this fault.' },
  latency: { source: 'the scenario', says: 'A packet needs the latency of its link.' },
  service: { source: 'the scenario', says: 'The broker answers after its service time.' },
  // The kernel.
  syn: { source: 'RFC 9293 3.5; Linux tcp_connect', says: 'connect() sends the first SYN at once.' },
  'syn-retransmitted': {
    source: 'Linux tcp_retransmit_timer',
    says: 'No SYN-ACK came: in its linear phase the kernel sends the SYN again every initial RTO.',
  },
  'syn-doubled': {
    source: 'RFC 6298 5.5',
    says: 'No SYN-ACK came: the kernel sends the SYN again after the initial RTO, then after twice the wait before.',
  },
  'syn-lost': { source: 'the scenario', says: 'The SYN reached nobody: the path drops it.' },
  'syn-refused': { source: 'RFC 9293 3.10.7.1', says: 'The host is up and the port is closed: it answers RST.' },
  'kernel-gave-up': {
    source: 'Linux tcp_write_timeout',
    says: 'The last retransmission went unanswered: the kernel gives the attempt up with ETIMEDOUT.',
  },
  reset: { source: 'RFC 9293 3.10.7.1', says: 'The host knows nothing of this connection any more: it answers RST.' },
  'syn-ignored': {
    source: 'Linux tcp_conn_request',
    says: 'The accept queue of the listener is full: its kernel ignores the SYN, as if it had been lost.',
  },
  'arp-failed': {
    source: 'Linux neigh_timer_handler; arp(7)',
    says: 'Three broadcasts, one a second, found nobody who has the address: EHOSTUNREACH.',
  },
  'icmp-unreachable': {
    source: 'Linux tcp_v4_err; RFC 1122 4.2.3.9',
    says: 'A router says that the host cannot be reached: while a connection is being opened Linux takes that as final.',
  },
  'data-retransmitted': {
    source: 'RFC 6298 5; Linux tcp_send_loss_probe, tcp_retransmit_timer',
    says: 'No acknowledgement came: the kernel sends the data again after its retransmission timeout, then after twice the wait before.',
  },
  'data-gave-up': {
    source: 'Linux tcp_write_timeout',
    says: 'Data stayed without acknowledgement for too long: the kernel gives the connection up.',
  },
  'keepalive-gave-up': {
    source: 'Linux tcp_keepalive_timer',
    says: 'The connection was idle and its keepalive probes went unanswered: the kernel gives it up.',
  },
  'handshake-stalls': {
    source: 'KafkaChannel.prepare',
    says: 'TCP is up, and the handshake of TLS or SASL above it never ends.',
  },
  // NetworkClient: what a poll waits for. The term that wins the min owns the wait.
  'wait-caller': { source: 'NetworkClient.poll', says: 'The caller asked for no longer wait.' },
  'wait-reconnect-backoff': {
    source: 'NetworkClient.DefaultMetadataUpdater.maybeUpdate',
    says: 'A metadata update is due and no node can take it: look again after the raw reconnect backoff.',
  },
  'wait-retry-backoff': {
    source: 'Metadata.timeToAllowUpdate',
    says: 'The last update, and up to 2.4.0 the start of the client counts as one, is too recent: the next one waits for the retry backoff.',
  },
  'wait-metadata-age': { source: 'Metadata.timeToNextUpdate', says: 'The metadata is fresh until its age runs out.' },
  'wait-metadata-answer': {
    source: 'NetworkClient.DefaultMetadataUpdater.maybeUpdate',
    says: 'A metadata request is in flight: nothing to do before its timeout.',
  },
  'wait-answer': {
    source: 'NetworkClient.DefaultMetadataUpdater.maybeUpdate, to 0.10.1',
    says: 'A metadata request is in flight: nothing to do before its answer, and no timeout of its own.',
  },
  'wait-no-node': {
    source: 'NetworkClient.DefaultMetadataUpdater.maybeUpdate, to 0.10.1',
    says: 'leastLoadedNode had nobody to ask or to connect to: it is called again after the retry backoff.',
  },
  'wait-request-timeout': {
    source: 'NetworkClient.poll',
    says: 'No select lasts longer than the default request timeout, whatever is in flight.',
  },
  'wait-request-deadline': {
    source: 'KIP-19 draft',
    says: 'No select lasts longer than until the first request in flight would time out.',
  },
  'wait-nothing': { source: 'NetworkClient.poll', says: 'There is work already: the select returns at once.' },
  'wait-spin': {
    source: 'NetworkClient.poll',
    says: 'Its wait is 0: a loop that would spin looks again one millisecond later.',
  },
  'wait-setup-timeout': {
    source: 'ClusterConnectionStates.connectionDelay',
    says: 'The caller waits for a connecting node: its delay is the whole setup timeout, not what is left of it.',
  },
  'wait-reconnect': {
    source: 'ClusterConnectionStates.connectionDelay',
    says: 'The caller waits for a node in its reconnect backoff.',
  },
  'wait-throttle': {
    source: 'ClusterConnectionStates.throttleDelayMs',
    says: 'The broker announced a throttle time: the caller waits it out.',
  },
  'wait-call': { source: 'KafkaProducer', says: 'The caller wakes the client for its next call.' },
  // The Sender: what it waits for.
  'wait-linger': {
    source: 'RecordAccumulator.ready',
    says: 'A batch may still take records: it lingers, and the Sender looks again when its time is over.',
  },
  'wait-batch-backoff': {
    source: 'RecordAccumulator.ready',
    says: 'A batch that is to be sent again waits for its retry backoff.',
  },
  'wait-delivery-timeout': {
    source: 'Sender.sendProducerData; KIP-91',
    says: 'The Sender sleeps no longer than to the delivery timeout of its oldest batch.',
  },
  // Batches: why they wait in the accumulator, and what becomes of them.
  'held-by-linger': {
    source: 'RecordAccumulator.ready',
    says: 'The batch is not full: it waits up to linger.ms for more records.',
  },
  'held-by-backoff': {
    source: 'RecordAccumulator.ready',
    says: 'The batch came back from a failed attempt: it waits for its retry backoff.',
  },
  'held-by-order': {
    source: 'RecordAccumulator.isMuted',
    says: 'With one request in flight a connection, a partition waits until its batch in flight is answered.',
  },
  'held-without-leader': {
    source: 'RecordAccumulator.ready',
    says: 'The client knows of no leader for the partition: it asks for metadata.',
  },
  'held-by-connection': {
    source: 'NetworkClient.ready',
    says: 'The connection to the leader is not ready: the batch waits for it.',
  },
  'held-by-requests': {
    source: 'InFlightRequests.canSendMore',
    says: 'The connection to the leader carries as many requests as it may.',
  },
  'held-by-update': {
    source: 'NetworkClient.isReady',
    says: 'A metadata update is due: it goes first, and every other request waits for it.',
  },
  'batch-opened': { source: 'RecordAccumulator.append', says: 'A record opens a new batch: it lingers from now on.' },
  'memory-blocks': {
    source: 'BufferPool.allocate; KIP-19',
    says: 'Batches that are not done hold buffer.memory: send() waits for one of them to be done, for what is left of max.block.ms.',
  },
  'memory-blocks-for-ever': {
    source: 'BufferPool.allocate, 0.8.2',
    says: 'Batches that are not done hold buffer.memory, and block.on.buffer.full is true: send() waits for ever for one of them to be done.',
  },
  'memory-timed-out': {
    source: 'BufferPool.allocate; KAFKA-3720',
    says: 'Too little of buffer.memory came back within max.block.ms: the future and the callback get the exception.',
  },
  'memory-exhausted': {
    source: 'BufferPool.allocate, 0.8.2',
    says: 'Too little of buffer.memory is left, and block.on.buffer.full is false: send() throws at once.',
  },
  'memory-closed': {
    source: 'BufferPool.close; KAFKA-9449',
    says: 'The producer is closed: nobody gets memory any more.',
  },
  'memory-freed': {
    source: 'RecordAccumulator.deallocate; BufferPool.deallocate',
    says: 'A batch that is done gives its part of buffer.memory back, to who has waited longest.',
  },
  'batch-too-large': {
    source: 'BufferPool.allocate',
    says: 'A new batch takes batch.size, and that is more than all of buffer.memory: send() throws.',
  },
  'record-too-large': {
    source: 'KafkaProducer.ensureValidRecordSize',
    says: 'The record is larger than all of buffer.memory: the future and the callback get a RecordTooLargeException.',
  },
  'partitions-after-close': {
    source: 'Metadata.awaitUpdate; KIP-276',
    says: 'The producer is closed: no metadata will come, and partitionsFor() throws.',
  },
  'batch-drained': {
    source: 'RecordAccumulator.drain',
    says: 'The leader is ready: the batch leaves the accumulator.',
  },
  'produce-sent': {
    source: 'Sender.sendProduceRequest',
    says: 'One PRODUCE a node and iteration, with a batch of each partition it leads. It may stay unanswered for request.timeout.ms.',
  },
  'batch-retried': {
    source: 'Sender.reenqueueBatch',
    says: 'The attempt failed and may be repeated: the batch goes back to the front of its partition.',
  },
  'batch-retried-in-order': {
    source: 'RecordAccumulator.insertInSequenceOrder; KIP-98',
    says: 'The attempt failed and may be repeated: the batch goes back before all with a later sequence number.',
  },
  'batch-known-again': {
    source: 'ProducerStateManager; UnifiedLog.analyzeAndValidateProducerState; KIP-98',
    says: 'The producer is idempotent: the broker knows the sequence number, answers that all is well, and writes nothing.',
  },
  'batch-expired': {
    source: 'ProducerBatch.hasReachedDeliveryTimeout; KIP-91',
    says: 'delivery.timeout.ms since its creation are over, wherever the batch is: its records fail.',
  },
  'batch-expired-unsent': {
    source: 'ProducerBatch.maybeExpire',
    says: 'The batch has waited in the accumulator for longer than request.timeout.ms: its records fail.',
  },
  'retries-exhausted': {
    source: 'Sender.canRetry',
    says: 'The attempt failed and no retry is left: the records fail.',
  },
  'not-retriable': {
    source: 'Sender.canRetry',
    says: 'The broker answered an error that no retry can mend: the records fail.',
  },
  'close-forced': {
    source: 'KafkaProducer.close',
    says: 'The time that close() was given is over: it forces the end.',
  },
  'close-done': {
    source: 'Sender.run',
    says: 'Nothing is queued or in flight any more, or the end was forced: close() returns.',
  },
  'send-after-close': { source: 'KafkaProducer.send', says: 'The producer is closed: it takes no more records.' },
  'append-to-retried-bug': {
    source: 'KAFKA-3594',
    says: 'The newest batch of the partition came back for a retry and is closed for appends: send() throws.',
  },
  'leader-unknown': {
    source: 'Sender.sendProducerData',
    says: 'A batch has no known leader: the Sender asks for metadata in each iteration.',
  },
  'error-asks-for-update': {
    source: 'Sender.completeBatch',
    says: 'The error says that the metadata may be out of date: the Sender asks for an update.',
  },
  'update-not-enough': {
    source: 'Metadata.update',
    says: 'The answer left something open, a partition without a leader or a topic asked for since: another update is due.',
  },
  // Connections.
  'connect-metadata': {
    source: 'NetworkClient.leastLoadedNode',
    says: 'A metadata update is due: the client connects to the node that leastLoadedNode chose.',
  },
  'chosen-ready': {
    source: 'NetworkClient.leastLoadedNode',
    says: 'A node that is ready goes before all others, the one with the fewest requests in flight first.',
  },
  'chosen-last-visited': {
    source: 'NetworkClient.leastLoadedNode (2.3 to 2.6)',
    says: 'Of the nodes that may be connected it keeps the last that its scan visits, and the scan begins anywhere: the one that has just failed may come again.',
  },
  'chosen-fewest-failures': {
    source: 'KIP-601, as first proposed',
    says: 'Of the nodes that may be connected it keeps one with the fewest failed attempts.',
  },
  'chosen-oldest-attempt': {
    source: 'NetworkClient.leastLoadedNode; KIP-601',
    says: 'Of the nodes that may be connected it keeps the one whose last attempt is oldest: no node comes again before all others had their turn.',
  },
  'chosen-fewest-in-flight': {
    source: 'NetworkClient.leastLoadedNode (to 2.2)',
    says: 'It keeps the first node that has the fewest requests in flight, connected or not.',
  },
  'chosen-from-one-place': {
    source: 'NetworkClient.leastLoadedNode, 0.8.2',
    says: 'The scan begins at the same place for the whole life of the client, and the first node wins that has least in flight and no backoff to wait for.',
  },
  'chosen-from-anywhere': {
    source: 'NetworkClient.leastLoadedNode, 0.9',
    says: 'The scan begins anywhere, and the first node wins that has least in flight and no backoff to wait for: a connecting node is no reason to wait for it.',
  },
  'connect-caller': { source: 'NetworkClient.ready', says: 'The caller asked for this node and it may be connected.' },
  'setup-timed-out': {
    source: 'NetworkClient.handleTimedOutConnections; KIP-601',
    says: 'The poll loop found the connection older than its setup timeout, strictly.',
  },
  'setup-timed-out-lazily': {
    source: 'KIP-601 draft, leastLoadedNode',
    says: 'leastLoadedNode found the connection older than its fixed setup timeout. Nothing else ever looks.',
  },
  'request-timed-out': {
    source: 'NetworkClient.handleTimedOutRequests; KIP-19',
    says: 'A request in flight is older than its timeout, strictly: the whole connection is closed.',
  },
  'request-expired': {
    source: 'KIP-19 draft',
    says: 'The time of a request in flight is over: it alone ends, and the connection stays open. Its answer would be discarded.',
  },
  'disconnect-seen': {
    source: 'NetworkClient.handleDisconnections',
    says: 'The selector reported the connection gone.',
  },
  'backoff-from-start': {
    source: 'ClusterConnectionStates.disconnected, 0.8.2 (KAFKA-2459)',
    says: 'The selector reported the connection gone. Its reconnect backoff has counted since the start of the attempt.',
  },
  'reconnect-backoff': {
    source: 'ClusterConnectionStates.updateReconnectBackoff; KIP-144',
    says: 'A lost node may be connected again after its reconnect backoff.',
  },
  'tcp-up': { source: 'NetworkClient.handleConnections', says: 'The TCP handshake is done.' },
  'api-versions-queued': {
    source: 'NetworkClient.handleInitiateApiVersionRequests',
    says: 'The channel is ready: the client asks the broker for its API versions.',
  },
  ready: { source: 'ClusterConnectionStates.ready', says: 'The connection may carry requests.' },
  'authentication-failed': {
    source: 'ClusterConnectionStates.authenticationFailed',
    says: 'The broker rejected the handshake.',
  },
  'caller-closed': { source: 'NetworkClient.close, disconnect', says: 'The caller asked for it.' },
  // Requests.
  'metadata-sent': {
    source: 'NetworkClient.DefaultMetadataUpdater.maybeUpdate',
    says: 'The chosen node is ready: it gets the metadata request.',
  },
  'user-sent': { source: 'NetworkClient.doSend', says: "The node is ready: the caller's request goes out." },
  'answer-handled': {
    source: 'NetworkClient.handleCompletedReceives',
    says: 'The answer was handed over by the selector.',
  },
  cancelled: {
    source: 'NetworkClient.cancelInFlightRequests',
    says: 'Everything in flight to a lost node is cancelled with it.',
  },
  // Metadata.
  'update-requested': { source: 'Metadata.requestUpdate', says: 'Somebody needs new metadata.' },
  'update-on-disconnect': {
    source: 'NetworkClient.DefaultMetadataUpdater.handleServerDisconnect',
    says: 'A lost connection asks for new metadata: the cluster may have changed.',
  },
  'update-failed': {
    source: 'Metadata.failedUpdate',
    says: 'The update failed: the next try waits for the retry backoff.',
  },
  'update-failed-while-due': {
    source: 'NetworkClient.DefaultMetadataUpdater.handleServerDisconnect',
    says: 'A connection was lost while an update was due: that counts as a failed update.',
  },
  'update-arrived': { source: 'Metadata.update', says: 'The answer lists the brokers.' },
  rebootstrapped: {
    source: 'Metadata.rebootstrap; KIP-899',
    says: 'No known broker is available: back to the bootstrap servers.',
  },
  'rebootstrap-triggered': {
    source: 'NetworkClient.handleRebootstrap; KIP-1102',
    says: 'No metadata for longer than the trigger: back to the bootstrap servers.',
  },
  'rebootstrap-required': { source: 'KIP-1102', says: 'The broker itself asked for a rebootstrap.' },
  // The caller.
  'send-blocks': {
    source: 'KafkaProducer.waitOnMetadata',
    says: "send() waits for the topic's metadata, at most max.block.ms.",
  },
  'send-timed-out': {
    source: 'KafkaProducer.waitOnMetadata',
    says: 'No metadata within max.block.ms: the future and the callback get a TimeoutException.',
  },
  'send-blocks-fetch': {
    source: 'KafkaProducer.waitOnMetadata, 0.8.2',
    says: "send() waits for the topic's metadata, at most metadata.fetch.timeout.ms.",
  },
  'send-timed-out-fetch': {
    source: 'KafkaProducer.waitOnMetadata, 0.8.2',
    says: 'No metadata within metadata.fetch.timeout.ms: the future and the callback get a TimeoutException.',
  },
  'api-blocks': {
    source: 'KafkaConsumer, KIP-266; KafkaAdminClient, KIP-533',
    says: 'The call may take default.api.timeout.ms in all, over every attempt.',
  },
  'api-blocks-request': {
    source: 'Fetcher.getTopicMetadata; KafkaAdminClient, before default.api.timeout.ms',
    says: 'This release has no default.api.timeout.ms: request.timeout.ms bounds the whole call, not one attempt.',
  },
  'api-blocks-given': {
    source: 'KafkaConsumer, KIP-266; AbstractOptions.timeoutMs',
    says: 'The call brought its own timeout, which stands in place of the setting.',
  },
  'api-timed-out': {
    source: 'KafkaConsumer, KIP-266; KafkaAdminClient, KIP-533',
    says: 'default.api.timeout.ms is over, whatever the attempt under way may still bring.',
  },
  'api-timed-out-request': {
    source: 'Fetcher.getTopicMetadata; KafkaAdminClient, before default.api.timeout.ms',
    says: 'request.timeout.ms, which bounds the whole call in this release, is over.',
  },
  'api-timed-out-given': {
    source: 'KafkaConsumer, KIP-266; AbstractOptions.timeoutMs',
    says: 'The timeout that the call brought is over.',
  },
  'api-retries-exhausted': {
    source: 'KafkaAdminClient.Call.fail',
    says: 'The last attempt that retries allows has failed.',
  },
  'api-returns': { source: 'KafkaConsumer; KafkaAdminClient', says: 'The answer is there: the call returns.' },
  'attempt-begins': {
    source: 'NetworkClient.leastLoadedNode',
    says: 'Any node will do, so leastLoadedNode chooses: an idle ready one, else one that is being connected, else one to connect to.',
  },
  'attempt-answered': { source: 'KafkaAdminClient.handleResponses; RequestFuture', says: 'A broker answered.' },
  'attempt-failed': {
    source: 'TopicMetadataFetcher.getTopicMetadata; KafkaAdminClient.Call.fail',
    says: 'Its request or its connection was lost, which may be retried: after retry.backoff.ms.',
  },
  'attempt-unsent': {
    source: 'ConsumerNetworkClient.failExpiredRequests; 0.9: failUnsentRequests',
    says: 'It was never sent: its node did not become ready in time.',
  },
  'attempt-overtaken': {
    source: 'KafkaAdminClient.unassignUnsentCalls',
    says: 'It had not been sent, and its node was lost or new metadata came: it is given to a node anew, which is no retry.',
  },
  'node-never-ready': {
    source: 'KafkaAdminClient.sendEligibleCalls (KAFKA-12432)',
    says: 'The node did not become ready within request.timeout.ms: the admin client closes it and takes its calls away.',
  },
  'wait-api': {
    source: 'ConsumerNetworkClient.poll; KafkaAdminClient',
    says: 'The next of its calls would time out then.',
  },
  'wait-heartbeat': {
    source: 'ConsumerNetworkClient.poll',
    says: 'No poll of a consumer is longer than heartbeat.interval.ms, nor than 5 s.',
  },
  'wait-attempt': {
    source: 'ConsumerNetworkClient.poll; KafkaAdminClient.processRequests',
    says: 'A call is not sent yet: its client looks again after retry.backoff.ms.',
  },
  'send-goes-on': { source: 'KafkaProducer.waitOnMetadata', says: 'The metadata is there: send() goes on.' },
  called: { source: 'the caller', says: 'The caller did this.' },
  // Kafka's own bugs, kept as they were.
  'connecting-set-bug': {
    source: 'KAFKA-12948',
    says: 'A removed node was left in the connecting set: the next poll throws.',
  },
  'metadata-forgotten-bug': {
    source: 'KAFKA-9261',
    says: "Another node's disconnect made the client forget its metadata request: the answer throws.",
  },
  // Limits.
  limit: { source: 'the lab', says: 'The run reached its limit and ends here.' },
  // What is not modelled.
  'nothing-ends': {
    source: 'Selector.maybeCloseOldestConnection',
    says: 'Nothing that is modelled here would end it; from Kafka 0.9 on connections.max.idle.ms (9 min by default) would.',
  },
}

/** The sentence of a rule and its source. */
export const textOf = (rule: Rule): RuleText => texts[rule.id]

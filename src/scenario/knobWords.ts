// What each knob is called and what it decides, for a form.

import type { Knob, KnobWords } from './knobs.ts'
import { partitionKnobWords } from './partitionKnobWords.ts'
import { quorumKnobWords } from './quorumKnobWords.ts'

/** What a knob is called and what it decides. */
export const knobWords: { readonly [knob in Knob]-?: KnobWords } = {
  ...quorumKnobWords,
  ...partitionKnobWords,
  nodeChoice: {
    label: 'Node choice',
    help: 'Which node leastLoadedNode picks for metadata: any with the fewest requests in flight, or else which of those that may be connected.',
    source: 'NetworkClient.leastLoadedNode; KIP-601',
  },
  setupTimeout: {
    label: 'Who ends a silent attempt',
    help: 'Only the kernel, leastLoadedNode whenever it is called (lazy), or each poll once the setup timeout is over.',
    source: 'NetworkClient.handleTimedOutConnections; KIP-601',
  },
  backoff: {
    label: 'Growth of waits',
    help: 'How reconnect backoff and setup timeout grow: as KIP-144 wrote it, as ExponentialBackoff does, or so and never beyond the maximum.',
    source: 'ClusterConnectionStates.updateReconnectBackoff; KIP-144, KIP-580',
  },
  retryBackoff: {
    label: 'Retry backoff',
    help: 'After failed metadata updates in a row, retry.backoff.ms stays as it is or grows to retry.backoff.max.ms.',
    source: 'Metadata.timeToAllowUpdate; KIP-580',
  },
  connectingDelay: {
    label: 'Sleep while connecting',
    help: 'A caller that waits for a connecting node lets the loop sleep without end, or for the setup timeout of that node.',
    source: 'ClusterConnectionStates.connectionDelay; KAFKA-12762',
  },
  checkingFrom: {
    label: 'CHECKING_API_VERSIONS begins',
    help: 'When TCP is up, or only when the channel is ready too and the API versions request is queued: until then the setup timeout covers TLS and SASL.',
    source: 'NetworkClient.handleInitiateApiVersionRequests; KAFKA-13388',
  },
  checkingResetsBackoff: {
    label: 'CHECKING_API_VERSIONS resets the backoff',
    help: 'The reconnect backoff starts over as soon as the API versions are asked for, not only once the connection is READY.',
    source: 'ClusterConnectionStates.checkingApiVersions; KAFKA-13879',
  },
  resetDraws: {
    label: 'A reset draws jitter',
    help: 'A wait that starts over is drawn with jitter, or is the plain base.',
    source: 'ClusterConnectionStates.resetReconnectBackoff',
  },
  lostConnection: {
    label: 'A lost connection',
    help: 'While an update is due it counts as a failed one, so that the next waits for retry.backoff.ms, or it only asks for new metadata.',
    source: 'DefaultMetadataUpdater.handleServerDisconnect; KAFKA-9261',
  },
  firstUpdate: {
    label: 'First metadata request',
    help: 'It may go out at the first poll, waits for retry.backoff.ms, or waits for somebody to ask for it too.',
    source: 'Metadata.timeToAllowUpdate',
  },
  expiresFor: {
    label: 'A connection expires for',
    help: 'Only its oldest request in flight is looked at, or any of them can close it.',
    source: 'InFlightRequests.hasExpiredRequest',
  },
  cancels: {
    label: 'Order of cancelled requests',
    help: 'What is in flight on a lost connection is told of it from the newest request on, or from the oldest on.',
    source: 'InFlightRequests.clearAll',
  },
  tellsFatal: {
    label: 'Failed authentication is fatal',
    help: 'The caller that waits for metadata is told of a failed authentication.',
    source: 'DefaultMetadataUpdater.handleServerDisconnect',
  },
  forgetsAddresses: {
    label: 'A drop forgets addresses',
    help: 'A connection that was up and drops makes the client resolve the name again.',
    source: 'ClusterConnectionStates.disconnected; KAFKA-12193',
  },
  skipsLastAddress: {
    label: 'Skip the last address',
    help: 'After the name is resolved again, the address tried last is not tried first.',
    source: 'ClusterConnectionStates.currentAddress; KAFKA-15817',
  },
  closeLeavesConnecting: {
    label: 'close() leaves a trace (bug)',
    help: 'A node that is closed while it connects stays in the connecting set, and the next poll throws.',
    source: 'NetworkClient.close(node); KAFKA-12948',
  },
  timedOutFlag: {
    label: 'Timeouts say so',
    help: 'A request that is cancelled by a timeout is marked as timed out, and not only as disconnected.',
    source: 'NetworkClient.cancelInFlightRequests; KAFKA-14317',
  },
  expiryExcludesThrottle: {
    label: 'Throttling stops the clock',
    help: 'Time for which a broker throttled the client does not count towards request.timeout.ms.',
    source: 'InFlightRequests.hasExpiredRequest; KAFKA-16083',
  },
  sameBucketExpiry: {
    label: 'Order of expired nodes',
    help: 'Which node goes first where requests to several expire in one poll and their ids share a hash bucket.',
    source: 'InFlightRequests.nodesWithTimedOutRequests',
  },
  rebootstrap: {
    label: 'Back to bootstrap servers',
    help: 'With metadata.recovery.strategy=rebootstrap: never, once no known node is left, or also after metadata.recovery.rebootstrap.trigger.ms.',
    source: 'NetworkClient.handleRebootstrap; KIP-899, KIP-1102',
  },
  closeForgetsVersions: {
    label: 'close() forgets API versions',
    help: 'A node that is closed is asked for its API versions from the highest one again.',
    source: 'NetworkClient.close(node)',
  },
  backoffFrom: {
    label: 'Backoff counts from',
    help: 'reconnect.backoff.ms counts from the start of the attempt, and is long over when the kernel gives it up, or from the moment the connection is lost.',
    source: 'ClusterConnectionStates.disconnected; KAFKA-2459',
  },
  scanOffset: {
    label: 'Start of the node scan',
    help: 'leastLoadedNode begins at one place for the whole life of the client, or at a place drawn for each scan.',
    source: 'NetworkClient.leastLoadedNode',
  },
  requestExpiry: {
    label: 'Request timeout',
    help: 'No request ever expires, a connection is closed once its oldest request is older than request.timeout.ms, or each request ends by itself when that is over and its connection stays open.',
    source: 'NetworkClient.handleTimedOutRequests; KIP-19',
  },
  requestsGoWithPoll: {
    label: 'Requests wait for poll',
    help: 'Requests are handed over with the next poll, which goes on counting with the clock of its caller, or are queued at once.',
    source: 'NetworkClient.poll and send',
  },
  emptyAnswer: {
    label: 'Answer without brokers',
    help: 'It is ignored, or counts as a failed update; with the latter, metadata ages from its last success.',
    source: 'DefaultMetadataUpdater.handleResponse',
  },
  awaitsChannel: {
    label: 'Requests wait for the handshake',
    help: 'A request goes out only once TLS and SASL are done.',
    source: 'NetworkClient.canSendRequest',
  },
  'producer.batchExpiry': {
    label: 'When a batch is too old',
    help: 'Never; request.timeout.ms after its last attempt and linger.ms; or after its last append, its creation and linger.ms, or its last attempt and retry.backoff.ms, as long as it is in the accumulator; or delivery.timeout.ms after its creation, wherever it is.',
    source: 'RecordAccumulator.abortExpiredBatches, ProducerBatch.hasReachedDeliveryTimeout; KIP-19, KIP-91',
  },
  'producer.timedOut': {
    label: 'PRODUCE without an answer in time',
    help: 'What its records get once no retry is left: the exception of a lost connection, or one that names the timeout.',
    source: 'Sender.handleProduceResponse; KAFKA-14317',
  },
  'producer.retryBackoff': {
    label: 'Backoff of a batch',
    help: 'Between its attempts it waits for retry.backoff.ms each time, or for a wait that grows to retry.backoff.max.ms and is drawn at every look.',
    source: 'RecordAccumulator.shouldBackoff; KIP-580',
  },
  'producer.leaderChangeEndsBackoff': {
    label: 'A new leader ends the backoff',
    help: 'A batch whose partition has moved since its last attempt goes to the new leader at once.',
    source: 'ProducerBatch.hasLeaderChangedForTheOngoingRetry; KAFKA-15415',
  },
  'producer.drainsBackingOff': {
    label: 'A batch in its backoff goes along',
    help: 'It is sent early when another batch is ready for the same leader.',
    source: 'RecordAccumulator.drain',
  },
  'producer.mutes': {
    label: 'One request in flight keeps the order',
    help: 'With max.in.flight.requests.per.connection=1 a partition with a batch in flight is passed over, so that nothing overtakes a retry.',
    source: 'RecordAccumulator.mutePartition',
  },
  'producer.singleRecordFills': {
    label: 'One record may fill a batch',
    help: 'A batch of one record that takes all its room is full at once, or only with another batch behind it: what is reserved is an upper bound.',
    source: 'ProducerBatch.isFull',
  },
  'producer.appendToRetried': {
    label: 'send() meets a batch that is back',
    help: 'Where the newest batch of the partition waits for its retry with room left, the record opens a new batch, or send() throws (bug).',
    source: 'RecordAccumulator.append; KAFKA-3594',
  },
  'producer.partitions': {
    label: 'Order of partitions',
    help: 'The Sender looks at partitions as their names hash, the highest number first, or by number.',
    source: 'RecordAccumulator.ready and expiredBatches',
  },
  'producer.newTopic': {
    label: 'A topic not known yet',
    help: 'It is asked for when the next update is allowed, at once, or at once by a request of its own; a partition without a leader in its answer then asks for another update.',
    source: 'Metadata.requestUpdateForNewTopics; KIP-526',
  },
  'producer.emptyPartitionsAsk': {
    label: 'Empty partitions ask for metadata',
    help: 'A partition that has lost its leader asks for an update although no batch waits for it.',
    source: 'RecordAccumulator.ready',
  },
  'producer.zeroBlocksForEver': {
    label: 'A wait for metadata of 0 ms',
    help: 'It never ends, as Object.wait(0) does not, or is over at once.',
    source: 'Metadata.awaitUpdate',
  },
  'producer.boundedClose': {
    label: 'flush() and close() with a time',
    help: 'They are there, or flush() is not called and close() waits for as long as it takes.',
    source: 'KafkaProducer; KIP-8, KIP-15',
  },
  'producer.memoryFull': {
    label: 'No memory left',
    help: 'A send() waits as block.on.buffer.full says, or for what is left of max.block.ms; and the exception that it then gets.',
    source: 'BufferPool.allocate; KIP-19, KAFKA-3720',
  },
  'producer.closeEndsMemoryWait': {
    label: 'close() ends the wait for memory',
    help: 'A send() that waits for memory throws when the producer is closed, or waits on.',
    source: 'BufferPool.close; KAFKA-9449',
  },
  'producer.expiredInFlight': {
    label: 'Memory of a batch that expires in flight',
    help: 'It comes back at once, though its request is still to be written, or when its request is over.',
    source: 'Sender.failBatch; KAFKA-19012',
  },
  'producer.batchHeader': {
    label: 'Header of a batch',
    help: 'What a batch takes besides its records: nothing, or the header of message format 2.',
    source: 'DefaultRecordBatch; KIP-98',
  },
  'producer.aborted': {
    label: 'What a forced close() throws',
    help: 'The exception of records for which close() waits no longer.',
    source: 'RecordAccumulator.abortBatches',
  },
  'producer.notLeader': {
    label: 'Name of error 6',
    help: 'What records get of a broker that leads their partition no more.',
    source: 'protocol/Errors',
  },
}

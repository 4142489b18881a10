// One row of knobs a client era. A release picks a row and its defaults; a draft is a row plus a few knobs that differ; a person's own
// "what if" sets knobs one by one. The machines read knobs, never a version. Knobs: spec of KIP-601 and the eras around it; sources at each.

/** The knobs of the client's network layer (NetworkClient, ClusterConnectionStates, Metadata). */
export type ClientBehaviour = {
  /** The procedure that poll follows. Another one is not a matter of knobs. */
  readonly procedure: 'poll since 0.10.2'
  /**
   * leastLoadedNode takes the first of those with the fewest requests in flight, whether connected or not (one pass, to 2.2). Since then
   * it keeps among connectable nodes: the last visited (to 2.6), the one with the fewest failed attempts (KIP-601 draft; its text leaves
   * ties open: the last visited, or the first), the oldest attempt (KIP-601, 2.7).
   */
  readonly nodeChoice:
    | 'fewest in flight'
    | 'last visited'
    | 'fewest failures'
    | 'fewest failures, first visited'
    | 'oldest attempt'
  /** Who ends a silent connection attempt: the kernel alone, leastLoadedNode when it is called (draft), or each poll (2.7). */
  readonly setupTimeout: 'none' | 'lazy' | 'each poll'
  /** KIP-144's formula (to 2.6), ExponentialBackoff (2.7), or the same capped after jitter (3.7, KIP-580). */
  readonly backoff: 'KIP-144' | 'exponential' | 'exponential, capped'
  /** retry.backoff.ms between metadata updates: constant, or growing to retry.backoff.max.ms (3.7, KIP-580). */
  readonly retryBackoff: 'constant' | 'exponential'
  /** connectionDelay of a CONNECTING node: endless, or the whole setup timeout (3.0.1, KAFKA-12762). */
  readonly connectingDelay: 'endless' | 'setup timeout'
  /** CHECKING_API_VERSIONS begins when TCP is up, or when the request is queued (3.0.1, KAFKA-13388). */
  readonly checkingFrom: 'tcp up' | 'request queued'
  /** Entering CHECKING_API_VERSIONS resets the reconnect counter too (2.7.0 to 3.2; KAFKA-13879 ended it). */
  readonly checkingResetsBackoff: boolean
  /** Leaving a state in which attempts were counted draws the stored reset value anew (2.7). */
  readonly resetDraws: boolean
  /**
   * What a lost connection means to the metadata: a failed update where one is due or its request was lost, then a new request
   * (2.4.1), or only a new request, one for all connections lost in a poll (to 2.4.0).
   */
  readonly lostConnection: 'fails an update' | 'asks for an update'
  /** The first update may be made at the first poll (2.4.1), waits for retry.backoff.ms (to 2.4.0), or for somebody to ask for it too (to 2.1). */
  readonly firstUpdate: 'at once' | 'after retry backoff' | 'when asked for'
  /** A connection is closed when its oldest request expires (to 1.1), or any of them (2.0). */
  readonly expiresFor: 'its oldest request' | 'any request'
  /** What is in flight on a lost connection is cancelled from the newest on (to 1.1), or from the oldest on (2.0). */
  readonly cancels: 'newest first' | 'oldest first'
  /** The metadata is told of a fatal error after an authentication failure (2.6). */
  readonly tellsFatal: boolean
  /** A connection that had been established forgets its resolved addresses when it drops (2.8, KAFKA-12193). */
  readonly forgetsAddresses: boolean
  /** After re-resolution the address tried last is skipped if it comes first (3.6.2, KAFKA-15817). */
  readonly skipsLastAddress: boolean
  /** close(node) leaves a CONNECTING node in the connecting set, and the next poll throws (2.7.0, KAFKA-12948). */
  readonly closeLeavesConnecting: boolean
  /** Requests cancelled by a timeout say so (3.5, KAFKA-14317). */
  readonly timedOutFlag: boolean
  /** Client-side throttle time does not count towards request expiry (3.8, KAFKA-16083). */
  readonly expiryExcludesThrottle: boolean
  /** Nodes whose requests expire in one poll and whose ids share a hash bucket: in order of insertion, or newest first (seen in 3.9.1 and 4.4.0). */
  readonly sameBucketExpiry: 'oldest first' | 'newest first'
  /** What metadata.recovery.strategy=rebootstrap does: nothing (to 3.7), when no node is left (3.8, KIP-899), also after the trigger (4.0, KIP-1102). */
  readonly rebootstrap: 'none' | 'no node left' | 'trigger'
  /** close(node) forgets the API versions learned from it (4.0). */
  readonly closeForgetsVersions: boolean
}

const kernelBound: ClientBehaviour = {
  procedure: 'poll since 0.10.2',
  nodeChoice: 'last visited',
  setupTimeout: 'none',
  backoff: 'KIP-144',
  retryBackoff: 'constant',
  connectingDelay: 'endless',
  checkingFrom: 'tcp up',
  checkingResetsBackoff: false,
  resetDraws: false,
  lostConnection: 'fails an update',
  firstUpdate: 'at once',
  expiresFor: 'any request',
  cancels: 'oldest first',
  tellsFatal: true,
  forgetsAddresses: false,
  skipsLastAddress: false,
  closeLeavesConnecting: false,
  timedOutFlag: false,
  expiryExcludesThrottle: false,
  sameBucketExpiry: 'oldest first',
  rebootstrap: 'none',
  closeForgetsVersions: false,
}

const client240: ClientBehaviour = {
  ...kernelBound,
  lostConnection: 'asks for an update',
  firstUpdate: 'after retry backoff',
  tellsFatal: false,
}

const client211: ClientBehaviour = { ...client240, nodeChoice: 'fewest in flight', firstUpdate: 'when asked for' }

const client111: ClientBehaviour = { ...client211, expiresFor: 'its oldest request', cancels: 'newest first' }

const kip601Draft: ClientBehaviour = { ...kernelBound, nodeChoice: 'fewest failures', setupTimeout: 'lazy' }

const kip601Shipped: ClientBehaviour = {
  ...kernelBound,
  nodeChoice: 'oldest attempt',
  setupTimeout: 'each poll',
  backoff: 'exponential',
  checkingResetsBackoff: true,
  resetDraws: true,
  closeLeavesConnecting: true,
}

const client282: ClientBehaviour = { ...kip601Shipped, forgetsAddresses: true, closeLeavesConnecting: false }

const client312: ClientBehaviour = { ...client282, connectingDelay: 'setup timeout', checkingFrom: 'request queued' }

const client341: ClientBehaviour = { ...client312, checkingResetsBackoff: false }

const client362: ClientBehaviour = {
  ...client341,
  skipsLastAddress: true,
  timedOutFlag: true,
}

const client372: ClientBehaviour = { ...client362, backoff: 'exponential, capped', retryBackoff: 'exponential' }

const current: ClientBehaviour = {
  ...client372,
  expiryExcludesThrottle: true,
  sameBucketExpiry: 'newest first',
  rebootstrap: 'no node left',
}

const current4: ClientBehaviour = { ...current, rebootstrap: 'trigger', closeForgetsVersions: true }

/** The rows by variant id, as recordings name them. */
export const clientBehaviours = {
  'client-1.1.1': client111,
  'client-2.0.1': client211,
  'client-2.1.1': client211,
  'client-2.4.0': client240,
  'kernel-bound': kernelBound,
  'kip-601-draft': kip601Draft,
  'kip-601-shipped': kip601Shipped,
  'client-2.8.2': client282,
  'client-3.1.2': client312,
  'client-3.4.1': client341,
  'client-3.6.2': client362,
  'client-3.7.2': client372,
  current,
  'current-4': current4,
} as const satisfies Record<string, ClientBehaviour>

export type ClientBehaviourId = keyof typeof clientBehaviours

/** The knobs of the two eras before the API versions exchange of 0.10.2, whose poll is another procedure. */
export type EarlyBehaviour = {
  readonly procedure: 'poll before 0.10.2'
  /** Requests are handed to poll, which keeps its caller's clock to its end (0.8.2), or to send (0.9). */
  readonly requestsGoWithPoll: boolean
  /** The reconnect backoff counts from the start of the attempt, or from its end (0.9, KAFKA-2459). */
  readonly backoffFrom: 'connect start' | 'disconnect'
  /**
   * No request ever expires (0.8.2), a connection closes with its oldest one (0.9, KIP-19), or each ends by itself when its time is over,
   * its connection stays open and a late answer is discarded (draft of KIP-19).
   */
  readonly requestExpiry: 'none' | 'oldest' | 'each, at its deadline'
  /** leastLoadedNode begins at one offset for the client's life (0.8.2), or draws one a scan (0.9). */
  readonly scanOffset: 'once' | 'each scan'
  /** An answer without brokers is ignored (0.8.2), or a failed update; with it the age counts from the last success (0.9). */
  readonly emptyAnswer: 'ignored' | 'fails'
  /** A request waits for the channel's handshake (0.9, with TLS and SASL). */
  readonly awaitsChannel: boolean
}

const noRequestTimeout: EarlyBehaviour = {
  procedure: 'poll before 0.10.2',
  requestsGoWithPoll: true,
  backoffFrom: 'connect start',
  requestExpiry: 'none',
  scanOffset: 'once',
  emptyAnswer: 'ignored',
  awaitsChannel: false,
}

/** The draft's text leaves all else as it was. */
const kip19Draft: EarlyBehaviour = { ...noRequestTimeout, requestExpiry: 'each, at its deadline' }

const kip19Shipped: EarlyBehaviour = {
  procedure: 'poll before 0.10.2',
  requestsGoWithPoll: false,
  backoffFrom: 'disconnect',
  requestExpiry: 'oldest',
  scanOffset: 'each scan',
  emptyAnswer: 'fails',
  awaitsChannel: true,
}

/** The early rows by variant id. */
export const earlyBehaviours = {
  'no-request-timeout': noRequestTimeout,
  'kip-19-draft': kip19Draft,
  'kip-19-shipped': kip19Shipped,
} as const satisfies Record<string, EarlyBehaviour>

/** Every row by variant id. */
export const behaviours = { ...clientBehaviours, ...earlyBehaviours } as const

export type BehaviourId = keyof typeof behaviours

/** The knobs of the producer above the network layer (Sender, RecordAccumulator, ProducerBatch, KafkaProducer). */
export type ProducerBehaviour = {
  /**
   * What takes a batch that waits in the accumulator: nothing (0.8.2), request.timeout.ms from its last attempt plus linger (0.9, KIP-19),
   * or from its last append, creation or attempt (0.10 to 2.0), or delivery.timeout.ms, in flight too (2.1, KIP-91).
   */
  readonly batchExpiry: 'none' | 'from last attempt' | 'from last append' | 'delivery timeout'
  /** What a request that timed out comes to once retries are exhausted: a lost connection, or a timeout (draft of KIP-19; 3.5, KAFKA-14317). */
  readonly timedOut: 'NetworkException' | 'TimeoutException'
  /** What records get that a forced close() fails. */
  readonly aborted: 'IllegalStateException' | 'KafkaException'
  readonly notLeader: 'NotLeaderForPartitionException' | 'NotLeaderOrFollowerException'
  /** A wait for metadata of 0 ms never ends (0.8.2, Object.wait(0)). */
  readonly zeroBlocksForEver: boolean
  /** With one request in flight a connection, a partition with a batch in flight is skipped (0.10). */
  readonly mutes: boolean
  /** retry.backoff.ms between the attempts of a batch: constant, or growing to retry.backoff.max.ms and drawn at every look (3.7, KIP-580). */
  readonly retryBackoff: 'constant' | 'exponential'
  /** A batch whose partition has moved since its last attempt waits for no backoff (3.6.1, KAFKA-15415). */
  readonly leaderChangeEndsBackoff: boolean
  /** A batch of one record that fills it is full at once (to 0.10), or only with another behind it, for its room is an upper bound (0.11). */
  readonly singleRecordFills: boolean
  /** A send() that finds its newest batch back for a retry, with room left, throws (0.9.0, KAFKA-3594). */
  readonly appendToRetried: 'new batch' | 'throws'
  /** A batch in its retry backoff goes along when something else is ready for its leader (0.8.2). */
  readonly drainsBackingOff: boolean
  /** In which order the Sender looks at partitions: as their names hash, or by number (3.3). */
  readonly partitions: 'highest first' | 'lowest first'
  /** A partition without a leader asks for metadata even when it holds no batch (to 0.9). */
  readonly emptyPartitionsAsk: boolean
  /**
   * A topic not known yet is asked for when the next update is allowed (to 0.10.1), or at once. Since 2.5 by a request of its own
   * (KIP-526), whose answer is looked through: a topic asked for since its request, or a partition without a leader, asks for another
   * update.
   */
  readonly newTopic: 'in turn' | 'at once' | 'at once, looked through'
  /** flush(), and close() with a timeout, are there (0.9; KIP-8, KIP-15). */
  readonly boundedClose: boolean
  /**
   * What a send() does that finds too little of buffer.memory left: waits for ever or throws at once, as block.on.buffer.full says
   * (0.8.2), or waits for what is left of max.block.ms and then gets a TimeoutException (0.9, KIP-19), since 2.6 its subclass
   * BufferExhaustedException (KAFKA-3720).
   */
  readonly memoryFull: 'block.on.buffer.full' | 'TimeoutException' | 'BufferExhaustedException'
  /** close() ends the wait for memory at once (2.5, KAFKA-9449), or leaves it to its own end. */
  readonly closeEndsMemoryWait: boolean
  /** A batch that expires in flight gives its memory back at once, or when its request is over (3.9.2, 4.0.2, 4.1.2, 4.2; KAFKA-19012). */
  readonly expiredInFlight: 'frees its memory' | 'keeps its memory'
  /** What a batch takes besides its records: since message format 2 (0.11) a header; before that each record stood for itself. */
  readonly batchHeader: 'none' | '61 bytes'
}

const producer082: ProducerBehaviour = {
  batchExpiry: 'none',
  timedOut: 'NetworkException',
  aborted: 'IllegalStateException',
  notLeader: 'NotLeaderForPartitionException',
  zeroBlocksForEver: true,
  mutes: false,
  retryBackoff: 'constant',
  leaderChangeEndsBackoff: false,
  singleRecordFills: true,
  appendToRetried: 'new batch',
  drainsBackingOff: true,
  partitions: 'highest first',
  emptyPartitionsAsk: true,
  newTopic: 'in turn',
  boundedClose: false,
  memoryFull: 'block.on.buffer.full',
  closeEndsMemoryWait: false,
  expiredInFlight: 'frees its memory',
  batchHeader: 'none',
}

const producer082Draft: ProducerBehaviour = { ...producer082, timedOut: 'TimeoutException' }

const producer090: ProducerBehaviour = {
  ...producer082,
  batchExpiry: 'from last attempt',
  appendToRetried: 'throws',
  boundedClose: true,
  drainsBackingOff: false,
  zeroBlocksForEver: false,
  memoryFull: 'TimeoutException',
}

const producer111: ProducerBehaviour = {
  ...producer082,
  batchExpiry: 'from last append',
  drainsBackingOff: false,
  zeroBlocksForEver: false,
  mutes: true,
  singleRecordFills: false,
  emptyPartitionsAsk: false,
  boundedClose: true,
  newTopic: 'at once',
  memoryFull: 'TimeoutException',
  batchHeader: '61 bytes',
}

const producer201: ProducerBehaviour = { ...producer111, aborted: 'KafkaException' }

const producer211: ProducerBehaviour = { ...producer201, batchExpiry: 'delivery timeout' }

const producer240: ProducerBehaviour = { ...producer211, newTopic: 'at once, looked through' }

const producer250: ProducerBehaviour = { ...producer240, closeEndsMemoryWait: true }

const producer260: ProducerBehaviour = {
  ...producer250,
  notLeader: 'NotLeaderOrFollowerException',
  memoryFull: 'BufferExhaustedException',
}

const producer341: ProducerBehaviour = { ...producer260, partitions: 'lowest first' }

const producer362: ProducerBehaviour = { ...producer341, timedOut: 'TimeoutException', leaderChangeEndsBackoff: true }

const producer372: ProducerBehaviour = { ...producer362, retryBackoff: 'exponential' }

const producer392: ProducerBehaviour = { ...producer372, expiredInFlight: 'keeps its memory' }

/** The producer's rows: one beside each row of the network layer, and those of releases whose producers differ though their networks do not. */
export type ProducerBehaviourId = BehaviourId | 'producer-2.5.0' | 'producer-3.8.1'

export const producerBehaviours: { readonly [id in ProducerBehaviourId]: ProducerBehaviour } = {
  'no-request-timeout': producer082,
  'kip-19-draft': producer082Draft,
  'kip-19-shipped': producer090,
  'client-1.1.1': producer111,
  'client-2.0.1': producer201,
  'client-2.1.1': producer211,
  'client-2.4.0': producer240,
  'producer-2.5.0': producer250,
  'kernel-bound': producer260,
  'kip-601-draft': producer260,
  'kip-601-shipped': producer260,
  'client-2.8.2': producer260,
  'client-3.1.2': producer260,
  'client-3.4.1': producer341,
  'client-3.6.2': producer362,
  'client-3.7.2': producer372,
  'producer-3.8.1': producer372,
  current: producer392,
  'current-4': producer392,
}

/** The producer's knobs as they are set one by one: `producer.retryBackoff` is another than the network layer's `retryBackoff`. */
export type ProducerKnobs = {
  readonly [knob in keyof ProducerBehaviour as `producer.${knob}`]: ProducerBehaviour[knob]
}

/** Knobs set one by one against a release's rows: those of its own procedure. */
export type Knobs = Partial<Omit<ClientBehaviour, 'procedure'> & Omit<EarlyBehaviour, 'procedure'> & ProducerKnobs>

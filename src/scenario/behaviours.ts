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

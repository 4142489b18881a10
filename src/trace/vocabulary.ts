// Every word that a run may write into its trace, once: a row holds its number.

const list = [
  // Connection states, Kafka's ConnectionState plus ABSENT (the client has no entry for the node).
  'ABSENT',
  'DISCONNECTED',
  'CONNECTING',
  'CHECKING_API_VERSIONS',
  'READY',
  'AUTHENTICATION_FAILED',
  // Before 0.10.2: TCP is up, and that is all there is to it.
  'CONNECTED',
  // APIs.
  'METADATA',
  'API_VERSIONS',
  'USER',
  // What became of a SYN.
  'lost',
  'answered',
  'refused',
  'ignored',
  // What a connection attempt ends with where a host is unreachable.
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNREFUSED',
  // And an open one.
  'ETIMEDOUT',
  'ECONNRESET',
  // What becomes of a request at the broker, and which half of an exchange was lost.
  'answers',
  'waits',
  'swallowed',
  'request',
  'answer',
  // How a request completed.
  'response',
  'disconnected',
  'timedOut',
  'error',
  // What the Metadata object was told.
  'requested',
  'failed',
  'fatal',
  'updated',
  'rebootstrap',
  // What the caller asks of the client.
  'send()',
  'metadata',
  'TimeoutException',
  'ready',
  'send',
  'disconnect',
  'close',
  'update',
  // Draws.
  'offset',
  'shuffle',
  'reconnect',
  'setup',
  // Faults.
  'black hole',
  'refuse',
  'stop',
  'pause',
  'mute',
  'stall',
  'cut link',
  'unreachable',
  'backlog full',
  'slow link',
  'lose message',
  'forget connections',
  'take over',
  'no leader',
  'answer error',
  'heal',
  // What a poll may throw.
  'IllegalStateException',
  'NullPointerException',
  // A producer: its API, the states of a batch, what its application asks, and what a record comes to.
  'PRODUCE',
  'OPEN',
  'IN_FLIGHT',
  'RETRYING',
  'SUCCEEDED',
  'FAILED',
  'ABORTED',
  'flush',
  'partitionsFor',
  'retry',
  'ok',
  'NetworkException',
  'NotLeaderForPartitionException',
  'NotLeaderOrFollowerException',
  'InvalidTopicException',
  'NotEnoughReplicasException',
  'KafkaException',
  'BufferExhaustedException',
  'RecordTooLargeException',
  'IllegalArgumentException',
  // The errors of a PRODUCE's batches (protocol/Errors), as each release spells them.
  'NONE',
  'NOT_LEADER_FOR_PARTITION',
  'NOT_LEADER_OR_FOLLOWER',
  'REQUEST_TIMED_OUT',
  'INVALID_TOPIC_EXCEPTION',
  'NOT_ENOUGH_REPLICAS',
  // A call of a consumer or an admin client, and what is asked for it.
  'partitionsFor()',
  'listTopics()',
  'no node',
  'unsent',
  // Ends of a run.
  'rows',
  'events an instant',
  // A quorum: the roles of its nodes (ABSENT: the process does not run), its messages, their errors.
  'Unattached',
  'Voted',
  'Follower',
  'Prospective',
  'Candidate',
  'Leader',
  'Resigned',
  'Fetch',
  'Vote',
  'PreVote',
  'BeginQuorumEpoch',
  'EndQuorumEpoch',
  'UpdateRaftVoter',
  'Fetch answer',
  'Vote answer',
  'PreVote answer',
  'BeginQuorumEpoch answer',
  'EndQuorumEpoch answer',
  'UpdateRaftVoter answer',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'BROKER_NOT_AVAILABLE',
  'INVALID_REQUEST',
  // What happens to a node, and what it draws.
  'resume',
  'resign',
  'append',
  'shut down',
  'shutdown',
  'left',
  'start',
  'election',
  'backoff',
  'bootstrap',
] as const

/** A word of a trace. */
export type Word = (typeof list)[number]

/** The words by number, as a trace carries them. */
export const words: readonly Word[] = list

const numbers = new Map<Word, number>(list.map((word, number) => [word, number]))

/** The number of a word. */
export const word = (text: Word): number => numbers.get(text) as number

/** A state in which a connection may carry requests: READY, or before the API versions exchange of 0.10.2 CONNECTED. */
export const isUp = (state: Word): boolean => state === 'READY' || state === 'CONNECTED'

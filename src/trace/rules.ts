// The rules that a row can name: one sentence, where it comes from, and the setting that owns the wait, if one does.

/** Who decides how long a wait is. */
export type Owner = 'kernel' | 'setting' | 'world' | 'client'

export type Rule = {
  readonly id: string
  readonly says: string
  /** Kafka class and method, KIP, or the kernel's own. */
  readonly source: string
  readonly owner: Owner
  /** The setting or sysctl that decides, by its exact name. */
  readonly setting?: string
}

const table: Rule[] = []

function rule(id: string, owner: Owner, source: string, says: string, setting?: string): number {
  table.push({ id, says, source, owner, ...(setting && { setting }) })
  return table.length - 1
}

/** The rules by number. */
export const rules: readonly Rule[] = table

export const NO_RULE = rule('none', 'client', '', '')

// The world.
export const YOUR_FAULT = rule('fault', 'world', 'the scenario', 'You asked for this fault.')
export const LATENCY = rule('latency', 'world', 'the scenario', 'A packet needs the latency of its link.')
export const SERVICE = rule('service', 'world', 'the scenario', 'The broker answers after its service time.')

// The kernel.
export const SYN_SENT = rule(
  'syn',
  'kernel',
  'RFC 9293 3.5; Linux tcp_connect',
  'connect() sends the first SYN at once.',
)
export const SYN_RETRANSMITTED = rule(
  'syn-retransmitted',
  'kernel',
  'Linux tcp_retransmit_timer',
  'No SYN-ACK came: in its linear phase the kernel sends the SYN again every initial RTO.',
  'tcp_syn_linear_timeouts',
)
export const SYN_DOUBLED = rule(
  'syn-doubled',
  'kernel',
  'RFC 6298 5.5',
  'No SYN-ACK came: the kernel sends the SYN again after the initial RTO, then after twice the wait before.',
)
export const SYN_LOST = rule('syn-lost', 'world', 'the scenario', 'The SYN reached nobody: the path drops it.')
export const SYN_REFUSED = rule(
  'syn-refused',
  'world',
  'RFC 9293 3.10.7.1',
  'The host is up and the port is closed: it answers RST.',
)
export const KERNEL_GAVE_UP = rule(
  'kernel-gave-up',
  'kernel',
  'Linux tcp_write_timeout',
  'The last retransmission went unanswered: the kernel gives the attempt up with ETIMEDOUT.',
  'tcp_syn_retries',
)
export const CONNECTION_RESET = rule(
  'reset',
  'world',
  'RFC 9293 3.10.7.1',
  'The host knows nothing of this connection any more: it answers RST.',
)

export const SYN_IGNORED = rule(
  'syn-ignored',
  'world',
  'Linux tcp_conn_request',
  'The accept queue of the listener is full: its kernel ignores the SYN, as if it had been lost.',
)
export const ARP_FAILED = rule(
  'arp-failed',
  'kernel',
  'Linux neigh_timer_handler; arp(7)',
  'Three broadcasts, one a second, found nobody who has the address: EHOSTUNREACH.',
  'mcast_solicit',
)
export const ICMP_UNREACHABLE = rule(
  'icmp-unreachable',
  'world',
  'Linux tcp_v4_err; RFC 1122 4.2.3.9',
  'A router says that the host cannot be reached: while a connection is being opened Linux takes that as final.',
)
export const DATA_RETRANSMITTED = rule(
  'data-retransmitted',
  'kernel',
  'RFC 6298 5; Linux tcp_send_loss_probe, tcp_retransmit_timer',
  'No acknowledgement came: the kernel sends the data again after its retransmission timeout, then after twice the wait before.',
)
export const DATA_GAVE_UP = rule(
  'data-gave-up',
  'kernel',
  'Linux tcp_write_timeout',
  'Data stayed without acknowledgement for too long: the kernel gives the connection up.',
  'tcp_retries2',
)
export const KEEPALIVE_GAVE_UP = rule(
  'keepalive-gave-up',
  'kernel',
  'Linux tcp_keepalive_timer',
  'The connection was idle and its keepalive probes went unanswered: the kernel gives it up.',
  'tcp_keepalive_time',
)

export const HANDSHAKE_STALLS = rule(
  'handshake-stalls',
  'world',
  'KafkaChannel.prepare',
  'TCP is up, and the handshake of TLS or SASL above it never ends.',
)

// NetworkClient: what a poll waits for. The term that wins the min owns the wait.
export const WAIT_CALLER = rule('wait-caller', 'client', 'NetworkClient.poll', 'The caller asked for no longer wait.')
export const WAIT_BACKOFF = rule(
  'wait-reconnect-backoff',
  'setting',
  'NetworkClient.DefaultMetadataUpdater.maybeUpdate',
  'A metadata update is due and no node can take it: look again after the raw reconnect backoff.',
  'reconnect.backoff.ms',
)
export const WAIT_RETRY = rule(
  'wait-retry-backoff',
  'setting',
  'Metadata.timeToAllowUpdate',
  'An update came or failed a moment ago: the next one waits for the retry backoff.',
  'retry.backoff.ms',
)
export const WAIT_AGE = rule(
  'wait-metadata-age',
  'setting',
  'Metadata.timeToNextUpdate',
  'The metadata is fresh until its age runs out.',
  'metadata.max.age.ms',
)
export const WAIT_METADATA = rule(
  'wait-metadata-answer',
  'setting',
  'NetworkClient.DefaultMetadataUpdater.maybeUpdate',
  'A metadata request is in flight: nothing to do before its timeout.',
  'request.timeout.ms',
)
export const WAIT_REQUEST = rule(
  'wait-request-timeout',
  'setting',
  'NetworkClient.poll',
  'No select lasts longer than the default request timeout, whatever is in flight.',
  'request.timeout.ms',
)
export const WAIT_NOTHING = rule(
  'wait-nothing',
  'client',
  'NetworkClient.poll',
  'There is work already: the select returns at once.',
)
export const WAIT_SPIN = rule(
  'wait-spin',
  'client',
  'NetworkClient.poll',
  'Its wait is 0: a loop that would spin looks again one millisecond later.',
)
export const WAIT_SETUP = rule(
  'wait-setup-timeout',
  'setting',
  'ClusterConnectionStates.connectionDelay',
  'The caller waits for a connecting node: its delay is the whole setup timeout, not what is left of it.',
  'socket.connection.setup.timeout.ms',
)
export const WAIT_RECONNECT = rule(
  'wait-reconnect',
  'setting',
  'ClusterConnectionStates.connectionDelay',
  'The caller waits for a node in its reconnect backoff.',
  'reconnect.backoff.ms',
)
export const WAIT_THROTTLE = rule(
  'wait-throttle',
  'world',
  'ClusterConnectionStates.throttleDelayMs',
  'The broker announced a throttle time: the caller waits it out.',
)
export const WAIT_CALL = rule('wait-call', 'client', 'KafkaProducer', 'The caller wakes the client for its next call.')

// Connections.
export const CONNECT_METADATA = rule(
  'connect-metadata',
  'client',
  'NetworkClient.leastLoadedNode',
  'A metadata update is due: the client connects to the node that leastLoadedNode chose.',
)
export const CONNECT_CALLER = rule(
  'connect-caller',
  'client',
  'NetworkClient.ready',
  'The caller asked for this node and it may be connected.',
)
export const SETUP_TIMED_OUT = rule(
  'setup-timed-out',
  'setting',
  'NetworkClient.handleTimedOutConnections; KIP-601',
  'The poll loop found the connection older than its setup timeout, strictly.',
  'socket.connection.setup.timeout.ms',
)
export const SETUP_TIMED_OUT_LAZY = rule(
  'setup-timed-out-lazily',
  'setting',
  'KIP-601 draft, leastLoadedNode',
  'leastLoadedNode found the connection older than its fixed setup timeout. Nothing else ever looks.',
  'connections.setup.timeout.ms',
)
export const REQUEST_TIMED_OUT = rule(
  'request-timed-out',
  'setting',
  'NetworkClient.handleTimedOutRequests; KIP-19',
  'A request in flight is older than its timeout, strictly: the whole connection is closed.',
  'request.timeout.ms',
)
export const DISCONNECT_SEEN = rule(
  'disconnect-seen',
  'client',
  'NetworkClient.handleDisconnections',
  'The selector reported the connection gone.',
)
export const RECONNECT_BACKOFF = rule(
  'reconnect-backoff',
  'setting',
  'ClusterConnectionStates.updateReconnectBackoff; KIP-144',
  'A lost node may be connected again after its reconnect backoff.',
  'reconnect.backoff.ms',
)
export const TCP_UP = rule('tcp-up', 'client', 'NetworkClient.handleConnections', 'The TCP handshake is done.')
export const API_VERSIONS_QUEUED = rule(
  'api-versions-queued',
  'client',
  'NetworkClient.handleInitiateApiVersionRequests',
  'The channel is ready: the client asks the broker for its API versions.',
)
export const NOW_READY = rule('ready', 'client', 'ClusterConnectionStates.ready', 'The connection may carry requests.')
export const AUTHENTICATION = rule(
  'authentication-failed',
  'client',
  'ClusterConnectionStates.authenticationFailed',
  'The broker rejected the handshake.',
)
export const CALLER_CLOSED = rule(
  'caller-closed',
  'client',
  'NetworkClient.close, disconnect',
  'The caller asked for it.',
)

// Requests.
export const METADATA_SENT = rule(
  'metadata-sent',
  'client',
  'NetworkClient.DefaultMetadataUpdater.maybeUpdate',
  'The chosen node is ready: it gets the metadata request.',
)
export const USER_SENT = rule(
  'user-sent',
  'client',
  'NetworkClient.doSend',
  "The node is ready: the caller's request goes out.",
)
export const ANSWER_HANDLED = rule(
  'answer-handled',
  'client',
  'NetworkClient.handleCompletedReceives',
  'The answer was handed over by the selector.',
)
export const CANCELLED = rule(
  'cancelled',
  'client',
  'NetworkClient.cancelInFlightRequests',
  'Everything in flight to a lost node is cancelled with it.',
)

// Metadata.
export const UPDATE_REQUESTED = rule(
  'update-requested',
  'client',
  'Metadata.requestUpdate',
  'Somebody needs new metadata.',
)
export const UPDATE_ON_DISCONNECT = rule(
  'update-on-disconnect',
  'client',
  'NetworkClient.DefaultMetadataUpdater.handleServerDisconnect',
  'A lost connection asks for new metadata: the cluster may have changed.',
)
export const UPDATE_FAILED = rule(
  'update-failed',
  'setting',
  'Metadata.failedUpdate',
  'The update failed: the next try waits for the retry backoff.',
  'retry.backoff.ms',
)
export const UPDATE_FAILED_DUE = rule(
  'update-failed-while-due',
  'setting',
  'NetworkClient.DefaultMetadataUpdater.handleServerDisconnect',
  'A connection was lost while an update was due: that counts as a failed update.',
  'retry.backoff.ms',
)
export const UPDATE_ARRIVED = rule('update-arrived', 'client', 'Metadata.update', 'The answer lists the brokers.')
export const REBOOTSTRAPPED = rule(
  'rebootstrapped',
  'setting',
  'Metadata.rebootstrap; KIP-899',
  'No known broker is available: back to the bootstrap servers.',
  'metadata.recovery.strategy',
)
export const REBOOTSTRAP_TRIGGERED = rule(
  'rebootstrap-triggered',
  'setting',
  'NetworkClient.handleRebootstrap; KIP-1102',
  'No metadata for longer than the trigger: back to the bootstrap servers.',
  'metadata.recovery.rebootstrap.trigger.ms',
)
export const REBOOTSTRAP_REQUIRED = rule(
  'rebootstrap-required',
  'client',
  'KIP-1102',
  'The broker itself asked for a rebootstrap.',
)

// The caller.
export const SEND_BLOCKS = rule(
  'send-blocks',
  'setting',
  'KafkaProducer.waitOnMetadata',
  "send() waits for the topic's metadata, at most max.block.ms.",
  'max.block.ms',
)
export const SEND_TIMED_OUT = rule(
  'send-timed-out',
  'setting',
  'KafkaProducer.waitOnMetadata',
  'No metadata within max.block.ms: the future and the callback get a TimeoutException.',
  'max.block.ms',
)
export const SEND_GOES_ON = rule(
  'send-goes-on',
  'client',
  'KafkaProducer.waitOnMetadata',
  'The metadata is there: send() goes on.',
)
export const CALLED = rule('called', 'client', 'the caller', 'The caller did this.')

// Kafka's own bugs, kept as they were.
export const CONNECTING_SET_BUG = rule(
  'connecting-set-bug',
  'client',
  'KAFKA-12948',
  'A removed node was left in the connecting set: the next poll throws.',
)
export const METADATA_FORGOTTEN_BUG = rule(
  'metadata-forgotten-bug',
  'client',
  'KAFKA-9261',
  "Another node's disconnect made the client forget its metadata request: the answer throws.",
)

// Limits.
export const LIMIT_REACHED = rule('limit', 'world', 'the lab', 'The run reached its limit and ends here.')

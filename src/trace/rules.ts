// The rules that a row can name: who decides, and the setting that owns the wait, if one does. What they say stands in ruleTexts.ts.

/** Who decides how long a wait is. */
export type Owner = 'kernel' | 'setting' | 'world' | 'client'

export type Rule = {
  readonly id: RuleId
  readonly owner: Owner
  /** The setting or sysctl that decides, by its exact name. */
  readonly setting?: string
}

/** A rule's number, which knows its id. */
export type RuleNumber<Id extends string> = number & { readonly id?: Id }

type IdsOf<Rules> = { [name in keyof Rules]: Rules[name] extends RuleNumber<infer Id> ? Id : never }[keyof Rules]

/** The ids of the rules of a quorum. */
export type QuorumRuleId = IdsOf<typeof import('./quorumRules.ts')>

/** The ids of all rules: those below, the producer's, those of a call, the quorum's, a partition's. */
export type RuleId =
  | IdsOf<typeof import('./rules.ts')>
  | IdsOf<typeof import('./producerRules.ts')>
  | IdsOf<typeof import('./callRules.ts')>
  | QuorumRuleId
  | import('./partitionRules.ts').PartitionRuleId

const table: Rule[] = []

/** Declares rules, numbered one after the other from `first` on (as kinds.ts does), and gives each its number. */
export function rulesFrom(first: number) {
  let next = first
  return <Id extends string>(id: Id, owner: Owner, setting?: string): RuleNumber<Id> => {
    table[next] = { id: id as string as RuleId, owner, ...(setting && { setting }) }
    return next++
  }
}

const rule = rulesFrom(0)

/** The rules by number. */
export const rules: readonly Rule[] = table

export const NO_RULE = rule('none', 'client')

// The world.
export const YOUR_FAULT = rule('fault', 'world')
export const LATENCY = rule('latency', 'world')
export const SERVICE = rule('service', 'world')

// The kernel.
export const SYN_SENT = rule('syn', 'kernel')
export const SYN_RETRANSMITTED = rule('syn-retransmitted', 'kernel', 'tcp_syn_linear_timeouts')
export const SYN_DOUBLED = rule('syn-doubled', 'kernel')
export const SYN_LOST = rule('syn-lost', 'world')
export const SYN_REFUSED = rule('syn-refused', 'world')
export const KERNEL_GAVE_UP = rule('kernel-gave-up', 'kernel', 'tcp_syn_retries')
export const CONNECTION_RESET = rule('reset', 'world')

export const SYN_IGNORED = rule('syn-ignored', 'world')
export const ARP_FAILED = rule('arp-failed', 'kernel', 'mcast_solicit')
export const ICMP_UNREACHABLE = rule('icmp-unreachable', 'world')
export const DATA_RETRANSMITTED = rule('data-retransmitted', 'kernel')
export const DATA_GAVE_UP = rule('data-gave-up', 'kernel', 'tcp_retries2')
export const KEEPALIVE_GAVE_UP = rule('keepalive-gave-up', 'kernel', 'tcp_keepalive_time')

export const HANDSHAKE_STALLS = rule('handshake-stalls', 'world')

// NetworkClient: what a poll waits for. The term that wins the min owns the wait.
export const WAIT_CALLER = rule('wait-caller', 'client')
export const WAIT_BACKOFF = rule('wait-reconnect-backoff', 'setting', 'reconnect.backoff.ms')
export const WAIT_RETRY = rule('wait-retry-backoff', 'setting', 'retry.backoff.ms')
export const WAIT_AGE = rule('wait-metadata-age', 'setting', 'metadata.max.age.ms')
export const WAIT_METADATA = rule('wait-metadata-answer', 'setting', 'request.timeout.ms')
export const WAIT_ANSWER = rule('wait-answer', 'client')
export const WAIT_NO_NODE = rule('wait-no-node', 'setting', 'retry.backoff.ms')
export const WAIT_REQUEST = rule('wait-request-timeout', 'setting', 'request.timeout.ms')
export const WAIT_DEADLINE = rule('wait-request-deadline', 'setting', 'request.timeout.ms')
export const WAIT_NOTHING = rule('wait-nothing', 'client')
export const WAIT_SPIN = rule('wait-spin', 'client')
export const WAIT_SETUP = rule('wait-setup-timeout', 'setting', 'socket.connection.setup.timeout.ms')
export const WAIT_RECONNECT = rule('wait-reconnect', 'setting', 'reconnect.backoff.ms')
export const WAIT_THROTTLE = rule('wait-throttle', 'world')
export const WAIT_CALL = rule('wait-call', 'client')

// Connections.
export const CONNECT_METADATA = rule('connect-metadata', 'client')
export const CHOSEN_FROM_ONE_PLACE = rule('chosen-from-one-place', 'client')
export const CHOSEN_FROM_ANYWHERE = rule('chosen-from-anywhere', 'client')
export const CHOSEN_READY = rule('chosen-ready', 'client')
export const CHOSEN_LAST_VISITED = rule('chosen-last-visited', 'client')
export const CHOSEN_FEWEST_FAILURES = rule('chosen-fewest-failures', 'client')
export const CHOSEN_OLDEST_ATTEMPT = rule('chosen-oldest-attempt', 'client')
export const CHOSEN_FEWEST_IN_FLIGHT = rule('chosen-fewest-in-flight', 'client')
export const CONNECT_CALLER = rule('connect-caller', 'client')
export const SETUP_TIMED_OUT = rule('setup-timed-out', 'setting', 'socket.connection.setup.timeout.ms')
export const SETUP_TIMED_OUT_LAZY = rule('setup-timed-out-lazily', 'setting', 'connections.setup.timeout.ms')
export const REQUEST_TIMED_OUT = rule('request-timed-out', 'setting', 'request.timeout.ms')
export const REQUEST_EXPIRED = rule('request-expired', 'setting', 'request.timeout.ms')
export const DISCONNECT_SEEN = rule('disconnect-seen', 'client')
export const BACKOFF_FROM_START = rule('backoff-from-start', 'client')
export const RECONNECT_BACKOFF = rule('reconnect-backoff', 'setting', 'reconnect.backoff.ms')
export const TCP_UP = rule('tcp-up', 'client')
export const API_VERSIONS_QUEUED = rule('api-versions-queued', 'client')
export const NOW_READY = rule('ready', 'client')
export const AUTHENTICATION = rule('authentication-failed', 'client')
export const CALLER_CLOSED = rule('caller-closed', 'client')

// Requests.
export const METADATA_SENT = rule('metadata-sent', 'client')
export const USER_SENT = rule('user-sent', 'client')
export const ANSWER_HANDLED = rule('answer-handled', 'client')
export const CANCELLED = rule('cancelled', 'client')

// Metadata.
export const UPDATE_REQUESTED = rule('update-requested', 'client')
export const UPDATE_ON_DISCONNECT = rule('update-on-disconnect', 'client')
export const UPDATE_FAILED = rule('update-failed', 'setting', 'retry.backoff.ms')
export const UPDATE_FAILED_DUE = rule('update-failed-while-due', 'setting', 'retry.backoff.ms')
export const UPDATE_ARRIVED = rule('update-arrived', 'client')
export const REBOOTSTRAPPED = rule('rebootstrapped', 'setting', 'metadata.recovery.strategy')
export const REBOOTSTRAP_TRIGGERED = rule(
  'rebootstrap-triggered',
  'setting',
  'metadata.recovery.rebootstrap.trigger.ms',
)
export const REBOOTSTRAP_REQUIRED = rule('rebootstrap-required', 'client')

// The caller.
export const SEND_BLOCKS = rule('send-blocks', 'setting', 'max.block.ms')
export const SEND_TIMED_OUT = rule('send-timed-out', 'setting', 'max.block.ms')
export const SEND_BLOCKS_FETCH = rule('send-blocks-fetch', 'setting', 'metadata.fetch.timeout.ms')
export const SEND_TIMED_OUT_FETCH = rule('send-timed-out-fetch', 'setting', 'metadata.fetch.timeout.ms')
export const SEND_GOES_ON = rule('send-goes-on', 'client')
export const CALLED = rule('called', 'client')

// Kafka's own bugs, kept as they were.
export const CONNECTING_SET_BUG = rule('connecting-set-bug', 'client')
export const METADATA_FORGOTTEN_BUG = rule('metadata-forgotten-bug', 'client')

// Limits.
export const LIMIT_REACHED = rule('limit', 'world')

// What is not modelled.
export const NOTHING_ENDS = rule('nothing-ends', 'world')

/** What a rule says, apart from the rules themselves (ruleTexts.ts). */
export type RuleText = {
  readonly says: string
  /** Kafka class and method, KIP, or the kernel's own. */
  readonly source: string
}

// The compiled world of one variant of the client lab: what `sim/run` takes. A scenario compiles to it, and so does a recording,
// so that a recording's odd inputs never leak into links. All times in ms on the scenario's clock.

import type { Instant, Ms } from '../base/time.ts'
import type { ClientBehaviour, EarlyBehaviour } from './behaviours.ts'
import type { PartitionOrder } from './partitionWorld.ts'
import type { ProducerBehaviour } from './producerBehaviours.ts'
import type { QuorumOrder } from './quorumWorld.ts'
import type { ClientFaultKind, Fault, Keepalive, LosableMessage } from './scenario.ts'
import type { Wheel } from './timers.ts'

/** The client's settings as its machines need them, after Kafka's own post-processing. */
export type ClientConfig = {
  readonly reconnectBackoff: Ms
  readonly reconnectBackoffMax: Ms
  readonly setupTimeout: Ms
  readonly setupTimeoutMax: Ms
  readonly requestTimeout: Ms
  readonly retryBackoff: Ms
  readonly retryBackoffMax: Ms
  readonly metadataMaxAge: Ms
  readonly rebootstraps: boolean
  readonly rebootstrapTrigger: Ms
  readonly maxInFlight: number
  /** client.dns.lookup = default: only the first address of a name is ever used. */
  readonly firstAddressOnly: boolean
}

/** What a host does from `at` on, until its next condition. */
export type Condition = {
  readonly at: Instant
  /** What crosses to the host and back: nothing is lost, or all of it, in that direction. */
  readonly reaches: boolean
  readonly returns: boolean
  /** `ignores`: its accept queue is full. */
  readonly listener: 'accepts' | 'refuses' | 'ignores'
  /** By whose word nobody can be reached; undefined: silence, or all is well. */
  readonly unreachable: Fault['by']
  readonly channel: 'ready' | 'stalls' | 'rejects'
  /** Which requests it answers. */
  readonly answers: 'all' | 'API versions' | 'all but PRODUCE' | 'none'
  /** Requests wait until then (a paused process); an instant in the past: not paused. */
  readonly pausedUntil: Instant
  /** From a SYN that arrives to the client's TCP being up (or refused): a round trip. */
  readonly connect: Ms
  /** From TCP up to the channel being ready (TLS, SASL). */
  readonly handshake: Ms
  /** From a request's arrival to its answer setting out. */
  readonly service: Ms
  /** The same for PRODUCE; absent: as any other. */
  readonly produce?: Ms
  /** One way, to the host and back. */
  readonly latencyOut: Ms
  readonly latencyBack: Ms
  /** Throttle time that every answer announces. */
  readonly throttle: Ms
  /** Newest API_VERSIONS version the broker understands. */
  readonly apiVersionsMax: number
  readonly by: Deciders
}

/** The scenario's fault that makes each part of a condition what it is, by its index; -1: none does. */
export type Deciders = {
  readonly out: number
  readonly back: number
  readonly listener: number
  readonly channel: number
  readonly answers: number
}

/** One machine. `boot` and `broker` are the client's two ids for it: both are the same machine, but two connections. */
export type Host = {
  readonly name: string
  readonly boot: number | undefined
  readonly broker: number | undefined
  readonly addresses: number
  /** Of each address of its name, by `at`, the first at 0; one list where all fare alike. */
  readonly conditions: readonly (readonly Condition[])[]
  /** At these instants connections that are TCP-up end. */
  readonly resets: readonly Reset[]
  readonly losses: readonly Loss[]
}

/**
 * What happens to connections to a host at an instant. `address`: to that one only, from 0; undefined: to all. `since`: when the host
 * lost them.
 */
export type Reset = {
  readonly at: Instant
  readonly since: Instant
  readonly fault: number
  readonly address: number | undefined
  /**
   * The client hears of it now; the host forgets them, so that what comes next is answered by RST; or the path forgets them, and
   * nothing passes any more.
   */
  readonly what: 'told' | 'forgotten by the host' | 'forgotten by the path'
}

/** The how-manieth message of a kind from `at` to `until` is lost; each transmission counts. */
export type Loss = {
  readonly at: Instant
  readonly until: Instant
  readonly message: LosableMessage
  readonly nth: number
  readonly fault: number
  readonly address: number | undefined
}

/** The client's kernel, every sysctl in place. All lengths in ms. */
export type ClientKernel = {
  /** A silent attempt: by its timers, or all that is known is how long it lasts. */
  readonly connect: SynTimers | { readonly givesUpAfter: Ms }
  readonly data: DataTimers
  readonly keepalive: Keepalive
  /** How late its timers fire; undefined: never. */
  readonly wheel: Wheel | undefined
}

/** tcp_syn_retries, tcp_syn_linear_timeouts, the first RTO, tcp_rto_max_ms, TCP_USER_TIMEOUT (0: none). */
export type SynTimers = {
  readonly retries: number
  readonly linear: number
  readonly initialRto: number
  readonly rtoMax: number
  readonly userTimeout: number
}

/** tcp_retries2, tcp_rto_max_ms, TCP_USER_TIMEOUT (0: none). */
export type DataTimers = { readonly retries: number; readonly rtoMax: number; readonly userTimeout: number }

/** When the kernel sends SYNs and gives up, counted from the start of the attempt. */
export type SynSchedule = { readonly syns: readonly Ms[]; readonly givesUpAfter: Ms }

/** A fault as the trace tells it; the conditions do the work. */
export type FaultRow = {
  readonly at: Instant
  readonly until: Instant
  readonly host: number
  readonly what: ClientFaultKind
  readonly index: number
}

export type Call =
  | { readonly at: Instant; readonly what: 'ready' | 'disconnect' | 'close'; readonly node: number }
  | { readonly at: Instant; readonly what: 'send'; readonly node: number; readonly timeout: Ms }
  | { readonly at: Instant; readonly what: 'update' }

/** What a metadata answer lists from `at` on. */
export type MetadataAnswer = {
  readonly at: Instant
  readonly brokers: readonly number[]
  readonly rebootstrapRequired: boolean
}

/** All that a run of one variant takes: its world and its dice. It crosses to the worker as it is. */
export type RunOrder = ClientOrder | QuorumOrder | PartitionOrder

/** The order of a client's run. */
export type ClientOrder = {
  readonly world: ClientWorld
  readonly seed: number
  readonly jitter: boolean
}

/** The producer's settings as its machines need them, after Kafka's own post-processing. */
export type ProducerConfig = {
  readonly acknowledged: boolean
  /** Brokers know a batch again by its sequence number (KIP-98). */
  readonly idempotent: boolean
  readonly retries: number
  readonly linger: Ms
  readonly deliveryTimeout: Ms
  /** How long send() waits for metadata: max.block.ms, or to 0.8.2 metadata.fetch.timeout.ms. */
  readonly maxBlock: Ms
}

/** buffer.memory, batch.size, and the bytes that each record takes in its batch. */
export type MemoryPlan = {
  readonly total: number
  readonly batchSize: number
  readonly recordSize: number
  /** What a batch takes besides its records. */
  readonly header: number
  /** A send() waits where there is too little: block.on.buffer.full, or always since it is gone. */
  readonly blocks: boolean
}

/** Who leads each partition from `at` on, by node id (undefined: nobody), and in which epoch (empty: answers tell none). */
export type Leaders = {
  readonly at: Instant
  readonly leaders: readonly (number | undefined)[]
  readonly epochs: readonly number[]
}

/** PRODUCE requests that reach a broker from `from` to before `to` are answered with an error code. */
export type ProduceError = {
  readonly from: Instant
  readonly to: Instant
  readonly broker: number
  readonly code: number
}

export type ProducerCall =
  | { readonly at: Instant; readonly what: 'send'; readonly partition: number }
  | { readonly at: Instant; readonly what: 'flush' }
  | { readonly at: Instant; readonly what: 'partitionsFor' }
  | { readonly at: Instant; readonly what: 'close'; readonly timeout: Ms }

/** A producer of one topic: who uses it, and what its brokers hold. Its calls wake its Sender, and no other caller does. */
export type ProducerWorld = {
  readonly behaviour: ProducerBehaviour
  readonly config: ProducerConfig
  readonly partitions: number
  /** How many records go into a batch; Infinity: any number. */
  readonly recordsPerBatch: number
  /** How many of them fill it to the last byte; absent: all that go into it, Infinity: some room is always left. */
  readonly fullAt?: number
  /** Absent: records have no size, and memory has no end. */
  readonly memory?: MemoryPlan | undefined
  /** By `at`, the first at 0. */
  readonly leaders: readonly Leaders[]
  /** Metadata answers tell what was so long ago, and the first entry from the start. */
  readonly metadataLag: Ms
  readonly errors: readonly ProduceError[]
  /** The client knows the topic from an earlier answer. */
  readonly topicKnown: boolean
  /** By `at`. The k-th send is record k. */
  readonly calls: readonly ProducerCall[]
}

/** One call of a consumer (partitionsFor) or an admin client (listTopics), made at 0, and what bounds it. */
export type ApiCall = {
  readonly client: 'consumer' | 'admin'
  /** All that it may take, and what says so: a setting, or the call itself. */
  readonly budget: Ms
  readonly boundBy: 'default.api.timeout.ms' | 'request.timeout.ms' | 'the call'
  /** Of one attempt. */
  readonly requestTimeout: Ms
  /** How often an admin client tries again; Infinity: a consumer does until its time is over. */
  readonly retries: number
  readonly retryBackoffGrows: boolean
  /** consumer: its longest poll, whether heartbeat.interval.ms made it so, and whether it is cut to the delay of a node not ready. */
  readonly longestPoll: Ms
  readonly byHeartbeat: boolean
  readonly waitsForNode: boolean
  /** consumer: a request that could not be sent ends with its poll (0.9), or when it is older than this. */
  readonly unsentTimeout: Ms
  /** admin: how long a node may take to become ready; FOREVER: as long as it likes. */
  readonly readyTimeout: Ms
}

export type ClientWorld = {
  readonly until: Instant
  readonly behaviour: ClientBehaviour | EarlyBehaviour
  readonly config: ClientConfig
  readonly selectOvershoot: Ms
  /** The client asks each broker for its API versions before READY. */
  readonly asksApiVersions: boolean
  readonly hosts: readonly Host[]
  readonly kernel: ClientKernel
  /**
   * The network of a recording: the fate of an attempt or a request is fixed when it sets out, and every event of its queue ends a
   * select, even one for a socket closed since. Else what is on its way meets the world as it then is.
   */
  readonly scripted: boolean
  readonly faults: readonly FaultRow[]
  readonly metadata: {
    readonly known: 'bootstrap' | 'brokers'
    /** The brokers that the client knows from an earlier answer; undefined: all of them. */
    readonly knownBrokers: readonly number[] | undefined
    readonly start: 'due' | 'fresh'
    /** The client's first node list; undefined: it shuffles. */
    readonly order: readonly number[] | undefined
    /** By `at`; empty: every answer lists all brokers. */
    readonly answers: readonly MetadataAnswer[]
    /** Retry backoffs are drawn whenever they are worked out (as Kafka does), or kept: for a pair (last refresh, attempts), between retries of batches. */
    readonly draws: 'each' | 'once'
  }
  readonly caller: {
    readonly pollTimeout: Ms
    readonly leader: number | undefined
    /** send() at 0 waits for metadata this long; undefined: nobody waits. */
    readonly maxBlock: Ms | undefined
    /** The setting that says so; absent: max.block.ms. */
    readonly boundBy?: 'metadata.fetch.timeout.ms'
  }
  readonly calls: readonly Call[]
  readonly producer?: ProducerWorld
  readonly apiCall?: ApiCall
  readonly rowLimit: number
}

// What a visitor asks: plain data, version 1. Everything here has passed `parse`, which bounds every number, text and list.

import { letterOf } from '../base/letter.ts'
import type { ClientBehaviour, EarlyBehaviour } from './behaviours.ts'
import type { Assignment } from './partitionWorld.ts'
import type { ProducerKnobs } from './producerBehaviours.ts'
import type { QuorumBehaviour } from './quorumBehaviours.ts'
import type { MessageKind, QuorumFaultKind } from './quorumWorld.ts'
import type { ReplicationBehaviour } from './replicationBehaviours.ts'

/** How much may happen at one instant. Apart from the other limits, which no run needs. */
export const eventsAnInstant = 10_000

/** How many of each thing a scenario may hold. `parse` says them; reaching one in a run is a row that is shown. */
export const limits = {
  nodes: 20,
  /** Voters of a quorum, and all nodes of it. */
  voters: 9,
  faults: 200,
  variants: 4,
  untilMs: 24 * 3_600_000,
  rows: 1_000_000,
  rowsHeadless: 10_000_000,
  eventsAnInstant,
  nameLength: 32,
  titleLength: 120,
  latencyMs: 60_000,
  serviceMs: 3_600_000,
  /** Addresses that one name resolves to. */
  addresses: 16,
  /** The kernel's own largest tcp_syn_retries and tcp_syn_linear_timeouts. */
  syns: 127,
  /** A day, as the kernel's own lengths go. */
  kernelMs: 86_400_000,
  slowerMs: 60_000,
  nth: 1_000,
  partitions: 50,
  /** Records that one question sends, in all. */
  records: 10_000,
  recordsPerBatch: 10_000,
  /** Bytes. A little less than Kafka's default max.request.size, so that none is refused for that. */
  recordSize: 1_000_000,
  calls: 200,
  /** Steps of a schedule. */
  steps: 100,
  scheduleLength: 2_000,
  seed: 0xffff_ffff,
  linkLength: 8_000,
  fileBytes: 1_000_000,
} as const

/**
 * Settings by component and Kafka's exact key; only what differs from the release's default is named. `topic`: all that decides over one
 * replicated partition, as one table: what its topic and its brokers have, and the acks of whoever produces to it.
 */
export type Config = { readonly [component in Component]?: { readonly [key: string]: Value } }
export const components = ['producer', 'consumer', 'admin', 'controller', 'topic'] as const
export type Component = (typeof components)[number]
export type Value = number | string | boolean

/**
 * One broker, or in the quorum lab one node of it. `bootstrap`: it is in bootstrap.servers. `addresses`: how many addresses its name
 * resolves to. `membership`: `left`, the client knows it from earlier metadata and no answer lists it any more; `joined`, answers list
 * it and the client has yet to learn of it; absent: both. `observer`: it fetches from the quorum and has no vote; absent: a voter.
 */
export type Node = {
  readonly name: string
  readonly bootstrap: boolean
  readonly addresses: number
  readonly membership?: (typeof memberships)[number]
  readonly observer?: true
}

export const memberships = ['left', 'joined'] as const

/**
 * The client's kernel. `release`: a Linux release and its sysctls, those that are absent as the release has them (kernel.ts);
 * `giveUpAfter`: only how long a silent connection attempt lasts, for who knows it; null: never.
 */
export type Kernel =
  | {
      readonly release: KernelRelease
      /** tcp_syn_retries. */
      readonly synRetries: number
      /** tcp_syn_linear_timeouts, 0 before 6.5. */
      readonly linearTimeouts: number
      /** tcp_rto_max_ms, since 6.15. */
      readonly rtoMax?: number
      /** tcp_retries2: retransmissions on an established connection. */
      readonly dataRetries?: number
      /** TCP_USER_TIMEOUT of the socket, in ms; absent or 0: none. Kafka's client sets none. */
      readonly userTimeout?: number
      /** tcp_keepalive_time, _intvl (both here in ms) and _probes. */
      readonly keepalive?: Keepalive
      /** How late its timers fire: absent, never; else as a timer wheel of that HZ, whose jiffies stood at `phase` at 0. */
      readonly wheel?: { readonly hz: WheelHz; readonly phase: number }
    }
  | { readonly giveUpAfter: number | null }

export type Keepalive = { readonly idle: number; readonly interval: number; readonly probes: number }

export const kernelReleases = ['3.0', '3.7', '6.5', '6.15'] as const
export type KernelRelease = (typeof kernelReleases)[number]

export const wheelHz = [100, 250, 300, 1000] as const
export type WheelHz = (typeof wheelHz)[number]

/** What can go wrong with a client's broker. */
export const clientFaultKinds = [
  'black hole',
  'unreachable',
  'backlog full',
  'refuse',
  'stop',
  'pause',
  'mute',
  'stall',
  'cut link',
  'slow link',
  'lose message',
  'forget connections',
  'take over',
  'no leader',
  'answer error',
] as const
export type ClientFaultKind = (typeof clientFaultKinds)[number]

export type FaultKind = ClientFaultKind | QuorumFaultKind

/** Which way a link is cut or slow, where it is not both: to the node of the fault, or from it. */
export const linkWays = ['to broker', 'from broker'] as const

/** Who says that a host is unreachable: nobody answers ARP, or a router or firewall answers with an ICMP error. */
export const unreachableBy = ['ARP', 'ICMP net', 'ICMP host', 'ICMP port'] as const

/** What a broker may answer PRODUCE with, by Kafka's names: all but the last may be retried. */
export const produceErrors = [
  'NOT_LEADER_OR_FOLLOWER',
  'REQUEST_TIMED_OUT',
  'NOT_ENOUGH_REPLICAS',
  'INVALID_TOPIC_EXCEPTION',
] as const

/** Which requests a broker that is mute still answers, where there are such: it may be stuck in one place only. */
export const answeredStill = ['API versions', 'all but PRODUCE'] as const

/** What can be lost one by one: TCP sends each of them again. */
export const losableMessages = ['SYN', 'SYN-ACK', 'request', 'answer'] as const
export type LosableMessage = (typeof losableMessages)[number]

/** What a paused raft thread takes first when it goes on. */
export const resumeOrders = ['timers', 'inbox'] as const

/**
 * What goes wrong with one broker from `at` to `until` (absent: for ever), in ms. `node`: index in world.nodes; a fault of a broker
 * that is not there (any more) is kept and does nothing.
 */
export type Fault = {
  readonly at: number
  /** Absent, too, for what happens in a moment (`forget connections`; in a quorum `resign`, `append`, `shut down`). */
  readonly until?: number
  readonly kind: FaultKind
  readonly node: number
  /** A quorum's links and messages: only those between the node and this one, an index too; absent: all others. */
  readonly peer?: number
  /** Only this address of the broker's name, counted from 1; absent: all of them. */
  readonly address?: number
  /** cut link, slow link: which way; absent: both. */
  readonly way?: (typeof linkWays)[number]
  /** unreachable: by whose word; absent: ICMP host. */
  readonly by?: (typeof unreachableBy)[number]
  /** slow link: so much more latency, one way, in ms; absent: 100. */
  readonly slower?: number
  /**
   * lose message: which; absent: request, of a quorum Fetch, which the node sends. And the how-manieth since `at`, from 1, of a quorum to
   * each peer; absent: the first.
   */
  readonly message?: LosableMessage | MessageKind
  readonly nth?: number
  /** lose message: the sender's connection resets, so that it is told so long after it sent a request, in ms; absent: nobody is told. */
  readonly toldAfter?: number
  /** pause: what the node of a quorum takes first when it goes on; absent: its timers. */
  readonly resumes?: (typeof resumeOrders)[number]
  /** mute: which requests it still answers; absent: none. */
  readonly answers?: (typeof answeredStill)[number]
  /** take over: the broker leads this partition from then on; absent: every partition. `no leader`: those that it leads have none. */
  readonly partition?: number
  /** answer error: with which; absent: NOT_ENOUGH_REPLICAS. */
  readonly error?: (typeof produceErrors)[number]
  /** forget connections: the next segment is answered by RST (a crash), or by nothing (a firewall that forgot the flow; absent). */
  readonly resets?: boolean
  readonly on: boolean
}

/** A fault of a client's broker. */
export type ClientFault = Omit<Fault, 'kind' | 'message'> & {
  readonly kind: ClientFaultKind
  readonly message?: LosableMessage
}

/**
 * What the application does. `send`: it calls send() at 0 and waits for the topic's metadata, at most max.block.ms. `leader`: metadata
 * is fresh and the producer keeps asking for one broker, the leader (index in world.nodes). `busy`: as `send`, while something else
 * has asked for one bootstrap server just before. `refresh`: as `send`, but the client has known its brokers for long.
 */
export type Workload =
  | { readonly kind: 'send' | 'refresh' }
  | { readonly kind: 'leader' | 'busy'; readonly node: number }
  | Produce
  | ApiWorkload
  | Quorum
  | Replication

/**
 * A KRaft quorum, and no client: node i of the world is number i + 1 of controller.quorum.voters, or an observer. `start`: `steady`, the
 * first voter leads epoch 1 and all have just fetched; `elected`, it has just won epoch 1. `links`: one way from one node to another
 * (indices), where that is not the world's latency, in ms. `proposedBound`: beside each fetch timeout stands what a lower bound of
 * 1000 ms would refuse (KIP-1236, never released); it changes no run.
 */
export type Quorum = {
  readonly kind: 'quorum'
  readonly start: (typeof quorumStarts)[number]
  readonly links?: readonly Link[]
  readonly proposedBound?: true
}

export const quorumStarts = ['steady', 'elected'] as const

export type Link = { readonly from: number; readonly to: number; readonly latency: number }

/**
 * The application of a producer of one topic. Partition p is led by node p, counted round and round, until a fault moves it.
 * `topicKnown`: the client knows the topic from an earlier answer; else its first send() waits for metadata. `recordsPerBatch`: so many
 * fill a batch; absent: as many as come while it lingers. `recordSize`: bytes that a record takes in its batch, so that batch.size and
 * buffer.memory count; absent: records take no room. `metadataLag`: answers tell who led so long ago, in ms.
 */
export type Produce = {
  readonly kind: 'produce'
  readonly partitions: number
  readonly recordsPerBatch?: number
  readonly recordSize?: number
  readonly topicKnown: boolean
  readonly metadataLag?: number
  readonly calls: readonly ProduceCall[]
}

/**
 * `send`: `count` records (absent: one), the first at `at`, one each `every` ms (absent: all at once), to a partition, or absent: to each in
 * turn. `close`: `timeout` absent: as long as it takes.
 */
export type ProduceCall =
  | {
      readonly at: number
      readonly what: 'send'
      readonly partition?: number
      readonly count?: number
      readonly every?: number
    }
  | { readonly at: number; readonly what: 'flush' }
  | { readonly at: number; readonly what: 'partitionsFor' }
  | { readonly at: number; readonly what: 'close'; readonly timeout?: number }

/**
 * One call of a consumer, partitionsFor(), or of an admin client, listTopics(), at 0. `known`: the client has long known its brokers, else
 * only its bootstrap servers. `timeout`: of the call itself, in ms; absent: what its settings say.
 */
export type ApiWorkload = {
  readonly kind: 'consumer' | 'admin'
  readonly known: boolean
  readonly timeout?: number
}

/**
 * One partition on the brokers A, B and C, step by step, without a clock: A leads and all are in sync with empty logs. `order`: the
 * replicas as they are assigned, the preferred leader first. `schedule`: the steps, `p; f B; c A[h=0]` (partitionSteps.ts), the same for
 * every variant; one that is impossible in a variant is told there and skipped.
 */
export type Replication = {
  readonly kind: 'replication'
  readonly order: Assignment
  readonly schedule: string
}

/** Whose settings count for what an application does. */
export const componentOf = ({ kind }: Pick<Workload, 'kind'>): Component =>
  kind === 'consumer' || kind === 'admin' ? kind : (componentsOfLabs[kind] ?? 'producer')

const componentsOfLabs: { readonly [kind in Workload['kind']]?: Component } = {
  quorum: 'controller',
  replication: 'topic',
}

/** The lab that a workload is asked in. */
export const labOf = ({ kind }: Pick<Workload, 'kind'>): Scenario['lab'] =>
  kind === 'quorum' || kind === 'replication'
    ? kind
    : kind === 'produce' || kind === 'consumer' || kind === 'admin'
      ? 'requests'
      : 'client'

/** The kernel of a fresh scenario: Linux since 6.5, as it comes. */
export const defaultKernel = { release: '6.5', synRetries: 6, linearTimeouts: 4 } as const satisfies Kernel

/** The n-th broker, counted from 1, as it comes. */
export const freshNode = (n: number): Node => ({ name: `broker ${n}`, bootstrap: true, addresses: 1 })

/** A node of a quorum goes by its number in controller.quorum.voters, from 1: `n1`. */
export const freshQuorumNode = (id: number): Node => ({ name: `n${id}`, bootstrap: true, addresses: 1 })

/** A replica goes by its letter, from A. */
export const freshReplica = (n: number): Node => ({ name: letterOf(n - 1), bootstrap: true, addresses: 1 })

/** The n-th node as it comes where the application is of some kind. */
export const freshNodeOf = (kind: Workload['kind'], n: number): Node =>
  kind === 'quorum' ? freshQuorumNode(n) : kind === 'replication' ? freshReplica(n) : freshNode(n)

/** What a world has that only clients know, where it has none of them. */
export const withoutClient = {
  kernel: defaultKernel,
  service: 0,
  jitter: false,
  selectOvershootMs: 0,
} as const satisfies Partial<World>

export type World = {
  readonly nodes: readonly Node[]
  readonly kernel: Kernel
  /** One way, in ms. */
  readonly latency: number
  /** How long a broker takes to answer a request, in ms. */
  readonly service: number
  /** Backoffs and setup timeouts vary by ±20 % as Kafka's do; off: factor 1. */
  readonly jitter: boolean
  /** How late a select returns whose wait ran its full length: 1 for people, as a real selector is late; 0 for an exact clock. */
  readonly selectOvershootMs: 0 | 1
  readonly faults: readonly Fault[]
  readonly workload: Workload
}

/** Knobs set one by one against a release's rows: those of its own procedure. */
export type Knobs = Partial<Omit<ClientBehaviour, 'procedure'> & Omit<EarlyBehaviour, 'procedure'> & ProducerKnobs>

/** One answer to the question. `kafka`: a release or draft that `releases` lists. */
export type Variant = {
  readonly name: string
  readonly kafka: string
  /** Knobs that differ from the release's row: those of its own procedure, of a quorum's or of a partition's. */
  readonly knobs?: Knobs & Partial<QuorumBehaviour> & Partial<ReplicationBehaviour>
  readonly config: Config
  /** Values typed for settings that this release does not have: kept for when the release changes, never used. */
  readonly parked?: Config
  /** What differs from the common world; `faults`: index in world.faults, and whether it is on here. */
  readonly world?: Partial<Pick<World, 'kernel' | 'latency' | 'jitter'>> & {
    readonly seed?: number
    readonly faults?: readonly (readonly [fault: number, on: boolean])[]
  }
}

/** Where the reader looks; never changes a run. */
export type View = {
  readonly from?: number
  readonly to?: number
  readonly playhead?: number
  /** Variant and row. */
  readonly selected?: readonly [variant: number, row: number]
  readonly axis?: 'elastic' | 'linear'
  /** A stretch that is marked on the axis, to measure or to zoom into. */
  readonly brush?: readonly [from: number, to: number]
  /** Two variants drawn in one group of lanes. */
  readonly overlay?: readonly [first: number, second: number]
  /** The list shows only where neighbouring variants differ. */
  readonly only?: 'differences'
  /** A lane that stands for many, opened: its id, and which of them is the first that is shown, counted from 0. */
  readonly opened?: readonly [lane: string, first: number]
}

export type Scenario = {
  readonly v: 1
  /**
   * client: connections; requests: what becomes of records; quorum: who leads a KRaft quorum; replication: what a partition promises. The
   * last one has no clock: its n-th step stands at n times STEP (partitionWorld.ts), and `until` follows from how many there are.
   */
  readonly lab: 'client' | 'requests' | 'quorum' | 'replication'
  readonly title: string
  readonly seed: number
  /** The last instant of the run, in ms. */
  readonly until: number
  readonly world: World
  readonly variants: readonly Variant[]
  readonly view?: View
}

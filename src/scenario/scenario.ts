// What a visitor asks: plain data, version 1. Everything here has passed `parse`, which bounds every number, text and list.

import type { ClientBehaviour } from './behaviours.ts'

/** How many of each thing a scenario may hold. `parse` says them; reaching one in a run is a row that is shown. */
export const limits = {
  nodes: 20,
  faults: 200,
  variants: 4,
  untilMs: 24 * 3_600_000,
  rows: 1_000_000,
  rowsHeadless: 10_000_000,
  eventsAnInstant: 10_000,
  nameLength: 32,
  titleLength: 120,
  latencyMs: 60_000,
  serviceMs: 3_600_000,
  /** Addresses that one name resolves to. */
  addresses: 16,
  /** The kernel's own largest tcp_syn_retries and tcp_syn_linear_timeouts. */
  syns: 127,
  seed: 0xffff_ffff,
  linkLength: 8_000,
  fileBytes: 1_000_000,
} as const

/** Settings by component and Kafka's exact key; only what differs from the release's default is named. */
export type Config = { readonly [component in Component]?: { readonly [key: string]: Value } }
export type Component = 'producer'
export type Value = number | string | boolean

/** One broker. `bootstrap`: it is in bootstrap.servers. `addresses`: how many addresses its name resolves to. */
export type Node = {
  readonly name: string
  readonly bootstrap: boolean
  readonly addresses: number
}

/**
 * When the kernel gives a silent connection attempt up. `release`: before 6.5 or since (tcp_syn_linear_timeouts 0 or 4 by default);
 * `giveUpAfter`: the plain length, for who knows it; null: never.
 */
export type Kernel =
  | { readonly release: '3.7' | '6.5'; readonly synRetries: number; readonly linearTimeouts: number }
  | { readonly giveUpAfter: number | null }

export const faultKinds = ['black hole', 'refuse', 'stop', 'pause', 'mute', 'stall', 'cut link'] as const
export type FaultKind = (typeof faultKinds)[number]

/** Which way a cut link is cut, where it is not both. */
export const cutWays = ['to broker', 'from broker'] as const

/** What goes wrong with one broker from `at` to `until` (absent: for ever), in ms. `node`: index in world.nodes. */
export type Fault = {
  readonly at: number
  readonly until?: number
  readonly kind: FaultKind
  readonly node: number
  /** cut link: which way; absent: both. */
  readonly way?: (typeof cutWays)[number]
  readonly on: boolean
}

/**
 * What the application does. `send`: it calls send() at 0 and waits for the topic's metadata, at most max.block.ms.
 * `leader`: metadata is fresh and the producer keeps asking for one broker, the leader (index in world.nodes).
 */
export type Workload = { readonly kind: 'send' } | { readonly kind: 'leader'; readonly node: number }

/** The kernel of a fresh scenario: Linux since 6.5, as it comes. */
export const defaultKernel = { release: '6.5', synRetries: 6, linearTimeouts: 4 } as const satisfies Kernel

/** The n-th broker, counted from 1, as it comes. */
export const freshNode = (n: number): Node => ({ name: `broker ${n}`, bootstrap: true, addresses: 1 })

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

/** One answer to the question. `kafka`: a release or draft that `releases` lists. */
export type Variant = {
  readonly name: string
  readonly kafka: string
  readonly knobs?: Partial<ClientBehaviour>
  readonly config: Config
  /** Values typed for settings that this release does not have: kept for when the release changes, never used. */
  readonly parked?: Config
  /** What differs from the common world. */
  readonly world?: Partial<Pick<World, 'kernel' | 'latency' | 'jitter'>> & { readonly seed?: number }
}

/** Where the reader looks; never changes a run. */
export type View = {
  readonly from?: number
  readonly to?: number
  readonly playhead?: number
  /** Variant and row. */
  readonly selected?: readonly [variant: number, row: number]
  readonly axis?: 'elastic' | 'linear'
}

export type Scenario = {
  readonly v: 1
  readonly lab: 'client'
  readonly title: string
  readonly seed: number
  /** The last instant of the run, in ms. */
  readonly until: number
  readonly world: World
  readonly variants: readonly Variant[]
  readonly view?: View
}

/** A visitor's slip: where, what is wrong, and what would be right. `parse` returns all of them at once. */
export type Problem = {
  /** Dotted path in the scenario, such as `variants.0.config.producer.retry.backoff.ms`. */
  readonly path: string
  readonly what: string
  readonly hint: string
  /** What Kafka itself does with such a value, where that is known. */
  readonly kafka?: 'accepts' | 'refuses'
}

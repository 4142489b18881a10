// What a recorded client's input must hold to be a world (FORMAT.md, client-network and client-producer). What is not known there is told,
// never passed over.

import { isOfOtherClient } from './callerConsumer.ts'
import { type Mode, networkRows, type TimelineEntry } from './clientNetwork.ts'
import { producerRows } from './clientProducer.ts'
import { recordedReleases } from './clientProducerCaller.ts'
import type { Recording } from './recording.ts'
import {
  fieldsOf,
  flag,
  listOf,
  number,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  text,
  tuple,
  value,
} from './shape.ts'

const modes: readonly Mode[] = ['up', 'mute', 'deaf', 'stall', 'auth', 'refuse', 'dark', 'hang']

const entries = listOf(
  object({
    at: number,
    mode: optional(oneOf(modes)),
    connectMs: optional(number),
    replyMs: optional(number),
    produceMs: optional(number),
    handshakeMs: optional(number),
    throttleMs: optional(number),
    apiVersionsMax: optional(number),
    drop: optional(flag),
  }),
)

/** What a host does by and by; in one mode it always is. */
const timeline: Shape = (each, path) =>
  entries(each, path) ??
  ((each as readonly TimelineEntry[]).some(({ mode }) => mode)
    ? undefined
    : `${path}: expected an entry with a mode, got none.`)

/** What clients of every layer are set up with. */
const client = {
  until: number,
  selectOvershootMs: number,
  apiVersions: flag,
  kernelTimeoutMs: orNull(number),
  settings: fieldsOf(value),
  offsets: orNull(listOf(number)),
  polls: flag,
}

/** A call, whose arguments go by what is called. */
const call =
  (known: { readonly [what: string]: readonly Shape[] }): Shape =>
  (each, path) =>
    tuple(number, oneOf(Object.keys(known)))(each, path) ??
    tuple(number, text, ...(known[(each as readonly string[])[1] ?? ''] ?? []))(each, path)

type Ids = { readonly [key in 'boot' | 'broker' | 'id']?: number | null }

/** One of the nodes that some hosts are. */
const nodeOf = (hosts: readonly Ids[]): Shape =>
  oneOf(hosts.flatMap(({ boot, broker, id }) => [boot, broker, id].filter((each) => typeof each === 'number')))

const hosts = object({
  hosts: listOf(object({ boot: orNull(number), broker: orNull(number), ips: number, timeline })),
})

const network = (node: Shape): Shape =>
  object({
    ...client,
    maxInFlight: number,
    metadata: object({
      known: oneOf(['bootstrap', 'brokers']),
      start: oneOf(['due', 'fresh']),
      order: listOf(node),
      answers: optional(listOf(tuple(number, listOf(node), optional(number)))),
    }),
    metadataDraws: oneOf(['each', 'once']),
    caller: object({ pollTimeoutMs: orNull(number), leader: orNull(node) }),
    calls: listOf(
      call({ ready: [node], send: [node, optional(number)], disconnect: [node], close: [node], update: [] }),
    ),
  })

const brokers = object({ brokers: listOf(object({ id: number, boot: number, timeline })) })

const producer = (node: Shape): Shape =>
  object({
    ...client,
    partitions: number,
    recordsPerBatch: orNull(number),
    leaders: listOf(tuple(number, listOf(orNull(node)))),
    metadataLagMs: number,
    errors: listOf(tuple(number, number, number, number)),
    metadata: object({ start: oneOf(['fresh', 'bootstrap']), order: listOf(node) }),
    retryDraws: oneOf(['each', 'once']),
    calls: listOf(call({ send: [number], flush: [], close: [optional(number)] })),
  })

/** The end may be left out. */
const end: Shape = (each, path) =>
  each === undefined ? undefined : object({ metadata: optional(object({})) })(each, path)

const called = object({ what: text, config: fieldsOf(value) })

/** See Layer. */
export const unreadableNetwork = (recording: Recording): string | undefined =>
  oneOf(Object.keys(networkRows))(recording.variant, 'variant') ??
  hosts(recording.input, 'input') ??
  network(nodeOf((recording.input as { readonly hosts: readonly Ids[] }).hosts))(recording.input, 'input') ??
  end(recording.end, 'end')

/** See Layer. */
export const unreadableProducer = (recording: Recording): string | undefined =>
  oneOf(Object.keys(producerRows))(recording.variant, 'variant') ??
  brokers(recording.input, 'input') ??
  producer(nodeOf((recording.input as { readonly brokers: readonly Ids[] }).brokers))(recording.input, 'input') ??
  end(recording.end, 'end')

/** See Layer. A consumer's case says its release in its id. */
export const unreadableCaller = ({ variant, input }: Recording): string | undefined =>
  called(input, 'input') ??
  (isOfOtherClient((input as { readonly what: string }).what)
    ? undefined
    : oneOf(Object.keys(recordedReleases))(variant, 'variant'))

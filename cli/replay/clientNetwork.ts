// Layer client-network: compiles a recording of the real NetworkClient on a scripted network to a world, runs it through the same
// core as the page, and says of the trace what the recorder would have said.

import { FOREVER, type Instant, instant, type Ms, ms } from '../../src/base/time.ts'
import {
  type ClientBehaviour,
  clientBehaviours,
  type EarlyBehaviour,
  earlyBehaviours,
} from '../../src/scenario/behaviours.ts'
import { clientKernel } from '../../src/scenario/clientKernel.ts'
import type { Call, ClientConfig, ClientWorld, Condition, Host } from '../../src/scenario/clientWorld.ts'
import { NOBODY } from '../../src/scenario/conditions.ts'
import { limits } from '../../src/scenario/scenario.ts'
import type { Chance } from '../../src/sim/chance.ts'
import { runClient } from '../../src/sim/run.ts'
import type { ClientEnd } from '../../src/sim/simulation.ts'
import * as kind from '../../src/trace/kinds.ts'
import { atOf, declarationOf, fieldOf, kindOf, restOf, subjectOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'
import {
  canonical,
  type Difference,
  type Draw,
  type Event,
  firstDifference,
  type Recording,
  type Replay,
} from './recording.ts'

export type Mode = 'up' | 'mute' | 'deaf' | 'stall' | 'auth' | 'refuse' | 'dark' | 'hang'

export type TimelineEntry = {
  readonly at: number
  readonly mode?: Mode
  readonly connectMs?: number
  readonly replyMs?: number
  readonly produceMs?: number
  readonly handshakeMs?: number
  readonly throttleMs?: number
  readonly apiVersionsMax?: number
  readonly drop?: boolean
}

type Input = {
  readonly until: number
  readonly selectOvershootMs: number
  readonly apiVersions: boolean
  readonly maxInFlight: number
  readonly kernelTimeoutMs: number | null
  readonly settings: { readonly [key: string]: number | string | null }
  readonly hosts: readonly {
    readonly boot: number | null
    readonly broker: number | null
    readonly ips: number
    readonly timeline: readonly TimelineEntry[]
  }[]
  readonly metadata: {
    readonly known: 'bootstrap' | 'brokers'
    readonly start: 'due' | 'fresh'
    readonly order: readonly number[]
    readonly answers?: readonly (readonly [at: number, brokers: readonly number[], error?: number])[]
  }
  readonly metadataDraws: 'each' | 'once'
  readonly offsets: readonly number[] | null
  readonly caller: { readonly pollTimeoutMs: number | null; readonly leader: number | null }
  readonly calls: readonly (readonly [at: number, what: Call['what'], node?: number, timeout?: number])[]
  readonly polls: boolean
}

/** Kafka's error code that asks for a rebootstrap (KIP-1102). */
const REBOOTSTRAP_REQUIRED = 129

export const span = (value: number | string | null | undefined): Ms => (typeof value === 'number' ? ms(value) : FOREVER)

/** The row of knobs that a recording's variant stands for. */
export const networkRows: { readonly [variant: string]: ClientBehaviour | EarlyBehaviour } = {
  ...clientBehaviours,
  ...earlyBehaviours,
}

export const isEarly = (behaviour: ClientBehaviour | EarlyBehaviour): behaviour is EarlyBehaviour =>
  behaviour.procedure === 'poll before 0.10.2'

/** Replays one case of the layer. */
export const replayClientNetwork: Replay = (recording) => {
  const input = recording.input as Input
  const behaviour = networkRows[recording.variant] as ClientBehaviour | EarlyBehaviour
  const { chance, difference } = recordedChance(recording.draws, input.offsets)
  const run = runClient(worldOf(input, behaviour), chance)
  const events = eventsOf(run.trace, input.polls)
  return (
    firstDifference('events', recording.events, isEarly(behaviour) ? watched(events) : events) ??
    difference() ??
    endDifference(recording, run.end, isEarly(behaviour) ? undefined : behaviour)
  )
}

/** The world that a recording was made in. */
function worldOf(input: Input, behaviour: ClientBehaviour | EarlyBehaviour): ClientWorld {
  return {
    until: instant(input.until),
    behaviour,
    config: configOf(input),
    selectOvershoot: ms(input.selectOvershootMs),
    asksApiVersions: input.apiVersions,
    hosts: input.hosts.map(hostOf),
    kernel: {
      ...clientKernel({ giveUpAfter: null }),
      connect: { givesUpAfter: span(input.kernelTimeoutMs) },
    },
    scripted: true,
    faults: [],
    metadata: {
      known: input.metadata.known,
      knownBrokers: undefined,
      start: input.metadata.start,
      order: input.metadata.order,
      answers: (input.metadata.answers ?? []).map(([at, brokers, error]) => ({
        at: instant(at),
        brokers,
        rebootstrapRequired: error === REBOOTSTRAP_REQUIRED,
      })),
      draws: input.metadataDraws,
    },
    caller: {
      pollTimeout: span(input.caller.pollTimeoutMs),
      leader: input.caller.leader ?? undefined,
      maxBlock: undefined,
    },
    calls: input.calls.map(callOf),
    rowLimit: limits.rowsHeadless,
  }
}

export function configOf({ settings, maxInFlight }: Pick<Input, 'settings' | 'maxInFlight'>): ClientConfig {
  return {
    reconnectBackoff: span(settings['reconnect.backoff.ms']),
    reconnectBackoffMax: span(settings['reconnect.backoff.max.ms']),
    setupTimeout: span(settings['socket.connection.setup.timeout.ms']),
    setupTimeoutMax: span(settings['socket.connection.setup.timeout.max.ms']),
    requestTimeout: span(settings['request.timeout.ms']),
    retryBackoff: span(settings['retry.backoff.ms']),
    retryBackoffMax: span(settings['retry.backoff.max.ms']),
    metadataMaxAge: span(settings['metadata.max.age.ms']),
    rebootstraps: settings['metadata.recovery.strategy'] === 'rebootstrap',
    rebootstrapTrigger: span(settings['metadata.recovery.rebootstrap.trigger.ms']),
    maxInFlight,
    firstAddressOnly: false,
  }
}

export function hostOf(host: Input['hosts'][number], index: number): Host {
  return {
    name: `broker ${index + 1}`,
    boot: host.boot ?? undefined,
    broker: host.broker ?? undefined,
    addresses: host.ips,
    conditions: [host.timeline.flatMap((entry) => (entry.mode ? [conditionOf(entry, entry.mode)] : []))],
    resets: host.timeline.flatMap((entry) =>
      entry.drop
        ? [{ at: instant(entry.at), since: instant(entry.at), fault: -1, address: undefined, what: 'told' as const }]
        : [],
    ),
    losses: [],
  }
}

const answering: { readonly [mode in Mode]?: Condition['answers'] } = {
  up: 'all',
  deaf: 'API versions',
  hang: 'all but PRODUCE',
}

function conditionOf(entry: TimelineEntry, mode: Mode): Condition {
  return {
    at: instant(entry.at),
    reaches: mode !== 'dark',
    returns: true,
    listener: mode === 'refuse' ? 'refuses' : 'accepts',
    channel: mode === 'stall' ? 'stalls' : mode === 'auth' ? 'rejects' : 'ready',
    answers: answering[mode] ?? 'none',
    pausedUntil: instant(0),
    connect: ms(entry.connectMs ?? 0),
    handshake: ms(entry.handshakeMs ?? 0),
    service: ms(entry.replyMs ?? 0),
    produce: ms(entry.produceMs ?? entry.replyMs ?? 0),
    latencyOut: ms(0),
    latencyBack: ms(0),
    unreachable: undefined,
    throttle: ms(entry.throttleMs ?? 0),
    apiVersionsMax: entry.apiVersionsMax ?? Number.POSITIVE_INFINITY,
    by: NOBODY,
  }
}

function callOf([at, what, node, timeout]: Input['calls'][number]): Call {
  const when: Instant = instant(at)
  if (what === 'update' || node === undefined) return { at: when, what: 'update' }
  return what === 'send' ? { at: when, what, node, timeout: span(timeout) } : { at: when, what, node }
}

/** Hands out the recorded draws in their order; `difference` tells the first that was not asked for as recorded. */
export function recordedChance(draws: readonly Draw[], offsets: readonly number[] | null) {
  const asked: Draw[] = []
  let scans = 0
  const next = (at: number, name: string, argument: unknown): unknown => {
    const value = draws[asked.length]?.[3]
    asked.push([at, name, argument, value])
    return value
  }
  const chance: Chance = {
    draw(at, name, node, k, argument) {
      const text = words[name] as string
      if (text === 'offset') {
        const scripted = offsets?.[Math.min(scans++, offsets.length - 1)]
        return scripted === undefined ? Number(next(at, text, argument) ?? 0) : scripted % argument
      }
      const nominal = Math.floor(argument)
      const value = next(at, text, text === 'metadata' || text === 'retry' ? [k, nominal] : [node, k, nominal])
      return typeof value === 'number' ? value : nominal
    },
    order(at, name, keys) {
      const value = next(at, words[name] as string, keys.length)
      return Array.isArray(value) ? value.map(Number) : [...keys]
    },
  }
  return { chance, difference: () => firstDifference('draws', draws, asked) }
}

/** How many of a row's declared fields the recorder tells, by kind; a kind that is not here is ours alone. */
export const toldFields: { readonly [kind: number]: number } = {
  [kind.CALL]: 2,
  [kind.POLL]: 2,
  [kind.METADATA]: 1,
  [kind.THROWN]: 1,
  [kind.STATE]: 2,
  [kind.CONNECT]: 1,
  [kind.CONNECTED]: 0,
  [kind.CHANNEL_READY]: 0,
  [kind.KERNEL_TIMEOUT]: 0,
  [kind.REFUSED]: 0,
  [kind.DROPPED]: 0,
  [kind.AUTH_FAILED]: 0,
  [kind.CLOSE]: 0,
  [kind.SEND]: 3,
  [kind.RECEIVE]: 2,
  [kind.COMPLETED]: 2,
}

/** The trace as the recorder tells it. */
function eventsOf(trace: Trace, polls: boolean): Event[] {
  const events: Event[] = []
  for (let row = 0; row < trace.rows; row++) {
    const rowKind = kindOf(trace, row)
    const told = toldFields[rowKind]
    if (told === undefined || (rowKind === kind.POLL && !polls)) continue
    events.push([atOf(trace, row), declarationOf(trace, row).name, ...argumentsOf(trace, row, told)])
  }
  return events
}

/**
 * Before 0.10.2 the recorder could only watch: it looked whenever the client did, at the metadata before the connections, so an update
 * requested after a lost connection stands before that connection's change of state.
 */
function watched(events: Event[]): Event[] {
  for (let i = 1; i < events.length; i++) {
    const [before, event] = [events[i - 1], events[i]]
    if (event?.[1] !== 'METADATA' || event[2] !== 'requested' || before?.[1] !== 'STATE' || before[0] !== event[0])
      continue
    events[i - 1] = event
    events[i] = before
  }
  return events
}

function argumentsOf(trace: Trace, row: number, told: number): unknown[] {
  const values = declarationOf(trace, row)
    .fields.slice(0, told)
    .map(([, type], n) => plainValue(fieldOf(trace, row, n), type))
  const { node } = trace.subjects[subjectOf(trace, row)] ?? {}
  switch (kindOf(trace, row)) {
    case kind.CALL:
      return values[0] === 'update' ? values.slice(0, 1) : values
    case kind.METADATA:
      return values[0] === 'updated' || values[0] === 'rebootstrap' ? [...values, restOf(trace, row)] : values
    case kind.THROWN:
      return ['poll', ...values]
    case kind.POLL:
      return values
    case kind.COMPLETED:
      return [values[0], node, values[1]]
    default:
      return [node, ...values]
  }
}

export function plainValue(value: number, type: kind.FieldType): unknown {
  if (type === 'word') return words[value]
  return Number.isFinite(value) ? value : null
}

/** Compares what the recorded end names; what it does not name is not known for that variant. */
function endDifference(
  recording: Recording,
  end: ClientEnd,
  behaviour: ClientBehaviour | undefined,
): Difference | undefined {
  const expected = recording.end as
    | { readonly nodes?: unknown; readonly metadata?: { readonly [key: string]: unknown } }
    | undefined
  if (expected === undefined) return undefined
  const got = {
    t: end.at,
    nodes: Object.fromEntries(end.connections.map((c) => [c.node, nodeEnd(c, behaviour)])),
    order: end.metadata.order,
    metadata: metadataEnd(end.metadata, behaviour, expected.metadata ?? {}),
  }
  return canonical(expected) === canonical(got) ? undefined : { what: 'end', index: 0, expected, got }
}

const known = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** Before 0.10.2 the recorder saw neither counters nor waits. */
export function nodeEnd(c: ClientEnd['connections'][number], behaviour: ClientBehaviour | undefined) {
  return {
    state: c.state,
    lastAttempt: c.lastAttempt,
    inFlight: c.inFlight,
    ...(behaviour && { failedAttempts: c.failedAttempts, reconnectBackoffMs: c.reconnectBackoff }),
    ...(behaviour?.setupTimeout === 'each poll' && {
      failedConnectAttempts: c.failedConnectAttempts,
      setupTimeoutMs: known(c.setupTimeout),
    }),
  }
}

function metadataEnd(
  end: ClientEnd['metadata'],
  behaviour: ClientBehaviour | undefined,
  expected: { readonly [key: string]: unknown },
) {
  return {
    lastRefresh: known(end.lastRefresh),
    ...('lastSuccess' in expected && { lastSuccess: known(end.lastSuccess) }),
    ...('attempts' in expected && { attempts: end.attempts }),
    ...(behaviour?.retryBackoff === 'exponential' && { equivalent: end.equivalent }),
    requested: end.requested,
  }
}

// Layer client-producer: compiles a recording of the real Sender on a scripted network to a world, runs it through the same core as the
// page, and says of the trace what the recorder would have said.

import { instant, ms } from '../../src/base/time.ts'
import {
  type BehaviourId,
  behaviours,
  type ClientBehaviour,
  type EarlyBehaviour,
} from '../../src/scenario/behaviours.ts'
import { clientKernel } from '../../src/scenario/clientKernel.ts'
import type { ClientWorld, MemoryPlan, ProducerCall } from '../../src/scenario/clientWorld.ts'
import { producerBehaviours } from '../../src/scenario/producerBehaviours.ts'
import { limits } from '../../src/scenario/scenario.ts'
import type { Chance } from '../../src/sim/chance.ts'
import { runClient } from '../../src/sim/run.ts'
import type { ClientEnd } from '../../src/sim/simulation.ts'
import * as kind from '../../src/trace/kinds.ts'
import * as producing from '../../src/trace/producerKinds.ts'
import {
  armedByOf,
  atOf,
  declarationOf,
  fieldOf,
  kindOf,
  restOf,
  ruleOf,
  subjectOf,
  type Trace,
} from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'
import {
  configOf,
  hostOf,
  isEarly,
  nodeEnd,
  plainValue,
  recordedChance,
  span,
  type TimelineEntry,
  toldFields,
} from './clientNetwork.ts'
import {
  canonical,
  type Difference,
  type Draw,
  type Event,
  firstDifference,
  type Recording,
  type Replay,
} from './recording.ts'

export type Input = {
  readonly until: number
  readonly selectOvershootMs: number
  readonly apiVersions: boolean
  readonly kernelTimeoutMs: number | null
  readonly settings: { readonly [key: string]: number | string | null }
  readonly partitions: number
  readonly recordsPerBatch: number | null
  readonly brokers: readonly {
    readonly id: number
    readonly boot: number
    readonly timeline: readonly TimelineEntry[]
  }[]
  readonly leaders: readonly (readonly [at: number, leaders: readonly (number | null)[]])[]
  readonly metadataLagMs: number
  readonly errors: readonly (readonly [from: number, to: number, broker: number, code: number])[]
  readonly metadata: { readonly start: 'fresh' | 'bootstrap'; readonly order: readonly number[] }
  readonly retryDraws: 'each' | 'once'
  readonly offsets: readonly number[] | null
  readonly calls: readonly (readonly [
    at: number,
    what: 'send' | 'flush' | 'close' | 'partitionsFor',
    argument?: number | null,
  ])[]
  readonly polls: boolean
}

/** The row of knobs that a recording's variant stands for. */
export const producerRows: { readonly [variant: string]: BehaviourId } = {
  'no-request-timeout': 'no-request-timeout',
  'kip-19-shipped': 'kip-19-shipped',
  'client-1.1.1': 'client-1.1.1',
  'client-2.0.1': 'client-2.0.1',
  'client-2.1.1': 'client-2.1.1',
  'client-2.7.0': 'kip-601-shipped',
  'client-3.4.1': 'client-3.4.1',
  'current-request-timeout': 'current',
  'current-request-timeout-4': 'current-4',
}

/** Replays one case of the layer. */
export const replayClientProducer: Replay = (recording) => {
  const input = recording.input as Input
  const id = producerRows[recording.variant] as BehaviourId
  const { chance, difference } = watchedChance(recording.draws, input.offsets)
  const world = worldOf(input, id)
  const run = runClient(world, chance)
  return (
    firstDifference('events', recording.events, eventsOf(run.trace, input.polls)) ??
    difference() ??
    endDifference(recording, run.end, world.behaviour)
  )
}

/** What the recorder of 0.8.2 drew its one offset below; no wait here is as long. */
const ONCE = 1000

/**
 * The recorder saw a new node order when it next looked at the metadata, after the scan that a rebootstrap makes room for: shuffles and
 * other draws have an order each.
 */
function watchedChance(draws: readonly Draw[], offsets: readonly number[] | null) {
  const shuffles = recordedChance(
    draws.filter(([, name]) => name === 'shuffle'),
    offsets,
  )
  const others = recordedChance(
    draws.filter(([, name]) => name !== 'shuffle'),
    offsets,
  )
  const chance: Chance = {
    draw(at, name, node, k, argument, ...how) {
      const told = words[name] === 'offset' ? Math.min(argument, ONCE) : argument
      return others.chance.draw(at, name, node, k, told, ...how)
    },
    order: shuffles.chance.order,
  }
  return { chance, difference: () => others.difference() ?? shuffles.difference() }
}

/** The world that a recording was made in. `memory`: the records of most have no size. */
export function worldOf(input: Input, id: BehaviourId, memory?: MemoryPlan): ClientWorld {
  const behaviour: ClientBehaviour | EarlyBehaviour = behaviours[id]
  const { settings } = input
  const early = behaviour.procedure === 'poll before 0.10.2'
  const noRequestTimeout = early && behaviour.requestExpiry === 'none'
  const number = (key: string): number => Number(settings[key])
  const bootstrap = input.metadata.start === 'bootstrap'
  return {
    until: instant(input.until),
    behaviour,
    config: configOf({ settings, maxInFlight: number('max.in.flight.requests.per.connection') }),
    selectOvershoot: ms(input.selectOvershootMs),
    asksApiVersions: input.apiVersions && !early,
    hosts: input.brokers.map(({ id: broker, boot, timeline }, i) => hostOf({ broker, boot, timeline, ips: 1 }, i)),
    kernel: { ...clientKernel({ giveUpAfter: null }), connect: { givesUpAfter: span(input.kernelTimeoutMs) } },
    scripted: true,
    faults: [],
    metadata: {
      known: bootstrap ? 'bootstrap' : 'brokers',
      knownBrokers: undefined,
      start: bootstrap ? 'due' : 'fresh',
      order: input.metadata.order,
      answers: [],
      draws: input.retryDraws,
    },
    caller: { pollTimeout: span(null), leader: undefined, maxBlock: undefined },
    calls: [],
    producer: {
      behaviour: producerBehaviours[id],
      config: {
        acknowledged: number('acks') !== 0,
        // The recorder has it off, whatever the release's default is.
        idempotent: false,
        retries: number('retries'),
        linger: span(settings['linger.ms']),
        deliveryTimeout: span(settings['delivery.timeout.ms']),
        maxBlock: span(settings[noRequestTimeout ? 'metadata.fetch.timeout.ms' : 'max.block.ms']),
      },
      partitions: input.partitions,
      recordsPerBatch: input.recordsPerBatch ?? Number.POSITIVE_INFINITY,
      memory,
      leaders: input.leaders.map(([at, leaders], i) => ({
        at: instant(at),
        leaders: leaders.map((leader) => leader ?? undefined),
        // A scripted broker that is asked for its API versions offers METADATA only in versions without reliable epochs.
        epochs: input.apiVersions ? [] : leaders.map(() => i + 1),
      })),
      metadataLag: ms(input.metadataLagMs),
      errors: input.errors.map(([from, to, broker, code]) => ({ from: instant(from), to: instant(to), broker, code })),
      topicKnown: !bootstrap,
      calls: input.calls.map(callOf),
    },
    rowLimit: limits.rowsHeadless,
  }
}

function callOf([when, what, argument]: Input['calls'][number]): ProducerCall {
  const at = instant(when)
  if (what === 'send') return { at, what, partition: argument ?? 0 }
  return what === 'close' ? { at, what, timeout: span(argument) } : { at, what }
}

const producerKinds = new Set([
  producing.ASKED,
  producing.APPEND,
  producing.BATCH,
  producing.CALLBACK,
  producing.THREW,
  producing.FLUSHED,
  producing.FORCE,
  producing.CLOSED,
])

/** The trace as the recorder tells it. */
function eventsOf(trace: Trace, polls: boolean): Event[] {
  const events: Event[] = []
  const seen = watcher()
  /** Batches drained since the last select. */
  let drained = new Set<number>()
  for (let row = 0; row < trace.rows; row++) {
    const rowKind = kindOf(trace, row)
    if (rowKind === producing.BATCH && toOf(trace, row) === 'IN_FLIGHT') drained.add(fieldOf(trace, row, 0))
    if (rowKind === kind.POLL) drained = new Set()
    if (rowKind === kind.METADATA) {
      if (!seen(trace, row)) continue
    } else if (!producerKinds.has(rowKind) && toldFields[rowKind] === undefined) continue
    if (rowKind === kind.POLL && !polls) continue
    const told = producerKinds.has(rowKind) ? producerEvent(trace, row, drained) : networkEvent(trace, row)
    if (told) events.push([atOf(trace, row), ...told])
    // It asks for an update by itself.
    if (told?.[1] === 'rebootstrap') events.push([atOf(trace, row), 'METADATA', 'requested'])
  }
  return events
}

const toOf = (trace: Trace, row: number): string => words[fieldOf(trace, row, 2)] as string

/** What the recorder could see of the metadata: a request when the flag goes up, a failure when lastRefresh moves without an answer. */
function watcher(): (trace: Trace, row: number) => boolean {
  let requested = false
  let failedAt = -1
  return (trace, row) => {
    const what = words[fieldOf(trace, row, 0)]
    if (what === 'requested') {
      const goesUp = !requested
      requested = true
      return goesUp
    }
    if (what === 'failed') {
      const moves = failedAt !== atOf(trace, row)
      failedAt = atOf(trace, row)
      return moves
    }
    requested = what === 'rebootstrap'
    return true
  }
}

function networkEvent(trace: Trace, row: number): [string, ...unknown[]] {
  const rowKind = kindOf(trace, row)
  const { name, fields } = declarationOf(trace, row)
  const values = fields
    .slice(0, toldFields[rowKind] ?? 0)
    .map(([, type], n) => plainValue(fieldOf(trace, row, n), type))
  const { node } = trace.subjects[subjectOf(trace, row)] ?? {}
  switch (rowKind) {
    case kind.METADATA:
      return values[0] === 'updated' || values[0] === 'rebootstrap'
        ? [name, ...values, restOf(trace, row)]
        : [name, ...values]
    case kind.POLL:
      return [name, ...values]
    case kind.SEND: {
      const batches = restOf(trace, row)
      return [name, node, values[0], values[1], batches.length > 0 ? batches : null]
    }
    case kind.COMPLETED:
      return [name, values[0], node, values[1]]
    default:
      return [name, node, ...values]
  }
}

function producerEvent(trace: Trace, row: number, drained: ReadonlySet<number>): [string, ...unknown[]] | undefined {
  const rowKind = kindOf(trace, row)
  const { name, fields } = declarationOf(trace, row)
  const values = fields.map(([, type], n) => plainValue(fieldOf(trace, row, n), type))
  const { partition } = trace.subjects[subjectOf(trace, row)] ?? {}
  switch (rowKind) {
    case producing.ASKED: {
      const [what, record, where, deadline] = values
      if (what === 'send') return ['CALL', what, record, where]
      return what === 'flush'
        ? ['CALL', what]
        : ['CALL', what, deadline === null ? null : Number(deadline) - atOf(trace, row)]
    }
    case producing.APPEND:
      return [name, values[0], partition, values[1]]
    case producing.BATCH:
      return batchEvent(trace, row, drained)
    case producing.THREW:
      return ['THROWN', ...values]
    default:
      return [name, ...values]
  }
}

/** The changes of a batch that the recorder tells: it came back, grew too old, or was given up by a forced close. */
function batchEvent(trace: Trace, row: number, drained: ReadonlySet<number>): [string, ...unknown[]] | undefined {
  const batch = fieldOf(trace, row, 0)
  const to = toOf(trace, row)
  if (to === 'RETRYING') return ['RETRY', batch, fieldOf(trace, row, 4)]
  const from = words[fieldOf(trace, row, 1)]
  const where = from !== 'IN_FLIGHT' ? 'queued' : drained.has(batch) ? 'drained' : 'inFlight'
  if (to === 'ABORTED') return ['ABORT', batch, where === 'queued' ? where : 'inFlight']
  const { id } = ruleOf(trace, row)
  const isExpiry = armedHere(trace, row) && (id === 'batch-expired' || id === 'batch-expired-unsent')
  return to === 'FAILED' && isExpiry ? ['EXPIRE', batch, where] : undefined
}

/** A look at its age ended it, and not an answer that came after its time. */
const armedHere = (trace: Trace, row: number): boolean => armedByOf(trace, row) >= 0

function endDifference(
  recording: Recording,
  end: ClientEnd,
  behaviour: ClientBehaviour | EarlyBehaviour,
): Difference | undefined {
  const expected = recording.end
  if (expected === undefined || !end.producer) return undefined
  const { closed, open, blocked, batches } = end.producer
  const known = (value: number): number | null => (Number.isFinite(value) ? value : null)
  const got = {
    t: end.at,
    closed,
    open,
    blocked,
    batches: batches.map(({ number, state, attempts }) => [
      number,
      state === 'IN_FLIGHT' ? 'inFlight' : 'queued',
      attempts,
    ]),
    nodes: Object.fromEntries(
      end.connections.map((c) => [c.node, nodeEnd(c, isEarly(behaviour) ? undefined : behaviour)]),
    ),
    metadata: { requested: end.metadata.requested, lastRefresh: known(end.metadata.lastRefresh) },
  }
  return canonical(expected) === canonical(got) ? undefined : { what: 'end', index: 0, expected, got }
}

// Replays layer `partition`: schedules of the step model state by state, and those of real brokers as far as they agree with it.

import {
  type PartitionBounds,
  type PartitionConfig,
  type PartitionQuestion,
  partitionLimits,
  unbounded,
} from '../../src/scenario/partitionWorld.ts'
import type { ReplicationBehaviourId } from '../../src/scenario/replicationBehaviours.ts'
import { Partition } from '../../src/sim/replication/partition.ts'
import { type PlayedVerdict, playWords } from '../../src/sim/replication/play.ts'
import type { ToldState } from '../../src/sim/replication/told.ts'
import { isObservation, isReal } from './partitionInput.ts'
import { canonical, type Difference, type NotBuilt, type Recording } from './recording.ts'

export type RecordedKnobs = {
  readonly acks: number
  readonly minIsr: number
  readonly unclean: boolean
  readonly lagMaxMessages: number | null
}

type Input = {
  readonly knobs: RecordedKnobs
  readonly order: PartitionQuestion['order']
  readonly bounds?: PartitionBounds
  readonly steps: readonly string[]
}

type RealEnd = { readonly loss: boolean; readonly blocked: boolean }
type Agrees = { readonly loss: boolean; readonly blocked: boolean }

export const configOf = ({ acks, minIsr, unclean, lagMaxMessages }: RecordedKnobs): PartitionConfig => ({
  acks,
  'min.insync.replicas': minIsr,
  'unclean.leader.election.enable': unclean,
  ...(lagMaxMessages !== null && { 'replica.lag.max.messages': lagMaxMessages }),
})

export function replayPartition(recording: Recording): Difference | NotBuilt | undefined {
  if (isObservation(recording)) return { what: 'not built', reason: 'an observation without a schedule' }
  const input = recording.input as Input
  const { knobs, order, bounds = unbounded } = input
  const variant = recording.variant as ReplicationBehaviourId
  const partition = new Partition({ variant, config: configOf(knobs), order, bounds }, true)
  return isReal(recording) ? replayReal(recording, input, partition) : replayModel(recording, input, partition)
}

/** One state after another, each with its verdict and, where it was recorded, with the steps that are enabled. */
function replayModel(
  recording: Recording,
  { steps, bounds }: Input,
  partition: Partition,
): Difference | NotBuilt | undefined {
  const { events, end } = recording
  const { played, refused } = playWords(partition, steps)
  for (const [index, { words, state, verdict, enabled }] of played.entries()) {
    const event = [index, words, recordedForm(state), verdict]
    const expected = events[index]
    const difference = (got: readonly unknown[]): Difference => ({ what: 'events', index, expected, got })
    if (canonical(expected?.slice(0, event.length)) !== canonical(event)) return difference(event)
    if (expected === undefined || expected.length === event.length) continue
    const whole = [...event, enabled]
    if (canonical(expected) !== canonical(whole)) return beyond(state, index, bounds) ?? difference(whole)
  }
  const index = played.length
  if (refused || events.length > index) {
    const last = played.at(-1)
    const limit = last && beyond(last.state, index, bounds)
    return limit ?? { what: 'events', index, expected: events[index], got: refused }
  }
  const verdict = played.at(-1)?.verdict
  return end === undefined || canonical(end) === canonical(verdict)
    ? undefined
    : { what: 'end', index: 0, expected: end, got: verdict }
}

/** Where a case goes on beyond what fits a state here: more may be possible there than is known. */
function beyond({ next, epoch }: ToldState, index: number, bounds = unbounded): NotBuilt | undefined {
  const { records, epochs } = partitionLimits
  const limit =
    next >= records && (bounds === unbounded || bounds.records > records)
      ? `more than ${records} records`
      : epoch >= epochs
        ? `a leader epoch above ${epochs}`
        : undefined
  return limit === undefined ? undefined : { what: 'not built', reason: `${limit}, from event ${index} on` }
}

/** A state as recordings write it. */
export function recordedForm(state: ToldState): object {
  return {
    term: state.epoch,
    leader: state.leader ?? null,
    isr: state.isr,
    elr: state.elr,
    last: state.lastKnown ?? null,
    live: state.live,
    up: state.up,
    log: state.logs.map((log) => log.map(({ id, epoch }) => `${id}/${epoch}`).join(' ')),
    hw: state.highWatermarks,
    rleo: state.remoteEnds,
    es: state.epochStart,
    next: state.next,
    acked: state.acked,
    seen: state.seen,
    used: [state.used.crashes, state.used.slowDrops, state.used.preferredMoves],
    epochDone: state.epochDone,
    repairing: state.repairing,
  }
}

/** What real brokers showed after each event, and at the end. */
function replayReal(recording: Recording, { steps }: Input, partition: Partition): Difference | NotBuilt | undefined {
  const schedule = steps.filter((words) => !words.startsWith('wait '))
  const { played, refused } = playWords(partition, schedule)
  if (refused) {
    const index = played.length - 1
    const last = played[index]
    return (last && beyond(last.state, index)) ?? { what: 'run', index, expected: schedule[index], got: refused }
  }
  for (const [taken, index] of placesOf(recording, schedule)) {
    const state = played[taken]?.state
    const difference = state && realDifference(recording, index, state)
    if (difference) return difference
  }
  return endDifference(recording, (recording as Recording & { readonly agrees: Agrees }).agrees, played.at(-1)?.verdict)
}

/** The event that shows the brokers after so many steps of the schedule. */
function placesOf({ events }: Recording, schedule: readonly string[]): Map<number, number> {
  const places = new Map<number, number>()
  let taken = 0
  for (const [index, event] of events.entries()) {
    const steps: unknown = event[1]
    if (!Array.isArray(steps)) continue
    taken += steps.filter((words) => typeof words === 'string' && !words.startsWith('wait ')).length
    if (taken <= schedule.length) places.set(taken, index)
  }
  return places
}

type Real = { readonly [field: string]: unknown; readonly hw: readonly (number | null)[] }
type Differs = { readonly [field: string]: readonly [model: unknown, real: unknown] }

/** Brokers and model after an event: equal in all but what the recording says to differ, and there the model as it says. */
function realDifference({ events }: Recording, index: number, state: ToldState): Difference | undefined {
  const real = events[index]?.[2] as Real
  const differs = (events[index]?.[3] ?? {}) as Differs
  const model: Real = {
    leader: state.leader ?? null,
    isr: inOrder(state.isr),
    elr: state.elr,
    log: state.logs.map((log) => log.map(({ id }) => id).join(' ')),
    // A broker that is down, or tells nobody, shows none.
    hw: state.highWatermarks.map((hw, b) => (real.hw[b] === null ? null : hw)),
    acked: state.acked,
  }
  for (const field of Object.keys(model)) {
    const recorded: unknown = differs[field] ? differs[field][0] : real[field]
    const expected = field === 'isr' ? inOrder(String(recorded)) : recorded
    if (canonical(expected) === canonical(model[field])) continue
    return { what: 'events', index, expected: { [field]: expected }, got: { [field]: model[field] } }
  }
  return undefined
}

/** Real brokers list the ISR in no order that means anything. */
const inOrder = (isr: string): string => [...isr].sort().join('')

function endDifference({ end }: Recording, agrees: Agrees, verdict: PlayedVerdict | undefined): Difference | undefined {
  const real = end as RealEnd
  const model = { loss: verdict?.ackedLoss, blocked: verdict?.blocked }
  for (const field of ['loss', 'blocked'] as const) {
    if (agrees[field] && real[field] !== model[field]) {
      return { what: 'end', index: 0, expected: { [field]: real[field] }, got: { [field]: model[field] } }
    }
  }
  return undefined
}

// Replays layer `partition`: schedules of the step model state by state, and those of real brokers as far as they agree with it.

import {
  assignments,
  type PartitionBounds,
  type PartitionConfig,
  type PartitionQuestion,
  unbounded,
} from '../../src/scenario/partitionWorld.ts'
import { type ReplicationBehaviourId, replicationBehaviours } from '../../src/scenario/replicationBehaviours.ts'
import { Partition } from '../../src/sim/replication/partition.ts'
import { type PlayedVerdict, playWords } from '../../src/sim/replication/play.ts'
import type { ToldState } from '../../src/sim/replication/told.ts'
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

export const isVariant = (id: string): id is ReplicationBehaviourId => Object.hasOwn(replicationBehaviours, id)

export function replayPartition(recording: Recording): Difference | NotBuilt | undefined {
  const { variant, input } = recording
  if (!isInput(input)) return { what: 'not built', reason: 'an observation without a schedule' }
  if (!isVariant(variant)) return { what: 'run', index: 0, expected: variant, got: 'no such row of knobs' }
  const { knobs, order, bounds } = input
  const partition = new Partition({ variant, config: configOf(knobs), order, bounds: bounds ?? unbounded }, true)
  return bounds === undefined ? replayReal(recording, input, partition) : replayModel(recording, input, partition)
}

const isInput = (input: unknown): input is Input =>
  typeof input === 'object' &&
  input !== null &&
  'steps' in input &&
  'order' in input &&
  [...assignments, 'any'].some((order) => order === input.order)

/** One state after another, each with its verdict and, where it was recorded, with the steps that are enabled. */
function replayModel({ events, end }: Recording, { steps }: Input, partition: Partition): Difference | undefined {
  const { played, refused } = playWords(partition, steps)
  for (const [index, { words, state, verdict, enabled }] of played.entries()) {
    const event: unknown[] = [index, words, recordedForm(state), verdict]
    if ((events[index]?.length ?? 0) > event.length) event.push(enabled)
    if (canonical(events[index]) !== canonical(event)) {
      return { what: 'events', index, expected: events[index], got: event }
    }
  }
  const index = played.length
  if (refused || events.length > index) return { what: 'events', index, expected: events[index], got: refused }
  const verdict = played.at(-1)?.verdict
  return end === undefined || canonical(end) === canonical(verdict)
    ? undefined
    : { what: 'end', index: 0, expected: end, got: verdict }
}

/** A state as recordings write it. */
function recordedForm(state: ToldState): object {
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
function replayReal(recording: Recording, { steps }: Input, partition: Partition): Difference | undefined {
  const schedule = steps.filter((words) => !words.startsWith('wait '))
  const { played, refused } = playWords(partition, schedule)
  if (refused) return { what: 'run', index: played.length - 1, expected: schedule[played.length - 1], got: refused }
  for (const [taken, index] of placesOf(recording, schedule)) {
    const state = played[taken]?.state
    const difference = state && realDifference(recording, index, state)
    if (difference) return difference
  }
  return endDifference(recording, agreesOf(recording), played.at(-1)?.verdict)
}

const agreesOf = (recording: Recording): Agrees =>
  'agrees' in recording ? (recording.agrees as Agrees) : { loss: false, blocked: false }

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

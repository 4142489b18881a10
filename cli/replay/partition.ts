// Replays layer `partition`: schedules of the step model state by state, and those of real brokers as far as they agree with it.

import {
  assignments,
  type PartitionBounds,
  type PartitionConfig,
  type PartitionQuestion,
} from '../../src/scenario/partitionWorld.ts'
import { type ReplicationBehaviourId, replicationBehaviours } from '../../src/scenario/replicationBehaviours.ts'
import { Partition } from '../../src/sim/replication/partition.ts'
import { enabledSteps, impossible } from '../../src/sim/replication/possible.ts'
import { Blockage, losesAcked, losesVisible } from '../../src/sim/replication/properties.ts'
import type { State } from '../../src/sim/replication/state.ts'
import { readStep } from '../../src/sim/replication/steps.ts'
import { told } from '../../src/sim/replication/told.ts'
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
type Agrees = { readonly steps: boolean; readonly loss: boolean; readonly blocked: boolean }

export const configOf = ({ acks, minIsr, unclean, lagMaxMessages }: RecordedKnobs): PartitionConfig => ({
  acks,
  'min.insync.replicas': minIsr,
  'unclean.leader.election.enable': unclean,
  ...(lagMaxMessages !== null && { 'replica.lag.max.messages': lagMaxMessages }),
})

export const isVariant = (id: string): id is ReplicationBehaviourId => Object.hasOwn(replicationBehaviours, id)

/** Whatever happened to real brokers was allowed to. */
const unbounded: PartitionBounds = {
  records: 6,
  crashes: 15,
  downAtOnce: 3,
  restarts: true,
  slowDrops: 15,
  preferredMoves: 15,
  crashMayLoseLog: true,
  repairBeforeNextCrash: false,
}

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
  const blockage = new Blockage(partition)
  const s = partition.start()
  let verdict: unknown
  for (let index = 0; index <= steps.length; index++) {
    const words = index === 0 ? 'start' : (steps[index - 1] ?? '')
    const refusal = index === 0 ? undefined : take(partition, s, words)
    if (refusal !== undefined) return { what: 'events', index, expected: events[index], got: refusal }
    verdict = { ackedLoss: losesAcked(s), visibleLoss: losesVisible(s), blocked: blockage.holds(s) }
    const event: unknown[] = [index, words, recordedForm(s), verdict]
    if ((events[index]?.length ?? 0) > event.length) event.push(enabledSteps(partition, s))
    if (canonical(events[index]) !== canonical(event)) {
      return { what: 'events', index, expected: events[index], got: event }
    }
  }
  if (events.length > steps.length + 1) {
    return { what: 'events', index: steps.length + 1, expected: events[steps.length + 1], got: undefined }
  }
  return end === undefined || canonical(end) === canonical(verdict)
    ? undefined
    : { what: 'end', index: 0, expected: end, got: verdict }
}

/** Takes a step in place, or says why it cannot be taken. */
function take(partition: Partition, s: State, words: string): string | undefined {
  const step = readStep(words)
  if (typeof step === 'object') return step.what
  const refusal = impossible(partition, s, step)
  if (refusal === undefined) partition.apply(s, step)
  return refusal
}

/** A state as recordings write it. */
function recordedForm(s: State): object {
  const state = told(s)
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

/** What real brokers showed after an event, where the model is in the same place. */
function replayReal(recording: Recording, { steps }: Input, partition: Partition): Difference | undefined {
  const agrees = agreesOf(recording)
  const s = partition.start()
  const schedule = steps.filter((words) => !words.startsWith('wait '))
  const places = placesOf(recording, schedule)
  for (const [at, words] of schedule.entries()) {
    const refusal = take(partition, s, words)
    const index = places.get(at + 1)
    if (refusal !== undefined) return { what: 'run', index: at, expected: words, got: refusal }
    const difference = index === undefined ? undefined : realDifference(recording, index, s)
    if (difference) return difference
  }
  return endDifference(recording, agrees, s, partition)
}

const agreesOf = (recording: Recording): Agrees =>
  'agrees' in recording ? (recording.agrees as Agrees) : { steps: false, loss: false, blocked: false }

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
function realDifference({ events }: Recording, index: number, s: State): Difference | undefined {
  const real = events[index]?.[2] as unknown as Real
  const differs = (events[index]?.[3] ?? {}) as Differs
  const state = told(s)
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
    const told: unknown = differs[field] ? differs[field][0] : real[field]
    const expected = field === 'isr' ? inOrder(String(told)) : told
    if (canonical(expected) === canonical(model[field])) continue
    return { what: 'events', index, expected: { [field]: expected }, got: { [field]: model[field] } }
  }
  return undefined
}

/** Real brokers list the ISR in no order that means anything. */
const inOrder = (isr: string): string => [...isr].sort().join('')

function endDifference({ end }: Recording, agrees: Agrees, s: State, partition: Partition): Difference | undefined {
  const real = end as RealEnd
  const model: RealEnd = { loss: losesAcked(s), blocked: new Blockage(partition).holds(s) }
  for (const field of ['loss', 'blocked'] as const) {
    if (agrees[field] && real[field] !== model[field]) {
      return { what: 'end', index: 0, expected: { [field]: real[field] }, got: { [field]: model[field] } }
    }
  }
  return undefined
}

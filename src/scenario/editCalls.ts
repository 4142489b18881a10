// What a person does to the application of a producer: the same kind of edits as edit.ts has, total and without a last word.

import { type Change, setWorld } from './edit.ts'
import { limits, type Produce, type ProduceCall, type Scenario } from './scenario.ts'

/** A call with all that any kind of call may have; what its kind lacks is left out of the question. */
export type CallParts = {
  readonly at: number
  readonly what: ProduceCall['what']
  readonly partition?: number
  readonly count?: number
  readonly every?: number
  readonly timeout?: number
}

/** The application of a question, undefined where nobody sends records. */
export const produceOf = ({ world: { workload } }: Scenario): Produce | undefined =>
  workload.kind === 'produce' ? workload : undefined

/** The call with only those fields that its kind has, and none that says what holds anyway. */
export function fittingCall({ at, what, partition, count, every, timeout }: CallParts): ProduceCall {
  if (what === 'flush' || what === 'partitionsFor') return { at, what }
  if (what === 'close') return { at, what, ...(timeout !== undefined && { timeout }) }
  return {
    at,
    what,
    ...(partition !== undefined && { partition }),
    ...(count !== undefined && count !== 1 && { count }),
    ...(every !== undefined && every !== 0 && { every }),
  }
}

function editProduce(scenario: Scenario, edit: (produce: Produce) => Produce): Scenario {
  const produce = produceOf(scenario)
  return produce ? setWorld(scenario, { workload: edit(produce) }) : scenario
}

const editCalls = (
  scenario: Scenario,
  edit: (calls: readonly ProduceCall[]) => readonly ProduceCall[] | undefined,
): Scenario => editProduce(scenario, (produce) => ({ ...produce, calls: edit(produce.calls) ?? produce.calls }))

/** Sets fields of the application; `recordsPerBatch`, `recordSize`, `metadataLag` undefined: as many records as come, of no size, no lag. */
export function setProduce(scenario: Scenario, change: Change<Omit<Produce, 'kind' | 'calls'>>): Scenario {
  return editProduce(scenario, (produce) => {
    const { recordsPerBatch, recordSize, metadataLag, topicKnown, partitions } = { ...produce, ...change }
    return {
      kind: 'produce',
      partitions: partitions ?? produce.partitions,
      ...(recordsPerBatch !== undefined && { recordsPerBatch }),
      topicKnown: topicKnown ?? produce.topicKnown,
      ...(recordSize !== undefined && { recordSize }),
      ...(metadataLag !== undefined && metadataLag > 0 && { metadataLag }),
      calls: produce.calls,
    }
  })
}

/** How many records a call sends. */
export const recordsOf = (call: ProduceCall): number => (call.what === 'send' ? (call.count ?? 1) : 0)

/** How many records the application sends in all. */
export const recordsIn = ({ calls }: Produce): number => calls.reduce((sum, call) => sum + recordsOf(call), 0)

/** Adds a call as long as there is room for it and its records. Its index is the last. */
export function addCall(scenario: Scenario, parts: CallParts): Scenario {
  const produce = produceOf(scenario)
  const call = fittingCall(parts)
  if (!produce || produce.calls.length >= limits.calls) return scenario
  if (recordsIn(produce) + recordsOf(call) > limits.records) return scenario
  return editCalls(scenario, (calls) => [...calls, call])
}

/** Adds a copy of a call, at the same instant, as long as there is room. Its index is the last. */
export function copyCall(scenario: Scenario, index: number): Scenario {
  const call = produceOf(scenario)?.calls[index]
  return call ? addCall(scenario, call) : scenario
}

/** Changes a call: its instant, its kind, and what its kind has. */
export function updateCall(scenario: Scenario, index: number, change: Change<CallParts>): Scenario {
  return editCalls(scenario, (calls) => {
    const call = calls[index]
    return call && calls.with(index, fittingCall({ ...call, ...change } as CallParts))
  })
}

/** Removes a call. */
export const removeCall = (scenario: Scenario, index: number): Scenario =>
  editCalls(scenario, (calls) => (calls[index] ? calls.toSpliced(index, 1) : undefined))

/** The indices of some calls in the order in which they happen: by time, at one instant as they are listed. */
export const inOrder = (calls: readonly ProduceCall[]): readonly number[] =>
  calls.map((_, index) => index).sort((a, b) => (calls[a]?.at ?? 0) - (calls[b]?.at ?? 0) || a - b)

/**
 * Lets a call happen before the one before it (-1), or after the one after it (1): it takes that one's instant, and its place in the
 * list. The first and the last have nowhere to go.
 */
export function moveCall(scenario: Scenario, index: number, direction: -1 | 1): Scenario {
  return editCalls(scenario, (calls) => {
    const order = inOrder(calls)
    const place = order.indexOf(index)
    const other = order[place + direction]
    const at = other === undefined ? undefined : calls[other]?.at
    if (place < 0 || other === undefined || at === undefined) return undefined
    const swapped = order.with(place, other).with(place + direction, index)
    return swapped.flatMap((from) => {
      const call = calls[from]
      return call ? [from === index ? { ...call, at } : call] : []
    })
  })
}

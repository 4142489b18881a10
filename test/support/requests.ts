// Questions about records, for the tests of panels.

import { variant, world } from '../../src/scenario/defaultPreset.ts'
import type { Fault, Produce, ProduceCall, Scenario, Variant } from '../../src/scenario/scenario.ts'

type Asking = Partial<Omit<Produce, 'kind' | 'calls'>> & {
  readonly faults?: readonly Fault[]
  readonly variants?: readonly Variant[]
  readonly until?: number
}

/** One broker, one partition and a known topic unless it is said otherwise; what an application calls, and what becomes of it. */
export function requests(calls: readonly ProduceCall[], asking: Asking = {}): Scenario {
  const { faults = [], variants = [variant('Kafka 3.9', '3.9')], until = 200_000, ...topic } = asking
  const workload: Produce = { kind: 'produce', partitions: 1, topicKnown: true, ...topic, calls }
  return { v: 1, lab: 'requests', title: '', seed: 1, until, world: world(1, 0, { faults, workload }), variants }
}

/** The broker accepts connections, and answers nothing but the question for its versions. */
export const mute: Fault = { at: 50, kind: 'mute', node: 0, on: true }

// What bounds the age of a producer's batches.

import { producerBehaviourOf } from '../scenario/producerBehaviourOf.ts'
import type { ProducerBehaviour } from '../scenario/producerBehaviours.ts'
import { valueInForce } from '../scenario/rulings.ts'
import type { Scenario } from '../scenario/scenario.ts'

/** The setting that a batch grows too old by; undefined: none does. */
export type BatchBound = 'delivery.timeout.ms' | 'request.timeout.ms' | undefined

const bounds: { readonly [expiry in ProducerBehaviour['batchExpiry']]: BatchBound } = {
  none: undefined,
  'from last attempt': 'request.timeout.ms',
  'from last append': 'request.timeout.ms',
  'delivery timeout': 'delivery.timeout.ms',
}

/**
 * The setting that a variant's batches grow too old by: wherever they are, or in the accumulator (to 2.0). None where its release has no
 * such setting, whatever its rules are.
 */
export function batchBound(scenario: Scenario, variant: number): BatchBound {
  const asked = scenario.variants[variant]
  const key = asked && bounds[producerBehaviourOf(asked).batchExpiry]
  return asked && key && valueInForce(asked, key) ? key : undefined
}

// The rules that a variant follows: its release's rows, with what it sets itself.

import { behaviours, type ClientBehaviour, type EarlyBehaviour } from './behaviours.ts'
import { releaseOf } from './releases.ts'
import type { Variant } from './scenario.ts'

/** What of a variant says so. */
export type Asked = Pick<Variant, 'kafka' | 'knobs'>

const PRODUCER = 'producer.'

/** The name of a producer's knob in its row: `batchExpiry` of `producer.batchExpiry`; undefined: it is one of the network layer. */
export const nameInProducer = (knob: string): string | undefined =>
  knob.startsWith(PRODUCER) ? knob.slice(PRODUCER.length) : undefined

const rowIdOf = (kafka: string) => releaseOf(kafka)?.behaviour ?? 'current-4'

/** The rules of a variant's network layer. */
export function clientBehaviourOf({ kafka, knobs = {} }: Asked): ClientBehaviour | EarlyBehaviour {
  const own = Object.entries(knobs).filter(([knob]) => nameInProducer(knob) === undefined)
  // `parse` takes no knob of another procedure.
  return { ...behaviours[rowIdOf(kafka)], ...Object.fromEntries(own) } as ClientBehaviour | EarlyBehaviour
}

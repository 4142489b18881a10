// The rules that a variant follows: its release's rows, with what it sets itself.

import {
  behaviours,
  type ClientBehaviour,
  type EarlyBehaviour,
  type ProducerBehaviour,
  producerBehaviours,
} from './behaviours.ts'
import { releaseOf } from './releases.ts'
import type { Variant } from './scenario.ts'

type Asked = Pick<Variant, 'kafka' | 'knobs'>

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

/** The rules of a variant's producer above the network layer. */
export function producerBehaviourOf({ kafka, knobs = {} }: Asked): ProducerBehaviour {
  const own = Object.entries(knobs).flatMap(([knob, value]) => {
    const name = nameInProducer(knob)
    return name === undefined ? [] : [[name, value] as const]
  })
  return { ...producerBehaviours[releaseOf(kafka)?.producer ?? 'current-4'], ...Object.fromEntries(own) }
}

// The rules that a variant's producer follows: its release's row, with what it sets itself.

import { type Asked, nameInProducer } from './behaviourOf.ts'
import { type ProducerBehaviour, producerBehaviours } from './producerBehaviours.ts'
import { releaseOf } from './releases.ts'

/** The rules of a variant's producer above the network layer. */
export function producerBehaviourOf({ kafka, knobs = {} }: Asked): ProducerBehaviour {
  const own = Object.entries(knobs).flatMap(([knob, value]) => {
    const name = nameInProducer(knob)
    return name === undefined ? [] : [[name, value] as const]
  })
  return { ...producerBehaviours[releaseOf(kafka)?.producer ?? 'current-4'], ...Object.fromEntries(own) }
}

// Questions about calls of consumers and admin clients: how long they block, and how many attempts fit in.

import { type Preset, preset, variant, world } from './defaultPreset.ts'
import type { Config, Fault, Variant } from './scenario.ts'

const called = (name: string, kafka: string, config: Config = {}): Variant => ({ ...variant(name, kafka), config })

/** From the start, and for ever: it lets a client connect, and answers nothing else. */
const muteBroker: Fault = { at: 0, kind: 'mute', node: 0, answers: 'API versions', on: true }

export const callPresets: readonly Preset[] = [
  preset({
    id: 'mute-call',
    link: 'call',
    lab: 'requests',
    title: 'A consumer’s call that nobody answers',
    question: 'A broker accepts connections and answers no request: how long does partitionsFor() of a consumer block?',
    next: 'Give the call a timeout of its own, 5000: the two that know KIP-266 end then, whatever their settings say.',
    seed: 1,
    until: 400_000,
    world: world(1, 0, { faults: [muteBroker], workload: { kind: 'consumer', known: false } }),
    variants: [
      called('Kafka 0.9', '0.9'),
      called('Kafka 1.1', '1.1'),
      called('Kafka 2.0', '2.0'),
      called('Kafka 3.9', '3.9'),
    ],
  }),
  preset({
    id: 'admin-attempts',
    link: 'admin',
    lab: 'requests',
    title: 'An admin call and its attempts',
    question:
      'An attempt may take request.timeout.ms, a call default.api.timeout.ms: how many attempts does an admin client make?',
    next: 'Lower request.timeout.ms to 10 000 in the second variant: still one attempt, for nothing wakes the loop to look.',
    seed: 1,
    until: 130_000,
    world: world(1, 0, { faults: [muteBroker], workload: { kind: 'admin', known: true } }),
    variants: [
      called('Kafka 2.4', '2.4.0'),
      called('Kafka 2.7', '2.7'),
      called('2.7, metadata due after 10 s', '2.7', { admin: { 'metadata.max.age.ms': 10_000 } }),
      called('And two retries of 5 s', '2.7', {
        admin: { 'request.timeout.ms': 5_000, 'metadata.max.age.ms': 1_000, retries: 2 },
      }),
    ],
  }),
]

// Questions about what changed between releases in how a client chooses its nodes.

import { type Preset, preset, variant, world } from './defaultPreset.ts'
import { freshKernel } from './kernel.ts'
import { type Fault, freshNode, type Variant } from './scenario.ts'

/** Linux 3.7 to 6.4, on which clients of their time ran: an attempt of 127 s. */
const kernelOfTheirTime = freshKernel('3.7')

const refusing: readonly Fault[] = [0, 1].map((node) => ({ at: 0, kind: 'refuse', node, on: true }))
const silent: readonly Fault[] = [0, 1].map((node) => ({ at: 0, kind: 'black hole', node, on: false }))

const rebootstraps = { 'metadata.recovery.strategy': 'rebootstrap' }

/** Long enough for every broker to be in its backoff at one instant. */
const longBackoff = { 'reconnect.backoff.max.ms': 10_000 }

/** A variant in which the old brokers are silent, not refusing. */
const withSilence = (of: Variant): Variant => ({
  ...of,
  world: { faults: [...refusing, ...silent].map(({ kind }, i) => [i, kind === 'black hole'] as const) },
})

export const eraPresets: readonly Preset[] = [
  preset({
    id: 'draft-against-shipped',
    link: 'draft',
    title: 'KIP-601: the draft and what shipped',
    question:
      'With four of five bootstrap servers dead, is the drafted choice of nodes any quicker than the shipped one?',
    next: 'Change the seeds: the draft leaves open who wins a tie, and only the dice say whether that helps.',
    // The draft and what shipped both meet all four dead servers; by the other reading of the draft the same dice meet none.
    seed: 42,
    until: 60_000,
    world: world(5, 4),
    variants: [
      { ...variant('Draft (last visited wins a tie)', 'kip-601-draft'), world: { seed: 9 } },
      {
        name: 'Draft (first visited wins it)',
        kafka: 'kip-601-draft',
        knobs: { nodeChoice: 'fewest failures, first visited' },
        config: {},
        world: { seed: 9 },
      },
      variant('Kafka 2.7 as shipped', '2.7'),
    ],
  }),
  preset({
    id: 'starved',
    link: 'starve',
    title: 'Starved by one dead server of five',
    question: 'Four of five bootstrap servers are healthy: can the dead one keep a producer from all of them?',
    next: 'Let the fault refuse instead: 0.8.2 then tries the same closed port whenever retry.backoff.ms is over.',
    // All three meet the dead server first.
    seed: 5,
    until: 300_000,
    world: world(5, 1, { kernel: kernelOfTheirTime }),
    variants: [variant('Kafka 0.8.2', '0.8.2'), variant('Kafka 0.9', '0.9'), variant('Kafka 2.7', '2.7')],
  }),
  preset({
    id: 'fan-out',
    link: 'fan-out',
    title: 'Several connections at once',
    question:
      'With four of five bootstrap servers dead, can an older client find the living one sooner than a newer one?',
    next: 'Make broker 5 dead, too, and count how many attempts 0.9 leaves to the kernel.',
    // 2.6 meets one dead server before the living one, 2.7 meets two.
    seed: 6,
    until: 140_000,
    world: world(5, 4, { kernel: kernelOfTheirTime }),
    variants: [variant('Kafka 0.9', '0.9'), variant('Kafka 2.6', '2.6'), variant('Kafka 2.7', '2.7')],
  }),
  preset({
    id: 'rebootstrap',
    link: 'reboot',
    title: 'Every known broker has gone',
    question: 'All brokers that a client knows have been replaced: does it go back to its bootstrap servers, and when?',
    next: 'Reset reconnect.backoff.max.ms in the second variant: some broker is then always out of its backoff.',
    seed: 1,
    until: 310_000,
    world: world(3, 0, {
      nodes: [
        { ...freshNode(1), bootstrap: false, membership: 'left' },
        { ...freshNode(2), bootstrap: false, membership: 'left' },
        { ...freshNode(3), membership: 'joined' },
      ],
      faults: [...refusing, ...silent],
      workload: { kind: 'refresh' },
    }),
    variants: [
      variant('3.9 (refused)', '3.9', longBackoff),
      variant('3.9 rebootstrap (refused)', '3.9', { ...longBackoff, ...rebootstraps }),
      withSilence(variant('3.9 rebootstrap (silence)', '3.9', rebootstraps)),
      withSilence(variant('4.0 (silence)', '4.0')),
    ],
  }),
]

// Questions to begin with. A preset is a question only: what it answers is computed, each time. A revision is frozen, since old links
// say what differs from it: a change is a new revision beside the old one.

import { callPresets } from './callPresets.ts'
import { defaultPreset, type Preset, preset, variant, world } from './defaultPreset.ts'
import { eraPresets } from './eraPresets.ts'
import { failurePresets } from './failurePresets.ts'
import { formerPartitionPresets, partitionPresets } from './partitionPresets.ts'
import { quorumPresets } from './quorumPresets.ts'
import { requestPresets } from './requestPresets.ts'
import type { Scenario } from './scenario.ts'

/** Nothing in a run lasts as long: 24.8 days. */
const ENDLESS = 2_147_483_647

/** The presets that the page offers, those of one lab after those of the other; the first of a lab is where it opens. */
export const presets: readonly Preset[] = [
  defaultPreset,
  preset({
    id: 'claim-127-times-m',
    link: 'claim',
    title: 'The claim: 127 s for each dead server',
    question: 'With four of five bootstrap servers dead, does an old client lose 127 s times four, as is often said?',
    next: 'Change the seed a few times: 2.6 draws its next server with replacement, so only luck bounds it.',
    // Both variants of the oldest attempt meet all four dead servers before the living one.
    seed: 13,
    until: 700_000,
    // Before Linux 6.5 an attempt took 127 s; the claim counts with that.
    world: world(5, 4, { kernel: { release: '3.7', synRetries: 6, linearTimeouts: 0 } }),
    variants: [
      variant('Kafka 2.6', '2.6'),
      { ...variant('Kafka 2.6, another seed', '2.6'), world: { seed: 18 } },
      variant('2.7’s choice, kernel’s timeout', '2.7', {
        'socket.connection.setup.timeout.ms': ENDLESS,
        'socket.connection.setup.timeout.max.ms': ENDLESS,
      }),
      variant('Kafka 2.7', '2.7'),
    ],
  }),
  preset({
    id: 'all-dead',
    link: 'all-dead',
    title: 'All dead: who is tried when',
    question:
      'When no bootstrap server answers, in which order does a client try them, and how long does each try last?',
    next: 'Let one fault end at 60 s and see which variant notices first.',
    // 2.6 draws the same server three times.
    seed: 33,
    until: 300_000,
    world: world(3, 3),
    variants: [variant('Kafka 2.6', '2.6'), variant('Kafka 2.7', '2.7'), variant('Kafka 3.9', '3.9')],
  }),
  preset({
    id: 'dead-leader',
    link: 'leader',
    title: 'The dead leader that nobody looks at',
    question: 'Metadata is fresh and the leader is unreachable: who notices that the connection never opens, and when?',
    next: 'Set request.timeout.ms to 5000: in 2.7 no select lasts longer, so the setup timeout is seen sooner.',
    seed: 1,
    until: 140_000,
    world: world(3, 1, { workload: { kind: 'leader', node: 0 } }),
    variants: [
      variant('Kafka 2.6', '2.6'),
      variant('KIP-601 draft', 'kip-601-draft'),
      variant('Kafka 2.7', '2.7'),
      variant('Kafka 3.9', '3.9'),
    ],
  }),
  preset({
    id: 'tick',
    link: 'tick',
    title: 'The tick that sees a timeout late',
    question: 'How late is a setup timeout of 10 s seen when the client looks only every reconnect.backoff.ms?',
    next: 'Raise reconnect.backoff.ms to 7000: 10 s are seen at 14 s.',
    // Both variants meet the two dead servers before the living one.
    seed: 2,
    until: 30_000,
    // An exact clock, so that ten looks of 1000 ms come to 10 000, which is not yet past the timeout.
    world: world(3, 2, { selectOvershootMs: 0 }),
    variants: [
      variant('2.7, looks every 50 ms', '2.7'),
      variant('2.7, looks every 1000 ms', '2.7', { 'reconnect.backoff.ms': 1000, 'reconnect.backoff.max.ms': 1000 }),
    ],
  }),
  ...failurePresets,
  ...eraPresets,
  ...requestPresets,
  ...quorumPresets,
  ...callPresets,
  ...partitionPresets,
]

/** Every preset of every revision, for links. */
const everyPreset: readonly Preset[] = [...presets, ...formerPartitionPresets]

/** A preset by its id, undefined where there is none. */
export const presetOf = (id: string): Preset | undefined => presets.find((offered) => offered.id === id)

/** A preset by its name in a link and its revision, undefined where there never was one. */
export const presetOfLink = (link: string, revision: number): Preset | undefined =>
  everyPreset.find((each) => each.link === link && each.revision === revision)

/** The former revision of a preset that has a scenario's world, undefined where it is none's. */
export const formerOf = ({ world }: Scenario): Preset | undefined =>
  formerPartitionPresets.find((former) => JSON.stringify(former.scenario.world) === JSON.stringify(world))

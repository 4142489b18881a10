// Questions about what becomes of a record when its broker does not answer, and which setting puts an end to its waiting.

import { type Preset, preset, variant, world } from './defaultPreset.ts'
import type { Fault, Produce, ProduceCall, Variant, World } from './scenario.ts'

/** A topic of one partition that the producer knows, and what its application calls. */
const sends = (calls: readonly ProduceCall[], change: Partial<Produce> = {}): Produce => ({
  kind: 'produce',
  partitions: 1,
  topicKnown: true,
  ...change,
  calls,
})

const aRecord = (at = 0): ProduceCall => ({ at, what: 'send' })

/** So many healthy brokers and the faults of them. */
const asking = (nodes: number, workload: Produce, faults: readonly Fault[], change: Partial<World> = {}): World =>
  world(nodes, 0, { faults, workload, ...change })

/** A variant in which one of so many faults is on. */
const withOnly = (of: Variant, fault: number, faults: number): Variant => ({
  ...of,
  world: { faults: Array.from({ length: faults }, (_, i) => [i, i === fault] as const) },
})

const requests = (question: Omit<Parameters<typeof preset>[0], 'lab' | 'seed'>): Preset =>
  preset({ ...question, lab: 'requests', seed: 1 })

/** From the start, and for ever: it lets a producer connect, and answers nothing else. */
const muteBroker: Fault = { at: 0, kind: 'mute', node: 0, answers: 'API versions', on: true }

const REQUEST = 'request.timeout.ms'
const DELIVERY = 'delivery.timeout.ms'
const MAX_BLOCK = 'max.block.ms'
const LINGER = 'linger.ms'

/** Four batches, each of two records at most. */
const MEMORY = { 'buffer.memory': 8400, 'batch.size': 2100 }

export const requestPresets: readonly Preset[] = [
  requests({
    id: 'mute-broker',
    link: 'mute',
    title: 'The broker that never answers',
    question: 'A broker accepts the connection and never answers a record: when does the application hear of it?',
    next: 'Let each select return 1 ms late: Kafka 0.9 then gives up after 30 s, since its second look comes at once.',
    until: 150_000,
    world: asking(1, sends([aRecord()]), [muteBroker], { selectOvershootMs: 0 }),
    variants: [variant('Kafka 0.8.2', '0.8.2'), variant('Kafka 0.9', '0.9'), variant('Kafka 3.9', '3.9')],
  }),
  requests({
    id: 'exact-boundary',
    link: 'boundary',
    title: 'Exactly on time is not yet too late',
    question: 'A request times out when it is older than request.timeout.ms: how much later is that seen?',
    next: 'Let each select return 1 ms late: then both variants see it at once.',
    until: 4000,
    world: asking(1, sends([aRecord()]), [muteBroker], { selectOvershootMs: 0 }),
    variants: [
      variant('Nothing else wakes the loop', '3.9', { [REQUEST]: 1000, retries: 0 }),
      variant('Metadata due 1 ms after it', '3.9', { [REQUEST]: 1000, 'metadata.max.age.ms': 1005, retries: 0 }),
    ],
  }),
  requests({
    id: 'late-answer',
    link: 'late',
    title: 'One late answer kills its neighbours',
    question:
      'Three requests are in flight to a broker that pauses, and only the first is too old: what of the others?',
    next: 'Let the pause end at 1900: no request grows too old, and all are answered.',
    until: 5000,
    world: asking(
      2,
      sends(
        [
          { at: 0, what: 'send', partition: 0 },
          { at: 1000, what: 'send', partition: 0, count: 3, every: 400 },
          { at: 0, what: 'send', partition: 1, count: 20, every: 250 },
        ],
        { partitions: 2 },
      ),
      [{ at: 900, until: 2300, kind: 'pause', node: 0, on: true }],
    ),
    variants: [
      variant('Kafka 1.1', '1.1', { [REQUEST]: 1000 }),
      variant('Kafka 2.7', '2.7', { [REQUEST]: 1000, retries: 0 }),
      variant('Kafka 3.9', '3.9', { [REQUEST]: 1000, retries: 0 }),
    ],
  }),
  requests({
    id: 'retries-add-up',
    link: 'retries',
    title: 'What retries add up to',
    question: 'The broker never answers: how long does a record live with no retry, one, three, or any number?',
    next: 'Set delivery.timeout.ms to 3000 in every variant: it ends the third and the fourth alike.',
    until: 12_000,
    world: asking(1, sends([aRecord()]), [muteBroker]),
    variants: [
      variant('No retry', '2.7', { [REQUEST]: 1000, [DELIVERY]: 10_000, retries: 0 }),
      variant('One retry', '2.7', { [REQUEST]: 1000, [DELIVERY]: 10_000, retries: 1 }),
      variant('Three retries', '2.7', { [REQUEST]: 1000, [DELIVERY]: 10_000, retries: 3 }),
      variant('Any number', '2.7', { [REQUEST]: 1000, [DELIVERY]: 10_000 }),
    ],
  }),
  requests({
    id: 'delivery-budget',
    link: 'delivery',
    title: 'One budget, wherever the record is',
    question:
      'In flight, without a leader, or before a connection that never opens: what does delivery.timeout.ms end?',
    next: 'Lower request.timeout.ms to 1000 in the first variant: more attempts, and the same end.',
    until: 10_000,
    world: asking(3, sends([aRecord()]), [
      muteBroker,
      { at: 0, kind: 'no leader', node: 0, on: false },
      { at: 0, kind: 'black hole', node: 0, on: false },
    ]),
    variants: ['In flight', 'Without a leader', 'Never connected'].map((name, fault) =>
      withOnly(variant(name, '3.9', { [REQUEST]: 3000, [DELIVERY]: 5000 }), fault, 3),
    ),
  }),
  requests({
    id: 'batch-expiry',
    link: 'linger',
    title: 'Linger, and a batch too old',
    question: 'A partition has no leader: when does a batch that was never sent expire, and does linger.ms count?',
    next: 'Set request.timeout.ms to 1000 in every variant: only from 2.1 on is it of no account.',
    until: 6000,
    world: asking(1, sends([aRecord()]), [{ at: 0, kind: 'no leader', node: 0, on: true }]),
    variants: [
      variant('0.9 without linger', '0.9', { [REQUEST]: 2000 }),
      variant('0.9, linger of 1 s', '0.9', { [REQUEST]: 2000, [LINGER]: 1000 }),
      variant('2.0, linger of 1 s', '2.0', { [REQUEST]: 2000, [LINGER]: 1000 }),
      variant('2.1, linger of 1 s', '2.1', { [REQUEST]: 2000, [DELIVERY]: 5000, [LINGER]: 1000 }),
    ],
  }),
  requests({
    id: 'dead-leader-record',
    link: 'dead',
    title: 'A record for a dead leader',
    question: 'The leader drops every packet and nothing is configured: how long does a record wait for it?',
    next: 'Let another broker take partition 0 over at 20 s, and see who is quick to notice.',
    until: 140_000,
    world: asking(3, sends([aRecord()]), [{ at: 0, kind: 'black hole', node: 0, on: true }]),
    variants: [
      variant('Kafka 0.8.2', '0.8.2'),
      variant('Kafka 2.0', '2.0'),
      variant('Kafka 2.7', '2.7'),
      variant('Kafka 3.9', '3.9'),
    ],
  }),
  requests({
    id: 'refused-leader',
    link: 'refused',
    title: 'The leader refuses every connection',
    question: 'A refused connection fails within a round trip: does the record fail as fast?',
    next: 'Let the fault end at 3000 ms: the record then goes out at the next attempt.',
    until: 6000,
    world: asking(1, sends([aRecord()]), [{ at: 0, kind: 'refuse', node: 0, on: true }]),
    variants: [
      variant('Kafka 0.9', '0.9', { [REQUEST]: 5000 }),
      variant('3.9, backoff of 50 ms', '3.9', { 'reconnect.backoff.ms': 50, [REQUEST]: 5000, [DELIVERY]: 5000 }),
      variant('3.9, backoff that grows', '3.9', { [REQUEST]: 5000, [DELIVERY]: 5000 }),
    ],
  }),
  requests({
    id: 'leader-moves',
    link: 'moves',
    title: 'The leader moves while a record flies',
    question: 'Another broker becomes the leader before a record arrives: how long until it is where it belongs?',
    next: 'Set retry.backoff.ms to 100, its default, in both, and see what is left of the difference.',
    until: 14_000,
    world: asking(
      2,
      sends([aRecord(), aRecord(10_000)]),
      [{ at: 10_020, kind: 'take over', node: 1, partition: 0, on: true }],
      { latency: 50 },
    ),
    variants: [
      variant('2.0, which does not retry', '2.0'),
      variant('2.7, backoff of 2 s', '2.7', { 'retry.backoff.ms': 2000 }),
      variant('3.9, backoff of 2 s', '3.9', { 'retry.backoff.ms': 2000, 'retry.backoff.max.ms': 2000 }),
    ],
  }),
  requests({
    id: 'close-in-flight',
    link: 'close',
    title: 'close() with work in flight',
    question: 'An application closes its producer while a record is in flight to a broker that is silent: what then?',
    next: 'Take the timeout out of close(): it then returns with the end of delivery.timeout.ms or of the retries.',
    until: 60_000,
    world: asking(1, sends([aRecord(), aRecord(2000), { at: 3000, what: 'close', timeout: 5000 }]), [
      { at: 1000, kind: 'mute', node: 0, on: true },
    ]),
    variants: [
      variant('Kafka 0.8.2', '0.8.2'),
      variant('Kafka 1.1', '1.1'),
      variant('Kafka 3.9', '3.9'),
      variant('3.9, delivery within 4 s', '3.9', { [REQUEST]: 1500, [DELIVERY]: 4000 }),
    ],
  }),
  requests({
    id: 'max-block',
    link: 'block',
    title: 'send() that never gets its metadata',
    question: 'All bootstrap servers are silent for the first 40 s: how long does send() wait, and what comes of it?',
    next: 'Let the faults last: max.block.ms then ends every wait, and no other setting does.',
    until: 70_000,
    world: asking(
      3,
      sends([aRecord()], { topicKnown: false }),
      [0, 1, 2].map((node) => ({ at: 0, until: 40_000, kind: 'black hole', node, on: true })),
    ),
    variants: [
      variant('0.8.2, fetch timeout of 10 s', '0.8.2', { 'metadata.fetch.timeout.ms': 10_000 }),
      variant('3.9, max.block.ms of 10 s', '3.9', { [MAX_BLOCK]: 10_000 }),
      variant('3.9, 60 s by default', '3.9'),
    ],
  }),
  requests({
    id: 'network-or-timeout',
    link: 'class',
    title: 'NetworkException or TimeoutException',
    question: 'An attempt is lost and there is no retry left: which exception does the application get?',
    next: 'Set retries to 5 and delivery.timeout.ms to 2500: what delivery.timeout.ms ends is always a TimeoutException.',
    until: 5000,
    world: asking(1, sends([aRecord(), aRecord(1000)]), [
      { at: 500, kind: 'mute', node: 0, on: true },
      { at: 500, until: 2000, kind: 'mute', node: 0, on: false },
      { at: 2000, until: 2500, kind: 'stop', node: 0, on: false },
    ]),
    variants: [
      variant('2.7, no answer', '2.7', { [REQUEST]: 2000, retries: 0 }),
      variant('3.4, no answer', '3.4', { [REQUEST]: 2000, retries: 0 }),
      variant('3.9, no answer', '3.9', { [REQUEST]: 2000, retries: 0 }),
      {
        ...variant('3.9, connection lost', '3.9', { [REQUEST]: 2000, retries: 0 }),
        world: { faults: [0, 1, 2].map((fault) => [fault, fault > 0] as const) },
      },
    ],
  }),
  requests({
    id: 'duplicates',
    link: 'twice',
    title: 'Slow broker: appended twice',
    question: 'A broker pauses for longer than request.timeout.ms and then goes on: how often does it append a record?',
    next: 'Lower delivery.timeout.ms to 2000 in the second variant: the record fails, and is appended all the same.',
    until: 8000,
    world: asking(1, sends([aRecord(), aRecord(2000)]), [{ at: 1000, until: 5000, kind: 'pause', node: 0, on: true }]),
    variants: [
      variant('No retry', '2.7', { [REQUEST]: 1500, retries: 0 }),
      variant('Retries', '2.7', { [REQUEST]: 1500, [DELIVERY]: 60_000 }),
      variant('Idempotent', '2.7', { [REQUEST]: 1500, [DELIVERY]: 60_000, 'enable.idempotence': 'true' }),
      variant('A timeout of 5 s', '2.7', { [REQUEST]: 5000, [DELIVERY]: 60_000 }),
    ],
  }),
  requests({
    id: 'buffer-full',
    link: 'memory',
    title: 'send() that finds no memory',
    question: 'A broker pauses and the application goes on sending: when does send() itself begin to fail?',
    next: 'Let the pause end at 3000 ms: the batches are done then, and who waits for their memory goes on.',
    until: 12_000,
    world: asking(1, sends([aRecord(), { at: 100, what: 'send', count: 12, every: 250 }], { recordSize: 1000 }), [
      { at: 50, kind: 'pause', node: 0, on: true },
    ]),
    variants: [
      variant('0.8.2 waits for ever', '0.8.2', MEMORY),
      variant('0.8.2 does not wait', '0.8.2', { ...MEMORY, 'block.on.buffer.full': 'false' }),
      variant('2.5, 2 s to block', '2.5', { [MAX_BLOCK]: 2000, ...MEMORY }),
      variant('3.9, 2 s to block', '3.9', { [MAX_BLOCK]: 2000, ...MEMORY }),
    ],
  }),
]

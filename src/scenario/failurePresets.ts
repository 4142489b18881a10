// Questions about how a connection can fail, and who puts a bound to it: the network, the kernel, or a setting.

import { type Preset, preset, variant, world } from './defaultPreset.ts'
import { freshKernel } from './kernel.ts'
import { type Fault, freshNode, type Kernel, type Variant } from './scenario.ts'

/** A variant with its own kernel. */
const onKernel = (of: Variant, kernel: Kernel): Variant => ({ ...of, world: { kernel } })

/** A variant in which one of so many faults is on. */
const withOnly = (of: Variant, fault: number, faults: number): Variant => ({
  ...of,
  world: { faults: Array.from({ length: faults }, (_, i) => [i, i === fault] as const) },
})

/** Linux before 6.5: an attempt of 2^(retries+1) - 1 s. */
const doubling = (synRetries: number): Kernel => ({ release: '3.7', synRetries, linearTimeouts: 0 })

const SETUP = 'socket.connection.setup.timeout.ms'
const SETUP_MAX = 'socket.connection.setup.timeout.max.ms'

const waysToFail: readonly Fault[] = [
  { at: 0, kind: 'refuse', node: 0, on: false },
  { at: 0, kind: 'unreachable', node: 0, by: 'ICMP host', on: false },
  { at: 0, kind: 'unreachable', node: 0, by: 'ARP', on: false },
  { at: 0, kind: 'black hole', node: 0, on: false },
]

/** One broker after the other, 10 s each. */
const restarts = (kind: Fault['kind'], on: boolean): Fault[] =>
  [0, 1, 2].map((node) => ({ at: 5000 + node * 15_000, until: 15_000 + node * 15_000, kind, node, on }))

/** The brokers are cut off in place of stopped. */
const cutOff = [0, 1, 2, 3, 4, 5].map((fault) => [fault, fault > 2] as const)

/** A kernel that asks an idle peer soon whether it is there. */
const watchful: Kernel = {
  release: '6.5',
  synRetries: 6,
  linearTimeouts: 4,
  keepalive: { idle: 2000, interval: 1000, probes: 3 },
}

export const failurePresets: readonly Preset[] = [
  preset({
    id: 'refused-unreachable-black-hole',
    link: 'fail',
    title: 'Refused, unreachable, black hole',
    question: 'One of two bootstrap servers cannot be reached: how much does it matter in which way?',
    next: 'Lower tcp_syn_retries to 2: only the variant that hears nothing at all moves.',
    // 2.6 draws the dead server first, and then the living one.
    seed: 9,
    until: 150_000,
    world: world(2, 0, { faults: waysToFail }),
    variants: [
      withOnly(variant('The port is closed', '2.6'), 0, 4),
      withOnly(variant('A router says unreachable', '2.6'), 1, 4),
      withOnly(variant('Nobody answers ARP', '2.6'), 2, 4),
      withOnly(variant('Black hole', '2.6'), 3, 4),
    ],
  }),
  preset({
    id: 'old-kernel-new-kernel',
    link: 'kernels',
    title: 'Old kernel, new kernel',
    question: 'The same Kafka 2.6 on four generations of Linux: how long does one dead bootstrap server cost it?',
    next: 'Give each kernel tcp_syn_retries 3, and see how much of the difference is left.',
    // 2.6 draws the dead server first, and then the living one.
    seed: 9,
    until: 200_000,
    world: world(2, 1),
    variants: [
      onKernel(variant('Linux before 3.1', '2.6'), freshKernel('3.0')),
      onKernel(variant('Linux 3.7 to 6.4', '2.6'), freshKernel('3.7')),
      onKernel(variant('Linux 6.5 and later', '2.6'), freshKernel('6.5')),
      onKernel(variant('6.15 with tcp_rto_max_ms 10000', '2.6'), {
        release: '6.15',
        synRetries: 6,
        linearTimeouts: 4,
        rtoMax: 10_000,
      }),
    ],
  }),
  preset({
    id: 'syn-retries',
    link: 'syn',
    title: 'tcp_syn_retries from 6 down to 2',
    question: 'How much sooner does a client without a setup timeout go on when the kernel sends fewer SYNs?',
    next: 'Pick the kernel 6.5 in each variant: four more SYNs come a second apart before the wait doubles.',
    // 2.6 draws the dead server first, and then the living one.
    seed: 9,
    until: 150_000,
    world: world(2, 1, { kernel: doubling(6) }),
    variants: [
      variant('6 retries (default)', '2.6'),
      onKernel(variant('4 retries', '2.6'), doubling(4)),
      onKernel(variant('3 retries', '2.6'), doubling(3)),
      onKernel(variant('2 retries', '2.6'), doubling(2)),
    ],
  }),
  preset({
    id: 'client-limit-kernel-limit',
    link: 'limits',
    title: 'The shorter limit decides',
    question: 'A setup timeout in the client, and tcp_syn_retries in the kernel: which of the two ends an attempt?',
    next: 'Set socket.connection.setup.timeout.ms to 7000 in the second variant, as long as the kernel’s limit, and see who is first.',
    seed: 1,
    until: 60_000,
    world: world(2, 1, { kernel: doubling(6) }),
    variants: [
      variant('Client 10 s and kernel 127 s', '2.7'),
      onKernel(variant('Client 10 s and kernel 7 s', '2.7'), doubling(2)),
      onKernel(variant('Client 30 s and kernel 15 s', '2.7', { [SETUP]: 30_000 }), doubling(3)),
      onKernel(variant('Client 3 s and kernel 15 s', '2.7', { [SETUP]: 3000, [SETUP_MAX]: 3000 }), doubling(3)),
    ],
  }),
  preset({
    id: 'three-addresses',
    link: 'dns',
    title: 'Three addresses, the first one dead',
    question: 'The name of the only broker has three addresses, and the first is dead: does the client try the others?',
    next: 'Set client.dns.lookup to use_all_dns_ips in the first variant.',
    seed: 1,
    until: 280_000,
    world: world(1, 0, {
      nodes: [{ ...freshNode(1), addresses: 3 }],
      faults: [{ at: 0, kind: 'black hole', node: 0, address: 1, on: true }],
    }),
    variants: [variant('Kafka 2.4.0', '2.4.0'), variant('Kafka 2.6', '2.6'), variant('Kafka 2.7', '2.7')],
  }),
  preset({
    id: 'tls-stall',
    link: 'tls',
    title: 'TCP is up, and TLS never ends',
    question: 'A bootstrap server accepts the connection and never ends the TLS handshake: who looks elsewhere?',
    next: 'Pick Kafka 3.1 in the first variant: from there on the setup timeout covers TLS and SASL too (KAFKA-13388).',
    seed: 1,
    until: 90_000,
    world: world(2, 0, { faults: [{ at: 0, kind: 'stall', node: 0, on: true }] }),
    variants: [variant('Kafka 2.7', '2.7'), variant('Kafka 3.9', '3.9')],
  }),
  preset({
    id: 'stale-connecting-node',
    link: 'stale',
    title: 'One connecting node holds the others up',
    question:
      'Something else has just asked for a dead bootstrap server: when does the producer ask a healthy one for metadata?',
    next: 'Lower tcp_syn_retries to 2: now the kernel is first in every variant.',
    seed: 1,
    until: 150_000,
    world: world(3, 1, { workload: { kind: 'busy', node: 0 } }),
    variants: [
      variant('Kafka 2.4.0', '2.4.0'),
      variant('Kafka 2.6', '2.6'),
      variant('KIP-601 draft', 'kip-601-draft'),
      variant('Kafka 2.7', '2.7'),
    ],
  }),
  preset({
    id: 'backoff-growth',
    link: 'backoff',
    title: 'Backoff: how it grows, and its jitter',
    question: 'A leader is down for eleven seconds: how long does a producer wait before each next attempt?',
    next: 'Set reconnect.backoff.max.ms to 10000 in every variant: the leader is then found later, and less often asked.',
    seed: 1,
    until: 16_000,
    world: world(1, 0, {
      faults: [{ at: 1000, until: 12_000, kind: 'stop', node: 0, on: true }],
      workload: { kind: 'leader', node: 0 },
    }),
    variants: [
      variant('2.7 without jitter', '2.7'),
      { ...variant('2.7 with jitter', '2.7'), world: { jitter: true } },
      { ...variant('3.7 with jitter', '3.7'), world: { jitter: true } },
    ],
  }),
  preset({
    id: 'rolling-restart',
    link: 'rolling',
    title: 'A rolling restart',
    question:
      'Each broker is gone for 10 s in turn: when does a producer lose its leader, and when does it have it again?',
    next: 'Add a black hole to broker 1 from 15 s to 25 s: after silence the kernel’s next SYN finds it, not the backoff.',
    seed: 1,
    until: 60_000,
    world: world(3, 0, {
      faults: [...restarts('stop', true), ...restarts('black hole', false)],
      workload: { kind: 'leader', node: 0 },
    }),
    variants: [
      variant('Stopped', '3.9'),
      variant('Stopped with backoff to 10 s', '3.9', { 'reconnect.backoff.max.ms': 10_000 }),
      { ...variant('Cut off', '3.9'), world: { faults: cutOff } },
      { ...variant('Cut off with keepalive of 2 s', '3.9'), world: { kernel: watchful, faults: cutOff } },
    ],
  }),
]

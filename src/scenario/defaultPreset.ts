// How a preset is put together, and the one that the page opens with: all of them that the first picture needs.

import type { Config, Fault, Node, Scenario, Variant, World } from './scenario.ts'

export type Preset = {
  readonly id: string
  /** Its name in a link. */
  readonly link: string
  readonly revision: number
  readonly title: string
  /** What it asks, in one sentence. */
  readonly question: string
  /** What to try next. */
  readonly next: string
  readonly scenario: Scenario
}

const brokers = (count: number): readonly Node[] =>
  Array.from({ length: count }, (_, i) => ({ name: `broker ${i + 1}`, bootstrap: true, addresses: 1 }))

/** The first brokers are unreachable from the start, for ever. */
const blackHoles = (count: number): readonly Fault[] =>
  Array.from({ length: count }, (_, node) => ({ at: 0, kind: 'black hole', node, on: true }))

export const world = (nodes: number, dead: number, change: Partial<World> = {}): World => ({
  nodes: brokers(nodes),
  kernel: { release: '6.5', synRetries: 6, linearTimeouts: 4 },
  latency: 1,
  service: 0,
  jitter: false,
  selectOvershootMs: 1,
  faults: blackHoles(dead),
  workload: { kind: 'send' },
  ...change,
})

export const variant = (name: string, kafka: string, producer?: NonNullable<Config['producer']>): Variant => ({
  name,
  kafka,
  config: producer ? { producer } : {},
})

type Question = Omit<Preset, 'scenario' | 'revision'> &
  Pick<Scenario, 'seed' | 'until' | 'world' | 'variants'> & {
    /** Absent: client. */
    readonly lab?: Scenario['lab']
    /** Absent: 1. */
    readonly revision?: number
  }

export function preset(of: Question): Preset {
  const { id, link, revision = 1, lab = 'client', title, question, next, seed, until, world: asked, variants } = of
  const scenario: Scenario = { v: 1, lab, title, seed, until, world: asked, variants }
  return { id, link, revision, title, question, next, scenario }
}

/** The preset that the page opens with. */
export const defaultPreset: Preset = preset({
  id: 'two-dead-of-three',
  link: 'two-dead',
  title: 'Two dead bootstrap servers of three',
  question:
    'How long does a producer wait for its first metadata when two of its three bootstrap servers drop every packet?',
  next: 'Lower socket.connection.setup.timeout.ms to 3000, or tcp_syn_retries to 5, and see which variant moves.',
  // The dice of this seed let 2.6 draw one dead server, and 2.7 both before the living one.
  seed: 22,
  until: 150_000,
  world: world(3, 2),
  variants: [variant('Kafka 2.6, kernel-bound', '2.6'), variant('Kafka 2.7, KIP-601', '2.7')],
})

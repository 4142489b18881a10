// Producers in worlds like a visitor's: brokers behind a transport that loses and delays, and a Sender above a real network layer.

import { FOREVER, instant, ms } from '../../src/base/time.ts'
import type { ClientWorld, ProducerCall, ProducerConfig, ProducerWorld } from '../../src/scenario/clientWorld.ts'
import { compile } from '../../src/scenario/compile.ts'
import { producerBehaviours } from '../../src/scenario/producerBehaviours.ts'
import { releaseOf } from '../../src/scenario/releases.ts'
import type { Config, World } from '../../src/scenario/scenario.ts'
import { seededChance } from '../../src/sim/chance.ts'
import { runClient } from '../../src/sim/run.ts'
import type { Trace } from '../../src/trace/trace.ts'
import { question } from './runs.ts'

/** What a producer does, where it is not: one record at 0 to one partition that broker 1 leads. */
export type Plan = {
  readonly kafka: string
  readonly until: number
  readonly brokers?: number
  readonly config?: NonNullable<Config['producer']>
  readonly producer?: Partial<ProducerConfig>
  readonly plan?: Partial<Omit<ProducerWorld, 'behaviour' | 'config'>>
  readonly world?: Partial<World>
  /** The client asks for API versions first; else a broker is ready with TCP. */
  readonly asksApiVersions?: boolean
}

/** A send() to a partition, the first one. */
export const send = (at: number, partition = 0): ProducerCall => ({ at: instant(at), what: 'send', partition })

/** Who leads each partition from an instant on, by broker; undefined: nobody. */
export const led = (at: number, epoch: number, ...leaders: (number | undefined)[]) => ({
  at: instant(at),
  leaders,
  epochs: leaders.map(() => epoch),
})

/** A producer's world: no jitter, an exact clock, no way to go, waits that do not grow, a kernel that gives up after 127 s. */
function producing({ kafka, until, brokers = 1, config, producer, plan, world, asksApiVersions }: Plan): ClientWorld {
  const constant = {
    'reconnect.backoff.ms': 50,
    ...(kafka >= '3.7' && { 'retry.backoff.max.ms': 100 }),
  }
  const compiled = compile(
    question(brokers, until, [[kafka, { ...constant, ...config }]], {
      selectOvershootMs: 0,
      latency: 0,
      kernel: { giveUpAfter: 127_000 },
      workload: { kind: 'leader', node: 0 },
      ...world,
    }),
    0,
  )
  const id = releaseOf(kafka)?.behaviour ?? 'current-4'
  return {
    ...compiled,
    asksApiVersions: asksApiVersions ?? false,
    metadata: { ...compiled.metadata, order: compiled.hosts.flatMap(({ broker }) => broker ?? []) },
    producer: {
      behaviour: producerBehaviours[id],
      config: {
        acknowledged: true,
        idempotent: false,
        retries: 2_147_483_647,
        linger: ms(0),
        deliveryTimeout: ms(120_000),
        maxBlock: ms(60_000),
        ...producer,
      },
      partitions: 1,
      recordsPerBatch: Number.POSITIVE_INFINITY,
      leaders: [led(0, 1, 1)],
      metadataLag: ms(0),
      errors: [],
      topicKnown: true,
      calls: [send(0)],
      ...plan,
    },
  }
}

/** The run of a producer's world, its dice without jitter. */
export const produced = (plan: Plan): Trace => runClient(producing(plan), seededChance(1, false)).trace

/** A close() that waits as long as it takes, or so long. */
export const close = (at: number, timeout?: number): ProducerCall => ({
  at: instant(at),
  what: 'close',
  timeout: timeout === undefined ? FOREVER : ms(timeout),
})

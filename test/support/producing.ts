// A short notation for the runs of a producer.

import { instant, ms } from '../../src/base/time.ts'
import type { ClientOrder, ProducerCall, ProducerWorld } from '../../src/scenario/clientWorld.ts'
import { clientOrderOf } from '../../src/scenario/compile.ts'
import { producerBehaviours } from '../../src/scenario/producerBehaviours.ts'
import { releaseOf } from '../../src/scenario/releases.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'

/** What of a producer differs from one record to the only partition of a topic that is known, as 2.1 and later have it by default. */
export type Producing = Partial<Pick<ProducerWorld, 'partitions' | 'recordsPerBatch' | 'topicKnown' | 'errors'>> & {
  readonly config?: Partial<ProducerWorld['config']>
  readonly calls?: readonly Calling[] | undefined
}

/** A call, its instant first; `send`: how many records, one each so many ms, to which partition (absent: to each in turn). */
export type Calling =
  | readonly [at: number, what: 'send', count?: number, every?: number, partition?: number]
  | readonly [at: number, what: 'flush']
  | readonly [at: number, what: 'close', timeout?: number | undefined]

function callsOf(calls: readonly Calling[], partitions: number): ProducerCall[] {
  let sent = 0
  const made = calls.flatMap((call): ProducerCall[] => {
    const [at, what] = call
    if (what === 'flush') return [{ at: instant(at), what }]
    if (what === 'close') return [{ at: instant(at), what, timeout: ms(call[2] ?? Number.POSITIVE_INFINITY) }]
    const [, , count = 1, every = 0, partition] = call
    return Array.from({ length: count }, (_, i) => ({
      at: instant(at + i * every),
      what,
      partition: partition ?? sent++ % partitions,
    }))
  })
  return made.sort((a, b) => a.at - b.at)
}

/** What the run of a question's variant takes where its caller is a producer. Partition p is led by broker p + 1, round and round. */
export function producing(scenario: Scenario, asked: Producing = {}, variant = 0): ClientOrder {
  const order = clientOrderOf(scenario, variant)
  const { partitions = 1, topicKnown = true, recordsPerBatch = Number.POSITIVE_INFINITY, errors = [] } = asked
  const known = topicKnown ? 'brokers' : 'bootstrap'
  const leaders = Array.from({ length: partitions }, (_, p) => (p % scenario.world.nodes.length) + 1)
  const behaviour = releaseOf(scenario.variants[variant]?.kafka ?? '')?.behaviour ?? 'current-4'
  return {
    ...order,
    world: {
      ...order.world,
      metadata: { ...order.world.metadata, known, start: topicKnown ? 'fresh' : 'due' },
      caller: { pollTimeout: ms(Number.POSITIVE_INFINITY), leader: undefined, maxBlock: undefined },
      calls: [],
      producer: {
        behaviour: producerBehaviours[behaviour],
        config: {
          acknowledged: true,
          idempotent: false,
          retries: 2_147_483_647,
          linger: ms(0),
          deliveryTimeout: ms(120_000),
          maxBlock: ms(60_000),
          ...asked.config,
        },
        partitions,
        recordsPerBatch,
        leaders: [{ at: instant(0), leaders, epochs: leaders.map(() => 1) }],
        metadataLag: ms(0),
        errors,
        topicKnown,
        calls: callsOf(asked.calls ?? [[0, 'send']], partitions),
      },
    },
  }
}

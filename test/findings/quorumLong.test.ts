// What is said of a run that elects for hours is found without looking at all of it again for each election, or each move of the cursor.

import { expect, test } from 'vitest'
import { instant, ms } from '../../src/base/time.ts'
import { quorumArmedAt } from '../../src/findings/quorumArmed.ts'
import { electionsOf } from '../../src/findings/quorumElections.ts'
import { withoutWorkingLeader } from '../../src/findings/quorumWorking.ts'
import { quorumBehaviours } from '../../src/scenario/quorumBehaviours.ts'
import type { QuorumWorld } from '../../src/scenario/quorumWorld.ts'
import { run } from '../../src/sim/run.ts'
import { CHUNK } from '../../src/trace/trace.ts'
import { cut, quorumWorld } from '../support/quorumStory.ts'

/** A quorum whose fetch timers run out at once, again and again. */
function restless(voters: number, change: Partial<QuorumWorld> = {}): QuorumWorld {
  const { config, ...plainly } = quorumWorld(voters)
  return {
    ...plainly,
    config: { ...config, fetchTimeout: ms(0) },
    behaviour: quorumBehaviours['kraft-3.9'],
    rowLimit: 2 * CHUNK,
    ...change,
  }
}

/** A list that counts how often one of its entries is read. */
function counting<T extends object>(list: T[]): { readonly list: readonly T[]; readonly reads: () => number } {
  let reads = 0
  const get = (target: T[], key: string | symbol): unknown => {
    if (typeof key === 'string' && /^\d+$/.test(key)) reads++
    return Reflect.get(target, key)
  }
  return { list: new Proxy(list, { get }), reads: () => reads }
}

test('each cut is read a few times, however many elections there are', () => {
  const cuts = counting(
    Array.from({ length: 500 }, (_, i) => cut(1 + (i % 3), 1 + ((i + 1) % 3), 20 * i, instant(20 * i + 5))),
  )
  const world = restless(3, { cuts: cuts.list })
  const { trace } = run({ quorum: world, seed: 1 })
  const before = cuts.reads()
  const elections = electionsOf(trace, world)
  expect(elections.length).toBeGreaterThan(100)
  expect(withoutWorkingLeader(trace, world).length).toBeGreaterThan(0)
  expect(cuts.reads() - before).toBeLessThan(5 * cuts.list.length)
})

test('what is armed at the beginning of a long run is known without its end', () => {
  const world = restless(3, { until: instant(36_000_000) })
  const { trace } = run({ quorum: world, seed: 1 })
  expect(trace.chunks.length).toBeGreaterThan(1)
  const beginning = { ...trace, chunks: trace.chunks.slice(0, 1) }
  const q = world.config.requestTimeout
  expect(quorumArmedAt(beginning, 1000, q)).toEqual(quorumArmedAt(trace, 1000, q))
  expect(() => quorumArmedAt(beginning, trace.until, q)).toThrow()
})

// One question under many seeds, in slices.

import { expect, test } from 'vitest'
import { verdictIn } from '../../src/findings/byLab.ts'
import { verdictOf } from '../../src/findings/verdict.ts'
import { ordersOf } from '../../src/scenario/compile.ts'
import { headlinesOverSeeds } from '../../src/search/seeds.ts'
import { begin } from '../../src/sim/run.ts'
import { presetScenario, traceOf } from '../support/runs.ts'

const scenario = presetScenario('two-dead-of-three')

function fanOf(seeds: number, entries: number) {
  const fan = headlinesOverSeeds(ordersOf(scenario), seeds, begin)
  let slices = 1
  while (!fan.advance(entries)) slices++
  return { headlines: fan.headlines(), slices }
}

test('each seed gives what a run under that seed gives', () => {
  const { headlines } = fanOf(4, 100_000)
  const alone = (seed: number, variant: number) => {
    const seeded = { ...scenario, seed }
    return verdictOf(traceOf(seeded, variant), seeded).headline
  }
  expect(headlines).toEqual([0, 1].map((variant) => [1, 2, 3, 4].map((seed) => alone(seed, variant))))
})

test('a release before 0.10.2 is searched like any other', () => {
  const early = { ...scenario, variants: [{ name: 'early', kafka: '0.8.2', config: {} }] }
  const fan = headlinesOverSeeds(ordersOf(early), 6, begin)
  while (!fan.advance(100_000));
  // One node in three is healthy, and the scan of 0.8.2 begins at one node for ever: now or not at all.
  expect(new Set(fan.headlines()[0])).toEqual(new Set([undefined, 204]))
})

test('of records it is the end of the last one that counts', () => {
  const records = presetScenario('mute-broker')
  const fan = headlinesOverSeeds(ordersOf(records), 2, begin)
  while (!fan.advance(100_000));
  const ends = records.variants.map((_, variant) => verdictIn(traceOf(records, variant), records, variant).headline)
  expect(fan.headlines().map(([first]) => first)).toEqual(ends)
  expect(ends[0]).toBeUndefined()
})

test('where memory may be full it is the first send() that fails', () => {
  const sends = presetScenario('buffer-full')
  const fan = headlinesOverSeeds(ordersOf(sends), 1, begin)
  while (!fan.advance(100_000));
  expect(fan.headlines()).toEqual([[undefined], [0], [2000], [2000]])
})

test('slices change nothing', () => {
  const small = fanOf(3, 500)
  expect(small.slices).toBeGreaterThan(fanOf(3, 100_000).slices)
  expect(small.headlines).toEqual(fanOf(3, 100_000).headlines)
})

test('a variant’s own seed gives way', () => {
  const claim = presetScenario('claim-127-times-m')
  const fan = headlinesOverSeeds(ordersOf({ ...claim, variants: claim.variants.slice(0, 2) }), 3, begin)
  while (!fan.advance(100_000));
  const [first, second] = fan.headlines()
  expect(first).toEqual(second)
})

import { expect, test } from 'vitest'
import { setVariantWorld, setWorld } from '../../src/scenario/edit.ts'
import { ofLength, ofRelease } from '../../src/scenario/editKernel.ts'
import {
  changedKnobs,
  releasesOwn,
  resetKnobs,
  resetOwn,
  setKnob,
  setOwn,
  setOwnFault,
} from '../../src/scenario/own.ts'
import { parse } from '../../src/scenario/parse.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { setSysctl } from '../../src/scenario/sysctls.ts'

const asked: Scenario = {
  v: 1,
  lab: 'client',
  title: 'own',
  seed: 3,
  until: 1000,
  world: {
    nodes: [{ name: 'broker 1', bootstrap: true, addresses: 1 }],
    kernel: { release: '6.5', synRetries: 6, linearTimeouts: 4 },
    latency: 1,
    service: 0,
    jitter: true,
    selectOvershootMs: 1,
    faults: [{ at: 0, kind: 'black hole', node: 0, on: true }],
    workload: { kind: 'send' },
  },
  variants: [{ name: 'Kafka 2.7', kafka: '2.7', config: {} }],
}

const world = (scenario: Scenario) => scenario.variants[0]?.world
const knobs = (scenario: Scenario) => scenario.variants[0]?.knobs

type Case = [name: string, edited: Scenario, world: ReturnType<typeof world>]
test.each<Case>([
  ['another latency is named', setOwn(asked, 0, { latency: 5 }), { latency: 5 }],
  ['the common latency is not', setOwn(setOwn(asked, 0, { latency: 5 }), 0, { latency: 1 }), undefined],
  ['the common seed is not', setOwn(asked, 0, { seed: 3 }), undefined],
  ['no jitter is named where the others have it', setOwn(asked, 0, { jitter: false }), { jitter: false }],
  [
    'a kernel that comes to the same is not, however it is written',
    setOwn(asked, 0, {
      kernel: {
        linearTimeouts: 4,
        release: '6.5',
        synRetries: 6,
        dataRetries: 15,
        keepalive: { idle: 7_200_000, interval: 75_000, probes: 9 },
      },
    }),
    undefined,
  ],
  ['a fault that is off here only is named', setOwnFault(asked, 0, 0, false), { faults: [[0, false]] }],
  ['a fault that is on as everywhere is not', setOwnFault(setOwnFault(asked, 0, 0, false), 0, 0, true), undefined],
  ['other parts stay', setOwn(setOwn(asked, 0, { latency: 5 }), 0, { seed: 9 }), { latency: 5, seed: 9 }],
  ['nothing is left after a reset', resetOwn(setOwn(setOwnFault(asked, 0, 0, false), 0, { seed: 9 }), 0), undefined],
  ['a variant that is not there has no world', setOwn(asked, 7, { latency: 5 }), undefined],
])('%s', (_, edited, expected) => {
  expect(world(edited)).toEqual(expected)
  expect(parse(edited)).toEqual({ scenario: edited })
})

test('what was named stays named when the common world comes to the same', () => {
  const edited = setWorld(setVariantWorld(asked, 0, { latency: 5 }), { latency: 5 })
  expect(world(edited)).toEqual({ latency: 5 })
})

test('a knob that the release has anyway is not named', () => {
  const edited = setKnob(asked, 0, 'nodeChoice', 'last visited')
  expect(knobs(edited)).toEqual({ nodeChoice: 'last visited' })
  expect(knobs(setKnob(edited, 0, 'nodeChoice', releasesOwn('2.7', 'nodeChoice')))).toBeUndefined()
  expect(knobs(resetKnobs(edited, 0))).toBeUndefined()
  expect(parse(edited)).toEqual({ scenario: edited })
})

test('a rule of the producer is another than the network layer’s of the same name', () => {
  const edited = setKnob(asked, 0, 'producer.retryBackoff', 'exponential')
  expect(knobs(edited)).toEqual({ 'producer.retryBackoff': 'exponential' })
  expect(
    knobs(setKnob(edited, 0, 'producer.retryBackoff', releasesOwn('2.7', 'producer.retryBackoff'))),
  ).toBeUndefined()
  expect(changedKnobs({ kafka: '2.7', knobs: { 'producer.retryBackoff': 'exponential' } })).toEqual([
    'producer.retryBackoff',
  ])
  expect(knobs(resetKnobs(edited, 0))).toBeUndefined()
  expect(parse(edited)).toEqual({ scenario: edited })
})

test('a knob that a file names as the release has it is no change', () => {
  expect(changedKnobs({ kafka: '2.7', knobs: { nodeChoice: 'oldest attempt' } })).toEqual([])
})

test('a kernel of a whole release knows when it gave up', () => {
  expect(ofLength({ release: '6.5', synRetries: 2, linearTimeouts: 4 })).toEqual({ giveUpAfter: 7000 })
  expect(ofLength({ giveUpAfter: null })).toEqual({ giveUpAfter: 127_000 })
})

test('what is as a release comes turns to what the next one has', () => {
  expect(ofRelease({ release: '3.0', synRetries: 5, linearTimeouts: 0 }, '6.5')).toEqual(asked.world.kernel)
  const set = setSysctl({ release: '6.5', synRetries: 6, linearTimeouts: 9 }, 'dataRetries', 8)
  expect(ofRelease(set, '6.15')).toEqual({ release: '6.15', synRetries: 6, linearTimeouts: 9, dataRetries: 8 })
  expect(ofRelease(set, '3.7')).toEqual({ release: '3.7', synRetries: 6, linearTimeouts: 0, dataRetries: 8 })
})

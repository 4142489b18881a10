import { describe, expect, test } from 'vitest'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import * as edit from '../../src/scenario/edit.ts'
import { parse } from '../../src/scenario/parse.ts'
import { presets } from '../../src/scenario/presets.ts'
import type { Fault, Scenario } from '../../src/scenario/scenario.ts'

const start = defaultPreset.scenario
const SETUP = 'socket.connection.setup.timeout.ms'
const cut: Fault = { at: 1000, until: 2000, kind: 'cut link', node: 2, way: 'to broker', on: true }
const withLeader = (node: number): Scenario => edit.setWorld(start, { workload: { kind: 'leader', node } })

/** A part of an edited scenario. */
type Part = (scenario: Scenario) => unknown
const variant =
  (index: number): Part =>
  ({ variants }) =>
    variants[index]
const faults: Part = ({ world }) => world.faults
const names: Part = ({ world }) => world.nodes.map(({ name }) => name)

describe('settings', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, Part, unknown]>([
    ['a setting is set', edit.setSetting(start, 1, SETUP, 3000), variant(1), { ...start.variants[1], config: { producer: { [SETUP]: 3000 } } }],
    ['and set back to its default', edit.setSetting(edit.setSetting(start, 1, SETUP, 3000), 1, SETUP, undefined), variant(1), start.variants[1]],
    ['all of a variant are set back', edit.resetSettings(edit.setSetting(edit.setSetting(start, 1, SETUP, 1), 1, 'max.block.ms', 2), 1), variant(1), start.variants[1]],
    ['one is set back everywhere', edit.resetSetting(edit.setSetting(edit.setSetting(start, 0, 'max.block.ms', 1), 1, 'max.block.ms', 2), 'max.block.ms'), (s) => s, start],
    ['a setting that the release lacks is parked', edit.setSetting(start, 0, SETUP, 3000), variant(0), { ...start.variants[0], parked: { producer: { [SETUP]: 3000 } } }],
    ['a variant that is not there is left alone', edit.setSetting(start, 7, SETUP, 3000), (s) => s, start],
  ])('%s', (_, edited, part, expected) => expect(part(edited)).toEqual(expected))

  test('another release parks what it lacks, and the old one has it back: nothing typed is lost', () => {
    const typed = edit.setSetting(edit.setSetting(start, 1, SETUP, 3000), 1, 'max.block.ms', 5)
    const older = edit.setKafka(typed, 1, '2.6')
    expect(older.variants[1]).toMatchObject({
      config: { producer: { 'max.block.ms': 5 } },
      parked: { producer: { [SETUP]: 3000 } },
    })
    expect('scenario' in parse(older)).toBe(true)
    expect(edit.setKafka(older, 1, '2.7')).toEqual(edit.setVariantName(typed, 1, 'Kafka 2.7'))
  })

  test('a variant keeps the name that somebody gave it, and changes one that begins with its release', () => {
    const named = (name: string) => edit.setKafka(edit.setVariantName(start, 1, name), 1, '3.9').variants[1]?.name
    expect(named('mine, once Kafka 2.7')).toBe('mine, once Kafka 2.7')
    expect(named('Kafka 2.7.1, mine')).toBe('Kafka 2.7.1, mine')
    expect(named('Kafka 2.7, KIP-601')).toBe('Kafka 3.9')
    const added = edit.addVariant(start, '2.7')
    expect(edit.setKafka(added, 2, '3.9').variants[2]?.name).toBe('Kafka 3.9')
  })
})

describe('variants', () => {
  const four = edit.addVariant(edit.addVariant(start, '3.9'), '4.4')
  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, Part, unknown]>([
    ['one is added with its defaults', edit.addVariant(start, '3.9'), variant(2), { name: 'Kafka 3.9', kafka: '3.9', config: {} }],
    ['no fifth is added', edit.addVariant(four, '2.8'), (s) => s, four],
    ['one is copied beside itself', edit.copyVariant(start, 0), (s) => s.variants.map(({ kafka }) => kafka), ['2.6', '2.6', '2.7']],
    ['one is removed', edit.removeVariant(start, 0), (s) => s.variants, [start.variants[1]]],
    ['the last stays', edit.removeVariant(edit.removeVariant(start, 0), 0), (s) => s.variants, [start.variants[1]]],
    ['one gets a name', edit.setVariantName(start, 0, 'old'), (s) => s.variants[0]?.name, 'old'],
    ['one gets its own latency', edit.setVariantWorld(start, 0, { latency: 200 }), (s) => s.variants[0]?.world, { latency: 200 }],
    ['and gives it back', edit.setVariantWorld(edit.setVariantWorld(start, 0, { latency: 200 }), 0, { latency: undefined }), (s) => s, start],
    ['one gets a knob of another release', edit.setKnobs(start, 0, { nodeChoice: 'oldest attempt' }), (s) => s.variants[0]?.knobs, { nodeChoice: 'oldest attempt' }],
    ['a knob goes with the procedure that has it', edit.setKafka(edit.setKnobs(start, 0, { nodeChoice: 'oldest attempt' }), 0, '0.9'), (s) => s.variants[0]?.knobs, undefined],
    ['and stays with a release of the same procedure', edit.setKafka(edit.setKnobs(start, 0, { nodeChoice: 'oldest attempt' }), 0, '3.9'), (s) => s.variants[0]?.knobs, { nodeChoice: 'oldest attempt' }],
    ['the producer’s rules stay with any release but for the one that its procedure lacks', edit.setKafka(edit.setKnobs(start, 0, { 'producer.newTopic': 'in turn', 'producer.mutes': false }), 0, '0.9'), (s) => s.variants[0]?.knobs, { 'producer.mutes': false }],
    ['and gives it back', edit.setKnobs(edit.setKnobs(start, 0, { nodeChoice: 'oldest attempt' }), 0, { nodeChoice: undefined }), (s) => s, start],
  ])('%s', (_, edited, part, expected) => expect(part(edited)).toEqual(expected))
})

describe('brokers', () => {
  const renamed = edit.setNode(start, 0, { name: 'broker 4' })
  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, Part, unknown]>([
    ['one is added, healthy and known', edit.setNodes(start, 4), (s) => s.world.nodes[3], { name: 'broker 4', bootstrap: true, addresses: 1 }],
    ['under a name that is free', edit.setNodes(renamed, 4), names, ['broker 4', 'broker 2', 'broker 3', 'broker 5']],
    ['no more than twenty', edit.setNodes(start, 1e9), (s) => s.world.nodes.length, 20],
    ['never none', edit.setNodes(start, 0), (s) => s.world.nodes.length, 1],
    ['not a number of them', edit.setNodes(start, Number.NaN), (s) => s.world.nodes.length, 1],
    ['faults stay when their broker goes', edit.setNodes(start, 1), faults, start.world.faults],
    ['and are its own when it comes back', edit.setNodes(edit.setNodes(start, 1), 3), (s) => s, start],
    ['the brokers behind one that goes move up with their faults, and its own wait behind the last', edit.removeNode(edit.addFault(start, cut), 0), (s) => s.world.faults.map(({ node }) => node), [2, 0, 1]],
    ['faults that wait already stay where they are', edit.removeNode(edit.addFault(start, { ...cut, node: 7 }), 1), (s) => s.world.faults.map(({ node }) => node), [0, 2, 7]],
    ['a busy broker that goes is followed by the last bootstrap server', edit.removeNode(edit.setNode(edit.setWorld(start, { workload: { kind: 'busy', node: 2 } }), 1, { bootstrap: false }), 2), (s) => s.world.workload, { kind: 'busy', node: 0 }],
    ['one leaves the metadata', edit.setNode(start, 1, { membership: 'left' }), (s) => s.world.nodes[1]?.membership, 'left'],
    ['and is listed again', edit.setNode(edit.setNode(start, 1, { membership: 'left' }), 1, { membership: undefined }), (s) => s, start],
    ['so does the leader', edit.removeNode(withLeader(2), 0), (s) => s.world.workload, { kind: 'leader', node: 1 }],
    ['a leader that goes is followed by the last broker', edit.removeNode(withLeader(2), 2), (s) => s.world.workload, { kind: 'leader', node: 1 }],
    ['the last broker stays', edit.removeNode(edit.setNodes(start, 1), 0), names, ['broker 1']],
    ['somebody stays a bootstrap server', edit.removeNode(edit.setNode(edit.setNode(start, 0, { bootstrap: false }), 1, { bootstrap: false }), 2), (s) => s.world.nodes.every(({ bootstrap }) => bootstrap), true],
    ['one is changed', edit.setNode(start, 1, { addresses: 2 }), (s) => s.world.nodes[1]?.addresses, 2],
    ['one that is not there is left alone', edit.removeNode(start, 9), (s) => s, start],
  ])('%s', (_, edited, part, expected) => expect(part(edited)).toEqual(expected))
})

describe('faults', () => {
  const one = edit.addFault(edit.setWorld(start, { faults: [] }), cut)
  const full = edit.setWorld(start, { faults: Array.from({ length: 200 }, () => cut) })
  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, unknown]>([
    ['one is added', one, [cut]],
    ['it is moved, its length kept', edit.moveFault(one, 0, 5000.4), [{ ...cut, at: 5000, until: 6000 }]],
    ['not before the start', edit.moveFault(one, 0, -50), [{ ...cut, at: 0, until: 1000 }]],
    ['it is stretched', edit.updateFault(one, 0, { until: 9000 }), [{ ...cut, until: 9000 }]],
    ['it cannot end before it begins', edit.updateFault(one, 0, { until: 10 }), [{ ...cut, until: 1001 }]],
    ['it stays for ever', edit.updateFault(one, 0, { until: undefined }), [{ at: 1000, kind: 'cut link', node: 2, way: 'to broker', on: true }]],
    ['it is of another kind, which has no way', edit.updateFault(one, 0, { kind: 'pause' }), [{ at: 1000, until: 2000, kind: 'pause', node: 2, on: true }]],
    ['a slow link has a way too, and no cut link is slower', edit.updateFault(edit.updateFault(one, 0, { kind: 'slow link', slower: 50 }), 0, { kind: 'cut link' }), [cut]],
    ['another kind keeps the address', edit.updateFault(one, 0, { kind: 'refuse', address: 2 }), [{ at: 1000, until: 2000, kind: 'refuse', node: 2, address: 2, on: true }]],
    ['connections are forgotten in a moment', edit.updateFault(one, 0, { kind: 'forget connections', resets: true }), [{ at: 1000, kind: 'forget connections', node: 2, resets: true, on: true }]],
    ['numbers stay inside the possible', edit.updateFault(one, 0, { kind: 'lose message', nth: 0, address: 99 }), [{ at: 1000, until: 2000, kind: 'lose message', node: 2, address: 16, nth: 1, on: true }]],
    ['it is copied to the end', edit.copyFault(one, 0), [cut, cut]],
    ['it is copied elsewhere', edit.copyFault(one, 0, { node: 1, until: undefined }), [cut, { at: 1000, kind: 'cut link', node: 1, way: 'to broker', on: true }]],
    ['none that is not there is copied', edit.copyFault(one, 4), [cut]],
    ['none is copied where there is no room', edit.copyFault(full, 0), full.world.faults],
    ['one that is not there is not removed', edit.removeFault(one, 4), [cut]],
    ['it is switched off', edit.updateFault(one, 0, { on: false }), [{ ...cut, on: false }]],
    ['it is removed', edit.removeFault(one, 0), []],
    ['one that is not there is left alone', edit.updateFault(one, 5, { on: false }), [cut]],
    ['not a number of milliseconds', edit.updateFault(one, 0, { at: Number.NaN }), [{ ...cut, at: 0 }]],
    ['no two hundred and first', edit.addFault(full, cut), full.world.faults],
  ])('%s', (_, edited, expected) => {
    expect(edited.world.faults).toEqual(expected)
    expect('scenario' in parse(edited)).toBe(true)
  })
})

describe('faults switched in one variant', () => {
  const own = edit.setVariantFault(edit.setVariantFault(start, 1, 1, false), 1, 0, true)
  const switches: Part = ({ variants }) => variants[1]?.world
  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, unknown]>([
    ['are kept in order', own, { faults: [[0, true], [1, false]] }],
    ['are as in the common world again', edit.setVariantFault(edit.setVariantFault(own, 1, 0, undefined), 1, 1, undefined), undefined],
    ['move up with a fault that goes before them', edit.removeFault(own, 0), { faults: [[0, false]] }],
    ['go with their fault', edit.removeFault(edit.removeFault(own, 0), 0), undefined],
    ['are copied with their fault', edit.copyFault(own, 1), { faults: [[0, true], [1, false], [2, false]] }],
    ['are not of a fault that is not there', edit.setVariantFault(start, 1, 2, false), undefined],
  ])('%s', (_, edited, expected) => {
    expect(switches(edited)).toEqual(expected)
    expect(edited.variants[0]).toEqual(start.variants[0])
    expect('scenario' in parse(edited)).toBe(true)
  })
})

describe('a view', () => {
  const seen = edit.setView(start, { from: 10, to: 140_000, playhead: 20, selected: [1, 3], axis: 'linear' })
  const compared = edit.setView(edit.addVariant(start, '3.9'), {
    overlay: [0, 2],
    brush: [10, 20],
    only: 'differences',
  })
  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, unknown]>([
    ['is kept', seen, seen.view],
    ['is taken away', edit.setView(seen, undefined), undefined],
    ['says nothing and is none', edit.setView(seen, {}), undefined],
    ['loses what lies beyond a shorter run', edit.setUntil(seen, 15), { selected: [1, 3], axis: 'linear' }],
    ['loses a marked stretch beyond a shorter run', edit.setUntil(compared, 15), { overlay: [0, 2], only: 'differences' }],
    ['keeps its overlay where another variant goes', edit.removeVariant(compared, 1), { overlay: [0, 1], brush: [10, 20], only: 'differences' }],
    ['keeps its overlay where another variant comes between', edit.copyVariant(compared, 0), { overlay: [0, 3], brush: [10, 20], only: 'differences' }],
    ['loses its overlay with one of the two', edit.removeVariant(compared, 2), { brush: [10, 20], only: 'differences' }],
    ['loses its row with a variant, whose numbers mean others then', edit.removeVariant(seen, 0), { from: 10, to: 140_000, playhead: 20, axis: 'linear' }],
  ])('%s', (_, edited, expected) => {
    expect(edited.view).toEqual(expected)
    expect('scenario' in parse(edited)).toBe(true)
  })
})

test('no edit changes the scenario that it was given', () => {
  const before = structuredClone(presets.map(({ scenario }) => scenario))
  for (const { scenario } of presets) {
    edit.setNodes(edit.setKafka(edit.addFault(edit.setSetting(scenario, 0, SETUP, 1), cut), 0, '4.4'), 1)
    edit.removeVariant(edit.copyVariant(edit.setView(edit.setUntil(scenario, 5), { to: 4 }), 0), 1)
  }
  expect(presets.map(({ scenario }) => scenario)).toEqual(before)
})

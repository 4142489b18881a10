// Edits of what an application calls.

import { describe, expect, test } from 'vitest'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import { setLab } from '../../src/scenario/edit.ts'
import {
  addCall,
  copyCall,
  inOrder,
  moveCall,
  produceOf,
  recordsIn,
  removeCall,
  setProduce,
  updateCall,
} from '../../src/scenario/editCalls.ts'
import { limits, type ProduceCall, type Scenario } from '../../src/scenario/scenario.ts'

const three: readonly ProduceCall[] = [
  { at: 100, what: 'flush' },
  { at: 0, what: 'send', count: 10 },
  { at: 500, what: 'close', timeout: 50 },
]

function asking(calls: readonly ProduceCall[]): Scenario {
  const scenario = setLab(defaultPreset.scenario, 'requests')
  const workload = { kind: 'produce', partitions: 3, topicKnown: true, calls } as const
  return { ...scenario, world: { ...scenario.world, workload } }
}

const callsOf = (scenario: Scenario): readonly ProduceCall[] => produceOf(scenario)?.calls ?? []

// biome-ignore format: a case is one line.
test.each<[string, (scenario: Scenario) => Scenario, readonly ProduceCall[]]>([
  ['a call is added at the end of the list', (s) => addCall(s, { at: 7, what: 'flush' }), [...three, { at: 7, what: 'flush' }]],
  ['what is usual is not written', (s) => addCall(s, { at: 7, what: 'send', count: 1, every: 0 }), [...three, { at: 7, what: 'send' }]],
  ['a flush() has neither records nor a timeout', (s) => updateCall(s, 1, { what: 'flush' }), three.with(1, { at: 0, what: 'flush' })],
  ['a close() has no records', (s) => updateCall(s, 1, { what: 'close', timeout: 5 }), three.with(1, { at: 0, what: 'close', timeout: 5 })],
  ['a field is taken away', (s) => updateCall(s, 1, { count: undefined }), three.with(1, { at: 0, what: 'send' })],
  ['a copy is the last', (s) => copyCall(s, 1), [...three, { at: 0, what: 'send', count: 10 }]],
  ['a call is removed', (s) => removeCall(s, 0), three.slice(1)],
  ['what is not there cannot be changed', (s) => removeCall(copyCall(updateCall(s, 9, { at: 1 }), 9), 9), three],
  ['a call goes before the one before it, and takes its instant', (s) => moveCall(s, 0, -1), [{ at: 0, what: 'flush' }, { at: 0, what: 'send', count: 10 }, { at: 500, what: 'close', timeout: 50 }]],
  ['a call goes after the one after it', (s) => moveCall(s, 0, 1), [{ at: 0, what: 'send', count: 10 }, { at: 500, what: 'close', timeout: 50 }, { at: 500, what: 'flush' }]],
  ['the first cannot go further up', (s) => moveCall(s, 1, -1), three],
  ['the last cannot go further down', (s) => moveCall(s, 2, 1), three],
])('%s', (_, edit, expected) => {
  expect(callsOf(edit(asking(three)))).toEqual(expected)
})

test('calls come by time, and at one instant as they are listed', () => {
  expect(inOrder([...three, { at: 0, what: 'flush' }])).toEqual([1, 3, 0, 2])
})

test('no more records are sent than a question may send', () => {
  const full = asking([{ at: 0, what: 'send', count: limits.records }])
  expect(addCall(full, { at: 1, what: 'send' })).toBe(full)
  const flushed = produceOf(addCall(full, { at: 1, what: 'flush' }))
  expect(flushed?.calls).toHaveLength(2)
  expect(flushed && recordsIn(flushed)).toBe(limits.records)
})

test('the topic is set field by field; what is usual is not written', () => {
  const set = setProduce(asking(three), { partitions: 5, recordsPerBatch: 4, metadataLag: 200, topicKnown: false })
  expect(set.world.workload).toEqual({
    kind: 'produce',
    partitions: 5,
    recordsPerBatch: 4,
    metadataLag: 200,
    topicKnown: false,
    calls: three,
  })
  const back = setProduce(set, { recordsPerBatch: undefined, metadataLag: 0 })
  expect(back.world.workload).toEqual({ kind: 'produce', partitions: 5, topicKnown: false, calls: three })
})

test('who calls send() and waits for metadata has no calls to edit', () => {
  const { scenario } = defaultPreset
  expect([addCall(scenario, { at: 0, what: 'flush' }), setProduce(scenario, { partitions: 2 })]).toEqual([
    scenario,
    scenario,
  ])
})

describe('the same question in the other lab', () => {
  const { scenario } = defaultPreset
  const { nodes } = scenario.world

  test('has the same brokers, faults and variants', () => {
    const turned = setLab(scenario, 'requests')
    expect(turned.lab).toBe('requests')
    expect(turned.world).toEqual({ ...scenario.world, workload: turned.world.workload })
    expect(turned.variants).toBe(scenario.variants)
  })

  test('sends one record to each broker, of a topic that the client has yet to learn of', () => {
    expect(setLab(scenario, 'requests').world.workload).toEqual({
      kind: 'produce',
      partitions: nodes.length,
      topicKnown: false,
      calls: [{ at: 0, what: 'send', count: nodes.length }],
    })
  })

  test('sends one record to the leader that was asked for, and knows the topic', () => {
    const asksFor: Scenario = { ...scenario, world: { ...scenario.world, workload: { kind: 'leader', node: 1 } } }
    const turned = setLab(asksFor, 'requests')
    expect(turned.world.workload).toMatchObject({ topicKnown: true, calls: [{ at: 0, what: 'send', partition: 1 }] })
    expect(setLab(turned, 'client').world.workload).toEqual({ kind: 'leader', node: 1 })
  })

  test('asks for metadata again where the topic was not known', () => {
    expect(setLab(setLab(scenario, 'requests'), 'client')).toEqual(scenario)
  })

  test('is itself where it is asked of its own lab', () => {
    expect(setLab(scenario, 'client')).toBe(scenario)
  })
})

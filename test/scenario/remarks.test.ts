import { describe, expect, test } from 'vitest'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import * as edit from '../../src/scenario/edit.ts'
import { remarksOn } from '../../src/scenario/remarks.ts'
import type { Fault, FaultKind, Scenario } from '../../src/scenario/scenario.ts'

/** A fault of broker 1. */
const fault = (kind: FaultKind, at: number, until?: number, more: Partial<Fault> = {}): Fault => ({
  at,
  ...(until !== undefined && { until }),
  kind,
  node: 0,
  on: true,
  ...more,
})

/** Three brokers, a run of 150 s, two variants. */
const withFaults = (faults: readonly Fault[]): Scenario => edit.setWorld(defaultPreset.scenario, { faults })

/** `1: ...`, with faults counted as people do. */
const said = (scenario: Scenario): string[] => remarksOn(scenario).map((each) => `${each.fault + 1}: ${each.says}`)

const hole = fault('black hole', 0)
const cutTo = (at: number, until?: number) => fault('cut link', at, until, { way: 'to broker' })
const cutFrom = (at: number, until?: number) => fault('cut link', at, until, { way: 'from broker' })
const lose = (message: NonNullable<Fault['message']>) => fault('lose message', 1000, 2000, { message })

describe('nothing is said', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, readonly Fault[]]>([
    ['of a fault at 0', [hole]],
    ['of faults of two brokers', [hole, { ...hole, node: 1 }]],
    ['of faults one after the other', [fault('stop', 0, 1000), fault('mute', 1000, 2000)]],
    ['of faults of two addresses', [fault('refuse', 0, undefined, { address: 1 }), fault('mute', 5, undefined, { address: 2 })].map((each) => ({ ...each, node: 0 }))],
    ['of a fault that is off', [hole, fault('mute', 5, 9, { on: false })]],
    ['of a message that is lost while the broker is slow', [fault('slow link', 0), lose('SYN')]],
    ['of connections that are forgotten while it pauses', [fault('pause', 0), fault('forget connections', 5)]],
  ])('%s', (_, faults) => {
    const twoAddresses = edit.setNode(withFaults(faults), 0, { addresses: 2 })
    expect(said(twoAddresses)).toEqual([])
  })

  test('where one is on in this variant and the other in that', () => {
    const apart = edit.setVariantFault(
      edit.setVariantFault(withFaults([hole, fault('mute', 5)]), 0, 0, false),
      1,
      1,
      false,
    )
    expect(said(apart)).toEqual([])
  })
})

describe('a fault that cannot happen', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Fault, string]>([
    ['its broker is not there', { ...hole, node: 5 }, 'There is no broker 6 now: the fault is kept for when there is one.'],
    ['its address is not there', { ...hole, address: 2 }, 'The name of broker 1 has only one address: at address 2 nothing happens.'],
    ['it lies beyond the end', fault('stop', 200_000), 'It never happens: it would begin at 200 s, and the run ends at 150 s.'],
    ['it begins with the end', fault('stop', 150_000), 'It begins at 150 s, in the very millisecond in which the run ends.'],
    ['nothing is connected yet', fault('forget connections', 0), 'At 0 nothing is connected yet: there is nothing to forget.'],
  ])('%s', (_, only, says) => {
    expect(remarksOn(withFaults([only]))).toEqual([{ path: 'world.faults.0', fault: 0, says }])
  })
})

describe('a fault without effect beside another one', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, readonly Fault[], string[]]>([
    ['a SYN that is lost in a black hole', [hole, lose('SYN')], ['2: It has no effect: fault 1 (black hole) lasts as long, and nothing passes either way.']],
    ['an answer that is lost where nothing comes back', [cutFrom(0), lose('answer')], ['2: It has no effect: fault 1 (cut link) lasts as long, and nothing comes back.']],
    ['a SYN-ACK of a broker that refuses', [fault('refuse', 0), lose('SYN-ACK')], ['2: It has no effect: fault 1 (refuse) lasts as long, and nobody listens.']],
    ['a pause of a stopped broker', [fault('stop', 0), fault('pause', 5, 9)], ['2: It has no effect: fault 1 (stop) lasts as long, and nobody listens.']],
    ['a full backlog that nobody reaches', [fault('backlog full', 5, 9), fault('unreachable', 0)], ['1: It has no effect: fault 2 (unreachable) lasts as long, and nothing arrives.']],
    ['a slow link in a black hole', [hole, fault('slow link', 5)], ['2: It has no effect: fault 1 (black hole) lasts as long, and nothing passes either way.']],
    ['the same again', [fault('mute', 0), fault('mute', 5, 9)], ['2: It has no effect: fault 1 (mute) lasts as long, and does the same.']],
    ['a link that is cut twice', [cutTo(0), cutTo(5)], ['2: It has no effect: fault 1 (cut link) lasts as long, and nothing arrives.']],
  ])('%s', (_, faults, says) => expect(said(withFaults(faults))).toEqual(says))

  test('has one in the variant where the other is off', () => {
    const own = edit.setVariantFault(withFaults([hole, lose('SYN')]), 1, 0, false)
    expect(said(own)).toEqual([])
  })
})

describe('of two that overlap', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, readonly Fault[], string[]]>([
    ['the path decides before the listener, yet a stop still ends connections', [hole, fault('stop', 1000, 2000)], ['2: From 1 s to 2 s fault 1 (black hole) decides: nothing passes either way.']],
    ['the listener decides before the process', [fault('mute', 0, 5000), fault('refuse', 1000)], ['1: From 1 s to 5 s fault 2 (refuse) decides: nobody listens.']],
    ['the word of a router decides before the listener', [fault('refuse', 0, 5000), fault('unreachable', 1000)], ['1: From 1 s to 5 s fault 2 (unreachable) decides: nothing arrives.']],
    ['of equal ones the one that began earlier', [fault('black hole', 1000), fault('black hole', 0, 5000)], ['1: From 1 s to 5 s fault 2 (black hole), which began earlier, decides: nothing passes either way.']],
    ['the two ways of a link are both cut', [cutTo(0, 5000), cutFrom(1000)], ['2: From 1 s to 5 s fault 1 (cut link) holds too.']],
    ['a black hole takes the way back, too', [cutTo(0), fault('black hole', 1000)], ['2: From 1 s on fault 1 (cut link) holds too.']],
    ['mute and pause hold both', [fault('pause', 0, 5000), fault('mute', 1000)], ['1: From 1 s to 5 s fault 2 (mute) holds too.']],
    ['a refusal comes late over a slow link', [fault('slow link', 0, 5000), fault('refuse', 1000)], ['1: From 1 s to 5 s fault 2 (refuse) holds too.']],
    ['two slow links add up', [fault('slow link', 0, 5000), fault('slow link', 1000)], ['2: From 1 s to 5 s fault 1 (slow link) holds too: what both slow down is slowed by their sum.']],
    ['a full backlog does not keep an open connection from falling silent', [fault('backlog full', 0), fault('mute', 1000, 1500)], ['2: From 1 s to 1.5 s fault 1 (backlog full) holds too.']],
    ['the first of the list comes first where both begin in one millisecond', [fault('stall', 7), fault('mute', 7)], ['2: It begins in the same millisecond as fault 1 (stall), which comes first.', '2: From 7 ms on fault 1 (stall) holds too.']],
    ['a lost message comes after what began with it', [fault('mute', 7), fault('lose message', 7)], ['2: It begins in the same millisecond as fault 1 (mute), which comes first.']],
  ])('%s', (_, faults, says) => expect(said(withFaults(faults))).toEqual(says))

  test('two hundred on one broker say no more of each than can be read', () => {
    const all = Array.from({ length: 200 }, (_, i) => fault(i % 2 ? 'stop' : 'mute', i * 10, 100_000 + i * 10))
    const counts = new Map<number, number>()
    for (const { fault: of } of remarksOn(withFaults(all))) counts.set(of, (counts.get(of) ?? 0) + 1)
    expect(Math.max(...counts.values())).toBe(3)
  })
})

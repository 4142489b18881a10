import { describe, expect, test } from 'vitest'
import { callRemarksOn } from '../../src/scenario/callRemarks.ts'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import * as edit from '../../src/scenario/edit.ts'
import { remarksOn } from '../../src/scenario/remarks.ts'
import type { Fault, FaultKind, Produce, ProduceCall, Scenario } from '../../src/scenario/scenario.ts'

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

const asking = (workload: Partial<Produce>, faults: readonly Fault[] = [], kafka = '3.9'): Scenario => ({
  ...edit.setKafka(
    edit.setWorld(withFaults(faults), {
      workload: { kind: 'produce', partitions: 2, topicKnown: true, calls: [], ...workload },
    }),
    0,
    kafka,
  ),
  lab: 'requests',
})

describe('what is said of calls', () => {
  const saidOf = (calls: readonly ProduceCall[], kafka?: string): string[] =>
    callRemarksOn(asking({ calls }, [], kafka)).map(({ call, path, says }) => {
      expect(path).toBe(`world.workload.calls.${call}`)
      return `${call + 1}: ${says}`
    })
  const send = (at: number, more: Partial<ProduceCall> = {}): ProduceCall =>
    ({ at, what: 'send', ...more }) as ProduceCall

  // biome-ignore format: a case is one line.
  test.each<[string, readonly ProduceCall[], string[]]>([
    ['nothing of what comes', [send(0, { count: 10 }), { at: 5, what: 'flush' }, { at: 9, what: 'close' }], []],
    ['a call after the run', [send(150_001)], ['1: It never happens: it would be at 150.001 s, and the run ends at 150 s.']],
    ['records after the run', [send(149_000, { count: 10, every: 500 })], ['1: Only 3 of its 10 records come before the run ends at 150 s.']],
    ['a partition that is not there', [send(0, { partition: 2 })], ['1: There is no partition 2: the topic has partitions 0 to 1. Nothing is sent.']],
    ['a send() after close()', [{ at: 9, what: 'close' }, send(10)], ['2: It comes after close() at 9 ms: send() throws.']],
    ['one at the same instant, listed after it', [send(9), { at: 9, what: 'close' }, send(9)], ['3: It comes after close() at 9 ms: send() throws.']],
    ['the last records', [send(0, { count: 10, every: 5 }), { at: 20, what: 'close' }], ['1: The last 5 of its records come after close() at 20 ms: send() throws.']],
    ['a second close()', [{ at: 9, what: 'close' }, { at: 20, what: 'close', timeout: 5 }], ['2: close() was called before, at 9 ms.']],
    ['more records than there may be', [send(0, { count: 9000 }), send(0, { count: 1001 }), send(5)], ['2: The first 10 000 records of all calls are sent, and no more.']],
  ])('%s', (_, calls, expected) => expect(saidOf(calls).map((each) => each.replaceAll('\u202f', ' '))).toEqual(expected))

  test('that 0.8.2 has neither flush() nor a close() with a time', () => {
    expect(
      saidOf(
        [
          { at: 5, what: 'flush' },
          { at: 9, what: 'close', timeout: 5 },
        ],
        '0.8.2',
      ),
    ).toEqual([
      '1: Kafka 0.8.2 has no flush(): nothing is called there.',
      '2: In Kafka 0.8.2 close() takes no time: it waits as long as it takes.',
    ])
  })

  test('a newer release that is to do without them is named as the variant is', () => {
    const asked = edit.setKnobs(asking({ calls: [{ at: 5, what: 'flush' }] }), 0, { 'producer.boundedClose': false })
    const named = edit.setVariantName(asked, 0, 'no flush')
    expect(callRemarksOn(named).map(({ says }) => says)).toEqual(['no flush has no flush(): nothing is called there.'])
  })

  test('nothing where nobody sends records', () => expect(callRemarksOn(defaultPreset.scenario)).toEqual([]))
})

describe('what is said of faults of records', () => {
  const takesOver = fault('take over', 5, 9, { partition: 0 })
  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, string[]]>([
    ['nothing of a leader that moves while its broker cannot be reached', asking({}, [hole, takesOver]), []],
    ['nothing of two partitions that move at once', asking({}, [takesOver, { ...takesOver, partition: 1 }]), []],
    ['they do nothing where nobody sends records', withFaults([takesOver]), ['1: It concerns records only, and nobody sends any here.']],
    ['a partition that is not there cannot be taken over', asking({}, [{ ...takesOver, partition: 7 }]), ['1: There is no partition 7 now: the topic has 2, counted from 0.']],
    ['no error comes out of a black hole', asking({}, [hole, fault('answer error', 5)]), ['2: It has no effect: fault 1 (black hole) lasts as long, and nothing passes either way.']],
    ['nor from a broker that is mute', asking({}, [fault('mute', 0, undefined, { answers: 'all but PRODUCE' }), fault('answer error', 5)]), ['2: It has no effect: fault 1 (mute) lasts as long, and no PRODUCE is answered.']],
    ['of two errors the first is answered', asking({}, [fault('answer error', 0), fault('answer error', 5, 9, { error: 'REQUEST_TIMED_OUT' })]), ['2: It has no effect: fault 1 (answer error) lasts as long, and decides.']],
    ['a broker that answers nothing answers no less', asking({}, [fault('mute', 0), fault('mute', 5, 9, { answers: 'API versions' })]), ['2: It has no effect: fault 1 (mute) lasts as long, and nothing is answered.']],
    ['the other way round it is mute to more', asking({}, [fault('mute', 0, undefined, { answers: 'all but PRODUCE' }), fault('mute', 5, 9)]), ['2: From 5 ms to 9 ms fault 1 (mute) holds too.']],
  ])('%s', (_, scenario, expected) => expect(said(scenario)).toEqual(expected))
})

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

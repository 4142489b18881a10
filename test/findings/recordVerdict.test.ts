// What is said of a producer's run: what became of its records, whose doing that was, why, and what was armed meanwhile.

import { describe, expect, test } from 'vitest'
import { armedAt } from '../../src/findings/armed.ts'
import { batchBound } from '../../src/findings/batchBound.ts'
import { gapIn, verdictIn } from '../../src/findings/byLab.ts'
import { headlineOf } from '../../src/findings/headline.ts'
import { ownerOf } from '../../src/findings/owner.ts'
import { plain } from '../../src/findings/prose.ts'
import { recordsOf } from '../../src/findings/records.ts'
import { sentence } from '../../src/findings/sentence.ts'
import { transcript } from '../../src/findings/transcript.ts'
import { why } from '../../src/findings/why.ts'
import { saidWithin } from '../../src/findings/within.ts'
import type { Fault, Produce, ProduceCall, Scenario, World } from '../../src/scenario/scenario.ts'
import { type Asked, fault, question, traceOf, tracesOf } from '../support/runs.ts'

const ordinary = (text: string): string => text.replace(/\u202f/g, ' ')

type Asking = Partial<Omit<Produce, 'kind' | 'calls'>> & { readonly faults?: readonly Fault[]; readonly until?: number }

/** A broker and a producer that calls these. */
function produce(calls: readonly ProduceCall[], variants: readonly Asked[], asking: Asking = {}): Scenario {
  const { faults = [], until = 8_000, ...topic } = asking
  const workload: Produce = { kind: 'produce', partitions: 1, topicKnown: true, ...topic, calls }
  const change: Partial<World> = { faults, workload }
  return { ...question(1, until, variants, change), lab: 'requests' }
}

const sends = (...instants: readonly number[]): ProduceCall[] => instants.map((at) => ({ at, what: 'send' }))

const both: readonly ProduceCall[] = [0, 1].map((partition) => ({ at: 95, what: 'send', partition }))

const SHORT = { 'request.timeout.ms': 1_000 }
const BUDGET = { ...SHORT, 'delivery.timeout.ms': 3_500 }
const NO_RETRY = { ...BUDGET, retries: 0 }
const mute = fault(1, 'mute', 50)
const dead = fault(1, 'black hole')

describe('the verdict: when the last record was done, and what became of all', () => {
  const flushAndClose: ProduceCall[] = [
    { at: 110, what: 'flush' },
    { at: 120, what: 'close', timeout: 2_000 },
  ]
  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, number | undefined, string, string]>([
    ['a healthy broker', produce(sends(0), [['3.9']]), 6, 'the record is done, at the first attempt', ''],
    ['0.8.2 and a mute broker: open for ever', produce(sends(0, 100), [['0.8.2']], { faults: [mute] }), undefined, 'one of two records done, one still open after 8 s', ''],
    ['0.8.2 and a dead one: where the record is', produce(sends(0), [['0.8.2']], { faults: [dead] }), undefined, 'not done within 8 s; still waits for a connection', ''],
    ['the draft of KIP-19, which does not retry either', produce(sends(0, 100), [['kip-19-draft', SHORT]], { faults: [mute] }), 1_101, 'one of two records done, one fails (TimeoutException)', ''],
    ['the draft of KIP-19 and a dead leader', produce(sends(0), [['kip-19-draft', SHORT]], { faults: [dead] }), undefined, 'not done within 8 s; still waits for a connection', ''],
    ['0.9, which does not retry', produce(sends(0, 100), [['0.9', SHORT]], { faults: [mute] }), 1_101, 'one of two records done, one fails (NetworkException)', ''],
    ['3.9, which has a budget', produce(sends(0, 100), [['3.9', BUDGET]], { faults: [mute] }), 3_601, 'one of two records done, one fails (TimeoutException)', ''],
    ['a dead leader: never sent', produce(sends(0), [['3.9', BUDGET]], { faults: [dead] }), 3_501, 'the record fails with a TimeoutException, never sent', ''],
    ['no metadata', produce(sends(0), [['3.9', { 'max.block.ms': 2_000 }]], { faults: [dead], topicKnown: false }), 2_000, 'the record fails with a TimeoutException, without metadata', ''],
    ['flush() and a close() that runs out of time', produce([...sends(0, 100), ...flushAndClose], [['3.9', BUDGET]], { faults: [mute] }), 2_120, 'one of two records done, one fails (KafkaException)', 'flush() returns after 2010 ms; close() returns after 2 s, by force'],
    ['a close() that never returns', produce([...sends(0, 100), { at: 200, what: 'close' }], [['0.8.2']], { faults: [mute] }), undefined, 'one of two records done, one still open after 8 s', 'close() has not returned by the end of the run'],
    ['a broker slower than the timeout, with retries', produce(sends(0, 100), [['3.9', { ...SHORT, 'enable.idempotence': 'false' }]], { faults: [fault(1, 'pause', 50, 2_500)] }), 2_503, 'both records are done; one batch in the log more than once', ''],
    ['the same, idempotent as it comes', produce(sends(0, 100), [['3.9', SHORT]], { faults: [fault(1, 'pause', 50, 2_500)] }), 2_503, 'both records are done; one retried batch known again', ''],
    ['partitionsFor() without metadata', produce([{ at: 5, what: 'partitionsFor' }], [['3.9', { 'max.block.ms': 400 }]], { faults: [dead], topicKnown: false }), undefined, 'no record was sent', 'partitionsFor() throws a TimeoutException after 400 ms'],
    ['and with it', produce([{ at: 5, what: 'partitionsFor' }], [['3.9']], { topicKnown: false }), undefined, 'no record was sent', 'partitionsFor() returns after 7 ms'],
    ['a broker slower than the timeout, without', produce(sends(0, 100), [['3.9', NO_RETRY]], { faults: [fault(1, 'pause', 50, 2_500)] }), 1_101, 'one of two records done, one fails (TimeoutException); one failed batch in the log all the same', ''],
    ['an error that no retry mends', produce([{ at: 0, what: 'send', count: 3 }], [['3.9']], { faults: [{ ...fault(1, 'answer error'), error: 'INVALID_TOPIC_EXCEPTION' }] }), 6, 'all three records fail (InvalidTopicException)', ''],
    ['nothing sent', produce([{ at: 5, what: 'flush' }], [['3.9']]), undefined, 'no record was sent', 'flush() returns after 0 ms'],
  ])('%s', (_, scenario, headline, sentence, caller) => {
    const trace = traceOf(scenario)
    const verdict = verdictIn(trace, scenario, 0)
    expect(verdict.headline).toBe(headline)
    expect(headlineOf(trace, undefined)).toBe(headline)
    expect(ordinary(plain(verdict.sentence))).toBe(sentence)
    expect(ordinary(plain(verdict.caller))).toBe(caller)
    expect(verdict.tone).toBe(/fail|open|not done/.test(sentence) ? 'bad' : 'good')
  })
})

describe('the gap: whose doing each end was', () => {
  const gap = (scenario: Scenario): string => ordinary(plain(gapIn(scenario, tracesOf(scenario), 0, 1).sentence))

  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, number, string]>([
    ['nothing against retries', produce(sends(0, 100), [['0.8.2'], ['0.9', SHORT]], { faults: [mute] }), 6_899,
      '0.8.2: no setting would ever end it; it spent all its 7900 ms in flight. 0.9: retries = 0 leaves no second attempt (NetworkException); it spent all its 1001 ms in flight (request.timeout.ms = 1000).'],
    ['a dead leader: nothing of the draft of KIP-19 bounds that', produce(sends(0), [['kip-19-draft', SHORT], ['0.9', SHORT]], { faults: [dead] }), 6_999,
      'kip-19-draft: no setting bounds its wait in the accumulator; it spent all its 8 s waiting for its connection (tcp_syn_retries = 6). 0.9: request.timeout.ms = 1000 ends its wait in the accumulator with a TimeoutException; it spent all its 1001 ms waiting for its connection (tcp_syn_retries = 6).'],
    ['the draft of KIP-19 against what shipped', produce(sends(0, 100), [['kip-19-draft', { ...SHORT, retries: 1 }], ['0.9', SHORT]], { faults: [mute] }), 1_102,
      'kip-19-draft: retries = 1 leaves no further attempt (TimeoutException); it spent 2002 ms of its 2103 ms in flight (request.timeout.ms = 1000). 0.9: retries = 0 leaves no second attempt (NetworkException); it spent all its 1001 ms in flight (request.timeout.ms = 1000).'],
    ['the accumulator against the budget', produce(sends(0), [['2.0', SHORT], ['2.1', BUDGET]], { faults: [dead] }), -2_500,
      '2.0: request.timeout.ms = 1000 ends its wait in the accumulator with a TimeoutException; it spent all its 1001 ms waiting for its connection (tcp_syn_retries = 6). 2.1: delivery.timeout.ms = 3500 ends it with a TimeoutException; it spent all its 3501 ms waiting for its connection (tcp_syn_retries = 6).'],
    ['one class against the other', produce(sends(0, 100), [['3.4', NO_RETRY], ['3.9', NO_RETRY]], { faults: [mute] }), 0,
      '3.4: retries = 0 leaves no second attempt (NetworkException); it spent all its 1001 ms in flight (request.timeout.ms = 1000). 3.9: retries = 0 leaves no second attempt (TimeoutException); it spent all its 1001 ms in flight (request.timeout.ms = 1000).'],
    ['one class against the other, while another record ends both', produce(sends(0, 100, 3_000), [['3.4', NO_RETRY], ['3.9', NO_RETRY]], { faults: [fault(1, 'mute', 50, 2_500)] }), 0,
      '3.4: one record fails (NetworkException), at 1101 ms: retries = 0 leaves no second attempt. 3.9: one record fails (TimeoutException), at 1101 ms: retries = 0 leaves no second attempt.'],
    ['no difference', produce(sends(0), [['3.4', NO_RETRY], ['3.9', NO_RETRY]]), 0,
      'In both the answer comes; it spent 4 ms of its 6 ms waiting for its connection and 2 ms in flight.'],
  ])('%s', (_, scenario, ms, says) => {
    expect(gap(scenario)).toBe(says)
    expect(gapIn(scenario, tracesOf(scenario), 0, 1).ms).toBe(ms)
  })

  test('linger.ms counts where a batch of 0.9 grows too old', () => {
    const asking = { faults: [fault(1, 'no leader')] }
    const scenario = produce(
      sends(0),
      [
        ['0.9', SHORT],
        ['0.9', { ...SHORT, 'linger.ms': 500 }],
      ],
      asking,
    )
    expect(gap(scenario)).toContain('request.timeout.ms = 1000, counted from the end of linger.ms = 500, ends its wait')
  })
})

describe('why', () => {
  const chain = (scenario: Scenario, record: number): string[] => {
    const trace = traceOf(scenario)
    return why(trace, recordsOf(trace).ended[record] ?? -1).map(({ at, link, says }) =>
      ordinary(`${at} ${link}: ${plain(says)}`),
    )
  }

  test('a record that was never sent: what its batch waited for, down to the fault', () => {
    expect(chain(produce(sends(0), [['3.9', BUDGET]], { faults: [dead] }), 0)).toEqual([
      '3501 happened: Record 0 fails after 3501 ms: its future and its callback get a TimeoutException.',
      '3501 happened: Batch 0 fails: it is 3501 ms old, past delivery.timeout.ms, and was never sent; its record fails.',
      '3000 happened: All four SYNs to broker 1 so far had been lost.',
      '0 happened: Batch 0 waits for the connection to broker 1, which is CONNECTING.',
      '0 armed: The client opened the socket to broker 1, for a batch that waits for it.',
      '0 armed: Batch 0 of partition 0 is opened; still unsent at 3500 ms, it would be too old.',
      '0 happened: Your fault: broker 1 becomes a black hole: every packet to it and from it is lost.',
    ])
  })

  test('a record that goes down with another’s timeout', () => {
    const says = chain(produce(sends(0, 100, 900, 1_150), [['3.9', NO_RETRY]], { faults: [mute] }), 2)
    expect(says.slice(0, 4)).toEqual([
      '1150 happened: Record 2 fails after 250 ms: its future and its callback get a TimeoutException.',
      '1150 happened: Batch 2 fails: one attempt failed, and no retry is left; its record fails.',
      '1150 happened: PRODUCE request 3 to broker 1, 250 ms old, goes down with its connection: PRODUCE request 2 on it has timed out.',
      '1150 happened: The poll loop woke and found a request to broker 1 older than its timeout of 1000 ms: 1050 ms.',
    ])
    expect(says.at(-1)).toMatch(/Your fault: broker 1 falls mute/)
  })

  test('a record whose request timed out alone, in the draft of KIP-19', () => {
    expect(chain(produce(sends(0, 100, 900), [['kip-19-draft', SHORT]], { faults: [mute] }), 1)).toEqual([
      '1101 happened: Record 1 fails after 1001 ms: its future and its callback get a TimeoutException.',
      '1101 happened: Batch 1 fails: one attempt failed, and no retry is left; its record fails.',
      '1101 happened: PRODUCE request 1 to broker 1 has timed out; its connection stays open.',
      '1101 happened: The time of PRODUCE request 1 to broker 1 is over (request.timeout.ms): it ends alone, and the connection stays open.',
      '101 happened: broker 1 gets PRODUCE request 1 and never answers it.',
      '100 armed: The client sends PRODUCE request 1 to broker 1, with batch 1, to be answered within 1000 ms.',
      '50 happened: Your fault: broker 1 falls mute: it accepts connections and requests, and answers nothing.',
    ])
  })

  test('a record that is in flight when its budget is over: its request, and who does not answer it', () => {
    const stuck: Fault = { ...fault(1, 'mute'), answers: 'API versions' }
    const says = chain(produce(sends(0), [['2.7', BUDGET]], { faults: [stuck] }), 0)
    expect(says[1]).toBe(
      '3501 happened: Batch 0 fails: it is 3501 ms old, past delivery.timeout.ms, and in flight: its request stays there, and the answer will change nothing; its record fails.',
    )
    expect(says[2]).toMatch(/happened: broker 1 gets PRODUCE request \d+ and never answers it\.$/)
    expect(says.at(-1)).toMatch(/Your fault: broker 1 falls mute/)
  })

  test('a leader that nobody is', () => {
    const says = chain(produce(sends(0), [['3.9', BUDGET]], { faults: [fault(1, 'no leader')] }), 0)
    expect(says).toContain('0 happened: Batch 0 waits: the client knows of no leader for partition 0.')
    expect(says.at(-1)).toMatch(/Your fault: broker 1 gives its partitions up/)
  })

  test('who owned a life: the end by its setting, and where the time went', () => {
    const scenario = produce(sends(0, 100), [['3.9', BUDGET]], { faults: [mute] })
    const trace = traceOf(scenario)
    const { rule, setting, says } = ownerOf(trace, recordsOf(trace).ended[1] ?? -1, scenario, 0)
    expect(rule.setting).toBe('delivery.timeout.ms')
    expect(setting?.value.replace(/\u202f/g, ' ')).toBe('3500')
    expect(ordinary(plain(says ?? []))).toMatch(
      /^Of its 3501 ms: \d+ ms waiting for its connection \(request\.timeout\.ms = 1000\); /,
    )
  })
})

describe('which timers are armed', () => {
  test('the backoff of a batch grows, and says that jitter comes upon it', () => {
    const asked = produce(sends(0), [['3.9', { 'retry.backoff.ms': 200, 'retry.backoff.max.ms': 1_000 }]], {
      faults: [{ ...fault(1, 'answer error'), error: 'NOT_ENOUGH_REPLICAS' }],
      until: 6_000,
    })
    const lengths = (jitter: boolean): (string | undefined)[] => {
      const trace = traceOf({ ...asked, world: { ...asked.world, jitter } })
      const timers = Array.from({ length: 6_000 }, (_, at) => armedAt(trace, at, batchBound(asked, 0))).flat()
      const backoffs = timers.filter(({ name }) => name.startsWith('retry.backoff.ms'))
      return [...new Set(backoffs.map(({ name, deadline, armedAt: from }) => `${name}: ${deadline - from}`))]
    }
    const plain = lengths(false)
    expect(plain).toEqual([200, 400, 800, 999].map((length) => `retry.backoff.ms, batch 0: ${length}`))
    expect(lengths(true)).toEqual(plain.map((each) => each?.replace('ms,', 'ms before jitter,')))
  })

  const timers = (scenario: Scenario, at: number): string[] =>
    armedAt(traceOf(scenario), at, batchBound(scenario, 0)).map(({ name, deadline }) => `${name}: ${deadline - at}`)

  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, number, readonly string[]]>([
    ['a batch in flight since 2.1', produce(sends(0, 100), [['3.9', BUDGET]], { faults: [mute] }), 600, ['request timeout, PRODUCE to broker 1: 500', 'delivery.timeout.ms, batch 1: 3000']],
    ['a batch in flight before: its age is of no account', produce(sends(0, 100), [['0.9', SHORT]], { faults: [mute] }), 600, ['request timeout, PRODUCE to broker 1: 500']],
    ['a batch that lingers', produce(sends(0), [['3.9', { ...BUDGET, 'linger.ms': 50 }]]), 20, ['linger.ms, batch 0: 30', 'delivery.timeout.ms, batch 0: 3480']],
    ['a batch that backs off', produce(sends(0, 100), [['3.9', BUDGET]], { faults: [mute] }), 1_120, ['retry.backoff.ms, batch 1: 81', 'delivery.timeout.ms, batch 1: 2480']],
    ['a send() that waits for metadata', produce(sends(0), [['3.9', { 'max.block.ms': 2_000 }]], { topicKnown: false, faults: [dead] }), 20, ['max.block.ms, record 0: 1980']],
    ['a close() that waits', produce([...sends(0, 100), { at: 200, what: 'close', timeout: 500 }], [['3.9', BUDGET]], { faults: [mute] }), 300, ['close(): 400', 'request timeout, PRODUCE to broker 1: 800', 'delivery.timeout.ms, batch 1: 3300']],
  ])('%s', (_, scenario, at, expected) => {
    const own = timers(scenario, at).filter((name) => /ms, batch|PRODUCE|close|record/.test(name))
    expect(own).toEqual(expected)
  })
})

test('an attempt that fails names the error of each batch, before any callback has one', () => {
  const scenario = produce([{ at: 0, what: 'send', partition: 0 }, ...both], [['3.9', { 'linger.ms': 10 }]], {
    partitions: 2,
    faults: [{ ...fault(1, 'take over', 0, 105), partition: 1 }],
    until: 1_000,
  })
  const trace = traceOf({ ...scenario, world: { ...scenario.world, nodes: question(2, 1, [['3.9']]).world.nodes } })
  const says = Array.from({ length: trace.rows }, (_, row) => ordinary(sentence(trace, row)))
  expect(says.filter((each) => /is answered with|goes back/.test(each))).toEqual([
    'PRODUCE request 2 to broker 1 is answered with NOT_LEADER_OR_FOLLOWER for batch 2.',
    'Batch 2 goes back to its place in partition 1 after NOT_LEADER_OR_FOLLOWER, for its first retry.',
  ])
})

test('what happens to records within a stretch is counted', () => {
  const trace = traceOf(produce(sends(0, 100), [['3.9', BUDGET]], { faults: [mute] }))
  expect(saidWithin(trace, { from: 0, to: 60 })).toMatch(/ · 1 fault begins · 1 record done · 1 connection ready$/)
  expect(saidWithin(trace, { from: 1_000, to: 1_150 })).toMatch(/ · 1 attempt failed · 1 request timeout$/)
  expect(saidWithin(trace, { from: 3_600, to: 3_700 })).toMatch(/ · 1 record failed/)
})

test('a transcript begins with what the producer is asked for', () => {
  const calls: ProduceCall[] = [
    { at: 0, what: 'send', count: 12 },
    { at: 5, what: 'flush' },
    { at: 9, what: 'close' },
  ]
  const scenario = produce(calls, [['3.9']], { topicKnown: false, partitions: 3, until: 1_000 })
  expect(transcript(scenario, tracesOf(scenario)).split('\n')[2]).toBe(
    'A producer sends twelve records to three partitions of a topic whose metadata it has yet to get; flush() and close() are called; jitter off, seed 1, until 1 s.',
  )
})

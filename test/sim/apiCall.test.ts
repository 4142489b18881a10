// One call of a consumer or an admin client: how long it blocks, how often it is tried, and what ends it. The lengths follow from the
// clients' own settings of each release; the network has 1 ms each way and a select that is 1 ms late.

import { describe, expect, test } from 'vitest'
import { variant, world } from '../../src/scenario/defaultPreset.ts'
import type { ApiWorkload, Config, Fault, Scenario } from '../../src/scenario/scenario.ts'
import { ATTEMPT, ATTEMPTED } from '../../src/trace/callKinds.ts'
import { CLOSE, UNBLOCKED } from '../../src/trace/kinds.ts'
import { atOf, fieldOf, kindOf, ruleOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'
import { traceOf } from '../support/runs.ts'

type Settings = NonNullable<Config['consumer']>

const mute: Fault = { at: 0, kind: 'mute', node: 0, answers: 'API versions', on: true }
const muteAtAll: Fault = { at: 0, kind: 'mute', node: 0, on: true }
const darkBroker: Fault = { at: 0, kind: 'black hole', node: 0, on: true }
const refusing: Fault = { at: 0, kind: 'refuse', node: 0, on: true }

function run(kafka: string, workload: ApiWorkload, faults: readonly Fault[], settings: Settings, nodes = 1): Trace {
  const scenario: Scenario = {
    v: 1,
    lab: 'requests',
    title: '',
    seed: 1,
    until: 400_000,
    world: world(nodes, 0, { faults, workload }),
    variants: [{ ...variant(kafka, kafka), config: { [workload.kind]: settings } }],
  }
  return traceOf(scenario)
}

const rowsOf = (trace: Trace, kind: number): number[] =>
  Array.from({ length: trace.rows }, (_, row) => row).filter((row) => kindOf(trace, row) === kind)

/** `60001 TimeoutException api-timed-out`, and when each attempt at the call began. */
function ended(trace: Trace): [string, number[]] {
  const row = rowsOf(trace, UNBLOCKED)[0] ?? -1
  const attempts = rowsOf(trace, ATTEMPT).filter((each) => words[fieldOf(trace, each, 0)] !== 'metadata')
  const how = row < 0 ? 'blocks' : `${atOf(trace, row)} ${words[fieldOf(trace, row, 1)]} ${ruleOf(trace, row)?.id}`
  return [how, attempts.map((each) => atOf(trace, each))]
}

const consumer: ApiWorkload = { kind: 'consumer', known: false }
const admin: ApiWorkload = { kind: 'admin', known: true }

describe('partitionsFor() of a consumer', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, string, ApiWorkload, Fault[], Settings, string, number[]]>([
    ['is answered by the first node', '3.9', consumer, [], {}, '6 response api-returns', [0]],
    ['blocks for request.timeout.ms in 0.9', '0.9', consumer, [mute], {}, '40001 TimeoutException api-timed-out-request', [0]],
    ['and in 1.1, where that is 305 s', '1.1', consumer, [mute], {}, '305001 TimeoutException api-timed-out-request', [0]],
    ['for default.api.timeout.ms since 2.0, request by request', '2.0', consumer, [mute], {}, '60001 TimeoutException api-timed-out', [0, 30_114]],
    ['and now', '3.9', consumer, [mute], {}, '60001 TimeoutException api-timed-out', [0, 30_114]],
    ['with any number of attempts in it', '3.9', consumer, [mute], { 'request.timeout.ms': 10_000, 'retry.backoff.max.ms': 100 }, '60001 TimeoutException api-timed-out', [0, 12_108, 24_216, 36_324, 48_432]],
    ['longer than the request where the setting is shorter than that (X8)', '3.9', consumer, [mute], { 'default.api.timeout.ms': 5000 }, '5001 TimeoutException api-timed-out', [0]],
    ['for its own timeout since KIP-266', '2.0', { ...consumer, timeout: 5000 }, [mute], {}, '5001 TimeoutException api-timed-out-given', [0]],
    ['which calls did not take before', '1.1', { ...consumer, timeout: 5000 }, [mute], {}, '305001 TimeoutException api-timed-out-request', [0]],
    ['tries again at once where nobody listens, backoff by backoff', '2.0', consumer, [refusing], { 'default.api.timeout.ms': 300 }, '300 TimeoutException api-timed-out', [0, 102, 204]],
  ])('%s', (_, kafka, workload, faults, settings, how, attempts) => {
    const [end, tries] = ended(run(kafka, workload, faults, settings))
    expect([end, tries.slice(0, attempts.length), tries.length]).toEqual([how, attempts, attempts.length])
  })

  test('a request that waits for a dark node is never sent, and the next attempt asks another', () => {
    const trace = run('2.0', { ...consumer }, [darkBroker, { ...darkBroker, node: 1, on: false }], {}, 2)
    const unsent = rowsOf(trace, ATTEMPTED).filter((row) => words[fieldOf(trace, row, 2)] === 'unsent')
    const nodes = rowsOf(trace, ATTEMPT).map((row) => fieldOf(trace, row, 2))
    expect(nodes.length).toBe(unsent.length + 1)
    expect(ended(trace)[0]).toMatch(/ response api-returns$/)
  })
})

describe('listTopics() of an admin client', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, string, ApiWorkload, Fault[], Settings, string, number[]]>([
    ['is answered once the client has its own metadata', '3.9', { ...admin, known: false }, [], {}, '12 response api-returns', [6]],
    ['has one timeout for call and request to 2.4', '2.4.0', admin, [mute], {}, '120001 TimeoutException api-timed-out-request', [0]],
    ['makes one attempt since 2.5, for nothing wakes the loop at request.timeout.ms', '2.7', admin, [mute], {}, '60001 TimeoutException api-timed-out', [0]],
    ['two, where something does', '2.7', admin, [mute], { 'metadata.max.age.ms': 10_000 }, '60001 TimeoutException api-timed-out', [0, 30_201]],
    ['no more than retries allow', '2.7', admin, [mute], { 'request.timeout.ms': 5000, 'metadata.max.age.ms': 1000, retries: 1 }, '10244 TimeoutException api-retries-exhausted', [0, 5142]],
    ['for its own timeout', '2.4.0', { ...admin, timeout: 3000 }, [mute], {}, '3001 TimeoutException api-timed-out-given', [0]],
    ['waits for the call’s end at a node that never becomes ready in 2.8', '2.8', admin, [muteAtAll], {}, '60001 TimeoutException api-timed-out', [0]],
    ['and leaves it after request.timeout.ms since KAFKA-12432', '3.1', admin, [muteAtAll], {}, '60001 TimeoutException api-timed-out', [0, 30_052]],
    ['finds no node to ask while its metadata is missing', '2.7', { ...admin, known: false }, [muteAtAll], {}, '60001 TimeoutException api-timed-out', []],
  ])('%s', (_, kafka, workload, faults, settings, how, attempts) => {
    expect(ended(run(kafka, workload, faults, settings))).toEqual([how, attempts])
  })

  test('its loop closes the connection of a call whose time is over, and nobody polls it afterwards', () => {
    const trace = run('2.7', admin, [mute], {})
    expect(rowsOf(trace, CLOSE).map((row) => atOf(trace, row))).toEqual([60_001])
    expect(atOf(trace, trace.rows - 1)).toBe(60_001)
  })
})

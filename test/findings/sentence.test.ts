// What each row of a run says of itself.

import { describe, expect, test } from 'vitest'
import { sentence } from '../../src/findings/sentence.ts'
import { clientFaultKinds, type Fault, type Scenario } from '../../src/scenario/scenario.ts'
import { fault, question, traceOf } from '../support/runs.ts'

const sentences = (scenario: Scenario): string[] => {
  const trace = traceOf(scenario)
  return Array.from({ length: trace.rows }, (_, row) => sentence(trace, row).replace(/\u202f/g, ' '))
}

/** One broker that is asked for metadata by 3.9, and what goes wrong with it. */
const meets = (each: Fault, until = 20_000): Scenario =>
  question(1, until, [['3.9', { 'request.timeout.ms': 5_000 }]], { faults: [each] })

describe('every row says something', () => {
  test.each(clientFaultKinds)('while there is %s, and after it', (kind) => {
    const ends = kind === 'forget connections' ? {} : { until: 15_000 }
    for (const each of sentences(meets({ ...fault(1, kind, 1), ...ends }))) expect(each).toMatch(/^[A-Zbls].*[^.]\.$/)
  })
})

describe('what TCP and the kernel do is told in their words', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, string]>([
    ['nobody answers ARP', meets({ ...fault(1, 'unreachable'), by: 'ARP' }), 'Nobody answers ARP for broker 1: EHOSTUNREACH.'],
    ['a router has no route', meets({ ...fault(1, 'unreachable'), by: 'ICMP net' }), 'An ICMP error says that broker 1 cannot be reached: ENETUNREACH.'],
    ['a firewall rejects', meets({ ...fault(1, 'unreachable'), by: 'ICMP port' }), 'An ICMP error says that broker 1 cannot be reached: ECONNREFUSED.'],
    ['a full backlog', meets(fault(1, 'backlog full')), 'The first SYN to broker 1 is ignored, as its backlog is full: the kernel sends the next one at 1000 ms.'],
    ['a request that is lost once', meets(fault(1, 'lose message')), 'TCP sends API_VERSIONS request 0 to broker 1 again, retransmission 1: it gets through.'],
    ['an answer that is lost once', meets({ ...fault(1, 'lose message'), message: 'answer' }), 'TCP sends the answer of broker 1 to API_VERSIONS request 0 again, retransmission 1: it gets through.'],
  ])('%s', (_, scenario, says) => expect(sentences(scenario)).toContain(says))

  test('a connection that falls silent in mid-request: each retransmission, and who ends it', () => {
    const silent = { ...fault(1, 'black hole', 3), on: true }
    const patient = question(1, 60_000, [['3.9', { 'request.timeout.ms': 60_000 }]], { faults: [silent] })
    const kernel = { release: '6.5', synRetries: 6, linearTimeouts: 4, dataRetries: 3 } as const
    const told = sentences({ ...patient, world: { ...patient.world, kernel } })
    const again = told.filter((each) => each.includes('again, retransmission'))
    expect(again.length).toBeGreaterThan(1)
    expect(again[0]).toMatch(/^TCP sends .+ again, retransmission 1: it is lost; the timer runs until \d+ ms\.$/)
    expect(told).toContain(
      'The kernel gives the connection to broker 1 up: ETIMEDOUT, as nothing that it sent again was acknowledged.',
    )
  })
})

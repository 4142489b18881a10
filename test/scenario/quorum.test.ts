// A question about a quorum: read, edited, written as a link, compiled; and what is said of it before it runs.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NEVER } from '../../src/base/time.ts'
import { fetchTimeouts } from '../../src/findings/quorumElections.ts'
import { orderOf } from '../../src/scenario/compile.ts'
import * as edit from '../../src/scenario/edit.ts'
import { addNode, removeQuorumNode, setLink, setObserver, setQuorum, setVoters } from '../../src/scenario/editQuorum.ts'
import { parseSetting } from '../../src/scenario/fields.ts'
import { decode, encode } from '../../src/scenario/link.ts'
import { parse, salvage } from '../../src/scenario/parse.ts'
import { presetOf } from '../../src/scenario/presets.ts'
import type { Problem } from '../../src/scenario/problem.ts'
import { adviceOn, boundOn, pairOn, quorumFaultRemarks } from '../../src/scenario/quorumRemarks.ts'
import type { QuorumWorld } from '../../src/scenario/quorumWorld.ts'
import { quorumReleases } from '../../src/scenario/releases.ts'
import { type Fault, limits, type Scenario } from '../../src/scenario/scenario.ts'
import { settingKeysOf } from '../../src/scenario/settingForms.ts'
import { run } from '../../src/sim/run.ts'
import { presetScenario } from '../support/runs.ts'
import { quorums } from './arbitraryQuorum.ts'

// biome-ignore lint/suspicious/noExplicitAny: the input of parse is anything, and tests bend it in any way.
type Any = any

const FETCH = 'controller.quorum.fetch.timeout.ms'
const REQUEST = 'controller.quorum.request.timeout.ms'
const ELECTION = 'controller.quorum.election.timeout.ms'

const start = presetScenario('one-lost-answer')

function bent(bend: (input: Any) => void): unknown {
  const input: Any = structuredClone(start)
  bend(input)
  return input
}

function problemsOf(input: unknown): readonly Problem[] {
  const parsed = parse(input)
  return 'problems' in parsed ? parsed.problems : []
}

const lossOf = (more: Any) => ({ at: 0, kind: 'lose message', node: 0, peer: 1, on: true, ...more })

describe('one slip, said at its place', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, (input: Any) => void, string, RegExp]>([
    ['nobody at all', (s) => (s.world.nodes = []), 'world.nodes', /at least 1/],
    ['nobody with a vote', (s) => s.world.nodes.forEach((node: Any) => (node.observer = true)), 'world.nodes', /No node has a vote/],
    ['ten voters', (s) => (s.world.nodes = Array.from({ length: 10 }, () => ({}))), 'world.nodes', /10 voters; at most 9/],
    ['more nodes than there may be', (s) => (s.world.nodes = Array.from({ length: 21 }, () => ({ observer: true }))), 'world.nodes', /21 nodes; at most 20/],
    ['a node that is half an observer', (s) => (s.world.nodes[2].observer = 'both'), 'world.nodes.2.observer', /true or false/],
    ['a node of another name', (s) => (s.world.nodes[2].name = 'controller 3'), 'world.nodes.2.name', /not possible here/],
    ['a node with two addresses', (s) => (s.world.nodes[2].addresses = 2), 'world.nodes.2.addresses', /not possible here/],
    ['a latency beyond a minute', (s) => (s.world.latency = 60_001), 'world.latency', /at most 60000 ms/],
    ['a negative latency', (s) => (s.world.latency = -1), 'world.latency', /negative/],
    ['a start of no meaning', (s) => (s.world.workload.start = 'chaos'), 'world.workload.start', /not possible/],
    ['a link to nobody', (s) => (s.world.workload.links = [{ from: 0, to: 3, latency: 5 }]), 'world.workload.links.0.to', /no node n4/],
    ['a link of a node to itself', (s) => (s.world.workload.links = [{ from: 1, to: 1, latency: 5 }]), 'world.workload.links.0', /one node to another/],
    ['a way that is named twice', (s) => (s.world.workload.links = [{ from: 0, to: 1, latency: 5 }, { from: 0, to: 1, latency: 6 }]), 'world.workload.links.1', /named twice/],
    ['a link without a length', (s) => (s.world.workload.links = [{ from: 0, to: 1 }]), 'world.workload.links.0.latency', /missing/],
    ['a bound that is neither shown nor not', (s) => (s.world.workload.proposedBound = 1000), 'world.workload.proposedBound', /true or false/],
    ['a fault of a client', (s) => (s.world.faults[0] = { at: 0, kind: 'black hole', node: 0, on: true }), 'world.faults.0.kind', /“black hole” is not possible/],
    ['a segment of TCP to lose', (s) => (s.world.faults[0].message = 'SYN'), 'world.faults.0.message', /“SYN” is not possible/],
    ['a link to itself that fails', (s) => (s.world.faults[0].peer = 0), 'world.faults.0.peer', /no link to itself/],
    ['the other node beyond the limit', (s) => (s.world.faults[0].peer = 20), 'world.faults.0.peer', /at most 19/],
    ['word of a lost answer', (s) => (s.world.faults[0] = lossOf({ message: 'Vote answer', toldAfter: 20 })), 'world.faults.0.toldAfter', /Nobody is told/],
    ['an address of a node', (s) => (s.world.faults[0].address = 1), 'world.faults.0.address', /one address/],
    ['an end of what happens in a moment', (s) => (s.world.faults[0] = { at: 0, until: 5, kind: 'resign', node: 0, on: true }), 'world.faults.0.until', /has no end/],
    ['a way of a pause', (s) => (s.world.faults[0] = { at: 0, kind: 'pause', node: 0, way: 'to broker', on: true }), 'world.faults.0.way', /Only cut link and slow link/],
    ['a pause that ends in no order', (s) => (s.world.faults[0] = { at: 0, kind: 'pause', node: 0, resumes: 'at random', on: true }), 'world.faults.0.resumes', /not possible/],
    ['a release without its quorum', (s) => (s.variants[0].kafka = '3.9'), 'variants.0.kafka', /not offered. It is two here/],
    ['a release from before KRaft', (s) => (s.variants[0].kafka = '2.7'), 'variants.0.kafka', /not possible/],
    ['a setting of a producer', (s) => (s.variants[0].config = { producer: {} }), 'variants.0.config.producer', /no such field/],
    ['a producer’s key among the controller’s', (s) => (s.variants[0].config = { controller: { 'linger.ms': 5 } }), 'variants.0.config.controller.linger.ms', /no setting of that name/],
    ['a knob of a client', (s) => (s.variants[0].knobs = { nodeChoice: 'last visited' }), 'variants.0.knobs.nodeChoice', /no such field/],
    ['a kernel of a variant', (s) => (s.variants[0].world = { kernel: { giveUpAfter: 5 } }), 'variants.0.world.kernel', /no such field/],
    ['a negative timeout in 4.1', (s) => (s.variants[3].config = { controller: { [FETCH]: -1 } }), `variants.3.config.controller.${FETCH}`, /refuses less than 0/],
    ['a negative timeout in 3.9.0, which takes it', (s) => (s.variants[1].config = { controller: { [FETCH]: -1 } }), `variants.1.config.controller.${FETCH}`, /Kafka itself would take this number; .*IllegalArgumentException/],
    ['an int beyond its type', (s) => (s.variants[1].config = { controller: { [FETCH]: 2 ** 31 } }), `variants.1.config.controller.${FETCH}`, /not a number of type int/],
    ['a quorum in the lab of connections', (s) => (s.lab = 'client'), 'world.workload.kind', /client has no application of the kind quorum/],
  ])('%s', (_, bend, path, what) => {
    const problems = problemsOf(bent(bend))
    expect(problems.map((problem) => problem.path)).toContain(path)
    const problem = problems.find((each) => each.path === path)
    expect(problem?.what).toMatch(what)
    expect(problem?.what).toMatch(/[.!?]$/)
    expect(problem?.hint).toMatch(/[.!?]$/)
  })

  test('of a question without anybody to vote a sound one is kept', () => {
    const kept = salvage(bent((s) => s.world.nodes.forEach((node: Any) => (node.observer = true))))
    expect(kept?.world.nodes.map(({ observer }) => observer)).toEqual([undefined, undefined, undefined])
  })

  test('what concerns a client need not be said', () => {
    const input = bent((s) => {
      for (const key of ['kernel', 'service', 'jitter', 'selectOvershootMs']) delete s.world[key]
      s.world.nodes = [{}, {}, {}]
    })
    expect(parse(input)).toEqual({ scenario: start })
  })
})

describe('odd numbers run, and end', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, (scenario: Scenario) => Scenario]>([
    ['one voter', (s) => setVoters(s, 1)],
    ['two voters', (s) => setVoters(s, 2)],
    ['nine voters', (s) => setVoters(s, 9)],
    ['eleven observers beside nine voters', (s) => Array.from({ length: 11 }).reduce<Scenario>((all) => addNode(all, true), setVoters(s, 9))],
    ['no latency', (s) => edit.setWorld(s, { latency: 0 })],
    ['more latency than any timeout', (s) => edit.setWorld(s, { latency: limits.latencyMs })],
    ['a fetch timeout of 0', (s) => inAll(s, FETCH, 0)],
    ['a fetch timeout of 1', (s) => inAll(s, FETCH, 1)],
    ['the longest fetch timeout', (s) => inAll(s, FETCH, 2 ** 31 - 1)],
    ['an election timeout of 0', (s) => inAll(s, ELECTION, 0)],
    ['a request timeout of 0', (s) => inAll(s, REQUEST, 0)],
    ['nothing but zeros', (s) => settingKeysOf('quorum').reduce((all, key) => inAll(all, key, 0), edit.setWorld(s, { latency: 0 }))],
  ])('%s', (_, change) => {
    for (const begins of ['steady', 'elected'] as const) {
      const asked = setQuorum(change(every), { start: begins })
      expect(problemsOf(asked)).toEqual([])
      asked.variants.forEach((_variant, i) => {
        const { trace } = run(orderOf(asked, i, 20_000))
        expect(trace.rows).toBeGreaterThan(0)
      })
    }
  })

  const inAll = (scenario: Scenario, key: string, value: number): Scenario =>
    scenario.variants.reduce((edited, _, variant) => edit.setSetting(edited, variant, key, value), scenario)

  /** A question of four eras. */
  const every: Scenario = {
    ...start,
    variants: ['3.7', '3.9.1', '4.1', '4.4'].map((kafka) => ({ name: kafka, kafka, config: {} })),
  }
})

describe('edits', () => {
  test('of fewer voters the last ones go, and their faults wait', () => {
    const fewer = setVoters(edit.addFault(start, { at: 5, kind: 'stop', node: 2, on: true }), 2)
    expect(fewer.world.nodes.map(({ name }) => name)).toEqual(['n1', 'n2'])
    expect(quorumFaultRemarks(fewer).map(({ says }) => says)).toEqual([
      'There is no node n3 now: the fault is kept for when there is one.',
    ])
    expect(quorumFaultRemarks(setVoters(fewer, 3))).toEqual([])
  })

  test('the nodes behind one that goes take the numbers before theirs, with links and faults', () => {
    const asked = setLink(setLink(start, 2, 0, 50), 1, 0, 70)
    const less = removeQuorumNode(edit.addFault(asked, { at: 5, kind: 'cut link', node: 2, peer: 0, on: true }), 1)
    expect(less.world.workload).toEqual({ kind: 'quorum', start: 'steady', links: [{ from: 1, to: 0, latency: 50 }] })
    expect(less.world.faults.map(({ node, peer }) => [node, peer])).toEqual([
      [0, 2],
      [1, 0],
    ])
    expect(problemsOf(less)).toEqual([])
  })

  test('somebody always has a vote, and no more than nine do', () => {
    const one = setVoters(start, 1)
    expect(setObserver(one, 0, true)).toBe(one)
    expect(removeQuorumNode(one, 0)).toBe(one)
    const full = addNode(setVoters(start, 9), true)
    expect(setObserver(full, 9, false)).toBe(full)
    expect(addNode(full, false)).toBe(full)
    expect(setVoters(start, 99).world.nodes).toHaveLength(9)
  })

  test('where there is no room for another node, observers get the votes that are asked for', () => {
    const full = Array.from({ length: 19 }).reduce<Scenario>((all) => addNode(all, true), setVoters(start, 1))
    const nine = setVoters(full, 9)
    expect(nine.world.nodes.map(({ observer }) => observer ?? false)).toEqual([
      ...Array(9).fill(false),
      ...Array(11).fill(true),
    ])
    expect(problemsOf(nine)).toEqual([])
  })

  test('a fault loses the other end that it becomes itself, and word of what is an answer now', () => {
    const moved = edit.updateFault(start, 0, { node: 1 })
    expect(moved.world.faults[0]?.peer).toBeUndefined()
    const told = edit.addFault(start, { at: 0, kind: 'lose message', node: 1, message: 'Vote', toldAfter: 5, on: true })
    const answer = edit.updateFault(told, 1, { message: 'Vote answer' })
    expect(answer.world.faults[1]?.toldAfter).toBeUndefined()
    expect(problemsOf(answer)).toEqual([])
  })

  test('another release keeps the rules that were turned and parks no setting', () => {
    const asked = edit.setKnobs(edit.setSetting(start, 1, FETCH, 900), 1, { preVote: 'asked' })
    const { variants } = edit.setKafka(asked, 1, '4.2')
    expect(variants[1]).toEqual({
      name: '3.9.0, Q = F = 2000',
      kafka: '4.2',
      knobs: { preVote: 'asked' },
      config: { controller: { [FETCH]: 900 } },
    })
  })

  test('a quorum is asked of no other lab', () => {
    expect(edit.setLab(start, 'client')).toBe(start)
    expect(edit.setLab(presetScenario('two-dead-of-three'), 'quorum').lab).toBe('client')
  })
})

describe('links', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, string]>([
    ['a preset', start, 'c1.answer.1'],
    ['a setting', edit.setSetting(start, 1, FETCH, 1000), `c1.e.answer.1&v2.${FETCH}=1000.`],
    ['an observer', addNode(start, true), 'c1.e.answer.1&nodes=4&n4.observer=yes.'],
    ['a slow way', setLink(start, 1, 0, 300), 'c1.e.answer.1&links=2-1-300.'],
    ['another start', setQuorum(start, { start: 'elected' }), 'c1.e.answer.1&start=elected.'],
    ['the proposed bound', setQuorum(start, { proposedBound: true }), 'c1.e.answer.1&proposedBound=yes.'],
    ['a message', edit.updateFault(start, 0, { message: 'BeginQuorumEpoch', peer: 2, toldAfter: 20 }), 'c1.e.answer.1&f1.peer=3&f1.message=BeginQuorumEpoch&f1.toldAfter=20.'],
    ['a pause', edit.updateFault(start, 0, { kind: 'pause', until: 900, resumes: 'inbox' }), 'c1.e.answer.1&f1=pause,1,0-900&f1.resumes=inbox&f1.peer=&f1.message=.'],
    ['a rule', edit.setKnobs(start, 0, { preVote: 'asked' }), 'c1.e.answer.1&v1.knob.preVote=asked.'],
  ])('%s', (_, scenario, link) => {
    expect(encode(scenario).startsWith(link)).toBe(true)
    expect(decode(encode(scenario))).toEqual({ scenario })
  })

  test('what is decoded is what was encoded', () => {
    fc.assert(
      fc.property(quorums, (scenario) => {
        const link = encode(scenario)
        expect(link.length).toBeLessThanOrEqual(limits.linkLength)
        expect(decode(link)).toEqual({ scenario })
        expect(parse(JSON.parse(JSON.stringify(scenario)))).toEqual({ scenario })
      }),
      { numRuns: 60 },
    )
  })
})

test('whatever is asked runs to its end, or to the limit of its rows', () => {
  fc.assert(
    fc.property(quorums, (scenario) => {
      scenario.variants.forEach((_, variant) => {
        expect(run(orderOf(scenario, variant, 3000)).trace.rows).toBeGreaterThan(0)
      })
    }),
    { numRuns: 80 },
  )
})

const compiled = (scenario: Scenario, variant = 0): QuorumWorld => {
  const order = orderOf(scenario, variant)
  if (!('quorum' in order)) throw new Error('no quorum')
  return order.quorum
}

describe('the world that a run takes', () => {
  const faulty = (...faults: Fault[]): QuorumWorld => compiled(edit.setWorld(start, { faults }))

  test('nodes go by their numbers, the settings by their letters', () => {
    const asked = edit.setSetting(setObserver(start, 1, true), 0, ELECTION, 5)
    expect(compiled(asked)).toMatchObject({
      voters: [1, 3],
      observers: [2],
      latency: 10,
      config: { fetchTimeout: 2000, electionTimeout: 5, requestTimeout: 1000, retryBackoff: 20, maxFetchWait: 500 },
      behaviour: { preVote: 'none', requestSlots: 'by id' },
      start: 'steady',
    })
    expect(compiled(edit.setKnobs(start, 3, { preVote: 'none' }), 3).behaviour).toMatchObject({
      preVote: 'none',
      beginQuorumEpoch: 'stale voters',
    })
  })

  test('a link that is cut, one way and with one other', () => {
    const { cuts } = faulty(
      { at: 5, until: 9, kind: 'cut link', node: 1, peer: 0, way: 'to broker', on: true },
      { at: 7, kind: 'cut link', node: 2, way: 'from broker', on: true },
    )
    expect(cuts).toEqual([
      { from: 1, to: 2, at: 5, until: 9, fault: 0 },
      { from: 3, to: 1, at: 7, until: NEVER, fault: 1 },
      { from: 3, to: 2, at: 7, until: NEVER, fault: 1 },
    ])
  })

  test('a message that is lost goes from the node to the other, or to each', () => {
    const { losses } = faulty(
      { at: 5, kind: 'lose message', node: 0, peer: 1, message: 'Fetch answer', nth: 2, on: true },
      { at: 0, until: 50, kind: 'lose message', node: 1, toldAfter: 20, on: true },
    )
    expect(losses).toEqual([
      { from: 1, to: 2, message: 'Fetch answer', nth: 2, since: 5, until: NEVER, toldAfter: undefined, fault: 0 },
      { from: 2, to: 1, message: 'Fetch', nth: 1, since: 0, until: 50, toldAfter: 20, fault: 1 },
      { from: 2, to: 3, message: 'Fetch', nth: 1, since: 0, until: 50, toldAfter: 20, fault: 1 },
    ])
  })

  test('latencies change where slow links begin and end, on top of what a direction has of its own', () => {
    const asked = edit.setWorld(setLink(start, 1, 0, 50), {
      faults: [
        { at: 100, until: 300, kind: 'slow link', node: 1, peer: 0, way: 'from broker', slower: 20, on: true },
        { at: 200, kind: 'slow link', node: 0, peer: 1, on: true },
      ],
    })
    expect(compiled(asked).latencies).toEqual([
      { from: 1, to: 2, at: 200, latency: 110 },
      { from: 2, to: 1, at: 0, latency: 50 },
      { from: 2, to: 1, at: 100, latency: 70 },
      { from: 2, to: 1, at: 200, latency: 170 },
      { from: 2, to: 1, at: 300, latency: 150 },
    ])
  })

  test('a process that is stopped or paused twice over is so once', () => {
    const { events } = faulty(
      { at: 100, until: 300, kind: 'stop', node: 1, on: true },
      { at: 200, until: 400, kind: 'stop', node: 1, on: true },
      { at: 50, until: 90, kind: 'pause', node: 1, on: true },
      { at: 60, until: 120, kind: 'pause', node: 1, resumes: 'inbox', on: true },
      { at: 90, kind: 'resign', node: 0, on: true },
      { at: 90, kind: 'shut down', node: 2, on: true },
      { at: 90, kind: 'append', node: 0, on: true },
    )
    expect(events).toEqual([
      { at: 50, node: 2, fault: 2, what: 'pause', until: 120, resumes: 'inbox' },
      { at: 90, node: 1, fault: 4, what: 'resign' },
      { at: 90, node: 3, fault: 5, what: 'shutdown' },
      { at: 90, node: 1, fault: 6, what: 'append' },
      { at: 100, node: 2, fault: 0, what: 'stop' },
      { at: 400, node: 2, fault: 1, what: 'start' },
    ])
  })

  test('what is off, or of nobody, is left out; the rest is told as it begins and ends', () => {
    const { faults, cuts } = faulty(
      { at: 100, until: 300, kind: 'cut link', node: 5, on: true },
      { at: 100, until: 300, kind: 'cut link', node: 0, peer: 5, on: true },
      { at: 100, until: 300, kind: 'cut link', node: 0, on: false },
      { at: 70, kind: 'resign', node: 0, on: true },
      { at: 20, until: 40, kind: 'pause', node: 2, on: true },
    )
    expect(cuts).toEqual([])
    expect(faults).toEqual([
      { at: 20, until: 40, node: 3, what: 'pause', index: 4 },
      { at: 70, until: 70, node: 1, what: 'resign', index: 3 },
    ])
  })

  test('each release names its row, and every setting in force', () => {
    for (const { id, behaviour } of quorumReleases) {
      const asked = edit.setKafka(start, 1, id)
      expect([id, behaviour, compiled(asked, 1).config.fetchTimeout]).toEqual([id, behaviour, 2000])
    }
  })
})

describe('what the timeouts leave room for', () => {
  const advice = (scenario: Scenario, variant: number, rule: string) =>
    adviceOn(scenario, variant).filter((each) => each.rule === rule)

  // biome-ignore format: a case is one line.
  test.each<[string, number, number, number, boolean, string]>([
    ['G10: 249 ms leave 2', 3, 1000, 249, true, 'F 1000 is more than W 500 + 249 there + 249 back = 998 ms: 2 ms to spare'],
    ['G10: 250 ms leave nothing', 3, 1000, 250, false, 'F 1000 is not more than W 500 + 250 there + 250 back = 1000 ms'],
    ['G09: 600 ms at 10 ms', 3, 600, 10, true, '= 520 ms: 80 ms to spare'],
  ])('%s', (_, variant, fetch, latency, holds, says) => {
    const [found] = advice(edit.setWorld(edit.setSetting(start, variant, FETCH, fetch), { latency }), variant, 'I1')
    expect(found?.holds).toBe(holds)
    expect(found?.says).toContain(says)
  })

  test('followers that are as far away are named together', () => {
    const apart = advice(setLink(start, 2, 0, 300), 0, 'I1')
    expect(apart.map(({ about }) => about)).toEqual([
      'n2: an idle Fetch is answered in time',
      'n3: an idle Fetch is answered in time',
    ])
    expect(advice(start, 0, 'I1').map(({ about }) => about)).toEqual(['n2, n3: an idle Fetch is answered in time'])
  })

  // biome-ignore format: a case is one line.
  test.each<[string, string, number, boolean, RegExp]>([
    ['G15: Q = F is too late in 3.9.0', '3.9.0', 2000, false, /Q 2000 is not less than F − W − round trip = 1480 ms/],
    ['G17: 1480 is, too', '3.9.0', 1480, false, /Q 1480 is not less/],
    ['G17: 1479 is not', '3.9.0', 1479, true, /n2 asks again in time/],
    ['nothing helps in 3.7', '3.7', 1000, false, /Nothing wakes a follower/],
    ['from 3.9.1 on a detour may take a round trip', '3.9.1', 1460, false, /1460 is not less than F − W − round trip − 20 for a detour over another node = 1460 ms/],
    ['and 1 ms less is in time all the same', '3.9.1', 1459, true, /1459 is less/],
  ])('%s', (_, kafka, request, holds, says) => {
    const asked = edit.setSetting(edit.setKafka(start, 0, kafka), 0, REQUEST, request)
    const [found] = advice(asked, 0, 'I5')
    expect(found?.holds).toBe(holds)
    expect(found?.says).toMatch(says)
  })

  test('a request timeout below the parking of a Fetch is said', () => {
    const [found] = advice(edit.setSetting(start, 2, REQUEST, 520), 2, 'request')
    expect(found).toMatchObject({ holds: false, key: REQUEST })
    expect(advice(edit.setSetting(start, 2, REQUEST, 521), 2, 'request')[0]?.holds).toBe(true)
  })

  test('survival does not apply where each Fetch is sent again anyway, and the advice names a pair that holds', () => {
    const far = edit.setWorld(edit.setSetting(start, 1, REQUEST, 600), { latency: 200 })
    const [found] = advice(far, 1, 'I5')
    expect(found).toMatchObject({ holds: false, moot: true })
    expect(found?.says).toBe(
      'Q 600 is not more than W + round trip = 900 ms, so that each Fetch is sent again before its answer can have come, lost or not. F 2000 with Q 1000 would do.',
    )
    expect(
      boundOn(setQuorum(far, { proposedBound: true }), 1).filter(({ says }) => says.includes('lost or not')),
    ).toEqual([])
  })

  test.each(quorumReleases.map(({ id }) => id).filter((kafka) => pairOn(edit.setKafka(start, 1, kafka), 1)))(
    'with the pair that is named no fetch timer runs out after one silent loss: %s',
    (kafka) => {
      for (const latency of [0, 10, 100, 200, 350])
        for (const message of ['Fetch', 'Fetch answer'] as const) {
          const from = message === 'Fetch' ? 1 : 0
          const faults: Fault[] = [{ at: 0, kind: 'lose message', node: from, peer: 1 - from, message, on: true }]
          const asked = edit.setKafka(edit.setWorld(start, { latency, faults }), 1, kafka)
          const pair = pairOn(asked, 1)
          const held = edit.setSetting(
            edit.setSetting(asked, 1, FETCH, pair?.fetchTimeout ?? 0),
            1,
            REQUEST,
            pair?.requestTimeout ?? 0,
          )
          expect(adviceOn(held, 1).filter(({ rule }) => ['I1', 'I5', 'request'].includes(rule))).toSatisfy(
            (all: { holds: boolean }[]) => all.every(({ holds }) => holds),
          )
          for (const seed of [1, 2, 3, 4])
            expect(fetchTimeouts(run({ ...orderOf(held, 1), seed }).trace), `${latency} ${message} ${seed}`).toEqual([])
        }
    },
  )

  test('W against F/2 is a matter of 4.2 on', () => {
    expect(advice(start, 2, 'I2')).toEqual([])
    expect(advice(start, 3, 'I2')[0]).toMatchObject({ holds: true })
    const tight = advice(edit.setSetting(start, 3, FETCH, 1040), 3, 'I2')[0]
    expect(tight?.holds).toBe(false)
    expect(tight?.says).toContain('= 520 ms is not less than F/2 520')
  })

  test('an election takes a round trip, two with pre-vote, and a way more', () => {
    const far = edit.setWorld(start, { latency: 250 })
    expect(advice(far, 1, 'election')[0]).toMatchObject({ holds: true })
    expect(advice(far, 3, 'election')[0]).toMatchObject({ holds: false, key: ELECTION })
  })

  test('a leader alone has nobody to wait for', () => expect(adviceOn(setVoters(start, 1), 0)).toEqual([]))

  test('the proposed bound says what it refuses, and what it lets through', () => {
    const shown = setQuorum(start, { proposedBound: true })
    const marks = (scenario: Scenario) => boundOn(scenario, 1).map(({ key, verdict }) => [key, verdict])
    expect(boundOn(start, 1)).toEqual([])
    expect(marks(edit.setSetting(shown, 1, FETCH, 999))).toEqual([
      [FETCH, 'refuses'],
      [REQUEST, 'lets through'],
    ])
    expect(marks(shown)).toEqual([[REQUEST, 'lets through']])
    expect(marks(edit.setSetting(shown, 1, REQUEST, 1000))).toEqual([])
    expect(marks(edit.setWorld(edit.setSetting(shown, 1, FETCH, 1000), { latency: 250 }))).toEqual([
      [FETCH, 'lets through'],
      [REQUEST, 'lets through'],
    ])
  })

  // biome-ignore format: a case is one line.
  test.each<[string, Fault, RegExp]>([
    ['a message that nobody sends there', lossOf({ message: 'UpdateRaftVoter' }), /from Kafka 4.1 on/],
    ['a fault beyond the run', { at: 6000, kind: 'stop', node: 0, on: true }, /never happens/],
    ['a link to a node that is not there', { at: 0, kind: 'cut link', node: 0, peer: 7, on: true }, /no node n8 now/],
  ])('%s is said to do nothing', (_, fault, says) => {
    const asked = edit.removeVariant(edit.setWorld(start, { faults: [fault] }), 3)
    expect(quorumFaultRemarks(asked).map((remark) => remark.says)).toEqual([expect.stringMatching(says)])
  })
})

test('a number typed for a setting is taken as Kafka takes it', () => {
  const of = (kafka: string) => ({ kafka, config: {} })
  expect(parseSetting(of('3.9.1'), FETCH, '0', FETCH, 'controller')).toEqual({ value: 0 })
  expect(parseSetting(of('3.9.1'), FETCH, '-1', FETCH, 'controller')).toMatchObject({ problem: { kafka: 'accepts' } })
  expect(parseSetting(of('4.1'), FETCH, '-1', FETCH, 'controller')).toMatchObject({ problem: { kafka: 'refuses' } })
  expect(parseSetting(of('4.1'), FETCH, 'soon', FETCH, 'controller')).toMatchObject({ problem: { kafka: 'refuses' } })
})

test('the first question of the lab is the one that is asked most', () =>
  expect(presetOf('thousand-at-200')?.title).toBe('1000 ms at 200 ms, and one lost answer'))

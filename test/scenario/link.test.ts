import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { deflateSync, strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { FNV_START, fnvText, hex32 } from '../../src/base/fnv.ts'
import { fromBase64url, toBase64url } from '../../src/scenario/base64url.ts'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import * as edit from '../../src/scenario/edit.ts'
import { setReplication } from '../../src/scenario/editPartition.ts'
import { addNode, removeQuorumNode, setLink, setObserver } from '../../src/scenario/editQuorum.ts'
import { decode, encode, LONGEST_READ } from '../../src/scenario/link.ts'
import { dictionaryText } from '../../src/scenario/linkDictionary.ts'
import { parse } from '../../src/scenario/parse.ts'
import { presets } from '../../src/scenario/presets.ts'
import { type Fault, type Kernel, limits, type Scenario } from '../../src/scenario/scenario.ts'
import { scenarios } from './arbitrary.ts'

const start = defaultPreset.scenario
const SETUP = 'socket.connection.setup.timeout.ms'
const sealed = (text: string): string => `${text}.${hex32(fnvText(FNV_START, text))}`
const packed = (json: string): string =>
  sealed(`c1.z.${toBase64url(deflateSync(strToU8(json), { level: 9, dictionary: strToU8(dictionaryText) }))}`)

/** A scenario so large that its link must be packed. */
const large = edit.setWorld(edit.setNodes(start, 20), {
  faults: Array.from(
    { length: 200 },
    (_, i): Fault => ({ at: i * 997, until: i * 997 + 5003, kind: i % 2 ? 'stop' : 'pause', node: i % 20, on: true }),
  ),
})

/** The same asked of records. */
const records = (of: Scenario): Scenario => ({
  ...edit.setWorld(of, {
    workload: {
      kind: 'produce',
      partitions: 3,
      recordsPerBatch: 2,
      topicKnown: false,
      metadataLag: 500,
      calls: [
        { at: 0, what: 'send', partition: 2, count: 10, every: 100 },
        { at: 5000, what: 'flush' },
        { at: 6000, what: 'close', timeout: 0 },
      ],
    },
  }),
  lab: 'requests',
})

const clientEdits = (scenario: Scenario): Scenario[] => [
  edit.setSetting(scenario, 0, 'reconnect.backoff.max.ms', 2_000_000_000),
  edit.setNodes(scenario, 20),
  edit.removeNode(scenario, 0),
  edit.removeVariant(scenario, 0),
  edit.addVariant(scenario, 'kip-601-draft'),
  edit.setKafka(scenario, 1, '2.4.0'),
  edit.setTitle(scenario, 'x'.repeat(limits.titleLength)),
  edit.removeFault(scenario, 0),
  edit.setWorld(scenario, { kernel: { giveUpAfter: null } }),
]

const partitionEdits = (scenario: Scenario): Scenario[] => [
  edit.setSetting(scenario, 0, 'replica.lag.time.max.ms', 2_000_000_000),
  setReplication(scenario, { order: 'CBA', schedule: 'p; fl B; s C; c A[h=0,k=1]; d A; r A; pl C; f B; m B; p' }),
  edit.removeVariant(scenario, 0),
  edit.addVariant(scenario, '4.3'),
  edit.setKafka(scenario, 1, '3.7'),
  edit.setTitle(scenario, 'x'.repeat(limits.titleLength)),
]

const quorumEdits = (scenario: Scenario): Scenario[] => [
  edit.setSetting(scenario, 0, 'controller.quorum.election.backoff.max.ms', 2_000_000_000),
  addNode(scenario, true),
  addNode(scenario, false),
  removeQuorumNode(scenario, 0),
  setObserver(scenario, 1, true),
  setLink(scenario, 1, 0, 60_000),
  edit.removeVariant(scenario, 0),
  edit.addVariant(scenario, '4.3'),
  edit.setKafka(scenario, 1, '3.9.0'),
  edit.setTitle(scenario, 'x'.repeat(limits.titleLength)),
  edit.removeFault(scenario, 0),
  edit.addFault(scenario, { at: 500, kind: 'lose message', node: 0, peer: 1, message: 'Fetch answer', on: true }),
]

const editsOf = (scenario: Scenario): Scenario[] => {
  if (scenario.lab === 'replication') return partitionEdits(scenario)
  return scenario.lab === 'quorum' ? quorumEdits(scenario) : clientEdits(scenario)
}

describe('what a link looks like', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Scenario, string]>([
    ['the preset that the page opens with', start, 'c1.two-dead.1'],
    ['a changed setting', edit.setSetting(start, 1, SETUP, 5000), 'c1.e.two-dead.1&v2.socket.connection.setup.timeout.ms=5000.'],
    ['another release', edit.setKafka(start, 0, '3.9'), 'c1.e.two-dead.1&v1.kafka=3.9&v1.name=.'],
    ['another latency', edit.setWorld(start, { latency: 200 }), 'c1.e.two-dead.1&latency=200.'],
    ['more brokers', edit.setNodes(start, 20), 'c1.e.two-dead.1&nodes=20.'],
    ['a fault that ends', edit.updateFault(start, 0, { until: 60_000 }), 'c1.e.two-dead.1&f1=black-hole,1,0-60000.'],
    ['a fault less', edit.removeFault(start, 1), 'c1.e.two-dead.1&faults=1.'],
    ['a cut link', edit.addFault(start, { at: 5, kind: 'cut link', node: 2, way: 'to broker', on: false }), 'c1.e.two-dead.1&faults=3&f3=cut-link,3,5,to-broker,off.'],
    ['a variant more', edit.addVariant(start, '4.4'), 'c1.e.two-dead.1&variants=3&v3.kafka=4.4.'],
    ['a parked value', edit.setSetting(start, 0, SETUP, 5000), 'c1.e.two-dead.1&v1.parked.socket.connection.setup.timeout.ms=5000.'],
    ['a title', edit.setTitle(start, 'Why 131 s? & so on'), 'c1.e.two-dead.1&title=Why+131+s%3F+%26+so+on.'],
    ['a knob', edit.setKnobs(start, 0, { nodeChoice: 'oldest attempt' }), 'c1.e.two-dead.1&v1.knob.nodeChoice=oldest+attempt.'],
    ['rules of the producer', edit.setKnobs(start, 1, { 'producer.newTopic': 'at once, looked through', 'producer.mutes': false }), 'c1.e.two-dead.1&v2.knob.producer.mutes=false&v2.knob.producer.newTopic=at+once,+looked+through.'],
    ['a view', edit.setView(start, { from: 0, to: 20_300.5, playhead: 10_047, selected: [1, 31], axis: 'linear' }), 'c1.e.two-dead.1&from=0&to=20300.5&playhead=10047&selected=2,31&axis=linear.'],
    ['a loss of one message at one address', edit.addFault(start, { at: 5, until: 9, kind: 'lose message', node: 2, address: 3, message: 'SYN-ACK', nth: 2, on: true }), 'c1.e.two-dead.1&faults=3&f3=lose-message,3,5-9&f3.address=3&f3.message=SYN-ACK&f3.nth=2.'],
    ['a slow link', edit.addFault(start, { at: 5, kind: 'slow link', node: 2, way: 'from broker', slower: 250, on: true }), 'c1.e.two-dead.1&faults=3&f3=slow-link,3,5,from-broker&f3.slower=250.'],
    ['a host that a router calls unreachable', edit.updateFault(start, 1, { kind: 'unreachable', by: 'ICMP net' }), 'c1.e.two-dead.1&f2=unreachable,2,0&f2.by=ICMP-net.'],
    ['a firewall that forgot', edit.updateFault(start, 1, { kind: 'forget connections', resets: false }), 'c1.e.two-dead.1&f2=forget-connections,2,0&f2.resets=no.'],
    ['another kernel with its sysctls', edit.setWorld(start, { kernel: { release: '6.15', synRetries: 2, linearTimeouts: 0, rtoMax: 60_000, dataRetries: 8, userTimeout: 30_000, keepalive: { idle: 60_000, interval: 10_000, probes: 3 }, wheel: { hz: 250, phase: 17 } } }), 'c1.e.two-dead.1&kernel=6.15-2-0&kernel.rtoMax=60000&kernel.dataRetries=8&kernel.userTimeout=30000&kernel.keepalive=60000-10000-3&kernel.wheel=250-17.'],
    ['a kernel and a fault of one variant', edit.setVariantFault(edit.setVariantWorld(start, 1, { kernel: { release: '3.0', synRetries: 5, linearTimeouts: 0, userTimeout: 0 } }), 1, 0, false), 'c1.e.two-dead.1&v2.kernel=3.0-5-0&v2.kernel.userTimeout=0&v2.faults=1-off.'],
    ['a broker that left', edit.setNode(start, 1, { membership: 'left' }), 'c1.e.two-dead.1&n2.membership=left.'],
    ['a busy bootstrap server', edit.setWorld(start, { workload: { kind: 'busy', node: 1 } }), 'c1.e.two-dead.1&workload=busy,2.'],
    ['a comparison', edit.setView(start, { brush: [0.5, 100], overlay: [1, 0], only: 'differences' }), 'c1.e.two-dead.1&brush=0.5,100&overlay=2,1&only=differences.'],
    ['an open partition', edit.setView(start, { opened: ['partition 0', 50] }), 'c1.e.two-dead.1&opened=partition+0,51.'],
    ['records for the client of the page', records(start), 'c1.e.two-dead.1&lab=requests&workload=produce&partitions=3&recordsPerBatch=2&topicKnown=no&metadataLag=500&calls=3&c1=send,0&c1.partition=2&c1.count=10&c1.every=100&c2=flush,5000&c3=close,6000&c3.timeout=0.'],
    ['a broker that answers some', edit.updateFault(start, 0, { kind: 'mute', answers: 'all but PRODUCE' }), 'c1.e.two-dead.1&f1=mute,1,0&f1.answers=all-but-PRODUCE.'],
    ['a leader that moves', edit.updateFault(start, 0, { kind: 'take over', partition: 0 }), 'c1.e.two-dead.1&f1=take-over,1,0&f1.partition=0.'],
    ['an error that is answered', edit.updateFault(start, 0, { kind: 'answer error', error: 'REQUEST_TIMED_OUT' }), 'c1.e.two-dead.1&f1=answer-error,1,0&f1.error=REQUEST_TIMED_OUT.'],
    ['settings that are words', edit.setSetting(edit.setSetting(start, 1, 'acks', '1'), 1, 'enable.idempotence', 'false'), 'c1.e.two-dead.1&v2.acks=1&v2.enable.idempotence=false.'],
    ['something gone', edit.setSetting(presets[4]?.scenario ?? start, 1, 'reconnect.backoff.max.ms', undefined), 'c1.e.tick.1&v2.reconnect.backoff.max.ms=.'],
    ['much at once', large, 'c1.z.'],
  ])('%s', (_, scenario, link) => {
    expect(encode(scenario).startsWith(link)).toBe(true)
    expect(encode(scenario)).toMatch(/^[A-Za-z0-9._,:=&+%-]*[a-z0-9]$/)
    expect(decode(encode(scenario))).toEqual({ scenario })
  })

  test('any preset takes a dozen characters, and with one edit under 300', () => {
    for (const { scenario } of presets) {
      expect(encode(scenario).length).toBeLessThanOrEqual(13)
      for (const edited of editsOf(scenario)) expect(encode(edited).length).toBeLessThan(300)
    }
  })

  test('two hundred faults on twenty brokers fit a link that a chat takes', () =>
    expect(encode(large).length).toBeLessThan(limits.linkLength))

  test('the leading # and the address before it do not matter', () => {
    const scenario = edit.setWorld(start, { latency: 200 })
    expect(decode(`#${encode(scenario)}`)).toEqual({ scenario })
    expect(decode(`https://lab.example/x/?y#${encode(scenario)}\n`)).toEqual({ scenario })
  })

  test('of two links behind each other none is opened silently', () => {
    const twice = `${encode(start)}#${encode(start)}`
    expect(decode(twice)).toEqual({ problem: expect.stringMatching(/^There are two links here/) })
    expect(decode(`https://lab.example/#${twice}`)).toEqual({ problem: expect.stringMatching(/^There are two links/) })
  })

  test('a link whose commas somebody escaped is the same', () => {
    const scenario = edit.updateFault(start, 0, { at: 5 })
    expect(decode(encode(scenario).replaceAll(',', '%2C'))).toEqual({ scenario })
  })

  test('the largest question of all fits what is unpacked, and a link that can be read', () => {
    const most = widest()
    expect('scenario' in parse(most)).toBe(true)
    expect(encode(most).length).toBeLessThanOrEqual(LONGEST_READ)
    expect(decode(encode(most))).toEqual({ scenario: most })
  })
})

/** Every list full, every field set, hardly anything twice. */
function widest(): Scenario {
  const kernel: Kernel = {
    release: '6.15',
    synRetries: 127,
    linearTimeouts: 127,
    rtoMax: 119_999,
    dataRetries: 255,
    userTimeout: 86_399_999,
    keepalive: { idle: 86_399_999, interval: 86_399_998, probes: 127 },
    wheel: { hz: 1000, phase: 4095 },
  }
  const fault = (i: number): Fault => ({
    at: (i * 7_368_787) % 80_000_000,
    until: 80_000_001 + ((i * 7919) % 6_000_000),
    kind: 'slow link',
    node: (i * 7) % 20,
    address: 1 + ((i * 5) % 16),
    way: i % 3 ? 'from broker' : 'to broker',
    slower: 1 + ((i * 7919) % 60_000),
    on: i % 2 === 0,
  })
  const variant = (v: number): Scenario['variants'][number] => ({
    name: `${'v'.repeat(31)}${v}`,
    kafka: '3.9',
    config: { producer: { [SETUP]: 12_345 + v } },
    world: {
      kernel: { ...kernel, synRetries: 100 + v },
      latency: 59_999,
      jitter: true,
      seed: limits.seed - v,
      faults: Array.from({ length: limits.faults }, (_, i) => [i, (i * (v + 3)) % 5 < 2] as const),
    },
  })
  return {
    v: 1,
    lab: 'client',
    title: 't'.repeat(limits.titleLength),
    seed: limits.seed,
    until: limits.untilMs,
    world: {
      nodes: Array.from({ length: limits.nodes }, (_, i) => ({
        name: `${'n'.repeat(28)} ${i}`,
        bootstrap: true,
        addresses: 16,
        membership: 'joined',
      })),
      kernel,
      latency: 59_999,
      service: 3_599_999,
      jitter: true,
      selectOvershootMs: 1,
      faults: Array.from({ length: limits.faults }, (_, i) => fault(i)),
      workload: { kind: 'leader', node: 19 },
    },
    variants: [0, 1, 2, 3].map(variant),
  }
}

describe('laws', () => {
  test('what is decoded is what was encoded', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => void expect(decode(encode(scenario))).toEqual({ scenario })),
      { numRuns: 300 },
    )
  })

  test('a link with one other character is never taken for sound', () => {
    const links = [large, edit.setSetting(start, 1, SETUP, 5000)].map(encode)
    fc.assert(
      fc.property(fc.constantFrom(...links), fc.nat(), fc.constantFrom(...'aB0-_.&=+%é'), (link, at, letter) => {
        const place = at % link.length
        if (link[place] === letter) return
        const decoded = decode(link.slice(0, place) + letter + link.slice(place + 1))
        expect('problem' in decoded && decoded.problem).toMatch(/\.$/)
      }),
      { numRuns: 500 },
    )
  })

  test('a link that was cut is never taken for whole', () => {
    for (const link of [large, edit.setSetting(start, 1, SETUP, 5000), start].map(encode)) {
      for (let length = 0; length < link.length; length++)
        expect(decode(link.slice(0, length))).toHaveProperty('problem')
    }
  })

  test('any text is answered', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => 'problem' in decode(text) || 'scenario' in decode(text)),
    )
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }),
        (text) => 'problem' in decode(sealed(`c1.e.two-dead.1&${text}`)) || true,
      ),
    )
  })

  test('bytes survive base64url', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 50 }),
        (bytes) => void expect(fromBase64url(toBase64url(bytes))).toEqual(bytes),
      ),
    )
    for (const text of ['A', 'AAAAA', 'AA=A', 'A A', 'é']) expect(fromBase64url(text)).toBeUndefined()
  })
})

describe('a bad link says what failed, what was kept, and how to go on', () => {
  const json = JSON.stringify(start)
  const edited = encode(edit.setSetting(edit.setWorld(start, { latency: 200 }), 1, SETUP, 5000))
  // biome-ignore format: a case is one line.
  test.each<[string, string, RegExp, boolean]>([
    ['nothing', '', /not a link of this lab/, false],
    ['garbage', 'hello world', /not a link of this lab/, false],
    ['a link of something else', 'L2Zvbw==', /not a link of this lab/, false],
    ['a codec that never was', 'c0.two-dead.1', /^Another version of the lab.*Reload/, false],
    ['a newer codec', 'c2.two-dead.1', /newer version of the lab.*Reload/, false],
    ['a preset that never was', 'c1.three-dead.1', /does not know.*Reload/, false],
    ['a revision to come', 'c1.two-dead.2', /does not know/, false],
    ['one letter more than a link can have', `c1.z.${'A'.repeat(LONGEST_READ)}`, /16005 characters; 16000 are possible/, false],
    ['a readable link that was cut', edited.slice(0, -20), /end of this link is missing.*What stands before the cut was kept/, true],
    ['a readable link that somebody changed', edited.replace('=5000', '=6000'), /checksum is wrong.*What could be read was kept/, true],
    ['a link to whose end something was added', `${edited}x`, /Something was added to the end of this link.*was kept/, true],
    ['a packed link to whose end something was added', `${encode(large)}x`, /Something was added to the end of this link.*Copy/, false],
    ['a question’s name that was cut', '#c1.two-de', /end of this link is missing.*Copy/, false],
    ['a question’s name without its revision', '#c1.two-dead.', /end of this link is missing.*Copy/, false],
    ['a link that was cut to its codec', '#c1.', /end of this link is missing.*Copy/, false],
    ['a packed link that was cut', encode(large).slice(0, -20), /end of this link is missing.*Nothing of it was kept.*Copy/, false],
    ['a packed link that was damaged', encode(large).replace(/.(?=.{40}$)/, (letter) => (letter === 'A' ? 'B' : 'A')), /damaged.*Nothing/, false],
    ['packed garbage', sealed('c1.z.AAAA'), /cannot be unpacked/, false],
    ['no base64url', sealed('c1.z.A A*A'), /cannot be unpacked/, false],
    ['packed text that is no JSON', packed('hello'), /asks for what cannot be, at its start/, false],
    ['an inflate bomb', packed(`"${' '.repeat(9_000_000)}"`), /cannot be unpacked/, false],
    ['a deep nest', packed('['.repeat(30_000)), /asks for what cannot be/, false],
    ['wrong types', packed(json.replace('"latency":1', '"latency":"1"')), /at world.latency: The latency must be a number, not a string.*What is sound was kept/, true],
    ['a future version of the format', packed(json.replace('"v":1', '"v":2')), /at v: A newer version/, true],
    ['a billion brokers', sealed('c1.e.two-dead.1&nodes=1000000000'), /1000000000 brokers; at most 20 are possible/, true],
    ['more than a list can hold', sealed('c1.e.two-dead.1&nodes=99999999999'), /at world.nodes/, false],
    ['a prototype key', packed(json.replace('{"v":1', '{"__proto__":{"polluted":1},"v":1')), /at __proto__: There is no such field/, true],
    ['a prototype key that can be read', sealed('c1.e.two-dead.1&v1.__proto__.x=1&__proto__=2&v1.__proto__=3'), /at variants.0/, true],
    ['a part of a kernel that has no such part', sealed('c1.e.two-dead.1&kernel.colour=red'), /something unknown: kernel.colour/, true],
    ['the same in a variant', sealed('c1.e.two-dead.1&v1.kernel.colour=red'), /at variants.0.config.producer.kernel.colour/, true],
    ['a fault switched to nothing', sealed('c1.e.two-dead.1&v1.faults=1'), /at variants.0.world.faults.0.1/, true],
    ['half an overlay', sealed('c1.e.two-dead.1&overlay=1'), /at view.overlay/, true],
    ['a piece of no meaning', sealed('c1.e.two-dead.1&colour=red'), /something unknown: colour/, true],
    ['a run of a year', sealed('c1.e.two-dead.1&until=31536000000'), /at until: The end of the run can be at most 86400000 ms/, true],
    ['a setting that the release lacks', sealed(`c1.e.two-dead.1&v1.${SETUP}=5`), /not in Kafka 2.6/, true],
    ['two slips', sealed('c1.e.two-dead.1&latency=-1&seed=x'), /at seed.*There is one more problem/, true],
  ])('%s', (_, link, problem, keeps) => {
    const before = performance.now()
    const decoded = decode(link)
    // Far above what it takes, so that a busy machine does not fail it; a hang does.
    expect(performance.now() - before).toBeLessThan(1000)
    expect('problem' in decoded && decoded.problem).toMatch(problem)
    expect('kept' in decoded).toBe(keeps)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('what was kept is what could be read', () => {
    const decoded = decode(edited.slice(0, -20))
    expect('kept' in decoded && decoded.kept).toEqual(edit.setWorld(start, { latency: 200 }))
  })

  test('a question with problems travels, and whoever opens it is told them', () => {
    const decoded = decode(encode(edit.setWorld(edit.setSeed(start, 7), { latency: -5 })))
    expect('problem' in decoded && decoded.problem).toMatch(/at world.latency/)
    expect('kept' in decoded && decoded.kept).toEqual(edit.setSeed(start, 7))
  })
})

type Old = { readonly link: string; readonly scenario: Scenario }
const old: Old[] = JSON.parse(readFileSync(new URL('./links.fixture.json', import.meta.url), 'utf8'))

test.each(old.map(({ link, scenario }) => [link.slice(0, 60), link, scenario] as const))(
  'the old link %s opens what it did',
  (_, link, scenario) => {
    expect(decode(link)).toEqual({ scenario })
  },
)

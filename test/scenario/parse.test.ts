import { describe, expect, test } from 'vitest'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import { parse, salvage } from '../../src/scenario/parse.ts'
import type { Problem } from '../../src/scenario/problem.ts'
import { limits } from '../../src/scenario/scenario.ts'

// biome-ignore lint/suspicious/noExplicitAny: the input of parse is anything, and tests bend it in any way.
type Any = any

/** The default preset as plain data, bent. */
function bent(bend: (input: Any) => void): unknown {
  const input: Any = structuredClone(defaultPreset.scenario)
  bend(input)
  return input
}

function problemsOf(input: unknown): readonly Problem[] {
  const parsed = parse(input)
  return 'problems' in parsed ? parsed.problems : []
}

const paths = (input: unknown): string[] => problemsOf(input).map(({ path }) => path)

describe('one slip, said at its place', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, (input: Any) => void, string, RegExp]>([
    ['a run without a length', (s) => (s.until = 0), 'until', /at least 1 ms/],
    ['a run longer than a day', (s) => (s.until = 86_400_001), 'until', /at most 86400000 ms/],
    ['a negative latency', (s) => (s.world.latency = -1), 'world.latency', /negative/],
    ['half a millisecond', (s) => (s.world.latency = 0.5), 'world.latency', /whole milliseconds/],
    ['a number as text', (s) => (s.world.latency = '1'), 'world.latency', /number, not a string/],
    ['no number at all', (s) => (s.seed = Number.NaN), 'seed', /must be a number/],
    ['an endless number', (s) => (s.until = Number.POSITIVE_INFINITY), 'until', /must be a number/],
    ['a missing field', (s) => delete s.world.jitter, 'world.jitter', /missing/],
    ['a field of no meaning', (s) => (s.world.color = 'red'), 'world.color', /no such field/],
    ['another version', (s) => (s.v = 2), 'v', /newer version/],
    ['another lab', (s) => (s.lab = 'alchemy'), 'lab', /not possible/],
    ['a list that is none', (s) => (s.world.faults = 'none'), 'world.faults', /list, not a string/],
    ['a world that is null', (s) => (s.world = null), 'world', /object, not null/],
    ['too many brokers', (s) => (s.world.nodes = Array(21).fill(s.world.nodes[2])), 'world.nodes', /21 brokers; at most 20/],
    ['no broker', (s) => Object.assign(s.world, { nodes: [], faults: [] }), 'world.nodes', /at least 1/],
    ['nobody in bootstrap.servers', (s) => s.world.nodes.forEach((node: Any) => (node.bootstrap = false)), 'world.nodes', /bootstrap.servers/],
    ['two brokers of one name', (s) => (s.world.nodes[1].name = 'broker 1'), 'world.nodes.1.name', /Another broker/],
    ['a long name', (s) => (s.world.nodes[0].name = 'x'.repeat(33)), 'world.nodes.0.name', /33 characters; 32/],
    ['a name with a control character', (s) => (s.world.nodes[0].name = 'a\u0000b'), 'world.nodes.0.name', /cannot be shown/],
    ['a name that turns its direction', (s) => (s.variants[0].name = 'a\u202eb'), 'variants.0.name', /cannot be shown/],
    ['a fault on a broker beyond the limit', (s) => (s.world.faults[1].node = 20), 'world.faults.1.node', /at most 19/],
    ['a fault that ends before it begins', (s) => Object.assign(s.world.faults[0], { at: 5, until: 5 }), 'world.faults.0.until', /before it begins/],
    ['a fault of no kind', (s) => (s.world.faults[0].kind = 'earthquake'), 'world.faults.0.kind', /“earthquake” is not possible/],
    ['a way that only a cut link has', (s) => (s.world.faults[0].way = 'to broker'), 'world.faults.0.way', /cut link/],
    ['somebody to say unreachable for a black hole', (s) => (s.world.faults[0].by = 'ARP'), 'world.faults.0.by', /Only unreachable can/],
    ['nobody who could say it', (s) => Object.assign(s.world.faults[0], { kind: 'unreachable', by: 'carrier' }), 'world.faults.0.by', /“carrier” is not possible/],
    ['extra latency of a cut link', (s) => Object.assign(s.world.faults[0], { kind: 'cut link', slower: 5 }), 'world.faults.0.slower', /Only slow link can/],
    ['a link slower by nothing', (s) => Object.assign(s.world.faults[0], { kind: 'slow link', slower: 0 }), 'world.faults.0.slower', /at least 1 ms/],
    ['a message to lose in a pause', (s) => Object.assign(s.world.faults[0], { kind: 'pause', message: 'SYN' }), 'world.faults.0.message', /Only lose message can/],
    ['a message that TCP does not count', (s) => Object.assign(s.world.faults[0], { kind: 'lose message', message: 'ACK' }), 'world.faults.0.message', /“ACK” is not possible/],
    ['the nought-th message', (s) => Object.assign(s.world.faults[0], { kind: 'lose message', nth: 0 }), 'world.faults.0.nth', /at least 1/],
    ['a reset of a stop, which always resets', (s) => Object.assign(s.world.faults[0], { kind: 'stop', resets: true }), 'world.faults.0.resets', /Only forget connections can/],
    ['an end of what happens in a moment', (s) => Object.assign(s.world.faults[0], { kind: 'forget connections', until: 9 }), 'world.faults.0.until', /has no end/],
    ['an address before the first', (s) => (s.world.faults[0].address = 0), 'world.faults.0.address', /at least 1/],
    ['an address beyond what a name resolves to at most', (s) => (s.world.faults[0].address = 17), 'world.faults.0.address', /at most 16/],
    ['too many faults', (s) => (s.world.faults = Array(201).fill(s.world.faults[0])), 'world.faults', /201 faults; at most 200/],
    ['a leader that is not there', (s) => (s.world.workload = { kind: 'leader', node: 9 }), 'world.workload.node', /no broker 10/],
    ['a broker for send()', (s) => (s.world.workload = { kind: 'send', node: 0 }), 'world.workload.node', /Only the workloads leader and busy/],
    ['a busy broker that is not there', (s) => (s.world.workload = { kind: 'busy', node: 3 }), 'world.workload.node', /no broker 4/],
    ['a busy broker that is no bootstrap server', (s) => Object.assign(s.world, { workload: { kind: 'busy', node: 1 }, nodes: s.world.nodes.map((n: Any, i: number) => ({ ...n, bootstrap: i !== 1 })) }), 'world.workload.node', /broker 2 is no bootstrap server/],
    ['a leader without a broker', (s) => (s.world.workload = { kind: 'leader' }), 'world.workload.node', /missing/],
    ['an answer of a broker that is not mute', (s) => Object.assign(s.world.faults[0], { kind: 'stop', answers: 'API versions' }), 'world.faults.0.answers', /Only mute/],
    ['a partition beyond any topic', (s) => Object.assign(s.world.faults[0], { kind: 'take over', partition: 50 }), 'world.faults.0.partition', /at most 49/],
    ['an error that no broker answers', (s) => Object.assign(s.world.faults[0], { kind: 'answer error', error: 'OOPS' }), 'world.faults.0.error', /not possible/],
    ['a membership of no meaning', (s) => (s.world.nodes[0].membership = 'expelled'), 'world.nodes.0.membership', /not possible/],
    ['a kernel of no row', (s) => (s.world.kernel.release = '5.0'), 'world.kernel.release', /not possible/],
    ['linear timeouts before Linux 3.1', (s) => (s.world.kernel.release = '3.0'), 'world.kernel.linearTimeouts', /6.5/],
    ['an RTO maximum before Linux 6.15', (s) => (s.world.kernel.rtoMax = 60_000), 'world.kernel.rtoMax', /6.15/],
    ['an RTO maximum under a second', (s) => Object.assign(s.world.kernel, { release: '6.15', rtoMax: 999 }), 'world.kernel.rtoMax', /at least 1000 ms/],
    ['more retransmissions than a byte counts', (s) => (s.world.kernel.dataRetries = 256), 'world.kernel.dataRetries', /tcp_retries2 can be at most 255/],
    ['a user timeout below nothing', (s) => (s.world.kernel.userTimeout = -1), 'world.kernel.userTimeout', /negative/],
    ['keepalive without its interval', (s) => (s.world.kernel.keepalive = { idle: 1000, probes: 9 }), 'world.kernel.keepalive.interval', /missing/],
    ['keepalive that probes never', (s) => (s.world.kernel.keepalive = { idle: 1000, interval: 1000, probes: 0 }), 'world.kernel.keepalive.probes', /at least 1/],
    ['a timer wheel of no HZ', (s) => (s.world.kernel.wheel = { hz: 60, phase: 0 }), 'world.kernel.wheel.hz', /not possible/],
    ['a timer wheel beyond its last slot', (s) => (s.world.kernel.wheel = { hz: 250, phase: 4096 }), 'world.kernel.wheel.phase', /at most 4095/],
    ['sysctls of a kernel that is only a length', (s) => (s.world.kernel = { giveUpAfter: 5, rtoMax: 60_000 }), 'world.kernel.rtoMax', /no such field/],
    ['linear timeouts before Linux 6.5', (s) => (s.world.kernel.release = '3.7'), 'world.kernel.linearTimeouts', /6.5/],
    ['no retry of a SYN, which the kernel refuses', (s) => (s.world.kernel.synRetries = 0), 'world.kernel.synRetries', /at least 1/],
    ['a kernel of both kinds', (s) => (s.world.kernel.giveUpAfter = 5), 'world.kernel.release', /no such field/],
    ['no variant', (s) => (s.variants = []), 'variants', /at least 1/],
    ['five variants', (s) => (s.variants = Array(5).fill(s.variants[0])), 'variants', /at most 4/],
    ['a release that is not offered', (s) => (s.variants[0].kafka = '3.3'), 'variants.0.kafka', /not offered.*KAFKA-13879/],
    ['a release that never was', (s) => (s.variants[0].kafka = '2.99'), 'variants.0.kafka', /not possible/],
    ['a setting that came later', (s) => (s.variants[0].config = { producer: { 'socket.connection.setup.timeout.ms': 1 } }), 'variants.0.config.producer.socket.connection.setup.timeout.ms', /not in Kafka 2.6: came with Kafka 2.7/],
    ['a setting of no release', (s) => (s.variants[0].config = { producer: { retires: 1 } }), 'variants.0.config.producer.retires', /no setting of that name/],
    ['a value that Kafka refuses', (s) => (s.variants[1].config = { producer: { 'request.timeout.ms': -1 } }), 'variants.1.config.producer.request.timeout.ms', /refuses less than 0/],
    ['an int beyond its type', (s) => (s.variants[1].config = { producer: { 'request.timeout.ms': 2 ** 31 } }), 'variants.1.config.producer.request.timeout.ms', /not a number of type int/],
    ['a number that only Kafka counts exactly', (s) => (s.variants[1].config = { producer: { 'max.block.ms': 2 ** 53 } }), 'variants.1.config.producer.max.block.ms', /Kafka itself would take/],
    ['a setting in quotes', (s) => (s.variants[1].config = { producer: { 'request.timeout.ms': '30000' } }), 'variants.1.config.producer.request.timeout.ms', /must be a number/],
    ['less time for a record than for one attempt (X2)', (s) => (s.variants[1].config = { producer: { 'delivery.timeout.ms': 29_999 } }), 'variants.1.config.producer.delivery.timeout.ms', /refuses less than linger.ms . request.timeout.ms, which is 30000/],
    ['no retries for an idempotent producer (X6)', (s) => (s.variants[1].config = { producer: { 'enable.idempotence': 'true', retries: 0 } }), 'variants.1.config.producer.retries', /refuses 0 with enable.idempotence/],
    ['a word that is no truth', (s) => (s.variants[1].config = { producer: { 'enable.idempotence': 'yes' } }), 'variants.1.config.producer.enable.idempotence', /only true, false/],
    ['more copies than the lab shows', (s) => (s.variants[1] = { name: 'old', kafka: '0.8.2', config: { producer: { acks: 2 } } }), 'variants.1.config.producer.acks', /Kafka itself would take/],
    ['a refusal across settings (X6)', (s) => (s.variants[1] = { name: '4', kafka: '4.0', config: { producer: { 'max.in.flight.requests.per.connection': 6 } } }), 'variants.1.config.producer.max.in.flight.requests.per.connection', /idempotence/],
    ['settings of another component', (s) => (s.variants[1].config = { consumer: {} }), 'variants.1.config.consumer', /no such field/],
    ['a parked setting that the release has', (s) => (s.variants[1].parked = { producer: { 'request.timeout.ms': 1 } }), 'variants.1.parked.producer.request.timeout.ms', /has the setting/],
    ['a knob of no meaning', (s) => (s.variants[0].knobs = { speed: 11 }), 'variants.0.knobs.speed', /no such field/],
    ['a knob of another procedure', (s) => (s.variants[0].knobs = { scanOffset: 'once' }), 'variants.0.knobs.scanOffset', /no such field/],
    ['a knob turned too far', (s) => (s.variants[0].knobs = { nodeChoice: 'youngest' }), 'variants.0.knobs.nodeChoice', /not possible/],
    ['a rule of the producer turned too far', (s) => (s.variants[0].knobs = { 'producer.batchExpiry': 'some day' }), 'variants.0.knobs.producer.batchExpiry', /not possible/],
    ['a rule of the producer that is yes or no', (s) => (s.variants[0].knobs = { 'producer.mutes': 'true' }), 'variants.0.knobs.producer.mutes', /not possible/],
    ['a rule of the producer without its name', (s) => (s.variants[0].knobs = { batchExpiry: 'none' }), 'variants.0.knobs.batchExpiry', /no such field/],
    ['a rule of the producer that an early procedure does not have', (s) => (s.variants[0] = { name: 'early', kafka: '0.9', knobs: { 'producer.newTopic': 'at once' }, config: {} }), 'variants.0.knobs.producer.newTopic', /no such field/],
    ['a view that ends before it begins', (s) => (s.view = { from: 5, to: 5 }), 'view.to', /before it begins/],
    ['a fault that is not there, switched', (s) => (s.variants[0].world = { faults: [[2, false]] }), 'variants.0.world.faults.0.0', /no fault 3/],
    ['a fault switched twice', (s) => (s.variants[0].world = { faults: [[1, false], [1, true]] }), 'variants.0.world.faults.1', /Fault 2 is switched twice/],
    ['a fault switched to neither', (s) => (s.variants[0].world = { faults: [[1, 'off']] }), 'variants.0.world.faults.0.1', /true or false/],
    ['half a switch', (s) => (s.variants[0].world = { faults: [[1]] }), 'variants.0.world.faults.0', /at least 2/],
    ['a marked stretch of no length', (s) => (s.view = { brush: [7, 7] }), 'view.brush', /before it begins/],
    ['a marked stretch beyond the end', (s) => (s.view = { brush: [7, 150_001] }), 'view.brush.1', /from 0 to 150000/],
    ['a variant over itself', (s) => (s.view = { overlay: [1, 1] }), 'view.overlay', /over itself/],
    ['an overlay of a variant that is not there', (s) => (s.view = { overlay: [0, 2] }), 'view.overlay.1', /at most 1/],
    ['an open lane without a name', (s) => (s.view = { opened: ['', 0] }), 'view.opened.0', /no name/],
    ['an open lane whose name is too long', (s) => (s.view = { opened: ['x'.repeat(33), 0] }), 'view.opened.0', /33 characters/],
    ['an open lane of more than there may be', (s) => (s.view = { opened: ['partition 0', 10_000] }), 'view.opened.1', /at most 9999/],
    ['half an open lane', (s) => (s.view = { opened: ['partition 0'] }), 'view.opened', /at least 2/],
    ['a list of something else', (s) => (s.view = { only: 'likes' }), 'view.only', /not possible/],
    ['a selected variant that is not there', (s) => (s.view = { selected: [2, 0] }), 'view.selected.0', /at most 1/],
  ])('%s', (_, bend, path, what) => {
    const problems = problemsOf(bent(bend))
    expect(problems.map((problem) => problem.path)).toContain(path)
    const problem = problems.find((each) => each.path === path)
    expect(problem?.what).toMatch(what)
    expect(problem?.what).toMatch(/[.!?]$/)
    expect(problem?.hint).toMatch(/[.!?]$/)
  })
})

describe('the application of a producer', () => {
  const records = (change: (s: Any) => void) =>
    bent((s) => {
      s.lab = 'requests'
      s.world.workload = { kind: 'produce', partitions: 2, topicKnown: true, calls: [{ at: 0, what: 'send' }] }
      change(s)
    })

  // biome-ignore format: a case is one line.
  test.each<[string, (s: Any) => void, string, RegExp]>([
    ['no partition', (s) => (s.world.workload.partitions = 0), 'world.workload.partitions', /at least 1/],
    ['a topic that is neither known nor not', (s) => (s.world.workload.topicKnown = 'maybe'), 'world.workload.topicKnown', /true or false/],
    ['batches of nothing', (s) => (s.world.workload.recordsPerBatch = 0), 'world.workload.recordsPerBatch', /at least 1/],
    ['a broker for records', (s) => (s.world.workload.node = 0), 'world.workload.node', /no such field/],
    ['no calls', (s) => (s.world.workload.calls = undefined), 'world.workload.calls', /missing|must be a list/],
    ['too many calls', (s) => (s.world.workload.calls = Array(201).fill({ at: 0, what: 'flush' })), 'world.workload.calls', /201 calls; at most 200/],
    ['a call of no meaning', (s) => (s.world.workload.calls[0].what = 'poll'), 'world.workload.calls.0.what', /not possible/],
    ['a call at no time', (s) => (s.world.workload.calls[0].at = -1), 'world.workload.calls.0.at', /negative/],
    ['a flush() of a partition', (s) => (s.world.workload.calls[0] = { at: 0, what: 'flush', partition: 1 }), 'world.workload.calls.0.partition', /flush\(\) has nothing/],
    ['more records than there may be', (s) => (s.world.workload.calls[0].count = 10_001), 'world.workload.calls.0.count', /at most 10000/],
    ['a close() that ends before it begins', (s) => (s.world.workload.calls[0] = { at: 0, what: 'close', timeout: -5 }), 'world.workload.calls.0.timeout', /negative/],
    ['records in the lab of connections', (s) => (s.lab = 'client'), 'world.workload.kind', /client has no application of the kind produce/],
    ['connections in the lab of records', (s) => (s.world.workload = { kind: 'send' }), 'world.workload.kind', /requests has no application of the kind send/],
    ['a lab that is not there', (s) => (s.lab = 'alchemy'), 'lab', /not possible/],
  ])('%s', (_, bend, path, what) => {
    const problem = problemsOf(records(bend)).find((each) => each.path === path)
    expect(problem?.what).toMatch(what)
    expect(problem?.hint).toMatch(/[.!?]$/)
  })

  test('what says nothing is left out, and words that look like numbers stay words', () => {
    const read = parse(
      records((s) => {
        s.world.workload.calls = [
          { at: 0, what: 'send', count: 1, every: 0 },
          { at: 5, what: 'close' },
        ]
        s.world.workload.metadataLag = 0
        s.variants[1] = { name: '3.9', kafka: '3.9', config: { producer: { acks: 1, 'enable.idempotence': false } } }
      }),
    )
    if ('problems' in read) throw new Error(JSON.stringify(read.problems))
    const { world, variants, lab } = read.scenario
    expect(lab).toBe('requests')
    expect(world.workload).toEqual({
      kind: 'produce',
      partitions: 2,
      topicKnown: true,
      calls: [
        { at: 0, what: 'send' },
        { at: 5, what: 'close' },
      ],
    })
    expect(variants[1]?.config.producer).toEqual({ acks: '1', 'enable.idempotence': 'false' })
  })

  test('of a call with a slip the rest is kept', () => {
    const kept = salvage(records((s) => (s.world.workload.calls = [{ at: 7, what: 'send', count: 'all' }, { at: 9 }])))
    expect(kept?.world.workload).toMatchObject({ calls: [{ at: 7, what: 'send' }] })
  })
})

test('all slips come at once, in the order of the scenario', () => {
  const input = bent((s) => {
    s.seed = -1
    s.world.latency = 'fast'
    s.world.faults[1].node = 20
    s.variants[1].config = { producer: { 'request.timeout.ms': -1, 'max.block.ms': -1 } }
  })
  expect(paths(input)).toEqual([
    'seed',
    'world.latency',
    'world.faults.1.node',
    'variants.1.config.producer.request.timeout.ms',
    'variants.1.config.producer.max.block.ms',
  ])
})

describe('what is taken', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, (input: Any) => void]>([
    ['a latency of 0', (s) => (s.world.latency = 0)],
    ['a negative setup timeout, as Kafka takes it (X8)', (s) => (s.variants[1].config = { producer: { 'socket.connection.setup.timeout.ms': -1 } })],
    ['a word in any case, as Kafka takes it', (s) => (s.variants[1] = { name: 'x', kafka: '3.9', config: { producer: { 'metadata.recovery.strategy': 'REBOOTSTRAP' } } })],
    ['a fault after the end of the run', (s) => (s.world.faults[0].at = 200_000)],
    ['a kernel that never gives up', (s) => (s.world.kernel = { giveUpAfter: null })],
    ['a value parked for another release', (s) => (s.variants[0].parked = { producer: { 'socket.connection.setup.timeout.ms': 7 } })],
    ['the draft and its own setting', (s) => (s.variants[1] = { name: 'd', kafka: 'kip-601-draft', config: { producer: { 'connections.setup.timeout.ms': 5000 } } })],
    ['a fault of a broker that is not there, or not any more', (s) => (s.world.faults[1].node = 19)],
    ['each kind of fault with its own fields', (s) => (s.world.faults = [
      { at: 0, kind: 'black hole', node: 0, address: 1, on: true },
      { at: 0, until: 5, kind: 'unreachable', node: 0, by: 'ICMP port', on: true },
      { at: 0, kind: 'backlog full', node: 0, on: true },
      { at: 0, kind: 'refuse', node: 0, address: 16, on: true },
      { at: 0, kind: 'stop', node: 0, on: true },
      { at: 0, kind: 'pause', node: 0, on: true },
      { at: 0, kind: 'mute', node: 0, on: true },
      { at: 0, kind: 'stall', node: 0, on: true },
      { at: 0, kind: 'cut link', node: 0, way: 'from broker', on: true },
      { at: 0, kind: 'slow link', node: 0, way: 'to broker', slower: 60_000, on: true },
      { at: 0, kind: 'lose message', node: 0, message: 'SYN-ACK', nth: 1000, on: true },
      { at: 0, kind: 'forget connections', node: 0, resets: true, on: true },
    ])],
    ['Linux before 3.1', (s) => (s.world.kernel = { release: '3.0', synRetries: 5, linearTimeouts: 0 })],
    ['all that Linux 6.15 can be told', (s) => (s.world.kernel = { release: '6.15', synRetries: 1, linearTimeouts: 0, rtoMax: 1000, dataRetries: 0, userTimeout: 0, keepalive: { idle: 1000, interval: 1000, probes: 1 }, wheel: { hz: 1000, phase: 4095 } })],
    ['brokers that left and joined', (s) => { s.world.nodes[0].membership = 'left'; s.world.nodes[1].membership = 'joined' }],
    ['a refresh', (s) => (s.world.workload = { kind: 'refresh' })],
    ['a busy bootstrap server', (s) => (s.world.workload = { kind: 'busy', node: 2 })],
    ['faults switched in one variant', (s) => (s.variants[1].world = { faults: [[0, false], [1, true]] })],
    ['a marked stretch, an overlay and only differences', (s) => (s.view = { brush: [0, 150_000], overlay: [1, 0], only: 'differences' })],
    ['every limit reached', (s) => Object.assign(s, { until: limits.untilMs, seed: limits.seed, title: 'x'.repeat(limits.titleLength) })],
  ])('%s', (_, bend) => {
    const input = bent(bend)
    expect(parse(input)).toEqual({ scenario: input })
  })

  test('names are trimmed, and empty ones are the usual ones', () => {
    const parsed = parse(
      bent((s) => {
        s.world.nodes[0].name = '  far away '
        s.world.nodes[1].name = ''
        s.variants[0].name = ' '
        delete s.variants[1].name
      }),
    )
    const scenario = 'scenario' in parsed ? parsed.scenario : undefined
    expect(scenario?.world.nodes.map(({ name }) => name)).toEqual(['far away', 'broker 2', 'broker 3'])
    expect(scenario?.variants.map(({ name }) => name)).toEqual(['Kafka 2.6', 'Kafka 2.7'])
  })

  test('what says nothing is left out', () => {
    const parsed = parse(
      bent((s) => {
        s.view = {}
        s.variants[0].knobs = {}
        s.variants[0].world = {}
        s.variants[0].config = { producer: {} }
        s.variants[0].parked = {}
      }),
    )
    expect(parsed).toEqual({ scenario: defaultPreset.scenario })
  })
})

describe('hostile input is harmless, and soon done with', () => {
  const deep = (): unknown => {
    let nest: unknown = []
    for (let i = 0; i < 100_000; i++) nest = [nest]
    return nest
  }
  // biome-ignore format: a case is one line.
  const hostile: [string, () => unknown][] = [
    ['nothing', () => undefined],
    ['null', () => null],
    ['a number', () => 5],
    ['a text', () => 'x'.repeat(5_000_000)],
    ['a list', () => []],
    ['a function', () => () => {}],
    ['a billion brokers', () => bent((s) => (s.world.nodes = new Array(1e9)))],
    ['something like a list of a billion', () => bent((s) => (s.world.nodes = { length: 1e9 }))],
    ['a deep nest', () => bent((s) => (s.world.nodes = deep()))],
    ['a huge name', () => bent((s) => (s.world.nodes[0].name = ' '.repeat(20_000_000)))],
    ['a huge key', () => bent((s) => (s.variants[1].config = { producer: { ['x'.repeat(1_000_000)]: 1 } }))],
    ['a huge release', () => bent((s) => (s.variants[1].kafka = '2'.repeat(1_000_000)))],
    ['a huge word', () => bent((s) => (s.variants[1].config = { producer: { 'client.dns.lookup': 'x'.repeat(1_000_000) } }))],
    ['many unknown fields', () => bent((s) => Object.assign(s, Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, i]))))],
    ['many settings', () => bent((s) => (s.variants[1].config = { producer: Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, i])) }))],
  ]
  test.each(hostile)('%s', (_, make) => {
    const input = make()
    const before = performance.now()
    const problems = problemsOf(input)
    salvage(input)
    // Far above what it takes, so that a busy machine does not fail it; a hang does.
    expect(performance.now() - before).toBeLessThan(1000)
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.length).toBeLessThan(60)
    for (const { path, what } of problems) expect((path + what).length).toBeLessThan(500)
  })

  // biome-ignore format: a case is one line.
  test.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])('a key %s is one more unknown field', (key) => {
    const text = JSON.stringify(defaultPreset.scenario)
    const everywhere: unknown[] = [
      JSON.parse(text.replace('{"v":1', `{"${key}":{"polluted":1},"v":1`)),
      JSON.parse(text.replace('"config":{}', `"config":{"producer":{"${key}":1}}`)),
      JSON.parse(text.replace('"config":{}', `"config":{},"knobs":{"${key}":1}`)),
      JSON.parse(text.replace('"kafka":"2.6"', `"kafka":"${key}"`)),
    ]
    for (const input of everywhere) expect(problemsOf(input)).toHaveLength(1)
    expect(({} as Any).polluted).toBeUndefined()
  })

  test('an inherited field is no field', () => {
    expect(paths(Object.create(defaultPreset.scenario))).toContain('v')
  })
})

describe('of an input with problems the sound rest can be kept', () => {
  test('without the broken fault, setting and view', () => {
    const kept = salvage(
      bent((s) => {
        s.seed = 9
        s.world.faults[0].kind = 'earthquake'
        s.variants[1].config = { producer: { 'request.timeout.ms': -1, 'max.block.ms': 5 } }
        s.view = { from: -1, axis: 'linear' }
      }),
    )
    expect(kept?.seed).toBe(9)
    expect(kept?.world.faults).toEqual([defaultPreset.scenario.world.faults[1]])
    expect(kept?.variants[1]?.config).toEqual({ producer: { 'max.block.ms': 5 } })
    expect(kept?.view).toEqual({ axis: 'linear' })
  })

  test('with faults switched where they now stand', () => {
    const kept = salvage(
      bent((s) => {
        s.world.faults.unshift({ at: 0, kind: 'earthquake', node: 0, on: true })
        s.variants[0].world = {
          faults: [
            [0, false],
            [2, false],
          ],
        }
      }),
    )
    expect(kept?.variants[0]?.world?.faults).toEqual([[1, false]])
  })

  test('with a name and a bootstrap server for those who lack them', () => {
    const kept = salvage(
      bent((s) => s.world.nodes.forEach((node: Any) => Object.assign(node, { name: 'same', bootstrap: false }))),
    )
    expect(kept?.world.nodes.map(({ name }) => name)).toEqual(['same', 'broker 2', 'broker 3'])
  })

  test('but nothing of what asks nothing', () => {
    expect(salvage({})).toBeUndefined()
    expect(salvage('x')).toBeUndefined()
    expect(salvage(bent((s) => (s.variants = [])))).toBeUndefined()
  })
})

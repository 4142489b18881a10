// What each fault does to a SYN, to a connection that is open, to a request on its way and to an answer on its way.

import { describe, expect, test } from 'vitest'
import type { Fault, World } from '../../src/scenario/scenario.ts'
import {
  CLOSE,
  CONNECTED,
  DROPPED,
  FAULT,
  KERNEL_TIMEOUT,
  LOST,
  REACHED,
  RECEIVE,
  REFUSED,
  RETRANSMIT,
  STALLED,
  SYN,
  UNREACHABLE,
} from '../../src/trace/kinds.ts'
import { causeOf, fieldOf, kindOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'
import { type Asked, question, told, traceOf } from '../support/runs.ts'

const WIRE = [
  SYN,
  CONNECTED,
  STALLED,
  LOST,
  REACHED,
  RETRANSMIT,
  RECEIVE,
  DROPPED,
  REFUSED,
  UNREACHABLE,
  KERNEL_TIMEOUT,
]

/** A fault of the only broker. */
const faultOf = (fault: Partial<Fault>): Fault => ({ at: 0, kind: 'black hole', node: 0, on: true, ...fault })

/** What happens on the wire to the only broker, 10 ms away, that takes 10 ms to answer. */
function wire(
  faults: readonly Partial<Fault>[],
  { until = 1000, asked = ['3.9'] as Asked, world = {} as Partial<World>, kinds = WIRE as readonly number[] } = {},
): string[] {
  const scenario = question(1, until, [asked], { latency: 10, service: 10, faults: faults.map(faultOf), ...world })
  return told(traceOf(scenario), kinds, 6).map((row) => row.replace(' broker 1', ''))
}

//  0   SYN leaves          20  TCP is up, a request leaves       40  its answer leaves
//  10  it is answered      30  the request is there              50  the answer is there
const CROSSING = { syn: 5, request: 25, answer: 45, idle: 200 }

const up = ['0 SYN 0 answered 1000', '20 CONNECTED']
const reached = [...up, '30 REACHED API_VERSIONS 0 answers 50']
const received = [...reached, '50 RECEIVE API_VERSIONS 0']
const requestLost = [...up, '30 LOST API_VERSIONS 0 request 20', '240 RETRANSMIT API_VERSIONS 0 request 1 lost 460']
const answerLost = [...reached, '50 LOST API_VERSIONS 0 answer 40', '260 RETRANSMIT API_VERSIONS 0 answer 1 lost 480']
const synLost = ['0 SYN 0 lost 1000', '1000 SYN 1 lost 2000']

describe('the kinds of faults', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Partial<Fault>, string[]]>([
    ['a black hole drops a SYN that is on its way', { at: CROSSING.syn, kind: 'black hole' }, synLost],
    ['a black hole drops a request on its way', { at: CROSSING.request, kind: 'black hole' }, requestLost],
    ['a black hole drops an answer on its way', { at: CROSSING.answer, kind: 'black hole' }, answerLost],
    ['a closed port answers a SYN with RST after one way and back', { at: CROSSING.syn, kind: 'refuse' }, ['0 SYN 0 refused 1000', '20 REFUSED']],
    ['a port that closes while the handshake ends answers the first request with RST', { at: CROSSING.request, kind: 'refuse' }, [...up, '40 DROPPED ECONNRESET']],
    ['a closed port resets an open connection at once, and loses the answer in the making', { at: 35, kind: 'refuse' }, [...reached, '45 DROPPED ECONNRESET']],
    ['an answer that was on the wire when the port closed is there before the reset', { at: CROSSING.answer, kind: 'refuse' }, [...received, '55 DROPPED ECONNRESET']],
    ['a stopped process refuses a SYN', { at: CROSSING.syn, kind: 'stop' }, ['0 SYN 0 refused 1000', '20 REFUSED']],
    ['a process that stops while the handshake ends has its host answer the first request with RST', { at: CROSSING.request, kind: 'stop' }, [...up, '40 DROPPED ECONNRESET']],
    ['an answer in the making is lost with the process', { at: 35, kind: 'stop' }, [...reached, '45 DROPPED ECONNRESET']],
    ['an answer that was on the wire when the process ended is there before the reset', { at: CROSSING.answer, kind: 'stop' }, [...received, '55 DROPPED ECONNRESET']],
    ['the kernel of a paused process accepts a SYN', { at: CROSSING.syn, kind: 'pause', until: 300 }, [...up, '30 REACHED API_VERSIONS 0 waits 320', '320 RECEIVE API_VERSIONS 0']],
    ['a paused process handles a request when it goes on', { at: CROSSING.request, kind: 'pause', until: 300 }, [...up, '30 REACHED API_VERSIONS 0 waits 320', '320 RECEIVE API_VERSIONS 0']],
    ['a pause leaves an answer on its way', { at: CROSSING.answer, kind: 'pause' }, received],
    ['a mute broker accepts a SYN', { at: CROSSING.syn, kind: 'mute' }, [...up, '30 REACHED API_VERSIONS 0 swallowed Infinity']],
    ['a mute broker swallows a request', { at: CROSSING.request, kind: 'mute' }, [...up, '30 REACHED API_VERSIONS 0 swallowed Infinity']],
    ['muteness leaves an answer on its way', { at: CROSSING.answer, kind: 'mute' }, received],
    ['where the handshake stalls a SYN is accepted and the channel never ready', { at: CROSSING.syn, kind: 'stall' }, [...up, '20 STALLED']],
    ['a stall leaves what is open as it is', { at: CROSSING.request, kind: 'stall' }, received],
    ['a cut link drops a SYN', { at: CROSSING.syn, kind: 'cut link' }, synLost],
    ['cut one way, the SYN-ACK is what gets lost', { at: CROSSING.syn, kind: 'cut link', way: 'from broker' }, synLost],
    ['a cut link drops a request that crosses then', { at: CROSSING.request, kind: 'cut link' }, requestLost],
    ['cut the other way only, the request gets through', { at: CROSSING.request, kind: 'cut link', way: 'from broker' }, [...reached, '40 LOST API_VERSIONS 0 answer 40', '240 RETRANSMIT API_VERSIONS 0 request 1 answered 460', '260 RETRANSMIT API_VERSIONS 0 answer 1 lost 480']],
    ['a cut link drops an answer that crosses then', { at: CROSSING.answer, kind: 'cut link' }, answerLost],
    ['cut the other way only, the answer gets through', { at: CROSSING.answer, kind: 'cut link', way: 'to broker' }, received],
    ['a slow link makes a SYN late', { kind: 'slow link' }, ['0 SYN 0 answered 1000', '220 CONNECTED', '330 REACHED API_VERSIONS 0 answers 450', '450 RECEIVE API_VERSIONS 0']],
    ['slow one way, and by so much', { kind: 'slow link', way: 'from broker', slower: 30 }, ['0 SYN 0 answered 1000', '50 CONNECTED', '60 REACHED API_VERSIONS 0 answers 110', '110 RECEIVE API_VERSIONS 0']],
    ['a lost SYN is sent again', { kind: 'lose message', message: 'SYN' }, ['0 SYN 0 lost 1000', '1000 SYN 1 answered 2000']],
    ['the second SYN is lost', { kind: 'lose message', message: 'SYN', nth: 2 }, received],
    ['a lost SYN-ACK has the SYN sent again', { kind: 'lose message', message: 'SYN-ACK' }, ['0 SYN 0 lost 1000', '1000 SYN 1 answered 2000']],
    ['a lost request is sent again after about 200 ms', { kind: 'lose message', message: 'request' }, [...up, '20 LOST API_VERSIONS 0 request 20', '240 RETRANSMIT API_VERSIONS 0 request 1 answered 460', '250 REACHED API_VERSIONS 0 answers 270', '270 RECEIVE API_VERSIONS 0']],
    ['a lost answer is sent again by the broker', { kind: 'lose message', message: 'answer' }, [...reached, '40 LOST API_VERSIONS 0 answer 40', '260 RETRANSMIT API_VERSIONS 0 answer 1 answered 480', '270 RECEIVE API_VERSIONS 0']],
    ['a full backlog ignores a SYN', { at: CROSSING.syn, kind: 'backlog full' }, ['0 SYN 0 ignored 1000', '1000 SYN 1 ignored 2000']],
    ['a full backlog leaves what is open', { at: CROSSING.request, kind: 'backlog full' }, received],
    ['a host that a router calls unreachable ends an attempt at once', { kind: 'unreachable' }, ['0 SYN 0 lost 1000', '20 UNREACHABLE EHOSTUNREACH']],
    ['a network that a router calls unreachable too', { kind: 'unreachable', by: 'ICMP net' }, ['0 SYN 0 lost 1000', '20 UNREACHABLE ENETUNREACH']],
    ['a firewall that rejects by ICMP port unreachable too', { kind: 'unreachable', by: 'ICMP port' }, ['0 SYN 0 lost 1000', '20 UNREACHABLE ECONNREFUSED']],
    ['ICMP is soft to an open connection: the request is sent again, without doubling', { at: CROSSING.request, kind: 'unreachable' }, [...up, '30 LOST API_VERSIONS 0 request 20', '240 RETRANSMIT API_VERSIONS 0 request 1 lost 460', '460 RETRANSMIT API_VERSIONS 0 request 2 lost 680', '680 RETRANSMIT API_VERSIONS 0 request 3 lost 900']],
    ['a firewall that forgets an open connection lets nothing pass', { at: CROSSING.request, kind: 'forget connections' }, requestLost],
    ['a host that forgets it answers the next segment with RST', { at: CROSSING.request, kind: 'forget connections', resets: true }, [...up, '40 DROPPED ECONNRESET']],
  ])('%s', (_, fault, expected) => expect(wire([fault]).slice(0, expected.length)).toEqual(expected))

  test.each<[string, Partial<Fault>]>([
    ['a mute broker', { kind: 'mute' }],
    ['a paused one', { kind: 'pause' }],
    ['a full backlog', { kind: 'backlog full' }],
    ['a stalled handshake', { kind: 'stall' }],
    ['a black hole', { kind: 'black hole' }],
    ['a firewall that forgot it', { kind: 'forget connections' }],
    ['a host that forgot it', { kind: 'forget connections', resets: true }],
  ])('%s leaves an idle connection as it is', (_, fault) =>
    expect(wire([{ at: CROSSING.idle, ...fault }], { kinds: [DROPPED, LOST] })).toEqual([]),
  )

  test.each<[string, Fault['kind']]>([
    ['a stopped process', 'stop'],
    ['a closed port', 'refuse'],
  ])('%s resets an idle connection', (_, kind) =>
    expect(wire([{ at: CROSSING.idle, kind }], { kinds: [DROPPED] })).toEqual(['210 DROPPED ECONNRESET']),
  )
})

describe('what was sent meets the world as it is when it is sent again', () => {
  test('a request lost in a black hole gets through at the first retransmission after it', () =>
    expect(wire([{ at: 25, until: 500 }]).slice(2)).toEqual([
      '30 LOST API_VERSIONS 0 request 20',
      '240 RETRANSMIT API_VERSIONS 0 request 1 lost 460',
      '460 RETRANSMIT API_VERSIONS 0 request 2 lost 900',
      '900 RETRANSMIT API_VERSIONS 0 request 3 answered 1780',
      '910 REACHED API_VERSIONS 0 answers 930',
      '930 RECEIVE API_VERSIONS 0',
      '940 REACHED METADATA 1 answers 960',
      '960 RECEIVE METADATA 1',
    ]))

  test('a host that was restarted in the meantime answers it with RST', () =>
    expect(
      wire([
        { at: 25, until: 500 },
        { at: 100, kind: 'forget connections', resets: true },
      ]).slice(4, 7),
    ).toEqual([
      '460 RETRANSMIT API_VERSIONS 0 request 2 lost 900',
      '900 RETRANSMIT API_VERSIONS 0 request 3 answered 1780',
      '920 DROPPED ECONNRESET',
    ]))
})

describe('what crosses just when the world turns', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Partial<Fault>[], string[]]>([
    ['a black hole drops a SYN-ACK that is on its way', [{ at: 15, until: 500 }], ['0 SYN 0 lost 1000', '1000 SYN 1 answered 2000', '1020 CONNECTED']],
    ['a SYN that left on a slow link is late, though the link is fast when it arrives', [{ kind: 'slow link', until: 50 }], ['0 SYN 0 answered 1000', '120 CONNECTED']],
    ['a SYN that left on a fast link has a slow way back', [{ at: 5, kind: 'slow link' }], ['0 SYN 0 answered 1000', '120 CONNECTED']],
    ['a SYN is sent again while the answer to the first is on a slow link', [{ kind: 'slow link', slower: 600, until: 1500 }], ['0 SYN 0 answered 1000', '1000 SYN 1 answered 2000', '1220 CONNECTED']],
    ['a process that ends after the SYN has come knows nothing of the connection', [{ at: 15, kind: 'stop' }], [...up, '40 DROPPED ECONNRESET']],
    ['nor does one that starts again within the latency', [{ at: 15, kind: 'stop', until: 17 }], [...up, '40 DROPPED ECONNRESET']],
    ['one that stopped and started before the SYN came is none the wiser', [{ at: 5, kind: 'stop', until: 7 }], received],
    ['a reset does not overtake an answer that left on a slow link', [{ at: 32, kind: 'slow link', until: 43 }, { at: 46, kind: 'stop' }], [...up, '30 REACHED API_VERSIONS 0 answers 150', '150 RECEIVE API_VERSIONS 0', '151 DROPPED ECONNRESET']],
    ['where the RST is lost the request is sent again until one gets back', [{ at: 25, kind: 'forget connections', resets: true }, { at: 35, kind: 'cut link', way: 'from broker', until: 300 }], [...up, '240 RETRANSMIT API_VERSIONS 0 request 1 answered 460', '460 RETRANSMIT API_VERSIONS 0 request 2 answered 900', '480 DROPPED ECONNRESET']],
    ['a firewall that forgets the flow while a retransmission crosses lets it not pass', [{ at: 25, until: 30 + 1 }, { at: 245, kind: 'forget connections' }], [...requestLost]],
  ])('%s', (_, faults, expected) => expect(wire(faults, { until: 2000 }).slice(0, expected.length)).toEqual(expected))

  test('what is slower than its timer is sent again, as long as its acknowledgement is not back', () =>
    expect(wire([{ at: 35, kind: 'slow link', slower: 300 }]).slice(3, 10)).toEqual([
      '260 RETRANSMIT API_VERSIONS 0 answer 1 answered 480',
      '350 RECEIVE API_VERSIONS 0',
      '480 RETRANSMIT API_VERSIONS 0 answer 2 answered 920',
      '570 RETRANSMIT METADATA 1 request 1 answered 790',
      '660 REACHED METADATA 1 answers 980',
      '790 RETRANSMIT METADATA 1 request 2 answered 1230',
      '890 RETRANSMIT METADATA 1 answer 1 answered 1110',
    ]))
})

describe('a broker at work', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Partial<Fault>[], string[]]>([
    ['a pause that begins before another one ends has the answer wait for both', [{ kind: 'pause', until: 100 }, { at: 90, kind: 'pause', until: 300 }], ['30 REACHED API_VERSIONS 0 waits 320', '320 RECEIVE API_VERSIONS 0']],
    ['a pause holds back an answer in the making, and leaves what is done done', [{ at: 34, kind: 'pause', until: 300 }], ['30 REACHED API_VERSIONS 0 answers 316', '316 RECEIVE API_VERSIONS 0']],
    ['a pause that begins just when the answer would leave holds it', [{ at: 40, kind: 'pause', until: 300 }], ['30 REACHED API_VERSIONS 0 answers 310']],
    ['a pause that ends after the run is one that ends', [{ kind: 'pause', until: 5000 }], ['30 REACHED API_VERSIONS 0 waits 5020']],
  ])('%s', (_, faults, expected) => expect(wire(faults).slice(2, 2 + expected.length)).toEqual(expected))
})

/** The fault that a row of a kind was caused by, the first such row with so many fields of it. */
function blamed(faults: readonly Partial<Fault>[], what: number, { until = 1000, world = {} as Partial<World> } = {}) {
  const scenario = question(1, until, [patient], { latency: 10, service: 10, faults: faults.map(faultOf), ...world })
  const trace = traceOf(scenario)
  const row = Array.from({ length: trace.rows }, (_, r) => r).find((r) => kindOf(trace, r) === what) ?? -1
  const cause = causesOf(trace, row).find((each) => kindOf(trace, each) === FAULT)
  return cause === undefined ? undefined : words[fieldOf(trace, cause, 1)]
}

function causesOf(trace: Trace, row: number): number[] {
  const causes: number[] = []
  for (let cause = causeOf(trace, row); cause >= 0; cause = causeOf(trace, cause)) causes.push(cause)
  return causes
}

const brief = { release: '6.5', synRetries: 6, linearTimeouts: 4, dataRetries: 0 } as const

describe('each row is blamed on the fault that made it', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, Partial<Fault>[], number, Fault['kind']]>([
    ['an answer that is lost one way, not the cut of the other', [{ at: 35, kind: 'cut link', way: 'to broker' }, { at: 35, kind: 'slow link' }, { at: 45, kind: 'black hole' }], LOST, 'black hole'],
    ['a request that is swallowed, though the backlog is full', [{ at: 25, kind: 'backlog full' }, { at: 26, kind: 'mute' }], REACHED, 'mute'],
    ['a request that waits, though handshakes stall', [{ at: 25, kind: 'stall' }, { at: 26, kind: 'pause', until: 200 }], REACHED, 'pause'],
    ['a host that forgot the connection', [{ at: 25, kind: 'forget connections', resets: true }], DROPPED, 'forget connections'],
    ['a firewall that did', [{ at: 25, kind: 'forget connections' }], DROPPED, 'forget connections'],
    ['acknowledgements that are lost until the kernel gives up', [{ at: 25, kind: 'cut link', way: 'from broker' }], DROPPED, 'cut link'],
    ['an answer that came late, as the first was lost', [{ kind: 'lose message', message: 'answer' }], RECEIVE, 'lose message'],
    ['an answer that came late, as its request was lost', [{ kind: 'lose message', message: 'request' }], RECEIVE, 'lose message'],
  ])('%s', (_, faults, what, fault) =>
    expect(blamed(faults, what, { until: 5000, world: { kernel: brief } })).toBe(fault))

  test('a request on a connection that a mute broker once left hanging', () => {
    const faults = [{ at: 25, kind: 'mute', until: 50 }] as const
    expect(blamed(faults, REACHED)).toBe('mute')
  })
})

describe('what an open connection ends with', () => {
  const kernel = (dataRetries: number): World['kernel'] => ({
    release: '6.5',
    synRetries: 6,
    linearTimeouts: 4,
    dataRetries,
  })
  // biome-ignore format: a case is one line.
  test.each<[string, Partial<Fault>[], number, string]>([
    ['silence', [{ at: 25 }], 3, '3540 DROPPED ETIMEDOUT'],
    ['ICMP host unreachable', [{ at: 22, kind: 'unreachable' }], 3, '3980 DROPPED EHOSTUNREACH'],
    ['ICMP network unreachable', [{ at: 22, kind: 'unreachable', by: 'ICMP net' }], 3, '3980 DROPPED ENETUNREACH'],
    ['ICMP port unreachable', [{ at: 22, kind: 'unreachable', by: 'ICMP port' }], 3, '3980 DROPPED ECONNREFUSED'],
    ['ICMP that fell silent: the error stays', [{ at: 22, kind: 'unreachable', until: 700 }, { at: 700 }], 3, '3980 DROPPED EHOSTUNREACH'],
    ['an address that passes for valid to the end', [{ at: 22, kind: 'unreachable', by: 'ARP' }], 5, '14100 DROPPED ETIMEDOUT'],
    ['an address that ARP no longer finds', [{ at: 22, kind: 'unreachable', by: 'ARP' }], 8, '105620 DROPPED EHOSTUNREACH'],
  ])('%s', (_, faults, retries, expected) =>
    expect(wire(faults, { asked: patient, until: 200_000, world: { kernel: kernel(retries) }, kinds: [DROPPED] })[0]).toBe(expected))
})

/** No Kafka timeout is shorter than the kernel's. */
const patient: Asked = ['2.6', { 'request.timeout.ms': 86_400_000, 'metadata.max.age.ms': 86_400_000 }]
const ends = [DROPPED, KERNEL_TIMEOUT, UNREACHABLE]

describe('a kernel that gives up', () => {
  // biome-ignore format: a case is one line.
  test.each<[string, World['kernel'], string[]]>([
    ['as it comes', { release: '6.5', synRetries: 6, linearTimeouts: 4 }, ['945300 DROPPED ETIMEDOUT']],
    ['tcp_retries2 = 3', { release: '6.5', synRetries: 6, linearTimeouts: 4, dataRetries: 3 }, ['3540 DROPPED ETIMEDOUT']],
    ['tcp_rto_max_ms = 4000', { release: '6.15', synRetries: 6, linearTimeouts: 4, dataRetries: 8, rtoMax: 4000 }, ['23060 DROPPED ETIMEDOUT']],
    ['TCP_USER_TIMEOUT of 5 s', { release: '6.5', synRetries: 6, linearTimeouts: 4, userTimeout: 5000 }, ['5460 DROPPED ETIMEDOUT']],
  ])('ends a connection whose request is never acknowledged: %s', (_, kernel, expected) =>
    expect(wire([{ at: 25 }], { asked: patient, until: 1_000_000, world: { kernel }, kinds: ends }).slice(0, 1)).toEqual(expected))

  test('one whose acknowledgements are lost, though the request was there', () => {
    const kernel = { release: '6.5', synRetries: 6, linearTimeouts: 4, dataRetries: 3 } as const
    const cut = [{ at: 25, kind: 'cut link', way: 'from broker' }] as const
    expect(
      wire(cut, { asked: patient, until: 10_000, world: { kernel }, kinds: [REACHED, DROPPED] }).slice(0, 2),
    ).toEqual(['30 REACHED API_VERSIONS 0 answers 50', '3540 DROPPED ETIMEDOUT'])
  })

  test('an idle one after its keepalive probes', () => {
    const kernel = {
      release: '6.5',
      synRetries: 6,
      linearTimeouts: 4,
      keepalive: { idle: 2000, interval: 1000, probes: 3 },
    } as const
    const silent = { at: CROSSING.idle, kind: 'forget connections' } as const
    expect(wire([silent], { asked: patient, until: 10_000, world: { kernel }, kinds: [DROPPED] })).toEqual([
      '5080 DROPPED ETIMEDOUT',
    ])
    expect(wire([], { asked: patient, until: 10_000, world: { kernel }, kinds: [DROPPED] })).toEqual([])
  })

  test('with a timer wheel it is late, never early', () => {
    const kernel = { release: '6.5', synRetries: 2, linearTimeouts: 4, wheel: { hz: 250, phase: 0 } } as const
    const [first] = wire([{}], { asked: ['2.6'], until: 10_000, world: { kernel }, kinds: [KERNEL_TIMEOUT] })
    expect(first).toBe('7136 KERNEL_TIMEOUT')
  })
})

describe('nobody has the address', () => {
  const arp = { kind: 'unreachable', by: 'ARP' } as const
  const kernel = (linearTimeouts: 0 | 4): World['kernel'] => ({
    release: linearTimeouts ? '6.5' : '3.7',
    synRetries: 6,
    linearTimeouts,
  })

  test('three broadcasts take 3 s', () =>
    expect(wire([arp], { until: 5000, asked: ['2.6'], kinds: ends })).toEqual(['3000 UNREACHABLE EHOSTUNREACH']))

  test.each([
    [0, 18_000],
    [4, 14_000],
  ] as const)('where somebody had it the entry must first fail; %s linear timeouts', (linear, after) => {
    // The connection is reset at 200, and a new attempt leaves for an address that has gone since.
    const faults = [
      { at: CROSSING.idle, kind: 'stop', until: 210 },
      { ...arp, at: 212 },
    ] as const
    const rows = wire(faults, {
      until: 40_000,
      asked: ['2.6'],
      world: { kernel: kernel(linear) },
      kinds: [SYN, UNREACHABLE],
    })
    const [syn = '', failed = ''] = [
      rows.find((row) => row.includes('SYN 0 lost')),
      rows.find((row) => row.includes('EHOSTUNREACH')),
    ]
    expect(Number.parseInt(failed, 10) - Number.parseInt(syn, 10)).toBe(after)
  })

  test('who comes back in time is met by the next SYN', () =>
    expect(wire([{ ...arp, until: 1500 }], { until: 3000, asked: ['2.6'], kinds: [CONNECTED, UNREACHABLE] })).toEqual([
      '2020 CONNECTED',
    ]))
})

test('one address of a name can be dark while the others are well', () => {
  const nodes = [{ name: 'broker 1', bootstrap: true, addresses: 3 }]
  const rows = wire([{ address: 1 }], { until: 20_000, world: { nodes }, kinds: [CLOSE, CONNECTED] })
  expect(rows).toEqual(['10047 CLOSE', '10168 CONNECTED'])
})

test('a connection that a slow link opened late is not given up by the timer of its SYNs', () => {
  const slow = { kind: 'slow link', slower: 40_000 } as const
  expect(wire([slow], { until: 140_000, asked: ['0.8.2'], kinds: [CONNECTED, KERNEL_TIMEOUT] })).toEqual([
    '80121 CONNECTED',
  ])
})

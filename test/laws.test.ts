// What holds for every scenario and every seed.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ClientWorld } from '../src/scenario/clientWorld.ts'
import { clientOrderOf, ordersOf } from '../src/scenario/compile.ts'
import { fittingFault } from '../src/scenario/faultFields.ts'
import type { Fault, Scenario } from '../src/scenario/scenario.ts'
import { begin, run } from '../src/sim/run.ts'
import { ATTEMPTED } from '../src/trace/callKinds.ts'
import { CONNECTED, DROPPED, FAULT, kinds, LOST, REACHED, RECEIVE, RETRANSMIT, SEND, SYN } from '../src/trace/kinds.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, subjectOf, type Trace } from '../src/trace/trace.ts'
import { word } from '../src/trace/vocabulary.ts'
import { scenarios } from './scenario/arbitrary.ts'
import { CLOSE, CONNECT, DISCONNECTS, POLL, STATE } from './support/rows.ts'

/** Enough rows for a law, few enough for hundreds of runs. */
const ROWS = 3_000

/** A fault of what crosses, while much does. */
const near = fc
  .record({
    at: fc.nat({ max: 20_000 }),
    lasts: fc.integer({ min: 1, max: 4_000 }),
    kind: fc.constantFrom<Fault['kind'][]>(
      'black hole',
      'cut link',
      'slow link',
      'lose message',
      'lose message',
      'forget connections',
      'unreachable',
      'stop',
      'pause',
      'mute',
    ),
    node: fc.nat({ max: 1 }),
    way: fc.constantFrom<NonNullable<Fault['way']>[]>('to broker', 'from broker'),
    by: fc.constantFrom<NonNullable<Fault['by']>[]>('ARP', 'ICMP host'),
    slower: fc.integer({ min: 1, max: 900 }),
    message: fc.constantFrom<NonNullable<Fault['message']>[]>('SYN', 'SYN-ACK', 'request', 'answer'),
    nth: fc.integer({ min: 1, max: 3 }),
    resets: fc.boolean(),
  })
  .map(({ lasts, ...fault }): Fault => fittingFault({ ...fault, until: fault.at + lasts, on: true }))

/** Scenarios in which much crosses: near brokers, metadata that is asked for again and again, and a kernel that gives up. */
const crowded = fc
  .record({
    of: scenarios,
    faults: fc.array(near, { minLength: 6, maxLength: 20 }),
    latency: fc.nat({ max: 120 }),
    service: fc.nat({ max: 120 }),
  })
  .map(({ of, faults, latency, service }): Scenario => {
    const nodes = [1, 2].map((n) => ({ name: `broker ${n}`, bootstrap: true, addresses: 1 }))
    const kernel = { release: '6.5', synRetries: 2, linearTimeouts: 0, dataRetries: 3 } as const
    const producer = { 'request.timeout.ms': 9_000, 'metadata.max.age.ms': 300 }
    return {
      ...of,
      until: 30_000,
      world: { ...of.world, nodes, latency, service, faults, kernel, workload: { kind: 'send' } },
      variants: of.variants.map(({ name, kafka }) => ({ name, kafka, config: { producer } })),
    }
  })

/** Checks a law on the trace of every variant of many scenarios. */
function always(law: (trace: Trace, world: ClientWorld) => void, of = scenarios): void {
  fc.assert(
    fc.property(of, (scenario) => {
      scenario.variants.forEach((_, variant) => {
        const order = clientOrderOf(scenario, variant, ROWS)
        law(run(order).trace, order.world)
      })
    }),
    { numRuns: 60 },
  )
}

function rowsOf(trace: Trace): number[] {
  return Array.from({ length: trace.rows }, (_, row) => row)
}

test('the same question twice gives the same bytes', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      for (const order of ordersOf(scenario, ROWS)) expect(run(order).trace.digest).toBe(run(order).trace.digest)
    }),
    { numRuns: 40 },
  )
})

test('a run done in slices is the run done at once', () => {
  fc.assert(
    fc.property(scenarios, fc.integer({ min: 1, max: 700 }), (scenario, slice) => {
      for (const order of ordersOf(scenario, ROWS)) {
        const sliced = begin(order)
        while (!sliced.advance(slice));
        expect(sliced.finish().trace.digest).toBe(run(order).trace.digest)
      }
    }),
    { numRuns: 20 },
  )
})

test('time never runs backwards, and no effect comes before its cause', () => {
  // An expect a row would take most of the time.
  const isBroken = (trace: Trace, row: number): boolean =>
    (row > 0 && atOf(trace, row) < atOf(trace, row - 1)) ||
    !(causeOf(trace, row) < row) ||
    !(armedByOf(trace, row) < row)
  always((trace) => expect(rowsOf(trace).find((row) => isBroken(trace, row))).toBeUndefined())
})

test('the states of a connection follow one another without a gap', () => {
  always((trace) => {
    const state = new Map<number, number>()
    for (const row of rowsOf(trace)) {
      if (kindOf(trace, row) !== STATE) continue
      const connection = subjectOf(trace, row)
      const before = state.get(connection)
      if (before !== undefined) expect(fieldOf(trace, row, 0)).toBe(before)
      state.set(connection, fieldOf(trace, row, 1))
    }
  })
})

test('a client has one socket to a node at a time', () => {
  always((trace) => {
    const open = new Set<number>()
    for (const row of rowsOf(trace)) {
      const connection = subjectOf(trace, row)
      if (kindOf(trace, row) === CONNECT) {
        expect(open.has(connection)).toBe(false)
        open.add(connection)
      } else if (kindOf(trace, row) === CLOSE || DISCONNECTS.includes(kindOf(trace, row))) {
        open.delete(connection)
      }
    }
  })
})

test('a select returns when it said, or earlier; a consumer may sleep out a backoff before the next one', () => {
  always((trace, world) => {
    const sleeps = world.apiCall?.client === 'consumer'
    let wakesAt = 0
    for (const row of rowsOf(trace)) {
      if (sleeps && kindOf(trace, row) === ATTEMPTED) wakesAt = Math.max(wakesAt, fieldOf(trace, row, 3))
      if (kindOf(trace, row) !== POLL) continue
      expect(atOf(trace, row)).toBeLessThanOrEqual(wakesAt)
      wakesAt = fieldOf(trace, row, 2)
    }
  })
})

/** What a law may know of a connection's socket while it goes through the rows. */
type Socket = {
  isOpen: boolean
  tcpUp: boolean
  syns: number
  /** By half and correlation id: sent, lost, or at the other end. */
  readonly halves: Map<string, 'sent' | 'lost' | 'arrived'>
}

const freshSocket = (): Socket => ({ isOpen: true, tcpUp: false, syns: 0, halves: new Map() })

/** Goes through the rows of all sockets, and tells a law of each before it is taken in. */
function socketRows(trace: Trace, law: (socket: Socket, what: number, row: number) => void): void {
  const sockets = new Map<number, Socket>()
  const half = (row: number, field: number) => (fieldOf(trace, row, field) === word('request') ? 'request' : 'answer')
  for (const row of rowsOf(trace)) {
    const what = kindOf(trace, row)
    const subject = subjectOf(trace, row)
    if (what === CONNECT) sockets.set(subject, freshSocket())
    const socket = sockets.get(subject)
    if (!socket) continue
    law(socket, what, row)
    const correlation = fieldOf(trace, row, 1)
    if (what === SYN) socket.syns += 1
    else if (what === CONNECTED) socket.tcpUp = true
    else if (what === SEND) socket.halves.set(`request ${correlation}`, 'sent')
    else if (what === LOST) socket.halves.set(`${half(row, 2)} ${correlation}`, 'lost')
    else if (what === REACHED) socket.halves.set(`request ${correlation}`, 'arrived')
    else if (what === RECEIVE) socket.halves.set(`answer ${correlation}`, 'arrived')
    else if (what === CLOSE || DISCONNECTS.includes(what)) socket.isOpen = false
  }
}

/** Checks a law where much crosses. */
const onWire = (law: (trace: Trace, world: ClientWorld) => void): void => always(law, crowded)

const wire = [CONNECTED, SEND, REACHED, LOST, RETRANSMIT, RECEIVE]

test('nothing arrives, is lost or is sent again on a connection that is closed, nor before TCP is up', () => {
  onWire((trace) =>
    socketRows(trace, ({ isOpen, tcpUp, syns }, what, row) => {
      if (wire.includes(what)) expect(isOpen, `row ${row}`).toBe(true)
      if (wire.includes(what) && what !== CONNECTED) expect(tcpUp, `row ${row}`).toBe(true)
      if (what === CONNECTED) expect(syns).toBeGreaterThan(0)
      if (what === SYN) expect(isOpen && !tcpUp, `row ${row}`).toBe(true)
    }),
  )
})

test('an answer comes once, after its request reached the broker, and a request reaches it once, after it was sent', () => {
  onWire((trace) =>
    socketRows(trace, ({ halves }, what, row) => {
      const correlation = fieldOf(trace, row, 1)
      const [request, answer] = [halves.get(`request ${correlation}`), halves.get(`answer ${correlation}`)]
      if (what === REACHED) expect(['sent', 'lost'], `row ${row}`).toContain(request)
      if (what !== RECEIVE) return
      expect(request, `row ${row}`).toBe('arrived')
      expect(answer, `row ${row}`).not.toBe('arrived')
    }),
  )
})

test('what is lost is there only after it was sent again', () => {
  onWire((trace) => {
    const again = new Set<string>()
    socketRows(trace, ({ halves }, what, row) => {
      const correlation = fieldOf(trace, row, 1)
      if (what === RETRANSMIT) {
        expect(halves.size, `row ${row}`).toBeGreaterThan(0)
        again.add(`${subjectOf(trace, row)} ${correlation}`)
      }
      const half = what === REACHED ? 'request' : what === RECEIVE ? 'answer' : undefined
      if (half && halves.get(`${half} ${correlation}`) === 'lost')
        expect(again.has(`${subjectOf(trace, row)} ${correlation}`), `row ${row}`).toBe(true)
    })
  })
})

test('nothing crosses faster than its link', () => {
  onWire((trace, { hosts }) => {
    const conditions = hosts.flatMap(({ conditions: byAddress }) => byAddress.flat())
    const out = Math.min(...conditions.map(({ latencyOut }) => latencyOut))
    const back = Math.min(...conditions.map(({ latencyBack }) => latencyBack))
    const at = new Map<string, number>()
    const since = (what: number, row: number, id: number | string) =>
      atOf(trace, row) - (at.get(`${subjectOf(trace, row)} ${what} ${id}`) ?? Number.NaN)
    socketRows(trace, (_, what, row) => {
      const id = what === CONNECT ? '' : fieldOf(trace, row, 1)
      if ([CONNECT, SEND, REACHED].includes(what)) at.set(`${subjectOf(trace, row)} ${what} ${id}`, atOf(trace, row))
      if (what === CONNECTED) expect(since(CONNECT, row, '')).toBeGreaterThanOrEqual(out + back)
      if (what === REACHED) expect(since(SEND, row, id), `row ${row}`).toBeGreaterThanOrEqual(out)
      if (what === RECEIVE) expect(since(REACHED, row, id), `row ${row}`).toBeGreaterThanOrEqual(back)
    })
  })
})

test('a connection that a firewall forgot delivers nothing any more', () => {
  onWire((trace, { hosts }) => {
    const upAt = new Map<number, number>()
    const address = new Map<number, number>()
    socketRows(trace, (_, what, row) => {
      const subject = subjectOf(trace, row)
      if (what === CONNECT) address.set(subject, fieldOf(trace, row, 0))
      if (what === CONNECTED) upAt.set(subject, atOf(trace, row))
      if (what !== REACHED && what !== RECEIVE) return
      const forgotten = hosts[trace.subjects[subject]?.host ?? -1]?.resets.find(
        (reset) =>
          reset.what === 'forgotten by the path' &&
          (reset.address ?? address.get(subject)) === address.get(subject) &&
          reset.at > (upAt.get(subject) ?? 0) &&
          reset.at <= atOf(trace, row),
      )
      expect(forgotten, `row ${row}`).toBeUndefined()
    })
  })
})

test('what is lost is blamed on a fault', () => {
  onWire((trace) =>
    socketRows(trace, (_, what, row) => {
      if (what === LOST) expect(kindOf(trace, causeOf(trace, row)), `row ${row}`).toBe(FAULT)
    }),
  )
})

test('so many of each thing cross that the laws of the wire mean something', () => {
  const counts = new Map<number, number>()
  onWire((trace) => socketRows(trace, (_, what) => void counts.set(what, (counts.get(what) ?? 0) + 1)))
  for (const what of [...wire, SYN, DROPPED]) expect(counts.get(what) ?? 0, kinds[what]?.name).toBeGreaterThan(50)
})

// The lanes of the client lab: caller, poll loop, one lane a machine. One pass over the trace, chunk by chunk.

import { assert } from '../base/assert.ts'
import * as callKind from '../trace/callKinds.ts'
import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import * as rule from '../trace/rules.ts'
import { fieldOf, type Trace } from '../trace/trace.ts'
import { isUp, type Word, words } from '../trace/vocabulary.ts'
import { BrokerLane } from './broker.ts'
import { CallerLane } from './caller.ts'
import type { ConnectionTrack } from './connection.ts'
import { type Drawing, drawingBy, type RowPass, wholly } from './drawing.ts'
import type { Lane, LaneGroup } from './lane.ts'
import { PollLoopLane } from './pollLoop.ts'

/** What the poll loop finds when it looks: these rules are dots on its lane. */
const seen = new Map<number, string>([
  [rule.SETUP_TIMED_OUT, 'setup timeout'],
  [rule.SETUP_TIMED_OUT_LAZY, 'setup timeout'],
  [rule.REQUEST_TIMED_OUT, 'request timeout'],
  [rule.REBOOTSTRAP_TRIGGERED, 'rebootstrap trigger'],
])

/** What only the run of a producer shows. It is told every row but for draws. */
export type ProducerLanes = {
  row(row: number, at: number, kind: number, rule: number): void
  /** What stands beside the arrow of a SEND row. */
  request(row: number): string | undefined
  /** What stands above the poll loop. */
  finish(until: number): readonly Lane[]
}

/**
 * The lanes of one run, top to bottom.
 * @param latency one way, in ms: how long the arrow of a packet is that reached nobody, as the trace cannot tell it
 * @param producer for the run of a producer (fetched.ts)
 */
export const clientDrawing = (trace: Trace, latency = 1, producer?: ProducerLanes): Drawing =>
  drawingBy(new Pass(trace, latency, producer), trace)

/** All of them at once. */
export const lanesOf = (...run: Parameters<typeof clientDrawing>): LaneGroup => wholly(clientDrawing(...run))

class Pass implements RowPass {
  private readonly caller = new CallerLane()
  private readonly loop = new PollLoopLane()
  private readonly brokers: BrokerLane[] = []
  /** By subject; what is no machine or connection has none. */
  private readonly lanes: (BrokerLane | undefined)[] = []
  private readonly connections: (ConnectionTrack | undefined)[] = []
  private readonly nodeNames = new Map<number, string>()

  constructor(
    private readonly trace: Trace,
    latency: number,
    private readonly producer: ProducerLanes | undefined,
  ) {
    for (const { kind: what, name, node, host } of trace.subjects) {
      const isMachine = host !== undefined && (what === 'connection' || what === 'broker')
      const lane = isMachine ? this.broker(host, name, latency) : undefined
      this.lanes.push(lane)
      this.connections.push(lane && node !== undefined ? lane.connection(node) : undefined)
      if (node !== undefined) this.nodeNames.set(node, name)
    }
  }

  private broker(host: number, name: string, latency: number): BrokerLane {
    const known = this.brokers.find((lane) => lane.index === host)
    if (known) return known
    const lane = new BrokerLane(host, name, latency)
    this.brokers.push(lane)
    return lane
  }

  row(row: number, at: number, subject: number, what: number, why: number): void {
    // By far the most frequent, and nothing to draw.
    if (what === kind.DRAW) return
    this.producer?.row(row, at, what, why)
    switch (what) {
      case kind.POLL:
        this.loop.poll(at, row, why, this.field(row, 1), this.field(row, 2))
        break
      case kind.BLOCKED:
        this.caller.blocked(at, row, this.word(row, 0), this.field(row, 1), rule.rules[why]?.setting ?? 'bound')
        break
      case kind.UNBLOCKED:
        this.caller.unblocked(at, row, this.word(row, 0), this.word(row, 1))
        break
      case callKind.ATTEMPT: {
        const node = this.nodeNames.get(this.field(row, 2)) ?? ''
        this.caller.attempt(at, row, this.word(row, 0), this.field(row, 1), node)
        break
      }
      case callKind.ATTEMPTED: {
        this.caller.attempted(at, row, this.word(row, 0), this.word(row, 2), this.field(row, 3))
        break
      }
      case kind.CALL:
        this.caller.called(at, row, this.word(row, 0), this.nodeNames.get(this.field(row, 1)) ?? '')
        break
      case kind.COMPLETED:
        this.caller.completed(at, row, this.field(row, 0), this.word(row, 1))
        break
      case producerKind.APPENDED:
        this.lanes[subject]?.appended(at, row, this.field(row, 2), this.field(row, 3))
        break
      case producerKind.KNOWN_AGAIN:
        this.lanes[subject]?.knownAgain(at, row, this.field(row, 2))
        break
      case kind.FAULT:
        this.lanes[subject]?.fault(at, row, this.word(row, 1), this.field(row, 2))
        break
      default: {
        const connection = this.connections[subject]
        if (connection) this.connectionRow(connection, row, at, what, why, subject)
      }
    }
  }

  private connectionRow(c: ConnectionTrack, row: number, at: number, what: number, why: number, subject: number): void {
    switch (what) {
      case kind.STATE:
        c.became(at, row, this.word(row, 1), this.field(row, 2))
        this.callerSees(c, row, at, this.word(row, 1), why, subject)
        break
      case kind.CONNECT:
        c.connect(at, row, this.field(row, 1), this.field(row, 2))
        break
      case kind.SYN:
        c.sent(at, row, this.field(row, 0), this.word(row, 1))
        break
      case kind.STALLED:
        c.stalled()
        break
      case kind.CONNECTED:
        c.answered(at, row, 'SYN-ACK')
        break
      case kind.REFUSED:
        c.answered(at, row, 'RST')
        c.lost(at, row, what, why)
        break
      case kind.UNREACHABLE:
        if (why === rule.ICMP_UNREACHABLE) c.icmp(at, row)
        c.lost(at, row, what, why, this.word(row, 0))
        break
      case kind.DROPPED:
        c.lost(at, row, what, why, this.word(row, 0))
        break
      case kind.KERNEL_TIMEOUT:
      case kind.AUTH_FAILED:
        c.lost(at, row, what, why)
        break
      case kind.CLOSE:
        c.lost(at, row, what, why)
        if (seen.has(why)) this.loop.saw(at, row, `${seen.get(why)} of ${this.trace.subjects[subject]?.name} seen`)
        break
      default:
        this.requestRow(c, row, at, what)
    }
  }

  private requestRow(c: ConnectionTrack, row: number, at: number, what: number): void {
    switch (what) {
      case kind.SEND:
        c.request(at, row, this.requestName(row), this.field(row, 1), this.field(row, 3), this.field(row, 4))
        break
      case kind.REACHED:
        c.reached(row, this.word(row, 0), this.field(row, 1), this.field(row, 3))
        break
      case kind.LOST:
        c.lostOnTheWay(row, this.word(row, 0), this.field(row, 1), this.word(row, 2), this.field(row, 3))
        break
      case kind.RETRANSMIT:
        c.sentAgain(
          at,
          row,
          this.word(row, 0),
          this.field(row, 1),
          this.word(row, 2) === 'request',
          this.word(row, 4) === 'lost',
        )
        break
      case kind.EXPIRED:
        c.expired(at, row, this.field(row, 1))
        break
      case kind.RECEIVE:
        c.received(at, this.field(row, 1))
        break
    }
  }

  /** A caller that asks for one node waits until it is ready. */
  private callerSees(c: ConnectionTrack, row: number, at: number, state: Word, why: number, subject: number): void {
    const name = this.trace.subjects[subject]?.name ?? ''
    if (state === 'CONNECTING' && why === rule.CONNECT_CALLER) this.caller.wants(at, row, subject, name)
    if (isUp(state) && !c.isStalled) this.caller.ready(at, row, subject, name)
  }

  finish(): LaneGroup {
    const { until } = this.trace
    const brokers = this.brokers.map((lane) => lane.finish(until))
    const above = this.producer?.finish(until) ?? [this.caller.finish(until)]
    return { lanes: [...above, this.loop.finish(until), ...brokers] }
  }

  private requestName(row: number): string {
    return this.producer?.request(row) ?? this.word(row, 0)
  }

  private field(row: number, n: number): number {
    return fieldOf(this.trace, row, n)
  }

  private word(row: number, n: number): Word {
    const text = words[fieldOf(this.trace, row, n)]
    assert(text !== undefined, `row ${row} has no word in field ${n}`)
    return text
  }
}

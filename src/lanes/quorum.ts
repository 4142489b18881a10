// The lanes of the quorum lab: who leads, then one lane a node. One pass over the trace, chunk by chunk.

import { grouped } from '../base/grouped.ts'
import type { Latency, QuorumWorld } from '../scenario/quorumWorld.ts'
import * as kind from '../trace/kinds.ts'
import { NONE } from '../trace/kinds.ts'
import { hitOf } from '../trace/quorumFaults.ts'
import * as quorumKind from '../trace/quorumKinds.ts'
import * as rule from '../trace/quorumRules.ts'
import { armedByOf, causeOf, fieldOf, kindOf, restOf, type Trace } from '../trace/trace.ts'
import { words } from '../trace/vocabulary.ts'
import { type Arrow, beganNothing, ignored, isBegin, missed, saysMore } from './arrows.ts'
import { type Drawing, drawingBy, type RowPass } from './drawing.ts'
import type { LaneGroup } from './lane.ts'
import { type Judged, LeaderLane, type Stop } from './leader.ts'
import { type Fired, NodeLane, type Timer, type Unparked } from './node.ts'

/** What of a world its picture needs. */
export type PicturedWorld = Pick<
  QuorumWorld,
  'until' | 'observers' | 'config' | 'latency' | 'latencies' | 'cuts' | 'losses' | 'faults'
>

/**
 * The lanes of one run, top to bottom.
 * @param judged what of it is a judgement and not an event
 */
export const quorumDrawing = (
  trace: Trace,
  world: PicturedWorld,
  judged: Judged = { needless: [], inNameOnly: [] },
): Drawing => drawingBy(new Pass(trace, world, judged), trace)

/** The timers, by the kind of row that sets them. */
const timers = new Map<number, Timer>([
  [quorumKind.ELECTION_TIMER, 'election'],
  [quorumKind.BACKOFF, 'backoff'],
  [quorumKind.QUORUM_TIMER, 'check-quorum'],
])

/** Why a Fetch is answered before its time, by the rule of that. */
const early = new Map<number, Unparked>([
  [rule.PARK_LOG_GREW, 'append'],
  [rule.PARK_MARK_MOVED, 'mark'],
  [rule.PARK_FAILED, 'failed'],
])

/** Of a SENT row: the second value after the declared ones. */
const SAYS = 7

/** A sender, a receiver and a message (0: any) as one number. */
const wayOf = (from: number, to: number, message: number): number => (from * 0x10000 + to) * 0x100 + message

class Pass implements RowPass {
  private readonly leader = new LeaderLane()
  private readonly nodes: NodeLane[] = []
  /** By subject, and by the node's number. */
  private readonly bySubject: (NodeLane | undefined)[] = []
  private readonly byNumber = new Map<number, NodeLane>()
  private readonly numbers: number[] = []
  /** The numbers of arrows by sender, receiver and message, and in that by its `nth`. */
  private readonly arrows = new Map<number, number[]>()
  private readonly latencies: ReadonlyMap<number, readonly Latency[]>
  /** By fault, the node at the other end of it. */
  private readonly peers: ReadonlyMap<number, NodeLane>

  constructor(
    private readonly trace: Trace,
    private readonly world: PicturedWorld,
    private readonly judged: Judged,
  ) {
    for (const [subject, { name, node, host }] of trace.subjects.entries()) {
      if (node === undefined || host === undefined) continue
      const isObserver = world.observers.includes(node)
      // The strip of leaders is the first lane.
      const lane = new NodeLane(this.nodes.length + 1, host, name, isObserver, world.config.fetchTimeout)
      this.nodes.push(lane)
      this.bySubject[subject] = lane
      this.numbers[subject] = node
      this.byNumber.set(node, lane)
    }
    this.peers = peersOf(world, this.byNumber)
    this.latencies = waysOf(world)
  }

  row(row: number, at: number, subject: number, what: number, why: number): void {
    const lane = this.bySubject[subject]
    if (!lane) return
    const number = this.numbers[subject] as number
    switch (what) {
      case quorumKind.SENT:
        this.sent(lane, number, row, at)
        break
      case quorumKind.ARRIVED:
        this.reaches(this.field(row, 1), number, row)
        this.arrived(lane, number, row)
        break
      case quorumKind.HANDLED:
        this.arrived(lane, number, row)
        break
      case quorumKind.MISSED:
        this.missed(number, row, at)
        break
      case quorumKind.IGNORED:
        this.ignored(number, row)
        break
      case quorumKind.ROLE:
        this.role(lane, number, row, at)
        break
      case quorumKind.FETCH_TIMER:
        lane.fetchTimer(at, row, this.field(row, 0), this.field(row, 1))
        break
      case quorumKind.PARKED:
        lane.park(at, row, this.field(row, 0), this.nameOf(this.field(row, 0)), this.field(row, 1), this.field(row, 2))
        break
      case quorumKind.UNPARKED:
        lane.unpark(at, row, this.field(row, 0), this.field(row, 1), early.get(why) ?? 'time')
        break
      default:
        this.rest(lane, number, row, at, what)
    }
  }

  finish(): LaneGroup {
    const { until } = this.trace
    return {
      lanes: [this.leader.finish(until, this.judged, this.stop()), ...this.nodes.map((lane) => lane.finish(until))],
    }
  }

  /** Where a limit stopped the run: its last row says so. */
  private stop(): Stop | undefined {
    const row = this.trace.rows - 1
    if (this.trace.ended === 'until' || kindOf(this.trace, row) !== kind.LIMIT) return undefined
    return { to: this.world.until, limit: `${grouped(this.field(row, 1))} ${this.word(row, 0)}`, row }
  }

  private rest(lane: NodeLane, number: number, row: number, at: number, what: number): void {
    const timer = timers.get(what)
    if (timer) {
      lane.timer(at, row, timer, this.field(row, 0))
      return
    }
    switch (what) {
      case quorumKind.TICK:
        lane.dots.push(at, at, 'plain', this.tickLabel(row), row)
        break
      case quorumKind.REQUEST_TIMEOUT:
        lane.dots.push(
          at,
          at,
          'failed',
          `request timeout · ${this.word(row, 0)} to ${this.nameOf(this.field(row, 1))}`,
          row,
        )
        break
      case quorumKind.DISCONNECTED:
        lane.dots.push(
          at,
          at,
          'failed',
          `BROKER_NOT_AVAILABLE · ${this.word(row, 0)} to ${this.nameOf(this.field(row, 1))}`,
          row,
        )
        break
      case quorumKind.SPIN:
        lane.spins(at, row)
        break
      case quorumKind.WAIT:
        lane.waits(at)
        break
      case quorumKind.HAPPENED:
        this.happened(lane, number, row, at)
        break
      case kind.FAULT:
        this.fault(lane, row, at)
        break
    }
  }

  private sent(lane: NodeLane, from: number, row: number, at: number): void {
    const message = this.word(row, 0)
    const to = this.field(row, 1)
    const receiver = this.byNumber.get(to)
    if (!receiver) return
    const arrivesAt = this.field(row, 5)
    const isLost = !Number.isFinite(arrivesAt)
    const number = lane.arrows.sent(
      at,
      row,
      receiver.index,
      {
        message,
        epoch: this.field(row, 3),
        error: this.word(row, 4),
        says: saysMore(message) ? this.field(row, SAYS) : NONE,
      },
      isLost ? at + this.latency(from, to, at) : arrivesAt,
      isLost,
    )
    const way = wayOf(from, to, this.field(row, 0))
    const known = this.arrows.get(way) ?? []
    this.arrows.set(way, known)
    known[this.field(row, 2)] = number
  }

  /** A message is where it was sent to: the head of its arrow leads to the row that says so. */
  private reaches(from: number, to: number, row: number): void {
    const arrow = this.arrowOf(from, to, row)
    arrow?.track.arrive(arrow.mark, row)
  }

  private arrived(lane: NodeLane, to: number, row: number): void {
    const message = this.word(row, 0)
    if (!isBegin(message)) return
    const arrow = this.arrowOf(this.field(row, 1), to, row)
    if (!arrow) return
    const epoch = this.field(arrow.track.rowOf(arrow.mark), 3)
    beganNothing(arrow)
    lane.begun = { row, arrow, epoch, sender: this.byNumber.get(this.field(row, 1)) }
  }

  /** Subject: the sender. What was lost on the way has been drawn so. */
  private missed(from: number, row: number, at: number): void {
    const fault = armedByOf(this.trace, row)
    if (fault >= 0) for (const lane of this.nodes) lane.struck(fault, at)
    const message = this.word(row, 0)
    const arrow = this.arrowOf(from, this.field(row, 1), row)
    if (!arrow || arrow.track.isLost(arrow.mark)) return
    missed(arrow, message)
    arrow.track.arrive(arrow.mark, row)
  }

  private ignored(to: number, row: number): void {
    const message = this.word(row, 0)
    const arrow = this.arrowOf(this.field(row, 1), to, row)
    if (arrow) ignored(arrow, message)
  }

  private role(lane: NodeLane, number: number, row: number, at: number): void {
    const [role, epoch, leader] = [this.word(row, 1), this.field(row, 2), this.field(row, 3)]
    lane.became(at, row, role, epoch, this.nameOf(leader), this.firedBy(row))
    if (role === 'Leader') this.leader.leads(at, row, number, lane.name, epoch)
    else this.leader.yields(at, row, number)
    const { begun } = lane
    if (begun?.row === causeOf(this.trace, row)) begun.sender?.arrows.began(begun.arrow, begun.epoch)
  }

  /** The timer whose end brought a ROLE row about. */
  private firedBy(row: number): Fired | undefined {
    const armed = armedByOf(this.trace, row)
    if (armed < 0) return undefined
    const what = kindOf(this.trace, armed)
    return what === quorumKind.FETCH_TIMER ? 'fetch' : timers.get(what)
  }

  private happened(lane: NodeLane, number: number, row: number, at: number): void {
    const what = this.word(row, 0)
    lane.happened(at, row, what)
    if (what === 'stop' || what === 'left') this.leader.yields(at, row, number)
  }

  private fault(lane: NodeLane, row: number, at: number): void {
    const [index, what, until] = [this.field(row, 0), this.word(row, 1), this.field(row, 2)]
    const hits = this.hitSaid(lane, row)
    lane.fault(at, row, what, hits, until)
    this.peers.get(index)?.fault(at, row, what, hits, until, true)
  }

  /** What a fault hits besides its node: `n1 → n2`, `n1 ⇄ all`, `Fetch answer 2, n1 → n3`; empty: nothing. */
  private hitSaid({ name }: NodeLane, row: number): string {
    const hit = hitOf(this.trace, row)
    if (!hit) return ''
    const other = hit.peer === NONE ? 'all' : this.nameOf(hit.peer)
    const link = hit.way === 'in' ? `${other} → ${name}` : `${name} ${hit.way === 'out' ? '→' : '⇄'} ${other}`
    return hit.message ? `${hit.message}${hit.nth > 1 ? ` ${hit.nth}` : ''}, ${link}` : link
  }

  private tickLabel(row: number): string {
    const targets = restOf(this.trace, row)
    if (targets.length === 0) return 'tick · for nobody, as all have fetched lately'
    return `tick · for ${targets.map((node) => this.nameOf(node)).join(', ')}`
  }

  /** The arrow of the message that a row tells of. */
  private arrowOf(from: number, to: number, row: number): Arrow | undefined {
    const number = this.arrows.get(wayOf(from, to, this.field(row, 0)))?.[this.field(row, 2)]
    const receiver = this.byNumber.get(to)
    return number === undefined || !receiver ? undefined : this.byNumber.get(from)?.arrows.arrow(receiver.index, number)
  }

  /** One way, in ms: what of a link is in force at an instant. */
  private latency(from: number, to: number, at: number): number {
    const own = this.latencies.get(wayOf(from, to, 0))?.findLast((link) => link.at <= at)
    return (own ?? this.world).latency
  }

  private nameOf(node: number): string {
    return this.byNumber.get(node)?.name ?? ''
  }

  private field(row: number, n: number): number {
    return fieldOf(this.trace, row, n)
  }

  private word(row: number, n: number): string {
    return words[fieldOf(this.trace, row, n)] ?? ''
  }
}

/** The latencies of each way that has some of its own, by instant. */
function waysOf({ latencies }: PicturedWorld): Map<number, readonly Latency[]> {
  const ways = new Map<number, Latency[]>()
  for (const link of latencies) {
    const way = wayOf(link.from, link.to, 0)
    const known = ways.get(way)
    if (known) known.push(link)
    else ways.set(way, [link])
  }
  return ways
}

/** Of the faults that concern one other node, which that is. */
function peersOf(world: PicturedWorld, lanes: ReadonlyMap<number, NodeLane>): Map<number, NodeLane> {
  const peers = new Map<number, NodeLane>()
  for (const { index, node } of world.faults) {
    const links = [...world.cuts, ...world.losses].filter(({ fault }) => fault === index)
    const others = new Set(links.flatMap(({ from, to }) => [from, to]).filter((each) => each !== node))
    const lane = others.size === 1 ? lanes.get([...others][0] as number) : undefined
    if (lane) peers.set(index, lane)
  }
  return peers
}

// A run of a quorum: its nodes, its network, and what is done to them.
//
// Kafka       one raft/KafkaRaftClient a node, each with a thread of its own; here they share one clock.
// Leaves out  the time that work takes.

import { type Instant, START } from '../../base/time.ts'
import type { NodeEvent, QuorumFaultRow, QuorumWorld } from '../../scenario/quorumWorld.ts'
import { eventsAnInstant } from '../../scenario/scenario.ts'
import { FAULT, HEALED, LIMIT, NONE, RUN } from '../../trace/kinds.ts'
import { linkWays } from '../../trace/quorumFaults.ts'
import { HAPPENED } from '../../trace/quorumKinds.ts'
import { LOST_ASKER_GONE, LOST_NOT_RUNNING, WAIT_MESSAGE } from '../../trace/quorumRules.ts'
import * as rule from '../../trace/rules.ts'
import type { Ended, Trace } from '../../trace/trace.ts'
import { type Word, word } from '../../trace/vocabulary.ts'
import { TraceWriter } from '../../trace/writer.ts'
import type { Chance } from '../chance.ts'
import { RUN_SUBJECT } from '../ledger.ts'
import type { Simulation } from '../simulation.ts'
import { Clock } from './clock.ts'
import { endPark } from './fetches.ts'
import type { Hall } from './hall.ts'
import { type Message, Messages } from './messages.ts'
import { Network } from './network.ts'
import { RaftNode } from './raftNode.ts'
import { arrive, leave, takeInbox, tell, wake } from './raftThread.ts'
import { beginElected, beginRecorded, beginSteady, initialize } from './start.ts'
import { ABSENT, ANSWER, LEADER, NOBODY, roles } from './words.ts'

/** A node at the end of a run; undefined where no process runs. */
export type NodeEnd =
  | {
      readonly role: string
      readonly epoch: number
      readonly leader: number | undefined
      readonly logEnd: number
      readonly mark: number | undefined
    }
  | undefined

export type QuorumRun = { readonly trace: Trace; readonly end: ReadonlyMap<number, NodeEnd> }

/** How long a graceful shutdown may take, as the recordings and KafkaRaftManager have it. */
const SHUTDOWN = 5000

class Quorum {
  readonly clock: Clock
  readonly writer: TraceWriter
  readonly nodes: readonly RaftNode[]
  readonly hall: Hall
  isFull = false
  private readonly faultRows: number[] = []
  private readonly ids: readonly number[]
  private readonly messages = new Messages()

  constructor(
    private readonly world: QuorumWorld,
    chance: Chance,
  ) {
    const ids = [...world.voters, ...world.observers].sort((a, b) => a - b)
    this.ids = ids
    this.clock = new Clock(world.until, eventsAnInstant, {
      endPark: (node, message) => this.endPark(node, message),
      wake: (node) => this.wake(node),
      arrive: (message) => this.arrive(message),
    })
    this.writer = new TraceWriter(
      [
        { kind: 'run', name: 'run' },
        ...ids.map((node, host) => ({ kind: 'node' as const, name: `n${node}`, node, host })),
      ],
      world.rowLimit,
      () => {
        this.isFull = true
        this.clock.stop()
      },
    )
    const { clock, writer, messages } = this
    const firstRow = writer.row(START, RUN_SUBJECT, RUN, rule.NO_RULE, -1, -1)
    this.tellFaults(firstRow)
    const network = new Network(world, ids, clock, writer, messages, (fault) => this.faultRows[fault] ?? -1)
    this.hall = {
      firstRow,
      clock,
      writer,
      chance,
      messages,
      network,
      config: world.config,
      behaviour: world.behaviour,
      ids,
      voters: world.voters.map((voter) => ids.indexOf(voter)).sort((a, b) => a - b),
      checkQuorum: Math.trunc(1.5 * world.config.fetchTimeout),
    }
    this.nodes = ids.map((_, index) => new RaftNode(this.hall, index))
    clock.wakes(this.nodes)
    this.scheduleEvents()
    this.begin()
  }

  private begin(): void {
    const { world, nodes, ids } = this
    const first = ids.indexOf(world.voters[0] ?? NOBODY)
    if (world.start === 'steady') beginSteady(nodes, first)
    else if (world.start === 'elected') beginElected(nodes, first)
    else beginRecorded(nodes, world.start, ids)
    for (const node of nodes) {
      if (node.role === ABSENT) continue
      node.wakesAt = node.firstWake
      node.waitRow = node.cause
      this.clock.waits(node)
    }
  }

  // What is due.

  private wake(index: number): void {
    const node = this.nodes[index] as RaftNode
    wake(node, node.waitArmedBy())
  }

  private endPark(index: number, message: Message): void {
    const node = this.nodes[index] as RaftNode
    if (node.pausedUntil === NOBODY && message.until === this.clock.now) endPark(node, message)
  }

  private arrive(message: Message): void {
    const { messages, nodes, hall } = this
    if (message.isReturned) {
      const asker = nodes[message.from] as RaftNode
      if (asker.role !== ABSENT && asker.life === message.life) tell(asker, message)
      else messages.done(message)
      return
    }
    const node = nodes[message.to] as RaftNode
    const isGone = message.kind >= ANSWER && node.life !== message.life
    if (node.role !== ABSENT && !isGone) return arrive(node, message)
    hall.network.tellMissed(message, node.role === ABSENT ? LOST_NOT_RUNNING : LOST_ASKER_GONE, NOBODY)
    messages.done(message)
  }

  // What is done to nodes.

  private tellFaults(cause: number): void {
    const { clock, writer, world, faultRows } = this
    const begin = clock.onHappening((n) => {
      const fault = world.faults[n]
      if (fault === undefined) return
      faultRows[fault.index] = writer.row(
        clock.now,
        this.ids.indexOf(fault.node) + 1,
        FAULT,
        rule.YOUR_FAULT,
        cause,
        -1,
      )
      writer.field(fault.index)
      writer.field(word(fault.what))
      writer.field(fault.until)
      this.tellHit(fault)
    })
    const heal = clock.onHappening((n) => {
      const fault = world.faults[n]
      if (fault === undefined) return
      const row = faultRows[fault.index] ?? -1
      writer.row(clock.now, this.ids.indexOf(fault.node) + 1, HEALED, rule.YOUR_FAULT, row, row)
      writer.field(fault.index)
      writer.field(word(fault.what))
    })
    world.faults.forEach(({ at, until }, n) => {
      clock.happensAt(at, begin, n, 0)
      if (until > at) clock.happensAt(until, heal, n, 0)
    })
  }

  /** What of its node's links a fault hits (quorumFaults.ts). */
  private tellHit({ hits }: QuorumFaultRow): void {
    if (!hits) return
    const { writer } = this
    writer.field(hits.peer ?? NONE)
    writer.field(linkWays.indexOf(hits.way))
    writer.field(hits.message ? word(hits.message) : NONE)
    writer.field(hits.nth ?? 1)
  }

  private scheduleEvents(): void {
    const { clock, world } = this
    const happens = clock.onHappening((n) => {
      const event = world.events[n]
      if (event) this.happen(event)
    })
    const resumes = clock.onHappening((n) => {
      const event = world.events[n]
      if (event?.what === 'pause') this.resume(event)
    })
    world.events.forEach((event, n) => {
      clock.happensAt(event.at, happens, n, 0)
      if (event.what === 'pause') clock.happensAt(event.until, resumes, n, 0)
    })
  }

  private happen(event: NodeEvent): void {
    const node = this.nodes[this.ids.indexOf(event.node)]
    if (node === undefined) return
    const runs = node.role !== ABSENT
    const looks = runs && node.pausedUntil === NOBODY
    switch (event.what) {
      case 'pause':
        if (!looks || event.until <= event.at) return
        this.happened(node, event, 'pause')
        node.pausedUntil = event.until
        return
      case 'resign':
        if (!looks || node.role !== LEADER) return
        node.books.resignRow = this.happened(node, event, 'resign')
        node.books.resignAsked = true
        return this.rouse(node, node.books.resignRow)
      case 'append':
        if (!looks || node.role !== LEADER) return
        return this.append(node, this.happened(node, event, 'append'))
      case 'shutdown': {
        if (!looks) return
        const row = this.happened(node, event, 'shutdown')
        node.isShuttingDown = true
        node.shutdownDeadline = this.clock.now + SHUTDOWN
        node.books.resignRow = row
        return this.rouse(node, row)
      }
      case 'stop':
        if (!runs) return
        this.happened(node, event, 'stop')
        return leave(node)
      case 'start':
        if (runs) return
        node.cause = this.happened(node, event, 'start')
        node.armedBy = -1
        initialize(node)
        return this.rouse(node, node.cause)
    }
  }

  private happened(node: RaftNode, { fault }: NodeEvent, what: Word): number {
    const row = this.writer.row(
      this.clock.now,
      node.subject,
      HAPPENED,
      rule.YOUR_FAULT,
      this.faultRows[fault] ?? this.hall.firstRow,
      -1,
    )
    this.writer.field(word(what))
    this.writer.field(fault < 0 ? NONE : fault)
    return row
  }

  /** It looks in this instant, without a message. */
  private rouse(node: RaftNode, row: number): void {
    node.wakesAt = this.clock.now
    node.waitRule = WAIT_MESSAGE
    node.waitRow = row
    this.clock.waits(node)
  }

  /** A record is handed to the leader; the first one begins the linger. */
  private append(node: RaftNode, row: number): void {
    const { books } = node
    const { now } = this.clock
    const isFirst = books.waiting === 0
    if (isFirst) {
      books.lingerUntil = now + this.world.config.appendLinger
      books.appendRow = row
    }
    books.waiting++
    if (isFirst || now >= books.lingerUntil) this.rouse(node, row)
  }

  /** Parked fetches that ended meanwhile are answered first. */
  private resume(event: NodeEvent & { readonly what: 'pause' }): void {
    const node = this.nodes[this.ids.indexOf(event.node)]
    if (node === undefined || node.pausedUntil !== event.until) return
    this.happened(node, event, 'resume')
    node.pausedUntil = NOBODY
    const { now } = this.clock
    for (const message of [...node.books.parked]) if (message.until <= now) endPark(node, message)
    if (event.resumes === 'timers' && (node.isSpinning || node.wakesAt <= now)) wake(node, node.waitArmedBy())
    else takeInbox(node)
    if (event.resumes === 'timers') takeInbox(node)
    this.clock.waits(node)
  }

  /** Every node as it is. */
  ends(): ReadonlyMap<number, NodeEnd> {
    return new Map(
      this.nodes.map(({ id, role, epoch, leader, log, mark }) => [
        id,
        role === ABSENT
          ? undefined
          : {
              role: roles[role] as string,
              epoch,
              leader: leader === NOBODY ? undefined : this.ids[leader],
              logEnd: log.end,
              mark: mark === NOBODY ? undefined : mark,
            },
      ]),
    )
  }

  tellLimit(what: 'rows' | 'events an instant'): void {
    this.writer.row(this.clock.now, RUN_SUBJECT, LIMIT, rule.LIMIT_REACHED, -1, -1)
    this.writer.field(word(what))
    this.writer.field(what === 'rows' ? this.world.rowLimit : eventsAnInstant)
  }
}

/** Begins a run of a quorum's world. */
export function simulateQuorum(world: QuorumWorld, chance: Chance): Simulation<QuorumRun> {
  const quorum = new Quorum(world, chance)
  const { clock, writer } = quorum
  let ended: Ended | undefined
  return {
    advance(entries) {
      const progress = ended === undefined ? clock.advance(entries) : 'done'
      if (progress === 'more') return false
      ended ??= progress === 'jammed' ? 'events an instant' : quorum.isFull ? 'rows' : 'until'
      return true
    },
    now: () => clock.now,
    finish() {
      const how = ended ?? 'rows'
      if (how === 'rows' || how === 'events an instant') quorum.tellLimit(how)
      const end: Instant = how === 'until' ? world.until : clock.now
      return { end: quorum.ends(), trace: writer.finish(end, how) }
    },
  }
}

// One clock for all nodes: what happens to them, parked fetches, nodes that wake, messages that arrive, each of one instant in this order.
// A general queue would do; here each kind lies in what costs it least, since a steady run is made of little else.
//
//   happenings   few, known from the start: the general queue
//   parks        every Fetch is parked equally long: first in, first out
//   wakes        one a node, moved at every step: the nodes themselves, and a bound below which nobody wakes
//   arrivals     a heap of (instant, order of sending) in one number

import { assert } from '../../base/assert.ts'
import type { Instant } from '../../base/time.ts'
import type { Handler, Progress } from '../engine/engine.ts'
import { EventQueue } from '../engine/queue.ts'
import type { Message } from './messages.ts'
import { ABSENT, NOBODY } from './words.ts'

const NEVER = Number.POSITIVE_INFINITY

/** Messages a run may send, and the last instant it may reach: their product is a whole number that a double holds exactly. */
const ORDERS = 0x400_0000
const LATEST = 0x800_0000
const SHARE = 1 / ORDERS

/** A node as far as its clock knows it. */
export type Sleeper = {
  readonly index: number
  readonly role: number
  readonly pausedUntil: number
  readonly wakesAt: number
}

/** Its process runs and does not stand still. */
const runs = ({ role, pausedUntil }: Sleeper): boolean => role !== ABSENT && pausedUntil === NOBODY

/** Who handles what is due; nodes by their index. */
export type Handlers = {
  readonly endPark: (node: number, message: Message) => void
  readonly wake: (node: number) => void
  readonly arrive: (message: Message) => void
}

export class Clock {
  now = 0 as Instant
  private atThisInstant = 0
  private stopped = false

  private readonly happenings = new EventQueue()
  private readonly happens: Handler[] = []

  private parkAt = new Float64Array(64)
  private parkNode = new Uint8Array(64)
  private parkMessage: Message[] = []
  private parkHead = 0
  private parkCount = 0

  private nodes: readonly Sleeper[] = []
  private earliestWake = NEVER

  private keys = new Float64Array(64)
  private readonly messages: Message[] = []
  private size = 0
  private sendings = 0

  constructor(
    private readonly until: Instant,
    private readonly limitAnInstant: number,
    private readonly handlers: Handlers,
  ) {
    assert(until < LATEST, 'a run ends within 37 hours')
  }

  /** The nodes that it wakes, in the order of their ids. */
  wakes(nodes: readonly Sleeper[]): void {
    this.nodes = nodes
  }

  /** No further entry is taken. */
  stop(): void {
    this.stopped = true
  }

  /** Gives a kind of happening its handler, and the kind its number. */
  onHappening(handler: Handler): number {
    return this.happens.push(handler) - 1
  }

  happensAt(at: Instant, kind: number, a: number, b: number): void {
    if (at <= this.until) this.happenings.push(at, 0, 0, kind, a, b, -1)
  }

  /** The end of a parked Fetch of a node. Ends come in the order in which they are asked for. */
  parkEndsAt(at: number, node: number, message: Message): void {
    if (this.parkCount === this.parkAt.length) this.growParks()
    const slot = (this.parkHead + this.parkCount++) & (this.parkAt.length - 1)
    this.parkAt[slot] = at
    this.parkNode[slot] = node
    this.parkMessage[slot] = message
  }

  /** A node's wait has become another. */
  waits(node: Sleeper): void {
    if (node.wakesAt < this.earliestWake) this.earliestWake = node.wakesAt
  }

  /** A message arrives. Those of one instant arrive in the order in which they were sent. */
  arrivesAt(at: number, message: Message): void {
    if (at > this.until) return
    if (this.size === this.keys.length) this.growArrivals()
    const key = at * ORDERS + this.sendings++
    const { keys, messages } = this
    let i = this.size++
    while (i > 0) {
      const parent = (i - 1) >> 1
      const other = keys[parent] as number
      if (other < key) break
      keys[i] = other
      messages[i] = messages[parent] as Message
      i = parent
    }
    keys[i] = key
    messages[i] = message
  }

  /** Takes up to `budget` entries. */
  advance(budget: number): Progress {
    const { handlers, happenings } = this
    for (let left = budget; left > 0; left--) {
      if (this.stopped) return 'done'
      const arrival = this.size > 0 ? Math.floor((this.keys[0] as number) * SHARE) : NEVER
      const wake = this.earliestWake
      const park = this.parkCount > 0 ? (this.parkAt[this.parkHead] as number) : NEVER
      const happening = happenings.next()
      const at = Math.min(arrival, wake, park, happening)
      if (at > this.until || at === NEVER) return 'done'
      if (happening === at) {
        if (!this.enter(at)) return 'jammed'
        happenings.take()
        ;(this.happens[happenings.kind] as Handler)(happenings.a, happenings.b, -1)
      } else if (park === at) {
        if (!this.enter(at)) return 'jammed'
        const slot = this.parkHead
        this.parkHead = (slot + 1) & (this.parkAt.length - 1)
        this.parkCount--
        handlers.endPark(this.parkNode[slot] as number, this.parkMessage[slot] as Message)
      } else if (wake === at) {
        const node = this.dueAt(at)
        if (node === undefined) continue
        if (!this.enter(at)) return 'jammed'
        handlers.wake(node.index)
      } else {
        if (!this.enter(at)) return 'jammed'
        handlers.arrive(this.takeArrival())
      }
    }
    return 'more'
  }

  /** The clock stands at an instant; false where that holds too much. */
  private enter(at: number): boolean {
    if (at > this.now) {
      this.atThisInstant = 0
      // A small whole number, which costs nothing to hand on.
      this.now = (at | 0) as Instant
    }
    return ++this.atThisInstant <= this.limitAnInstant
  }

  /** The first node whose wait is over, and the bound for all others. */
  private dueAt(at: number): Sleeper | undefined {
    let due: Sleeper | undefined
    let earliest = NEVER
    for (const node of this.nodes) {
      if (!runs(node)) continue
      if (due === undefined && node.wakesAt <= at) due = node
      else if (node.wakesAt < earliest) earliest = node.wakesAt
    }
    this.earliestWake = Math.max(earliest, this.now)
    return due
  }

  private takeArrival(): Message {
    const { keys, messages } = this
    const taken = messages[0] as Message
    const size = --this.size
    const key = keys[size] as number
    const message = messages[size] as Message
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= size) break
      let least = keys[child] as number
      if (child + 1 < size && (keys[child + 1] as number) < least) least = keys[++child] as number
      if (key < least) break
      keys[i] = least
      messages[i] = messages[child] as Message
      i = child
    }
    keys[i] = key
    messages[i] = message
    return taken
  }

  private growArrivals(): void {
    const keys = new Float64Array(2 * this.keys.length)
    keys.set(this.keys)
    this.keys = keys
  }

  /** Twice the room, the first park in the first place. */
  private growParks(): void {
    const { parkAt, parkNode, parkMessage, parkHead } = this
    const length = parkAt.length
    this.parkAt = new Float64Array(2 * length)
    this.parkNode = new Uint8Array(2 * length)
    this.parkMessage = []
    for (let n = 0; n < length; n++) {
      const from = (parkHead + n) & (length - 1)
      this.parkAt[n] = parkAt[from] as number
      this.parkNode[n] = parkNode[from] as number
      this.parkMessage[n] = parkMessage[from] as Message
    }
    this.parkHead = 0
  }
}

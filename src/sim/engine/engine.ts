// The loop: takes entries in order, hands each to its handler, and stops at the end of the scenario or at a limit. Knows no Kafka.

import type { Instant } from '../../base/time.ts'
import { EventQueue } from './queue.ts'

/**
 * What one instant holds, in this order: the world's own events, what arrives by wire, an application's calls, then the processes, then
 * who waits for them.
 */
export const WORLD = 0
export const WIRE = 1
export const CALLS = 2
export const PROCESS = 3
export const CALLER = 4
export type Rank = typeof WORLD | typeof WIRE | typeof CALLS | typeof PROCESS | typeof CALLER

/** Handles one entry of its kind. `cause`: the row that scheduled it. */
export type Handler = (a: number, b: number, cause: number) => void

/** done: nothing is left up to the end. more: the budget is used up, call again. jammed: too many entries at one instant. */
export type Progress = 'done' | 'more' | 'jammed'

export class Engine {
  now = 0 as Instant
  private readonly queue = new EventQueue()
  private readonly handlers: Handler[] = []
  private atThisInstant = 0
  private stopped = false

  constructor(
    private readonly until: Instant,
    private readonly limitAnInstant: number,
  ) {}

  /** Gives a kind of entry its handler, and the kind its number. */
  on(handler: Handler): number {
    return this.handlers.push(handler) - 1
  }

  /** Schedules an entry; one in the past is our slip. `at` may be NEVER: then nothing happens. `key`: its order inside the rank. */
  schedule(at: Instant, rank: Rank, kind: number, a: number, b: number, cause: number, key = 0): void {
    if (at <= this.until) this.queue.push(at, rank, key, kind, a, b, cause)
  }

  /** No further entry is taken. */
  stop(): void {
    this.stopped = true
  }

  /** Takes up to `budget` entries. */
  advance(budget: number): Progress {
    const { queue, handlers } = this
    for (let left = budget; left > 0; left--) {
      if (this.stopped || queue.size === 0) return 'done'
      queue.take()
      if (queue.at > this.now) this.atThisInstant = 0
      this.now = queue.at as Instant
      if (++this.atThisInstant > this.limitAnInstant) return 'jammed'
      ;(handlers[queue.kind] as Handler)(queue.a, queue.b, queue.cause)
    }
    return 'more'
  }
}

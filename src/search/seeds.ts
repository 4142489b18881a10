// One question under many seeds: what is luck in a headline, and what is not. Done in slices, so that a newer question need not wait.

import { headlineOf, sendHeadline } from '../findings/headline.ts'
import { leaderless } from '../findings/quorumWorking.ts'
import type { ClientOrder, RunOrder } from '../scenario/clientWorld.ts'
import { mayFill } from '../scenario/sends.ts'
import type { Begin } from '../sim/fetched.ts'
import type { Simulation } from '../sim/simulation.ts'
import type { Trace } from '../trace/trace.ts'

/** Headlines by variant and seed, in ms; undefined where it never came. Of a quorum the time without a working leader, which is the dice's doing. */
export type Headlines = readonly (readonly (number | undefined)[])[]

export type SeedFan = {
  /** Handles up to `entries` more of the event queue; true when every seed has run. */
  advance(entries: number): boolean
  /** Runs done, of how many. */
  readonly done: number
  readonly of: number
  /** What is known so far: headlines[variant][seed - 1]. */
  headlines(): Headlines
}

/** The variants of a question under the seeds 1 to `seeds`; their own seeds give way. */
export function headlinesOverSeeds(orders: readonly RunOrder[], seeds: number, begin: Begin): SeedFan {
  return new Fan(orders, seeds, begin)
}

class Fan implements SeedFan {
  done = 0
  readonly of: number
  private readonly found: (number | undefined)[][]
  private readonly ofSends: boolean
  private running: Simulation | undefined

  constructor(
    private readonly orders: readonly RunOrder[],
    seeds: number,
    private readonly begin: Begin,
  ) {
    this.of = seeds * orders.length
    this.found = orders.map(() => [])
    this.ofSends = orders.some(mayFillMemory)
  }

  advance(entries: number): boolean {
    if (this.done === this.of) return true
    const variant = this.done % this.orders.length
    const order = this.orders[variant] as RunOrder
    this.running ??= this.begin({ ...order, seed: Math.floor(this.done / this.orders.length) + 1 })
    if (!this.running.advance(entries)) return false
    const { trace } = this.running.finish()
    this.found[variant]?.push(this.headlineIn(trace, order))
    this.running = undefined
    this.done++
    return this.done === this.of
  }

  /** The headline of a run; a partition, which leaves nothing to chance, has none that moves. */
  private headlineIn(trace: Trace, order: RunOrder): number | undefined {
    if ('partition' in order) return undefined
    if ('quorum' in order) return leaderless(trace, order.quorum)
    return this.ofSends ? sendHeadline(trace).headline : headlineOf(trace, leaderOf(order))
  }

  headlines(): Headlines {
    return this.found.map((column) => [...column])
  }
}

/** The name of the broker that the caller keeps asking for, undefined where it waits for metadata. */
function leaderOf({ world }: ClientOrder): string | undefined {
  const { caller, hosts } = world
  return caller.leader === undefined ? undefined : hosts.find(({ broker }) => broker === caller.leader)?.name
}

/** As a question asks of send() itself (asksOfSends), by what its runs take. */
function mayFillMemory(order: RunOrder): boolean {
  const producer = 'world' in order ? order.world.producer : undefined
  if (!producer?.memory) return false
  return mayFill(producer.calls.filter(({ what }) => what === 'send').length, producer.memory)
}

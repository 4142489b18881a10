// Models      who has an address on the client's link (ARP), and how often a router says that it cannot be reached (ICMP).
// Kafka       nothing of it. Linux: neigh_event_send, neigh_timer_handler (arp(7)); inet_peer_xrlim_allow (icmp_ratelimit).
// Leaves out  garbage collection of entries, gc_stale_time; limits other than by destination; that a SYN which waits for ARP goes out by
//             itself when somebody answers: the next one does.

import { type Instant, instant, ms, plus } from '../../base/time.ts'
import type { Condition } from '../../scenario/clientWorld.ts'
import type { Timers } from '../../scenario/timers.ts'
import { word } from '../../trace/vocabulary.ts'
import type { Place } from './hosts.ts'

/** mcast_solicit probes, and as many unicast ones, each for retrans_time_ms. */
const PROBES = 3
const PROBE_EVERY = 1000
/** delay_first_probe_time: so long an entry that was good once passes for valid before it is probed. */
const DELAY = 5000

/** What becomes of a packet to an address that nobody has: it waits for ARP until an instant, or it goes to where somebody once was. */
export type Fate = { readonly waits: true; readonly failsAt: Instant } | { readonly waits: false }

/** The client's neighbour entry for one address. */
export class Neighbour {
  /** Somebody has had it. */
  private known = false
  /** Until when it passes for valid though packets go there unanswered; undefined: none has gone. */
  private validUntil: number | undefined
  private failsAt: Instant | undefined

  constructor(private readonly timers: Timers) {}

  /** A packet sets out while nobody has the address. */
  send(now: Instant): Fate {
    if (this.failsAt !== undefined && now < this.failsAt) return { waits: true, failsAt: this.failsAt }
    if (this.known && this.failsAt === undefined) {
      this.validUntil ??= this.probed(this.timers(now, DELAY))
      if (now < this.validUntil) return { waits: false }
    }
    this.failsAt = instant(Math.round(this.probed(now)))
    return { waits: true, failsAt: this.failsAt }
  }

  /** When the last probe has gone unanswered, the first being sent at an instant. */
  private probed(at: number): number {
    let over = at
    for (let probe = 0; probe < PROBES; probe++) over = this.timers(over, PROBE_EVERY)
    return over
  }

  /** Somebody answered from there. */
  confirm(): void {
    this.known = true
    this.validUntil = undefined
    this.failsAt = undefined
  }
}

/** icmp_ratelimit by destination: XRLIM_BURST_FACTOR answers at once, then one a second. */
const BURST = 6
const ICMP_EVERY = 1000

export class IcmpLimit {
  private tokens = BURST * ICMP_EVERY
  private lastAt = 0

  /** Whether an ICMP error is sent for a packet that arrives at an instant. */
  allows(now: Instant): boolean {
    this.tokens = Math.min(this.tokens + now - this.lastAt, BURST * ICMP_EVERY)
    this.lastAt = now
    if (this.tokens < ICMP_EVERY) return false
    this.tokens -= ICMP_EVERY
    return true
  }
}

/** What connect() or a read fails with: ARP, ICMP 3/0, 3/1, 3/3. */
const errnos: { readonly [by in NonNullable<Condition['unreachable']>]: number } = {
  ARP: word('EHOSTUNREACH'),
  'ICMP net': word('ENETUNREACH'),
  'ICMP host': word('EHOSTUNREACH'),
  'ICMP port': word('ECONNREFUSED'),
}

/** An error that the client's kernel is told of, and when. */
export type Told = { readonly errno: number; readonly at: Instant }

/** What the client's kernel is told of packets that set out to where nobody is. */
export class Unreachables {
  private readonly neighbours = new Map<string, Neighbour>()
  private readonly icmp = new IcmpLimit()

  constructor(private readonly timers: Timers) {}

  /** The error for a packet that sets out now; undefined: nobody says a word. */
  told(place: Place, { unreachable, latencyOut, latencyBack }: Condition, now: Instant): Told | undefined {
    if (unreachable === undefined) return undefined
    const errno = errnos[unreachable]
    if (unreachable !== 'ARP')
      return this.icmp.allows(now) ? { errno, at: plus(now, ms(latencyOut + latencyBack)) } : undefined
    const fate = this.neighbour(place).send(now)
    return fate.waits ? { errno, at: fate.failsAt } : undefined
  }

  /** A packet got through to a place. */
  confirm(place: Place): void {
    this.neighbour(place).confirm()
  }

  private neighbour({ host, address }: Place): Neighbour {
    const key = `${host} ${address}`
    const known = this.neighbours.get(key)
    if (known) return known
    const fresh = new Neighbour(this.timers)
    this.neighbours.set(key, fresh)
    return fresh
  }
}

// When Linux sends data again that nobody acknowledges, when it gives the connection up, and when it gives up an idle one. Linux
// net/ipv4/tcp_timer.c: tcp_write_timeout, retransmits_timed_out, tcp_keepalive_timer; tcp_output.c: tcp_send_loss_probe.

import { type Ms, ms } from '../base/time.ts'
import type { DataTimers } from './clientWorld.ts'
import type { Keepalive } from './scenario.ts'
import { modelTimeout } from './synSchedule.ts'
import { type Timers, timersOf } from './timers.ts'

/** TCP_RTO_MIN: no retransmission timeout of data is shorter; ms. */
const RTO_MIN = 200

/** The retransmission timeout of a connection whose round trips all took this long; ms. Linux adds TCP_RTO_MIN to the smoothed trip. */
export const retransmissionTimeout = (roundTrip: number): number => RTO_MIN + roundTrip

/** The retransmission timer of data that waits for its acknowledgement. `at`, `first`: instants in ms, fractions kept. */
export type DataTimer = {
  /** When it fires next. */
  at: number
  rto: number
  /** How often it has fired. */
  fired: number
  /** When the retransmission after the loss probe went out: the give-up counts from there. */
  first: number
}

/** The timer of data that was sent at an instant, armed. */
export const dataTimer = (sentAt: number, rto: number, timers: Timers): DataTimer => ({
  at: timers(sentAt, rto),
  rto,
  fired: 0,
  first: Number.POSITIVE_INFINITY,
})

/**
 * The timer fires: true where the kernel gives the connection up, else the data goes out again and the timer is armed anew. The first
 * time it is a loss probe, which keeps the timeout.
 * @param soft ICMP errors come back: the backoff is undone (tcp_ld_RTO_revert), so the timeout stays
 */
export function fires(timer: DataTimer, kernel: DataTimers, timers: Timers, soft = false): boolean {
  const { retries, rtoMax, userTimeout } = kernel
  const { at } = timer
  const limit = userTimeout > 0 ? userTimeout : modelTimeout(retries, RTO_MIN, rtoMax)
  if (at > timer.first && at - timer.first >= limit) return true
  timer.fired += 1
  if (timer.fired === 2) timer.first = at
  if (timer.fired >= 2 && !soft) timer.rto = Math.min(2 * timer.rto, rtoMax)
  const left = userTimeout > 0 ? timer.first + userTimeout - at : timer.rto
  timer.at = timers(at, Math.min(timer.rto, left))
  return false
}

/** When data is sent again and when the connection is given up, counted from the write. `rto`: the first timeout; ms. */
export function dataSchedule(
  kernel: DataTimers,
  rto: number,
  timers: Timers = timersOf(undefined),
): { readonly sends: readonly Ms[]; readonly givesUpAfter: Ms } {
  const timer = dataTimer(0, rto, timers)
  const sends: Ms[] = []
  for (let at = timer.at; !fires(timer, kernel, timers); at = timer.at) sends.push(ms(Math.round(at)))
  return { sends, givesUpAfter: ms(Math.round(timer.at)) }
}

/**
 * How long an idle connection lasts whose keepalive probes go unanswered, counted from the last byte received; ms. With
 * TCP_USER_TIMEOUT the number of probes does not count: the first probe that is late enough ends it.
 */
export function keepaliveTimeout({ idle, interval, probes }: Keepalive, userTimeout: number): Ms {
  if (userTimeout <= 0) return ms(idle + interval * probes)
  const wanted = Math.max(userTimeout, idle + interval)
  return ms(idle + interval * Math.ceil((wanted - idle) / interval))
}

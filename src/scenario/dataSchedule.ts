// When Linux sends data again that nobody acknowledges, and when it gives the connection up. Linux net/ipv4/tcp_timer.c:
// tcp_write_timeout, retransmits_timed_out; tcp_output.c: tcp_send_loss_probe.

import { type Ms, ms } from '../base/time.ts'
import type { DataTimers } from './clientWorld.ts'
import { modelTimeout } from './synSchedule.ts'
import { type Timers, timersOf, type Wheel } from './timers.ts'

/** TCP_RTO_MIN: no retransmission timeout of data is shorter; ms. */
const RTO_MIN = 200

/**
 * The first retransmission timeout of a connection whose handshake took this long; ms. RFC 6298 2.2: the trip, and four times its
 * variance, which is taken to be half of it; in Linux those are TCP_RTO_MIN at least (tcp_rtt_estimator), and the sum is whole jiffies.
 */
export function retransmissionTimeout(roundTrip: number, wheel?: Wheel): number {
  const timeout = roundTrip + Math.max(RTO_MIN, 2 * roundTrip)
  return wheel === undefined ? timeout : (Math.ceil((timeout * wheel.hz) / 1000) * 1000) / wheel.hz
}

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
export function dataTimer(sentAt: number, timeout: number, { rtoMax }: DataTimers, timers: Timers): DataTimer {
  const rto = Math.min(timeout, rtoMax)
  return { at: timers(sentAt, rto), rto, fired: 0, first: Number.POSITIVE_INFINITY }
}

/** Whether the kernel gives the connection up when the timer fires next. */
export function isOver({ at, first }: DataTimer, { retries, rtoMax, userTimeout }: DataTimers): boolean {
  const limit = userTimeout > 0 ? userTimeout : modelTimeout(retries, RTO_MIN, rtoMax)
  return at > first && at - first >= limit
}

/**
 * The timer fires, the data goes out again and the timer is armed anew. The first time it is a loss probe, which keeps the timeout.
 * @param errorAt when the kernel is told that what goes out now cannot be delivered; absent: it is not. Told before the timer fires
 *   again, it undoes the doubling (tcp_ld_RTO_revert)
 */
export function fires(timer: DataTimer, kernel: DataTimers, timers: Timers, errorAt?: number): void {
  const { rtoMax, userTimeout } = kernel
  const { at } = timer
  timer.fired += 1
  if (timer.fired === 2) timer.first = at
  const wait = timer.fired < 2 ? timer.rto : backedOff(timer, rtoMax, errorAt)
  const left = userTimeout > 0 ? timer.first + userTimeout - at : wait
  timer.at = timers(at, Math.min(wait, left))
}

/** How long until the timer fires again, and the timeout doubled, unless that is undone. */
function backedOff(timer: DataTimer, rtoMax: number, errorAt: number | undefined): number {
  const doubled = Math.min(2 * timer.rto, rtoMax)
  if (errorAt !== undefined && errorAt < timer.at + doubled) return Math.max(timer.rto, errorAt - timer.at)
  timer.rto = doubled
  return doubled
}

/** When data is sent again and when the connection is given up, counted from the write. `rto`: the first timeout; ms. */
export function dataSchedule(
  kernel: DataTimers,
  rto: number,
  timers: Timers = timersOf(undefined),
): { readonly sends: readonly Ms[]; readonly givesUpAfter: Ms } {
  const timer = dataTimer(0, rto, kernel, timers)
  const sends: Ms[] = []
  for (; !isOver(timer, kernel); fires(timer, kernel, timers)) sends.push(ms(Math.round(timer.at)))
  return { sends, givesUpAfter: ms(Math.round(timer.at)) }
}

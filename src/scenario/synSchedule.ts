// When Linux sends the SYNs of one connection attempt that nobody answers, and when it gives up. Linux net/ipv4/tcp_timer.c,
// tcp_retransmit_timer and tcp_write_timeout; RFC 6298 for the first second.

import { type Ms, ms } from '../base/time.ts'
import type { ClientKernel, SynSchedule, SynTimers } from './clientWorld.ts'
import { type Timers, timersOf } from './timers.ts'

/** How long plain doubling would take for some retransmissions and the silence after the last (tcp_model_timeout); ms. */
export function modelTimeout(retries: number, rto: number, rtoMax: number): number {
  let total = 0
  let wait = rto
  for (let n = 0; n <= retries; n++) {
    total += wait
    wait = Math.min(2 * wait, rtoMax)
  }
  return total
}

/**
 * The schedule of an attempt, counted from its start.
 * @param startedAt where it begins on the clock of the timers; what is given back is whole milliseconds from there
 */
export function synSchedule(kernel: SynTimers, timers: Timers, startedAt = 0): SynSchedule {
  const { retries, linear, initialRto, rtoMax, userTimeout } = kernel
  const limit = userTimeout > 0 ? userTimeout : modelTimeout(retries, initialRto, rtoMax)
  const syns = [ms(0)]
  let passed = 0
  let timeout = initialRto
  for (let fired = 0; ; ) {
    const wait = userTimeout > 0 && fired > 0 ? Math.min(timeout, Math.max(userTimeout - passed, 0)) : timeout
    passed = timers(startedAt + passed, wait) - startedAt
    // The timer gives up in place of a retransmission, so the last wait is always spent in silence.
    if (fired >= retries + linear || (fired > 0 && passed >= limit)) return { syns, givesUpAfter: whole(passed) }
    syns.push(whole(passed))
    fired += 1
    if (fired > linear) timeout = Math.min(2 * timeout, rtoMax)
  }
}

const whole = (length: number): Ms => ms(Math.round(length))

/** The schedule of an attempt of a compiled kernel. Where only the length of an attempt is known, one SYN stands for all. */
export function attemptSchedule({ connect, wheel }: ClientKernel, startedAt = 0): SynSchedule {
  if ('givesUpAfter' in connect) return { syns: [ms(0)], givesUpAfter: connect.givesUpAfter }
  return synSchedule(connect, timersOf(wheel), startedAt)
}

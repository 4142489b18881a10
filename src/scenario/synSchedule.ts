// When Linux sends the SYNs of one connection attempt that nobody answers, and when it gives up. Nominal times, to the millisecond:
// a real timer fires a little late. Linux net/ipv4/tcp_timer.c, tcp_retransmit_timer and tcp_write_timeout; RFC 6298 for the first second.

import { FOREVER, type Ms, ms } from '../base/time.ts'
import type { SynSchedule } from './clientWorld.ts'
import type { Kernel } from './scenario.ts'

/** How long plain doubling would take for some retransmissions and the silence after the last (tcp_model_timeout). */
function modelTimeout(retries: number, rto: number, rtoMax: number): number {
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
 * @param retries tcp_syn_retries, or TCP_SYNCNT
 * @param linear tcp_syn_linear_timeouts: so many retransmissions leave the timeout alone before it begins to double
 * @param rto the first timeout, 1 s since Linux 3.1
 * @param rtoMax tcp_rto_max_ms, which bounds the doubling
 * @param userTimeout TCP_USER_TIMEOUT, 0: none. It replaces the limit in time, never the one in number
 */
export function synSchedule(
  retries: number,
  linear: number,
  rto = 1000,
  rtoMax = 120_000,
  userTimeout = 0,
): SynSchedule {
  const limit = userTimeout > 0 ? userTimeout : modelTimeout(retries, rto, rtoMax)
  const syns = [ms(0)]
  let at = 0
  let timeout = rto
  for (let fired = 0; ; ) {
    at += userTimeout > 0 && fired > 0 ? Math.min(timeout, Math.max(userTimeout - at, 0)) : timeout
    // The timer gives up in place of a retransmission, so the last wait is always spent in silence.
    if (fired >= retries + linear || (fired > 0 && at >= limit)) return { syns, givesUpAfter: ms(at) }
    syns.push(ms(at))
    fired += 1
    if (fired > linear) timeout = Math.min(2 * timeout, rtoMax)
  }
}

/** The schedule of a scenario's kernel. Where only the length of an attempt is known, one SYN stands for all. */
export function scheduleOf(kernel: Kernel): SynSchedule {
  if ('release' in kernel) return synSchedule(kernel.synRetries, kernel.linearTimeouts)
  const givesUpAfter: Ms = kernel.giveUpAfter === null ? FOREVER : ms(kernel.giveUpAfter)
  return { syns: [ms(0)], givesUpAfter }
}

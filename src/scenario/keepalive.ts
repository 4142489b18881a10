// When Linux gives up a connection on which nothing is sent. Linux net/ipv4/tcp_timer.c: tcp_keepalive_timer.

import { type Ms, ms } from '../base/time.ts'
import type { Keepalive } from './scenario.ts'

/**
 * How long an idle connection lasts whose keepalive probes go unanswered, counted from the last byte received; ms. With
 * TCP_USER_TIMEOUT the number of probes does not count: the first probe that is late enough ends it.
 */
export function keepaliveTimeout({ idle, interval, probes }: Keepalive, userTimeout: number): Ms {
  if (userTimeout <= 0) return ms(idle + interval * probes)
  const wanted = Math.max(userTimeout, idle + interval)
  return ms(idle + interval * Math.ceil((wanted - idle) / interval))
}

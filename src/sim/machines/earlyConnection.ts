// Models      one client's connection to one node before the API versions exchange of 0.10.2.
// Kafka       clients/ClusterConnectionStates, 0.8.2 to 0.10.1.
// Leaves out  nothing.

import { elapsed, FOREVER, type Instant, type Ms, ms, remaining } from '../../base/time.ts'
import type { EarlyBehaviour } from '../../scenario/behaviours.ts'
import { ignored, type Rules } from '../machine.ts'

export type EarlyState = 'ABSENT' | 'DISCONNECTED' | 'CONNECTING' | 'CONNECTED'
export type EarlyEvent = 'connecting' | 'connected' | 'disconnected' | 'removed'

export type EarlyConnection = {
  readonly node: number
  state: EarlyState
  /** When the last attempt began; from 0.9 on also when the connection was lost. */
  attemptAt: Instant
  row: number
}

export type EarlyWishes = {
  readonly now: Instant
  readonly behaviour: EarlyBehaviour
  became(connection: EarlyConnection, from: EarlyState): void
}

export const rules: Rules<EarlyState, EarlyEvent, EarlyConnection, EarlyWishes> = {
  ABSENT: { connecting, removed: ignored },
  DISCONNECTED: { connecting, removed },
  CONNECTING: { connected, disconnected, removed },
  CONNECTED: { disconnected, removed },
}

/** canConnect: never tried, or the constant backoff is over. */
export const connectable = (c: EarlyConnection, now: Instant, backoff: Ms): boolean =>
  c.state === 'ABSENT' || (c.state === 'DISCONNECTED' && elapsed(c.attemptAt, now) >= backoff)

/** isBlackedOut. */
export const blackedOut = (c: EarlyConnection, now: Instant, backoff: Ms): boolean =>
  c.state === 'DISCONNECTED' && elapsed(c.attemptAt, now) < backoff

/** connectionDelay: what is left of the backoff; a node that connects or is connected has none of its own. */
export function connectionDelay(c: EarlyConnection, now: Instant, backoff: Ms): Ms {
  if (c.state === 'ABSENT') return ms(0)
  return c.state === 'DISCONNECTED' ? remaining((c.attemptAt + backoff) as Instant, now) : FOREVER
}

function enter(c: EarlyConnection, state: EarlyState, x: EarlyWishes): void {
  const from = c.state
  c.state = state
  x.became(c, from)
}

function connecting(c: EarlyConnection, x: EarlyWishes): void {
  c.attemptAt = x.now
  enter(c, 'CONNECTING', x)
}

function connected(c: EarlyConnection, x: EarlyWishes): void {
  enter(c, 'CONNECTED', x)
}

// KAFKA-2459: in 0.8 the backoff goes on counting from the start of the attempt.
function disconnected(c: EarlyConnection, x: EarlyWishes): void {
  if (x.behaviour.backoffFrom === 'disconnect') c.attemptAt = x.now
  enter(c, 'DISCONNECTED', x)
}

function removed(c: EarlyConnection, x: EarlyWishes): void {
  enter(c, 'ABSENT', x)
}

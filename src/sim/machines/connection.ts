// Models      one client's connection to one node: its state, reconnect backoff, setup timeout, resolved addresses.
// Kafka       clients/ClusterConnectionStates; who lets what happen is NetworkClient.
// Leaves out  names that resolve to other addresses later.

import { elapsed, type Instant, type Ms, ms, remaining } from '../../base/time.ts'
import type { ClientBehaviour } from '../../scenario/behaviours.ts'
import type { Rules } from '../machine.ts'
import type { Backoff } from './backoff.ts'

export type ConnectionState =
  | 'ABSENT'
  | 'DISCONNECTED'
  | 'CONNECTING'
  | 'CHECKING_API_VERSIONS'
  | 'READY'
  | 'AUTHENTICATION_FAILED'

export type ConnectionEvent =
  | 'connecting'
  | 'tcpUp'
  | 'versionsQueued'
  | 'ready'
  | 'disconnected'
  | 'authenticationFailed'
  | 'removed'

export type Connection = {
  readonly node: number
  /** How many addresses the node's name resolves to. */
  readonly names: number
  state: ConnectionState
  /** When the last attempt began, or failed. */
  attemptAt: Instant
  failedAttempts: number
  reconnectBackoff: Ms
  failedConnectAttempts: number
  setupTimeout: Ms
  throttledUntil: Instant
  /** Addresses resolved, 0: to be resolved again at the next attempt; and the index of the one in use. */
  addresses: number
  address: number
  addressTriedLast: number
  /** The row of its last change of state. */
  row: number
}

/** What a connection's rules may know and ask for. */
export type ConnectionWishes = {
  readonly now: Instant
  readonly behaviour: ClientBehaviour
  readonly reconnect: Backoff
  readonly setup: Backoff
  /** Draws a length for this node; constant where the backoff does not grow. */
  draw(name: 'reconnect' | 'setup', node: number, failures: number, backoff: Backoff): Ms
  /** The connection changed its state. */
  became(connection: Connection, from: ConnectionState): void
}

/** A node that the client has no entry for. */
export const absent = (node: number, names: number): Connection => ({
  node,
  names,
  state: 'ABSENT',
  attemptAt: Number.NEGATIVE_INFINITY as Instant,
  failedAttempts: 0,
  reconnectBackoff: ms(0),
  failedConnectAttempts: 0,
  setupTimeout: ms(0),
  throttledUntil: Number.NEGATIVE_INFINITY as Instant,
  addresses: 0,
  address: 0,
  addressTriedLast: -1,
  row: -1,
})

export const rules: Rules<ConnectionState, ConnectionEvent, Connection, ConnectionWishes> = {
  ABSENT: { connecting: firstAttempt },
  DISCONNECTED: { connecting: nextAttempt, authenticationFailed, removed },
  CONNECTING: { tcpUp, versionsQueued, ready, disconnected: attemptFailed, removed },
  CHECKING_API_VERSIONS: { versionsQueued, ready, disconnected: connectionLost, removed },
  READY: { disconnected: connectionLost, removed },
  AUTHENTICATION_FAILED: { connecting: nextAttempt, removed },
}

/** DISCONNECTED or AUTHENTICATION_FAILED (ConnectionState.isDisconnected). */
export const isDisconnected = (c: Connection): boolean =>
  c.state === 'DISCONNECTED' || c.state === 'AUTHENTICATION_FAILED'

/** TCP is up (ConnectionState.isConnected). */
export const isConnected = (c: Connection): boolean => c.state === 'CHECKING_API_VERSIONS' || c.state === 'READY'

/** canConnect: never tried, or the reconnect backoff is over. */
export const connectable = (c: Connection, now: Instant): boolean =>
  c.state === 'ABSENT' || (isDisconnected(c) && elapsed(c.attemptAt, now) >= c.reconnectBackoff)

/** isReady: a request may go out as far as the state and the throttle say. */
export const isReady = (c: Connection, now: Instant): boolean => c.state === 'READY' && c.throttledUntil <= now

/** isConnectionSetupTimeout, strictly: elapsed > setup timeout. */
export const setupTimedOut = (c: Connection, now: Instant): boolean =>
  c.state === 'CONNECTING' && elapsed(c.attemptAt, now) > c.setupTimeout

/** connectionDelay: how long until a connection to this node can make progress by itself, in ms. */
export function connectionDelay(c: Connection, now: Instant, behaviour: ClientBehaviour): Ms {
  if (isDisconnected(c)) return remaining((c.attemptAt + c.reconnectBackoff) as Instant, now)
  if (c.state === 'ABSENT') return ms(0)
  // KAFKA-12762: the whole setup timeout, not what is left of it.
  if (c.state === 'CONNECTING' && behaviour.connectingDelay === 'setup timeout') return c.setupTimeout
  return ms(Number.POSITIVE_INFINITY)
}

function enter(c: Connection, state: ConnectionState, x: ConnectionWishes): void {
  const from = c.state
  c.state = state
  x.became(c, from)
}

function firstAttempt(c: Connection, x: ConnectionWishes): void {
  c.attemptAt = x.now
  resetReconnectBackoff(c, x)
  resetSetupTimeout(c, x)
  resolve(c, x)
  enter(c, 'CONNECTING', x)
}

function nextAttempt(c: Connection, x: ConnectionWishes): void {
  c.attemptAt = x.now
  if (c.addresses > 0) c.address = (c.address + 1) % c.addresses
  if (c.address === 0) c.addresses = 0
  resolve(c, x)
  enter(c, 'CONNECTING', x)
}

/** NodeConnectionState.currentAddress: resolves where no address is left. */
function resolve(c: Connection, x: ConnectionWishes): void {
  if (c.addresses === 0) {
    c.addresses = c.names
    // KAFKA-15817: not the same address twice in a row.
    c.address = x.behaviour.skipsLastAddress && c.names > 1 && c.addressTriedLast === 0 ? 1 : 0
  }
  c.addressTriedLast = c.address
}

function tcpUp(c: Connection, x: ConnectionWishes): void {
  if (x.behaviour.checkingFrom === 'tcp up') checking(c, x)
}

function versionsQueued(c: Connection, x: ConnectionWishes): void {
  if (x.behaviour.checkingFrom === 'request queued') checking(c, x)
}

function checking(c: Connection, x: ConnectionWishes): void {
  if (x.behaviour.checkingResetsBackoff) resetReconnectBackoff(c, x)
  resetSetupTimeout(c, x)
  if (c.state !== 'CHECKING_API_VERSIONS') enter(c, 'CHECKING_API_VERSIONS', x)
}

function ready(c: Connection, x: ConnectionWishes): void {
  resetReconnectBackoff(c, x)
  resetSetupTimeout(c, x)
  enter(c, 'READY', x)
}

// The wait is taken before the count grows, so the first one is the base itself (updateReconnectBackoff).
function waitToReconnect(c: Connection, x: ConnectionWishes): void {
  c.attemptAt = x.now
  c.reconnectBackoff = x.draw('reconnect', c.node, c.failedAttempts, x.reconnect)
  if (countsFailures(x)) c.failedAttempts += 1
}

/** KIP-144 does not even count where the backoff cannot grow; the draft of KIP-601 chooses by the count. */
const countsFailures = ({ behaviour, reconnect }: ConnectionWishes): boolean =>
  behaviour.backoff !== 'KIP-144' || reconnect.exponentMax > 0 || behaviour.setupTimeout === 'lazy'

function attemptFailed(c: Connection, x: ConnectionWishes): void {
  waitToReconnect(c, x)
  c.failedConnectAttempts += 1
  c.setupTimeout = x.draw('setup', c.node, c.failedConnectAttempts, x.setup)
  enter(c, 'DISCONNECTED', x)
}

function connectionLost(c: Connection, x: ConnectionWishes): void {
  waitToReconnect(c, x)
  resetSetupTimeout(c, x)
  if (x.behaviour.forgetsAddresses) c.addresses = 0
  enter(c, 'DISCONNECTED', x)
}

// Runs after `disconnected` for the same failure, so one rejection counts twice.
function authenticationFailed(c: Connection, x: ConnectionWishes): void {
  waitToReconnect(c, x)
  enter(c, 'AUTHENTICATION_FAILED', x)
}

function removed(c: Connection, x: ConnectionWishes): void {
  enter(c, 'ABSENT', x)
}

function resetReconnectBackoff(c: Connection, x: ConnectionWishes): void {
  c.failedAttempts = 0
  c.reconnectBackoff = x.behaviour.resetDraws ? x.draw('reconnect', c.node, 0, x.reconnect) : ms(x.reconnect.initial)
}

function resetSetupTimeout(c: Connection, x: ConnectionWishes): void {
  c.failedConnectAttempts = 0
  c.setupTimeout = x.behaviour.resetDraws ? x.draw('setup', c.node, 0, x.setup) : ms(x.setup.initial)
}

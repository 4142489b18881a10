// Models      the client's entries for its nodes, and what their rules ask for.
// Kafka       clients/ClusterConnectionStates: its map of states and its set of connecting nodes.
// Leaves out  nothing; the rules themselves are machines/connection.ts.

import { JavaHashMap } from '../../base/javaHash.ts'
import { type Instant, type Ms, ms } from '../../base/time.ts'
import type { ClientBehaviour } from '../../scenario/behaviours.ts'
import type { ClientWorld } from '../../scenario/clientWorld.ts'
import { STATE } from '../../trace/kinds.ts'
import { word } from '../../trace/vocabulary.ts'
import { jittered } from '../chance.ts'
import { happen } from '../machine.ts'
import { type Backoff, backoff, nominal } from '../machines/backoff.ts'
import type { Connection, ConnectionEvent, ConnectionState, ConnectionWishes } from '../machines/connection.ts'
import * as machine from '../machines/connection.ts'
import type { ConnectionEnd, PollingClient } from './pollingClient.ts'

const stateWords: { readonly [state in ConnectionState]: number } = {
  ABSENT: word('ABSENT'),
  DISCONNECTED: word('DISCONNECTED'),
  CONNECTING: word('CONNECTING'),
  CHECKING_API_VERSIONS: word('CHECKING_API_VERSIONS'),
  READY: word('READY'),
  AUTHENTICATION_FAILED: word('AUTHENTICATION_FAILED'),
}

/** Why an event happens to a connection: the rule of its STATE row, what caused it, and what armed the timer that fired. */
type Why = { readonly rule: number; readonly cause: number; readonly armedBy: number }

const NOTHING: Why = { rule: 0, cause: -1, armedBy: -1 }

export class Connections {
  private readonly entries = new Map<number, Connection>()
  private readonly connecting = new JavaHashMap<true>()
  private readonly x: ConnectionWishes & { now: Instant }
  private why = NOTHING

  constructor(
    private readonly client: PollingClient,
    private readonly behaviour: ClientBehaviour,
  ) {
    const { config } = client.world
    // Before KIP-601 nothing grows here: there is no setup timeout, or the draft's fixed one.
    const setupMax = behaviour.setupTimeout === 'each poll' ? config.setupTimeoutMax : config.setupTimeout
    this.x = {
      now: client.engine.now,
      behaviour,
      reconnect: backoff(config.reconnectBackoff, config.reconnectBackoffMax, behaviour.backoff),
      setup: backoff(config.setupTimeout, setupMax, behaviour.backoff),
      draw: (name, node, failures, b) => this.draw(name, node, failures, b),
      became: (c, from) => this.became(c, from),
    }
  }

  /** The entry for a node, ABSENT where there is none. */
  of(node: number): Connection {
    const known = this.entries.get(node)
    if (known) return known
    const fresh = machine.absent(node, addressesOf(this.client.world, node))
    this.entries.set(node, fresh)
    return fresh
  }

  /** Lets an event happen to a connection. */
  happen(c: Connection, event: ConnectionEvent, rule: number, cause: number, armedBy = -1): void {
    this.why = { rule, cause, armedBy }
    this.x.now = this.client.engine.now
    happen(machine.rules, c, event, this.x)
    if (event === 'connecting') this.connecting.set(c.node, true)
    if (event === 'removed') this.forget(c)
  }

  /** close(node) forgets the entry; up to 2.7.1 it left a connecting node in the set (KAFKA-12948). */
  private forget(c: Connection): void {
    this.entries.delete(c.node)
    if (!this.behaviour.closeLeavesConnecting) this.connecting.delete(c.node)
  }

  /** The connecting set holds a node that is not connecting: isConnectionSetupTimeout throws (KAFKA-12948). */
  hasStrayConnecting(): boolean {
    return this.connecting.size > 0 && this.connecting.keys().some((node) => this.of(node).state !== 'CONNECTING')
  }

  /** nodesWithConnectionSetupTimeout, in hash order. */
  late(): number[] {
    const { now } = this.client.engine
    return this.connecting.keys().filter((node) => machine.setupTimedOut(this.of(node), now))
  }

  ends(): ConnectionEnd[] {
    return [...this.entries.values()]
      .filter((c) => c.state !== 'ABSENT')
      .map((c) => ({
        node: c.node,
        state: c.state,
        lastAttempt: c.attemptAt,
        failedAttempts: c.failedAttempts,
        reconnectBackoff: c.reconnectBackoff,
        failedConnectAttempts: c.failedConnectAttempts,
        setupTimeout: c.setupTimeout,
      }))
  }

  private became(c: Connection, from: ConnectionState): void {
    const { engine, ledger } = this.client
    const { rule, cause, armedBy } = this.why
    if (from === 'CONNECTING' && c.state !== 'ABSENT') this.connecting.delete(c.node)
    c.row = ledger.writer.row(engine.now, ledger.connection(c.node), STATE, rule, cause, armedBy)
    ledger.writer.field(stateWords[from])
    ledger.writer.field(stateWords[c.state])
    ledger.writer.field(this.ownDeadline(c))
    ledger.writer.field(c.state === 'CONNECTING' ? c.failedConnectAttempts : c.failedAttempts)
  }

  /** When the state's own timer runs out: the setup timeout of an attempt, the backoff of a lost connection. */
  private ownDeadline(c: Connection): number {
    if (machine.isDisconnected(c)) return c.attemptAt + c.reconnectBackoff
    if (c.state === 'CONNECTING' && this.behaviour.setupTimeout !== 'none') return c.attemptAt + c.setupTimeout
    return Number.POSITIVE_INFINITY
  }

  private draw(name: 'reconnect' | 'setup', node: number, failures: number, b: Backoff): Ms {
    if (b.exponentMax === 0) return ms(b.initial)
    const { chance, engine } = this.client
    const argument = nominal(b, failures)
    const value = chance.draw(engine.now, word(name), node, failures, argument, jittered, b.cap)
    this.client.recordDraw(name, node, failures, Math.floor(argument), value)
    return ms(value)
  }
}

function addressesOf({ config, hosts }: ClientWorld, node: number): number {
  const host = hosts.find(({ boot, broker }) => boot === node || broker === node)
  return config.firstAddressOnly ? 1 : (host?.addresses ?? 1)
}

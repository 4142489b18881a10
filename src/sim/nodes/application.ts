// Models      who uses the client: calls at given instants, an outbox of requests, a leader that is asked for each turn, and a send()
//             that waits for metadata.
// Kafka       producer/internals/Sender.runOnce (ready, pollDelay, poll); KafkaProducer.waitOnMetadata (max.block.ms).
// Leaves out  records and batches.

import { FOREVER, type Instant, type Ms, NEVER, plus } from '../../base/time.ts'
import type { Call, ClientWorld } from '../../scenario/clientWorld.ts'
import { BLOCKED, CALL, NONE, UNBLOCKED } from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { CALLER, type Engine } from '../engine/engine.ts'
import { CALLER_SUBJECT, type Ledger } from '../ledger.ts'
import type { PollingClient, Wait } from './pollingClient.ts'

type Waiting = { readonly request: number; readonly node: number; readonly timeout: Ms }

export class Application {
  private nextCall = 0
  private outbox: Waiting[] = []
  private blockedRow = -1
  private blockedAt = 0 as Instant
  private readonly held = new Set<number>()

  constructor(
    private readonly world: ClientWorld,
    private readonly engine: Engine,
    private readonly ledger: Ledger,
    private readonly client: PollingClient,
  ) {}

  /** send() is called at the present instant and waits for metadata. */
  start(cause: number): void {
    const { maxBlock } = this.world.caller
    if (maxBlock === undefined) return
    const { engine, ledger } = this
    this.blockedAt = engine.now
    const byFetch = this.world.caller.boundBy === 'metadata.fetch.timeout.ms'
    const blocks = byFetch ? rule.SEND_BLOCKS_FETCH : rule.SEND_BLOCKS
    const timedOut = byFetch ? rule.SEND_TIMED_OUT_FETCH : rule.SEND_TIMED_OUT
    this.blockedRow = ledger.writer.row(engine.now, CALLER_SUBJECT, BLOCKED, blocks, cause, -1)
    ledger.writer.field(word('send()'))
    ledger.writer.field(plus(engine.now, maxBlock))
    const giveUp = engine.on(() => this.unblock(word('TimeoutException'), timedOut, this.blockedRow, this.blockedRow))
    engine.schedule(plus(engine.now, maxBlock), CALLER, giveUp, 0, 0, this.blockedRow)
  }

  /** The metadata is there. */
  metadataArrived(cause: number): void {
    this.unblock(word('metadata'), rule.SEND_GOES_ON, cause, -1)
  }

  /** One turn before a poll: the calls that are due, the outbox, the leader. Says how long it would wait, and for what. */
  turn(): Wait {
    this.makeCalls()
    this.held.clear()
    this.emptyOutbox()
    const { leader } = this.world.caller
    if (leader !== undefined) {
      this.client.ready(leader, Math.max(this.client.connection(leader).row, 0))
      this.held.add(leader)
    }
    return this.wait()
  }

  /** When the next call wakes the client. */
  nextCallAt(): Instant {
    return this.world.calls[this.nextCall]?.at ?? NEVER
  }

  private makeCalls(): void {
    const { calls } = this.world
    for (let call = calls[this.nextCall]; call && call.at <= this.engine.now; call = calls[this.nextCall]) {
      this.make(call, this.nextCall++)
    }
  }

  private make(call: Call, index: number): void {
    const { client } = this
    if (call.what === 'send') {
      this.outbox.push({ request: index, node: call.node, timeout: call.timeout })
      return
    }
    if (call.what === 'disconnect' && client.connection(call.node).state === 'ABSENT') return
    const row = this.tell(call)
    if (call.what === 'update') client.askForUpdate(true, rule.UPDATE_REQUESTED, row)
    else if (call.what === 'ready') client.ready(call.node, row)
    else if (call.what === 'disconnect') client.disconnect(call.node, row)
    else client.close(call.node, row)
  }

  private tell(call: Call): number {
    const { writer } = this.ledger
    const row = writer.row(this.engine.now, CALLER_SUBJECT, CALL, rule.CALLED, 0, -1)
    writer.field(word(call.what))
    writer.field(call.what === 'update' ? NONE : call.node)
    return row
  }

  /** Oldest first; a node that is not ready is held for this turn. */
  private emptyOutbox(): void {
    const { client, held } = this
    this.outbox = this.outbox.filter(({ request, node, timeout }) => {
      if (held.has(node)) return true
      if (client.ready(node, 0)) {
        client.sendUser(node, request, timeout)
        return false
      }
      held.add(node)
      return true
    })
  }

  private wait(): Wait {
    let least: Wait = { wait: this.world.caller.pollTimeout, rule: rule.WAIT_CALLER, armedBy: -1 }
    for (const node of this.held) {
      const delay = this.client.pollDelay(node)
      if (delay.wait < least.wait) least = delay
    }
    return least.wait === FOREVER ? { wait: FOREVER, rule: rule.WAIT_CALLER, armedBy: -1 } : least
  }

  private unblock(outcome: number, why: number, cause: number, armedBy: number): void {
    if (this.blockedRow < 0) return
    const { engine, ledger } = this
    ledger.writer.row(engine.now, CALLER_SUBJECT, UNBLOCKED, why, cause, armedBy)
    ledger.writer.field(word('send()'))
    ledger.writer.field(outcome)
    ledger.writer.field(engine.now - this.blockedAt)
    this.blockedRow = -1
  }
}

// Models      one call of a client's API that blocks until it is answered or its time is over: what is common to consumer and admin client.
// Kafka       KafkaConsumer (KIP-266), KafkaAdminClient (KIP-533): a budget over all attempts, retry.backoff.ms between them.
// Leaves out  calls beside the one, and what an answer holds.

import { type Instant, type Ms, ms, plus } from '../../base/time.ts'
import type { ApiCall, ClientWorld } from '../../scenario/clientWorld.ts'
import { ATTEMPT, ATTEMPTED } from '../../trace/callKinds.ts'
import * as callRule from '../../trace/callRules.ts'
import { BLOCKED, NONE, UNBLOCKED } from '../../trace/kinds.ts'
import { type Word, word } from '../../trace/vocabulary.ts'
import { jittered } from '../chance.ts'
import type { Engine } from '../engine/engine.ts'
import { CALLER_SUBJECT, type Ledger } from '../ledger.ts'
import { type Backoff, backoff, nominal } from '../machines/backoff.ts'
import type { PollingClient } from './pollingClient.ts'

const boundRules: { readonly [by in ApiCall['boundBy']]: readonly [blocks: number, timedOut: number] } = {
  'default.api.timeout.ms': [callRule.API_BLOCKS, callRule.API_TIMED_OUT],
  'request.timeout.ms': [callRule.API_BLOCKS_REQUEST, callRule.API_TIMED_OUT_REQUEST],
  'the call': [callRule.API_BLOCKS_GIVEN, callRule.API_TIMED_OUT_GIVEN],
}

export class ApiCaller {
  /** The row of the call. */
  row = -1
  deadline = 0 as Instant
  isOver = false
  private askedAt = 0 as Instant
  private readonly backoff: Backoff

  constructor(
    readonly call: ApiCall,
    world: ClientWorld,
    private readonly what: Word,
    private readonly engine: Engine,
    private readonly ledger: Ledger,
    private readonly client: PollingClient,
  ) {
    const { retryBackoff, retryBackoffMax } = world.config
    const max = call.retryBackoffGrows ? retryBackoffMax : retryBackoff
    this.backoff = backoff(retryBackoff, max, call.retryBackoffGrows ? 'exponential, capped' : 'exponential')
  }

  /** It is called now. */
  begin(cause: number): void {
    const { engine, ledger, call } = this
    this.askedAt = engine.now
    this.deadline = plus(engine.now, call.budget)
    this.row = ledger.writer.row(engine.now, CALLER_SUBJECT, BLOCKED, boundRules[call.boundBy][0], cause, -1)
    ledger.writer.field(word(this.what))
    ledger.writer.field(this.deadline)
  }

  /** Its time is over. */
  timeOut(): void {
    this.end('TimeoutException', boundRules[this.call.boundBy][1], this.row, this.row)
  }

  /** It returns or throws. */
  end(outcome: Word, why: number, cause: number, armedBy = -1): void {
    const { engine, ledger } = this
    this.isOver = true
    ledger.writer.row(engine.now, CALLER_SUBJECT, UNBLOCKED, why, cause, armedBy)
    ledger.writer.field(word(this.what))
    ledger.writer.field(word(outcome))
    ledger.writer.field(engine.now - this.askedAt)
  }

  /** The n-th attempt at something is given to a node. Gives its row. */
  attempt(what: Word, nth: number, node: number, cause: number): number {
    const { engine, ledger } = this
    const row = ledger.writer.row(engine.now, CALLER_SUBJECT, ATTEMPT, callRule.ATTEMPT_BEGINS, cause, -1)
    ledger.writer.field(word(what))
    ledger.writer.field(nth)
    ledger.writer.field(node)
    return row
  }

  /** What came of an attempt. `retryAt`: Infinity where there is no other. Gives its row. */
  attempted(what: Word, nth: number, outcome: Word, retryAt: number, why: number, cause: number): number {
    const { engine, ledger } = this
    const row = ledger.writer.row(engine.now, CALLER_SUBJECT, ATTEMPTED, why, cause, -1)
    ledger.writer.field(word(what))
    ledger.writer.field(nth)
    ledger.writer.field(word(outcome))
    ledger.writer.field(retryAt)
    return row
  }

  /** The wait after so many failed attempts before this one; drawn from 3.7 on (KIP-580). */
  retryBackoff(failures: number): Ms {
    const { backoff: b, client, engine } = this
    if (b.exponentMax === 0) return ms(b.initial)
    const argument = nominal(b, failures)
    const value = client.chance.draw(engine.now, word('retry'), 0, failures, argument, jittered, b.cap)
    client.recordDraw('retry', NONE, failures, Math.floor(argument), value)
    return ms(value)
  }
}

/** ClusterConnectionStates.isDisconnected, as callers ask (connectionFailed). */
export function connectionFailed(client: PollingClient, node: number): boolean {
  const { state } = client.connection(node)
  return state === 'DISCONNECTED' || state === 'AUTHENTICATION_FAILED'
}

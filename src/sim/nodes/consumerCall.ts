// Models      a consumer that is new and whose application calls partitionsFor(): one request to any node, retried until its time is over.
// Kafka       KafkaConsumer.partitionsFor; Fetcher.getTopicMetadata (TopicMetadataFetcher); ConsumerNetworkClient.poll.
// Leaves out  groups, fetches, offsets; what runs beside the call. A topic that is not there.

import { type Instant, type Ms, ms, NEVER, plus, remaining } from '../../base/time.ts'
import type { ApiCall, ClientWorld } from '../../scenario/clientWorld.ts'
import * as callRule from '../../trace/callRules.ts'
import * as rule from '../../trace/rules.ts'
import type { Word } from '../../trace/vocabulary.ts'
import type { Engine } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import { ApiCaller, connectionFailed } from './apiCaller.ts'
import type { Caller, Completion, PollingClient, Wait } from './pollingClient.ts'

const WHAT: Word = 'partitionsFor()'

/** The future of one attempt. */
type Attempt = {
  readonly nth: number
  readonly node: number | undefined
  readonly createdAt: Instant
  readonly row: number
  sent: boolean
  over: boolean
}

export class ConsumerCall implements Caller {
  private readonly caller: ApiCaller
  private attempt: Attempt | undefined
  private attempts = 0
  private sleeping = 0 as Instant
  private cause = 0
  /** ConsumerNetworkClient.poll has called poll, and its second half is to come. */
  private polling = false

  constructor(
    world: ClientWorld,
    private readonly call: ApiCall,
    private readonly engine: Engine,
    ledger: Ledger,
    private readonly client: PollingClient,
  ) {
    this.caller = new ApiCaller(call, world, WHAT, engine, ledger, client)
  }

  begins(cause: number): void {
    this.caller.begin(cause)
    this.cause = this.caller.row
  }

  metadataArrived(): void {}

  nextCallAt(): Instant {
    return NEVER
  }

  sleepsUntil(): Instant {
    this.secondHalf()
    return this.sleeping
  }

  /** The next poll of the call; undefined once it has returned, for then nobody polls any more. */
  turn(): Wait | undefined {
    this.secondHalf()
    if (this.caller.isOver) return undefined
    const now = this.engine.now
    if (this.attempt === undefined) {
      if (this.attempts > 0 && now >= this.caller.deadline) {
        this.caller.timeOut()
        return undefined
      }
      this.begin()
    }
    this.polling = true
    return this.firstHalf()
  }

  /** Before poll: what can be sent is, and the wait is worked out. */
  private firstHalf(): Wait {
    this.trySend()
    const { attempt, call, client, engine } = this
    // A future that is done needs no wait: poll(0).
    if (attempt?.node === undefined || attempt.over)
      return { wait: ms(0), rule: rule.WAIT_NOTHING, armedBy: this.cause }
    const waits: Wait[] = [
      { wait: remaining(this.caller.deadline, engine.now), rule: callRule.WAIT_API, armedBy: this.caller.row },
      { wait: call.longestPoll, rule: call.byHeartbeat ? callRule.WAIT_HEARTBEAT : rule.WAIT_CALLER, armedBy: -1 },
    ]
    if (!attempt.sent && call.waitsForNode) waits.push(client.pollDelay(attempt.node))
    const inFlight = client.inFlight.values().some(({ length }) => length > 0)
    if (!inFlight && call.longestPoll < Number.POSITIVE_INFINITY)
      waits.push({ wait: this.backoffBase, rule: callRule.WAIT_ATTEMPT, armedBy: attempt.row })
    return waits.reduce((least, each) => (each.wait < least.wait ? each : least))
  }

  private get backoffBase(): Ms {
    return this.client.world.config.retryBackoff
  }

  /** After poll: lost nodes, what can be sent now, what was never sent; then the loops around it. */
  private secondHalf(): void {
    if (!this.polling) return
    this.polling = false
    const { attempt, client, call, engine } = this
    if (attempt && attempt.node === undefined) this.over('no node', callRule.ATTEMPT_FAILED, attempt.row)
    else if (attempt?.node !== undefined && !attempt.over && !attempt.sent) {
      if (connectionFailed(client, attempt.node))
        this.over('disconnected', callRule.ATTEMPT_FAILED, client.connection(attempt.node).row)
      else {
        this.trySend()
        const age = engine.now - attempt.createdAt
        const ends = call.unsentTimeout === 0 || age > call.unsentTimeout
        if (!attempt.sent && ends) this.over('unsent', callRule.ATTEMPT_UNSENT, attempt.row)
      }
    }
    if (this.caller.isOver) return
    const late = engine.now >= this.caller.deadline
    if (!this.attempt?.over && !late) return
    if (late) this.caller.timeOut()
    else this.attempt = undefined
  }

  private begin(): void {
    const { client, engine } = this
    const node = client.leastLoaded()
    const nth = ++this.attempts
    const createdAt = engine.now
    // Without a node its future fails at once (RequestFuture.noBrokersAvailable), which is seen once poll has returned.
    const row = node === undefined ? this.cause : this.caller.attempt(WHAT, nth, node, this.cause)
    this.attempt = { nth, node, createdAt, row, sent: false, over: false }
  }

  private trySend(): void {
    const { attempt, client, call } = this
    if (!attempt || attempt.over || attempt.sent || attempt.node === undefined) return
    if (!client.ready(attempt.node, attempt.row)) return
    attempt.sent = true
    client.sendUser(attempt.node, attempt.nth, call.requestTimeout)
  }

  /** The future failed; the backoff begins once poll has returned. */
  private over(outcome: Word, why: number, cause: number): void {
    const { attempt, caller, engine } = this
    if (!attempt) return
    attempt.over = true
    const backoff = caller.retryBackoff(attempt.nth - 1)
    const until = plus(engine.now, ms(Math.min(backoff, remaining(caller.deadline, engine.now))))
    this.cause = caller.attempted(WHAT, attempt.nth, outcome, until, why, cause)
    this.sleeping = until
  }

  completed({ request, outcome, brokers }: Completion, row: number): void {
    const { attempt, caller } = this
    if (!attempt || attempt.over || request !== attempt.nth) return
    if (outcome !== 'response' || brokers?.length === 0) {
      this.over(outcome, callRule.ATTEMPT_FAILED, row)
      return
    }
    attempt.over = true
    const answered = caller.attempted(
      WHAT,
      attempt.nth,
      'response',
      Number.POSITIVE_INFINITY,
      callRule.ATTEMPT_ANSWERED,
      row,
    )
    caller.end('response', callRule.API_RETURNS, answered)
  }
}

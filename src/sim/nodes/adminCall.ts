// Models      an admin client and one call of listTopics(): the metadata that it needs first, attempts, retries, its own look at deadlines.
// Kafka       KafkaAdminClient.AdminClientRunnable.processRequests and Call.fail; internals/AdminMetadataManager.
// Leaves out  rebootstrapping (KIP-899), calls to the controller or to one broker, shutting down.

import { elapsed, FOREVER, type Instant, ms, NEVER, plus, remaining } from '../../base/time.ts'
import type { ApiCall, ClientWorld } from '../../scenario/clientWorld.ts'
import * as callRule from '../../trace/callRules.ts'
import * as rule from '../../trace/rules.ts'
import type { Word } from '../../trace/vocabulary.ts'
import type { Engine } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import { ApiCaller, connectionFailed } from './apiCaller.ts'
import type { Caller, Completion, PollingClient, Wait } from './pollingClient.ts'

/** One Call: the application's, or the internal one for metadata. */
type Call = {
  readonly what: 'listTopics()' | 'metadata'
  readonly deadline: Instant
  place: 'pending' | 'to send' | 'in flight' | 'done'
  node: number
  /** The number of the request in flight. */
  request: number
  tries: number
  assigned: number
  nextTryAt: Instant
  row: number
}

/** The longest poll of an admin client, in ms. */
const LONGEST = ms(1_200_000)

export class AdminCall implements Caller {
  private readonly caller: ApiCaller
  private calls: Call[] = []
  private requests = 0
  private readonly answers: { readonly completion: Completion; readonly row: number }[] = []
  // AdminMetadataManager.
  private ready: boolean
  private fetch: 'quiescent' | 'requested' | 'pending' = 'quiescent'
  private fetchedAt = Number.NEGATIVE_INFINITY as Instant
  private updatedAt: Instant
  private metadataRow = 0
  /** Since when each node has been waited for. */
  private readonly readyDeadlines = new Map<number, Instant>()

  constructor(
    private readonly world: ClientWorld,
    private readonly call: ApiCall,
    private readonly engine: Engine,
    ledger: Ledger,
    private readonly client: PollingClient,
  ) {
    this.caller = new ApiCaller(call, world, 'listTopics()', engine, ledger, client)
    this.ready = world.metadata.known === 'brokers'
    this.updatedAt = engine.now
    client.keepNoMetadata((cause) => this.requestUpdate(cause))
  }

  begins(cause: number): void {
    this.caller.begin(cause)
    const { row, deadline } = this.caller
    this.metadataRow = row
    this.calls.push(freshCall('listTopics()', deadline, row))
  }

  metadataArrived(): void {}

  nextCallAt(): Instant {
    return NEVER
  }

  /** One round of processRequests up to its poll; undefined once the call is over, for then the application closes the client. */
  turn(): Wait | undefined {
    this.unassign(({ node }) => connectionFailed(this.client, node), 'disconnected')
    this.handleResponses()
    const deadlines = this.handleTimeouts()
    if (this.caller.isOver) return undefined
    const waits = [deadlines, this.drainPending()]
    const delay = this.fetchDelay()
    if (delay === 0) this.fetchMetadata()
    waits.push(this.sendEligible())
    if (delay > 0) waits.push({ wait: ms(delay), rule: rule.WAIT_AGE, armedBy: this.metadataRow })
    if (this.calls.some(({ place }) => place === 'pending'))
      waits.push({ wait: this.world.config.retryBackoff, rule: callRule.WAIT_ATTEMPT, armedBy: this.caller.row })
    return waits.reduce((least, each) => (each.wait < least.wait ? each : least))
  }

  completed(completion: Completion, row: number): void {
    this.answers.push({ completion, row })
  }

  // Calls.

  private handleResponses(): void {
    const answers = this.answers.splice(0)
    for (const { completion, row } of answers) {
      const call = this.calls.find(({ place, request }) => place === 'in flight' && request === completion.request)
      if (!call) continue
      if (completion.outcome !== 'response') this.fail(call, completion.outcome, callRule.ATTEMPT_FAILED, row)
      else this.succeed(call, completion, row)
    }
    this.calls = this.calls.filter(({ place }) => place !== 'done')
  }

  private succeed(call: Call, { brokers = [] }: Completion, row: number): void {
    call.place = 'done'
    const { what, assigned } = call
    const told = this.caller.attempted(what, assigned, 'response', NEVER, callRule.ATTEMPT_ANSWERED, row)
    if (what === 'listTopics()') {
      this.caller.end('response', callRule.API_RETURNS, told)
      return
    }
    this.fetch = 'quiescent'
    this.updatedAt = this.engine.now
    // A cluster without nodes counts as not there.
    this.ready = brokers.length > 0
    if (this.ready) this.client.learn(brokers, told)
    this.metadataRow = told
    this.unassign(() => true, 'metadata')
  }

  /** Call.fail, of what may be retried. */
  private fail(call: Call, outcome: Word, why: number, cause: number): void {
    const { caller, engine } = this
    const failures = call.tries++
    call.nextTryAt = plus(engine.now, caller.retryBackoff(failures))
    const late = remaining(call.deadline, engine.now) === 0
    const goesOn = !late && call.tries <= this.call.retries
    const wasAssigned = call.place !== 'pending'
    call.place = goesOn ? 'pending' : 'done'
    if (wasAssigned)
      call.row = caller.attempted(call.what, call.assigned, outcome, goesOn ? call.nextTryAt : NEVER, why, cause)
    if (goesOn) return
    if (call.what === 'metadata') {
      this.fetch = 'quiescent'
      this.metadataRow = call.row
    } else if (late) caller.timeOut()
    else caller.end('TimeoutException', callRule.API_RETRIES_EXHAUSTED, call.row)
  }

  /** timeoutPendingCalls, timeoutCallsToSend, timeoutCallsInFlight: strictly past the deadline. */
  private handleTimeouts(): Wait {
    const { client, engine } = this
    let least: Wait = { wait: LONGEST, rule: rule.WAIT_CALLER, armedBy: -1 }
    for (const call of [...this.calls]) {
      const left = call.deadline - engine.now
      if (left >= 0) {
        if (left < least.wait) least = { wait: ms(left), rule: callRule.WAIT_API, armedBy: call.row }
      } else if (call.place === 'in flight') client.disconnect(call.node, call.row)
      else this.fail(call, 'unsent', callRule.ATTEMPT_UNSENT, call.row)
    }
    this.calls = this.calls.filter(({ place }) => place !== 'done')
    return least
  }

  /** maybeDrainPendingCalls: a node for each that is not backing off. */
  private drainPending(): Wait {
    let wait: Wait = { wait: FOREVER, rule: callRule.WAIT_ATTEMPT, armedBy: this.caller.row }
    for (const call of this.calls) {
      if (call.place !== 'pending') continue
      const left = remaining(call.nextTryAt, this.engine.now)
      if (left === 0) this.assign(call)
      else if (left < wait.wait) wait = { wait: left, rule: callRule.WAIT_ATTEMPT, armedBy: call.row }
    }
    return wait
  }

  private assign(call: Call): void {
    if (call.what !== 'metadata' && !this.ready) {
      this.requestUpdate(call.row)
      return
    }
    const node = this.client.leastLoaded()
    if (node === undefined) return
    call.place = 'to send'
    call.node = node
    call.row = this.caller.attempt(call.what, ++call.assigned, node, call.row)
  }

  private sendEligible(): Wait {
    const { client } = this
    let least: Wait = { wait: FOREVER, rule: rule.WAIT_CALLER, armedBy: -1 }
    for (const node of new Set(this.calls.flatMap((call) => (call.place === 'to send' ? [call.node] : [])))) {
      if (this.calls.some((call) => call.place === 'in flight' && call.node === node)) {
        this.readyDeadlines.delete(node)
        continue
      }
      const call = this.calls.find((each) => each.place === 'to send' && each.node === node) as Call
      if (client.ready(node, call.row)) this.send(call)
      else {
        const waits = [this.awaitReady(node, call), client.pollDelay(node)]
        for (const each of waits) if (each && each.wait < least.wait) least = each
      }
    }
    return least
  }

  /** Since KAFKA-12432 a node that does not become ready loses its calls. */
  private awaitReady(node: number, call: Call): Wait | undefined {
    const { client, engine } = this
    if (this.call.readyTimeout === FOREVER) return undefined
    const deadline = this.readyDeadlines.get(node)
    if (deadline === undefined) {
      this.readyDeadlines.set(node, plus(engine.now, this.call.readyTimeout))
      return undefined
    }
    const left = remaining(deadline, engine.now)
    if (left > 0) return { wait: left, rule: rule.WAIT_REQUEST, armedBy: call.row }
    this.unassign((each) => each.node === node, 'unsent', callRule.NODE_NEVER_READY)
    client.disconnect(node, call.row)
    this.readyDeadlines.delete(node)
    return undefined
  }

  private send(call: Call): void {
    const { client, engine } = this
    const readyBy = this.readyDeadlines.get(call.node)
    this.readyDeadlines.delete(call.node)
    const requestTimeout = readyBy === undefined ? this.call.requestTimeout : remaining(readyBy, engine.now)
    const timeout = ms(Math.min(requestTimeout, remaining(call.deadline, engine.now)))
    call.place = 'in flight'
    call.request = this.requests++
    client.sendUser(call.node, call.request, timeout)
  }

  /** unassignUnsentCalls: back among those without a node. No try is counted. */
  private unassign(which: (call: Call) => boolean, outcome: Word, why: number = callRule.ATTEMPT_OVERTAKEN): void {
    for (const call of this.calls) {
      if (call.place !== 'to send' || !which(call)) continue
      call.place = 'pending'
      this.readyDeadlines.delete(call.node)
      const { row } = this.client.connection(call.node)
      const cause = outcome === 'disconnected' ? row : outcome === 'metadata' ? this.metadataRow : call.row
      call.row = this.caller.attempted(call.what, call.assigned, outcome, this.engine.now, why, cause)
    }
  }

  // Metadata.

  private requestUpdate(cause: number): void {
    if (this.fetch !== 'quiescent') return
    this.fetch = 'requested'
    this.metadataRow = cause
  }

  /** metadataFetchDelayMs. */
  private fetchDelay(): number {
    const { config } = this.world
    const { now } = this.engine
    if (this.fetch === 'pending') return Number.POSITIVE_INFINITY
    const backoff = Math.max(config.retryBackoff - elapsed(this.fetchedAt, now), 0)
    if (this.fetch === 'requested') return backoff
    return Math.max(backoff, config.metadataMaxAge - elapsed(this.updatedAt, now), 0)
  }

  private fetchMetadata(): void {
    const { engine } = this
    this.fetch = 'pending'
    this.fetchedAt = engine.now
    const call = freshCall('metadata', plus(engine.now, this.call.requestTimeout), this.metadataRow)
    this.calls.push(call)
    this.assign(call)
  }
}

const freshCall = (what: Call['what'], deadline: Instant, row: number): Call => ({
  what,
  deadline,
  place: 'pending',
  node: 0,
  request: -1,
  tries: 0,
  assigned: 0,
  nextTryAt: 0 as Instant,
  row,
})

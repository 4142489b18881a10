// Models      a request's way to its broker and the answer's way back, over one TCP connection.
// Kafka       nothing of it: the wire and the broker. A broker answers the requests of a connection in their order, so after one that is
//             never answered no later one is.
// Leaves out  windows and congestion; the broker's kernel has the same sysctls as the client's.

import { type Instant, later, type Ms, NEVER, plus } from '../../base/time.ts'
import type { ClientKernel, Condition } from '../../scenario/clientWorld.ts'
import { REACHED } from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { type Engine, WIRE } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import type { Request } from '../machines/inFlight.ts'
import { apiWord } from './apiWord.ts'
import type { Answer, Channel } from './channel.ts'
import type { Hosts } from './hosts.ts'
import type { Unreachables } from './neighbours.ts'
import type { Partitions } from './partitions.ts'
import { Transport } from './transport.ts'

const answers = word('answers')
const waits = word('waits')
const swallowed = word('swallowed')

/** What the exchange tells the selector. */
export type Arrivals = {
  arrived(answer: Answer): void
  /** An event came to nothing. */
  idle(row: number): void
  /** The connection is gone, by a rule and a row, and with an error. */
  gone(channel: Channel, why: number, cause: number, armedBy: number, error: number): void
}

export class Exchange {
  /** What the brokers hold of a producer's topic. */
  partitions: Partitions | undefined

  private readonly answers: Answer[] = []
  private readonly transport: Transport
  private readonly onAnswer: number
  private readonly onLeaves: number

  constructor(
    private readonly scripted: boolean,
    private readonly hosts: Hosts,
    private readonly engine: Engine,
    private readonly ledger: Ledger,
    private readonly selector: Arrivals,
    kernel: ClientKernel,
    channels: readonly Channel[],
    unreachables: Unreachables,
  ) {
    this.onAnswer = this.onAnswerOf((answer) => selector.arrived(answer))
    this.onLeaves = this.onAnswerOf((answer) => this.transport.send(answer, 'answer'))
    this.transport = new Transport(kernel, hosts, engine, ledger, channels, this.answers, unreachables, {
      arrived: (answer, half) => (half === 'request' ? this.reached(answer) : this.returned(answer)),
      unheard: (answer) => this.unheard(answer),
      gone: (channel, why, cause, armedBy, error) => selector.gone(channel, why, cause, armedBy, error),
    })
  }

  /** A connection is up. */
  begin(channel: Channel): void {
    if (!this.scripted) this.transport.watch(channel)
  }

  /** A request leaves. */
  write(channel: Channel, request: Request): void {
    request.written = true
    const { engine, hosts } = this
    const condition = hosts.at(channel, engine.now)
    const index = this.answers.length
    const contents = this.contents(request, condition)
    const answer: Answer = {
      index,
      channel,
      request,
      ...contents,
      row: request.row,
      sentAt: engine.now,
      isThere: false,
    }
    this.answers.push(answer)
    if (!this.scripted) this.transport.send(answer, 'request')
    else if (channel.silent || !answersTo(condition, request)) channel.silent = expectsAnswer(request) || channel.silent
    else {
      this.takeProduce(engine.now, answer)
      if (expectsAnswer(request)) this.answerBy(answer, plus(engine.now, serviceOf(condition, request)))
    }
  }

  private onAnswerOf(handle: (answer: Answer) => void): number {
    return this.engine.on((index, _, cause) => {
      const answer = this.answers[index] as Answer
      if (answer.channel.open) handle(answer)
      else this.selector.idle(cause)
    })
  }

  /** What the answer holds, as the broker knows it when the request is written. */
  private contents(request: Request, condition: Condition) {
    const { brokers, rebootstrapRequired } = this.hosts.listedAt(this.engine.now)
    return {
      newestVersion: condition.apiVersionsMax,
      unsupported: request.api === 'API_VERSIONS' && request.version > condition.apiVersionsMax,
      throttle: condition.throttle,
      brokers,
      rebootstrapRequired,
      leaders: this.partitions?.told(request.topic),
      codes: [],
    }
  }

  private takeProduce(at: Instant, answer: Answer): void {
    if (answer.request.produce) this.partitions?.takeAt(at, answer)
  }

  /** Scripted: the answer is there at an instant, or when the one before it is. */
  private answerBy(answer: Answer, at: Instant): void {
    const { channel } = answer
    channel.lastAnswerAt = later(at, channel.lastAnswerAt)
    this.engine.schedule(channel.lastAnswerAt, WIRE, this.onAnswer, answer.index, 0, answer.row)
  }

  /** The answer is at the client, after what became of it last. */
  private returned(answer: Answer): void {
    answer.row = answer.request.row
    this.selector.arrived(answer)
  }

  /** The request is at the broker, and nobody waits for its answer: of that only records in the log are left. */
  private unheard(answer: Answer): void {
    const { now } = this.engine
    const condition = this.hosts.at(answer.channel, now)
    if (answer.channel.silent || !answersTo(condition, answer.request)) return
    this.takeProduce(later(condition.pausedUntil, now), answer)
  }

  /** The request is at the broker. */
  private reached(answer: Answer): void {
    const { engine, hosts, ledger } = this
    const { channel, request } = answer
    const { now } = engine
    const condition = hosts.at(channel, now)
    const swallows = channel.silent || !answersTo(condition, request)
    const served = hosts.served(channel, now, serviceOf(condition, request))
    const leavesAt = swallows ? NEVER : later(served, channel.lastAnswerAt)
    const fate = swallows ? swallowed : condition.pausedUntil > now ? waits : answers
    if (swallows && !channel.silent) channel.silencedBy = condition.by.answers
    const blamed = swallows ? channel.silencedBy : condition.by.answers
    const cause = fate === answers ? request.row : hosts.blame(blamed, request.row)
    answer.row = ledger.writer.row(now, ledger.connection(channel.node), REACHED, rule.SERVICE, cause, request.row)
    request.row = answer.row
    ledger.writer.field(apiWord(request.api))
    ledger.writer.field(request.correlation)
    ledger.writer.field(fate)
    ledger.writer.field(swallows ? NEVER : plus(leavesAt, hosts.at(channel, leavesAt).latencyBack))
    if (swallows) {
      channel.silent = expectsAnswer(request) || channel.silent
      return
    }
    this.takeProduce(later(condition.pausedUntil, now), answer)
    if (!expectsAnswer(request)) return
    channel.lastAnswerAt = leavesAt
    engine.schedule(leavesAt, WIRE, this.onLeaves, answer.index, 0, answer.row)
  }
}

function answersTo({ answers }: Condition, { api }: Request): boolean {
  if (answers === 'all but PRODUCE') return api !== 'PRODUCE'
  return answers === 'all' || (answers === 'API versions' && api === 'API_VERSIONS')
}

const expectsAnswer = ({ produce }: Request): boolean => produce?.acknowledged ?? true

const serviceOf = (condition: Condition, { produce }: Request): Ms =>
  produce ? (condition.produce ?? condition.service) : condition.service

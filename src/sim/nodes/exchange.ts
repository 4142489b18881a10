// Models      a request's way to its broker and the answer's way back.
// Kafka       nothing of it: the wire and the broker. What is lost on an open connection stays lost, and nothing later on it is answered.
// Leaves out  retransmission of data.

import { type Instant, later, type Ms, NEVER, plus } from '../../base/time.ts'
import type { Condition } from '../../scenario/clientWorld.ts'
import { LOST, REACHED } from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { type Engine, WIRE } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import type { Api, Request } from '../machines/inFlight.ts'
import type { Channel } from './channel.ts'
import type { Hosts } from './hosts.ts'

/** What a broker sends back. */
export type Answer = {
  readonly channel: Channel
  readonly request: Request
  /** API_VERSIONS: the broker did not understand the version asked; this is its newest. */
  readonly newestVersion: number
  readonly unsupported: boolean
  readonly throttle: Ms
  /** METADATA: the brokers listed; and the broker asked for a rebootstrap (KIP-1102). */
  readonly brokers: readonly number[]
  readonly rebootstrapRequired: boolean
  row: number
}

const apiWords: { readonly [api in Api]: number } = {
  METADATA: word('METADATA'),
  API_VERSIONS: word('API_VERSIONS'),
  USER: word('USER'),
}

const answers = word('answers')
const waits = word('waits')
const swallowed = word('swallowed')
const requestWord = word('request')
const answerWord = word('answer')

/** The word of an API in the trace. */
export const apiWord = (api: Api): number => apiWords[api]

/** What the exchange tells the selector. */
export type Arrivals = {
  arrived(answer: Answer): void
  /** An event came to nothing. */
  idle(row: number): void
}

export class Exchange {
  private readonly answers: Answer[] = []
  private readonly onReached: number
  private readonly onAnswer: number

  constructor(
    private readonly scripted: boolean,
    private readonly hosts: Hosts,
    private readonly engine: Engine,
    private readonly ledger: Ledger,
    private readonly selector: Arrivals,
  ) {
    this.onReached = this.onAnswerOf((answer, index) => this.reached(answer, index))
    this.onAnswer = this.onAnswerOf((answer) => this.answerArrived(answer))
  }

  /** A request leaves. */
  write(channel: Channel, request: Request): void {
    request.written = true
    const { engine, hosts } = this
    const condition = hosts.at(channel.host, engine.now)
    const answer: Answer = { channel, request, ...this.contents(request, condition), row: request.row }
    const index = this.answers.push(answer) - 1
    const arrivesAt = plus(engine.now, condition.latency)
    if (this.scripted) {
      if (channel.silent || !answersTo(condition, request)) channel.silent = true
      else this.answerBy(answer, index, plus(engine.now, condition.service))
    } else if (condition.reaches && hosts.at(channel.host, arrivesAt).reaches) {
      engine.schedule(arrivesAt, WIRE, this.onReached, index, 0, request.row)
    } else {
      this.loses(answer, requestWord, request.sentAt, condition)
    }
  }

  private onAnswerOf(handle: (answer: Answer, index: number) => void): number {
    return this.engine.on((index, _, cause) => {
      const answer = this.answers[index] as Answer
      if (answer.channel.open) handle(answer, index)
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
    }
  }

  private answerBy(answer: Answer, index: number, at: Instant): void {
    const { channel } = answer
    // Answers keep the order of their requests: none overtakes an earlier one.
    channel.lastAnswerAt = later(at, channel.lastAnswerAt)
    this.engine.schedule(channel.lastAnswerAt, WIRE, this.onAnswer, index, 0, answer.row)
  }

  /** The request is at the broker. */
  private reached(answer: Answer, index: number): void {
    const { channel, request } = answer
    const { now } = this.engine
    const condition = this.hosts.at(channel.host, now)
    const swallows = channel.silent || !answersTo(condition, request)
    const starts = later(condition.pausedUntil, now)
    const arrives = swallows ? NEVER : plus(plus(starts, condition.service), condition.latency)
    const fate = swallows ? swallowed : starts > now ? waits : answers
    const cause = fate === answers ? request.row : this.hosts.blame(condition, request.row)
    answer.row = this.tell(answer, REACHED, rule.SERVICE, cause)
    this.ledger.writer.field(fate)
    this.ledger.writer.field(arrives)
    if (swallows) channel.silent = true
    else this.answerBy(answer, index, arrives)
  }

  private answerArrived(answer: Answer): void {
    const { channel } = answer
    if (channel.silent) return
    if (!this.scripted) {
      const arriving = this.hosts.at(channel.host, this.engine.now)
      const leftAt = (this.engine.now - arriving.latency) as Instant
      const leaving = this.hosts.at(channel.host, leftAt)
      if (!arriving.returns || !leaving.returns) {
        this.loses(answer, answerWord, leftAt, leaving.returns ? arriving : leaving)
        return
      }
    }
    this.selector.arrived(answer)
  }

  /** One half of an exchange is lost on the way, and with it all that would come later on this connection. */
  private loses(answer: Answer, half: number, leftAt: Instant, condition: Condition): void {
    answer.channel.silent = true
    this.tell(answer, LOST, rule.YOUR_FAULT, this.hosts.blame(condition, answer.request.row))
    this.ledger.writer.field(half)
    this.ledger.writer.field(leftAt)
  }

  /** A row about a request on its way: what became of it last. Two more fields follow. */
  private tell({ channel, request }: Answer, kind: number, why: number, cause: number): number {
    const { writer } = this.ledger
    const row = writer.row(this.engine.now, this.ledger.connection(channel.node), kind, why, cause, request.row)
    writer.field(apiWord(request.api))
    writer.field(request.correlation)
    request.row = row
    return row
  }
}

function answersTo(condition: Condition, request: Request): boolean {
  return condition.answers === 'all' || (condition.answers === 'API versions' && request.api === 'API_VERSIONS')
}

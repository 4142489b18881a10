// Models      data on established connections: what is lost on the way is sent again until it gets through or a kernel gives up; idle
//             connections are probed.
// Kafka       nothing of it, but for SO_KEEPALIVE, which its selector sets. Linux: tcp_retransmit_timer, tcp_write_timeout,
//             tcp_keepalive_timer, tcp_v4_send_reset; RFC 9293 3.8, RFC 6298.
// Leaves out  acknowledgements that are lost alone and none after them; selective ones, which fill a hole before its timer does; what the
//             broker's side does about a client that is gone; what is lost once the client has closed is not sent again.

import { elapsed, type Instant, instant, later, type Ms, NEVER, plus } from '../../base/time.ts'
import type { ClientKernel, Condition } from '../../scenario/clientWorld.ts'
import { dataTimer, fires, isOver, retransmissionTimeout } from '../../scenario/dataSchedule.ts'
import { type Timers, timersOf } from '../../scenario/timers.ts'
import { LOST, RETRANSMIT } from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { type Engine, WIRE } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import { apiWord } from './apiWord.ts'
import type { Answer, Channel, Stream } from './channel.ts'
import { freshStream } from './channel.ts'
import type { Hosts } from './hosts.ts'
import type { Unreachables } from './neighbours.ts'

type Half = Stream['half']

const halfWords: { readonly [half in Half]: number } = { request: word('request'), answer: word('answer') }
const lost = word('lost')
const answered = word('answered')
const ETIMEDOUT = word('ETIMEDOUT')
const ECONNRESET = word('ECONNRESET')

/** What comes of what was sent. */
type Outcomes = {
  arrived(answer: Answer, half: Half): void
  /** A request is at the broker after the client has closed the connection. */
  unheard(answer: Answer): void
  /** A kernel gave the connection up, or the host reset it: what a read fails with. */
  gone(channel: Channel, why: number, cause: number, armedBy: number, error: number): void
}

/** A kind of entry for each direction. */
type Halves = { readonly [half in Half]: number }

export class Transport {
  private readonly timers: Timers
  private readonly onArrival: Halves
  private readonly onAgain: Halves
  private readonly onTimer: Halves
  private readonly onReset: number
  private readonly onIdle: number

  /**
   * @param channels all of the run, by their ids
   * @param sent all exchanges of the run, by their indices
   */
  constructor(
    private readonly kernel: Pick<ClientKernel, 'data' | 'keepalive' | 'wheel'>,
    private readonly hosts: Hosts,
    private readonly engine: Engine,
    private readonly ledger: Ledger,
    private readonly channels: readonly Channel[],
    private readonly sent: readonly Answer[],
    private readonly unreachables: Unreachables,
    private readonly outcomes: Outcomes,
  ) {
    this.timers = timersOf(kernel.wheel)
    this.onArrival = this.halves((half, index) => this.arrives(this.answer(index), half))
    this.onAgain = this.halves((half, index, sentAt) => this.arrivesAgain(this.answer(index), half, sentAt as Instant))
    this.onTimer = this.halves((half, id, armed) => this.timerFires(this.channel(id), half, armed))
    this.onReset = engine.on((id, _, cause) => this.isReset(this.channel(id), cause))
    this.onIdle = engine.on((id) => this.idle(this.channel(id)))
  }

  /** A connection is up: from now on it is kept alive. */
  watch(channel: Channel): void {
    hears(channel, this.engine.now)
    this.probesAfter(channel, this.engine.now, this.kernel.keepalive.idle)
  }

  /** A half of an exchange sets out. */
  send(answer: Answer, half: Half): void {
    const { channel, request } = answer
    // The process that would answer is gone, and its connections with it.
    if (half === 'answer' && channel.forgotten !== undefined) return
    const { now } = this.engine
    const stream = streamOf(channel, half)
    if (!isAwaited(stream, now)) stream.timer = undefined
    answer.sentAt = now
    answer.isThere = false
    stream.waiting.push(answer)
    const condition = this.hosts.at(channel, now)
    if (half === 'request') this.hearsError(channel, condition)
    const by = this.hosts.loses(channel, half)
    if (by >= 0 || !this.passes(channel, condition, half)) this.loses(answer, stream, condition, by)
    else {
      stream.lastArrivalAt = later(plus(now, latencyOf(condition, half)), stream.lastArrivalAt)
      this.engine.schedule(stream.lastArrivalAt, WIRE, this.onArrival[half], answer.index, 0, request.row)
      // Slower than its timer: it is sent again though nothing is lost.
      if (condition.latencyOut + condition.latencyBack > this.timeoutOf(channel)) this.arm(channel, stream, now)
    }
  }

  private halves(handle: (half: Half, a: number, b: number) => void): Halves {
    const { engine } = this
    return {
      request: engine.on((a, b) => handle('request', a, b)),
      answer: engine.on((a, b) => handle('answer', a, b)),
    }
  }

  private channel(id: number): Channel {
    return this.channels[id] as Channel
  }

  private answer(index: number): Answer {
    return this.sent[index] as Answer
  }

  private passes(channel: Channel, condition: Condition, half: Half): boolean {
    return channel.cutBy < 0 && (half === 'request' ? condition.reaches : condition.returns)
  }

  /** It is at the other end, if the path still is what it was. */
  private arrives(answer: Answer, half: Half): void {
    const { channel } = answer
    const stream = streamOf(channel, half)
    if (!stream.waiting.includes(answer)) return
    if (!channel.open) return this.arrivesUnheard(answer, stream)
    const condition = this.hosts.at(channel, this.engine.now)
    if (!this.passes(channel, condition, half)) this.loses(answer, stream, condition)
    else if (half === 'request' && channel.forgotten !== undefined)
      this.reset(channel, stream, answer.sentAt, condition)
    // Behind a hole it is kept until that is filled.
    else if (stream.waiting[0] !== answer) answer.isThere = true
    else this.delivers(stream, answer, 1, answer.sentAt, condition)
  }

  /** close() sends FIN behind what was sent before, in order; the broker takes that, and its answer meets RST. */
  private arrivesUnheard(answer: Answer, stream: Stream): void {
    const { channel } = answer
    const passes = this.passes(channel, this.hosts.at(channel, this.engine.now), 'request')
    const isKnown = channel.forgotten === undefined && !this.hosts.wasReset(channel, answer.sentAt)
    if (stream.half === 'answer' || !channel.closedHere || stream.waiting[0] !== answer || !passes || !isKnown) return
    stream.waiting.shift()
    this.outcomes.unheard(answer)
  }

  /**
   * What was sent again is at the other end, and with it all that had been sent by then: small segments are sent again as one. What came
   * behind it is there already.
   */
  private arrivesAgain(answer: Answer, half: Half, sentAt: Instant): void {
    const { channel } = answer
    if (!channel.open) return
    const stream = streamOf(channel, half)
    const condition = this.hosts.at(channel, this.engine.now)
    if (!this.passes(channel, condition, half)) return
    if (half === 'request' && channel.forgotten !== undefined) return this.reset(channel, stream, sentAt, condition)
    const still = stream.waiting.findIndex((each) => !each.isThere && each.sentAt > sentAt)
    this.delivers(stream, answer, still < 0 ? stream.waiting.length : still, sentAt, condition)
  }

  /** So many of those that wait have got through by what is there now, which may have come for its acknowledgement only. */
  private delivers(stream: Stream, what: Answer, count: number, sentAt: Instant, condition: Condition): void {
    const through = stream.waiting.splice(0, count)
    const { channel } = what
    const { now } = this.engine
    // What comes twice was acknowledged before.
    if (through.length === 0 && stream.acknowledgedAt !== NEVER) return
    const acknowledged = this.passes(channel, condition, stream.half === 'request' ? 'answer' : 'request')
    const heardAt = plus(now, stream.half === 'request' ? condition.latencyBack : condition.latencyOut)
    if (through.length > 0) stream.acknowledgedAt = NEVER
    if (acknowledged && heardAt < stream.acknowledgedAt) stream.acknowledgedAt = heardAt
    if (!acknowledged || stream.timer) stream.unacknowledged = through.at(-1) ?? what
    if (stream.half === 'answer') hears(channel, now)
    else if (acknowledged) {
      hears(channel, heardAt)
      channel.softError = -1
    }
    if (!acknowledged) this.arm(channel, stream, sentAt)
    else if (stream.timer && stream.waiting.length > 0) this.armAnew(channel, stream, heardAt)
    for (const answer of through) this.outcomes.arrived(answer, stream.half)
  }

  /** @param by the fault that lost this one message; absent: the path loses all */
  private loses(answer: Answer, stream: Stream, condition: Condition, by = -1): void {
    const { channel, request, sentAt } = answer
    const { writer } = this.ledger
    const cause = this.blame(channel, stream.half, condition, request.row, by)
    request.row = this.tell(answer, LOST, rule.YOUR_FAULT, cause)
    writer.field(halfWords[stream.half])
    writer.field(sentAt)
    this.arm(channel, stream, sentAt)
  }

  /** The fault that keeps a half from passing: that of this one message, else of the path, else of the link. */
  private blame(channel: Channel, half: Half, { by }: Condition, otherwise: number, lost = -1): number {
    const link = half === 'request' ? by.out : by.back
    const path = channel.cutBy < 0 ? link : channel.cutBy
    return this.hosts.blame(lost < 0 ? path : lost, otherwise)
  }

  /** Starts the retransmission timer of a direction, unless it runs. */
  private arm(channel: Channel, stream: Stream, sentAt: Instant): void {
    if (!isAwaited(stream, this.engine.now)) this.armAnew(channel, stream, sentAt)
  }

  private timeoutOf({ roundTrip }: Channel): number {
    return retransmissionTimeout(roundTrip, this.kernel.wheel)
  }

  private armAnew(channel: Channel, stream: Stream, sentAt: Instant): void {
    stream.timer = dataTimer(sentAt, this.timeoutOf(channel), this.kernel.data, this.timers)
    stream.armed += 1
    this.await(channel, stream, stream.timer.at)
  }

  private await(channel: Channel, stream: Stream, at: number): void {
    const next = later(instant(Math.round(at)), this.engine.now)
    this.engine.schedule(next, WIRE, this.onTimer[stream.half], channel.id, stream.armed, -1)
  }

  private timerFires(channel: Channel, half: Half, armed: number): void {
    const stream = streamOf(channel, half)
    const head = stream.waiting[0] ?? stream.unacknowledged
    if (!channel.open || stream.armed !== armed || stream.timer === undefined || head === undefined) return
    const { now } = this.engine
    if (!isAwaited(stream, now)) {
      stream.timer = undefined
      return
    }
    const condition = this.hosts.at(channel, now)
    const { timer } = stream
    if (isOver(timer, this.kernel.data)) return this.gaveUp(head, stream)
    fires(timer, this.kernel.data, this.timers, half === 'request' ? this.hearsError(channel, condition) : undefined)
    this.sendAgain(head, stream, timer.at, condition)
  }

  /** When the client's kernel is told that what it sends now cannot be delivered; undefined: it is not. */
  private hearsError(channel: Channel, condition: Condition): Instant | undefined {
    const told = this.unreachables.told(channel, condition, this.engine.now)
    if (told && channel.softError < 0) {
      channel.softError = told.errno
      channel.softErrorAt = told.at
    }
    return told?.at
  }

  private gaveUp({ channel, request }: Answer, stream: Stream): void {
    stream.timer = undefined
    // The broker's kernel gave up: it knows nothing of the connection any more, and the client hears nothing of that.
    if (stream.half === 'answer') channel.forgotten = request.row
    else {
      const isTold = channel.softError >= 0 && channel.softErrorAt <= this.engine.now
      const error = isTold ? channel.softError : ETIMEDOUT
      this.gone(channel, rule.DATA_GAVE_UP, request.row, request.sentRow, error)
    }
  }

  private sendAgain(head: Answer, stream: Stream, nextAt: number, leaving: Condition): void {
    const { channel, request } = head
    const { half } = stream
    const { engine, hosts, ledger } = this
    const lostBy = hosts.loses(channel, half)
    const arrivesAt = plus(engine.now, latencyOf(leaving, half))
    const forgotBy = hosts.forgetsBefore(channel, arrivesAt)
    const arriving = hosts.at(channel, arrivesAt)
    const isThrough = lostBy < 0 && forgotBy < 0
    const passes = isThrough && this.passes(channel, leaving, half) && this.passes(channel, arriving, half)
    const cause = passes
      ? this.whyAgain(channel, half, arriving, request.row)
      : this.blame(channel, half, leaving, request.row, lostBy)
    request.row = this.tell(head, RETRANSMIT, rule.DATA_RETRANSMITTED, cause)
    ledger.writer.field(halfWords[half])
    ledger.writer.field(stream.timer?.fired ?? 0)
    ledger.writer.field(passes ? answered : lost)
    ledger.writer.field(Math.round(nextAt))
    if (passes) engine.schedule(arrivesAt, WIRE, this.onAgain[half], head.index, engine.now, request.row)
    this.await(channel, stream, nextAt)
  }

  /** Why what gets through is sent again: its acknowledgement will be lost, or what became of it before. */
  private whyAgain(channel: Channel, half: Half, arriving: Condition, before: number): number {
    const back = half === 'request' ? 'answer' : 'request'
    return this.passes(channel, arriving, back) ? before : this.blame(channel, back, arriving, before)
  }

  /** A segment of a connection that the host knows nothing of: RST goes back. Until that is there, the segment is sent again. */
  private reset(channel: Channel, stream: Stream, sentAt: Instant, condition: Condition): void {
    const { engine } = this
    this.arm(channel, stream, sentAt)
    if (this.passes(channel, condition, 'answer'))
      engine.schedule(
        plus(engine.now, condition.latencyBack),
        WIRE,
        this.onReset,
        channel.id,
        0,
        channel.forgotten ?? -1,
      )
  }

  private isReset(channel: Channel, cause: number): void {
    if (this.passes(channel, this.hosts.at(channel, this.engine.now), 'answer'))
      this.gone(channel, rule.CONNECTION_RESET, cause, -1, ECONNRESET)
  }

  private gone(channel: Channel, why: number, cause: number, armedBy: number, error: number): void {
    if (channel.open) this.outcomes.gone(channel, why, cause, armedBy, error)
  }

  /** The keepalive timer of a connection is armed at an instant, for a length. */
  private probesAfter(channel: Channel, at: number, length: number): void {
    channel.probesAt = this.timers(at, length)
    const next = later(instant(Math.round(channel.probesAt)), this.engine.now)
    this.engine.schedule(next, WIRE, this.onIdle, channel.id, 0, -1)
  }

  /** tcp_keepalive_timer: while data waits for its acknowledgement there are no probes. */
  private idle(channel: Channel): void {
    if (!channel.open) return
    const { idle, interval } = this.kernel.keepalive
    const { now } = this.engine
    const quiet = elapsed(channel.heardAt, now)
    if (channel.out && isAwaited(channel.out, now)) this.probesAfter(channel, channel.probesAt, idle)
    else if (quiet < idle) this.probesAfter(channel, channel.probesAt, idle - quiet)
    else if (this.isGivenUp(channel, quiet)) this.goesSilent(channel)
    else this.probe(channel, interval)
  }

  /** With TCP_USER_TIMEOUT the number of probes does not count. */
  private isGivenUp({ probes }: Channel, quiet: Ms): boolean {
    const { data, keepalive } = this.kernel
    return data.userTimeout > 0 ? probes > 0 && quiet >= data.userTimeout : probes >= keepalive.probes
  }

  private goesSilent(channel: Channel): void {
    const condition = this.hosts.at(channel, this.engine.now)
    const half = this.passes(channel, condition, 'request') ? 'answer' : 'request'
    const cause = this.blame(channel, half, condition, channel.row)
    this.gone(channel, rule.KEEPALIVE_GAVE_UP, cause, channel.connectRow, ETIMEDOUT)
  }

  /** A probe goes out. The next timer is armed as if nobody answered; an answer has it wait from then. */
  private probe(channel: Channel, interval: number): void {
    const { engine } = this
    const condition = this.hosts.at(channel, engine.now)
    const answers = this.passes(channel, condition, 'request') && this.passes(channel, condition, 'answer')
    const backAt = plus(plus(engine.now, condition.latencyOut), condition.latencyBack)
    if (answers && channel.forgotten !== undefined)
      engine.schedule(backAt, WIRE, this.onReset, channel.id, 0, channel.forgotten)
    channel.probes += 1
    if (answers && channel.forgotten === undefined) hears(channel, backAt)
    this.probesAfter(channel, channel.probesAt, interval)
  }

  /** A row about a request on its way: what became of it last. Two more fields follow. */
  private tell({ channel, request }: Answer, kind: number, why: number, cause: number): number {
    const { writer } = this.ledger
    const row = writer.row(this.engine.now, this.ledger.connection(channel.node), kind, why, cause, request.row)
    writer.field(apiWord(request.api))
    writer.field(request.correlation)
    return row
  }
}

function streamOf(channel: Channel, half: Half): Stream {
  if (half === 'request') {
    channel.out ??= freshStream('request')
    return channel.out
  }
  channel.back ??= freshStream('answer')
  return channel.back
}

/** The sender waits for an acknowledgement, and its timer runs. */
const isAwaited = ({ timer, waiting, acknowledgedAt }: Stream, now: Instant): boolean =>
  timer !== undefined && (waiting.length > 0 || now < acknowledgedAt)

/** Something is heard of the host at an instant. */
function hears(channel: Channel, at: Instant): void {
  channel.heardAt = later(at, channel.heardAt)
  channel.probes = 0
}

const latencyOf = ({ latencyOut, latencyBack }: Condition, half: Half): Ms =>
  half === 'request' ? latencyOut : latencyBack

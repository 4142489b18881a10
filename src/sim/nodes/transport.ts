// Models      data on established connections: what is lost on the way is sent again until it gets through or a kernel gives up; idle
//             connections are probed.
// Kafka       nothing of it, but for SO_KEEPALIVE, which its selector sets. Linux: tcp_retransmit_timer, tcp_write_timeout,
//             tcp_keepalive_timer, tcp_v4_send_reset; RFC 9293 3.8, RFC 6298.
// Leaves out  acknowledgements that are lost alone and none after them; what the broker's side does about a client that is gone.

import { elapsed, type Instant, instant, later, type Ms, ms, plus } from '../../base/time.ts'
import type { ClientKernel, Condition } from '../../scenario/clientWorld.ts'
import { dataTimer, fires, keepaliveTimeout, retransmissionTimeout } from '../../scenario/dataSchedule.ts'
import { type Timers, timersOf } from '../../scenario/timers.ts'
import { LOST, RETRANSMIT } from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { type Engine, WIRE } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'
import { type Answer, apiWord } from './answer.ts'
import type { Channel } from './channel.ts'
import type { Hosts } from './hosts.ts'
import { freshStream, type Stream } from './stream.ts'

type Half = Stream['half']

const halfWords: { readonly [half in Half]: number } = { request: word('request'), answer: word('answer') }
const lost = word('lost')
const answered = word('answered')

/** What comes of what was sent. */
type Outcomes = {
  arrived(answer: Answer, half: Half): void
  /** A kernel gave the connection up, or the host reset it. */
  gone(channel: Channel, why: number, cause: number, armedBy: number): void
}

/** A kind of entry for each direction. */
type Halves = { readonly [half in Half]: number }

export class Transport {
  private readonly timers: Timers
  /** So long a connection lasts on which nothing is heard, not even an answer to a probe. */
  private readonly silentFor: Ms
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
    private readonly outcomes: Outcomes,
  ) {
    this.timers = timersOf(kernel.wheel)
    this.silentFor = keepaliveTimeout(kernel.keepalive, kernel.data.userTimeout)
    this.onArrival = this.halves((half, index, sentAt) => this.arrives(this.answer(index), half, sentAt as Instant))
    this.onAgain = this.halves((half, index, sentAt) => this.arrivesAgain(this.answer(index), half, sentAt as Instant))
    this.onTimer = this.halves((half, id, armed) => this.timerFires(this.channel(id), half, armed))
    this.onReset = engine.on((id, _, cause) => this.gone(this.channel(id), rule.CONNECTION_RESET, cause))
    this.onIdle = engine.on((id) => this.idle(this.channel(id)))
  }

  /** A connection is up: from now on it is kept alive. */
  watch(channel: Channel): void {
    this.idleUntil(channel, this.engine.now)
  }

  /** A half of an exchange sets out. */
  send(answer: Answer, half: Half): void {
    const { channel, request } = answer
    // The process that would answer is gone, and its connections with it.
    if (half === 'answer' && channel.unknown) return
    const { now } = this.engine
    const stream = streamOf(channel, half)
    stream.waiting.push(answer)
    const condition = this.hosts.at(channel, now)
    const by = this.hosts.loses(channel, half)
    if (by < 0 && this.passes(channel, condition, half)) {
      stream.lastArrivalAt = later(plus(now, latencyOf(condition, half)), stream.lastArrivalAt)
      this.engine.schedule(stream.lastArrivalAt, WIRE, this.onArrival[half], answer.index, now, request.row)
    } else this.loses(answer, stream, now, by < 0 ? condition : { fault: by })
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
  private arrives(answer: Answer, half: Half, sentAt: Instant): void {
    const { channel } = answer
    const stream = streamOf(channel, half)
    if (!channel.open || !stream.waiting.includes(answer)) return
    const condition = this.hosts.at(channel, this.engine.now)
    if (!this.passes(channel, condition, half)) this.loses(answer, stream, sentAt, condition)
    else if (half === 'request' && channel.unknown) this.reset(channel, condition, answer.request.row)
    // Behind a hole it is kept until that is filled.
    else if (stream.waiting[0] === answer) this.delivers(stream, 1, sentAt, condition)
  }

  /** What was sent again is at the other end, and with it all that waited behind it: small segments are sent again as one. */
  private arrivesAgain(answer: Answer, half: Half, sentAt: Instant): void {
    const { channel } = answer
    if (!channel.open) return
    const stream = streamOf(channel, half)
    const condition = this.hosts.at(channel, this.engine.now)
    if (!this.passes(channel, condition, half)) return
    if (half === 'request' && channel.unknown) this.reset(channel, condition, answer.request.row)
    else this.delivers(stream, stream.waiting.length, sentAt, condition, answer)
  }

  /** So many of those that wait have got through; `again`: what was sent again, be it for its acknowledgement only. */
  private delivers(stream: Stream, count: number, sentAt: Instant, condition: Condition, again?: Answer): void {
    const through = stream.waiting.splice(0, count)
    const last = through.at(-1) ?? again
    if (last === undefined) return
    const { channel } = last
    const acknowledged = this.passes(channel, condition, stream.half === 'request' ? 'answer' : 'request')
    stream.unacknowledged = acknowledged ? undefined : last
    if (acknowledged || stream.half === 'answer') channel.heardAt = this.engine.now
    if (!acknowledged) this.arm(channel, stream, sentAt)
    else if (stream.waiting.length === 0) stream.timer = undefined
    for (const answer of through) this.outcomes.arrived(answer, stream.half)
  }

  private loses(answer: Answer, stream: Stream, sentAt: Instant, by: { readonly fault: number }): void {
    const { channel, request } = answer
    const { writer } = this.ledger
    const cause = this.blame(channel, by, request.row)
    request.row = this.tell(answer, LOST, rule.YOUR_FAULT, cause)
    writer.field(halfWords[stream.half])
    writer.field(sentAt)
    this.arm(channel, stream, sentAt)
  }

  private blame(channel: Channel, by: { readonly fault: number }, otherwise: number): number {
    return this.hosts.blame(channel.cutBy < 0 ? by : { fault: channel.cutBy }, otherwise)
  }

  /** Starts the retransmission timer of a direction, unless it runs. */
  private arm(channel: Channel, stream: Stream, sentAt: Instant): void {
    if (stream.timer) return
    stream.timer = dataTimer(sentAt, retransmissionTimeout(channel.roundTrip), this.timers)
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
    const condition = this.hosts.at(channel, this.engine.now)
    const soft = condition.unreachable !== undefined && condition.unreachable !== 'ARP'
    if (fires(stream.timer, this.kernel.data, this.timers, soft)) this.gaveUp(head, stream)
    else this.sendAgain(head, stream, stream.timer.at, condition)
  }

  private gaveUp({ channel, request }: Answer, stream: Stream): void {
    stream.timer = undefined
    if (stream.half === 'request') this.gone(channel, rule.DATA_GAVE_UP, request.row, request.sentRow)
    // The broker's kernel gave up: it knows nothing of the connection any more, and the client hears nothing of that.
    else channel.unknown = true
  }

  private sendAgain(head: Answer, stream: Stream, nextAt: number, leaving: Condition): void {
    const { channel, request } = head
    const { half } = stream
    const { engine, hosts, ledger } = this
    const by = hosts.loses(channel, half)
    const arrivesAt = plus(engine.now, latencyOf(leaving, half))
    const arriving = hosts.at(channel, arrivesAt)
    const passes = by < 0 && this.passes(channel, leaving, half) && this.passes(channel, arriving, half)
    const cause = passes ? request.row : this.blame(channel, by < 0 ? leaving : { fault: by }, request.row)
    request.row = this.tell(head, RETRANSMIT, rule.DATA_RETRANSMITTED, cause)
    ledger.writer.field(halfWords[half])
    ledger.writer.field(stream.timer?.fired ?? 0)
    ledger.writer.field(passes ? answered : lost)
    ledger.writer.field(Math.round(nextAt))
    if (passes) engine.schedule(arrivesAt, WIRE, this.onAgain[half], head.index, engine.now, request.row)
    this.await(channel, stream, nextAt)
  }

  /** A segment of a connection that the host knows nothing of: RST goes back. */
  private reset(channel: Channel, condition: Condition, cause: number): void {
    const { engine } = this
    if (!this.passes(channel, condition, 'answer')) return
    engine.schedule(plus(engine.now, condition.latencyBack), WIRE, this.onReset, channel.id, 0, cause)
  }

  private gone(channel: Channel, why: number, cause: number, armedBy = -1): void {
    if (channel.open) this.outcomes.gone(channel, why, cause, armedBy)
  }

  private idleUntil(channel: Channel, heardAt: Instant): void {
    channel.heardAt = heardAt
    this.probeAt(channel, this.kernel.keepalive.idle)
  }

  /** The keepalive timer is looked at again when the connection has been idle for so long. */
  private probeAt(channel: Channel, idle: number): void {
    this.engine.schedule(plus(channel.heardAt, ms(idle)), WIRE, this.onIdle, channel.id, 0, -1)
  }

  /** tcp_keepalive_timer: while data waits for its acknowledgement there are no probes. */
  private idle(channel: Channel): void {
    if (!channel.open) return
    const { hosts, kernel } = this
    const { now } = this.engine
    const { idle, interval } = kernel.keepalive
    const quiet = elapsed(channel.heardAt, now)
    if (channel.out?.timer) this.idleUntil(channel, now)
    else if (quiet < idle) this.probeAt(channel, idle)
    else {
      const condition = hosts.at(channel, now)
      const answers = this.passes(channel, condition, 'request') && this.passes(channel, condition, 'answer')
      if (answers && channel.unknown) this.reset(channel, condition, channel.row)
      else if (answers) this.idleUntil(channel, now)
      else if (quiet >= this.silentFor)
        this.gone(channel, rule.KEEPALIVE_GAVE_UP, this.blame(channel, condition, channel.row), channel.connectRow)
      else this.probeAt(channel, quiet + interval)
    }
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

const latencyOf = ({ latencyOut, latencyBack }: Condition, half: Half): Ms =>
  half === 'request' ? latencyOut : latencyBack

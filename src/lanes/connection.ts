// The states of one connection as spans without gaps, and its attempts, requests and timers as marks beside them. What a state is
// called depends on how it ended, so a span gets its name when it is over.

import { brief } from '../base/brief.ts'
import { grouped } from '../base/grouped.ts'
import { CLOSE, DROPPED, KERNEL_TIMEOUT, NONE, REFUSED, UNREACHABLE } from '../trace/kinds.ts'
import {
  ARP_FAILED,
  DATA_GAVE_UP,
  KEEPALIVE_GAVE_UP,
  REQUEST_TIMED_OUT,
  SETUP_TIMED_OUT,
  SETUP_TIMED_OUT_LAZY,
} from '../trace/rules.ts'
import { isUp, type Word } from '../trace/vocabulary.ts'
import { type Labels, Phrase, TrackColumns } from './columns.ts'
import type { Tone } from './lane.ts'

/** The lane that a connection is drawn in, as far as it draws there. */
type Surroundings = {
  readonly labels: Labels
  readonly latency: number
} & { readonly [track in 'setups' | 'requests' | 'out' | 'back' | 'dots']: TrackColumns }

type Look = readonly [tone: Tone, label: string]

const FOREVER = Number.POSITIVE_INFINITY

const answers: { readonly [api in Word]?: string } = {
  METADATA: 'METADATA answer',
  API_VERSIONS: 'API_VERSIONS answer',
  USER: 'USER answer',
  PRODUCE: 'PRODUCE answer',
}

export class ConnectionTrack {
  readonly spans: TrackColumns
  private state: Word = 'ABSENT'
  private span = -1
  private backoffUntil = FOREVER
  // The attempt under way.
  private setupTimeout = FOREVER
  private kernelGivesUpAfter = FOREVER
  private setupFuse = -1
  private syn = -1
  private syns = 0
  private synRow = -1
  /** TCP is up, and the handshake above it never ends. */
  isStalled = false
  /** What ended the connection last, and by which rule: a kind and a rule, -1 for nothing. */
  private lostBy = -1
  private lostWhy = -1
  private lostRow = -1
  /** The errno of an attempt at an unreachable host. */
  private error = ''
  /** Requests in flight by correlation id: their fuse, their arrow out, and their answer's. */
  private readonly fuses = new Map<number, number>()
  private readonly outs = new Map<number, number>()
  private readonly backs = new Map<number, number>()

  private readonly setupPhrase = new Phrase((n) => `setup timeout ${grouped(n)} ms`)
  private readonly kernelPhrase = new Phrase((n) => `the kernel gives up after ${brief(n)}`)
  private readonly synPhrase = new Phrase((n) => (n === 0 ? 'SYN' : `SYN ${n + 1}`))
  private readonly requestPhrase = new Phrase((n) => `request timeout ${grouped(n)} ms`)
  private readonly backoffPhrase = new Phrase((n) => `backoff ${grouped(n)}`)
  private readonly connectingPhrase = new Phrase((n) => `CONNECTING · setup timeout ${grouped(n)}`)

  constructor(
    private readonly lane: Surroundings,
    readonly node: number,
  ) {
    this.spans = new TrackColumns('span', lane.labels)
  }

  /** A STATE row. */
  became(at: number, row: number, state: Word, until: number): void {
    this.leave(at, state, row)
    this.state = state
    this.lostBy = -1
    this.lostWhy = -1
    this.lostRow = -1
    this.backoffUntil = state === 'DISCONNECTED' || state === 'AUTHENTICATION_FAILED' ? until : FOREVER
    this.span = state === 'ABSENT' ? -1 : this.spans.push(at, FOREVER, 'plain', state, row)
    if (state !== 'CONNECTING') return
    this.setupTimeout = FOREVER
    this.kernelGivesUpAfter = FOREVER
    this.syns = 0
    this.isStalled = false
  }

  /** A CONNECT row. */
  connect(at: number, row: number, setupTimeout: number, kernelGivesUpAt: number): void {
    this.setupTimeout = setupTimeout
    this.kernelGivesUpAfter = kernelGivesUpAt - at
    const { setups } = this.lane
    if (this.isEndless()) return
    this.setupFuse = this.settingDecides()
      ? setups.push(at, at + setupTimeout, 'setting', this.setupPhrase.of(setupTimeout), row)
      : setups.push(at, kernelGivesUpAt, 'kernel', this.kernelPhrase.of(this.kernelGivesUpAfter), row)
  }

  /** A SYN row. */
  sent(at: number, row: number, nth: number, fate: Word): void {
    this.syns = nth + 1
    this.synRow = row
    const { out, latency } = this.lane
    this.syn = out.push(at, at + latency, 'plain', this.synPhrase.of(nth), row)
    if (fate === 'lost' || fate === 'ignored') out.lose(this.syn)
  }

  /** A STALLED row. */
  stalled(): void {
    this.isStalled = true
  }

  /** A router answered the last SYN with an ICMP error. */
  icmp(at: number, row: number): void {
    const { back, latency } = this.lane
    back.push(Math.max(at - latency, 0), at, 'plain', 'ICMP', row)
  }

  /** CONNECTED or REFUSED: the answer to the last SYN is here. */
  answered(at: number, row: number, label: string): void {
    if (this.syn < 0) return
    const { out, back } = this.lane
    const sentAt = out.startOf(this.syn)
    const arrivedAt = sentAt + Math.floor((at - sentAt) / 2)
    out.end(this.syn, arrivedAt)
    back.push(arrivedAt, at, 'plain', label, row)
    this.syn = -1
  }

  /** The connection is gone: by a row of that kind and rule, whose dot says what. */
  lost(at: number, row: number, kind: number, why: number, error = ''): void {
    this.lostBy = kind
    this.lostWhy = why
    this.lostRow = row
    this.error = error
    this.lane.dots.push(at, at, kind === CLOSE && !ranOut(why) ? 'plain' : 'failed', this.lossLabel(), row)
  }

  /** What the dot of the last loss says. */
  lossLabel(): string {
    if (this.lostBy === KERNEL_TIMEOUT) return 'the kernel gives up: ETIMEDOUT'
    if (this.lostBy === REFUSED) return 'refused: RST'
    if (this.lostBy === UNREACHABLE) return `unreachable: ${this.error}`
    if (this.lostWhy === DATA_GAVE_UP || this.lostWhy === KEEPALIVE_GAVE_UP) return `the kernel gives up: ${this.error}`
    if (this.lostBy === DROPPED) return 'reset by the host'
    if (this.lostBy !== CLOSE) return 'authentication failed'
    if (this.lostWhy === REQUEST_TIMED_OUT) return 'request timeout seen'
    return ranOut(this.lostWhy) ? 'setup timeout seen' : 'closed'
  }

  /** A SEND row. */
  request(at: number, row: number, name: string, correlation: number, expiresAt: number, arrivesAt: number): void {
    const { requests, out } = this.lane
    if (Number.isFinite(expiresAt))
      this.fuses.set(correlation, requests.push(at, expiresAt, 'setting', this.requestPhrase.of(expiresAt - at), row))
    this.outs.set(correlation, out.push(at, arrivesAt === NONE ? at : arrivesAt, 'plain', name, row))
  }

  /** A REACHED row whose answer will be back at an instant. */
  reached(row: number, api: Word, correlation: number, backAt: number): void {
    if (!Number.isFinite(backAt)) return
    this.backs.set(
      correlation,
      this.lane.back.push(backAt - this.latencyOf(correlation), backAt, 'plain', answers[api] ?? api, row),
    )
  }

  /** A LOST row. */
  lostOnTheWay(row: number, api: Word, correlation: number, what: Word, sentAt: number): void {
    const { out, back } = this.lane
    const request = this.outs.get(correlation)
    if (what === 'request') {
      if (request !== undefined) out.lose(request)
      return
    }
    const known = this.backs.get(correlation)
    back.lose(known ?? back.push(sentAt, sentAt + this.latencyOf(correlation), 'plain', answers[api] ?? api, row))
  }

  /** A RETRANSMIT row: one half of an exchange, lost before, goes out again. */
  sentAgain(at: number, row: number, api: Word, correlation: number, isRequest: boolean, isLost: boolean): void {
    const { out, back } = this.lane
    const track = isRequest ? out : back
    const what = isRequest ? api : (answers[api] ?? api)
    const arrow = track.push(at, at + this.latencyOf(correlation), 'plain', `${what} again`, row)
    if (isLost) track.lose(arrow)
  }

  /** An EXPIRED row: the connection stays open, and an answer may still come. */
  expired(at: number, row: number, correlation: number): void {
    const fuse = this.fuses.get(correlation)
    if (fuse !== undefined) this.lane.requests.cut(fuse, at)
    this.fuses.delete(correlation)
    this.lane.dots.push(at, at, 'failed', 'request timeout, the connection stays open', row)
  }

  /** A RECEIVE row. */
  received(at: number, correlation: number): void {
    const fuse = this.fuses.get(correlation)
    if (fuse !== undefined) this.lane.requests.cut(fuse, at)
    this.fuses.delete(correlation)
    this.outs.delete(correlation)
    this.backs.delete(correlation)
  }

  /** The run is over: what is still open ends with it. */
  finish(until: number): void {
    this.leave(until, undefined, -1)
  }

  private latencyOf(correlation: number): number {
    const { out, latency } = this.lane
    const request = this.outs.get(correlation)
    return request === undefined ? latency : out.endOf(request) - out.startOf(request)
  }

  private settingDecides(): boolean {
    return this.setupTimeout < this.kernelGivesUpAfter
  }

  /** Neither a setting nor the kernel ever gives the attempt up. */
  private isEndless(): boolean {
    return this.setupTimeout === FOREVER && this.kernelGivesUpAfter === FOREVER
  }

  /** The present state is over, by a row. `next` undefined: with the run. */
  private leave(at: number, next: Word | undefined, row: number): void {
    const { spans, span, lane } = this
    if (span < 0) return
    if (this.state === 'CONNECTING' && this.setupFuse >= 0) lane.setups.cut(this.setupFuse, at)
    if (next === 'DISCONNECTED' || next === 'ABSENT') this.cancelRequests(at)
    const start = spans.startOf(span)
    spans.end(span, at)
    if (at === start) spans.drop()
    else this.name(span, start, at, next, row)
    this.span = -1
  }

  /** A span that is over leads to what ended it, and one that goes on to what began it. */
  private name(span: number, start: number, at: number, next: Word | undefined, row: number): void {
    const { spans, backoffUntil, state } = this
    if (Number.isFinite(backoffUntil)) {
      this.nameBackoff(span, start, at, row)
      return
    }
    if (next !== undefined) spans.lead(span, this.enderOf(next, row))
    const [tone, label] = this.look(state, next)
    spans.rename(span, tone, label)
  }

  /** The row that ended the present state: what was lost, the SYN that got through at last, else the change of state itself. */
  private enderOf(next: Word, row: number): number {
    if (this.lostRow >= 0) return this.lostRow
    return this.waitedForSyn(next) ? this.synRow : row
  }

  /** Connected by a later SYN: until the kernel sent it, nothing could happen. */
  private waitedForSyn(next: Word): boolean {
    return this.state === 'CONNECTING' && this.syns > 1 && next !== 'DISCONNECTED' && next !== 'ABSENT'
  }

  /** A lost connection: hatched while it is backed off, quiet after that. */
  private nameBackoff(span: number, start: number, at: number, row: number): void {
    const { spans, backoffUntil, state } = this
    const ender = row < 0 ? spans.rowOf(span) : row
    if (backoffUntil <= start) {
      spans.rename(span, 'plain', state)
      spans.lead(span, ender)
      return
    }
    const rejected = state === 'AUTHENTICATION_FAILED'
    const length = this.backoffPhrase.of(backoffUntil - start)
    spans.rename(span, rejected ? 'failed' : 'backoff', rejected ? `${state} · ${length}` : length)
    if (backoffUntil >= at) return
    spans.end(span, backoffUntil)
    spans.push(backoffUntil, at, 'plain', state, ender)
  }

  private look(state: Word, next: Word | undefined): Look {
    if (state === 'CONNECTING') return this.connectingLook(next)
    if (isUp(state)) return this.isStalled ? ['plain', `${state} · handshake stalls`] : ['healthy', state]
    if (this.lostWhy === REQUEST_TIMED_OUT) return ['setting', `${state} · request timeout`]
    if (next === 'DISCONNECTED') return ['failed', state]
    return ['plain', state]
  }

  private connectingLook(next: Word | undefined): Look {
    if (this.lostBy === REFUSED) return ['failed', 'CONNECTING · refused']
    if (this.lostBy === UNREACHABLE) {
      // Who waits for ARP waits for the kernel's neighbour table; an ICMP error comes after a round trip.
      return [this.lostWhy === ARP_FAILED ? 'kernel' : 'failed', `CONNECTING · ${this.error}`]
    }
    const bySetting = this.connectingPhrase.of(this.setupTimeout)
    if (this.lostBy === KERNEL_TIMEOUT) {
      return [
        'kernel',
        this.setupTimeout === FOREVER ? 'CONNECTING · the kernel decides' : `${bySetting}, nobody looks`,
      ]
    }
    if (ranOut(this.lostWhy)) return ['setting', bySetting]
    if (next === undefined && this.isEndless()) return ['plain', 'CONNECTING · nothing ends it']
    if (next === undefined)
      return this.settingDecides() ? ['setting', bySetting] : ['kernel', 'CONNECTING · the kernel decides']
    if (this.waitedForSyn(next)) return ['kernel', `CONNECTING · until SYN ${this.syns}`]
    return ['plain', 'CONNECTING']
  }

  private cancelRequests(at: number): void {
    for (const fuse of this.fuses.values()) this.lane.requests.cut(fuse, at)
    this.fuses.clear()
    this.outs.clear()
    this.backs.clear()
  }
}

/** Rules by which a client closes what has run out. */
const ranOut = (why: number): boolean =>
  why === SETUP_TIMED_OUT || why === SETUP_TIMED_OUT_LAZY || why === REQUEST_TIMED_OUT

// A socket of the client, and what is on its way over it.

import { type Instant, type Ms, NEVER } from '../../base/time.ts'
import type { Leaders, SynSchedule } from '../../scenario/clientWorld.ts'
import type { DataTimer } from '../../scenario/dataSchedule.ts'
import type { Request } from '../machines/inFlight.ts'

/** One socket of the client, as its selector, the wire and the exchange on it know it (KafkaChannel). */
export type Channel = {
  readonly id: number
  readonly node: number
  readonly host: number
  /** Index of the host's address that it goes to. */
  readonly address: number
  readonly startedAt: Instant
  /** When its SYNs leave while nobody answers. */
  readonly attempt: SynSchedule
  /** Open as far as the client knows: neither closed here nor reported gone. */
  open: boolean
  /** The client closed it while TCP was up: its kernel still sends what it had been given. */
  closedHere: boolean
  tcpUp: boolean
  /** When the host took its SYN, and when the handshake was done there; NEVER: not yet. */
  acceptedAt: Instant
  establishedAt: Instant
  /** How long its handshake took, out and back. */
  roundTrip: Ms
  /** The handshakes of TLS and SASL are done. */
  ready: boolean
  /** A request on it was never answered: no later one is. And the fault that did it, -1: none. */
  silent: boolean
  silencedBy: number
  /** The row since which the host knows nothing of it: it answers RST; undefined: it knows it. */
  forgotten: number | undefined
  /** The fault whose path forgot it: nothing passes any more; -1: none did. */
  cutBy: number
  lastAnswerAt: Instant
  /** When the client last heard of the host on it; how many keepalive probes it sent since, and when the timer fires next. */
  heardAt: Instant
  probes: number
  probesAt: number
  /** The last error that ICMP or ARP told of data on it, -1: none since data was acknowledged; and when it did. */
  softError: number
  softErrorAt: Instant
  /** What is on its way to the host and back, once there is an exchange. */
  out: Stream | undefined
  back: Stream | undefined
  /** Its CONNECT row, and the row of what happened to it last. */
  readonly connectRow: number
  row: number
}

/** One direction of an established connection, as the kernel of its sender knows it. */
export type Stream = {
  readonly half: 'request' | 'answer'
  /** Sent and not known to have got through, in order: what comes behind a hole waits for it. */
  waiting: Answer[]
  /** The last one that got through while the timer ran, and when the sender learns of it; NEVER: its acknowledgement is lost. */
  unacknowledged: Answer | undefined
  acknowledgedAt: Instant
  /** The retransmission timer; undefined: nothing is missing. */
  timer: DataTimer | undefined
  /** Counts the timers: what an older one had scheduled does nothing. */
  armed: number
  /** Nothing overtakes what was sent before. */
  lastArrivalAt: Instant
}

/** What a broker sends back. */
export type Answer = {
  /** Its number among all of the run. */
  readonly index: number
  readonly channel: Channel
  readonly request: Request
  /** API_VERSIONS: the broker did not understand the version asked; this is its newest. */
  readonly newestVersion: number
  readonly unsupported: boolean
  readonly throttle: Ms
  /** METADATA: the brokers listed; and the broker asked for a rebootstrap (KIP-1102). */
  readonly brokers: readonly number[]
  readonly rebootstrapRequired: boolean
  /** METADATA: what it tells of the topic; undefined: nothing. */
  readonly leaders: Leaders | undefined
  /** PRODUCE: the error code of each batch; known when the broker has the request. */
  codes: readonly number[]
  row: number
  /** Of the half that is on its way: when it set out, and whether it is at the other end, behind a hole. */
  sentAt: Instant
  isThere: boolean
}

/** A direction that nothing has gone yet. */
export const freshStream = (half: Stream['half']): Stream => ({
  half,
  waiting: [],
  unacknowledged: undefined,
  acknowledgedAt: NEVER,
  timer: undefined,
  armed: 0,
  lastArrivalAt: 0 as Instant,
})

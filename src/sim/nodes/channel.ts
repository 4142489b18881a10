import type { Instant, Ms } from '../../base/time.ts'
import type { SynSchedule } from '../../scenario/clientWorld.ts'
import type { Stream } from './stream.ts'

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

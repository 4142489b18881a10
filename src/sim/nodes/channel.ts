import type { Instant } from '../../base/time.ts'

/** One socket of the client, as its selector, the wire and the exchange on it know it (KafkaChannel). */
export type Channel = {
  readonly id: number
  readonly node: number
  readonly host: number
  readonly startedAt: Instant
  /** Open as far as the client knows: neither closed here nor reported gone. */
  open: boolean
  tcpUp: boolean
  /** The handshakes of TLS and SASL are done. */
  ready: boolean
  /** A request on it was never answered: no later one is. */
  silent: boolean
  lastAnswerAt: Instant
  /** Its CONNECT row, and the row of what happened to it last. */
  readonly connectRow: number
  row: number
}

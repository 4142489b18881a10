// Models      the requests on one connection that wait for an answer, oldest first.
// Kafka       clients/InFlightRequests.
// Leaves out  nothing.

import { elapsed, type Instant, type Ms, plus } from '../../base/time.ts'

export type Api = 'METADATA' | 'API_VERSIONS' | 'USER' | 'PRODUCE'

/** What a PRODUCE carries, batch by batch. `acknowledged`: it expects an answer (acks is not 0). */
export type Produce = {
  readonly batches: readonly number[]
  readonly partitions: readonly number[]
  readonly acknowledged: boolean
}

export type Request = {
  readonly api: Api
  readonly correlation: number
  /** The caller's own number for it, undefined for the client's internal requests. */
  readonly request: number | undefined
  readonly version: number
  readonly produce: Produce | undefined
  /** METADATA: the topic is asked for. */
  readonly topic: boolean
  readonly sentAt: Instant
  readonly timeout: Ms
  /** Throttle time announced to the node since it was sent (3.8, KAFKA-16083). */
  throttle: Ms
  /** All of it has been handed to the network. */
  written: boolean
  /** What became of it last: its SEND, REACHED or LOST row. */
  row: number
  /** Its SEND row. */
  readonly sentRow: number
}

/** canSendMore: nothing in flight, or the newest request is written and the connection holds fewer than `most`. */
export function canSendMore(requests: readonly Request[] | undefined, most: number): boolean {
  const newest = requests?.at(-1)
  return newest === undefined || requests === undefined || (newest.written && requests.length < most)
}

/** hasExpiredRequest, strictly: max(0, elapsed) - throttle > timeout. */
export const expired = (request: Request, now: Instant): boolean =>
  elapsed(request.sentAt, now) - request.throttle > request.timeout

/** When a request expires by the draft of KIP-19: now >= sent + timeout. */
export const deadlineOf = ({ sentAt, timeout }: Request): Instant => plus(sentAt, timeout)

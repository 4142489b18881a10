// Models      when a metadata update is due, and the node list of the current cluster.
// Kafka       clients/Metadata (timeToNextUpdate, timeToAllowUpdate, failedUpdate, update, rebootstrap).
// Leaves out  what an answer tells of topics: nodes/topic.ts.

import { elapsed, type Instant, type Ms, ms } from '../../base/time.ts'
import type { ClientConfig } from '../../scenario/clientWorld.ts'
import { type Backoff, nominal } from './backoff.ts'

export type Metadata = {
  /** The node list of the current cluster, shuffled when it was built. */
  order: readonly number[]
  requested: boolean
  /** An update for new topics alone is asked for too (2.5, needPartialUpdate). */
  partial: boolean
  lastRefreshAt: Instant
  lastSuccessAt: Instant
  /** Consecutive failed updates, and consecutive answers that brought nothing new (3.7, KIP-580). */
  attempts: number
  equivalent: number
  /** The row of the last thing it was told. */
  row: number
}

export type MetadataWishes = {
  readonly now: Instant
  readonly config: ClientConfig
  /** undefined: retry.backoff.ms does not grow (to 3.6). */
  readonly retry: Backoff | undefined
  /** The retry backoff after so many failures, drawn anew at every look. */
  drawRetry(failures: number, backoff: Backoff, lastRefreshAt: Instant): Ms
}

/** What a look at the metadata clock found: how long until the next update is allowed and due, and which setting says so. */
export type UpdateWait = { wait: Ms; owner: 'retry' | 'age' }

/** timeToNextUpdate at x.now, into `found`. */
export function timeToNextUpdate(m: Metadata, x: MetadataWishes, found: UpdateWait): Ms {
  const toExpire = m.requested || m.partial ? 0 : Math.max(x.config.metadataMaxAge - elapsed(m.lastSuccessAt, x.now), 0)
  const toAllow = timeToAllowUpdate(m, x)
  found.owner = toAllow >= toExpire ? 'retry' : 'age'
  found.wait = ms(Math.max(toExpire, toAllow))
  return found.wait
}

function timeToAllowUpdate(m: Metadata, x: MetadataWishes): number {
  const since = elapsed(m.lastRefreshAt, x.now)
  if (x.retry === undefined) return Math.max(x.config.retryBackoff - since, 0)
  const afterFailures = Math.max(x.drawRetry(Math.max(m.attempts - 1, 0), x.retry, m.lastRefreshAt) - since, 0)
  // An update that is due by age is no hurry: it does not count as an equivalent one.
  if (x.config.metadataMaxAge - elapsed(m.lastSuccessAt, x.now) <= 0) m.equivalent = 0
  const afterEquivalent =
    m.equivalent > 0 ? Math.max(x.drawRetry(m.equivalent - 1, x.retry, m.lastRefreshAt) - since, 0) : 0
  return Math.max(afterFailures, afterEquivalent)
}

/** When the next attempt is allowed after a failure at `now`, before jitter. */
export const retryAt = (m: Metadata, x: MetadataWishes): Instant =>
  (m.lastRefreshAt +
    (x.retry ? Math.floor(nominal(x.retry, Math.max(m.attempts - 1, 0))) : x.config.retryBackoff)) as Instant

export function failedUpdate(m: Metadata, now: Instant): void {
  m.lastRefreshAt = now
  m.attempts += 1
  m.equivalent = 0
}

/** A full update, or one that was asked for new topics alone (`part`). */
export function updated(m: Metadata, now: Instant, order: readonly number[], part: boolean): void {
  m.lastRefreshAt = now
  if (!part) {
    m.lastSuccessAt = now
    m.requested = false
  }
  m.partial = false
  m.attempts = 0
  m.equivalent += 1
  m.order = order
}

/** requestUpdate(resetEquivalentResponseBackoff). */
export function requestUpdate(m: Metadata, byCaller: boolean): void {
  m.requested = true
  if (byCaller) m.equivalent = 0
}

/** rebootstrap: back to the bootstrap list; when the last refresh was stays as it is. */
export function rebootstrapped(m: Metadata, order: readonly number[]): void {
  m.order = order
  m.requested = true
}

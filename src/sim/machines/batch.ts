// Models      a batch of records of one partition: where it is, how often it was tried, since when it waits.
// Kafka       producer/internals/ProducerBatch (RecordBatch before 0.11); who lets what happen is Sender and RecordAccumulator.
// Leaves out  sizes in bytes, compression, splitting, sequence numbers.

import { elapsed, type Instant, later, type Ms, NEVER, plus } from '../../base/time.ts'
import type { ClientConfig, ProducerConfig } from '../../scenario/clientWorld.ts'
import type { ProducerBehaviour } from '../../scenario/producerBehaviours.ts'
import type { Rules } from '../machine.ts'

/** OPEN: never drained. RETRYING: back in the accumulator after a failed attempt. The last three are ProducerBatch.FinalState. */
export type BatchState = 'OPEN' | 'IN_FLIGHT' | 'RETRYING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED'
export type BatchEvent = 'drained' | 'reenqueued' | 'succeeded' | 'failed' | 'aborted'

export type Batch = {
  readonly number: number
  readonly partition: number
  readonly createdAt: Instant
  /** By number, in order of append. */
  readonly records: number[]
  state: BatchState
  attempts: number
  /** Creation, or when it came back for a retry: ready() counts from it. */
  lastAttemptAt: Instant
  lastAppendAt: Instant
  /** The newest leader epoch it has seen, and how many attempts it had then; -1: none. */
  leaderEpoch: number
  attemptsAtLeaderChange: number
  /** The row of its last change of state, and of its creation. */
  row: number
  openedRow: number
}

export type BatchWishes = {
  readonly now: Instant
  became(batch: Batch, from: BatchState): void
}

export const opened = (number: number, partition: number, now: Instant): Batch => ({
  number,
  partition,
  createdAt: now,
  records: [],
  state: 'OPEN',
  attempts: 0,
  lastAttemptAt: now,
  lastAppendAt: now,
  leaderEpoch: -1,
  attemptsAtLeaderChange: -1,
  row: -1,
  openedRow: -1,
})

const enter =
  (state: BatchState) =>
  (b: Batch, x: BatchWishes): void => {
    const from = b.state
    b.state = state
    x.became(b, from)
  }

const failed = enter('FAILED')
const aborted = enter('ABORTED')
const queued = { drained: enter('IN_FLIGHT'), failed, aborted }

export const rules: Rules<BatchState, BatchEvent, Batch, BatchWishes> = {
  OPEN: queued,
  RETRYING: queued,
  IN_FLIGHT: { reenqueued, succeeded: enter('SUCCEEDED'), failed, aborted },
  SUCCEEDED: {},
  FAILED: {},
  ABORTED: {},
}

// ProducerBatch.reenqueued.
function reenqueued(b: Batch, x: BatchWishes): void {
  b.attempts += 1
  b.lastAttemptAt = later(b.lastAppendAt, x.now)
  b.lastAppendAt = b.lastAttemptAt
  enter('RETRYING')(b, x)
}

export const isDone = (b: Batch): boolean => b.state === 'SUCCEEDED' || b.state === 'FAILED' || b.state === 'ABORTED'

/** waitedTimeMs. */
export const waited = (b: Batch, now: Instant): number => Math.max(elapsed(b.lastAttemptAt, now), 0)

/**
 * isFull: closed for appends since it was drained, or at its number of records; from 0.11 the room reserved for a single record is an
 * upper bound that it does not fill.
 */
export const isFull = (b: Batch, most: number, behaviour: ProducerBehaviour): boolean =>
  b.state !== 'OPEN' || (b.records.length >= most && (b.records.length > 1 || behaviour.singleRecordFills))

/** maybeUpdateLeaderEpoch, then hasLeaderChangedForTheOngoingRetry (3.6.1, KAFKA-15415). `epoch` undefined: not known. */
export function leaderChanged(b: Batch, epoch: number | undefined): boolean {
  if (epoch !== undefined && b.leaderEpoch < epoch) {
    b.leaderEpoch = epoch
    b.attemptsAtLeaderChange = b.attempts
  }
  return b.attempts > 0 && b.attempts === b.attemptsAtLeaderChange
}

/** How a batch grows too old. */
export type Ageing = Pick<ProducerConfig, 'linger' | 'deliveryTimeout'> &
  Pick<ClientConfig, 'requestTimeout' | 'retryBackoff'>

/**
 * When a batch in the accumulator counts as too old: from that instant on by delivery.timeout.ms (`>=`), after it by the older rules
 * (`>`). `full`: or another batch stands behind it.
 */
export function expiresAt(b: Batch, full: boolean, behaviour: ProducerBehaviour, by: Ageing): Instant {
  const after = (at: Instant, more: number): Instant => plus(at, (by.requestTimeout + more) as Ms)
  switch (behaviour.batchExpiry) {
    case 'none':
      return NEVER
    case 'delivery timeout':
      return plus(b.createdAt, by.deliveryTimeout)
    case 'from last attempt': {
      const lingered = after(b.lastAttemptAt, by.linger)
      return full ? (Math.min(after(b.lastAppendAt, 0), lingered) as Instant) : lingered
    }
    case 'from last append': {
      if (b.state === 'RETRYING') return after(b.lastAttemptAt, by.retryBackoff)
      const lingered = after(b.createdAt, by.linger)
      return full ? (Math.min(after(b.lastAppendAt, 0), lingered) as Instant) : lingered
    }
  }
}

/** hasReachedDeliveryTimeout (`>=`); maybeExpire (`>`). */
export function isTooOld(b: Batch, full: boolean, now: Instant, behaviour: ProducerBehaviour, by: Ageing): boolean {
  const at = expiresAt(b, full, behaviour, by)
  return behaviour.batchExpiry === 'delivery timeout' ? now >= at : now > at
}

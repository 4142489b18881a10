// The rules that only a row of a producer's run can name; numbered as in producerKinds.ts.

import { rulesFrom } from './rules.ts'

const rule = rulesFrom(256)

// The Sender: what it waits for.
export const WAIT_LINGER = rule('wait-linger', 'setting', 'linger.ms')
export const WAIT_BATCH_BACKOFF = rule('wait-batch-backoff', 'setting', 'retry.backoff.ms')
export const WAIT_DELIVERY = rule('wait-delivery-timeout', 'setting', 'delivery.timeout.ms')

// Batches: why they wait in the accumulator, and what becomes of them.
export const HELD_BY_LINGER = rule('held-by-linger', 'setting', 'linger.ms')
export const HELD_BY_BACKOFF = rule('held-by-backoff', 'setting', 'retry.backoff.ms')
export const HELD_BY_ORDER = rule('held-by-order', 'setting', 'max.in.flight.requests.per.connection')
export const HELD_WITHOUT_LEADER = rule('held-without-leader', 'world')
export const HELD_BY_CONNECTION = rule('held-by-connection', 'client')
export const HELD_BY_REQUESTS = rule('held-by-requests', 'setting', 'max.in.flight.requests.per.connection')
export const HELD_BY_UPDATE = rule('held-by-update', 'client')
export const BATCH_OPENED = rule('batch-opened', 'setting', 'linger.ms')
export const BATCH_DRAINED = rule('batch-drained', 'client')
export const PRODUCE_SENT = rule('produce-sent', 'setting', 'request.timeout.ms')
export const BATCH_RETRIED = rule('batch-retried', 'setting', 'retry.backoff.ms')
export const BATCH_RETRIED_IN_ORDER = rule('batch-retried-in-order', 'setting', 'retry.backoff.ms')
export const BATCH_KNOWN_AGAIN = rule('batch-known-again', 'setting', 'enable.idempotence')
export const BATCH_EXPIRED = rule('batch-expired', 'setting', 'delivery.timeout.ms')
export const BATCH_EXPIRED_UNSENT = rule('batch-expired-unsent', 'setting', 'request.timeout.ms')
export const RETRIES_EXHAUSTED = rule('retries-exhausted', 'setting', 'retries')
export const NOT_RETRIABLE = rule('not-retriable', 'world')
export const CLOSE_FORCED = rule('close-forced', 'client')
export const CLOSE_DONE = rule('close-done', 'client')
export const SEND_AFTER_CLOSE = rule('send-after-close', 'client')
export const PARTITIONS_AFTER_CLOSE = rule('partitions-after-close', 'client')
export const APPEND_TO_RETRIED_BUG = rule('append-to-retried-bug', 'client')
export const LEADER_UNKNOWN = rule('leader-unknown', 'client')
export const ERROR_ASKS_FOR_UPDATE = rule('error-asks-for-update', 'client')
export const UPDATE_NOT_ENOUGH = rule('update-not-enough', 'client')

// Memory: what a send() waits for, and what it gets that waits in vain or asks for too much.
export const MEMORY_BLOCKS = rule('memory-blocks', 'setting', 'max.block.ms')
export const MEMORY_BLOCKS_FOR_EVER = rule('memory-blocks-for-ever', 'setting', 'block.on.buffer.full')
export const MEMORY_TIMED_OUT = rule('memory-timed-out', 'setting', 'max.block.ms')
export const MEMORY_EXHAUSTED = rule('memory-exhausted', 'setting', 'block.on.buffer.full')
export const MEMORY_CLOSED = rule('memory-closed', 'client')
export const MEMORY_FREED = rule('memory-freed', 'setting', 'buffer.memory')
export const BATCH_TOO_LARGE = rule('batch-too-large', 'setting', 'buffer.memory')
export const RECORD_TOO_LARGE = rule('record-too-large', 'setting', 'buffer.memory')

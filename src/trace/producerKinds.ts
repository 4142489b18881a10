// The kinds of rows that only a producer's run writes.

import { kindsFrom } from './kinds.ts'

const kind = kindsFrom(64)

// The application of a producer. Subject: the caller. The k-th send is record k.
/** It calls send, partitionsFor, flush or close. `deadline`: max.block.ms of the first two, the timeout of a close (Infinity: none). */
export const ASKED = kind('ASKED', { what: 'word', record: 'count', partition: 'count', deadline: 'instant' })
/** A send() waits for the metadata of its topic, to `deadline` at most. */
export const AWAITS = kind('AWAITS', { record: 'count', deadline: 'instant' })
/** What a record came to, in its future and callback. `outcome`: ok or an exception. */
export const CALLBACK = kind('CALLBACK', { record: 'count', outcome: 'word' })
/** send() itself throws. */
export const THREW = kind('THREW', { record: 'count', class: 'word' })
/** flush() returns; the time of a close() is up; the Sender has ended and close() returns. */
export const FLUSHED = kind('FLUSHED', {})
export const FORCE = kind('FORCE', {})
export const CLOSED = kind('CLOSED', {})

// A partition as the producer holds it. Subject: the partition.
/** A record is in a batch. */
export const APPEND = kind('APPEND', { record: 'count', batch: 'count' })
/**
 * A batch changes its state. `until`: its own timer, after which it may be sent (linger, retry backoff; Infinity: none runs);
 * `attempts`: retries so far; `expiresAt`: when it counts as too old (the first look from then on, or after).
 */
export const BATCH = kind('BATCH', {
  batch: 'count',
  from: 'word',
  to: 'word',
  until: 'instant',
  attempts: 'count',
  expiresAt: 'instant',
})
/** The first batch of a partition is not sent in this iteration; the row's rule is the reason. Told where the reason is new, or its connection. */
export const HELD = kind('HELD', { batch: 'count' })
/** A broker writes a batch into its log. `times`: how often it has by now; more than once is a duplicate. Subject: the broker. */
export const APPENDED = kind('APPENDED', { batch: 'count', partition: 'count', offset: 'count', times: 'count' })
/** A broker knows a batch again by its sequence number, and appends nothing. `offset`: where it stands already. Subject: the broker. */
export const KNOWN_AGAIN = kind('KNOWN_AGAIN', { batch: 'count', partition: 'count', offset: 'count' })

// Memory. Subject: the caller.
/**
 * A send() waits for so many bytes of buffer.memory, of which so many are left; `batch`: the oldest one that holds some (NONE: none does,
 * for others wait for it already), `ahead`: how many wait already.
 */
export const AWAITS_MEMORY = kind('AWAITS_MEMORY', {
  record: 'count',
  deadline: 'instant',
  needs: 'count',
  left: 'count',
  batch: 'count',
  ahead: 'count',
})
/** A batch gives its memory back, and so many bytes are free now. Told where somebody waits for it. Subject: its partition. */
export const FREED = kind('FREED', { batch: 'count', bytes: 'count', left: 'count' })
/** partitionsFor() returns (ok), or throws. Its cause is the call. Subject: the caller. */
export const PARTITIONS = kind('PARTITIONS', { outcome: 'word' })

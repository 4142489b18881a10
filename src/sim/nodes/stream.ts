import { type Instant, NEVER } from '../../base/time.ts'
import type { DataTimer } from '../../scenario/dataSchedule.ts'
import type { Answer } from './answer.ts'

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

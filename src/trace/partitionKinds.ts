// The kinds of rows that only the run of a replicated partition writes. Its instants are steps. Records, brokers and members of a set are
// numbers from 0: m0, A. Subject: the broker, where nothing else is said.

import { kindsFrom } from './kinds.ts'

const kind = kindsFrom(192)

// The schedule.
/** A step is taken. `nth`: from 1; `step`: its kind (partitionSteps.ts); `broker`: NONE for p. The rest: what a crash is said to keep, if anything. Subject: who acts. */
export const STEP = kind('STEP', { nth: 'count', step: 'count', broker: 'count' }, 'count')
/** A step is impossible here and is skipped. `why`: of partitionRefusals.ts; the rest: the facts of its sentence. */
export const SKIPPED = kind('SKIPPED', { nth: 'count', step: 'count', broker: 'count', why: 'count' }, 'count')

// Records. Subject: the producer, but for the append. The rest: the records.
/** A producer with acks=0 writes to a socket that nobody reads. */
export const SENT_TO_NOBODY = kind('SENT_TO_NOBODY', { record: 'count' })
export const RECORD_APPENDED = kind('RECORD_APPENDED', { record: 'count', offset: 'count', epoch: 'count' })
/** Success is told to the producer, or with acks=0 taken for granted. */
export const ACKNOWLEDGED = kind('ACKNOWLEDGED', {}, 'count')
/** They are in the log, and their producer is told an error. */
export const FAILED_AFTER_APPEND = kind('FAILED_AFTER_APPEND', {}, 'count')
/** Nobody will tell their producer what became of them. */
export const UNANSWERED = kind('UNANSWERED', {}, 'count')
/** `leader` serves without records that were acknowledged. */
export const ACKED_LOST = kind('ACKED_LOST', { leader: 'count' }, 'count')
/** And without records that a consumer could have read. */
export const VISIBLE_LOST = kind('VISIBLE_LOST', { leader: 'count' }, 'count')
/** A later leader has them again. */
export const LOST_NO_MORE = kind('LOST_NO_MORE', { leader: 'count' }, 'count')

// Replicas.
/** A follower fetches. `lost`: 1 where the answer never arrives; the rest: the records that it gets. */
export const REPLICA_FETCH = kind('REPLICA_FETCH', { offset: 'count', lost: 'count' }, 'count')
/** The high watermark of a follower. */
export const FOLLOWER_MARK = kind('FOLLOWER_MARK', { from: 'count', to: 'count' })
/** That of the leader; from = to: it stands still for want of `minIsr` replicas in sync. */
export const LEADER_MARK = kind('LEADER_MARK', { from: 'count', to: 'count', minIsr: 'count' })
/** The rest: the records that are gone there. */
export const LOG_CUT = kind('LOG_CUT', { end: 'count' }, 'count')
export const CRASHED = kind('CRASHED', { mark: 'count', end: 'count' })
/** The rest: the records that were not on its disk. */
export const LOG_LOST = kind('LOG_LOST', {}, 'count')
/** The rest: the records of its log. */
export const RESTARTED = kind('RESTARTED', {}, 'count')

// Who leads, and who is in sync.
/** More than `limit` messages behind. */
export const TOO_FAR_BEHIND = kind('TOO_FAR_BEHIND', { behind: 'count', limit: 'count' })
export const TOO_SLOW = kind('TOO_SLOW', {})
/** The ISR is another one. `joined`: NONE where nobody joined; the rest: its members, in their order. Subject: who joined, else the controller. */
export const IN_SYNC = kind('IN_SYNC', { joined: 'count' }, 'count')
/** A dead broker stays in the ISR. */
export const LAST_STAYS = kind('LAST_STAYS', {})
/** The eligible leader replicas are others. The rest: they. Subject: the controller. */
export const ELIGIBLE = kind('ELIGIBLE', {}, 'count')
export const POSITIONS_FORGOTTEN = kind('POSITIONS_FORGOTTEN', {})
/** Subject: the controller. */
export const DETECTED = kind('DETECTED', { broker: 'count' })
/** `up`: 0 where it is down itself; the rest: the records of its log. */
export const ELECTED = kind('ELECTED', { epoch: 'count', up: 'count' }, 'count')
/** Nobody leads. `unclean`: 1 where any live replica might. Subject: the controller. */
export const OFFLINE = kind('OFFLINE', { unclean: 'count' })

// Writes. Subject: the producer.
/** They stay refused, whatever is detected and fetched. `led`: 0 where nobody could lead; the rest: who would be in sync. */
export const WRITES_BLOCKED = kind('WRITES_BLOCKED', { led: 'count', acks: 'count', minIsr: 'count' }, 'count')
export const WRITES_GO_ON = kind('WRITES_GO_ON', {})

// Numbered as they came.
/** The leader appends nothing: too few are in sync. The rest: who is. Subject: the producer. */
export const WRITE_REFUSED = kind('WRITE_REFUSED', { minIsr: 'count' }, 'count')
/** A follower fetched too low to join the ISR: below the leader's high watermark, or below where its epoch starts. */
export const STAYS_OUT = kind('STAYS_OUT', { offset: 'count', least: 'count' })

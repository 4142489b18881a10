// The kinds of rows that only a quorum's run writes. Subject: the node, where nothing else is said.

import { kindsFrom } from './kinds.ts'

const kind = kindsFrom(128)

// The loop of a raft thread (KafkaRaftClient.poll).
/** It waits for a message, to `wakesAt` at most; the row's rule is the term that won. Told where it is another term than before. */
export const WAIT = kind('WAIT', { wakesAt: 'instant' })

// Messages. `message`: Fetch, Fetch answer, Vote, ...; `nth`: the how-manieth of its kind from this node to that one.
/**
 * A message leaves. `epoch`: the request's, or the leader epoch of an answer (NONE: a top-level error); `error`: an answer's (NONE in a
 * request); `arrivesAt`: NEVER for one that is lost on the way, whose row's rule says by what. The rest, by kind: Fetch: offset, last
 * epoch, high watermark; Fetch answer: leader, records, high watermark, then epoch and end offset where logs diverge; Vote, PreVote: last
 * offset, last epoch; their answers: leader, granted (1 or 0); BeginQuorumEpoch and EndQuorumEpoch answers: leader; EndQuorumEpoch: the
 * successors.
 */
export const SENT = kind(
  'SENT',
  { message: 'word', to: 'count', nth: 'count', epoch: 'count', error: 'word', arrivesAt: 'instant' },
  'count',
)
/** It is in the inbox. Its cause is the row that sent it. `from`: the sender. */
export const ARRIVED = kind('ARRIVED', { message: 'word', from: 'count', nth: 'count' })
/** A message that came during a pause is taken out of the inbox. */
export const HANDLED = kind('HANDLED', { message: 'word', from: 'count', nth: 'count' })
/** A message was lost on the way, or where it arrived: nobody ran there, or its asker has begun anew. Subject: the sender. */
export const MISSED = kind('MISSED', { message: 'word', to: 'count', nth: 'count' })
/** An answer is dropped: nothing waits for it (any more). */
export const IGNORED = kind('IGNORED', { message: 'word', from: 'count', nth: 'count' })
/** The channel tells the sender BROKER_NOT_AVAILABLE for a request. */
export const DISCONNECTED = kind('DISCONNECTED', { message: 'word', to: 'count', nth: 'count' })

// Roles, the log, the tally.
/** One state was replaced by another. `leader`: NONE where none is known. */
export const ROLE = kind('ROLE', { from: 'word', to: 'word', epoch: 'count', leader: 'count' })
/** The end of the log, and the epoch of its last record. */
export const LOG = kind('LOG', { end: 'count', epoch: 'count' })
/** NONE: this state holds none. */
export const HIGH_WATERMARK = kind('HIGH_WATERMARK', { mark: 'count' })
/** The tally of a candidate. The rest: who granted, then who rejected, by id. */
export const VOTES = kind('VOTES', { granted: 'count', rejected: 'count' }, 'count')

// The leader's books.
/** A Fetch is parked. `nth`: of the Fetch; `until`: when it is answered at the latest. */
export const PARKED = kind('PARKED', { from: 'count', nth: 'count', until: 'instant' })
/** A parked Fetch is answered; the rule says why. Its armedBy is the row that parked it. */
export const UNPARKED = kind('UNPARKED', { from: 'count', nth: 'count' })
/** A BeginQuorumEpoch tick. The rest: whom it was for, by id; those whose slot was free are sent one. */
export const TICK = kind('TICK', { next: 'instant' }, 'count')

// Timers: NEVER where none runs. What fires names in `armedBy` the row of its timer.
/** `left`: what was left when it was set anew (NONE: it was not running). */
export const FETCH_TIMER = kind('FETCH_TIMER', { deadline: 'instant', left: 'ms' })
export const ELECTION_TIMER = kind('ELECTION_TIMER', { deadline: 'instant' })
/** A candidate lost and backs off. */
export const BACKOFF = kind('BACKOFF', { until: 'instant' })
export const QUORUM_TIMER = kind('QUORUM_TIMER', { deadline: 'instant' })
/** A request has gone unanswered for controller.quorum.request.timeout.ms: its slot is free. `to`: the node asked. */
export const REQUEST_TIMEOUT = kind('REQUEST_TIMEOUT', { message: 'word', to: 'count', nth: 'count' })
/** A loop asks for a wait of 0 again and again. */
export const SPIN = kind('SPIN', {})

/** What was done to a node took place: pause, resume, resign, append, shutdown, left, stop, start. `fault`: its index in the scenario, NONE in a recording. */
export const HAPPENED = kind('HAPPENED', { what: 'word', fault: 'count' })

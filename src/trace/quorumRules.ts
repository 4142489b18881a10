// The rules that only a row of a quorum's run can name; numbered as in quorumKinds.ts.

import { rulesFrom } from './rules.ts'

const rule = rulesFrom(512)

const FETCH = 'controller.quorum.fetch.timeout.ms'
const ELECTION = 'controller.quorum.election.timeout.ms'
const BACKOFF = 'controller.quorum.election.backoff.max.ms'
const REQUEST = 'controller.quorum.request.timeout.ms'
const RETRY = 'controller.quorum.retry.backoff.ms'
const LINGER = 'controller.quorum.append.linger.ms'

// What a raft thread waits for: the term that won.
export const WAIT_FETCH_TIMER = rule('wait-fetch-timer', 'setting', FETCH)
export const WAIT_UPDATE_VOTER = rule('wait-update-voter', 'setting', FETCH)
export const WAIT_ELECTION = rule('wait-election-timer', 'setting', ELECTION)
export const WAIT_CANDIDATE_BACKOFF = rule('wait-candidate-backoff', 'setting', BACKOFF)
export const WAIT_REQUEST = rule('wait-quorum-request', 'setting', REQUEST)
export const WAIT_RETRY_BACKOFF = rule('wait-quorum-retry', 'setting', RETRY)
export const WAIT_TICK = rule('wait-tick', 'setting', FETCH)
export const WAIT_CHECK_QUORUM = rule('wait-check-quorum', 'setting', FETCH)
export const WAIT_LINGER_APPEND = rule('wait-append-linger', 'setting', LINGER)
export const WAIT_SHUTDOWN = rule('wait-shutdown', 'client')
export const WAIT_MESSAGE = rule('wait-message', 'client')
export const WAIT_NOTHING = rule('wait-quorum-spin', 'client')

// Why a message was sent.
export const FETCH_SENT = rule('fetch-sent', 'client')
export const FETCH_BOOTSTRAP = rule('fetch-bootstrap', 'client')
export const VOTE_SENT = rule('vote-sent', 'client')
export const BEGIN_UNACKNOWLEDGED = rule('begin-unacknowledged', 'client')
export const BEGIN_TICK = rule('begin-tick', 'setting', FETCH)
export const END_SENT = rule('end-sent', 'client')
export const UPDATE_VOTER_SENT = rule('update-voter-sent', 'setting', FETCH)
export const ANSWERED = rule('quorum-answered', 'client')
export const FETCH_ANSWERED = rule('fetch-answered-at-once', 'client')

// What became of it.
export const LOST_BY_CUT = rule('lost-by-cut', 'world')
export const LOST_ALONE = rule('lost-alone', 'world')
export const LOST_BY_RESET = rule('lost-by-reset', 'world')
export const LOST_NOT_RUNNING = rule('lost-not-running', 'world')
export const LOST_ASKER_GONE = rule('lost-asker-gone', 'world')
export const TAKEN_AFTER_PAUSE = rule('taken-after-pause', 'world')
export const NOT_AWAITED = rule('answer-not-awaited', 'client')
export const TOLD_NOT_AVAILABLE = rule('told-not-available', 'world')
export const QUORUM_REQUEST_TIMED_OUT = rule('quorum-request-timed-out', 'setting', REQUEST)

// Why a role was replaced.
export const ROLE_AT_START = rule('role-at-start', 'client')
export const LONE_VOTER = rule('lone-voter', 'client')
export const FETCH_TIMED_OUT = rule('fetch-timed-out', 'setting', FETCH)
export const ELECTION_TIMED_OUT = rule('election-timed-out', 'setting', ELECTION)
export const BACKED_OFF = rule('candidate-backed-off', 'setting', BACKOFF)
export const MAJORITY_GRANTED = rule('majority-granted', 'client')
export const PRE_VOTES_GRANTED = rule('pre-votes-granted', 'client')
export const PRE_VOTES_REJECTED = rule('pre-votes-rejected', 'client')
export const HIGHER_EPOCH = rule('higher-epoch', 'client')
export const LEADER_TOLD = rule('leader-told', 'client')
export const VOTE_STORED = rule('vote-stored', 'client')
export const CHECK_QUORUM_EXPIRED = rule('check-quorum-expired', 'setting', FETCH)
export const RESIGN_ASKED = rule('resign-asked', 'world')
export const RESIGNED_LONG_ENOUGH = rule('resigned-long-enough', 'setting', ELECTION)

// Logs, marks, votes.
export const AT_START = rule('quorum-at-start', 'world')
export const LEADER_CHANGE_APPENDED = rule('leader-change-appended', 'client')
export const RECORDS_APPENDED = rule('records-appended', 'setting', LINGER)
export const RECORDS_FETCHED = rule('records-fetched', 'client')
export const LOG_TRUNCATED = rule('log-truncated', 'client')
export const MARK_OF_MAJORITY = rule('mark-of-majority', 'client')
export const MARK_FETCHED = rule('mark-fetched', 'client')
export const MARK_UNKNOWN = rule('mark-unknown', 'client')
export const VOTES_BEGUN = rule('votes-begun', 'client')
export const VOTE_COUNTED = rule('vote-counted', 'client')

// The leader's books.
export const FETCH_PARKED = rule('fetch-parked', 'client')
export const PARK_ENDED = rule('park-ended', 'client')
export const PARK_LOG_GREW = rule('park-log-grew', 'client')
export const PARK_MARK_MOVED = rule('park-mark-moved', 'client')
export const PARK_FAILED = rule('park-failed', 'client')
export const TICKED = rule('begin-quorum-tick', 'setting', FETCH)

// Timers.
export const FETCH_TIMER_BEGUN = rule('fetch-timer-begun', 'setting', FETCH)
export const FETCH_TIMER_RESET = rule('fetch-timer-reset', 'setting', FETCH)
export const FETCH_TIMER_VOTER_UPDATED = rule('fetch-timer-voter-updated', 'setting', FETCH)
export const FETCH_TIMER_SHORTENED = rule('fetch-timer-shortened', 'setting', BACKOFF)
export const ELECTION_DRAWN = rule('election-drawn', 'setting', ELECTION)
export const ELECTION_INHERITED = rule('election-inherited', 'setting', ELECTION)
export const ELECTION_NEVER = rule('election-never', 'client')
export const BACKOFF_LOST = rule('candidate-lost', 'setting', BACKOFF)
export const BACKOFF_TIMED_OUT = rule('candidate-timed-out', 'setting', BACKOFF)
export const CHECK_QUORUM_BEGUN = rule('check-quorum-begun', 'setting', FETCH)
export const CHECK_QUORUM_RESTARTED = rule('check-quorum-restarted', 'setting', FETCH)
export const SHUTDOWN_OVER = rule('shutdown-over', 'client')

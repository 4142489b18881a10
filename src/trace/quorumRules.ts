// The rules that only a row of a quorum's run can name; numbered as in quorumKinds.ts.

import { rulesFrom } from './rules.ts'

const rule = rulesFrom(512)

const FETCH = 'controller.quorum.fetch.timeout.ms'
const ELECTION = 'controller.quorum.election.timeout.ms'
const BACKOFF = 'controller.quorum.election.backoff.max.ms'
const REQUEST = 'controller.quorum.request.timeout.ms'
const RETRY = 'controller.quorum.retry.backoff.ms'

// What a raft thread waits for: the term that won.
export const WAIT_FETCH_TIMER = rule('wait-fetch-timer', 'setting', FETCH)
export const WAIT_UPDATE_VOTER = rule('wait-update-voter', 'setting', FETCH)
export const WAIT_ELECTION = rule('wait-election-timer', 'setting', ELECTION)
export const WAIT_CANDIDATE_BACKOFF = rule('wait-candidate-backoff', 'setting', BACKOFF)
export const WAIT_REQUEST = rule('wait-quorum-request', 'setting', REQUEST)
export const WAIT_RETRY_BACKOFF = rule('wait-quorum-retry', 'setting', RETRY)
export const WAIT_TICK = rule('wait-tick', 'setting', FETCH)
export const WAIT_CHECK_QUORUM = rule('wait-check-quorum', 'setting', FETCH)
export const WAIT_LINGER_APPEND = rule('wait-append-linger', 'setting', 'controller.quorum.append.linger.ms')
export const WAIT_MESSAGE = rule('wait-message', 'client')
export const WAIT_NOTHING = rule('wait-spin', 'client')

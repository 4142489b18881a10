// The rules that only a row of one call of a consumer or an admin client can name.

import { rulesFrom } from './rules.ts'

const rule = rulesFrom(768)

// A call of a consumer or an admin client, by what bounds it.
export const API_BLOCKS = rule('api-blocks', 'setting', 'default.api.timeout.ms')
export const API_BLOCKS_REQUEST = rule('api-blocks-request', 'setting', 'request.timeout.ms')
export const API_BLOCKS_GIVEN = rule('api-blocks-given', 'client')
export const API_TIMED_OUT = rule('api-timed-out', 'setting', 'default.api.timeout.ms')
export const API_TIMED_OUT_REQUEST = rule('api-timed-out-request', 'setting', 'request.timeout.ms')
export const API_TIMED_OUT_GIVEN = rule('api-timed-out-given', 'client')
export const API_RETRIES_EXHAUSTED = rule('api-retries-exhausted', 'setting', 'retries')
export const API_RETURNS = rule('api-returns', 'client')
export const ATTEMPT_BEGINS = rule('attempt-begins', 'client')
export const ATTEMPT_ANSWERED = rule('attempt-answered', 'client')
export const ATTEMPT_FAILED = rule('attempt-failed', 'setting', 'retry.backoff.ms')
export const ATTEMPT_UNSENT = rule('attempt-unsent', 'setting', 'request.timeout.ms')
export const ATTEMPT_OVERTAKEN = rule('attempt-overtaken', 'client')
export const NODE_NEVER_READY = rule('node-never-ready', 'setting', 'request.timeout.ms')
export const WAIT_API = rule('wait-api', 'client')
export const WAIT_HEARTBEAT = rule('wait-heartbeat', 'setting', 'heartbeat.interval.ms')
export const WAIT_ATTEMPT = rule('wait-attempt', 'setting', 'retry.backoff.ms')

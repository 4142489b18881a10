// One call of a consumer or an admin client, as a run takes it: what bounds it and its attempts in a release.

import { FOREVER, ms } from '../base/time.ts'
import type { BehaviourId } from './behaviours.ts'
import type { ApiCall, ClientWorld } from './clientWorld.ts'
import { length } from './compileClient.ts'
import { releaseOf } from './releases.ts'
import type { ApiWorkload, Variant } from './scenario.ts'
import { settingsInForce } from './settingsInForce.ts'

/** The knobs of the two clients above the network layer. */
type CallBehaviour = {
  /**
   * consumer: a poll lasts as long as it is asked to, and what it could not send fails at its end (0.9); or at most 5 s, or the heartbeat
   * if that is less (2.0, when it also waits for the delay of a node that is not ready).
   */
  readonly poll: 'as asked' | 'at most 5 s' | 'at most a heartbeat'
  /** admin: a node that does not become ready within request.timeout.ms loses its calls (KAFKA-12432). */
  readonly readyTimeout: boolean
}

const early: CallBehaviour = { poll: 'as asked', readyTimeout: false }
const call111: CallBehaviour = { poll: 'at most 5 s', readyTimeout: false }
const call201: CallBehaviour = { poll: 'at most a heartbeat', readyTimeout: false }
const call312: CallBehaviour = { ...call201, readyTimeout: true }

/** The row beside each row of the network layer. */
const callBehaviours: { readonly [id in BehaviourId]: CallBehaviour } = {
  'no-request-timeout': early,
  'kip-19-draft': early,
  'kip-19-shipped': early,
  'client-1.1.1': call111,
  'client-2.0.1': call201,
  'client-2.1.1': call201,
  'client-2.4.0': call201,
  'kernel-bound': call201,
  'kip-601-draft': call201,
  'kip-601-shipped': call201,
  'client-2.8.2': call201,
  'client-3.1.2': call312,
  'client-3.4.1': call312,
  'client-3.6.2': call312,
  'client-3.7.2': call312,
  current: call312,
  'current-4': call312,
}

/** A consumer's poll is never longer, in ms. */
const LONGEST_POLL = 5_000

/** The call of a question in one of its variants. */
export function apiCall({ kind, timeout }: ApiWorkload, variant: Variant, { behaviour }: ClientWorld): ApiCall {
  const value = settingsInForce(variant, kind)
  const row = releaseOf(variant.kafka)?.behaviour ?? 'current-4'
  const { poll, readyTimeout } = callBehaviours[row]
  const requestTimeout = length(value('request.timeout.ms'))
  const setting = value('default.api.timeout.ms')
  // Before a call could bring its own (KIP-266) a consumer takes none.
  const own = kind === 'admin' || setting !== undefined ? timeout : undefined
  const heartbeat =
    poll === 'at most a heartbeat' ? Number(value('heartbeat.interval.ms') ?? LONGEST_POLL) : LONGEST_POLL
  return {
    client: kind,
    budget: own === undefined ? length(setting ?? requestTimeout) : ms(own),
    boundBy: own !== undefined ? 'the call' : setting === undefined ? 'request.timeout.ms' : 'default.api.timeout.ms',
    requestTimeout,
    retries: kind === 'admin' ? Number(value('retries')) : Number.POSITIVE_INFINITY,
    retryBackoffGrows: 'retryBackoff' in behaviour && behaviour.retryBackoff === 'exponential',
    longestPoll: poll === 'as asked' ? FOREVER : ms(Math.min(heartbeat, LONGEST_POLL)),
    byHeartbeat: heartbeat < LONGEST_POLL,
    waitsForNode: poll === 'at most a heartbeat',
    unsentTimeout: poll === 'as asked' ? ms(0) : requestTimeout,
    readyTimeout: readyTimeout ? requestTimeout : FOREVER,
  }
}

import type { Instant, Ms } from '../../base/time.ts'
import type { Leaders } from '../../scenario/clientWorld.ts'
import { word } from '../../trace/vocabulary.ts'
import type { Api, Request } from '../machines/inFlight.ts'
import type { Channel } from './channel.ts'

/** What a broker sends back. */
export type Answer = {
  /** Its number among all of the run. */
  readonly index: number
  readonly channel: Channel
  readonly request: Request
  /** API_VERSIONS: the broker did not understand the version asked; this is its newest. */
  readonly newestVersion: number
  readonly unsupported: boolean
  readonly throttle: Ms
  /** METADATA: the brokers listed; and the broker asked for a rebootstrap (KIP-1102). */
  readonly brokers: readonly number[]
  readonly rebootstrapRequired: boolean
  /** METADATA: what it tells of the topic; undefined: nothing. */
  readonly leaders: Leaders | undefined
  /** PRODUCE: the error code of each batch; known when the broker has the request. */
  codes: readonly number[]
  row: number
  /** Of the half that is on its way: when it set out, and whether it is at the other end, behind a hole. */
  sentAt: Instant
  isThere: boolean
}

const apiWords: { readonly [api in Api]: number } = {
  METADATA: word('METADATA'),
  API_VERSIONS: word('API_VERSIONS'),
  USER: word('USER'),
  PRODUCE: word('PRODUCE'),
}

/** The word of an API in the trace. */
export const apiWord = (api: Api): number => apiWords[api]

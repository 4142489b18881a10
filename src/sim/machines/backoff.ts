// Models      the growth of a wait with consecutive failures.
// Kafka       common/utils/ExponentialBackoff (2.7 on); clients/ClusterConnectionStates.updateReconnectBackoff (KIP-144, to 2.6).
// Leaves out  nothing.

import { log, powerOfTwo } from '../../base/javaMath.ts'
import type { ClientBehaviour } from '../../scenario/behaviours.ts'

export type Shape = ClientBehaviour['backoff']

/** Long.MAX_VALUE, as near as a double comes: what Kafka takes for a wait without end. */
const LONG_MAX = 9.223372036854776e18

export type Backoff = {
  readonly initial: number
  /** The exponent at which the wait stops growing; 0: it never grows and nothing is drawn. */
  readonly exponentMax: number
  /** initial 2^exponentMax: nearly `max`, as far off as Java's arithmetic leaves it. */
  readonly largest: number
  /** After jitter no value passes this. */
  readonly cap: number
  /** KIP-144 truncates the nominal length once before jitter. */
  readonly truncatesFirst: boolean
}

/** A backoff from `initial` to `max`, both in ms. Where max <= initial it is constant: initial, or from 3.7 the smaller of the two. */
export function backoff(initial: number, max: number, shape: Shape): Backoff {
  const capped = shape === 'exponential, capped'
  const exponentMax = max > initial ? growth(initial, max) : 0
  return {
    initial: exponentMax === 0 && capped ? Math.min(initial, max) : initial,
    exponentMax,
    largest: exponentMax === 0 ? initial : exponentMax > 0 ? initial * powerOfTwo(exponentMax) : 0,
    cap: capped ? max : Number.POSITIVE_INFINITY,
    truncatesFirst: shape === 'KIP-144',
  }
}

/** How often the base can double before it reaches the maximum. Java's logarithm of 0 or less is no number, and its wait then 0. */
const growth = (initial: number, max: number): number =>
  max > 0 ? log(Math.min(max, LONG_MAX) / Math.max(initial, 1)) / log(2) : Number.NEGATIVE_INFINITY

/** The length after `failures` earlier ones, before jitter, in ms (not truncated, but for KIP-144). */
export function nominal(b: Backoff, failures: number): number {
  if (b.exponentMax === 0) return b.initial
  let length = b.largest
  if (failures < b.exponentMax) {
    length = b.initial
    for (let n = failures; n > 0; n--) length *= 2
  }
  return b.truncatesFirst ? Math.floor(length) : length
}

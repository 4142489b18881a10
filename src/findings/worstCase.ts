// How long a record may live, or a call block, by its release's settings, whatever the world does: the sum that people get wrong.

import { compile } from '../scenario/compile.ts'
import { producerBehaviourOf } from '../scenario/producerBehaviourOf.ts'
import type { ProducerBehaviour } from '../scenario/producerBehaviours.ts'
import { valueInForce } from '../scenario/rulings.ts'
import type { Scenario, Variant } from '../scenario/scenario.ts'
import { batchBound } from './batchBound.ts'

/** So many times a setting's value, in ms. */
export type Term = { readonly key: string; readonly value: number; readonly times: number }

/**
 * `ends`: false where nothing bounds what comes after the terms. `alone`: true where a record that waits behind others may take longer.
 * Each timeout may be seen late, by as long as the loop then sleeps.
 */
export type WorstCase = {
  readonly terms: readonly Term[]
  readonly total: number
  readonly ends: boolean
  readonly alone: boolean
  /** What bounds each attempt of a call within that. */
  readonly each?: Term
}

/** What stands for a setting's key where a call brings its own timeout. */
export const OWN_TIMEOUT = 'the call’s own timeout'

/** The longest life that a variant's settings allow a record of the question, or its call. */
export function worstCaseOf(scenario: Scenario, variant: number): WorstCase {
  const asked = scenario.variants[variant]
  const { workload } = scenario.world
  if (asked !== undefined && 'known' in workload) return worstOfCall(scenario, variant)
  if (asked === undefined || workload.kind !== 'produce') return { terms: [], total: 0, ends: false, alone: false }
  const ends = batchBound(scenario, variant) !== undefined
  const expiry = producerBehaviourOf(asked).batchExpiry
  const blocks = !workload.topicKnown || workload.recordSize !== undefined
  // Of memory nothing but max.block.ms bounds the wait; before 0.9 nothing does.
  const fetch = workload.topicKnown ? [] : term(asked, 'metadata.fetch.timeout.ms')
  const block = !blocks ? [] : [...term(asked, 'max.block.ms'), ...fetch]
  const first = block.slice(0, 1)
  const terms = ends ? [...first, ...afterAppend(asked, expiry)] : first
  const total = terms.reduce((sum, { value, times }) => sum + value * times, 0)
  return { terms, total, ends, alone: ends && expiry !== 'delivery timeout' }
}

/** One budget for the whole call: its own, since KIP-266 (a consumer) and KIP-533 that of a setting, before that of one request. */
function worstOfCall(scenario: Scenario, variant: number): WorstCase {
  const call = compile(scenario, variant).apiCall
  if (!call) return { terms: [], total: 0, ends: false, alone: false }
  const { budget, boundBy, requestTimeout } = call
  const terms = [{ key: boundBy === 'the call' ? OWN_TIMEOUT : boundBy, value: budget, times: 1 }]
  const each = requestTimeout < budget ? { key: 'request.timeout.ms', value: requestTimeout, times: 1 } : undefined
  return { terms, total: budget, ends: true, alone: false, ...(each && { each }) }
}

/**
 * Since 2.1 one setting bounds all that follows (KIP-91). Before, each attempt has request.timeout.ms in flight, and as long in the
 * accumulator: in 0.9 after linger.ms each time, from 0.10 after linger.ms the first time and retry.backoff.ms then
 * (RecordBatch.maybeExpire).
 */
function afterAppend(variant: Variant, expiry: ProducerBehaviour['batchExpiry']): readonly Term[] {
  if (expiry === 'delivery timeout') return term(variant, 'delivery.timeout.ms')
  const retries = Number(valueInForce(variant, 'retries')?.value ?? 0)
  const waits =
    expiry === 'from last attempt'
      ? term(variant, 'linger.ms', 1 + retries)
      : [...term(variant, 'linger.ms'), ...term(variant, 'retry.backoff.ms', retries)]
  const all = [...waits, ...term(variant, 'request.timeout.ms', 2 * (1 + retries))]
  return all.filter(({ value, times }) => value * times > 0)
}

/** None where the release has no such setting. */
function term(variant: Variant, key: string, times = 1): readonly Term[] {
  const value = valueInForce(variant, key)?.value
  return value === undefined ? [] : [{ key, value: Number(value), times }]
}

// What the time was spent on before the first metadata, or before a leader was ready: an answer that comes is the network's, and what
// it had to wait for is somebody else's.

import { brief } from '../base/brief.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { STATE } from '../trace/kinds.ts'
import { AWAITS } from '../trace/producerKinds.ts'
import { type Rule, rules } from '../trace/rules.ts'
import { atOf, kindOf, type Trace } from '../trace/trace.ts'
import { isUp } from '../trace/vocabulary.ts'
import { firstOf, metadataRow } from './headline.ts'
import { setupRule } from './inForce.ts'
import { counted, said, wordAt } from './names.ts'
import { code, type Part, type Prose } from './prose.ts'
import { isProducers } from './recordSentence.ts'
import { settingInForce } from './settingInForce.ts'
import { type Waited, waitsWithin } from './waits.ts'

/** So many owners are worth a word. */
const SAID = 3

/** Who took most of the time up to a row, with the others; undefined where the row tells of no arrival, or nothing was waited for. */
export function spent(
  trace: Trace,
  row: number,
  scenario: Scenario,
  variant: number,
): { readonly rule: Rule; readonly says: Prose } | undefined {
  // Where no send() waits for metadata, the time of records counts.
  const isBeside = isProducers(trace) && firstOf(trace, AWAITS) < 0
  if (isBeside || !isArrival(trace, row)) return undefined
  const waits = waitsWithin(trace, row + 1, setupRule(scenario, variant)).filter(isWorthAWord)
  const [most] = waits
  const rule = most && rules.find(({ owner, setting }) => owner === most.owner && setting === most.setting)
  if (!rule) return undefined
  const parts = waits.slice(0, SAID).map((waited) => account(waited, scenario, variant))
  return {
    rule,
    says: [
      `Of the ${brief(atOf(trace, row))} up to here: `,
      ...parts.flatMap((part, i) => (i > 0 ? ['; ', ...part] : part)),
      '.',
    ],
  }
}

/** The first metadata, or a connection that is ready before that. */
function isArrival(trace: Trace, row: number): boolean {
  const first = metadataRow(trace)
  if (row === first) return true
  return kindOf(trace, row) === STATE && isUp(wordAt(trace, row, 1)) && (first < 0 || row < first)
}

/** A wait that somebody chose the length of. */
const isWorthAWord = ({ owner }: Waited): boolean => owner === 'kernel' || owner === 'setting'

/** `131 s until the kernel gave up (tcp_syn_retries = 6)`; `three waits, 20.1 s in all, for retry.backoff.ms = 100`. */
function account({ owner, setting, total, times }: Waited, scenario: Scenario, variant: number): Part[] {
  const value = setting === undefined ? undefined : settingInForce(scenario, variant, setting)?.value
  const name = value === undefined ? (setting ?? '') : `${setting} = ${value}`
  const whom = owner === 'kernel' ? ' for the kernel' : ' for a setting'
  const often = times > 1 ? ` in ${counted(times, 'wait')}` : ''
  return [said(total), often, whom, ...(name === '' ? [] : [' (', code(name), ')'])]
}

// The headline of a call of a consumer or an admin client: when it returned or threw, by whose doing, after how many attempts.

import { brief } from '../base/brief.ts'
import type { Scenario } from '../scenario/scenario.ts'
import * as callKind from '../trace/callKinds.ts'
import { API_RETRIES_EXHAUSTED, API_TIMED_OUT_GIVEN } from '../trace/callRules.ts'
import * as kind from '../trace/kinds.ts'
import { rules } from '../trace/rules.ts'
import { atOf, fieldOf, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import type { Gap, Verdict } from './findings.ts'
import { gapBetween } from './gap.ts'
import { callRow } from './headline.ts'
import { counted, said, variantName, wordAt } from './names.ts'
import { code, figure, type Part, strong } from './prose.ts'
import { settingInForce } from './settingInForce.ts'

/** The verdict on the run of one call. */
export function callVerdict(trace: Trace): Verdict {
  const row = callRow(trace)
  const what = code(callOf(trace))
  if (row < 0) {
    const sentence = [what, ` still blocks after ${brief(trace.until)}; `, ...tries(trace, trace.rows)]
    return { headline: undefined, row, sentence, caller: [], tone: 'bad' }
  }
  const waited = figure(said(fieldOf(trace, row, 2)), row)
  const returned = wordAt(trace, row, 1) === 'response'
  const sentence = returned ? tries(trace, row) : [...tries(trace, row), '; ', ...whoEnded(trace, row)]
  const caller = returned ? [what, ' returns after ', waited] : [what, ' throws a TimeoutException after ', waited]
  return { headline: atOf(trace, row), row, sentence, caller, tone: returned ? 'good' : 'bad' }
}

/** How many attempts at the call itself were made up to a row. */
export function attemptsBefore(trace: Trace, end: number): number {
  let attempts = 0
  for (let row = 0; row < end; row++)
    if (kindOf(trace, row) === callKind.ATTEMPT && wordAt(trace, row, 0) !== 'metadata') attempts++
  return attempts
}

const callOf = (trace: Trace): string => {
  for (let row = 0; row < trace.rows; row++) if (kindOf(trace, row) === kind.BLOCKED) return wordAt(trace, row, 0)
  return 'the call'
}

/** `one attempt, lost with its connection`; `three attempts, two of them lost with their connections, one never sent`. */
function tries(trace: Trace, end: number): Part[] {
  const attempts = attemptsBefore(trace, end)
  let unsent = 0
  let lost = 0
  let internal = 0
  for (let row = 0; row < end; row++) {
    if (kindOf(trace, row) === callKind.ATTEMPT && wordAt(trace, row, 0) === 'metadata') internal++
    if (kindOf(trace, row) !== callKind.ATTEMPTED || wordAt(trace, row, 0) === 'metadata') continue
    const outcome = wordAt(trace, row, 2)
    if (outcome === 'unsent') unsent++
    else if (outcome !== 'response' && outcome !== 'metadata') lost++
  }
  const parts = [
    attempts === 0 ? 'no attempt' : counted(attempts, 'attempt'),
    ofThem(lost, attempts, lost > 1 ? 'lost with their connections' : 'lost with its connection'),
    ofThem(unsent, attempts, 'never sent'),
    internal > 0 ? `beside ${counted(internal, 'attempt')} at its metadata` : '',
  ]
  return [parts.filter((part) => part !== '').join(', ')]
}

/** `one of them never sent`; of all there were: `never sent`, `both never sent`. */
function ofThem(n: number, all: number, what: string): string {
  if (n === 0) return ''
  if (n < all) return `${counted(n, 'of them', 'of them')} ${what}`
  return all === 1 ? what : `${all === 2 ? 'both' : 'all'} ${what}`
}

/** `ended by default.api.timeout.ms`. */
function whoEnded(trace: Trace, row: number): Part[] {
  const { setting } = ruleOf(trace, row)
  if (ruleOf(trace, row) === rules[API_TIMED_OUT_GIVEN] || setting === undefined) return ['ended by its own timeout']
  if (ruleOf(trace, row) === rules[API_RETRIES_EXHAUSTED]) return ['ended by ', code(setting), ', which allows no more']
  return ['ended by ', code(setting)]
}

/** The gap between two variants' calls, and which setting ended each. */
export function callGap(scenario: Scenario, traces: readonly Trace[], first: number, second: number): Gap {
  const [from, to] = [first, second].map((variant) => callVerdict(traces[variant] as Trace).headline)
  return gapBetween(scenario, traces, [first, second], [from, to], () => [
    ...side(scenario, traces, first),
    ' ',
    ...side(scenario, traces, second),
  ])
}

function side(scenario: Scenario, traces: readonly Trace[], variant: number): Part[] {
  const trace = traces[variant] as Trace
  const row = callRow(trace)
  const name = strong(variantName(scenario, variant))
  if (row < 0) return [name, `: not ended within ${brief(scenario.until)}.`]
  if (wordAt(trace, row, 1) === 'response')
    return [name, ': answered after ', figure(said(fieldOf(trace, row, 2)), row), '.']
  const { setting } = ruleOf(trace, row)
  const force = setting === undefined ? undefined : settingInForce(scenario, variant, setting)
  const origin = force === undefined ? [] : [` = ${force.value} (${force.origin})`]
  return [
    name,
    ': ended by ',
    setting === undefined ? 'its own timeout' : code(setting),
    ...origin,
    ', ',
    figure(said(fieldOf(trace, row, 2)), row),
    ' after the call.',
  ]
}

// A connection that is still being set up at the end of the run: who would end that, and when.

import type { Scenario } from '../scenario/scenario.ts'
import { CONNECT, SEND, STATE } from '../trace/kinds.ts'
import { KERNEL_GAVE_UP, NO_RULE, NOTHING_ENDS, type Rule, rules } from '../trace/rules.ts'
import { textOf } from '../trace/ruleTexts.ts'
import { fieldOf, kindOf, subjectOf, type Trace } from '../trace/trace.ts'
import { type Attempt, attemptsWithin } from './attempts.ts'
import { setupRule } from './inForce.ts'
import { exact, wordAt } from './names.ts'
import type { Prose } from './prose.ts'
import { enderOf } from './waits.ts'

/** Who would end what a row began; undefined where it does not go on at the end of the run. */
export function goesOn(
  trace: Trace,
  row: number,
  scenario: Scenario,
  variant: number,
): { readonly rule: Rule; readonly says: Prose } | undefined {
  if (!beginsWait(trace, row) || lastRow(trace, subjectOf(trace, row), STATE) !== row) return undefined
  const connect = lastRow(trace, subjectOf(trace, row), CONNECT)
  const attempt = attemptsWithin(trace, trace.rows).find((each) => each.row === connect)
  if (attempt?.end !== 'open' || (attempt.readyAt !== undefined && !attempt.asking)) return undefined
  const ender = enderOf(attempt, setupRule(scenario, variant))
  if (ender === NO_RULE) {
    const rule = rules[NOTHING_ENDS] as Rule
    return { rule, says: ['It goes on at the end of the run. ', textOf(rule).says] }
  }
  const at = exact(deadlineOf(trace, attempt, ender))
  const seen = ender === KERNEL_GAVE_UP ? '' : ', which the first look after that would see'
  return {
    rule: rules[ender] as Rule,
    says: [`It goes on at the end of the run: its time would be over at ${at}${seen}.`],
  }
}

/** A state in which an answer is waited for. */
function beginsWait(trace: Trace, row: number): boolean {
  if (kindOf(trace, row) !== STATE) return false
  const to = wordAt(trace, row, 1)
  return to === 'CONNECTING' || to === 'CHECKING_API_VERSIONS' || to === 'CONNECTED'
}

/** The last row of a kind about a subject, -1 for none. */
function lastRow(trace: Trace, subject: number, what: number): number {
  for (let row = trace.rows - 1; row >= 0; row--) {
    if (kindOf(trace, row) === what && subjectOf(trace, row) === subject) return row
  }
  return -1
}

function deadlineOf(trace: Trace, attempt: Attempt, ender: number): number {
  if (ender === KERNEL_GAVE_UP) return attempt.at + attempt.kernelGivesUpAfter
  if (ender !== attempt.expiryRule) return attempt.at + attempt.setupTimeout
  return fieldOf(trace, lastRow(trace, subjectOf(trace, attempt.row), SEND), 3)
}

// A timeout that was over before anybody looked: two settings decide, the one that was over and the one that the loop slept for.

import type { Scenario } from '../scenario/scenario.ts'
import { CLOSE, CONNECT, SEND } from '../trace/kinds.ts'
import { armedByOf, atOf, fieldOf, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import { lookedBy } from './looked.ts'
import { exact, said } from './names.ts'
import { code, figure, type Prose } from './prose.ts'
import { settingInForce } from './settingInForce.ts'

/** A comparison that is strict finds a timeout no sooner than 1 ms after it is over. */
const AT_ONCE = 1

/** How late the timeout of a row was seen, and what the loop slept for; undefined where it was seen at once. */
export function seenLate(trace: Trace, row: number, scenario: Scenario, variant: number): Prose | undefined {
  const deadline = deadlineOf(trace, row)
  const late = deadline === undefined ? 0 : atOf(trace, row) - deadline
  const poll = lookedBy(trace, row)
  if (deadline === undefined || late <= AT_ONCE || poll < 0) return undefined
  const { setting } = ruleOf(trace, poll)
  if (setting === undefined) return undefined
  const value = settingInForce(scenario, variant, setting)?.value
  return [
    `It was over at ${exact(deadline)}, and seen ${said(late)} later: `,
    code(value === undefined ? setting : `${setting} = ${value}`),
    ' decided when, for which the loop had gone to sleep at ',
    figure(exact(atOf(trace, poll)), poll),
    '.',
  ]
}

/** When the timeout that a row tells of was over. */
function deadlineOf(trace: Trace, row: number): number | undefined {
  const armedBy = armedByOf(trace, row)
  if (kindOf(trace, row) !== CLOSE || armedBy < 0) return undefined
  // A timeout below zero is over before it begins.
  if (kindOf(trace, armedBy) === CONNECT) return atOf(trace, armedBy) + Math.max(fieldOf(trace, armedBy, 1), 0)
  return kindOf(trace, armedBy) === SEND ? fieldOf(trace, armedBy, 3) : undefined
}

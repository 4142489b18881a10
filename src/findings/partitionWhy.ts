// Why something happened to a partition: what brought it about within its step, down to the step itself, and what it goes back to in the
// steps before: the crash that was noticed, the answer that is broken, the cut of a log that leads.

import { textOf } from '../trace/ruleTexts.ts'
import { armedByOf, atOf, causeOf, ruleOf, type Trace } from '../trace/trace.ts'
import type { Reason } from './findings.ts'
import { sentence } from './sentence.ts'

const LONGEST = 40

/** The chain of causes of a row of a partition's run, itself first, then newest first. */
export function partitionWhy(trace: Trace, row: number): Reason[] {
  const rows = new Set<number>()
  const open = [row]
  while (open.length > 0 && rows.size < LONGEST) {
    const next = open.shift() as number
    if (next < 0 || rows.has(next)) continue
    rows.add(next)
    open.push(causeOf(trace, next), armedByOf(trace, next))
  }
  return [...rows].sort((a, b) => b - a).map((each) => reasonOf(trace, each))
}

function reasonOf(trace: Trace, row: number): Reason {
  const rule = ruleOf(trace, row)
  return {
    row,
    at: atOf(trace, row),
    says: [sentence(trace, row)],
    source: textOf(rule).source || 'the schedule',
    owner: rule.owner,
    link: 'happened',
  }
}

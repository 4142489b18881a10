// One clear sentence for each row of a partition's run; the words are those of trace/partitionWords.ts.

import { letterOf } from '../base/letter.ts'
import { kinds } from '../trace/kinds.ts'
import * as kind from '../trace/partitionKinds.ts'
import type { PartitionRuleId } from '../trace/partitionRules.ts'
import { partitionSays } from '../trace/partitionWords.ts'
import { fieldOf, kindOf, restOf, ruleOf, type Trace } from '../trace/trace.ts'
import { subjectAt } from './names.ts'

/** How each run begins. */
export const PARTITION_BEGINS = 'A leads, all are in sync, and their logs are empty.'

/** What a row says. */
function says(trace: Trace, row: number): string {
  const what = kindOf(trace, row)
  const declared = kinds[what]?.fields ?? []
  const { host } = subjectAt(trace, row)
  return partitionSays({
    kind: what,
    rule: ruleOf(trace, row).id as PartitionRuleId,
    broker: host === undefined ? undefined : letterOf(host),
    facts: [...declared.map((_, n) => fieldOf(trace, row, n)), ...restOf(trace, row)],
  })
}

export const partitionTellers: readonly (readonly [kind: number, teller: typeof says])[] = Object.values(kind).map(
  (what) => [what, says],
)

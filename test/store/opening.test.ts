// What a question about quorums opens on: the variant, the row in words, and the part of the run that shows it.

import { expect, test } from 'vitest'
import { opensAt } from '../../src/findings/quorumOpens.ts'
import { sentence } from '../../src/findings/sentence.ts'
import type { Run } from '../../src/store/lab.ts'
import { openingRange, selectedIn } from '../../src/store/looking.ts'
import { asked, variantOf } from '../support/quorumPresets.ts'

/** `B 0-2000: n2's fetch timer runs out`; no part: all of the run. */
function opened(link: string): string {
  const question = asked(link)
  const { scenario, traces } = question
  const answers = traces.map((trace, variant) => {
    const { world } = variantOf(question, 'ABCD'.charAt(variant) as 'A')
    return { trace, group: { lanes: [] }, opens: opensAt(trace, world) }
  })
  const run: Run = { scenario, answers, digest: 0, tookMs: 0, edits: 0 }
  const place = selectedIn({ run, selected: undefined })
  const trace = place && traces[place.variant]
  if (!trace) throw new Error('nothing is selected')
  const part = openingRange(run)
  return `${'ABCD'.charAt(place.variant)}${part ? ` ${part.from}-${part.to}` : ''}: ${sentence(trace, place.row).split(/[:,.] /)[0]}`
}

test.each([
  ['enough', "B 0-2000: n2's fetch timer runs out"],
  ['kip1236', "C 0-1300: n2's fetch timer runs out"],
  ['kip1236p', "C 0-1700: n2's fetch timer runs out"],
  ['answer', "A 0-2323: n2's fetch timer runs out"],
  ['beacon', "B 0-2323: n2's fetch timer runs out"],
  [
    'first',
    "A 1364-2709: n2's election timer runs out after 1519 ms (drawn from controller.quorum.election.timeout.ms to twice that)",
  ],
  ['return', 'B 8942-9618: n1 steps down'],
  ['cutoff', "A 0-3902: n2's fetch timer runs out"],
  ['edge', "B 0-3750: n2's fetch timer runs out"],
  ['below', 'B 1000-3750: No majority has fetched from n1 for 1500 ms (check-quorum'],
  ['asym', "B 0-2850: n2's fetch timer runs out"],
  ['pause', "B 0-2346: n2's fetch timer runs out"],
  ['resign', 'A 70-180: n1 gives up its leadership'],
  ['oneway', "A 0-2323: n2's fetch timer runs out"],
  ['five', "A: n3's fetch timer runs out"],
  ['churn', "A 0-1400: n2's fetch timer runs out"],
  ['slow', "A 0-1200: n2's fetch timer runs out"],
  ['observer', 'A 103-4410: All links of n1'],
  ['update', "B 400-1700: n2's raft thread spins until 1400 ms"],
  ['spin', "B 442-1118: n2's raft thread spins until 1040 ms"],
])('%s opens on what tells most', (link, says) => {
  expect(opened(link)).toBe(says)
})

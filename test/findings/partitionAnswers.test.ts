// Each question about a partition, answered in its own terms from its runs.

import { expect, test } from 'vitest'
import { answerOf } from '../../src/findings/answer.ts'
import { plain } from '../../src/findings/prose.ts'
import { setSetting } from '../../src/scenario/edit.ts'
import { setReplication } from '../../src/scenario/editPartition.ts'
import { partitionPresets } from '../../src/scenario/partitionPresets.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { presetScenario, tracesOf } from '../support/runs.ts'

const answer = (id: string, scenario: Scenario = presetScenario(id)): string =>
  plain(answerOf(id, scenario, tracesOf(scenario))[0] ?? [])

// biome-ignore format: a case is one line.
test.each<[id: string, says: string]>([
  ['kafka-1555-case-1', 'A and B: m0 is lost at step 3 by a clean election: B leads without it; C: nothing is acknowledged, and writes are blocked from step 2 on; D: m1 is kept, and m0 was never acknowledged.'],
  ['kafka-1555-case-2', 'A and B: B leads from step 5 on without m0, which was acknowledged; C: B leads from step 5 on without m0, which was never acknowledged.'],
  ['kafka-1555-case-3-1', 'No. A, B and C: C fetches below the high watermark 2 at step 8 and stays out.'],
  ['kafka-1555-case-3-2', 'A and B: m0 and m1 are lost at step 6; C: m0 and m1 are kept, and writes are blocked from step 5 on; D: a write is refused at step 4, and writes are blocked from step 5 on.'],
  ['one-message-behind', 'In C. A: m0, m1 and m2 are lost at step 7; B: m0, m1 and m2 are kept, and writes are blocked from step 6 on; C: nothing is acknowledged.'],
  ['kafka-1555-two-failures', 'A and B: m0 and m1 are lost at step 9; C and D: a write is refused at step 6, and writes were blocked from step 3 to step 7, and are from step 8 on.'],
  ['acks-three-two-crashes', 'In A and B. A: m0 is lost at step 9 by a clean election: C leads without it, for its log was cut at step 8, and writes are blocked from step 6 on; B: m0 is lost at step 9 by a clean election: C leads without it, for its log was cut at step 8; C: m0 is kept, and writes are blocked from step 7 on.'],
  ['min-isr-rejects', 'A and B: m0 is lost at step 8; C and D: a write is refused at step 5, and writes were blocked from step 3 to step 6, and are from step 7 on.'],
  ['min-isr-is-not-enough', 'In A and B. A and B: m0 is lost at step 8 by an unclean election: B leads without it; C: m0 is kept, and writes are blocked from step 7 on; D: m0 is kept.'],
  ['not-enough-after-append', 'A and B: m0 fails after the append at step 3, m1 is acknowledged at step 8, and the log has m0 and m1; C: m0 is acknowledged at step 5, m1 is acknowledged at step 8, and the log has m0 and m1.'],
  ['unclean-election', 'A and C: m0 is lost at step 5; B and D: m0 is kept, and writes were blocked from step 4 to step 9.'],
  ['kip-101-two-crashes', 'A: m0 is kept; B and C: m0 is lost at step 9 by a clean election: C leads without it, for its log was cut at step 8, and writes are blocked from step 7 on; D: m0 is kept, and writes are blocked from step 7 on.'],
  ['preferred-leader-move', 'A and D: m0 is kept; B and C: m0 is lost at step 8 by a clean election: C leads without it, for its log was cut at step 6.'],
  ['rejoins-below-commit', 'A, B and C: m0 is lost at step 10 by a move to the preferred leader: A leads without it, for its log was cut at step 8; D: m0 is kept.'],
  ['kip-279-fast-failover', 'A: m0 is lost at step 14 by a clean election: B leads without it, for its log was cut at step 12; B, C and D: m0 is kept.'],
  ['stale-watermark-join', 'A: C joins the ISR at step 8, and m0 is lost at step 10 by a clean election: C leads without it; B, C and D: C fetches below the epoch’s start at 1 at step 8 and stays out.'],
  ['last-replica-standing', 'A: A leads from step 9 on without m0 and m1, which were acknowledged; B and C: A leads from step 9 on without m0, which was acknowledged; D: B leads from step 8 on, with m0 and m1.'],
  ['eligible-leader-replicas', 'A, B and C: nobody leads from step 5 on, and writes are blocked from step 4 on; D: C leads from step 5 on without m0, which was never acknowledged (real Kafka 4.3.1: ELR = BC, B leads, at step 5), and writes are taken.'],
  ['rolling-crashes', 'A, B and C: C alone is in sync from step 5 on, and crashes at step 7.'],
  ['elr-tolerance', 'A and B: B leads from step 10 on without m0, which was acknowledged; C: C leads from step 9 on without m0, which was never acknowledged.'],
  ['unclean-two-failures', 'A and C: m0 is lost at step 10, and writes were blocked from step 5 to step 8, and are from step 9 on; B: m0 is kept, and writes were blocked from step 5 to step 8, and are from step 9 on.'],
  ['zombie-leader', 'A and B: m1 is lost at step 10 by a clean election: B leads without it; C and D: m0 is kept, and m1 was never acknowledged.'],
])('%s', (id, says) => expect(answer(id)).toBe(says))

test('no question about a partition is answered by figures alone', () => {
  for (const { id, scenario } of partitionPresets)
    expect(answer(id), id).not.toBe(plain(answerOf('', scenario, tracesOf(scenario))[0] ?? []))
})

test('another world and another setting have another answer', () => {
  const joins = setReplication(presetScenario('kafka-1555-case-3-1'), { schedule: 'c C; d C; r C; fl C; c A; d A' })
  expect(answer('kafka-1555-case-3-1', joins)).toBe('Yes. A, B and C: C joins the ISR at step 4.')
  const off = setSetting(presetScenario('eligible-leader-replicas'), 3, 'eligible.leader.replicas.version', '0')
  expect(answer('eligible-leader-replicas', off)).toMatch(/^A, B, C and D: nobody leads from step 5 on/)
})

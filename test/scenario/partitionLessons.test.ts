// What makes each preset about a partition the lesson that it is: how many of the acknowledged records are lost in each variant, by which
// step, and whether writes go on. The outcomes are those of replication.md 4 and 5, whose G or W stands beside each.

import { describe, expect, test } from 'vitest'
import { partitionFates, stepAt } from '../../src/findings/partitionRun.ts'
import * as edit from '../../src/scenario/edit.ts'
import { setReplication } from '../../src/scenario/editPartition.ts'
import { setKnob } from '../../src/scenario/own.ts'
import { partitionPresets } from '../../src/scenario/partitionPresets.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import type { Trace } from '../../src/trace/trace.ts'
import { presetScenario as of, tracesOf } from '../support/runs.ts'

/** `m0 lost at 5`, `m0 kept`, `nothing acknowledged`, and `, blocked from 4` where writes stay so. */
function outcome(trace: Trace): string {
  const { records, blocked } = partitionFates(trace)
  const acked = records.filter((record) => record.acked !== undefined)
  const told = acked.map(({ id, lost }) => `m${id} ${lost === undefined ? 'kept' : `lost at ${stepAt(trace, lost)}`}`)
  const stop = blocked === undefined ? '' : `, blocked from ${stepAt(trace, blocked)}`
  return (told.join(', ') || 'nothing acknowledged') + stop
}

const outcomes = (scenario: Scenario): string[] => tracesOf(scenario).map(outcome)

type Lesson = readonly [id: string, says: string, outcomes: readonly string[]]

// biome-ignore format: a case is one line.
const lessons: readonly Lesson[] = [
  ['kafka-1555-case-1', 'G2, G3: acks=0 and 1 lose, acks=3 blocks', ['m0 lost at 3, m1 kept', 'm0 lost at 3, m1 kept', 'nothing acknowledged, blocked from 2', 'm1 kept']],
  ['kafka-1555-case-2', 'G4: B leads, which never had it', ['m0 lost at 5', 'm0 lost at 5', 'nothing acknowledged']],
  ['kafka-1555-case-3-1', 'G5: no loss, against the argument', ['m0 kept, m1 kept', 'm0 kept, m1 kept', 'm0 kept, m1 kept']],
  ['kafka-1555-case-3-2', 'G6 loses, G7 blocks', ['m0 lost at 6, m1 lost at 6', 'm0 lost at 6, m1 lost at 6', 'm0 kept, m1 kept, blocked from 5', 'nothing acknowledged, blocked from 5']],
  ['one-message-behind', 'G8', ['m0 lost at 7, m1 lost at 7, m2 lost at 7', 'm0 kept, m1 kept, m2 kept, blocked from 6', 'nothing acknowledged']],
  ['kafka-1555-two-failures', 'G9', ['m0 lost at 9, m1 lost at 9', 'm0 lost at 9, m1 lost at 9', 'nothing acknowledged, blocked from 8', 'nothing acknowledged, blocked from 8']],
  ['acks-three-two-crashes', 'G10', ['m0 lost at 9, blocked from 6', 'm0 lost at 9', 'm0 kept, blocked from 7']],
  ['min-isr-rejects', 'what is refused cannot be lost', ['m0 lost at 8', 'm0 lost at 8', 'nothing acknowledged, blocked from 7', 'nothing acknowledged, blocked from 7']],
  ['min-isr-is-not-enough', 'W10', ['m0 lost at 8', 'm0 lost at 8', 'm0 kept, blocked from 7', 'm0 kept']],
  ['not-enough-after-append', 'to 3.6 only the retry is acknowledged', ['m1 kept', 'm1 kept', 'm0 kept, m1 kept']],
  ['unclean-election', 'on loses, off waits', ['m0 lost at 5, m1 kept', 'm0 kept', 'm0 lost at 5, m1 kept', 'm0 kept']],
  ['kip-101-two-crashes', 'W1: loss in 0.8.2 and 0.9, none in 0.8.1 and from 0.11 on', ['m0 kept', 'm0 lost at 9, blocked from 7', 'm0 lost at 9, blocked from 7', 'm0 kept, blocked from 7']],
  ['preferred-leader-move', 'W2: loss in 0.8.2 and 0.9', ['m0 kept', 'm0 lost at 8', 'm0 lost at 8', 'm0 kept']],
  ['rejoins-below-commit', 'W3: loss to 0.9', ['m0 lost at 10', 'm0 lost at 10', 'm0 lost at 10', 'm0 kept']],
  ['kip-279-fast-failover', 'W4: loss in 0.11 only', ['m0 lost at 14', 'm0 kept', 'm0 kept', 'm0 kept']],
  ['stale-watermark-join', 'W5: loss in 0.11 only', ['m0 lost at 10', 'm0 kept', 'm0 kept', 'm0 kept']],
  ['last-replica-standing', 'W6: only ELR keeps it', ['m0 lost at 9, m1 lost at 9', 'm0 lost at 9', 'm0 lost at 9', 'm0 kept']],
  ['eligible-leader-replicas', 'W7: blocked without ELR', ['nothing acknowledged, blocked from 4', 'nothing acknowledged, blocked from 4', 'nothing acknowledged, blocked from 4', 'm1 kept']],
  ['rolling-crashes', 'W8: blocked in all', ['nothing acknowledged, blocked from 7', 'nothing acknowledged, blocked from 7', 'nothing acknowledged, blocked from 7']],
  ['elr-tolerance', 'W9', ['m0 lost at 10', 'm0 lost at 10', 'nothing acknowledged']],
  ['unclean-two-failures', 'W11', ['m0 lost at 10, blocked from 9', 'm0 kept, blocked from 9', 'm0 lost at 10, blocked from 9']],
  ['zombie-leader', 'acks=1 loses, acks=all never promised it', ['m0 kept, m1 lost at 10', 'm0 kept, m1 lost at 10', 'm0 kept', 'm0 kept']],
]

test('every preset is a lesson here', () =>
  expect(lessons.map(([id]) => id)).toEqual(partitionPresets.map(({ id }) => id)))

describe('what each variant comes to', () => {
  test.each(lessons)('%s: %s', (id, _, expected) => expect(outcomes(of(id))).toEqual(expected))
})

const scheduled = (id: string, schedule: string): Scenario => setReplication(of(id), { schedule })

describe('the hints lead where they say', () => {
  // biome-ignore format: a case is one line.
  test.each<[id: string, says: string, scenario: () => Scenario, outcomes: readonly string[]]>([
    ['kafka-1555-case-1', 'B has it before the crash', () => scheduled('kafka-1555-case-1', 'p; f B; f B; c A; d A'), ['m0 kept', 'm0 kept', 'nothing acknowledged, blocked from 4', 'nothing acknowledged']],
    ['kafka-1555-case-2', 'C is the elder one', () => setReplication(of('kafka-1555-case-2'), { order: 'ACB' }), ['m0 kept', 'm0 kept', 'nothing acknowledged']],
    ['acks-three-two-crashes', 'B is noticed first', () => scheduled('acks-three-two-crashes', 'p; f B; f B; f C; fl C; c A[h=0]; c B; d B; d A'), ['m0 kept, blocked from 6', 'm0 kept', 'm0 kept, blocked from 7']],
    ['kip-101-two-crashes', 'B is noticed first', () => scheduled('kip-101-two-crashes', 'p; f B; f B; f C; f C; c A; c B; d B; d A'), ['m0 kept', 'm0 kept, blocked from 7', 'm0 kept, blocked from 7', 'm0 kept, blocked from 7']],
    ['preferred-leader-move', 'C has fetched once more', () => scheduled('preferred-leader-move', 'p; f B; f B; f C; f C; f C; pl B; c B; d B'), ['m0 kept', 'm0 kept', 'm0 kept', 'm0 kept']],
    ['rejoins-below-commit', 'B has fetched once more', () => scheduled('rejoins-below-commit', 'p; f B; f B; f C; f C; f B; c A[h=0]; d A; r A; fl A; pl A'), ['m0 kept', 'm0 kept', 'm0 kept', 'm0 kept']],
    ['kip-279-fast-failover', 'the common prefix alone', () => setKnob(of('kip-279-fast-failover'), 0, 'truncation', 'common prefix'), ['m0 kept', 'm0 kept', 'm0 kept', 'm0 kept']],
    ['stale-watermark-join', 'the epoch start alone', () => setKnob(of('stale-watermark-join'), 0, 'join', 'high watermark and epoch start'), ['m0 kept', 'm0 kept', 'm0 kept', 'm0 kept']],
    ['last-replica-standing', 'without the feature', () => edit.setSetting(of('last-replica-standing'), 3, 'eligible.leader.replicas.version', '0'), ['m0 lost at 9, m1 lost at 9', 'm0 lost at 9', 'm0 lost at 9', 'm0 lost at 9']],
    ['eligible-leader-replicas', 'without the feature', () => edit.setSetting(of('eligible-leader-replicas'), 3, 'eligible.leader.replicas.version', '0'), ['nothing acknowledged, blocked from 4', 'nothing acknowledged, blocked from 4', 'nothing acknowledged, blocked from 4', 'nothing acknowledged, blocked from 4']],
    ['min-isr-rejects', 'acks=1 is not refused', () => edit.setSetting(of('min-isr-rejects'), 3, 'acks', '1'), ['m0 lost at 8', 'm0 lost at 8', 'nothing acknowledged, blocked from 7', 'm0 kept, blocked from 7']],
    ['min-isr-is-not-enough', 'unclean election off', () => edit.setSetting(of('min-isr-is-not-enough'), 0, 'unclean.leader.election.enable', 'false'), ['m0 kept, blocked from 7', 'm0 lost at 8', 'm0 kept, blocked from 7', 'm0 kept']],
    ['kafka-1555-two-failures', 'min ISR 1', () => edit.setSetting(of('kafka-1555-two-failures'), 2, 'min.insync.replicas', 1), ['m0 lost at 9, m1 lost at 9', 'm0 lost at 9, m1 lost at 9', 'm0 kept, m1 kept, blocked from 8', 'nothing acknowledged, blocked from 8']],
    ['rolling-crashes', 'who is back has fetched twice', () => scheduled('rolling-crashes', 'c A; d A; r A; f A; f A; c B; d B; r B; f B; f B; c C; d C'), ['nothing acknowledged', 'nothing acknowledged', 'nothing acknowledged']],
    ['zombie-leader', 'B has fetched it', () => scheduled('zombie-leader', 'p; f B; f B; f C; f C; f B; f C; p; f B; c A; d A; f C; f C'), ['m0 kept, m1 kept', 'm0 kept, m1 kept', 'm0 kept', 'm0 kept']],
    ['not-enough-after-append', 'without the retry', () => scheduled('not-enough-after-append', 'p; s B; s C; f B; f B; f B; f B'), ['nothing acknowledged', 'nothing acknowledged', 'm0 kept']],
    ['kafka-1555-case-3-2', 'one message is allowed', () => edit.setSetting(of('kafka-1555-case-3-2'), 0, 'replica.lag.max.messages', 1), ['nothing acknowledged', 'm0 lost at 6, m1 lost at 6', 'm0 kept, m1 kept, blocked from 5', 'nothing acknowledged, blocked from 5']],
    ['one-message-behind', 'both have fetched twice', () => scheduled('one-message-behind', 'p; f B; f B; f C; f C; p; m B; m C; p; c A; d A'), ['m0 kept', 'm0 kept', 'm0 kept']],
    ['unclean-election', 'A comes back without its log', () => scheduled('unclean-election', 'p; s B; s C; c A[k=0]; d A; p; f C; f C; r A; f A'), ['m0 lost at 5, m1 kept', 'm0 lost at 9', 'm0 lost at 5, m1 kept', 'm0 lost at 9']],
    ['elr-tolerance', 'C has fetched twice', () => scheduled('elr-tolerance', 'p; f B; f B; f C; f C; s C; c A[k=0]; d A; r A; c B[k=0]; d B; r B'), ['m0 kept', 'm0 kept', 'm0 kept']],
    ['unclean-two-failures', 'unclean election off', () => edit.setSetting(of('unclean-two-failures'), 0, 'unclean.leader.election.enable', 'false'), ['m0 kept, blocked from 9', 'm0 kept, blocked from 9', 'm0 lost at 10, blocked from 9']],
  ])('%s: %s', (_, __, scenario, expected) => expect(outcomes(scenario())).toEqual(expected))
})

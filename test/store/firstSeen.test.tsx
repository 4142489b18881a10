import { expect, test } from 'vitest'
import { letterOf } from '../../src/base/letter.ts'
import { partitionPresets } from '../../src/scenario/partitionPresets.ts'
import { STEP } from '../../src/scenario/partitionWorld.ts'
import { requestPresets } from '../../src/scenario/requestPresets.ts'
import { lab } from '../../src/store/lab.ts'
import { seek, select, selectedIn } from '../../src/store/looking.ts'
import { kinds } from '../../src/trace/kinds.ts'
import { atOf, kindOf } from '../../src/trace/trace.ts'
import { openLab } from '../support/lab.ts'

/** What the run of a preset opens on: kind and instant of the row. */
function opensOn(id: string): [string | undefined, number] | undefined {
  const preset = [...requestPresets, ...partitionPresets].find((each) => each.id === id)
  if (preset === undefined) throw new Error(id)
  openLab(preset.scenario)
  const place = selectedIn(lab())
  const trace = place && lab().run?.answers[place.variant]?.trace
  return place && trace && [kinds[kindOf(trace, place.row)]?.name, atOf(trace, place.row)]
}

test.each<[string, string, string, number]>([
  ['a connection that is closed, before all else', 'mute-broker', 'CLOSE', 60_004],
  ['a batch that expires unsent, where no connection is lost', 'delivery-budget', 'BATCH', 5001],
  ['a batch that has to be sent again, where no connection is lost', 'leader-moves', 'BATCH', 10_100],
  ['the first send() that fails, where memory may be full', 'buffer-full', 'CALLBACK', 3100],
  ['the last record, where all went well', 'duplicates', 'CALLBACK', 5001],
])('a run opens on %s', (_, id, kind, at) => {
  expect(opensOn(id)).toEqual([kind, at])
})

/** Variant, step and kind of the row that the run of a partition opens on. */
function partitionOpensOn(id: string): string {
  const [kind, at = 0] = opensOn(id) ?? []
  return `${letterOf(selectedIn(lab())?.variant ?? -1)} ${at / STEP} ${kind}`
}

// biome-ignore format: a case is one line.
test.each<[says: string, id: string, opens: string]>([
  ['the first loss that not all variants have', 'kafka-1555-case-1', 'A 3 ACKED_LOST'],
  ['the loss of the first variant that has one', 'kafka-1555-case-2', 'A 5 ACKED_LOST'],
  ['who stays out of the ISR, where nothing is wrong', 'kafka-1555-case-3-1', 'A 8 STAYS_OUT'],
  ['the loss before the standstill', 'kafka-1555-case-3-2', 'A 6 ACKED_LOST'],
  ['the first loss of one message', 'one-message-behind', 'A 7 ACKED_LOST'],
  ['the loss with two down', 'kafka-1555-two-failures', 'A 9 ACKED_LOST'],
  ['the loss of what all three had', 'acks-three-two-crashes', 'A 9 ACKED_LOST'],
  ['the loss of what others refused', 'min-isr-rejects', 'A 8 ACKED_LOST'],
  ['the loss that min.insync.replicas leaves', 'min-isr-is-not-enough', 'A 8 ACKED_LOST'],
  ['the error after the append, where nothing is lost', 'not-enough-after-append', 'A 3 FAILED_AFTER_APPEND'],
  ['the loss of an unclean election', 'unclean-election', 'A 5 ACKED_LOST'],
  ['the loss in a later variant, where the first one has none', 'kip-101-two-crashes', 'B 9 ACKED_LOST'],
  ['the loss after a move', 'preferred-leader-move', 'B 8 ACKED_LOST'],
  ['the loss after a join', 'rejoins-below-commit', 'A 10 ACKED_LOST'],
  ['the loss of KIP-101 alone', 'kip-279-fast-failover', 'A 14 ACKED_LOST'],
  ['the loss of a stale watermark', 'stale-watermark-join', 'A 10 ACKED_LOST'],
  ['the loss without ELR', 'last-replica-standing', 'A 9 ACKED_LOST'],
  ['the election out of the ELR, where the others stand still', 'eligible-leader-replicas', 'D 5 ELECTED'],
  ['the standstill of all', 'rolling-crashes', 'A 7 WRITES_BLOCKED'],
  ['the loss that ELR leaves', 'elr-tolerance', 'A 10 ACKED_LOST'],
  ['the loss of two failures', 'unclean-two-failures', 'A 10 ACKED_LOST'],
  ['the loss of a zombie leader', 'zombie-leader', 'A 10 ACKED_LOST'],
])('the run of a partition opens on %s: %s', (_, id, opens) => expect(partitionOpensOn(id)).toBe(opens))

/** Variant, step and kind of what is told when the cursor comes to a step from a variant. */
function toldAt(id: string, variant: number, step: number): string {
  opensOn(id)
  select(variant, 0)
  seek(step * STEP)
  const place = selectedIn(lab())
  const trace = place && lab().run?.answers[place.variant]?.trace
  if (!place || !trace) return 'nothing'
  return `${letterOf(place.variant)} ${atOf(trace, place.row) / STEP} ${kinds[kindOf(trace, place.row)]?.name}`
}

// biome-ignore format: a case is one line.
test.each<[string, string, number, number, string]>([
  ['what tells most of a step, and not what comes last', 'kip-101-two-crashes', 1, 8, 'B 8 LOG_CUT'],
  ['the variant that is looked at, where it has an event', 'kip-101-two-crashes', 3, 8, 'D 8 ELECTED'],
  ['the variant that has one, where this one has none', 'eligible-leader-replicas', 0, 6, 'D 6 IN_SYNC'],
  ['the loss of a step', 'kip-101-two-crashes', 1, 9, 'B 9 ACKED_LOST'],
  ['the last event, behind the last step', 'kip-101-two-crashes', 1, 10, 'B 9 ACKED_LOST'],
])('stepping tells %s', (_, id, variant, step, expected) => expect(toldAt(id, variant, step)).toBe(expected))

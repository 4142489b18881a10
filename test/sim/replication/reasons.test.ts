// By which rules a step goes; what the states are is held by recordings.

import { expect, test } from 'vitest'
import type { PartitionQuestion } from '../../../src/scenario/partitionWorld.ts'
import { sentenceOf } from '../../../src/sim/replication/reasons.ts'
import { asked, played } from '../../support/partitions.ts'

const min2 = { 'min.insync.replicas': 2 }
const copied = 'p; f B; f B; f C; f C'

type Row = [says: string, question: PartitionQuestion, schedule: string, rules: string[]]

test.each<Row>([
  ['the leader appends and answers acks=1', asked('kafka-2.1', { acks: 1 }), 'p', ['append', 'acked-at-append']],
  ['acks=0 is sent blindly', asked('kafka-2.1', { acks: 0 }), 'c A; p', ['sent-blindly', 'sent-blindly']],
  ['acks=2 counts replicas', asked('kafka-0.8.1', { acks: 2 }), 'p; f C; f C', ['fetch', 'acked-by-number']],
  ['acks=all waits for the watermark', asked('kafka-2.1'), copied, ['fetch', 'watermark-rises', 'acked-by-all']],
  ['a follower learns of it one fetch later', asked('kafka-2.1'), `${copied}; f B`, ['fetch', 'follower-watermark']],
  [
    'M drops, and the watermark rises',
    asked('kafka-0.8.1', { 'replica.lag.max.messages': 0 }),
    'p; m B; m C',
    ['too-far-behind', 'too-far-behind', 'watermark-rises', 'acked-by-in-sync'],
  ],
  [
    'since 3.7 it stands still below min.insync.replicas',
    asked('kafka-3.7', min2),
    'p; s B; s C',
    ['too-slow', 'too-slow', 'watermark-frozen'],
  ],
  [
    'who leaves too small an ISR stays eligible',
    asked('kafka-4.0-elr', min2),
    'p; s B; s C',
    ['too-slow', 'too-slow', 'eligible-leaders', 'watermark-frozen'],
  ],
  ['0.8.1 elects by seniority', asked('kafka-0.8.1'), 'c A; d A', ['detected', 'elected-by-seniority', 'dead-leaves']],
  [
    '0.8.2 elects by assignment',
    asked('kafka-0.8.2', {}, {}, 'CBA'),
    'c A; d A',
    ['detected', 'elected-by-assignment', 'dead-leaves'],
  ],
  [
    'followers cut to their watermark at once',
    asked('kafka-0.8.2'),
    `${copied}; c A; d A`,
    ['detected', 'elected-by-assignment', 'cut-to-watermark', 'dead-leaves'],
  ],
  ['KIP-101 asks first', asked('kafka-kip101'), 'p; c A; d A; p; r A; f A', ['cut-to-epoch-end']],
  ['KIP-279 finds the common prefix', asked('kafka-2.1'), 'p; c A; d A; p; r A; f A', ['cut-to-common-prefix']],
  [
    'an eligible leader replica leads',
    asked('kafka-4.0-elr', min2),
    'p; s B; s C; c A; d A',
    ['detected', 'elected-eligible', 'elected-eligible', 'eligible-leaders'],
  ],
  [
    'the last known leader leads',
    asked('kafka-4.0-elr'),
    'p; s B; s C; c A; d A; r A',
    ['restart', 'elected-last-known', 'elected-last-known', 'unclean-restart'],
  ],
  [
    'unclean election loses',
    asked('kafka-0.8.2', { 'unclean.leader.election.enable': true }),
    'p; s B; s C; c A; d A',
    ['detected', 'elected-uncleanly', 'elected-uncleanly', 'acked-lost'],
  ],
  [
    'without it nobody leads, and the last member stays',
    asked('kafka-0.8.2'),
    'p; s B; s C; c A; d A',
    ['detected', 'nobody-elected', 'last-stays'],
  ],
  [
    '0.8 forgets positions at a shrink',
    asked('kafka-0.8.2'),
    'c C; d C',
    ['detected', 'dead-leaves', 'positions-forgotten'],
  ],
  ['the preferred leader leads again', asked('kafka-2.1', {}, {}, 'BCA'), 'pl B', ['preferred']],
  ['a follower joins at the watermark', asked('kafka-0.9'), 'p; s B; f B', ['fetch', 'joins']],
  ['2.0.1 asks for the epoch start too', asked('kafka-2.1'), 'p; s B; f B', ['fetch', 'joins-after-epoch-start']],
  [
    'who fetches below the high watermark stays out',
    asked('kafka-0.8.1', { 'replica.lag.max.messages': 2 }),
    'c C; d C; p; p; f B; f B; r C; fl C',
    ['fetch-lost', 'stays-out'],
  ],
  [
    'and below the epoch start since 2.0.1',
    asked('kafka-2.1', {}, {}, 'BCA'),
    'p; f B; f B; c C; d C; pl B; r C; fl C',
    ['fetch-lost', 'stays-out-of-epoch'],
  ],
  [
    'before there was a setting for it an unclean election is no setting’s',
    asked('kafka-0.8.1', { 'replica.lag.max.messages': 0 }),
    'p; m B; m C; c A; d A',
    ['detected', 'elected-whoever-lives', 'elected-whoever-lives', 'acked-lost'],
  ],
  [
    'acks=0 loses what it sent',
    asked('kafka-2.1', { acks: 0 }),
    'p; c A; d A',
    ['detected', 'elected-by-assignment', 'dead-leaves', 'sent-lost'],
  ],
  [
    'acks=1 loses what one had',
    asked('kafka-2.1', { acks: 1 }),
    'p; c A; d A',
    ['detected', 'elected-by-assignment', 'dead-leaves', 'acked-by-one-lost'],
  ],
  [
    'acks=2 loses what two had',
    asked('kafka-0.8.1', { acks: 2 }),
    'p; f C; f C; c A; d A',
    ['detected', 'elected-by-seniority', 'cut-to-watermark', 'dead-leaves', 'acked-by-number-lost'],
  ],
  ['a page cache is lost', asked('kafka-2.1'), 'p; c A[k=0]', ['crash', 'log-lost']],
])('%s', (_, question, schedule, rules) => {
  const result = played(question, schedule)
  expect(result.refused).toBeUndefined()
  expect(result.played.at(-1)?.reasons.map(({ rule }) => rule)).toEqual(rules)
})

test('a step is told in its order, from the crash to the loss', () => {
  const { played: steps } = played(asked('kafka-0.8.2', min2), `${copied}; c A; c B; d A; d B`)
  expect(sentenceOf(steps.at(-1)?.reasons ?? [])).toBe(
    'The controller takes B for dead. C leads epoch 2 with an empty log. The ISR is C. m0 was acknowledged and is lost: C leads without it.',
  )
})

test('what keeps writes blocked is told', () => {
  const { played: offline } = played(asked('kafka-2.1', min2), 'p; s B; s C; c A')
  expect(offline.at(-1)?.blockedBy).toBe('when every crash is detected, no replica that may lead is up.')
  const { played: few } = played(asked('kafka-0.8.1', { acks: 3 }), 'c A; d A')
  expect(few.at(-1)?.blockedBy).toContain('the ISR is BC, too few for 3 acknowledgements')
})

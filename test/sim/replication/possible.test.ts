import { expect, test } from 'vitest'
import { readSchedule } from '../../../src/scenario/partitionSteps.ts'
import type { PartitionQuestion } from '../../../src/scenario/partitionWorld.ts'
import { Partition } from '../../../src/sim/replication/partition.ts'
import { choicesAfter } from '../../../src/sim/replication/play.ts'
import { asked, played } from '../../support/partitions.ts'

const min2 = { 'min.insync.replicas': 2 }
const recent = asked('kafka-2.1', min2)

type Row = [why: string, question: PartitionQuestion, schedule: string, refused: string]

test.each<Row>([
  ['all records are sent', asked('kafka-2.1', {}, { records: 1 }), 'p; p', 'All 1 records of this question are sent.'],
  ['nobody leads before the crash is detected', recent, 'c A; p', 'No leader is up: the crash is not detected yet.'],
  [
    'nobody leads when nobody is elected',
    asked('kafka-2.1'),
    'p; s B; s C; c A; d A; p',
    'No leader is up: nobody is elected.',
  ],
  ['acks=all needs min.insync.replicas', recent, 'p; s B; s C; p', 'NOT_ENOUGH_REPLICAS (19): the ISR is A,'],
  ['a leader does not fetch', recent, 'f A', 'A is the leader.'],
  ['who is down does not fetch', recent, 'c B; f B', 'B is down.'],
  ['a fetch that would cut cannot be lost', recent, 'p; c A; d A; p; r A; fl A', 'only f A is possible'],
  ['who left the ISR cannot leave it', recent, 'p; s B; s B', 'B is not in the ISR, which is AC.'],
  ['no lag in messages since 0.9', recent, 'p; m B', 'There is no replica.lag.max.messages here'],
  [
    'not more than M behind',
    asked('kafka-0.8.1', { 'replica.lag.max.messages': 1 }),
    'p; m B',
    'not more than replica.lag.max.messages=1',
  ],
  [
    'the position is unknown after an election',
    asked('kafka-0.8.1', { 'replica.lag.max.messages': 0 }),
    'c A; d A; p; m C',
    'The leader does not know the position of C yet',
  ],
  ['M goes before slowness', asked('kafka-0.8.1', { 'replica.lag.max.messages': 0 }), 'p; s B', 'm B drops it.'],
  ['an equal follower is never dropped since 2.1', recent, 's B', "B holds all of the leader's log"],
  ['slow drops are counted', asked('kafka-2.1', {}, { slowDrops: 1 }), 'p; s B; s C', 'allows 1 slow followers'],
  ['moves are counted', asked('kafka-2.1', {}, { preferredMoves: 0 }, 'BCA'), 'pl B', 'allows 0 moves'],
  ['only the first of the assignment is preferred', recent, 'pl B', 'The preferred leader is A'],
  ['who is not in sync is not preferred', asked('kafka-2.1', {}, {}, 'BCA'), 'p; s B; pl B', 'B is not in the ISR'],
  [
    'who is not live is not preferred',
    asked('kafka-2.1', {}, {}, 'BCA'),
    'p; s C; s B; c B; d B; pl B',
    'B is not in the ISR',
  ],
  ['crashes are counted', asked('kafka-2.1', {}, { crashes: 1 }), 'c A; c B', 'This question allows 1 crashes.'],
  [
    'down at once is counted',
    asked('kafka-2.1', {}, { downAtOnce: 1 }),
    'c A; c B',
    'This question allows 1 down at once.',
  ],
  [
    'the next crash waits for repair',
    asked('kafka-2.1', {}, { repairBeforeNextCrash: true }),
    'c A; d A; c B',
    'waits for full repair',
  ],
  [
    'a crash keeps its log',
    asked('kafka-2.1', {}, { crashMayLoseLog: false }),
    'p; c A[k=0]',
    'A crash keeps the whole log here',
  ],
  ['nobody keeps more than it has', recent, 'p; c A[k=2]', 'A cannot keep more than it has: log end offset 1'],
  ['no watermark above what is kept', recent, 'p; f B; f B; f C; f C; c A[h=1,k=0]', 'no watermark above'],
  ['only who is down is detected', recent, 'd A', 'A is up.'],
  ['a crash is detected once', recent, 'c B; d B; d B', 'The controller knows already that B is down.'],
  ['only who is down restarts', recent, 'r A', 'A is up.'],
  ['a restart waits for the session', recent, 'c A; r A', 'd A comes first'],
  ['restarts may be forbidden', asked('kafka-2.1', {}, { restarts: false }), 'c B; d B; r B', 'No broker is restarted'],
])('%s', (_, question, schedule, refused) => {
  const result = played(question, schedule)
  expect(result.played).toHaveLength(schedule.split('; ').length)
  expect(result.refused).toContain(refused)
})

test('step by step, each choice is possible or says why not', () => {
  const partition = new Partition(recent, true)
  const schedule = readSchedule('p; f B; f B; f C; f C')
  if ('what' in schedule) throw new Error(schedule.what)
  const choices = choicesAfter(partition, schedule.steps)
  const possible = choices.filter(({ refusal }) => refusal === undefined).map(({ words }) => words)
  expect(possible.sort()).toEqual(played(recent, 'p; f B; f B; f C; f C').played.at(-1)?.enabled)
  expect(choices.find(({ words }) => words === 'r A')?.refusal).toBe('A is up.')
})

test('a fetch that changes nothing is not enabled, and does no harm in a schedule', () => {
  const choices = choicesAfter(new Partition(recent, true), [])
  expect(choices.find(({ words }) => words === 'f B')?.refusal).toBe('A fetch of B would change nothing.')
  const { played: steps, refused } = played(recent, 'f B')
  expect(refused).toBeUndefined()
  expect(steps[1]?.state).toEqual(steps[0]?.state)
})

test('a what-if is a row of knobs with one of them turned', () => {
  const w5 = 'p; f B; f B; c C; d C; pl B; r C; fl C; c B; d B'
  const asIs = played(asked('kafka-2.1', min2, {}, 'BCA'), w5)
  const turned = { ...asked('kafka-2.1', min2, {}, 'BCA'), knobs: { join: 'high watermark' } as const }
  expect(asIs.played.at(-1)?.verdict.ackedLoss).toBe(false)
  expect(played(turned, w5).played.at(-1)?.verdict.ackedLoss).toBe(true)
})

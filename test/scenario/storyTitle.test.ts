import { expect, test } from 'vitest'
import { historyClasses } from '../../src/scenario/partitionWorld.ts'
import { plainExtras, promiseColumns, promiseRows } from '../../src/scenario/promiseTable.ts'
import { limits } from '../../src/scenario/scenario.ts'
import { storyAsked, storyTitle } from '../../src/scenario/storyTitle.ts'

const many = { records: 3, slowDrops: 2, preferredMoves: 1, crashMayLoseLog: true }

test('the title of each story says what was asked, and within which bounds', () => {
  for (const row of promiseRows)
    for (const { release } of promiseColumns)
      for (const history of historyClasses)
        for (const extras of [plainExtras, many]) {
          const title = storyTitle({ row, release, history, extras }, 'blocked', 12)
          expect(title.length).toBeLessThanOrEqual(limits.titleLength)
          const asked = storyAsked(title)
          expect(asked?.question).toMatch(`${history.requirement} of Kafka ${release}, ${row.says}: `)
          expect(asked?.bounds).toMatch(
            extras === many ? /2 slow followers dropped.*lose any end.*3 records/ : /, 2 records/,
          )
        }
})

test('as it reads', () => {
  const row = promiseRows.find(({ name }) => name === 'Unclean election off')!
  const history = historyClasses.find(({ name }) => name === 'H1a')!
  const title = storyTitle({ row, release: '2.1', history, extras: { ...plainExtras, slowDrops: 1 } }, 'blocked', 7)
  expect(title).toBe('Unclean election off, 2.1: R1 in H1a with 1 slow blocks in 7')
  expect(storyAsked(title)).toEqual({
    question:
      'R1 of Kafka 2.1, acks=all · min ISR 1 · unclean off: with one broker down at a time, is nothing acknowledged lost, and do writes go on?',
    bounds:
      'No. This is a shortest story among all of H1a: up to 3 crashes, one down at once, restarts, up to 1 slow follower dropped, 2 records.',
  })
})

test.each(['', 'My own question', 'Unclean election off, 2.1: R1 in H9 blocks in 7'])('%s is no story', (title) =>
  expect(storyAsked(title)).toBeUndefined(),
)

import { expect, test } from 'vitest'
import { readSchedule, readStep } from '../../../src/scenario/partitionSteps.ts'
import { Partition } from '../../../src/sim/replication/partition.ts'
import { play } from '../../../src/sim/replication/play.ts'
import { asked, played } from '../../support/partitions.ts'

test.each([
  ['p'],
  ['f B'],
  ['fl C'],
  ['m B'],
  ['s C'],
  ['c A'],
  ['c A[h=0]'],
  ['c A[k=1]'],
  ['c A[h=0,k=1]'],
  ['d A'],
  ['r A'],
  ['pl B'],
])('%s is a step', (words) => expect(readStep(words)).toBeTypeOf('number'))

test.each([
  ['', 0, 'A step begins with one of'],
  ['x B', 0, 'A step begins with one of'],
  ['p A', 1, 'Nothing follows p.'],
  ['f', 1, 'A space and a broker follow f.'],
  ['fl  C', 3, 'A broker is A, B or C.'],
  ['d D', 2, 'A broker is A, B or C.'],
  ['r a', 2, 'A broker is A, B or C.'],
  ['f B[h=0]', 3, 'Nothing follows the broker of f.'],
  ['c A h=0', 3, 'What a crash keeps stands in brackets'],
  ['c A[]', 4, 'A crash keeps h='],
  ['c A[h0]', 5, 'An equals sign follows h.'],
  ['c A[h=x]', 6, 'h= is followed by an offset.'],
  ['c A[k=7]', 6, 'No log here is longer than 6 records.'],
  ['c A[k=0,h=0]', 7, 'h= comes before k='],
  ['c A[h=0,', 7, 'A bracket ] ends what a crash keeps'],
  ['c A[h=0] ', 8, 'Nothing follows the bracket.'],
])('%s is no step, from its letter %i on', (words, at, what) => {
  const misread = readStep(words)
  expect(misread).toMatchObject({ at })
  expect(misread).toHaveProperty('what', expect.stringContaining(what))
})

test('a schedule tells the place of its first slip in the whole text', () => {
  expect(readSchedule('p; f B;\n  c A[h=]; x')).toMatchObject({ at: 16 })
})

test('the places of steps are where their words begin', () => {
  expect(readSchedule('p; f B ;; d A')).toMatchObject({ places: [0, 3, 10] })
})

test('a crash that keeps all that it can is written without a word of it', () => {
  const partition = new Partition(asked('kafka-2.1', {}, { crashMayLoseLog: true }), false)
  const schedule = readSchedule('p; f B; c A[h=0,k=1]; c B[h=0,k=0]')
  if ('what' in schedule) throw new Error(schedule.what)
  const { played } = play(partition, schedule.steps)
  expect(played.map(({ words }) => words)).toEqual(['start', 'p', 'f B', 'c A', 'c B[k=0]'])
})

test('what a schedule may take of crashes and drops has no end', () => {
  const crashing = Array.from({ length: 20 }, () => 'c C; d C; r C; f C; f C').join('; ')
  expect(played(asked('kafka-2.1'), crashing).refused).toBeUndefined()
  const dropping = Array.from({ length: 20 }, () => 's C; f C').join('; ')
  const { played: all, refused } = played(asked('kafka-0.9'), dropping)
  expect(refused).toBeUndefined()
  expect(all.at(-1)?.state.used.slowDrops).toBe(20)
})

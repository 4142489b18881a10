// What `npm run check` reads and tells.

import { expect, test } from 'vitest'
import { readOrder } from '../../cli/check/order.ts'
import { report } from '../../cli/check/report.ts'
import { PartitionCheck } from '../../src/search/partitionCheck.ts'

const reading = (line: string) => readOrder(line.split(' '))

function answer(line: string): string {
  const asked = reading(line)
  if (!('order' in asked)) throw new Error(asked.join(' '))
  const check = new PartitionCheck(asked.order)
  while (!check.advance(1_000));
  return report(asked.order, check.partition, check.result())
}

test('what is not given is the default of the release, and the class of histories sets the bounds', () => {
  expect(reading('--variant kafka-0.8.2 --history H2a --slow-drops 1')).toMatchObject({
    order: {
      question: {
        config: {
          acks: 1,
          'min.insync.replicas': 1,
          'unclean.leader.election.enable': true,
          'replica.lag.max.messages': 4000,
        },
        order: 'ABC',
        bounds: { records: 2, crashes: 3, downAtOnce: 2, restarts: true, slowDrops: 1 },
      },
      properties: ['ackedLoss'],
    },
  })
})

test.each([
  ['--acks all', 'Name a row of knobs with --variant.'],
  [
    '--variant kafka-9',
    "--variant is one of kafka-0.8.1, kafka-0.8.2, kafka-0.9, kafka-kip101, kafka-2.1, kafka-3.7, kafka-4.0-elr, not 'kafka-9'.",
  ],
  ['--variant kafka-2.1 --speed 3', "There is no option '--speed'."],
  ['--variant kafka-2.1 --acks', '--acks is followed by a value.'],
  ['--variant kafka-2.1 --acks 0 --acks 1', '--acks is given twice.'],
  ['--variant kafka-2.1 --acks some', "--acks is a whole number, not 'some'."],
  [
    '--variant kafka-2.1 --acks 2',
    'config.acks: Since 0.9 a broker answers acks=2 with INVALID_REQUIRED_ACKS (21). Use -1, 0 or 1.',
  ],
  [
    '--variant kafka-0.8.1 --min-isr 2',
    'config.min.insync.replicas: kafka-0.8.1 has no min.insync.replicas: it came with 0.8.2. Use 1.',
  ],
  [
    '--variant kafka-0.8.1 --unclean off',
    'config.unclean.leader.election.enable: kafka-0.8.1 cannot turn unclean election off: the setting came with 0.8.2. Use true.',
  ],
  [
    '--variant kafka-0.9 --lag-max 4000',
    'config.replica.lag.max.messages: kafka-0.9 has no replica.lag.max.messages: it went with 0.9. Leave it out.',
  ],
  ['--variant kafka-2.1 --records 7', 'bounds.records: records lies between 1 and 6. Not 7.'],
  [
    '--variant kafka-2.1 --crashes 10 --moves 6',
    'bounds.crashes: Each crash and each preferred move may begin an epoch, and at most 15 fit. Allow fewer crashes or moves.',
  ],
  ['--variant kafka-2.1 --states 0', '--states lies between 1 and 50000000.'],
])('%s is refused in a sentence', (line, what) => expect(reading(line)).toContain(what))

test('every slip is told at once', () => expect(reading('--variant x --down 0.5 --restarts yes')).toHaveLength(3))

test('a break is a story, a sentence a step', () => {
  expect(answer('--variant kafka-0.8.1 --acks all --lag-max 0')).toBe(
    `kafka-0.8.1, acks=all, min.insync.replicas=1, unclean.leader.election.enable=true, replica.lag.max.messages=0, assignment order ABC
Bounds: 2 records, 1 crash, 1 down at once, no restarts
Broken: an acknowledged record is lost. No shorter history does it than these 5 steps:
  1  p      A appends m0 at offset 0 in epoch 0.
  2  m B    B is 1 behind, more than replica.lag.max.messages=0. The ISR is AC.
  3  m C    C is 1 behind, more than replica.lag.max.messages=0. The ISR is A. The high watermark of A rises from 0 to 1. m0 is acknowledged.
  4  c A    A crashes; on its disk the high watermark is 1.
  5  d A    The controller takes A for dead. B leads epoch 1 with an empty log. The ISR is B. m0 was acknowledged and is lost: B leads without.
359 states, 657 transitions, depth 5
`,
  )
})

test('what holds says within which bounds', () => {
  expect(answer('--variant kafka-4.0-elr --min-isr 2 --slow-drops 2')).toContain(
    'Holds within these bounds: no acknowledged record is lost, and writes are never blocked for good.\n5854 states',
  )
})

test('what is undecided says how far it is known', () => {
  expect(answer('--variant kafka-2.1 --acks all --states 100')).toContain(
    'Undecided: no break among the histories of up to 4 steps',
  )
})

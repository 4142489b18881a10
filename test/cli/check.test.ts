// What `npm run check` reads and tells.

import { expect, test } from 'vitest'
import { readOrder } from '../../cli/check/order.ts'
import { pointedAt, report } from '../../cli/check/report.ts'
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
  ['--acks all', 'Name an era or a release with --variant.'],
  [
    '--variant kafka-9',
    "--variant is one of kafka-0.8.1, kafka-0.8.2, kafka-0.9, kafka-kip101, kafka-2.1, kafka-3.7, kafka-4.0-elr, 0.8.1, 0.8.2, 0.9, 0.10, 0.11, 1.0, 1.1, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7, 2.8, 3.0, 3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9, 4.0, 4.1, 4.2, 4.3, 4.4, not 'kafka-9'.",
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
    'config.min.insync.replicas: There is no min.insync.replicas here: it came with 0.8.2. Use 1.',
  ],
  [
    '--variant kafka-0.8.1 --unclean off',
    'config.unclean.leader.election.enable: Unclean election cannot be turned off here: the setting came with 0.8.2. Use true.',
  ],
  [
    '--variant kafka-0.9 --lag-max 4000',
    'config.replica.lag.max.messages: There is no replica.lag.max.messages here: it went with 0.9. Leave it out.',
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
    `kafka-0.8.1, request.required.acks=-1, replica.lag.max.messages=0, assignment order ABC
Bounds: 2 records, 1 crash, 1 down at once, no restarts
Broken: an acknowledged record is lost. No shorter history does it than these 5 steps:
  1  p      A appends m0 at offset 0 in epoch 0.
  2  m B    B is 1 behind, more than replica.lag.max.messages=0. The ISR is AC.
  3  m C    C is 1 behind, more than replica.lag.max.messages=0. The ISR is A. The high watermark of A rises from 0 to 1. m0 is acknowledged.
  4  c A    A crashes; on its disk the high watermark is 1.
  5  d A    The controller takes A for dead. B leads epoch 1 with an empty log. The ISR is B. m0 was acknowledged and is lost: B leads without it.
359 states, 657 transitions, depth 5
`,
  )
})

test('what holds says within which bounds', () => {
  expect(answer('--variant kafka-4.0-elr --min-isr 2 --slow-drops 2')).toContain(
    'Holds within these bounds: no acknowledged record is lost, and writes never stay blocked, with no broker coming back.\n5854 states',
  )
})

test('an option may stand with its value, and a release in the place of its era', () => {
  const config = { acks: 1, 'min.insync.replicas': 2, 'unclean.leader.election.enable': false }
  expect(reading('--variant=0.11 --min-isr=2')).toMatchObject({
    order: { question: { variant: 'kafka-kip101', config } },
  })
  expect(reading('--variant 3.6')).toMatchObject({
    order: { question: { variant: 'kafka-2.1', config: { acks: -1 } } },
  })
  expect(reading('--variant 1.1')).toMatchObject({ order: { question: { knobs: { lastInSync: 'stays' } } } })
})

test('min.insync.replicas above the replicas is taken, as Kafka takes it', () => {
  expect(answer('--variant 2.1 --acks all --min-isr 4 --history H1')).toContain('Broken: writes stay blocked')
})

test('with acks=0 a record was sent, and acknowledged by nobody', () => {
  const said = answer('--variant kafka-0.8.1')
  expect(said).toContain('kafka-0.8.1, request.required.acks=0, replica.lag.max.messages=4000')
  expect(said).toContain('Broken: a record that was sent is lost.')
  expect(said).not.toContain('acknowledged')
})

test('what was visible and is lost is told in the last step', () => {
  const said = answer('--variant 2.1 --acks all --min-isr 2 --unclean on --history H1 --slow-drops 2 --require visible')
  expect(said).toMatch(/A consumer may have read m0, which is lost: \w leads without it\.\n\d/)
})

test('what is undecided says how far it is known', () => {
  expect(answer('--variant kafka-2.1 --acks all --states 100')).toContain(
    'Undecided: no break among the histories of up to 4 steps',
  )
})

test('what is broken from the start takes no step', () => {
  expect(answer('--variant kafka-0.8.1 --acks 4')).toContain(
    `Broken: writes stay blocked, with no broker coming back. It takes no step: so it begins.
  So it stays: when every crash is detected`,
  )
})

test('what is undecided at once is known of the start alone', () => {
  expect(answer('--variant kafka-2.1 --acks all --states 1')).toContain('Undecided: no break at the start, and more')
})

test('a place is marked in its own line', () => {
  expect(pointedAt('p\nf B\n xx\nd A', 7, 'No step.')).toBe('No step.\n   xx\n   ^')
  expect(pointedAt('p; xx', 3, 'No step.')).toBe('No step.\n  p; xx\n     ^')
})

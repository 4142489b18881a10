// The run of a schedule as rows, against the states of the same steps.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instant } from '../../../src/base/time.ts'
import { partitionFates } from '../../../src/findings/partitionRun.ts'
import { sentence } from '../../../src/findings/sentence.ts'
import { readSchedule } from '../../../src/scenario/partitionSteps.ts'
import { assignments, type PartitionQuestion, STEP, unbounded } from '../../../src/scenario/partitionWorld.ts'
import { type ReplicationBehaviourId, replicationBehaviours } from '../../../src/scenario/replicationBehaviours.ts'
import { idsOf } from '../../../src/sim/replication/log.ts'
import { Partition } from '../../../src/sim/replication/partition.ts'
import { impossible } from '../../../src/sim/replication/possible.ts'
import { isLed } from '../../../src/sim/replication/state.ts'
import { idsIn } from '../../../src/sim/replication/told.ts'
import { run } from '../../../src/sim/run.ts'
import * as kind from '../../../src/trace/partitionKinds.ts'
import { textOf } from '../../../src/trace/ruleTexts.ts'
import {
  armedByOf,
  atOf,
  causeOf,
  declarationOf,
  fieldOf,
  kindOf,
  ruleOf,
  subjectOf,
  type Trace,
} from '../../../src/trace/trace.ts'

const stepsOf = (schedule: string) => {
  const read = readSchedule(schedule)
  if ('what' in read) throw new Error(read.what)
  return read.steps
}

const played = (question: PartitionQuestion, schedule: string, rowLimit = 100_000): Trace => {
  const steps = stepsOf(schedule)
  const until = instant((steps.length + 1) * STEP)
  return run({ partition: { lab: 'replication', question, steps, until, rowLimit } }).trace
}

const ids = Object.keys(replicationBehaviours) as ReplicationBehaviourId[]

const questions: fc.Arbitrary<PartitionQuestion> = fc
  .record({
    variant: fc.constantFrom(...ids),
    acks: fc.constantFrom(-1, -1, -1, 0, 1, 2, 3),
    minIsr: fc.integer({ min: 1, max: 3 }),
    unclean: fc.boolean(),
    lagMax: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
    order: fc.constantFrom(...assignments),
  })
  .map(({ variant, acks, minIsr, unclean, lagMax, order }) => ({
    variant,
    config: {
      acks,
      'min.insync.replicas': minIsr,
      'unclean.leader.election.enable': unclean,
      ...(lagMax !== undefined && { 'replica.lag.max.messages': lagMax }),
    },
    order,
    bounds: unbounded,
  }))

const step = fc.oneof(
  fc.constant('p'),
  fc
    .tuple(fc.constantFrom('f', 'f', 'f', 'fl', 'm', 's', 'c', 'd', 'r', 'pl'), fc.constantFrom('A', 'B', 'C'))
    .map((of) => of.join(' ')),
  fc.constantFrom('c A[k=0]', 'c B[h=0]', 'c C[h=0,k=1]'),
)
const schedules = fc.array(step, { maxLength: 40 }).map((all) => all.join('; '))

const everywhere = (check: (trace: Trace, question: PartitionQuestion, schedule: string) => void): void =>
  fc.assert(
    fc.property(questions, schedules, (question, schedule) => check(played(question, schedule), question, schedule)),
  )

const rowsOf = ({ rows }: Trace): number[] => Array.from({ length: rows }, (_, row) => row)

describe('for any schedule', () => {
  test('each row has a sentence, a rule with its words, and causes before it', () =>
    everywhere((trace) => {
      for (const row of rowsOf(trace)) {
        expect(sentence(trace, row)).toMatch(/^[A-Z m].*\.$/)
        expect(sentence(trace, row)).not.toMatch(/undefined|NaN|Infinity/)
        if (row > 0) expect(textOf(ruleOf(trace, row)).says).not.toBe('')
        expect(causeOf(trace, row)).toBeLessThan(row)
        expect(armedByOf(trace, row)).toBeLessThan(row)
        const isStep = [kind.STEP, kind.SKIPPED].includes(kindOf(trace, row))
        if (row > 0) expect([row, causeOf(trace, row) >= 0]).toEqual([row, !isStep])
      }
    }))

  test('a step has one row of its own, at its instant, and impossible ones say so as the step machine does', () =>
    everywhere((trace, question, schedule) => {
      const steps = stepsOf(schedule)
      const rows = rowsOf(trace).filter((row) => [kind.STEP, kind.SKIPPED].includes(kindOf(trace, row)))
      expect(rows.map((row) => [fieldOf(trace, row, 0), atOf(trace, row)])).toEqual(
        steps.map((_, i) => [i + 1, (i + 1) * STEP]),
      )
      const partition = new Partition(question, true)
      const s = partition.start()
      steps.forEach((taken, i) => {
        const refusal = impossible(partition, s, taken)
        const row = rows[i] as number
        // That Kafka refuses a record is no step that cannot be.
        const isRefused = refusal?.startsWith('NOT_ENOUGH_REPLICAS') ?? false
        expect(kindOf(trace, row)).toBe(refusal === undefined || isRefused ? kind.STEP : kind.SKIPPED)
        if (refusal === undefined) partition.apply(s, taken)
        else expect(sentence(trace, isRefused ? row + 1 : row)).toContain(refusal)
      })
    }))

  test('what became of the records is what the states say', () =>
    everywhere((trace, question, schedule) => {
      const partition = new Partition(question, true)
      const s = partition.start()
      let lost = 0
      for (const taken of stepsOf(schedule)) {
        if (impossible(partition, s, taken) !== undefined) continue
        partition.apply(s, taken)
        if (isLed(s)) lost = s.acked & ~idsOf(s.log[s.leader] as number)
      }
      const { records } = partitionFates(trace)
      expect(records.length).toBe(s.next)
      expect(records.filter(({ acked }) => acked !== undefined).map(({ id }) => id)).toEqual(idsIn(s.acked))
      expect(records.filter((record) => record.lost !== undefined).map(({ id }) => id)).toEqual(idsIn(lost))
    }))

  test('it is the same twice', () =>
    everywhere((trace, question, schedule) => {
      expect(played(question, schedule).digest).toBe(trace.digest)
    }))
})

const recipe: PartitionQuestion = {
  variant: 'kafka-0.9',
  config: { acks: -1, 'min.insync.replicas': 2, 'unclean.leader.election.enable': false },
  order: 'ABC',
  bounds: unbounded,
}

const told = (trace: Trace): string[] =>
  rowsOf(trace).map((row) => `${trace.subjects[subjectOf(trace, row)]?.name} ${declarationOf(trace, row).name}`)

test('a crash, its notice and what followed', () => {
  const trace = played(recipe, 'p; f B; f B; f C; f C; c A; c B; d A; d B')
  expect(told(trace).slice(-10)).toEqual([
    'controller STEP',
    'controller DETECTED',
    'B ELECTED',
    'C LOG_CUT',
    'controller IN_SYNC',
    'controller STEP',
    'controller DETECTED',
    'C ELECTED',
    'controller IN_SYNC',
    'producer ACKED_LOST',
  ])
})

test('a refused record is the producer’s step, and the setting that refuses it decides', () => {
  const trace = played(recipe, 'c B; d B; c C; d C; p')
  expect(told(trace).slice(-2)).toEqual(['producer STEP', 'producer WRITE_REFUSED'])
  expect(ruleOf(trace, trace.rows - 1)).toMatchObject({ owner: 'setting', setting: 'min.insync.replicas' })
})

test('a producer that finds no leader is refused by nobody', () => {
  const trace = played(recipe, 'c A; p')
  expect(ruleOf(trace, trace.rows - 1).id).toBe('no-leader-found')
  expect(sentence(trace, trace.rows - 1)).toBe(
    'Step 2, p: a producer finds no leader and waits; nothing is sent. No leader is up: the crash is not detected yet.',
  )
})

test('what no ISR can be large enough for is blocked from the start', () => {
  const config = { ...recipe.config, 'min.insync.replicas': 4 }
  expect(told(played({ ...recipe, config }, 'p')).slice(0, 2)).toEqual(['run RUN', 'producer WRITES_BLOCKED'])
})

test('since 3.7 no more replicas count than there are', () => {
  const config = { ...recipe.config, 'min.insync.replicas': 4 }
  const trace = played({ ...recipe, variant: 'kafka-3.7', config }, 'p; c B; d B')
  expect(told(trace).indexOf('producer WRITES_BLOCKED')).toBeGreaterThan(told(trace).indexOf('B CRASHED'))
})

test('a run ends where its rows do', () => {
  const trace = played(recipe, 'p; f B; f B; f C; f C', 5)
  expect(trace.ended).toBe('rows')
  expect(sentence(trace, trace.rows - 1)).toBe('The run ends here: it reached its limit of 5 rows.')
})

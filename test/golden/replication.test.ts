// Schedules of the partition's step machine, state by state, and of real brokers as far as they agree.

import { expect, test } from 'vitest'
import { verdictOf } from '../../cli/replay/layers.ts'
import { readRecordings } from '../../cli/replay/read.ts'
import type { Recording } from '../../cli/replay/recording.ts'
import { replicationBehaviours } from '../../src/scenario/replicationBehaviours.ts'

function recordingsOf(name: string): Recording[] {
  const recordings = readRecordings(new URL(`replication.${name}.jsonl.gz`, import.meta.url).pathname)
  if (typeof recordings === 'string') throw new Error(recordings)
  return recordings
}

const linesOf = (name: string): string[] =>
  recordingsOf(name)
    .map(verdictOf)
    .flatMap((verdict) => (verdict.passed ? [] : [verdict.line]))

test('there are schedules of every row of knobs', () => {
  const variants = recordingsOf('random').map(({ variant }) => variant)
  expect([...new Set(variants)].sort()).toEqual(Object.keys(replicationBehaviours).sort())
})

test.each(['schedules', 'random'])('replication.%s is met in every state', (name) => expect(linesOf(name)).toEqual([]))

test('real brokers are met step by step; what they showed without a schedule is told apart', () => {
  expect(recordingsOf('real')).toHaveLength(95)
  expect(linesOf('real')).toHaveLength(6)
  for (const line of linesOf('real')) expect(line).toContain('not built: an observation without a schedule')
})

/** A recording with something else in one part of an event. */
const altered = (recording: Recording, index: number, part: number, value: unknown): Recording => ({
  ...recording,
  events: recording.events.map((event, i) =>
    i === index ? (event.map((old, at) => (at === part ? value : old)) as unknown as typeof event) : event,
  ),
})

test.each([
  ['an enabled step that is missing', 4, []],
  ['a verdict turned round', 3, { ackedLoss: true, visibleLoss: false, blocked: false }],
  ['another state', 2, {}],
])('a recording with %s is not met', (_, part, value) => {
  const [recording] = recordingsOf('random')
  if (!recording) throw new Error('no recording')
  expect(verdictOf(recording).passed).toBe(true)
  expect(verdictOf(altered(recording, 3, part, value)).passed).toBe(false)
})

test('real brokers that lost what the model keeps are not met', () => {
  const recording = recordingsOf('real').find(({ id }) => id.endsWith('2.1.1/W1'))
  if (!recording) throw new Error('no recording')
  expect(verdictOf({ ...recording, end: { ...(recording.end as object), loss: true } }).passed).toBe(false)
  const shown = { ...(recording.events[1]?.[2] as unknown as object), isr: 'AB' }
  expect(verdictOf(altered(recording, 1, 2, shown)).passed).toBe(false)
})

// Every recording of real KafkaRaftClients on one virtual clock: event for event, roll for roll, and its end.

import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verdictOf } from '../../cli/replay/layers.ts'
import { readRecordings } from '../../cli/replay/read.ts'
import type { Recording } from '../../cli/replay/recording.ts'
import { quorumBehaviours } from '../../src/scenario/quorumBehaviours.ts'

const folder = new URL('.', import.meta.url).pathname
const files = readdirSync(folder).filter((file) => /^quorum\..*\.jsonl\.gz$/.test(file))

test('there are recordings of every row of knobs', () => {
  const variants = files.flatMap(recordingsOf).map(({ variant }) => variant)
  expect([...new Set(variants)].sort()).toEqual(Object.keys(quorumBehaviours).sort())
})

test.each(files)('%s is met in everything', (file) => {
  const lines = recordingsOf(file).flatMap((recording) => {
    const verdict = verdictOf(recording)
    return verdict.passed ? [] : [verdict.line]
  })
  expect(lines).toEqual([])
})

const [first] = recordingsOf('quorum.spec.jsonl.gz')
if (!first) throw new Error('no recording')

test('a recording of a quorum with one event moved is not met', () => {
  const [event, ...rest] = first.events
  expect(verdictOf({ ...first, events: [...rest, event ?? [0, 'TICK']] }).passed).toBe(false)
})

test('a recording with another end is not met', () => {
  expect(verdictOf({ ...first, end: {} })).toMatchObject({ passed: false, aside: undefined })
})

test('a recording with a roll that nobody asks for is not met', () => {
  const draws = [...first.draws, [1, 'n1.election', 1000, 1] as const]
  expect(verdictOf({ ...first, draws })).toMatchObject({ passed: false, line: expect.stringContaining('draws') })
})

function recordingsOf(file: string): Recording[] {
  const recordings = readRecordings(`${folder}${file}`)
  if (typeof recordings === 'string') throw new Error(recordings)
  return recordings
}

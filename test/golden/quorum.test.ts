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

test.each<[what: string, input: Record<string, unknown>, says: string]>([
  [
    'a fault of a kind that is not known',
    { faults: [[10, 'freeze', 1]] },
    'input.faults[0][1]: expected one of pause,',
  ],
  ['a fault of a node that is not there', { faults: [[10, 'stop', 9]] }, 'input.faults[0][2]: expected one of 1, 2'],
  ['a pause without an end', { faults: [[10, 'pause', 1]] }, 'input.faults[0][3]: expected a number, got nothing.'],
  [
    'a message of a kind that is not known',
    { losses: [[1, 2, 'Snapshot', 1]] },
    'input.losses[0][2]: expected one of Fetch,',
  ],
  ['a reset without its delay', { resets: [[1, 2, 'Fetch', 1]] }, 'input.resets[0][4]: expected a number'],
  ['a wire that is no list', { start: { ...startOf(first), wire: 7 } }, 'input.start.wire: expected a list, got 7.'],
  [
    'a message on the wire that is no list',
    { start: { ...startOf(first), wire: [null] } },
    'input.start.wire[0]: expected a list',
  ],
  [
    'a message on the wire of no known kind',
    { start: { ...startOf(first), wire: [[5, 1, 2, 'Hello', 1, 1]] } },
    'input.start.wire[0][3]: expected one of Fetch,',
  ],
  [
    'a state that is not known',
    { start: { nodes: { 1: { role: 'Witness', logEnd: 0, logEpoch: 0 } }, wire: [] } },
    'input.start.nodes.1.role: expected one of Unattached,',
  ],
  ['nothing that is needed', { until: undefined }, 'input.until: expected a number, got nothing.'],
  ['a setting that is missing', { config: { F: 2000 } }, 'input.config.E: expected a number, got nothing.'],
])('%s is told by its place, and what is known there', (_, change, says) => {
  const verdict = verdictOf({ ...first, input: { ...(first.input as object), ...change } })
  expect(verdict).toMatchObject({ passed: false, aside: 'unreadable' })
  expect('line' in verdict && verdict.line).toContain(`${first.id}: unreadable: ${says}`)
})

function startOf({ input }: Recording): object {
  return (input as { readonly start: object }).start
}

function recordingsOf(file: string): Recording[] {
  const recordings = readRecordings(`${folder}${file}`)
  if (typeof recordings === 'string') throw new Error(recordings)
  return recordings
}

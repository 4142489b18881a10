// Every recording of the real classes in this folder, event for event, draw for draw, and its end.

import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { producerRows } from '../../cli/replay/clientProducer.ts'
import { verdictOf } from '../../cli/replay/layers.ts'
import { readRecordings } from '../../cli/replay/read.ts'
import type { Recording } from '../../cli/replay/recording.ts'
import { behaviours } from '../../src/scenario/behaviours.ts'

const folder = new URL('.', import.meta.url).pathname
const layers = /^client-(?:network|producer)\./
const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl.gz') && layers.test(file))

test('there are recordings of every era but the drafts, which never shipped', () => {
  const recordings = files.flatMap(recordingsOf)
  const eras = recordings.map(({ layer, variant }) => (layer === 'client-producer' ? producerRows[variant] : variant))
  expect([...new Set([...eras, 'kip-19-draft', 'kip-601-draft'])].sort()).toEqual(Object.keys(behaviours).sort())
})

test.each(files)('%s is met in everything', (file) => {
  const lines = recordingsOf(file).flatMap((recording) => {
    const verdict = verdictOf(recording)
    return verdict.passed ? [] : [verdict.line]
  })
  expect(lines).toEqual([])
})

test('what the caller of a producer sees is met, and consumers and admin clients say why they are not', () => {
  const verdicts = recordingsOf('client-producer-caller.jsonl.gz').map(verdictOf)
  expect(
    verdicts.flatMap((verdict) => (verdict.passed || verdict.aside === 'not built' ? [] : [verdict.line])),
  ).toEqual([])
  expect(verdicts.filter(({ passed }) => passed)).toHaveLength(130)
})

test.each(['network', 'producer'])('a recording of a %s with one event moved is not met', (layer) => {
  const [recording] = recordingsOf(`client-${layer}.spec.jsonl.gz`)
  if (!recording) throw new Error('no recording')
  const [first, ...rest] = recording.events
  const moved = { ...recording, events: [...rest, first ?? [0, 'POLL']] }
  expect(verdictOf(moved).passed).toBe(false)
})

function recordingsOf(file: string): Recording[] {
  const recordings = readRecordings(`${folder}${file}`)
  if (typeof recordings === 'string') throw new Error(recordings)
  return recordings
}

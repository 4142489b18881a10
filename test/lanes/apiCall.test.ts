// The caller's lane of a call of a consumer or an admin client: its budget is one fuse, its attempts stand below it.

import { expect, test } from 'vitest'
import { lanesOf } from '../../src/lanes/client.ts'
import type { Track } from '../../src/lanes/lane.ts'
import { presetScenario, tracesOf } from '../support/runs.ts'

function callerOf(preset: string, variant: number) {
  const trace = tracesOf(presetScenario(preset))[variant]
  if (!trace) throw new Error('no such variant')
  const lane = lanesOf(trace).lanes.find(({ id }) => id === 'caller')
  if (!lane) throw new Error('no caller')
  const entries = (track: Track) =>
    Array.from(track.from, (from, i) => `${from}-${track.to[i]} ${lane.labels[track.label[i] ?? -1]}`)
  return { about: lane.about, tracks: lane.tracks.map((track) => [track.mark, ...entries(track)]) }
}

test('a consumer’s call: the fuse of default.api.timeout.ms, two attempts, and the backoff between them', () => {
  const { about, tracks } = callerOf('mute-call', 3)
  expect(about).toBe('calls partitionsFor()')
  expect(tracks).toContainEqual(['span', '0-60001 partitionsFor() blocked'])
  expect(tracks).toContainEqual(['fuse', '0-60000 default.api.timeout.ms 60 s'])
  expect(tracks).toContainEqual([
    'span',
    '0-30014 attempt 1, broker 1: request timeout',
    '30114-60001 attempt 2, broker 1',
  ])
  expect(tracks).toContainEqual(['fuse', '30014-30114 retry.backoff.ms 100 ms'])
})

test('an admin client’s metadata has attempts of its own', () => {
  const { tracks } = callerOf('admin-attempts', 2)
  expect(tracks).toContainEqual(['span', '30201-40002 metadata attempt 1, broker 1: never sent'])
})

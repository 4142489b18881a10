import { expect, test } from 'vitest'
import { setSetting, setWorld } from '../../src/scenario/edit.ts'
import { withFittingNames } from '../../src/scenario/fittingNames.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { presetScenario } from '../support/runs.ts'

type Row = readonly [
  what: string,
  preset: string,
  edit: (asked: Scenario) => Scenario,
  name: string,
  after: string,
  variant: number,
]

// biome-ignore format: a case is one line.
test.each<Row>([
  ['a value that the name quotes', 'kafka-1555-case-1', (asked) => setSetting(asked, 0, 'request.required.acks', '-1'), '0.8.1, acks=0', 'Kafka 0.8.1', 0],
  ['a setting that the name calls by a word', 'eligible-leader-replicas', (asked) => setSetting(asked, 3, 'eligible.leader.replicas.version', 0), '4.1 with ELR', 'Kafka 4.1', 3],
  ['a latency, where the name quotes one', 'bound-249-250', (asked) => setWorld(asked, { latency: 200 }), '3.9.1 at 249 ms', 'Kafka 3.9.1', 0],
  ['a value that the name does not quote', 'thousand-at-200', (asked) => setSetting(asked, 0, 'controller.quorum.fetch.timeout.ms', 900), '3.9.1, nothing is lost', '3.9.1, nothing is lost', 0],
])('after another value the name of a preset goes if it spoke of the old one: %s', (_, preset, edit, name, after, variant) => {
  const asked = presetScenario(preset)
  expect(asked.variants[variant]?.name).toBe(name)
  expect(withFittingNames(asked, edit(asked)).variants[variant]?.name).toBe(after)
})

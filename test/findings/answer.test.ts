// Each preset's question is answered from its run; a changed setting changes the answer.

import { describe, expect, test } from 'vitest'
import { answerOf } from '../../src/findings/answer.ts'
import { plain } from '../../src/findings/prose.ts'
import { setSetting, updateFault } from '../../src/scenario/edit.ts'
import { presets } from '../../src/scenario/presets.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { presetScenario, tracesOf } from '../support/runs.ts'

const answer = (id: string, scenario: Scenario, headlines?: (number | undefined)[][]): string[] =>
  answerOf(id, scenario, tracesOf(scenario), headlines).map((prose) => plain(prose).replace(/\u202f/g, ' '))

/** A preset with one more setting in each variant. */
function changed(id: string, key: string, value: number): Scenario {
  const scenario = presetScenario(id)
  const variants = scenario.variants.map((variant) => ({
    ...variant,
    config: { producer: { ...variant.config.producer, [key]: value } },
  }))
  return { ...scenario, variants }
}

/** A question with one more setting of every controller. */
const setting = (scenario: Scenario, key: string, value: number): Scenario =>
  scenario.variants.reduce((all, _, variant) => setSetting(all, variant, key, value), scenario)

test.each(presets.map(({ id, scenario }) => [id, scenario] as const))('%s has an answer', (id, scenario) => {
  const lines = answer(id, scenario)
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line).toMatch(/^[^a-z].*\.$/u)
})

describe('what they say', () => {
  test.each<[string, (scenario: Scenario) => Scenario, string | undefined]>([
    ['what is lost is too much', (scenario) => scenario, 'Enough by 100 ms, and not for one lost answer.'],
    [
      'what is lost leaves time',
      (scenario) =>
        setting(
          setting(scenario, 'controller.quorum.fetch.timeout.ms', 2400),
          'controller.quorum.request.timeout.ms',
          1000,
        ),
      'Enough by 1500 ms, and by 500 ms for one lost answer.',
    ],
    [
      'a leader that pauses',
      (scenario) => updateFault(scenario, 0, { kind: 'pause' }),
      'Enough by 100 ms, and not for a pause.',
    ],
    [
      'not enough where nothing is lost',
      (scenario) => setting(scenario, 'controller.quorum.fetch.timeout.ms', 900),
      undefined,
    ],
  ])('a quorum: in a word whether it is enough: %s', (_, bend, says) => {
    const [first] = answer('thousand-at-200', bend(presetScenario('thousand-at-200')))
    if (says === undefined) expect(first).not.toMatch(/^Enough/)
    else expect(first).toBe(says)
  })

  test('two dead of three: both headlines, the owners, and the range over seeds', () => {
    const lines = answer('two-dead-of-three', presetScenario('two-dead-of-three'), [
      [6, undefined, 131_107],
      [6, 6, 20_302],
    ])
    expect(lines[0]).toBe('Kafka 2.6, kernel-bound: 131.11 s; Kafka 2.7, KIP-601: 20.3 s.')
    expect(lines[2]).toBe(
      'Over three seeds: Kafka 2.6, kernel-bound 6 ms to over 150 s (1 of 3 not within the run); Kafka 2.7, KIP-601 6 ms to 20.3 s.',
    )
  })

  test('the claim holds for the oldest-attempt choice with the kernel’s timeout, and for no other', () => {
    const lines = answer('claim-127-times-m', presetScenario('claim-127-times-m'))
    expect(lines[0]).toMatch(/^The claim: 4 × 127 s = 508 s\./)
    expect(lines.filter((line) => line.includes('what the claim says'))).toHaveLength(1)
    expect(lines.find((line) => line.includes('what the claim says'))).toMatch(/^2\.7’s choice/)
  })

  test('all dead: who is tried, for how long', () => {
    const [, shipped] = answer('all-dead', presetScenario('all-dead'))
    expect(shipped).toMatch(
      /^Kafka 2\.7: (broker \d for 10\.05 s, ){3}(broker \d for 20\.04 s, ){3}broker \d for 40\.03 s; and \w+ more\.$/,
    )
  })

  test('the dead leader: who notices, and when', () => {
    expect(answer('dead-leader', presetScenario('dead-leader'))).toEqual([
      'Kafka 2.6: the kernel, after 131 s.',
      'KIP-601 draft: the kernel, after 131 s; its setup timeout of 10 s is never looked at.',
      'Kafka 2.7: the setup timeout of 10 s, seen after 30 s, when a wait of request.timeout.ms was over.',
      'Kafka 3.9: the setup timeout of 10 s, seen after 10 s.',
    ])
    expect(answer('dead-leader', changed('dead-leader', 'request.timeout.ms', 5_000))[2]).toBe(
      'Kafka 2.7: the setup timeout of 10 s, seen after 10 s.',
    )
  })

  test('a leader that answers: nobody has to notice anything', () => {
    const scenario = presetScenario('dead-leader')
    const healthy = { ...scenario, world: { ...scenario.world, faults: [] } }
    expect(answer('dead-leader', healthy)[3]).toBe('Kafka 3.9: nobody has to, it is ready after 4 ms.')
  })

  test('the tick: how late', () => {
    expect(answer('tick', presetScenario('tick'))[1]).toContain('seen after 11 s, 1 s late')
    expect(answer('tick', changed('tick', 'reconnect.backoff.ms', 7_000))[0]).toContain('seen after 14 s, 4 s late')
  })

  test('a question that is no preset’s has none', () => {
    expect(answer('nothing', presetScenario('tick'))).toEqual([])
  })
})

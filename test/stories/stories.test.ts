// A scenario run to its end and told as a person would tell it. A moved line is committed only with the reason why it moved.

import { expect, test } from 'vitest'
import { transcript } from '../../src/findings/transcript.ts'
import { presets } from '../../src/scenario/presets.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { fault, question, tracesOf } from '../support/runs.ts'

const told = (scenario: Scenario): string => transcript(scenario, tracesOf(scenario))

test.each(presets.map((preset) => [preset.id, preset.scenario] as const))('%s', async (id, scenario) => {
  await expect(told(scenario)).toMatchFileSnapshot(`./${id}.txt`)
})

const stories: readonly (readonly [name: string, file: string, scenario: Scenario])[] = [
  [
    'a closed port costs a round trip and a backoff, whoever would have ended a silent attempt',
    'refused',
    question(1, 3_000, [['2.6'], ['3.9']], { faults: [fault(1, 'refuse', 0, 1_000)] }),
  ],
  [
    'an attempt succeeds only at a SYN: a path that heals at 7.5 s is seen at 11 s',
    'heal-in-mid-attempt',
    question(1, 15_000, [['2.6'], ['2.7']], { faults: [fault(1, 'black hole', 0, 7_500)] }),
  ],
  [
    'a broker that accepts and never answers is found by its request timeout',
    'mute',
    question(
      2,
      10_000,
      [
        ['2.6', { 'request.timeout.ms': 1_000 }],
        ['3.9', { 'request.timeout.ms': 1_000 }],
      ],
      {
        faults: [fault(1, 'mute'), fault(2, 'mute', 0, 5_000)],
      },
    ),
  ],
  [
    'one dead node is tried for ever by 0.8.2, while 0.9 asks others before it is given up',
    'starvation',
    question(3, 2_400, [['0.8.2'], ['0.9']], {
      kernel: { giveUpAfter: 1_000 },
      faults: [fault(2, 'black hole'), fault(3, 'black hole')],
    }),
  ],
]

test.each(stories)('%s', async (name, file, scenario) => {
  await expect(told({ ...scenario, title: name })).toMatchFileSnapshot(`./${file}.txt`)
})

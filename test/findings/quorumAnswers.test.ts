// What each preset of the quorum lab says to its own question, in one sentence, of its runs as they are.

import { expect, it, test } from 'vitest'
import { gapIn } from '../../src/findings/byLab.ts'
import { equalWords } from '../../src/findings/numbers.ts'
import { quorumAnswers } from '../../src/findings/quorumAsked.ts'
import { quorumVerdict } from '../../src/findings/quorumVerdict.ts'
import { setSetting } from '../../src/scenario/edit.ts'
import { quorumPresets } from '../../src/scenario/quorumPresets.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { answersOf, asked } from '../support/quorumPresets.ts'

const ordinary = (text: string | undefined): string => (text ?? '').replace(/\u202f/g, ' ')

const told: readonly (readonly [link: string, says: string])[] = [
  ['enough', 'Enough by 100 ms, and not for one lost answer.'],
  [
    'kip1236',
    "B, C and D. A: 300 ms are left on n2's fetch timer at the tightest moment; B: n2's fetch timer runs out at 1000 ms, three elections, all needless; C: n2's fetch timer runs out at 800 ms, four elections, all needless; D: n2's fetch timer runs out at 1100 ms, five elections, one needless, four to repair it.",
  ],
  [
    'kip1236p',
    "Pre-votes in vain, and no election. A: 300 ms are left on n2's fetch timer at the tightest moment; B: n2's fetch timer runs out at 1200 ms, and three rounds of pre-votes come to nothing; C: n2's fetch timer runs out at 1000 ms, and five rounds of pre-votes come to nothing; D: n2's fetch timer runs out at 1100 ms, and one round of pre-votes comes to nothing.",
  ],
  [
    'answer',
    "There is an election in A and B. A and B: n2's fetch timer runs out at 2000 ms, one election, needless; C: controller.quorum.request.timeout.ms lets n2 ask again at 1000 ms; D: n2 asks for pre-votes first, and gets no majority at 2020 ms.",
  ],
  [
    'beacon',
    "No follower lives on it, and a lost one hurts nobody. A: one is lost at 1000 ms, and 1480 ms are left on n2's fetch timer at the tightest moment; B: BeginQuorumEpoch comes to n2 at 1010 ms, and its fetch timer runs out at 2000 ms all the same; C: 1480 ms are left on n2's fetch timer at the tightest moment; D: n2's fetch timer runs out at 2000 ms, no election.",
  ],
  [
    'first',
    "A and B: n2 by n1's BeginQuorumEpoch at 2564 ms, of epoch 6, n3 by n1's BeginQuorumEpoch at 10 ms; C and D: n2 by n1's answer to its own Fetch at 20 ms, n3 by n1's BeginQuorumEpoch at 10 ms.",
  ],
  [
    'return',
    "A: n1 steps down at 9530 ms, as n3's Vote is of epoch 6; B: n1 steps down at 9020 ms, as n3's BeginQuorumEpoch answer is of epoch 5; C: n3 asks for pre-votes, in vain three times, raises no epoch, and n1 leads to the end.",
  ],
  [
    'cutoff',
    'A and B: no leader works for 3125 ms, and n1 takes itself for the leader until 3000 ms; C and D: no leader works for 3393 ms, and n1 takes itself for the leader until 3000 ms.',
  ],
  [
    'edge',
    "A and C: 249 ms there, 500 ms parked and 249 ms back leave 2 ms of 1000 ms, and no timer runs out; B: 250 ms there, 500 ms parked and 250 ms back leave 0 ms of 1000 ms, and n2's fetch timer runs out at 1000 ms, five elections, all needless; D: 250 ms there, 500 ms parked and 250 ms back leave 0 ms of 1000 ms, and n2's fetch timer runs out at 1000 ms, two elections, none needless, all after a check-quorum.",
  ],
  [
    'below',
    "No, it refuses what works and takes what does not. A: a bound of 1000 ms refuses 600 ms, and 80 ms are left on n2's fetch timer at the tightest moment; B: a bound of 1000 ms takes 1000 ms, and n2's fetch timer runs out at 1000 ms, one election, not needless, but after a check-quorum.",
  ],
  [
    'asym',
    "The sum of both counts. A: 50 ms there, 500 ms parked and 300 ms back leave 150 ms of 1000 ms, and no timer runs out; B: 50 ms there, 500 ms parked and 450 ms back leave 0 ms of 1000 ms, and n2's fetch timer runs out at 1000 ms, three elections, all needless; C: 50 ms there, 500 ms parked and 450 ms back leave 0 ms of 1000 ms, and n2's fetch timer runs out at 1000 ms, one election, not needless, but after a check-quorum.",
  ],
  [
    'pause',
    "1489 ms here, and not 1490 ms. A and C: n1 pauses for 1489 ms, and 1 ms is left on n2's fetch timer at the tightest moment; B: n1 pauses for 1490 ms, and one election, needless: n2 leads from 2020 ms; D: n1 pauses for 1490 ms, and one election, needless: n2 leads from 2040 ms.",
  ],
  ['resign', 'A and B: n2 comes after 30 ms without a leader; C: n2 comes after 50 ms without a leader.'],
  [
    'oneway',
    'A: n3 leads in the end, from 5572 ms, and never two at once; B and D: n1 leads in the end, as from the start, and never two at once; C: n2 leads in the end, from 6383 ms, and two lead at once for 1000 ms.',
  ],
  [
    'five',
    'A and C: n1 resigns at 1500 ms, for only n2 fetches, and it needs two others; B: n1 never resigns, as n2 and n3 fetch, and it needs two others.',
  ],
  [
    'churn',
    'It does not. A: eleven elections, all needless, a new leader every 820 ms; B: seven elections, all needless, a new leader every 1.4 s; C: six elections, all needless, a new leader every 1.6 s.',
  ],
  [
    'slow',
    'A: seven elections, all needless, 790 ms without a leader; B and C: no election, a leader all the time, eight pre-votes in vain, and n2 never has a good answer.',
  ],
  [
    'observer',
    'A and B: n4 draws whom it asks: n2 at 2520 ms, n3 at 2540 ms, n1 at 2560 ms, n3 at 4560 ms, and follows n2 from 4580 ms; C: n4 draws whom it asks: n2 at 2520 ms, n3 at 4540 ms, and follows n2 from 4560 ms.',
  ],
  [
    'update',
    'A: none is sent, and each Fetch leaves with the answer to the one before; B: UpdateRaftVoter of 1400 ms takes its place, and it leaves 200 ms later; C: UpdateRaftVoter of 1400 ms takes its place, and it leaves 200 ms later, so that n2 is sent a needless BeginQuorumEpoch at 1500 ms.',
  ],
  ['spin', "A and C: no thread spins; B: n2's thread spins for 440 ms, from 600 ms on, till its Fetch is answered."],
]

it('is tested for every preset', () => {
  expect(told.map(([link]) => link)).toEqual(quorumPresets.map(({ link }) => link))
})

test.each(told)('%s', (link, says) => {
  expect(ordinary(answersOf(asked(link))[0])).toBe(says)
})

/** The same question with none of its faults. */
const quiet = (scenario: Scenario): Scenario => ({
  ...scenario,
  world: { ...scenario.world, faults: [] },
  variants: scenario.variants.map(({ world: _, ...variant }) => variant),
})

const withF =
  (fetchTimeout: number) =>
  (scenario: Scenario): Scenario => ({
    ...scenario,
    variants: scenario.variants.map((variant) => ({
      ...variant,
      config: { controller: { ...variant.config.controller, 'controller.quorum.fetch.timeout.ms': fetchTimeout } },
    })),
  })

test.each<[string, string, (scenario: Scenario) => Scenario, string]>([
  [
    'without the loss',
    'answer',
    quiet,
    "There is no election. A, B, C and D: 1480 ms are left on n2's fetch timer at the tightest moment.",
  ],
  ['without a cut', 'cutoff', quiet, 'A, B, C and D: a leader works all the time.'],
  ['without a pause', 'pause', quiet, "A, B, C and D: 1480 ms are left on n2's fetch timer at the tightest moment."],
  [
    'without the losses',
    'beacon',
    quiet,
    "No fetch timer ran out. A, B, C and D: 1480 ms are left on n2's fetch timer at the tightest moment.",
  ],
  ['with a fetch timeout of 900', 'enough', withF(900), 'Not enough with 900 ms, though nothing fails.'],
  [
    'with a fetch timeout of 900 in one',
    'enough',
    (scenario) => setSetting(scenario, 0, 'controller.quorum.fetch.timeout.ms', 900),
    'A, 900 ms: not enough, though nothing fails. B, C and D, 1000 ms: enough by 100 ms, and not for one lost answer.',
  ],
  [
    'with a fetch timeout of 2000',
    'below',
    withF(2000),
    "Here it would. A: a bound of 1000 ms takes 2000 ms, and 1480 ms are left on n2's fetch timer at the tightest moment; B: a bound of 1000 ms takes 2000 ms, and 1000 ms are left on n2's fetch timer at the tightest moment.",
  ],
  [
    'with a fetch timeout of 1000',
    'spin',
    withF(1000),
    "A and C: no thread spins; B: n2's thread spins for 40 ms, from 1000 ms on, till its Fetch is answered.",
  ],
  [
    'with time enough',
    'churn',
    withF(2000),
    "It keeps the leader. A, B and C: 1300 ms are left on n2's fetch timer at the tightest moment.",
  ],
])('%s, %s is answered by what is so then', (_, link, edit, says) => {
  expect(ordinary(answersOf(asked(link, edit))[0])).toBe(says)
})

it('is no good outcome that no leader works for a while, though nobody stands for election', () => {
  const tones = (link: string) => {
    const { scenario, traces } = asked(link)
    return quorumAnswers(scenario, traces).map(({ trace, world }) => quorumVerdict(trace, world).tone)
  }
  expect(tones('pause')).toEqual(['bad', 'bad', 'bad', 'bad'])
  expect(tones('below')).toEqual(['good', 'bad'])
})

it.each([
  ['update', 1],
  ['spin', 0],
] as const)('calls two of %s equal in margin only, as their runs differ', (link, first) => {
  const { scenario, traces } = asked(link)
  expect(traces[first]?.digest).not.toBe(traces[first + 1]?.digest)
  expect(equalWords(gapIn(scenario, traces, first, first + 1).equal)).toBe('equal in margin')
})

// Which elections of the presets were needless, and which repaired what those had broken.

import { expect, it } from 'vitest'
import { plain } from '../../src/findings/prose.ts'
import { quorumAnswers } from '../../src/findings/quorumAsked.ts'
import { electionSaid, electionsOf } from '../../src/findings/quorumElections.ts'
import { quorumGap, quorumVerdict } from '../../src/findings/quorumVerdict.ts'
import type { World } from '../../src/scenario/scenario.ts'
import { asked, because, type Ran, roleAt, variantOf } from '../support/quorumPresets.ts'

const needs = ({ trace, world }: Ran): string[] =>
  electionsOf(trace, world).map(({ need, isHeard }) => (isHeard ? need : `${need}, unheard`))

const counted = ({ trace, world }: Ran): string => plain(quorumVerdict(trace, world).caller)

it.each<[string, string, 'A' | 'B' | 'D', string[], string]>([
  [
    'who stands again after the leader was deposed repairs it',
    'first',
    'A',
    ['needless', 'deposed', 'deposed', 'deposed', 'deposed'],
    'five elections, one needless, four to repair it: n1 leads',
  ],
  [
    'so does the old leader that stands itself',
    'kip1236',
    'D',
    ['needless', 'deposed', 'deposed', 'deposed', 'deposed'],
    'five elections, one needless, four to repair it: n1 leads',
  ],
  [
    'a leader that its check-quorum made resign has to be replaced, though its links were open',
    'edge',
    'D',
    ['gave up', 'gave up'],
    'two elections, none needless, all after a check-quorum: n1 leads',
  ],
  [
    'one that is cut off is to be replaced, and what it stands for alone is needless and unheard',
    'cutoff',
    'A',
    ['cut off', 'gave up', 'needless, unheard'],
    'three elections, one needless, which nobody heard of: n2 leads',
  ],
  [
    'two that are cut off stand in vain, one after the other',
    'five',
    'B',
    ['needless, unheard', 'needless, unheard', 'needless, unheard', 'needless, unheard'],
    'four elections, all needless, which nobody heard of, won by nobody',
  ],
])('%s (%s %s)', (_, link, letter, expected, says) => {
  const ran = variantOf(asked(link), letter)
  expect(needs(ran)).toEqual(expected)
  expect(counted(ran)).toContain(says)
})

it.each<[string, 'A' | 'D', string, number, string]>([
  ['first', 'A', 'n1', 2534, 'Needed, to repair: n1 had stepped down at 1529 ms, and nobody led when the timer fired.'],
  [
    'edge',
    'D',
    'n2',
    2500,
    'Needed, to repair: n1 had resigned, by its check-quorum at 1750 ms, and nobody led when the timer fired.',
  ],
])('the candidacy of %s %s tells what it repairs', (link, letter, node, at, says) => {
  const ran = variantOf(asked(link), letter)
  const reasons = because(ran, roleAt(ran, node, at)).join('\n')
  expect(reasons).toContain(says)
  expect(reasons).not.toContain('Needless')
})

it('tells of a pause that it was over when the timer fired', () => {
  const ran = variantOf(asked('pause'), 'D')
  expect(because(ran, roleAt(ran, 'n2', 2020)).join('\n')).toContain('ran again, was no longer paused')
})

it('says what each election was, with the instant at which the leader had left', () => {
  const { trace, world } = variantOf(asked('first'), 'A')
  expect(electionsOf(trace, world).map((election) => electionSaid(trace, election))).toEqual([
    'needless: n1 led, was running and reachable when the timer fired, at 1519 ms',
    ...Array(4).fill('to repair: n1 had stepped down at 1529 ms, and nobody led'),
  ])
})

/** A quorum of the preset `enough`, one variant of it with its own release, F, links and faults. */
const own = (change: Partial<World>, kafka: string, controller: Readonly<Record<string, number>>) =>
  variantOf(
    asked('enough', (scenario) => ({
      ...scenario,
      world: { ...scenario.world, faults: [], ...change },
      variants: [{ name: 'own', kafka, config: { controller } }],
    })),
    'A',
  )

it('calls who is paused and believes that it leads no second leader', () => {
  const faults: World['faults'] = [{ at: 1000, until: 4000, kind: 'pause', node: 0, on: true }]
  const says = counted(own({ latency: 40, faults }, '3.9.1', { 'controller.quorum.fetch.timeout.ms': 900 }))
  expect(says).toMatch(/n1, paused, still believed for 1335 ms that it led$/)
  expect(says).not.toContain('two leaders')
})

it('keeps the lost answer in the sentence where the Fetch after it is too late', () => {
  const faults: World['faults'] = [{ at: 0, kind: 'lose message', node: 0, peer: 1, message: 'Fetch answer', on: true }]
  const { trace, world } = own({ faults }, '3.9.1', { 'controller.quorum.fetch.timeout.ms': 2400 })
  expect(plain(quorumVerdict(trace, world).sentence)).toMatch(
    /n1's answer to its Fetch was lost, it asked again only after controller\.quorum\.request\.timeout\.ms = 2.?000, and /,
  )
})

it('tells how much margin is gone where no leader was missed', () => {
  const { scenario, traces } = asked('kip1236p')
  const [answer] = quorumAnswers(scenario, traces).map((a, i, all) => quorumGap(a, all[i + 1] ?? a))
  expect(answer).toMatchObject({ ms: -300, atLeast: true, none: false, words: ['more margin', 'less margin'] })
})

it('gives the reason for the time without a leader, and not what came to nothing before', () => {
  const says = (letter: 'A' | 'B') => {
    const { trace, world } = variantOf(asked('return'), letter)
    return plain(quorumVerdict(trace, world).sentence)
  }
  expect(says('B')).toBe("n1 steps down at 9020 ms, as n3's BeginQuorumEpoch answer is of epoch 5")
  expect(says('A')).toBe('n3 stands again at 9520 ms, after its backoff')
})

it('says that nobody can lead in the end where nobody stood for election', () => {
  expect(counted(variantOf(asked('five'), 'C'))).toBe(
    'no election; ten rounds of pre-votes came to nothing; nobody can lead in the end; one epoch burnt',
  )
})

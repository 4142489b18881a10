// What makes each preset about a quorum the lesson that it is: who leads in the end, how many epochs were burnt, how close it was. The
// numbers are those of kraft.md's scenarios, whose G stands beside each preset.

import { describe, expect, test } from 'vitest'
import * as edit from '../../src/scenario/edit.ts'
import { addNode, setLink, setQuorum } from '../../src/scenario/editQuorum.ts'
import { setKnob, setOwn } from '../../src/scenario/own.ts'
import { quorumPresets } from '../../src/scenario/quorumPresets.ts'
import { boundOn } from '../../src/scenario/quorumRemarks.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { ends, epochs, margin, roles, sent, spins, ticks } from '../support/quorum.ts'
import { presetScenario as of, traceOf, tracesOf } from '../support/runs.ts'

const FETCH = 'controller.quorum.fetch.timeout.ms'
const REQUEST = 'controller.quorum.request.timeout.ms'

const inAll = (scenario: Scenario, key: string, value: number): Scenario =>
  scenario.variants.reduce((edited, _, variant) => edit.setSetting(edited, variant, key, value), scenario)

/** `n2 leads epoch 2, margin 1480`: who leads at the end of each variant, and the tightest moment. */
const outcomes = (scenario: Scenario): string[] =>
  tracesOf(scenario).map((trace) => {
    const leaders = ends(trace).filter((end) => end.includes('Leader'))
    const who = leaders.map((end) => end.replace(' Leader', ' leads epoch')).join(' and ')
    return `${who || 'nobody leads'}, margin ${margin(trace)}`
  })

const burnt = (scenario: Scenario): number[] => tracesOf(scenario).map(epochs)

/** When each leader after the first came, by variant. */
const came = (scenario: Scenario): string[][] => tracesOf(scenario).map((trace) => roles(trace, 'Leader'))

test('every preset is a lesson here', () => {
  const told = lessons.map(([id]) => id)
  expect([...new Set(told)].sort()).toEqual(quorumPresets.map(({ id }) => id).sort())
})

// biome-ignore format: a case is one line.
const lessons: readonly (readonly [id: string, says: string, outcomes: readonly string[]])[] = [
  ['thousand-at-200', '100 ms are left, and one lost answer costs a leader in 3.9', ['n1 leads epoch 1, margin 100', 'n2 leads epoch 2, margin 100', 'n1 leads epoch 1, margin 100', 'n1 leads epoch 1, margin 100']],
  ['kip-1236-readings', 'R-A is stable, R-B and R-C never are, R-D burns epochs', ['n1 leads epoch 1, margin 300', 'n2 leads epoch 4, margin 500', 'n1 leads epoch 5, margin 300', 'n1 leads epoch 6, margin 300']],
  ['kip-1236-pre-vote', 'with pre-vote the epoch is 1 in every reading', ['n1 leads epoch 1, margin 300', 'n1 leads epoch 1, margin 500', 'n1 leads epoch 1, margin 300', 'n1 leads epoch 1, margin 300']],
  ['one-lost-answer', 'only a request timeout below F - W - 2L helps, and not in 3.7', ['n2 leads epoch 2, margin 1480', 'n2 leads epoch 2, margin 1480', 'n1 leads epoch 1, margin 480', 'n1 leads epoch 1, margin 1480']],
  ['begin-quorum-epoch', 'to lose it does nothing, to get it does not help', ['n1 leads epoch 1, margin 1480', 'n2 leads epoch 2, margin 1480', 'n1 leads epoch 1, margin 1480', 'n1 leads epoch 1, margin 1480']],
  ['begin-quorum-epoch-lost-first', 'from 3.9.1 on a voter finds its leader by itself', ['n1 leads epoch 6, margin 1480', 'n1 leads epoch 6, margin 1480', 'n1 leads epoch 1, margin 1480', 'n1 leads epoch 1, margin 1480']],
  ['return-of-a-node', 'who comes back leads, unless it has to ask first', ['n3 leads epoch 6, margin 1480', 'n3 leads epoch 6, margin 1480', 'n1 leads epoch 1, margin 1480']],
  ['leader-cut-off', 'the others elect one of them', ['n2 leads epoch 3, margin 1480', 'n2 leads epoch 3, margin 1480', 'n2 leads epoch 3, margin 1480', 'n2 leads epoch 3, margin 1480']],
  ['bound-249-250', 'one millisecond is between peace and churn', ['n1 leads epoch 1, margin 2', 'n1 leads epoch 5, margin 500', 'n1 leads epoch 1, margin 2', 'n1 leads epoch 3, margin 500']],
  ['below-the-bound', 'what is below the bound is stable, what is at it is not', ['n1 leads epoch 1, margin 80', 'n2 leads epoch 2, margin 500']],
  ['asymmetric-latency', 'the sum counts', ['n1 leads epoch 1, margin 150', 'n2 leads epoch 4, margin 500', 'n2 leads epoch 2, margin 500']],
  ['leader-pause', 'one millisecond of a pause', ['n1 leads epoch 1, margin 1', 'n2 leads epoch 2, margin 1480', 'n1 leads epoch 1, margin 1', 'n2 leads epoch 2, margin 1480']],
  ['clean-resign', 'the first successor leads', ['n2 leads epoch 2, margin 1480', 'n2 leads epoch 2, margin 1480', 'n2 leads epoch 2, margin 1480']],
  ['one-way-cuts', 'the leader changes in 3.9, and stays with pre-vote', ['n3 leads epoch 5, margin 1480', 'n1 leads epoch 1, margin 1480', 'n2 leads epoch 4, margin 1480', 'n1 leads epoch 1, margin 1480']],
  ['five-voters', 'two followers of four are enough, one is not', ['nobody leads, margin 480', 'n1 leads epoch 1, margin 480', 'nobody leads, margin 480']],
  ['churn-with-pre-vote', 'pre-vote helps nobody where all time out', ['n3 leads epoch 12, margin 500', 'n2 leads epoch 8, margin 500', 'n1 leads epoch 7, margin 500']],
  ['one-slow-follower', 'with pre-vote the slow one disturbs nobody', ['n3 leads epoch 8, margin 180', 'n1 leads epoch 1, margin 180', 'n1 leads epoch 1, margin 180']],
  ['observer', 'the voters elect, and the observer follows', ['n2 leads epoch 3, margin 1480', 'n2 leads epoch 3, margin 1480', 'n2 leads epoch 3, margin 1480']],
  ['update-raft-voter', 'nobody is in danger', ['n1 leads epoch 1, margin 300', 'n1 leads epoch 1, margin 300', 'n1 leads epoch 1, margin 300']],
  ['spinning-follower', 'nobody is in danger', ['n1 leads epoch 1, margin 80', 'n1 leads epoch 1, margin 80', 'n1 leads epoch 1, margin 80']],
]

test.each(lessons)('%s: %s', (id, _, expected) => expect(outcomes(of(id))).toEqual(expected))

describe('what each story turns on', () => {
  test('G03: with pre-vote a lost first Fetch costs two round trips, and no epoch', () =>
    expect(roles(traceOf(of('kip-1236-pre-vote'), 3))).toEqual([
      '100 n2 Follower 1',
      '1100 n2 Prospective 1',
      '1300 n2 Follower 1',
    ]))

  test('G11, G12: the leader is deposed once the lost one is back', () => {
    const [old, newer, preVote] = tracesOf(of('return-of-a-node')).map((trace) => roles(trace))
    expect(old?.filter((line) => line.includes('n1'))[0]).toBe('9530 n1 Unattached 6')
    expect(newer?.filter((line) => line.includes('n1'))[0]).toBe('9020 n1 Unattached 5')
    expect(preVote?.some((line) => line.includes('n1'))).toBe(false)
  })

  test('G13, G14: the old leader resigns after 1.5 F, the new one comes with the second election', () => {
    for (const trace of tracesOf(of('leader-cut-off'))) expect(roles(trace, 'Resigned')).toEqual(['3000 n1 Resigned 1'])
    expect(came(of('leader-cut-off')).map(([first]) => first)).toEqual([
      '3125 n2 Leader 3',
      '3125 n2 Leader 3',
      '3393 n2 Leader 3',
      '3393 n2 Leader 3',
    ])
  })

  test('G23: the hand-over takes 30 ms, and 50 with pre-vote', () =>
    expect(came(of('clean-resign'))).toEqual([['130 n2 Leader 2'], ['130 n2 Leader 2'], ['150 n2 Leader 2']]))

  test('G25: two lead at once until the old one hears of it', () => {
    const trace = traceOf(of('one-way-cuts'), 2)
    expect(roles(trace).filter((line) => /^(2020 n2|3020 n1)/.test(line))).toEqual([
      '2020 n2 Leader 2',
      '3020 n1 Follower 2',
    ])
  })

  test('G26: the leader of five resigns at 1500', () => {
    const resigned = tracesOf(of('five-voters')).map((trace) => roles(trace, 'Resigned')[0])
    expect(resigned).toEqual(['1500 n1 Resigned 1', undefined, '1500 n1 Resigned 1'])
  })

  test('G27: a new leader about every 1600 ms', () =>
    expect(came(of('churn-with-pre-vote'))[2]?.slice(0, 3)).toEqual([
      '1100 n2 Leader 2',
      '2700 n1 Leader 3',
      '4300 n2 Leader 4',
    ]))

  test('G28: needless BeginQuorumEpoch to the fast one', () =>
    expect(sent(traceOf(of('one-slow-follower'), 2), 'BeginQuorumEpoch').slice(0, 6)).toEqual([
      '700 n2',
      '1050 n3',
      '1400 n2',
      '1750 n2',
      '2100 n3',
      '2450 n2',
    ]))

  test('G29: one dead bootstrap node costs the observer a request timeout, until 4540', () => {
    const found = tracesOf(of('observer')).map((trace) => roles(trace).findLast((line) => line.includes('n4')))
    expect(found).toEqual(['4580 n4 Follower 3', '4580 n4 Follower 3', '4560 n4 Follower 3'])
  })

  test('G02: UpdateRaftVoter stretches one gap, and a tick falls into it', () => {
    const [none, every, stale] = tracesOf(of('update-raft-voter'))
    if (!none || !every || !stale) throw new Error('three variants')
    expect([none, every, stale].map((trace) => sent(trace, 'UpdateRaftVoter'))).toEqual([[], ['1400 n1'], ['1400 n1']])
    expect(sent(stale, 'Fetch').slice(0, 4)).toEqual(['0 n1', '700 n1', '1600 n1', '2300 n1'])
    expect(sent(stale, 'BeginQuorumEpoch')).toEqual(['1500 n2'])
    expect(ticks(stale).slice(0, 4)).toEqual([500, 1000, 1500, 2000])
  })

  test('only the thread of 4.1 spins', () =>
    expect(tracesOf(of('spinning-follower')).map(spins)).toEqual([[], ['600 n2'], []]))

  test('the bound refuses the stable one, and lets the broken one through', () => {
    const asked = of('below-the-bound')
    const [refused] = boundOn(asked, 0)
    const [taken] = boundOn(asked, 1)
    expect(refused).toMatchObject({ key: FETCH, verdict: 'refuses' })
    expect(taken).toMatchObject({ key: FETCH, verdict: 'lets through' })
    expect(boundOn(setQuorum(asked, { proposedBound: undefined }), 0)).toEqual([])
  })
})

describe('what the hints of the presets promise', () => {
  test('thousand-at-200: a longer fetch timeout does not help against a loss', () =>
    expect(burnt(inAll(of('thousand-at-200'), FETCH, 2000))).toEqual([1, 2, 1, 1]))

  test('kip-1236-readings: with 1 ms more the second reading is stable', () =>
    expect(outcomes(edit.setSetting(of('kip-1236-readings'), 1, FETCH, 701))[1]).toBe('n1 leads epoch 1, margin 1'))

  test('kip-1236-pre-vote: without pre-vote the fourth burns epochs', () =>
    expect(epochs(traceOf(setKnob(of('kip-1236-pre-vote'), 3, 'preVote', 'none'), 3))).toBeGreaterThan(2))

  test('one-lost-answer (G17): a request timeout of 1479 is in time, 1480 is not', () => {
    const least = (value: number) => epochs(traceOf(edit.setSetting(of('one-lost-answer'), 2, REQUEST, value), 2))
    expect([least(1479), least(1480)]).toEqual([1, 2])
  })

  test('begin-quorum-epoch: without any fault every timer runs as in the first', () => {
    const asked = of('begin-quorum-epoch')
    const sound = asked.variants.reduce(
      (edited, _, i) => setOwn(edit.setVariantWorld(edited, i, { faults: undefined }), i, {}),
      asked,
    )
    expect(outcomes(sound)).toEqual(Array(4).fill('n1 leads epoch 1, margin 1480'))
  })

  test('begin-quorum-epoch-lost-first: with a shorter request timeout the old ones tell it again', () =>
    expect(burnt(inAll(of('begin-quorum-epoch-lost-first'), REQUEST, 600))).toEqual([1, 1, 1, 1]))

  test('return-of-a-node: pre-vote alone is enough', () =>
    expect(burnt(setKnob(of('return-of-a-node'), 1, 'preVote', 'asked'))).toEqual([6, 1, 1]))

  test('below-the-bound: 501 ms and no latency is the least that works', () => {
    const least = edit.setSetting(setOwn(of('below-the-bound'), 0, { latency: 0 }), 0, FETCH, 501)
    expect(outcomes(least)[0]).toBe('n1 leads epoch 1, margin 1')
  })

  test('asymmetric-latency: turned round it is the same', () => {
    const turned = setOwn(setLink(of('asymmetric-latency'), 1, 0, 450), 1, { latency: 50 })
    expect(came(turned)[1]?.[0]).toBe('1500 n2 Leader 2')
  })

  test('leader-pause: right after a Fetch was parked there is more time', () => {
    const later = [0, 1].reduce(
      (edited, i) => edit.updateFault(edited, i, { at: 540, until: 2500 }),
      of('leader-pause'),
    )
    expect(burnt(later)).toEqual([1, 1, 1, 1])
  })

  test('clean-resign: of five the first successor still leads', () =>
    expect(came(addNode(addNode(of('clean-resign'), false), false)).map(([first]) => first)).toEqual([
      '130 n2 Leader 2',
      '130 n2 Leader 2',
      '150 n2 Leader 2',
    ]))

  test('five-voters: with one more follower the leader stays', () =>
    expect(outcomes(edit.setVariantFault(of('five-voters'), 2, 0, false))[2]).toBe('n1 leads epoch 1, margin 480'))

  test('churn-with-pre-vote: 701 ms are peace', () =>
    expect(outcomes(edit.setSetting(of('churn-with-pre-vote'), 2, FETCH, 701))[2]).toBe('n1 leads epoch 1, margin 1'))

  test('one-slow-follower: 701 ms are peace', () =>
    expect(outcomes(inAll(of('one-slow-follower'), FETCH, 701))).toEqual(Array(3).fill('n1 leads epoch 1, margin 1')))

  test('update-raft-voter: with a timer only, nobody needs to be told', () =>
    expect(
      sent(traceOf(setKnob(of('update-raft-voter'), 2, 'updateVoter', 'timer only'), 2), 'BeginQuorumEpoch'),
    ).toEqual([]))
})

import { describe, expect, it } from 'vitest'
import { instant } from '../../src/base/time.ts'
import { lengthOf } from '../../src/findings/quorum.ts'
import { electionsOf, epochsBurnt, vainPreVotes } from '../../src/findings/quorumElections.ts'
import type { QuorumWorld } from '../../src/scenario/quorumWorld.ts'
import { QUORUM_TIMER } from '../../src/trace/quorumKinds.ts'
import type { Word } from '../../src/trace/vocabulary.ts'
import { cut, leadershipOf, QuorumStory, quorumWorld, steady } from '../support/quorumStory.ts'

/** n2's fetch timer runs out at 2000 and n2 wins; what was done to n1 before, at 500. */
function deposed(voters: number, done?: Word, back?: { at: number; what: Word }) {
  const story = new QuorumStory(voters)
  const timers = steady(story, voters)
  story.at = 500
  if (done) story.happened(1, done)
  if (back) {
    story.at = back.at
    story.happened(1, back.what)
  }
  story.at = 2000
  story.role(2, 'Follower', 'Candidate', 2, undefined, { armedBy: timers[2] as number })
  story.at = 2020
  story.role(2, 'Candidate', 'Leader', 2, 2)
  if (!done || back) story.role(1, 'Leader', 'Follower', 2, 2)
  return story.finish()
}

const needs = (trace: ReturnType<typeof deposed>, world: QuorumWorld) =>
  electionsOf(trace, world).map(({ need }) => need)

describe('an election is needless when a leader was in office, running, not paused, and open to a majority both ways', () => {
  it('is so where nothing was wrong with the leader but a lost message', () => {
    expect(needs(deposed(3), quorumWorld(3))).toEqual(['needless'])
  })

  it.each<[string, Word, Word | undefined, string]>([
    ['is not while the leader is paused', 'pause', undefined, 'paused'],
    ['is not while the leader is stopped', 'stop', undefined, 'stopped'],
    ['is not once the leader has shut down', 'left', undefined, 'stopped'],
    ['is so where the leader went on just before', 'pause', 'resume', 'needless'],
  ])('%s', (_, done, back, need) => {
    const trace = deposed(3, done, back && { at: 1990, what: back })
    expect(needs(trace, quorumWorld(3))).toEqual([need])
  })

  it.each<[string, QuorumWorld['cuts'], string]>([
    ['one follower cut off leaves a majority', [cut(1, 2), cut(2, 1)], 'needless'],
    ['both followers cut off leave none', [cut(1, 2), cut(2, 1), cut(1, 3), cut(3, 1)], 'cut off'],
    ['one direction to each is enough: the leader cannot be heard', [cut(1, 2), cut(1, 3)], 'cut off'],
    ['or it cannot hear', [cut(2, 1), cut(3, 1)], 'cut off'],
    ['one direction of either kind is a cut', [cut(1, 2), cut(3, 1)], 'cut off'],
    [
      'a cut that is over when the timer fires is none',
      [cut(1, 2, 0, instant(2000)), cut(1, 3, 0, instant(2000))],
      'needless',
    ],
    ['one that begins then is one', [cut(1, 2, 2000), cut(1, 3, 2000)], 'cut off'],
    ['links between followers do not matter', [cut(2, 3), cut(3, 2)], 'needless'],
  ])('with links cut: %s', (_, cuts, need) => {
    expect(needs(deposed(3), quorumWorld(3, { cuts }))).toEqual([need])
  })

  it('takes three of five for a majority', () => {
    const two = [cut(1, 4), cut(1, 5)]
    expect(needs(deposed(5), quorumWorld(5, { cuts: two }))).toEqual(['needless'])
    expect(needs(deposed(5), quorumWorld(5, { cuts: [...two, cut(3, 1)] }))).toEqual(['cut off'])
  })

  it('does not count an observer as a voter', () => {
    const cuts = [cut(1, 2), cut(1, 3)]
    expect(needs(deposed(3), { ...quorumWorld(3, { cuts }), observers: [4] })).toEqual(['cut off'])
  })

  it('is not when the leader had resigned, as asked or by its check-quorum with all links open', () => {
    const resigns = (asked: boolean) => {
      const story = new QuorumStory(3)
      steady(story, 3)
      const armedBy = story.row(1, QUORUM_TIMER, [3000])
      story.at = 1000
      const cause = asked ? story.happened(1, 'resign') : -1
      story.role(1, 'Leader', 'Resigned', 1, 1, asked ? { cause } : { armedBy })
      const ends = story.sent(1, 'EndQuorumEpoch', 2, [2, 3], 10)
      story.at = 1010
      const told = story.arrived(2, 'EndQuorumEpoch', 1, ends)
      const timer = story.fetchTimer(2, 0, 1000, told)
      story.role(2, 'Follower', 'Candidate', 2, undefined, { armedBy: timer })
      story.at = 1030
      story.role(2, 'Candidate', 'Leader', 2, 2)
      return story.finish()
    }
    expect(electionsOf(resigns(true), quorumWorld(3))).toMatchObject([
      { need: 'resigned', trigger: { by: 'resignation', node: 1, at: 1000 }, won: { node: 2, at: 1030 } },
    ])
    expect(electionsOf(resigns(false), quorumWorld(3))).toMatchObject([
      { need: 'gave up', trigger: { by: 'check-quorum', node: 1, at: 1000 } },
    ])
  })
})

describe('elections', () => {
  it('are counted by epoch, with whose timer fired first, who won and when', () => {
    const story = new QuorumStory(3)
    const timers = steady(story, 3)
    story.at = 2000
    story.role(2, 'Follower', 'Candidate', 2, undefined, { armedBy: timers[2] as number })
    story.role(3, 'Follower', 'Candidate', 2, undefined, { armedBy: timers[3] as number })
    story.at = 2020
    story.role(2, 'Candidate', 'Leader', 2, 2)
    const trace = story.finish()
    expect(electionsOf(trace, quorumWorld(3))).toMatchObject([
      {
        epoch: 2,
        node: 2,
        at: 2000,
        trigger: { by: 'fetch timer', node: 2, at: 2000 },
        won: { node: 2, at: 2020, epoch: 2 },
      },
    ])
    expect(epochsBurnt(trace)).toBe(0)
  })

  it('begin with the timer that led to the pre-vote, and a pre-vote in vain is none', () => {
    const story = new QuorumStory(3)
    const timers = steady(story, 3)
    story.at = 2000
    story.role(2, 'Follower', 'Prospective', 1, 1, { armedBy: timers[2] as number })
    story.role(3, 'Follower', 'Prospective', 1, 1, { armedBy: timers[3] as number })
    story.at = 2020
    const no = story.arrived(2, 'PreVote answer', 1)
    story.role(2, 'Prospective', 'Follower', 1, 1, { cause: no })
    const yes = story.arrived(3, 'PreVote answer', 2)
    story.role(3, 'Prospective', 'Candidate', 2, undefined, { cause: yes })
    const trace = story.finish()
    expect(electionsOf(trace, quorumWorld(3))).toMatchObject([
      { epoch: 2, node: 3, at: 2020, trigger: { by: 'fetch timer', node: 3, at: 2000 }, won: undefined },
    ])
    expect(vainPreVotes(trace).map(({ node }) => node)).toEqual([2])
    expect(epochsBurnt(trace)).toBe(1)
  })
})

describe('who leads', () => {
  it('tells the time without a leader, and with two at once', () => {
    const story = new QuorumStory(3)
    steady(story, 3)
    story.at = 1000
    story.role(1, 'Leader', 'Unattached', 2)
    story.at = 1030
    story.role(2, 'Follower', 'Leader', 2, 2)
    story.at = 3000
    story.role(3, 'Follower', 'Leader', 3, 3)
    story.at = 3400
    story.role(2, 'Leader', 'Follower', 3, 3)
    const { none, several } = leadershipOf(story.finish())
    expect(none).toMatchObject([{ from: 1000, to: 1030 }])
    expect(several).toMatchObject([{ from: 3000, to: 3400 }])
    expect(lengthOf(none)).toBe(30)
  })

  it('counts from the start, and to the end of the run', () => {
    const story = new QuorumStory(1)
    story.at = 100
    story.role(1, 'ABSENT', 'Leader', 1, 1)
    story.at = 700
    story.happened(1, 'stop')
    expect(leadershipOf(story.finish(1000)).none).toMatchObject([
      { from: 0, to: 100, row: -1 },
      { from: 700, to: 1000 },
    ])
  })

  it('is nobody where no node ever was Leader', () => {
    const story = new QuorumStory(1)
    expect(leadershipOf(story.finish(1000)).none).toMatchObject([{ from: 0, to: 1000 }])
  })

  it('does not break where one leader follows another in the same ms', () => {
    const story = new QuorumStory(2)
    steady(story, 2)
    story.at = 500
    story.role(1, 'Leader', 'Unattached', 2)
    story.role(2, 'Follower', 'Leader', 2, 2)
    expect(leadershipOf(story.finish(1000))).toEqual({ none: [], several: [] })
  })
})

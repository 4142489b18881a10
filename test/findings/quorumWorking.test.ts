import { describe, expect, it } from 'vitest'
import { instant } from '../../src/base/time.ts'
import { withoutWorkingLeader } from '../../src/findings/quorumWorking.ts'
import type { QuorumWorld } from '../../src/scenario/quorumWorld.ts'
import type { Word } from '../../src/trace/vocabulary.ts'
import { cut, leadershipOf, QuorumStory, quorumWorld, steady } from '../support/quorumStory.ts'

type Done = readonly [at: number, node: number, what: Word]

/** n1 leads all along of so many voters until 4 s; what was done meanwhile. */
function led(voters: number, ...done: readonly Done[]) {
  const story = new QuorumStory(voters)
  steady(story, voters)
  for (const [at, node, what] of done) {
    story.at = at
    story.happened(node, what)
  }
  return story.finish()
}

const spans = (trace: ReturnType<typeof led>, world: QuorumWorld) =>
  withoutWorkingLeader(trace, world).map(({ from, to }) => [from, to])

const both = (a: number, b: number, at = 0, until?: number) => [
  cut(a, b, at, until === undefined ? undefined : instant(until)),
  cut(b, a, at, until === undefined ? undefined : instant(until)),
]

const END = led(3).until

describe('a leader works', () => {
  it('all along where nothing is done to it', () => expect(spans(led(3), quorumWorld(3))).toEqual([]))

  it.each<[string, readonly Done[], readonly (readonly number[])[]]>([
    [
      'not while it is paused',
      [
        [500, 1, 'pause'],
        [900, 1, 'resume'],
      ],
      [[500, 900]],
    ],
    ['not to the end where its pause has none', [[500, 1, 'pause']], [[500, END]]],
    [
      'not while too many voters are stopped',
      [
        [500, 2, 'stop'],
        [700, 3, 'stop'],
        [1500, 2, 'start'],
      ],
      [[700, 1500]],
    ],
    ['while one of three is stopped', [[500, 2, 'stop']], []],
    [
      'while the others are paused: its messages wait for them',
      [
        [500, 2, 'pause'],
        [500, 3, 'pause'],
      ],
      [],
    ],
  ])('%s', (_, done, idle) => expect(spans(led(3, ...done), quorumWorld(3))).toEqual(idle))

  it.each<[string, QuorumWorld['cuts'], readonly (readonly number[])[]]>([
    ['while one of three is cut off', both(1, 2), []],
    ['not while both are', [...both(1, 2), ...both(1, 3, 600, 1100)], [[600, 1100]]],
    ['not where it is not heard', [cut(1, 2), cut(1, 3)], [[0, END]]],
    ['not where it does not hear', [cut(2, 1), cut(3, 1)], [[0, END]]],
    ['not where it is not heard by one and does not hear the other', [cut(1, 2, 300), cut(3, 1, 800)], [[800, END]]],
    ['while two others do not hear each other', both(2, 3), []],
  ])('with links cut: %s', (_, cuts, idle) => expect(spans(led(3), quorumWorld(3, { cuts }))).toEqual(idle))

  it('alone, as the only voter', () => expect(spans(led(1), quorumWorld(1))).toEqual([]))

  it('once another is elected, though the old one is still cut off and takes itself for leader', () => {
    const story = new QuorumStory(3)
    const timers = steady(story, 3)
    story.at = 2000
    story.role(2, 'Follower', 'Candidate', 2, undefined, { armedBy: timers[2] as number })
    story.at = 2500
    const won = story.role(2, 'Candidate', 'Leader', 2, 2)
    const trace = story.finish()
    const idle = withoutWorkingLeader(trace, quorumWorld(3, { cuts: [...both(1, 2, 700), ...both(1, 3, 700)] }))
    expect(idle.map(({ from, to }) => [from, to])).toEqual([[700, 2500]])
    expect(leadershipOf(trace).none).toEqual([])
    expect(won).toBeGreaterThan(0)
  })
})

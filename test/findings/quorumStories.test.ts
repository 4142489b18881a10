// Scenarios of kraft.md section 8, run on the engine: what is said of them is what their text says. A draw that is not given is 0.

import { describe, expect, it } from 'vitest'
import { instant, ms, NEVER } from '../../src/base/time.ts'
import { plain } from '../../src/findings/prose.ts'
import { leastOf, lengthOf, marginsOf, quorumRun } from '../../src/findings/quorum.ts'
import { electionsOf, fetchTimeouts, vainPreVotes } from '../../src/findings/quorumElections.ts'
import { quorumHeadline } from '../../src/findings/quorumHeadline.ts'
import { quorumVerdict } from '../../src/findings/quorumVerdict.ts'
import { why } from '../../src/findings/why.ts'
import { type QuorumBehaviourId, quorumBehaviours } from '../../src/scenario/quorumBehaviours.ts'
import type { Latency, MessageLoss, QuorumConfig, QuorumWorld } from '../../src/scenario/quorumWorld.ts'
import type { Chance } from '../../src/sim/chance.ts'
import { runQuorum } from '../../src/sim/run.ts'
import { FETCH_TIMER } from '../../src/trace/quorumKinds.ts'
import { atOf, causeOf, fieldOf, kindOf, subjectOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'
import { cut, leadershipOf, quorumWorld } from '../support/quorumStory.ts'

/** What a node rolls first of a name, by `node name`. */
type Rolls = { readonly [who: string]: number }

function scripted(rolls: Rolls): Chance {
  const seen = new Set<string>()
  return {
    draw(_at, name, node) {
      const key = `${node} ${words[name]}`
      if (seen.has(key)) return 0
      seen.add(key)
      return rolls[key] ?? 0
    },
    order: (_at, _name, keys) => [...keys],
  }
}

type Asked = Partial<Omit<QuorumWorld, 'config' | 'behaviour'>> & {
  readonly voters?: readonly number[]
  readonly F?: number
  readonly Q?: number
  readonly rolls?: Rolls
}

type Story = { readonly trace: Trace; readonly world: QuorumWorld }

function play(era: QuorumBehaviourId, voters: number, { F = 2000, Q = 2000, rolls = {}, ...change }: Asked): Story {
  const plainly = quorumWorld(voters)
  const config: QuorumConfig = { ...plainly.config, fetchTimeout: ms(F), requestTimeout: ms(Q) }
  const world: QuorumWorld = { ...plainly, ...change, config, behaviour: quorumBehaviours[era] }
  return { trace: runQuorum(world, scripted(rolls)).trace, world }
}

const headline = ({ trace, world }: Story) => quorumHeadline(trace, world)
const elections = ({ trace, world }: Story) => electionsOf(trace, world)

/** The first answer to a Fetch of n2 is lost, the one of 510. */
const lostAnswer: MessageLoss = {
  from: 1,
  to: 2,
  message: 'Fetch answer',
  nth: 1,
  since: instant(0),
  until: NEVER,
  toldAfter: undefined,
  fault: 0,
}

const way = (from: number, to: number, latency: number): Latency => ({ from, to, at: instant(0), latency: ms(latency) })

/** A pause of the leader for so long. */
const pause = (at: number, length: number): QuorumWorld['events'] => [
  { at: instant(at), node: 1, fault: 0, what: 'pause', until: instant(at + length), resumes: 'timers' },
]

/** Some nodes of five are cut off from all others. */
const cutOff = (...nodes: number[]) =>
  [1, 2, 3, 4, 5].flatMap((from) =>
    [1, 2, 3, 4, 5].flatMap((to) =>
      from !== to && (nodes.includes(from) || nodes.includes(to)) ? [cut(from, to)] : [],
    ),
  )

describe('G10: F = 1000 and a slow network', () => {
  it('is stable at 249 ms, with 2 ms to spare', () => {
    const story = play('kraft-3.9', 2, { F: 1000, latency: ms(249), until: instant(2900) })
    expect(headline(story)).toMatchObject({ of: 'margin', ms: 2, reset: { node: 2, at: 998 } })
    expect(elections(story)).toEqual([])
  })

  it('moves the leader at 250 ms, needlessly', () => {
    const story = play('kraft-3.9', 2, { F: 1000, latency: ms(250), until: instant(1600) })
    expect(elections(story)).toMatchObject([
      { epoch: 2, need: 'needless', trigger: { by: 'fetch timer', node: 2, at: 1000 }, won: { node: 2, at: 1500 } },
    ])
    expect(headline(story)).toEqual({ of: 'without a working leader', ms: 250 })
  })

  it('ends in 4.2 with a leader that resigns by check-quorum, all links open', () => {
    const story = play('kraft-4.2', 2, { F: 1000, latency: ms(250), until: instant(4000) })
    expect(elections(story)[0]).toMatchObject({ need: 'gave up', trigger: { by: 'check-quorum', node: 1, at: 1750 } })
    expect(fetchTimeouts(story.trace)[0]).toMatchObject({ node: 2, at: 1000, role: 'Prospective' })
  })
})

describe('G15: one lost answer where Q = F = 2000', () => {
  it.each(['kraft-3.7', 'kraft-3.9.0'] as const)('costs a needless election in %s', (era) => {
    const story = play(era, 3, { losses: [lostAnswer], until: instant(2500) })
    expect(elections(story)).toMatchObject([
      { need: 'needless', trigger: { by: 'fetch timer', node: 2, at: 2000 }, won: { node: 2, at: 2020 } },
    ])
  })

  it('costs no epoch in 4.2, and its verdict says so', () => {
    const story = play('kraft-4.2', 3, { losses: [lostAnswer], until: instant(2500) })
    expect(elections(story)).toEqual([])
    expect(vainPreVotes(story.trace)).toMatchObject([{ node: 2, at: 2020, role: 'Follower', epoch: 1 }])
    const { headline: ms, of, sentence, caller, tone } = quorumVerdict(story.trace, story.world)
    expect([ms, of, tone]).toEqual([0, 'without a working leader', 'good'])
    expect(plain(sentence)).toBe(
      "n2's fetch timer runs out at 2000 ms: n1's answer to its Fetch was lost, and controller.quorum.request.timeout.ms = 2000 let no other out in time",
    )
    expect(plain(caller)).toBe('no election; one round of pre-votes came to nothing')
  })
})

describe('why a fetch timer ran out after one lost answer', () => {
  const because = ({ trace, world }: Story, row = fetchTimeouts(trace)[0]?.row ?? -1) =>
    why(trace, row, world).map(({ at, says }) => `${at} ${plain(says)}`)
  const lost = play('kraft-3.9.0', 3, { losses: [lostAnswer], until: instant(2500) })

  it('names the Fetch that held the slot, its setting, and that the election was needless', () => {
    const reasons = because(lost)
    expect(reasons[1]).toBe(
      '0 Needless: at 2000 ms n1 led epoch 1, ran, was not paused, and had both directions open to a majority of the voters.',
    )
    expect(reasons).toContain(
      "0 n2's Fetch 1 holds its slot until 2000 ms (controller.quorum.request.timeout.ms = 2000): no other Fetch goes out before.",
    )
  })

  it('says so of no row that sets off no election, and of no timer that ran out for something else', () => {
    const [reset] = quorumRun(lost.trace).resets
    expect(because(lost, reset?.row).join()).not.toMatch(/slot|Needless/)
    const slow = play('kraft-3.9', 2, { F: 1000, latency: ms(250), until: instant(1600) })
    expect(because(slow).join()).not.toContain('slot')
    expect(because(slow)[1]).toMatch(/Needless/)
  })

  it('says of 3.7 that the slot was free in time, and that nothing woke the thread', () => {
    const early = play('kraft-3.7', 3, { Q: 1000, losses: [lostAnswer], until: instant(2500) })
    expect(because(early)).toContain(
      "0 n2's Fetch 1 held its slot until 1000 ms (controller.quorum.request.timeout.ms = 1000), and nothing wakes the raft thread for it.",
    )
  })

  it('calls an election no needless one where the leader is still paused', () => {
    const paused = play('kraft-3.9.0', 3, { F: 1000, events: pause(400, 1300), until: instant(1720) })
    expect(because(paused).join()).not.toContain('Needless')
  })
})

describe('G16: the same loss where Q = 1000', () => {
  it.each([
    ['kraft-3.9.0', {}, 480, 1520],
    ['kraft-4.2', { '2 bootstrap': 2 }, 460, 1540],
  ] as const)('leaves time in %s', (era, rolls, left, at) => {
    const story = play(era, 3, { Q: 1000, losses: [lostAnswer], rolls, until: instant(2500) })
    expect(headline(story)).toMatchObject({ of: 'margin', ms: left, reset: { node: 2, at } })
  })

  it('wakes nobody in 3.7', () => {
    const story = play('kraft-3.7', 3, { Q: 1000, losses: [lostAnswer], until: instant(2500) })
    expect(elections(story)).toMatchObject([{ trigger: { by: 'fetch timer', node: 2, at: 2000 } }])
    expect(plain(quorumVerdict(story.trace, story.world).sentence)).toContain(
      'and nothing woke it at controller.quorum.request.timeout.ms = 1000',
    )
  })
})

describe('G21: asymmetric latency', () => {
  it('leaves 150 ms at 50 and 300 ms', () => {
    const story = play('kraft-3.9', 2, { F: 1000, latencies: [way(2, 1, 50), way(1, 2, 300)], until: instant(2600) })
    expect(headline(story)).toMatchObject({ of: 'margin', ms: 150, reset: { node: 2, at: 850 } })
  })

  it('ends in an election at 50 and 450 ms', () => {
    const story = play('kraft-3.9', 2, { F: 1000, latencies: [way(2, 1, 50), way(1, 2, 450)], until: instant(1600) })
    expect(elections(story)).toMatchObject([{ trigger: { node: 2, at: 1000 }, won: { node: 2, at: 1500 } }])
  })
})

describe('G22: the leader pauses', () => {
  const rolls = { '3 election': 500, '1 election': 500 }

  it('is survived for 1489 ms, with 1 ms to spare', () => {
    const story = play('kraft-3.9', 3, { events: pause(500, 1489), rolls, until: instant(2500) })
    expect(headline(story)).toMatchObject({ of: 'margin', ms: 1, reset: { at: 1999 } })
  })

  it('takes two leaders after 1490 ms in 3.9, which goes on before the timers fire', () => {
    const story = play('kraft-3.9.0', 3, { events: pause(500, 1490), rolls, until: instant(2500) })
    expect(elections(story)).toMatchObject([
      { epoch: 2, need: 'needless', trigger: { node: 2, at: 2000 }, won: { node: 2, at: 2020 } },
      { epoch: 3, node: 3, trigger: { by: 'backoff', node: 3 }, won: { node: 3, at: 2040 } },
    ])
  })

  it('takes one in 4.2: pre-vote does not help where all starve', () => {
    const story = play('kraft-4.2', 3, { events: pause(500, 1490), rolls, until: instant(2500) })
    expect(elections(story)).toMatchObject([
      { epoch: 2, need: 'needless', trigger: { by: 'fetch timer', at: 2000 }, won: { node: 2, at: 2040 } },
    ])
  })

  it('needs an election where it is still paused when the timers fire', () => {
    const story = play('kraft-3.9.0', 3, { F: 1000, events: pause(400, 1300), rolls, until: instant(1720) })
    expect(elections(story)[0]).toMatchObject({ need: 'paused', trigger: { at: 1000 }, won: { node: 2, at: 1710 } })
  })
})

describe('G24: the way from the leader to n2 is cut', () => {
  it('deposes a leader whom a majority can reach in 3.9: needless', () => {
    const story = play('kraft-3.9.0', 3, {
      cuts: [cut(1, 2)],
      rolls: { '3 election': 500, '1 election': 700 },
      until: instant(4000),
    })
    expect(elections(story)).toMatchObject([
      { need: 'needless', trigger: { by: 'fetch timer', node: 2, at: 2000 }, won: { node: 2, at: 2020 } },
    ])
  })

  it('leaves the leader where it is in 4.2', () => {
    const story = play('kraft-4.2', 3, { cuts: [cut(1, 2)], until: instant(5500) })
    expect(elections(story)).toEqual([])
    expect(lengthOf(leadershipOf(story.trace).none)).toBe(0)
    expect(fetchTimeouts(story.trace).map(({ at }) => at)).toEqual([2000, 5000])
  })
})

describe('G26: five voters', () => {
  it('lose their leader at 1500 where three are cut off, and no election is needless', () => {
    const story = play('kraft-3.9.0', 5, { F: 1000, cuts: cutOff(3, 4, 5), until: instant(1600) })
    expect(quorumRun(story.trace).stays.find(({ role }) => role === 'Resigned')).toMatchObject({ node: 1, at: 1500 })
    expect(new Set(elections(story).map(({ need }) => need))).toEqual(new Set(['cut off']))
  })

  it('keep it where two are', () => {
    const story = play('kraft-3.9.0', 5, { F: 1000, cuts: cutOff(4, 5), until: instant(2500) })
    expect(lengthOf(leadershipOf(story.trace).none)).toBe(0)
    expect(elections(story).every(({ need, won }) => need === 'needless' && won === undefined)).toBe(true)
  })
})

describe('a margin', () => {
  const stories = [
    play('kraft-3.9', 2, { F: 1000, latency: ms(249) }),
    play('kraft-4.2', 3, { losses: [lostAnswer], Q: 1000 }),
    play('kraft-4.4', 3, { events: pause(500, 1489) }),
  ]

  it.each(stories)('is the deadline before minus the arrival of a good answer, and never less than 1', ({ trace }) => {
    const deadline = new Map<number, number>()
    const left = new Map<number, number>()
    for (let row = 0; row < trace.rows; row++) {
      if (kindOf(trace, row) !== FETCH_TIMER) continue
      const subject = subjectOf(trace, row)
      left.set(row, (deadline.get(subject) ?? Number.NaN) - atOf(trace, row))
      deadline.set(subject, fieldOf(trace, row, 0))
    }
    const { resets } = quorumRun(trace)
    expect(resets.length).toBeGreaterThan(3)
    for (const reset of resets) {
      expect(reset.left).toBe(left.get(reset.row))
      expect(reset.left).toBeGreaterThan(0)
      expect(atOf(trace, causeOf(trace, reset.row))).toBe(reset.at)
    }
  })

  it('is F - W - 2L in a steady quorum, at every fetch', () => {
    const { trace } = play('kraft-3.9', 3, { F: 1500, latency: ms(100) })
    for (const { resets, least } of marginsOf(trace, [2, 3])) {
      expect(new Set(resets.map(({ left }) => left))).toEqual(new Set([800]))
      expect(least).toBe(leastOf(resets))
    }
  })
})

describe('a voter that nobody can follow', () => {
  it.each([
    ['shutdown', 'n1 shuts down at 100 ms, and nobody stands for election'],
    ['stop', 'n1 dies at 100 ms, and nobody stands for election'],
  ] as const)('who is alone and does not run is named: %s', (what, says) => {
    const { trace, world } = play('kraft-4.2', 1, { events: [{ at: instant(100), node: 1, fault: 0, what }] })
    expect(plain(quorumVerdict(trace, world).sentence).replace(/\s/g, ' ')).toBe(says)
  })
})

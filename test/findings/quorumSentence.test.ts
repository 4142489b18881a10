import { describe, expect, it } from 'vitest'
import { NEVER } from '../../src/base/time.ts'
import { sentence } from '../../src/findings/sentence.ts'
import { why } from '../../src/findings/why.ts'
import { quorumFaultKinds } from '../../src/scenario/quorumWorld.ts'
import { kinds, NONE } from '../../src/trace/kinds.ts'
import * as kind from '../../src/trace/quorumKinds.ts'
import * as rule from '../../src/trace/quorumRules.ts'
import { type Word, word } from '../../src/trace/vocabulary.ts'
import { QuorumStory, steady } from '../support/quorumStory.ts'

/** A sentence with ordinary spaces. */
const plainly = (text: string): string => text.replace(/[\u00a0\u2009\u202f]/g, ' ')

/** The sentence of the last row that a story tells. */
function said(tell: (story: QuorumStory) => number): string {
  const story = new QuorumStory(3)
  const row = tell(story)
  return plainly(sentence(story.finish(), row))
}

describe('every kind of row that only a quorum has', () => {
  it('has a sentence of its own', () => {
    const own = Object.values(kind)
    for (const what of own) {
      const fields = kinds[what]?.fields.map(([, type]) => (type === 'word' ? word('Fetch') : 1)) ?? []
      const text = said((story) => story.row(1, what, fields))
      expect(text, kinds[what]?.name).toMatch(/^[A-Zn].*\.$/)
    }
  })
})

describe('a fault of a node', () => {
  const ofLinks: readonly string[] = ['cut link', 'slow link', 'lose message']

  it.each(quorumFaultKinds.filter((what) => !ofLinks.includes(what)))(
    'of the kind %s has a sentence of its own',
    (what) => {
      const text = said((story) => story.fault(1, what, 0))
      expect(text).toMatch(/^n1 (is|pauses|stops)\b.*\.$/)
    },
  )

  const [both, out, back] = [0, 1, 2]

  it.each<[what: Word, until: number, hits: (number | Word)[], begins: string, ends: string]>([
    [
      'cut link',
      NEVER,
      [2, out, NONE, 1],
      'The link from n1 to n2 is cut: what is sent on it is lost, and nobody is told.',
      'The link from n1 to n2 is back.',
    ],
    [
      'cut link',
      800,
      [2, back, NONE, 1],
      'The link from n2 to n1 is cut, until 800 ms: what is sent on it is lost, and nobody is told.',
      'The link from n2 to n1 is back.',
    ],
    [
      'cut link',
      NEVER,
      [3, both, NONE, 1],
      'Both links between n1 and n3 are cut: what is sent on them is lost, and nobody is told.',
      'Both links between n1 and n3 are back.',
    ],
    [
      'cut link',
      NEVER,
      [NONE, both, NONE, 1],
      'All links of n1, both ways, are cut: what is sent on them is lost, and nobody is told.',
      'All links of n1, both ways, are back.',
    ],
    [
      'slow link',
      NEVER,
      [2, out, NONE, 1],
      'The link from n1 to n2 gets slow: messages on it take longer.',
      'The link from n1 to n2 is as fast as before.',
    ],
    [
      'slow link',
      NEVER,
      [NONE, back, NONE, 1],
      'All links to n1 get slow: messages on them take longer.',
      'All links to n1 are as fast as before.',
    ],
    [
      'lose message',
      NEVER,
      [2, out, 'Fetch answer', 1],
      'The next Fetch answer from n1 to n2 will be lost.',
      'Every Fetch answer from n1 to n2 gets through.',
    ],
    [
      'lose message',
      NEVER,
      [NONE, out, 'Vote', 3],
      'Vote number 3 from n1 to each other node, counted from now, will be lost.',
      'Every Vote from n1 to each other node gets through.',
    ],
  ])('%s (until %s, %j) names the links or the message that it hits', (what, until, hits, begins, ends) => {
    expect(said((story) => story.fault(1, what, until, ...hits))).toBe(begins)
    expect(said((story) => story.healed(1, what, story.fault(1, what, until, ...hits)))).toBe(ends)
  })
})

describe('a change of state', () => {
  it('by the fetch timer says how long there was no good answer, and by which setting', () => {
    const text = said((story) => {
      const timers = steady(story, 3)
      story.at = 2000
      return story.role(2, 'Follower', 'Candidate', 2, NONE, { armedBy: timers[2] as number })
    })
    expect(text).toBe(
      "n2's fetch timer runs out: no good answer to its Fetch for 2000 ms (controller.quorum.fetch.timeout.ms). It becomes Candidate of epoch 2.",
    )
  })

  it('by a fetch timer that EndQuorumEpoch had set says so', () => {
    const text = said((story) => {
      steady(story, 3)
      const told = story.arrived(3, 'EndQuorumEpoch', 1)
      const timer = story.fetchTimer(3, 500, 1900, told)
      story.at = 500
      return story.role(3, 'Follower', 'Candidate', 2, NONE, { armedBy: timer })
    })
    expect(text).toBe("n3's fetch timer runs out, which EndQuorumEpoch had shortened. It becomes Candidate of epoch 2.")
  })

  it('by check-quorum says that no majority has fetched', () => {
    const text = said((story) => {
      steady(story, 3)
      const timer = story.row(1, kind.QUORUM_TIMER, [3000])
      story.at = 3000
      return story.role(1, 'Leader', 'Resigned', 1, 1, { armedBy: timer })
    })
    expect(text).toBe(
      'No majority has fetched from n1 for 3000 ms (check-quorum: 1.5 × controller.quorum.fetch.timeout.ms): it resigns. It becomes Resigned in epoch 1.',
    )
  })

  it.each([
    ['Vote answer', 'Candidate', 'Leader', 2, 2, 'A majority of the voters has voted for n2: it is Leader of epoch 2.'],
    [
      'PreVote answer',
      'Prospective',
      'Candidate',
      2,
      NONE,
      'A majority of the voters would vote for n2: it becomes Candidate of epoch 2.',
    ],
    [
      'PreVote answer',
      'Prospective',
      'Follower',
      1,
      1,
      'No majority would vote for n2: it is Follower of n1 in epoch 1 again, and no epoch is burnt.',
    ],
    [
      'BeginQuorumEpoch',
      'Unattached',
      'Follower',
      1,
      1,
      "n2 learns from n1's BeginQuorumEpoch who leads: it is Follower of n1 in epoch 1.",
    ],
    ['Vote', 'Leader', 'Unattached', 3, NONE, "n2 steps down, as n1's Vote is of epoch 3: Unattached in epoch 3."],
  ] as const)('by a %s: %s → %s', (message, from, to, epoch, leader, text) => {
    const told = said((story) => {
      const cause = story.arrived(2, message, 1)
      return story.role(2, from, to, epoch, leader, { cause })
    })
    expect(told).toBe(text)
  })

  it('tells a vote from a new epoch', () => {
    const story = new QuorumStory(3)
    const cause = story.arrived(2, 'Vote', 3)
    const first = story.role(2, 'Follower', 'Unattached', 2, NONE, { cause })
    const second = story.role(2, 'Unattached', 'Unattached', 2, NONE, { cause })
    const trace = story.finish()
    expect(sentence(trace, first)).toBe("n2 sees epoch 2 in n3's Vote: Unattached in epoch 2.")
    expect(sentence(trace, second)).toBe('n2 gives n3 its vote in epoch 2: Unattached in epoch 2.')
  })
})

describe('a message', () => {
  it('of BeginQuorumEpoch to who follows already changes nothing, and says so', () => {
    expect(said((story) => story.arrived(2, 'BeginQuorumEpoch', 1))).toBe(
      "n2 gets n1's BeginQuorumEpoch 1: it changes nothing here, and resets no fetch timer.",
    )
  })

  it('that makes its receiver a follower says nothing of the kind', () => {
    const text = said((story) => {
      const row = story.arrived(2, 'BeginQuorumEpoch', 1)
      story.role(2, 'Unattached', 'Follower', 1, 1, { cause: row })
      return row
    })
    expect(text).toBe("n2 gets n1's BeginQuorumEpoch 1.")
  })

  it('of a Fetch says where it goes on and when it arrives', () => {
    expect(said((story) => story.sent(2, 'Fetch', 1, [7, 1, 7]))).toBe(
      'n2 sends n1 Fetch 1, epoch 1, from offset 7; it arrives at 10 ms.',
    )
  })

  it('that answers says what', () => {
    const answer = (rest: readonly number[], message: 'Fetch answer' | 'Vote answer' = 'Fetch answer') =>
      said((story) => story.sent(1, message, 2, rest))
    expect(answer([1, 0, 5])).toBe("n1 answers n2's Fetch without a record; it arrives at 10 ms.")
    expect(answer([1, 2, 5])).toBe("n1 answers n2's Fetch with two records; it arrives at 10 ms.")
    expect(answer([1, 0, 5, 1, 3])).toBe(
      "n1 answers n2's Fetch: its log parts from here on, epoch 1 ends at offset 3; it arrives at 10 ms.",
    )
    expect(answer([NONE, 1], 'Vote answer')).toBe("n1 answers n2's Vote: granted; it arrives at 10 ms.")
  })

  it('with an error names it and the leader', () => {
    const text = said((story) =>
      story.row(1, kind.SENT, [word('Fetch answer'), 2, 1, 2, word('NOT_LEADER_OR_FOLLOWER'), 30, 3, 0, NONE]),
    )
    expect(text).toBe("n1 answers n2's Fetch with NOT_LEADER_OR_FOLLOWER; n3 leads epoch 2; it arrives at 30 ms.")
  })
})

describe("the leader's books", () => {
  it('say whom a tick was for, and who was skipped as its slot was busy', () => {
    const text = said((story) => {
      story.sent(1, 'BeginQuorumEpoch', 2)
      return story.row(1, kind.TICK, [1000, 2, 3])
    })
    expect(text).toBe(
      "n1's BeginQuorumEpoch tick, for n2 and n3; n3 is skipped, for a request there is still unanswered; the next one is due at 1000 ms.",
    )
  })

  it('say that a tick was for nobody', () => {
    expect(said((story) => story.row(1, kind.TICK, [1000]))).toMatch(/is for nobody: every voter has fetched/)
  })

  it('say how long a Fetch may be parked, and why it is answered', () => {
    const story = new QuorumStory(3)
    const parked = story.row(1, kind.PARKED, [2, 4, 500])
    story.at = 500
    const answered = story.row(1, kind.UNPARKED, [2, 4], { armedBy: parked })
    const trace = story.finish()
    expect(plainly(sentence(trace, parked))).toBe(
      "n1 has nothing new for n2's Fetch 4 and parks it, until 500 ms at the latest (the Fetch's own maximum wait of 500 ms).",
    )
    expect(plainly(sentence(trace, answered))).toBe("n1 answers n2's parked Fetch 4: its wait of 500 ms is over.")
  })
})

describe('a timer', () => {
  it('that is reset says how much was left', () => {
    const text = said((story) => {
      story.at = 520
      return story.fetchTimer(2, 2000, 1480, story.arrived(2, 'Fetch answer', 1))
    })
    expect(text).toBe("n2's fetch timer is reset with 1480 ms left: it runs until 2520 ms.")
  })

  it('of a request says how long it has gone unanswered', () => {
    const text = said((story) => {
      const armedBy = story.sent(2, 'Fetch', 1)
      story.at = 1000
      return story.row(2, kind.REQUEST_TIMEOUT, [word('Fetch'), 1, 1], { armedBy })
    })
    expect(text).toBe(
      "n2's Fetch 1 to n1 has gone unanswered for 1000 ms (controller.quorum.request.timeout.ms): the slot is free for another request.",
    )
  })

  it('that the loop waits for is named by its rule', () => {
    expect(said((story) => story.row(2, kind.WAIT, [2000], { rule: rule.WAIT_FETCH_TIMER }))).toBe(
      "n2's raft thread waits until 2000 ms at most. A follower looks again when its fetch timer ends.",
    )
  })
})

describe('why a timer ran out', () => {
  /** The chain of causes from the last row that a story tells, as kinds. */
  const chainOf = (tell: (story: QuorumStory) => number): string[] => {
    const story = new QuorumStory(3)
    const row = tell(story)
    return why(story.finish(), row).map(({ says }) =>
      plainly(says.map((part) => (typeof part === 'string' ? part : part.text)).join('')),
    )
  }

  it('leads to the answer that was lost, and to the fault that lost it', () => {
    const chain = chainOf((story) => {
      const timers = steady(story, 3)
      const fault = story.fault(1, 'lose message', NEVER, 2, 1, 'Fetch answer', 1)
      story.at = 510
      const answer = story.sent(1, 'Fetch answer', 2, [1, 0, 1], Number.POSITIVE_INFINITY)
      story.missed(1, 'Fetch answer', 2, answer, fault)
      story.at = 1010
      story.arrived(2, 'BeginQuorumEpoch', 1)
      story.at = 2000
      return story.role(2, 'Follower', 'Candidate', 2, NONE, { armedBy: timers[2] as number })
    })
    expect(chain).toEqual([
      expect.stringMatching(/^n2's fetch timer runs out/),
      "n1's Fetch answer 1 to n2 is lost on its way: nobody is told.",
      expect.stringMatching(/^n2's fetch timer starts/),
      'Your fault: The next Fetch answer from n1 to n2 will be lost.',
    ])
  })

  it('leads to an answer that was under way too long, and ends there with the run', () => {
    const chain = chainOf((story) => {
      const timers = steady(story, 3, 1000)
      const fetch = story.sent(2, 'Fetch', 1, [1, 1, 1], 250)
      story.at = 250
      const got = story.arrived(1, 'Fetch', 2, fetch)
      const parked = story.row(1, kind.PARKED, [2, 1, 750], { cause: got })
      story.at = 750
      const answered = story.row(1, kind.UNPARKED, [2, 1], { cause: parked, armedBy: parked })
      story.sent(1, 'Fetch answer', 2, [1, 0, 1], 250, { cause: answered })
      story.at = 1000
      return story.role(2, 'Follower', 'Candidate', 2, NONE, { armedBy: timers[2] as number })
    })
    expect(chain.slice(1)).toEqual([
      "n1 answers n2's Fetch without a record; it arrives at 1000 ms.",
      "n1 answers n2's parked Fetch 1: its wait of 500 ms is over.",
      expect.stringMatching(/^n1 has nothing new for n2's Fetch 1/),
      'n2 sends n1 Fetch 1, epoch 1, from offset 1; it arrives at 250 ms.',
      expect.stringMatching(/^n2's fetch timer starts/),
      'n2 is Follower of n1 in epoch 1.',
      'The run begins.',
    ])
  })

  it('of a request leads to its answer that was lost', () => {
    const chain = chainOf((story) => {
      steady(story, 3)
      const fault = story.fault(1, 'cut link', NEVER, 2, 1, NONE, 1)
      const armedBy = story.sent(2, 'Fetch', 1, [1, 1, 1])
      story.at = 510
      const answer = story.sent(1, 'Fetch answer', 2, [1, 0, 1], Number.POSITIVE_INFINITY)
      story.missed(1, 'Fetch answer', 2, answer, fault)
      story.at = 1000
      return story.row(2, kind.REQUEST_TIMEOUT, [word('Fetch'), 1, 1], { armedBy })
    })
    expect(chain.slice(1)).toEqual([
      "n1's Fetch answer 1 to n2 is lost on its way: nobody is told.",
      'Your fault: The link from n1 to n2 is cut: what is sent on it is lost, and nobody is told.',
    ])
  })

  it('leads to the pause of its leader', () => {
    const chain = chainOf((story) => {
      const timers = steady(story, 3)
      story.at = 500
      const fault = story.fault(1, 'pause', 1990)
      story.row(1, kind.HAPPENED, [word('pause'), 0], { cause: fault })
      story.at = 1990
      const resumed = story.happened(1, 'resume')
      story.sent(1, 'Fetch answer', 2, [1, 0, 1], 10, { cause: resumed })
      story.at = 2000
      return story.role(2, 'Follower', 'Candidate', 2, NONE, { armedBy: timers[2] as number })
    })
    expect(chain.slice(1)).toEqual([
      "n1 answers n2's Fetch without a record; it arrives at 2000 ms.",
      expect.stringMatching(/^n2's fetch timer starts/),
      'Your fault: n1 pauses: the whole process stands still, until 1990 ms.',
    ])
  })
})

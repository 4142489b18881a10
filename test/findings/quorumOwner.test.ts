// Who decided when something happened to a raft node: the timer that ended, however many messages before.

import { expect, it } from 'vitest'
import { ownerOf } from '../../src/findings/owner.ts'
import { plain } from '../../src/findings/prose.ts'
import { MISSED, SPIN } from '../../src/trace/quorumKinds.ts'
import { kindOf, type Trace } from '../../src/trace/trace.ts'
import { asked, roleAt, variantOf } from '../support/quorumPresets.ts'

/** Who decided at a row of a preset's variant: `owner; lead; key = value; says`. */
function decided(
  link: string,
  letter: 'A' | 'B' | 'C' | 'D',
  rowOf: (ran: ReturnType<typeof variantOf>) => number,
): string {
  const question = asked(link)
  const ran = variantOf(question, letter)
  const { owner, lead, setting, says } = ownerOf(ran.trace, rowOf(ran), question.scenario, 'ABCD'.indexOf(letter))
  return [owner, lead, setting && `${setting.key} = ${setting.value}`, says && plain(says)].filter(Boolean).join('; ')
}

const role = (node: string, at: number) => (ran: ReturnType<typeof variantOf>) => roleAt(ran, node, at)
const first =
  (kind: number) =>
  ({ trace }: { trace: Trace }) => {
    let row = 0
    while (row < trace.rows && kindOf(trace, row) !== kind) row++
    return row
  }

const FETCH = 'controller.quorum.fetch.timeout.ms'

it.each<[string, string, 'A' | 'B' | 'C' | 'D', (ran: ReturnType<typeof variantOf>) => number, string]>([
  [
    'EndQuorumEpoch, of a successor that it lets stand at once',
    'resign',
    'C',
    role('n2', 110),
    'client; EndQuorumEpoch decides: n2 is the first successor and waits no longer; It sets the fetch timers: n2 0 ms, n3 500 ms (by controller.quorum.election.backoff.max.ms = 1000).',
  ],
  ['the fetch timer that ran out', 'return', 'B', role('n3', 2000), `setting; ${FETCH} = 2000`],
  [
    'the timer at the root of an election, of who leads after it',
    'answer',
    'B',
    role('n2', 2020),
    `setting; ${FETCH} = 2000; n2's fetch timer ran out at 2000 ms.`,
  ],
  [
    'the backoff of who stood before, of who leads after a node has returned',
    'return',
    'B',
    role('n3', 9540),
    "setting; controller.quorum.election.backoff.max.ms = 1000; n3's backoff ran out at 9520 ms.",
  ],
  [
    'EndQuorumEpoch again, of a candidate that asked for pre-votes first',
    'edge',
    'D',
    role('n2', 2500),
    'client; EndQuorumEpoch decides: n2 is the first successor and waits no longer; It sets the fetch timers: n2 0 ms (by controller.quorum.election.backoff.max.ms = 1000).',
  ],
  [
    'the timer of who came to an epoch, of a leader that learns of that by an answer',
    'return',
    'B',
    role('n1', 9020),
    "setting; controller.quorum.election.backoff.max.ms = 1000; n3's backoff ran out at 7985 ms.",
  ],
  [
    'a fault, of a message that it loses',
    'answer',
    'B',
    first(MISSED),
    'world; Your fault decides: it is lost on its way',
  ],
  ['the period of UpdateRaftVoter, of a thread that spins', 'spin', 'B', first(SPIN), `setting; ${FETCH} = 600`],
])('%s (%s %s)', (_, link, letter, rowOf, says) => {
  expect(decided(link, letter, rowOf)).toBe(says)
})

// The reasons of a raft node's rows in the presets: what counts, what was lost, and what did not help.

import { expect, it } from 'vitest'
import { needReason } from '../../src/findings/quorumBecause.ts'
import { electionsOf } from '../../src/findings/quorumElections.ts'
import { sentence } from '../../src/findings/sentence.ts'
import { ROLE, SENT, SPIN } from '../../src/trace/quorumKinds.ts'
import { atOf, kindOf } from '../../src/trace/trace.ts'
import { asked, because, type Ran, roleAt, variantOf } from '../support/quorumPresets.ts'

/** The first row of a kind. */
function first({ trace }: Ran, kind: number): number {
  let row = 0
  while (row < trace.rows && kindOf(trace, row) !== kind) row++
  return row
}

const sentences = ({ trace }: Ran, kind: number, at: number): string[] =>
  Array.from({ length: trace.rows }, (_, row) => row)
    .filter((row) => kindOf(trace, row) === kind && atOf(trace, row) === at)
    .map((row) => sentence(trace, row))

it('names the Fetches that check-quorum missed, when one was last heard, and how many it takes', () => {
  const five = variantOf(asked('five'), 'A')
  const reasons = because(five, roleAt(five, 'n1', 1500)).slice(1)
  expect(reasons.slice(0, 4)).toEqual([
    "0 n5's Fetch 1 to n1 is lost: n1 never heard a Fetch of n5.",
    "0 n4's Fetch 1 to n1 is lost: n1 never heard a Fetch of n4.",
    "0 n3's Fetch 1 to n1 is lost: n1 never heard a Fetch of n3.",
    '0 n1 needs a Fetch of two other voters within 1.5 × controller.quorum.fetch.timeout.ms = 1000: from the start on only n2 sent one that came.',
  ])
  expect(reasons.slice(4).every((reason) => reason.startsWith('0 Your fault: '))).toBe(true)
  expect(reasons.join()).not.toContain('Vote')
})

it('names a Fetch that was under way when check-quorum ran out', () => {
  const edge = variantOf(asked('edge'), 'D')
  expect(because(edge, roleAt(edge, 'n1', 1750))).toContain(
    "1500 n2's Fetch 2 comes to n1 at 1750 ms, too late: n1 last heard one at 250 ms.",
  )
})

it('tells that a BeginQuorumEpoch came while the fetch timer ran, and that it resets nothing', () => {
  const beacon = variantOf(asked('beacon'), 'B')
  expect(because(beacon, roleAt(beacon, 'n2', 2000))).toContain(
    "1010 n1's BeginQuorumEpoch came at 1010 ms: it resets no fetch timer.",
  )
})

it('tells of a leader that steps down for an answer where its epoch came from', () => {
  const back = variantOf(asked('return'), 'B')
  expect(because(back, roleAt(back, 'n1', 9020))[1]).toBe(
    "9010 n3 answers n1's BeginQuorumEpoch with FENCED_LEADER_EPOCH; epoch 5, leader unknown; it arrives at 9020 ms.",
  )
  expect(because(back, roleAt(back, 'n1', 9020)).join('\n')).toMatch(/7985 n3's backoff .* Candidate of epoch 5/)
})

it('says who refused a pre-vote, and why', () => {
  const slow = variantOf(asked('slow'), 'C')
  expect(sentence(slow.trace, roleAt(slow, 'n2', 900))).toMatch(
    /^No majority would vote for n2 \(.*n1: it leads epoch 1.*\): it is Follower of n1 in epoch 1 again, and no epoch is burnt\.$/,
  )
  expect(sentences(slow, SENT, 800).join('\n')).toContain(
    "n3 answers n2's PreVote: rejected, as it hears n1, which last answered at 520 ms",
  )
})

it('says that a vote is refused by who stands itself, and by who has voted', () => {
  const pause = variantOf(asked('pause'), 'B')
  const said = [2010, 2020].flatMap((at) => sentences(pause, SENT, at)).join('\n')
  expect(said).toMatch(/rejected, as it (stands itself|has voted for n2)/)
})

it('says who gets a vote where that is stored in a state of its like', () => {
  const old = variantOf(asked('first'), 'B')
  const said = sentences(old, ROLE, 2544)
  expect(said).toContain('n2 gives n1 its vote in epoch 6: Unattached in epoch 6.')
  expect(said.join()).not.toContain('→')
})

it('says what a thread spins for, and until when, whatever comes in between', () => {
  const spin = variantOf(asked('spin'), 'B')
  expect(because(spin, first(spin, SPIN))).toEqual([
    "n2's raft thread spins until 1040 ms: UpdateRaftVoter is due and cannot go out, while its Fetch 2 to n1 is not answered. It asks for a wait of 0 again and again.",
    "520 n2's Fetch 2 is in flight: there is one slot a node, and nothing else goes out before its answer.",
    '0 n2 has to tell n1 of its voter entry, by UpdateRaftVoter, controller.quorum.fetch.timeout.ms = 600 after it began to follow.',
    '0 The run begins.',
  ])
})

it('judges by the run, and not by the scenario, that an election was needless or repairs one', () => {
  const { trace, world } = variantOf(asked('edge'), 'B')
  const reasons = electionsOf(trace, world).flatMap(({ row }) => needReason(trace, row, world))
  expect(new Set(reasons.map(({ source }) => source))).toEqual(
    new Set(['judged from the run: who led, ran and could be reached']),
  )
})

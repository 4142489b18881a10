// Why a raft node did not give its vote (canGrantVote of each state).

import { NONE } from '../trace/kinds.ts'
import * as kind from '../trace/quorumKinds.ts'
import { atOf, causeOf, fieldOf, kindOf, restOf, subjectOf, type Trace } from '../trace/trace.ts'
import { exact, nodeName, subjectAt, wordAt } from './names.ts'
import { quorumRun, stayBefore } from './quorum.ts'
import { nodeOf } from './quorumRows.ts'

/** A vote or a pre-vote was refused by this answer, by the row that sent it. */
const isRejection = (trace: Trace, sent: number): boolean =>
  sent >= 0 &&
  kindOf(trace, sent) === kind.SENT &&
  (wordAt(trace, sent, 0) === 'Vote answer' || wordAt(trace, sent, 0) === 'PreVote answer') &&
  restOf(trace, sent)[1] !== 1

/** Why, in a sentence's end after `n2 rejects it: `. Told from what the voter was as it answered. */
export function whyRejected(trace: Trace, sent: number): string {
  const run = quorumRun(trace)
  const node = nodeOf(trace, sent)
  const stay = stayBefore(run, node, sent)
  if (!stay) return 'it is in no state to vote'
  const isPre = wordAt(trace, sent, 0) === 'PreVote answer'
  const asker = fieldOf(trace, sent, 1)
  const leader = stay.leader === NONE ? '' : nodeName(trace, stay.leader)
  switch (stay.role) {
    case 'Leader':
      return `it leads epoch ${stay.epoch}`
    case 'Follower': {
      const heard = run.resets.findLast((reset) => reset.node === node && reset.row < sent && reset.row > stay.row)
      if (!isPre) return `it follows ${leader}`
      if (heard) return `it hears ${leader}, which last answered at ${exact(heard.at)}`
      return hasFetched(trace, sent, stay.row) ? `it hears ${leader}` : longerLog
    }
    case 'Candidate':
      return isPre ? longerLog : 'it stands itself'
    case 'Resigned':
      return isPre ? longerLog : 'it has resigned'
    default: {
      if (isPre) return longerLog
      if (leader !== '') return `it knows ${leader} as leader`
      const other = votedFor(trace, sent)
      return other !== undefined && other !== asker ? `it has voted for ${nodeName(trace, other)}` : longerLog
    }
  }
}

const longerLog = 'its own log reaches further'

/** A follower in whose state the run begins has fetched before. */
const hasFetched = (trace: Trace, sent: number, began: number): boolean =>
  atOf(trace, began) === 0 && subjectOf(trace, began) === subjectOf(trace, sent)

/** Whom a node gave its vote in the epoch of its answer, undefined: nobody. */
function votedFor(trace: Trace, sent: number): number | undefined {
  for (let row = sent - 1; row >= 0; row--) {
    if (kindOf(trace, row) !== kind.SENT || subjectOf(trace, row) !== subjectOf(trace, sent)) continue
    if (wordAt(trace, row, 0) !== 'Vote answer' || restOf(trace, row)[1] !== 1) continue
    return fieldOf(trace, row, 3) === fieldOf(trace, sent, 3) ? fieldOf(trace, row, 1) : undefined
  }
  return undefined
}

/** Who refused a node its pre-vote, and why: `n1 leads epoch 1, and n2 hears n1`. `left`: the row at which it gave up; empty: nobody did. */
export function refusalsOf(trace: Trace, left: number): string[] {
  const stay = stayBefore(quorumRun(trace), nodeOf(trace, left), left)
  const said: string[] = []
  for (let row = left - 1; stay && row > stay.row; row--) {
    const what = kindOf(trace, row)
    if (what !== kind.ARRIVED || subjectOf(trace, row) !== subjectOf(trace, left)) continue
    const sent = causeOf(trace, row)
    if (isRejection(trace, sent)) said.unshift(`${subjectAt(trace, sent).name}: ${whyRejected(trace, sent)}`)
  }
  return said
}

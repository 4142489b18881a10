// What the edge of a fault can snap to: what happens in the run, the ends of other faults, and the ends of the run itself.

import { nodeName, peerOf, wordAt } from '../findings/names.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Run } from '../store/lab.ts'
import type { Snap, SnapsNear } from '../timeline/snap.ts'
import * as kind from '../trace/kinds.ts'
import * as quorumKind from '../trace/quorumKinds.ts'
import { atOf, fieldOf, firstRowFrom, kindOf, type Trace } from '../trace/trace.ts'

/** Of a crowd of rows only so many are looked at. */
const MOST_ROWS = 2000

type Namer = (trace: Trace, row: number) => string

const ofPeer =
  (what: string | Namer): Namer =>
  (trace, row) =>
    `${peerOf(trace, row)}: ${typeof what === 'string' ? what : what(trace, row)}`

/** The rows that one would put a fault to, in a word. */
const namers = new Map<number, Namer>([
  [kind.STATE, ofPeer((trace, row) => wordAt(trace, row, 1))],
  [kind.SYN, ofPeer((trace, row) => `SYN ${fieldOf(trace, row, 0) + 1}`)],
  [kind.CONNECTED, ofPeer('TCP is up')],
  [kind.KERNEL_TIMEOUT, ofPeer('ETIMEDOUT')],
  [kind.REFUSED, ofPeer('RST')],
  [kind.DROPPED, ofPeer((trace, row) => (wordAt(trace, row, 0) === 'ECONNRESET' ? 'RST' : wordAt(trace, row, 0)))],
  [kind.UNREACHABLE, ofPeer((trace, row) => wordAt(trace, row, 0))],
  [kind.CLOSE, ofPeer('close')],
  [kind.SEND, ofPeer((trace, row) => `${wordAt(trace, row, 0)} request`)],
  [kind.RECEIVE, ofPeer((trace, row) => `${wordAt(trace, row, 0)} answer`)],
  [kind.RETRANSMIT, ofPeer('retransmission')],
  [kind.CHOSEN, (trace, row) => `${nodeName(trace, fieldOf(trace, row, 0))}: chosen`],
  [kind.UNBLOCKED, (trace, row) => wordAt(trace, row, 1)],
  [quorumKind.ROLE, ofPeer((trace, row) => wordAt(trace, row, 1))],
  [quorumKind.SENT, ofPeer((trace, row) => wordAt(trace, row, 0))],
  [quorumKind.ARRIVED, ofPeer((trace, row) => `${wordAt(trace, row, 0)} arrives`)],
  [quorumKind.TICK, ofPeer('BeginQuorumEpoch tick')],
  [quorumKind.REQUEST_TIMEOUT, ofPeer('request timeout')],
])

function rowsNear(trace: Trace, from: number, to: number): Snap[] {
  const first = firstRowFrom(trace, from)
  const found: Snap[] = []
  for (let row = first; row < Math.min(trace.rows, first + MOST_ROWS) && atOf(trace, row) <= to; row++) {
    const name = namers.get(kindOf(trace, row))
    if (name) found.push({ at: atOf(trace, row), text: name(trace, row) })
  }
  return found
}

/** The ends of the run and of its faults but one. */
function endsOf({ world, until }: Scenario, besides: number | undefined): Snap[] {
  const ends = world.faults.flatMap((fault, index) => {
    if (index === besides) return []
    const text = (what: string) => `${world.nodes[fault.node]?.name ?? 'a broker'}: ${fault.kind} ${what}`
    const start = { at: fault.at, text: text('begins') }
    return fault.until === undefined ? [start] : [start, { at: fault.until, text: text('ends') }]
  })
  return [{ at: 0, text: 'the start of the run' }, { at: until, text: 'the end of the run' }, ...ends]
}

/** What a run holds near an instant. It stays that run's, whatever the question becomes while an edge is dragged. */
export function snapsOf(run: Run, question: Scenario, besides: number | undefined): SnapsNear {
  const ends = endsOf(question, besides)
  const traces = run.answers.map(({ trace }) => trace)
  return (from, to) => [
    ...ends.filter(({ at }) => at >= from && at <= to),
    ...traces.flatMap((trace) => rowsNear(trace, from, to)),
  ]
}

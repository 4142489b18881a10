// Which replay a case goes to, and what its verdict is in a line.

import doubted from '../../test/golden/doubted.json' with { type: 'json' }
import { replayClientNetwork } from './clientNetwork.ts'
import { replayClientProducer } from './clientProducer.ts'
import { replayClientProducerCaller } from './clientProducerCaller.ts'
import { replayPartition } from './partition.ts'
import { replayQuorum } from './quorum.ts'
import type { Difference, Recording, Replay } from './recording.ts'
import { replayCell, replayCount } from './verdicts.ts'

/** One replay a layer. */
const layers: { readonly [layer: string]: Replay } = {
  'client-network': replayClientNetwork,
  'client-producer': replayClientProducer,
  'client-producer-caller': replayClientProducerCaller,
  partition: replayPartition,
  'partition-count': replayCount,
  'partition-cell': replayCell,
  quorum: replayQuorum,
}

/** Recordings that were shown to be wrong, by id, with the proof in a sentence: named apart, never as passed. */
const doubts = new Map(Object.entries<string>(doubted))

export type Verdict =
  | { readonly passed: true }
  /** `aside`: why it is in neither count. */
  | {
      readonly passed: false
      readonly aside: 'doubted' | 'not built' | 'unreadable' | undefined
      readonly line: string
    }

/** Replays a case; the line of one that is not met says where, what was expected and what came. */
export function verdictOf(recording: Recording): Verdict {
  const doubt = doubts.get(recording.id)
  if (doubt !== undefined) return { passed: false, aside: 'doubted', line: `${recording.id}: doubted: ${doubt}` }
  const replay = Object.hasOwn(layers, recording.layer) ? layers[recording.layer] : undefined
  const failed = (line: string): Verdict => ({ passed: false, aside: undefined, line: `${recording.id}: ${line}` })
  if (!replay) return failed(`layer ${recording.layer} is not built`)
  try {
    const difference = replay(recording)
    if (difference === undefined) return { passed: true }
    if (!('reason' in difference)) return failed(lineOf(difference))
    const { what, reason } = difference
    return { passed: false, aside: what, line: `${recording.id}: ${what}: ${reason}` }
  } catch (slip) {
    return failed(`crashed: ${slip instanceof Error ? slip.message : String(slip)}`)
  }
}

const lineOf = ({ what, index, expected, got }: Difference): string =>
  `${what} ${index}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`

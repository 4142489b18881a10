// Which replay a case goes to, and what its verdict is in a line.

import doubted from '../../test/golden/doubted.json' with { type: 'json' }
import { unreadableCaller, unreadableNetwork, unreadableProducer } from './clientInput.ts'
import { replayClientNetwork } from './clientNetwork.ts'
import { replayClientProducer } from './clientProducer.ts'
import { replayClientProducerCaller } from './clientProducerCaller.ts'
import { replayPartition } from './partition.ts'
import { unreadableCell, unreadableCount, unreadablePartition } from './partitionInput.ts'
import { replayQuorum } from './quorum.ts'
import { unreadableQuorum } from './quorumInput.ts'
import type { Difference, Layer, Recording } from './recording.ts'
import { listOf, number, object, oneOf, text, tuple } from './shape.ts'
import { replayCell, replayCount } from './verdicts.ts'

const layers: { readonly [layer: string]: Layer } = {
  'client-network': { unreadable: unreadableNetwork, replay: replayClientNetwork },
  'client-producer': { unreadable: unreadableProducer, replay: replayClientProducer },
  'client-producer-caller': { unreadable: unreadableCaller, replay: replayClientProducerCaller },
  partition: { unreadable: unreadablePartition, replay: replayPartition },
  'partition-count': { unreadable: unreadableCount, replay: replayCount },
  'partition-cell': { unreadable: unreadableCell, replay: replayCell },
  quorum: { unreadable: unreadableQuorum, replay: replayQuorum },
}

export const layerNames = Object.keys(layers)

/** What a case of any layer holds. */
const anyCase = object({
  id: text,
  layer: oneOf(layerNames),
  variant: text,
  draws: listOf(tuple(number, text)),
  events: listOf(tuple(number)),
})

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
  const aside = (why: 'not built' | 'unreadable', reason: string): Verdict => ({
    passed: false,
    aside: why,
    line: `${recording.id}: ${why}: ${reason}`,
  })
  const failed = (line: string): Verdict => ({ passed: false, aside: undefined, line: `${recording.id}: ${line}` })
  try {
    const layer = layers[recording.layer]
    const unreadable = anyCase(recording, '') ?? layer?.unreadable(recording)
    if (unreadable !== undefined) return aside('unreadable', unreadable)
    const difference = layer?.replay(recording)
    if (difference === undefined) return { passed: true }
    return 'reason' in difference ? aside(difference.what, difference.reason) : failed(lineOf(difference))
  } catch (slip) {
    return failed(`crashed: ${slip instanceof Error ? slip.message : String(slip)}`)
  }
}

const lineOf = ({ what, index, expected, got }: Difference): string =>
  `${what} ${index}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`

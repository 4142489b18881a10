// Which replay a case goes to, and what its verdict is in a line.

import doubted from '../../test/golden/doubted.json' with { type: 'json' }
import { replayClientNetwork } from './clientNetwork.ts'
import { replayClientProducer } from './clientProducer.ts'
import type { Difference, Recording, Replay } from './recording.ts'

/** One replay a layer. */
const layers: { readonly [layer: string]: Replay } = {
  'client-network': replayClientNetwork,
  'client-producer': replayClientProducer,
}

/** Recordings that were shown to be wrong, by id, with the proof in a sentence: named apart, never as passed. */
const doubts = new Map(Object.entries<string>(doubted))

export type Verdict =
  | { readonly passed: true }
  | { readonly passed: false; readonly doubted: boolean; readonly line: string }

/** Replays a case; the line of one that is not met says where, what was expected and what came. */
export function verdictOf(recording: Recording): Verdict {
  const doubt = doubts.get(recording.id)
  if (doubt !== undefined) return { passed: false, doubted: true, line: `${recording.id}: doubted: ${doubt}` }
  const line = failureOf(recording)
  return line === undefined ? { passed: true } : { passed: false, doubted: false, line }
}

function failureOf(recording: Recording): string | undefined {
  const replay = Object.hasOwn(layers, recording.layer) ? layers[recording.layer] : undefined
  if (!replay) return `${recording.id}: layer ${recording.layer} is not built`
  try {
    const difference = replay(recording)
    return difference && lineOf(recording.id, difference)
  } catch (slip) {
    return `${recording.id}: crashed: ${slip instanceof Error ? slip.message : String(slip)}`
  }
}

const lineOf = (id: string, { what, index, expected, got }: Difference): string =>
  `${id}: ${what} ${index}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`

// What the one cursor stands at, in words.

import { brief } from '../base/brief.ts'
import { lab } from '../store/lab.ts'
import { lastEvent, selectedIn } from '../store/looking.ts'
import { atOf } from '../trace/trace.ts'
import { instantInShort, isByStep } from './instants.ts'
import { told } from './told.ts'

/** `10.05 s, Kafka 2.7: broker 1 …`: the instant, and the last event of the selected variant until then. */
export function spokenAt(at: number): string {
  const { run } = lab()
  const variant = selectedIn(lab())?.variant ?? 0
  const trace = run?.answers[variant]?.trace
  const row = trace && lastEvent(trace, at)
  const says = trace && row !== undefined && told(trace, row)
  if (run === undefined || trace === undefined || row === undefined || !says) return instantInShort(run?.scenario, at)
  const ago = at - atOf(trace, row)
  const name = run.scenario.variants.length > 1 ? `${run.scenario.variants[variant]?.name}: ` : ''
  const after = ago > 0 && !isByStep(run.scenario) ? `${brief(ago)} after: ` : ''
  return `${instantInShort(run.scenario, at)}, ${after}${name}${says}`
}

// What the one cursor stands at, in words.

import { brief } from '../base/brief.ts'
import { sentence } from '../findings/sentence.ts'
import { lab } from '../store/lab.ts'
import { lastEvent, selectedIn } from '../store/looking.ts'
import { atOf } from '../trace/trace.ts'

/** `10.05 s, Kafka 2.7: broker 1 …`: the instant, and the last event of the selected variant until then. */
export function spokenAt(at: number): string {
  const { run } = lab()
  const variant = selectedIn(lab())?.variant ?? 0
  const trace = run?.answers[variant]?.trace
  const row = trace && lastEvent(trace, at)
  if (run === undefined || trace === undefined || row === undefined) return brief(at)
  const ago = at - atOf(trace, row)
  const name = run.scenario.variants.length > 1 ? `${run.scenario.variants[variant]?.name}: ` : ''
  return `${brief(at)}, ${ago > 0 ? `${brief(ago)} after: ` : ''}${name}${sentence(trace, row)}`
}

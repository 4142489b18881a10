// A short notation for questions, and their runs.

import { orderOf } from '../../src/scenario/compile.ts'
import { presetOf } from '../../src/scenario/presets.ts'
import type { Config, Fault, Scenario, World } from '../../src/scenario/scenario.ts'
import { run } from '../../src/sim/run.ts'
import { atOf, declarationOf, fieldOf, kindOf, subjectOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'

/** A release and the producer settings that differ from its defaults. */
export type Asked = readonly [kafka: string, producer?: NonNullable<Config['producer']>]

/** A fault of one broker, counted from 1. */
export const fault = (broker: number, kind: Fault['kind'], at = 0, until?: number): Fault => ({
  at,
  ...(until !== undefined && { until }),
  kind,
  node: broker - 1,
  on: true,
})

/** A question about so many brokers, 1 ms away, without jitter; each variant is named after its release. */
export function question(
  brokers: number,
  until: number,
  variants: readonly Asked[],
  change: Partial<World> = {},
): Scenario {
  return {
    v: 1,
    lab: 'client',
    title: 'A test',
    seed: 1,
    until,
    world: {
      nodes: Array.from({ length: brokers }, (_, i) => ({ name: `broker ${i + 1}`, bootstrap: true, addresses: 1 })),
      kernel: { release: '6.5', synRetries: 6, linearTimeouts: 4 },
      latency: 1,
      service: 0,
      jitter: false,
      selectOvershootMs: 1,
      faults: [],
      workload: { kind: 'send' },
      ...change,
    },
    variants: variants.map(([kafka, producer]) => ({ name: kafka, kafka, config: producer ? { producer } : {} })),
  }
}

/** The runs of a question's variants. */
export const tracesOf = (scenario: Scenario): Trace[] => scenario.variants.map((_, i) => traceOf(scenario, i))

/** The run of one variant. */
export const traceOf = (scenario: Scenario, variant = 0): Trace => run(orderOf(scenario, variant)).trace

/** A preset's question. */
export function presetScenario(id: string): Scenario {
  const preset = presetOf(id)
  if (!preset) throw new Error(`no preset ${id}`)
  return preset.scenario
}

/** The rows of some kinds as text: `10050 CLOSE broker 1`, with so many of their fields. */
export function told(trace: Trace, kinds: readonly number[], fields = 0): string[] {
  const rows = Array.from({ length: trace.rows }, (_, row) => row).filter((row) => kinds.includes(kindOf(trace, row)))
  return rows.map((row) => {
    const declared = declarationOf(trace, row).fields.slice(0, fields)
    const values = declared.map(([, type], n) =>
      type === 'word' ? words[fieldOf(trace, row, n)] : fieldOf(trace, row, n),
    )
    return [
      atOf(trace, row),
      declarationOf(trace, row).name,
      trace.subjects[subjectOf(trace, row)]?.name,
      ...values,
    ].join(' ')
  })
}

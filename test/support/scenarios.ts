// Short notations for scenarios and what their runs say.

import { compile, seedOf } from '../../src/scenario/compile.ts'
import type { Fault, Scenario, Variant, World } from '../../src/scenario/scenario.ts'
import { seededChance } from '../../src/sim/chance.ts'
import { type ClientRun, runClient } from '../../src/sim/run.ts'
import { atOf, declarationOf, fieldOf, kindOf, subjectOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'

/** A question about one client and some brokers, all well but for the faults. */
export function scenario(
  kafka: string,
  nodes: number,
  faults: Fault[],
  change: Partial<World> = {},
  variant: Partial<Variant> = {},
): Scenario {
  return {
    v: 1,
    lab: 'client',
    title: 'a test',
    seed: 1,
    until: 200_000,
    world: {
      nodes: Array.from({ length: nodes }, (_, i) => ({ name: `broker ${i + 1}`, bootstrap: true, addresses: 1 })),
      kernel: { release: '6.5', synRetries: 6, linearTimeouts: 4 },
      latency: 1,
      service: 0,
      jitter: false,
      selectOvershootMs: 0,
      faults,
      workload: { kind: 'send' },
      ...change,
    },
    variants: [{ name: kafka, kafka, config: {}, ...variant }],
  }
}

export const run = (asked: Scenario, variant = 0): ClientRun =>
  runClient(compile(asked, variant), seededChance(seedOf(asked, variant), asked.world.jitter))

/** The rows of some kinds as text: `10050 CLOSE broker 1`, fields as far as they are named. */
export function said(trace: Trace, kinds: readonly number[], fields = 0): string[] {
  const lines: string[] = []
  for (let row = 0; row < trace.rows; row++) {
    if (!kinds.includes(kindOf(trace, row))) continue
    const declared = declarationOf(trace, row).fields.slice(0, fields)
    const values = declared.map(([, type], n) =>
      type === 'word' ? words[fieldOf(trace, row, n)] : fieldOf(trace, row, n),
    )
    const subject = trace.subjects[subjectOf(trace, row)]?.name
    lines.push([atOf(trace, row), declarationOf(trace, row).name, subject, ...values].join(' '))
  }
  return lines
}

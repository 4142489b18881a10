// Every preset under Node, to stdout: the digest that the worker gives of it, by the preset's id.

import { FNV_START, fnvBytes } from '../../src/base/fnv.ts'
import { ordersOf } from '../../src/scenario/compile.ts'
import { presets } from '../../src/scenario/presets.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { run } from '../../src/sim/run.ts'

/** FNV-1a over the digests of the variants, as the worker has it. */
function digestOf(scenario: Scenario): number {
  const digests = Uint32Array.from(ordersOf(scenario), (order) => run(order).trace.digest)
  return fnvBytes(FNV_START, new Uint8Array(digests.buffer))
}

process.stdout.write(JSON.stringify(presets.map(({ id, scenario }) => [id, digestOf(scenario)])))

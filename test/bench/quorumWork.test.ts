import { expect, test } from 'vitest'
import { firstVoter, realRows, type Workload, worldOf } from '../../bench/quorumWork.ts'
import { simulateQuorum } from '../../src/sim/quorum/quorum.ts'
import { MISSED, REQUEST_TIMEOUT, ROLE } from '../../src/trace/quorumKinds.ts'
import { fieldOf, kindOf, type Trace } from '../../src/trace/trace.ts'
import { word } from '../../src/trace/vocabulary.ts'

/** One in a hundred is lost; and Kafka's own timeouts, for a moment, without losses. */
const lossy: Workload = {
  nodes: 5,
  F: 3000,
  W: 500,
  Q: 600,
  until: 35_000_000,
  loss: 0.01,
  seed: 20_261_129,
  up: [1, 5, 20, 40],
  down: [1, 7, 20, 35],
}
const defaults: Workload = { ...lossy, F: 2000, Q: 2000, until: 70_000, loss: 0, up: [2, 2, 2, 2], down: [2, 2, 2, 2] }

function traceOf(workload: Workload): Trace {
  const simulation = simulateQuorum(worldOf(workload), firstVoter)
  while (!simulation.advance(1_000_000));
  return simulation.finish().trace
}

test('the engine does the work that a workload counts', () => {
  expect(realRows(traceOf(defaults))).toBe(2_282)
})

test('the dice of a workload take as many messages as it counts, of which so many are asked for again, and nobody is elected', () => {
  const trace = traceOf(lossy)
  const rows = Array.from({ length: trace.rows }, (_, row) => row)
  const ofKind = (kind: number) => rows.filter((row) => kindOf(trace, row) === kind)
  const retries = ofKind(REQUEST_TIMEOUT).filter((row) => fieldOf(trace, row, 0) === word('Fetch'))
  expect([realRows(trace), ofKind(MISSED).length, retries.length]).toEqual([991_371, 6_937, 5_165])
  expect(ofKind(ROLE)).toHaveLength(lossy.nodes)
})

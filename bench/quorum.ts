// npm run bench:quorum -- '<workload json>': the steady quorum of a workload, every event traced, and how many million of its events a
// second. Prints one line of JSON. What counts as an event is what the workload itself counts, whatever else the trace tells.

import type { QuorumWorld } from '../src/scenario/quorumWorld.ts'
import { simulateQuorum } from '../src/sim/quorum/quorum.ts'
import { firstVoter, realRows, type Workload, worldOf } from './quorumWork.ts'

/** Simulated time of all runs together, in ms: a short workload is run often, so that it is measured warm. */
const ALL_RUNS = 200_000_000
const RUNS_LEAST = 15
const RUNS_MOST = 2001

/** Runs the work to its end, all rows written; the digest of the trace, which no other engine makes, is not in the time. */
function once(world: QuorumWorld) {
  const from = performance.now()
  const simulation = simulateQuorum(world, firstVoter)
  while (!simulation.advance(1_000_000));
  const seconds = (performance.now() - from) / 1_000
  return { seconds, trace: simulation.finish().trace }
}

function main(text: string | undefined): number {
  if (text === undefined) {
    process.stderr.write("bench:quorum -- '<workload json>'\n")
    return 2
  }
  const workload = JSON.parse(text) as Workload
  const world = worldOf(workload)
  const runs = Math.min(RUNS_MOST, Math.max(RUNS_LEAST, Math.round(ALL_RUNS / workload.until)))
  const seconds = Array.from({ length: runs }, () => once(world).seconds)
  const { trace } = once(world)
  const real = realRows(trace)
  const middle = seconds.sort((a, b) => a - b)[runs >> 1] ?? 1
  const rate = (count: number): number => Number((count / middle / 1e6).toFixed(3))
  process.stdout.write(`${JSON.stringify({ real, rows: trace.rows, Mreal: rate(real), Mrows: rate(trace.rows) })}\n`)
  return 0
}

process.exitCode = main(process.argv[2])

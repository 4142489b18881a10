// npm run bench:quorum -- '<workload json>': the steady quorum of a workload, every event traced, and how many million of its events a
// second. Prints one line of JSON. What counts as an event is what the workload itself counts, whatever else the trace tells.

import { instant, ms, NEVER } from '../src/base/time.ts'
import { quorumBehaviours } from '../src/scenario/quorumBehaviours.ts'
import type { Latency, QuorumWorld } from '../src/scenario/quorumWorld.ts'
import { seededChance } from '../src/sim/chance.ts'
import { simulateQuorum } from '../src/sim/quorum/quorum.ts'
import { ARRIVED, REQUEST_TIMEOUT, TICK, UNPARKED } from '../src/trace/quorumKinds.ts'
import { fieldOf, kindOf, type Trace } from '../src/trace/trace.ts'
import { word } from '../src/trace/vocabulary.ts'

/** One-way latencies of the followers to and from the leader, in ms; the first voter leads. */
type Workload = {
  readonly nodes: number
  readonly F: number
  readonly W: number
  readonly Q: number
  readonly until: number
  readonly loss: number
  readonly up: readonly number[]
  readonly down: readonly number[]
}

/** Simulated time of all runs together, in ms: a short workload is run often, so that it is measured warm. */
const ALL_RUNS = 200_000_000
const RUNS_LEAST = 9
const RUNS_MOST = 501
const LEADER = 1

function worldOf({ nodes, F, W, Q, until, up, down }: Workload): QuorumWorld {
  const way = (from: number, to: number, latency: number): Latency => ({
    from,
    to,
    at: instant(0),
    latency: ms(latency),
  })
  return {
    lab: 'quorum',
    until: instant(until),
    behaviour: quorumBehaviours['kraft-3.9'],
    config: {
      fetchTimeout: ms(F),
      electionTimeout: ms(1000),
      electionBackoffMax: ms(1000),
      requestTimeout: ms(Q),
      retryBackoff: ms(20),
      appendLinger: ms(25),
      maxFetchWait: ms(W),
    },
    voters: Array.from({ length: nodes }, (_, n) => n + 1),
    observers: [],
    latency: ms(0),
    latencies: [
      ...up.map((latency, n) => way(n + 2, LEADER, latency)),
      ...down.map((latency, n) => way(LEADER, n + 2, latency)),
    ],
    cuts: [],
    losses: [],
    events: [],
    faults: [],
    start: 'steady',
    rowLimit: NEVER,
  }
}

const counted = new Set(
  (['Fetch', 'Fetch answer', 'BeginQuorumEpoch', 'BeginQuorumEpoch answer'] as const).map((text) => word(text)),
)

function isReal(trace: Trace, row: number): boolean {
  const kind = kindOf(trace, row)
  if (kind === ARRIVED) return counted.has(fieldOf(trace, row, 0))
  return kind === UNPARKED || kind === TICK || kind === REQUEST_TIMEOUT
}

function realRows(trace: Trace): number {
  let real = 0
  for (let row = 0; row < trace.rows; row++) if (isReal(trace, row)) real++
  return real
}

/** Runs the work to its end, all rows written; the digest of the trace, which no other engine makes, is not in the time. */
function once(world: QuorumWorld) {
  const from = performance.now()
  const simulation = simulateQuorum(world, seededChance(1, true))
  while (!simulation.advance(1_000_000));
  const seconds = (performance.now() - from) / 1_000
  return { seconds, trace: simulation.finish().trace }
}

function main(text: string | undefined): number {
  const workload = text === undefined ? undefined : (JSON.parse(text) as Workload)
  if (workload === undefined || workload.loss !== 0) {
    process.stderr.write("bench:quorum -- '<workload json>', one without losses\n")
    return 2
  }
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

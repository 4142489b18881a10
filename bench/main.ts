// npm run bench: rates and ratios, all measured in this one run; machines differ, ratios less so. Nothing here decides a test.

import { deflateRawSync } from 'node:zlib'
import TinyQueue from 'tinyqueue'
import { verdictOf } from '../cli/replay/layers.ts'
import { readRecordings } from '../cli/replay/read.ts'
import { uniform } from '../src/base/dice.ts'
import { lanesOf } from '../src/lanes/client.ts'
import { ordersOf } from '../src/scenario/compile.ts'
import { defaultPreset } from '../src/scenario/defaultPreset.ts'
import { decode, encode } from '../src/scenario/link.ts'
import { presets } from '../src/scenario/presets.ts'
import type { Scenario } from '../src/scenario/scenario.ts'
import { EventQueue } from '../src/sim/engine/queue.ts'
import { run } from '../src/sim/run.ts'
import { packedStates, question, stringStates } from './checker.ts'

const ROUNDS = 9

/** Median of some rounds of a piece of work, in ms; one round before them warms up. */
function median(work: () => void, rounds = ROUNDS): number {
  work()
  const times = Array.from({ length: rounds }, () => {
    const from = performance.now()
    work()
    return performance.now() - from
  })
  return times.sort((a, b) => a - b)[rounds >> 1] ?? 0
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const fixed = (value: number, digits = 2): string => value.toFixed(digits)

/** Take one, put one, n pending: millions a second. */
function hold(pending: number, count: number, push: (at: number) => void, pop: () => number): number {
  for (let i = 0; i < pending; i++) push(Math.floor(uniform(1, 'hold', 'fill', i) * 1_000))
  const from = performance.now()
  for (let i = 0; i < count; i++) push(pop() + 1 + (i % 97))
  return count / (performance.now() - from) / 1_000
}

function queues(): void {
  print('queue, hold model (take one, put one), M/s          ours   tinyqueue 3.0.0, keeping order    ratio')
  for (const pending of [10, 100, 10_000]) {
    const rates = Array.from({ length: 5 }, () => {
      const queue = new EventQueue()
      const ours = hold(
        pending,
        300_000,
        (at) => queue.push(at, 1, 0, 0, 0, 0, -1),
        () => {
          queue.take()
          return queue.at
        },
      )
      const tiny = new TinyQueue<{ at: number; nth: number }>([], (a, b) => a.at - b.at || a.nth - b.nth)
      let nth = 0
      const theirs = hold(
        pending,
        300_000,
        (at) => tiny.push({ at, nth: nth++ }),
        () => tiny.pop()?.at ?? 0,
      )
      return { ours, theirs }
    }).sort((a, b) => a.ours / a.theirs - b.ours / b.theirs)
    const { ours, theirs } = rates[2] ?? { ours: 0, theirs: 1 }
    print(
      `  ${String(pending).padEnd(48)}${fixed(ours, 1).padStart(6)}${fixed(theirs, 1).padStart(18)}${fixed(ours / theirs, 1).padStart(22)}`,
    )
  }
}

const answer = (scenario: Scenario): number =>
  ordersOf(scenario).reduce((rows, order) => {
    const { trace } = run(order)
    lanesOf(trace)
    return rows + trace.rows
  }, 0)

function runs(): void {
  print('\na question answered (compile, run, record, lanes)   rows     ms     rows/ms')
  // The page's worker is kept alive, so it is warm after the first questions.
  for (const { scenario } of presets) for (let i = 0; i < 3; i++) answer(scenario)
  // About 2,000 events: the default question, cut short.
  const short: Scenario = { ...defaultPreset.scenario, until: 65_000 }
  for (const [name, scenario] of [
    ['about 2,000 events', short] as const,
    ...presets.map((p) => [p.id, p.scenario] as const),
  ]) {
    let rows = 0
    const ms = median(() => {
      rows = answer(scenario)
    })
    print(`  ${name.padEnd(48)}${String(rows).padStart(6)}${fixed(ms).padStart(8)}${fixed(rows / ms, 0).padStart(10)}`)
  }
}

function replays(): void {
  const recordings = readRecordings('test/golden/client-network.current.random.jsonl.gz')
  if (typeof recordings === 'string') return print(`\n${recordings}`)
  const ms = median(() => recordings.forEach(verdictOf), 3)
  print(
    `\nreplay of ${recordings.length} recordings of 3.9: ${fixed(ms, 0)} ms, ${fixed(recordings.length / ms, 1)} a ms`,
  )
}

function links(): void {
  const crowded: Scenario = {
    ...defaultPreset.scenario,
    world: {
      ...defaultPreset.scenario.world,
      faults: Array.from({ length: 100 }, (_, i) => ({
        at: i * 137,
        kind: 'pause',
        node: i % 3,
        on: true,
        until: i * 137 + 61,
      })),
    },
  }
  print('\nlink                                                characters   write, ms   read, ms')
  for (const [name, scenario] of [
    ['default preset', defaultPreset.scenario] as const,
    ['with 100 faults', crowded] as const,
  ]) {
    const link = encode(scenario)
    const write = median(() => void encode(scenario))
    const read = median(() => void decode(link))
    print(
      `  ${name.padEnd(50)}${String(link.length).padStart(10)}${fixed(write).padStart(12)}${fixed(read).padStart(11)}`,
    )
  }
}

/** Links that mean harm: none may hold the page up. */
function badLinks(): void {
  const bomb = deflateRawSync(Buffer.alloc(20_000_000)).toString('base64url').slice(0, 15_000)
  const bad = [
    ['far too long', `c1.z.${'A'.repeat(50_000)}`],
    ['an inflate bomb', `c1.z.${bomb}.00000000`],
    ['garbage', '%%%%~~~~not-a-link'],
    ['a broken checksum', 'c1.e.two-dead.1&latency=7.00000000'],
  ] as const
  print('\nbad link                                              read, ms')
  for (const [name, link] of bad) print(`  ${name.padEnd(50)}${fixed(median(() => void decode(link))).padStart(10)}`)
}

/** Processor time, not the wall's: a check is long enough to be disturbed. */
function processorSeconds(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}

function checks(): void {
  print('\nall histories of a partition (0.8.1, 3 crashes)      states   packed, states/s   string keys    ratio')
  packedStates(question(2))
  for (const records of [2, 3]) {
    let states = 0
    const packed = processorSeconds(() => {
      states = packedStates(question(records))
    })
    const strings = processorSeconds(() => void stringStates(question(records)))
    print(
      `  ${`${records} records`.padEnd(48)}${String(states).padStart(9)}${fixed(states / packed, 0).padStart(19)}${fixed(states / strings, 0).padStart(14)}${fixed(strings / packed, 1).padStart(9)}`,
    )
  }
}

queues()
runs()
replays()
links()
badLinks()
checks()

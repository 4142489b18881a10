// Real Java producers against black-holed bootstrap servers and a real kernel: how long each attempt of theirs lasted, and how long
// they waited for the next, lies between the least and the most of the model's over many seeds.

import { expect, test } from 'vitest'
import { orderOf } from '../../src/scenario/compile.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { run } from '../../src/sim/run.ts'
import { CLOSE, CONNECT, KERNEL_TIMEOUT } from '../../src/trace/kinds.ts'
import { atOf, kindOf, subjectOf, type Trace } from '../../src/trace/trace.ts'
import { golden } from '../scenario/golden.ts'
import doubted from './doubted.json' with { type: 'json' }

type Attempt = { readonly broker: number; readonly start_ms: number; readonly end_ms: number; readonly outcome: string }
type Recorded = {
  readonly client: string
  readonly config: { readonly [key: string]: number }
  readonly brokers: readonly ('dark' | 'live')[]
  readonly repeat: number
  readonly end_ms: number
  readonly sysctl?: { readonly [key: string]: number }
  readonly attempts: readonly Attempt[]
}

const releases: { readonly [client: string]: string } = {
  'kafka-clients (Java) 2.6.3': '2.6',
  'kafka-clients (Java) 2.7.2': '2.7',
}
const all: Recorded[] = JSON.parse(golden('clients-blackhole.json')).traces
const traces = all.filter(({ client }) => Object.hasOwn(releases, client))

/** Sockets were sampled, and a JVM was starting. */
const GIVE_OR_TAKE = 150
const SEEDS = 1000

type Stretch = {
  readonly what: 'attempt' | 'pause'
  readonly kind: string
  readonly ms: number
  readonly index: number
}
type Range = { readonly least: number; readonly most: number }

/** The question that recorded clients were asked, all of its brokers dark. Each seed meets the timer wheel in another phase. */
function questionOf({ client, config, brokers, sysctl = {} }: Recorded, until: number, seed: number): Scenario {
  const kafka = releases[client] ?? ''
  return {
    v: 1,
    lab: 'client',
    title: client,
    seed,
    until,
    world: {
      nodes: brokers.map((_, i) => ({ name: `broker ${i}`, bootstrap: true, addresses: 1 })),
      kernel: {
        release: '6.15',
        synRetries: sysctl['tcp_syn_retries'] ?? 6,
        linearTimeouts: sysctl['tcp_syn_linear_timeouts'] ?? 4,
        wheel: { hz: 250, phase: (seed * 37) % 4096 },
      },
      latency: 0,
      service: 0,
      jitter: true,
      selectOvershootMs: 1,
      faults: brokers.map((_, node) => ({ at: 0, kind: 'black hole', node, on: true })),
      workload: { kind: 'send' },
    },
    variants: [{ name: kafka, kafka, config: { producer: config } }],
  }
}

/**
 * Attempts of one kind: so many of the same broker went before, which is what a setup timeout grows by. Without one they are all of a
 * kind: where in the wheel an attempt begins depends on the processor's time, of which the model has none.
 */
const kindOfAttempt = (client: string, before: number): string =>
  client.endsWith('2.6.3') ? 'any' : `after ${before} of its broker`

type Tried = { readonly broker: number; readonly from: number; readonly to: number; readonly over: boolean }

/** How long each attempt lasted, and the pause before the next. */
function stretchesOf(client: string, attempts: readonly Tried[]): Stretch[] {
  const tried = new Map<number, number>()
  return attempts.flatMap(({ broker, from, to, over }, index): Stretch[] => {
    const before = tried.get(broker) ?? 0
    tried.set(broker, before + 1)
    const kind = kindOfAttempt(client, before)
    const next = attempts[index + 1]
    if (!over) return []
    const attempt: Stretch = { what: 'attempt', kind, ms: to - from, index }
    return next ? [attempt, { what: 'pause', kind, ms: next.from - to, index }] : [attempt]
  })
}

function modelled(trace: Trace): Tried[] {
  const attempts: Tried[] = []
  for (let row = 0; row < trace.rows; row++) {
    const [kind, at, broker] = [kindOf(trace, row), atOf(trace, row), subjectOf(trace, row)]
    if (kind === CONNECT) attempts.push({ broker, from: at, to: at, over: false })
    const last = attempts.at(-1)
    if (last && (kind === CLOSE || kind === KERNEL_TIMEOUT))
      attempts[attempts.length - 1] = { ...last, to: at, over: true }
  }
  return attempts
}

const recorded = ({ attempts }: Recorded): Tried[] =>
  attempts.map(({ broker, start_ms, end_ms, outcome }) => ({
    broker,
    from: start_ms,
    to: end_ms,
    over: outcome === 'given up',
  }))

const clientOf = ({ client, config, sysctl }: Recorded): string => JSON.stringify({ client, config, sysctl })

/** The model's least and most of each kind of stretch, over all seeds. */
function rangesOf(traces: readonly Recorded[]): ReadonlyMap<string, Range> {
  const until = Math.ceil(Math.max(...traces.map(({ end_ms }) => end_ms)))
  const first = traces[0] as Recorded
  const ranges = new Map<string, Range>()
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { trace } = run(orderOf(questionOf(first, until, seed), 0))
    for (const { what, kind, ms } of stretchesOf(first.client, modelled(trace))) {
      const { least, most } = ranges.get(`${what} ${kind}`) ?? { least: ms, most: ms }
      ranges.set(`${what} ${kind}`, { least: Math.min(least, ms), most: Math.max(most, ms) })
    }
  }
  return ranges
}

test('there are recordings', () => expect(traces.length).toBe(24))

test.each([...new Set(traces.map(clientOf))])(
  '%s: attempts and pauses are the model’s, but for what is doubted',
  (client) => {
    const same = traces.filter((trace) => clientOf(trace) === client)
    const ranges = rangesOf(same)
    const outside = same.flatMap((trace) =>
      stretchesOf(trace.client, recorded(trace)).flatMap(({ what, kind, ms, index }) => {
        const range = ranges.get(`${what} ${kind}`)
        const inside = range && ms >= range.least - GIVE_OR_TAKE && ms <= range.most + GIVE_OR_TAKE
        return inside ? [] : [`clients-blackhole/traces/${all.indexOf(trace)}/attempts/${index}`]
      }),
    )
    const ids = same.map((trace) => `clients-blackhole/traces/${all.indexOf(trace)}/`)
    const expected = Object.keys(doubted).filter((id) => ids.some((start) => id.startsWith(start)))
    expect([...new Set(outside)]).toEqual(expected)
  },
  120_000,
)

// Short notations for the worlds of quorums.

import fc from 'fast-check'
import { instant, ms, NEVER } from '../../src/base/time.ts'
import { quorumBehaviours } from '../../src/scenario/quorumBehaviours.ts'
import {
  type Cut,
  type MessageLoss,
  messageKinds,
  type NodeEvent,
  type QuorumWorld,
} from '../../src/scenario/quorumWorld.ts'

export type Era = keyof typeof quorumBehaviours
const eras = Object.keys(quorumBehaviours) as Era[]

/** Kafka's defaults: three voters, 10 ms apart, in their steady state. */
export function quorum(era: Era, until: number, asked: Partial<QuorumWorld> = {}): QuorumWorld {
  return {
    lab: 'quorum',
    until: instant(until),
    behaviour: quorumBehaviours[era],
    config: configOf({}),
    voters: [1, 2, 3],
    observers: [],
    latency: ms(10),
    latencies: [],
    cuts: [],
    losses: [],
    events: [],
    faults: [],
    start: 'steady',
    rowLimit: 20_000,
    ...asked,
  }
}

/** The settings of a quorum by their letters; what is not given is Kafka's default. */
export const configOf = (letters: { F?: number; E?: number; X?: number; Q?: number; B?: number; linger?: number }) => ({
  fetchTimeout: ms(letters.F ?? 2_000),
  electionTimeout: ms(letters.E ?? 1_000),
  electionBackoffMax: ms(letters.X ?? 1_000),
  requestTimeout: ms(letters.Q ?? 2_000),
  retryBackoff: ms(letters.B ?? 20),
  appendLinger: ms(letters.linger ?? 25),
  maxFetchWait: ms(500),
})

/** What `from` sends to `to` is lost. */
export const cut = (from: number, to: number, at: number, until = Number.POSITIVE_INFINITY): Cut => ({
  from,
  to,
  at: instant(at),
  until: instant(until),
  fault: -1,
})

const happens = (at: number, node: number, what: Exclude<NodeEvent['what'], 'pause'>): NodeEvent => ({
  at: instant(at),
  node,
  what,
  fault: -1,
})

const pause = (at: number, node: number, until: number, resumes: 'timers' | 'inbox' = 'timers'): NodeEvent => ({
  at: instant(at),
  node,
  what: 'pause',
  until: instant(until),
  resumes,
  fault: -1,
})

const UNTIL = 12_000
const nodes = fc.integer({ min: 1, max: 4 })
const time = fc.nat({ max: UNTIL })
const span = (usual: number) => fc.oneof(fc.constant(usual), fc.integer({ min: 0, max: 3 * usual }))

const losses = fc
  .record({
    from: nodes,
    to: nodes,
    message: fc.constantFrom(...messageKinds.flatMap((kind) => [kind, `${kind} answer`] as const)),
    nth: fc.integer({ min: 1, max: 4 }),
    since: time,
    toldAfter: fc.option(fc.integer({ min: 0, max: 400 }), { nil: undefined }),
  })
  .map(
    ({ since, toldAfter, ...loss }): MessageLoss => ({
      ...loss,
      since: instant(since),
      until: NEVER,
      toldAfter: toldAfter === undefined ? undefined : ms(toldAfter),
      fault: -1,
    }),
  )

const events = fc.oneof(
  fc
    .record({
      at: time,
      node: nodes,
      what: fc.constantFrom(...(['resign', 'append', 'shutdown', 'stop', 'start', 'start', 'append'] as const)),
    })
    .map(({ at, node, what }) => happens(at, node, what)),
  fc
    .record({ at: time, node: nodes, lasts: fc.integer({ min: 1, max: 4_000 }), inbox: fc.boolean() })
    .map(({ at, node, lasts, inbox }) => pause(at, node, at + lasts, inbox ? 'inbox' : 'timers')),
)

const present =
  (voters: number, observers: number) =>
  (node: number): boolean =>
    node <= voters + observers

/** Quorums of every era in which much goes wrong. */
export const worlds = fc
  .record({
    era: fc.constantFrom(...eras),
    voters: fc.integer({ min: 1, max: 4 }),
    observers: fc.integer({ min: 0, max: 1 }),
    letters: fc.record({ F: span(1_000), E: span(500), X: span(500), Q: span(1_000), B: span(20), linger: span(25) }),
    latency: fc.nat({ max: 300 }),
    links: fc.array(fc.record({ from: nodes, to: nodes, at: time, latency: fc.nat({ max: 800 }) }), { maxLength: 4 }),
    cuts: fc.array(fc.record({ from: nodes, to: nodes, at: time, lasts: fc.nat({ max: 6_000 }) }), { maxLength: 4 }),
    losses: fc.array(losses, { maxLength: 4 }),
    events: fc.array(events, { maxLength: 6 }),
    start: fc.constantFrom('steady', 'elected'),
  })
  .map(({ era, voters, observers, letters, latency, links, start, ...wrong }) => {
    const here = present(voters, observers)
    const both = ({ from, to }: { from: number; to: number }): boolean => here(from) && here(to)
    return quorum(era, UNTIL, {
      voters: Array.from({ length: voters }, (_, n) => n + 1),
      observers: Array.from({ length: observers }, (_, n) => voters + n + 1),
      config: configOf(letters),
      latency: ms(latency),
      latencies: links.filter(both).map((link) => ({ ...link, at: instant(link.at), latency: ms(link.latency) })),
      cuts: wrong.cuts.filter(both).map(({ from, to, at, lasts }) => cut(from, to, at, at + lasts)),
      losses: wrong.losses.filter(both),
      events: wrong.events.filter(({ node }) => here(node)).sort((a, b) => a.at - b.at),
      start,
    })
  })

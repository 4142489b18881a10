// What a quorum does, case by case; what the real classes do is held in golden/quorum.test.ts.

import { describe, expect, test } from 'vitest'
import { instant, ms, NEVER } from '../../src/base/time.ts'
import type { QuorumWorld } from '../../src/scenario/quorumWorld.ts'
import { run } from '../../src/sim/run.ts'
import * as kind from '../../src/trace/quorumKinds.ts'
import { atOf, fieldOf, kindOf, ruleOf, subjectOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'
import { configOf, cut, type Era, eras, happens, pause, quorum } from '../support/quorumWorlds.ts'

const traceOf = (world: QuorumWorld): Trace => run({ quorum: world, seed: 1 }).trace

/** The rows of a kind about a node, from the first instant on after the start. */
const rowsOf = (trace: Trace, what: number, node: number): number[] =>
  Array.from({ length: trace.rows }, (_, row) => row).filter(
    (row) =>
      kindOf(trace, row) === what && subjectOf(trace, row) === node && ruleOf(trace, row).id !== 'quorum-at-start',
  )

/** The roles that a node took, each with when and the epoch. */
const rolesOf = (trace: Trace, node: number): string[] =>
  rowsOf(trace, kind.ROLE, node).map(
    (row) => `${atOf(trace, row)} ${words[fieldOf(trace, row, 1)]} ${fieldOf(trace, row, 2)}`,
  )

/** What was left of a node's fetch timer at each good fetch. */
const marginsOf = (trace: Trace, node: number): number[] =>
  rowsOf(trace, kind.FETCH_TIMER, node)
    .filter((row) => ruleOf(trace, row).id === 'fetch-timer-reset')
    .map((row) => fieldOf(trace, row, 1))

describe('a follower of an idle leader', () => {
  test.each<readonly [F: number, latency: number, margin: number]>([
    [2_000, 10, 1_480],
    [1_000, 200, 100],
    [1_000, 249, 2],
    [600, 10, 80],
    [701, 100, 1],
  ])('has F = %i less 500 and twice the latency of %i ms left: %i ms', (F, latency, margin) => {
    const margins = marginsOf(traceOf(quorum('kraft-3.9', 8_000, { config: configOf({ F }), latency: ms(latency) })), 2)
    expect(margins.length).toBeGreaterThan(2)
    expect(new Set(margins)).toEqual(new Set([margin]))
  })

  test.each<readonly [era: Era, role: string]>([
    ['kraft-3.7', 'Candidate 2'],
    ['kraft-3.9', 'Candidate 2'],
    ['kraft-4.0', 'Prospective 1'],
    ['kraft-4.4', 'Prospective 1'],
  ])('at F = 1000 and 250 ms times out in %s and is %s', (era, role) => {
    const world = quorum(era, 1_100, { config: configOf({ F: 1_000 }), latency: ms(250), voters: [1, 2] })
    expect(rolesOf(traceOf(world), 2)[0]).toBe(`1000 ${role}`)
  })
})

test('a returning node deposes a healthy leader, unless it asks first', () => {
  const cuts = [1, 2].flatMap((other) => [cut(3, other, 0, 8_000), cut(other, 3, 0, 8_000)])
  const led = (era: Era): string[] => rolesOf(traceOf(quorum(era, 12_000, { cuts })), 1)
  expect(led('kraft-3.9')[0]).toMatch(/Unattached/)
  expect(led('kraft-4.1')).toEqual([])
})

test('a slow link slows what is sent from its instant on', () => {
  const latencies = [{ from: 1, to: 2, at: instant(1_000), latency: ms(300) }]
  expect(marginsOf(traceOf(quorum('kraft-3.9', 3_000, { latencies })), 2).slice(0, 3)).toEqual([1_480, 1_190, 1_190])
})

test('the nth message from an instant on is lost, and only while it may be', () => {
  const loss = {
    from: 2,
    to: 1,
    message: 'Fetch',
    nth: 1,
    since: instant(600),
    toldAfter: undefined,
    fault: -1,
  } as const
  const lost = (until: number) =>
    rowsOf(traceOf(quorum('kraft-3.9', 2_000, { losses: [{ ...loss, until: instant(until) }] })), kind.MISSED, 2).length
  expect([lost(NEVER), lost(1_000)]).toEqual([1, 0])
})

test('a fault of the visitor is a row, and arms what it loses', () => {
  const faults = [{ at: instant(100), until: instant(700), node: 1, what: 'cut link', index: 0 } as const]
  const trace = traceOf(quorum('kraft-3.9', 900, { faults, cuts: [{ ...cut(1, 2, 100, 700), fault: 0 }] }))
  const [missed] = rowsOf(trace, kind.MISSED, 1)
  expect(missed && trace.chunks[0]?.armedBy[missed]).toBe(
    Array.from({ length: trace.rows }, (_, row) => row).find((row) => ruleOf(trace, row).id === 'fault'),
  )
})

test('a lone voter that begins anew leads at once, in the next epoch', () => {
  for (const era of eras) {
    const events = [happens(100, 1, 'stop'), happens(200, 1, 'start')]
    const roles = rolesOf(traceOf(quorum(era, 1_000, { voters: [1], events })), 1)
    expect([era, roles.at(-1)]).toEqual([era, '200 Leader 2'])
  }
})

test('messages of a pause are taken after it, timers first or last', () => {
  const handled = (resumes: 'timers' | 'inbox') => {
    const trace = traceOf(quorum('kraft-3.9', 4_000, { events: [pause(100, 2, 3_000, resumes)] }))
    return [rowsOf(trace, kind.HANDLED, 2).length > 0, rolesOf(trace, 2)[0]]
  }
  expect([handled('timers'), handled('inbox')]).toEqual([
    [true, '3000 Candidate 2'],
    [true, undefined],
  ])
})

describe('a run comes to its end', () => {
  const odd: readonly (readonly [string, Partial<QuorumWorld>])[] = [
    ['with one voter', { voters: [1] }],
    ['with nine voters and two observers', { voters: [1, 2, 3, 4, 5, 6, 7, 8, 9], observers: [10, 11] }],
    ['with latency 0', { latency: ms(0) }],
    ['with a latency above every timeout', { latency: ms(5_000) }],
    ['with F = 0', { config: configOf({ F: 0 }) }],
    ['with E = 0', { config: configOf({ E: 0 }) }],
    ['with an observer and F = 0', { observers: [4], config: configOf({ F: 0 }) }],
    ['with all settings 0 and no latency', { latency: ms(0), config: configOf({ F: 0, E: 0, X: 0, Q: 0, B: 0 }) }],
    ['with Q = 0', { config: configOf({ Q: 0 }) }],
    ['with F = E = 1 and no latency', { latency: ms(0), config: configOf({ F: 1, E: 1 }) }],
  ]
  test.each(odd)('%s', (_, asked) => {
    for (const era of eras)
      for (const start of ['steady', 'elected'] as const) {
        const { ended, rows } = traceOf(quorum(era, 5_000, { ...asked, start }))
        expect(['until', 'rows', 'events an instant']).toContain(ended)
        expect(rows).toBeGreaterThan(3)
      }
  })
})

test('a thread that spins says so once, and looks each millisecond', () => {
  const world = quorum('kraft-4.1', 3_000, { config: configOf({ F: 1_000 }), latency: ms(100) })
  const spins = rowsOf(traceOf(world), kind.SPIN, 2)
  expect(spins.map((row) => atOf(traceOf(world), row))).toEqual([1_000])
})

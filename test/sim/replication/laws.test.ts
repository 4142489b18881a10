// What holds for every partition and every history.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStep, type Step } from '../../../src/scenario/partitionSteps.ts'
import { assignments, partitionProblems } from '../../../src/scenario/partitionWorld.ts'
import { type ReplicationBehaviourId, replicationBehaviours } from '../../../src/scenario/replicationBehaviours.ts'
import { has } from '../../../src/sim/replication/broker.ts'
import { endOf, idsOf } from '../../../src/sim/replication/log.ts'
import { Partition } from '../../../src/sim/replication/partition.ts'
import { enabledSteps, impossible, MOST_STEPS, possibleSteps } from '../../../src/sim/replication/possible.ts'
import { reasonsOf } from '../../../src/sim/replication/reasons.ts'
import { State, WORDS } from '../../../src/sim/replication/state.ts'
import { lineOf, told } from '../../../src/sim/replication/told.ts'
import { asked } from '../../support/partitions.ts'

const questions = fc
  .record({
    variant: fc.constantFrom(...(Object.keys(replicationBehaviours) as ReplicationBehaviourId[])),
    acks: fc.constantFrom(-1, -1, -1, 0, 1, 2),
    minIsr: fc.integer({ min: 1, max: 3 }),
    unclean: fc.boolean(),
    lagMax: fc.constantFrom(undefined, 0, 1, 2),
    order: fc.constantFrom(...assignments),
    losesLog: fc.boolean(),
  })
  .map(({ variant, acks, minIsr, unclean, lagMax, order, losesLog }) =>
    asked(
      variant,
      {
        acks,
        'min.insync.replicas': minIsr,
        'unclean.leader.election.enable': unclean,
        ...(lagMax !== undefined && { 'replica.lag.max.messages': lagMax }),
      },
      { crashMayLoseLog: losesLog, crashes: 8, slowDrops: 15, preferredMoves: 7 },
      order,
    ),
  )
  .filter((question) => partitionProblems(question).length === 0)

const histories = fc.array(fc.nat({ max: 997 }), { maxLength: 50 })

type Visit = (p: Partition, before: State, taken: Step, after: State) => void

/** Walks through a history: each number picks one of the steps that are enabled. */
function walk(p: Partition, history: readonly number[], visit: Visit): void {
  const s = p.start()
  for (const pick of history) {
    const enabled = enabledSteps(p, s)
    if (enabled.length === 0) return
    const step = readStep(enabled[pick % enabled.length] ?? '')
    if (typeof step === 'object') throw new Error(step.what)
    const before = new State()
    before.copy(s)
    p.apply(s, step)
    visit(p, before, step, s)
  }
}

const everywhere = (visit: Visit): void =>
  fc.assert(
    fc.property(questions, histories, (question, history) => walk(new Partition(question, true), history, visit)),
  )

test('a state unpacks to what was packed', () =>
  everywhere((_p, _before, _taken, s) => {
    const words = new Int32Array(WORDS)
    s.pack(words, 0)
    const again = new State()
    again.unpack(words, 0)
    expect(again).toEqual(s)
  }))

test('states of one variant have equal words where they have equal lines, and only there', () => {
  const lines = new Map<string, string>()
  everywhere((p, _before, _taken, s) => {
    const words = new Int32Array(WORDS)
    s.pack(words, 0)
    const line = `${p.question.variant} ${lineOf(s, true)}`
    const key = `${p.question.variant} ${words.join()}`
    expect(lines.get(key) ?? line).toBe(line)
    lines.set(key, line)
  })
  expect(new Set(lines.values()).size).toBe(lines.size)
})

test('every step says what it did, and no text has a hole', () =>
  everywhere((p, before, taken, after) => {
    const reasons = reasonsOf(p, before, taken, after)
    expect(reasons.length).toBeGreaterThan(0)
    for (const { what } of reasons) expect(what).toMatch(/^[A-Zm].*[^ ]\.$/)
    expect(JSON.stringify([reasons, told(after)])).not.toMatch(/undefined|NaN/)
  }))

test('what is enabled is possible, and fits its room', () =>
  everywhere((p, _before, _taken, s) => {
    expect(possibleSteps(p, s, new Int32Array(MOST_STEPS))).toBeLessThanOrEqual(MOST_STEPS)
    for (const words of enabledSteps(p, s)) {
      const step = readStep(words)
      if (typeof step === 'object') throw new Error(step.what)
      expect(impossible(p, s, step)).toBeUndefined()
    }
  }))

test('a high watermark never passes its log, and a leader is in the ISR', () =>
  everywhere((_p, _before, _taken, s) => {
    for (let b = 0; b < 3; b++) expect(s.hw[b]).toBeLessThanOrEqual(endOf(s.log[b] as number))
    if (s.leader < 3) expect(has(s.isr, s.leader)).toBe(true)
  }))

test('one leader at most an epoch', () =>
  everywhere((_p, before, _taken, after) => {
    expect(after.epoch - before.epoch).toBeLessThanOrEqual(1)
    if (after.leader !== before.leader && after.leader < 3) expect(after.epoch).toBe(before.epoch + 1)
  }))

test('since 2.1, with unclean election off and logs that stay, all that may lead hold what acks=all acknowledged', () =>
  everywhere((p, _before, _taken, s) => {
    const { variant, config, bounds } = p.question
    const isSafe = replicationBehaviours[variant].join === 'high watermark and epoch start'
    if (!isSafe || config.acks !== -1 || config['unclean.leader.election.enable'] || bounds.crashMayLoseLog) return
    for (let b = 0; b < 3; b++) if (has(s.isr | s.elr, b)) expect(s.acked & ~idsOf(s.log[b] as number)).toBe(0)
  }))

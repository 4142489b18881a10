// A run told as text, whatever was asked.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transcript } from '../../src/findings/transcript.ts'
import { ordersOf } from '../../src/scenario/compile.ts'
import { run } from '../../src/sim/run.ts'
import { scenarios } from '../scenario/arbitrary.ts'
import { fault, question, tracesOf } from '../support/runs.ts'

test('looks that repeat are told once, and what the world does meanwhile does not break their series', () => {
  const scenario = question(1, 10_100, [['2.7']], { faults: [fault(1, 'black hole')] })
  const lines = transcript(scenario, tracesOf(scenario)).split('\n')
  expect(lines.filter((line) => line.includes('looks again after reconnect.backoff.ms'))).toHaveLength(1)
  expect(lines).toContain('10 047 ms  client    The poll loop waited 197 times, 50 ms each at most.')
})

test('any question can be told, verdicts and differences too', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const traces = ordersOf(scenario, 600).map((order) => run(order).trace)
      const text = transcript(scenario, traces)
      expect(text).not.toMatch(/undefined|NaN|Infinity|\u202f/)
      expect(text.split('== Verdicts')).toHaveLength(2)
    }),
    { numRuns: 40 },
  )
})

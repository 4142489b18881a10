// What a fault's edge can snap to, and in which words.

import { expect, test } from 'vitest'
import { snapsOf } from '../../src/panels/faultSnaps.ts'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { asked, openLab, shown } from '../support/lab.ts'

const { scenario } = defaultPreset
const question: Scenario = {
  ...scenario,
  world: {
    ...scenario.world,
    faults: [...scenario.world.faults, { at: 40_000, until: 42_000, kind: 'mute', node: 2, on: true }],
  },
}

/** What lies near an instant, each word once. */
function near(at: number, besides?: number): string[] {
  openLab(question)
  const found = snapsOf(shown(), asked(), besides)(at - 1, at + 1)
  return [...new Set(found.map(({ text }) => text))]
}

test.each<readonly [what: string, at: number, word: string]>([
  ['a SYN', 7000, 'broker 1: SYN 7'],
  ['what ended a call', 60_000, 'TimeoutException'],
  ['a change of state', 10_047, 'broker 1: DISCONNECTED'],
  ['a connection that the client closes', 10_047, 'broker 1: close'],
  ['the start of the run', 0, 'the start of the run'],
  ['the end of the run', question.until, 'the end of the run'],
  ['the start of another fault', 40_000, 'broker 3: mute begins'],
  ['the end of another fault', 42_000, 'broker 3: mute ends'],
])('%s', (_, at, word) => expect(near(at)).toContain(word))

test('no fault snaps to itself', () => expect(near(40_000, 2)).toEqual([]))

test('the start of the run comes before what happens in it', () => expect(near(0)[0]).toBe('the start of the run'))

test('the client’s habits are nothing to snap to', () => expect(near(30_000)).toEqual([]))

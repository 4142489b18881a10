// A quorum's run that a limit stopped says so first, and where; what it came to holds for what was seen until then.

import { expect, test } from 'vitest'
import { ms } from '../../src/base/time.ts'
import { plain } from '../../src/findings/prose.ts'
import { quorumSaid } from '../../src/findings/quorumAnswers.ts'
import { quorumVerdict } from '../../src/findings/quorumVerdict.ts'
import { quorumBehaviours } from '../../src/scenario/quorumBehaviours.ts'
import type { QuorumConfig, QuorumWorld } from '../../src/scenario/quorumWorld.ts'
import { run } from '../../src/sim/run.ts'
import { LIMIT } from '../../src/trace/kinds.ts'
import { kindOf, type Trace } from '../../src/trace/trace.ts'
import { quorumWorld } from '../support/quorumStory.ts'

type Run = { readonly trace: Trace; readonly world: QuorumWorld }

function ran(config: Partial<QuorumConfig>, change: Partial<QuorumWorld>): Run {
  const plainly = quorumWorld(3)
  const behaviour = quorumBehaviours['kraft-3.9']
  const world = { ...plainly, behaviour, ...change, config: { ...plainly.config, ...config } }
  return { trace: run({ quorum: world, seed: 1 }).trace, world }
}

const ordinary = (text: string): string => text.replace(/\u202f/g, ' ')

function told({ trace, world }: Run) {
  const { headline, caller, tone, row } = quorumVerdict(trace, world)
  return { headline, caller: ordinary(plain(caller)), tone, row }
}

test('a quiet one tells of its margin, and that it was stopped', () => {
  const quiet = ran({}, { rowLimit: 200 })
  const { headline, caller, tone } = told(quiet)
  expect(headline).toBe(1480)
  expect(caller).toBe(`stopped at ${quiet.trace.until} ms, at its limit of 200 rows; until then: no election`)
  expect(tone).toBe('bad')
})

test('one that was stopped before anything was seen has no figure', () => {
  const { trace, world } = ran({}, { rowLimit: 20 })
  const { headline, caller } = told({ trace, world })
  expect(headline).toBeUndefined()
  expect(caller).toBe(`stopped at ${trace.until} ms, at its limit of 20 rows; until then: no election`)
  const [link] = quorumVerdict(trace, world).caller
  expect(typeof link === 'object' && 'row' in link && kindOf(trace, link.row as number)).toBe(LIMIT)
  expect(ordinary(plain(quorumSaid('', [{ name: 'it', trace, world }])[0] ?? []))).not.toContain('0 ms without')
})

test('one that elects at once tells of its elections until then', () => {
  const settings = { fetchTimeout: ms(0), electionTimeout: ms(0) }
  const { trace, world } = ran(settings, { latency: ms(0), rowLimit: 100 })
  expect(told({ trace, world }).caller).toMatch(/^stopped at \d+ ms, at its limit of 100 rows; until then: .*elections/)
})

test('the answer claims nothing for what was not seen', () => {
  const fault = { at: 0, until: 0, node: 1, what: 'lose message', index: 0 } as unknown as QuorumWorld['faults'][number]
  const answer = (name: string, faults: QuorumWorld['faults'], rowLimit: number) => ({
    name,
    ...ran({}, { faults, rowLimit }),
  })
  const words = (rowLimit: number): string =>
    quorumSaid('thousand-at-200', [answer('quiet', [], rowLimit), answer('lost', [fault], 1_000_000)])
      .map(plain)
      .join(' ')
  expect(words(1_000_000)).toContain('Enough by')
  expect(words(200)).not.toContain('Enough by')
})

test('one that came to its end is not said to have been stopped', () => {
  expect(told(ran({}, {})).caller).toBe('no election')
})

// What was found of promises outlives the page, and never the engine that found it.

import { beforeEach, expect, test, vi } from 'vitest'
import { foundBefore, keepFound } from '../../src/store/promiseCache.ts'
import type { PromiseVerdict } from '../../src/worker/partitionMessages.ts'

const holds: PromiseVerdict = { verdict: 'holds', states: 870 }
const broken: PromiseVerdict = {
  verdict: 'broken',
  states: 12,
  story: { breaks: 'ackedLoss', order: 'ABC', steps: ['p', 'c A', 'd A'] },
}

beforeEach(() => {
  localStorage.clear()
  vi.stubEnv('ENGINE', 'of today')
  return () => vi.unstubAllEnvs()
})

test('what was found comes back, but for what ran out of room', () => {
  keepFound(
    new Map([
      ['a', holds],
      ['b', broken],
      ['c', { verdict: 'undecided', states: 400_000 }],
    ]),
  )
  expect([...foundBefore()]).toEqual([
    ['a', holds],
    ['b', broken],
  ])
})

test('another engine answers for itself', () => {
  keepFound(new Map([['a', holds]]))
  vi.stubEnv('ENGINE', 'of tomorrow')
  expect(foundBefore().size).toBe(0)
})

test('an engine without a name keeps nothing, and trusts nothing', () => {
  keepFound(new Map([['a', holds]]))
  vi.stubEnv('ENGINE', undefined)
  expect(foundBefore().size).toBe(0)
  localStorage.clear()
  keepFound(new Map([['a', holds]]))
  expect(localStorage).toHaveLength(0)
})

test.each<[says: string, found: unknown]>([
  ['no list', { a: holds }],
  ['no verdict', [['a', { verdict: 'perhaps', states: 1 }]]],
  ['no states', [['a', { verdict: 'holds' }]]],
  ['broken by no story', [['a', { verdict: 'broken', states: 1 }]]],
  ['a story of another order', [['a', { ...broken, story: { ...broken.story, order: 'AAA' } }]]],
  ['a story of no steps', [['a', { ...broken, story: { ...broken.story, steps: [1] } }]]],
])('what somebody else wrote is not taken for a verdict: %s', (_, found) => {
  localStorage.setItem('timeout-lab.promises', JSON.stringify({ by: 'of today', found }))
  expect(foundBefore().size).toBe(0)
})

test('what was cut short is asked anew', () => {
  localStorage.setItem('timeout-lab.promises', '{"by":"of today","found":[["a"')
  expect(foundBefore().size).toBe(0)
})

test('the oldest give way to the newest', () => {
  keepFound(new Map(Array.from({ length: 1600 }, (_, nth) => [`cell ${nth}`, holds])))
  const [first] = [...foundBefore().keys()]
  expect(foundBefore().size).toBe(1500)
  expect(first).toBe('cell 100')
})

test('a browser that refuses to keep it breaks nothing', () => {
  const refuse = () => {
    throw new DOMException('no room', 'QuotaExceededError')
  }
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  keepFound(new Map([['a', holds]]))
  expect(foundBefore().size).toBe(0)
  vi.restoreAllMocks()
})

test('the table begins with what an earlier page found, and keeps what it finds', async () => {
  keepFound(new Map([['a', holds]]))
  vi.resetModules()
  const { usePromises } = await import('../../src/store/promises.ts')
  expect([...usePromises.getState().known.keys()]).toEqual(['a'])
})

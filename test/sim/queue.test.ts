import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventQueue } from '../../src/sim/engine/queue.ts'

test('entries come by instant, then class, then key, then order of insertion', () => {
  const entry = fc.record({ at: fc.nat(5), rank: fc.nat(3), key: fc.nat(2) })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 600 }), (entries) => {
      const queue = new EventQueue()
      entries.forEach(({ at, rank, key }, i) => queue.push(at, rank, key, 0, i, 0, -1))
      const taken: number[] = []
      while (queue.size > 0) {
        queue.take()
        taken.push(queue.a)
      }
      const sorted = entries
        .map((e, i) => ({ ...e, i }))
        .sort((a, b) => a.at - b.at || a.rank - b.rank || a.key - b.key || a.i - b.i)
      expect(taken).toEqual(sorted.map(({ i }) => i))
    }),
  )
})

test('slots are used again and keep what they hold apart', () => {
  const queue = new EventQueue()
  for (let round = 0; round < 1_000; round++) {
    queue.push(round, 0, 0, 1, round, -round, round + 7)
    queue.push(round, 1, 0, 2, round, round, -1)
    queue.take()
    expect([queue.kind, queue.a, queue.b, queue.cause]).toEqual([1, round, 0 - round, round + 7])
    queue.take()
    expect(queue.kind).toBe(2)
  }
  expect(queue.next()).toBe(Number.POSITIVE_INFINITY)
})

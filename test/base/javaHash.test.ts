import { expect, test } from 'vitest'
import { JavaHashMap } from '../../src/base/javaHash.ts'

function orderOf(keys: readonly number[], newestFirst = false): number[] {
  const map = new JavaHashMap<true>()
  for (const key of keys) map.set(key, true)
  return map.keys(newestFirst)
}

test.each<[name: string, keys: number[], order: number[]]>([
  ['bootstrap servers come in order of their number', [-3, -1, -2], [-1, -2, -3]],
  ['brokers come in order of their id', [9, 0, 4], [0, 4, 9]],
  ['"10" lies in the last bucket of sixteen', [10, -9, 9], [9, -9, 10]],
  ['"0" and "11" share a bucket: the first put in goes first', [11, 0], [11, 0]],
  ['and the other way round', [0, 11], [0, 11]],
])('%s', (_, keys, order) => expect(orderOf(keys)).toEqual(order))

test('newest first turns the order inside a bucket round, not the buckets', () => {
  expect(orderOf([11, 22, 2], true)).toEqual([22, 11, 2])
})

test('a table of more than twelve keys doubles, and does not shrink again', () => {
  const keys = Array.from({ length: 13 }, (_, i) => i)
  const map = new JavaHashMap<true>()
  for (const key of [...keys, 30]) map.set(key, true)
  for (const key of keys) map.delete(key)
  map.set(11, true)
  // Of 32 buckets "11" has the first; of 16 it would share it.
  expect(map.keys()).toEqual([11, 30])
})

// How instants of a run are told.

import { expect, test } from 'vitest'
import { instantExactly, instantInShort, instantOnClock, lengthInShort } from '../../src/panels/instants.ts'

test('behind the last step of a partition there is room, and no other step', () => {
  const six = { lab: 'replication', until: 7000 } as const
  expect(lengthInShort(six, 7000)).toBe('step 6')
  for (const words of [instantExactly, instantInShort, instantOnClock])
    expect([0, 999, 1000, 6000, 6999, 7000].map((at) => words(six, at))).toEqual([
      'the start',
      'the start',
      'step 1',
      'step 6',
      'step 6',
      'step 6',
    ])
  expect(instantOnClock({ lab: 'replication', until: 1000 }, 1000)).toBe('the start')
})

test('of other runs an instant is told to the millisecond', () => {
  const client = { lab: 'client', until: 7000 } as const
  expect([lengthInShort(client, 7000), instantOnClock(client, 7000), instantExactly(client, 7000)]).toEqual([
    '7 s',
    '7.000 s',
    '7000 ms',
  ])
})

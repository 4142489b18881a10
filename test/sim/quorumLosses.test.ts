import { expect, test } from 'vitest'
import { instant, NEVER } from '../../src/base/time.ts'
import type { MessageLoss } from '../../src/scenario/quorumWorld.ts'
import { Losses } from '../../src/sim/quorum/losses.ts'

const loss = (fault: number, nth: number, since = 0, until: number = NEVER): MessageLoss => ({
  from: 1,
  to: 2,
  message: 'Fetch',
  nth,
  since: instant(since),
  until: instant(until),
  toldAfter: undefined,
  fault,
})

test.each<[string, MessageLoss[], sentBefore: number, instants: number[], takenBy: (number | undefined)[]]>([
  ['each takes the message of its number', [loss(0, 3), loss(1, 1)], 0, [0, 1, 2, 3], [1, undefined, 0, undefined]],
  ['of two of one number the first one does', [loss(0, 2), loss(1, 2)], 0, [0, 1], [undefined, 0]],
  ['each counts from its own beginning', [loss(0, 1), loss(1, 2, 5)], 0, [0, 5, 6], [0, undefined, 1]],
  ['none takes anything from its end on', [loss(0, 2, 0, 5), loss(1, 1, 5)], 0, [0, 5], [undefined, 1]],
  ['what was sent before the run counts', [loss(0, 2), loss(1, 1, 5)], 1, [0, 5], [0, 1]],
])('%s', (_, listed, sentBefore, instants, takenBy) => {
  const losses = new Losses()
  for (const one of listed) losses.add(1, one)
  losses.sentBefore(1, sentBefore)
  expect(losses.take(0, 0)).toBeUndefined()
  expect(instants.map((now) => losses.take(1, now)?.fault)).toEqual(takenBy)
})

import { expect, test } from 'vitest'
import { instant } from '../../src/base/time.ts'
import { IcmpLimit } from '../../src/sim/nodes/neighbours.ts'

test('of twelve attempts at once six learn at 0 that the host is unreachable, one at 1 s, two at 3 s, three at 7 s', () => {
  const limit = new IcmpLimit()
  let waiting = 12
  const told = [0, 1000, 3000, 7000].map((at) => {
    const heard = Array.from({ length: waiting }, () => limit.allows(instant(at))).filter(Boolean).length
    waiting -= heard
    return heard
  })
  expect(told).toEqual([6, 1, 2, 3])
})

import { expect, test } from 'vitest'
import { LeaderLane } from '../../src/lanes/leader.ts'

test('a leader that resigns in the millisecond in which it was elected is no leader afterwards', () => {
  const lane = new LeaderLane()
  for (let epoch = 1; epoch < 4; epoch++) {
    lane.leads(epoch * 10, epoch, 0, 'n1', epoch)
    lane.yields(epoch * 10, epoch, 0)
  }
  const { tracks, about } = lane.finish(100, { needless: [], inNameOnly: [] })
  expect(tracks).toHaveLength(1)
  expect(tracks[0]?.from).toHaveLength(1)
  expect(about).toBe('3 leaders, gap 100 ms')
})

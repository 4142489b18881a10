import { describe, expect, it } from 'vitest'
import { instant, ms } from '../../src/base/time.ts'
import { type Condition, conditionsOf } from '../../src/findings/quorumFormula.ts'
import type { QuorumBehaviour } from '../../src/scenario/quorumBehaviours.ts'
import type { QuorumWorld } from '../../src/scenario/quorumWorld.ts'
import { quorumWorld } from '../support/quorumStory.ts'

/** A world of three voters with this F and one-way latency, and the knobs that the rules read. */
const world = (
  fetchTimeout: number,
  latency: number,
  behaviour: Partial<QuorumBehaviour> = {},
  requestTimeout = 2000,
): QuorumWorld => {
  const plain = quorumWorld(3)
  const config = { ...plain.config, fetchTimeout: ms(fetchTimeout), requestTimeout: ms(requestTimeout) }
  const knobs = { beginQuorumEpoch: 'stale voters', requestSlots: 'by node', voterFetches: 'leader', ...behaviour }
  return { ...plain, config, latency: ms(latency), behaviour: knobs as QuorumBehaviour }
}

const ruleOf = (asked: QuorumWorld, id: Condition['id']): Condition | undefined =>
  conditionsOf(asked, 1, 2).find((each) => each.id === id)

const spare = (asked: QuorumWorld, id: Condition['id']) => ruleOf(asked, id)?.spare

describe('the rules of the fetch timer, as kraft.md tabulates them', () => {
  it.each([
    [400, 1, -102],
    [600, 50, 0],
    [1000, 100, 300],
    [1000, 250, 0],
    [2000, 400, 700],
  ])('I1: F = %d at %d ms leaves %d', (fetchTimeout, latency, left) => {
    const rule = ruleOf(world(fetchTimeout, latency), 'I1')
    expect(rule?.spare).toBe(left)
    expect(rule?.holds).toBe(left > 0)
  })

  it.each([
    [400, 1, -302],
    [1000, 1, -2],
    [1500, 100, 50],
    [2000, 400, -300],
  ])('I2: F = %d at %d ms leaves %d', (fetchTimeout, latency, left) => {
    expect(spare(world(fetchTimeout, latency), 'I2')).toBe(left)
  })

  it('I2 halves F downwards, and stands only where ticks look at who is stale', () => {
    expect(spare(world(1003, 0), 'I2')).toBe(1)
    expect(ruleOf(world(1000, 1, { beginQuorumEpoch: 'every voter' }), 'I2')).toBeUndefined()
  })

  it.each([
    [1000, 1, -24],
    [1500, 100, 80],
    [2000, 200, 180],
  ])('I4: F = %d at %d ms leaves %d', (fetchTimeout, latency, left) => {
    expect(spare(world(fetchTimeout, latency), 'I4')).toBe(left)
  })

  it('I5: Q has to be less than M: 1479 is, and 1480 is not', () => {
    expect(ruleOf(world(2000, 10, {}, 1479), 'I5')).toMatchObject({ spare: 1, holds: true })
    expect(ruleOf(world(2000, 10, {}, 1480), 'I5')).toMatchObject({ spare: 0, holds: false })
  })

  it('I5: a detour over a node that does not lead costs a round trip more', () => {
    expect(ruleOf(world(2000, 10, { voterFetches: 'best node' }, 1459), 'I5')).toMatchObject({ spare: 1, holds: true })
    expect(ruleOf(world(2000, 10, { voterFetches: 'best node' }, 1460), 'I5')?.holds).toBe(false)
  })

  it('I5: to 3.7 it never holds, as nothing wakes the follower at Q', () => {
    const rule = ruleOf(world(2000, 10, { requestSlots: 'by id' }, 100), 'I5')
    expect(rule).toMatchObject({ holds: false, note: expect.stringContaining('nothing wakes') })
  })

  it('take the latency of each way, at its slowest', () => {
    const way = (from: number, to: number, at: number, latency: number) => ({
      from,
      to,
      at: instant(at),
      latency: ms(latency),
    })
    const asked = { ...world(1000, 10), latencies: [way(2, 1, 0, 50), way(1, 2, 0, 300), way(1, 2, 900, 450)] }
    expect(spare(asked, 'I1')).toBe(0)
    expect(conditionsOf(asked, 1, 3)[0]?.spare).toBe(480)
  })
})

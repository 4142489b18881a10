// The rules by which a follower's fetch timer never runs out, with the numbers of a run filled in (kraft.md 7.1). All of them for an idle
// log, where each Fetch is parked for its whole maximum wait: records shorten it.

import type { QuorumWorld } from '../scenario/quorumWorld.ts'

/** A summand: so many times a value, in ms. `key`: the setting that it is. */
export type Term = {
  readonly symbol: string
  readonly times: number
  readonly value: number
  /** setting: of every node; link: the latency of a way, at its slowest; constant: no release makes it a setting. */
  readonly from: 'setting' | 'link' | 'constant'
  readonly key?: string
}

/** One rule: `left` is to be greater or less than `right`, strictly. */
export type Condition = {
  readonly id: 'I1' | 'I2' | 'I4' | 'I5'
  /** What holds where it does. */
  readonly property: string
  readonly left: readonly Term[]
  readonly than: '>' | '<'
  readonly right: readonly Term[]
  /** By how much it holds; 0 and less: it does not. A reply that is due at the deadline comes too late. */
  readonly spare: number
  readonly holds: boolean
  /** Why it does not hold whatever the numbers, or what it takes for granted. */
  readonly note?: string
}

const F = 'controller.quorum.fetch.timeout.ms'
const Q = 'controller.quorum.request.timeout.ms'
const B = 'controller.quorum.retry.backoff.ms'

/** One way from one node to another, at its slowest in the run, in ms. */
function slowest({ latency, latencies }: QuorumWorld, from: number, to: number): number {
  const own = latencies.filter((entry) => entry.from === from && entry.to === to)
  const atFirst = own.some(({ at }) => at <= 0) ? [] : [latency]
  return Math.max(...atFirst, ...own.map((entry) => entry.latency))
}

const setting = (symbol: string, key: string, value: number, times = 1): Term => ({
  symbol,
  key,
  value,
  times,
  from: 'setting',
})
const link = (symbol: string, value: number, times = 1): Term => ({ symbol, value, times, from: 'link' })

/** The rules for one follower of a leader. */
export function conditionsOf(world: QuorumWorld, leader: number, follower: number): Condition[] {
  const { config, behaviour } = world
  const [up, down] = [slowest(world, follower, leader), slowest(world, leader, follower)]
  const f = setting('F', F, config.fetchTimeout)
  const q = setting('Q', Q, config.requestTimeout)
  const b = setting('B', B, config.retryBackoff)
  const w = (times = 1): Term => ({ symbol: 'W', value: config.maxFetchWait, times, from: 'constant' })
  const ways = (times = 1): Term[] => [link('L↑', up, times), link('L↓', down, times)]
  const half = setting('F/2', F, Math.floor(config.fetchTimeout / 2))
  return [
    condition('I1', 'a healthy follower never times out', [f], '>', [w(), ...ways()]),
    ...(behaviour.beginQuorumEpoch === 'stale voters'
      ? [condition('I2', 'no BeginQuorumEpoch goes to a healthy voter', [w(), ...ways()], '<', [half])]
      : []),
    condition('I4', 'it survives one lost answer if its connection breaks when that was due', [f], '>', [
      w(2),
      ...ways(2),
      b,
    ]),
    silentLoss(world, leader, follower, [q], [f, w(-1), ...ways(-1)]),
  ]
}

/** I5: one silent loss. The request has to time out in time, and from 3.9.1 on the next Fetch may go to a node that does not lead. */
function silentLoss(world: QuorumWorld, leader: number, follower: number, left: Term[], right: Term[]): Condition {
  const property = 'it survives one silent loss'
  const { requestSlots, voterFetches } = world.behaviour
  if (requestSlots === 'by id') {
    const note = 'nothing wakes the follower at Q: it sends no other Fetch before its timer runs out'
    return { ...condition('I5', property, left, '<', right), holds: false, note }
  }
  if (voterFetches === 'leader') return condition('I5', property, left, '<', right)
  const others = world.voters.filter((voter) => voter !== leader)
  const detour = Math.max(
    0,
    ...others.map((other) => slowest(world, follower, other) + slowest(world, other, follower)),
  )
  const note = 'the next Fetch goes to a node drawn from the voters: at worst to one that does not lead, and back'
  return { ...condition('I5', property, left, '<', [...right, link('detour', detour, -1)]), note }
}

function condition(
  id: Condition['id'],
  property: string,
  left: readonly Term[],
  than: Condition['than'],
  right: readonly Term[],
): Condition {
  const [greater, less] = than === '>' ? [left, right] : [right, left]
  const spare = sumOf(greater) - sumOf(less)
  return { id, property, left, than, right, spare, holds: spare > 0 }
}

/** What terms add up to. */
export const sumOf = (terms: readonly Term[]): number => terms.reduce((sum, { value, times }) => sum + value * times, 0)

// The only seam of chance: a run rolls seeded dice, a replay hands out what was recorded.

import { scaled, uniform } from '../base/dice.ts'
import { words } from '../trace/vocabulary.ts'

/** What a draw gives for a roll in [0, 1), its argument and its cap. */
export type Compute = (roll: number, argument: number, cap: number) => number

export type Chance = {
  /**
   * @param name word number of the draw
   * @param node who draws it: a client's node id, 0 where the client as a whole draws
   * @param k which draw of its kind it is: failures so far, the exponent of a backoff; choices made so far, for an offset
   * @param argument what is drawn from: a number of nodes, or a nominal length in ms before jitter
   */
  draw(at: number, name: number, node: number, k: number, argument: number, compute: Compute, cap: number): number
  /** A random order of these keys. */
  order(at: number, name: number, keys: readonly number[]): number[]
}

/** A uniform whole number below the argument. */
export const below: Compute = (roll, bound) => scaled(roll, bound)

/** The nominal length, spread by ±20 % and truncated, then capped. */
export const jittered: Compute = (roll, nominal, cap) => Math.min(Math.trunc((0.8 + 0.4 * roll) * nominal), cap)

/** Dice that depend on (seed, name, node, which draw of that name it is) alone. Without jitter every factor is 1. */
export function seededChance(seed: number, jitter: boolean): Chance {
  const drawn = new Map<number, number>()
  const next = (stream: number): number => {
    const nth = drawn.get(stream) ?? 0
    drawn.set(stream, nth + 1)
    return nth
  }
  const roll = (name: number, node: number, nth: number): number =>
    uniform(seed, String(node), words[name] as string, nth)
  return {
    draw(_at, name, node, k, argument, compute, cap) {
      // A scan is repeated at every look until it leads somewhere, and only that one counts: the dice fall once a choice, so that a
      // timeout turned a little does not turn the next choice over.
      if (compute === below) return below(roll(name, node, k), argument, cap)
      // A roll of one half is factor 1.
      return compute(jitter ? roll(name, node, next(name * 0x1_0000 + node)) : 0.5, argument, cap)
    },
    order(_at, name, keys) {
      const order = [...keys]
      for (let left = order.length - 1; left > 0; left--) {
        const other = scaled(roll(name, 0, next(name * 0x1_0000)), left + 1)
        const key = order[left] as number
        order[left] = order[other] as number
        order[other] = key
      }
      return order
    },
  }
}

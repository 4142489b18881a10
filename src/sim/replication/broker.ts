// Brokers as small numbers and sets of them as bits.

import { letterOf } from '../../base/letter.ts'

/** No broker; also what two bits hold beside 0, 1 and 2. */
export const NOBODY = 3

export const EVERYBODY = 0b111

export const has = (set: number, broker: number): boolean => ((set >> broker) & 1) === 1

/** How many a set of three has. */
export const sizeOf = (set: number): number => (set & 1) + ((set >> 1) & 1) + ((set >> 2) & 1)

/** The members of a set. */
export const brokersIn = (set: number): number[] => [0, 1, 2].filter((b) => has(set, b))

/** A set as letters, such as `AC`. */
export const lettersOf = (set: number): string => brokersIn(set).map(letterOf).join('')

/** A list of brokers as seniority holds them: two bits each, the number plus one, first lowest. */
export const listOf = (brokers: readonly number[]): number =>
  brokers.reduce((list, b, i) => list | ((b + 1) << (2 * i)), 0)

/** The members of such a list, in its order. */
export const membersOf = (list: number): number[] => (list === 0 ? [] : [(list & 3) - 1, ...membersOf(list >> 2)])

/** A list without those that are not in a set. */
export function keptIn(list: number, set: number): number {
  let kept = 0
  let at = 0
  for (let rest = list; rest !== 0; rest >>= 2) {
    if (!has(set, (rest & 3) - 1)) continue
    kept |= (rest & 3) << at
    at += 2
  }
  return kept
}

/** A list with one more at its end. */
export const joined = (list: number, broker: number): number =>
  list | ((broker + 1) << (list === 0 ? 0 : list < 4 ? 2 : 4))

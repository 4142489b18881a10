// Reads plain data that nobody has checked: looks at sizes before it does work, touches own properties only, and notes every problem.
// Where something is wrong it goes on with a fallback, so that all problems come at once and the sound rest can be kept.

import { type Bounds, outOfBounds } from './fields.ts'
import type { Problem } from './problem.ts'

/** The own fields of an object. */
export type Fields = { has(key: string): boolean; get(key: string): unknown }

const NAMED_AT_MOST = 5

/** Control characters, halves of surrogate pairs, and marks that turn the direction of the text around them. */
const UNFIT = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** A typed text without the characters that no text of a scenario may have. */
export const shownText = (text: string): string => text.replace(new RegExp(UNFIT, 'gu'), '')

const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** A text of unknown origin, short enough for a message. */
const excerpt = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** The path of a part. */
export const within = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`)

export class Reader {
  readonly problems: Problem[] = []

  add(path: string, what: string, hint: string): void {
    this.problems.push({ path, what, hint })
  }

  /** True where `read` noted no problem. */
  clean(read: () => void): boolean {
    const before = this.problems.length
    read()
    return this.problems.length === before
  }

  /** The fields of an object that may have these keys and no other. undefined: it is no object. */
  fields(input: unknown, path: string, keys: readonly string[]): Fields | undefined {
    const plain = this.object(input, path)
    if (!plain) return undefined
    const others = Object.keys(plain).filter((key) => !keys.includes(key))
    for (const key of others.slice(0, NAMED_AT_MOST)) {
      this.add(within(path, excerpt(key)), 'There is no such field.', `Known here: ${keys.join(', ')}.`)
    }
    if (others.length > NAMED_AT_MOST)
      this.add(path, `There are ${others.length - NAMED_AT_MOST} more unknown fields.`, 'Take them out.')
    const has = (key: string) => Object.hasOwn(plain, key)
    return { has, get: (key) => (has(key) ? plain[key] : undefined) }
  }

  /** An object with keys of any name, at most `limit` of them, as pairs. */
  pairs(input: unknown, path: string, limit: number): [string, unknown][] {
    const plain = this.object(input, path)
    if (!plain) return []
    const keys = Object.keys(plain)
    if (keys.length > limit)
      this.add(path, `There are ${keys.length} entries; ${limit} are possible.`, 'Take some out.')
    return keys.slice(0, limit).map((key) => [key, plain[key]])
  }

  private object(input: unknown, path: string): { readonly [key: string]: unknown } | undefined {
    if (isObject(input)) return input
    this.add(
      path,
      input === undefined ? 'This is missing.' : `This must be an object, not ${kindOf(input)}.`,
      'See the file format.',
    )
    return undefined
  }

  /** The items of a list, from `least` to `most` of them. What is over is said and left out. */
  list(input: unknown, path: string, least: number, most: number, of: string): readonly unknown[] {
    if (!Array.isArray(input)) {
      this.add(
        path,
        input === undefined ? 'This is missing.' : `This must be a list, not ${kindOf(input)}.`,
        `A list of ${of}.`,
      )
      return []
    }
    const hint = `From ${least} to ${most} ${of}.`
    if (input.length < least) this.add(path, `Here are ${input.length} ${of}; at least ${least} is needed.`, hint)
    if (input.length > most) this.add(path, `Here are ${input.length} ${of}; at most ${most} are possible.`, hint)
    return Array.from({ length: Math.min(input.length, most) }, (_, i): unknown => input[i])
  }

  /** A whole number within bounds. */
  whole(input: unknown, path: string, bounds: Bounds, fallback: number): number {
    if (typeof input !== 'number') {
      const what =
        input === undefined ? `${bounds.name} is missing.` : `${bounds.name} must be a number, not ${kindOf(input)}.`
      this.add(path, what, `Any whole number from ${bounds.min} to ${bounds.max}.`)
      return fallback
    }
    const problem = outOfBounds(bounds, input, path)
    if (problem) this.problems.push(problem)
    // Minus zero would be another scenario to a test, and no other to a person.
    return problem ? fallback : input + 0
  }

  /** A number of any kind within bounds. */
  number(input: unknown, path: string, min: number, max: number): number | undefined {
    if (typeof input === 'number' && input >= min && input <= max) return input + 0
    this.add(path, `This must be a number from ${min} to ${max}.`, 'Leave it out where it does not matter.')
    return undefined
  }

  flag(input: unknown, path: string, fallback: boolean): boolean {
    if (typeof input === 'boolean') return input
    this.add(
      path,
      input === undefined ? 'This is missing.' : `This must be true or false, not ${kindOf(input)}.`,
      'true or false.',
    )
    return fallback
  }

  /** One of some values, compared as they are. */
  oneOf<T extends string | number | boolean>(input: unknown, path: string, values: readonly T[]): T | undefined {
    const found = values.find((value) => value === input)
    if (found !== undefined) return found
    const shown = typeof input === 'string' ? `“${excerpt(input)}”` : kindOf(input)
    this.add(
      path,
      input === undefined ? 'This is missing.' : `${shown} is not possible here.`,
      `One of ${values.join(', ')}.`,
    )
    return undefined
  }

  /** A text for people: trimmed, bounded, of characters that can be shown. Absent or empty: the fallback. */
  text(input: unknown, path: string, longest: number, fallback: string): string {
    if (input === undefined) return fallback
    const hint = `At most ${longest} characters.`
    if (typeof input !== 'string') {
      this.add(path, `This must be a text, not ${kindOf(input)}.`, hint)
      return fallback
    }
    // The first test spares a huge text the work of the others.
    const text = input.length > 2 * longest ? input : input.trim()
    if (text.length > longest) this.add(path, `This text has ${text.length} characters; ${longest} are possible.`, hint)
    else if (UNFIT.test(text))
      this.add(path, 'This text has characters that cannot be shown.', 'Letters, digits, signs and spaces.')
    else return text === '' ? fallback : text
    return fallback
  }
}

function isObject(input: unknown): input is { readonly [key: string]: unknown } {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

// Small ways to read parts of an object whose fields need not be there.

import type { Bounds } from './fields.ts'
import { type Fields, type Reader, within } from './reader.ts'

/** Reads one field. undefined: it has a problem that was noted. */
export type Read<T> = (input: unknown, path: string) => T | undefined

/** The part `key` of an object, where it is there and has no problem. */
export function part<K extends string, T>(
  fields: Fields,
  path: string,
  key: K,
  read: Read<T>,
): { readonly [key in K]?: T } {
  const value = fields.has(key) ? read(fields.get(key), within(path, key)) : undefined
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: T })
}

/** What `read` makes of an input without a problem; what has one is left out as a whole. */
export function sound<T>(reader: Reader, read: () => T | undefined): T | undefined {
  let value: T | undefined
  return reader.clean(() => {
    value = read()
  })
    ? value
    : undefined
}

export const wholeNumber =
  (reader: Reader, bounds: Bounds): Read<number> =>
  (input, path) =>
    reader.whole(input, path, bounds, bounds.min)

export const word =
  <T extends string | number | boolean>(reader: Reader, words: readonly T[]): Read<T> =>
  (input, path) =>
    reader.oneOf(input, path, words)

// What a case's input must look like before it is replayed: the first thing that is not so, in a sentence. A field that nothing is known of
// may be there; one that a replay reads must be what it takes it for.

/** Tells what is wrong with a value at a path, undefined: nothing. */
export type Shape = (value: unknown, path: string) => string | undefined

const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

const isNot = (what: string): Shape => {
  return (value, path) => `${path}: expected ${what}, got ${shown(value)}.`
}

/** A value for which something holds. */
const such =
  (holds: (value: unknown) => boolean, what: string): Shape =>
  (value, path) =>
    holds(value) ? undefined : isNot(what)(value, path)

/** How a part of a value is named. */
const within = (path: string, part: string): string => (path === '' ? part : `${path}.${part}`)

/** A text. */
export const text = such((value) => typeof value === 'string', 'a text')

/** A number, a text, true, false or null. */
export const value = such((each) => each === null || ['number', 'string', 'boolean'].includes(typeof each), 'a value')

/** True or false. */
export const flag = such((value) => typeof value === 'boolean', 'true or false')

/** A whole number that is not below a least one. */
export const wholeFrom = (least: number): Shape =>
  such((value) => Number.isInteger(value) && Number(value) >= least, `a whole number from ${least} on`)

/** A finite number. */
export const number = such((value) => typeof value === 'number' && Number.isFinite(value), 'a number')

/** One of some texts or numbers, all of which are named. */
export const oneOf = <Known extends string | number>(known: readonly Known[]): Shape =>
  such((value) => known.some((each) => each === value), `one of ${known.join(', ')}`)

/** The same, or null. */
export const orNull =
  (shape: Shape): Shape =>
  (value, path) =>
    value === null ? undefined : shape(value, path)

/** The same, or not there at all. */
export const optional =
  (shape: Shape): Shape =>
  (value, path) =>
    value === undefined || value === null ? undefined : shape(value, path)

/** The first complaint of some. */
function firstOf(complaints: Iterable<() => string | undefined>): string | undefined {
  for (const complaint of complaints) {
    const said = complaint()
    if (said !== undefined) return said
  }
  return undefined
}

/** A list of the same. */
export const listOf =
  (shape: Shape): Shape =>
  (value, path) =>
    Array.isArray(value)
      ? firstOf(value.map((each: unknown, n) => () => shape(each, `${path}[${n}]`)))
      : isNot('a list')(value, path)

/** A list whose entries each have a meaning; there may be more of them. */
export const tuple =
  (...shapes: readonly Shape[]): Shape =>
  (value, path) =>
    Array.isArray(value)
      ? firstOf(shapes.map((shape, n) => () => shape(value[n], `${path}[${n}]`)))
      : isNot('a list')(value, path)

export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object with these fields, and maybe others. */
export const object =
  (fields: { readonly [key: string]: Shape }): Shape =>
  (value, path) =>
    isObject(value)
      ? firstOf(
          Object.entries(fields).map(
            ([key, shape]) =>
              () =>
                shape(value[key], within(path, key)),
          ),
        )
      : isNot('an object')(value, path)

/** An object whose fields are all of one shape, and have names that are known where `known` tells them. */
export const fieldsOf =
  (shape: Shape, known?: readonly string[]): Shape =>
  (value, path) =>
    isObject(value)
      ? firstOf(
          Object.entries(value).map(
            ([key, each]) =>
              () =>
                (known && oneOf(known)(key, `${path}: a field`)) ?? shape(each, within(path, key)),
          ),
        )
      : isNot('an object')(value, path)

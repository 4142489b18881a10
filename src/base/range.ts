// A stretch of the scenario's clock, such as the part in view or the part that is marked. Knows no Kafka.

export type Range = { readonly from: number; readonly to: number }

/** The shortest stretch that can be marked, in milliseconds: the clock counts no less. */
const LEAST = 1

/** The stretch between two instants, whichever comes first: in whole milliseconds, within a run, and never empty. */
export function between(a: number, b: number, until: number): Range {
  const whole = (at: number) => Math.min(Math.max(Math.round(at), 0), until)
  const from = whole(Math.min(a, b))
  const to = whole(Math.max(a, b))
  if (to - from >= LEAST) return { from, to }
  return from + LEAST <= until ? { from, to: from + LEAST } : { from: Math.max(until - LEAST, 0), to: until }
}

/** A stretch as far as it lies within a run, undefined where none of it does. */
export function partWithin(range: Range, until: number): Range | undefined {
  const { from, to } = range
  if (from >= until || to <= 0) return undefined
  return from >= 0 && to <= until ? range : { from: Math.max(from, 0), to: Math.min(to, until) }
}

/** Whether two stretches are the same one. */
export const sameRange = (a: Range | undefined, b: Range | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.from === b.from && a.to === b.to)

// Lengths and instants of the scenario's clock, in whole milliseconds as Kafka's own clocks count.

declare const length: unique symbol
declare const point: unique symbol

/** A length of time in milliseconds; FOREVER where nothing bounds it. */
export type Ms = number & { readonly [length]: true }

/** A point on the scenario's clock, in milliseconds from the start of the run; NEVER where it does not come. */
export type Instant = number & { readonly [point]: true }

/** A length of n milliseconds. */
export const ms = (n: number): Ms => n as Ms

/** The point n milliseconds after the start of the run. */
export const instant = (n: number): Instant => n as Instant

export const FOREVER = Number.POSITIVE_INFINITY as Ms
export const NEVER = Number.POSITIVE_INFINITY as Instant
export const START = 0 as Instant

/** The point `span` after `at`. */
export const plus = (at: Instant, span: Ms): Instant => (at + span) as Instant

/** How long it is from one point to another; negative where `to` is earlier. */
export const elapsed = (from: Instant, to: Instant): Ms => (to - from) as Ms

/** What is left until `deadline`, never less than 0. */
export const remaining = (deadline: Instant, now: Instant): Ms => (deadline > now ? deadline - now : 0) as Ms

/** The later of two points. */
export const later = (a: Instant, b: Instant): Instant => Math.max(a, b) as Instant

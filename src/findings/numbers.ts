// Numbers that stand together: one unit for all of them, by how far they reach.

import { grouped } from '../base/grouped.ts'

export type Unit = 'ms' | 's' | 'min'

const sizes: { readonly [unit in Unit]: number } = { ms: 1, s: 1000, min: 60_000 }

/** Digits after the point at which figures of a unit line up. */
const decimals: { readonly [unit in Unit]: number } = { ms: 0, s: 2, min: 2 }

/** The unit for a column whose largest figure is `span` ms. */
export function unitFor(span: number): Unit {
  if (span < 10_000) return 'ms'
  return span < 600_000 ? 's' : 'min'
}

/** A figure in a unit, without it, at the digits of its column: `131.10`. */
export const inUnit = (ms: number, unit: Unit): string => grouped(ms / sizes[unit], decimals[unit])

/** A figure by itself, in the unit that fits it: `131.10` and `s`, as large headlines show it. */
export function headlineFigure(ms: number): { readonly figure: string; readonly unit: Unit } {
  const unit = unitFor(Math.abs(ms))
  return { figure: inUnit(ms, unit), unit }
}

/** Figures of one column, all in one unit. */
export function column(values: readonly number[]): { readonly unit: Unit; readonly figures: readonly string[] } {
  const largest = values.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0)
  const unit = unitFor(largest)
  return { unit, figures: values.map((value) => (Number.isFinite(value) ? inUnit(value, unit) : '–')) }
}

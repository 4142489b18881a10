// How values are written in fields, and how a slider's travel maps to them.

import type { CSSProperties } from 'react'
import { grouped } from '../base/grouped.ts'
import type { Value } from '../scenario/scenario.ts'

/** A value as a field shows it while nobody types: thousands apart. */
export const shownValue = (value: Value): string => (typeof value === 'number' ? grouped(value) : String(value))

/** What a slider can be set to: even steps of about a hundredth of the value, as people would choose them. */
function rounded(value: number): number {
  if (value <= 10) return Math.round(value)
  const size = 10 ** Math.floor(Math.log10(value))
  const grain = value < 2 * size ? size / 20 : value < 5 * size ? size / 10 : size / 5
  const step = Math.max(1, grain)
  return Math.round(value / step) * step
}

/** Steps of a slider's travel. */
export const TRAVEL = 1000

/** Travel is by ratio, so that 50 ms and 60 s can both be aimed at; a range that begins at 0 has it at the left end. */
const bend = (value: number, from: number): number => Math.log(value - from + curb(from))
const curb = (from: number): number => (from > 0 ? from : 10)

/** The value at a point of a slider's travel. */
export function valueAtTravel(travel: number, from: number, to: number): number {
  if (travel <= 0) return from
  if (travel >= TRAVEL) return to
  const low = bend(from, from)
  const value = Math.exp(low + ((bend(to, from) - low) * travel) / TRAVEL) - curb(from) + from
  return Math.min(Math.max(rounded(value), from), to)
}

/** Where a value stands on a slider's travel; beyond its ends, at them. */
export function travelOf(value: number, from: number, to: number): number {
  const inside = Math.min(Math.max(value, from), to)
  const low = bend(from, from)
  return Math.round(((bend(inside, from) - low) / (bend(to, from) - low)) * TRAVEL)
}

/** How far the track of a slider is filled, from 0 to 1. */
export const fill = (share: number): CSSProperties => ({ ['--fill' as string]: `${share * 100}%` })

/** One key press up or down in a number field: a tenth of the number's size. */
export function nudged(value: number, direction: 1 | -1): number {
  const size = value >= 10 ? 10 ** Math.floor(Math.log10(Math.abs(value))) / 10 : 1
  const step = direction < 0 && value === size * 10 ? Math.max(1, size / 10) : size
  return value + direction * step
}

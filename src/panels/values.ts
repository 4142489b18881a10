// How values are written in fields, and how a slider's travel maps to them.

import type { CSSProperties } from 'react'
import { grouped } from '../base/grouped.ts'
import type { Value } from '../scenario/scenario.ts'

/** A value as a field shows it while nobody types: thousands apart. */
export const shownValue = (value: Value): string => (typeof value === 'number' ? grouped(value) : String(value))

/** What a slider can be set to: even steps of some hundredths of the value, as people would choose them. */
function grainOf(value: number): number {
  if (value <= 10) return 1
  const size = 10 ** Math.floor(Math.log10(value))
  const grain = value < 2 * size ? size / 20 : value < 5 * size ? size / 10 : size / 5
  return Math.max(1, grain)
}

function rounded(value: number): number {
  const grain = grainOf(value)
  return Math.round(value / grain) * grain
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

/** The next value that a slider can be set to, above or below any value. */
function nextValue(value: number, direction: 1 | -1): number {
  // Below 10 000 steps are finer than above it.
  const grain = grainOf(direction > 0 ? value : value - 1)
  return direction > 0 ? (Math.floor(value / grain) + 1) * grain : (Math.ceil(value / grain) - 1) * grain
}

/** How far a slider's keys go, in tenths of its travel; 0 is a step, and a key goes a step at least. */
const KEYS: { readonly [key: string]: readonly [direction: 1 | -1, tenths: number] } = {
  ArrowUp: [1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [-1, 0],
  PageUp: [1, 1],
  PageDown: [-1, 1],
  Home: [-1, 10],
  End: [1, 10],
}

/** Where a key takes a slider; undefined: it is none of its keys. */
export function keyedValue(key: string, value: number, from: number, to: number): number | undefined {
  const way = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined
  if (way === undefined) return undefined
  const [direction, tenths] = way
  const step = nextValue(value, direction)
  const far = valueAtTravel(travelOf(value, from, to) + (direction * tenths * TRAVEL) / 10, from, to)
  const target = tenths === 0 ? step : direction > 0 ? Math.max(far, step) : Math.min(far, step)
  return Math.min(Math.max(target, from), to)
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

// Large figures: a number and its unit apart, so that a panel can set them in two sizes.

import { grouped } from '../base/grouped.ts'

export type Unit = 'ms' | 's' | 'min'

const sizes: { readonly [unit in Unit]: number } = { ms: 1, s: 1000, min: 60_000 }

/** Digits after the point, so that figures of a unit line up: `131.10` over `20.30`. */
const decimals: { readonly [unit in Unit]: number } = { ms: 0, s: 2, min: 2 }

function unitFor(span: number): Unit {
  if (span < 10_000) return 'ms'
  return span < 3_600_000 ? 's' : 'min'
}

const inUnit = (ms: number, unit: Unit): string => grouped(ms / sizes[unit], decimals[unit])

/** A headline or a gap in figures: a length of time, or so many of what it counts. */
export const figureOf = (value: number, unit?: string): { readonly figure: string; readonly unit: string } =>
  unit === undefined ? headlineFigure(value) : { figure: grouped(value), unit }

/** A figure by itself, in the unit that fits it: `131.10` and `s`, as large headlines show it. */
function headlineFigure(ms: number): { readonly figure: string; readonly unit: Unit } {
  const unit = unitFor(Math.abs(ms))
  return { figure: inUnit(ms, unit), unit }
}

/** The same in one text: `400 ms`, `131.10 s`, `2 records`. */
export function figureWords(value: number, counts?: string): string {
  const { figure, unit } = figureOf(value, counts)
  return `${figure} ${unit}`
}

/** From one length to another, both in the unit of the longer one: `480 to 1240 ms`, `0.48 to 12.40 s`. */
export function rangeWords(least: number, most: number): string {
  const unit = unitFor(Math.abs(most))
  return `${inUnit(least, unit)} to ${inUnit(most, unit)} ${unit}`
}

/** The word of a headline with what it is about: `send() fails never`, `blocked from step 4 on`. */
export const wordWords = ({ word = '', of = '', unit }: { word?: string; of?: string; unit?: string }): string =>
  unit === undefined ? `${of} ${word}` : `${word} ${of}`

/** `equal`, or in what two are equal where they may differ otherwise: `equal in margin`. */
export const equalWords = (inWhat: string | undefined): string => (inWhat === undefined ? 'equal' : `equal ${inWhat}`)

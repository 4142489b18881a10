// What the axis says: gridlines with their labels, and how much each fold cuts. One unit for all of them, by the span of the view.

import { tickStep, ticks } from 'd3'
import { grouped } from '../base/grouped.ts'
import type { Axis, Piece } from './axis.ts'

export type Unit = 'ms' | 's' | 'min'

/** A gridline and its label, which runs from `textX`. */
export type Tick = { readonly at: number; readonly x: number; readonly text: string; readonly textX: number }

/** A fold in view and what it says, in the form that fits. */
export type Cut = { readonly left: number; readonly right: number; readonly text: string; readonly textX: number }

export type Marking = { readonly unit: Unit; readonly ticks: readonly Tick[]; readonly cuts: readonly Cut[] }

const LENGTH: Record<Unit, number> = { ms: 1, s: 1000, min: 60_000 }
/** From a gridline to its label, and the least gap between two labels. */
const INSET = 4
const GAP = 10

/** Milliseconds below two seconds, minutes from ten minutes on. */
export function unitOf(span: number): Unit {
  if (span < 2000) return 'ms'
  return span < 600_000 ? 's' : 'min'
}

/** Digits after the point that a step needs. */
const decimalsOf = (step: number): number => Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))

/** A length of time in a unit, as `126.9 s`. */
export const inUnit = (length: number, unit: Unit, decimals: number): string =>
  `${grouped(length / LENGTH[unit], decimals)}\u00a0${unit}`

/** An instant to the millisecond, as `10.047 s` or `847 ms`. */
export const stamp = (at: number, unit: Unit): string =>
  unit === 'ms' ? inUnit(Math.round(at), 'ms', 0) : inUnit(at, 's', 3)

/** The labels and lines of an axis. `widthOf` measures a label in pixels. Folds have a row of their own, under that of the ticks. */
export function markingOf(axis: Axis, widthOf: (text: string) => number): Marking {
  const unit = unitOf(axis.view.to - axis.view.from)
  const cuts = axis.pieces.flatMap((piece) => cutOf(piece, unit, widthOf))
  const kept: Tick[] = []
  let taken = Number.NEGATIVE_INFINITY
  for (const { at, text } of axis.pieces.flatMap((piece) => valuesOf(piece, unit, widthOf))) {
    const x = axis.x(at)
    const width = widthOf(text)
    const textX = [x + INSET, x - INSET - width].find(
      (left) => left >= taken && left >= -INSET && left + width <= axis.width + INSET,
    )
    if (textX === undefined) continue
    taken = textX + width + GAP
    kept.push({ at, x, text, textX })
  }
  return { unit, ticks: kept, cuts }
}

/** The round values of a busy piece, as close together as their labels allow. */
function valuesOf(piece: Piece, unit: Unit, widthOf: (text: string) => number): { at: number; text: string }[] {
  if (piece.cut) return []
  const from = piece.from / LENGTH[unit]
  const to = piece.to / LENGTH[unit]
  const room = piece.right - piece.left
  for (let count = Math.max(1, Math.floor(room / 48)); count >= 1; count--) {
    const step = tickStep(from, to, count)
    const texts = ticks(from, to, count).map((value) => ({ at: value * LENGTH[unit], text: textOf(value, unit, step) }))
    const widest = Math.max(0, ...texts.map(({ text }) => widthOf(text)))
    if (count === 1 || (step / (to - from)) * room >= widest + GAP + INSET) return wholeOnly(texts)
  }
  return []
}

/** Between two whole milliseconds there is nothing to point at. */
const wholeOnly = <T extends { at: number }>(values: T[]): T[] =>
  values
    .filter(({ at }) => Math.abs(at - Math.round(at)) < 1e-6)
    .map((value) => ({ ...value, at: Math.round(value.at) }))

const textOf = (value: number, unit: Unit, step: number): string =>
  value === 0 ? '0' : inUnit(value * LENGTH[unit], unit, decimalsOf(step))

/** Long, then short, then only the dots. */
function cutOf(piece: Piece, unit: Unit, widthOf: (text: string) => number): Cut[] {
  if (!piece.cut) return []
  const length = piece.cut.to - piece.cut.from
  const exact = inUnit(length, unit, unit === 'ms' ? 0 : 1)
  const forms = [`… ${exact} …`, `…${exact}…`, `…${inUnit(length, unit, 0)}…`, '…']
  const room = piece.right - piece.left
  const text = forms.find((form) => widthOf(form) <= room - 2) ?? ''
  return [{ left: piece.left, right: piece.right, text, textX: piece.left + (room - widthOf(text)) / 2 }]
}

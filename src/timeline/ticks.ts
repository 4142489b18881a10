// What the axis says: gridlines with their labels, and how much each fold cuts. One unit for all of them, by the span of the view.

import { tickStep, ticks } from 'd3'
import { grouped } from '../base/grouped.ts'
import { type Axis, FOLD_WIDTH, type Fold, type Piece } from './axis.ts'

/** step: of a run whose instants are no time; the length of the unit is how far apart its steps stand. */
export type Unit = 'ms' | 's' | 'min' | 'step'

/** A stretch of the axis that no label may stand in, in pixels. */
export type Covered = { readonly from: number; readonly to: number }

/** A gridline and its label, which runs from `textX`. */
export type Tick = { readonly at: number; readonly x: number; readonly text: string; readonly textX: number }

/** A fold in view and what it says, in the form that fits. */
export type Cut = { readonly left: number; readonly right: number; readonly text: string; readonly textX: number }

export type Marking = { readonly unit: Unit; readonly ticks: readonly Tick[]; readonly cuts: readonly Cut[] }

const LENGTH: Record<Unit, number> = { ms: 1, s: 1000, min: 60_000, step: 1000 }
/** From a gridline to its label, and the least gap between two labels. */
const INSET = 4
const GAP = 10
/** No label is shorter than this, in pixels. */
const LEAST_LABEL = 30

/** Milliseconds below two seconds, minutes from an hour on: up to there, Kafka's people count in seconds. */
export function unitOf(span: number): Unit {
  if (span < 2000) return 'ms'
  return span < 3_600_000 ? 's' : 'min'
}

/** Digits after the point that values in steps need. */
const decimalsOf = (step: number): number => Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))

const stepped = (step: number): string => (step === 0 ? 'start' : `step\u00a0${step}`)

/** A length of time in a unit, as `126.9 s`. */
const inUnit = (length: number, unit: Unit, decimals: number): string =>
  unit === 'step'
    ? stepped(Math.floor(length / LENGTH.step + 1e-6))
    : `${grouped(length / LENGTH[unit], decimals)}\u00a0${unit}`

/** The unit of what an axis shows, which may count steps. */
export const unitIn = ({ view: { from, to } }: Axis, byStep: boolean): Unit => (byStep ? 'step' : unitOf(to - from))

/** An instant to the millisecond, as `10.047 s` or `847 ms`; of steps, the last one, as `step 4`. */
export const stamp = (at: number, unit: Unit): string =>
  unit === 'ms' ? inUnit(Math.round(at), 'ms', 0) : inUnit(at, unit === 'step' ? unit : 's', 3)

/**
 * The labels and lines of an axis. `widthOf` measures a label in pixels. Folds have a row of their own, under that of the ticks. `covered`:
 * where other things stand, over both rows. `byStep`: instants are steps.
 */
export function markingOf(axis: Axis, widthOf: WidthOf, covered: readonly Covered[] = [], byStep = false): Marking {
  const unit = unitIn(axis, byStep)
  const kept: Tick[] = []
  let taken = Number.NEGATIVE_INFINITY
  for (const { at, text } of axis.pieces.flatMap((piece) => labelsOf(piece, unit, widthOf))) {
    const x = axis.x(at)
    const width = widthOf(text)
    const fits = (left: number) =>
      left >= Math.max(taken, -INSET) && left + width <= axis.width + INSET && isClear(covered, left, left + width)
    const textX = [x + INSET, x - INSET - width].find(fits)
    if (textX === undefined) continue
    taken = textX + width + GAP
    kept.push({ at, x, text, textX })
  }
  return { unit, ticks: kept, cuts: cutsOf(axis, unit, widthOf, covered) }
}

const isClear = (covered: readonly Covered[], from: number, to: number): boolean =>
  covered.every((other) => to <= other.from || from >= other.to)

type WidthOf = (text: string) => number
type Label = { readonly at: number; readonly text: string }

/** A fold this wide is looked into: it has labels of its own. */
const WIDE_FOLD = 2 * FOLD_WIDTH

/** The round values of a busy piece, as close together as their labels allow. */
function labelsOf(piece: Piece, unit: Unit, widthOf: WidthOf): Label[] {
  const room = piece.right - piece.left
  if (piece.cut && room < WIDE_FOLD) return []
  for (let count = Math.max(1, Math.floor(room / LEAST_LABEL)); count > 1; count--) {
    const { step, labels } = roundValues(piece, unit, count)
    const widest = Math.max(0, ...labels.map(({ text }) => widthOf(text)))
    if ((step / (piece.to - piece.from)) * room >= widest + GAP + INSET) return labels
  }
  return roundValues(piece, unit, 1).labels
}

/** Shorter pieces of a run that is told in minutes are told by the clock, in round seconds. */
const CLOCK_BELOW = 300_000

/** About so many whole milliseconds of a piece that are round in a unit; written alike, with no more digits than they need. */
function roundValues(piece: Piece, unit: Unit, count: number): { step: number; labels: Label[] } {
  const byClock = unit === 'min' && piece.to - piece.from < CLOCK_BELOW
  const length = LENGTH[byClock ? 's' : unit]
  const bounds = [piece.from / length, piece.to / length, count] as const
  // Between two steps there is nothing, as between two milliseconds.
  const values = ticks(...bounds).filter((value) => isWhole(unit === 'step' ? value : value * length))
  // Where the last step's room ends no other step begins.
  if (unit === 'step' && values.length > 1 && values.at(-1) === bounds[1]) values.pop()
  const decimals = values.length > 1 ? decimalsOf(tickStep(...bounds)) : digitsOf(values[0] ?? 0)
  const textOf = (at: number) => (byClock ? clock(at, decimals) : inUnit(at, unit, decimals))
  const labels = values.map((value) => ({
    at: Math.round(value * length),
    text: value === 0 && unit !== 'step' ? '0' : textOf(value * length),
  }))
  return { step: tickStep(...bounds) * length, labels }
}

/** Between two whole milliseconds there is nothing to point at. */
const isWhole = (at: number): boolean => Math.abs(at - Math.round(at)) < 1e-6

/** Digits after the point of one value. */
const digitsOf = (value: number): number => String(Number(value.toFixed(6))).split('.')[1]?.length ?? 0

/** Minutes and seconds, as `73:21 min`. */
function clock(at: number, decimals: number): string {
  const seconds = (at % LENGTH.min) / LENGTH.s
  return `${Math.floor(at / LENGTH.min)}:${seconds < 10 ? '0' : ''}${seconds.toFixed(decimals)}\u00a0min`
}

/** What each fold in view says: long, then short, in the room up to half-way to its neighbours. */
function cutsOf(axis: Axis, unit: Unit, widthOf: WidthOf, covered: readonly Covered[]): Cut[] {
  const cut = axis.pieces.filter((piece) => piece.cut)
  return cut.map((piece, i) => {
    const from = ((cut[i - 1]?.right ?? -piece.left) + piece.left) / 2
    const to = ((cut[i + 1]?.left ?? 2 * axis.width - piece.right) + piece.right) / 2
    for (const text of formsOf(piece.cut ?? piece, unit)) {
      const width = widthOf(text)
      if (width > to - from - GAP / 2) continue
      const inside = (x: number) => Math.min(Math.max(x, from), to - width)
      const beside = covered.flatMap((other) => [other.from - width, other.to])
      const places = [(piece.left + piece.right - width) / 2, ...beside].map(inside)
      const textX = places.find((x) => isClear(covered, x, x + width))
      if (textX !== undefined) return { left: piece.left, right: piece.right, text, textX }
    }
    return { left: piece.left, right: piece.right, text: '', textX: piece.left }
  })
}

function formsOf({ from, to }: Fold, unit: Unit): string[] {
  const exact = inUnit(to - from, unit, unit === 'ms' ? 0 : 1)
  return [`… ${exact} …`, `…${exact}…`, exact, inUnit(to - from, unit, 0), '…']
}

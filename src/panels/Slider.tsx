import type { KeyboardEvent } from 'react'
import { settle } from '../store/edits.ts'
import { fill, keyedValue, shownValue, TRAVEL, travelOf, valueAtTravel } from './values.ts'

type Props = {
  readonly label: string
  /** What a screen reader says after the value. */
  readonly unit?: string
  readonly value: number
  readonly range: readonly [from: number, to: number]
  /** Called at each step of a drag; the caller names the gesture. */
  readonly onValue: (value: number) => void
}

/** A slider whose travel goes by ratio, and whose keys reach every value that a person would choose. */
export function Slider({ label, unit = '', value, range, onValue }: Props) {
  const [from, to] = range
  const travel = travelOf(value, from, to)
  // The browser's own steps are even in travel, and too small to reach the next value.
  const keyed = (event: KeyboardEvent) => {
    const next = event.ctrlKey || event.altKey || event.metaKey ? undefined : keyedValue(event.key, value, from, to)
    if (next === undefined) return
    event.preventDefault()
    if (next !== value) onValue(next)
  }
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={`${shownValue(value)} ${unit}`}
      min={0}
      max={TRAVEL}
      value={travel}
      style={fill(travel / TRAVEL)}
      onChange={(event) => onValue(valueAtTravel(Number(event.target.value), from, to))}
      onKeyDown={keyed}
      onPointerUp={settle}
      onBlur={settle}
    />
  )
}

import { useEffect } from 'react'
import { MOST_INSIDE, shownFrom } from '../lanes/inside.ts'
import type { Lane } from '../lanes/lane.ts'
import { useLab } from '../store/lab.ts'
import { bringInside, openLane, turnInside } from '../store/opening.ts'

/** What is pressed here is not pressed on the picture behind it, which does not listen through React. */
const keepPresses = (element: HTMLElement | null): void =>
  element?.addEventListener('pointerdown', (event) => event.stopPropagation())

/** Opens and closes a lane that stands for many; an open one shows so many at once, and the next ones are a press away. */
export default function Opener({ lane }: { readonly lane: Lane }) {
  const first = useLab(({ opened }) => (opened?.lane === lane.id ? shownFrom(lane, opened.first) : undefined))
  useEffect(bringInside)
  return (
    <div className="opener" ref={keepPresses}>
      <button
        type="button"
        aria-expanded={first !== undefined}
        aria-label={`The batches of ${lane.name}, one by one`}
        onClick={() => openLane(lane)}
      >
        {first === undefined ? '▸ one by one' : '▾'}
      </button>
      {first !== undefined && <Pages lane={lane} first={first} />}
    </div>
  )
}

/** Larger numbers have no room for both ends. */
const NARROW_COUNT = 1000

function Pages({ lane, first }: { readonly lane: Lane; readonly first: number }) {
  const count = lane.inside?.names.length ?? 0
  const last = Math.min(first + MOST_INSIDE, count)
  const turn = (label: string, text: string, direction: 1 | -1, disabled: boolean) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={() => turnInside(lane, direction)}
    >
      {text}
    </button>
  )
  return (
    <>
      {turn('Earlier batches', '‹', -1, first === 0)}
      <span title={`${first + 1} to ${last} of ${count}`}>
        {last < NARROW_COUNT ? `${first + 1}–${last}` : `${first + 1}…`}
      </span>
      {turn('Later batches', '›', 1, last === count)}
    </>
  )
}

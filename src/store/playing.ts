// Playing: the cursor runs at the chosen pace, to the end of the run, or round and round within what is marked.

import { atOf } from '../trace/trace.ts'
import { type Lab, lab, type Range, type Run, setLab } from './lab.ts'
import { brushIn, cursorIn, lastEvent, seek } from './looking.ts'

/** Fixed paces, in ms of a viewer's time for a second of the run, by 1, 2 and 5. */
export const paces: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]

export const setPace = (pace: number): void => setLab({ pace })

/** Starts or stops. It begins anew where it would end at once: at the end of the run, or of what is marked. */
export function playOrPause(): void {
  const { playing, run } = lab()
  if (run === undefined) return
  if (playing) return setLab({ playing: false })
  const { from, to } = stretchToPlay(lab(), run)
  const cursor = cursorIn(lab())
  if (cursor < from || cursor >= to) seek(from)
  setLab({ playing: true })
  requestAnimationFrame((now) => play({ frameAt: now, at: cursorIn(lab()), shown: cursorIn(lab()) }, now))
}

const stretchToPlay = (state: Lab, run: Run): Range => brushIn(state) ?? { from: 0, to: run.scenario.until }

/** Where playing stood in the frame before: its own clock, with the fractions that the cursor cannot show, and what the cursor showed. */
type Tick = { readonly frameAt: number; readonly at: number; readonly shown: number }

function play(before: Tick, now: number): void {
  const { playing, pace, run } = lab()
  if (!playing || run === undefined) return
  const cursor = cursorIn(lab())
  // Whoever took the cursor elsewhere in the meantime is followed.
  const from = cursor === before.shown ? before.at : cursor
  const { at, back } = wrapped(from, from + ((now - before.frameAt) * 1000) / pace, brushIn(lab()))
  const over = at >= run.scenario.until
  seek(over || !jumps() ? at : Math.max(lastMoment(run, at), back ?? cursor))
  if (over) return setLab({ playing: false })
  const shown = cursorIn(lab())
  requestAnimationFrame((later) => play({ frameAt: now, at, shown }, later))
}

/** The next instant of the clock; at the end of what is marked it goes `back` to its start. */
function wrapped(from: number, at: number, loop: Range | undefined): { at: number; back?: number } {
  if (loop === undefined || from > loop.to || at < loop.to) return { at }
  return { at: loop.from + ((at - loop.to) % (loop.to - loop.from)), back: loop.from }
}

/** Whether the cursor goes from event to event, as who wishes for less motion sees it. */
const jumps = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/** The last instant, until then, at which something happened in any variant. */
function lastMoment(run: Run, at: number): number {
  const moments = run.answers.map(({ trace }) => {
    const row = lastEvent(trace, at)
    return row === undefined ? 0 : atOf(trace, row)
  })
  return moments.reduce((a, b) => Math.max(a, b), 0)
}

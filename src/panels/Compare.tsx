import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { letterOf } from '../base/letter.ts'
import { plain } from '../findings/prose.ts'
import { verdictsOf } from '../store/derived.ts'
import { lab, type Overlay, type Run, setLab, useLab } from '../store/lab.ts'
import { overlayIn, select, selectedIn } from '../store/looking.ts'
import { type Between, betweenLayer } from '../timeline/between.ts'
import type { TimelineHandle } from '../timeline/Timeline.tsx'
import { goToParting, nextParting, partingProse, useComparisons } from './comparing.ts'
import { ribbonsOf } from './ribbons.ts'

export type CompareProps = {
  readonly run: Run
  readonly picture: TimelineHandle | undefined
  /** Told where neighbours part first, before the frame is drawn. */
  readonly onParted: (parted: { readonly run: Run; readonly instants: readonly (number | undefined)[] }) => void
}

/** The tools by which neighbours are compared: the way to their first difference, and two of them in one group of lanes. */
export default function Compare({ run, picture, onParted }: CompareProps) {
  const comparisons = useComparisons(run)
  const instants = comparisons.map(({ parting }) => parting?.at)
  const known = instants.join()
  const [told, tell] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the instants are new objects each time, and say no more than their text.
  useLayoutEffect(() => onParted({ run, instants }), [run, known, onParted])
  const go = (pair: number | undefined) => {
    if (pair === undefined) return
    goToParting(run, pair)
    tell(plain(partingProse(run, pair)))
  }
  useFlags(run, picture, instants, go)
  const none = instants.every((at) => at === undefined)
  const done = comparisons.every(({ isDone }) => isDone)
  return (
    <>
      <Overlays count={run.answers.length} />
      <button
        type="button"
        id="first-difference"
        className="bare compare"
        disabled={none}
        aria-label="First difference"
        title={none && done ? 'Nothing differs' : 'Go to the first difference (X)'}
        onClick={() => go(nextParting(run))}
      >
        <span aria-hidden="true">≠</span>
        <kbd>X</kbd>
      </button>
      <output className="unseen">{told}</output>
    </>
  )
}

/** Flags and ribbons between the groups, as buttons over the picture. */
function useFlags(
  run: Run,
  picture: TimelineHandle | undefined,
  instants: readonly (number | undefined)[],
  onFlag: (pair: number) => void,
): void {
  const now = { pairs: betweensOf(run, instants), onFlag, run }
  const latest = useRef(now)
  latest.current = now
  useEffect(
    () =>
      picture?.join((under) =>
        betweenLayer(under, () => latest.current.pairs, {
          onFlag: (pair) => latest.current.onFlag(pair),
          onRibbon: (pair) => goToAnswer(latest.current.run, pair),
        }),
      ),
    [picture],
  )
}

function betweensOf(run: Run, instants: readonly (number | undefined)[]): readonly Between[] {
  return ribbonsOf(run, instants).map((ribbon, pair) => {
    const [a, b] = [letterOf(pair), letterOf(pair + 1)]
    return {
      ribbon,
      ribbonSaid: `From ${a} to ${b}: ${ribbon.text.split(' · ')[0]}. Shows the answer of ${b}, then that of ${a}.`,
      flagSaid: `First difference of ${a} and ${b} (X)`,
    }
  })
}

/** Goes to the answer of the second of a pair; from there, to that of the first. */
function goToAnswer(run: Run, pair: number): void {
  const verdicts = verdictsOf(run)
  const places = [pair + 1, pair].map((variant) => ({ variant, row: verdicts[variant]?.row ?? -1 }))
  const there = places.filter(({ row }) => row >= 0)
  const now = selectedIn(lab())
  const next = there.find(({ variant, row }) => variant !== now?.variant || row !== now.row)
  if (next) select(next.variant, next.row)
}

const isSame = (a: Overlay | undefined, b: Overlay): boolean => a?.[0] === b[0] && a[1] === b[1]

const overlayed = (overlay: Overlay | undefined): void => setLab({ overlay })

const lettersOf = ([a, b]: Overlay): string => `${letterOf(a)} + ${letterOf(b)}`

/** Which two neighbours lie in one group of lanes: a switch where there are two variants, a choice where there are more. */
function Overlays({ count }: { readonly count: number }) {
  const overlay = useLab((state) => overlayIn(state))
  const neighbours = Array.from({ length: count - 1 }, (_, i): Overlay => [i, i + 1])
  // A link may overlay two that are no neighbours.
  const pairs = overlay && !neighbours.some((pair) => isSame(overlay, pair)) ? [...neighbours, overlay] : neighbours
  const [only] = pairs
  if (only && pairs.length === 1) return <OverlaySwitch pair={only} on={overlay !== undefined} />
  return (
    <select
      className="overlays"
      aria-label="Overlay two variants"
      title="Two variants in one group of lanes"
      value={overlay?.join() ?? ''}
      onChange={(event) => overlayed(pairs.find((pair) => pair.join() === event.target.value))}
    >
      <option value="">overlay</option>
      {pairs.map((pair) => (
        <option key={pair.join()} value={pair.join()}>
          {lettersOf(pair)}
        </option>
      ))}
    </select>
  )
}

function OverlaySwitch({ pair, on }: { readonly pair: Overlay; readonly on: boolean }) {
  return (
    <button
      type="button"
      className="bare compare"
      aria-pressed={on}
      aria-label="Overlay A and B"
      title="Overlay A and B: both in one group of lanes"
      onClick={() => overlayed(on ? undefined : pair)}
    >
      {lettersOf(pair)}
    </button>
  )
}

import { useEffect, useRef, useState } from 'react'
import { brief } from '../base/brief.ts'
import { letterOf } from '../base/letter.ts'
import type { Gap, Verdict } from '../findings/findings.ts'
import { figureOf } from '../findings/numbers.ts'
import type { Prose } from '../findings/prose.ts'
import type { Variant } from '../scenario/scenario.ts'
import { gapsOf, rangeOver, type SeedRange, verdictsOf, wordsBehind } from '../store/derived.ts'
import { type Run, useLab } from '../store/lab.ts'
import { select } from '../store/looking.ts'
import type { Trace } from '../trace/trace.ts'
import { Badge } from './Badge.tsx'
import { useChanges } from './changed.ts'
import type { Changes } from './changes.ts'
import { Sentence, unbroken } from './Sentence.tsx'
import { useSize } from './size.ts'

/** The headline: a large number a variant, one sentence each, and the gap with its owner; that one first where they do not fit side by side. */
export function Verdicts() {
  const run = useLab((state) => state.run)
  const spread = useLab((state) => state.spread)
  useLab(wordsBehind)
  const narrow = useSize() === 'narrow'
  const strip = useStripAtStart(run?.scenario.title)
  const changes = useChanges()
  if (run === undefined) return <section className="verdicts" aria-label="Verdicts" aria-busy="true" />
  const verdicts = verdictsOf(run)
  const range = (variant: number) => (spread?.scenario === run.scenario ? rangeOver(spread, variant) : undefined)
  const gap = <Gaps run={run} changes={changes?.gaps} />
  return (
    <section className={`verdicts of-${verdicts.length}`} aria-label="Verdicts" ref={strip}>
      {narrow && gap}
      {run.scenario.variants.map((variant, index) => (
        <Card
          key={index}
          variant={variant}
          index={index}
          verdict={verdicts[index]}
          change={changes?.verdicts[index]}
          range={range(index)}
        />
      ))}
      {!narrow && gap}
    </section>
  )
}

/** Another question is read from its first card on. */
function useStripAtStart(title: string | undefined) {
  const strip = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title is what says that it is another question.
  useEffect(() => {
    if (strip.current) strip.current.scrollLeft = 0
  }, [title])
  return strip
}

type CardProps = {
  readonly variant: Variant
  readonly index: number
  readonly verdict: Verdict | undefined
  readonly change: string | undefined
  readonly range: SeedRange | undefined
}

function Card({ variant, index, verdict, change, range }: CardProps) {
  const trace = useLab((state) => state.run?.answers[index]?.trace)
  const ofRecords = useLab((state) => state.run?.scenario.lab === 'requests')
  if (verdict === undefined || trace === undefined) return null
  const goTo = (row: number) => select(index, row)
  return (
    <article className={change ? 'verdict changed' : 'verdict'} aria-label={variant.name}>
      <Figure verdict={verdict} trace={trace} onClick={() => goTo(verdict.row)} />
      <h2>
        <Badge index={index} /> <span title={variant.name}>{variant.name}</span>
      </h2>
      {change && <p className="change">{unbroken(change)}</p>}
      <div className="story">
        <Toned tone={ofRecords ? verdict.tone : undefined} prose={verdict.sentence} onRow={goTo} />
        <Toned tone={ofRecords ? undefined : verdict.tone} prose={verdict.caller} onRow={goTo} />
      </div>
      <p className="seeds">{range && unbroken(overSeeds(range, verdict))}</p>
    </article>
  )
}

type TonedProps = {
  /** undefined: it is neither. */
  readonly tone: Verdict['tone'] | undefined
  readonly prose: Prose
  readonly onRow: (row: number) => void
}

/** What became of the subject is good or bad: of the caller who waits for metadata, else of the records themselves. */
function Toned({ tone, prose, onRow }: TonedProps) {
  if (prose.length === 0) return null
  return (
    <p className={tone}>
      {tone && <span aria-hidden="true">{tone === 'bad' ? '✕ ' : '✓ '}</span>}
      <Sentence prose={prose} onRow={onRow} />
    </p>
  )
}

type FigureProps = { readonly verdict: Verdict; readonly trace: Trace; readonly onClick: () => void }

/** The figure leads to the row at which it was reached. What never came in a run says how long the run was: a longer one may have it. */
function Figure({ verdict, trace, onClick }: FigureProps) {
  const { headline, unit: counts, of } = verdict
  if (headline === undefined) {
    return (
      <p className="figure never">
        <small>{trace.ended === 'until' ? 'not within' : 'stopped at'}</small> {unbroken(brief(trace.until))}
      </p>
    )
  }
  const { figure, unit } = figureOf(headline, counts)
  return (
    <button type="button" className="figure" title="Show the moment" onClick={onClick}>
      {figure}
      <small>
        {' '}
        {unit}
        {of && ` ${of}`}
      </small>
    </button>
  )
}

/** `50 seeds: 6 ms to 20.3 s`, `50 seeds: 6 ms to over 150 s` where it did not always come, `the same for all 50 seeds`. */
function overSeeds({ least, most, never, seeds, until }: SeedRange, { of }: Verdict): string {
  const what = of === undefined ? '' : ' without a leader'
  if (of !== undefined && least === most) return `${brief(least)}${what} with all ${seeds} seeds`
  if (least === most && never === 0) return `the same for all ${seeds} seeds`
  return `${seeds} seeds: ${brief(least)} to ${never > 0 ? `over ${brief(until)}` : brief(most)}${what}`
}

/** The pair of neighbours that lies furthest apart, or the one that the visitor picked. */
function Gaps({ run, changes }: { readonly run: Run; readonly changes: Changes['gaps'] | undefined }) {
  const [picked, pick] = useState<number>()
  const gaps = gapsOf(run)
  const widest = gaps.reduce((best, { ms }, index) => (Math.abs(ms) > Math.abs(gaps[best]?.ms ?? 0) ? index : best), 0)
  const first = picked !== undefined && picked < gaps.length ? picked : widest
  const gap = gaps[first]
  if (gap === undefined) return null
  return (
    <article className="verdict gap" aria-label="The difference">
      <GapFigure gap={gap} change={changes?.[first]} />
      {gaps.length > 1 && <Pairs count={gaps.length} first={first} onPick={pick} />}
      <p className="gap-sentence">
        <Sentence prose={gap.sentence} />
      </p>
    </article>
  )
}

/** `110.81 s sooner`, `equal`; where neither got there, no figure: the sentence says so. */
function GapFigure({ gap, change }: { readonly gap: Gap; readonly change: string | undefined }) {
  if (gap.none) return null
  const changed = change && <small className="was">{unbroken(change)}</small>
  if (gap.ms === 0) return <p className="figure">equal {changed}</p>
  const { figure, unit } = figureOf(Math.abs(gap.ms), gap.unit)
  return (
    <p className="figure">
      {gap.atLeast && <small>at least </small>}
      {figure}{' '}
      <small>
        {unit} {(gap.words ?? ['sooner', 'later'])[gap.ms > 0 ? 0 : 1]}
      </small>{' '}
      {changed}
    </p>
  )
}

type PairsProps = { readonly count: number; readonly first: number; readonly onPick: (first: number) => void }

/** Which two neighbours are compared. */
function Pairs({ count, first, onPick }: PairsProps) {
  return (
    <fieldset className="pairs">
      <legend className="unseen">Which two are compared</legend>
      {Array.from({ length: count }, (_, index) => (
        <button key={index} type="button" className="pair" aria-pressed={index === first} onClick={() => onPick(index)}>
          {letterOf(index)} → {letterOf(index + 1)}
        </button>
      ))}
    </fieldset>
  )
}

import { brief } from '../base/brief.ts'
import type { Gap, Verdict } from '../findings/findings.ts'
import { headlineFigure } from '../findings/numbers.ts'
import type { Variant } from '../scenario/scenario.ts'
import { gapsOf, rangeOver, type SeedRange, verdictsOf } from '../store/derived.ts'
import { type Run, useLab } from '../store/lab.ts'
import { select } from '../store/looking.ts'
import { Badge, letterOf } from './Badge.tsx'
import { Sentence } from './Sentence.tsx'

/** The headline: a large number a variant, one sentence each, and the gap with its owner. */
export function Verdicts() {
  const run = useLab((state) => state.run)
  const spread = useLab((state) => state.spread)
  if (run === undefined) return <section className="verdicts" aria-label="Verdicts" aria-busy="true" />
  const verdicts = verdictsOf(run)
  const widest = widestGap(run)
  const range = (variant: number) => (spread?.scenario === run.scenario ? rangeOver(spread, variant) : undefined)
  return (
    <section className={`verdicts of-${verdicts.length}`} aria-label="Verdicts">
      {run.scenario.variants.map((variant, index) => (
        <Card key={index} variant={variant} index={index} verdict={verdicts[index]} range={range(index)} />
      ))}
      {widest !== undefined && <GapCard run={run} gap={widest.gap} first={widest.first} />}
    </section>
  )
}

type CardProps = {
  readonly variant: Variant
  readonly index: number
  readonly verdict: Verdict | undefined
  readonly range: SeedRange | undefined
}

function Card({ variant, index, verdict, range }: CardProps) {
  if (verdict === undefined) return null
  const goTo = (row: number) => select(index, row)
  return (
    <article className="verdict" aria-label={variant.name}>
      <Figure verdict={verdict} onClick={() => goTo(verdict.row)} />
      <h2>
        <Badge variant={variant} index={index} /> <span>{variant.name}</span>
      </h2>
      <div className="story">
        <p>
          <Sentence prose={verdict.sentence} onRow={goTo} />
        </p>
        {verdict.caller.length > 0 && (
          <p className={verdict.tone === 'bad' ? 'bad' : 'good'}>
            <span aria-hidden="true">{verdict.tone === 'bad' ? '✕ ' : '✓ '}</span>
            <Sentence prose={verdict.caller} onRow={goTo} />
          </p>
        )}
      </div>
      <p className="seeds">{range ? overSeeds(range) : ' '}</p>
    </article>
  )
}

/** The figure leads to the row at which it was reached. */
function Figure({ verdict, onClick }: { readonly verdict: Verdict; readonly onClick: () => void }) {
  const { headline } = verdict
  if (headline === undefined) return <p className="figure never">never</p>
  const { figure, unit } = headlineFigure(headline)
  return (
    <button type="button" className="figure" title="Show the moment" onClick={onClick}>
      {figure}
      <small> {unit}</small>
    </button>
  )
}

/** `50 seeds: 6 ms to 20.3 s`, `50 seeds: 6 ms to over 150 s` where it did not always come, `the same for all 50 seeds`. */
function overSeeds({ least, most, never, seeds, until }: SeedRange): string {
  if (least === most && never === 0) return `the same for all ${seeds} seeds`
  return `${seeds} seeds: ${brief(least)} to ${never > 0 ? `over ${brief(until)}` : brief(most)}`
}

/** Between neighbours, the pair that lies furthest apart. */
function widestGap(run: Run): { readonly gap: Gap; readonly first: number } | undefined {
  const gaps = gapsOf(run)
  const [gap] = [...gaps].sort((a, b) => Math.abs(b.ms) - Math.abs(a.ms))
  return gap && { gap, first: gaps.indexOf(gap) }
}

type GapProps = { readonly run: Run; readonly gap: Gap; readonly first: number }

function GapCard({ run, gap, first }: GapProps) {
  const { figure, unit } = headlineFigure(Math.abs(gap.ms))
  const { variants } = run.scenario
  const pair = variants.length > 2 ? `${letterOf(first)} → ${letterOf(first + 1)}` : ''
  const word = gap.ms < 0 ? 'later' : 'sooner'
  return (
    <article className="verdict gap" aria-label="The difference">
      <p className="figure">
        {gap.ms === 0 ? (
          gap.atLeast ? (
            'neither'
          ) : (
            'equal'
          )
        ) : (
          <>
            {gap.atLeast && <small>at least </small>}
            {figure}
            <small>
              {' '}
              {unit} {word}
            </small>
          </>
        )}
        {pair && <small className="pair">{pair}</small>}
      </p>
      <p className="gap-sentence">
        <Sentence prose={gap.sentence} />
      </p>
    </article>
  )
}

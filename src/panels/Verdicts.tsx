import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { brief } from '../base/brief.ts'
import { letterOf } from '../base/letter.ts'
import type { Gap, Verdict } from '../findings/findings.ts'
import { figureOf, rangeWords } from '../findings/numbers.ts'
import { type Prose, plain } from '../findings/prose.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { gapsOf, rangeOver, type SeedRange, verdictsOf, wordsBehind } from '../store/derived.ts'
import { type Run, useLab } from '../store/lab.ts'
import { select } from '../store/looking.ts'
import type { Trace } from '../trace/trace.ts'
import { Badge } from './Badge.tsx'
import { useChanges } from './changed.ts'
import type { Changes } from './changes.ts'
import { Sentence, unbroken } from './Sentence.tsx'
import { useSize } from './size.ts'

/**
 * The headline: a figure a variant, a sentence each, and the gap with its owner. On a narrow screen the figures stay in sight by themselves;
 * below them is the gap, with the sentences for who asks.
 */
export function Verdicts() {
  const run = useLab((state) => state.run)
  const spread = useLab((state) => state.spread)
  const count = useLab(({ run, draft }) => (run ?? draft).scenario.variants.length)
  // The figures of these labs say in words what they count.
  const inWords = useLab(({ run, draft }) => /quorum|replication/.test((run ?? draft).scenario.lab))
  useLab(wordsBehind)
  const size = useSize()
  const narrow = size === 'narrow'
  const [whole, setWhole] = useState(false)
  const changes = useChanges()
  const verdicts = run ? verdictsOf(run) : []
  const cards = run?.scenario.variants.map(({ name }, index): CardProps => {
    const range = spread?.scenario === run.scenario ? rangeOver(spread, index) : undefined
    const change = changes?.verdicts[index]
    return { name, index, verdict: verdicts[index], change, range, whole, onWhole: setWhole }
  })
  const gap = run && <Gaps run={run} changes={changes?.gaps} whole={whole} onWhole={setWhole} />
  return (
    <>
      <section
        className={`verdicts of-${count}${narrow || count > 2 || inWords ? ' stacked' : ''}`}
        aria-label="Verdicts"
        aria-busy={run === undefined || undefined}
      >
        {cards?.map((card) => (
          <Card key={card.index} card={card} figureOnly={narrow} short={narrow || (size === 'middle' && count > 3)} />
        ))}
        {!narrow && gap}
      </section>
      {narrow && (
        <section className="came" aria-label="What came of it">
          {gap}
          {whole && cards?.map((card) => <Told key={card.index} {...card} />)}
          <More whole={whole} onWhole={setWhole} />
        </section>
      )}
    </>
  )
}

type Whole = {
  /** What has too little room is shown all the same. */
  readonly whole: boolean
  readonly onWhole: (whole: boolean) => void
}

type CardProps = Whole & {
  readonly name: string
  readonly index: number
  /** undefined: the words for it are still on their way. */
  readonly verdict: Verdict | undefined
  readonly change: string | undefined
  readonly range: SeedRange | undefined
}

type CardOnly = { readonly card: CardProps; readonly figureOnly: boolean; readonly short: boolean }

function Card({ card, figureOnly, short }: CardOnly) {
  const { name, index, verdict, change } = card
  const trace = useLab((state) => state.run?.answers[index]?.trace)
  return (
    <article className={change ? 'verdict changed' : 'verdict'} aria-label={name}>
      {verdict && trace && (
        <Figure verdict={verdict} trace={trace} short={short} onClick={() => select(index, verdict.row)} />
      )}
      <h2>
        <Badge index={index} /> <span title={name}>{name}</span>
      </h2>
      {figureOnly ? verdict && <Outcome verdict={verdict} /> : <Said {...card} />}
    </article>
  )
}

/**
 * What came of it in a few words: how it came about stands with the sentences of the others. Of a partition a loss comes before what else is
 * bad, and that before what is good.
 */
function Outcome({ verdict }: { readonly verdict: Verdict }) {
  const lab = useLab((state) => state.run?.scenario.lab)
  const { sentence, caller, tone, callerTone, came } = verdict
  const isCame = came !== undefined && (tone === 'bad' || callerTone === undefined)
  const toned = lab === 'replication' && !isCame ? callerTone : tone
  const outcome = isCame ? came : plain(lab === 'requests' ? sentence : caller).split(/[:;]/)[0]
  if (!outcome) return null
  return (
    <p className={`outcome ${toned ?? ''}`} title={outcome}>
      {toned && <ToneMark tone={toned} />}
      {unbroken(outcome)}
    </p>
  )
}

const ToneMark = ({ tone }: Pick<Verdict, 'tone'>) => <span aria-hidden="true">{tone === 'bad' ? '✕ ' : '✓ '}</span>

/** The sentences of a variant whose figure stands elsewhere. */
function Told(card: CardProps) {
  return (
    <article className="verdict" aria-label={`${card.name}, in words`}>
      <h2>
        <Badge index={card.index} /> <span>{card.name}</span>
      </h2>
      <Said {...card} />
    </article>
  )
}

/** What came of a variant, what the last edit changed of it, and how it depends on chance. */
function Said({ index, verdict, change, range, whole, onWhole }: CardProps) {
  const ofQuorum = useLab((state) => state.run?.scenario.lab === 'quorum')
  const seeds = range && verdict && overSeeds(range, verdict, ofQuorum)
  return (
    <>
      {change && (
        <p className="change" title={change}>
          {unbroken(change)}
        </p>
      )}
      <Short className="story" whole={whole} onWhole={onWhole}>
        {verdict && <Story verdict={verdict} onRow={(row) => select(index, row)} />}
      </Short>
      <p className="seeds" title={seeds}>
        {seeds && unbroken(seeds)}
      </p>
    </>
  )
}

/** What is good or bad there is first what became of records, not what a caller saw. */
const isOfRecords = (lab: Scenario['lab'] | undefined): boolean => lab === 'requests' || lab === 'replication'

/** Of a quorum, whose figure says what it counts, the outcome is told before how it came about. */
function Story({ verdict, onRow }: { readonly verdict: Verdict; readonly onRow: (row: number) => void }) {
  const lab = useLab((state) => state.run?.scenario.lab)
  const { sentence, caller, tone, callerTone } = verdict
  const ofRecords = isOfRecords(lab)
  const told = [
    <Toned key="sentence" tone={ofRecords ? tone : undefined} prose={sentence} onRow={onRow} />,
    <Toned key="caller" tone={ofRecords ? callerTone : tone} prose={caller} onRow={onRow} />,
  ]
  return lab === 'quorum' ? told.reverse() : told
}

type ShortProps = Whole & { readonly className: string; readonly children: ReactNode }

/** A text that is cut where it has little room, and the way to all of it. Who comes to a part that is cut by key gets it as well. */
function Short({ className, whole, onWhole, children }: ShortProps) {
  const text = useRef<HTMLDivElement>(null)
  const [cut, setCut] = useState(false)
  // At each render, as what is cut has one size whatever it says.
  useLayoutEffect(() => {
    const element = text.current
    if (!element || whole) return undefined
    const ending = new AbortController()
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 2)
    const reached = ({ target }: FocusEvent) => {
      const { bottom } = element.getBoundingClientRect()
      if ((target as Element).getBoundingClientRect().top >= bottom) onWhole(true)
    }
    measure()
    window.addEventListener('resize', measure, { signal: ending.signal })
    element.addEventListener('focusin', reached, { signal: ending.signal })
    return () => ending.abort()
  })
  return (
    <div className={`${className} short`}>
      <div className={whole ? undefined : 'cut'} ref={text}>
        {children}
      </div>
      {cut && <More whole={whole} onWhole={onWhole} />}
    </div>
  )
}

function More({ whole, onWhole }: Whole) {
  return (
    <button type="button" className="link more-words" aria-expanded={whole} onClick={() => onWhole(!whole)}>
      {whole ? 'less' : 'more'}
    </button>
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
      {tone && <ToneMark tone={tone} />}
      <Sentence prose={prose} onRow={onRow} />
    </p>
  )
}

type FigureProps = {
  readonly verdict: Verdict
  readonly trace: Trace
  /** In fewer words, if it has any. */
  readonly short: boolean
  readonly onClick: () => void
}

/** The figure leads to the row at which it was reached. What never came in a run says how long the run was: a longer one may have it. */
function Figure({ verdict, trace, short, onClick }: FigureProps) {
  const { headline, unit: counts, of, word } = verdict
  if (word !== undefined) return <Word verdict={verdict} onClick={onClick} />
  if (headline === undefined) {
    return (
      <p className="figure never">
        <small>{trace.ended === 'until' ? 'not within' : 'stopped at'}</small> {unbroken(brief(trace.until))}
      </p>
    )
  }
  const { figure, unit } = figureOf(headline, counts)
  const words = of === undefined ? unit : `${unit} ${of}`
  const fewer = short ? verdict.short : undefined
  return (
    <button
      type="button"
      className="figure"
      title="Show the moment"
      aria-label={fewer && `${figure} ${words}`}
      onClick={onClick}
    >
      {figure}
      <small> {fewer ?? words}</small>
    </button>
  )
}

/** `never` or `at once` in place of a number; what did happen leads to its row. */
function Word({ verdict: { word, of, row }, onClick }: Pick<FigureProps, 'verdict' | 'onClick'>) {
  const says = (
    <>
      {word}
      <small> {of}</small>
    </>
  )
  if (row < 0) return <p className="figure">{says}</p>
  return (
    <button type="button" className="figure" title="Show the moment" onClick={onClick}>
      {says}
    </button>
  )
}

const LEADERLESS = 'without a working leader'

/** `50 seeds: 6 ms to 20.3 s`, `50 seeds: 6 ms to over 150 s` where it did not always come, `the same for all 50 seeds`. */
function overSeeds(range: SeedRange, { of }: Verdict, ofQuorum: boolean): string | undefined {
  const { least, most, never, seeds, until } = range
  // The headline of a quorum says it already where no seed differs.
  if (ofQuorum && least === most) return undefined
  if (ofQuorum) return `${seeds} seeds: ${rangeWords(least, most)}${of === LEADERLESS ? '' : ` ${LEADERLESS}`}`
  if (least === most && never === 0) return `the same for all ${seeds} seeds`
  const longest = of === undefined ? `over ${brief(until)}` : 'never'
  return `${seeds} seeds: ${brief(least)} to ${never > 0 ? longest : brief(most)}`
}

type GapsProps = Whole & { readonly run: Run; readonly changes: Changes['gaps'] | undefined }

/** The pair of neighbours that lies furthest apart, or the one that the visitor picked. */
function Gaps({ run, changes, whole, onWhole }: GapsProps) {
  const [picked, pick] = useState<number>()
  const gaps = gapsOf(run)
  const tells = (gap: Gap | undefined): number => gap?.tells ?? Math.abs(gap?.ms ?? 0)
  const widest = gaps.reduce((best, gap, index) => (tells(gap) > tells(gaps[best]) ? index : best), 0)
  const first = picked !== undefined && picked < gaps.length ? picked : widest
  const gap = gaps[first]
  // Its place is kept until its words come.
  if (gap === undefined)
    return run.answers.length > 1 && <article className="verdict gap" aria-label="The difference" />
  const change = changes?.[first]
  return (
    <article className="verdict gap" aria-label="The difference">
      <GapFigure gap={gap} />
      {change && (
        <p className="change" title={change}>
          {unbroken(change)}
        </p>
      )}
      {gaps.length > 1 && <Pairs count={gaps.length} first={first} onPick={pick} />}
      <Short className="gap-sentence" whole={whole} onWhole={onWhole}>
        <p>
          <Sentence prose={gap.sentence} />
        </p>
      </Short>
    </article>
  )
}

/** `110.81 s sooner`, `equal`, `writes go on`; where neither got there, no figure: the sentence says so. */
function GapFigure({ gap }: { readonly gap: Gap }) {
  if (gap.word !== undefined)
    return (
      <p className="figure">
        <small>{gap.word}</small>
      </p>
    )
  if (gap.none) return null
  if (gap.ms === 0) return <p className="figure">equal {gap.equal && <small>{gap.equal}</small>}</p>
  const { figure, unit } = figureOf(Math.abs(gap.ms), gap.unit)
  return (
    <p className="figure">
      {gap.atLeast && <small>at least </small>}
      {figure}{' '}
      <small>
        {unit} {(gap.words ?? ['sooner', 'later'])[gap.ms > 0 ? 0 : 1]}
      </small>
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

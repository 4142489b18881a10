import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { brief } from '../base/brief.ts'
import { grouped } from '../base/grouped.ts'
import { type Lives, type LivesOfRun, type Piece, piecesOf, sharesIn } from '../findings/lives.ts'
import { exact } from '../findings/names.ts'
import { settingInForce } from '../findings/settingInForce.ts'
import { OWN_TIMEOUT, type Term, worstCaseOf } from '../findings/worstCase.ts'
import { componentOf } from '../scenario/scenario.ts'
import { settingPath } from '../scenario/settings.ts'
import { type Run, useLab } from '../store/lab.ts'
import { livesOf, readOn } from '../store/lives.ts'
import { select, selectedIn } from '../store/looking.ts'
import type { Rule } from '../trace/rules.ts'
import { causeOf, ruleOf, type Trace } from '../trace/trace.ts'
import { Badge } from './Badge.tsx'
import { Fold } from './Fold.tsx'
import { goToField } from './focus.ts'
import { Icon } from './Icon.tsx'
import { LivesTable } from './LivesTable.tsx'
import {
  isGood,
  isUnbounded,
  namedLives,
  ownerName,
  saidKind,
  saidOutcome,
  saidShare,
  saidTotal,
  spokenPiece,
} from './lifeWords.ts'
import { Dotted } from './Sentence.tsx'
import { useSize } from './size.ts'

/** Where the time of each record, or of a call, went: one bar that its owners share, which add up to its life. */
export default function WhereTimeWent() {
  // The picture comes first.
  const run = useDeferredValue(useLab((state) => state.run))
  return run?.scenario.lab === 'requests' ? <OfRun run={run} /> : null
}

/** A stretch that somebody points at. */
type Pointed = { readonly variant: number; readonly lives: Lives; readonly piece: Piece }

function OfRun({ run }: { readonly run: Run }) {
  const all = useLives(run)
  // Between, it would take the room of the picture.
  const [open, setOpen] = useState(useSize() !== 'middle')
  const [table, setTable] = useState(false)
  const [pointed, point] = useState<Pointed>()
  const longest = all.flatMap(({ groups }) => groups).reduce((most, { total }) => Math.max(most, total), 1)
  useEffect(() => {
    if (run) point(undefined)
  }, [run])
  return (
    <section className="column lives" aria-labelledby="lives">
      <header className="column-head">
        <h2 id="lives">
          <Fold open={open} onTurn={setOpen}>
            Where the time went
          </Fold>
        </h2>
        {open && (
          <button type="button" className="bare" aria-pressed={table} onClick={() => setTable(!table)}>
            as a table
          </button>
        )}
      </header>
      {open && (
        <div className="column-body">
          {run.scenario.variants.map(({ name }, variant) => {
            const lives = all[variant]
            return (
              lives && (
                <section key={variant} className="lives-of" aria-label={`Where the time went, ${name}`}>
                  <h3>
                    <Badge index={variant} /> <span>{name}</span>
                  </h3>
                  <Worst run={run} variant={variant} lives={lives} />
                  {table ? (
                    <LivesTable run={run} variant={variant} lives={lives} />
                  ) : (
                    <Bars {...{ variant, lives, longest }} onPoint={point} />
                  )}
                  {!lives.isDone && <p role="status">Still adding up …</p>}
                </section>
              )
            )
          })}
        </div>
      )}
      {open && !table && <Told run={run} pointed={pointed} />}
    </section>
  )
}

/** The lives in each variant, as far as they are known; drawn again when more is. */
function useLives(run: Run): readonly LivesOfRun[] {
  const all = livesOf(run)
  const [, drawAgain] = useState(0)
  useEffect(() => {
    let later: ReturnType<typeof setTimeout>
    const goOn = () => {
      if (all.every(({ isDone }) => isDone)) return
      readOn(all)
      drawAgain((times) => times + 1)
      later = setTimeout(goOn)
    }
    later = setTimeout(goOn)
    return () => clearTimeout(later)
  }, [all])
  return all
}

type OfVariant = { readonly run: Run; readonly variant: number; readonly lives: LivesOfRun }

/** `At most 60 000 max.block.ms + 120 000 delivery.timeout.ms = 180 s by its settings`. */
function Worst({ run, variant, lives }: OfVariant) {
  const { terms, total, ends, alone, each } = worstCaseOf(run.scenario, variant)
  if (terms.length === 0) return <p className="worst">No setting bounds how long a record may take.</p>
  return (
    <p className="worst">
      {ends ? 'By its settings at most ' : 'By its settings '}
      {terms.map((term, index) => (
        <span key={term.key}>
          {index > 0 && ' + '}
          <TermOf {...{ run, variant, lives, term }} />
        </span>
      ))}
      {ends && terms.length > 1 && (
        <>
          {' '}
          = <strong className="mono">{brief(total)}</strong>
        </>
      )}
      {each && (
        <>
          , each attempt <TermOf {...{ run, variant, lives, term: each }} />
        </>
      )}
      {!ends && ', and nothing bounds what comes after it'}
      {alone && ', for a record that waits behind no other'}
      {ends && '; a timeout that is seen late takes so much longer'}.
    </p>
  )
}

type TermProps = OfVariant & { readonly term: Term }

/** The number leads to the longest stretch that it owned here, else to where it ended a life, else to its field. */
function TermOf({ run, variant, lives, term: { key, value, times } }: TermProps) {
  const row = longestOf(lives, key) ?? endedBy(run.answers[variant]?.trace, lives, key)
  const { workload } = run.scenario.world
  const path = key === OWN_TIMEOUT ? 'world.workload.timeout' : settingPath(variant, key, componentOf(workload))
  const go = () => (row === undefined ? goToField(path) : select(variant, row))
  const where = row === undefined ? 'It decided nothing in this run: go to its field' : 'Show where it decided'
  return (
    <>
      {times > 1 && `${grouped(times)} × `}
      <button
        type="button"
        className="link mono"
        title={where}
        aria-label={`${grouped(value)} ms, ${key}. ${where}`}
        onClick={go}
      >
        {grouped(value)}
      </button>{' '}
      <code>
        <Dotted text={key} />
      </code>
    </>
  )
}

/** The row that tells of the longest stretch that a setting owned, undefined where it owned none. */
function longestOf({ groups }: LivesOfRun, key: string): number | undefined {
  const owned = groups.flatMap((each) => sharesIn(each)).filter(({ rule }) => rule.setting === key)
  return owned.sort((a, b) => b.longest - a.longest)[0]?.row
}

/** The row at which a setting first ended a life, undefined where it ended none. */
function endedBy(trace: Trace | undefined, { groups }: LivesOfRun, key: string): number | undefined {
  if (trace === undefined) return undefined
  const ends = groups.map(({ row }) => row).filter((row) => row >= 0)
  return ends.find((row) => [row, causeOf(trace, row)].some((each) => each >= 0 && ruleOf(trace, each).setting === key))
}

type BarsProps = Omit<OfVariant, 'run'> & { readonly longest: number; readonly onPoint: (pointed: Pointed) => void }

function Bars({ variant, lives, longest, onPoint }: BarsProps) {
  const [chosen, choose] = useState<number>()
  const { groups, count } = lives
  const opened = chosen ?? longestIn(groups)
  if (groups.length === 0 && count === 0) return <p className="quiet">It sends no record.</p>
  return (
    <ol className="bars">
      {groups.map((each, index) => (
        <li key={each.records[0]}>
          <LifeLine
            {...{ variant, longest, onPoint }}
            lives={each}
            open={opened === index}
            onOpen={() => choose(opened === index ? -1 : index)}
          />
        </li>
      ))}
    </ol>
  )
}

/** The first of those that lived longest: it is opened unasked. */
const longestIn = (groups: readonly Lives[]): number =>
  groups.reduce((best, { total }, index) => (total > (groups[best]?.total ?? -1) ? index : best), 0)

type LineProps = Pick<BarsProps, 'variant' | 'longest' | 'onPoint'> & {
  readonly lives: Lives
  readonly open: boolean
  readonly onOpen: () => void
}

/** One record, several that lived alike, or a call: its bar, how long it lived and what it came to; opened, what the parts add up to. */
function LifeLine({ variant, longest, onPoint, lives, open, onOpen }: LineProps) {
  const name = namedLives(lives)
  return (
    <div className="life">
      <button type="button" className="life-name" aria-expanded={open} onClick={onOpen}>
        <Icon name="down" />
        <span>{name}</span>
      </button>
      <div className="life-track">
        <Bar {...{ variant, lives, name, onPoint }} share={lives.total / longest} />
      </div>
      <End variant={variant} lives={lives} />
      {open && <Sum variant={variant} lives={lives} />}
    </div>
  )
}

/** What it came to and after how long, which leads to that moment. */
function End({ variant, lives }: Pick<LineProps, 'variant' | 'lives'>) {
  const { outcome, row } = lives
  const [tone, mark] = outcome === undefined ? ['open', '…'] : isGood(lives) ? ['good', '✓'] : ['bad', '✕']
  return (
    <p className="life-end">
      <span className="life-total">
        {row < 0 ? (
          <span className="mono">{saidTotal(lives)}</span>
        ) : (
          <button type="button" className="link mono" title="Show the moment" onClick={() => select(variant, row)}>
            {saidTotal(lives)}
          </button>
        )}
      </span>{' '}
      <span className={tone}>
        <span aria-hidden="true">{mark}&nbsp;</span>
        {saidOutcome(lives)}
      </span>
    </p>
  )
}

type BarProps = Pick<LineProps, 'variant' | 'lives' | 'onPoint'> & { readonly name: string; readonly share: number }

const steps: { readonly [key: string]: -1 | 1 } = { ArrowLeft: -1, ArrowRight: 1 }

/** One stop of the tab key; the arrows go from stretch to stretch. */
function Bar({ variant, lives, name, share, onPoint }: BarProps) {
  const pieces = useMemo(() => piecesOf(lives), [lives, lives.stretches])
  const [at, setAt] = useState(0)
  const here = Math.min(at, pieces.length - 1)
  const keyed = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    const end = event.key === 'Home' ? 0 : event.key === 'End' ? pieces.length - 1 : undefined
    const next = end ?? (step === undefined ? undefined : here + step)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const button = event.currentTarget.children[next]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and no arrow keys.
    <div
      role="group"
      aria-label={`What the time of ${name} was spent on`}
      className="bar-of-life"
      style={{ width: `${share * 100}%` }}
      onKeyDown={keyed}
    >
      {pieces.map((piece, index) => (
        <PieceOfBar
          key={index}
          {...{ variant, piece }}
          tabIndex={index === here ? 0 : -1}
          onPoint={() => onPoint({ variant, lives, piece })}
          onFocus={() => setAt(index)}
        />
      ))}
    </div>
  )
}

/** Colour says who owns it; what nothing bounds is not good, though the world be in order. */
const tintOf = (rule: Rule): string => (isUnbounded(rule) ? 'by-nobody' : `by-${rule.owner}`)

type PieceProps = {
  readonly variant: number
  readonly piece: Piece
  readonly tabIndex: number
  readonly onPoint: () => void
  readonly onFocus: () => void
}

function PieceOfBar({ variant, piece, tabIndex, onPoint, onFocus }: PieceProps) {
  const { from, to } = piece
  const { what, rule, row } = piece.stretch
  const current = useLab((state) => {
    const place = selectedIn(state)
    return place?.variant === variant && place.row === row
  })
  return (
    <button
      type="button"
      className={`stretch ${tintOf(rule)} is-${what.replace(' ', '-')}`}
      style={{ flexGrow: to - from }}
      tabIndex={tabIndex}
      aria-label={spokenPiece(piece)}
      aria-current={current ? 'true' : undefined}
      onPointerEnter={onPoint}
      onFocus={() => {
        onFocus()
        onPoint()
      }}
      onClick={() => select(variant, row)}
    >
      <span className="stretch-name" aria-hidden="true">
        {ownerName(rule)}
      </span>
    </button>
  )
}

/** What each owner took in all, as a sum. */
function Sum({ variant, lives }: Pick<LineProps, 'variant' | 'lives'>) {
  const several = lives.records.length > 1
  return (
    <ol className="sum" aria-label={several ? `The longest of them, record ${lives.record}` : 'It adds up'}>
      {several && <li className="quiet">record {grouped(lives.record)}, the longest:</li>}
      {sharesIn(lives).map((share, index) => (
        <li key={index}>
          {index > 0 && <span>+</span>}
          <button
            type="button"
            className={`share-of ${tintOf(share.rule)}`}
            title="Show the longest of them"
            onClick={() => select(variant, share.row)}
          >
            <span className="dot" aria-hidden="true" />
            <span className="mono">{grouped(share.total)}</span>{' '}
            <code>
              <Dotted text={ownerName(share.rule)} />
            </code>{' '}
            <span className="quiet">{saidShare(share)}</span>
          </button>
        </li>
      ))}
      <li>
        <span>=</span> <strong className="mono">{exact(lives.total)}</strong>
      </li>
    </ol>
  )
}

/** The stretch that somebody points at, in words; who cannot point hears the same from the stretch itself. */
function Told({ run, pointed }: { readonly run: Run; readonly pointed: Pointed | undefined }) {
  if (pointed === undefined)
    return (
      <p className="life-told quiet" aria-hidden="true">
        Point at a stretch to see what it was spent on; a click leads to its moment.
      </p>
    )
  const { variant, lives, piece } = pointed
  const { stretch, parts } = piece
  const { rule, from, to, behind, collateralOf } = stretch
  const setting = rule.setting === undefined ? undefined : settingInForce(run.scenario, variant, rule.setting)
  return (
    <p className="life-told" aria-hidden="true">
      <Badge index={variant} /> {namedLives(lives)}: {parts > 1 && `${parts} short stretches, the longest `}
      <strong>{saidKind(stretch)}</strong>, <span className="mono">{exact(to - from)}</span> from{' '}
      <span className="mono">{grouped(from)}</span> to <span className="mono">{exact(to)}</span> ·{' '}
      <code>{ownerName(rule)}</code>
      {setting && (
        <>
          {' '}
          = <span className="mono">{setting.value}</span> <span className="quiet">({setting.origin})</span>
        </>
      )}
      {collateralOf !== undefined && ' · another request had timed out, and the connection took this one with it'}
      {behind !== undefined && ` · behind batch ${behind}`}
    </p>
  )
}

import { memo, useMemo, useState } from 'react'
import { grouped } from '../base/grouped.ts'
import { type HistoryClass, historyClasses } from '../scenario/partitionWorld.ts'
import {
  boundsSaid,
  cellsOf,
  type PromiseCell,
  type PromiseRow,
  promiseColumns,
  promiseRows,
} from '../scenario/promiseTable.ts'
import { noteOf, runsOfSchedule, runsThatBreak, tookAll } from '../scenario/realBrokers.ts'
import type { RealRun } from '../scenario/realRun.ts'
import { storyTitle } from '../scenario/storyTitle.ts'
import { openStory } from '../store/partition.ts'
import { keyOf, type Promised, type PromiseVerdict, type Story, search, usePromises } from '../store/promises.ts'
import { useSize } from './size.ts'

type Props = { readonly onStory: () => void }

/** Rows are configurations, columns releases; on a narrow screen one release at a time. */
export function PromiseTable({ onStory }: Props) {
  const narrow = useSize() === 'narrow'
  const [only, pick] = useState<string>(promiseColumns[1]?.variant ?? '')
  const columns = useMemo(
    () => (narrow ? promiseColumns.filter(({ variant }) => variant === only) : promiseColumns),
    [narrow, only],
  )
  const [told, tell] = useState<Promised>()
  return (
    <>
      {narrow && (
        <label>
          Release
          <select value={only} onChange={(event) => pick(event.target.value)}>
            {promiseColumns.map(({ variant, name }) => (
              <option key={variant} value={variant}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <table className="promise-table">
        <caption className="unseen">
          Whether R1 and R2 hold, by configuration and release, in each class of histories
        </caption>
        <thead>
          <tr>
            <th scope="col">Configuration</th>
            {columns.map(({ variant, name, about }) => (
              <th key={variant} scope="col">
                {name}
                <small>{about}</small>
                <Classes />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {promiseRows.map((row) => (
            <Line key={row.name} {...{ row, columns, onStory }} byTouch={narrow} onTell={tell} />
          ))}
        </tbody>
      </table>
      {told ? (
        <CellTold promised={told} byTouch={narrow} onStory={onStory} />
      ) : (
        <p className="cell-told" aria-hidden="true">
          {narrow ? 'Touch' : 'Point at'} a verdict to read what it says, and within which bounds.
        </p>
      )}
    </>
  )
}

const requirements = ['R1', 'R2'] as const
const classesOf = (requirement: string): readonly HistoryClass[] =>
  historyClasses.filter((history) => history.requirement === requirement)

/** The classes, as the chips of a cell stand. */
function Classes() {
  return (
    <span className="classes" aria-hidden="true">
      {requirements.map((requirement) => (
        <span key={requirement}>
          <b>{requirement}</b>
          {classesOf(requirement).map(({ name }) => (
            <i key={name}>{name}</i>
          ))}
        </span>
      ))}
    </span>
  )
}

/** Told what the verdict says that is pointed at, or has the focus. */
type Telling = Props & {
  /** A finger points by touching, and opens nothing by that. */
  readonly byTouch: boolean
  readonly onTell: (told: Promised) => void
}

type LineProps = Telling & { readonly row: PromiseRow; readonly columns: typeof promiseColumns }

const Line = memo(function Line({ row, columns, ...telling }: LineProps) {
  const cells = cellsOf(row).filter(({ column }) => columns.includes(column))
  return (
    <tr>
      <th scope="row">
        {row.name}
        <small>{row.says}</small>
        {row.note && (
          <details className="note">
            <summary>{row.name.startsWith('Case 3.1') ? 'the code disagrees' : 'what the code says'}</summary>
            {row.note}
          </details>
        )}
      </th>
      {cells.map((cell) => (
        <td key={cell.column.variant} className={cell.impossible === undefined ? undefined : 'cannot'}>
          {cell.impossible === undefined ? <Cell cell={cell} {...telling} /> : <Cannot why={cell.impossible} />}
        </td>
      ))}
    </tr>
  )
})

function Cannot({ why }: { readonly why: string }) {
  return (
    <span className="quiet" title={why}>
      <span aria-hidden="true">not there</span>
      <span className="unseen">{why}</span>
    </span>
  )
}

function Cell({ cell, ...telling }: Telling & { readonly cell: PromiseCell }) {
  return (
    <span className="classes">
      {requirements.map((requirement) => (
        <span key={requirement}>
          <b>{requirement}</b>
          {classesOf(requirement).map((history) => (
            <Chip key={history.name} cell={cell} history={history} {...telling} />
          ))}
        </span>
      ))}
    </span>
  )
}

type ChipProps = Telling & Promised

/** What is known of a cell in a class of histories, and how it is told. */
function useTold(promised: Promised) {
  const { cell, history } = promised
  const extras = usePromises((state) => state.extras)
  const key = keyOf(promised, extras)
  const verdict = usePromises((state) => state.known.get(key))
  const isSearched = usePromises((state) =>
    state.searching.some((one) => one.promised.history === history && isSame(one.promised.cell, cell)),
  )
  const bounds = { ...history.bounds, ...extras }
  const story = verdict?.story
  const real = story ? runsThatBreak(askedOf(cell), bounds, story.breaks) : []
  const where = `${cell.row.name}, Kafka ${cell.column.name}: ${history.requirement} in ${history.name}`
  const said = isSearched && !verdict ? 'is being searched through' : saidOf(cell, verdict)
  const isOwn = (run: RealRun): boolean => story !== undefined && isStory(run, story)
  const seen = [...real.map((run) => seenSaid(run, isOwn(run))), ...(story ? deniedBy(cell, story) : [])]
  const whole = [`${where} ${said}. Bounds: ${boundsSaid(bounds)}.`, ...seen].join(' ')
  const seenAs = real.some(isOwn) ? ' is-real' : real.length > 0 ? ' is-real by-another' : ''
  return { verdict, isSearched, seenAs, whole }
}

const isStory = (run: RealRun, { order, steps }: Story): boolean =>
  run.order === order && tookAll(run, steps.join('; '))

/** `Seen on real Kafka 0.8.2.2 by another story (W1: p; f B; ...).` */
function seenSaid(run: RealRun, isOwn: boolean): string {
  const note = noteOf(run)
  const by = isOwn ? `(${run.name})` : `by another story (${run.name}: ${run.schedule})`
  return `Seen on real Kafka ${run.release} ${by}${note === undefined ? '' : `; ${note}`}.`
}

/** Real brokers that were taken through the story, and did not break the promise. */
const deniedBy = (cell: PromiseCell, story: Story): string[] =>
  runsOfSchedule(askedOf(cell), story.order, story.steps.join('; '))
    .filter((run) => isStory(run, story) && !(story.breaks === 'ackedLoss' ? run.loss : run.blocked))
    .map((run) => `Not by this story on real Kafka ${run.release} (${run.name}): ${noteOf(run) ?? 'it differs'}.`)

function tellStory({ cell, history }: Promised, story: Story, onStory: () => void): void {
  const { extras } = usePromises.getState()
  const told = { row: cell.row, release: cell.column.release, history, extras }
  onStory()
  void openStory({ ...cell, ...story, title: storyTitle(told, story.breaks, story.steps.length) })
}

/** One verdict: it opens its story where it is broken, and is searched for where it is not known. */
function Chip({ cell, history, byTouch, onStory, onTell }: ChipProps) {
  const promised = { cell, history }
  const { verdict, isSearched, seenAs, whole } = useTold(promised)
  const act = () => {
    if (verdict === undefined) search(promised)
    else if (verdict.story && !byTouch) tellStory(promised, verdict.story, onStory)
  }
  return (
    <button
      type="button"
      className={`promised is-${isSearched && !verdict ? 'searched' : (verdict?.verdict ?? 'unknown')}${verdict?.story?.breaks === 'blocked' ? ' is-blocked' : ''}${seenAs}`}
      aria-label={whole}
      onFocus={() => onTell(promised)}
      onMouseEnter={() => onTell(promised)}
      onClick={act}
    >
      {signOf(verdict, isSearched)}
    </button>
  )
}

type CellToldProps = Props & { readonly promised: Promised; readonly byTouch: boolean }

/** What the verdict says that is pointed at, as it is by now. */
function CellTold({ promised, byTouch, onStory }: CellToldProps) {
  const { verdict, whole } = useTold(promised)
  const story = verdict?.story
  return (
    <div className="cell-told">
      <p aria-hidden="true">{whole}</p>
      {byTouch && story && (
        <button type="button" className="primary" onClick={() => tellStory(promised, story, onStory)}>
          Open its story
        </button>
      )}
    </div>
  )
}

const askedOf = ({ row, column }: PromiseCell) => ({ variant: column.variant, config: row.config })

const isSame = (a: PromiseCell, b: PromiseCell): boolean => a.row === b.row && a.column.variant === b.column.variant

function signOf(verdict: PromiseVerdict | undefined, isSearched: boolean): string {
  if (!verdict) return isSearched ? '…' : '·'
  if (verdict.verdict === 'holds') return '✓'
  return verdict.story ? `${breakSigns[verdict.story.breaks]}${verdict.story.steps.length}` : '?'
}

/** Loss and standstill are two things, which is what KAFKA-1555 is about. */
const breakSigns: { readonly [breaks in Story['breaks']]: string } = { ackedLoss: '✕', blocked: '‖' }

function saidOf({ row }: PromiseCell, verdict: PromiseVerdict | undefined): string {
  if (!verdict) return 'is not searched through yet: click to search'
  const { verdict: word, story, states, seniorFirst } = verdict
  if (word === 'holds') {
    const senior = seniorFirst ? ', where A is first in the ISR at the start' : ''
    return `holds${senior}, in ${grouped(states)} states`
  }
  if (!story) return `is undecided: more than ${grouped(states)} states`
  const long = story.steps.length === 1 ? 'one step' : `${story.steps.length} steps`
  return `is broken: ${breaksSaid(row, story)} in ${long}, ${story.steps.join('; ')}`
}

/** A shorter standstill ends the search before a loss is found that takes longer. */
function breaksSaid({ config }: PromiseRow, { breaks }: Story): string {
  if (breaks === 'blocked') return 'writes are blocked (whether a longer story loses, too, is not searched here)'
  return config.acks === 0 ? 'a record that was sent is lost' : 'an acknowledged record is lost'
}

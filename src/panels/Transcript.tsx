import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { grouped } from '../base/grouped.ts'
import type { Range } from '../base/range.ts'
import { type Place, type Run, setLab, useLab } from '../store/lab.ts'
import { select, selectedIn } from '../store/looking.ts'
import { Badge } from './Badge.tsx'
import { differingRows, useComparisons } from './comparing.ts'
import {
  type Events,
  eventsOf,
  type Filter,
  lineAt,
  lineOf,
  linesWith,
  noFilter,
  onlyLines,
  subjectNames,
  type Topic,
  topics,
  topicsOf,
} from './events.ts'
import { Fold } from './Fold.tsx'
import { instantExactly, isByStep } from './instants.ts'
import { ListSearch } from './ListSearch.tsx'
import { OnlyDifferences, SwitchDifferences } from './Parting.tsx'

/** The same run as sentences: searched, filtered, with the picture's own cursor. */
export function Transcript() {
  // The picture comes first; words may follow a moment later.
  const run = useDeferredValue(useLab((state) => state.run))
  return (
    <section className="transcript" aria-labelledby="list">
      {run && <Loaded run={run} />}
    </section>
  )
}

function Loaded({ run }: { readonly run: Run }) {
  const [filter, setFilter] = useState<Filter>(noFilter)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const variants = run.answers.length
  const [marked, setMarked] = useMarked()
  const { lab } = run.scenario
  // A variant that is gone filters no more, nor does what only the other lab has.
  const held = useMemo(() => {
    const topic = topicsOf(lab).includes(filter.topic) ? filter.topic : noFilter.topic
    const variant = filter.variant !== undefined && filter.variant >= variants ? undefined : filter.variant
    return { ...filter, topic, variant, within: marked }
  }, [filter, lab, variants, marked])
  const { differing, only } = useDiffering(run)
  const passing = useMemo(() => eventsOf(run, held, only), [run, held, only])
  const marks = useMemo(() => linesWith(run, passing, wanted), [run, passing, wanted])
  const [alone, setAlone] = useState(false)
  const isSearch = wanted.trim() !== ''
  const events = useMemo(
    () => (alone && isSearch ? onlyLines(passing, marks) : passing),
    [alone, isSearch, passing, marks],
  )
  const found = events === passing ? marks : [...marks.keys()]
  const hidden = useMemo(() => hiddenLines(run, found, wanted), [run, found, wanted])
  const [open, setOpen] = useState(true)
  const place = useDeferredValue(useLab((state) => selectedIn(state)))
  const here = place ? lineAt(run, events, place.variant, place.row) : -1
  const cycle = (direction: 1 | -1) => {
    // Enter means the words in the field, also while the list still shows what the last ones found.
    const list = wanted === text ? events : passing
    const finds = wanted === text ? found : linesWith(run, passing, text)
    const from = place ? lineAt(run, list, place.variant, place.row) : -1
    const next =
      direction === 1
        ? (finds.find((line) => line > from) ?? finds[0])
        : (finds.findLast((line) => line < from) ?? finds.at(-1))
    if (next !== undefined) goTo(run, list, next)
  }
  return (
    <>
      <header className="column-head">
        <h2 id="list">
          <Fold open={open} onTurn={setOpen}>
            The run as a list
          </Fold>
        </h2>
        <ListSearch
          text={text}
          found={found}
          here={here}
          onText={setText}
          onCycle={cycle}
          onFocus={() => setOpen(true)}
        />
      </header>
      <p className="unseen" id="transcript">
        The same run as a list of {grouped(events.length)} events, in words.
      </p>
      {open && (
        <>
          <Filters run={run} filter={held} onFilter={setFilter} onMarked={setMarked} />
          {isSearch && (
            <label className="filters">
              <input type="checkbox" checked={alone} onChange={(event) => setAlone(event.target.checked)} />
              only what was found
            </label>
          )}
          <OnlyDifferences run={run} />
          {hidden > 0 && (
            <Hidden
              count={hidden}
              onShow={() => {
                setFilter(everything)
                setMarked(false)
                setLab({ only: undefined })
              }}
            />
          )}
          <Lines run={run} events={events} differing={differing} here={here} place={place} wanted={wanted} />
          {events.more > 0 && (
            <p className="quiet more-lines">{grouped(events.more)} later events are left out: filter to see them.</p>
          )}
        </>
      )}
    </>
  )
}

/** The marked stretch while the list is limited to it, and a switch for that; with the mark its limit goes. */
function useMarked(): [marked: Range | undefined, limit: (on: boolean) => void] {
  const brush = useDeferredValue(useLab((state) => state.brush))
  const [limited, setLimited] = useState(false)
  useEffect(() => {
    if (brush === undefined) setLimited(false)
  }, [brush])
  return [limited ? brush : undefined, setLimited]
}

/** The rows in which neighbours differ, and the same as a filter, while it is on and they are known. */
function useDiffering(run: Run) {
  const comparisons = useComparisons(run)
  const done = comparisons.every(({ isDone }) => isDone)
  const differing = useMemo(() => (done ? differingRows(comparisons) : undefined), [comparisons, done])
  const only = useLab((state) => state.only)
  return { differing, only: only && differing }
}

/** All rows of a run, polls and draws too. */
const everything: Filter = { ...noFilter, topic: 'everything' }

/** Where a search finds nothing: how much of it the filter hides. */
const hiddenLines = (run: Run, found: readonly number[], wanted: string): number =>
  found.length > 0 || wanted.trim() === '' ? 0 : linesWith(run, eventsOf(run, everything), wanted).length

function Hidden({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  return (
    <p className="quiet more-lines" role="status">
      {grouped(count)} hidden by the filter.{' '}
      <button type="button" className="link" onClick={onShow}>
        Show everything
      </button>
    </p>
  )
}

function goTo(run: Run, events: Events, line: number): void {
  const { variant, row } = lineOf(run, events, line)
  select(variant, row)
}

type FiltersProps = {
  readonly run: Run
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
  readonly onMarked: (limited: boolean) => void
}

function Filters({ run, filter, onFilter, onMarked }: FiltersProps) {
  const names = useMemo(() => subjectNames(run), [run])
  const marked = useLab((state) => state.brush !== undefined)
  const limited = filter.within !== undefined
  const active = filter.topic !== 'events' || filter.subject !== undefined || filter.variant !== undefined || limited
  return (
    <fieldset className={active ? 'filters active' : 'filters'}>
      <legend className="unseen">Filter the list</legend>
      <select
        aria-label="What it is about"
        value={filter.topic}
        onChange={(event) => onFilter({ ...filter, topic: topicOf(event.target.value) })}
      >
        {topicsOf(run.scenario.lab).map((topic) => (
          <option key={topic}>{topic}</option>
        ))}
      </select>
      <select
        aria-label="Who it is about"
        value={filter.subject ?? ''}
        onChange={(event) => onFilter({ ...filter, subject: event.target.value || undefined })}
      >
        <option value="">everyone</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {run.answers.length > 1 && (
        <select
          aria-label="Which variant"
          value={filter.variant ?? ''}
          onChange={(event) =>
            onFilter({ ...filter, variant: event.target.value === '' ? undefined : Number(event.target.value) })
          }
        >
          <option value="">all variants</option>
          {run.scenario.variants.map((variant, index) => (
            <option key={index} value={index}>
              {variant.name}
            </option>
          ))}
        </select>
      )}
      {run.answers.length > 1 && <SwitchDifferences />}
      {marked && (
        <label className="only-marked">
          <input type="checkbox" checked={limited} onChange={(event) => onMarked(event.target.checked)} />
          only in the marked stretch
        </label>
      )}
      {active && (
        <button
          type="button"
          className="link"
          onClick={() => {
            onFilter(noFilter)
            onMarked(false)
          }}
        >
          clear
        </button>
      )}
    </fieldset>
  )
}

const topicOf = (text: string): Topic => topics.find((topic) => topic === text) ?? 'events'

/** How much larger than usual the reader's letters are. */
const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1

/** Every line is so high, so that a list of any length knows where each line stands. */
const LINE = Math.round(36 * scale)
/** Lines drawn beyond the window on each side. */
const SPARE = 6

type LinesProps = {
  readonly run: Run
  readonly events: Events
  /** For each variant, the rows that a neighbour lacks. */
  readonly differing: readonly Uint8Array[] | undefined
  readonly here: number
  readonly place: Place | undefined
  readonly wanted: string
}

/** Only the lines in sight are in the page; the list box says how many there are. */
function Lines({ run, events, differing, here, place, wanted }: LinesProps) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(400)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const look = () => setHeight(element.clientHeight || 400)
    look()
    if (typeof ResizeObserver === 'undefined') return undefined
    const resized = new ResizeObserver(look)
    resized.observe(element)
    return () => resized.disconnect()
  }, [])
  const seen = useRef(top)
  seen.current = top
  useEffect(() => {
    const to = here < 0 ? undefined : topFor(seen.current, height, here)
    if (box.current === null || to === undefined) return
    box.current.scrollTop = to
    setTop(to)
    // A list that was measured anew may have lost the line from sight.
  }, [here, height])

  const first = Math.max(Math.floor(top / LINE) - SPARE, 0)
  const last = Math.min(Math.ceil((top + height) / LINE) + SPARE, events.length)
  const lines = Array.from({ length: Math.max(last - first, 0) }, (_, i) => first + i)
  return (
    <div
      className="lines"
      role="listbox"
      aria-label="Events"
      tabIndex={0}
      aria-activedescendant={here >= first && here < last ? `line-${here}` : undefined}
      ref={box}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={(event) => keyed(event, run, events, here, Math.max(Math.floor(height / LINE) - 1, 1))}
    >
      <div className="lines-room" role="presentation" style={{ height: events.length * LINE }}>
        {lines.map((line) => (
          <Line
            key={line}
            run={run}
            events={events}
            line={line}
            differs={differing?.[events.variant[line] ?? 0]?.[events.row[line] ?? 0] === 1}
            chosen={line === here}
            exact={isExact(events, line, place)}
            wanted={wanted}
          />
        ))}
        {events.length === 0 && <p className="quiet nothing">Nothing passes the filter.</p>}
      </div>
    </div>
  )
}

const isExact = (events: Events, line: number, place: Place | undefined): boolean =>
  events.variant[line] === place?.variant && events.row[line] === place?.row

/** How far the list must be scrolled to show a line, undefined where it is in sight. */
function topFor(top: number, height: number, line: number): number | undefined {
  const from = line * LINE
  return from >= top && from + LINE <= top + height ? undefined : Math.max(from - height / 2 + LINE / 2, 0)
}

function keyed(event: KeyboardEvent, run: Run, events: Events, here: number, page: number): void {
  const steps: { readonly [key: string]: number } = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -events.length,
    End: events.length,
  }
  const step = steps[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || events.length === 0) return
  event.preventDefault()
  goTo(run, events, Math.min(Math.max(here + step, 0), events.length - 1))
}

type LineProps = {
  readonly run: Run
  readonly events: Events
  readonly line: number
  readonly differs: boolean
  readonly chosen: boolean
  readonly exact: boolean
  readonly wanted: string
}

function Line({ run, events, line, differs, chosen, exact, wanted }: LineProps) {
  const { variant, row, at, says } = lineOf(run, events, line)
  const asked = run.scenario.variants[variant]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the keys of all its lines.
    <div
      id={`line-${line}`}
      className={`line${chosen ? (exact ? ' chosen' : ' near') : ''}`}
      role="option"
      aria-selected={chosen}
      aria-setsize={events.length}
      aria-posinset={line + 1}
      tabIndex={-1}
      title={says}
      style={{ top: line * LINE }}
      onClick={() => select(variant, row)}
    >
      <span className="at mono">{isByStep(run.scenario) ? instantExactly(run.scenario, at) : grouped(at)}</span>{' '}
      {asked && run.answers.length > 1 && <Badge index={variant} />}
      <span className="unseen">{run.answers.length > 1 && `${asked?.name}${differs ? ', differs' : ''}:`} </span>
      {run.answers.length > 1 && (
        <span className="differs" aria-hidden="true">
          {differs && '≠'}
        </span>
      )}
      <span className="says">
        <Marked text={says} wanted={wanted} />
      </span>
    </div>
  )
}

/** A text with what was searched for marked in it. */
function Marked({ text, wanted }: { readonly text: string; readonly wanted: string }) {
  const from = wanted.trim() === '' ? -1 : text.toLowerCase().indexOf(wanted.trim().toLowerCase())
  if (from < 0) return text
  const to = from + wanted.trim().length
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}

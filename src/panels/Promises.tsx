import './promises.css'
import { grouped } from '../base/grouped.ts'
import { historyClasses } from '../scenario/partitionWorld.ts'
import { boundsSaid, type PromiseExtras } from '../scenario/promiseTable.ts'
import {
  type CheckProgress,
  change,
  halt,
  keyOf,
  promised,
  roomFor,
  rooms,
  search,
  usePromises,
} from '../store/promises.ts'
import { PromiseTable } from './PromiseTable.tsx'
import { Sheet } from './Sheet.tsx'

/** The table of promises: what each release keeps of R1 and R2, searched for in this browser. */
export default function Promises({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title="What each release promises" kind="promises" onClose={onClose}>
      {(close) => (
        <>
          <Meaning />
          <Histories />
          <Progress />
          <PromiseTable onStory={close} />
        </>
      )}
    </Sheet>
  )
}

function Meaning() {
  return (
    <p className="meaning">
      <b>R1</b>: with at most one broker down at a time, nothing acknowledged is lost and writes go on. <b>R2</b>: with
      at most two down, nothing acknowledged is lost. Three replicas, every order of their assignment. Each cell is a
      search through <em>all</em> histories within its bounds: <span className="good">✓ holds</span> there and not
      beyond; broken by a story of 5 steps that opens with a click, it <span className="bad">✕ 5</span> loses or{' '}
      <span className="bad">‖ 5</span> stands still. <span className="dot seen" aria-hidden="true" /> This story was
      seen on real brokers, too; <span className="dot seen by-another" aria-hidden="true" /> another one was, that
      breaks the same.
    </p>
  )
}

/** The classes of histories, and what a visitor adds to all of them. */
function Histories() {
  const extras = usePromises((state) => state.extras)
  const set = (to: Partial<PromiseExtras>) => change({ extras: { ...extras, ...to } })
  return (
    <div className="row-of histories">
      <details>
        <summary>Which histories H1 to H2a are</summary>
        <dl>
          {historyClasses.map(({ name, requirement, bounds }) => (
            <div key={name}>
              <dt>
                {requirement} · {name}
              </dt>
              <dd>{boundsSaid({ ...bounds, ...extras })}</dd>
            </div>
          ))}
        </dl>
      </details>
      {/* biome-ignore lint/a11y/useSemanticElements: the name of a fieldset stands in no line with its fields. */}
      <div role="group" aria-label="In all of them" className="row-of">
        <b aria-hidden="true">In all of them</b>
        <Pick label="records" value={extras.records} from={1} to={3} onPick={(records) => set({ records })} />
        <Pick
          label="slow followers"
          value={extras.slowDrops}
          from={0}
          to={2}
          onPick={(slowDrops) => set({ slowDrops })}
        />
        <Pick
          label="preferred moves"
          value={extras.preferredMoves}
          from={0}
          to={1}
          onPick={(preferredMoves) => set({ preferredMoves })}
        />
        <label>
          <input
            type="checkbox"
            checked={extras.crashMayLoseLog}
            onChange={(event) => set({ crashMayLoseLog: event.target.checked })}
          />
          a crash may lose any end of the log
        </label>
      </div>
    </div>
  )
}

type PickProps = {
  readonly label: string
  readonly value: number
  readonly from: number
  readonly to: number
  readonly onPick: (value: number) => void
}

function Pick({ label, value, from, to, onPick }: PickProps) {
  return (
    <label>
      <select value={value} onChange={(event) => onPick(Number(event.target.value))}>
        {Array.from({ length: to - from + 1 }, (_, i) => (
          <option key={i}>{from + i}</option>
        ))}
      </select>
      {label}
    </label>
  )
}

const megabytes = (bytes: number): string => `${grouped(Math.ceil(bytes / 1_000_000))} MB`

/** More than most devices give a page: it is said before anything starts. */
const MUCH = 1_000_000_000

function Progress() {
  const { extras, known, phase, searching, rate, statesMax, trouble } = usePromises()
  const done = promised.filter((asked) => known.has(keyOf(asked, extras))).length
  const isRunning = phase === 'running'
  const { bytes, searches } = roomFor(statesMax)
  const isDone = done === promised.length
  return (
    <div className="progress">
      <div className="row-of">
        <button type="button" className="primary" disabled={isDone} onClick={() => (isRunning ? halt() : search())}>
          {isRunning ? 'Stop' : phase === 'halted' ? 'Go on' : isDone ? 'All searched' : 'Search all'}
        </button>
        <progress max={promised.length} value={done} aria-label="Cells that are decided" />
        <span className="mono">
          {done} of {promised.length}
        </span>
        <label>
          at most
          <select value={statesMax} onChange={(event) => change({ statesMax: Number(event.target.value) })}>
            {rooms.map((room) => (
              <option key={room} value={room}>
                {grouped(room)}
              </option>
            ))}
          </select>
          states a search
        </label>
      </div>
      <p className={bytes > MUCH ? 'unsure' : undefined}>
        {searches === 1 ? 'One search at a time takes' : `${searches} searches at once take`} up to {megabytes(bytes)}{' '}
        of memory; one that meets more states stays undecided. What is found is kept in this browser.
        {bytes > MUCH &&
          ' That is more than many devices give a page: the tab may end, and what is on it would be lost.'}
      </p>
      {trouble && (
        <p className="bad" role="alert">
          The search stopped: {trouble} What was found stays; search again, with fewer states if memory was short.
        </p>
      )}
      <Searches searching={searching} rate={rate} phase={phase} />
    </div>
  )
}

type SearchesProps = Pick<ReturnType<typeof usePromises.getState>, 'searching' | 'rate' | 'phase'>

/** Nothing is told of a search before its first slice is done. */
const progressSaid = ({ states, depth, frontier }: CheckProgress): string =>
  states === 0 ? 'begins' : `${grouped(states)} states, depth ${depth}, ${grouped(frontier)} to expand`

/** What is searched through at this moment. */
function Searches({ searching, rate, phase }: SearchesProps) {
  if (searching.length === 0) return null
  return (
    <ul>
      {searching.map(({ promised: { cell, history }, progress }) => (
        <li key={`${cell.row.name} ${cell.column.name} ${history.name}`} className="mono">
          {cell.column.name}, {cell.row.name}, {history.name}: {progressSaid(progress)}
        </li>
      ))}
      <li className="mono quiet">
        {phase === 'halted' ? 'stopped where they stand' : `${grouped(Math.round(rate))} states a second`}
      </li>
    </ul>
  )
}

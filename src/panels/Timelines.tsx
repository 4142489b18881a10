import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { letterOf } from '../base/letter.ts'
import type { Lane, LaneGroup, Mark } from '../lanes/lane.ts'
import { wordsBehind } from '../store/derived.ts'
import { lab, type Run, useLab } from '../store/lab.ts'
import { brushIn, cursorIn, look, overlayIn, rangeIn, seek, select, selectedIn, switchAxis } from '../store/looking.ts'
import { drawn, firstPicture } from '../store/running.ts'
import { groupsIn } from '../store/shownLanes.ts'
import { Timeline, type TimelineGroup, type TimelineHandle } from '../timeline/Timeline.tsx'
import { Boundary } from './Boundary.tsx'
import { followPlayhead } from './following.ts'
import { Icon, type IconName } from './Icon.tsx'
import { isByStep } from './instants.ts'
import { ribbonsOf } from './ribbons.ts'
import { useSize } from './size.ts'
import { spokenAt } from './spoken.ts'
import { stepBy } from './stepping.ts'
import { tipOf } from './tip.ts'
import { centreSelection, fitAll, holdPicture, showSelected, zoomBy } from './viewing.ts'

// What is drawn comes first; that it can be taken hold of, right behind it.
const FaultTool = lazy(() => firstPicture.then(() => import('./FaultTool.tsx')))

const Compare = lazy(() => firstPicture.then(() => import('./Compare.tsx')))

const Overview = lazy(() => firstPicture.then(() => import('./Overview.tsx')))

// What few runs need: lanes that stand for many, and marks between lanes.
const Stacked = lazy(() => import('./Stacked.tsx'))

const Crossed = lazy(() => import('./Crossed.tsx'))

const Opener = lazy(() => import('./Opener.tsx'))

const hasMark = (run: Run, ...marks: readonly Mark[]): boolean =>
  run.answers.some(({ group }) => group.lanes.some(({ tracks }) => tracks.some(({ mark }) => marks.includes(mark))))

/** What stands with a lane's name, if it stands for many. */
const openerOf = (lane: Lane): ReactNode =>
  lane.inside && (
    <Boundary>
      <Suspense>
        <Opener lane={lane} />
      </Suspense>
    </Boundary>
  )

/** Where neighbours part, as far as that is known of a run. */
type Parted = { readonly run: Run; readonly instants: readonly (number | undefined)[] }

/** The picture with its tools. The run in small has its place from the start, so that nothing moves when it comes. */
export function Timelines() {
  const run = useLab((state) => state.run)
  const [parted, part] = useState<Parted>()
  const [picture, setPicture] = useHeld<TimelineHandle>()
  const [way, setWay] = useHeld<HTMLElement>()
  const [tool, setTool] = useHeld<HTMLElement>()
  useEffect(() => holdPicture(picture), [picture])
  useEffect(() => picture && followPlayhead(picture), [picture])
  // A question that was not edited has just come: it opens where its reader should look first.
  useLayoutEffect(() => {
    if (!run || !picture || !column.current || lab().before) return undefined
    return whileItSettles(column.current, () => showSelected(picture, true))
  }, [run, picture])
  const column = useRef<HTMLElement>(null)
  useEffect(() => keepWidthOnPaper(column), [])
  return (
    <section className="column timelines" aria-labelledby="timelines" ref={column}>
      <header className="column-head">
        <h2 id="timelines">The timelines</h2>
        <div className="way" ref={setWay} />
        <Tools picture={picture} markTool={setTool}>
          <Boundary>
            <Suspense>
              {run && run.answers.length > 1 && <Compare run={run} picture={picture} onParted={part} />}
            </Suspense>
          </Boundary>
        </Tools>
      </header>
      <div className="minimap-place">
        <Boundary>
          <Suspense>{run && picture && way && tool && <Overview {...{ run, live, picture, way, tool }} />}</Suspense>
        </Boundary>
      </div>
      <div className="column-body" id="picture">
        <Boundary>
          <Suspense>{run && picture && hasMark(run, 'density') && <Stacked picture={picture} />}</Suspense>
          <Suspense>{run && picture && hasMark(run, 'arrow', 'saw') && <Crossed picture={picture} />}</Suspense>
        </Boundary>
        {run && <Picture run={run} held={setPicture} partings={parted?.run === run ? parted.instants : undefined} />}
      </div>
    </section>
  )
}

/** Acts now and whenever something within changes its size, until somebody takes the page in hand, or the answer is called. */
function whileItSettles(within: HTMLElement, act: () => void): () => void {
  const ending = new AbortController()
  const settling = new ResizeObserver(act)
  for (const part of within.querySelectorAll('.column-body, .timeline-body')) settling.observe(part)
  ending.signal.addEventListener('abort', () => settling.disconnect())
  for (const event of ['pointerdown', 'wheel', 'keydown', 'touchmove'])
    window.addEventListener(event, () => ending.abort(), { capture: true, passive: true, signal: ending.signal })
  act()
  return () => ending.abort()
}

/** So wide, in pixels, is what is written on A4 and on Letter, upright. */
const PAPER = 700

/** Chromium prints a canvas in such steps of size, whatever the zoom around it is. */
const STEP = 1 / 32

/** Paper has a width of its own, but nothing is drawn anew for it: the picture is made smaller as it is. */
function keepWidthOnPaper({ current: column }: RefObject<HTMLElement | null>): () => void {
  const keep = () => {
    if (!column) return
    const width = column.offsetWidth
    column.style.setProperty('--printed-width', `${width}px`)
    column.style.setProperty('--printed-zoom', String(Math.min(Math.floor(PAPER / width / STEP) * STEP, 1)))
  }
  window.addEventListener('beforeprint', keep)
  return () => window.removeEventListener('beforeprint', keep)
}

/** What a ref holds, as a state: whoever needs it is drawn again when it comes. */
function useHeld<T>(): [held: T | undefined, hold: (held: T | null) => void] {
  const [held, setHeld] = useState<T>()
  return [held, useCallback((next: T | null) => setHeld(() => next ?? undefined), [])]
}

/** What the picture reads anew in each frame. */
const live = {
  get: () => {
    const state = lab()
    const place = selectedIn(state)
    return {
      view: rangeIn(state),
      axis: state.axis,
      cursor: cursorIn(state),
      selected: place && { group: place.variant, row: place.row },
      marked: brushIn(state),
    }
  },
  subscribe: (changed: () => void) => useLab.subscribe(changed),
}

type PictureProps = {
  readonly run: Run
  readonly held: (picture: TimelineHandle | null) => void
  readonly partings: Parted['instants'] | undefined
}

function Picture({ run, held, partings }: PictureProps) {
  const narrow = useSize() === 'narrow'
  const lanes = useLab((state) => groupsIn({ run, opened: state.opened }))
  const groups = useMemo(() => groupsOf(run, lanes), [run, lanes])
  const words = useLab(wordsBehind)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are what the gaps between records are read with.
  const ribbons = useMemo(() => ribbonsOf(run, partings), [run, partings, words])
  const overlay = useLab((state) => overlayIn(state))
  return (
    <Timeline
      ref={held}
      groups={groups}
      ribbons={ribbons}
      overlay={overlay}
      until={run.scenario.until}
      live={live}
      tooltip={(group, row) => tipOf(run, group, row)}
      spoken={spokenAt}
      onView={look}
      onCursor={seek}
      onSelect={select}
      onDrawn={() => drawn(run)}
      tool={openerOf}
      onWhy={narrow ? goToReasons : undefined}
      describedBy="transcript"
    />
  )
}

/** Below the picture, where everything stacks. */
const goToReasons = (): void => document.getElementById('reasons')?.scrollIntoView({ block: 'start' })

const groupsOf = (run: Run, lanes: readonly LaneGroup[]): readonly TimelineGroup[] =>
  lanes.flatMap((group, index) => {
    const variant = run.scenario.variants[index]
    return variant ? [{ name: variant.name, letter: letterOf(index), group }] : []
  })

type ToolsProps = {
  readonly picture: TimelineHandle | undefined
  readonly markTool: (place: HTMLElement | null) => void
  readonly children: ReactNode
}

function Tools({ picture, markTool, children }: ToolsProps) {
  const axis = useLab((state) => state.axis)
  const zoomed = useLab((state) => state.range !== undefined)
  // What goes wrong with a partition are steps of its schedule.
  const byStep = useLab((state) => isByStep(state.draft.scenario))
  return (
    <div className="tools" role="toolbar" aria-label="View of the timelines">
      {!byStep && (
        <Boundary>
          <Suspense fallback={<span className="fault-tool" />}>
            <FaultTool picture={picture} />
          </Suspense>
        </Boundary>
      )}
      {children}
      <button
        type="button"
        className="axis-switch"
        aria-pressed={axis === 'linear'}
        title="Elastic or true linear axis (L)"
        onClick={switchAxis}
      >
        {axis === 'elastic' ? 'elastic' : 'linear'} <span className="axis-word">axis</span> <kbd>L</kbd>
      </button>
      <Tool name="zoomOut" label="Zoom out" keys="-" onClick={() => zoomBy(1.5)} />
      <Tool name="zoomIn" label="Zoom in" keys="+" onClick={() => zoomBy(1 / 1.5)} />
      <Tool name="fit" label="Show the whole run" keys="0" onClick={fitAll} disabled={!zoomed} />
      <Tool name="centre" label="Show the selection in the middle" keys="F" onClick={centreSelection} />
      <span className="mark-tool" ref={markTool} />
      <Tool name="previous" label="Step to the previous event" keys="," onClick={() => stepBy(-1)} />
      <Tool name="next" label="Step to the next event" keys="." onClick={() => stepBy(1)} />
    </div>
  )
}

type ToolProps = {
  readonly name: IconName
  readonly label: string
  readonly keys: string
  readonly onClick: () => void
  readonly disabled?: boolean
}

function Tool({ name, label, keys, onClick, disabled = false }: ToolProps) {
  return (
    <button
      type="button"
      className="icon bare"
      aria-label={label}
      title={`${label} ( ${keys} )`}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={name} />
    </button>
  )
}
